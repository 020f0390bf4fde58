"""Land and sea for the board of Europe: what of each hex is land, of which mass, and where one can walk across.

A *mass* is a piece of land with sea all round: the continent, Great Britain, Zealand. A hex of land belongs to the
mass that fills most of it, and armies walk only between hexes of the same mass, so that no strait is crossed by
accident, however narrow it is beside a hex of 64 km.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import shapely
from shapely import STRtree
from shapely.geometry import LineString, Point, Polygon, shape

from napwidgets.board.atlas import Conic, Spot
from napwidgets.board.courses import Grid, Hex, Side
from napwidgets.board.geometry import X_UNIT, centre, corners, hex_at, side_ends, to_plane

#: The projection: Lambert's conformal conic about 14 E 49 N, true on 42 N and 56 N (36-61 N: scale within 4 %).
CENTRE, PARALLELS = (14.0, 49.0), (42.0, 56.0)
#: A hex from flat to flat (40 miles), the size of the sheet, and its north-western hex in columns and rows from CENTRE.
HEX_KM, COLS, ROWS = 64, 69, 48
CORNER = (-38, -22.5)

#: A hex with this part of land is a land hex, one with this part of sea a coastal one.
LAND, COAST = 0.25, 0.02
#: Two hexes of a mass join if this length of their hexside, in hex units, is land.
JOIN = 0.04
#: A mass smaller than this (in hexes) is an isle: a city on it makes its hex land, however little there is of it.
ISLE = 0.75
HEX_AREA = 3**0.5 / 2


class Sheet:
    """The sheet of hexes and the projection that lays Europe on it."""

    def __init__(self) -> None:
        self.conic = Conic(CENTRE, PARALLELS)
        self.grid = Grid(COLS, ROWS)
        self.origin_km = round(CORNER[0] * 3 * X_UNIT * HEX_KM, 3), round(CORNER[1] * HEX_KM, 3)

    def place(self, lonlat: Sequence[float]) -> Spot:
        """Longitude and latitude to hex units."""
        x, y = self.conic.forward(lonlat)
        return (x - self.origin_km[0]) / HEX_KM, (y - self.origin_km[1]) / HEX_KM

    def form(self, geometry: dict[str, Any]) -> Any:
        """A GeoJSON geometry in hex units; long sides are split, as they are curves here."""
        whole = shapely.make_valid(shape(geometry))
        return shapely.make_valid(
            shapely.transform(
                shapely.segmentize(whole, 0.5), lambda xy: [self.place(p) for p in xy.tolist()], include_z=False
            )
        )

    def cell(self, h: Hex) -> Polygon:
        """A hex as a polygon."""
        return Polygon([to_plane(*c) for c in corners(*h)])

    def side_line(self, side: Side) -> LineString:
        """A hexside as a line."""
        return LineString([to_plane(*p) for p in side_ends(*side[0], side[1])])

    def spot(self, h: Hex) -> Spot:
        """The centre of a hex."""
        return to_plane(*centre(*h))

    def ring(self, h: Hex, reach: int) -> Iterator[Hex]:
        """The hexes of the sheet within ``reach`` of one, itself first."""
        found, edge = [h], [h]
        for _ in range(reach):
            edge = [n for e in edge for n in (self.grid.neighbour(e, d) for d in range(6)) if n not in found]
            found += [n for i, n in enumerate(edge) if n not in edge[:i]]
        return (n for n in found if self.grid.holds(n))


def polygons(form: Any) -> list[Polygon]:
    """The polygons of any geometry."""
    if isinstance(form, Polygon):
        return [] if form.is_empty else [form]
    return [p for part in getattr(form, "geoms", ()) for p in polygons(part)]


class Land:
    """Which hexes are land, coast or sea, and where one can walk."""

    def __init__(self, sheet: Sheet, outlines: Iterable[Any]) -> None:
        self.sheet = sheet
        frame = sheet.grid.frame.buffer(1.5)
        whole = shapely.union_all([part for form in outlines for part in polygons(form)])
        self.masses = polygons(whole.intersection(frame))
        self._tree = STRtree(self.masses)
        self.parts: dict[Hex, dict[int, float]] = {}
        self._pieces: dict[Hex, dict[int, Any]] = {}
        self._joined: dict[Side, bool] = {}
        self.harbours: set[Hex] = set()
        for h in sheet.grid.hexes():
            cell = sheet.cell(h)
            # A little more than the hex, so that its hexsides lie well inside the piece.
            near = cell.buffer(0.05)
            pieces = {int(i): self.masses[i].intersection(near) for i in self._tree.query(near)}
            found = {i: piece.intersection(cell).area / cell.area for i, piece in pieces.items()}
            self._pieces[h] = pieces
            self.parts[h] = {i: part for i, part in found.items() if part > 0}
        self.mass = {h: max(sorted(p), key=p.__getitem__) for h, p in self.parts.items() if sum(p.values()) >= LAND}

    def on(self, spot: Spot) -> int:
        """The mass a point lies on, or the nearest to it."""
        return int(self._tree.nearest(Point(spot)))

    def hold(self, spot: Spot, ashore: bool) -> int:
        """Make sure that a city at a point has a hex of land; the mass it stands on.

        An isle gets a hex even if there is more of another mass in it, unless the city is to stand ``ashore``.
        """
        mass, h = self.on(spot), hex_at(*spot)
        if ashore:
            mass = self.mass.get(h, max(sorted(self.parts[h]), key=self.parts[h].__getitem__))
        isle = self.masses[mass].area < ISLE * HEX_AREA and mass not in self.mass.values()
        if isle or h not in self.mass:
            self.mass[h] = mass
        return mass

    def is_coast(self, h: Hex) -> bool:
        """Whether a land hex has sea in it (WAP F.2.c), or a harbour on a river that ships come up."""
        if h in self.harbours:
            return True
        others = sum(part for mass, part in self.parts[h].items() if mass != self.mass.get(h))
        return 1 - sum(self.parts[h].values()) >= COAST or others > COAST

    def joined(self, a: Hex, b: Hex) -> bool:
        """Whether one can walk from a land hex to its neighbour."""
        if self.mass.get(a) is None or self.mass.get(a) != self.mass.get(b):
            return False
        side = self.sheet.grid.side(a, b)
        if side not in self._joined:
            line = self.sheet.side_line(side)
            self._joined[side] = bool(self._pieces[a][self.mass[a]].intersection(line).length >= JOIN)
        return self._joined[side]

    def open_water(self, a: Hex, b: Hex) -> bool:
        """Whether a ship can pass the hexside between two hexes: some of it is sea."""
        line = self.sheet.side_line(self.sheet.grid.side(a, b))
        land = sum(piece.intersection(line).length for piece in self._pieces[a].values())
        return bool(land < line.length - JOIN)

    def straits(self) -> Iterator[Side]:
        """The all-sea hexsides: land on both hands, and no way across (WAP F.1.c)."""
        for h in self.mass:
            for d in range(3):
                n = self.sheet.grid.neighbour(h, d)
                if n in self.mass and not self.joined(h, n):
                    yield self.sheet.grid.side(h, n)

    def outline(self) -> list[list[Spot]]:
        """The coast for the eye: rings of points, coarser than a twentieth of a hex."""
        frame = self.sheet.grid.frame.buffer(0.6)
        return sorted(ring for mass in self.masses for ring in rings(mass.intersection(frame)))


def rings(form: Any) -> list[list[Spot]]:
    """The outlines of a form, coarser than a thirtieth of a hex and without the smallest isles."""
    found = []
    for part in polygons(form.simplify(0.035)):
        found += [list(r.coords) for r in (part.exterior, *part.interiors) if Polygon(r).area >= 0.012]
    return [[(round(x, 2), round(y, 2)) for x, y in ring] for ring in found]
