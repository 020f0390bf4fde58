"""The readings of each system as the program has them, out of the tables of its page of rules.

python scripts/readings.py       writes napwidgets/systems/*/readings.json out of docs/rules/*.md
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import json

from napwidgets.systems.paragraphs import SIGNS
from napwidgets.systems.readings import Reading, file

PAGES = Path(__file__).parents[1] / "docs" / "rules"
#: A word of a file stands in backquotes on the page, in quotation marks elsewhere.
_CODE = re.compile(r"`([^`]*)`")


def rows(system: str) -> list[list[str]]:
    """The rows of the tables of a page, cell by cell."""
    lines = (PAGES / f"{system}.md").read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if re.match(r"\| \d+ \|", line)]


def written(system: str) -> bytes:
    """The file of a system as it has to be."""
    said = [
        Reading(int(number), tuple(of.split(", ")), *(_CODE.sub(r'"\1"', cell) for cell in (question, answer)))
        for number, of, question, answer, *_ in rows(system)
    ]
    return json.format(json.encode(said), indent=1) + b"\n"


if __name__ == "__main__":
    for name in SIGNS.values():
        file(name).write_bytes(written(name))
