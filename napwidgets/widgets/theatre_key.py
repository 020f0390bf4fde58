"""The strip under a theatre: title, signs, scale and sources; the numbers of columns and rows on its edges."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from napwidgets.board.hexmap import HexMap
from napwidgets.widgets.europe_names import SERIF
from napwidgets.widgets.network_signs import CREAM, INK
from napwidgets.widgets.outline import HEIGHT, middle

#: How high the strip is, in units of the plane.
STRIP = 210.0
_FAINT = "#6f5f3c"
Frame = tuple[float, float, float, float]


def key(board: HexMap, frame: Frame) -> str:
    """Everything that stands around the board."""
    x, y, w, h = frame
    top = y + h - STRIP
    return (
        f'<g font-family="{SERIF}" fill="{INK}">{"".join(_numbers(board))}'
        f'<text x="{x + 44:.0f}" y="{top + 84:.0f}" font-size="92" letter-spacing="5">{escape(board.name)}</text>'
        f'<text x="{x + 48:.0f}" y="{top + 132:.0f}" font-size="27" font-style="italic" fill="{_FAINT}">'
        f"one hex is {board.data.hex_m / 1000:g} km</text>"
        f'<text x="{x + 48:.0f}" y="{top + 188:.0f}" font-size="19" fill="{_FAINT}">'
        f"{escape(board.data.attribution.strip())}</text>"
        f"{''.join(_signs(x, top, w))}{_scale(board, x, top, w)}</g>"
    )


def _signs(x: float, top: float, wide: float) -> Iterator[str]:
    """The signs in two rows, to the right of the title."""
    left, rows = x + 1240, 3
    step = min(460.0, (wide - 1240 - 560) / -(-len(SIGNS) // rows))
    for i, (sign, text) in enumerate(SIGNS):
        u, v = left + step * (i // rows), top + 34 + 54 * (i % rows)
        yield f'<g transform="translate({u:.0f} {v:.0f})">{sign}<text x="66" y="9" font-size="27">{text}</text></g>'


def _across(*strokes: tuple[str, float]) -> str:
    """A river down the middle of a sign."""
    return "".join(f'<path d="M26-20v40" stroke="{ink}" stroke-width="{wide:g}"/>' for ink, wide in strokes)


def _along(*strokes: tuple[str, float], dash: str = "none") -> str:
    """A road along a sign."""
    return "".join(
        f'<path d="M0 0h52" stroke="{ink}" stroke-width="{wide:g}" stroke-dasharray="{dash}"/>' for ink, wide in strokes
    )


def _patch(fill: str, over: str = "") -> str:
    """A patch of ground with a texture or a mark on it."""
    box = '<rect y="-20" width="52" height="40"'
    mark = f'{box} fill="{over}"/>' if over.startswith("url") else over
    return f'{box} fill="{fill}"/><g fill="none" stroke="#7c5c33" stroke-width="1.5">{mark}</g>'


SIGNS = (
    ('<use href="#nw-fortress" x="26"/>', "fortified town"),
    (f'<circle cx="26" r="10" fill="#b4574a" stroke="{INK}" stroke-width="2.2"/>', "town"),
    (f'<circle cx="26" r="6" fill="{CREAM}" stroke="{INK}" stroke-width="2"/>', "village"),
    (_along(("#6a3b22", 9.4), ("#f7e3ae", 5.4)), "primary road"),
    (_along(("#6b4f30", 2.6), dash="8 5"), "secondary road"),
    (_across(("#2f6687", 14), ("#86b7cd", 10)) + '<use href="#nw-bridge" x="17" transform="scale(1.5)"/>',
     "primary river, bridge"),
    (_across(("#4f88a5", 5.6), ("#a5cbd8", 3)) + '<use href="#nw-bridge" x="26"/>', "secondary river"),
    (_patch("#bccb96", "url(#nw-wood)"), "woods"),
    (_patch("#ecd9b3", '<use href="#nw-k1" x="26"/>'), "hills"),
    (_patch("#c9a77c", '<use href="#nw-r1" x="34" transform="scale(.76)"/>'), "mountain"),
    (_patch("#cfdfd6", "url(#nw-rush)"), "marsh"),
)  # fmt: skip


def _scale(board: HexMap, x: float, top: float, wide: float) -> str:
    """A bar of twenty kilometres, in fives."""
    unit = 5000 / board.data.hex_m * HEIGHT / 2
    left = x + wide - 4 * unit - 150
    bars = "".join(
        f'<rect x="{left + i * unit:.0f}" y="{top + 120:.0f}" width="{unit:.0f}" height="12" stroke="{INK}" '
        f'stroke-width="1.4" fill="{CREAM if i % 2 else INK}"/>'
        for i in range(4)
    )
    return f'{bars}<text x="{left + 4 * unit + 16:.0f}" y="{top + 134:.0f}" font-size="27">10 km</text>'


def _numbers(board: HexMap) -> Iterator[str]:
    """Columns above and below, rows at both sides."""
    yield f'<g font-size="21" text-anchor="middle" fill="{_FAINT}">'
    for c in range(board.cols):
        x, _ = middle(board, c * board.rows)
        low = (board.rows - 0.5) * HEIGHT + (HEIGHT / 2 if board.cols > 1 else 0)
        for y in (-53.0, low + 24):
            yield f'<text x="{x:.0f}" y="{y:.0f}">{c + 1:02d}</text>'
    for r in range(board.rows):
        for c, aside in ((0, -76), (board.cols - 1, 76)):
            x, y = middle(board, c * board.rows + r)
            yield f'<text x="{x + aside:.0f}" y="{y + 7:.0f}">{r + 1:02d}</text>'
    yield "</g>"
