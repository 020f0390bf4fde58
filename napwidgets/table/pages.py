"""One game on several pages: who looks on sees what happens, who plays is asked before anything is overwritten."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.table.autosave import Autosave
from napwidgets.table.seats import Notice, NotNow

ELSEWHERE: Final = "This game is played on another page. Here you look on; what happens there appears by itself."
LOST: Final = "This game was taken over on another page. Here you look on; what happens there appears by itself."
ALONE: Final = "The other page was closed: you play here now."
TAKEN: Final = "You play here now; the other page looks on."


class OnPage:
    """What a `Table` knows of the other pages at its game; a table without a hold is alone with it."""

    game: Game
    notice: Notice
    others: list[Game]
    autosave: Autosave
    _change: Callable[[], AbstractContextManager[None]]
    _put: Callable[[Game], None]
    _looking_on = False

    @property
    def looking_on(self) -> bool:
        """Whether another page plays this game, and this one shows it."""
        return self._looking_on

    @property
    def leads_on(self) -> bool:
        """Whether the game that follows this one may be begun here."""
        return not self._looking_on

    def open_page(self) -> None:
        """Play here unless another page does."""
        self._looking_on = not self.autosave.hold_on()

    def take_over(self) -> None:
        """Play on here from what the other page did last; it looks on from now on."""
        self.autosave.hold_on(by_force=True)
        self._go_on(TAKEN)

    def keep_up(self) -> None:
        """Take in what other pages did meanwhile. A page calls it again and again."""
        if not self._looking_on:
            if not self.autosave.mine:
                self._step_back()
        elif self.autosave.hold_on():
            self._go_on(ALONE)
        elif self.autosave.touched:
            with self._change():
                self._put(self.autosave.read(self.game))

    def _go_on(self, words: str) -> None:
        with self._change():
            self._put(self.autosave.read(self.game))
            self.others = self.autosave.read_lines(self.game)
            self._looking_on, self.notice = False, Notice(words, (), "good")

    def _step_back(self) -> None:
        """Another page has taken the game over: what it keeps is the game."""
        with self._change():
            self._looking_on = True
            try:
                self._put(self.autosave.read(self.game))
            except (OSError, NapwidgetsError):
                self.autosave.forget()

    def _ours(self) -> None:
        """Raise `NotNow` unless this page plays."""
        if not self._looking_on and not self.autosave.mine:
            self._step_back()
        if self._looking_on:
            raise NotNow(f"{ELSEWHERE} Press “Play here” to go on yourself.")
