"""Standing orders: what a person has said once of enemies who pass, so that he is not asked again and again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from msgspec import Struct

from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Move
from napwidgets.table.presenter import Passing, Presenter, Watchful
from napwidgets.table.seats import NotNow

#: The strengths from which on one can ask to be asked again.
THRESHOLDS = (2, 3, 4, 6, 8, 12)


class Standing(Struct, frozen=True):
    """Let pass what comes: all of it until the end of ``turn``, or what is weaker than ``below`` for good."""

    seat: str
    kind: str
    turn: int = 0
    below: int = 0

    def holds(self, game: Game, passing: Passing) -> bool:
        """Whether it answers for what passes now."""
        if self.below:
            return passing.strength < self.below
        return game.engine.clock(game.state)[0] == self.turn


class Watching:
    """What a `Table` knows of standing orders. They hold only for a person who plays alone against computers: with a
    second person at the table an answer that needs no time would tell him something.
    """

    game: Game
    presenter: Presenter
    standing: dict[tuple[str, str], Standing]
    _change: Callable[[], AbstractContextManager[None]]
    _ours: Callable[[], None]

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that persons hold."""
        raise NotImplementedError

    @property
    def passing(self) -> Passing | None:
        """What passes now and may be met, if that is what is asked."""
        return self._passing(self.game)

    def _passing(self, game: Game) -> Passing | None:
        decision = game.decision
        if decision is None or decision.seat not in self.people or not isinstance(self.presenter, Watchful):
            return None
        return self.presenter.passing(game.view(decision.seat))

    def answer(self, game: Game) -> Move | None:
        """What the table answers for a person: for form's sake, or by a standing order; None where he must decide."""
        if len(self.people) > 1:
            return None
        if game.formality is not None:
            return game.formality
        decision = game.decision
        order = self.standing.get((decision.seat, decision.kind)) if decision is not None else None
        passing = self._passing(game) if order is not None else None
        return passing.let_pass if order is not None and passing is not None and order.holds(game, passing) else None

    def let_pass(self, below: int = 0) -> None:
        """Let pass what comes now and what comes later: all of it this turn, or what is weaker than ``below``. Raises
        `NotNow` where nothing passes.
        """
        self._ours()
        decision, passing = self.game.decision, self.passing
        if decision is None or passing is None or len(self.people) > 1:
            raise NotNow("Nothing passes now that could be let pass.")
        turn = 0 if below else self.game.engine.clock(self.game.state)[0]
        with self._change():
            self.standing[decision.seat, decision.kind] = Standing(decision.seat, decision.kind, turn, below)

    def ask_again(self, game: Game) -> None:
        """Call off the standing order that answers in a game."""
        if game.decision is not None:
            self.standing.pop((game.decision.seat, game.decision.kind), None)

    def call_off(self, seat: str, kind: str) -> None:
        """A standing order holds no longer."""
        with self._change():
            self.standing.pop((seat, kind), None)

    def orders(self) -> list[Standing]:
        """The standing orders that still hold."""
        turn = self.game.engine.clock(self.game.state)[0]
        return [order for order in self.standing.values() if order.below or order.turn == turn]
