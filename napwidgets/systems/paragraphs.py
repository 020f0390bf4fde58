"""The paragraphs of the rules in our words, for whoever presses a citation."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import msgspec
import yaml
from msgspec import Struct

from napwidgets.systems.readings import Reading, named, readings

_HERE = Path(__file__).parent
#: The sign of each rulebook, as it stands before a paragraph.
SIGNS = {"NLC": "nlc", "MoP": "mop", "JDG": "jdg", "CON": "con", "WAP": "wap"}
_SIGNED = re.compile(rf"({'|'.join(SIGNS)}) (.+)")


class Paragraph(Struct, frozen=True, forbid_unknown_fields=True):
    """What a paragraph is called and what it says, in a sentence or two of our own."""

    title: str
    text: str


class Found(Struct, frozen=True):
    """A citation with what it stands for: the paragraph itself, or the one that it is a part of, and how that is read
    where it is unclear.
    """

    cite: str
    title: str
    text: str
    readings: tuple[Reading, ...] = ()


@lru_cache
def paragraphs(system: str) -> dict[str, Paragraph]:
    """The paragraphs of a system by what stands behind its sign; empty for one that has none.

    >>> paragraphs("chess")
    {}
    """
    file = _HERE / system / "paragraphs.yaml"
    return msgspec.convert(yaml.safe_load(file.read_text()), dict[str, Paragraph]) if file.exists() else {}


def looked_up(cites: str, system: str = "") -> list[Found]:
    """The paragraphs that a citation names, each with its text where it has one; ``system`` is meant where no sign
    stands before a number (the module for 1814 stands on the rules of 1815).
    """
    return [_one(cite.strip(), system) for cite in cites.split(",") if cite.strip()]


def _one(cite: str, system: str) -> Found:
    signed = _SIGNED.fullmatch(cite)
    home, key = (SIGNS[signed[1]], signed[2]) if signed else (system, cite.lstrip("§ "))
    for book in ("mop", "nlc") if home == "mop" else (home,):
        whole = _whole(book, key)
        if whole:
            found = paragraphs(book)[whole]
            return Found(cite, found.title, found.text, _read(book, whole))
    return Found(cite, "", "")


def _whole(system: str, key: str) -> str:
    """The paragraph itself or the one that it is a part of, for a sentence is told by the whole; empty if unknown."""
    while key and key not in paragraphs(system):
        key = key.rpartition(" ")[0] if " " in key else key.rpartition(".")[0]
    return key


@lru_cache
def _read(system: str, whole: str) -> tuple[Reading, ...]:
    told = named(paragraphs(system)[whole].text)
    return tuple(
        reading
        for reading in readings(system)
        if reading.number in told or any(_whole(system, part) == whole for part in reading.of)
    )
