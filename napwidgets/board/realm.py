"""The board of a grand strategic game: Europe as hexes, its cities and states, and the sea zones of the world.

`EuropeBoard` reads three files that lie side by side (`napwidgets.board.europe` makes the first two from data):

* ``europe.board.json``: land, sea, terrain, owners, cities (`BoardFile`);
* ``europe.rivers.json``: the rivers, in a file of their own because their licence is another (`RiversFile`);
* ``zones.json``: the sixteen sea zones (`ZonesFile`; WAP F.2.d).

What a move costs and who may go where is for the rules; this is only the ground they stand on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from napwidgets.board.atlas import Conic
from napwidgets.board.geometry import STEPS, axial, centre, hex_at, offset, to_plane
from napwidgets.board.hexmap import hex_name
from napwidgets.kernel.limits import Side
from napwidgets.kernel.outline import decoded
from napwidgets.kernel.provenance import Provenance

Ground = Literal["clear", "forest", "mountain", "marsh", "lake", "sea"]
#: What a city may be. ``port`` and ``naval_base`` stand on a coastal hex.
Role = Literal["capital", "city", "port", "naval_base", "fortress"]
#: Production: ``red`` any army unit, ``black`` landwehr only, ``white`` naval points (WAP C.2.a); ``choice`` is a
#: French major city, three of which the French player names as red.
Colour = Literal["red", "black", "white", "choice"]

_ROOT = Path(__file__).parents[1]

#: Bits of a hexside: a river runs along it; or it is all sea between two hexes of land (WAP F.1.c).
RIVER, STRAIT = 1, 2


class _Strict(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Projection(_Strict, frozen=True):
    """How the sheet was drawn: `napwidgets.board.atlas.Conic`, and where the centre of hex 0101 lies on it, in km."""

    kind: Literal["Lambert conformal conic"]
    centre: tuple[float, float]
    parallels: tuple[float, float]
    origin_km: tuple[float, float]


class City(_Strict, frozen=True):
    """A city in its hex. ``state`` owns it in September 1805; ``later`` are minors that may be made of it (WAP H.1).

    ``also`` are other names, and small places that share the hex. ``note`` says if the city was moved, and why.
    ``production`` is not in the file: a table of the rules says it (`EuropeBoard.producing`).
    """

    name: str
    hex: str
    state: str
    roles: tuple[Role, ...]
    lonlat: tuple[float, float]
    production: Colour | None = None
    later: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    note: str = ""

    @property
    def is_port(self) -> bool:
        """Whether fleets can lie here."""
        return "port" in self.roles or "naval_base" in self.roles


class State(_Strict, frozen=True):
    """A major state, one of the seventeen minors, or a small land that the game counts with a neighbour (``joins``)."""

    name: str
    kind: Literal["major", "minor", "land"]
    capital: str
    unformed: bool = False
    joins: str | None = None


class BoardFile(_Strict, frozen=True):
    """The board as it stands in its file. Sets of hexes are written as `unpack` reads them.

    ``terrain`` lists what is not clear; ``coast`` the land hexes with sea in them; ``out`` land out of play;
    ``seas`` the sea hexes of each zone (and of closed seas, which are no zone), ``shores`` the coastal hexes that a
    fleet enters from it; ``straits`` hexsides ``CCRR/d``; ``owners`` the land of each state in September 1805, and
    ``slips`` the hexes of sea in which slips of its land lie, for the eye.
    ``outline`` is the coast for the eye, and ``lakes`` are lakes: rings of points in hex units from the centre of 0101.
    """

    format: Literal[1]
    id: str
    name: str
    cols: Side
    rows: Side
    hex_km: int
    projection: Projection
    attribution: str
    provenance: dict[str, Provenance]
    terrain: dict[str, str]
    coast: str
    out: str
    seas: dict[str, str]
    shores: dict[str, str]
    owners: dict[str, str]
    slips: dict[str, str]
    straits: tuple[str, ...]
    states: tuple[State, ...]
    cities: tuple[City, ...]
    outline: tuple[tuple[tuple[float, float], ...], ...] = ()
    lakes: tuple[tuple[tuple[float, float], ...], ...] = ()


class River(_Strict, frozen=True):
    """A river: the hexsides it runs along, and its course for the eye."""

    name: str
    sides: tuple[str, ...]
    course: tuple[tuple[float, float], ...] = ()


class RiversFile(_Strict, frozen=True):
    """The rivers of a board; ``notice`` is their source and licence."""

    format: Literal[1]
    notice: str
    rivers: tuple[River, ...]


class Zone(_Strict, frozen=True):
    """A sea zone (WAP F.2.d) and the zones it joins; ``key`` is the row of its figures in the table of the rules."""

    id: int
    key: str
    name: str
    on_map: bool
    joins: tuple[int, ...]
    chart: tuple[float, float]
    provenance: Provenance


class ZonesFile(_Strict, frozen=True):
    """The sea zones as they stand in their file."""

    format: Literal[1]
    note: str
    provenance: Provenance
    zones: tuple[Zone, ...]


def zones_in(folder: Path) -> ZonesFile:
    """The sea zones of a folder of maps; raises ``msgspec.ValidationError`` saying what is wrong."""
    return msgspec.convert(decoded((folder / "zones.json").read_bytes()), ZonesFile)


def pack(hexes: Iterable[str]) -> str:
    """Write a set of hexes: runs down a column as first and last.

    >>> pack(["0103", "0101", "0102", "0204"])
    '0101-03 0204'
    """
    parts = []
    runs = groupby(enumerate(sorted(set(hexes))), lambda item: int(item[1]) - item[0])
    for run in ([name for _, name in group] for _, group in runs):
        parts.append(run[0] if len(run) == 1 else f"{run[0]}-{run[-1][2:]}")
    return " ".join(parts)


def unpack(text: str) -> list[str]:
    """Read what `pack` wrote.

    >>> unpack("0101-03 0204")
    ['0101', '0102', '0103', '0204']
    """
    found = []
    for part in text.split():
        first, _, last = part.partition("-")
        low, high = int(first[2:]), int(last or first[2:])
        found += [f"{first[:2]}{row:02d}" for row in range(low, high + 1)]
    return found


class EuropeBoard:
    """The board ready for use. Hexes are dense numbers, ``column * rows + row`` from 0.

    ``neighbours[h]`` holds six hex numbers clockwise from north, -1 off the board; ``sides[h]`` six bit sets
    (``RIVER``, ``STRAIT``); ``terrain[h]``, ``coast[h]``, ``out[h]`` and ``owner[h]`` (None: sea, or out of play) what
    the hex is; ``sea[h]`` the zone a sea hex belongs to (0: land or a closed sea) and ``shores[h]`` the zones from
    which a fleet enters a coastal hex. ``ways[h]`` are the neighbours that an army can walk to from a land hex.
    ``city_at[h]`` is the city of a hex, ``capital_of[state]`` the hex of a capital that is on the board.

    >>> board = EuropeBoard.load(EuropeBoard.HOME)
    >>> board.city("Paris").state, board.city("Budapest").name
    ('France', 'Buda-Pest')
    >>> [board.zones[z].name for z in board.shores[board.hex_of("Copenhagen")]]
    ['North Sea', 'Baltic Sea']
    >>> board.distance(board.hex_of("Strasbourg"), board.hex_of("Vienna")) in range(9, 13)
    True
    """

    #: Where the shipped board is kept: in a checkout, or in an installed package.
    HOME = next(
        (folder for folder in (_ROOT.parent / "scenarios" / "wap" / "maps",) if folder.is_dir()),
        _ROOT / "_data" / "scenarios" / "wap" / "maps",
    )

    def __init__(self, data: BoardFile, rivers: RiversFile, zones: ZonesFile) -> None:
        self.data, self.rivers = data, rivers.rivers
        self.cols, self.rows = data.cols, data.rows
        self.size = self.cols * self.rows
        self.zones = {zone.id: zone for zone in zones.zones}
        self.zone_ids = {zone.name: zone.id for zone in zones.zones}
        self.states = {state.name: state for state in data.states}
        self.neighbours = tuple(self._neighbours(h) for h in range(self.size))
        self.terrain: tuple[str, ...] = tuple(self._spread(data.terrain, "clear"))
        self.coast = self._flags(data.coast)
        self.out = self._flags(data.out)
        self.owner: tuple[str | None, ...] = tuple(name or None for name in self._spread(data.owners, ""))
        self.sea = tuple(self.zone_ids.get(name, 0) for name in self._spread(data.seas, ""))
        self.shores = self._shores()
        self.sides = self._sides()
        self.cities = data.cities
        self.city_at: dict[int, City] = {self.number(city.hex): city for city in data.cities}
        self.ways = tuple(tuple(self._ways(h)) for h in range(self.size))
        self.capital_of = {state.name: self.hex_of(state.capital) for state in data.states}

    @classmethod
    def load(cls, folder: Path) -> EuropeBoard:
        """Read the three files in a folder; raises ``msgspec.ValidationError`` saying what is wrong."""
        return cls(
            msgspec.convert(decoded((folder / "europe.board.json").read_bytes()), BoardFile),
            msgspec.convert(decoded((folder / "europe.rivers.json").read_bytes()), RiversFile),
            zones_in(folder),
        )

    # Numbers and names -------------------------------------------------------------------------------

    def number(self, name: str) -> int:
        """The hex number of ``CCRR``; raises ``ValueError`` for what is no hex of this board."""
        if len(name) == 4 and name.isdecimal() and name.isascii():
            col, row = int(name[:2]) - 1, int(name[2:]) - 1
            if 0 <= col < self.cols and 0 <= row < self.rows:
                return col * self.rows + row
        raise ValueError(f"{name!r} is no hex of this board, which runs from 0101 to {self.label(self.size - 1)}")

    def label(self, h: int) -> str:
        """The four digits of hex number ``h``."""
        return hex_name(h // self.rows, h % self.rows)

    def title(self, h: int) -> str:
        """A hex as a player would say it: its city, if it has one, and its number."""
        city = self.city_at.get(h)
        return f"{city.name} ({self.label(h)})" if city else self.label(h)

    def city(self, name: str) -> City:
        """A city by its name of 1805, by another name it has, or by a place that shares its hex.

        Raises ``KeyError`` for a city that isn't on the board.
        """
        return self._by_name[name]

    def hex_of(self, name: str) -> int:
        """The hex number of a city."""
        return self.number(self.city(name).hex)

    @cached_property
    def _by_name(self) -> dict[str, City]:
        found = {other: city for city in self.cities for other in city.also}
        return found | {city.name: city for city in self.cities}

    # Ground ------------------------------------------------------------------------------------------

    def is_land(self, h: int) -> bool:
        """Whether armies can stand here: land in play, neither sea nor lake."""
        return self.terrain[h] not in ("sea", "lake") and not self.out[h]

    def _ways(self, h: int) -> Iterator[int]:
        """The neighbours that an army can walk to: land in play that isn't across an all-sea hexside (WAP F.1.c)."""
        if not self.is_land(h):
            return
        for d, n in enumerate(self.neighbours[h]):
            if n >= 0 and self.is_land(n) and not self.sides[h][d] & STRAIT:
                yield n

    def reach_by_land(self, start: int) -> set[int]:
        """All hexes that can be walked to from a land hex, with itself."""
        found, edge = {start}, [start]
        while edge:
            for n in self.ways[edge.pop()]:
                if n not in found:
                    found.add(n)
                    edge.append(n)
        return found

    def ports(self, zone: int) -> tuple[City, ...]:
        """The port cities that a fleet enters from a zone, in the order of the file."""
        return self._ports.get(zone, ())

    @cached_property
    def _ports(self) -> dict[int, tuple[City, ...]]:
        found: dict[int, list[City]] = {}
        for city in self.cities:
            for zone in self.shores[self.number(city.hex)] if city.is_port else ():
                found.setdefault(zone, []).append(city)
        return {zone: tuple(cities) for zone, cities in found.items()}

    def rivers_at(self, h: int, d: int) -> tuple[str, ...]:
        """The names of the rivers along hexside ``d`` of a hex."""
        return self._rivers.get((h, d), ())

    @cached_property
    def _rivers(self) -> dict[tuple[int, int], tuple[str, ...]]:
        found: dict[tuple[int, int], tuple[str, ...]] = {}
        for river in self.rivers:
            for name in river.sides:
                h, d = self._side(name)
                for key in ((h, d), (self.neighbours[h][d], (d + 3) % 6)):
                    found[key] = (*found.get(key, ()), river.name)
        return found

    def river_sides(self, name: str) -> tuple[tuple[int, int], ...]:
        """The hexsides, as hex and direction, that a river of this name runs along; raises ``KeyError`` for none."""
        found = [river for river in self.rivers if river.name == name]
        if not found:
            raise KeyError(name)
        return tuple(self._side(side) for river in found for side in river.sides)

    def crosses_river(self, a: int, b: int) -> bool:
        """Whether a river runs along the hexside between two neighbours; raises ``ValueError`` if they don't touch."""
        return bool(self.sides[a][self.direction(a, b)] & RIVER)

    def direction(self, a: int, b: int) -> int:
        """The direction (0 to 5, clockwise from north) to a neighbour; raises ``ValueError`` if they don't touch."""
        return self.neighbours[a].index(b)

    # States and production ---------------------------------------------------------------------------

    def land_of(self, state: str) -> tuple[int, ...]:
        """The hexes of a state in September 1805, in order; none for a state that is not formed yet."""
        return self._lands.get(state, ())

    @cached_property
    def _lands(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for h, state in enumerate(self.owner):
            if state is not None:
                found.setdefault(state, []).append(h)
        return {state: tuple(hexes) for state, hexes in found.items()}

    def counts_with(self, state: str) -> str:
        """The state that a small land is counted with (Etruria: North Italy), else the state itself."""
        return self.states[state].joins or state

    def producing(self, colours: Mapping[str, Colour]) -> EuropeBoard:
        """This board with its production cities, by name."""
        return _producing(self, tuple(sorted(colours.items())))

    @cached_property
    def production(self) -> tuple[City, ...]:
        """The cities that produce, in the order of the file."""
        return tuple(city for city in self.cities if city.production is not None)

    # Distances and places on the sheet ---------------------------------------------------------------

    def distance(self, a: int, b: int) -> int:
        """Distance in hexes, over land and sea alike."""
        (q0, r0), (q1, r1) = axial(*divmod(a, self.rows)), axial(*divmod(b, self.rows))
        dq, dr = q1 - q0, r1 - r0
        return max(abs(dq), abs(dr), abs(dq + dr))

    def spot(self, h: int) -> tuple[float, float]:
        """The centre of a hex in hex units (x east, y south, from the centre of 0101)."""
        return to_plane(*centre(*divmod(h, self.rows)))

    def place(self, lonlat: tuple[float, float]) -> tuple[float, float]:
        """Longitude and latitude in hex units, by the projection of the sheet."""
        x, y = self._conic.forward(lonlat)
        left, top = self.data.projection.origin_km
        return (x - left) / self.data.hex_km, (y - top) / self.data.hex_km

    @cached_property
    def _conic(self) -> Conic:
        return Conic(self.data.projection.centre, self.data.projection.parallels)

    def at(self, x: float, y: float) -> int:
        """The hex that holds a point in hex units, -1 off the board."""
        col, row = hex_at(x, y)
        return col * self.rows + row if 0 <= col < self.cols and 0 <= row < self.rows else -1

    # Reading -----------------------------------------------------------------------------------------

    def _neighbours(self, h: int) -> tuple[int, ...]:
        q, r = axial(*divmod(h, self.rows))
        found = []
        for dq, dr in STEPS:
            col, row = offset(q + dq, r + dr)
            found.append(col * self.rows + row if 0 <= col < self.cols and 0 <= row < self.rows else -1)
        return tuple(found)

    def _flags(self, packed: str) -> tuple[bool, ...]:
        held = {self.number(name) for name in unpack(packed)}
        return tuple(h in held for h in range(self.size))

    def _spread(self, kinds: dict[str, str], rest: str) -> list[str]:
        found = [rest] * self.size
        for kind, packed in kinds.items():
            for name in unpack(packed):
                found[self.number(name)] = kind
        return found

    def _shores(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in range(self.size)]
        for zone, packed in self.data.shores.items():
            for name in unpack(packed) if zone in self.zone_ids else ():
                found[self.number(name)].append(self.zone_ids[zone])
        return tuple(tuple(sorted(zones)) for zones in found)

    def _sides(self) -> tuple[tuple[int, ...], ...]:
        sides = [[0] * 6 for _ in range(self.size)]
        marked = [(name, STRAIT) for name in self.data.straits]
        marked += [(name, RIVER) for river in self.rivers for name in river.sides]
        for name, bit in marked:
            h, d = self._side(name)
            sides[h][d] |= bit
            sides[self.neighbours[h][d]][(d + 3) % 6] |= bit
        return tuple(tuple(s) for s in sides)

    def _side(self, name: str) -> tuple[int, int]:
        """The hex and direction of ``CCRR/d``; raises ``ValueError`` for a hexside without a hex beyond it."""
        label, _, way = name.partition("/")
        h, d = self.number(label), int(way)
        if not 0 <= d < 6 or self.neighbours[h][d] < 0:
            raise ValueError(f"{name!r} is no hexside between two hexes of this board")
        return h, d


@lru_cache(maxsize=8)
def _producing(board: EuropeBoard, colours: tuple[tuple[str, Colour], ...]) -> EuropeBoard:
    known = dict(colours)
    made = copy(board)
    made.cities = tuple(replace(city, production=known.get(city.name)) for city in board.data.cities)
    made.data = replace(board.data, cities=made.cities)
    made.city_at = {board.number(city.hex): city for city in made.cities}
    for name, value in vars(EuropeBoard).items():
        if isinstance(value, cached_property):
            made.__dict__.pop(name, None)
    return made
