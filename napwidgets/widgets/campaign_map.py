"""`CampaignMap`: the map of a campaign. ipyleaflet moves the map, a layer draws land, pieces and lights on it.

Clicks are hit-tested here, from the map's coordinates. The layer (`CampaignLayer`) lies in panes of the same map: it
has the boxes of the seas beyond the map, and takes the keyboard.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import hypot
from typing import Any, ClassVar

import ipywidgets

from napwidgets.board.hexmap import HexMap as Hexes
from napwidgets.board.network import Network
from napwidgets.board.realm import EuropeBoard
from napwidgets.board.realm_layers import city_spot, from_latlng
from napwidgets.board.scene import Scene
from napwidgets.kernel.game import Game
from napwidgets.table.presenter import Board, Seafarer
from napwidgets.table.table import Table
from napwidgets.widgets.europe_art import PLANE, europe_bounds
from napwidgets.widgets.europe_base import europe_base, europe_sketch
from napwidgets.widgets.map_layer import MapLayer, scripts
from napwidgets.widgets.network_base import network_bounds
from napwidgets.widgets.network_map import NetworkLayer
from napwidgets.widgets.sheet import BadMessage, seated, shown
from napwidgets.widgets.states import STATES
from napwidgets.widgets.theatre_art import bounds as theatre_bounds
from napwidgets.widgets.theatre_map import TheatreLayer, is_theatre

#: Where fleets of the seas on the map stand: column and row, near the name of the sea.
ANCHORS = {
    "Atlantic Ocean": (6.5, 24.3),
    "North Sea": (26.0, 13.6),
    "Mediterranean Sea": (22.4, 42.15),
    "Baltic Sea": (41.6, 12.1),
}
_LETTERS = {"clear": "c", "forest": "f", "mountain": "m", "marsh": "s", "lake": "l", "sea": "w"}


def board_data(board: EuropeBoard, seas: Mapping[int, str]) -> dict[str, Any]:
    """Everything about the board that the page needs, sent once; ``seas`` is what the rules say of the sea zones."""
    owners = sorted({name for name in board.owner if name})
    number = {name: i for i, name in enumerate(owners)}
    return {
        "cols": board.cols,
        "rows": board.rows,
        "bounds": europe_bounds(board),
        "terrain": "".join(_LETTERS[kind] for kind in board.terrain),
        "owner": "".join(" " if name is None else chr(65 + number[name]) for name in board.owner),
        "owners": owners,
        "sea": "".join(chr(48 + zone) if zone else " " for zone in board.sea),
        "out": "".join("x" if out else " " for out in board.out),
        "places": {str(h): city.name for h, city in board.city_at.items()},
        "ports": {str(h): _seaward(board, h) for h, city in board.city_at.items() if city.is_port},
        "zones": [
            [n, zone.name, seas.get(n, ""), zone.on_map, [board.zones[z].name for z in zone.joins]]
            for n, zone in board.zones.items()
        ],
        "anchors": {
            str(n): [round(ANCHORS[z.name][0] * PLANE * 3**0.5 / 2), round(ANCHORS[z.name][1] * PLANE)]
            for n, z in board.zones.items()
            if z.name in ANCHORS
        },
        "states": {name: list(inks) for name, inks in STATES.items()},
    }


def _seaward(board: EuropeBoard, h: int) -> list[float]:
    """The direction from a port to its sea, one long."""
    x, y = board.spot(h)
    near = [n for n in board.neighbours[h] if n >= 0 and board.sea[n]]
    far = {m for n in board.neighbours[h] if n >= 0 for m in board.neighbours[n] if m >= 0 and board.sea[m]}
    spots = [board.spot(n) for n in near or sorted(far)]
    if not spots:
        u, v = city_spot(board, h)
        spots = [(2 * x - u, 2 * y - v + 0.1)]
    dx, dy = sum(u - x for u, _ in spots), sum(v - y for _, v in spots)
    if hypot(dx, dy) < 0.3:
        # Sea on both sides, as on a strait: towards the first of them.
        dx, dy = spots[0][0] - x, spots[0][1] - y
    long = hypot(dx, dy) or 1.0
    return [round(dx / long, 2), round(dy / long, 2)]


class CampaignLayer(MapLayer):
    """What moves on the map of Europe, the seas beyond it, and the keyboard."""

    _esm = scripts("area.js", "flags.js", "europe.js")
    OVERLAYS: ClassVar[tuple[str, ...]] = ("supply", "enemy", "reach")
    FROM_HEX: ClassVar[dict[str, str]] = {
        "reach": "Choose a hex with troops first; then Reach shows how far they come in a month."
    }

    def __init__(self, table: Table, board: EuropeBoard, map_id: str) -> None:
        self._europe = board
        seas = table.presenter.seas() if isinstance(table.presenter, Seafarer) else {}
        super().__init__(table, board, board_data(board, seas), map_id, europe_base(board))

    def _hex(self, message: dict[str, Any], low: int = 0) -> int:
        return sea_place(self._europe, super()._hex(message, low))

    def place_title(self, hex: int) -> str:
        """A hex or a sea in words."""
        return place_title(self._europe, hex)

    def locate(self, latlng: tuple[float, float]) -> int:
        """The hex or the sea at a point of the map, -1 beyond its edge."""
        return sea_place(self._europe, self._europe.at(*from_latlng(latlng, PLANE)))

    def still(self, scene: Scene | None) -> str:
        """Europe as a still picture."""
        return campaign_svg(self._europe, scene)


def sea_place(board: EuropeBoard, hex: int) -> int:
    """A hex as a place: hexes of a sea zone are one place, beyond the last hex."""
    zone = board.sea[hex] if 0 <= hex < board.size else 0
    return board.size + zone if zone else hex


def place_title(board: EuropeBoard, hex: int) -> str:
    """A place in words: a city, a hex or a sea."""
    zone = board.zones.get(hex - board.size)
    return zone.name if zone else board.title(hex) if 0 <= hex < board.size else "nowhere"


Corner = tuple[float, float]


def _view(board: Board) -> tuple[Corner, Corner, tuple[float, float, float]]:
    """The corners of a picture, and how near it is seen: at first, at least (while its size is not known), at most.
    Pieces are as large as a hex or a road between two places, so a network is seen from nearer.
    """
    if isinstance(board, EuropeBoard):
        return *europe_bounds(board), (-2.25, -3.75, -0.25)
    if isinstance(board, Network):
        return *network_bounds(board), (-1.0, -2.5, 1.0)
    return *theatre_bounds(board), (-1.25, -3.5, 0.25)


def _layer(table: Table, board: Board, map_id: str) -> MapLayer:
    """What draws all that moves on a board."""
    if isinstance(board, Hexes):
        return TheatreLayer(table, board, map_id)
    kind = CampaignLayer if isinstance(board, EuropeBoard) else NetworkLayer
    return kind(table, board, map_id)  # type: ignore[arg-type]


class CampaignMap(ipywidgets.Box):
    """The map of a campaign, with mouse, drag and keyboard; it stands alone in a notebook, or in a table.

    Click a force: where it can go lights up with the cost; click there, or drag, and it goes. Stacks fan out. Wheel and
    drag move the map. With the keyboard: Tab to the map, arrows from hex to hex, C to the next city, N to the next
    force that can act, Enter picks, Escape lets go. The twelve seas beyond Europe are boxes beneath the map.

    >>> from napwidgets import new_game
    >>> CampaignMap(new_game("wap/trafalgar")).table.game.engine.title
    'Trafalgar'
    """

    table: Table

    def __init__(self, game: Table | Game) -> None:
        table = seated(game)
        board = table.presenter.board
        if board is None or (isinstance(board, Hexes) and not is_theatre(board)):
            raise ValueError("This game is not played on a campaign's map; use HexMap.")
        self.table = table
        # ipyleaflet is heavy, and battles do without it.
        import ipyleaflet

        (south, west), (north, east), (zoom, low, high) = _view(board)
        self.map = ipyleaflet.Map(
            crs=ipyleaflet.projections.Simple,
            layers=(),
            center=((south + north) / 2, (west + east) / 2),
            zoom=zoom, min_zoom=low, max_zoom=high, zoom_snap=0.25, zoom_delta=0.5, wheel_px_per_zoom_level=90,
            scroll_wheel_zoom=True, zoom_control=False, attribution_control=False, keyboard=False,
            double_click_zoom=False,
        )  # fmt: skip
        self.map.on_interaction(self._clicked)
        self.layer: MapLayer = _layer(table, board, self.map.model_id)
        super().__init__([self.map, self.layer])
        self.add_class("nw-campaign")

    @property
    def light(self) -> dict[str, Any]:
        """What is lit on the map now."""
        lit: dict[str, Any] = self.layer.light
        return lit

    @shown
    def _clicked(self, **event: Any) -> None:
        """A click on the map, as ipyleaflet tells it."""
        if event.get("type") == "click":
            self.layer._pick({"hex": self.at(event.get("coordinates"))})

    def at(self, latlng: object) -> int:
        """The place at a point of the map. Raises `BadMessage` for a point where there is none."""
        pair = latlng if isinstance(latlng, (list, tuple)) and len(latlng) == 2 else ()
        if not pair or not all(isinstance(v, (int, float)) and abs(v) < 1e6 for v in pair):
            raise BadMessage("The page sent a point that this map does not have; please reload it.")
        hex = self.layer.locate((float(pair[0]), float(pair[1])))
        if hex < 0:
            raise BadMessage(self.layer.NOWHERE)
        return hex

    def trouble(self, text: str) -> None:
        """The sentence stands on the table's status line and on the map; nothing more to do."""

    def toggle(self, name: str, hex: int = -1) -> None:
        """Switch an overlay (``supply``, ``enemy``, ``reach``) on or off."""
        self.layer.toggle(name, hex)

    def close(self) -> None:
        """Let go of the table, too."""
        for part in getattr(self, "children", ()):
            part.close()
        super().close()

    def _repr_svg_(self) -> str:
        return self.layer.still(self.table.scene())


