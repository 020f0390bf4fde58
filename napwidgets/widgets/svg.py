"""A board with its counters as one still picture, for GitHub, nbviewer and printed pages."""

from __future__ import annotations

from html import escape

from napwidgets.board.hexmap import HexMap
from napwidgets.board.scene import Counter, Scene
from napwidgets.widgets.cartography import bounds, grid, ground, land, names
from napwidgets.widgets.outline import HEIGHT, middle

NATIONS = {
    "french": "#2f4d7e", "british": "#9c3035", "kgl": "#7d2b3f", "hanoverian": "#a8453a", "dutch": "#c46a2b",
    "nassau": "#9a7a1e", "brunswick": "#2a2a2c", "prussian": "#3b4a57", "russian": "#3f5d46",
    "austrian": "#d8d2c0", "bavarian": "#9cc0e2", "wurttemberg": "#232f5e",
}  # fmt: skip
_INKS = {"austrian": "#2b2a26", "bavarian": "#2b2a26", "wurttemberg": "#f4d35e"}
_BOX = "M-15-20h30v19h-30z"
_SIGNS = {
    "infantry": _BOX + "M-15-20l30 19m0-19l-30 19",
    "cavalry": _BOX + "M-15-1l30-19",
    "artillery": _BOX + "M-3-10.5h6m-3-3v6",
    "horse_artillery": _BOX + "M-15-1l30-19M-3-10.5h6m-3-3v6",
    "hq": _BOX + "M-15-14h30",
    "aide": _BOX + "M-8-10h16m-6-5l6 5-6 5",
    "leader": "M-13-10a13 13 0 1 1 0 .1M0-19l2.6 6h6l-5 4 2 7-5.6-4-5.6 4 2-7-5-4h6z",
    "train": "M-17-10q-2-17 17-17t17 17zM-6-26q-5 7-3 16M6-26q5 7 3 16M-19-10h38v7h-38z"
    "M-11-5a6 6 0 1 1-.1 0zM11-5a6 6 0 1 1-.1 0z",
    "unknown": _BOX,
    "vedette": _BOX + "M-15-1l30-19M-7-27l7-7 7 7",
}


def counter_svg(c: Counter) -> str:
    """One counter around (0, 0)."""
    ink = _INKS.get(c.nation, "#fbf6e6")
    slash = f'<path d="M-29 28L29-30" stroke="{ink}" stroke-width="2.6"/>' if c.lost else ""
    marks = "".join(
        f'<circle cx="{28 - 20 * i}" cy="-29" r="10" fill="#e2b23f" stroke="#2b2a26"/>'
        f'<text x="{28 - 20 * i}" y="-24" font-size="14" fill="#2b2a26">{escape(sign)}</text>'
        for i, (sign, _) in enumerate(c.marks)
    )
    words = ", ".join(filter(None, (c.name, c.title, c.values, *(m[1] for m in c.marks))))
    return (
        f"<title>{escape(words)}</title>"
        f'<rect x="-30" y="-31" width="60" height="60" rx="5" fill="{NATIONS.get(c.nation, "#555")}" '
        f'stroke="#17150f" '
        f'stroke-width="1.6"/><path d="{_SIGNS.get(c.symbol, _BOX)}" fill="none" stroke="{ink}" '
        f'stroke-width="2.3"/>'
        f'<text y="22" font-size="21" fill="{ink}">{escape(c.values)}</text>{slash}{marks}'
    )


