"""A theatre on hexes as a layer, a still picture and a thumbnail: what `CampaignMap` needs of one."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.board.geometry import hex_at
from napwidgets.board.hexmap import BRIDGE, RIVER, ROAD, STREAM, TRAIL, HexMap
from napwidgets.board.realm_layers import from_latlng
from napwidgets.board.scene import Counter, Scene
from napwidgets.table.presenter import Target, TwoSided
from napwidgets.table.table import Table
from napwidgets.widgets.map_layer import MapLayer, scripts
from napwidgets.widgets.network_map import marks
from napwidgets.widgets.outline import HEIGHT, Point, middle
from napwidgets.widgets.states import STATES
from napwidgets.widgets.theatre_art import bounds, frame
from napwidgets.widgets.theatre_base import theatre_base, theatre_sketch
from napwidgets.widgets.theatre_names import rank

_LETTERS = {
    "clear": "c", "woods": "w", "hills": "h", "hillwoods": "o", "mountain": "m", "marsh": "s", "water": "l",
    "town": "c", "chateau": "c",
}  # fmt: skip
#: What the page tells of the roads and waters of a hex, as bits of one letter.
_BITS = (ROAD, TRAIL, RIVER, STREAM, BRIDGE)
#: The shape of a small picture, wide to high, and how many units it shows at least.
_SHAPE, _LEAST = 1.5, 1500.0


def is_theatre(board: object) -> bool:
    """Whether a board is a country with hexes of an hour's march."""
    return isinstance(board, HexMap) and board.data.kind == "theatre"


def board_data(board: HexMap, table: Table) -> dict[str, Any]:
    """Everything about the board that the page needs, sent once."""
    sides = table.presenter.sides() if isinstance(table.presenter, TwoSided) else {}
    return {
        "cols": board.cols,
        "rows": board.rows,
        "bounds": bounds(board),
        "terrain": "".join(_LETTERS[kind] for kind in board.terrain),
        "ways": "".join(chr(48 + _ways(board, h)) for h in range(board.size)),
        "places": {str(h): [spot.name, spot.kind] for h, spot in board.places.items()},
        "sides": {seat: [name, STATES.get(colour, ("#555", "#fff"))[0]] for seat, (name, colour) in sides.items()},
        "states": {name: list(inks) for name, inks in STATES.items()},
    }


def _ways(board: HexMap, h: int) -> int:
    there = 0
    for side in board.sides[h]:
        there |= side
    return sum(1 << n for n, bit in enumerate(_BITS) if there & bit)


class TheatreLayer(MapLayer):
    """What moves on a theatre, and the keyboard."""

    _esm = scripts("area.js", "flags.js", "theatre.js")
    OVERLAYS: ClassVar[tuple[str, ...]] = ("supply", "zoc", "command", "reach")
    FROM_HEX: ClassVar[dict[str, str]] = {
        "reach": "Choose a hex with troops first; then Reach shows how far they come in one march."
    }

    def __init__(self, table: Table, board: HexMap, map_id: str) -> None:
        self._board = board
        super().__init__(table, board, board_data(board, table), map_id, theatre_base(board))

    def hint(self, name: str, targets: Sequence[Target]) -> str:
        """What the lights mean for the chosen force: movement points, or chances to come there."""
        if not name or not any("%" in t.note for t in targets):
            return super().hint(name, targets)
        plain, hot = {t.note for t in targets if t.note and not t.tone}, any(t.tone for t in targets)
        if len(plain) == 1:
            # The page leaves out what is the same everywhere (`note` in theatre.js).
            there = f"blue: {plain.pop()} to come there"
        else:
            there = "per cent: the chance to come there"
        return f"{name} · {there}" + (" · red dashes: it joins a fight" if hot else "")

    def locate(self, latlng: tuple[float, float]) -> int:
        """The hex at a point of the map, -1 beyond its edge."""
        column, row = hex_at(*from_latlng(latlng, HEIGHT))
        inside = 0 <= column < self._board.cols and 0 <= row < self._board.rows
        return column * self._board.rows + row if inside else -1

    def still(self, scene: Scene | None) -> str:
        """The board as a still picture."""
        return theatre_still(self._board, scene)


