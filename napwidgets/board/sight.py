"""Lines of sight on a hex map: for guns (NLC 8.3) and for commanders (NLC 20.14).

A line runs from the centre of one hex to the centre of another. The readings taken where 8.3 is short:

* A crest blocks when the line crosses it or passes through one of its ends.
* A line that runs *along* a hexside has a left and a right hand. It is blocked only if both hands are: a
  hand is blocked by woods, a chateau, a town or a unit in its hex, or by a crest (other than the hexside
  itself) that meets the run on that hand. So a crest with blocking terrain left and right of it blocks,
  a crest on one hand and blocking terrain on the other block, and a crest that the line really crosses
  blocks; a line along the top of a bare crest is clear.
* Nothing off the map blocks.
* A slope blocks like a crest, unless one of the two ends is a hex on the upper side of a slope, this one or another
  (MoP 37.3.2).

Both functions answer the same for ``a, b`` as for ``b, a``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from weakref import WeakKeyDictionary

from napwidgets.board.geometry import STEPS, Axial, Run, axial, offset, trace
from napwidgets.board.hexmap import CREST, SLOPE, HexMap

#: Terrain that hides what lies behind it (NLC 8.3).
OPAQUE = frozenset({"woods", "chateau", "town"})


class _Plan(NamedTuple):
    """What a line between two hexes needs to be clear, once terrain has had its say.

    ``between`` must all be free of blocking units; of each pair in ``pairs`` at least one must be.
    """

    between: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]


_plans: WeakKeyDictionary[HexMap, dict[int, _Plan | None]] = WeakKeyDictionary()


def clear_line(board: HexMap, a: int, b: int, blocked: Callable[[int], bool]) -> bool:
    """Whether there is a line of sight from hex ``a`` to hex ``b`` (NLC 8.3).

    Woods, chateaux and towns between the two block, and so does every hex between them for which
    ``blocked`` is true (a unit stands there); crests block as the module says. The hexes at the ends
    never block, whatever they hold.

    >>> from napwidgets.board.hexmap import MapFile
    >>> plain = MapFile(format=1, id="t", name="t", cols=3, rows=4, hex_m=480, origin=(0.0, 0.0),
    ...     contour_m=10, terrain={"woods": ["0202"]}, levels={}, sides={}, places=[])
    >>> board = HexMap(plain)
    >>> clear_line(board, board.number("0201"), board.number("0203"), lambda h: False)
    False
    >>> clear_line(board, board.number("0101"), board.number("0103"), lambda h: False)
    True
    >>> clear_line(board, board.number("0101"), board.number("0103"), lambda h: board.label(h) == "0102")
    False
    """
    plan = _plan(board, a, b)
    if plan is None:
        return False
    if any(blocked(h) for h in plan.between):
        return False
    return not any(blocked(left) and blocked(right) for left, right in plan.pairs)


def extended_line(board: HexMap, a: int, b: int, visibility: int) -> bool:
    """Whether a commander in hex ``a`` sees hex ``b`` (NLC 20.14); units don't matter.

    Terrain and crests block as for guns. Besides, a hex between them blocks if it lies higher than both, or
    as high as one and higher than the other. ``visibility`` is how many hexes one can see: 8, in rain 4,
    at night 1.

    >>> from napwidgets.board.hexmap import MapFile
    >>> hill = MapFile(format=1, id="t", name="t", cols=1, rows=9, hex_m=480, origin=(0.0, 0.0),
    ...     contour_m=10, terrain={}, levels={"1": ["0103", "0104"]}, sides={}, places=[])
    >>> board = HexMap(hill)
    >>> [extended_line(board, 0, h, 8) for h in range(6)]
    [True, True, True, False, False, False]
    >>> extended_line(board, 2, 3, 1), extended_line(board, 4, 8, 1)
    (True, False)
    """
    if board.distances[a][b] > visibility:
        return False
    key = _key(board, a, b)
    known = board.overlooked.get(key)
    if known is None:
        known = board.overlooked[key] = _overlooks(_Line(board, a, b))
    return known


def _key(board: HexMap, a: int, b: int) -> int:
    return a * board.size + b if a < b else b * board.size + a


def _plan(board: HexMap, a: int, b: int) -> _Plan | None:
    """The plan of a line, None if terrain alone blocks it; worked out once a pair and board."""
    plans = _plans.setdefault(board, {})
    key = _key(board, a, b)
    if key not in plans:
        plans[key] = _make_plan(_Line(board, a, b))
    return plans[key]


def _make_plan(line: _Line) -> _Plan | None:
    terrain = line.board.terrain
    if not OPAQUE.isdisjoint([terrain[h] for h in line.between]) or line.meets_crest():
        return None
    between, pairs = list(line.between), []
    for run in line.runs:
        left, right = line.hand(run, 0), line.hand(run, 1)
        shut = [line.shut(run, 0), line.shut(run, 1)]
        if all(shut):
            return None
        if any(shut):
            between += [h for h in (right if shut[0] else left,) if h >= 0]
        elif left >= 0 and right >= 0:
            pairs.append((left, right))
    return _Plan(tuple(between), tuple(pairs))


def _overlooks(line: _Line) -> bool:
    level = line.board.level
    low, high = sorted((level[line.a], level[line.b]))

    def hides(h: int) -> bool:
        return h >= 0 and level[h] >= high and level[h] > low

    def shut(run: Run, hand: int) -> bool:
        return line.shut(run, hand) or hides(line.hand(run, hand))

    # What is asked most quickly comes first.
    if any(map(hides, line.between)) or _make_plan(line) is None:
        return False
    return not any(shut(run, 0) and shut(run, 1) for run in line.runs)


class _Line:
    """A line laid on a board: the trace from ``a`` to ``b`` with hex numbers in place of steps."""

    def __init__(self, board: HexMap, a: int, b: int) -> None:
        self.board = board
        self.a, self.b = a, b = min(a, b), max(a, b)
        self.wall = CREST if a in board.brows or b in board.brows else CREST | SLOPE
        (self.q, self.r), (q, r) = self._axial(a), self._axial(b)
        self.trace = trace(q - self.q, r - self.r)
        self.runs = self.trace.runs
        self.between = tuple([self._number(cell) for cell in self.trace.cells[1:-1]])

    def _axial(self, h: int) -> Axial:
        return axial(*divmod(h, self.board.rows))

    def _number(self, cell: Axial) -> int:
        """The hex number of a step, -1 off the map."""
        board, (col, row) = self.board, offset(cell[0] + self.q, cell[1] + self.r)
        return col * board.rows + row if 0 <= col < board.cols and 0 <= row < board.rows else -1

    def _crest(self, side: tuple[Axial, int]) -> bool:
        """Whether a hexside is a crest, or a slope that hides what is behind it."""
        cell, d = side
        if (h := self._number(cell)) >= 0:
            return bool(self.board.sides[h][d] & self.wall)
        h = self._number((cell[0] + STEPS[d][0], cell[1] + STEPS[d][1]))
        return h >= 0 and bool(self.board.sides[h][(d + 3) % 6] & self.wall)

    def meets_crest(self) -> bool:
        """Whether the line crosses a crest or passes through the end of one."""
        return any(self._crest(side) for side in self.trace.sides) or any(
            self._crest(side) for three in self.trace.vertices for side in three
        )

    def hand(self, run: Run, hand: int) -> int:
        """The hex on the left (0) or right (1) of a run, -1 off the map."""
        return self._number((run.left, run.right)[hand])

    def shut(self, run: Run, hand: int) -> bool:
        """Whether terrain or a crest blocks one hand of a run."""
        h = self.hand(run, hand)
        if h >= 0 and self.board.terrain[h] in OPAQUE:
            return True
        return any(self._crest(side) for side in (run.left_sides, run.right_sides)[hand])
