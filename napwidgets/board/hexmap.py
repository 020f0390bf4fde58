"""A compiled hex map: terrain, levels, hexsides and places of a board, addressed by a dense hex number."""

from __future__ import annotations

import re
from copy import copy
from functools import cache, cached_property
from itertools import compress
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from napwidgets.kernel.limits import Side
from napwidgets.kernel.outline import decoded

#: Hills, wooded hills and mountain are ground of theatres, not of fields.
Terrain = Literal["clear", "woods", "town", "chateau", "marsh", "water", "hills", "hillwoods", "mountain"]
SideKind = Literal["stream", "river", "bridge", "ford", "crest", "road", "trail", "slope"]

#: Bits of a hexside. ``ROAD`` and ``TRAIL`` say that one runs across the hexside.
#: A bridge on a stream is a trestle. A slope has its upper side where the level is higher.
STREAM, RIVER, BRIDGE, FORD, CREST, ROAD, TRAIL, SLOPE = 1, 2, 4, 8, 16, 32, 64, 128
BITS: dict[str, int] = {
    "stream": STREAM,
    "river": RIVER,
    "bridge": BRIDGE,
    "ford": FORD,
    "crest": CREST,
    "road": ROAD,
    "trail": TRAIL,
    "slope": SLOPE,
}
#: Directions of a flat-topped hex, clockwise from north.
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
#: The edges of a sheet as it is drawn, wherever its north is.
EDGES = ("north", "east", "south", "west")
#: The sheets that a map is printed on, from the top: the letter that ends the number of a hex, and the rows.
Sheets = tuple[tuple[str, Side], ...]


