"""3.1 and 8.8. What goes on from turn to turn: the weather, and sieges; values that know no map."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, absorb, distribution
from napwidgets.systems.jdg.tables import Tables
from napwidgets.systems.telling import MONTHS

Parts = tuple[tuple[str, int, str], ...]


# Weather (3.1)


class Weather(Struct, frozen=True, array_like=True):
    """A turn's weather; ``mud_next`` says that the next turn is Mud without a throw."""

    name: str
    mud_next: bool = False


def weather(tables: Tables, month: str, last: Weather | None, dice: Dice) -> Weather:
    """The weather of a turn in a month after the last turn's (3.1)."""
    if last is not None and last.mud_next:
        return Weather("Mud")
    total = max(1, min(6, dice.roll("weather") + tables.months[month]))
    cell = str(tables.all["weather"].rows[str(total)][MONTHS.index(month) // 3])
    return Weather(cell.removesuffix("*"), cell.endswith("*"))


def weather_odds(tables: Tables, month: str, last: Weather | None = None) -> Distribution[Weather]:
    """The exact distribution of a turn's weather.

    >>> weather_odds(Tables(), "December")[Weather("Snow")]
    Fraction(1, 3)
    """
    return distribution(lambda dice: weather(tables, month, last, dice))


def forecast(tables: Tables, months: tuple[str, ...], last: Weather | None = None) -> tuple[Distribution[Weather], ...]:
    """The exact distribution of the weather of each of several turns to come, named by their months.

    >>> autumn = forecast(Tables(), ("October", "October"))
    >>> autumn[1].chance(lambda there: there.name == "Mud")
    Fraction(1, 3)
    """
    found = []
    now: Distribution[Weather | None] = Distribution.sure(last)
    for month in months:
        then = now.then(lambda before, dice, month=month: weather(tables, month, before, dice))  # type: ignore[misc]
        found.append(then)
        now = then.map(lambda there: there)
    return tuple(found)


# Sieges (8.8)

Scale = Literal["siege", "siege-weeks"]


class Siege(Struct, frozen=True, array_like=True):
    """A siege before its next throw: the stage of the procedure, throws so far, whether the city has fallen."""

    stage: str = "S2"
    throws: int = 0
    fallen: bool = False


def siege_parts(tables: Tables, besiegers: int, besieged: int, city: str = "") -> Parts:
    """What modifies a siege die (8.8): the besiegers' infantry against the
    garrison (reading 89), and a city in bad repair.
    """
    found = []
    if besiegers < 2 * besieged:
        found.append(("less than double", tables.siege_modifiers["less than double"], "JDG 8.8"))
    if city in tables.siege_modifiers:
        found.append(("walls in bad repair", tables.siege_modifiers[city], "JDG Germany 1813 8.8"))
    return tuple(found)


def siege_turn(
    tables: Tables, siege: Siege, parts: Parts, dice: Dice, scale: Scale = "siege", own_turn: bool = True
) -> Siege:
    """One throw of a siege; a siege that begins by an interception, in the opponent's turn, does not move on (8.8)."""
    falls, then = tables.all[scale].rows[siege.stage]
    throws = siege.throws + 1
    if dice.roll("siege") + sum(value for _, value, _ in parts) >= int(falls or 0):
        return Siege(siege.stage, throws, True)
    return Siege(str(then) if own_turn else siege.stage, throws)


def siege_odds(tables: Tables, siege: Siege, parts: Parts, turns: int, scale: Scale = "siege") -> Distribution[Siege]:
    """The exact distribution of a siege after up to ``turns`` throws more.

    >>> siege_odds(Tables(), Siege(), (), 2).chance(lambda then: then.fallen)
    Fraction(8, 9)
    """
    now = Distribution.sure(siege)
    for _ in range(turns):
        now = now.then(lambda then, dice: then if then.fallen else siege_turn(tables, then, parts, dice, scale))
    return now


def siege_ends(tables: Tables, siege: Siege, parts: Parts, scale: Scale = "siege") -> Distribution[str]:
    """The exact distribution of the stage at which a siege that is kept up ends: the last one sums up all later turns.

    Raises ``ValueError`` if it can go on for ever.

    >>> siege_ends(Tables(), Siege(), (), "siege-weeks")["S3"]
    Fraction(5, 18)
    """

    def on(then: Siege, dice: Dice) -> Siege:
        there = siege_turn(tables, then, parts, dice, scale)
        return Siege(there.stage, 0, there.fallen)

    return absorb(Siege(siege.stage), on, lambda then: then.fallen).map(lambda then: then.stage)
