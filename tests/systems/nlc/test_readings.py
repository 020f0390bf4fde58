"""The numbered readings: the page and the code name the same ones."""

from __future__ import annotations

from pathlib import Path

import napwidgets.systems.nlc as nlc
import napwidgets.systems.tactical as tactical
from tests.systems.readings import assert_cited_where_said, rows

CODE = [path for package in (nlc, tactical) for path in Path(package.__path__[0]).rglob("*.py")]


def test_readings_are_numbered_from_one_in_the_order_of_the_paragraphs() -> None:
    table = rows("nlc")
    assert [int(row[0]) for row in table] == list(range(1, len(table) + 1))
    paragraphs = [tuple(int(n) for n in row[1].split(".")) for row in table]
    assert paragraphs == sorted(paragraphs)
    assert all(len(row) == 6 and all(row) for row in table)


def test_every_reading_is_cited_where_the_page_says_and_nowhere_is_one_cited_that_is_not_there() -> None:
    assert_cited_where_said("nlc", CODE)
