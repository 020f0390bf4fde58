"""Crests and slopes as hachures, which fall to the lower side, and the strokes that a board is drawn with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from random import Random

from napwidgets.board.hexmap import CREST, SLOPE, HexMap
from napwidgets.widgets.outline import Lattice, Point, chains, ends, evenly, path, place, smooth


def stroke(colour: str, wide: float, dash: str = "", opacity: float = 1.0) -> str:
    """The style of a line with round ends."""
    more = (f' stroke-opacity="{opacity}"' if opacity < 1 else "") + (
        f' stroke-dasharray="{dash}"' if dash else ""
    )
    return (
        f'fill="none" stroke="{colour}" stroke-width="{wide:g}" stroke-linecap="round" '
        f'stroke-linejoin="round"{more}'
    )


def marked(board: HexMap, bit: int) -> list[tuple[Lattice, Lattice]]:
    """The hexsides that carry ``bit``, each once, as pairs of corners."""
    found: dict[frozenset[Lattice], tuple[Lattice, Lattice]] = {}
    for h in range(board.size):
        for d in range(6):
            if board.sides[h][d] & bit:
                a, b = ends(board, h, d)
                found.setdefault(frozenset((a, b)), (a, b))
    return list(found.values())


def crests(board: HexMap) -> Iterator[str]:
    """Crest lines with hachures down the lower side, on the very hexsides that block sight."""
    ticks: list[str] = []
    lines = []
    for line in chains(marked(board, CREST)):
        curve = smooth([place(p) for p in line], times=1)
        lines.append(curve)
        ticks += _hachures(board, line, curve)
    if lines:
        yield (
            f'<path d="{"".join(ticks)}" stroke="#7b5a2c" stroke-width="1.5" stroke-linecap="round" '
            f'fill="none"/>'
        )
        yield (
            f'<path d="{path(lines)}" fill="none" stroke="#7b5a2c" stroke-width="2.4" '
            f'stroke-linecap="round"/>'
        )


def slopes(board: HexMap) -> Iterator[str]:
    """Slopes as thick hachures that thin out downhill, as on a staff map, on a soft shade."""
    roots: list[str] = []
    tips: list[str] = []
    feet = []
    for line, down in falls(board, chains(marked(board, SLOPE))):
        shake = Random(len(line) * 6271 + line[0][0])
        foot = []
        for (x, y), (u, v) in pairwise(evenly(smooth([place(p) for p in line], times=1), 6.5)):
            long = hypot(u - x, v - y) or 1.0
            fx, fy = -(v - y) * down / long, (u - x) * down / long
            reach = shake.uniform(17, 25)
            roots.append(f"M{x:.0f} {y:.0f}l{fx * 9:.0f} {fy * 9:.0f}")
            tips.append(f"M{x:.0f} {y:.0f}l{fx * reach:.0f} {fy * reach:.0f}")
            foot.append((x + fx * 11, y + fy * 11))
        feet.append(foot)
    if feet:
        yield f'<path d="{path(feet)}" {stroke("#8a6a3c", 24, opacity=0.14)}/>'
        yield f'<path d="{"".join(tips)}" {stroke("#7b5a2c", 1.3)}/>'
        yield f'<path d="{"".join(roots)}" {stroke("#7b5a2c", 2.8)}/>'


def falls(board: HexMap, lines: Iterable[list[Lattice]]) -> Iterator[tuple[list[Lattice], int]]:
    """Lines cut where the lower side changes, each with that side: 1 if it is on the right, -1 if on the left."""
    level = board.level
    owner = {
        ends(board, h, d): level[h] - level[n]
        for h in range(board.size)
        for d, n in enumerate(board.neighbours[h])
        if n >= 0
    }
    for line in lines:
        run, side = [line[0]], 0
        for a, b in pairwise(line):
            # Walking a hexside clockwise keeps its own hex on the right.
            down = 1 if owner.get((a, b), 0) < 0 else -1
            if side and down != side:
                yield run, side
                run = [a]
            side = down
            run.append(b)
        yield run, side


def _hachures(board: HexMap, line: Sequence[Lattice], curve: Sequence[Point]) -> list[str]:
    shake = Random(len(line) * 7919 + line[0][0])
    down = _lower_side(board, line)
    ticks = []
    for (x, y), (u, v) in pairwise(evenly(curve, 6.5)):
        long = hypot(u - x, v - y) or 1.0
        reach = shake.uniform(13, 21) * down / long
        ticks.append(f"M{x:.0f} {y:.0f}l{-(v - y) * reach + shake.uniform(-1, 1):.0f} {(u - x) * reach:.0f}")
    return ticks


def _lower_side(board: HexMap, line: Sequence[Lattice]) -> int:
    """1 if the ground falls to the right of the line (walking along it), -1 if to the left."""
    fall = 0.0
    owner = {frozenset(ends(board, h, d)): (h, d) for h in range(board.size) for d in range(3)}
    for a, b in pairwise(line):
        h, d = owner.get(frozenset((a, b)), (-1, 0))
        other = board.neighbours[h][d] if h >= 0 else -1
        if other < 0:
            continue
        # Walking a hexside clockwise keeps its own hex on the right.
        inner, outer = (h, other) if ends(board, h, d) == (a, b) else (other, h)
        fall += _height(board, outer) - _height(board, inner)
    return 1 if fall >= 0 else -1


def _height(board: HexMap, h: int) -> float:
    around = [board.level[n] for n in board.neighbours[h] if n >= 0]
    return board.level[h] + 0.2 * sum(around) / max(1, len(around))
