"""Which boxes are joined: near neighbours, thinned out where a detour serves as well, and the roads of history.

Two places are near neighbours if no third lies in the circle between them (Gabriel's graph): such links never cross.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise

from napwidgets.board.atlas import Spot
from napwidgets.board.network import Link
from napwidgets.board.network_checks import crosses

#: Two places by their numbers, the lower first.
Pair = tuple[int, int]


def pair(a: int, b: int) -> Pair:
    """Two places in the order in which links name them."""
    return (a, b) if a < b else (b, a)


def neighbours(spots: Sequence[Spot], longest: float) -> list[Pair]:
    """All pairs of near neighbours no farther apart than ``longest``.

    >>> neighbours([(0, 0), (4, 0), (2, 0.5)], 9)
    [(0, 2), (1, 2)]
    """
    found = []
    for a, b in combinations(range(len(spots)), 2):
        far = math.dist(spots[a], spots[b])
        if far <= longest:
            middle = (spots[a][0] + spots[b][0]) / 2, (spots[a][1] + spots[b][1]) / 2
            if all(math.dist(middle, p) >= far / 2 for n, p in enumerate(spots) if n not in (a, b)):
                found.append((a, b))
    return found


def uncrossed(pairs: Iterable[Pair], fixed: Iterable[Pair], spots: Sequence[Spot]) -> list[Pair]:
    """The pairs that cross no fixed one."""
    kept = list(fixed)
    return [p for p in pairs if not any(_cross(p, other, spots) for other in kept)]


def _cross(one: Pair, other: Pair, spots: Sequence[Spot]) -> bool:
    return not set(one) & set(other) and crosses(*(spots[n] for n in (*one, *other)))


def thinned(pairs: Sequence[Pair], fixed: Iterable[Pair], spots: Sequence[Spot], detour: float) -> list[Pair]:
    """The pairs without those that another way serves as well, the longest first to go.

    A pair goes if a way over what is left is no longer than ``detour`` times itself and both its places keep two links.
    """
    net = Ways(len(spots))
    for a, b in (*fixed, *pairs):
        net.add(a, b, math.dist(spots[a], spots[b]))
    kept = set(pairs)
    for a, b in sorted(pairs, key=lambda p: (-math.dist(spots[p[0]], spots[p[1]]), p)):
        far = net.cut(a, b)
        if min(len(net.next[a]), len(net.next[b])) < 2 or not net.within(a, b, detour * far):
            net.add(a, b, far)
        else:
            kept.discard((a, b))
    return sorted(kept)


class Ways:
    """A graph of places with lengths, and whether a way in it is short."""

    def __init__(self, size: int) -> None:
        self.next: list[dict[int, float]] = [{} for _ in range(size)]

    def add(self, a: int, b: int, far: float) -> None:
        """Join two places."""
        self.next[a][b] = self.next[b][a] = far

    def cut(self, a: int, b: int) -> float:
        """Part two places; gives how far they were."""
        del self.next[b][a]
        return self.next[a].pop(b)

    def within(self, a: int, b: int, limit: float) -> bool:
        """Whether a way is no longer than the limit."""
        best, queue = {a: 0.0}, [(0.0, a)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here == b:
                return True
            for there, step in self.next[here].items():
                if cost + step <= limit and cost + step < best.get(there, math.inf):
                    best[there] = cost + step
                    heapq.heappush(queue, (cost + step, there))
        return False


def tangled(links: Sequence[Link], spots: Sequence[Spot]) -> list[tuple[Link, Link]]:
    """Links that cross each other."""
    return [(one, other) for one, other in combinations(links, 2) if _cross((one.a, one.b), (other.a, other.b), spots)]


def chain(ids: str, number: Mapping[str, int]) -> list[Pair]:
    """The pairs of a chain of places."""
    return [pair(number[a], number[b]) for a, b in pairwise(ids.split())]
