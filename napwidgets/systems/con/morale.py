"""Checks of morale: getting over demoralization, and falling into it after a battle (8, 10.5.7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.con.combat import Combat, End, Part
from napwidgets.systems.con.forces import SIDES, Group
from napwidgets.systems.con.tables import Tables


class Check(Struct, frozen=True, array_like=True):
    """A check: the initiative to roll, what is added to the die, and whether it succeeds without one."""

    initiative: int
    parts: tuple[Part, ...] = ()
    sure: bool = False


def normal(tables: Tables, group: Group, in_zone: bool = False, points: int = 0) -> Check:
    """The check of a force with its senior leader and ``points`` administrative points beyond the first (8,
    reading 27).
    """
    leader, values = group.senior, tables.morale
    found = []
    if leader is not None and leader.bonus:
        found.append(Part("tactical bonus", values["tactical bonus"], "CON 8"))
    if points:
        found.append(Part("administrative points", points * values["extra point"], "CON 8"))
    if in_zone:
        found.append(Part("in a zone of control", values["in a zone of control"], "CON 8"))
    sure = 100 * group.guard > values["guard above, percent"] * group.strength
    return Check(leader.initiative if leader else 0, tuple(found), sure)


def passes(tables: Tables, check: Check, die: int) -> bool:
    """Whether a check succeeds at a plain die; a 1 always does, a 6 never (8)."""
    if check.sure or die <= tables.morale["always up to"]:
        return True
    if die >= tables.morale["never from"]:
        return False
    return die + sum(part.value for part in check.parts) <= check.initiative


def rallies(tables: Tables, check: Check, dice: Dice) -> bool:
    """Throw for a force that wants to get over its demoralization (8)."""
    return check.sure or passes(tables, check, dice.roll("morale"))


def failing(tables: Tables, check: Check) -> Fraction:
    """The exact chance that a check fails."""
    return distribution(lambda dice: rallies(tables, check, dice))[False]


def must_check(combat: Combat, winner: int | None, back: int, side: int) -> bool:
    """Whether a side may become demoralized: if it received the R, but for an army in a withdrawal or delay; a winner
    if the loser goes ``back`` one hex only, and not if he stays in his town or is no more (10.5.7.3, reading 28).
    """
    by_size = combat.kind in ("withdraw", "delay")
    if winner == side:
        return not by_size and back == 1
    return not (by_size and combat.groups[side].size == "army")


def after_battle(tables: Tables, combat: Combat, winner: int | None, result_hexes: int, side: int) -> Check:
    """The check of a side after a battle with such an R (10.5.7.3, readings 27 and 28)."""
    group, values = combat.groups[side], tables.morale
    plain = normal(tables, group, group.way.in_zone)
    found = [*plain.parts, Part("retreat", result_hexes - values["retreat less"], "CON 10.5.7.3")]
    if "guard" in group.stakes and winner == 1 - side:
        found.append(Part("the Guard staked and lost", values["guard staked and lost"], "CON 10.5.7.3"))
    if winner != side and group.way.barred:
        found.append(Part("zones or rivers on the way", values["way barred"], "CON 10.5.7.3"))
    if winner != side and group.way.pursued:
        found.append(Part("pursued", values["pursued"], "CON 10.5.7.3"))
    return replace(plain, parts=tuple(found))


def owed(tables: Tables, combat: Combat, end: End, result_hexes: int, side: int) -> Check | None:
    """The check that a side must make after a battle, None for none; who is destroyed needs none."""
    destroyed = end.lost[side].total >= combat.groups[side].strength
    if not combat.morale or destroyed or not must_check(combat, end.winner, end.hexes[1 - side], side):
        return None
    return after_battle(tables, combat, end.winner, result_hexes, side)


def shaken(
    tables: Tables, combat: Combat, end: End, result_hexes: int, dice: Dice, sides: Sequence[int] = (0, 1)
) -> End:
    """Throw for both sides; on a map for those ``sides`` of whom somebody has come back."""
    found = [False, False]
    for side in sides:
        check = owed(tables, combat, end, result_hexes, side)
        if check is not None and not check.sure:
            found[side] = not passes(tables, check, dice.roll(f"morale of the {SIDES[side]}"))
    return replace(end, shaken=(found[0], found[1]))
