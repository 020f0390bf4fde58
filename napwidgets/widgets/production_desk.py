"""`ProductionDesk`: what a state can raise and what it has raised; when it is your phase, you buy here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from napwidgets.kernel.game import Game
from napwidgets.scenarios import new_game
from napwidgets.table.presenter import panel_of
from napwidgets.table.table import Table
from napwidgets.widgets.report_panel import Book, ReportPanel, checked, pressed

if TYPE_CHECKING:
    import pandas as pd


class ProductionDesk(ReportPanel):
    """Force pools, cities, points, ships being built, loans and prisoners of each state; and the purchases open now.

    At a table it buys there. A game alone gets a table of its own (``desk.table``); without anything the books of
    September 1805 are opened.
    """

    exact = frozenset({"buy", "place", "done"})

    def __init__(self, source: Table | Game | None = None, seat: str | None = None) -> None:
        book = Book(panel_of("wap", "production"))
        found = checked(source, book.panel)
        table = found if isinstance(found, Table) else Table(found or new_game("wap/grand-campaign"))
        self._bought = ""
        # Over a map one comes to buy; alone it is there for its books.
        self.unfolded = frozenset() if isinstance(found, Table) else frozenset({"books", "troops"})
        super().__init__(table, "nw-desk", book, seat)
        book.redraw = self.refresh

    def content(self) -> str:
        decision = self.table.decision if self.table is not None else None
        now = decision.title if decision is not None else ""
        if self._bought and self._bought != now:
            self.shut_folds("books")
        self._bought = now
        return super().content()

    def frame(self, what: str = "pools") -> pd.DataFrame:
        """What is shown as a data frame: ``pools``, ``cities``, ``points``, ``keels``, ``minors`` or ``prisoners``."""
        return self.frame_of(what)

    do_buy, do_place, do_done, do_books = pressed("buy"), pressed("place"), pressed("done"), pressed("books")
