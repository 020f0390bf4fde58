"""What golden games tell, put over: no sentence stays English, nor half of one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from napwidgets.language.speech import speech

GOLDEN = Path(__file__).parents[1] / "golden"
#: Small words that no sentence does without; French has its own "on" and "a".
ENGLISH = re.compile(r"\b(the|of|and|to|is|are|were|with|from|by|at|their|his|has|have|for|which|into|back)\b")
#: The title of the file, what can be chosen, how things stand, and what only the test writes.
UNTOLD = re.compile(r"\s*[>=]|.*\bWinner: |.*, seed \d+, ")


def told() -> list[str]:
    """The lines of all chronicles, without paragraphs and without who may read them; one of those that differ by their
    names and figures.
    """
    found = {}
    for line in (line for file in sorted(GOLDEN.glob("*.txt")) for line in file.read_text().splitlines()):
        if not UNTOLD.match(line):
            bare = re.sub(r" \([^()]*\)$", "", re.sub(r" \[[^\]]* only\]$", "", line.strip()))
            found[re.sub(r"\d+|\b[A-Z][^ ]*( [A-Z][^ ]*)*", "N", bare)] = bare
    return list(found.values())


@pytest.mark.parametrize("code", ["de", "fr"])
def test_no_line_of_a_golden_game_stays_english(code: str) -> None:
    lines, say = told(), speech(code).say
    assert len(lines) > 1500
    assert {line: say(line) for line in lines if ENGLISH.search(say(line))} == {}


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("Midnight at Brienne. The houses still burn when the firing stops. What counts is who holds the town and the "
         "castle on its hill, and what the day has cost.", "Mitternacht bei Brienne. Die Häuser brennen noch"),
        ("Augsburg can't do anything there now. An enemy force marches through Landsberg, beside you. Will you try to "
         "meet it?", "Augsburg kann dort jetzt nichts tun. Ein feindlicher Verband zieht durch Landsberg"),
        ("Ney and III Corps set out from Weimar by a forced march, for 1 command point.",
         "Ney und III. Korps brechen von Weimar zu einem Gewaltmarsch auf, für 1 Führungspunkt."),
    ],
)  # fmt: skip
def test_several_sentences_that_are_one_entry_are_found_behind_another(text: str, german: str) -> None:
    assert speech("de").say(text).startswith(german)
