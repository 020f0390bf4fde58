"""What stands where at a moment, and what was asked about it (4.3, 5.2).

A layout takes over from the one before what a move has not changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from operator import is_not

from msgspec import Struct

from napwidgets.systems.jdg.state import Counter

#: The counters of a side that the seat can't tell: box, side, how many.
Unseen = tuple[tuple[int, int, int], ...]
#: How many counters each side has in each box.
Counts = tuple[dict[int, int], dict[int, int]]
#: A distance, and the box before.
Leg = tuple[int, int]


class Layout:
    """What stands where: ``at`` the counters of each box, ``count`` how many each side has there, seen or not;
    ``field`` those of them who are not inside a city. ``forces``, ``lines`` and ``contacts`` remember what was asked.

    It takes over from a ``former`` one, of which ``changed`` are the counters that are not the same values, and all
    counts from the ``true`` one, if this is that of a view: who is covered is counted all the same.
    """

    __slots__ = ("at", "contacts", "count", "counters", "field", "forces", "lines", "unseen")

    def __init__(
        self,
        counters: tuple[Counter, ...],
        unseen: Unseen,
        side: Sequence[int],
        former: Layout | None = None,
        changed: Iterable[int] = (),
        true: Layout | None = None,
    ) -> None:
        self.counters, self.unseen = counters, unseen
        self.forces: list[Mapping[int, int] | None] = [None, None]
        self.lines: dict[tuple[object, ...], Mapping[int, Leg]] = {}
        self.contacts: dict[tuple[object, ...], Mapping[int, int]] = {}
        self.at: dict[int, tuple[int, ...]] = {}
        self.count: Counts = ({}, {})
        self.field: Counts = ({}, {})
        if former is None:
            self._come(((i, counter) for i, counter in enumerate(counters)), side)
            self._seen(unseen, 1)
        else:
            self._take_over(former, side, changed, true)

    def _take_over(
        self, former: Layout, side: Sequence[int], changed: Iterable[int], true: Layout | None
    ) -> None:
        """Begin with a former layout, and go after those of the changed counters that stand elsewhere now."""
        before, now = former.counters, self.counters
        changed = [i for i in changed if before[i].at != now[i].at or before[i].inside != now[i].inside]
        self.at, self.count, self.field = former.at, former.count, former.field
        if true is not None:
            self.count, self.field = true.count, true.field
            if changed:
                self.at = self.at.copy()
                for i in changed:
                    self._leave(i, before[i].at)
                for i in changed:
                    self._stand(i, now[i].at)
            return
        if not changed and self.unseen == former.unseen:
            return
        self.at = self.at.copy()
        unseen = self.unseen is not former.unseen
        # Of a side of which nobody came or went, what is counted stays the very same value.
        touched = [unseen or any([side[i] == who for i in changed]) for who in (0, 1)]
        self.count = _apart(self.count, touched)
        self.field = _apart(self.field, touched)
        for i in changed:
            box, who = before[i].at, side[i]
            self._leave(i, box)
            if box >= 0:
                _add(self.count[who], box, -1)
                if not before[i].inside:
                    _add(self.field[who], box, -1)
        self._come(((i, now[i]) for i in changed), side)
        if unseen:
            gone, come = set(former.unseen), set(self.unseen)
            self._seen(gone - come, -1)
            self._seen(come - gone, 1)

    def _leave(self, i: int, box: int) -> None:
        if box >= 0:
            left = tuple([n for n in self.at[box] if n != i])
            if left:
                self.at[box] = left
            else:
                del self.at[box]

    def _stand(self, i: int, box: int) -> None:
        if box >= 0:
            here = self.at.get(box, ())
            self.at[box] = tuple(sorted((*here, i))) if here and here[-1] > i else (*here, i)

    def _come(self, counters: Iterable[tuple[int, Counter]], side: Sequence[int]) -> None:
        for i, counter in counters:
            box = counter.at
            self._stand(i, box)
            if box >= 0:
                _add(self.count[side[i]], box, 1)
                if not counter.inside:
                    _add(self.field[side[i]], box, 1)

    def _seen(self, unseen: Iterable[tuple[int, int, int]], times: int) -> None:
        for box, who, number in unseen:
            if box >= 0:
                _add(self.count[who], box, times * number)
                _add(self.field[who], box, times * number)


class Contacts(Struct, frozen=True, eq=False):
    """How the counters of a side stood to their commanders-in-chief, with the lines of its leaders."""

    counters: tuple[Counter, ...]
    lines: tuple[tuple[int, Mapping[int, Leg]], ...]
    found: Mapping[int, int]

    def moved(self, counters: Sequence[Counter], i: int) -> bool:
        """Whether a counter stands elsewhere, or is another's."""
        before, now = self.counters[i], counters[i]
        return before.at != now.at or before.origin != now.origin


def differing(before: Sequence[object], after: Sequence[object]) -> list[int]:
    """The numbers of those that are not the very same values.

    >>> a, b = (1,), (2,)
    >>> differing([a, b, a], [a, a, a])
    [1]
    """
    return list(compress(range(len(after)), map(is_not, before, after)))


def _apart(counts: Counts, touched: Sequence[bool]) -> Counts:
    """What is counted, so that that of the sides ``touched`` can be changed."""
    return counts[0].copy() if touched[0] else counts[0], counts[1].copy() if touched[1] else counts[1]


def _add(boxes: dict[int, int], box: int, number: int) -> None:
    left = boxes.get(box, 0) + number
    if left:
        boxes[box] = left
    else:
        del boxes[box]
