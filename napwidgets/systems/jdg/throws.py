"""Single throws outside battle: stragglers, cavalry's errands, reactions, overruns (5.5, 6.3, 6.4, 6.5, 8.4).

Each comes as a function of dice and as its exact odds; none knows a map.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.jdg.forces import Force, Leader, Unit, average_cohesion
from napwidgets.systems.jdg.tables import Tables

Parts = tuple[tuple[str, int, str], ...]


# Stragglers (5.5)


def march_parts(tables: Tables, unit: Unit, leaders: Iterable[Leader], weather: str = "Clear") -> Parts:
    """What modifies a unit's die for stragglers, with the paragraph (5.5.3, 3.1)."""
    found = []
    if any(leader.command >= tables.march["general from"] for leader in leaders):
        found.append(("a general who drives them", tables.march["general"], "JDG 5.5.3"))
    if unit.cohesion >= tables.march["cohesion from"]:
        found.append(("cohesion", tables.march["cohesion"], "JDG 5.5.3"))
    if weather in tables.march:
        found.append((weather, tables.march[weather], "JDG 3.1"))
    return tuple(found)


def stragglers(tables: Tables, unit: Unit, parts: Parts, dice: Dice, times: int = 1) -> int:
    """Strength points a unit leaves on the road: one die for a forced march or a concentration, two for both (5.5.3).

    No more than it has; the strength before the march gives the column for both dice (reading 16).
    """
    if not unit.strength:
        return 0
    column = sum(unit.strength >= least for least in (5, 9))
    lost = 0
    for _ in range(times):
        lost += tables.stragglers.at(dice.roll("stragglers") + sum(value for _, value, _ in parts), column).lost
    return min(unit.strength, lost)


def stragglers_odds(tables: Tables, unit: Unit, parts: Parts, times: int = 1) -> Distribution[int]:
    """The exact distribution of a unit's stragglers.

    >>> tables = Tables()
    >>> corps = Unit(9, 3)
    >>> stragglers_odds(tables, corps, march_parts(tables, corps, (), "Mud")).mean(int)
    Fraction(4, 3)
    """
    return distribution(lambda dice: stragglers(tables, unit, parts, dice, times))


def recovered(tables: Tables, missing: int, dice: Dice) -> int:
    """Stragglers who come back to a unit at rest, no more than are missing (5.5.4)."""
    return min(missing, tables.recovery[str(dice.roll("recovery"))]) if missing else 0


def recovery_odds(tables: Tables, missing: int) -> Distribution[int]:
    """The exact distribution of stragglers who come back.

    >>> recovery_odds(Tables(), 5)[2]
    Fraction(1, 3)
    """
    return distribution(lambda dice: recovered(tables, missing, dice))


# Cavalry (6.3)


def reconnaissance(tables: Tables, riders: tuple[Unit, ...], screen: tuple[Unit, ...], dice: Dice) -> int:
    """How many enemy units a reconnaissance reveals; none if the screen is as strong (6.3, reading 17)."""
    edge = sum(unit.strength for unit in riders) - sum(unit.strength for unit in screen)
    if edge <= 0:
        return 0
    column = sum(edge >= least for least in (3, 5))
    bonus = average_cohesion(tables, riders) - average_cohesion(tables, screen)
    return tables.seen.at(dice.roll("reconnaissance") + bonus, column).lost


def reconnaissance_odds(tables: Tables, riders: tuple[Unit, ...], screen: tuple[Unit, ...] = ()) -> Distribution[int]:
    """The exact distribution of units revealed.

    >>> five, two = (Unit(5, 3, "cavalry"),), (Unit(2, 3, "cavalry"),)
    >>> reconnaissance_odds(Tables(), five, two)[0]
    Fraction(1, 6)
    """
    return distribution(lambda dice: reconnaissance(tables, riders, screen, dice))


def withdraw(tables: Tables, units: int, *, enemy_cavalry: bool, french: bool, dice: Dice) -> int:
    """Strength points lost by units of cavalry that draw back, at most one each (6.3)."""
    row = "loses from, enemy cavalry" if enemy_cavalry else "loses from, no enemy cavalry"
    needed = tables.withdrawal[row] - (tables.withdrawal["French"] if french else 0)
    return dice.count("withdrawal", units, needed) * tables.withdrawal["loss"] if units else 0


def withdrawal_odds(tables: Tables, units: int, *, enemy_cavalry: bool, french: bool) -> Distribution[int]:
    """The exact distribution of the losses of a withdrawal.

    >>> withdrawal_odds(Tables(), 1, enemy_cavalry=True, french=False)[1]
    Fraction(1, 2)
    """
    return distribution(lambda dice: withdraw(tables, units, enemy_cavalry=enemy_cavalry, french=french, dice=dice))


# Interception and marching to the guns (6.5)


