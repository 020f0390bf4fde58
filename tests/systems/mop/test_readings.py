"""The numbered readings: the page and the code name the same ones."""

from __future__ import annotations

import re
from pathlib import Path

import napwidgets.systems.mop as mop
from tests.systems.readings import assert_cited_where_said, rows


def test_readings_are_numbered_from_one_and_whole() -> None:
    table = rows("mop")
    assert [int(row[0]) for row in table] == list(range(1, len(table) + 1))
    assert all(re.fullmatch(r"37(\.\d+)+", row[1]) for row in table)
    assert all(len(row) == 6 and all(row) for row in table)


def test_every_reading_is_cited_where_the_page_says_and_nowhere_is_one_cited_that_is_not_there() -> None:
    assert_cited_where_said("mop", list(Path(mop.__path__[0]).rglob("*.py")))
