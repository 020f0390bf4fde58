"""The board of Europe for WAP: hexes of 40 miles (64 km) on a conic projection of real geography (reference 1.2).

    python -m napwidgets.board.europe            # build scenarios/wap/maps/europe.*.json from maps/source
    python -m napwidgets.board.europe --check    # fail if they are not what the source gives

The printed map's hexes are not public. This one is laid out from data: coasts, river lines and cities from open sets,
mountains, woods, marshes and the border of what is in play by hand (each with its provenance; ``source/README.md``).

Needs shapely: ``pip install napwidgets[maps]``. `napwidgets.board.realm` loads the result without it.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from shapely.geometry import Point

from napwidgets.board.atlas import Net, Spot, pair_up
from napwidgets.board.courses import Hex, Side
from napwidgets.board.europe_land import CENTRE, COLS, HEX_KM, PARALLELS, ROWS, Land, Sheet, rings
from napwidgets.board.europe_rivers import Beds, Place, Waters
from napwidgets.board.geometry import hex_at
from napwidgets.board.hexmap import hex_name
from napwidgets.board.realm import BoardFile, City, Projection, RiversFile, State, pack
from napwidgets.kernel.provenance import Provenance

MAPS = Path(__file__).parents[2] / "scenarios" / "wap" / "maps"
#: A hex takes the ground that covers this part of it; where several do, the one that covers most.
COVER = 0.45
#: A city moves no farther than this (hexes) to make room, and shares a hex with another where it would have to.
#: Capitals and the cities that states.json holds (``FAST`` or dearer) stay where they are.
FARTHEST, FAST = 0.85, 40
#: How dear it is to move a city from its true hex, by what it is.
HELD = {"capital": 60, "held": 40, "naval_base": 8, "fortress": 5, "port": 4, "city": 2}
ATTRIBUTION = (
    "Coasts: Natural Earth (public domain) through world-atlas (ISC); cities: GeoNames (CC BY 4.0); "
    "ground, borders and seas drawn for this project"
)


class Feature(Struct):
    """A feature of a GeoJSON file."""

    properties: dict[str, Any]
    geometry: dict[str, Any]


class Features(Struct):
    """A GeoJSON FeatureCollection."""

    features: list[Feature]
    properties: dict[str, Any] = {}


class Gazetteer(Struct, forbid_unknown_fields=True):
    """What cities and states are in the game: ``source/states.json``."""

    note: str
    provenance: Provenance
    states: list[State]
    read_as: dict[str, str]
    singly: dict[str, dict[str, str]]
    held: list[str]
    later: dict[str, list[str]]
    also_called: dict[str, list[str]]
    ashore: list[str]
    shares: list[str]
    seas: dict[str, list[str]]


class Town(Struct):
    """A row of the cities file on its way to a hex."""

    row: dict[str, str]
    state: str
    spot: Spot
    mass: int
    roles: tuple[str, ...]
    held: bool

    @property
    def name(self) -> str:
        """Its name in 1805."""
        return self.row["name_1805"]

    @property
    def is_port(self) -> bool:
        """Whether it needs the sea."""
        return "port" in self.roles or "naval_base" in self.roles

    @property
    def weight(self) -> int:
        """How dear it is to move."""
        return max([HELD[r] for r in self.roles] + ([HELD["held"]] if self.held else []))


class Builder:
    """One run: from the files of a folder to the board and its rivers."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.sheet = Sheet()
        self.grid = self.sheet.grid
        self.features = self._read("europe.features.geojson", Features).features
        self.book: Gazetteer = self._read("states.json", Gazetteer)
        outline = self._read("europe_land_worldatlas10m.geojson", Feature).geometry["geometries"]
        coasts = [self.sheet.form(g) for g in outline if g["type"] == "Polygon"]
        self.land = Land(self.sheet, [*coasts, *(form for _, _, form in self._areas("land"))])
        self.out: set[Hex] = set()
        self.ground: dict[Hex, str] = {}
        self.towns = self._towns()
        self.cities: dict[Hex, City] = {}
        self.seas: dict[Hex, str] = {}

    def _read(self, name: str, kind: Any) -> Any:
        try:
            return msgspec.json.decode((self.source / name).read_bytes(), type=kind)
        except msgspec.MsgspecError as error:
            raise ValueError(f"{name}: {error}") from error

    def _areas(self, *kinds: str) -> Iterable[tuple[str, str, Any]]:
        """Kind, name and form of the hand-drawn areas of some kinds."""
        for feature in self.features:
            what = feature.properties
            if what["kind"] in kinds:
                yield what["kind"], what["name"], self.sheet.form(feature.geometry)

    def build(self) -> tuple[BoardFile, RiversFile]:
        """The board and its rivers."""
        for town in self.towns:
            town.mass = self.land.hold(town.spot, town.name in self.book.ashore)
        self.land.harbours = {hex_at(*town.spot) for town in self.towns if town.is_port}
        self._leave_out()
        self._ground()
        self._settle()
        self._seas()
        return self._board(), self._rivers()

    # Ground ------------------------------------------------------------------------------------------

    def _leave_out(self) -> None:
        """Land out of play: most of it in an area that is out, and no city of the game on it."""
        for _, _, form in self._areas("out"):
            self.out |= {h for h in self.land.mass if form.contains(Point(self.sheet.spot(h)))}
        self.out -= {hex_at(*town.spot) for town in self.towns}

    def _ground(self) -> None:
        """Mountains, woods, marshes and lakes; an area too small to fill a hex gets the one it fills most of."""
        best: dict[Hex, float] = {}
        for kind, _, form in self._areas("mountain", "forest", "marsh", "lake"):
            cover = {h: self._cover(form, h) for h in self.land.mass if h not in self.out or kind == "mountain"}
            most = max(cover.values(), default=0.0)
            for h, part in cover.items():
                if part > 0 and part >= min(COVER, most) and part > best.get(h, 0.0):
                    best[h], self.ground[h] = part, kind
        for h in self.grid.hexes():
            if h not in self.land.mass:
                self.ground[h] = "sea"

    def _cover(self, form: Any, h: Hex) -> float:
        cell = self.sheet.cell(h)
        return float(form.intersection(cell).area / cell.area) if form.intersects(cell) else 0.0

    # Cities ------------------------------------------------------------------------------------------

    def _towns(self) -> list[Town]:
        """The cities that are in play, dearest to move first, and last those that are to share a hex."""
        states = {state.name for state in self.book.states}
        seats = {s.capital for s in self.book.states if s.kind != "land" and not s.unformed}
        held = set(self.book.held)
        found = []
        with (self.source / "europe_cities.csv").open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                own = self.book.singly.get(row["name_1805"], {}).get("state", row["state_1805"])
                state = self.book.read_as.get(own, own)
                spot = self.sheet.place((float(row["lon"]), float(row["lat"])))
                kept = tuple(r for r in row["roles"].split(";") if r not in ("production", "capital"))
                roles = (("capital",) if row["name_1805"] in seats else ()) + kept or ("city",)
                if state in states and self.grid.holds(hex_at(*spot)) and row["name_1805"] != "Ceuta":
                    mass = self.land.on(spot)
                    found.append(Town(row, state, spot, mass, roles, row["name_1805"] in held))
        if missing := held - {town.name for town in found}:
            raise ValueError(f"cities to be held that are not in the cities file: {', '.join(sorted(missing))}")
        return sorted(found, key=lambda t: (t.name in self.book.shares, -t.weight, t.name))

    def _settle(self) -> None:
        """One city a hex, ports on the coast, each as near to its place as can be."""
        hexes = sorted(h for h in self.land.mass if self.ground.get(h) not in ("sea", "lake"))
        index = {h: i for i, h in enumerate(hexes)}
        places = pair_up([{index[h]: cost for h, cost in self._choices(t).items()} for t in self.towns])
        also: dict[Hex, list[str]] = {}
        for town, place in zip(self.towns, places, strict=True):
            if place is None:
                also.setdefault(self._host(town), []).append(town.name)
            else:
                self.cities[hexes[place]] = self._city(town, hexes[place])
        for h, names in also.items():
            city = self.cities[h]
            calls = tuple(n for name in sorted(names) for n in (name, *self.book.also_called.get(name, ())))
            self.cities[h] = msgspec.structs.replace(city, also=(*city.also, *calls), roles=self._roles(city, names))
        self.out -= set(self.cities)

    def _choices(self, town: Town) -> dict[Hex, int]:
        """The hexes a city could stand in, and how far (squared, weighed) each would move it."""
        home = hex_at(*town.spot)
        fast = town.weight >= FAST or town.name in self.book.shares
        for reach in (1, 2, 3) if town.is_port else (1,):
            found = {}
            for h in self.sheet.ring(home, reach):
                if h != home and (fast or (reach == 1 and self._away(town, h) > FARTHEST)):
                    continue
                fits = self.land.mass.get(h) == town.mass and self.ground.get(h) not in ("sea", "lake")
                if fits and (self.land.is_coast(h) or not town.is_port) and (h == home or h not in self.out):
                    found[h] = round(100 * (0.0 if h == home else self._away(town, h) ** 2)) * town.weight
            if found:
                return found
        raise ValueError(f"{town.name} has no hex: there is no {'coast' if town.is_port else 'land'} near it")

    def _away(self, town: Town, h: Hex) -> float:
        return math.dist(self.sheet.spot(h), town.spot)

    def _host(self, town: Town) -> Hex:
        """The hex of the city that a small place shares."""
        near = [h for h in self.sheet.ring(hex_at(*town.spot), 1) if h in self.cities]
        return min(near, key=lambda h: (math.dist(self.sheet.spot(h), town.spot), h))

    def _roles(self, city: City, names: Sequence[str]) -> tuple[str, ...]:
        """A port whose hex a naval base shares is that base."""
        base = any("naval_base" in town.roles for town in self.towns if town.name in names)
        return (*city.roles, "naval_base") if base and city.is_port and "naval_base" not in city.roles else city.roles

    def _city(self, town: Town, h: Hex) -> City:
        name, home = town.name, hex_at(*town.spot)
        # Brest-Litovsk is Brest today, but whoever says Brest means the naval base.
        modern = [town.row["modern_name"]] if town.row["modern_name"] not in {t.name for t in self.towns} else []
        notes = [self.book.singly[name]["note"]] if name in self.book.singly else []
        if h != home:
            why = "to the coast" if town.is_port and home not in self._coasts(town) else "to make room"
            notes.append(f"moved from {hex_name(*home)} {why}")
        return msgspec.convert(
            {
                "name": name,
                "hex": hex_name(*h),
                "state": town.state,
                "roles": town.roles,
                "lonlat": (float(town.row["lon"]), float(town.row["lat"])),
                "later": [state for state, names in self.book.later.items() if name in names],
                "also": [*modern, *(n for n in self.book.also_called.get(name, ()) if n not in modern)],
                "note": "; ".join(notes),
            },
            City,
        )

    def _coasts(self, town: Town) -> list[Hex]:
        return [h for h in self.sheet.ring(hex_at(*town.spot), 1) if h in self._choices(town)]

    # Owners ------------------------------------------------------------------------------------------

    def _seats(self) -> list[tuple[Spot, Hex, str]]:
        """Where states have their cities and hand-set claims."""
        seats = [(self.sheet.spot(h), h, city.state) for h, city in self.cities.items()]
        for feature in self.features:
            if feature.properties["kind"] == "claim":
                for lonlat in feature.geometry["coordinates"]:
                    spot = self.sheet.place(lonlat)
                    seats.append((spot, hex_at(*spot), feature.properties["name"]))
        return seats

    def _owners(self) -> dict[Hex, str]:
        """Who holds each hex in 1805: the nearest city (or claim) that can be walked to without much detour."""
        seats = self._seats()
        found = {}
        for h in self.land.mass:
            if h in self.cities:
                found[h] = self.cities[h].state
            elif h not in self.out and self.ground.get(h) != "lake":
                found[h] = self._nearest(h, seats)
        return found

    def _slips(self) -> dict[Hex, str]:
        """Whose the slips of land are that lie in hexes of the sea: the nearest city's or claim's on the same mass."""
        seats = self._seats()
        found = {}
        for h, parts in self.land.parts.items():
            if h not in self.land.mass and parts:
                mass, own = max(sorted(parts), key=parts.__getitem__), self.sheet.spot(h)
                same = [seat for seat in seats if self.land.mass.get(seat[1]) == mass] or seats
                away, _, state = min((math.dist(own, spot), seat, state) for spot, seat, state in same)
                if away < 4 and not self._abroad(h):
                    found[h] = state
        return found

    def _abroad(self, h: Hex) -> bool:
        """Whether the land around a hex is mostly out of play."""
        near = [n for d in range(6) if (n := self.grid.neighbour(h, d)) in self.land.mass]
        return 2 * sum(n in self.out for n in near) > len(near)

    def _nearest(self, h: Hex, seats: Sequence[tuple[Spot, Hex, str]]) -> str:
        own = self.sheet.spot(h)
        walk = self._steps(h)
        near = sorted((math.dist(own, spot), seat, state) for spot, seat, state in seats)
        walked = (state for away, seat, state in near if walk.get(seat, math.inf) <= 1.5 * away + 2)
        return next(walked, near[0][2])

    def _steps(self, start: Hex, most: int = 12) -> dict[Hex, int]:
        """Hexes within a walk of some steps."""
        found, edge = {start: 0}, [start]
        for step in range(1, most + 1):
            pairs = ((h, self.grid.neighbour(h, d)) for h in edge for d in range(6))
            edge = list(dict.fromkeys(n for h, n in pairs if n not in found and self._walk(h, n)))
            found |= dict.fromkeys(edge, step)
        return found

    def _walk(self, a: Hex, b: Hex) -> bool:
        return b in self.land.mass and b not in self.out and self.land.joined(a, b)

    # Seas --------------------------------------------------------------------------------------------

    def _seas(self) -> None:
        """The sea of each sea hex: hand-drawn corrections first, then the nearest of the rough zones."""
        rough = self._read("sea_zones.geojson", Features).features
        zones = [(f.properties["name"], self.sheet.form(f.geometry)) for f in rough]
        first = [(name, form) for _, name, form in self._areas("zone")]
        for h in self.grid.hexes():
            if h not in self.land.mass:
                spot = Point(self.sheet.spot(h))
                known = [name for name, form in first if form.contains(spot)]
                self.seas[h] = known[0] if known else min((form.distance(spot), name) for name, form in zones)[1]

    def _shores(self) -> dict[Hex, set[str]]:
        """The seas that each coastal hex is open to; a hex without open sea beside it goes with the nearest."""
        found: dict[Hex, set[str]] = {}
        for h in self._coast():
            around = [n for d in range(6) if (n := self.grid.neighbour(h, d)) in self.seas]
            seas = {self.seas[n] for n in around if self.land.open_water(h, n)}
            if not seas:
                spot = self.sheet.spot(h)
                seas = {self.seas[min(self.seas, key=lambda s: (math.dist(self.sheet.spot(s), spot), s))]}
            city = self.cities.get(h)
            found[h] = set(self.book.seas.get(city.name, seas)) if city else seas
        return found

    def _coast(self) -> list[Hex]:
        return [h for h in self.land.mass if self.ground.get(h) != "lake" and self.land.is_coast(h)]

    # Rivers ------------------------------------------------------------------------------------------

    def _rivers(self) -> RiversFile:
        """Chains of hexsides along the rivers, where there is land on both hands."""
        lines: Features = self._read("rivers_wdbii_i.geojson", Features)
        conic = self.sheet.conic
        net = Net([[conic.forward(p) for p in f.geometry["coordinates"]] for f in lines.features])
        cities = (Place(city.name, h, self.sheet.place(city.lonlat)) for h, city in sorted(self.cities.items()))
        waters = Waters(self.grid, cities, self._banks)
        found = waters.rivers(self._read("rivers.json", Beds), net, self._from_net, conic.forward)
        return RiversFile(1, lines.properties["notice"], tuple(found))

    def _from_net(self, spot: Spot) -> Spot:
        return self.sheet.place(self.sheet.conic.backward(spot))

    def _banks(self, side: Side) -> bool:
        a, b = side[0], self.grid.neighbour(*side)
        return all(h in self.land.mass and self.ground.get(h) != "lake" for h in (a, b)) and self.land.joined(a, b)

    # The file ----------------------------------------------------------------------------------------

    def _board(self) -> BoardFile:
        note = "drawn by hand; the printed map is not public"
        return BoardFile(
            format=1,
            id="europe",
            name="Europe, 1805-1815",
            cols=COLS,
            rows=ROWS,
            hex_km=HEX_KM,
            projection=Projection("Lambert conformal conic", CENTRE, PARALLELS, self.sheet.origin_km),
            attribution=ATTRIBUTION,
            provenance={
                "land": Provenance("source", "Natural Earth through world-atlas 2.0.2: land if a quarter is"),
                "terrain": Provenance("reconstruction", note),
                "cities": Provenance("source", "GeoNames; roles are a proposal, see source/states.json"),
                "owners": Provenance("reconstruction", "the nearest city of 1805 by land, with claims set by hand"),
                "shores": Provenance("inferred", "ports at river mouths count as coastal; WAP F.2.h after reference 5"),
                "seas": Provenance("reconstruction", "rough zones " + note),
                "out": Provenance("inferred", "the printed map leaves out Turkey and the Balkans (reference 1.2)"),
            },
            terrain=_packed((kind, h) for h, kind in self.ground.items()),
            coast=pack(hex_name(*h) for h in self._coast()),
            out=pack(hex_name(*h) for h in self.out),
            seas=_packed((name, h) for h, name in self.seas.items()),
            shores=_packed((name, h) for h, names in self._shores().items() for name in names),
            owners=_packed((state, h) for h, state in self._owners().items()),
            slips=_packed((state, h) for h, state in self._slips().items()),
            straits=tuple(sorted(self.grid.side_name(s) for s in self.land.straits())),
            states=tuple(self.book.states),
            cities=tuple(self.cities[h] for h in sorted(self.cities)),
            lakes=tuple(tuple(ring) for _, _, form in self._areas("lake") for ring in rings(form)),
            outline=tuple(tuple(ring) for ring in self.land.outline()),
        )


