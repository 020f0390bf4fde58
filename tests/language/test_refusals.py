"""What the systems of the translated scenarios refuse with is spoken in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from napwidgets.kernel import saves
from napwidgets.language.sources import PACKAGE, _ways, template
from napwidgets.language.speech import speech
from napwidgets.scenarios import load_game, new_game

#: Who refuses by name; at sea refusals are spoken by other calls.
FOLDERS = ("systems/tactical", "systems/mop", "systems/jdg", "systems/con")
#: What makes a refusal of its words.
CALLS = ("refuse", "IllegalMove")


def refusals(folder: Path) -> Iterator[str]:
    """The sentences that a folder's modules refuse with."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                for argument in node.args:
                    yield from (template(" ".join(way.split())) for way in _ways(argument))


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", ["fr", "de"])
def test_refusals_are_spoken(folder: str, language: str) -> None:
    said = sorted({t for t in refusals(PACKAGE / folder) if len(t.split()) > 2 and not t.startswith("base: ")})
    known = speech(language)
    silent = [t for t in said if t not in known._words and known.missing(re.sub(r"\{\d+\}", "Ney", t))]
    assert len(said) > 8
    assert silent == []


GAME = saves.dump(new_game("nlc/first-steps", seed="1815").play(new_game("nlc/first-steps", seed="1815").moves()[0]))
#: What may lie in a file that somebody opens for a saved game.
BROKEN = {
    "cut": GAME[: len(GAME) // 2],
    "no JSON": b"hello",
    "another JSON": b"{}",
    "from later on": GAME.replace(b'"format":2', b'"format":99').replace(b'"format": 2', b'"format": 99'),
    "edited": re.sub(rb'("hash": ?")\w{4}', rb"\1abcd", GAME),
    "another edition": re.sub(rb'("fingerprint": ?")\w{4}', rb"\1abcd", GAME),
    "no dice": re.sub(rb'"dice": ?\[.*?\]', b'"dice":[]', GAME, count=1, flags=re.DOTALL),
    "a key": re.sub(rb'"seats": ?\[.*?\]', b'"seats":7', GAME, flags=re.DOTALL),
}


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("code", ["de", "fr"])
def test_why_a_saved_game_can_not_be_used_is_spoken(code: str, broken: str) -> None:
    assert BROKEN[broken] != GAME
    with pytest.raises(saves.SaveError) as refused:
        load_game(BROKEN[broken])
    said = speech(code).say(str(refused.value))
    assert ("Dieser Spielstand" if code == "de" else "Cette sauvegarde") in said
    assert not re.search(r"\b(the|it|is|its|was|line|move)\b", said), said
