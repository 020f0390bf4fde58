"""`LloydsTracker`: the rate, what it compels, the raids planned and what they will do to it, attacks on bases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import ipywidgets

from napwidgets.board.panels import Plotter
from napwidgets.board.report import Curve
from napwidgets.kernel.game import Game
from napwidgets.kernel.odds import Distribution
from napwidgets.table.presenter import panel_of
from napwidgets.table.table import Table
from napwidgets.widgets.report_panel import Book, ReportPanel, checked, pressed
from napwidgets.widgets.report_plots import OddsChart, RateChart
from napwidgets.widgets.sheet import undressed
from napwidgets.widgets.still import Still

if TYPE_CHECKING:
    import pandas as pd


class _RatePanel(ReportPanel):
    """The scale, and what England must do now."""

    do_back = pressed("back")


class _RaidPanel(_RatePanel):
    """Raiders zone by zone, the thresholds, and attacks on bases."""

    do_raid, do_answer, do_attack = pressed("raid"), pressed("answer"), pressed("attack")


class LloydsTracker(Still, ipywidgets.VBox):
    """The war on trade: ``LloydsTracker(table)``, ``LloydsTracker(game)``, or alone as a sandbox; odds are exact."""

    def __init__(self, source: Table | Game | None = None, seat: str | None = None) -> None:
        book = Book(panel_of("wap", "lloyds"))
        found = checked(source, book.panel)
        self._panel = cast(Plotter, book.panel)
        self.rate = _RatePanel(found, "nw-rate", book, seat, "rate")
        with undressed():
            self.raids = _RaidPanel(found, "nw-rate", book, seat, "raids")
        self._odds, self._past = OddsChart(), None if found is None else RateChart(self._curve().thresholds)
        self._charts = ipywidgets.Box()
        self._charts.add_class("nw-wapcharts")
        super().__init__([self.rate, self._charts, self.raids])
        self.add_class("nw-wapbox")
        book.redraw = self.refresh
        self.rate.observe(lambda _: self._draw(), "serial")
        self._draw()

    def _curve(self) -> Curve:
        return self._panel.curve(self.rate.glance(), self.rate.book.asked)

    def refresh(self) -> None:
        """Draw everything again."""
        self.rate.refresh()
        self.raids.refresh()
        self._draw()

    def _draw(self) -> None:
        # A chart that is not to be seen is not there: one without a size can't be drawn.
        shown: list[OddsChart | RateChart] = []
        if not self.rate.veiled and self.raids.html:
            curve = self._curve() if self._past is not None else None
            if self._past is not None and curve is not None and curve.values:
                self._past.show(curve.values, curve.names)
                shown.append(self._past)
            self._odds.show(self._panel.spread(self.rate.glance(), self.rate.book.asked))
            shown.append(self._odds)
        self._charts.layout.display = "" if shown else "none"
        self._charts.children = shown

    # Data

    @property
    def position(self) -> Any:
        """Lloyd's as it is shown, with what is tried."""
        panel: Any = self._panel
        return panel.position(self.rate.glance(), self.rate.book.asked)

    @property
    def spread(self) -> Distribution[int]:
        """The exact distribution of the coming rate, in half per cents."""
        panel: Any = self._panel
        found: Distribution[int] = panel.odds(self.rate.glance(), self.rate.book.asked)
        return found

    def set(self, zone: str, french: int = 0, allied: int = 0, bases: int = 0) -> None:
        """Plan raiders in a zone, by its id in the table of zones."""
        for what, number in (("french", french), ("allied", allied), ("bases", bases)):
            self.raids.do_raid(f"{zone}:{what}={number}")

    def frame(self, what: str = "next") -> pd.DataFrame:
        """What is shown as a data frame: ``next`` (rate), ``raids``, ``history``, ``duties`` or ``thresholds``."""
        return self.rate.frame_of(what)
