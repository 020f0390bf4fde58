"""The land of a board, drawn as a map-maker of the time would: relief, woods, waters, roads, houses, names.

Everything is one path a kind, so that a board of a thousand hexes stays a small picture. A theatre is drawn by
`theatre_art`, on a scale of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from itertools import pairwise
from math import cos, hypot, radians, sin
from random import Random

from napwidgets.board.hexmap import BRIDGE, FORD, RIVER, ROAD, STREAM, TRAIL, HexMap
from napwidgets.widgets import theatre_art
from napwidgets.widgets.hachures import crests, marked, slopes, stroke
from napwidgets.widgets.outline import (
    HEIGHT,
    WIDTH,
    Lattice,
    Point,
    area,
    chains,
    ends,
    middle,
    path,
    place,
    scallops,
    smooth,
)
from napwidgets.widgets.textures import dots, scatter, wrapped

PAPER, PAPER_DARK, INK, LINE = "#f2ead3", "#e4d8b6", "#2b2a26", "#b9a97f"
#: Room around the hexes for the frame, in drawing units.
MARGIN = 46.0


def bounds(board: HexMap) -> tuple[float, float, float, float]:
    """Left, top, width and height of the sheet with its margin."""
    if board.data.kind == "theatre":
        return theatre_art.frame(board)
    wide = (board.cols - 1) * WIDTH * 0.75 + WIDTH
    high = board.rows * HEIGHT + (HEIGHT / 2 if board.cols > 1 else 0)
    return -WIDTH / 2 - MARGIN, -HEIGHT / 2 - MARGIN, wide + 2 * MARGIN, high + 2 * MARGIN


def land(board: HexMap) -> str:
    """The drawn land as SVG markup, without the hex grid."""
    if board.data.kind == "theatre":
        return theatre_art.land(board)
    return definitions() + ground(board)


def ground(board: HexMap) -> str:
    """The drawn land without the textures of `definitions`, which stand once on a page."""
    if board.data.kind == "theatre":
        return theatre_art.ground(board)
    parts = [_sheet(board), *_relief(board), *_areas(board)]
    parts += [*slopes(board), *_waters(board), *crests(board), *_roads(board), *_crossings(board), *_houses(board)]
    return "".join(parts)


def _layers(board: HexMap, name: str, d: str, *styles: str) -> str:
    """One shape drawn several times over, but written only once."""
    id = f"nw-{escape(board.id)}-{name}"
    uses = "".join(f'<use href="#{id}" {style}/>' for style in styles)
    return f'<defs><path id="{id}" d="{d}"/></defs>{uses}'


def grid(board: HexMap) -> str:
    """The hex lines and numbers as SVG markup."""
    if board.data.kind == "theatre":
        return theatre_art.grid(board)
    sides, numbers = [], []
    for h in range(board.size):
        for d in range(6):
            if d < 3 or board.neighbours[h][d] < 0:
                (x, y), (u, v) = (place(p) for p in ends(board, h, d))
                sides.append(f"M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}")
        x, y = middle(board, h)
        numbers.append(f'<text x="{x:.0f}" y="{y - 39:.0f}">{board.label(h)}</text>')
    return (
        f'<path d="{"".join(sides)}" fill="none" stroke="#8f7d52" stroke-opacity=".42" stroke-width="1.1"/>'
        f'<g font-family="Verdana,sans-serif" font-size="8.5" text-anchor="middle" fill="#85754d">'
        f"{''.join(numbers)}</g>"
    )


def names(board: HexMap) -> str:
    """The place names as SVG markup, in italic serif with a halo of paper."""
    if board.data.kind == "theatre":
        return theatre_art.over(board)
    sizes = {"town": 25, "village": 20, "chateau": 17, "farm": 16, "crossroads": 20, "wood": 20, "height": 18}
    by_size: dict[int, list[str]] = {}
    for h, spot in sorted(board.places.items()):
        x, y = middle(board, h)
        colour = {"stream": "#3c6d87", "bridge": "#3c6d87", "wood": "#45572f"}.get(spot.kind, INK)
        up = 8 if spot.kind in {"wood", "height", "stream"} else -34
        by_size.setdefault(sizes.get(spot.kind, 16), []).append(
            f'<text x="{x:.0f}" y="{y + up:.0f}" fill="{colour}">{escape(spot.name)}</text>'
        )
    groups = (
        f'<g font-size="{size}" style="--s:{size}px">{"".join(texts)}</g>' for size, texts in sorted(by_size.items())
    )
    return (
        "<g font-family=\"'Source Serif 4','Palatino Linotype',Palatino,'URW Palladio L',Georgia,serif\" "
        'font-style="italic" font-weight="600" text-anchor="middle" paint-order="stroke" stroke="#f5eeda" '
        f'stroke-width="4.5" stroke-linejoin="round">{"".join(groups)}</g>'
    )


def margin(board: HexMap) -> tuple[str, str]:
    """What stands around the land of a battle: where its facts come from, and its scale."""
    return board.data.attribution, f"1 km · one hex is {board.data.hex_m} m"


def _sheet(board: HexMap) -> str:
    x, y, w, h = bounds(board)
    whole = path(area(board, range(board.size)), closed=True)
    frame = "".join(
        f'<rect x="{x + k:.0f}" y="{y + k:.0f}" width="{w - 2 * k:.0f}" height="{h - 2 * k:.0f}" fill="none" '
        f'stroke="#6f5f3c" stroke-width="{s}"/>'
        for k, s in ((8, 4), (15, 1.3))
    )
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h:.0f}" fill="{PAPER_DARK}"/>'
        f'{frame}<path d="{whole}" fill="{PAPER}"/><path d="{whole}" fill="url(#nw-laid)"/>'
        f"{_scale(board, x + 22, y + h - 24)}{_north(x + w - 30, y + h - 29, board.data.north)}"
        f"{_source(board, x + 24, y + 30)}"
    )


def _scale(board: HexMap, x: float, y: float) -> str:
    """A scale bar of one kilometre, in the lower margin."""
    km = 1000 / board.data.hex_m * HEIGHT
    bars = "".join(
        f'<rect x="{x + i * km / 4:.0f}" y="{y:.0f}" width="{km / 4:.0f}" height="6" stroke="{INK}" '
        f'stroke-width=".8" fill="{INK if i % 2 else PAPER}"/>'
        for i in range(4)
    )
    return (
        f'<g font-family="Georgia,serif" font-size="13" fill="{INK}">{bars}<text x="{x + km + 10:.0f}" '
        f'y="{y + 8:.0f}">{escape(margin(board)[1])}</text></g>'
    )


def _source(board: HexMap, x: float, y: float) -> str:
    """Where the map's facts come from, in the upper margin."""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-family="Georgia,serif" font-size="9.5" fill="#7d6d45">'
        f"{escape(margin(board)[0])}</text>"
    )


