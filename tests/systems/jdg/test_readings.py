"""The numbered readings: the page and the code name the same ones."""

from __future__ import annotations

import re
from pathlib import Path

import napwidgets.systems.jdg as jdg
from tests.systems.readings import PAGES, cited, rows

PAGE = PAGES / "jdg.md"
CODE = Path(jdg.__file__).parent


def test_readings_are_numbered_from_one_and_each_says_where_what_and_why() -> None:
    table = rows("jdg")
    assert [int(row[0]) for row in table] == list(range(1, len(table) + 1))
    assert all(len(row) == 5 and all(row) for row in table)


def test_every_reading_is_cited_in_the_code_and_none_that_the_page_does_not_have() -> None:
    known = {int(row[0]) for row in rows("jdg")}
    modules = {path.relative_to(CODE): cited(path) for path in CODE.rglob("*.py")}
    for name, numbers in modules.items():
        assert numbers <= known, str(name)
    tables = {n for path in (CODE / "tables").glob("*.json") for n in cited(path)}
    assert known == set().union(tables, *modules.values())


def test_every_module_that_the_page_names_is_there() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## What each module holds")[2].partition("##")[0]
    named = {name for line in table.splitlines() if line.startswith("| `")
             for name in re.findall(r"`(\w+)`", line.split("|")[1])}  # fmt: skip
    assert named >= {"battle", "marching", "sieges", "armistice", "views"}
    assert named - {path.stem for path in CODE.rglob("*.py")} == set()