def _spots(board: HexMap) -> list[Point]:
    return [middle(board, h) for h in range(board.size)]


def _forces(scene: Scene | None) -> Scene | None:
    """The counters of each hex as one, with their whole strength; leaders alone stand for themselves."""
    if scene is None:
        return None
    piles: dict[int, list[Counter]] = {}
    for c in scene.counters:
        piles.setdefault(c.hex, []).append(c)
    found = []
    for pile in piles.values():
        troops = [c for c in pile if c.symbol not in ("leader", "hq")] or pile
        best = max(troops, key=lambda c: c.order)
        strong = sum(int(c.values) for c in troops if c.values.isdecimal())
        found.append(replace(best, values=str(strong)) if strong and best.values.isdecimal() else best)
    return Scene(tuple(found))


def theatre_still(board: HexMap, scene: Scene | None = None, width: int = 900) -> str:
    """The board as one light still picture, with the names of its towns and the strongest counter of every hex."""
    x, y, w, h = frame(board)
    great = max(1.0, w / 4500)
    names = "".join(
        f'<text x="{u:.0f}" y="{v + 60 * great:.0f}" font-size="{(34, 42, 42, 64)[rank(spot)] * great:.0f}">'
        f"{escape(spot.name)}</text>"
        for hex, spot in sorted(board.places.items())
        if rank(spot)
        for u, v in (middle(board, hex),)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.0f} {y:.0f} {w:.0f} {h:.0f}" width="{width}" role="img" '
        f'aria-label="{escape(board.name)}">{theatre_sketch(board)}<g font-family="Georgia,serif" text-anchor="middle" '
        f'fill="#2b2a26" paint-order="stroke" stroke="#f4ecd6" stroke-width="8">{names}</g>'
        f"{marks(_spots(board), _forces(scene), round(92 * great))}</svg>"
    )


def theatre_thumbnail(board: HexMap, scene: Scene | None) -> str:
    """The part of a theatre where the troops stand, small; a page that shows it needs `theatre_backdrop` once."""
    spots = _spots(board)
    held = [spots[c.hex] for c in (scene.counters if scene is not None else ()) if 0 <= c.hex < board.size]
    x, y, w, h = _part(board, held)
    return (
        f'<svg viewBox="{x:.0f} {y:.0f} {w:.0f} {h:.0f}" width="220" preserveAspectRatio="xMidYMid slice" '
        f'aria-hidden="true"><use href="#nw-theatre-{escape(board.id)}"/>'
        f"{marks(spots, _forces(scene), round(w / 20))}</svg>"
    )


def theatre_backdrop(board: HexMap) -> str:
    """The land that thumbnails of a theatre share."""
    return f'<symbol id="nw-theatre-{escape(board.id)}" overflow="visible">{theatre_sketch(board)}</symbol>'


def _part(board: HexMap, held: list[Point]) -> tuple[float, float, float, float]:
    """A box of the shape of a small picture around some points, on the board; all of it where there are none."""
    left, top, most, high = frame(board)
    if not held:
        return left, top, most, high
    spans = [(min(p[i] for p in held), max(p[i] for p in held)) for i in (0, 1)]
    wide = max(spans[0][1] - spans[0][0], (spans[1][1] - spans[1][0]) * _SHAPE, _LEAST) + 300
    # Beyond the edge of the board there is nothing to see.
    wide = min(wide, most, high * _SHAPE)
    tall = wide / _SHAPE
    x, y = (sum(span) / 2 - size / 2 for span, size in zip(spans, (wide, tall), strict=True))
    inside = max(left, min(x, left + most - wide)), max(top, min(y, top + high - tall))
    return inside[0], inside[1], wide, tall
