"""From the globe to a sheet: a conic projection, named courses through a net of lines, and a cheapest pairing.

Nothing here knows Europe or hexes: it is what `napwidgets.board.europe` needs to turn longitudes and latitudes into
a board. No third-party package is used.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

Spot = tuple[float, float]

#: Mean radius of the earth in kilometres.
EARTH_KM = 6371.0


class Conic:
    """Lambert's conformal conic projection on the sphere: angles true everywhere, lengths true on two parallels.

    Works in kilometres, x east and y *south* (as a sheet is read), from the point ``centre``.

    >>> conic = Conic((14.0, 49.0), (42.0, 56.0))
    >>> conic.forward((14.0, 49.0))
    (0.0, 0.0)
    >>> [round(v, 6) for v in conic.backward(conic.forward((2.35, 48.85)))]
    [2.35, 48.85]
    """

    def __init__(self, centre: Spot, parallels: tuple[float, float]) -> None:
        low, high = (math.radians(p) for p in parallels)
        self._lon0 = centre[0]
        self._n = math.log(math.cos(low) / math.cos(high)) / math.log(_tan(high) / _tan(low))
        self._f = EARTH_KM * math.cos(low) * _tan(low) ** self._n / self._n
        self._rho0 = self._rho(centre[1])

    def _rho(self, lat: float) -> float:
        return float(self._f / _tan(math.radians(lat)) ** self._n)

    def forward(self, lonlat: Sequence[float]) -> Spot:
        """Kilometres east and south of the centre."""
        rho, angle = self._rho(lonlat[1]), self._n * math.radians(lonlat[0] - self._lon0)
        return rho * math.sin(angle), rho * math.cos(angle) - self._rho0

    def backward(self, spot: Spot) -> Spot:
        """Longitude and latitude of a point in kilometres; the contrary of `forward`."""
        x, y = spot[0], spot[1] + self._rho0
        lat = 2 * math.atan((self._f / math.hypot(x, y)) ** (1 / self._n)) - math.pi / 2
        return self._lon0 + math.degrees(math.atan2(x, y)) / self._n, math.degrees(lat)


def _tan(lat: float) -> float:
    return math.tan(math.pi / 4 + lat / 2)


def great_circle(a: Spot, b: Spot) -> float:
    """Kilometres between two points given as longitude and latitude.

    >>> round(great_circle((2.35, 48.85), (16.37, 48.21)))
    1033
    """
    (lon0, lat0), (lon1, lat1) = ((math.radians(p[0]), math.radians(p[1])) for p in (a, b))
    half = math.sin((lat1 - lat0) / 2) ** 2
    half += math.cos(lat0) * math.cos(lat1) * math.sin((lon1 - lon0) / 2) ** 2
    return 2 * EARTH_KM * math.asin(math.sqrt(half))


class Net:
    """Lines that meet at common points, with short gaps bridged: the waters of a country, unnamed.

    ``course`` finds a river in it from a handful of points along its bed.
    """

    #: Ends of lines this near to a point of another line (km) are joined to it, at ``GAP`` times the length.
    JOIN_KM, GAP = 25.0, 4.0

    def __init__(self, lines: Iterable[Sequence[Spot]]) -> None:
        self._next: dict[Spot, dict[Spot, float]] = {}
        ends: list[Spot] = []
        for line in lines:
            for a, b in pairwise(line):
                self._link(a, b, 1.0)
            ends += [line[0], line[-1]]
        cells = _cells(self._next)
        for end in ends:
            for spot in _near(cells, end):
                if spot != end and spot not in self._next[end] and math.dist(spot, end) < self.JOIN_KM:
                    self._link(end, spot, self.GAP)

    def _link(self, a: Spot, b: Spot, factor: float) -> None:
        cost = factor * math.dist(a, b)
        self._next.setdefault(a, {})[b] = cost
        self._next.setdefault(b, {})[a] = cost

    def course(self, through: Sequence[Spot]) -> list[Spot]:
        """The shortest way in the net past all the points given, in order; straight on where the net has none."""
        found: list[Spot] = []
        held = [min(self._next, key=lambda s: (math.dist(s, p), s)) for p in through]
        stops = [h if math.dist(h, p) < self.JOIN_KM else p for h, p in zip(held, through, strict=True)]
        for a, b in pairwise(stops):
            found += self._way(a, b)[1 if found else 0 :]
        return found

    def _way(self, start: Spot, goal: Spot) -> list[Spot]:
        best, came = {start: 0.0}, dict[Spot, Spot]()
        queue = [(0.0, start)]
        limit = 3 * math.dist(start, goal) + 60
        while queue:
            cost, here = heapq.heappop(queue)
            if here == goal or cost > limit:
                break
            for there, step in self._next.get(here, {}).items():
                if cost + step < best.get(there, math.inf):
                    best[there], came[there] = cost + step, here
                    heapq.heappush(queue, (cost + step, there))
        if goal not in came:
            return [start, goal]
        way = [goal]
        while way[-1] != start:
            way.append(came[way[-1]])
        return way[::-1]


_CELL = 25.0


def _cells(spots: Iterable[Spot]) -> dict[tuple[int, int], list[Spot]]:
    found: dict[tuple[int, int], list[Spot]] = {}
    for spot in spots:
        found.setdefault((int(spot[0] // _CELL), int(spot[1] // _CELL)), []).append(spot)
    return found


def _near(cells: Mapping[tuple[int, int], list[Spot]], spot: Spot) -> Iterable[Spot]:
    x, y = int(spot[0] // _CELL), int(spot[1] // _CELL)
    return (s for i in (-1, 0, 1) for j in (-1, 0, 1) for s in cells.get((x + i, y + j), ()))


def pair_up(costs: Sequence[Mapping[int, int]]) -> list[int | None]:
    """Give each item one of the places it can have, no place twice, as many items as can be, at the least cost.

    ``costs`` maps, for each item, the places it can have to what they cost. Earlier items are placed first and may
    be moved by later ones, but never lose their place for them.

    >>> pair_up([{7: 0, 8: 5}, {7: 0}, {7: 1}])
    [8, 7, None]
    """
    holder: dict[int, int] = {}
    place: list[int | None] = [None] * len(costs)
    for item in range(len(costs)):
        _augment(item, costs, holder, place)
    return place


def _augment(item: int, costs: Sequence[Mapping[int, int]], holder: dict[int, int], place: list[int | None]) -> None:
    """Place one more item by the cheapest chain of moves (Bellman and Ford's search, as moves can save cost)."""
    best: dict[int, int] = {}
    came: dict[int, int] = {}
    queue = [(item, 0)]
    while queue:
        mover, so_far = queue.pop(0)
        for spot, cost in sorted(costs[mover].items()):
            if spot == place[mover] or so_far + cost >= best.get(spot, 1 << 60):
                continue
            best[spot], came[spot] = so_far + cost, mover
            if (other := holder.get(spot)) is not None:
                queue.append((other, best[spot] - costs[other][spot]))
    free = [(cost, spot) for spot, cost in best.items() if spot not in holder]
    if not free:
        return
    spot = min(free)[1]
    while True:
        mover = came[spot]
        before = place[mover]
        place[mover], holder[spot] = spot, mover
        if mover == item or before is None:
            return
        spot = before
