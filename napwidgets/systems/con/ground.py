"""Movement over the board: what every hexside costs, where a force can go, where two stacks touch (base: movement).

Costs are counted in half movement points, as roads take half a point.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from heapq import heappop, heappush

from msgspec import Struct

from napwidgets.board.hexmap import BRIDGE, RIVER, ROAD, STREAM, TRAIL, HexMap
from napwidgets.systems.con.tables import Tables

Span = tuple[int, int]


class Edge(Struct, frozen=True, array_like=True):
    """A hexside as it is crossed: the hex behind it, its cost for infantry and cavalry as it is and without its road,
    whether a primary river runs there, with a bridge or without, and whether a bridge carries the road.
    """

    to: int
    foot: int
    horse: int
    wild_foot: int
    wild_horse: int
    river: bool
    bridge: bool
    primary: bool


def span(a: int, b: int) -> Span:
    """A hexside as two hexes, the smaller number first."""
    return (a, b) if a < b else (b, a)


class Ground:
    """The costs of a board under some tables, worked out once."""

    def __init__(self, board: HexMap, tables: Tables) -> None:
        self.board, self.costs = board, tables.ground
        self.edges = tuple(tuple(self._edges(h)) for h in range(board.size))
        self.muddy = tables.ground["mud, road"]
        self.leaving = tables.ground["leave a zone of control"][0]

    def _edges(self, h: int) -> list[Edge]:
        board, costs, found = self.board, self.costs, []
        for d, n in enumerate(board.neighbours[h]):
            if n < 0 or board.terrain[n] == "water":
                continue
            bits = board.sides[h][d]
            foot, horse = costs[board.terrain[n] if board.terrain[n] in costs else "clear"]
            if bits & STREAM:
                wet = costs["secondary river"]
                foot, horse = foot + wet[0], horse + wet[1]
            road = "primary road" if bits & ROAD else "secondary road" if bits & TRAIL else ""
            easy = costs[road] if road else (foot, horse)
            found.append(
                Edge(
                    n,
                    min(foot, easy[0]),
                    min(horse, easy[1]),
                    foot,
                    horse,
                    bool(bits & RIVER),
                    bool(bits & BRIDGE),
                    bool(bits & ROAD),
                )
            )
        return found

    @cached_property
    def roads(self) -> tuple[tuple[int, ...], ...]:
        """For each hex those that a primary road leads to."""
        return tuple(tuple(edge.to for edge in edges if edge.primary) for edges in self.edges)

    def distance(self, a: int, b: int) -> int:
        """Distance in hexes."""
        p, q = self.board.cube(a), self.board.cube(b)
        return max(abs(p[0] - q[0]), abs(p[1] - q[1]), abs(p[2] - q[2]))


def price(
    edge: Edge, here: int, horse: bool, mud: tuple[int, int] | None, cut: Collection[Span], pontoons: Collection[Span]
) -> int:
    """What crossing a hexside costs, 0 where it can't be crossed: a primary river only at a bridge."""
    if cut or pontoons:
        there = span(here, edge.to)
        broken = edge.bridge and there in cut
        if edge.river and (broken or not edge.bridge) and there not in pontoons:
            return 0
        if broken:
            return edge.wild_horse if horse else edge.wild_foot
    elif edge.river and not edge.bridge:
        return 0
    if edge.primary and mud is not None:
        return min(max(edge.horse, mud[1]), edge.wild_horse) if horse else min(max(edge.foot, mud[0]), edge.wild_foot)
    return edge.horse if horse else edge.foot


Price = Callable[[Edge, int], int]


def spread(
    ground: Ground,
    start: int,
    most: int,
    cost: Price,
    barred: Collection[int],
    stops: Collection[int],
    leaving: int = 0,
) -> dict[int, tuple[int, int]]:
    """Every hex within reach with what it takes and the hex before it: nothing goes into ``barred`` hexes nor on from
    ``stops``; ``leaving`` is what it costs to leave the start, if that is one.
    """
    found: dict[int, tuple[int, int]] = {start: (0, -1)}
    heap, done = [(0, start)], set()
    edges = ground.edges
    while heap:
        spent, h = heappop(heap)
        if h in done:
            continue
        done.add(h)
        if h != start and h in stops:
            continue
        extra = leaving if h == start and h in stops else 0
        for edge in edges[h]:
            n = edge.to
            if n in done or n in barred:
                continue
            step = cost(edge, h)
            if not step:
                continue
            far = spent + step + extra
            if far <= most and far < found.get(n, (most + 1, -1))[0]:
                found[n] = (far, h)
                heappush(heap, (far, n))
    return found


def route(found: Mapping[int, tuple[int, int]], to: int) -> tuple[int, ...]:
    """The hexes of a way, without its start."""
    way = []
    while found[to][1] >= 0:
        way.append(to)
        to = found[to][1]
    return tuple(reversed(way))
