"""The numbered readings of a system: what its page has, and what its modules cite."""

from __future__ import annotations

import re
from pathlib import Path

PAGES = Path(__file__).parents[2] / "docs" / "rules"


def rows(system: str) -> list[list[str]]:
    """The rows of a page's tables, cell by cell."""
    lines = (PAGES / f"{system}.md").read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if re.match(r"\| \d+ \|", line)]


def cited(path: Path) -> set[int]:
    """The numbers that a file cites, ``readings 3, 4 and 7 to 9`` included."""
    found: set[int] = set()
    for group in re.findall(r"[Rr]eadings?((?:[\s,]|and|to|\d)+)", path.read_text(encoding="utf-8")):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", group):
            found |= set(range(int(first), int(last or first) + 1))
    return found


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
