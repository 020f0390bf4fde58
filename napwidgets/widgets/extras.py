"""Panels beside those that are always open, opened over the map one at a time: the system's own, and the review."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets

from napwidgets.systems.record import Extra, named
from napwidgets.systems.registry import record_of
from napwidgets.table.presenter import Cardholder
from napwidgets.table.table import Table
from napwidgets.widgets.sheet import BadMessage, TablePanel, button, do, number_of, rest, undressed

#: What every system has: it comes after the system's own panels.
BOOK = Extra("Chronicle", "napwidgets.widgets.chronicle_book:ChronicleBook")
COMMON = (Extra("Review", "napwidgets.widgets.review:Review"), BOOK)


class ExtraTabs(TablePanel):
    """A button for each panel that the table's system has beside those that are always open, and for the review."""

    def __init__(self, table: Table) -> None:
        self.on = -1
        super().__init__(table, "nw-extras")

    @property
    def known(self) -> tuple[Extra, ...]:
        """The panels there are."""
        engine = self.at.game.engine
        there = {"": True, "linked": engine.linked, "cards": isinstance(self.at.presenter, Cardholder)}
        own = (
            panel for panel in record_of(engine.system).panels
            if there[panel.needs] and (not panel.option or engine.chosen.get(panel.option))
        )  # fmt: skip
        return (*own, *COMMON)

    def body(self) -> str:
        parts = (
            f'<button type="button" class="nw-b" aria-pressed="{str(i == self.on).lower()}" {do("extra", i)}>'
            f"{escape(panel.title)}</button>"
            for i, panel in enumerate(self.known)
        )
        return f'<div class="nw-row" role="group" aria-label="More panels">{"".join(parts)}</div>' if self.known else ""

    def open_book(self) -> None:
        """Open the whole chronicle, or put it away."""
        self.do_extra(str(self.known.index(BOOK)))

    def shut(self) -> None:
        """Put away the panel that is open."""
        if self.on >= 0:
            self.do_extra(str(self.on))

    def do_extra(self, arg: str) -> None:
        if not self.known:
            raise BadMessage("This game has no more panels.")
        which = number_of(arg, 0, len(self.known) - 1)
        self.on = -1 if which == self.on else which
        self.opened(self.on)
        self.refresh()

    def opened(self, which: int) -> None:
        """Replaced by what shows the panels."""


class _Head(TablePanel):
    """The way out of a panel that lies over the map, always in sight."""

    def __init__(self, table: Table, tabs: ExtraTabs) -> None:
        self._tabs = tabs
        super().__init__(table, "nw-extra-head")

    def body(self) -> str:
        # Another panel is read from its top.
        return f'<span data-top="{self._tabs.on}"></span>{button("Close", "shut", shuts=True)}'

    def do_shut(self, _: str) -> None:
        self._tabs.shut()


class ExtraBook(ipywidgets.VBox):
    """The panel that is open, made when it is first wanted."""

    def __init__(self, table: Table, tabs: ExtraTabs) -> None:
        self._table, self._tabs = table, tabs
        self._made: dict[int, Any] = {}
        with undressed():
            self._head = _Head(table, tabs)
        super().__init__([], layout={"display": "none"})
        self.add_class("nw-debrief-box")
        self.add_class("nw-extra-box")
        tabs.opened = self.show  # type: ignore[method-assign]

    def show(self, which: int) -> None:
        """Open a panel; -1 puts them all away."""
        if which >= 0 and which not in self._made:
            with undressed():
                self._made[which] = named(self._tabs.known[which].drawn_by)(self._table)
            if hasattr(self._made[which], "lies_over"):
                self._made[which].lies_over(self._tabs.shut)
        for n, panel in self._made.items():
            rest(panel, n != which)
        self._head.refresh()
        # There is room before anything comes into it: a chart draws itself as large as it finds it.
        self.layout.display = "" if which >= 0 else "none"
        self.children = [self._head, self._made[which]] if which >= 0 else []
