"""Plain data out of text, and the line of everything in it: JSON within the `limits`, each key once."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from napwidgets.kernel import limits
from napwidgets.kernel.findings import Place, dotted
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.kernel.slips import of_json

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]|[^\s\[\]{}:,"]+', re.DOTALL)


class Unreadable(ScenarioError):
    """Text that can't be taken for data: the line, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


class Branch:
    """A list or a mapping with the lines of its members; a mapping's members have the lines of their keys."""

    __slots__ = ("at", "key", "line", "members", "named")

    def __init__(self, line: int, at: Place, *, named: bool) -> None:
        self.line, self.at, self.named = line, at, named
        #: The key that waits for its value, with its line.
        self.key: tuple[str, int] | None = None
        self.members: dict[str | int, tuple[int, Branch | None]] = {}


class Outline:
    """Where everything in a file stands. A reader tells it one thing after the other, in the order of the file.

    Raises `Unreadable` for what is nested too deeply, for a key that is no word, and for one that stands twice.
    """

    def __init__(self) -> None:
        self.root: Branch | None = None
        self._open: list[Branch] = []

    def enter(self, line: int, *, named: bool) -> None:
        """A list begins here, or (``named``) a mapping."""
        if len(self._open) >= limits.DEPTH:
            raise Unreadable(line, limits.too_deep())
        above = self._open[-1] if self._open else None
        if above is not None and above.named and above.key is None:
            raise Unreadable(line, "a list or a mapping can't be a key")
        branch = Branch(line, self._place(above), named=named)
        if above is None:
            self.root = branch
        else:
            self._member(above, line, branch)
        self._open.append(branch)

    def leave(self) -> Branch:
        """The list or mapping ends."""
        return self._open.pop()

    def again(self, line: int, branch: Branch | None) -> None:
        """A part that stood elsewhere stands here, too: a list, a mapping or (None) a single value."""
        above = self._open[-1] if self._open else None
        if above is None or (above.named and above.key is None):
            raise Unreadable(line, "a part that stands elsewhere can't be a key")
        self._member(above, line, branch)

    def value(self, line: int, text: str) -> None:
        """A single value, or the key of the next one."""
        above = self._open[-1] if self._open else None
        if above is None:
            return
        if above.named and above.key is None:
            if text in above.members:
                raise Unreadable(line, f"{dotted((*above.at, text))}: this key stands here twice")
            above.key = (text, line)
        else:
            self._member(above, line, None)

    @staticmethod
    def _place(above: Branch | None) -> Place:
        if above is None:
            return ()
        return (*above.at, above.key[0] if above.key is not None else len(above.members))

    @staticmethod
    def _member(above: Branch, line: int, branch: Branch | None) -> None:
        if above.key is not None:
            (name, at), above.key = above.key, None
            above.members[name] = (at, branch)
        else:
            above.members[len(above.members)] = (line, branch)

    def line(self, at: Place) -> int:
        """The line of a place, or of the nearest place above it that exists.

        >>> outline_of('{"a":\\n {"b": 1}}').line(("a", "b", 3))
        2
        """
        branch, line = self.root, self.root.line if self.root else 1
        for step in at:
            known = branch.members if branch is not None else {}
            found = known.get(str(step) if branch is not None and branch.named else step)
            if found is None:
                break
            line, branch = found
        return line


def outline_of(text: str) -> Outline:
    """Where everything in JSON stands; the text must be JSON already. Raises `Unreadable` for a key that stands twice.

    >>> outline_of('{"a": 1,\\n "a": 2}')
    Traceback (most recent call last):
    ...
    napwidgets.kernel.outline.Unreadable: line 2: a: this key stands here twice
    """
    found, line, before = Outline(), 1, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", before, token.start())
        before, word = token.start(), token[0]
        if word in "[{":
            found.enter(line, named=word == "{")
        elif word in "]}":
            found.leave()
        else:
            found.value(line, json.loads(word) if word[0] == '"' and "\\" in word else word.strip('"'))
    return found


def decoded(raw: bytes) -> Any:
    """The plain data of JSON text; raises `Unreadable` for anything else, and for what is beyond the `limits`."""
    if problem := limits.oversized(len(raw)):
        raise Unreadable(1, problem)
    try:
        data = msgspec.json.decode(raw)
    except RecursionError:
        raise Unreadable(1, limits.too_deep()) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(_damaged(raw, error), of_json(str(error))) from None
    found = limits.excess(data)
    if found is not None or not _once(raw):
        outline = outline_of(raw.decode())
        at = found.at if found is not None else ()
        raise Unreadable(outline.line(at), f"{dotted(at)}: {found.what}" if found is not None else "a key stands twice")
    return data


def _once(raw: bytes) -> bool:
    """Whether no key stands twice in one mapping; much quicker than an outline, which says where."""
    twice: list[int] = []

    def held(pairs: list[tuple[str, Any]]) -> None:
        twice.extend([1] * (len(pairs) - len({name for name, _ in pairs})))

    json.loads(raw, object_pairs_hook=held, parse_int=len, parse_float=len)
    return not twice


def _damaged(raw: bytes, error: Exception) -> int:
    """The line at which reading JSON fails: at a byte that is named, else at the end of a file that breaks off."""
    found = re.search(r"\(byte (\d+)\)", str(error))
    return raw.count(b"\n", 0, int(found[1]) if found else len(raw)) + 1
