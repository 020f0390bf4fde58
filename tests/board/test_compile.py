"""The map compiler: what it makes of a sketch, and what it says about a bad one."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from napwidgets.board.compile import compile_map, main, target, to_json
from napwidgets.board.courses import Grid
from napwidgets.board.geometry import STEPS, axial, centre, offset, side_ends, to_plane
from napwidgets.board.hexmap import BITS, BRIDGE, CREST, RIVER, ROAD, STREAM, TRAIL, HexMap, MapFile, hex_name
from napwidgets.board.theatre_source import HOME, MAPS

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SKETCHES = sorted(SCENARIOS.glob("*/maps/*.features.geojson"))
#: At the equator a degree of longitude is 111.32 km, one of latitude 110.57 km.
LON, LAT = 0.48 / 111.32, 0.48 / 110.57


def at(x: float, y: float) -> list[float]:
    """Longitude and latitude of a point given in hex units."""
    return [round(x * LON, 9), round(-y * LAT, 9)]


def box(x0: float, y0: float, x1: float, y1: float) -> list[list[list[float]]]:
    """The rings of a rectangle in hex units."""
    return [[at(x, y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))]]


def middle(col: int, row: int) -> list[float]:
    """Longitude and latitude of a hex centre."""
    return at(*to_plane(*centre(col, row)))


def feature(kind: str, form: str, where: Any, **more: Any) -> dict[str, Any]:
    """A feature with a provenance."""
    origin = {"kind": "reconstruction", "note": "test"}
    return {
        "type": "Feature",
        "properties": {"kind": kind, "provenance": origin, **more},
        "geometry": {"type": form, "coordinates": where},
    }


def sketch(folder: Path, *features: dict[str, Any], **more: Any) -> Path:
    """A features file of a map of 8 by 8."""
    sheet = {
        "id": "t",
        "name": "T",
        "hex_m": 480,
        "contour_m": 10,
        "origin": [0.0, 0.0],
        "cols": 8,
        "rows": 8,
    }
    path = folder / "t.features.geojson"
    path.write_text(
        json.dumps({"type": "FeatureCollection", "properties": {**sheet, **more}, "features": features})
    )
    return path


def compiled(folder: Path, *features: dict[str, Any]) -> HexMap:
    """The map that some features make."""
    return HexMap(compile_map(sketch(folder, *features)))


def across(field: HexMap, name: str) -> list[int]:
    """The bit sets of a hex's sides."""
    return list(field.sides[field.number(name)])


def test_a_road_becomes_a_chain_of_neighbours_and_runs_off_the_map(tmp_path: Path) -> None:
    field = compiled(tmp_path, feature("road", "LineString", [at(2.6, -2), at(2.6, 3), at(2.6, 12)]))
    assert field.data.sides["road"] == sorted(field.data.sides["road"])
    for row in range(1, 9):
        assert across(field, f"04{row:02d}")[0] & ROAD
        assert across(field, f"04{row:02d}")[3] & ROAD
    assert field.data.lines["road"][0][0][1] == pytest.approx(0.0)
    assert field.data.lines["road"][0][-1][1] == pytest.approx(8.0)


def test_a_road_does_not_zigzag_through_hexes_it_only_clips(tmp_path: Path) -> None:
    line = [middle(1, 2), at(to_plane(*centre(4, 4))[0], 3.6), middle(6, 4)]
    field = compiled(tmp_path, feature("trail", "LineString", line))
    assert 5 <= len(field.data.sides["trail"]) <= 6


def test_a_road_keeps_to_its_village(tmp_path: Path) -> None:
    clipped = at(3 * to_plane(3, 0)[0] - 0.45, 3.2)
    road = feature("road", "LineString", [at(0, 2.7), clipped, at(4.3, 3.6)])
    bare = compiled(tmp_path, road)
    held = compiled(tmp_path, road, feature("village", "Point", clipped, name="Held"))
    h = next(iter(held.places))
    assert any(bits & ROAD for bits in held.sides[h])
    assert held.terrain[h] == "town"
    assert bare.terrain[h] == "clear"


def test_a_stream_becomes_connected_hexsides_with_bridges_where_roads_cross(tmp_path: Path) -> None:
    stream = feature("stream", "LineString", [at(-1, 3.3), at(8, 3.3)])
    road = feature("road", "LineString", [at(2.6, -2), at(2.6, 12)])
    trail = feature("trail", "LineString", [at(4.33, -2), at(4.33, 12)])
    field = compiled(tmp_path, stream, road, trail)
    connected(field, "stream")
    wet = [(h, d) for h in range(field.size) for d in range(6) if field.sides[h][d] & STREAM]
    for h, d in wet:
        bits = field.sides[h][d]
        assert bool(bits & BRIDGE) == bool(bits & ROAD)
    assert any(field.sides[h][d] & ROAD for h, d in wet)
    assert any(field.sides[h][d] & TRAIL for h, d in wet)


