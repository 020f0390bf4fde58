"""What stands where at a moment, and what was asked about it (4.3, 5.2).

A layout takes over from the one before what a move has not changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import TypeVar

from napwidgets.systems.jdg.state import Counter

T = TypeVar("T")
#: The counters of a side that the seat can't tell: box, side, how many.
Unseen = tuple[tuple[int, int, int], ...]
#: A distance, and the box before.
Leg = tuple[int, int]
#: The counters of a side in each box.
Places = dict[int, tuple[int, ...]]
#: How many counters of a side are in each box.
Count = dict[int, int]


class Layout:
    """What stands where, for each side: ``at`` its counters in each box, ``count`` how many it has there, seen or not;
    ``field`` those of them who are not inside a city. ``forces``, ``lines`` and ``contacts`` remember what was asked.

    It takes over from a ``former`` one, of which ``changed`` are the counters that are not the same values. That of a
    view takes over all counts from the ``true`` one, since who is covered is counted all the same, and where the
    counters of the side that looks are. What has not changed of a side is the very same value.
    """

    __slots__ = ("at", "contacts", "count", "counters", "field", "forces", "lines", "unseen")

    def __init__(
        self,
        counters: tuple[Counter, ...],
        unseen: Unseen,
        side: Sequence[int],
        former: Layout | None = None,
        changed: Iterable[int] = (),
        true: tuple[Layout, int] | None = None,
    ) -> None:
        self.counters, self.unseen = counters, unseen
        self.forces: list[Mapping[int, int] | None] = [None, None]
        self.lines: dict[tuple[object, ...], Mapping[int, Leg]] = {}
        self.contacts: dict[tuple[object, ...], Mapping[int, int]] = {}
        self.at: tuple[Places, Places] = ({}, {})
        self.count: tuple[Count, Count] = ({}, {})
        self.field: tuple[Count, Count] = ({}, {})
        if former is None:
            for i in range(len(counters)):
                self._come(i, side[i])
            self._seen(unseen, 1)
            return
        before = former.counters
        moved = [i for i in changed if before[i].at != counters[i].at or before[i].inside != counters[i].inside]
        if true is None:
            self._take_over(former, side, moved)
        else:
            self._look(former, side, moved, *true)

    def _take_over(self, former: Layout, side: Sequence[int], moved: Sequence[int]) -> None:
        """Begin with a former layout, and go after the counters that stand elsewhere now."""
        covered = self.unseen is not former.unseen and self.unseen != former.unseen
        touched = {side[i] for i in moved}
        self.at = _apart(former.at, touched)
        self.count = _apart(former.count, (0, 1) if covered else touched)
        self.field = _apart(former.field, (0, 1) if covered else touched)
        for i in moved:
            self._go(i, side[i], former.counters[i])
        for i in moved:
            self._come(i, side[i])
        if covered:
            gone, come = set(former.unseen), set(self.unseen)
            self._seen(gone - come, -1)
            self._seen(come - gone, 1)

    def _look(self, former: Layout, side: Sequence[int], moved: Sequence[int], true: Layout, own: int) -> None:
        """Begin with what stands where in truth, and with what was last seen of the others."""
        self.count, self.field = true.count, true.field
        others = [i for i in moved if side[i] != own]
        seen = _apart(former.at, {side[i] for i in others})
        for i in others:
            _leave(seen[side[i]], i, former.counters[i].at)
        for i in others:
            _stand(seen[side[i]], i, self.counters[i].at)
        self.at = (true.at[0] if own == 0 else seen[0], true.at[1] if own == 1 else seen[1])

    def _go(self, i: int, who: int, counter: Counter) -> None:
        box = counter.at
        if box >= 0:
            _leave(self.at[who], i, box)
            _add(self.count[who], box, -1)
            if not counter.inside:
                _add(self.field[who], box, -1)

    def _come(self, i: int, who: int) -> None:
        counter = self.counters[i]
        box = counter.at
        if box >= 0:
            _stand(self.at[who], i, box)
            _add(self.count[who], box, 1)
            if not counter.inside:
                _add(self.field[who], box, 1)

    def _seen(self, unseen: Iterable[tuple[int, int, int]], times: int) -> None:
        for box, who, number in unseen:
            if box >= 0:
                _add(self.count[who], box, times * number)
                _add(self.field[who], box, times * number)


def differing(before: Sequence[object], after: Sequence[object]) -> list[int]:
    """The numbers of those that are not the very same values.

    >>> a, b = (1,), (2,)
    >>> differing([a, b, a], [a, a, a])
    [1]
    """
    return list(compress(range(len(after)), map(is_not, before, after)))


def _apart(pair: tuple[dict[int, T], dict[int, T]], touched: Collection[int]) -> tuple[dict[int, T], dict[int, T]]:
    """What two sides have, so that that of the sides ``touched`` can be changed."""
    return pair[0].copy() if 0 in touched else pair[0], pair[1].copy() if 1 in touched else pair[1]


def _leave(at: Places, i: int, box: int) -> None:
    if box >= 0:
        left = tuple([n for n in at[box] if n != i])
        if left:
            at[box] = left
        else:
            del at[box]


def _stand(at: Places, i: int, box: int) -> None:
    if box >= 0:
        here = at.get(box, ())
        at[box] = tuple(sorted((*here, i))) if here and here[-1] > i else (*here, i)


def _add(boxes: dict[int, int], box: int, number: int) -> None:
    left = boxes.get(box, 0) + number
    if left:
        boxes[box] = left
    else:
        del boxes[box]
