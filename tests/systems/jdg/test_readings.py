"""The numbered readings: the page and the code name the same ones."""

from __future__ import annotations

import re
from pathlib import Path

import napwidgets.systems.jdg as jdg

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "jdg.md"
CODE = Path(jdg.__file__).parent


def rows() -> list[list[str]]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if re.match(r"\| \d+ \|", line)]


def cited(path: Path) -> set[int]:
    """The numbers that a module cites, ``readings 3, 4 and 7 to 9`` included."""
    found: set[int] = set()
    for group in re.findall(r"[Rr]eadings?((?:[\s,]|and|to|\d)+)", path.read_text(encoding="utf-8")):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", group):
            found |= set(range(int(first), int(last or first) + 1))
    return found


def test_readings_are_numbered_from_one_and_each_says_where_what_and_why() -> None:
    table = rows()
    assert [int(row[0]) for row in table] == list(range(1, len(table) + 1))
    assert all(len(row) == 5 and all(row) for row in table)


def test_every_reading_is_cited_in_the_code_and_none_that_the_page_does_not_have() -> None:
    known = {int(row[0]) for row in rows()}
    modules = {path.name: cited(path) for path in CODE.glob("*.py")}
    for name, numbers in modules.items():
        assert numbers <= known, name
    tables = {n for path in (CODE / "tables").glob("*.json") for n in cited(path)}
    assert known == set().union(tables, *modules.values())


def test_every_module_that_the_page_names_is_there() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## What each module holds")[2].partition("##")[0]
    named = {name for line in table.splitlines() if line.startswith("| `")
             for name in re.findall(r"`(\w+)`", line.split("|")[1])}  # fmt: skip
    assert named >= {"battle", "march", "sieges", "armistice", "views"}
    assert {name for name in named if not (CODE / f"{name}.py").is_file()} == set()
