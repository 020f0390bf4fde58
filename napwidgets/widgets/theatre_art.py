"""A theatre on hexes as one still picture: hachured hills, woods, two kinds of rivers and of roads, signs and names.

`theatre_svg` gives an SVG document for an image overlay; one hex is 100 units from flat to flat, and the centre of hex
0101 lies at (0, 0). `cartography` takes the parts for a board that is drawn without a picture beneath.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import atan2, degrees

from napwidgets.board.hexmap import BRIDGE, RIVER, HexMap
from napwidgets.widgets import theatre_names, theatre_relief
from napwidgets.widgets.europe_art import tile
from napwidgets.widgets.hachures import marked, stroke
from napwidgets.widgets.network_signs import CREAM, INK
from napwidgets.widgets.network_signs import definitions as signs
from napwidgets.widgets.outline import HEIGHT, WIDTH, Point, area, middle, path, place
from napwidgets.widgets.theatre_key import STRIP, key

#: Room around the hexes for the frame and its numbers.
MARGIN = 74.0
PAPER, EDGE = "#f4ecd6", "#e9dcbc"
CASE, ROAD, TRACK = "#6a3b22", "#f7e3ae", "#6b4f30"
#: Case, water, and the widths of both, for each kind of river.
BLUE = {"stream": ("#4f88a5", "#a5cbd8", 5.6, 3.0), "river": ("#2f6687", "#86b7cd", 14.0, 10.2)}


def frame(board: HexMap) -> tuple[float, float, float, float]:
    """Left, top, width and height of the picture, with its frame and the strip below."""
    wide = (board.cols - 1) * WIDTH * 0.75 + WIDTH
    high = board.rows * HEIGHT + (HEIGHT / 2 if board.cols > 1 else 0)
    return -WIDTH / 2 - MARGIN, -HEIGHT / 2 - MARGIN, wide + 2 * MARGIN, high + 2 * MARGIN + STRIP


def bounds(board: HexMap) -> tuple[tuple[float, float], tuple[float, float]]:
    """South-west and north-east corner of the picture on Leaflet's ``crs.Simple``."""
    x, y, w, h = frame(board)
    return (-(y + h), x), (-y, x + w)


def theatre_svg(board: HexMap) -> str:
    """The picture of a board as an SVG document."""
    x, y, w, h = frame(board)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.0f} {y:.0f} {w:.0f} {h:.0f}" width="{w:.0f}" '
        f'height="{h:.0f}"><title>{escape(board.name)}</title>{land(board)}{grid(board)}{over(board)}</svg>'
    )


def land(board: HexMap) -> str:
    """The land with its rivers and roads, without the hexes and what is written."""
    return f"<defs>{signs()}{theatre_relief.definitions()}</defs>{ground(board)}"


def ground(board: HexMap) -> str:
    """The land without the signs of `land`, which stand once on a page."""
    lines = (*_rivers(board), *_roads(board), *_bridges(board))
    clip = f'<g clip-path="url(#nw-board-{escape(board.id)})">'
    return "".join((*_sheet(board), clip, *theatre_relief.ground(board), "</g>", *lines))


def over(board: HexMap) -> str:
    """What lies over the hexes: the signs of places, all names, and the key below."""
    return "".join((*_signs(board), *theatre_names.names(board), key(board, frame(board))))


def _sheet(board: HexMap) -> Iterator[str]:
    x, y, w, h = frame(board)
    whole = path(area(board, range(board.size)), closed=True)
    yield f'<rect x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h:.0f}" fill="{EDGE}"/>'
    for gap, wide in ((MARGIN - 40, 1.2), (MARGIN - 34, 3.4), (8, 4)):
        low = STRIP if gap > 8 else 0
        yield (
            f'<rect x="{x + gap:.0f}" y="{y + gap:.0f}" width="{w - 2 * gap:.0f}" height="{h - 2 * gap - low:.0f}" '
            f"{stroke('#6f5f3c', wide)}/>"
        )
    id = f"nw-board-{escape(board.id)}"
    yield (
        f'<clipPath id="{id}"><path d="{whole}"/></clipPath><path d="{whole}" fill="{PAPER}" stroke="#8f7d52" '
        'stroke-width="2"/>'
    )


