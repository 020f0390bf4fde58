"""Dice that people throw themselves: what a move waits for, and the throw that was typed in last once more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from napwidgets.kernel.dice import DiceNeeded
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Move
from napwidgets.table.lines import Lines
from napwidgets.table.seats import Ask, Focus, Notice, NotNow


class Asking(Lines):
    """What a `Table` does about dice that are typed in."""

    play: Callable[..., None]

    def type_dice(self, faces: Sequence[int]) -> None:
        """The dice that ``ask`` wants, as they fell; raises `WrongDice` and keeps what was typed before."""
        ask = self.ask
        if ask is None:
            raise NotNow("No dice are wanted now.")
        self.play(ask.move, ask.seat, (*ask.typed, tuple(faces)))

    @property
    def retypable(self) -> bool:
        """Whether the throw that was typed in last may be typed in again, since a finger may slip."""
        if self.game.seed is not None or not self.branches or self.looking_on or self.scrubbing:
            return False
        return bool(self.ask.typed if self.ask is not None else self.game.number and self.game.last.throws)

    def retype(self) -> None:
        """Ask again for the throw that was typed in last; the move that it was thrown for stays."""
        self._ours()
        if not self.retypable:
            raise NotNow("There are no dice that could be typed in again.")
        with self._change():
            self.game, self.ask = _again(self.game, self.ask)
            self.focus, self.notice = Focus(), Notice("")

    def drop_dice(self) -> None:
        """Take back a move that waits for dice, while none has fallen for it."""
        self._ours()
        if self.ask is None:
            raise NotNow("No dice are wanted now.")
        if self.ask.fallen:
            raise NotNow("A die has fallen for this move: it can't be taken back.")
        with self._change():
            # A refusal of what was typed would outlive the question.
            self.ask, self.notice = None, Notice("")


def asked(
    need: DiceNeeded, move: Move, seat: str | None, typed: Sequence[tuple[int, ...]], fallen: bool = False
) -> Ask:
    """What a move waits for."""
    thrown = need.purpose, need.kind, need.count, need.sides, need.items
    return Ask(move, seat, *thrown, tuple(typed), fallen or bool(typed))


def _again(game: Game, ask: Ask | None) -> tuple[Game, Ask]:
    """The game as it waits once more for the throw that was typed in last."""
    if ask is not None:
        move, seat, typed = ask.move, ask.seat, ask.typed
    else:
        assert game.parent is not None, "it has a last move"
        last, game = game.last, game.parent
        move, seat, typed = last.move, last.seat, tuple(throw.faces or (throw.value,) for throw in last.throws)
    try:
        game.play(move, seat, typed[:-1])
    except DiceNeeded as need:
        return game, asked(need, move, seat, typed[:-1], True)
    raise AssertionError("with a throw less the move is not made")
