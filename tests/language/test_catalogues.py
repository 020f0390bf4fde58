"""What the catalogues hold: translations of what the project says, and the same holes on both sides."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Set
from pathlib import Path
from types import ModuleType

import pytest

from napwidgets.language.sources import alive
from napwidgets.language.speech import catalogue
from napwidgets.systems.paragraphs import SIGNS, paragraphs
from napwidgets.systems.readings import readings

ROOT = Path(__file__).parents[2]
HOLES = re.compile(r"\{\d+\}")
FIGURES = re.compile(r"\d")


def _catalogues() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogues", ROOT / "scripts" / "catalogues.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = _catalogues()


@pytest.mark.parametrize("domain", SCRIPT.DOMAINS)
@pytest.mark.parametrize("code", SCRIPT.CODES)
def test_what_is_read_is_what_was_written(code: str, domain: str) -> None:
    assert catalogue(code, domain) == {m.id: m.string for m in SCRIPT.read(code, domain) if m.id and m.string}


@pytest.mark.parametrize("code", SCRIPT.CODES)
def test_all_that_the_paragraphs_say_and_how_they_are_read_is_translated_with_its_figures(code: str) -> None:
    known = [paragraph for system in SIGNS.values() for paragraph in paragraphs(system).values()]
    read = [reading for system in SIGNS.values() for reading in readings(system)]
    said = catalogue(code, SCRIPT.RULES)
    told = {text for paragraph in known for text in (paragraph.title, paragraph.text)}
    assert set(said) == told | {text for reading in read for text in (reading.question, reading.answer)}
    for english, words in said.items():
        assert sorted(FIGURES.findall(words)) == sorted(FIGURES.findall(english)), english
        assert not re.search(r"\w'\w", words), english


@pytest.mark.parametrize("code", SCRIPT.CODES)
def test_a_translation_fills_in_nothing_that_is_not_there(code: str) -> None:
    for message in SCRIPT.read(code):
        if message.id:
            assert message.string, message.id
            assert set(HOLES.findall(message.string)) <= set(HOLES.findall(message.id)), message.id


def test_all_languages_have_the_same_entries() -> None:
    first, *others = ({m.id for m in SCRIPT.read(code)} for code in SCRIPT.CODES)
    for other in others:
        assert first == other


def test_what_is_translated_is_still_said() -> None:
    entries = [str(m.id) for m in SCRIPT.read("fr") if m.id]
    gone = [english for english in entries if not alive(english)]
    # Some sentences are put together of parts, so that no source has them whole.
    assert len(gone) <= 0.04 * len(entries), gone


def test_what_nothing_says_is_noticed() -> None:
    assert not alive("The moon is made of Roquefort")
    assert not alive("{0} juggles {1} flaming Roqueforts")


#: What stands in the keys of maps: words beside a sign, and the paragraph below all signs.
BESIDE = re.compile(r'row\(\{.*?\}, "([^"]+)"\)|s\.appendChild\(counter\(\{.*?\}\)\), "([^"]+)"\]')
BELOW = re.compile(r'(?:tag\("p", "", (?:this\.key|box), |ALOFT\.words = )((?:"[^"]*"[\s+]*)+)')
#: What a button of a map does, with its key.
PRESSED = re.compile(r'"([A-Z][^"]+) \([A-Z0-9+-]\)"')
#: What a map is called, and how it is used: a screen reader reads it out.
READ_OUT = re.compile(r'(?:"aria-label"[:,]|get how\(\) \{\s*return)\s*((?:"[^"]*"[\s+]*)+)')


def unknown(text: str, known: Set[str], rank: int = 0) -> list[str]:
    """The parts of a text that stay English on a page, taken apart as ``tongue.js`` does it."""
    if text.strip(" .") in known or not re.search("[A-Za-z]{2}", text):
        return []
    if rank == 4:
        return [text]
    parts = re.split(("\\. ", "; ", " · |, ", ": ")[rank], text)
    return [left for part in parts for left in unknown(part, known, rank + 1)]


@pytest.mark.parametrize("code", SCRIPT.CODES)
def test_the_keys_of_all_maps_and_how_they_are_used_are_put_over(code: str) -> None:
    # A page is sent the short entries alone.
    known, told, read = {english for english in catalogue(code) if len(english) <= 60}, list[str](), list[str]()
    for path in (ROOT / "napwidgets" / "widgets" / "static").glob("*.js"):
        script = path.read_text(encoding="utf-8")
        told += [a or b for a, b in BESIDE.findall(script)]
        told += ["".join(re.findall('"([^"]*)"', words)) for words in BELOW.findall(script)]
        told += PRESSED.findall(script)
        read += ["".join(re.findall('"([^"]*)"', words)) for words in READ_OUT.findall(script)]
    assert len(told) > 25
    assert len([text for text in read if text.startswith("Map ")]) == 4
    assert [left for text in told + read for left in unknown(text, known)] == []


def test_french_letters_are_joined_by_an_apostrophe_not_by_a_stroke() -> None:
    assert [said for said in catalogue("fr").values() if re.search(r"\w'\w", said)] == []
