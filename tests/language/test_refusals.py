"""What the systems of the translated scenarios refuse with is spoken in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from napwidgets.language.sources import PACKAGE, _ways, template
from napwidgets.language.speech import speech

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
