"""The pictures of the theatres: up to date, light, and with everything on them."""

from __future__ import annotations

import gzip
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from napwidgets.board.hexmap import BRIDGE, HexMap, MapFile, PlaceData
from napwidgets.board.theatre_source import HOME, MAPS
from napwidgets.widgets import cartography, theatre_names
from napwidgets.widgets.europe_base import KEY
from napwidgets.widgets.hachures import marked
from napwidgets.widgets.network_names import width
from napwidgets.widgets.outline import middle
from napwidgets.widgets.theatre_art import MARGIN, bounds, frame, theatre_svg
from napwidgets.widgets.theatre_base import file_of, key_of, theatre_base, theatre_sketch
from napwidgets.widgets.theatre_key import SIGNS, STRIP

SVG = "{http://www.w3.org/2000/svg}"
#: What a picture may weigh, unpacked and packed, and a sketch.
LAND, PACKED, SKETCH = 1_000_000, 120_000, 80_000


@pytest.fixture(scope="module", params=MAPS)
def board(request: pytest.FixtureRequest) -> HexMap:
    return HexMap.load(HOME / f"{request.param}.map.json")


@pytest.fixture(scope="module")
def text(board: HexMap) -> str:
    return gzip.decompress(theatre_base(board)).decode()


@pytest.fixture(scope="module")
def picture(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_the_kept_picture_is_the_one_that_is_drawn(board: HexMap, text: str) -> None:
    again = "run python -m napwidgets.widgets.theatre_base"
    kept = file_of(board).read_bytes()
    assert kept[:KEY] == key_of(board), again
    assert text == theatre_svg(board), again
    assert len(text) < LAND
    assert len(kept) < PACKED


def test_the_picture_covers_the_hexes_the_frame_and_the_strip(board: HexMap, picture: ElementTree.Element) -> None:
    x, y, wide, high = map(float, picture.attrib["viewBox"].split())
    (south, west), (north, east) = bounds(board)
    assert (x, y) == pytest.approx((west, -north), abs=0.6)
    assert (x + wide, y + high) == pytest.approx((east, -south), abs=1.2)
    u, v = middle(board, board.size - 1)
    assert x + wide - u == pytest.approx(MARGIN + 57.7, abs=1)
    assert y + high - v - STRIP == pytest.approx(MARGIN + 50 + (0 if (board.cols - 1) & 1 else 50), abs=1)


def test_every_place_has_its_sign_and_its_name(board: HexMap, picture: ElementTree.Element) -> None:
    round_ones = [n.attrib for n in picture.iter(f"{SVG}circle") if "cx" in n.attrib]
    discs = {(int(n["cx"]), int(n.get("cy", 0))) for n in round_ones}
    stars = {
        (int(n.attrib["x"]), int(n.attrib.get("y", 0)))
        for n in picture.iter(f"{SVG}use")
        if n.attrib["href"] == "#nw-fortress"
    }
    texts = ["".join(node.itertext()) for node in picture.iter(f"{SVG}text")]
    for h, spot in board.places.items():
        x, y = (int(f"{v:.0f}") for v in middle(board, h))
        assert (x, y) in (stars if spot.kind == "fortress" else discs), spot.name
        assert spot.name in texts


def test_every_bridge_has_a_sign_and_primary_rivers_larger_ones(board: HexMap, text: str) -> None:
    sizes = re.findall(r'href="#nw-bridge" transform="translate\([^)]*\) rotate\([^)]*\) scale\(([\d.]+)\)', text)
    assert len(sizes) == len(marked(board, BRIDGE))
    assert {"1.75", "1.05"} == set(sizes)


def test_rivers_ranges_and_lands_are_named(board: HexMap, picture: ElementTree.Element) -> None:
    texts = {"".join(node.itertext()) for node in picture.iter(f"{SVG}text")}
    for caption in board.data.captions:
        if caption.kind == "land":
            assert caption.name.upper() in texts
        elif caption.kind != "stream":
            assert caption.name in texts
    streams = {c.name for c in board.data.captions if c.kind == "stream"}
    assert len(streams & texts) > 0.7 * len(streams)


def test_the_key_tells_every_sign(board: HexMap, text: str) -> None:
    for _, words in SIGNS:
        assert f">{words}</text>" in text
    assert f">{board.cols:02d}</text>" in text
    assert f">{board.rows:02d}</text>" in text


def test_names_hide_no_place_and_hardly_each_other(board: HexMap) -> None:
    written, _ = theatre_names.laid(board)
    boxes = [(n.x, n.y - n.size * 0.7, n.x + width(n.spot.name, n.size, n.rank > 0), n.y) for n in written]
    assert not [
        (name.spot.name, spot.name)
        for name, (left, top, right, low) in zip(written, boxes, strict=True)
        for h, spot in board.places.items()
        for x, y in (middle(board, h),)
        if left < x < right and top < y < low
    ]
    clashes = [
        (a, b)
        for a, b in combinations(boxes, 2)
        if min(a[2], b[2]) - max(a[0], b[0]) > 4 and min(a[3], b[3]) - max(a[1], b[1]) > 4
    ]
    assert len(clashes) <= len(boxes) // 50


def test_names_stand_by_their_own_place(board: HexMap) -> None:
    """No name is nearer to the sign of another place than to its own, but for one in thirty."""
    spots = {spot.hex: middle(board, h) for h, spot in board.places.items()}
    astray = 0
    for n in theatre_names.laid(board)[0]:
        right = n.x + width(n.spot.name, n.size, n.rank > 0)
        box = theatre_names.Box(n.x, n.y - n.size * 0.75, right, n.y + n.size * 0.2)
        near = min(spots, key=lambda hex: theatre_names.apart(box, spots[hex]))
        astray += near != n.spot.hex
    assert astray <= len(spots) // 30


def test_it_is_sound_and_fetches_nothing(text: str) -> None:
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)


def test_a_sketch_is_light(board: HexMap) -> None:
    assert len(theatre_sketch(board)) < SKETCH
    ElementTree.fromstring(f"<svg>{theatre_sketch(board)}</svg>")


def test_a_board_of_hexes_draws_a_theatre_in_its_own_way() -> None:
    board = HexMap.load(HOME / "belgium.map.json")
    assert cartography.bounds(board) == frame(board)
    land, names = cartography.land(board), cartography.names(board)
    assert "nw-wood" in land
    assert "nw-trees" not in land
    assert "Charleroi" in names
    assert "nw-hexes" in cartography.grid(board)
    assert len(land) + len(names) < LAND


def test_a_board_without_anything_is_drawn() -> None:
    """A theatre of one's own may have no captions, roads, or ground yet."""
    bare = MapFile(
        format=1, id="bare", name="Bare", cols=3, rows=3, hex_m=3200, origin=(4.0, 50.0), contour_m=100, terrain={},
        levels={}, sides={}, places=[PlaceData("0202", "A & B", "town")], kind="theatre",
    )  # fmt: skip
    ElementTree.fromstring(theatre_svg(HexMap(bare)))
    assert "A &amp; B" in theatre_svg(HexMap(bare))
