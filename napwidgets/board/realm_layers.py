"""The board of Europe as lines and points, ready to be drawn: coasts, rivers, borders, seas and names on one plane.

Everything is in hex units (x east, y south, from the centre of hex 0101; a hex is 1 high from flat to flat). A screen
that counts upwards, as Leaflet's ``crs.Simple`` does, takes ``(-y, x)`` for latitude and longitude: `to_latlng`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from napwidgets.board.geometry import STEPS, axial, corners, offset, side_ends, to_plane
from napwidgets.board.geometry import Point as Vertex
from napwidgets.board.realm import EuropeBoard, unpack

Spot = tuple[float, float]
Line = tuple[Spot, ...]

#: A river reaches on to its mouth if that is no farther than this (hexes) from its last hexside.
MOUTH = 0.75


class Layers(NamedTuple):
    """What a base map shows.

    ``coasts`` and ``lakes`` are closed rings, ``rivers`` the drawn lines of each river along its hexsides, ``borders``
    lines between the lands of two states or of a state and what is out of play, ``lands`` the closed outlines of each
    state's hexes and of the sea hexes off its shore, past the edge of the board, ``zones`` lines between two sea zones.
    """

    bounds: tuple[float, float, float, float]
    coasts: tuple[Line, ...]
    lakes: tuple[Line, ...]
    rivers: tuple[tuple[str, tuple[Line, ...]], ...]
    borders: tuple[Line, ...]
    lands: tuple[tuple[str, tuple[Line, ...]], ...]
    zones: tuple[Line, ...]


def layers(board: EuropeBoard) -> Layers:
    """The lines of a board."""
    lands: dict[str, list[int]] = {name: list(board.land_of(name)) for name in board.states if board.land_of(name)}
    lakes = {h for h in range(board.size) if board.terrain[h] == "lake"}
    for state, hexes in lands.items():
        hexes += [board.number(name) for name in unpack(board.data.slips.get(state, ""))]
        hexes += sorted({n for h in hexes for n in board.neighbours[h]} & lakes)
    return Layers(
        bounds(board),
        board.data.outline,
        board.data.lakes,
        tuple((river.name, tuple(river_lines(board, river.name))) for river in board.rivers),
        tuple(_plane(line) for line in chains(_between(board, _owners(board)))),
        tuple((name, tuple(outlines(board, hexes, beyond=True))) for name, hexes in lands.items()),
        tuple(_plane(line) for line in chains(_between(board, _seas(board)))),
    )


def bounds(board: EuropeBoard) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all hexes.

    >>> bounds(EuropeBoard.load(EuropeBoard.HOME))[:2]
    (-0.577, -0.5)
    """
    right = max(x for x, _ in hex_corners(board, board.size - 1))
    return round(hex_corners(board, 0)[5][0], 3), -0.5, round(right, 3), float(board.rows)


def to_latlng(spot: Spot, scale: float = 1.0) -> tuple[float, float]:
    """A point of the plane as Leaflet's ``crs.Simple`` wants it.

    >>> to_latlng((2.0, 3.0), 100)
    (-300.0, 200.0)
    """
    return -spot[1] * scale, spot[0] * scale


def from_latlng(latlng: tuple[float, float], scale: float = 1.0) -> Spot:
    """The contrary of `to_latlng`; ``board.at(*spot)`` gives the hex."""
    return latlng[1] / scale, -latlng[0] / scale


def hex_corners(board: EuropeBoard, h: int) -> Line:
    """The six corners of a hex, clockwise from north-west."""
    return _plane(corners(*divmod(h, board.rows)))


def outlines(board: EuropeBoard, hexes: Iterable[int], beyond: bool = False) -> Iterator[Line]:
    """The closed outlines of a set of hexes, clockwise around what is inside.

    With ``beyond`` the set goes on a hex past the edges of the board, where the land does.
    """
    cells = {divmod(h, board.rows) for h in hexes}
    if beyond:
        cells |= {n for cell in cells for d in range(6) if not _on(board, n := _beside(cell, d))}
    following: dict[Vertex, list[Vertex]] = {}
    for cell in sorted(cells):
        for d in range(6):
            if _beside(cell, d) not in cells:
                a, b = side_ends(*cell, d)
                following.setdefault(a, []).append(b)
    while following:
        start = next(iter(following))
        loop, here = [start], _next(following, start)
        while here != start:
            loop.append(here)
            here = _next(following, here)
        yield _plane(loop)


