"""The map compiler: from a sketch in longitude and latitude to a hex map.

    python -m napwidgets.board.compile scenarios/nlc/maps/quatre-bras.features.geojson
    python -m napwidgets.board.compile --check scenarios/nlc/maps/*.features.geojson

``NAME.features.geojson`` is a GeoJSON FeatureCollection; beside it ``NAME.map.json`` is written. The
collection's ``properties`` hold ``id``, ``name``, ``hex_m``, ``contour_m``, ``attribution`` and either
``box`` (``[lon0, lat0, lon1, lat1]``) or ``origin`` (longitude and latitude of the centre of hex 0101) with
``cols`` and ``rows``; ``north`` and ``sheets`` are those of `MapFile`. ``cut_of`` names another features file
whose features are used; what lies off the map is then left out instead of being an error. Each feature has a
``kind`` (see `LINES`, `AREAS` and `POINTS`) and may have a ``name``, a ``level`` (heights), a ``terrain``
(points), ``down`` (the compass direction that a crest falls to). A ``slope`` keeps to hexsides where the level
changes: the higher hex is its upper side.

Needs shapely: ``pip install napwidgets[maps]``.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from shapely.geometry import LineString, Polygon, box, shape

from napwidgets.board import courses
from napwidgets.board.courses import Grid, Side, Way
from napwidgets.board.geometry import corners, hex_at, to_plane
from napwidgets.board.hexmap import MapFile, PlaceData, Sheets, sheet_fault
from napwidgets.kernel.provenance import Provenance

ROUTES = ("road", "trail")
WATERS = ("stream", "river")
LINES = (*ROUTES, *WATERS, "crest", "slope")
AREAS = ("woods", "marsh", "water", "height")
POINTS = (
    "town",
    "village",
    "chateau",
    "farm",
    "crossroads",
    "bridge",
    "ford",
    "wood",
    "height",
    "stream",
    "other",
)
#: The terrain that a point makes of its hex, unless it says otherwise.
MAKES = {"town": "town", "village": "town", "chateau": "chateau"}
#: A hex takes the terrain that covers a third of it; where two do, the earlier in this list.
ORDER = ("water", "town", "chateau", "woods", "marsh")
COVER = 1 / 3
#: How far, in hexes, a bridge point may be from the hexside that it bridges.
REACH = 1.5
#: Bearings, clockwise from north in degrees.
COMPASS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}


class _Strict(Struct, forbid_unknown_fields=True):
    pass


class Properties(_Strict):
    """What a feature is."""

    kind: str
    provenance: Provenance
    name: str = ""
    level: int | None = None
    terrain: str | None = None
    down: str | None = None


class Feature(Struct):
    """A feature of the sketch."""

    properties: Properties
    geometry: dict[str, Any]


class Sheet(_Strict):
    """What the whole map is: see the module."""

    id: str
    name: str
    hex_m: int
    contour_m: int
    attribution: str = ""
    box: tuple[float, float, float, float] | None = None
    origin: tuple[float, float] | None = None
    cols: int = 0
    rows: int = 0
    cut_of: str | None = None
    sheets: Sheets = ()
    north: int = 0


class Collection(Struct):
    """The sketch as it stands in its file."""

    properties: Sheet
    features: list[Feature] = []


def compile_map(features: Path) -> MapFile:
    """Compile a features file; raises ``ValueError`` with a sentence that says what is wrong and where."""
    try:
        sketch = msgspec.json.decode(features.read_bytes(), type=Collection)
        cut = sketch.properties.cut_of
        found = sketch.features
        if cut is not None:
            found = [
                *msgspec.json.decode((features.parent / cut).read_bytes(), type=Collection).features,
                *found,
            ]
        return _Compiler(sketch.properties, found).map()
    except ValueError as error:
        raise ValueError(f"{features.name}: {error}") from error


class _Compiler:
    """One run of the compiler: reads features into terrain, levels, hexsides, places and courses."""

    def __init__(self, sheet: Sheet, features: Sequence[Feature]) -> None:
        self.sheet, self.features = sheet, features
        self.origin, cols, rows = _frame(sheet)
        if fault := sheet_fault(rows, sheet.sheets):
            raise ValueError(fault)
        self.grid = Grid(cols, rows, sheet.sheets)
        self.terrain: dict[tuple[int, int], str] = {}
        self.levels: dict[tuple[int, int], int] = {}
        self.sides: dict[str, set[Side]] = {}
        self.places: dict[tuple[int, int], PlaceData] = {}
        self.lines: dict[str, list[Way]] = {}

    def map(self) -> MapFile:
        """The whole map."""
        for step in (self._areas, self._routes, self._waters, self._points, self._bridges, self._names):
            step()
        sheet, grid = self.sheet, self.grid
        return MapFile(
            format=1,
            id=sheet.id,
            name=sheet.name,
            cols=grid.cols,
            rows=grid.rows,
            hex_m=sheet.hex_m,
            origin=(round(self.origin[0], 5), round(self.origin[1], 5)),
            contour_m=sheet.contour_m,
            terrain=_grouped((kind, grid.name(h)) for h, kind in self.terrain.items()),
            levels=_grouped((str(level), grid.name(h)) for h, level in self.levels.items() if level),
            sides=_grouped(
                (kind, grid.side_name(side)) for kind, found in self.sides.items() for side in found
            ),
            places=[self.places[h] for h in sorted(self.places)],
            lines={kind: sorted(ways) for kind, ways in sorted(self.lines.items())},
            attribution=sheet.attribution,
            sheets=sheet.sheets,
            north=sheet.north,
        )

    # Reading ----------------------------------------------------------------------------------------

    def _place(self, lonlat: Sequence[float]) -> tuple[float, float]:
        """Hex units of a longitude and latitude."""
        lon, lat = lonlat[0] - self.origin[0], self.origin[1] - lonlat[1]
        metres = 1000 / self.sheet.hex_m
        east, south = lon * 111.32 * math.cos(math.radians(self.origin[1])) * metres, lat * 110.57 * metres
        if not self.sheet.north:
            return east, south
        turn = math.radians(self.sheet.north)
        return east * math.cos(turn) - south * math.sin(turn), east * math.sin(turn) + south * math.cos(turn)

    def _of(self, geometry: str, kinds: Iterable[str]) -> Iterable[tuple[Feature, Any]]:
        """The features of some kinds with their points in hex units, as far as they touch the map."""
        wanted = set(kinds)
        for feature in self.features:
            what = feature.properties
            if what.kind not in {*LINES, *AREAS, *POINTS}:
                known = ", ".join(sorted({*LINES, *AREAS, *POINTS}))
                raise ValueError(f"{_title(feature)} is of a kind that no map has; there are {known}")
            if what.kind in wanted and feature.geometry.get("type") == geometry:
                form = shape(_moved(feature.geometry, self._place))
                if form.intersects(self.grid.frame):
                    yield feature, form
                elif self.sheet.cut_of is None:
                    raise ValueError(f"{_title(feature)} lies off the map")
            elif what.kind in wanted and not _fits(feature):
                raise ValueError(f"{_title(feature)} can't be drawn as a {feature.geometry.get('type')}")

    # Areas ------------------------------------------------------------------------------------------

    def _areas(self) -> None:
        for feature, form in self._of("Polygon", AREAS):
            what = feature.properties
            if what.kind == "height":
                self._raise(feature, form)
                continue
            for h in self.grid.about(form.bounds):
                cell = Polygon([to_plane(*c) for c in corners(*h)])
                if form.intersection(cell).area >= COVER * cell.area:
                    self._cover(h, what.kind)

    def _raise(self, feature: Feature, form: Any) -> None:
        level = feature.properties.level
        if level is None:
            raise ValueError(f"{_title(feature)} is a height without a level")
        for h in self.grid.about(form.bounds):
            if form.covers(shape({"type": "Point", "coordinates": self.grid.middle(h)})):
                self.levels[h] = max(level, self.levels.get(h, 0))

    def _cover(self, h: tuple[int, int], kind: str) -> None:
        have = self.terrain.get(h)
        if have is None or ORDER.index(kind) < ORDER.index(have):
            self.terrain[h] = kind

    # Lines ------------------------------------------------------------------------------------------

    def _routes(self) -> None:
        """Roads and trails: chains of hexes; they keep to the hexes that hold a place."""
        held = {hex_at(form.x, form.y) for _, form in self._of("Point", set(POINTS) - {"bridge", "ford"})}
        for feature, form in self._of("LineString", ROUTES):
            kind = feature.properties.kind
            chains = self.grid.chains(list(form.coords), held)
            if not chains:
                raise ValueError(f"{_title(feature)} passes through fewer than two hexes of the map")
            for chain in chains:
                for here, there in pairwise(chain):
                    self.sides.setdefault(kind, set()).add(self.grid.side(here, there))
                self._draw(kind, self.grid.trodden(chain))

    def _waters(self) -> None:
        """Streams, rivers, crests and slopes: chains of hexsides."""
        steps = self.grid.steps(self.levels)
        for feature, form in self._of("LineString", (*WATERS, "crest", "slope")):
            kind, pieces = feature.properties.kind, _pieces(form, self.grid.frame)
            within = steps if kind == "slope" else None
            try:
                chains = [chain for piece in pieces if len(chain := self.grid.shore(piece, within)) > 1]
            except ValueError as error:
                raise ValueError(f"{_title(feature)}: {error}") from error
            if not chains and self.sheet.cut_of is None:
                raise ValueError(f"{_title(feature)} is too short to run along a hexside")
            for chain in chains:
                self.sides.setdefault(kind, set()).update(self.grid.along(chain))
                way = [to_plane(*point) for point in chain]
                self._draw(kind, _falling(way, feature))

    def _draw(self, kind: str, way: Sequence[tuple[float, float]]) -> None:
        self.lines.setdefault(kind, []).append(courses.smooth(way))

    # Points -----------------------------------------------------------------------------------------

    def _points(self) -> None:
        for feature, form in self._of("Point", POINTS):
            what, h = feature.properties, hex_at(form.x, form.y)
            if not self.grid.holds(h):
                continue
            terrain = what.terrain or MAKES.get(what.kind)
            if terrain == "clear":
                self.terrain.pop(h, None)
            elif terrain is not None:
                if terrain not in ORDER:
                    raise ValueError(
                        f"{_title(feature)} has terrain {terrain!r}; it can be {', '.join(ORDER)}, clear"
                    )
                self.terrain[h] = terrain
            if what.name and what.kind not in ("bridge", "ford"):
                self._call(h, what.name, what.kind)

    def _names(self) -> None:
        """Woods and heights with a name give it to a hex in their middle, if that has none yet."""
        for feature, form in self._of("Polygon", ("woods", "height")):
            spot = form.intersection(self.grid.frame).representative_point()
            h = hex_at(spot.x, spot.y)
            if feature.properties.name and self.grid.holds(h) and h not in self.places:
                self._call(
                    h, feature.properties.name, "wood" if feature.properties.kind == "woods" else "height"
                )

    def _call(self, h: tuple[int, int], name: str, kind: Any) -> None:
        if h in self.places:
            raise ValueError(
                f"{name} and {self.places[h].name} both fall in hex {self.grid.name(h)}: leave one without a name"
            )
        self.places[h] = PlaceData(self.grid.name(h), name, kind)

    def _bridges(self) -> None:
        """Bridges and fords given as points, and one wherever a road crosses a stream."""
        routes = self.sides.get("road", set()) | self.sides.get("trail", set())
        waters = self.sides.get("stream", set()) | self.sides.get("river", set())
        for feature, form in self._of("Point", ("bridge", "ford")):
            kind, spot = feature.properties.kind, (form.x, form.y)
            waiting = (routes & waters) - self.sides.get("bridge", set()) - self.sides.get("ford", set())
            side = self.grid.nearest(waiting, spot, REACH) or self.grid.nearest(waters, spot, REACH)
            if side is None:
                if self.sheet.cut_of is not None:
                    continue
                raise ValueError(f"{_title(feature)} is not at a stream or a river")
            self.sides.setdefault(kind, set()).add(side)
        self.sides.setdefault("bridge", set()).update(
            self.sides.get("road", set()) & self.sides.get("stream", set())
        )
        crossed = self.sides.get("bridge", set()) | self.sides.get("ford", set())
        dry = sorted((routes & self.sides.get("river", set())) - crossed)
        if dry:
            where = ", ".join(self.grid.side_name(side) for side in dry)
            raise ValueError(f"a road or trail crosses the river at {where} where no bridge is given")


# Small helpers --------------------------------------------------------------------------------------


def _frame(sheet: Sheet) -> tuple[tuple[float, float], int, int]:
    """Origin, columns and rows: given, or as many as fit in the box."""
    if sheet.origin is not None and sheet.cols > 0 and sheet.rows > 0:
        return sheet.origin, sheet.cols, sheet.rows
    if sheet.box is None:
        raise ValueError("the properties need a box, or an origin with cols and rows")
    west, south, east, north = sheet.box
    wide = (east - west) * 111.32 * math.cos(math.radians(north)) * 1000 / sheet.hex_m
    high = (north - south) * 110.57 * 1000 / sheet.hex_m
    if wide < 2 or high < 2:
        raise ValueError("the box is too small, or its corners are not in the order west, south, east, north")
    return (west, north), int(wide / (3**0.5 / 2)) + 1, int(high + 0.5)


def _title(feature: Feature) -> str:
    what = feature.properties
    return f"{what.kind} {what.name!r}" if what.name else f"a {what.kind} without a name"


def _fits(feature: Feature) -> bool:
    kind, form = feature.properties.kind, feature.geometry.get("type")
    return (kind in LINES and form == "LineString") or (
        (kind in AREAS and form == "Polygon") or (kind in POINTS and form == "Point")
    )


def _moved(geometry: dict[str, Any], place: Any) -> dict[str, Any]:
    """A GeoJSON geometry with every position moved by ``place``."""

    def move(part: Any) -> Any:
        return place(part) if isinstance(part[0], (int, float)) else [move(p) for p in part]

    return {"type": geometry["type"], "coordinates": move(geometry["coordinates"])}


def _pieces(form: Any, frame: Any) -> list[Way]:
    """The parts of a line that lie on the map."""
    inside = form.intersection(box(*frame.bounds))
    parts = getattr(inside, "geoms", [inside])
    return [list(part.coords) for part in parts if isinstance(part, LineString) and part.length > 0]


def _falling(way: Way, feature: Feature) -> Way:
    """A crest's course, turned so that the ground falls away on its right hand."""
    down = feature.properties.down
    if down is None:
        return way
    if down not in COMPASS:
        raise ValueError(f"{_title(feature)} falls to {down!r}; write {', '.join(COMPASS)}")
    bearing = math.radians(COMPASS[down])
    fall = math.sin(bearing), -math.cos(bearing)
    run = way[-1][0] - way[0][0], way[-1][1] - way[0][1]
    return way if run[0] * fall[1] - run[1] * fall[0] > 0 else way[::-1]


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Values by key, both sorted."""
    found: dict[str, list[str]] = {}
    for key, value in sorted(pairs):
        found.setdefault(key, []).append(value)
    return found


# Writing --------------------------------------------------------------------------------------------


def to_json(data: MapFile) -> str:
    """The file of a compiled map: the same map always gives the same text, in lines a person can read.

    >>> data = MapFile(format=1, id="t", name="T", cols=1, rows=1, hex_m=480, origin=(4.0, 50.0),
    ...     contour_m=10, terrain={"woods": ["0101"]}, levels={}, sides={}, places=[])
    >>> print(to_json(data).splitlines()[9])
     "terrain": {
    """
    raw: dict[str, Any] = msgspec.to_builtins(data)
    parts = [f' "{key}": {_value(value)}' for key, value in raw.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _value(value: Any) -> str:
    """JSON of a top-level value: dictionaries by key, lists wrapped."""
    if isinstance(value, dict) and value:
        inner = ",\n".join(f'  "{key}": {_list(rows)}' for key, rows in value.items())
        return "{\n" + inner + "\n }"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join("  " + _text(row) for row in value) + "\n ]"
    return _text(value)


def _list(rows: list[Any]) -> str:
    """JSON of a list: sixteen names a line, or one course a line."""
    each = 16 if all(isinstance(row, str) for row in rows) else 1
    lines = [", ".join(_text(row) for row in rows[i : i + each]) for i in range(0, len(rows), each)]
    return lines[0].join("[]") if len(lines) == 1 else "[\n   " + ",\n   ".join(lines) + "\n  ]"


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def target(features: Path) -> Path:
    """Where the compiled map of a features file is kept.

    >>> target(Path("maps/ligny.features.geojson")).name
    'ligny.map.json'
    """
    return features.with_name(features.name.removesuffix(".features.geojson") + ".map.json")


def main(arguments: Sequence[str] | None = None) -> int:
    """Compile features files, or with ``--check`` see whether their maps are up to date."""
    parser = argparse.ArgumentParser(
        prog="python -m napwidgets.board.compile", description="Compile hex maps."
    )
    parser.add_argument("features", nargs="+", type=Path, help="NAME.features.geojson files")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a map is out of date")
    chosen = parser.parse_args(arguments)
    failed = False
    for features in chosen.features:
        try:
            text = to_json(compile_map(features))
        except OSError as error:
            print(f"{features} can't be read: {error.strerror or error}.", file=sys.stderr)
            failed = True
            continue
        except ValueError as error:
            print(f"{error}", file=sys.stderr)
            failed = True
            continue
        file = target(features)
        if not chosen.check:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            print(f"{file.name} is not what {features.name} gives: compile it again", file=sys.stderr)
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
