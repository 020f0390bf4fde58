"""`TableApp`: the whole table in one widget, with the computer players' moves in between."""

from __future__ import annotations

import asyncio
import time
from html import escape

import ipywidgets

from napwidgets.table.table import Table
from napwidgets.widgets.actions import ActionPanel
from napwidgets.widgets.battle_resolver import BattleResolver
from napwidgets.widgets.chronicle import Chronicle
from napwidgets.widgets.debrief import Debrief
from napwidgets.widgets.hexmap import HexMap
from napwidgets.widgets.order_pad import OrderPad
from napwidgets.widgets.panels import Curtain, Header, Roster, StatusLine
from napwidgets.widgets.sheet import LOG, TablePanel, button

#: Computer moves are shown together this often, in seconds, with a breath between for the page.
FRAME, BREATH = 0.15, 0.03


class GameMenu(TablePanel):
    """Save by download, the debrief, back to the lobby."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, "nw-menu")

    def body(self) -> str:
        over = self.at.game.outcome is not None
        debrief = button("Debrief", "debrief", kind="main") if over else ""
        return (
            f'<div class="nw-row">{button("Save to a file", "save")}{debrief}'
            f'<a class="nw-b quiet" href="?" data-key="lobby">Lobby</a></div>'
        )

    def do_save(self, _: str) -> None:
        from napwidgets.kernel import saves

        game = self.at.game
        name = game.engine.scenario_id.replace("/", "-")
        self.download = {
            "n": time.time_ns() % 10**9,
            "name": f"{name}-move-{game.number}.json",
            "text": saves.dump(game).decode(),
        }

    def do_debrief(self, _: str) -> None:
        self.send_debrief()

    def send_debrief(self) -> None:
        """Replaced by the app, which knows where the debrief stands."""
        self.at.say("The debrief is shown by the widget Debrief(table).")


class TableApp(ipywidgets.Box):
    """Map, orders, battle, roster, chronicle: everything one needs at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.map, self.actions, self.menu = HexMap(table), ActionPanel(table), GameMenu(table)
        self.debrief = Debrief(table)
        parts = {
            "head": ipywidgets.Box([Header(table)]),
            "status": ipywidgets.Box([StatusLine(table)]),
            "left": ipywidgets.VBox([Roster(table)]),
            "map": ipywidgets.Box([self.map]),
            "right": ipywidgets.VBox([self.actions, OrderPad(table), BattleResolver(table), self.menu]),
            "foot": ipywidgets.Box([Chronicle(table)]),
            "veil": ipywidgets.Box([Curtain(table)]),
        }
        for name, part in parts.items():
            part.add_class(f"nw-at-{name}")
        self._book = ipywidgets.VBox([self.debrief], layout={"display": "none"})
        self._book.add_class("nw-debrief-box")
        super().__init__([*parts.values(), self._book])
        self.add_class("nw-table")
        self.menu.send_debrief = self._open  # type: ignore[method-assign]
        self.actions.open_debrief = self._open  # type: ignore[method-assign]
        self._task: asyncio.Task[None] | None = None
        table.observe(lambda _: self.wake())
        self.wake()

    def _open(self) -> None:
        shown = self._book.layout.display == ""
        self._book.layout.display = "none" if shown else ""

    def wake(self) -> None:
        """Let the computer players move, if it is their turn; without a running event loop at once."""
        if not self.table.computer_moves or (self._task is not None and not self._task.done()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._task = loop.create_task(self._computers())

    async def _computers(self) -> None:
        """Computer moves until a person must decide. They think in a thread, so that the page stays awake."""
        table = self.table
        try:
            while table.computer_moves:
                due = time.monotonic() + FRAME
                while table.computer_moves and time.monotonic() < due:
                    decision = table.game.decision
                    if decision is None:
                        break
                    game, seat = table.game, decision.seat
                    choice = await asyncio.to_thread(table.try_choose)
                    with table.quiet():
                        table.computed(game, seat, choice)
                table.tell()
                await asyncio.sleep(BREATH)
        except Exception as trouble:
            LOG.exception("a computer player's turn failed", exc_info=trouble)
            table.say("The computer player stopped; press any button to let it go on.", (), "refusal")


def play_computers(table: Table) -> None:
    """All computer moves up to the next decision of a person, at once: for plain Python."""
    while table.step():
        pass


def welcome(text: str) -> ipywidgets.HTML:
    """A sentence in place of a table that can't be shown."""
    return ipywidgets.HTML(f'<p class="nw-refusal">{escape(text)}</p>')
