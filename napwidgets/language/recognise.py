"""Which sentence of a catalogue a text is, and what it is filled in with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from string import Formatter

_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE = re.compile(r"[.!?] +[A-Z]")
_LIST = re.compile(r", | and |: ")
#: So few letters say little: what is filled in there is one thing, never several.
_SLIGHT = 9


class _Pattern:
    """A sentence with holes as a pattern."""

    def __init__(self, template: str) -> None:
        self.template = template
        self._fields = [(literal, name) for literal, name, _, _ in Formatter().parse(template)]
        self.literal = sum(len(literal) for literal, _ in self._fields)
        self.holes = [int(name) for _, name in self._fields if name]
        self.key = max(self._words(self._fields), key=len, default="")

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What a text must look like. Few of a catalogue's are ever asked for: made at once, they hold up a page."""
        parts = (re.escape(literal) + ("" if name is None else "(.*?)") for literal, name in self._fields)
        return re.compile("".join(parts), re.DOTALL)

    def strange(self, hole: str) -> bool:
        """Whether something can't be what fills one of its holes."""
        return " · " in hole or (self.literal < _SLIGHT and _LIST.search(hole) is not None)

    @staticmethod
    def _words(fields: list[tuple[str, str | None]]) -> list[str]:
        """Its words that no hole touches, so that a text must have them whole."""
        found = []
        for n, (literal, name) in enumerate(fields):
            for word in _WORD.finditer(literal):
                begins = n > 0 and word.start() == 0
                ends = name is not None and word.end() == len(literal)
                if not (begins or ends):
                    found.append(word[0])
        return found


class Recogniser:
    """Finds the template of a text. Only those are tried that have a word in common with it, the longest first."""

    def __init__(self, templates: Iterable[str]) -> None:
        self._by_word: dict[str, list[_Pattern]] = {}
        for template in templates:
            if (pattern := _Pattern(template)).holes:
                self._by_word.setdefault(pattern.key, []).append(pattern)

    def find(self, text: str) -> list[tuple[str, dict[int, str]]]:
        """The templates that a text may be, each with what fills its holes; the closest first.

        >>> Recogniser(["{0} marches to {1}", "{0} to {1}"]).find("Ney marches to Ligny")[0]
        ('{0} marches to {1}', {0: 'Ney', 1: 'Ligny'})
        """
        words = {"", *_WORD.findall(text)}
        tried = (p for word in sorted(words) for p in self._by_word.get(word, ()))
        found = []
        for pattern in sorted(tried, key=lambda p: (-p.literal, p.template)):
            match = pattern.pattern.fullmatch(text)
            if match is not None and not any(pattern.strange(hole) for hole in match.groups()):
                found.append((pattern.template, dict(zip(pattern.holes, match.groups(), strict=True))))
        # What is filled in is seldom a whole sentence: such a text is rather two.
        return sorted(found, key=lambda f: any(_SENTENCE.search(hole) for hole in f[1].values()))
