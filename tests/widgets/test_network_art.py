"""The pictures of the campaign maps: up to date, light, and with everything on them."""

from __future__ import annotations

import gzip
import re
from math import dist
from xml.etree import ElementTree

import pytest

from napwidgets.board.campaigns import MAPS
from napwidgets.board.network import HOME, Network, plane, sheet
from napwidgets.widgets import network_names
from napwidgets.widgets.europe_base import KEY
from napwidgets.widgets.network_art import MARGIN
from napwidgets.widgets.network_base import file_of, key_of, network_base, network_bounds, sources
from napwidgets.widgets.network_key import STRIP
from napwidgets.widgets.network_lines import CLEAR, Lines

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=MAPS)
def network(request: pytest.FixtureRequest) -> Network:
    return Network.load(HOME / f"{request.param}.network.json")


@pytest.fixture(scope="module")
def lines(network: Network) -> Lines:
    drawn = sources(network)
    return Lines(network, drawn.rivers, drawn.ground)


@pytest.fixture(scope="module")
def picture(network: Network) -> ElementTree.Element:
    return ElementTree.fromstring(gzip.decompress(network_base(network)))


def test_the_kept_picture_is_that_of_the_shipped_map(network: Network) -> None:
    kept = file_of(network).read_bytes()
    assert kept[:KEY] == key_of(sources(network)), "run python -m napwidgets.widgets.network_base"
    assert network_base(network) == kept[KEY:]
    assert len(kept) < 250_000


def test_the_picture_covers_the_plane_and_the_strip_below_it(network: Network, picture: ElementTree.Element) -> None:
    x, y, wide, high = map(float, picture.attrib["viewBox"].split())
    (south, west), (north, east) = network_bounds(network)
    assert (x, -y) == (west, north) == (-MARGIN, MARGIN)
    assert x + wide == pytest.approx(east, abs=0.1)
    assert y + high == pytest.approx(-south, abs=0.1)
    assert high == pytest.approx(sheet(network)[1] + 2 * MARGIN + STRIP, abs=0.1)


def test_every_box_is_drawn_where_pieces_stand(network: Network, picture: ElementTree.Element) -> None:
    signs = ("#nw-open", "#nw-defensive", "#nw-mountain", "#nw-fortress")
    drawn = {
        (float(use.attrib["x"]), float(use.attrib["y"]))
        for use in picture.iter(f"{SVG}use")
        if use.attrib["href"] in signs and "y" in use.attrib
    }
    assert drawn == set(plane(network))


def test_every_crossing_has_a_sign(network: Network, picture: ElementTree.Element) -> None:
    signs = [use.attrib["href"] for use in picture.iter(f"{SVG}use") if "rotate" in use.attrib.get("transform", "")]
    links = [link for link in network.links if link.water]
    assert signs.count("#nw-bridge") == sum(link.crossing == "bridge" for link in links)
    assert signs.count("#nw-pontoon") == sum((link.water, link.crossing) == ("major", "ford") for link in links)
    assert signs.count("#nw-ford") == sum((link.water, link.crossing) == ("minor", "ford") for link in links)


def test_signs_of_crossings_keep_clear_of_boxes(network: Network, lines: Lines) -> None:
    for meeting in lines.meetings:
        for place in (meeting.link.a, meeting.link.b):
            there = lines.spots[place]
            room = min(CLEAR, dist(lines.spots[meeting.link.a], lines.spots[meeting.link.b]) / 2)
            assert dist((meeting.x, meeting.y), there) > room - 4


def test_every_place_and_way_off_the_map_is_named(network: Network, picture: ElementTree.Element) -> None:
    texts = ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]
    for place in network.places:
        assert network_names.shown(place) in texts
    for entry in network.entries:
        assert entry.name in texts
        assert not entry.label or entry.label.strip("()") in texts
    for river in {link.river for link in network.links if link.water == "major"}:
        assert river in texts


def test_names_hide_no_box_and_hardly_each_other(lines: Lines) -> None:
    written = network_names.towns(lines, network_names.field(lines))
    boxes = [
        (n.x, n.y - n.size * 0.7, n.x + network_names.width(network_names.shown(n.place), n.size, n.rank >= 2), n.y)
        for n in written
    ]
    hidden = [
        name.place.id
        for name, (left, top, right, bottom) in zip(written, boxes, strict=True)
        for x, y in lines.spots
        if left < x < right and top < y < bottom
    ]
    assert hidden == []
    clashes = sum(
        min(a[2], b[2]) - max(a[0], b[0]) > 3 and min(a[3], b[3]) - max(a[1], b[1]) > 3
        for i, a in enumerate(boxes)
        for b in boxes[:i]
    )
    assert clashes <= len(boxes) // 50


def test_it_is_sound_and_fetches_nothing(network: Network) -> None:
    text = gzip.decompress(network_base(network)).decode()
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= set(ids)
