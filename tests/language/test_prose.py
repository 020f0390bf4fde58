"""The prose of notebooks in the page's language: every paragraph, with its signs of emphasis."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from napwidgets.language import pages
from napwidgets.language.sources import printed
from napwidgets.language.speech import speech, unmarked
from napwidgets.widgets.lobby import Lobby

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
PROSE = [text for path in NOTEBOOKS for text in printed(path)]
SIGNS = re.compile(r"\*+|`")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    pages.choose("en")


def asked(text: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a page gets that sends its prose."""
    lobby = Lobby(lambda game, seats: None)
    sent: list[Any] = []
    monkeypatch.setattr(lobby, "send", lambda content, buffers=None: sent.append(content))
    lobby._receive(lobby, {"do": "prose", "arg": text, "serial": 0}, [])
    return sent


@pytest.mark.parametrize("code", ["de", "fr"])
def test_all_prose_is_spoken_with_its_emphasis(code: str) -> None:
    assert len(PROSE) > 50
    assert [text for text in PROSE if not speech(code).prose(unmarked(text))] == []
    for text in PROSE:
        said = speech(code).prose(unmarked(text))
        # Where the order of the words is another, the signs stand in another order, too.
        assert sorted(SIGNS.findall(said)) == sorted(SIGNS.findall(text)), (text, said)


def test_a_page_gets_its_prose_in_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps(["Six  Days", "Nobody has ever written this."])
    assert asked(text, monkeypatch) == [{"prose": ["", ""]}]
    pages.choose("de")
    assert asked(text, monkeypatch) == [{"prose": ["Sechs Tage", ""]}]


@pytest.mark.parametrize("text", ["", "{", "3", '["a", 3]', '["' + "x" * 70_000 + '"]'])
def test_prose_that_is_none_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(text, monkeypatch) == []


@pytest.mark.parametrize(
    ("code", "title", "begins"),
    [("en", "Losses", "A hit turns"), ("de", "Verluste", "Ein Treffer dreht"), ("fr", "Pertes", "Une touche retourne")],
)
def test_a_pressed_paragraph_speaks_the_language_of_the_page(
    code: str, title: str, begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages.choose(code)
    lobby = Lobby(lambda game, seats: None)
    sent: list[Any] = []
    monkeypatch.setattr(lobby, "send", lambda content, buffers=None: sent.append(content))
    lobby._receive(lobby, {"do": "cite", "arg": "NLC 7.2, NLC 99", "serial": 0}, [])
    ((cite, head, text, unclear), unknown) = sent[-1]["paragraphs"]
    assert (cite, head, unclear) == ("NLC 7.2", title, [])
    assert text.startswith(begins)
    assert unknown == ["NLC 99", "", pages.say("This is said in the rules book."), []]
