"""Computer players at a table that is on screen: they think in a thread, so that the page stays awake."""

from __future__ import annotations

import asyncio
import logging
import time
from weakref import WeakKeyDictionary

from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.players.base import Thinker
from napwidgets.table.table import Table

LOG = logging.getLogger("napwidgets")

#: Computer moves are shown together this often, in seconds, with a breath between for the page.
FRAME, BREATH = 0.15, 0.03


class Computers:
    """Lets the computer players of one table move whenever it is their turn."""

    def __init__(self, table: Table) -> None:
        self._task: asyncio.Task[None] | None = None
        self._thought: tuple[Game, Thinker | None] | None = None
        self._left = False
        table.observe(self.wake)
        self.wake(table)

    def wake(self, table: Table) -> None:
        """Start, if it is a computer's turn. Without a running event loop `play_computers` is for that."""
        if self._thought is not None:
            game, thinker = self._thought
            if game is not table.game or thinker is not table.thinker:
                # What it thinks about is not wanted any more.
                self._hush()
        if self._left or not table.computer_moves or (self._task is not None and not self._task.done()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._task = loop.create_task(self._run(table))

    def leave(self) -> None:
        """Nobody sits at the table any more."""
        self._left = True
        self._hush()

    def _hush(self) -> None:
        thinker = self._thought[1] if self._thought is not None else None
        if thinker is not None:
            thinker.stop()

    async def _run(self, table: Table) -> None:
        """Computer moves until a person must decide."""
        try:
            while table.computer_moves and not self._left:
                due, shown = time.monotonic() + FRAME, table.thinker
                # Before somebody begins to think the page says so.
                while table.computer_moves and time.monotonic() < due and table.thinker in (None, shown):
                    await self._one(table)
                table.tell()
                await asyncio.sleep(BREATH)
        except Exception as trouble:
            LOG.exception("a computer player's turn failed", exc_info=trouble)
            table.say("The computer player stopped; press any button to let it go on.", (), "refusal")

    async def _one(self, table: Table) -> None:
        decision = table.game.decision
        if decision is None:
            return
        game, kind = table.game, table.seats[decision.seat]
        self._thought = game, table.thinker
        try:
            choice = await asyncio.to_thread(table.try_choose)
        except asyncio.CancelledError:
            self._hush()
            raise
        finally:
            self._thought = None
        if self._left or table.seats[decision.seat] != kind:
            return
        with table.quiet():
            table.computed(game, decision.seat, choice)


_AT_WORK: WeakKeyDictionary[Table, Computers] = WeakKeyDictionary()


def attend(table: Table) -> None:
    """See to the computer players of a table; every widget asks for it, and it is done once."""
    if table not in _AT_WORK:
        _AT_WORK[table] = Computers(table)


def leave(table: Table) -> None:
    """Let the computer players of a table that nobody sees any more rest."""
    if (at_work := _AT_WORK.get(table)) is not None:
        at_work.leave()


def play_computers(table: Table) -> None:
    """All computer moves up to the next decision of a person, at once: for plain Python."""
    while table.step():
        pass


#: How often a page looks what other pages at its game have done, in seconds.
EVERY = 0.4
_KEPT_UP: set[asyncio.Task[None]] = set()


def keep_up(table: Table) -> None:
    """Let a table take in what happens on other pages at its game, as long as this page lives."""
    try:
        task = asyncio.get_running_loop().create_task(_keep_up(table))
    except RuntimeError:
        return
    _KEPT_UP.add(task)
    task.add_done_callback(_KEPT_UP.discard)


async def _keep_up(table: Table) -> None:
    while True:
        await asyncio.sleep(EVERY)
        try:
            table.keep_up()
        except (NapwidgetsError, OSError) as trouble:
            LOG.warning("the game on another page can't be followed: %s", trouble)