def _north(x: float, y: float, turn: int) -> str:
    """An arrow to where north is, which lies ``turn`` degrees clockwise from the upper edge of the sheet."""
    turned = f' transform="rotate({turn} 0 -3)"' if turn else ""
    return (
        f'<g transform="translate({x:.0f} {y:.0f})" fill="{INK}"><path{turned} d="M0-13l5 20-5-4-5 4z"/>'
        f'<text y="-1" x="9" font-family="Georgia,serif" font-size="13">N</text></g>'
    )


# Relief


def _relief(board: HexMap) -> Iterator[str]:
    """Each level is a wash of warm colour, its slopes shaded by a light from the north-west, with a form line, so that
    heights read as on a tinted map.
    """
    for step in sorted(set(board.level) - {min(board.level)}):
        higher = [h for h in range(board.size) if board.level[h] >= step]
        # So faint a wash shows no corners; the lines along its edge do.
        shape = path((smooth(loop, closed=True, times=1) for loop in area(board, higher)), closed=True)
        yield f'<path d="{shape}" fill="#a8783a" fill-opacity=".1" fill-rule="evenodd"/>'
        for name, facing, shades in _SLOPES:
            falls = [
                ends(board, h, d)
                for h in higher
                for d in facing
                if (n := board.neighbours[h][d]) >= 0 and board.level[n] < step
            ]
            if falls:
                lines = (smooth([place(p) for p in line], line[0] == line[-1], 2) for line in chains(falls))
                yield f'<g fill="none">{_layers(board, f"{name}{step}", path(lines), *shades, _FORM)}</g>'


#: The line along the edge of a height.
_FORM = 'stroke="#a5834a" stroke-opacity=".55" stroke-width="1.3" stroke-dasharray="9 3"'


def _shade(colour: str, away: int) -> tuple[str, ...]:
    """Strokes one over the other, each narrower, on the side to which a slope falls: soft without a filter."""
    shift = ((wide, f"{away * wide * 0.36:.0f} {away * wide * 0.42:.0f}") for wide in (42, 26, 12))
    return tuple(f'transform="translate({by})" stroke="{colour}" stroke-width="{wide}"' for wide, by in shift)


#: Slopes by the directions in which they fall, with how the light from the north-west strikes them.
_SLOPES = (("l", (4, 5, 0), _shade("#fffbe938", -1)), ("d", (1, 2, 3), _shade("#5b431c18", 1)))


# Woods, marshes, water