class PlaceData(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A named place of the map; what is ``great`` has a larger name."""

    hex: str
    name: str
    kind: Literal[
        "town", "village", "chateau", "farm", "crossroads", "bridge", "wood", "height", "stream", "other", "fortress"
    ]
    great: bool = False


class Caption(Struct, frozen=True, forbid_unknown_fields=True):
    """A name for the eye that belongs to no hex: of a river, of woods, of a land, along a line in hex widths."""

    kind: Literal["river", "stream", "woods", "hills", "mountain", "marsh", "land"]
    name: str
    line: list[tuple[float, float]]


class MapFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The compiled map as it stands in its file.

    ``terrain`` lists the hexes (CCRR) of each kind that is not clear; ``levels`` the hexes of each level that is not
    0, in steps of ``contour_m`` metres above the lowest; ``sides`` the hexsides of each kind, written ``CCRR/d``
    once, with ``d`` 0 to 2 (N, NE, SE of the hex named) or 3 to 5. ``lines`` are for the eye only: for each kind the
    courses as lists of points ``[x, y]`` in hex widths from the centre of 0101 (x east, y south; one hex height, flat
    to flat, is 1.0).

    ``sheets`` are the parts of a map whose rows are numbered anew, from the top: ``[["W", 54], ["E", 34]]`` makes the
    56th hex of the third column ``0302E``. ``north`` is where north lies on the sheet, in degrees clockwise from its
    upper edge.

    A ``theatre`` is a country with hexes of an hour's march, not a ``field`` of battle: its streams are secondary
    rivers, its roads chaussees, its trails country roads.
    """

    format: Literal[1]
    id: str
    name: str
    cols: Side
    rows: Side
    hex_m: int
    origin: tuple[float, float]
    contour_m: int
    terrain: dict[str, list[str]]
    levels: dict[str, list[str]]
    sides: dict[str, list[str]]
    places: list[PlaceData]
    lines: dict[str, list[list[tuple[float, float]]]] = {}
    attribution: str = ""
    sheets: Sheets = ()
    north: int = 0
    kind: Literal["field", "theatre"] = "field"
    captions: list[Caption] = []


def hex_name(col: int, row: int, sheets: Sheets = ()) -> str:
    """The four digits CCRR of a column and a row, both counted from 0; where a map has sheets, with their letter.

    >>> hex_name(8, 3), hex_name(8, 3, (("W", 2), ("E", 4)))
    ('0904', '0902E')
    """
    for letter, rows in sheets:
        if row < rows:
            return f"{col + 1:02d}{row + 1:02d}{letter}"
        row -= rows
    return f"{col + 1:02d}{row + 1:02d}"


def sheet_fault(rows: int, sheets: Sheets) -> str:
    """What is wrong with the sheets of a map; nothing if they are sound.

    >>> sheet_fault(88, (("W", 54), ("E", 34)))
    ''
    >>> sheet_fault(88, (("W", 54), ("E", 33)))
    'the sheets have 87 rows together, the map has 88'
    """
    letters = [letter for letter, _ in sheets]
    if any(not re.fullmatch("[A-Z]", letter) for letter in letters) or len(set(letters)) < len(letters):
        return "each sheet needs a capital letter of its own"
    together = sum(count for _, count in sheets)
    return f"the sheets have {together} rows together, the map has {rows}" if sheets and together != rows else ""


@cache
def up_to(most: int) -> bytes:
    """What turns a row of distances into 1 where they are at most so much, and 0 elsewhere.

    >>> bytes([3, 1, 2]).translate(up_to(2))
    b'\\x00\\x01\\x01'
    """
    return bytes(value <= most for value in range(256))


class HexMap:
    """A hex map ready for use: flat-topped hexes, columns west to east, odd CCs half a hex higher than even ones.

    Hexes are numbered ``col * rows + row``. ``neighbours[h]`` holds six hex numbers clockwise from north, -1 off the
    map; ``sides[h]`` six bit sets (``STREAM``, ``ROAD``, ...).
    """

    def __init__(self, data: MapFile) -> None:
        self.data = data
        self.id, self.name, self.cols, self.rows = data.id, data.name, data.cols, data.rows
        self.size = self.cols * self.rows
        if fault := sheet_fault(data.rows, data.sheets):
            raise ValueError(fault)
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
        return cls(msgspec.convert(decoded(path.read_bytes()), MapFile))

    def number(self, name: str) -> int:
        """The hex number of ``CCRR``, with the letter of its sheet where the map has sheets; raises ``ValueError`` for
        a hex that is not on the map.
        """
        sheets = self.data.sheets
        letters = "".join(letter for letter, _ in sheets)
        if not re.fullmatch(r"\d{4}" + (f"[{letters}]" if sheets else ""), name):
            ask = f"column, row and {' or '.join(letters)}" if sheets else "column and row"
            raise ValueError(f"{name!r} is not a hex: write four digits, {ask}, like 0904{letters[:1]}")
        col, row, above, rows = int(name[:2]) - 1, int(name[2:4]) - 1, 0, self.rows
        for letter, rows in sheets:
            if letter == name[4]:
                break
            above += rows
        if not (0 <= col < self.cols and 0 <= row < rows):
            raise ValueError(f"hex {name} is off the map, which runs from {self.label(0)} to {self.last}")
        return col * self.rows + above + row

    def label(self, h: int) -> str:
        """The four digits of hex number ``h``, and the letter of its sheet where the map has sheets."""
        return hex_name(h // self.rows, h % self.rows, self.data.sheets)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The hexes by their labels."""
        return {self.label(h): h for h in range(self.size)}

    @cached_property
    def last(self) -> str:
        """The hex in the south-eastern corner."""
        return self.label(self.size - 1)

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
        sides, numbers = [[0] * 6 for _ in range(self.size)], self._numbers
        for kind, names in self.data.sides.items():
            bit = BITS[kind]
            for name in names:
                hex_part, _, way = name.partition("/")
                h, d = numbers.get(hex_part, -1), int(way)
                if h < 0:
                    h = self.number(hex_part)
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
        reach = self.rows + self.cols
        # From a column to one ``across`` away the distance depends on the step in cube rows alone: once for all hexes.
        along = {
            across: bytes(max(abs(across), abs(down), abs(across + down)) for down in range(-reach, reach + 1))
            for across in range(1 - self.cols, self.cols)
        }
        found = []
        for h in range(self.size):
            col, row = divmod(h, self.rows)
            starts = [reach - row - (c // 2 - col // 2) for c in range(self.cols)]
            found.append(b"".join(along[c - col][s : s + self.rows] for c, s in enumerate(starts)))
        return tuple(found)

    def disc(self, h: int, radius: int) -> frozenset[int]:
        """The hexes that lie at most so far from one, itself among them; kept once they have been asked for."""
        found = self._discs.get((h, radius))
        if found is None:
            inside = self.distances[h].translate(up_to(radius))
            found = self._discs[h, radius] = frozenset(compress(range(self.size), inside))
        return found

    @cached_property
    def _discs(self) -> dict[tuple[int, int], frozenset[int]]:
        return {}

    @cached_property
    def overlooked(self) -> dict[int, bool]:
        """Which lines between two hexes were found to be open to commanders (`sight.extended_line`)."""
        return {}

    @cached_property
    def within2(self) -> tuple[tuple[int, ...], ...]:
        """The hexes one or two away from each hex, in their order."""
        found = []
        for h in range(self.size):
            near = {n for n in self.neighbours[h] if n >= 0}
            found.append(tuple(sorted(near.union(*(self.neighbours[n] for n in near)) - {h, -1})))
        return tuple(found)

    def redrawn(self, sides: dict[str, list[str]]) -> HexMap:
        """The same hexes with other hexsides."""
        # Where hexes lie does not change with what is between them.
        lie = {name: getattr(self, name) for name in ("distances", "within2", "_discs", "_numbers")}
        new = copy(self)
        for name in ("brows", "overlooked"):
            new.__dict__.pop(name, None)
        new.__dict__.update(lie)
        new.data = msgspec.structs.replace(self.data, sides=sides)
        new.sides = new._sides()
        return new

    def direction(self, a: int, b: int) -> int:
        """The direction (0 to 5) from a hex to its neighbour; raises ``ValueError`` if they don't touch."""
        return self.neighbours[a].index(b)

    def climbs(self, h: int, d: int) -> bool:
        """Whether hexside ``d`` of hex ``h`` is a slope whose upper side is the other hex."""
        n = self.neighbours[h][d]
        return n >= 0 and bool(self.sides[h][d] & SLOPE) and self.level[n] > self.level[h]

    @cached_property
    def brows(self) -> frozenset[int]:
        """The hexes on the upper side of a slope hexside."""
        return frozenset(self.neighbours[h][d] for h in range(self.size) for d in range(6) if self.climbs(h, d))

    def gates(self, edge: str) -> tuple[int, ...]:
        """The hexes of an edge of the sheet where a road or trail leads off the map."""
        ways = ROAD | TRAIL
        return tuple(
            h
            for h in range(self.size)
            if self.on_edge(h, edge)
            and any(n < 0 and side & ways for n, side in zip(self.neighbours[h], self.sides[h], strict=True))
        )

    def on_edge(self, h: int, edge: str) -> bool:
        """Whether hex ``h`` lies on the ``north``, ``east``, ``south`` or ``west`` edge of the map."""
        col, row = divmod(h, self.rows)
        return {"north": row == 0, "south": row == self.rows - 1, "west": col == 0, "east": col == self.cols - 1}[edge]
