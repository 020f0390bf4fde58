"""The numbered readings of a system: what its page has, and what its modules cite."""

from __future__ import annotations

import re
from pathlib import Path

from napwidgets.systems.readings import named
from scripts.readings import PAGES as PAGES
from scripts.readings import rows


def cited(path: Path) -> set[int]:
    """The numbers that a file cites."""
    return named(path.read_text(encoding="utf-8"))


def assert_cited_where_said(system: str, code: list[Path]) -> None:
    """Every reading is cited by the modules that the page names with it, and no module cites another."""
    where = {int(row[0]): re.findall(r"`(\w+)`", row[5]) for row in rows(system)}
    for number, modules in where.items():
        for module in modules:
            assert any(number in cited(path) for path in code if path.stem == module), (number, module)
    for path in code:
        assert cited(path) <= set(where), path.name
        for number in cited(path):
            assert path.stem in where[number], (path.name, number)
