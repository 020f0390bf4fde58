"""`HexMap`: the battle board."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, ClassVar

import traitlets

from napwidgets.board.hexmap import HexMap as Board
from napwidgets.kernel.game import Game
from napwidgets.language import pages
from napwidgets.table.presenter import Surveyor, Target, Weathered
from napwidgets.table.table import Table
from napwidgets.widgets import cartography
from napwidgets.widgets.board_widget import BoardWidget
from napwidgets.widgets.sheet import script, seated, style
from napwidgets.widgets.svg import board_svg

_LETTERS = {
    "clear": "c", "woods": "w", "town": "t", "chateau": "h", "marsh": "m", "water": "a", "hills": "i", "hillwoods": "j",
    "mountain": "k",
}  # fmt: skip

def board_data(board: Board) -> dict[str, Any]:
    """Everything about a board that the page needs, sent once."""
    return {
        "cols": board.cols,
        "rows": board.rows,
        "view": [round(v, 1) for v in cartography.bounds(board)],
        "land": cartography.land(board),
        "names": cartography.names(board),
        "terrain": "".join(_LETTERS[kind] for kind in board.terrain),
        # A letter a hex: levels are small.
        "levels": "".join(chr(ord("0") + level) for level in board.level),
        "places": {str(h): p.name for h, p in board.places.items()},
        **({"sheets": board.data.sheets} if board.data.sheets else {}),
    }


def scripts(*more: str) -> str:
    """The module of a battle board, with parts of its own before those that use them."""
    shared = ("deliver.js", "plane.js", "minimap.js", "land.js", "area.js", "pieces.js")
    return script(*shared, *more, "hexmap.js", "hands.js")


class HexMap(BoardWidget):
    """The board of a table, with mouse, drag and keyboard.

    Click a counter: where it can go lights up with the cost; click there, or drag, and it goes. A stack fans
    out.
    With the keyboard: Tab to the board, arrows, Enter, Escape; N goes to the next piece that can act.
    """

    _esm = scripts()
    _css = style("land.css") + style("hexmap.css")
    OVERLAYS: ClassVar[tuple[str, ...]] = ("zoc", "command", "sight")
    FROM_HEX: ClassVar[dict[str, str]] = {"sight": "Choose a hex first; then Sight shows what is seen from there."}

    #: What the margin of the sheet says, by what it says in English; nothing in English.
    margin = traitlets.Dict().tag(sync=True)

    def __new__(cls, table: Table | Game) -> HexMap:
        """The board that a system needs: what only some draw is sent to their pages alone."""
        weathered = isinstance(seated(table).presenter, Weathered)
        found: HexMap = super().__new__(SkyMap if weathered else cls)
        return found

    def __init__(self, table: Table | Game) -> None:
        table = seated(table)
        board = table.presenter.board
        if not isinstance(board, Board):
            raise ValueError("This system is not played on a board of hexes like this one; use CampaignMap.")
        self._ground = board
        data = board_data(board)
        self._surveys = list(table.presenter.surveys()) if isinstance(table.presenter, Surveyor) else []
        if self._surveys:
            data["surveys"] = [list(survey) for survey in self._surveys]
        super().__init__(table, board, data)

    def _draw(self) -> None:
        said = {words: pages.say(words) for words in cartography.margin(self._ground)}
        self.margin = {escape(words): escape(put) for words, put in said.items() if words != put}
        super()._draw()

    def hint(self, name: str, targets: Sequence[Target]) -> str:
        """What the lights mean for the chosen piece."""
        return _hint(name, list(targets))

    def known(self) -> Sequence[str]:
        """The overlays of every board of hexes, and those of the system."""
        return (*self.OVERLAYS, *(kind for kind, *_ in self._surveys))

    def _repr_svg_(self) -> str:
        table = self.table
        return board_svg(self._ground, table.scene())


class SkyMap(HexMap):
    """A battle board under a sky: weather over the land, supply, depots and covers."""

    _esm = scripts("sky.js")
    _css = HexMap._css + style("sky.css")


def _hint(name: str, targets: list[Target]) -> str:
    if not name:
        return ""
    if not targets:
        return f"{name} · see the choices in the list"
    if all(t.tone == "attack" for t in targets):
        return f"{name} · red dashes: what can be attacked"
    red = any(t.tone for t in targets)
    return f"Reach of {name} · blue: movement points to enter" + (
        " · red dashes: enemy zone of control, or attack" if red else ""
    )
