"""`TableApp`: the whole table in one widget."""

from __future__ import annotations

import time

import ipywidgets

from napwidgets.kernel.game import Game
from napwidgets.table.table import Table
from napwidgets.widgets.actions import ActionPanel
from napwidgets.widgets.aftermath_card import AftermathCard
from napwidgets.widgets.battle_resolver import BattleResolver
from napwidgets.widgets.boards import board_widget
from napwidgets.widgets.chronicle import Chronicle
from napwidgets.widgets.debrief import Debrief
from napwidgets.widgets.extras import ExtraBook, ExtraTabs
from napwidgets.widgets.herald import HeraldCard
from napwidgets.widgets.order_pad import OrderPad
from napwidgets.widgets.panels import Curtain, Header, Inspector, Roster, StatusLine
from napwidgets.widgets.review import Review
from napwidgets.widgets.sheet import TablePanel, button, printer, rest, seated, undressed
from napwidgets.widgets.still import Still


class GameMenu(TablePanel):
    """Save by download, back to the lobby."""

    #: Where the lobby is, seen from the page; a lesson's page lies below it.
    lobby = "?"

    def __init__(self, table: Table) -> None:
        super().__init__(table, "nw-menu")

    def body(self) -> str:
        return (
            f'<div class="nw-row">{button("Save to a file", "save")}{printer("map", "Print the map")}'
            '<button type="button" class="nw-b quiet" data-sounds aria-pressed="false"><span>Sound off</span>'
            "<span>Sound on</span></button>"
            f'<a class="nw-b quiet" href="{self.lobby}" data-key="lobby">Lobby</a>{self._results()}</div>'
        )

    def _results(self) -> str:
        if self.at.telling:
            return ""
        return button("Show results", "results", kind="quiet", title="After fights, and what the others did")

    def do_results(self, _: str) -> None:
        """Fights and the deeds of others are told again."""
        self.at.tell_results(True)

    def do_save(self, _: str) -> None:
        from napwidgets.kernel import saves

        game = self.at.game
        name = game.engine.scenario_id.replace("/", "-")
        self.download = {
            "n": time.time_ns() % 10**9,
            "name": f"{name}-move-{game.number}.json",
            "text": saves.dump(game).decode(),
        }


class TableApp(Still, ipywidgets.Box):
    """Map, orders, battle, roster, chronicle: everything one needs at a table."""

    def __init__(self, table: Table | Game) -> None:
        self.table = table = seated(table)
        table.veiled = True
        header = Header(table)
        with undressed():
            super().__init__(self._lay(table, header))
        self.add_class("nw-table")
        self.actions.open_debrief = self._open  # type: ignore[method-assign]
        self.debrief.shut = self._open  # type: ignore[method-assign]

    def _lay(self, table: Table, header: Header) -> list[ipywidgets.Widget]:
        """Everything in its place; the header alone brings the style sheet."""
        # A form says what a click on the map sends, so it is told of a change before the map is.
        pad = OrderPad(table)
        tabs = ExtraTabs(table)
        self.map, self.actions, self.menu = board_widget(table), ActionPanel(table), GameMenu(table)
        self.debrief, chronicle = Debrief(table), Chronicle(table)
        chronicle.open_book = tabs.open_book  # type: ignore[method-assign]
        parts = {
            "head": ipywidgets.Box([header]),
            "status": ipywidgets.Box([StatusLine(table)]),
            "left": ipywidgets.VBox([tabs, Inspector(table), Roster(table, cards=False)]),
            "map": ipywidgets.Box([self.map]),
            "right": ipywidgets.VBox([self.actions, pad, BattleResolver(table), self.menu]),
            "foot": ipywidgets.Box([chronicle]),
            "news": ipywidgets.VBox([HeraldCard(table), AftermathCard(table)]),
            "veil": ipywidgets.Box([Curtain(table)]),
        }
        for name, part in parts.items():
            part.add_class(f"nw-at-{name}")
        self._book = ipywidgets.VBox([self.debrief], layout={"display": "none"})
        self._book.add_class("nw-debrief-box")
        rest(self._book)
        header.folded = lambda away: rest(parts["left"], away)  # type: ignore[method-assign]
        return [*parts.values(), ExtraBook(table, tabs), self._book]

    def _open(self) -> None:
        shown = self._book.layout.display == ""
        if len(self._book.children) == 1:
            with undressed():
                review = Review(self.table)
            review.lies_over(self._open)
            self._book.children = [self.debrief, review]
        self.debrief.over = not shown
        self.debrief.refresh()
        rest(self._book, shown)
        self._book.layout.display = "none" if shown else ""