def _areas(board: HexMap) -> Iterator[str]:
    marsh = [h for h, kind in enumerate(board.terrain) if kind == "marsh"]
    if marsh:
        d = _soft(board, marsh)
        yield _layers(board, "marsh", d, 'fill="#c9d6bf" fill-opacity=".55"', 'fill="url(#nw-marsh)"')
    woods = [h for h, kind in enumerate(board.terrain) if kind == "woods"]
    if woods:
        edge = "".join(scallops(smooth(_drawn_in(loop), closed=True)) for loop in area(board, woods))
        yield _layers(
            board,
            "woods",
            edge,
            'transform="translate(2.5 3.5)" fill="#5d6b3c" fill-opacity=".35"',
            'fill="#b6c28f" stroke="#5c6d3a" stroke-width="1.6"',
            'fill="url(#nw-trees)"',
        )
    water = [h for h, kind in enumerate(board.terrain) if kind == "water"]
    if water:
        yield f'<path d="{_soft(board, water)}" fill="#a8c7d3" stroke="#5e8ca3" stroke-width="2.4"/>'


def _soft(board: HexMap, hexes: Iterable[int]) -> str:
    return path((smooth(loop, closed=True) for loop in area(board, hexes)), closed=True)


def _drawn_in(loop: Sequence[Point]) -> list[Point]:
    """The outline shaken a little, the same way each time, for no wood has a ruled edge."""
    return [(x + 7 * sin(x * 0.37 + y * 0.11), y + 7 * cos(y * 0.29 - x * 0.17)) for x, y in loop]


def _waters(board: HexMap) -> Iterator[str]:
    """Streams and rivers on their hexsides, a little winding."""
    for bit, wide in ((STREAM, 7.0), (RIVER, 17.0)):
        lines = [smooth(_winding([place(p) for p in line]), times=2) for line in chains(marked(board, bit))]
        if lines:
            styles = [
                stroke("#f5eeda", wide + 4, opacity=0.55),
                stroke("#4c7d98", wide),
                stroke("#8fb8cc", wide - 2.6),
            ]
            current = [stroke("#5f93ad", 1.2, "26 12")] if bit == RIVER else []
            yield _layers(board, f"water{bit}", path(lines), *styles, *current)


def _winding(line: Sequence[Point]) -> list[Point]:
    out = [line[0]]
    for i, (a, b) in enumerate(pairwise(line)):
        sway = 6.5 if i % 2 else -6.5
        long = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        out.append(
            ((a[0] + b[0]) / 2 - (b[1] - a[1]) / long * sway, (a[1] + b[1]) / 2 + (b[0] - a[0]) / long * sway)
        )
        out.append(b)
    return out


# Roads, bridges, houses


def _courses(board: HexMap, kind: str, bit: int) -> list[list[Point]]:
    """The drawn courses of a kind of road: as the map file has them, else from hex to hex."""
    drawn = board.data.lines.get(kind, [])
    if drawn:
        return [
            smooth([(x * HEIGHT, y * HEIGHT) for x, y in line], times=1) for line in drawn if len(line) > 1
        ]
    links = []
    for h in range(board.size):
        for d in range(3):
            if board.sides[h][d] & bit and (n := board.neighbours[h][d]) >= 0:
                links.append((_lattice(board, h), _lattice(board, n)))
    return [smooth([place(p) for p in line], times=2) for line in chains(links)]


def _lattice(board: HexMap, h: int) -> Lattice:
    from napwidgets.board.geometry import centre

    return centre(*divmod(h, board.rows))


def _roads(board: HexMap) -> Iterator[str]:
    trails, roads = _courses(board, "trail", TRAIL), _courses(board, "road", ROAD)
    if trails:
        yield _layers(
            board, "trail", path(trails), stroke("#f5eeda", 5.5, opacity=0.6), stroke("#7a5b31", 2.4, "8 5")
        )
    if roads:
        case, bed, ruts = stroke("#5d4524", 9), stroke("#f0d9a0", 6), stroke("#b08a4e", 0.9, "3 7")
        yield _layers(board, "road", path(roads), case, bed, ruts)


def _crossings(board: HexMap) -> Iterator[str]:
    """Bridges as two parapets along the road, fords as a row of dots."""
    bars, dots = [], []
    for a, b in marked(board, BRIDGE):
        (x, y), (u, v) = place(a), place(b)
        ax, ay = (u - x) / 57.7, (v - y) / 57.7
        mx, my = (x + u) / 2, (y + v) / 2
        for k in (-8, 8):
            bars.append(
                f"M{mx + ax * k + ay * 12:.0f} {my + ay * k - ax * 12:.0f}l{-ay * 24:.0f} {ax * 24:.0f}"
            )
    for a, b in marked(board, FORD):
        (x, y), (u, v) = place(a), place(b)
        dots.append(f"M{(x + u) / 2 - 9:.0f} {(y + v) / 2:.0f}h.1m9 0h.1m9 0h.1")
    if bars:
        yield f'<path d="{"".join(bars)}" {stroke("#3f2f18", 3)}/>'
    if dots:
        yield f'<path d="{"".join(dots)}" {stroke("#3f2f18", 4)}/>'


