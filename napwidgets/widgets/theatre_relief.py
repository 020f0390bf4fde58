"""The ground of a theatre: hills and mountains in hachures, woods in trees, marshes in rushes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from random import Random

from napwidgets.board.geometry import hex_at
from napwidgets.board.hexmap import HexMap
from napwidgets.widgets.outline import HEIGHT, Point, area, evenly, middle, path, scallops, smooth
from napwidgets.widgets.textures import dots, scatter, wrapped

#: What rises above the plain, and what rises above that.
HILLS, MOUNTAINS = ("hills", "hillwoods", "mountain"), ("mountain",)
HACHURE = "#7c5c33"
#: How many kinds of knolls there are, and of ridges.
KNOLLS, RIDGES = 5, 4
#: The size of a tile of trees.
TILE = (210.0, 170.0)


def definitions() -> str:
    """Knolls and ridges, trees and rushes, each drawn once."""
    knolls = "".join(_knoll(n) for n in range(KNOLLS)) + "".join(_ridge(n) for n in range(RIDGES))
    return (
        f'{knolls}<pattern id="nw-wood" width="{TILE[0]:g}" height="{TILE[1]:g}" patternUnits="userSpaceOnUse">'
        f"{_trees()}</pattern>"
        '<pattern id="nw-rush" width="76" height="44" patternUnits="userSpaceOnUse">'
        '<path d="M6 12h26M44 12h12M20 34h24M56 34h14M2 34h8" stroke="#6f9aa3" stroke-width="1.5"/>'
        '<path d="M16 12v-8m-5 8l-3-6m13 6l3-6M54 34v-8m-5 8l-3-6m13 6l3-6" stroke="#5d8a6c" stroke-width="1.4"/>'
        "</pattern>"
    )


def ground(board: HexMap) -> Iterator[str]:
    """Everything that lies under rivers and roads."""
    yield from _heights(board)
    yield from _woods(board)
    yield from _marshes(board)


def _of(board: HexMap, kinds: Sequence[str]) -> list[int]:
    return [h for h, kind in enumerate(board.terrain) if kind in kinds]


def _soft(board: HexMap, hexes: Iterable[int], times: int = 2) -> list[list[Point]]:
    """The outlines of some hexes without their corners."""
    return [smooth(loop, closed=True, times=times) for loop in area(board, hexes)]


# Heights ---------------------------------------------------------------------------------------------


def _heights(board: HexMap) -> Iterator[str]:
    """Two steps of heights, each a wash with hachures down its foot; knolls on hills, ridges on mountains."""
    for kinds, wash, deep in ((HILLS, "#d9b47c", 0.34), (MOUNTAINS, "#a97b48", 0.45)):
        loops = _soft(board, _of(board, kinds))
        if loops:
            d = path(loops, closed=True)
            yield f'<path d="{d}" fill="{wash}" fill-opacity="{deep}" fill-rule="evenodd"/>'
            yield f'<path d="{_feet(board, loops, 21 if kinds is MOUNTAINS else 14)}" {_line(1.5, 0.75)}/>'
    marks = sorted(mark for kind in HILLS for h in _of(board, (kind,)) for mark in _marks(board, h, kind))
    if marks:
        yield f'<g {_line(1.5, 0.8)}>{"".join(mark for _, mark in marks)}</g>'


def _line(wide: float, opacity: float) -> str:
    return (
        f'fill="none" stroke="{HACHURE}" stroke-width="{wide:g}" stroke-opacity="{opacity:g}" stroke-linecap="round"'
    )


def _feet(board: HexMap, loops: Iterable[Sequence[Point]], reach: float) -> str:
    """Hachures that fall outwards from the edge of a height; longer to the south-east, where no light comes. Where a
    height goes on beyond the board it has no foot.
    """
    out = []
    for loop in loops:
        shake = Random(len(loop) * 7919 + round(loop[0][0]))
        for (x, y), (u, v) in pairwise(evenly([*loop, loop[0]], 7.5)):
            long = hypot(u - x, v - y) or 1.0
            fx, fy = (v - y) / long, -(u - x) / long
            column, row = hex_at((x + 40 * fx) / HEIGHT, (y + 40 * fy) / HEIGHT)
            if not (0 <= column < board.cols and 0 <= row < board.rows):
                continue
            far = reach * (1 + 0.35 * (fx + fy) / 2**0.5) * shake.uniform(0.75, 1.1)
            out.append(f"M{x:.0f} {y:.0f}l{fx * far:.0f} {fy * far:.0f}".replace(" -", "-"))
    return "".join(out)


def _marks(board: HexMap, h: int, kind: str) -> Iterator[tuple[float, str]]:
    """The knolls or ridges of a hex, each with how far south it stands; what has a name keeps its middle free."""
    shake = Random(h * 31 + 7)
    x, y = middle(board, h)
    many = {"hills": 1, "hillwoods": 1, "mountain": 2}[kind]
    turn = shake.uniform(0, 2 * pi)
    for n in range(many):
        far = 34.0 if h in board.places else 20.0 if many > 1 else shake.uniform(0, 14)
        a, b = x + far * cos(turn + pi * n), y + far * 0.8 * sin(turn + pi * n)
        name = f"nw-r{shake.randrange(RIDGES)}" if kind == "mountain" else f"nw-k{shake.randrange(KNOLLS)}"
        yield b, f'<use href="#{name}" x="{a:.0f}" y="{b:.0f}"/>'


def _knoll(n: int) -> str:
    """A round hill seen from above: hachures all around, close together in the shade."""
    shake = Random(n + 40)
    wide, tilt = shake.uniform(7, 13), shake.uniform(-4, 4)
    return f'<path id="nw-k{n}" d="{_around([(-wide, tilt), (wide, -tilt)], shake.uniform(4, 6), 10.0, shake)}"/>'


def _ridge(n: int) -> str:
    """A chain of heights: a bent line with hachures down both its sides."""
    shake = Random(n + 80)
    bends = [(-25, shake.uniform(-7, 7)), (-8, shake.uniform(-9, 9)), (8, shake.uniform(-9, 9)), (25, 0)]
    spine = smooth(bends, times=2)
    crest = path([spine])
    return f'<path id="nw-r{n}" d="{crest}{_around(spine, 4.0, 14.0, shake)}"/>'


def _around(spine: Sequence[Point], room: float, reach: float, shake: Random) -> str:
    """Hachures away from a line, on both sides of it and around its ends."""
    out = []
    points = evenly(spine, 3.0)
    ring: list[tuple[Point, Point]] = []
    for (x, y), (u, v) in pairwise(points):
        long = hypot(u - x, v - y) or 1.0
        across = (v - y) / long, -(u - x) / long
        ring += [((x, y), across), ((x, y), (-across[0], -across[1]))]
    for end, start in ((points[-1], -pi / 2), (points[0], pi / 2)):
        ring += [(end, (cos(start + pi * k / 9), sin(start + pi * k / 9))) for k in range(10)]
    for (x, y), (fx, fy) in ring:
        light = (fx + fy) / 2**0.5
        if light < -0.4 and shake.random() < 0.4:
            continue
        far = reach * (1 + 0.3 * light) * shake.uniform(0.75, 1.1)
        out.append(f"M{x + fx * room:.1f} {y + fy * room:.1f}l{fx * far:.1f} {fy * far:.1f}".replace(" -", "-"))
    return "".join(out)


# Woods and marshes -------------------------------------------------------------------------------------


def _woods(board: HexMap) -> Iterator[str]:
    """Woods with a scalloped edge and a shadow; over hills one sees the ground through them."""
    for kind, face in (("woods", 0.85), ("hillwoods", 0.5)):
        hexes = _of(board, (kind,))
        if hexes:
            id = f"nw-{kind}-{board.id}"
            edge = "".join(scallops(smooth(loop, closed=True), 15) for loop in area(board, hexes))
            yield (
                f'<defs><path id="{id}" d="{edge}"/></defs><use href="#{id}" transform="translate(2 3)" '
                f'fill="#5d6b3c" fill-opacity=".25"/><use href="#{id}" fill="#bccb96" fill-opacity="{face}" '
                f'stroke="#67793f" stroke-width="1.5"/><use href="#{id}" fill="url(#nw-wood)"/>'
            )


def _trees() -> str:
    """A tile of trees, large and small, each with its shadow."""
    large = wrapped(scatter(*TILE, 25, 1813), *TILE, 8)
    between = wrapped(scatter(*TILE, 15, 14), *TILE, 8)
    small = [p for p in between if all(hypot(p[0] - x, p[1] - y) > 12 for x, y in large)]
    out = []
    for trees, wide in ((large, 11.0), (small, 7.5)):
        for aside, down, colour, thin in ((1.8, 2.6, "#6d7d45", 0.0), (0, 0, "#637a3d", 0.0), (0, 0, "#9db573", 2.0)):
            out.append(
                f'<path d="{dots(trees, aside, down)}" stroke="{colour}" stroke-width="{wide - thin:g}" '
                'stroke-linecap="round" fill="none"/>'
            )
    return "".join(out)


def _marshes(board: HexMap) -> Iterator[str]:
    for kind, colour, texture in (("marsh", "#bcd3c9", "url(#nw-rush)"), ("water", "#a8c7d3", "none")):
        hexes = _of(board, (kind,))
        if hexes:
            d = path(_soft(board, hexes), closed=True)
            yield f'<path d="{d}" fill="{colour}" fill-opacity=".7"/><path d="{d}" fill="{texture}"/>'
