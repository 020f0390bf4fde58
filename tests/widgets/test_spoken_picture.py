"""The pictures of maps in the language of the page."""

from __future__ import annotations

import gzip

import pytest

import napwidgets
from napwidgets.language import pages
from napwidgets.language.speech import speech
from napwidgets.table.table import Table
from napwidgets.widgets import CampaignMap
from napwidgets.widgets.board_widget import row
from napwidgets.widgets.europe_base import FILE, KEY
from napwidgets.widgets.spoken_picture import spoken_picture

EUROPE = FILE.read_bytes()[KEY:]


def drawn(picture: bytes) -> str:
    return gzip.decompress(picture).decode()


def test_in_english_it_is_as_it_was_drawn() -> None:
    assert spoken_picture(EUROPE, "en") == EUROPE


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("de", [">RHEINBUND<", ">KIRCHENSTAAT<", ">Ostsee<", ">Festung<"]),
        ("fr", [">CONFÉDÉRATION<", ">DU RHIN<", ">ÉTATS<", ">PONTIFICAUX<", ">Mer Baltique<", ">forteresse<"]),
    ],
)
def test_lands_seas_and_the_key_are_put_over_names_of_two_lines_too(language: str, names: list[str]) -> None:
    text = drawn(spoken_picture(EUROPE, language))
    assert [name for name in names if name not in text] == []


def test_the_names_of_places_are_left_to_the_page() -> None:
    before, after = (drawn(spoken_picture(EUROPE, code)).split("<!--towns-->")[1] for code in ("en", "de"))
    assert before.split("<!--/towns-->")[0] == after.split("<!--/towns-->")[0]


def test_a_map_is_drawn_anew_when_the_page_speaks_another_language() -> None:
    table = Table(napwidgets.new_game("jdg/danube-1809", seed="1809"))
    layer = CampaignMap(table).layer
    assert ">BAVARIA<" in drawn(layer.picture)
    try:
        pages.choose("de")
        assert ">BAYERN<" in drawn(layer.picture)
    finally:
        pages.choose("en")
    assert ">BAVARIA<" in drawn(layer.picture)


@pytest.mark.parametrize("scenario", ["con/learning", "nlc/quatre-bras", "wap/coalitions"])
def test_what_a_counter_is_stands_in_the_language_of_the_page(scenario: str) -> None:
    counters = Table(napwidgets.new_game(scenario, seed="a")).scene().counters
    try:
        pages.choose("de")
        rows = [row(c) for c in counters]
    finally:
        pages.choose("en")
    german = speech("de")
    assert {r[14] for r in rows} >= {german.say(c.title) for c in counters} - {c.title for c in counters} > set()
    # What the page makes short words of, and English pages, have it as it was.
    assert [r[7] for r in rows] == [c.title for c in counters]
    assert not any(row(c)[14] for c in counters)
    assert [r[9] for r in rows] == [[[sign, german.say(words)] for sign, words in c.marks] for c in counters]
