"""Rivers for the board of Europe: from unnamed lines to named chains of hexsides that keep cities on their banks."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct
from shapely.geometry import LineString, Point

from napwidgets.board.atlas import Net, Spot
from napwidgets.board.courses import Grid, Hex, Side
from napwidgets.board.geometry import Point as Vertex
from napwidgets.board.geometry import hex_at, side_ends, to_plane
from napwidgets.board.realm import River
from napwidgets.kernel.provenance import Provenance

#: How hard a river is held to its drawn line: the cost of a hexside grows with the square of its distance.
PULL = 40.0
#: What it costs to leave a city on the wrong bank, and how near to the line (hexes) a city has a bank.
WRONG_BANK, NEAR = 400.0, 0.75


class Bed(Struct, forbid_unknown_fields=True):
    """A river to be found among unnamed lines: points along it from source to mouth, and the river it flows into."""

    name: str
    through: list[Spot]
    into: str | None = None


class Beds(Struct, forbid_unknown_fields=True):
    """The file of river beds. ``banks`` says of cities on which bank they stand, ``left`` or ``right`` of a river as it
    flows; other cities near it stay on the side of the line where they are.
    """

    note: str
    provenance: Provenance
    rivers: list[Bed]
    banks: dict[str, dict[str, str]] = {}


class Place(NamedTuple):
    """A city as rivers see it: its name, its hex, and where it truly lies."""

    name: str
    hex: Hex
    spot: Spot


class Waters:
    """Lays rivers along hexsides. ``banks`` says whether a hexside has land on both hands."""

    def __init__(self, grid: Grid, places: Iterable[Place], banks: Callable[[Side], bool]) -> None:
        self.grid, self.places, self._banks = grid, list(places), banks
        self._next: dict[Vertex, dict[Vertex, Side]] = {}
        for h in grid.hexes():
            for d in range(3):
                if grid.holds(grid.neighbour(h, d)):
                    a, b = side_ends(*h, d)
                    self._next.setdefault(a, {})[b] = (h, d)
                    self._next.setdefault(b, {})[a] = (h, d)

    def rivers(self, beds: Beds, net: Net, place: Callable[[Spot], Spot], flat: Callable[[Spot], Spot]) -> list[River]:
        """All rivers; ``flat`` lays longitude and latitude into the plane of ``net``, ``place`` from there to ours."""
        chains: dict[str, list[Vertex]] = {}
        taken: set[Side] = set()
        found = []
        for bed in beds.rivers:
            way = [spot for p in net.course([flat(q) for q in bed.through]) if self._on_sheet(spot := place(p))]
            bent = list(way)
            if bed.into is not None:
                bent[-1] = min((to_plane(*v) for v in chains[bed.into]), key=lambda v: (math.dist(v, way[-1]), v))
            chains[bed.name] = self.lay(bed.name, way, beds.banks.get(bed.name, {}), bent)
            sides = {s for s in self.grid.along(chains[bed.name]) if self._banks(s)} - taken
            taken |= sides
            found.append(_river(bed.name, (self.grid.side_name(s) for s in sides), way))
        return found

    def lay(self, name: str, way: Sequence[Spot], known: Mapping[str, str], bent: Sequence[Spot] = ()) -> list[Vertex]:
        """The corners that a river runs along from its source down, for a drawn ``way`` on the sheet.

        ``known`` says of cities whether they stand on its ``left`` or ``right``; ``bent`` is the way to follow, where
        that is not the one by which banks are told. Raises ``ValueError`` where a city can't stand on its bank.
        """
        chain = self._shore(bent or way, self._held(way, known))
        self._keeps(name, chain, known)
        return chain

    def _on_sheet(self, spot: Spot) -> bool:
        return self.grid.holds(hex_at(*spot))

    def _held(self, way: Sequence[Spot], known: Mapping[str, str]) -> dict[Hex, bool]:
        """The hexes of cities near a river, and whether they lie on its right bank."""
        line = LineString(way)
        found = {}
        for place in self.places:
            if place.name in known:
                found[place.hex] = known[place.name] == "right"
            elif line.distance(Point(place.spot)) < NEAR:
                at = line.project(Point(place.spot))
                a, b = (line.interpolate(max(0.0, at + d)) for d in (-0.05, 0.05))
                # With y to the south, a point on the right hand of the flow gives a positive cross product.
                cross = (b.x - a.x) * (place.spot[1] - a.y) - (b.y - a.y) * (place.spot[0] - a.x)
                found[place.hex] = cross > 0
        return found

    def _keeps(self, name: str, chain: Sequence[Vertex], known: Mapping[str, str]) -> None:
        """Refuse a river that runs past a city of known bank on the other side."""
        held = {place.hex: known[place.name] == "right" for place in self.places if place.name in known}
        if missing := set(known) - {place.name for place in self.places}:
            raise ValueError(f"{name} has banks of cities that are not on the board: {', '.join(sorted(missing))}")
        for a, b in pairwise(chain):
            if self._wrong(a, b, self._next[a][b], held):
                raise ValueError(f"{name} can't keep all its cities on their banks near {self._next[a][b]}")

    def _shore(self, line: Sequence[Spot], held: Mapping[Hex, bool]) -> list[Vertex]:
        """The chain of corners that follows a drawn line most closely and leaves cities on their banks."""
        drawn = LineString(line)
        start, goal = self._corner(line[0]), self._corner(line[-1])
        best: dict[Vertex, float] = {start: 0.0}
        came: dict[Vertex, Vertex] = {}
        queue = [(0.0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here == goal:
                break
            for there, side in self._next[here].items():
                (x0, y0), (x1, y1) = to_plane(*here), to_plane(*there)
                away = drawn.distance(Point((x0 + x1) / 2, (y0 + y1) / 2))
                total = cost + 1 + PULL * away * away + WRONG_BANK * self._wrong(here, there, side, held)
                if total < best.get(there, math.inf):
                    best[there], came[there] = total, here
                    heapq.heappush(queue, (total, there))
        chain = [goal]
        while chain[-1] != start:
            chain.append(came[chain[-1]])
        return chain[::-1]

    def _wrong(self, here: Vertex, there: Vertex, side: Side, held: Mapping[Hex, bool]) -> int:
        """How many cities lie on the wrong hand of one who goes down a hexside with the river."""
        h, d = side
        # A hexside that is walked clockwise has its own hex on the right.
        own_right = side_ends(*h, d) == (here, there)
        hands = ((h, own_right), (self.grid.neighbour(h, d), not own_right))
        return sum(cell in held and held[cell] != right for cell, right in hands)

    def _corner(self, spot: Spot) -> Vertex:
        return min(self._next, key=lambda v: (round(math.dist(to_plane(*v), spot), 9), v))


def _river(name: str, sides: Iterable[str], way: Sequence[Spot]) -> River:
    course = LineString(way).simplify(0.03).coords
    return River(name, tuple(sorted(sides)), tuple((round(x, 2), round(y, 2)) for x, y in course))
