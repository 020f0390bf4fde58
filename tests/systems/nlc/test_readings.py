"""The numbered readings: the page and the code name the same ones."""

from __future__ import annotations

import re
from pathlib import Path

import napwidgets.systems.nlc as nlc

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "rules" / "nlc.md"
CODE = Path(nlc.__file__).parent


def rows() -> list[list[str]]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if re.match(r"\| \d+ \|", line)]


def cited(path: Path) -> set[int]:
    """The numbers that a module cites, ``readings 3, 4 and 7`` included."""
    found = re.findall(r"[Rr]eadings?((?:[\s,]|and|\d)+)", path.read_text(encoding="utf-8"))
    return {int(n) for group in found for n in re.findall(r"\d+", group)}


def test_readings_are_numbered_from_one_in_the_order_of_the_paragraphs() -> None:
    table = rows()
    assert [int(row[0]) for row in table] == list(range(1, len(table) + 1))
    paragraphs = [tuple(int(n) for n in row[1].split(".")) for row in table]
    assert paragraphs == sorted(paragraphs)
    assert all(len(row) == 6 and all(row) for row in table)


def test_every_reading_is_cited_where_the_page_says_and_nowhere_is_one_cited_that_is_not_there() -> None:
    where = {int(row[0]): re.findall(r"`(\w+)`", row[5]) for row in rows()}
    for number, modules in where.items():
        for module in modules:
            assert number in cited(CODE / f"{module}.py"), (number, module)
    for path in CODE.glob("*.py"):
        assert cited(path) <= set(where), path.name
