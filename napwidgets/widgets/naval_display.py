"""`NavalDisplay`: the sixteen seas with fleets and blockades, exact chances to intercept and slip out, a fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

import ipywidgets

from napwidgets.board.panels import Bencher
from napwidgets.kernel.game import Game
from napwidgets.table.presenter import panel_of
from napwidgets.table.table import Table
from napwidgets.widgets.battle_resolver import SandboxResolver
from napwidgets.widgets.report_panel import Book, ReportPanel, checked, pressed
from napwidgets.widgets.sheet import undressed
from napwidgets.widgets.still import Still

if TYPE_CHECKING:
    import pandas as pd


class _SeaPanel(ReportPanel):
    """The chart and what is known of the zone that is chosen."""

    do_zone, do_nelson, do_attack, do_defend = pressed("zone"), pressed("nelson"), pressed("attack"), pressed("defend")


class NavalDisplay(Still, ipywidgets.VBox):
    """The war at sea: ``NavalDisplay(table)``, ``NavalDisplay(game)``, or alone as a sandbox. All odds are exact."""

    def __init__(self, source: Table | Game | None = None, seat: str | None = None) -> None:
        book = Book(panel_of("wap", "seas"))
        self.sea = _SeaPanel(checked(source, book.panel), "nw-naval", book, seat)
        with undressed():
            self.fight = SandboxResolver(cast(Bencher, book.panel).sandbox(self.sea.glance()))
        book.redraw, book.fill = self.sea.refresh, self._fill
        super().__init__([self.sea, self.fight])
        self.add_class("nw-wapbox")
        self.sea.observe(lambda _: self._veil(), "html")
        self._veil()

    def _veil(self) -> None:
        self.fight.layout.display = "none" if self.sea.veiled else ""

    def _fill(self, values: Mapping[str, str]) -> None:
        """Put ships into the fight."""
        self.fight.form.values.update(values)
        self.fight.form.refresh()

    def frame(self, what: str = "fleets") -> pd.DataFrame:
        """What is shown as a data frame: ``fleets``, ``ports``, ``zones``, ``intercept`` or ``fight``."""
        import pandas as pd

        found, battle = self.sea.frame_of(what), self.fight.battle
        if what != "fight" or battle is None:
            return found
        return pd.DataFrame([(c.label, c.exact, c.chance) for c in battle.chances], columns=found.columns)