def campaign_svg(board: EuropeBoard, scene: Scene | None = None, width: int = 900) -> str:
    """The map as one still picture, with the strongest counter of every place."""
    (south, west), (north, east) = europe_bounds(board)
    piles: dict[tuple[int, str], Any] = {}
    for c in scene.counters if scene is not None else ():
        if 0 <= c.hex < board.size and c.symbol != "leader":
            best = piles.get((c.hex, c.berth))
            piles[c.hex, c.berth] = c if best is None or best.order < c.order else best
    out = []
    for (hex, berth), c in sorted(piles.items(), key=lambda pile: pile[0]):
        x, y = board.spot(hex)
        dx, dy = _seaward(board, hex) if berth else (0.0, 0.0)
        far = 0.4 if berth == "port" else 1.0
        plate, ink = STATES.get(c.nation, ("#555", "#fff"))
        out.append(
            f'<g transform="translate({(x + far * dx) * PLANE:.0f} {(y + far * dy) * PLANE:.0f})">'
            f"<title>{escape(f'{c.name}: {c.title}')}</title>"
            f'<rect x="-46" y="-42" width="92" height="84" rx="{24 if c.symbol == "ship" else 7}" fill="{plate}" '
            f'stroke="#17150f" stroke-width="4"/><text y="18" font-size="50" fill="{ink}">{escape(c.values)}</text></g>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{west:.0f} {-north:.0f} {east - west:.0f} '
        f'{north - south:.0f}" width="{width}" role="img" aria-label="{escape(board.data.name)}">'
        f'{europe_sketch(board)}<g font-family="Arial,sans-serif" font-weight="bold" text-anchor="middle">'
        f"{''.join(out)}</g></svg>"
    )