def test_a_river_needs_a_bridge_where_a_road_crosses(tmp_path: Path) -> None:
    river = feature("river", "LineString", [at(-1, 3.3), at(8, 3.3)])
    road = feature("road", "LineString", [at(2.6, -2), at(2.6, 12)])
    with pytest.raises(ValueError, match=r"crosses the river at .* where no bridge is given"):
        compiled(tmp_path, river, road)
    field = compiled(tmp_path, river, road, feature("bridge", "Point", at(2.6, 3.3)))
    assert len(field.data.sides["bridge"]) == 1
    assert set(field.data.sides["bridge"]) <= set(field.data.sides["river"])


def test_a_ford_lies_on_the_nearest_water(tmp_path: Path) -> None:
    river = feature("river", "LineString", [at(-1, 3.3), at(8, 3.3)])
    field = compiled(tmp_path, river, feature("ford", "Point", at(2.6, 3.3)))
    assert set(field.data.sides["ford"]) <= set(field.data.sides["river"])


@pytest.mark.parametrize(("way", "right"), [("N", False), ("S", True)])
def test_a_crest_falls_away_on_the_right_of_its_course(tmp_path: Path, way: str, right: bool) -> None:
    field = compiled(tmp_path, feature("crest", "LineString", [at(1, 3), at(5, 3)], down=way))
    connected(field, "crest")
    course = field.data.lines["crest"][0]
    assert (course[0][0] < course[-1][0]) == right


@pytest.mark.parametrize(("share", "kind"), [(0.35, "clear"), (0.38, "woods"), (1.0, "woods")])
def test_a_third_of_a_hex_makes_its_terrain(tmp_path: Path, share: float, kind: str) -> None:
    x, y = to_plane(*centre(2, 2))
    low = y + 0.5 - share
    area = [at(x - 0.9, low), at(x + 0.9, low), at(x + 0.9, y + 0.5), at(x - 0.9, y + 0.5), at(x - 0.9, low)]
    field = compiled(tmp_path, feature("woods", "Polygon", [area]))
    # Near the flat sides a hex is narrower: strips of 0.35 and 0.38 cover 31 % and 35 % of it.
    assert field.terrain[field.number("0303")] == kind


def test_the_highest_level_over_the_centre_counts_and_names_are_given(tmp_path: Path) -> None:
    def square(half: float) -> list[list[list[float]]]:
        x, y = to_plane(*centre(3, 3))
        return [[at(x + a * half, y + b * half) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))]]

    field = compiled(
        tmp_path,
        feature("height", "Polygon", square(0.3), level=3, name="Top"),
        feature("height", "Polygon", square(1.2), level=1),
    )
    assert field.level[field.number("0404")] == 3
    assert {field.level[n] for n in field.neighbours[field.number("0404")]} == {1}
    assert field.title(field.number("0404")) == "Top (0404)"


def test_a_slope_keeps_to_where_the_level_changes(tmp_path: Path) -> None:
    hill = feature("height", "Polygon", box(2, 2, 9, 9), level=2)
    field = compiled(tmp_path, hill, feature("slope", "LineString", [at(2.2, 1.2), at(5.6, 1.4)]))
    assert field.data.sides["slope"]
    for name in field.data.sides["slope"]:
        h, d = field.number(name[:4]), int(name[5:])
        assert {field.level[h], field.level[field.neighbours[h][d]]} == {0, 2}
    assert {field.level[h] for h in field.brows} == {2}
    climbed = {field.neighbours[h][d] for h in range(field.size) for d in range(6) if field.climbs(h, d)}
    assert climbed == field.brows


def test_sheets_count_their_rows_anew(tmp_path: Path) -> None:
    town = feature("town", "Point", middle(2, 5), name="A")
    stream = feature("stream", "LineString", [at(1, 5.3), at(4, 5.3)])
    data = compile_map(sketch(tmp_path, town, stream, sheets=[["W", 5], ["E", 3]]))
    field = HexMap(data)
    assert data.places[0].hex == "0301E"
    assert field.title(field.number("0301E")) == "A (0301E)"
    assert data.sides["stream"]
    assert all(name[4] in "WE" for name in data.sides["stream"])
    assert [field.label(h) for h in (0, 4, 5, 7, 63)] == ["0101W", "0105W", "0101E", "0103E", "0803E"]
    assert all(field.number(field.label(h)) == h for h in range(field.size))
    assert msgspec.json.decode(to_json(data), type=MapFile) == data