def _houses(board: HexMap) -> Iterator[str]:
    towns, walls, yards = [], [], []
    for h, kind in enumerate(board.terrain):
        x, y = middle(board, h)
        spot = board.places.get(h)
        if kind == "town":
            towns += _blocks(x, y, 13 if spot and spot.kind == "town" else 10, 34, h)
        elif kind == "chateau":
            walls.append(f"M{x - 24:.0f} {y - 20:.0f}h48v42h-48z")
            yards.append(f"M{x - 15:.0f} {y - 11:.0f}h30v7h-22v16h-8z")
        elif spot and spot.kind in {"village", "farm", "crossroads"}:
            towns += _blocks(x, y, 4, 22, h)
    if walls:
        d = "".join(walls)
        yield (
            f'<path d="{d}" fill="#c8cfa2" stroke="#3f2f18" stroke-width="3.4"/><path d="{d}" '
            f'fill="url(#nw-garden)"/>'
        )
        yield f'<path d="{"".join(yards)}" fill="#a64b36" stroke="#3f2f18" stroke-width="1.2"/>'
    if towns:
        shade = 'transform="translate(1.6 2)" fill="#3f2f18" fill-opacity=".35"'
        yield _layers(
            board, "towns", "".join(towns), shade, 'fill="#b0583f" stroke="#4d2216" stroke-width="1.1"'
        )


def _blocks(x: float, y: float, count: int, reach: float, seed: int) -> list[str]:
    """A handful of houses around a point, none upon another, all near the lie of one street."""
    shake = Random(seed * 101 + 5)
    lie = shake.uniform(-25, 25)
    spots: list[Point] = []
    out = []
    for _ in range(count * 12):
        px, py = shake.uniform(-reach, reach), shake.uniform(-reach * 0.75, reach * 0.75)
        if abs(py) < 5 or any(hypot(px - u, py - v) < 13 for u, v in spots):
            continue
        spots.append((px, py))
        out.append(
            _house(
                x + px, y + py, shake.uniform(8, 14), shake.uniform(6, 8.5), lie + shake.choice((0, 0, 90))
            )
        )
        if len(spots) == count:
            break
    return out


def _house(x: float, y: float, wide: float, deep: float, turn: float) -> str:
    c, s = cos(radians(turn)), sin(radians(turn))
    around = [(-wide / 2, -deep / 2), (wide / 2, -deep / 2), (wide / 2, deep / 2), (-wide / 2, deep / 2)]
    points = [(x + u * c - v * s, y + u * s + v * c) for u, v in around]
    return path([points], closed=True)


# Textures


@cache
def definitions() -> str:
    """Textures: trees, marsh, gardens, laid paper."""
    trees = wrapped(scatter(230, 190, 13.5, 1815), 230, 190, 10)
    tufts = wrapped(scatter(120, 100, 24, 16), 120, 100, 12)
    tuft = "".join(f"M{x:.0f} {y:.0f}m-6 0h12m-9-1l-3-6m6 6v-8m3 8l3-6" for x, y in tufts)

    def crowns(ink: str, width: float, x: float = 0, y: float = 0, opacity: float = 1) -> str:
        light = f'stroke="{ink}" stroke-width="{width}" stroke-opacity="{opacity}"'
        return f'<use href="#nw-crowns" x="{x}" y="{y}" {light}/>'

    return (
        f'<defs><path id="nw-crowns" d="{dots(trees)}" stroke-linecap="round" fill="none"/>'
        '<pattern id="nw-trees" width="230" height="190" patternUnits="userSpaceOnUse">'
        f"{crowns('#4f5f31', 11, 2.4, 3, 0.55)}{crowns('#566a38', 11.6)}{crowns('#879f5f', 9.4)}"
        f"{crowns('#a6b97b', 4.6, -1.3, -1.5)}</pattern>"
        '<pattern id="nw-marsh" width="120" height="100" patternUnits="userSpaceOnUse">'
        f'<path d="{tuft}" stroke="#5f8796" stroke-width="1.1" fill="none"/></pattern>'
        '<pattern id="nw-garden" width="9" height="9" patternUnits="userSpaceOnUse">'
        '<path d="M4 4h0" stroke="#5c6d3a" stroke-width="4" stroke-linecap="round"/></pattern>'
        '<pattern id="nw-laid" width="7" height="120" patternUnits="userSpaceOnUse">'
        '<path d="M0 0H7M0 3.5H7" transform="scale(1 9)" stroke="#a58f5b" stroke-opacity=".07" '
        'stroke-width=".14"/>'
        "</pattern></defs>"
    )