def _beside(cell: tuple[int, int], d: int) -> tuple[int, int]:
    q, r = axial(*cell)
    return offset(q + STEPS[d][0], r + STEPS[d][1])


def _on(board: EuropeBoard, cell: tuple[int, int]) -> bool:
    return 0 <= cell[0] < board.cols and 0 <= cell[1] < board.rows


def _next(following: dict[Vertex, list[Vertex]], here: Vertex) -> Vertex:
    there = following[here].pop()
    if not following[here]:
        del following[here]
    return there


def river_lines(board: EuropeBoard, name: str) -> Iterator[Line]:
    """A river as lines along its hexsides, and on to its mouth where that is near."""
    river = next(river for river in board.rivers if river.name == name)
    ends = [side_ends(*divmod(h, board.rows), d) for h, d in board.river_sides(name)]
    for line in chains(ends):
        way = _plane(line)
        mouth = river.course[-1] if river.course else way[-1]
        if hypot(way[0][0] - mouth[0], way[0][1] - mouth[1]) < hypot(way[-1][0] - mouth[0], way[-1][1] - mouth[1]):
            way = way[::-1]
        yield (*way, mouth) if _onward(way, mouth) and _by_sea(board, mouth) else way


def _onward(way: Line, mouth: Spot) -> bool:
    """Whether a mouth lies near and ahead of the end of a line."""
    (x0, y0), (x1, y1) = way[-2:]
    dx, dy = mouth[0] - x1, mouth[1] - y1
    return 0.05 < hypot(dx, dy) < MOUTH and dx * (x1 - x0) + dy * (y1 - y0) > 0


def _by_sea(board: EuropeBoard, spot: Spot) -> bool:
    h = board.at(*spot)
    return h >= 0 and (board.coast[h] or board.terrain[h] == "sea")


def chains(links: Iterable[tuple[Vertex, Vertex]]) -> list[list[Vertex]]:
    """Links joined into lines as long as can be; lines end where three links meet.

    >>> chains([((0, 0), (1, 0)), ((2, 0), (1, 0))])
    [[(0, 0), (1, 0), (2, 0)]]
    """
    touch: dict[Vertex, list[Vertex]] = {}
    for a, b in links:
        touch.setdefault(a, []).append(b)
        touch.setdefault(b, []).append(a)
    tips = {p: None for p in touch if len(touch[p]) != 2}
    lines = []
    for start in [*tips, *touch]:
        while touch[start]:
            line, here = [start], start
            while touch[here] and (len(line) == 1 or here not in tips):
                there = touch[here].pop(0)
                touch[there].remove(here)
                line.append(there)
                here = there
            lines.append(line)
    return lines


def _owners(board: EuropeBoard) -> tuple[str | None, ...]:
    """Who holds each hex of land; "out" is out of play."""
    return tuple("out" if board.out[h] else owner for h, owner in enumerate(board.owner))


def _seas(board: EuropeBoard) -> tuple[str | None, ...]:
    return tuple(str(zone) if zone else None for zone in board.sea)


def _between(board: EuropeBoard, kinds: tuple[str | None, ...]) -> Iterator[tuple[Vertex, Vertex]]:
    """The hexsides between hexes of two different kinds."""
    for h in range(board.size):
        for d, n in enumerate(board.neighbours[h][:3]):
            if n >= 0 and None not in (kinds[h], kinds[n]) and kinds[h] != kinds[n]:
                yield side_ends(*divmod(h, board.rows), d)


def _plane(line: Iterable[Vertex]) -> Line:
    return tuple((round(x, 3), round(y, 3)) for x, y in (to_plane(*vertex) for vertex in line))


def city_spot(board: EuropeBoard, h: int) -> Spot:
    """Where the city of a hex is drawn: in the middle, or towards its true place if the middle lies in the sea."""
    x, y = board.spot(h)
    if inside(board.data.outline, (x, y)):
        return x, y
    u, v = board.place(board.city_at[h].lonlat)
    far = hypot(u - x, v - y)
    part = min(1.0, 0.4 / far) if far else 0.0
    return x + (u - x) * part, y + (v - y) * part


def inside(rings: Iterable[Line], spot: Spot) -> bool:
    """Whether a point lies on the land that closed rings bound (even and odd crossings)."""
    x, y = spot
    odd = False
    for ring in rings:
        for (x0, y0), (x1, y1) in pairwise(ring):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                odd = not odd
    return odd
