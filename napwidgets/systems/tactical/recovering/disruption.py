"""4, phase 5 and 25.1. How disruption goes away.

Reading 1 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.fighting.clash import Force, force, morale
from napwidgets.systems.tactical.fighting.forces import fighter, terrain_of
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.ground.levels import fallen
from napwidgets.systems.tactical.ground.views import covered, tell_recovered


def recover(x: Context, s: State, dice: Dice, log: Log) -> State:
    """Remove disruption at the end of the turn; with 25.1 each unit must pass a morale check instead."""
    for side, units in enumerate(x.setting.of_side):
        here = [u for u in units if s.units[u].hex >= 0]
        if x.options.advanced_disruption:
            s = _checked(x, s, side, here, dice, log)
        else:
            tell_recovered(x, s, side, here, "{} no longer disrupted.", log, "4")
            s = s.many({u: replace(s.units[u], disrupted=False) for u in here if s.units[u].disrupted})
    return s


def _checked(x: Context, s: State, side: int, units: list[int], dice: Dice, log: Log) -> State:
    """Each disrupted unit takes its morale check (25.1); of those that the enemy doesn't see he isn't told (5.3), and
    their own side is told something always: whether there are dice that he may not see would tell him, too.
    """
    hidden, seat = covered(x, s, side), (x.setting.seat(side),)
    shaken = [u for u in units if s.units[u].disrupted]
    if hidden and not hidden.intersection(shaken):
        say(log, "recovered", "None of your units out of the enemy's sight was disrupted.", "25.1", "5.3", to=seat)
    for u in shaken:
        fine, roll, needed = recovers(x, s, u, dice)
        text = f"{x.infos[u].name} {'recovers' if fine else 'stays disrupted'}: {roll} against {needed}."
        say(log, "recovery", text, "25.1", to=seat if u in hidden else (), units=(u,))
        if fine:
            s = s.unit(u, disrupted=False)
    return s


def recovers(x: Context, s: State, u: int, dice: Dice) -> tuple[bool, int, int]:
    """Throw for a disrupted unit: whether it recovers, the die, and up to what it does (25.1)."""
    needed = morale(x.tables, recovery_force(x, s, u))
    roll = dice.roll(f"{x.infos[u].name} recovers")
    return roll <= needed, roll, needed


def recovery_odds(x: Context, s: State, u: int) -> Fraction:
    """The exact chance that a disrupted unit recovers at the end of the turn, as things stand (4, 25.1)."""
    if not x.options.advanced_disruption:
        return Fraction(1)
    return distribution(lambda dice: recovers(x, s, u, dice)[0])[True]


def recovery_force(x: Context, s: State, u: int) -> Force:
    """A unit with the modifiers for recovery (25.1, morale table)."""
    table, h, side = x.tables.modifiers, s.units[u].hex, x.infos[u].side
    mods: list[tuple[str, int]] = []
    if fallen(x, s, x.setting.commands[x.infos[u].formation].army) and not x.demoralized(s, x.infos[u].formation):
        mods.append(("demoralized", table["demoralized"]))
    if x.tables.cover.get(terrain_of(x, s, h), (0,))[0]:
        mods.append(("cover", table["cover"]))
    info = x.setting.commands[x.command_of(s, u)]
    if any(i in (info.leader, info.wing, info.overall) for i in x.leaders_at(s, h, side)):
        mods.append(("with leader", table["with leader"]))
    layout = x.ground.layout(s)
    foes = [v for n in x.ground.enemies_beside(s, h, side) for v in layout.at[n]]
    if any(not s.units[v].disrupted for v in foes):
        mods.append(("adjacent enemy", table["adjacent enemy"]))
    return force((fighter(x, s, u, True),), tuple(mods))
