"""Works out the review of a table's game in the background, a task at a time, for all panels that show it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from weakref import WeakKeyDictionary

from napwidgets.kernel.game import Game
from napwidgets.lab.known import Known
from napwidgets.lab.luck import Thrown, thrown
from napwidgets.lab.review import GAMES, Review
from napwidgets.table.table import Table

LOG = logging.getLogger("napwidgets")
#: How often panels are told how far it is, and how often it is written to disk, in seconds.
FRAME, KEEP = 0.5, 5.0


class Reviewer:
    """The review of what is on a table, kept beside the game's save. It is worked out when somebody asks for it, and
    can be stopped and taken up again.
    """

    def __init__(self, table: Table) -> None:
        path = table.autosave.path
        self._path = None if path is None else path.with_suffix(".review")
        self._known = Known(table.game.engine, self._path)
        self._review: tuple[Game, str | None, int, Review] | None = None
        self._dice: dict[tuple[int, str | None], tuple[Game, tuple[Thrown, ...]]] = {}
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        self.games = GAMES
        self.observers: list[Callable[[], None]] = []

    @property
    def busy(self) -> bool:
        """Whether it is being worked out now."""
        return self._task is not None and not self._task.done()

    def review(self, table: Table) -> Review:
        """The review of the game as the seat that looks may know it now."""
        game, seat = table.game, table.eyes if table.private else None
        known = self._review
        if known is None or known[0] is not game or known[1:3] != (seat, self.games):
            if game.engine.fingerprint != (known[0].engine.fingerprint if known else game.engine.fingerprint):
                self._known = Known(game.engine, self._path)
            known = (game, seat, self.games, Review(game, seat, False, self.games, self._known))
            self._review = known
        return known[3]

    def dice(self, table: Table) -> tuple[Thrown, ...]:
        """The dice that the seat which looks has seen; each move is looked at once."""
        seat = table.eyes if table.private else None
        found: list[Thrown] = []
        for game in [*table.game.line()][::-1]:
            known = self._dice.get((game.number, seat))
            if known is None or known[0] is not game:
                known = (game, tuple(thrown(game, game.dice_for(seat))))
                self._dice[game.number, seat] = known
            found += known[1]
        return tuple(found)

    def start(self, table: Table) -> None:
        """Work out what is left, in the background; at once where nothing runs in the background (plain Python)."""
        if self.busy:
            return
        self._stopped = False
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.review(table).work()
            self._known.keep()
            self._tell()
            return
        self._task = loop.create_task(self._run(table))

    def stop(self) -> None:
        """Stop after the move that is being thought about; what is finished is kept."""
        self._stopped = True

    async def _run(self, table: Table) -> None:
        told = kept = time.monotonic()
        try:
            game = table.game
            while not self._stopped and table.game is game and (todo := self.review(table).todo()):
                review = self.review(table)
                for task in todo:
                    if self._stopped or table.game is not game:
                        break
                    await asyncio.to_thread(review.do, task, lambda: self._stopped)
                    now = time.monotonic()
                    if now - told > FRAME:
                        told = now
                        self._tell()
                    if now - kept > KEEP:
                        kept = now
                        self._known.keep()
                    await asyncio.sleep(0)
        except Exception as trouble:
            LOG.exception("a review failed", exc_info=trouble)
            table.say("The review could not be worked out; the game itself is safe.", (), "refusal")
        self._known.keep()
        self._task = None
        self._tell()

    def _tell(self) -> None:
        for callback in tuple(self.observers):
            callback()


_AT_WORK: WeakKeyDictionary[Table, Reviewer] = WeakKeyDictionary()


def reviewer_of(table: Table) -> Reviewer:
    """The one reviewer of a table."""
    found = _AT_WORK.get(table)
    if found is None:
        found = _AT_WORK[table] = Reviewer(table)
    return found
