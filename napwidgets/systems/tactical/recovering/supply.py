"""24. Supply at nine in the morning.

Reading 89 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.systems.tactical.core.state import DEAD, State
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.ground.levels import note_corps


def supply_turn(x: Context, turn: int) -> bool:
    """Whether supply is checked at the end of a turn: the one at 9:00 (24)."""
    first = int(x.setting.scenario.turns.first.split(":")[0])
    return (first + turn - 1) % 24 == 9


def supply_at_nine(x: Context, s: State, log: Log) -> State:
    """Eliminate units that can't trace supply (24)."""
    if not supply_turn(x, s.turn):
        return s
    changes = {}
    for side in range(len(x.setting.sides)):
        if not x.setting.scenario.sides[side].supply_edges:
            continue
        covered = supplied(x, s, side)
        for u in x.setting.of_side[side]:
            unit = s.units[u]
            if unit.hex >= 0 and not covered[unit.hex]:
                say(log, "eliminated", f"{x.infos[u].name} is out of supply and disbands.", "24", units=(u,))
                changes[u] = replace(unit, hex=DEAD, steps=0, since=s.turn, disrupted=False)
    return note_corps(x, s, s.many(changes), changes, log)


def supplied(x: Context, s: State, side: int) -> bytes:
    """Hexes from which a side can trace supply: five hexes off the road, then by road or trail to its edge (24).

    Enemy units block; a hex within five hexes of the edge itself needs no road.
    """
    board, layout = x.board, x.ground.layout(s)
    edges = x.setting.scenario.sides[side].supply_edges
    foe = 1 - side
    exits = [h for h in range(board.size) if any(board.on_edge(h, e) for e in edges) and layout.side[h] != foe]
    lines = {h for h in exits if x.setting.ways[h]}
    todo = list(lines)
    while todo:
        h = todo.pop()
        for n in x.setting.linked[h]:
            if n not in lines and layout.side[n] != foe:
                lines.add(n)
                todo.append(n)
    seen = dict.fromkeys((*lines, *exits), 0)
    edge = list(seen)
    for step in range(1, x.tables.limits["supply off road"] + 1):
        fresh = []
        for h in edge:
            for d, n in enumerate(board.neighbours[h]):
                open_side = n >= 0 and not x.setting.shut[h][d] and x.setting.passable[n]
                if open_side and n not in seen and layout.side[n] != foe:
                    seen[n] = step
                    fresh.append(n)
        edge = fresh
    return bytes(1 if h in seen else 0 for h in range(board.size))
