"""What the chronicle says of a side: the French are many, the Coalition is one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from napwidgets.language.speech import FOLDER

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.txt"))
ONE, MANY = "is|has|wins|loses|enters|retreats|begins|attacks", "are|have|win|lose|enter|retreat|begin|attack"


def test_the_coalition_is_one_wherever_it_is_told_of() -> None:
    told = "\n".join(path.read_text() for path in GOLDEN if path.name.startswith(("belgium", "learning", "france")))
    told += "\n".join(path.read_text() for path in FOLDER.glob("*/LC_MESSAGES/napwidgets.json"))
    assert re.findall(rf"(?:The|; the) Coalition (?:{MANY}|go|lay|push|take|try|count|forage)\b.*", told) == []
    assert len(re.findall(rf"The Coalition (?:{ONE})\b", told)) > 20
    assert len(re.findall(rf"The French (?:{MANY})\b", told)) > 20
    assert re.findall(rf"The French (?:{ONE})\b.*", told) == []


@pytest.mark.parametrize("verb", ["are", "have"])
def test_no_sentence_of_the_code_makes_it_many(verb: str) -> None:
    code = Path(__file__).parents[3] / "napwidgets" / "systems" / "con"
    plain = re.compile(rf"side_begins\((?!FRENCH|0)[^{{}}]*\)}} {verb}\b")
    assert [path.name for path in code.rglob("*.py") if plain.search(path.read_text())] == []
