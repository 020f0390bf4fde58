"""The boards of the theatres: what their source gives, that they are sound, and that their roads are about right."""

from __future__ import annotations

import heapq
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import median

import pytest

from napwidgets.board import theatres
from napwidgets.board.atlas import great_circle
from napwidgets.board.courses import Grid, Side
from napwidgets.board.geometry import centre, to_plane
from napwidgets.board.hexmap import BRIDGE, FORD, RIVER, ROAD, STREAM, TRAIL, HexMap
from napwidgets.board.network import slug
from napwidgets.board.theatre_roads import joined
from napwidgets.board.theatre_source import HOME, MAPS
from napwidgets.board.theatres import HEX_KM, Builder
from napwidgets.kernel.rulings import ScenarioError

DOCS = Path(__file__).parents[2] / "docs" / "maps" / "con.md"
#: Bridges of history beside their towns: over primary rivers, and over others.
PRIMARY = {
    "belgium": "charleroi marchienne thuin chatelet namur huy dinant liege maubeuge",
    "france": "nogent bray montereau melun corbeil paris chalons epernay chateau-thierry la-ferte-sous-jouarre "
    "trilport meaux lagny soissons vailly berry-au-bac rethel sens joigny compiegne",
    "saxony": "magdeburg rosslau wittenberg torgau meissen dresden pirna konigstein potsdam brandenburg frankfurt",
}
SECONDARY = {
    "belgium": "genappe wavre limal louvain brussels hal mons",
    "france": "lesmont arcis mery plancy troyes bar-sur-aube bar-sur-seine reims saint-dizier vitry",
    "saxony": "kosen weissenfels merseburg halle jena grimma wurzen eilenburg duben colditz dessau leipzig bautzen "
    "berlin gorlitz",
}


@cache
def builder(id: str) -> Builder:
    return Builder(id)


@cache
def load(id: str) -> HexMap:
    return HexMap.load(HOME / f"{id}.map.json")


@pytest.fixture(scope="module", params=MAPS)
def id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def number(id: str, place: str) -> int:
    column, row = builder(id).hexes[place]
    return column * load(id).rows + row


def costs(board: HexMap, start: int, road: float, trail: float = 0.0) -> dict[int, float]:
    """What it costs to every hex along roads, and along country roads too where they cost something."""
    best, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        cost, h = heapq.heappop(queue)
        if cost > best[h]:
            continue
        for n, side in zip(board.neighbours[h], board.sides[h], strict=True):
            step = road if side & ROAD else trail if side & TRAIL else 0.0
            if n >= 0 and step and cost + step < best.get(n, float("inf")):
                best[n] = cost + step
                heapq.heappush(queue, (cost + step, n))
    return best


def far(id: str, a: str, b: str) -> float:
    rows = builder(id).rows
    return great_circle((rows[a].lon, rows[a].lat), (rows[b].lon, rows[b].lat))


def test_the_shipped_boards_are_what_their_source_gives(id: str) -> None:
    assert theatres.main([id, "--check"]) == 0


def test_a_board_is_a_theatre_that_fits_its_sheet(id: str) -> None:
    board = load(id)
    assert board.data.kind == "theatre"
    assert board.data.hex_m == 1000 * HEX_KM
    assert board.cols <= 99
    assert board.size < 7000
    assert set(board.data.terrain) <= {"woods", "hills", "hillwoods", "mountain", "marsh"}


def test_every_place_stands_in_the_hex_of_its_coordinates(id: str) -> None:
    made, board = builder(id), load(id)
    assert {slug(place.name) for place in board.places.values()} == set(made.rows)
    for h, place in board.places.items():
        row = made.rows[slug(place.name)]
        x, y = made.spot((row.lon, row.lat))
        mx, my = to_plane(*centre(*divmod(h, board.rows)))
        km = HEX_KM * ((x - mx) ** 2 + (y - my) ** 2) ** 0.5
        assert km < (3.0 if row.id in made.sheet.shifts else HEX_KM / 3**0.5 + 0.01), place.name


