"""What every map of a campaign has in common: the layer on it that draws what moves and takes the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import traitlets

from napwidgets.board.scene import Scene
from napwidgets.language import pages
from napwidgets.table.presenter import Board, Target
from napwidgets.table.table import Table
from napwidgets.widgets.board_widget import BoardWidget
from napwidgets.widgets.sheet import script, style
from napwidgets.widgets.spoken_picture import spoken_picture


def scripts(*last: str) -> str:
    """The module of a map: what all share, and its own last parts."""
    shared = ("deliver.js", "plane.js", "minimap.js", "land.js", "campaign_pieces.js", "campaign_view.js")
    return script(*shared, "map_names.js", "campaign.js", *last)


class MapLayer(BoardWidget):
    """What moves on a map, and the keyboard; a subclass knows the board it lies on."""

    _css = style("land.css") + style("campaign.css")
    map_id = traitlets.Unicode("").tag(sync=True)
    picture = traitlets.Bytes(b"").tag(sync=True)
    #: What is said of a click where there is no place.
    NOWHERE: ClassVar[str] = "That is beyond the edge of the map."

    def __init__(self, table: Table, land: Board, data: dict[str, Any], map_id: str, drawn: bytes) -> None:
        # As it was drawn; what goes to the page is in its language.
        self._drawn = drawn
        super().__init__(table, land, data, map_id=map_id, picture=spoken_picture(drawn, pages.language()))

    def _draw(self) -> None:
        self.picture = spoken_picture(self._drawn, pages.language())
        super()._draw()

    def hint(self, name: str, targets: Sequence[Target]) -> str:
        """What the lights mean for the chosen force."""
        if not name:
            return ""
        if not targets:
            return f"{name} · see the choices in the list"
        red = any(t.tone for t in targets)
        notes = [t.note for t in targets if t.note]
        share = " · per cent: chance to be met on the way" if any(" · " in note for note in notes) else ""
        figures = f" · figures: movement points{share}" if notes else ""
        if notes and all(note.endswith("%") and " · " not in note for note in notes):
            figures = " · per cent: the chance that it comes off"
        return f"{name}{figures}" + (" · red dashes: a fight" if red else "")

    def free_hint(self, targets: Sequence[Target]) -> str:
        """What the lights mean where the decision is about no piece."""
        if not targets:
            return ""
        several = any(t.move is None for t in targets)
        return "Lit places: click one" + (", then choose in the list" if several else "")

    def locate(self, latlng: tuple[float, float]) -> int:
        """The place at a point of the map, -1 for none."""
        raise NotImplementedError

    def still(self, scene: Scene | None) -> str:
        """The map as a still picture."""
        raise NotImplementedError
