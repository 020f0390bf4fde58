"""Hexes and the lines between them: exact, symmetric, and complete."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napwidgets.board.geometry import (
    STEPS,
    axial,
    centre,
    corners,
    hex_at,
    midpoint,
    offset,
    side_ends,
    to_plane,
    trace,
)
from napwidgets.board.hexmap import HexMap, MapFile

STEP = st.integers(-9, 9)


def plain(cols: int, rows: int) -> HexMap:
    """An empty map."""
    return HexMap(MapFile(1, "plain", "Plain", cols, rows, 480, (0.0, 0.0), 10, {}, {}, {}, []))


BOARD = plain(11, 9)
HEXES = st.integers(0, BOARD.size - 1)


@given(HEXES)
def test_neighbours_are_mutual_and_share_a_side(h: int) -> None:
    for d, n in enumerate(BOARD.neighbours[h]):
        if n >= 0:
            assert BOARD.neighbours[n][(d + 3) % 6] == h
            here, there = divmod(h, BOARD.rows), divmod(n, BOARD.rows)
            assert set(side_ends(*here, d)) == set(side_ends(*there, (d + 3) % 6))
            assert len(set(corners(*here)) & set(corners(*there))) == 2


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(a: int, b: int, c: int) -> None:
    assert (BOARD.distance(a, b) == 0) == (a == b)
    assert BOARD.distance(a, b) == BOARD.distance(b, a)
    assert BOARD.distance(a, c) <= BOARD.distance(a, b) + BOARD.distance(b, c)


@given(HEXES)
def test_distance_one_is_the_neighbours(h: int) -> None:
    near = {n for n in range(BOARD.size) if BOARD.distance(h, n) == 1}
    assert near == {n for n in BOARD.neighbours[h] if n >= 0}


@given(st.integers(-20, 20), st.integers(-20, 20))
def test_axial_and_offset_undo_each_other(col: int, row: int) -> None:
    assert offset(*axial(col, row)) == (col, row)
    q, r = axial(col, row)
    for d, (dq, dr) in enumerate(STEPS):
        near = offset(q + dq, r + dr)
        x = Fraction(centre(col, row)[0] + centre(*near)[0], 2)
        y = Fraction(centre(col, row)[1] + centre(*near)[1], 2)
        assert midpoint(col, row, d) == (x, y)


@given(st.integers(-20, 20), st.integers(-20, 20))
def test_a_point_near_a_centre_is_in_that_hex(col: int, row: int) -> None:
    x, y = to_plane(*centre(col, row))
    for corner in corners(col, row):
        cx, cy = to_plane(*corner)
        assert hex_at(x + 0.98 * (cx - x), y + 0.98 * (cy - y)) == (col, row)


@given(STEP, STEP)
def test_a_line_turned_round_meets_the_same(dq: int, dr: int) -> None:
    there, back = trace(dq, dr), trace(-dq, -dr)

    def shifted(cell: tuple[int, int]) -> tuple[int, int]:
        return cell[0] + dq, cell[1] + dr

    def side(pair: tuple[tuple[int, int], int]) -> frozenset[tuple[int, int]]:
        (q, r), d = pair
        return frozenset({(q, r), (q + STEPS[d][0], r + STEPS[d][1])})

    def moved(pair: tuple[tuple[int, int], int]) -> tuple[tuple[int, int], int]:
        return shifted(pair[0]), pair[1]

    assert there.cells == tuple(shifted(cell) for cell in reversed(back.cells))
    assert [side(s) for s in there.sides] == [side(moved(s)) for s in reversed(back.sides)]
    assert [{side(s) for s in v} for v in there.vertices] == [
        {side(moved(s)) for s in v} for v in reversed(back.vertices)
    ]
    assert [(run.left, run.right) for run in there.runs] == [
        (shifted(run.right), shifted(run.left)) for run in reversed(back.runs)
    ]


@given(STEP, STEP)
def test_a_line_leaves_no_gap(dq: int, dr: int) -> None:
    found = trace(dq, dr)
    assert found.cells[0] == (0, 0)
    assert found.cells[-1] == (dq, dr)
    assert len(set(found.cells)) == len(found.cells)
    # From each hex to the next the line goes over a side, through a corner or along a side.
    assert len(found.cells) - 1 == len(found.sides) + len(found.vertices) + len(found.runs)


@given(STEP, STEP)
def test_points_of_a_line_lie_in_its_hexes(dq: int, dr: int) -> None:
    found = trace(dq, dr)
    allowed = {*found.cells, *(cell for run in found.runs for cell in (run.left, run.right))}
    end = to_plane(3 * dq, 2 * dr + dq)
    for i in range(101):
        allowed_here = axial(*hex_at(end[0] * i / 100, end[1] * i / 100))
        touched = {cell for three in found.vertices for cell, _ in three}
        assert allowed_here in allowed | touched


def test_a_line_to_the_next_corner_runs_along_a_side() -> None:
    run = trace(2, -1).runs[0]
    assert (run.left, run.right) == ((1, -1), (1, 0))
    assert set(run.left_sides) == {((0, 0), 1), ((2, -1), 5)}
    assert set(run.right_sides) == {((0, 0), 2), ((2, -1), 4)}


def test_a_line_may_pass_through_a_corner_without_running_along_a_side() -> None:
    found = trace(5, -1)
    assert len(found.vertices) == 2
    assert not found.runs
    assert all(len(set(three)) == 3 for three in found.vertices)


@pytest.mark.parametrize("length", [1, 2, 5])
@pytest.mark.parametrize("d", range(6))
def test_a_line_straight_over_sides_passes_hex_after_hex(d: int, length: int) -> None:
    dq, dr = STEPS[d]
    assert trace(dq * length, dr * length).cells == tuple((dq * i, dr * i) for i in range(length + 1))
