"""What has changed since a page was last told: texts as copies and new pieces, rows as columns.

A panel or a board keeps the whole in its model for pages that open later; a page that is open gets the difference.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

#: A part of a text: new words, or from where to where it is copied out of the old text and what is made so far.
Part = str | list[int]
#: The same as it is sent: new words, or two numbers, how far back a copy begins and how long it is.
Step = str | int
#: Where HTML may be cut: before each thing that comes and goes as a whole.
_CUT = re.compile(r"(?=<(?:li|tr|button|details|section|article|option|h\d|p|small)\b)")
#: What is sent whole although it could be sent as a difference, in characters; and the share that is worth it.
_SHORT, _WORTH = 120, 0.8
#: So many pairs of pieces can be compared while somebody waits for an answer.
_MANY = 40_000
#: Where words begin that may have stood there before, and how many characters they must have in common at least.
_MARK, _KNOWN = re.compile(r'[<">]'), 18


def steps(before: str, after: str, words: str = "") -> list[Step] | None:
    """How to make ``after`` out of ``before``; None where sending it whole is as good. ``words`` is what a page has had
    from the start: it stands before the old text.

    >>> steps("<ol><li>one<li>two</ol>" * 9, "<ol><li>one<li>two</ol>" * 9 + "<li>three")
    [207, 207, '<li>three']
    """
    if len(after) < _SHORT or _astral(before) or _astral(after):
        return None
    parts = _packed(words + before, _joined(_parts(before, after, len(words))))
    found = list(_sent(len(words) + len(before), parts))
    return found if len(json.dumps(found, ensure_ascii=False)) < _WORTH * len(after) else None


def made(before: str, parts: Sequence[Step]) -> str:
    """What the page makes of a difference.

    >>> made("one two", [7, 4, "three ", 10, 4])
    'one three one '
    """
    text, steps = before, iter(parts)
    for step in steps:
        if isinstance(step, str):
            text += step
        else:
            start = len(text) - step
            text += text[start : start + int(next(steps))]
    return text[len(before) :]


def _sent(end: int, parts: Iterable[Part]) -> Iterator[Step]:
    """Parts as they are sent; near copies, which are most, have small numbers."""
    for part in parts:
        if isinstance(part, str):
            yield part
            end += len(part)
        else:
            yield end - part[0]
            yield part[1] - part[0]
            end += part[1] - part[0]


def _astral(text: str) -> bool:
    """Whether a browser counts the characters of a text otherwise than Python does."""
    return not text.isascii() and max(text) > "\uffff"


def _parts(before: str, after: str, start: int) -> list[Part]:
    old, new = _CUT.split(before), _CUT.split(after)
    starts = [start]
    for piece in old:
        starts.append(starts[-1] + len(piece))
    out: list[Part] = []
    # Pieces that stand in a long list again and again would be compared each with each: then no match begins with them.
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=len(old) * len(new) > _MANY).get_opcodes():
        if kind == "equal":
            out.append([starts[a], starts[b]])
        elif c < d:
            out += _trimmed("".join(old[a:b]), "".join(new[c:d]), starts[a])
    return out


def _trimmed(old: str, new: str, start: int) -> list[Part]:
    """A changed piece, without what it begins and ends with as before."""
    head = _same(old, new)
    tail = _same(old[head:][::-1], new[head:][::-1])
    end = start + len(old)
    return [[start, start + head], new[head : len(new) - tail], [end - tail, end]]


def _same(a: str, b: str) -> int:
    """How many characters two texts begin with in common."""
    return next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def _joined(parts: list[Part]) -> list[Part]:
    """The same with neighbours put together, and without what is empty."""
    out: list[Part] = []
    for part in parts:
        last = out[-1] if out else None
        if not part or (not isinstance(part, str) and part[0] == part[1]):
            continue
        if isinstance(part, str) and isinstance(last, str):
            out[-1] = last + part
        elif isinstance(part, list) and isinstance(last, list) and last[1] == part[0]:
            last[1] = part[1]
        else:
            out.append(part)
    return out


def _packed(before: str, parts: list[Part]) -> list[Part]:
    """The same with new words copied where they stood before: the rows of a panel have most of their HTML in common."""
    seen = {before[m.start() : m.start() + _KNOWN]: m.start() for m in _MARK.finditer(before)}
    text, out = before, list[Part]()
    for part in parts:
        if isinstance(part, list):
            out.append(part)
            text += before[part[0] : part[1]]
            continue
        out += _copies(text, part, seen)
        text += part
    return out


def _copies(text: str, words: str, seen: dict[str, int]) -> list[Part]:
    """New words as copies of what stands in the text or in themselves; ``seen`` learns where things stand."""
    out, whole, base = list[Part](), text + words, len(text)
    at = done = 0
    while (mark := _MARK.search(words, at)) is not None:
        at = mark.start()
        key = words[at : at + _KNOWN]
        known = seen.get(key)
        if known is None or len(key) < _KNOWN or known + _KNOWN > base + at:
            seen.setdefault(key, base + at)
            at += 1
            continue
        seen[key] = base + at
        long = _same(whole[known : base + at], words[at:])
        out += [words[done:at]] * (done < at) + [[known, known + long]]
        at = done = at + long
    return out + [words[done:]] * (done < len(words))


Row = list[Any]


class Rows:
    """The rows that a page holds, in its order, all of one length; their first column is an id."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def change(self, fresh: dict[str, Row]) -> dict[str, Any] | None:
        """Hold other rows; gives what a page must do about its own, None for nothing.

        ``turn`` lists changes (columns and values in turn) with the places of the rows that have them in common,
        ``name`` places and new ids in turn; then the rows at the places ``gone`` go, and ``add`` comes at the end: the
        first of them whole, of each other what it has otherwise than the one before. What has another id but looks like
        one that is gone is taken for the same thing in another place.
        """
        old = {row[0]: at for at, row in enumerate(self.rows)}
        gone = {at: self.rows[at] for id, at in old.items() if id not in fresh}
        add, name, turn = list[Row](), list[Any](), dict[str, tuple[list[Any], list[int]]]()
        rows: list[Row | None] = [None if at in gone else fresh[row[0]] for at, row in enumerate(self.rows)]
        for id, row in fresh.items():
            at = old.get(id, -1)
            if at < 0:
                at = next((n for n, was in gone.items() if _alike(was, row)), -1)
                gone.pop(at, None)
            if at < 0:
                add.append(row)
                continue
            rows[at] = row
            name += [at, id] * (self.rows[at][0] != id)
            if changes := _changes(self.rows[at], row):
                turn.setdefault(json.dumps(changes), (changes, []))[1].append(at)
        self.rows = [row for at, row in enumerate(rows) if at not in gone and row is not None] + add
        if not (turn or name or gone or add):
            return None
        new = add[:1] + [[0, row[0], *_changes(last, row)] for last, row in pairwise(add)]
        return {"turn": [list(pair) for pair in turn.values()], "name": name, "gone": sorted(gone), "add": new}


def _changes(before: Row, after: Row) -> list[Any]:
    """Columns, but for the id, and their new values in turn."""
    columns = enumerate(zip(before, after, strict=True))
    return [x for n, (a, b) in columns if n and a != b for x in (n, b)]


def _alike(a: Row, b: Row) -> bool:
    """Whether two rows tell of the same thing: all but the id and the place, as far as they are words."""
    return a[2:8] == b[2:8]
