"""The front page: the lobby, and in its place the table once a game is chosen; a reload finds the game
again.
"""

from __future__ import annotations

from urllib.parse import parse_qs

import ipywidgets

from napwidgets import scenarios
from napwidgets.kernel.game import Game
from napwidgets.language.visit import visit
from napwidgets.table.autosave import game_path
from napwidgets.table.hold import Hold
from napwidgets.table.table import Table
from napwidgets.widgets.computers import keep_up, leave
from napwidgets.widgets.first_dice import Beginning, FirstDice
from napwidgets.widgets.lobby import Lobby, new_id, parse_query, resume
from napwidgets.widgets.sheet import say
from napwidgets.widgets.table_app import TableApp


class Front(ipywidgets.Box):
    """What ``notebooks/lobby.ipynb`` shows. ``query`` is the page's query string; by default the one Voila
    gives.
    """

    #: What lobby it shows.
    lobby_kind: type[Lobby] = Lobby

    def __init__(self, query: str | None = None) -> None:
        super().__init__(layout={"width": "100%"})
        self.add_class("nw-front")
        query = visit().query if query is None else query
        self.table: Table | None = None
        id = parse_query(query)
        scenario = parse_qs(query.lstrip("?")).get("scenario", [None])[0]
        if id is None:
            self._lobby(scenario)
            return
        try:
            self._show(resume(id), id)
        except Exception as trouble:
            self._lobby(None, say(None, trouble))

    def _lobby(self, scenario: str | None, notice: str = "") -> None:
        try:
            lobby = self.lobby_kind(self._open, scenario, self._go_on)
        except Exception as trouble:
            lobby, notice = self.lobby_kind(self._open, goes_on=self._go_on), say(None, trouble)
        if notice:
            lobby.trouble(notice)
        self.children = [lobby]

    def _open(self, game: Game, seats: dict[str, str]) -> None:
        id = new_id()
        path = game_path(id)
        table = Table(game, seats, path=path, hold=Hold(path))
        table.open_page()
        table.save()
        self._show(table, id)

    def _go_on(self, id: str) -> None:
        self._show(resume(id), id)

    def _show(self, table: Table, id: str) -> None:
        if self.table is not None:
            leave(self.table)
        self.table = table
        table.follow = lambda: self._follow(table)  # type: ignore[method-assign]
        keep_up(table)
        app = TableApp(table)
        app.menu.address = f"?game={id}"
        self.children = [app]

    def _follow(self, table: Table) -> None:
        """The next battle of a campaign, at the same table, under an address of its own."""
        game = table.game
        engine = scenarios.sequel(game)
        if engine is None:
            table.say("No battle follows.")
            return

        def begin(following: Game) -> None:
            self._open(following, dict(table.seats))
            table.autosave.let_go()

        if game.seed is not None:
            begin(Game.new(engine, f"{game.seed}.{game.number}"))
        else:
            beginning, shown = Beginning(engine, begin), self.children
            if beginning.wanted is not None:
                self.children = [FirstDice(beginning, lambda: setattr(self, "children", shown))]
