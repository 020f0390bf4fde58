"""6. The edges by which units may leave the map.

Reading 17 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from napwidgets.systems.tactical.command.limits import limit_of
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.ground.context import Context

#: The edges of a map.
EDGES = ("north", "east", "south", "west")


def edges_for_exit(x: Context, s: State, units: tuple[int, ...], h: int) -> list[str]:
    """The edges by which units in a hex may leave the map now (6, reading 17).

    Where victory counts exits by that edge for their side, or by their own supply edge when they fall back.
    """
    if h < 0 or -1 not in x.board.neighbours[h] or any(x.ground.in_zoc(s, u) for u in units):
        return []
    side = x.setting.sides[x.infos[units[0]].side]
    data = x.setting.scenario
    wanted: set[str | None] = {p.edge for p in data.points if p.kind == "exited" and p.side == side}
    wanted |= {c.edge for e in data.endings for c in e.when if c.kind == "exited" and c.side == side}
    if all(limit_of(x, s, u).kind in ("fall_back", "general_retreat") for u in units):
        wanted |= set(data.sides[x.infos[units[0]].side].supply_edges)
    if not all(limit_of(x, s, u).in_command for u in units):
        return []
    if x.rules.exits(x, s, units, h):
        wanted |= {edge for edge in EDGES if x.board.on_edge(h, edge)}
    return sorted(edge for edge in wanted if edge and x.board.on_edge(h, edge))
