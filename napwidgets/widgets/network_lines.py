"""The lines of a network for the eye, on its plane: roads that bend through towns, rivers, where they meet, whose land.

Units are those of `napwidgets.board.network.plane`; y is south.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin
from random import Random
from typing import NamedTuple

from napwidgets.board.network import Link, Network, flat, plane, sheet
from napwidgets.board.network_checks import River, crosses
from napwidgets.board.network_ground import Ground
from napwidgets.board.realm_layers import inside
from napwidgets.widgets.outline import Lattice, Point, chains, evenly, smooth

#: Grain of the map of who holds what.
CELL = 15.0
#: How far from the middle of a box the sign of a crossing keeps.
CLEAR = 29.0


class Meeting(NamedTuple):
    """Where a link and its river meet, and the way the road runs there in degrees."""

    link: Link
    x: float
    y: float
    turn: float


class Lines:
    """All lines of a network that are drawn."""

    def __init__(self, network: Network, rivers: Sequence[River], ground: Ground) -> None:
        self.network, self.ground, self._beds = network, ground, rivers
        self.spots = plane(network)
        self.wide, self.high = sheet(network)

    def on_plane(self, line: Iterable[Point]) -> list[Point]:
        """Points in longitude and latitude as points of the plane."""
        return [flat(self.network, lat, lon) for lon, lat in line]

    @cached_property
    def rivers(self) -> list[tuple[River, list[Point]]]:
        """The rivers with their courses as they are drawn."""
        return [(river, smooth(self.on_plane(river.line), times=1)) for river in self._beds]

    # Roads

    @cached_property
    def roads(self) -> list[list[Point]]:
        """The course of each link, by its number."""
        return [self._course(n, link) for n, link in enumerate(self.network.links)]

    def _course(self, n: int, link: Link) -> list[Point]:
        a, b = self.spots[link.a], self.spots[link.b]
        far, way = hypot(b[0] - a[0], b[1] - a[1]), atan2(b[1] - a[1], b[0] - a[0])
        if link.road == "road":
            out, home = self._through(n, link.b, link.a, way), self._through(n, link.a, link.b, way)
        else:
            # Country roads wind a little, always in the same way.
            shake = Random(n)
            out, home = way + shake.uniform(-0.2, 0.2), way + shake.uniform(-0.2, 0.2)
        pull = far * 0.33
        return _bezier(
            a, (a[0] + cos(out) * pull, a[1] + sin(out) * pull), (b[0] - cos(home) * pull, b[1] - sin(home) * pull), b
        )

    def _through(self, n: int, far: int, here: int, way: float) -> float:
        """Which way a road runs through a town: half way between where it comes from and where it goes on."""
        x, y = self.spots[here]
        # The road leaves `here` for `far`; its other end there is looked for.
        goes = atan2(self.spots[far][1] - y, self.spots[far][0] - x)
        best = 0.0
        for place, number in self.network.around[here]:
            other = self.network.links[number]
            if number != n and other.road == "road":
                comes = atan2(y - self.spots[place][1], x - self.spots[place][0])
                turn = _turned(comes - goes)
                same = other.name == self.network.links[n].name
                if abs(turn) < (1.2 if same else 0.5) and (not best or same):
                    best = turn
        return way + best * 0.45

    @cached_property
    def meetings(self) -> list[Meeting]:
        """Where links cross their rivers: on the drawn lines, or half way where the drawn lines don't cross."""
        found = []
        for n, link in enumerate(self.network.links):
            if link.water:
                named = [line for river, line in self.rivers if river.name == link.river]
                others = [line for river, line in self.rivers if river.name != link.river]
                at = _meeting(self.roads[n], named) or _meeting(self.roads[n], others)
                found.append(_sign(link, self.roads[n], at))
        return found

    # Lands

    @cached_property
    def lands(self) -> list[tuple[str, list[list[Point]]]]:
        """The outlines of the countries: the land of the nearest place, or what a frontier encloses."""
        held = self._held()
        countries = sorted({name for name in held.values() if name})
        return [(name, _outlines(held, name)) for name in countries]

    def _held(self) -> dict[Lattice, str]:
        rings = [(f.inside, tuple(self.on_plane((*f.line, *f.closes, f.line[0])))) for f in self.ground.frontiers]
        kept = {name for name, _ in rings}
        places = [(x, y, p.country) for (x, y), p in zip(self.spots, self.network.places, strict=True)]
        buckets = _buckets([place for place in places if place[2] not in kept], 150.0)
        found = {}
        for i in range(-3, int(self.wide / CELL) + 4):
            for k in range(-3, int(self.high / CELL) + 4):
                x, y = (i + 0.5) * CELL, (k + 0.5) * CELL
                within = next((name for name, ring in rings if inside([ring], (x, y))), "")
                found[i, k] = within or _nearest(buckets, x, y, 150.0)
        return found