def grid(board: HexMap) -> str:
    """The hexes as a pattern cut to the board."""
    x, y, w, h = frame(board)
    return (
        f'<defs><pattern id="nw-hexes" width="{3**0.5 * HEIGHT:.4f}" height="{HEIGHT:.0f}" '
        f'patternUnits="userSpaceOnUse"><path d="{tile()}" fill="none" stroke="#6f6038" stroke-width="1.2"/></pattern>'
        f'</defs><rect x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h - STRIP:.0f}" fill="url(#nw-hexes)" '
        f'opacity=".34" clip-path="url(#nw-board-{escape(board.id)})"/>'
    )


# Lines -------------------------------------------------------------------------------------------------


def _lines(board: HexMap, kind: str) -> list[list[Point]]:
    return [[(x * HEIGHT, y * HEIGHT) for x, y in line] for line in board.data.lines.get(kind, []) if len(line) > 1]


def _shape(board: HexMap, name: str, lines: Iterable[list[Point]], *styles: str) -> str:
    """Lines drawn several times over, but written only once."""
    id = f"nw-{name}-{escape(board.id)}"
    uses = "".join(f'<use href="#{id}" {style}/>' for style in styles)
    return f'<defs><path id="{id}" d="{path(lines)}"/></defs>{uses}'


def _rivers(board: HexMap) -> Iterator[str]:
    """Secondary rivers as a thin blue line, primary ones broad, with a dark bank."""
    for kind, (bank, water, wide, inner) in BLUE.items():
        if lines := _lines(board, kind):
            halo = stroke(PAPER, wide + 5, opacity=0.6)
            yield _shape(board, kind, lines, halo, stroke(bank, wide), stroke(water, inner))


def _roads(board: HexMap) -> Iterator[str]:
    """Secondary roads as dashes, primary ones cased."""
    if trails := _lines(board, "trail"):
        yield _shape(board, "trail", trails, stroke(PAPER, 5.5, opacity=0.5), stroke(TRACK, 2.3, "8 5"))
    if roads := _lines(board, "road"):
        yield _shape(board, "road", roads, stroke(CASE, 9.4), stroke(ROAD, 5.4))


def _bridges(board: HexMap) -> Iterator[str]:
    """A bridge over each hexside that has one, as large as its river."""
    primary = {frozenset(pair) for pair in marked(board, RIVER)}
    out = []
    for a, b in sorted(marked(board, BRIDGE)):
        (x, y), (u, v) = place(a), place(b)
        turn = degrees(atan2(v - y, u - x)) + 90
        size = 1.75 if frozenset((a, b)) in primary else 1.05
        out.append(
            f'<use href="#nw-bridge" transform="translate({(x + u) / 2:.0f} {(y + v) / 2:.0f}) rotate({turn:.0f}) '
            f'scale({size})"/>'
        )
    yield "".join(out)


def _signs(board: HexMap) -> Iterator[str]:
    """Stars for fortresses, discs for towns, rings for villages."""
    for h, spot in sorted(board.places.items()):
        x, y = middle(board, h)
        if spot.kind == "fortress":
            yield f'<use href="#nw-fortress" x="{x:.0f}" y="{y:.0f}"/>'
        else:
            r, fill, wide = (13, "#b4574a", 2.6) if spot.great else (9.5, "#b4574a", 2.2) if spot.kind == "town" else (
                6, CREAM, 2.0
            )  # fmt: skip
            yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{r}" fill="{fill}" stroke="{INK}" stroke-width="{wide}"/>'
        if spot.great:
            yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4.6" fill="{INK}"/>'
