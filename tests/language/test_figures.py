"""How figures are written in all that is shown: per cent with a space, which does not part from its figure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from napwidgets.language.sources import PACKAGE, in_code, in_files, in_scripts
from napwidgets.language.speech import catalogue, said

JOINED = re.compile(r"[\d}]%")
#: Measures of a page, which nobody reads.
STYLE = re.compile(r"(?:[sS]tartOffset|width|height|left|top|--\w+|flex|calc\(|rgb|hsl)[^;]*%")


def formats(code: str) -> Iterator[str]:
    """The format of every figure that is filled in."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
            yield from (part.value for part in node.format_spec.values if isinstance(part, ast.Constant))


def test_per_cent_stands_apart_in_every_text() -> None:
    texts = [text for text in in_code() | in_files() if JOINED.search(text) and not STYLE.search(text)]
    assert texts == []


def test_no_figure_is_written_with_the_sign_at_its_heels() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    assert [path.name for path in files for form in formats(path.read_text()) if form.endswith("%")] == []


def test_pages_write_no_per_cent_but_measures() -> None:
    assert [line for line in in_scripts().splitlines() if "}%" in line and "const part" not in line] == []


@pytest.mark.parametrize("code", ["de", "fr"])
def test_per_cent_stands_apart_in_every_language(code: str) -> None:
    assert [text for text in catalogue(code).values() if JOINED.search(text)] == []


@pytest.mark.parametrize(
    ("code", "english", "words"),
    [
        ("de", "42 %", "42\u00a0%"),
        ("fr", "A chance of 42 %.", "42\u00a0% de chances."),
        ("de", "A chance of under 1 %.", "Aussicht: unter 1\u00a0%."),
        ("en", "A chance of 42 %.", "A chance of 42 %."),
    ],
)
def test_a_figure_keeps_its_sign_on_its_line(code: str, english: str, words: str) -> None:
    assert said(english, code) == words
