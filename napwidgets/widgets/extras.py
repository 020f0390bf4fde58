"""Panels that only some systems have: beside the table's own, opened over the map one at a time."""

from __future__ import annotations

from html import escape
from importlib import import_module
from typing import Any

import ipywidgets

from napwidgets.table.table import Table
from napwidgets.widgets.sheet import BadMessage, TablePanel, do, number_of, rest, undressed

#: The panels of a system: what the button says, its module, its class. Each takes a table.
EXTRAS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "wap": (
        ("Alliances", "alliance_display", "AllianceDisplay"),
        ("Lloyd's", "lloyds_tracker", "LloydsTracker"),
        ("Seas", "naval_display", "NavalDisplay"),
        ("Production", "production_desk", "ProductionDesk"),
    ),
    "jdg": (
        ("Command", "command_desk", "CommandDesk"),
        ("Cards", "event_hand", "EventHand"),
    ),
}


class ExtraTabs(TablePanel):
    """A button for each panel that the table's system has beside the common ones."""

    def __init__(self, table: Table) -> None:
        self.on = -1
        super().__init__(table, "nw-extras")

    @property
    def known(self) -> tuple[tuple[str, str, str], ...]:
        """The panels there are."""
        return EXTRAS.get(self.at.game.engine.system, ())

    def body(self) -> str:
        parts = (
            f'<button type="button" class="nw-b" aria-pressed="{str(i == self.on).lower()}" {do("extra", i)}>'
            f"{escape(title)}</button>"
            for i, (title, _, _) in enumerate(self.known)
        )
        return f'<div class="nw-row" role="group" aria-label="More panels">{"".join(parts)}</div>' if self.known else ""

    def do_extra(self, arg: str) -> None:
        if not self.known:
            raise BadMessage("This game has no more panels.")
        which = number_of(arg, 0, len(self.known) - 1)
        self.on = -1 if which == self.on else which
        self.opened(self.on)
        self.refresh()

    def opened(self, which: int) -> None:
        """Replaced by what shows the panels."""


class ExtraBook(ipywidgets.VBox):
    """The panel that is open, made when it is first wanted."""

    def __init__(self, table: Table, tabs: ExtraTabs) -> None:
        self._table, self._tabs = table, tabs
        self._made: dict[int, Any] = {}
        super().__init__([], layout={"display": "none"})
        self.add_class("nw-debrief-box")
        self.add_class("nw-extra-box")
        tabs.opened = self.show  # type: ignore[method-assign]

    def show(self, which: int) -> None:
        """Open a panel; -1 puts them all away."""
        if which >= 0 and which not in self._made:
            _, module, name = self._tabs.known[which]
            with undressed():
                self._made[which] = getattr(import_module(f"napwidgets.widgets.{module}"), name)(self._table)
        for n, panel in self._made.items():
            rest(panel, n != which)
        self.children = [self._made[which]] if which >= 0 else []
        self.layout.display = "" if which >= 0 else "none"