def test_the_bridges_of_history_are_there(id: str) -> None:
    board = load(id)
    for names, water in ((PRIMARY[id], RIVER), (SECONDARY[id], STREAM)):
        without = [
            place
            for place in names.split()
            if not any(side & BRIDGE and side & water for side in board.sides[number(id, place)])
        ]
        assert without == []


def test_no_road_crosses_water_without_a_bridge(id: str) -> None:
    board = load(id)
    for h in range(board.size):
        for side in board.sides[h]:
            assert not side & FORD
            assert not (side & RIVER and side & STREAM)
            assert not (side & ROAD and side & TRAIL)
            if side & (RIVER | STREAM) and side & (ROAD | TRAIL):
                assert side & BRIDGE
            if side & BRIDGE:
                assert side & (RIVER | STREAM)


def test_primary_rivers_are_crossed_at_named_bridges_alone(id: str) -> None:
    made, board = builder(id), load(id)
    named = {place for course in made.sheet.rivers for place in course.bridges.split()}
    held = {number(id, place) for place in named}
    for h in range(board.size):
        for n, side in zip(board.neighbours[h], board.sides[h], strict=True):
            if side & RIVER and side & BRIDGE:
                assert {h, n} & held, board.title(h)


def test_chaussees_hang_together_and_every_place_is_reached(id: str) -> None:
    board = load(id)
    grid = Grid(board.cols, board.rows)
    sides: dict[int, set[Side]] = {ROAD: set(), ROAD | TRAIL: set()}
    for h in range(board.size):
        for d, side in enumerate(board.sides[h]):
            for kinds, found in sides.items():
                if side & kinds:
                    found.add(grid.side(divmod(h, board.rows), grid.neighbour(divmod(h, board.rows), d)))
    assert len(joined(sides[ROAD], grid)) == 1
    whole = joined(sides[ROAD | TRAIL], grid)
    assert {divmod(h, board.rows) for h in board.places} <= whole[0]


def test_roads_are_about_as_long_as_the_way_past_their_places(id: str) -> None:
    """Along every road of the sheet, town by town: hexes by 3.2 km against kilometres over the ground."""
    made, board, found = builder(id), load(id), []
    for road in made.sheet.roads:
        stops = [stop for stop in road.through.split() if "/" not in stop]
        straight = sum(far(id, a, b) for a, b in pairwise(stops))
        if straight > 40:
            legs = [costs(board, number(id, a), 1, 1)[number(id, b)] for a, b in pairwise(stops)]
            found.append((sum(legs) * HEX_KM / straight, road.name))
    assert min(found)[0] > 0.85, min(found)
    assert max(found)[0] < 1.35, max(found)
    assert 1.0 < median(ratio for ratio, _ in found) < 1.2


def test_distances_are_about_those_of_another_game() -> None:
    """Reference 4.6, of which half a point is a hex of road: no pair off by a third, the half within a tenth."""
    board, found = load("saxony"), []
    for a, b, points in builder("saxony").sheet.distances:
        ours = costs(board, number("saxony", a), 0.5, 1.0)[number("saxony", b)]
        found.append(ours / points)
    assert min(found) > 2 / 3
    assert max(found) < 1.1
    assert 0.9 < median(found) < 1.0


def test_every_origin_is_explained_and_used(id: str) -> None:
    assert builder(id).origins == set(builder(id).sheet.origins)


def test_the_page_lists_the_places_of_each_board(id: str) -> None:
    assert theatres.listing(load(id).data) in DOCS.read_text(encoding="utf-8")


