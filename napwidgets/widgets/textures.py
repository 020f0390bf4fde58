"""What textures of maps are made of: points scattered over a tile without a seam."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from random import Random

from napwidgets.widgets.outline import Point


def scatter(wide: float, high: float, apart: float, seed: int) -> list[Point]:
    """Points no nearer to each other than ``apart`` on a tile whose edges meet."""
    shake = Random(seed)
    across, down = max(1, int(wide / apart)), max(1, int(high / apart))
    cells: dict[tuple[int, int], list[Point]] = {}

    def near(i: int, j: int) -> Iterator[Point]:
        for k, m in {((i + u) % across, (j + v) % down) for u in (-1, 0, 1) for v in (-1, 0, 1)}:
            yield from cells.get((k, m), ())

    found: list[Point] = []
    for _ in range(4000):
        x, y = shake.uniform(0, wide), shake.uniform(0, high)
        cell = min(int(x / wide * across), across - 1), min(int(y / high * down), down - 1)
        gaps = ((abs(x - u), abs(y - v)) for u, v in near(*cell))
        if all(hypot(min(a, wide - a), min(b, high - b)) >= apart for a, b in gaps):
            found.append((x, y))
            cells.setdefault(cell, []).append((x, y))
    return sorted(found, key=lambda p: p[1])


def dots(points: Iterable[Point], dx: float = 0, dy: float = 0) -> str:
    """Path data of dots, to be stroked with round ends."""
    return "".join(f"M{x + dx:.1f} {y + dy:.1f}h0" for x, y in points)


def wrapped(points: Sequence[Point], wide: float, high: float, edge: float) -> list[Point]:
    """The points with those near an edge repeated beyond the other edge, so that the tile has no seam."""
    out = []
    for x, y in points:
        for dx in (-wide, 0.0, wide):
            for dy in (-high, 0.0, high):
                if -edge < x + dx < wide + edge and -edge < y + dy < high + edge:
                    out.append((x + dx, y + dy))
    return out