@pytest.mark.parametrize("name", ["0301", "0306W", "0304E", "0901W", "0301N", "0301w", "0000W", "301E"])
def test_a_hex_of_a_sheet_needs_its_letter(tmp_path: Path, name: str) -> None:
    field = HexMap(compile_map(sketch(tmp_path, sheets=[["W", 5], ["E", 3]])))
    with pytest.raises(ValueError, match="hex"):
        field.number(name)


@pytest.mark.parametrize(
    ("sheets", "words"),
    [
        ([["W", 5], ["E", 2]], "7 rows together, the map has 8"),
        ([["W", 5], ["W", 3]], "capital letter of its own"),
        ([["w", 8]], "capital letter of its own"),
    ],
)
def test_bad_sheets_are_refused(tmp_path: Path, sheets: list[Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        compile_map(sketch(tmp_path, sheets=sheets))


def test_a_map_can_have_its_north_elsewhere(tmp_path: Path) -> None:
    """With north on the right of the sheet, what lies north of 0104 lies in its row, to the right."""
    step = 2 * to_plane(*centre(1, 0))[0]
    towns = [feature("town", "Point", at(x, y), name=n) for n, x, y in (("A", 3.0, 0.0), ("B", 3.0, -step))]
    data = compile_map(sketch(tmp_path, *towns, north=90))
    assert data.north == 90
    assert [(place.name, place.hex) for place in data.places] == [("A", "0104"), ("B", "0304")]


def test_points_make_terrain_unless_they_say_otherwise(tmp_path: Path) -> None:
    field = compiled(
        tmp_path,
        feature("town", "Point", middle(0, 0), name="A"),
        feature("chateau", "Point", middle(1, 0), name="B"),
        feature("farm", "Point", middle(2, 0), name="C"),
        feature("farm", "Point", middle(3, 0), name="D", terrain="chateau"),
        feature("village", "Point", middle(4, 0), name="E", terrain="clear"),
    )
    assert field.terrain[:: field.rows][:5] == ("town", "chateau", "clear", "chateau", "clear")
    assert [place.name for place in field.data.places] == ["A", "B", "C", "D", "E"]


@pytest.mark.parametrize(
    ("features", "words"),
    [
        ([feature("swamp", "Point", [0, 0])], "a swamp without a name is of a kind that no map has"),
        ([feature("town", "Point", [5, 5], name="Far")], "town 'Far' lies off the map"),
        (
            [feature("road", "Polygon", [[middle(0, 0), middle(1, 1), middle(2, 0), middle(0, 0)]])],
            "can't be drawn",
        ),
        ([feature("road", "LineString", [at(0.1, 0.1), at(0.12, 0.12)], name="Dot")], "fewer than two hexes"),
        ([feature("stream", "LineString", [at(1, 1), at(1.01, 1.01)])], "too short"),
        ([feature("bridge", "Point", at(1, 1), name="Dry")], "bridge 'Dry' is not at a stream or a river"),
        ([feature("crest", "LineString", [at(1, 1), at(3, 1)], down="up")], "falls to 'up'"),
        ([feature("town", "Point", at(1, 1), terrain="lava")], "has terrain 'lava'"),
        ([feature("slope", "LineString", [at(1, 1), at(4, 1)], name="Flat")], "'Flat': there is no change of level"),
        (
            [
                feature("height", "Polygon", box(0.5, 0.5, 1.5, 2.2), level=1),
                feature("height", "Polygon", box(4, 4, 5, 5), level=1),
                feature("slope", "LineString", [at(1, 1), at(4.5, 4.5)]),
            ],
            "no change of level leads from one end to the other",
        ),
        ([feature("town", "Point", at(1, 1), name=n) for n in "AB"], "B and A both fall in hex"),
        (
            [feature("height", "Polygon", [[at(1, 1), at(3, 1), at(3, 3), at(1, 1)]])],
            "a height without a name is a height without a level",
        ),
    ],
)
def test_bad_sketches_are_refused_in_a_sentence(tmp_path: Path, features: list[Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as refused:
        compiled(tmp_path, *features)
    assert str(refused.value).startswith("t.features.geojson: ")


@pytest.mark.parametrize("origin", [None, {"kind": "hearsay", "note": "a friend"}])
def test_a_feature_without_a_good_provenance_is_refused(
    tmp_path: Path, origin: dict[str, str] | None
) -> None:
    bare = feature("town", "Point", at(1, 1))
    del bare["properties"]["provenance"]
    if origin:
        bare["properties"]["provenance"] = origin
    with pytest.raises(ValueError, match="provenance"):
        compiled(tmp_path, bare)


@pytest.mark.parametrize("frame", [[4.0, 50.0, 4.0, 50.1], [4.1, 50.1, 4.0, 50.0]])
def test_a_box_has_to_be_a_box(tmp_path: Path, frame: list[float]) -> None:
    path = sketch(tmp_path, box=frame, origin=None, cols=0, rows=0)
    with pytest.raises(ValueError, match="the box is too small"):
        compile_map(path)


def test_a_box_gives_as_many_hexes_as_fit(tmp_path: Path) -> None:
    data = compile_map(sketch(tmp_path, box=[0.0, 0.0, 10 * LON, 6 * LAT], origin=None, cols=0, rows=0))
    assert (data.cols, data.rows) == (12, 6)


def test_a_cut_takes_what_lies_on_it(tmp_path: Path) -> None:
    town = feature("town", "Point", middle(6, 6), name="Far")
    near = feature("town", "Point", middle(1, 1), name="Near")
    sketch(tmp_path, town, near).rename(tmp_path / "whole.features.geojson")
    data = compile_map(sketch(tmp_path, cols=3, rows=3, cut_of="whole.features.geojson"))
    assert [place.name for place in data.places] == ["Near"]


def test_the_command_writes_checks_and_complains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = sketch(tmp_path, feature("town", "Point", middle(1, 1), name="A"))
    assert main([str(path), "--check"]) == 1
    assert main([str(path)]) == 0
    assert main([str(path), "--check"]) == 0
    file = target(path)
    file.write_text(file.read_text().replace('"A"', '"B"'))
    assert main([str(path), "--check"]) == 1
    assert "t.map.json is not what t.features.geojson gives" in capsys.readouterr().err
    assert main([str(tmp_path / "none.features.geojson")]) == 1
    assert capsys.readouterr().err == f"{tmp_path}/none.features.geojson can't be read: No such file or directory.\n"


@pytest.mark.parametrize("path", SKETCHES, ids=lambda p: p.name)
def test_shipped_maps_are_what_their_features_give(path: Path) -> None:
    text = to_json(compile_map(path))
    assert target(path).read_text(encoding="utf-8") == text
    assert msgspec.json.decode(text, type=MapFile) == compile_map(path)


def test_every_shipped_map_has_its_features() -> None:
    made = {target(path) for path in SKETCHES} | {HOME / f"{id}.map.json" for id in MAPS}
    assert made == set(SCENARIOS.glob("*/maps/*.map.json"))
    assert SKETCHES


@pytest.mark.parametrize("path", SKETCHES, ids=lambda p: p.name)
def test_shipped_maps_hang_together(path: Path) -> None:
    field = HexMap.load(target(path))
    for kind, names in field.data.sides.items():
        assert len(names) == len(set(names)), kind
    for h in range(field.size):
        for d, n in enumerate(field.neighbours[h]):
            if n >= 0:
                assert field.sides[h][d] == field.sides[n][(d + 3) % 6]
            bits = field.sides[h][d]
            if bits & BRIDGE:
                assert bits & (STREAM | RIVER)
            if bits & (ROAD | TRAIL) and bits & RIVER:
                assert bits & BRIDGE
    for line in field.data.lines.get("road", []):
        assert len(line) > 1


def connected(field: HexMap, kind: str) -> None:
    """Fails unless the hexsides of a kind make one chain."""
    bit = BITS[kind]
    assert bit in (STREAM, RIVER, CREST)
    ends = [
        side_ends(*divmod(h, field.rows), d)
        for h in range(field.size)
        for d in range(3)
        if field.sides[h][d] & bit and field.neighbours[h][d] >= 0
    ]
    reached, left = set(ends[0]), ends[1:]
    while grown := [pair for pair in left if reached & set(pair)]:
        reached.update(*grown)
        left = [pair for pair in left if pair not in grown]
    assert not left


@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 5))
def test_a_hexside_has_one_name(col: int, row: int, d: int) -> None:
    grid = Grid(8, 8)
    q, r = axial(col, row)
    there = offset(q + STEPS[d][0], r + STEPS[d][1])
    side = grid.side((col, row), there)
    assert grid.holds(side[0])
    assert side == grid.side(there, (col, row))
    assert grid.side_name(side).startswith(hex_name(*side[0]))


def test_roads_are_chains(tmp_path: Path) -> None:
    grid = Grid(8, 8)
    (chain,) = grid.chains([(-2.0, 1.0), (3.0, 4.0), (9.0, 2.0)], set())
    assert all(grid.touch(a, b) for a, b in pairwise(chain))
    assert [grid.holds(h) for h in chain] == [False, *[True] * (len(chain) - 2), False]


@pytest.mark.parametrize("path", SKETCHES, ids=lambda p: p.name)
def test_every_shipped_feature_says_where_it_comes_from(path: Path) -> None:
    sketch_ = json.loads(path.read_text(encoding="utf-8"))
    assert sketch_["features"] or "cut_of" in sketch_["properties"]
    for item in sketch_["features"]:
        assert len(item["properties"]["provenance"]["note"]) > 5
