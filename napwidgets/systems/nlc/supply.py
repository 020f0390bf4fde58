"""24 and 6. Supply at nine in the morning, and the edges by which a side may leave.

Readings 16 and 75 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.board.hexmap import ROAD, TRAIL
from napwidgets.systems.nlc.context import Context, Log, say
from napwidgets.systems.nlc.limits import limit_of
from napwidgets.systems.nlc.state import DEAD, State


def supply_turn(x: Context, turn: int) -> bool:
    """Whether supply is checked at the end of a turn: the one at 9:00 (24)."""
    first = int(x.setting.scenario.turns.first.split(":")[0])
    return (first + turn - 1) % 24 == 9


def check_supply(x: Context, s: State, log: Log) -> State:
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
    return s.many(changes)


def supplied(x: Context, s: State, side: int) -> bytes:
    """Hexes from which a side can trace supply: five hexes off the road, then by road or trail to its edge (24).

    Enemy units block; a hex within five hexes of the edge itself needs no road.
    """
    board, layout = x.board, x.ground.layout(s)
    edges = x.setting.scenario.sides[side].supply_edges
    foe = 1 - side
    exits = [h for h in range(board.size) if any(board.on_edge(h, e) for e in edges) and layout.side[h] != foe]
    lines = {h for h in exits if any(k & (ROAD | TRAIL) for k in board.sides[h])}
    todo = list(lines)
    while todo:
        h = todo.pop()
        for d, n in enumerate(board.neighbours[h]):
            if n >= 0 and n not in lines and board.sides[h][d] & (ROAD | TRAIL) and layout.side[n] != foe:
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


def edges_for_exit(x: Context, s: State, units: tuple[int, ...], h: int) -> list[str]:
    """The edges by which units in a hex may leave the map now (6, reading 16).

    Where victory counts exits by that edge for their side, or by their own supply edge when they fall back.
    """
    if h < 0 or -1 not in x.board.neighbours[h] or any(x.ground.in_zoc(s, u) for u in units):
        return []
    side = x.setting.sides[x.infos[units[0]].side]
    data = x.setting.scenario
    wanted = {p.edge for p in data.points if p.kind == "exited" and p.side == side}
    wanted |= {c.edge for e in data.endings for c in e.when if c.kind == "exited" and c.side == side}
    if all(limit_of(x, s, u).kind in ("fall_back", "general_retreat") for u in units):
        wanted |= set(data.sides[x.infos[units[0]].side].supply_edges)
    if not all(limit_of(x, s, u).in_command for u in units):
        return []
    return sorted(edge for edge in wanted if edge and x.board.on_edge(h, edge))
