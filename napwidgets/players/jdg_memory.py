"""What a side of jdg remembers of its own doing: what each counter was after, and where it has been of late, so that
nobody marches to and fro between aims that are worth about the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from napwidgets.players.jdg_situation import Past
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.state import State

#: For how many turns a place that a counter has left is remembered.
TURNS = 3


class Memory:
    """The aims of this turn and the last one, and the boxes of the turns before."""

    def __init__(self) -> None:
        self._turn = 0
        self._was: dict[int, list[int]] = {}
        self._before: Mapping[int, tuple[str, int]] = {}
        self._aims: dict[int, tuple[str, int]] = {}
        self._ridden: set[int] = set()

    def look(self, x: Context, s: State, side: int) -> Past:
        """What is remembered now; at the first look of a turn all counters are still where the last one left them."""
        if s.turn != self._turn:
            self._turn, self._before, self._aims = s.turn, self._aims, {}
            self._ridden.clear()
            for i in x.of_side[side]:
                self._was[i] = [*self._was.get(i, ())[-TURNS:], s.counters[i].at]
        left = {i: frozenset(was).difference((s.counters[i].at,)) for i, was in self._was.items()}
        sent = {i: aim for i, aim in self._aims.items() if s.counters[i].moved}
        return Past(self._before, sent, left, frozenset(self._ridden))

    def note(self, aims: Mapping[int, tuple[str, int]]) -> None:
        """What counters are after, those who have not set out yet."""
        self._aims.update(aims)

    def rides(self, box: int) -> None:
        """Somebody reconnoitres a box."""
        self._ridden.add(box)