def counters_svg(board: HexMap, scene: Scene) -> str:
    """All counters of a scene; stacks as offset piles with the name of the top one."""
    piles: dict[int, list[Counter]] = {}
    for c in scene.counters:
        if c.hex >= 0:
            piles.setdefault(c.hex, []).append(c)
    out = []
    for hex, pile in sorted(piles.items()):
        x, y = middle(board, hex)
        ordered = sorted(pile, key=lambda c: c.order)
        for i, c in enumerate(ordered):
            up = min(len(pile) - 1 - i, 3) * 5
            out.append(f'<g transform="translate({x + up:.0f} {y + 3 - up:.0f})">{counter_svg(c)}</g>')
        out.append(
            f'<text x="{x:.0f}" y="{y + 45:.0f}" font-size="13" fill="#1d1b16" paint-order="stroke" '
            f'stroke="#f5eeda" '
            f'stroke-width="3">{escape(ordered[-1].name)}</text>'
        )
    return f'<g font-family="Arial,sans-serif" font-weight="bold" text-anchor="middle">{"".join(out)}</g>'


def board_svg(board: HexMap, scene: Scene | None = None, width: int = 900) -> str:
    """The whole board as a standalone SVG picture."""
    x, y, w, h = bounds(board)
    units = counters_svg(board, scene) if scene is not None else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.0f} {y:.0f} {w:.0f} {h:.0f}" width="{width}" '
        f'role="img" '
        f'aria-label="{escape(board.name)}">{land(board)}{grid(board)}{names(board)}{units}</svg>'
    )


#: Boards of more hexes are too large to be shown whole in a small picture.
LARGE = 600
#: Hexes around what is shown of a large board, and the shape of the picture, wide to high.
_AROUND, _SHAPE = 2, 1.5


def thumbnail(board: HexMap, scene: Scene | None = None, width: int = 220) -> str:
    """A scenario's picture in the lobby: the part of the land where troops stand or something decides the battle, with
    a square in its colours for each stack. Several scenarios share a large board: its land is that of `backdrop`.
    """
    x, y, wide, high = bounds(board) if scene is None or not scene.counters else _part(board, scene)
    land = f'<use href="#nw-land-{escape(board.id)}"/>' if board.size > LARGE else ground(board)
    dots = _dots(board, scene, high) if scene is not None else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.0f} {y:.0f} {wide:.0f} {high:.0f}" width="{width}" '
        f'preserveAspectRatio="xMidYMid slice" aria-hidden="true">{land}{dots}</svg>'
    )


def backdrop(board: HexMap) -> str:
    """The land of a large board, to stand once on a page; nothing for another."""
    if board.size <= LARGE:
        return ""
    return f'<symbol id="nw-land-{escape(board.id)}" overflow="visible">{ground(board)}</symbol>'


def _stacks(scene: Scene) -> dict[int, str]:
    """The hexes where somebody stands, with the colours of the topmost."""
    return {c.hex: c.nation for c in scene.counters if c.hex >= 0}


def _dots(board: HexMap, scene: Scene, high: float) -> str:
    """A square for each stack, in a picture that is so high."""
    size = high / 22
    return "".join(
        f'<rect x="{u - size / 2:.0f}" y="{v - size / 2:.0f}" width="{size:.0f}" height="{size:.0f}" '
        f'fill="{NATIONS.get(nation, "#555")}" stroke="#17150f" stroke-width="{size / 8:.0f}"/>'
        for h, nation in sorted(_stacks(scene).items())
        for u, v in (middle(board, h),)
    )


def _part(board: HexMap, scene: Scene) -> tuple[float, float, float, float]:
    """Where on a board troops stand or something decides the battle: left, top, width and height."""
    stacks = _stacks(scene)
    aims = [h for o in scene.overlays if o.kind == "objective" for h in o.hexes]
    spots = [middle(board, h) for h in (*stacks, *aims)]
    left, top, most, all_high = bounds(board)
    spans = [(min(p[i] for p in spots), max(p[i] for p in spots)) for i in (0, 1)]
    wide, high = (b - a + 2 * _AROUND * HEIGHT for a, b in spans)
    long = min(max(wide, high * _SHAPE), most)
    tall = long / _SHAPE
    # The picture stays on the sheet.
    x, y = (
        min(max((a + b - room) / 2, low), low + whole - room)
        for (a, b), room, low, whole in zip(spans, (long, tall), (left, top), (most, all_high), strict=True)
    )
    return x, y, long, tall
