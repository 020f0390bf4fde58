"""Names of corps, divisions and armies: put over as a whole, never half."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from napwidgets.language.speech import speech

SCENARIOS = Path(__file__).parents[2] / "scenarios"
PARTS = ("*/*.yaml", "*/rosters/*.yaml", "*/maps/*.yaml", "*/maps/source/*.yaml")
FILES = [path for part in PARTS for path in sorted(SCENARIOS.glob(part))]
#: What a name that is half put over still has of English; in French such a thing as a Ve corps has a number.
_BOTH = (
    "of|the|and|by|road|Army|Cavalry|Guards?|Light|Foot|Horse|Hussar|Cuirassier|British|Russian|Austrian|Prussian|"
    "Forests?|Woods?|Heights|Hills|Marsh|Marshes|Meadows|Lower|Upper|Evening|Midnight"
)
ENGLISH = {"de": rf"\b(?:{_BOTH}|[A-Z]\w+ Corps)\b", "fr": rf"\b(?:{_BOTH}|[a-z]{{4,}}e corps)\b"}


def names(data: Any, key: str = "") -> Iterator[str]:
    """What things are called."""
    if isinstance(data, dict):
        for inner, value in data.items():
            yield from names(value, f"{key}/{inner}")
    elif isinstance(data, list):
        for value in data:
            yield from names(value, key)
    elif isinstance(data, str) and key.endswith(("/name", "/full_name")):
        yield data


@pytest.mark.parametrize("code", list(ENGLISH))
def test_no_name_is_put_over_by_half(code: str) -> None:
    found = {name for path in FILES for name in names(yaml.safe_load(path.read_text()))}
    assert len(found) > 500
    said = {name: speech(code).say(name) for name in found}
    # A colon joins what was put over piece by piece.
    half = {n: s for n, s in said.items() if re.search(ENGLISH[code], s) or (": " in s and ": " not in n)}
    assert half == {}


@pytest.mark.parametrize(
    ("name", "german", "french"),
    [
        ("Luck", "Luck", "Luck"),
        ("Luck's division", "Division Luck", "division Luck"),
        ("Pr. August 1", "Prinz Aug. 1", "Pr. Auguste 1"),
        ("Langeron's column", "Kolonne Langeron", "colonne de Langeron"),
        ("Advance Guard of the Army of Bohemia", "Vorhut der Böhmischen Armee", "Avant-garde de l’armée de Bohême"),
    ],
)
def test_people_are_no_luck_no_month_and_no_column_of_a_table(name: str, german: str, french: str) -> None:
    assert (speech("de").say(name), speech("fr").say(name)) == (german, french)


@pytest.mark.parametrize("name", ["Br. Cav.", "Br. Light", "Br. Line"])
def test_the_brunswickers_are_no_britons(name: str) -> None:
    assert "Brunswick" in speech("fr").say(name)
    assert "Braunschw." in speech("de").say(name)


@pytest.mark.parametrize("code", ["de", "fr"])
def test_seas_that_stand_alone_begin_with_a_capital(code: str) -> None:
    zones = json.loads((SCENARIOS / "wap" / "maps" / "zones.json").read_text())["zones"]
    assert len(zones) > 15
    put = [speech(code).say(zone["name"]) for zone in zones]
    assert [name for name in put if not name[0].isupper()] == []
