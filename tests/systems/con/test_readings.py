"""The numbered readings: the page, the code and the tables name the same ones."""

from __future__ import annotations

from pathlib import Path

import napwidgets.systems.con as con
from tests.systems.readings import PAGES, assert_cited_where_said, rows


def test_readings_are_numbered_from_one_and_whole() -> None:
    table = rows("con")
    assert [int(row[0]) for row in table] == list(range(1, len(table) + 1))
    assert all(len(row) == 6 and all(row) for row in table)


def test_every_reading_is_cited_where_the_page_says_and_none_that_is_not_there() -> None:
    folder = Path(con.__path__[0])
    assert_cited_where_said("con", [*folder.rglob("*.py"), *folder.glob("tables/*.json")])


def test_the_page_says_what_is_left_out() -> None:
    page = (PAGES / "con.md").read_text(encoding="utf-8")
    assert "## What is left out" in page
