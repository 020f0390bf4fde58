"""`AllianceDisplay`: the ten markers, what weighs on the die, whom it turns and how likely, and what if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from napwidgets.kernel.game import Game
from napwidgets.table.presenter import panel_of
from napwidgets.table.table import Table
from napwidgets.widgets.report_panel import Book, ReportPanel, checked, pressed

if TYPE_CHECKING:
    import pandas as pd


class AllianceDisplay(ReportPanel):
    """Who stands where, and what the next roll for a state may change; every chance is exact.

    ``AllianceDisplay(table)`` follows a table, ``AllianceDisplay(game)`` shows a game as it stands, and
    ``AllianceDisplay()`` is a sandbox that begins in September 1805.
    """

    def __init__(self, source: Table | Game | None = None, seat: str | None = None) -> None:
        book = Book(panel_of("wap", "alliances"))
        found = checked(source, book.panel)
        self.unfolded = frozenset() if isinstance(found, Table) else frozenset({"months", "what-if"})
        super().__init__(found, "nw-alliances", book, seat)
        book.redraw = self.refresh

    def frame(self, what: str = "chances") -> pd.DataFrame:
        """What is shown as a data frame: ``chances``, ``modifiers``, ``markers``, ``what if`` or ``history``."""
        return self.frame_of(what)

    do_place, do_about, do_try, do_take = pressed("place"), pressed("about"), pressed("try"), pressed("take")
    do_cities, do_withdrew, do_back = pressed("cities"), pressed("withdrew"), pressed("back")
