"""The picture of Europe: light, sound XML, and with every city on it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from napwidgets.board.realm import EuropeBoard
from napwidgets.board.realm_layers import bounds
from napwidgets.systems.wap.tables import Tables
from napwidgets.widgets.europe_art import MARGIN, PLANE, europe_bounds, europe_svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def board() -> EuropeBoard:
    return EuropeBoard.load(EuropeBoard.HOME).producing(Tables().cities)


@pytest.fixture(scope="module")
def picture(board: EuropeBoard) -> str:
    return europe_svg(board)


def test_it_is_light_enough_for_an_overlay(picture: str) -> None:
    assert len(picture.encode()) < 400_000


def test_it_is_sound_and_fetches_nothing(picture: str) -> None:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", picture)
    ids = set(re.findall(r'\bid="([^"]+)"', picture))
    used = set(re.findall(r'href="#([^"]+)"', picture)) | set(re.findall(r"url\(#([^)]+)\)", picture))
    assert used <= ids
    assert len(re.findall(r'\bid="', picture)) == len(ids)


def test_every_city_and_state_is_named_on_it(board: EuropeBoard, picture: str) -> None:
    texts = {(text.text or "").upper() for text in ElementTree.fromstring(picture).iter(f"{SVG}text")}
    for city in board.cities:
        assert city.name.partition(" (")[0].upper() in texts, city.name
    for name in ("FRANCE", "AUSTRIA", "RUSSIA", "ATLANTIC OCEAN", "BALTIC SEA"):
        assert name in texts


def test_names_of_great_cities_do_not_cover_each_other(board: EuropeBoard, picture: str) -> None:
    from napwidgets.widgets.europe_names import Box, _width

    great = {c.name.upper() for c in board.cities if "capital" in c.roles}
    boxes = []
    for text in ElementTree.fromstring(picture).iter(f"{SVG}text"):
        if text.text in great and text.get("font-size") == "34":
            x, y = float(text.get("x", 0)), float(text.get("y", 0))
            boxes.append(Box(x, y - 24, x + _width(text.text or "", 34), y))
    assert len(boxes) == len(great)
    assert all(a is b or a.shared(b) == 0 for a in boxes for b in boxes)


def test_it_lies_where_leaflet_is_told(board: EuropeBoard, picture: str) -> None:
    (south, west), (north, east) = europe_bounds(board)
    left, top, right, bottom = bounds(board)
    assert (west, north) == (left * PLANE - MARGIN, -(top * PLANE - MARGIN))
    assert east == pytest.approx(right * PLANE + MARGIN)
    assert south == pytest.approx(-(bottom * PLANE + MARGIN))
    x, y, w, h = (float(v) for v in re.search(r'viewBox="([^"]+)"', picture)[1].split())  # type: ignore[index]
    assert (x, -y) == pytest.approx((west, north), abs=1)
    assert (w, h) == pytest.approx((east - west, north - south), abs=1)


def test_the_picture_is_the_same_each_time(board: EuropeBoard, picture: str) -> None:
    again = EuropeBoard.load(EuropeBoard.HOME).producing(Tables().cities)
    assert europe_svg(again) == picture