def campaign_thumbnail(board: EuropeBoard, scene: Scene | None) -> str:
    """The theatre of a campaign, small: the sketch of Europe with a mark for every force."""
    marks, spots = [], []
    for c in scene.counters if scene is not None else ():
        if not 0 <= c.hex < board.size or c.symbol == "leader":
            continue
        x, y = board.spot(c.hex)
        if c.berth:
            dx, dy = _seaward(board, c.hex)
            x, y = x + dx * 0.9, y + dy * 0.9
        spots.append((x * PLANE, y * PLANE))
        plate = STATES.get(c.nation, ("#555", "#fff"))[0]
        size = 90 if c.symbol == "ship" else min(170, 70 + 5 * int("".join(filter(str.isdigit, c.values)) or 0))
        marks.append(
            f'<rect x="{x * PLANE - size / 2:.0f}" y="{y * PLANE - size / 2:.0f}" width="{size}" height="{size}" '
            f'rx="{size // 2 if c.symbol == "ship" else 14}" fill="{plate}" stroke="#17150f" stroke-width="9"/>'
        )
    x, y, w, h = _theatre(spots)
    return (
        f'<svg viewBox="{x:.0f} {y:.0f} {w:.0f} {h:.0f}" width="220" preserveAspectRatio="xMidYMid slice" '
        f'aria-hidden="true"><use href="#nw-europe"/>{"".join(marks)}</svg>'
    )


def _theatre(spots: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    """A box around most of some points: a tenth of them may lie outside on each side."""
    if len(spots) < 4:
        return 0.0, 0.0, 5900.0, 4700.0
    low, high = len(spots) // 10, len(spots) - 1 - len(spots) // 10
    xs, ys = sorted(x for x, _ in spots), sorted(y for _, y in spots)
    return xs[low] - 250, ys[low] - 250, xs[high] - xs[low] + 500, ys[high] - ys[low] + 500
