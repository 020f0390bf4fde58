"""Lines for the eye: outlines of hex areas, chains of hexsides, smooth curves, short SVG paths.

One hex is 100 units from flat to flat, and the centre of hex 0101 lies at (0, 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from napwidgets.board.geometry import centre, side_ends
from napwidgets.board.hexmap import HexMap

Point = tuple[float, float]
Lattice = tuple[int, int]

#: Lattice steps (see `napwidgets.board.geometry`) in drawing units; a hex's width and height.
X_STEP, Y_STEP = 100 / 12**0.5, 50.0
WIDTH, HEIGHT = 4 * X_STEP, 100.0


def place(point: Lattice) -> Point:
    """A lattice point in drawing units.

    >>> place((0, 2))
    (0.0, 100.0)
    """
    return point[0] * X_STEP, point[1] * Y_STEP


def middle(board: HexMap, h: int) -> Point:
    """The centre of a hex."""
    return place(centre(*divmod(h, board.rows)))


def ends(board: HexMap, h: int, d: int) -> tuple[Lattice, Lattice]:
    """The corners of hexside ``d`` of hex ``h`` on the lattice, clockwise."""
    return side_ends(*divmod(h, board.rows), d)


def area(board: HexMap, hexes: Iterable[int]) -> list[list[Point]]:
    """The closed outlines of a set of hexes, clockwise around what is inside."""
    inside = set(hexes)
    following: dict[Lattice, Lattice] = {}
    for h in sorted(inside):
        for d in range(6):
            if board.neighbours[h][d] not in inside:
                a, b = ends(board, h, d)
                following[a] = b
    loops = []
    while following:
        start, here = next(iter(following.items()))
        del following[start]
        loop = [start]
        while here != start:
            loop.append(here)
            here = following.pop(here)
        loops.append([place(p) for p in loop])
    return loops


def chains(links: Iterable[tuple[Lattice, Lattice]]) -> list[list[Lattice]]:
    """Links joined into lines as long as can be; lines end where three links meet.

    >>> chains([((0, 0), (1, 0)), ((2, 0), (1, 0))])
    [[(0, 0), (1, 0), (2, 0)]]
    """
    touch: dict[Lattice, list[Lattice]] = {}
    for a, b in links:
        touch.setdefault(a, []).append(b)
        touch.setdefault(b, []).append(a)
    lines = []
    tips = [p for p in touch if len(touch[p]) != 2]
    for start in [*tips, *touch]:
        while touch[start]:
            lines.append(_walk(touch, start, set(tips)))
    return lines


def _walk(touch: dict[Lattice, list[Lattice]], start: Lattice, stops: set[Lattice]) -> list[Lattice]:
    line, here = [start], start
    while touch[here] and (here not in stops or len(line) == 1):
        there = touch[here].pop(0)
        touch[there].remove(here)
        line.append(there)
        here = there
    return line


def smooth(points: Sequence[Point], closed: bool = False, times: int = 2) -> list[Point]:
    """Cut the corners of a line, over and over (Chaikin); the ends of an open one stay."""
    line = list(points)
    for _ in range(times):
        if len(line) < 3:
            return line
        pairs = [*pairwise(line), (line[-1], line[0])] if closed else list(pairwise(line))
        cut = [p for (a, b) in pairs for p in (_between(a, b, 0.25), _between(a, b, 0.75))]
        line = cut if closed else [line[0], *cut[1:-1], line[-1]]
    return line


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def evenly(points: Sequence[Point], step: float) -> list[Point]:
    """Points along a line at equal distances, near ``step``, with both ends."""
    long = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    if long == 0:
        return list(points)
    count = max(1, round(long / step))
    found, at, due = [points[0]], 0.0, long / count
    for a, b in pairwise(points):
        piece = hypot(b[0] - a[0], b[1] - a[1])
        while piece and due <= at + piece + 1e-9 and len(found) < count:
            found.append(_between(a, b, (due - at) / piece))
            due += long / count
        at += piece
    found.append(points[-1])
    return found


def path(lines: Iterable[Sequence[Point]], closed: bool = False) -> str:
    """SVG path data in whole units, relative, as short as can be.

    >>> path([[(0.2, 0), (10, 5), (12, 5)]])
    'M0 0l10 5 2 0'
    """
    out = []
    for line in lines:
        x, y = round(line[0][0]), round(line[0][1])
        out.append(f"M{x} {y}l")
        steps = []
        for px, py in line[1:]:
            nx, ny = round(px), round(py)
            if (nx, ny) != (x, y):
                steps.append(f"{nx - x} {ny - y}".replace(" -", "-"))
                x, y = nx, ny
        out.append(" ".join(steps).replace(" -", "-"))
        if closed:
            out.append("z")
    return "".join(out)


def scallops(loop: Sequence[Point], step: float = 17) -> str:
    """A closed outline made of little arcs that bulge outwards: the edge of a wood on an old map."""
    points = evenly([*loop, loop[0]], step)
    x, y = round(points[0][0]), round(points[0][1])
    out = [f"M{x} {y}"]
    for px, py in points[1:]:
        nx, ny = round(px), round(py)
        out.append(f"a9 9 0 0 1 {nx - x} {ny - y}".replace(" -", "-"))
        x, y = nx, ny
    return "".join(out) + "z"
