"""Courses of roads and waters on a hex grid: a drawn line in, a chain of hexes or of hexsides out."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from shapely.geometry import LineString, Point, Polygon

from napwidgets.board.geometry import CORNERS, STEPS, axial, centre, corners, hex_at, offset, to_plane
from napwidgets.board.geometry import Point as Vertex
from napwidgets.board.hexmap import Sheets, hex_name

Hex = tuple[int, int]
#: A hexside as the hex and the direction that name it; the hex is on the map.
Side = tuple[Hex, int]
#: A course in hex units.
Way = list[tuple[float, float]]

#: A road that only clips a hex, with less than this length in it, does not go through it.
CLIP = 0.45
#: How hard a stream is held to its drawn line: the cost of a hexside grows with the square of its distance.
PULL = 40.0


class Grid:
    """The hexes of a map and what can be laid on them."""

    def __init__(self, cols: int, rows: int, sheets: Sheets = ()) -> None:
        self.cols, self.rows, self.sheets = cols, rows, sheets
        wide, high = to_plane(*centre(cols - 1, 0))[0], rows - 0.5
        self.frame = Polygon([(-0.3, -0.5), (wide + 0.3, -0.5), (wide + 0.3, high), (-0.3, high)])
        self._sides: dict[frozenset[Vertex], Side] = {}
        self._next: dict[Vertex, list[Vertex]] = {}
        self._lattice()

    def hexes(self) -> Iterator[Hex]:
        """All hexes, column by column."""
        return ((c, r) for c in range(self.cols) for r in range(self.rows))

    def about(self, bounds: Sequence[float]) -> Iterator[Hex]:
        """The hexes that may have a part of what lies within ``bounds``: west, north, east and south in hex units."""
        west, north, east, south = bounds
        for c, r in self.hexes():
            x, y = self.middle((c, r))
            if west - 0.6 < x < east + 0.6 and north - 0.6 < y < south + 0.6:
                yield c, r

    def holds(self, h: Hex) -> bool:
        """Whether a hex is on the map."""
        return 0 <= h[0] < self.cols and 0 <= h[1] < self.rows

    def middle(self, h: Hex) -> tuple[float, float]:
        """The centre of a hex in hex units."""
        return to_plane(*centre(*h))

    def neighbour(self, h: Hex, d: int) -> Hex:
        """The hex in direction ``d``, which may be off the map."""
        q, r = axial(*h)
        return offset(q + STEPS[d][0], r + STEPS[d][1])

    def touch(self, a: Hex, b: Hex) -> bool:
        """Whether two hexes are neighbours.

        >>> Grid(3, 3).touch((0, 0), (1, 0)), Grid(3, 3).touch((0, 0), (1, 1))
        (True, False)
        """
        return any(self.neighbour(a, d) == b for d in range(6))

    def side(self, a: Hex, b: Hex) -> Side:
        """The hexside between two neighbours, always under the same name, which is of a hex on the map."""
        d = next(d for d in range(6) if self.neighbour(a, d) == b)
        if not self.holds(a) or (d >= 3 and self.holds(b)):
            return b, (d + 3) % 6
        return a, d

    def name(self, h: Hex) -> str:
        """A hex as map files write it.

        >>> Grid(2, 4, (("W", 2), ("E", 2))).name((0, 2))
        '0101E'
        """
        return hex_name(*h, self.sheets)

    def side_name(self, side: Side) -> str:
        """A hexside as map files write it.

        >>> Grid(2, 2).side_name(((0, 1), 2))
        '0102/2'
        """
        return f"{self.name(side[0])}/{side[1]}"

    def side_middle(self, side: Side) -> tuple[float, float]:
        """The middle of a hexside in hex units."""
        (x0, y0), (x1, y1) = self.middle(side[0]), self.middle(self.neighbour(*side))
        return (x0 + x1) / 2, (y0 + y1) / 2

    def nearest(self, sides: Iterable[Side], spot: tuple[float, float], reach: float) -> Side | None:
        """The hexside nearest to a spot, None if there is none within ``reach``."""
        found = min(((_apart(self.side_middle(side), spot), side) for side in sides), default=None)
        return found[1] if found and found[0] <= reach else None

    # Roads ------------------------------------------------------------------------------------------

    def chains(self, line: Sequence[tuple[float, float]], held: set[Hex]) -> list[list[Hex]]:
        """The chains of neighbouring hexes that a road passes through, one for each time it is on the map.

        Hexes that the road only clips are left out, unless a place in ``held`` is there. A chain reaches
        one hex beyond the map where the road does.
        """
        whole = self._thinned(_steps(line), held)
        found: list[list[Hex]] = []
        chain: list[Hex] = []
        for before, h in pairwise([None, *whole, None]):
            if h is not None and self.holds(h):
                if not chain and before is not None:
                    chain = [before]
                chain.append(h)
            elif chain:
                found.append([*chain, h] if h is not None else chain)
                chain = []
        return [chain for chain in found if len(chain) > 1]

    def _thinned(self, steps: list[tuple[Hex, float]], held: set[Hex]) -> list[Hex]:
        """The hexes of a road without those it only clips, the shortest clip first."""
        while True:
            clips = [
                (steps[i][1], i)
                for i in range(1, len(steps) - 1)
                if steps[i][1] < CLIP
                and steps[i][0] not in held
                and self.touch(steps[i - 1][0], steps[i + 1][0])
            ]
            if not clips:
                return [h for h, _ in steps]
            steps.pop(min(clips)[1])

    def trodden(self, chain: Sequence[Hex]) -> Way:
        """The course of a road: through the centres of its hexes, to the edge where it leaves the map."""
        way = [self.middle(h) for h in chain if self.holds(h)]
        if not self.holds(chain[0]):
            way.insert(0, self.side_middle(self.side(chain[0], chain[1])))
        if not self.holds(chain[-1]):
            way.append(self.side_middle(self.side(chain[-2], chain[-1])))
        return way

    # Waters and crests ------------------------------------------------------------------------------

    def _lattice(self) -> None:
        """All hexsides between two hexes of the map, by their ends."""
        for h in self.hexes():
            ends = corners(*h)
            for d in range(3):
                if self.holds(self.neighbour(h, d)):
                    a, b = ends[d], ends[(d + 1) % len(CORNERS)]
                    self._sides[frozenset((a, b))] = (h, d)
                    self._next.setdefault(a, []).append(b)
                    self._next.setdefault(b, []).append(a)

    def steps(self, levels: Mapping[Hex, int]) -> set[Side]:
        """The hexsides between two hexes of different levels."""
        level = levels.get
        return {(h, d) for h, d in self._sides.values() if level(h, 0) != level(self.neighbour(h, d), 0)}

    def shore(self, line: Way, within: Collection[Side] | None = None) -> list[Vertex]:
        """The connected chain of corners that follows a drawn line most closely, on hexsides ``within`` a set if one is
        given; raises ``ValueError`` if those do not join the corners nearest to the ends.
        """
        drawn = LineString(line)
        allowed = {ends for ends, side in self._sides.items() if within is None or side in within}
        known = self._next if within is None else frozenset().union(*allowed)
        if not known:
            raise ValueError("there is no change of level on the map")
        start, goal = _corner(known, line[0]), _corner(known, line[-1])
        best: dict[Vertex, float] = {start: 0.0}
        came: dict[Vertex, Vertex] = {}
        queue = [(0.0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here == goal:
                break
            for there in self._next[here]:
                if frozenset((here, there)) not in allowed:
                    continue
                (x0, y0), (x1, y1) = to_plane(*here), to_plane(*there)
                away = drawn.distance(Point((x0 + x1) / 2, (y0 + y1) / 2))
                total = cost + 1 + PULL * away * away
                if total < best.get(there, float("inf")):
                    best[there], came[there] = total, here
                    heapq.heappush(queue, (total, there))
        if goal not in best:
            raise ValueError("no change of level leads from one end to the other")
        chain = [goal]
        while chain[-1] != start:
            chain.append(came[chain[-1]])
        return chain[::-1]

    def along(self, chain: Sequence[Vertex]) -> set[Side]:
        """The hexsides of a chain of corners."""
        return {self._sides[frozenset(pair)] for pair in pairwise(chain)}


def smooth(way: Sequence[tuple[float, float]]) -> Way:
    """A course with its corners cut twice (Chaikin), rounded to a thousandth of a hex.

    >>> smooth([(0.0, 0.0), (1.0, 0.0)])
    [(0.0, 0.0), (1.0, 0.0)]
    >>> len(smooth([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]))
    6
    """
    for _ in range(2):
        if len(way) < 3:
            break
        cut = [way[0]]
        for (x0, y0), (x1, y1) in pairwise(way):
            cut += [
                (0.75 * x0 + 0.25 * x1, 0.75 * y0 + 0.25 * y1),
                (0.25 * x0 + 0.75 * x1, 0.25 * y0 + 0.75 * y1),
            ]
        del cut[1], cut[-1]
        way = [*cut, way[-1]]
    return [(round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in way]


def _steps(line: Sequence[tuple[float, float]]) -> list[tuple[Hex, float]]:
    """The hexes a line passes through, in order, each with the length of line in it."""
    drawn, found = LineString(line), list[tuple[Hex, float]]()
    count = max(2, int(drawn.length * 100))
    for i in range(count + 1):
        spot = drawn.interpolate(i / count, normalized=True)
        h = hex_at(spot.x, spot.y)
        if found and found[-1][0] == h:
            found[-1] = (h, found[-1][1] + drawn.length / count)
        else:
            found.append((h, 0.0))
    return found


def _corner(known: Iterable[Vertex], spot: tuple[float, float]) -> Vertex:
    return min(known, key=lambda v: (round(_apart(to_plane(*v), spot), 9), v))


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])
