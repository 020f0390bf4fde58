"""Moments and lines of play: look at an earlier moment, branch off there, take up a line that was left."""

from __future__ import annotations

from collections.abc import Callable

from napwidgets.kernel.game import Game
from napwidgets.table.aftermath import Unread
from napwidgets.table.seats import Ask, Focus, Notice, NotNow


class Lines(Unread):
    """What a `Table` shows of its game: the present moment or an earlier one, this line of play or another."""

    others: list[Game]
    #: Whether one may play on from an earlier moment.
    branches = True
    ask: Ask | None
    focus: Focus
    _moment: int | None
    _passed: str | None
    _save: Callable[[], None]

    @property
    def shown(self) -> Game:
        """The moment on screen: the present one, or an earlier one while the scrubber stands there."""
        return self.game if self._moment is None else self.game.at(self._moment)

    @property
    def scrubbing(self) -> bool:
        """Whether an earlier moment is on screen."""
        return self._moment is not None

    def goto(self, number: int | None) -> None:
        """Look at the game after ``number`` moves; None is the present. The line of play is kept."""
        if number is not None and not 0 <= number <= self.game.number:
            raise NotNow(f"This game has {self.game.number} moves so far; {number} is not one of them.")
        with self._change():
            self._moment = None if number is None or number == self.game.number else number
            # What was said of another moment would stand in the place of which one this is.
            self.focus, self.notice = Focus(), Notice("")

    def branch(self, number: int | None = None, seed: str | None = None) -> None:
        """Play on from an earlier moment (by default the one on screen); the line left is kept in
        ``others``.
        """
        self._ours()
        at = number if number is not None else self._moment if self._moment is not None else self.game.number
        if not 0 <= at <= self.game.number:
            raise NotNow(f"This game has {self.game.number} moves so far; {at} is not one of them.")
        with self._change():
            left = self.game
            self.game = left.branch(at, seed)
            if left.number > at:
                self.others.append(left)
            self._moment, self.ask, self.focus, self._passed = None, None, Focus(), None
            self._read()
            self.notice = Notice("")
            self._save()

    def take_up(self, line: int) -> None:
        """Go back to a line of play in ``others``. The line left takes its place, unless it is the beginning of that
        one. Raises `NotNow` if there is no such line.
        """
        self._ours()
        if not 0 <= line < len(self.others):
            raise NotNow("There is no such line of play.")
        with self._change():
            left, self.game = self.game, self.others.pop(line)
            if left.number > self.game.number or self.game.at(left.number).state != left.state:
                self.others.insert(line, left)
            self._moment, self.ask, self.focus, self._passed = None, None, Focus(), None
            self._read()
            self.notice = Notice("")
            self._save()
