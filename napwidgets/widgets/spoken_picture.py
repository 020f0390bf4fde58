"""The picture of a map in the language of the page: names of lands, seas and rivers, and what its key says.

The names of places are drawn by the page itself, which puts them over as it puts over its own words.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from html import escape, unescape

from napwidgets.language.speech import speech

_PLACES = re.compile(r"(<!--towns-->.*?<!--/towns-->)", re.DOTALL)
_NAME = re.compile(r">([^<>]*[A-Za-zÀ-ž]{2}[^<>]*)(?=</(?:text|textPath|tspan)>)")
#: A name of two words stands in two lines, one over the other.
_LINES = re.compile(r'(<text x="([^"]+)"[^>]*>)([^<>]+)(</text><text x="\2"[^>]*>)([^<>]+)(?=</text>)')
#: Quick rather than small: it goes to a page of the same machine, or through a host that packs once for everybody.
_LEVEL = 5


@lru_cache(maxsize=8)
def spoken_picture(picture: bytes, language: str) -> bytes:
    """A picture, compressed with gzip, in a language.

    >>> svg = gzip.compress(b"<text>EAST PRUSSIA</text><textPath>Vistula</textPath><text>1809</text>")
    >>> gzip.decompress(spoken_picture(svg, "de")).decode()
    '<text>OSTPREUSSEN</text><textPath>Weichsel</textPath><text>1809</text>'
    """
    if language == "en":
        return picture
    parts = _PLACES.split(gzip.decompress(picture).decode())
    parts[::2] = (_put_over(part, language) for part in parts[::2])
    return gzip.compress("".join(parts).encode(), _LEVEL, mtime=0)


def _put_over(part: str, language: str) -> str:
    def lines(found: re.Match[str]) -> str:
        said = _tall(language).get(f"{found[3]} {found[5]}")
        if said is None:
            return found[0]
        first, _, second = said.partition(" ")
        return f"{found[1]}{escape(first)}{found[4]}{escape(second)}"

    def name(found: re.Match[str]) -> str:
        known = unescape(found[1])
        return f">{escape(_tall(language).get(known) or speech(language).say(known))}"

    return _NAME.sub(name, _LINES.sub(lines, part))


@lru_cache(maxsize=4)
def _tall(language: str) -> dict[str, str]:
    """The greatest names stand in capitals."""
    return {english.upper(): said.upper() for english, said in speech(language).plain(60).items()}
