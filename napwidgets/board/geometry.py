"""Exact geometry of flat-topped hexes: centres, corners, hexsides and the line between two hexes.

Everything is computed with whole numbers. The *lattice* puts the centre of column ``c``, row ``r`` (both
from 0) at ``(3c, 2r)``, or ``(3c, 2r + 1)`` in the columns that lie half a hex lower; then all corners are
whole numbers too. The lattice is the real plane stretched along its axes, which leaves lines straight, so
what a line meets in the lattice it meets on the map. `to_plane` goes from the lattice to hex units.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import prod
from typing import NamedTuple

Point = tuple[int, int]
Axial = tuple[int, int]

#: Corners around a centre, clockwise from north-west: side ``d`` runs from corner ``d`` to corner ``d + 1``.
CORNERS: tuple[Point, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
#: Steps to the six neighbours in axial coordinates, clockwise from north.
STEPS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
#: One lattice step east and one south, in hex units (a hex is 1 high from flat to flat).
X_UNIT, Y_UNIT = 3**0.5 / 6, 0.5


def centre(col: int, row: int) -> Point:
    """The centre of a hex on the lattice; column and row count from 0.

    >>> centre(0, 0), centre(1, 0), centre(2, 3)
    ((0, 0), (3, 1), (6, 6))
    """
    return 3 * col, 2 * row + (col & 1)


def corners(col: int, row: int) -> tuple[Point, ...]:
    """The six corners of a hex on the lattice, clockwise from north-west.

    >>> corners(0, 0)[2]
    (2, 0)
    """
    x, y = centre(col, row)
    return tuple((x + dx, y + dy) for dx, dy in CORNERS)


def side_ends(col: int, row: int, d: int) -> tuple[Point, Point]:
    """The two corners that bound hexside ``d`` (0 is north, clockwise).

    >>> side_ends(0, 0, 0)
    ((-1, -1), (1, -1))
    """
    found = corners(col, row)
    return found[d], found[(d + 1) % 6]


def midpoint(col: int, row: int, d: int) -> tuple[Fraction, Fraction]:
    """The middle of hexside ``d`` on the lattice.

    >>> midpoint(0, 0, 1)
    (Fraction(3, 2), Fraction(-1, 2))
    """
    (x0, y0), (x1, y1) = side_ends(col, row, d)
    return Fraction(x0 + x1, 2), Fraction(y0 + y1, 2)


def to_plane(x: float | Fraction, y: float | Fraction) -> tuple[float, float]:
    """A lattice point in hex units, as the drawn map has them (x east, y south, from the centre of 0101).

    >>> to_plane(0, 2)
    (0.0, 1.0)
    """
    return float(x) * X_UNIT, float(y) * Y_UNIT


def axial(col: int, row: int) -> Axial:
    """Axial coordinates of a hex, in which the same step always leads to the same neighbour.

    >>> axial(3, 2)
    (3, 1)
    """
    return col, row - (col - (col & 1)) // 2


def offset(q: int, r: int) -> tuple[int, int]:
    """Column and row of an axial hex; the contrary of `axial`.

    >>> offset(*axial(3, 2))
    (3, 2)
    """
    return q, r + (q - (q & 1)) // 2


def hex_at(x: float, y: float) -> tuple[int, int]:
    """Column and row of the hex that holds a point given in hex units; it may be off any map.

    >>> hex_at(0.0, 1.1), hex_at(0.9, 0.4)
    ((0, 1), (1, 0))
    """
    guess = round(x / (3 * X_UNIT))
    found = [(c, round(y - (c & 1) / 2)) for c in (guess - 1, guess, guess + 1)]
    return min(found, key=lambda h: (_square(x, y, h), h))


def _square(x: float, y: float, where: tuple[int, int]) -> float:
    cx, cy = to_plane(*centre(*where))
    return (x - cx) ** 2 + (y - cy) ** 2


class Run(NamedTuple):
    """A hexside that a line runs along from end to end.

    ``left`` and ``right`` are the hexes on either hand, ``along`` the hexside between them, ``left_sides``
    and ``right_sides`` the hexsides that touch the ends of the run on that hand.
    """

    left: Axial
    right: Axial
    along: tuple[Axial, int]
    left_sides: tuple[tuple[Axial, int], ...]
    right_sides: tuple[tuple[Axial, int], ...]


class Trace(NamedTuple):
    """What the line from a hex centre to another meets, as steps from the first hex.

    ``cells`` are the hexes whose inside it crosses, in order and with both ends; ``sides`` the hexsides
    crossed between their corners; ``vertices`` the corners it passes through, each as the three hexsides
    that meet there; ``runs`` the hexsides it runs along. A hexside is a hex and a direction.
    """

    cells: tuple[Axial, ...]
    sides: tuple[tuple[Axial, int], ...]
    vertices: tuple[tuple[tuple[Axial, int], ...], ...]
    runs: tuple[Run, ...]


@cache
def trace(dq: int, dr: int) -> Trace:
    """Follow the line from a hex to the one ``(dq, dr)`` away.

    >>> trace(2, -1).cells, len(trace(2, -1).runs)
    (((0, 0), (2, -1)), 1)
    >>> trace(1, 1).sides
    ()
    >>> trace(0, 2).cells
    ((0, 0), (0, 1), (0, 2))
    >>> trace(0, 2).sides
    (((0, 0), 3), ((0, 1), 3))
    """
    way = (3 * dq, 2 * dr + dq)
    unit = _unit(way)
    inside = sorted(_crossed(way, dq, dr))
    cells = tuple(cell for _, _, cell in inside)
    sides: list[tuple[Axial, int]] = []
    vertices: list[tuple[tuple[Axial, int], ...]] = []
    runs: list[Run] = []
    for (_, leave, here), (enter, _, there) in pairwise(inside):
        if leave < enter:
            runs.append(_run(here, there, way))
        elif (corner := _corner(here, leave, unit, way)) is None:
            sides.append((here, _direction(here, there)))
        else:
            vertices.append(_three(here, there, corner))
    return Trace(cells, tuple(sides), tuple(vertices), tuple(runs))


def _crossed(way: Point, dq: int, dr: int) -> Iterator[tuple[int, int, Axial]]:
    """The hexes whose inside the line crosses, with the part of the line (from 0 to its `_unit`) that lies in each."""
    slopes, unit = _slopes(way), _unit(way)
    for q in range(min(0, dq) - 1, max(0, dq) + 2):
        for r in _rows(way, dr, q):
            part = _part(slopes, unit, (q, r))
            if part is not None:
                yield *part, (q, r)


def _rows(way: Point, dr: int, q: int) -> range:
    """The hexes of a column that may come near the line: those between its height where it enters the column and where
    it leaves, and one more on either hand.
    """
    first, last = min(0, dr) - 1, max(0, dr) + 1
    if way[0] == 0:
        return range(first, last + 1)
    heights = [(3 * q + side) * way[1] // way[0] for side in (-2, 2)]
    return range(max(first, (min(heights) - q) // 2 - 1), min(last, (max(heights) - q) // 2 + 2) + 1)


def _slopes(way: Point) -> tuple[int, int, int]:
    """How fast a line goes through each of the three pairs of parallel lines that a hex has between them."""
    return way[1], way[0] - way[1], way[0] + way[1]


def _unit(way: Point) -> int:
    """Into how many parts a line is divided, so that it enters and leaves every hex at a whole one."""
    return prod(abs(slope) for slope in _slopes(way) if slope)


def _part(slopes: tuple[int, int, int], whole: int, cell: Axial) -> tuple[int, int] | None:
    """Where the line is inside a hex, in parts of its `_unit`, of which it has so many on the ``whole``."""
    x, y = 3 * cell[0], 2 * cell[1] + cell[0]
    start, end = 0, whole
    for slope, middle, half in zip(slopes, (y, x - y, x + y), (1, 2, 2), strict=True):
        if slope == 0:
            if abs(middle) >= half:
                return None  # outside, or running along the very edge
            continue
        step = whole // slope
        one, two = (middle - half) * step, (middle + half) * step
        start, end = max(start, min(one, two)), min(end, max(one, two))
    return (start, end) if start < end else None


def _direction(here: Axial, there: Axial) -> int:
    return STEPS.index((there[0] - here[0], there[1] - here[1]))


def _add(cell: Axial, d: int) -> Axial:
    return cell[0] + STEPS[d % 6][0], cell[1] + STEPS[d % 6][1]


def _corner(cell: Axial, leave: int, unit: int, way: Point) -> int | None:
    """The corner of ``cell`` at which the line leaves it after so many parts of its `_unit`, or None."""
    x, y = leave * way[0] - 3 * cell[0] * unit, leave * way[1] - (2 * cell[1] + cell[0]) * unit
    return next((i for i, (cx, cy) in enumerate(CORNERS) if x == cx * unit and y == cy * unit), None)


def _three(here: Axial, there: Axial, corner: int) -> tuple[tuple[Axial, int], ...]:
    """The three hexsides that meet at a corner: corner ``i`` lies between sides ``i - 1`` and ``i``."""
    first, second = _add(here, corner - 1), _add(here, corner)
    return (here, (corner - 1) % 6), (here, corner), (first, _direction(first, second))


def _run(here: Axial, there: Axial, way: Point) -> Run:
    """The hexside between two hexes that don't touch but face each other across it."""
    around = [_add(here, d) for d in range(6)]
    shared = [cell for cell in around if (there[0] - cell[0], there[1] - cell[1]) in STEPS]
    # Screen coordinates (y south): a positive cross product lies to the right of the way.
    shared.sort(key=lambda cell: _turn(way, here, cell))
    left, right = shared
    touching = [tuple((end, _direction(end, cell)) for end in (here, there)) for cell in (left, right)]
    return Run(left, right, (left, _direction(left, right)), touching[0], touching[1])


def _turn(way: Point, here: Axial, cell: Axial) -> int:
    dq, dr = cell[0] - here[0], cell[1] - here[1]
    return way[0] * (2 * dr + dq) - way[1] * (3 * dq)
