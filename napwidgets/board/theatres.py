"""The boards of operational theatres (``con``), made from the files of ``scenarios/con/maps/source``.

``python -m napwidgets.board.theatres belgium`` builds one, without a name all; ``--check`` says whether what is
committed is what the source gives; ``--list`` prints places and their hexes. `docs/maps/con.md` tells more.

On a theatre a ``stream`` is a secondary river, a ``river`` a primary one, which has no way over it but its bridges; a
``road`` is a primary road, a ``trail`` a secondary one.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from textwrap import fill

from napwidgets.board.atlas import Spot
from napwidgets.board.campaign_rivers import Plate, fine, pull, rivers
from napwidgets.board.campaign_roads import Pair, neighbours, pair, thinned, uncrossed
from napwidgets.board.compile import to_json
from napwidgets.board.courses import Grid, Hex, Side, smooth
from napwidgets.board.europe_rivers import Place as Town
from napwidgets.board.europe_rivers import Waters
from napwidgets.board.geometry import Point as Vertex
from napwidgets.board.geometry import hex_at, to_plane
from napwidgets.board.hexmap import Caption, MapFile, PlaceData
from napwidgets.board.network import HOME as NETWORKS
from napwidgets.board.network import Place, slug
from napwidgets.board.theatre_captions import of_lands, of_rivers, of_tracts
from napwidgets.board.theatre_ground import terrain
from napwidgets.board.theatre_roads import Ways, exits, joined, last_inside
from napwidgets.board.theatre_source import HOME, MAPS, Course, PlaceRow, Sheet, beds, read_places, read_sheet
from napwidgets.kernel.rulings import ScenarioError

#: Where the campaign maps have their rivers, which these boards share.
CAMPAIGNS = NETWORKS / "source"
HEX_KM = 3.2
#: A country road that has to go farther about than this, by the straight way, isn't there.
ABOUT = 1.6


class Builder:
    """Makes one board. Raises `ScenarioError` for a source that contradicts itself, and for an unsound board."""

    def __init__(self, id: str, source: Path = HOME / "source", campaigns: Path = CAMPAIGNS) -> None:
        self.id, self._campaigns = id, campaigns
        self.sheet: Sheet = read_sheet(source / f"{id}.yaml")
        self.rows: dict[str, PlaceRow] = {row.id: row for row in read_places(source / f"{id}.places.csv")}
        self.plate = Plate(self.sheet.box)
        self._corner = self.plate.km((self.sheet.box[0], self.sheet.box[3]))
        self.grid = Grid(*self._size())
        self.hexes = self._standing()
        self.sides: dict[str, set[Side]] = {"stream": set(), "river": set(), "bridge": set()}
        #: The corners that each river runs along, part by part.
        self.laid: dict[str, list[list[Spot]]] = {}
        self.lines: dict[str, list[list[Spot]]] = {"stream": [], "river": [], "road": [], "trail": []}

    def map(self) -> MapFile:
        """The whole board, checked."""
        towns = {h for id, h in self.hexes.items() if self.rows[id].kind in ("town", "fortress")}
        try:
            ground = terrain(self.sheet.tracts, self.grid, self.spot, towns)
        except ScenarioError as error:
            raise ScenarioError(f"{self.id}: {error}") from None
        self._waters()
        ways = self._roads(ground)
        self._faults(ways)
        self.sides |= ways.sides
        self.sides["bridge"] |= ways.crossed()
        for kind in ways.sides:
            runs = ways.drawn(kind, self.hexes.values())
            self.lines[kind] = [smooth(self.grid.trodden(run)) for run in runs]
        grid, sheet = self.grid, self.sheet
        return MapFile(
            format=1, id=self.id, name=sheet.title, cols=grid.cols, rows=grid.rows, hex_m=round(HEX_KM * 1000),
            origin=(sheet.box[0], sheet.box[3]), contour_m=100, terrain=ground, levels={},
            sides={kind: sorted(map(grid.side_name, sides)) for kind, sides in sorted(self.sides.items())},
            places=list(self._places()), captions=list(self._captions()),
            lines={kind: sorted(ways) for kind, ways in sorted(self.lines.items())},
            attribution=sheet.attribution, kind="theatre",
        )  # fmt: skip

    # Places -------------------------------------------------------------------------------------------

    def _size(self) -> tuple[int, int]:
        """Columns and rows that fill the box."""
        east, south = self.plate.km((self.sheet.box[2], self.sheet.box[1]))
        wide, high = (east - self._corner[0]) / HEX_KM, (self._corner[1] - south) / HEX_KM
        return int(wide / to_plane(3, 0)[0]) + 1, int(high + 0.5)

    def spot(self, lonlat: Sequence[float]) -> Spot:
        """Longitude and latitude in hex units, x east and y south from the centre of 0101."""
        x, y = self.plate.km(lonlat)
        return (x - self._corner[0]) / HEX_KM, (self._corner[1] - y) / HEX_KM

    def _standing(self) -> dict[str, Hex]:
        """The hex of each place; two can't share one, as a hex has one name."""
        found: dict[str, Hex] = {}
        if wrong := set(self.sheet.shifts) - set(self.rows):
            raise ScenarioError(f"{self.id}: shifts of what is no place: {', '.join(sorted(wrong))}.")
        for id, row in self.rows.items():
            at = self.sheet.shifts.get(id, row)
            h = hex_at(*self.spot((at.lon, at.lat)))
            if not self.grid.holds(h):
                raise ScenarioError(f"{self.id}: {id} lies off the board.")
            if other := next((o for o, taken in found.items() if taken == h), None):
                raise ScenarioError(f"{self.id}: {id} and {other} share {self.grid.name(h)}: shift one or drop it.")
            found[id] = h
        return found

    def _places(self) -> Iterator[PlaceData]:
        great = self.sheet.great.split()
        for id in great:
            self._at(id)
        for h, id in sorted((h, id) for id, h in self.hexes.items()):
            yield PlaceData(self.grid.name(h), self.rows[id].name, self.rows[id].kind, id in great)

    def _captions(self) -> Iterator[Caption]:
        yield from of_rivers(self.sheet.rivers, [self.laid[course.name] for course in self.sheet.rivers])
        yield from of_tracts(self.sheet.tracts, self.spot)
        yield from of_lands(self.sheet.lands, self.spot)

    def _at(self, id: str) -> Hex:
        if id not in self.hexes:
            raise ScenarioError(f"{self.id}: {id!r} is no place of this board.")
        return self.hexes[id]

    # Rivers -------------------------------------------------------------------------------------------

    def _waters(self) -> None:
        """Lay the rivers along hexsides, primary ones first where two meet, and set the bridges named with them."""
        layer = Waters(self.grid, [Town(id, h, self._true(id)) for id, h in self.hexes.items()], lambda side: True)
        chains: dict[str, list[Vertex]] = {}
        laid: dict[str, set[Side]] = {}
        for course, line in zip(self.sheet.rivers, self._drawn(), strict=True):
            laid[course.name], self.laid[course.name] = set(), []
            for way in self._inside(line):
                bent = [*way]
                if course.into in chains and way[-1] == line[-1]:
                    bent[-1] = _nearest(chains[course.into], way[-1])
                try:
                    chain = layer.lay(course.name, way, _banks(course), bent)
                except ValueError as error:
                    raise ScenarioError(f"{self.id}: {error}") from None
                if len(chain) > 1:
                    chains.setdefault(course.name, []).extend(chain)
                    laid[course.name] |= self.grid.along(chain)
                    self.laid[course.name].append([to_plane(*v) for v in chain])
                    self.lines[_water(course)].append(smooth(self.laid[course.name][-1]))
        for course in self.sheet.rivers:
            self.sides[_water(course)] |= laid[course.name]
        self.sides["stream"] -= self.sides["river"]
        self._spanned(laid)

    def _spanned(self, laid: Mapping[str, set[Side]]) -> None:
        """Set the bridges that the sheet names."""
        missing = []
        for course in self.sheet.rivers:
            for id in course.bridges.split():
                if (side := self._bridge(id, laid[course.name])) is None:
                    missing.append(f"the {course.name} does not run past {id}")
                else:
                    self.sides["bridge"].add(side)
        if missing:
            raise ScenarioError(f"{self.id}: {', '.join(missing)}, which has a bridge over it.")

    def _true(self, id: str) -> Spot:
        return self.spot((self.rows[id].lon, self.rows[id].lat))

    def _drawn(self) -> list[list[Spot]]:
        """The rivers of the sheet in hex units, bent to leave the towns named with them on their banks."""
        file = json.loads((self._campaigns / "rivers_wdbii_i.geojson").read_text(encoding="utf-8"))
        lines = [[(x, y) for x, y in feature["geometry"]["coordinates"]] for feature in file["features"]]
        places = [Place(row.id, row.name, row.lat, row.lon) for row in self.rows.values()]
        found = rivers(beds(self.sheet, self._campaigns), lines, places, self.plate)
        return [
            [self.spot(p) for p in self._bridged(course, river.line)]
            for course, river in zip(self.sheet.rivers, found, strict=True)
        ]

    def _bridged(self, course: Course, line: Sequence[Spot]) -> list[Spot]:
        """A course that passes by the places that have a bridge over it."""
        bent = fine([self.plate.km(p) for p in line])
        for id in course.bridges.split():
            self._at(id)
            bent = pull(bent, self.plate.km((self.rows[id].lon, self.rows[id].lat)))
        return [self.plate.degrees(p) for p in bent]

    def _inside(self, line: Sequence[Spot]) -> Iterator[list[Spot]]:
        """The parts of a course that lie on the board, in their order."""
        part: list[Spot] = []
        for a, b in pairwise(line):
            for k in range(steps := max(1, math.ceil(math.dist(a, b) / 0.2))):
                p = a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps
                if self.grid.holds(hex_at(*p)):
                    part.append(p)
                elif part:
                    yield from _long(part)
                    part = []
        if self.grid.holds(hex_at(*line[-1])):
            part.append(line[-1])
        yield from _long(part)

    def _bridge(self, id: str, sides: set[Side]) -> Side | None:
        """The hexside of a river with the bridge of a place: of its own hex, the nearest to where it truly lies."""
        h = self._at(id)
        own = {self.grid.side(h, n) for d in range(6) if self.grid.holds(n := self.grid.neighbour(h, d))}
        return self.grid.nearest(sides & own, self._true(id), 2.0)

    # Roads --------------------------------------------------------------------------------------------

    def _roads(self, ground: dict[str, list[str]]) -> Ways:
        mountain = set(ground.get("mountain", ()))
        steep = {h for h in self.grid.hexes() if self.grid.name(h) in mountain}
        ways = Ways(self.grid, self.sides["river"], self.sides["stream"], self.sides["bridge"], steep)
        for road in sorted(self.sheet.roads, key=lambda road: road.kind):
            stops = road.through.split()
            for before, after in pairwise(stops):
                ways.lay(road.kind, self._leg(ways, road.name, before, after))
        for a, b in self._country():
            chain = ways.chain(self.hexes[a], self.hexes[b])
            if chain is not None and len(chain) - 1 <= ABOUT * self._apart(a, b) + 1:
                ways.lay("trail", chain)
        return ways

    def _leg(self, ways: Ways, name: str, before: str, after: str) -> list[Hex]:
        """The hexes of a road between two stops, one beyond the edge where it leaves the board."""
        start, goal = self._stop(before), self._stop(after)
        inside = [h for h in (start, goal) if self.grid.holds(h)]
        if not inside:
            raise ScenarioError(f"{self.id}: {name}: {before} and {after} both lie off the board.")
        ends = [self._edge(h, inside[0]) for h in (start, goal)]
        chain = ways.chain(ends[0], ends[1])
        if chain is None:
            raise ScenarioError(f"{self.id}: {name}: no bridge leads from {before} to {after}.")
        for h, stop, edge, place in ((start, before, ends[0], 0), (goal, after, ends[1], len(chain) + 1)):
            if not self.grid.holds(h):
                chain.insert(place, self._out(edge, stop))
        return chain

    def _stop(self, stop: str) -> Hex:
        """The hex of a stop: a place, or a point."""
        return hex_at(*self.spot(_point(stop))) if "/" in stop else self._at(stop)

    def _edge(self, h: Hex, inside: Hex) -> Hex:
        return h if self.grid.holds(h) else last_inside(self.grid, self.grid.middle(inside), self.grid.middle(h))

    def _out(self, edge: Hex, stop: str) -> Hex:
        found = exits(self.grid, edge, self.spot(_point(stop)))
        if found is None:
            raise ScenarioError(f"{self.id}: the road to {stop} does not reach the edge.")
        return found

    def _apart(self, a: str, b: str) -> float:
        return math.dist(self.grid.middle(self.hexes[a]), self.grid.middle(self.hexes[b]))

    def _country(self) -> list[tuple[str, str]]:
        """The pairs of places that country roads join, the nearest first, so that later ones can use them."""
        ids = list(self.rows)
        number = {id: n for n, id in enumerate(ids)}
        spots = [self.plate.km((row.lon, row.lat)) for row in self.rows.values()]
        fixed = sorted(self._legs(number))
        cuts = {pair(number[a], number[b]) for a, b in self.sheet.cuts}
        near = [p for p in neighbours(spots, self.sheet.longest_km) if p not in {*fixed, *cuts}]
        kept = thinned(uncrossed(near, fixed, spots), fixed, spots, self.sheet.detour)
        return [(ids[a], ids[b]) for a, b in sorted(kept, key=lambda p: (math.dist(spots[p[0]], spots[p[1]]), p))]

    def _legs(self, number: dict[str, int]) -> set[Pair]:
        """The pairs of places that follow each other on a road."""
        found = set()
        for road in self.sheet.roads:
            stops = [number[stop] for stop in road.through.split() if "/" not in stop]
            found |= {pair(a, b) for a, b in pairwise(stops) if a != b}
        return found

    # Checks -------------------------------------------------------------------------------------------

    def _faults(self, ways: Ways) -> None:
        """Refuse a board whose chaussees don't hang together, with a place that no road leads to, or an origin that its
        source doesn't explain.
        """
        parts = joined(ways.sides["road"], self.grid)
        if len(parts) > 1:
            where = ", ".join(self.grid.name(min(part)) for part in parts[1:])
            raise ScenarioError(f"{self.id}: the roads at {where} are not joined to the others.")
        reached = {h for part in joined(ways.sides["road"] | ways.sides["trail"], self.grid) for h in part}
        if lost := [id for id, h in self.hexes.items() if h not in reached]:
            raise ScenarioError(f"{self.id}: no road leads to {', '.join(lost)}.")
        if unknown := self.origins - set(self.sheet.origins):
            raise ScenarioError(f"{self.id}: no such origins: {', '.join(sorted(unknown))}.")

    @cached_property
    def origins(self) -> set[str]:
        """The origins that the source names."""
        sheet = self.sheet
        drawn = {item.origin for item in sheet.rivers} | {item.origin for item in sheet.roads}
        return drawn | {item.origin for item in sheet.tracts} | {row.origin for row in self.rows.values()}