def _turned(angle: float) -> float:
    """An angle between minus and plus half a turn."""
    return atan2(sin(angle), cos(angle))


def _bezier(a: Point, b: Point, c: Point, d: Point, parts: int = 12) -> list[Point]:
    line = []
    for i in range(parts + 1):
        t = i / parts
        u = 1 - t
        w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        line.append(tuple(sum(w[n] * p[k] for n, p in enumerate((a, b, c, d))) for k in (0, 1)))
    return line  # type: ignore[return-value]


def _sign(link: Link, road: Sequence[Point], at: Point | None) -> Meeting:
    """The sign of a crossing: on the water, but clear of the boxes at both ends, and half way if no water is drawn."""
    long = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(road))
    clear = min(CLEAR, long / 2)
    line = evenly(road, 2.0)
    step = long / (len(line) - 1)
    where = min(range(len(line)), key=lambda i: hypot(line[i][0] - at[0], line[i][1] - at[1])) if at else len(line) // 2
    n = min(max(where, round(clear / step)), len(line) - 1 - round(clear / step), len(line) - 2)
    (x0, y0), (x1, y1) = line[n], line[n + 1]
    return Meeting(link, x0, y0, degrees(atan2(y1 - y0, x1 - x0)))


def _meeting(road: Sequence[Point], rivers: Iterable[Sequence[Point]]) -> Point | None:
    for line in rivers:
        low, high = min(p[0] for p in road) - 5, max(p[0] for p in road) + 5
        for c, d in pairwise(line):
            if low <= max(c[0], d[0]) and min(c[0], d[0]) <= high:
                for a, b in pairwise(road):
                    if crosses(a, b, c, d):
                        return _where(a, b, c, d)
    return None


def _where(a: Point, b: Point, c: Point, d: Point) -> Point:
    """The point where two stretches cross."""
    u, v = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    across = u[0] * v[1] - u[1] * v[0] or 1e-9
    t = ((c[0] - a[0]) * v[1] - (c[1] - a[1]) * v[0]) / across
    return a[0] + u[0] * t, a[1] + u[1] * t


Bucket = dict[Lattice, list[tuple[float, float, str]]]


def _buckets(places: Iterable[tuple[float, float, str]], size: float) -> Bucket:
    found: Bucket = {}
    for place in places:
        found.setdefault((int(place[0] // size), int(place[1] // size)), []).append(place)
    return found


def _nearest(buckets: Bucket, x: float, y: float, size: float) -> str:
    """The country of the nearest place, looked for in wider and wider rings."""
    i, k = int(x // size), int(y // size)
    for ring in (1, 2, 4, 9):
        near = [
            p
            for di in range(-ring, ring + 1)
            for dk in range(-ring, ring + 1)
            for p in buckets.get((i + di, k + dk), ())
        ]
        if near:
            best = min(near, key=lambda p: hypot(p[0] - x, p[1] - y))
            if hypot(best[0] - x, best[1] - y) <= ring * size or ring == 9:
                return best[2]
    return ""


def _outlines(held: dict[Lattice, str], name: str) -> list[list[Point]]:
    """The closed outlines of a country's cells, smoothed."""
    edges: list[tuple[Lattice, Lattice]] = []
    for (i, k), country in held.items():
        if country == name:
            for step, a, b in (
                ((0, -1), (i, k), (i + 1, k)), ((1, 0), (i + 1, k), (i + 1, k + 1)),
                ((0, 1), (i + 1, k + 1), (i, k + 1)), ((-1, 0), (i, k + 1), (i, k)),
            ):  # fmt: skip
                if held.get((i + step[0], k + step[1])) != name:
                    edges.append((a, b))
    loops = [[(x * CELL, y * CELL) for x, y in chain] for chain in chains(edges)]
    return [smooth(_slack(loop[:-1]), closed=True, times=2) for loop in loops if len(loop) > 6]


def _slack(loop: list[Point]) -> list[Point]:
    """A loop of cell corners as the loop of the middles of its sides, which has no stairs."""
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise([*loop, loop[0]])][::2]
