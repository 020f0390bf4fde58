"""A compiled hex map: terrain, levels, hexsides and places of a board, addressed by a dense hex number."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

Terrain = Literal["clear", "woods", "town", "chateau", "marsh", "water"]
SideKind = Literal["stream", "river", "bridge", "ford", "crest", "road", "trail"]

#: Bits of a hexside. ``ROAD`` and ``TRAIL`` say that one runs across the hexside.
STREAM, RIVER, BRIDGE, FORD, CREST, ROAD, TRAIL = 1, 2, 4, 8, 16, 32, 64
BITS: dict[str, int] = {
    "stream": STREAM,
    "river": RIVER,
    "bridge": BRIDGE,
    "ford": FORD,
    "crest": CREST,
    "road": ROAD,
    "trail": TRAIL,
}
#: Directions of a flat-topped hex, clockwise from north.
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")


class PlaceData(Struct, frozen=True, forbid_unknown_fields=True):
    """A named place of the map."""

    hex: str
    name: str
    kind: Literal["town", "village", "chateau", "farm", "crossroads", "bridge", "wood", "height", "stream", "other"]


class MapFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The compiled map as it stands in its file.

    ``terrain`` lists the hexes (CCRR) of each kind that is not clear; ``levels`` the hexes of each level that is not
    0, in steps of ``contour_m`` metres above the lowest; ``sides`` the hexsides of each kind, written ``CCRR/d``
    once, with ``d`` 0 to 2 (N, NE, SE of the hex named) or 3 to 5. ``lines`` are for the eye only: for each kind the
    courses as lists of points ``[x, y]`` in hex widths from the centre of 0101 (x east, y south; one hex height, flat
    to flat, is 1.0).
    """

    format: Literal[1]
    id: str
    name: str
    cols: int
    rows: int
    hex_m: int
    origin: tuple[float, float]
    contour_m: int
    terrain: dict[str, list[str]]
    levels: dict[str, list[str]]
    sides: dict[str, list[str]]
    places: list[PlaceData]
    lines: dict[str, list[list[tuple[float, float]]]] = {}
    attribution: str = ""


def hex_name(col: int, row: int) -> str:
    """The four digits CCRR of a column and a row, both counted from 0.

    >>> hex_name(8, 3)
    '0904'
    """
    return f"{col + 1:02d}{row + 1:02d}"


class HexMap:
    """A hex map ready for use: flat-topped hexes, columns west to east, odd CCs half a hex higher than even ones.

    Hexes are numbered ``col * rows + row``. ``neighbours[h]`` holds six hex numbers clockwise from north, -1 off the
    map; ``sides[h]`` six bit sets (``STREAM``, ``ROAD``, ...).
    """

    def __init__(self, data: MapFile) -> None:
        self.data = data
        self.id, self.name, self.cols, self.rows = data.id, data.name, data.cols, data.rows
        self.size = self.cols * self.rows
        self.neighbours = tuple(self._neighbours(h) for h in range(self.size))
        terrain = ["clear"] * self.size
        for kind, hexes in data.terrain.items():
            for name in hexes:
                terrain[self.number(name)] = kind
        self.terrain: tuple[str, ...] = tuple(terrain)
        level = [0] * self.size
        for step, hexes in data.levels.items():
            for name in hexes:
                level[self.number(name)] = int(step)
        self.level: tuple[int, ...] = tuple(level)
        self.sides = self._sides()
        self.places: dict[int, PlaceData] = {self.number(p.hex): p for p in data.places}

    @classmethod
    def load(cls, path: Path) -> HexMap:
        """Read a compiled map; raises ``msgspec.ValidationError`` or ``ValueError`` saying what is wrong."""
        return cls(msgspec.json.decode(path.read_bytes(), type=MapFile))

    def number(self, name: str) -> int:
        """The hex number of ``CCRR``; raises ``ValueError`` for a hex that is not on the map."""
        if not re.fullmatch(r"\d{4}", name):
            raise ValueError(f"{name!r} is not a hex: write four digits, column and row, like 0904")
        col, row = int(name[:2]) - 1, int(name[2:]) - 1
        if not (0 <= col < self.cols and 0 <= row < self.rows):
            raise ValueError(f"hex {name} is off the map, which runs from 0101 to {self.last}")
        return col * self.rows + row

    def label(self, h: int) -> str:
        """The four digits of hex number ``h``."""
        return hex_name(h // self.rows, h % self.rows)

    @cached_property
    def last(self) -> str:
        """The hex in the south-eastern corner."""
        return hex_name(self.cols - 1, self.rows - 1)

    def title(self, h: int) -> str:
        """A hex as a player would say it: its name, if it has one, and its number."""
        place = self.places.get(h)
        return f"{place.name} ({self.label(h)})" if place else self.label(h)

    def _neighbours(self, h: int) -> tuple[int, int, int, int, int, int]:
        col, row = divmod(h, self.rows)
        low = col & 1
        steps = ((0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1))
        found = []
        for dc, dr in steps:
            c, r = col + dc, row + dr
            found.append(c * self.rows + r if 0 <= c < self.cols and 0 <= r < self.rows else -1)
        a, b, c0, d, e, f = found
        return a, b, c0, d, e, f

    def _sides(self) -> tuple[tuple[int, ...], ...]:
        sides = [[0] * 6 for _ in range(self.size)]
        for kind, names in self.data.sides.items():
            bit = BITS[kind]
            for name in names:
                hex_part, _, way = name.partition("/")
                h, d = self.number(hex_part), int(way)
                sides[h][d] |= bit
                if (n := self.neighbours[h][d]) >= 0:
                    sides[n][(d + 3) % 6] |= bit
        return tuple(tuple(s) for s in sides)

    def cube(self, h: int) -> tuple[int, int, int]:
        """Cube coordinates of a hex (their sum is 0)."""
        col, row = divmod(h, self.rows)
        q = col
        r = row - (col - (col & 1)) // 2
        return q, r, -q - r

    def distance(self, a: int, b: int) -> int:
        """Distance in hexes."""
        return self.distances[a][b]

    @cached_property
    def distances(self) -> tuple[bytes, ...]:
        """Distances in hexes between all pairs."""
        cubes = [self.cube(h) for h in range(self.size)]
        rows = []
        for q, r, s in cubes:
            rows.append(bytes(max(abs(q - a), abs(r - b), abs(s - c)) for a, b, c in cubes))
        return tuple(rows)

    def direction(self, a: int, b: int) -> int:
        """The direction (0 to 5) from a hex to its neighbour; raises ``ValueError`` if they don't touch."""
        return self.neighbours[a].index(b)

    def on_edge(self, h: int, edge: str) -> bool:
        """Whether hex ``h`` lies on the ``north``, ``east``, ``south`` or ``west`` edge of the map."""
        col, row = divmod(h, self.rows)
        return {"north": row == 0, "south": row == self.rows - 1, "west": col == 0, "east": col == self.cols - 1}[edge]
