"""`SharedApp`: a whole table at a shared game, with the people at it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import ipywidgets

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.shared.pages.company import Asked, Company
from napwidgets.shared.table import SharedTable
from napwidgets.widgets.panels import Header
from napwidgets.widgets.sheet import printer
from napwidgets.widgets.table_app import GameMenu, TableApp

LOG = logging.getLogger("napwidgets")
#: How often a page says that it is there, in seconds.
BEAT: Final = 5.0


class SharedMenu(GameMenu):
    """The menu of a shared table: the whole game as a file comes only at its end."""

    def body(self) -> str:
        return (
            f'<div class="nw-row">{printer("map", "Print the map")}'
            '<button type="button" class="nw-b quiet" data-sounds aria-pressed="false"><span>Sound off</span>'
            f'<span>Sound on</span></button><a class="nw-b quiet" href="{self.lobby}" data-key="lobby">Lobby</a>'
            f"{self._results()}</div>"
        )

    def do_save(self, _: str) -> None:
        """Only what the table gives away itself."""
        if not isinstance(self.table, SharedTable):
            return
        self.download = {"n": self.serial + 1, "name": "game.json", "text": self.table.whole()}


class SharedApp(TableApp):
    """Everything one needs at a shared table."""

    def __init__(self, table: SharedTable) -> None:
        self.shared = table
        super().__init__(table)

    def _lay(self, table: SharedTable, header: Header) -> list[ipywidgets.Widget]:  # type: ignore[override]
        laid = super()._lay(table, header)
        self.company, asked = Company(table), Asked(table)
        menu, self.menu = self.menu, SharedMenu(table)
        for box in laid:
            children = getattr(box, "children", ())
            if menu in children:
                menu.close()
                box.children = [*(c for c in children if c is not menu), self.company, self.menu]
            elif "nw-at-news" in getattr(box, "_dom_classes", ()):
                box.children = [asked, *children]
        return laid


class Following:
    """Keeps a page up with its game until it is stopped; ``moved`` is called when its seat is at another table now."""

    def __init__(self, table: SharedTable, moved: Callable[[], None] = lambda: None) -> None:
        self._table, self._moved = table, moved
        self._task: asyncio.Task[None] | None = None
        self._stop: Callable[[], None] | None = None

    def start(self) -> None:
        """Begin, if an event loop runs."""
        with suppress(RuntimeError):
            loop = asyncio.get_running_loop()
            woken = asyncio.Event()
            self._stop = self._table.follow_by(lambda: _wake(loop, woken))
            self._task = loop.create_task(self._run(woken))

    def stop(self) -> None:
        """The page has gone."""
        if self._stop is not None:
            self._stop()
        if self._task is not None:
            self._task.cancel()
        with suppress(NapwidgetsError):
            self._table.leave()

    async def _run(self, woken: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            try:
                if loop.time() >= due:
                    due = loop.time() + BEAT
                    self._table.beat()
                self._table.keep_up()
                self._table.news_of_people()
                if self._table.goes_on and not self._table.course.over:
                    asyncio.get_running_loop().call_soon(self._moved)
                    return
            except NapwidgetsError as trouble:
                LOG.warning("a shared game can't be followed for a moment: %s", trouble)
                self._table.say(str(trouble), (), "refusal")
            except Exception as trouble:
                LOG.exception("following a shared game failed", exc_info=trouble)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.05, due - loop.time())):
                    await woken.wait()
            woken.clear()


def _wake(loop: asyncio.AbstractEventLoop, woken: asyncio.Event) -> None:
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(woken.set)