def _packed(pairs: Iterable[tuple[str, Hex]]) -> dict[str, str]:
    """Sets of hexes by kind, each written short."""
    found: dict[str, list[str]] = {}
    for kind, h in sorted(pairs):
        found.setdefault(kind, []).append(hex_name(*h))
    return {kind: pack(names) for kind, names in found.items()}


# Writing ---------------------------------------------------------------------------------------------


def to_json(data: BoardFile | RiversFile) -> str:
    """The text of a file: one kind, city, river or ring a line, always the same for the same data.

    >>> from napwidgets.board.realm import River
    >>> print(to_json(RiversFile(1, "n", (River("Rhine", ("0101/1",)),))), end="")
    {
     "format": 1,
     "notice": "n",
     "rivers": [
      {"name":"Rhine","sides":["0101/1"]}
     ]
    }
    """
    raw: dict[str, Any] = msgspec.to_builtins(data)
    return "{\n" + ",\n".join(f' "{key}": {_value(value)}' for key, value in raw.items()) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, Mapping) and value:
        return "{\n" + ",\n".join(f'  "{key}": {_text(part)}' for key, part in value.items()) + "\n }"
    if isinstance(value, (list, tuple)) and value and not isinstance(value[0], str):
        return "[\n" + ",\n".join("  " + _text(part) for part in value) + "\n ]"
    return _text(value)


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def texts(source: Path) -> dict[str, str]:
    """The files of the board, by name, as the source gives them."""
    board, rivers = Builder(source).build()
    return {"europe.board.json": to_json(board), "europe.rivers.json": to_json(rivers)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the board, or with ``--check`` see whether it is up to date."""
    parser = argparse.ArgumentParser(prog="python -m napwidgets.board.europe", description="Build the board of Europe.")
    parser.add_argument("--maps", type=Path, default=MAPS, help="folder of the board, with its source/")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the board is out of date")
    chosen = parser.parse_args(arguments)
    try:
        found = texts(chosen.maps / "source")
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    failed = False
    for name, text in found.items():
        file = chosen.maps / name
        if not chosen.check:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            print(f"{name} is not what its source gives: build it again", file=sys.stderr)
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
