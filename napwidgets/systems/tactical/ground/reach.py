"""5. How far a move can go: costs spread from hex to hex, the cheapest first.

The loops are the busiest of a battle, so that what forbids a hex is put into the list of costs beforehand: one
comparison turns down the hexes that are closed, too dear, or reached more cheaply.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Sequence

#: A way into a neighbouring hex: the hex, its cost, its cost off the road.
Way = tuple[int, int, int]
#: Lies below every cost: a hex that can't be entered.
CLOSED = -1
#: As many free ZOC hexes as one likes: the mover never has to stop.
EVERY = 99
#: Half movement points that no way on a map takes.
FAR = 400


class Reach:
    """Where a move can end: ``cost[hex]`` is the least number of half MPs, `path` a way that takes as many.

    A node is a hex; with ``layers``, plus the size of the map for each ZOC hex entered on the way.
    """

    __slots__ = ("_before", "_cost_of", "_node", "_paths", "_size", "cost", "start")

    def __init__(self, start: int, size: int, cost_of: dict[int, int], before: dict[int, int], layers: bool) -> None:
        self.start, self._size, self._before, self._cost_of = start, size, before, cost_of
        self._paths: dict[int, tuple[int, ...]] = {start: ()}
        if not layers or max(cost_of) < size:
            self.cost = cost_of
            self._node: dict[int, int] | None = None
            return
        cost: dict[int, int] = {}
        node: dict[int, int] = {}
        for at, spent in cost_of.items():
            h = at % size
            if h not in cost or spent < cost[h]:
                cost[h], node[h] = spent, at
        self.cost, self._node = cost, node

    def _nodes(self, node: int) -> tuple[int, ...]:
        """The nodes of the way to a node; ways share their beginnings, so each is remembered."""
        paths, before = self._paths, self._before
        new = []
        while node not in paths:
            new.append(node)
            node = before[node]
        way = paths[node]
        for node in reversed(new):
            way = paths[node] = (*way, node)
        return way

    def path(self, h: int) -> tuple[int, ...]:
        """The hexes of the way to ``h``, without the start."""
        if self._node is None:
            return self._paths.get(h) or self._nodes(h)
        size = self._size
        return tuple([node % size for node in self._nodes(self._node[h])])

    def costs(self, h: int) -> tuple[int, ...]:
        """Half MPs spent at each hex of `path`."""
        nodes = self._nodes(h if self._node is None else self._node[h])
        return tuple(self._cost_of[node] for node in nodes)


def least_of(ways: Sequence[Sequence[Way]]) -> tuple[int, ...]:
    """What leaving each hex costs at the least.

    >>> least_of([[(1, 2, 4), (2, 1, 2)], [], [(0, 3, 3)]])
    (1, 400, 3)
    """
    return tuple([min([step for _, step, _ in of], default=FAR) for of in ways])


def confined(ways: Sequence[Sequence[Way]], route: tuple[int, ...]) -> list[Sequence[Way]]:
    """The ways that lead along a route, hex by hex."""
    kept: list[Sequence[Way]] = [()] * len(ways)
    for a, b in itertools.pairwise(route):
        kept[a] = [way for way in ways[a] if way[0] == b]
    return kept


def spread(
    best: list[int],
    ways: Sequence[Sequence[Way]],
    stops: Container[int],
    slowed: Container[int],
    full: Container[int],
    start: int,
    first: int,
    budget: int,
    least: Sequence[int] = (),
) -> dict[int, int]:
    """Spread from ``start`` and give for each hex reached the one before it; ``best`` takes up the costs.

    Nothing goes on from a hex in ``stops``. Roads don't help into hexes in ``full``, nor into others in ``slowed``
    at the rate of the road, which alone is odd: it is half a MP, and what a hex costs more are whole ones. ``least`` is
    what leaving each hex costs at the least, where that is known: from the rim nothing goes on.
    """
    before, least = {start: start}, least or bytes(len(ways))
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    if first <= budget:
        buckets[first].append(start)
    for cost in range(first, budget + 1):
        left = budget - cost
        for h in buckets[cost]:
            if least[h] > left or (h != start and (best[h] < cost or h in stops)):
                continue
            for n, step, slow in ways[h]:
                total = cost + step
                if total >= best[n]:
                    continue
                if step != slow and n in slowed and (step & 1 or n in full):
                    total = cost + slow
                    if total >= best[n]:
                        continue
                best[n] = total
                before[n] = h
                buckets[total].append(n)
    return before


def within(
    ways: Sequence[Sequence[Way]], shut: Iterable[int], start: int, first: int, budget: int
) -> dict[int, int]:
    """Half MPs to each hex that can be reached round the hexes ``shut``, ``first`` of them spent before.

    >>> within([[(1, 2, 2)], [(0, 1, 1), (2, 2, 2)], [(1, 2, 2)]], (), 0, 0, 3)
    {0: 0, 1: 2}
    """
    best = [budget + 1] * len(ways)
    for h in (*shut, start):
        best[h] = CLOSED
    reached = spread(best, ways, (), (), (), start, first, budget)
    best[start] = first
    return {h: best[h] for h in reached}


def spread_in_layers(
    best: list[int],
    ways: Sequence[Sequence[Way]],
    zoc: Iterable[int],
    slowed: Container[int],
    full: Container[int],
    start: int,
    first: int,
    budget: int,
    free: int,
    least: Sequence[int] = (),
) -> dict[int, int]:
    """Like `spread` for those who may enter ``free`` hexes of ``zoc`` without having to stop: nodes, not hexes."""
    size = len(ways)
    up = list(range(size))
    for h in zoc:
        up[h] += size
    before, least = {start: start}, least or bytes(size)
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    if first <= budget:
        buckets[first].append(start)
    for cost in range(first, budget + 1):
        left = budget - cost
        for node in buckets[cost]:
            layer, h = divmod(node, size) if node >= size else (0, node)
            if least[h] > left or layer > free or (best[node] < cost and node != start):
                continue
            shift = node - h
            for n, step, slow in ways[h]:
                total = cost + step
                to = up[n] + shift
                if total >= best[to]:
                    continue
                if step != slow and n in slowed and (step & 1 or n in full):
                    total = cost + slow
                    if total >= best[to]:
                        continue
                best[to] = total
                before[to] = node
                buckets[total].append(to)
    return before
