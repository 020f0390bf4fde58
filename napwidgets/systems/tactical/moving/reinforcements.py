"""9. Reinforcements: who is due, under what orders, and through which hexes they come.

Readings 49 and 50 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.tactical.core.state import AFAR, OFF, Order, State
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.ground.layout import NOBODY


def on_schedule(x: Context, s: State, dice: Dice, log: Log) -> State:
    """Groups due this turn: leaders and HQs without units of their own wait at the entry hex, formations take up
    orders. A die says whether doubtful ones come (reading 50).
    """
    for n, group in enumerate(x.setting.scenario.reinforcements):
        turn, entry, target = x.rules.schedule(x, s, n)
        if group.chance is None:
            comes = turn == s.turn
        else:
            comes = turn <= s.turn and afar(x, s, group.who) and _comes(x, s, n, dice)
            if comes:
                near = [u for u in map(x.setting.unit_index.get, group.who) if u is not None and s.units[u].hex == AFAR]
                s = s.many({u: replace(s.units[u], hex=OFF) for u in near})
        if not comes:
            continue
        label = group.label or "Reinforcements"
        say(log, "reinforcements", f"{label}: due at {x.place(entry)}.", "9", hexes=(entry,))
        for name in group.who:
            s = _arrive(x, s, name, entry, Order(group.order.kind, target, s.turn))
    return s


def _comes(x: Context, s: State, n: int, dice: Dice) -> bool:
    """Whether a doubtful group that is away comes now: a die says so, or the title."""
    group = x.setting.scenario.reinforcements[n]
    return x.rules.certain(x, s, n) or dice.roll(f"{group.label} arrives") <= (group.chance or 0)


def coming_odds(x: Context, s: State, n: int) -> Fraction:
    """The exact chance that a doubtful group which is due comes in a turn (reading 50)."""
    return distribution(lambda dice: _comes(x, s, n, dice))[True]


def afar(x: Context, s: State, who: Sequence[str]) -> bool:
    """Whether a doubtful group has not come yet: its units say so, or its leaders where it has none."""
    units = [u for u in map(x.setting.unit_index.get, who) if u is not None]
    if units:
        return any(s.units[u].hex == AFAR for u in units)
    leaders = [s.leaders[x.setting.leader_index[name]] for name in who if name in x.setting.leader_index]
    return all(leader.hex == OFF and not leader.replaced for leader in leaders)


def _arrive(x: Context, s: State, name: str, entry: int, order: Order) -> State:
    setting = x.setting
    if name in setting.leader_index:
        i = setting.leader_index[name]
        s = s.leader(i, hex=entry_hex(x, s, entry, setting.leader_side[i]))
    elif name in setting.hq_index:
        q = setting.hq_index[name]
        s = s.hq(q, hex=entry_hex(x, s, entry, setting.hq_side[q]), order="march", target=order.target)
    else:
        c = setting.units[setting.unit_index[name]].formation
        on_map = any(s.units[u].hex >= 0 for u in setting.commands[c].units)
        if not on_map and s.commands[c].order.since != s.turn:
            s = s.command(c, order=order)
    return s


def entry_hex(x: Context, s: State, entry: int, side: int) -> int:
    """The entry hex, or the closest hex of the map's edge that is neither blocked nor in an enemy ZOC (9)."""
    layout = x.ground.layout(s)
    zoc = layout.zoc[1 - side]

    def free(h: int) -> bool:
        return layout.side[h] in (side, NOBODY) and not zoc[h] and x.setting.passable[h]

    if free(entry):
        return entry
    row = x.board.distances[entry]
    edge = [h for h in range(x.board.size) if -1 in x.board.neighbours[h] and free(h)]
    return min(edge, key=lambda h: (row[h], h), default=entry)


def entry_of(x: Context, s: State, u: int) -> int:
    """Where a waiting unit enters."""
    return entry_hex(x, s, x.rules.schedule(x, s, x.setting.arrival_group[u])[1], x.infos[u].side)
