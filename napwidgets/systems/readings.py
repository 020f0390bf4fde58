"""How paragraphs are read where they are unclear: what the pages of rules say, for whoever presses a citation."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

_HERE = Path(__file__).parent
_NAMED = re.compile(r"[Rr]eadings?((?:[\s,]|and|to|\d)+)")


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered decision: of which paragraphs, what is asked, what we answer."""

    number: int
    of: tuple[str, ...]
    question: str
    answer: str


def named(text: str) -> set[int]:
    """The numbers of the readings that a text names.

    >>> sorted(named("They stay (readings 3, 4 and 7 to 9)."))
    [3, 4, 7, 8, 9]
    """
    found: set[int] = set()
    for group in _NAMED.findall(text):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", group):
            found |= set(range(int(first), int(last or first) + 1))
    return found


def file(system: str) -> Path:
    """Where the readings of a system stand; ``scripts/readings.py`` makes it out of its page of rules."""
    return _HERE / system / "readings.json"


@lru_cache
def readings(system: str) -> tuple[Reading, ...]:
    """The readings of a system by their numbers; none of one that has no page.

    >>> readings("chess")
    ()
    """
    path = file(system)
    return msgspec.json.decode(path.read_bytes(), type=tuple[Reading, ...]) if path.exists() else ()