def _long(part: list[Spot]) -> list[list[Spot]]:
    """A part of a course, if it is longer than the corner of a hex that it clips."""
    return [part] if len(part) > 5 else []


def _water(course: Course) -> str:
    return "river" if course.rank == "primary" else "stream"


def _nearest(chain: Sequence[Vertex], spot: Spot) -> Spot:
    return min((to_plane(*v) for v in chain), key=lambda v: (math.dist(v, spot), v))


def _banks(course: Course) -> dict[str, str]:
    return {id: bank for bank, ids in (("left", course.left), ("right", course.right)) for id in ids.split()}


def _point(stop: str) -> Spot:
    lon, lat = stop.split("/")
    return float(lon), float(lat)


def listing(data: MapFile) -> str:
    """The places of a board with their hexes, a paragraph a kind, as the page has them."""
    found = []
    for kind, head in (("fortress", "Fortresses"), ("town", "Towns"), ("village", "Villages")):
        places = sorted((slug(place.name), f"{place.name} {place.hex}") for place in data.places if place.kind == kind)
        found.append(fill(f"*{head}*: " + ", ".join(text for _, text in places), 118, break_on_hyphens=False))
    return "\n\n".join(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build boards, or with ``--check`` see whether they are up to date."""
    parser = argparse.ArgumentParser(prog="python -m napwidgets.board.theatres", description="Build theatre boards.")
    parser.add_argument("map", nargs="*", help=f"which: {', '.join(MAPS)}; without one, all")
    parser.add_argument("--maps", type=Path, default=HOME, help="folder of the boards, with their source/")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a board is out of date")
    parser.add_argument("--list", action="store_true", help="write nothing; print places and their hexes")
    chosen = parser.parse_args(arguments)
    failed = False
    for id in chosen.map or MAPS:
        try:
            data = Builder(id, chosen.maps / "source").map()
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
            return 1
        text, file = to_json(data), chosen.maps / f"{id}.map.json"
        if chosen.list:
            print(listing(data))
        elif not chosen.check:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            print(f"{file.name} is not what its source gives: build it again", file=sys.stderr)
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
