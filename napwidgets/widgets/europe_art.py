"""The board of Europe as one still picture: a hand-coloured map of the time, light enough to lie under a whole table.

`europe_svg` gives an SVG document for an image overlay; `PLANE` and `europe_bounds` say where it lies on Leaflet's
``crs.Simple``. One hex is 100 units from flat to flat, and the centre of hex 0101 lies at (0, 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from math import hypot
from random import Random

from napwidgets.board.realm import EuropeBoard
from napwidgets.board.realm_layers import Layers, Line, inside, layers, outlines, to_latlng
from napwidgets.widgets.europe_names import furniture, names
from napwidgets.widgets.outline import Point, path, smooth

#: Drawing units in a hex.
PLANE = 100.0
#: Room around the hexes for the frame, in drawing units.
MARGIN = 70.0
SEA, SHOAL, PAPER, FAR, INK = "#d3e0db", "#8fb3b8", "#f5eedb", "#e6dfcc", "#2b2a26"
#: Washes of the states, as an engraver's wife would have laid them along the borders.
WASHES = {
    "France": "#4f86d6", "England": "#b3383f", "Austria": "#c7a13a", "Russia": "#4f7d57", "Prussia": "#6b6fa0",
    "Spain": "#d08a2e", "Holland": "#d2703a", "Portugal": "#7a4f8c", "North Italy": "#3d8a78", "Naples": "#8a9a3a",
    "Switzerland": "#c0504d", "Bavaria": "#4aa3c0", "Brunswick": "#6b6b6b", "Hanover": "#c4656a", "Hesse": "#8d6aa8",
    "Rhine Confederation": "#7fa05a", "Saxony": "#3f9a5f", "Wurtemburg": "#b58a5a", "Denmark": "#c23f5a",
    "Sweden": "#4a86b8", "Etruria": "#b5724a", "Papal States": "#c9b23c", "Sicily": "#a8a04a", "Sardinia": "#5f8f8a",
    "Mecklenburg": "#a87f4a", "Ionian Islands": "#8a7fb0",
}  # fmt: skip


def europe_bounds(board: EuropeBoard) -> tuple[tuple[float, float], tuple[float, float]]:
    """South-west and north-east corner of the picture on Leaflet's ``crs.Simple``."""
    x, y, w, h = _box(board)
    return to_latlng((x, y + h)), to_latlng((x + w, y))


def _box(board: EuropeBoard) -> tuple[float, float, float, float]:
    left, top, right, bottom = (v * PLANE for v in layers(board).bounds)
    return left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN


@lru_cache(maxsize=4)
def europe_svg(board: EuropeBoard) -> str:
    """The picture of a board as an SVG document."""
    x, y, w, h = _box(board)
    lines = layers(board)
    body = (
        *_frame(board, lines),
        '<g clip-path="url(#sheet)">',
        *_sea(lines),
        *_land(board, lines),
        *_relief(board),
        *_grid(board, lines),
        *_rivers(lines),
        *_borders(lines),
        names(board, lines),
        "</g>",
        furniture(board, lines, MARGIN),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.0f} {y:.0f} {w:.0f} {h:.0f}" width="{w:.0f}" '
        f'height="{h:.0f}"><title>{escape(board.data.name)}</title>{_definitions(board, lines)}{"".join(body)}</svg>'
    )


def _scaled(line: Iterable[Point]) -> list[Point]:
    return [(x * PLANE, y * PLANE) for x, y in line]


def _closed(lines: Iterable[Line], times: int = 0) -> str:
    """Path data of closed lines, their corners cut ``times`` over."""
    return path((smooth(_scaled(line), closed=True, times=times) for line in lines), closed=True)


def _open(lines: Iterable[Line], times: int = 2) -> str:
    return path(smooth(_scaled(line), times=times) for line in lines)


def _stroke(colour: str, wide: float, opacity: float = 1.0, dash: str = "") -> str:
    """The style of a line with round ends."""
    faint = f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'fill="none" stroke="{colour}" stroke-width="{wide:g}" stroke-linejoin="round" stroke-linecap="round"'
        f"{faint}{dashes}"
    )


