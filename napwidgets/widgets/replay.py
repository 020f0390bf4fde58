"""Moves once more on the map, one after the other, until the present or until somebody stops it."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from napwidgets.table.table import Table

#: Seconds a move, by the names of the speeds.
PACES = {"slow": 1.6, "usual": 0.8, "quick": 0.3}


class Replay:
    """What is played once more at a table: where it stands and how fast it goes."""

    def __init__(self) -> None:
        self.pace = "usual"
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether moves are being shown."""
        return self._task is not None and not self._task.done()

    def start(self, table: Table, number: int) -> None:
        """Show the moves after ``number``; without a running event loop only the first of them."""
        self.stop()
        table.goto(number)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._task = loop.create_task(self._run(table))

    def stop(self) -> None:
        """Stay where it is."""
        if self._task is not None:
            self._task.cancel()
        self._task = None

    async def _run(self, table: Table) -> None:
        at = table.shown.number
        while table.scrubbing:
            await asyncio.sleep(PACES[self.pace])
            if table.shown.number != at:
                # Somebody looks elsewhere: that is where he wants to be.
                return
            at += 1
            if at >= table.game.number:
                self._task = None
            table.goto(at)


_AT: WeakKeyDictionary[Table, Replay] = WeakKeyDictionary()


def replay_of(table: Table) -> Replay:
    """The replay of a table."""
    return _AT.setdefault(table, Replay())