def test_towns_have_cleared_their_woods_and_villages_have_not() -> None:
    board = load("saxony")
    of = {place.name: board.terrain[h] for h, place in board.places.items()}
    assert of["Leipzig"] == "clear"
    assert of["Freiberg"] == "hills"
    assert of["Altenberg"] == "mountain"
    kinds = {place.kind: {board.terrain[h] for h, p in board.places.items() if p.kind == place.kind}
             for place in board.places.values()}  # fmt: skip
    assert not kinds["town"] & {"woods", "hillwoods", "marsh"}
    assert "woods" in kinds["village"]


# What the builder refuses ------------------------------------------------------------------------


def sheet(folder: Path, **changes: str) -> Path:
    """A board of four places on two roads with a great river between them."""
    parts = {
        "rivers": "[{name: Styx, rank: primary, through: [[0.3, -0.1], [0.3, 0.6]], bridges: b}]",
        "roads": "[{name: Way, through: a b c}]",
        "tracts": "[{kind: woods, ring: [[0.0, 0.3], [0.2, 0.3], [0.2, 0.5], [0.0, 0.5]]}]",
        "extra": "",
    } | changes
    (folder / "t.yaml").write_text(
        'title: T\n"on": ""\nbox: [0.0, 0.0, 0.6, 0.5]\nlongest_km: 30\ndetour: 1.4\norigins: {o: {kind: rules}, '
        "rivers: {kind: rules}, roads: {kind: rules}, ground: {kind: rules}}\n"
        f"rivers: {parts['rivers']}\nroads: {parts['roads']}\ntracts: {parts['tracts']}\n{parts['extra']}\n",
        encoding="utf-8",
    )
    rows = "a,town,0.25,0.05,o,\nb,town,0.25,0.29,o,\nc,village,0.25,0.5,o,\nd,village,0.1,0.5,o,\n"
    (folder / "t.places.csv").write_text("name,kind,lat,lon,origin,source\n" + rows, encoding="utf-8")
    return folder


def test_a_small_board_is_laid_out(tmp_path: Path) -> None:
    board = HexMap(Builder("t", sheet(tmp_path)).map())
    assert {place.name for place in board.places.values()} == {"a", "b", "c", "d"}
    crossed = {side for h in range(board.size) for side in board.sides[h] if side & RIVER and side & (ROAD | TRAIL)}
    assert crossed == {RIVER | BRIDGE | ROAD}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"rivers": "[{name: Styx, rank: primary, through: [[0.3, -0.1], [0.3, 0.6]]}]"}, "no bridge leads from b"),
        ({"rivers": "[{name: Styx, like: Lethe}]"}, "like Lethe"),
        ({"rivers": "[{name: Styx, through: [[0.3, -0.1], [0.3, 0.6]], bridges: a d}]"}, "does not run past d"),
        ({"rivers": "[{name: Styx, through: [[0.3, -0.1], [0.3, 0.6]], bridges: x}]"}, "'x' is no place"),
        ({"roads": "[{name: Way, through: a b x}]"}, "'x' is no place"),
        ({"roads": "[{name: Way, through: a 0.02/0.1}, {name: Lane, through: c d}]"}, "not joined"),
        ({"roads": "[{name: Way, through: a b, origin: hearsay}]"}, "no such origins: hearsay"),
        ({"tracts": "[{kind: woods, ring: [[0, 0], [0.4, 0.4], [0.4, 0], [0, 0.4]]}]"}, "crosses itself"),
        ({"extra": "shifts: {x: {lat: 0, lon: 0, note: n}}"}, "shifts of what is no place: x"),
        ({"extra": "shifts: {d: {lat: 3, lon: 0, note: n}}"}, "d lies off the board"),
        ({"extra": "shifts: {d: {lat: 0.25, lon: 0.5, note: n}}"}, "share"),
        ({"extra": "colour: red"}, "colour"),
    ],
)
def test_a_source_that_contradicts_itself_is_refused(tmp_path: Path, changes: dict[str, str], why: str) -> None:
    with pytest.raises(ScenarioError, match=re.escape(why)):
        Builder("t", sheet(tmp_path, **changes)).map()