def _definitions(board: EuropeBoard, lines: Layers) -> str:
    """Shapes that are drawn more than once: the coast, the sheet, hills, trees, tufts."""
    left, top, right, bottom = (v * PLANE for v in lines.bounds)
    sheet = f'<rect x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}"/>'
    return (
        f'<defs><path id="coast" d="{_closed(lines.coasts)}"/><clipPath id="sheet">{sheet}</clipPath>'
        f'<clipPath id="land"><use href="#coast" clip-rule="evenodd"/></clipPath>'
        '<linearGradient id="hill" x2="0" y2="1"><stop offset=".3" stop-color="#f3ead2"/>'
        '<stop offset="1" stop-color="#e0cda2" stop-opacity="0"/></linearGradient>'
        '<g id="h0"><path d="M-15 3q5-13 12-20q3-3 6 0q6 9 12 20" fill="url(#hill)"/>'
        '<path d="M2-17q3 7 1 12m3-6q3 6 3 10m1-5q2 3 3 7" stroke-width="1.3"/></g>'
        '<g id="h1"><path d="M-11 3q4-9 8-14q3-3 6 0q5 7 9 14" fill="url(#hill)"/>'
        '<path d="M1-11q3 5 1 8m3-4q2 4 2 6" stroke-width="1.3"/></g>'
        '<g id="h2"><path d="M-18 4q6-18 15-27l4-2 4 4q7 12 13 25" fill="url(#hill)"/>'
        '<path d="M1-25q4 9 1 17m4-12q4 8 3 15m3-9q3 6 4 10" stroke-width="1.4"/></g>'
        '<g id="t0"><path d="M0 2v5" stroke="#5b4a2c" stroke-width="2"/>'
        '<path d="M0-9a5 5 0 0 1 5 4a4 4 0 0 1 0 7h-10a4 4 0 0 1 0-7a5 5 0 0 1 5-4z"/></g>'
        f'<pattern id="hexes" width="{3**0.5 * PLANE:.4f}" height="{PLANE:.0f}" patternUnits="userSpaceOnUse">'
        f'<path d="{tile()}" fill="none" stroke="#6f6038" stroke-width="1.1"/></pattern>'
        '<path id="m0" d="M-9 0h18m-14-1l-2-7m6 7v-9m4 9l2-7"/></defs>'
    )


def tile() -> str:
    """The hexsides of two columns of hexes, from the centre of a hex to that of the one two columns east."""
    a, b = PLANE / 12**0.5, PLANE / 3**0.5
    c, d = PLANE * 3**0.5 / 2 - a, PLANE * 3**0.5
    half, high = PLANE / 2, PLANE
    return (
        f"M0 {half:.0f}h{a:.2f}L{b:.2f} 0L{a:.2f} {-half:.0f}M{a:.2f} {half:.0f}L{b:.2f} {high:.0f}"
        f"M{b:.2f} 0H{c + 2 * a:.2f}M{b:.2f} {high:.0f}H{d - b:.2f}"
        f"M{d - b:.2f} 0L{d - a:.2f} {half:.0f}L{d - b:.2f} {high:.0f}M{d - a:.2f} {half:.0f}H{d:.2f}"
    )


def _frame(board: EuropeBoard, lines: Layers) -> Iterator[str]:
    """The paper with its double line."""
    x, y, w, h = _box(board)
    yield f'<rect x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h:.0f}" fill="#eadfc2"/>'
    left, top, right, bottom = (v * PLANE for v in lines.bounds)
    for gap, wide in ((8, 3), (46, 1.5), (54, 5)):
        yield (
            f'<rect x="{left - gap:.0f}" y="{top - gap:.0f}" width="{right - left + 2 * gap:.0f}" '
            f'height="{bottom - top + 2 * gap:.0f}" fill="none" stroke="#6f5f3c" stroke-width="{wide:g}"/>'
        )


def _sea(lines: Layers) -> Iterator[str]:
    """Water that grows paler away from the coast, and the bounds of the sea zones."""
    yield f'<rect x="-200" y="-200" width="9000" height="9000" fill="{SEA}"/>'
    for wide, opacity in ((130, 0.10), (84, 0.12), (48, 0.16), (22, 0.24)):
        yield f'<use href="#coast" {_stroke(SHOAL, wide, opacity)}/>'
    yield f'<path d="{_open(lines.zones, 3)}" {_stroke("#4f7f8c", 5, 0.75, "26 18")}/>'


def _land(board: EuropeBoard, lines: Layers) -> Iterator[str]:
    """The land: out of play grey, in play paper with a wash of the state's colour along its border."""
    yield f'<use href="#coast" fill="{FAR}" fill-rule="evenodd"/><g clip-path="url(#land)">'
    for i, (state, loops) in enumerate(lines.lands):
        wash = WASHES.get(state, "#8a7a5a")
        d = _closed(loops, 2)
        yield (
            f'<clipPath id="s{i}"><path id="a{i}" d="{d}"/></clipPath><use href="#a{i}" fill="{PAPER}" '
            f'stroke="{PAPER}" stroke-width="3"/><g clip-path="url(#s{i})"><use href="#a{i}" fill="{wash}" '
            f'fill-opacity=".13"/><use href="#a{i}" {_stroke(wash, 46, 0.2)}/><use href="#a{i}" '
            f"{_stroke(wash, 20, 0.3)}/></g>"
        )
    lakes = _closed((ring[:-1] for ring in lines.lakes), 3)
    yield f'<path d="{lakes}" fill="{SEA}" stroke="#4f7f8c" stroke-width="2.5"/></g>'
    yield f'<use href="#coast" {_stroke("#4a6a70", 3)}/>'


# Terrain


