"""4, phase 5 and 25.1. How disruption goes away."""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.nlc.clash import Force, force, morale
from napwidgets.systems.nlc.context import Context, Log, say
from napwidgets.systems.nlc.muster import fighter, terrain_of
from napwidgets.systems.nlc.state import State
from napwidgets.systems.nlc.victory import fallen


def recover(x: Context, s: State, dice: Dice, log: Log) -> State:
    """Remove disruption at the end of the turn; with 25.1 each unit must pass a morale check instead."""
    shaken = [u for u, unit in enumerate(s.units) if unit.disrupted and unit.hex >= 0]
    if not x.options.advanced_disruption:
        if shaken:
            say(log, "recovered", f"{x.unit_names(shaken)} no longer disrupted.", "4", units=shaken)
        return s.many({u: replace(s.units[u], disrupted=False) for u in shaken})
    for u in shaken:
        needed = morale(x.tables, recovery_force(x, s, u))
        roll = dice.roll(f"{x.infos[u].name} recovers")
        fine = roll <= needed
        text = f"{x.infos[u].name} {'recovers' if fine else 'stays disrupted'}: {roll} against {needed}."
        say(log, "recovery", text, "25.1", units=(u,))
        if fine:
            s = s.unit(u, disrupted=False)
    return s


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