def command_value(tables: Tables, force: Force, contact: bool, chief: Leader | None = None) -> tuple[int, Parts]:
    """The value a reaction must not exceed, and what it is made of (6.5.1, 6.5.2).

    ``contact`` is a line of communication to the ``chief``, the commander-in-chief, or to a general who has one; a
    general is raised up to the chief's value but not lowered to it, and the chief himself is not raised (reading 18).

    >>> command_value(Tables(), Force((Unit(5, 3),)), True)[0]
    2
    """
    if not force.leaders:
        alone = ("no leader", tables.reaction["no leader"], "JDG 6.5")
        extra = ("in contact", tables.reaction["in contact, no general"], "JDG 6.5")
        parts = (alone, extra) if contact else (alone,)
        return sum(value for _, value, _ in parts), parts
    best = max(force.leaders, key=lambda leader: (leader.rank, leader.command))
    own = ("command value", best.command, "JDG 6.5")
    if not contact or chief is None or chief in force.leaders:
        return best.command, (own,)
    raised = min(best.command + tables.reaction["in contact, general"], max(chief.command, best.command))
    return raised, (own, ("in contact", raised - best.command, "JDG 6.5"))


def reacts(tables: Tables, value: int, dice: Dice, poor_road: bool = False, purpose: str = "interception") -> bool:
    """Whether a reaction succeeds: a die, one more over a poor road, of at most the command value (6.5.1)."""
    return dice.roll(purpose) + (tables.reaction["poor road"] if poor_road else 0) <= value


def reaction_odds(tables: Tables, value: int, poor_road: bool = False) -> Fraction:
    """The exact chance of a reaction; the poor road counts for an interception, not for a march to the guns.

    >>> reaction_odds(Tables(), 3), reaction_odds(Tables(), 3, poor_road=True)
    (Fraction(1, 2), Fraction(1, 3))
    """
    return distribution(lambda dice: reacts(tables, value, dice, poor_road))[True]


def arrives_after(tables: Tables, points: int, length: int) -> int | None:
    """The round at whose end a march to the guns arrives, by its movement points; none if it comes too late to fight
    (6.5.2).

    >>> arrives_after(Tables(), 1, 3), arrives_after(Tables(), 2, 3), arrives_after(Tables(), 2, 4)
    (2, None, 3)
    """
    after = tables.guns.get(points)
    return after if after is not None and after < length else None


# Overrun (8.4) and bridges (6.4)


class Overrun(Struct, frozen=True, array_like=True):
    """What an overrun does: strength points the defender loses, and whether the attacker may go on one box."""

    lost: int
    advance: bool


def may_overrun(tables: Tables, attacker: int, defender: int) -> bool:
    """Whether the attacker has six times the defender's strength points, without any modifiers (8.4)."""
    return attacker >= tables.overrun["times the strength"] * defender


def overrun(tables: Tables, defender: int, cavalry: bool, dice: Dice) -> Overrun:
    """An overrun of ``defender`` strength points; ``cavalry`` is a unit of it with the attacker (8.4)."""
    total = dice.roll("overrun") + (tables.overrun["cavalry"] if cavalry else 0)
    rows = tables.all["overrun"].rows
    what, advance = rows[str(min(total, max(int(row) for row in rows)))]
    lost = {"none": 0, "half": -(-defender // 2), "all": defender}[str(what)]
    return Overrun(lost, bool(advance))


def overrun_odds(tables: Tables, defender: int, cavalry: bool) -> Distribution[Overrun]:
    """The exact distribution of an overrun.

    >>> overrun_odds(Tables(), 3, cavalry=True)[Overrun(3, True)]
    Fraction(1, 2)
    """
    return distribution(lambda dice: overrun(tables, defender, cavalry, dice))


def burn_bridge(tables: Tables, dice: Dice) -> tuple[bool, int]:
    """Whether a beaten force destroys the bridge behind it, and the strength points that costs (6.4)."""
    gone, lost = tables.all["bridges"].rows[str(dice.roll("bridge"))]
    return bool(gone), int(lost or 0)


def bridge_odds(tables: Tables) -> Distribution[tuple[bool, int]]:
    """The exact chances of destroying a bridge in retreat.

    >>> bridge_odds(Tables())[True, 1]
    Fraction(1, 2)
    """
    return distribution(lambda dice: burn_bridge(tables, dice))


# Command points (4.5)

Supply = Literal["supplied", "cut", "cut by a dummy"]


def command_points(tables: Tables, chief: Leader, supply: Supply, dice: Dice) -> int:
    """An army's command points: a die and its commander-in-chief's value, less if its supply is cut (4.4, 4.5)."""
    return tables.share(supply, dice.roll("command points") + chief.command)


def command_odds(tables: Tables, chief: Leader, supply: Supply = "supplied") -> Distribution[int]:
    """The exact distribution of an army's command points.

    >>> command_odds(Tables(), Leader(4, 3, 4), "cut").mean(int)
    Fraction(4, 1)
    """
    return distribution(lambda dice: command_points(tables, chief, supply, dice))