def _relief(board: EuropeBoard) -> Iterator[str]:
    """Hills, trees and tufts, from north to south, so that the nearer stand before the farther."""
    marks: dict[str, list[tuple[float, str]]] = {"mountain": [], "forest": [], "marsh": []}
    for kind, wash in (("mountain", "#b08a50"), ("forest", "#7f9a55"), ("marsh", "#7fa8a0")):
        hexes = [h for h in range(board.size) if board.terrain[h] == kind and not board.out[h]]
        d = _closed(outlines(board, hexes), 2)
        yield f'<g clip-path="url(#land)"><path d="{d}" fill="{wash}" fill-opacity=".2"/></g>'
        for h in hexes:
            marks[kind] += _marks(board, h, kind)
    hills = "".join(mark for _, mark in sorted(marks["mountain"]))
    yield f'<g fill="none" stroke="#6e5330" stroke-width="1.7" stroke-linecap="round">{hills}</g>'
    trees = "".join(mark for _, mark in sorted(marks["forest"]))
    yield f'<g fill="#8faa62" stroke="#4f6331" stroke-width="1.2">{trees}</g>'
    tufts = "".join(mark for _, mark in sorted(marks["marsh"]))
    yield f'<g {_stroke("#4f7f82", 1.6)}>{tufts}</g>'


def _marks(board: EuropeBoard, h: int, kind: str) -> Iterator[tuple[float, str]]:
    """The marks of a hex, each with how far south it stands."""
    shake = Random(h)
    many, apart = {"mountain": (7, 25.0), "forest": (11, 17.0), "marsh": (5, 27.0)}[kind]
    x0, y0 = _scaled([board.spot(h)])[0]
    city = h in board.city_at
    spots: list[Point] = []
    for _ in range(60):
        x, y = shake.uniform(-46, 46), shake.uniform(-40, 42)
        free = all(hypot(x - u, (y - v) * 1.4) >= apart for u, v in spots) and not (city and hypot(x, y) < 36)
        if free and abs(x) * 0.5 + abs(y) * 0.29 < 24 and _on_land(board, (x0 + x) / PLANE, (y0 + y) / PLANE):
            spots.append((x, y))
            yield round(y0 + y), _mark(kind, shake, x0 + x, y0 + y)
        if len(spots) == many:
            return


def _mark(kind: str, shake: Random, x: float, y: float) -> str:
    name = {"mountain": f"h{shake.choice('0012')}", "forest": "t0", "marsh": "m0"}[kind]
    return f'<use href="#{name}" x="{x:.0f}" y="{y:.0f}"/>'


def _on_land(board: EuropeBoard, x: float, y: float) -> bool:
    """Whether a point lies on drawn land, and not at its very edge."""
    h = board.at(x, y)
    if h >= 0 and not board.coast[h] and board.terrain[h] != "sea":
        return True
    near = [ring for ring in board.data.outline if _spans(ring, x, y)]
    return all(inside(near, (x + dx, y)) for dx in (-0.12, 0.12))


def _spans(ring: Sequence[Point], x: float, y: float) -> bool:
    """Whether a ring can hold a point: it crosses the point's latitude, and is not small and far away."""
    return min(p[1] for p in ring) <= y <= max(p[1] for p in ring) and max(p[0] for p in ring) >= x - 0.2


def _grid(board: EuropeBoard, lines: Layers) -> Iterator[str]:
    """The hexsides as a pattern, fainter at sea, and the numbers of the land's hexes."""
    left, top, right, bottom = (v * PLANE for v in lines.bounds)
    sheet = f'x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}" fill="url(#hexes)"'
    yield f'<rect {sheet} opacity=".28"/><rect {sheet} opacity=".36" clip-path="url(#land)"/>'
    numbers = []
    for h in range(board.size):
        if board.is_land(h):
            x, y = board.spot(h)
            numbers.append(f'<text x="{x * PLANE:.0f}" y="{y * PLANE - 38:.0f}">{board.label(h)}</text>')
    yield (
        '<g font-family="Verdana,sans-serif" font-size="9" text-anchor="middle" fill="#7a6a42" fill-opacity=".8">'
        f"{''.join(numbers)}</g>"
    )


# Lines


def _rivers(lines: Layers) -> Iterator[str]:
    """Rivers along their hexsides, winding a little."""
    d = "".join(path(smooth(_winding(_scaled(line)), times=2) for line in parts) for _, parts in lines.rivers)
    yield (
        f'<defs><path id="rivers" d="{d}"/></defs><use href="#rivers" {_stroke("#fbf6e6", 11, 0.5)}/>'
        f'<use href="#rivers" {_stroke("#4d87a4", 6.5)}/>'
    )


def _winding(line: Sequence[Point]) -> list[Point]:
    """A line with each stretch swayed a little to one side and the other."""
    out = [line[0]]
    for i, (a, b) in enumerate(pairwise(line)):
        sway, long = (7 if i % 2 else -7), hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        across = -(b[1] - a[1]) / long * sway, (b[0] - a[0]) / long * sway
        out += [((a[0] + b[0]) / 2 + across[0], (a[1] + b[1]) / 2 + across[1]), b]
    return out


def _borders(lines: Layers) -> Iterator[str]:
    yield f'<path clip-path="url(#land)" d="{_open(lines.borders)}" {_stroke("#5a3f2a", 3.4, 0.8, "13 7 2 7")}/>'
