"""What no sentence shown to players may have: a number that doesn't agree with its noun, a word of Python, a word or a
space that stands twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

_NOUNS = (
    "points|units|counters|turns|hexes|losses|armies|fleets|leaders|steps|dice|days|months|squadrons|cities|men|"
    "hits|boxes|columns|battles|games|orders|things|formations|guns|trains|strength points|command points"
)
_SLIP = re.compile(
    rf"\b1 (?:{_NOUNS})\b(?! (?:and|of)\b)|\b(?:None(?! of)|True|False|nan)\b|  |\s[,.;](?!\.)|(?<!\.)\.\.(?!\.)|"
    r"\(s\)|[{}]|\b(?P<word>the|of|to|is|a|and) (?P=word)\b|\d\.\d{4}|\b[a-z]+_[a-z]+ "
)


def slips(texts: Iterable[str]) -> list[str]:
    """The texts that a reader would stumble over."""
    return [text for text in texts if _SLIP.search(text)]


def texts_in(value: Any) -> Iterator[str]:
    """All that stands in a value to be read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        yield from texts_in([getattr(value, name) for name in value.__struct_fields__])
    elif isinstance(value, dict):
        yield from texts_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_in(part)
