"""A game: an immutable handle on a position with everything that led to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from napwidgets.kernel.dice import Dice, ScriptedDice, SeededDice, Throw, TypedDice, record
from napwidgets.kernel.rulings import GameOver, UndoRefused
from napwidgets.kernel.system import Decision, Engine, Event, Label, Move, Outcome, State, Subject

if TYPE_CHECKING:
    import pandas as pd


class Played(Struct, frozen=True):
    """One move as it was made: number (from 1), seat, move, throws, events."""

    number: int
    seat: str
    move: Move
    throws: tuple[Throw, ...]
    events: tuple[Event, ...]


class Option(Struct, frozen=True):
    """A legal move with its words."""

    move: Move
    label: Label


class Game:
    """A position in a game. Games never change: every method that plays gives a new one.

    ``seed`` None means that dice are typed in (`TypedDice`).
    """

    __slots__ = ("__dict__", "engine", "last", "parent", "position", "seed", "state")

    def __init__(
        self, engine: Engine, state: State, seed: str | None, position: int, parent: Game | None, last: Played
    ) -> None:
        self.engine, self.state, self.seed, self.position = engine, state, seed, position
        self.parent, self.last = parent, last

    @classmethod
    def new(cls, engine: Engine, seed: str | None = "1815", typed: Sequence[tuple[int, ...]] = ()) -> Game:
        """Start a game; with ``seed`` None from dice ``typed`` in so far."""
        dice: Dice = SeededDice(seed) if seed is not None else TypedDice(typed)
        return cls._begin(engine, seed, dice)

    @classmethod
    def _begin(cls, engine: Engine, seed: str | None, dice: Dice) -> Game:
        log: list[Event] = []
        state = engine.start(dice, log)
        first = Played(0, "", None, tuple(dice.throws), tuple(log))
        return cls(engine, state, seed, getattr(dice, "position", 0), None, first)

    @classmethod
    def scripted(cls, engine: Engine, seed: str | None, record: Sequence[tuple[int, ...]], position: int) -> Game:
        """Start a game whose set-up used recorded dice (loading)."""
        game = cls._begin(engine, seed, ScriptedDice(record))
        game.position = position
        return game

    @property
    def number(self) -> int:
        """How many moves were made."""
        return self.last.number

    @cached_property
    def decision(self) -> Decision | None:
        """Who must choose now and what; None when the game is over."""
        return self.engine.decision(self.state)

    @cached_property
    def formality(self) -> Move | None:
        """The one move of whoever is asked for form's sake only; None if there is something to decide."""
        decision = self.decision
        if decision is None or not decision.formal:
            return None
        view = self.view(decision.seat)
        options = () if self.engine.subjects(view) else self.engine.options(view)
        return options[0] if len(options) == 1 else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.engine.outcome(self.state)

    @property
    def lies_open(self) -> bool:
        """Whether all that was hidden may be told: it has ended, and no other begins with what is hidden in it."""
        return self.outcome is not None and self.engine.sequel(self.state) is None

    def subjects(self) -> Sequence[Subject]:
        """What the present decision can be about."""
        return self.engine.subjects(self.state)

    def moves(self, subject: str | None = None) -> Sequence[Move]:
        """The legal moves about ``subject``, or those about none."""
        return self.engine.options(self.state, subject)

    def options(self, subject: str | None = None) -> list[Option]:
        """The legal moves with their words: those about ``subject``, one of `subjects`, or those about none; while only
        subjects have moves, these are none.
        """
        return [Option(move, self.engine.label(self.state, move)) for move in self.moves(subject)]

    def view(self, seat: str | None) -> State:
        """What a seat may know."""
        return self.engine.view(self.state, seat)

    def play(self, move: Move, seat: str | None = None, typed: Sequence[tuple[int, ...]] = ()) -> Game:
        """Make a move. ``seat`` defaults to the seat that must choose.

        Raises `IllegalMove`, and with typed-in dice `DiceNeeded` when ``typed`` does not suffice.
        """
        dice: Dice = SeededDice(self.seed, self.position) if self.seed is not None else TypedDice(typed)
        return self._apply(move, seat, dice)

    def _apply(self, move: Move, seat: str | None, dice: Dice) -> Game:
        decision = self.decision
        if decision is None:
            outcome = self.outcome
            raise GameOver(outcome.title if outcome else "nobody has anything left to decide")
        who = decision.seat if seat is None else seat
        log: list[Event] = []
        state = self.engine.apply(self.state, who, move, dice, log)
        played = Played(self.number + 1, who, move, tuple(dice.throws), tuple(log))
        return Game(self.engine, state, self.seed, getattr(dice, "position", self.position), self, played)

    def dice_for(self, seat: str | None) -> tuple[Throw, ...]:
        """The throws of the last move that a seat may know: all, where nothing that it tells is secret. Else those that
        the system throws openly; a system that does not say which throws are secret (``covert_dice``) shows none.
        """
        covert = self.engine.covert_dice
        events = self.last.events
        secret = any(not event.known_to(seat) and not event.again and not event.dieless for event in events)
        if covert is None:
            return () if secret else self.last.throws
        mine = seat == self.last.seat and not secret
        return tuple(throw for throw in self.last.throws if mine or throw.purpose not in covert)

    def line(self) -> Iterator[Game]:
        """This game and its ancestors, newest first."""
        game: Game | None = self
        while game is not None:
            yield game
            game = game.parent

    def history(self) -> list[Played]:
        """All moves, oldest first; entry 0 is the set-up."""
        return [game.last for game in self.line()][::-1]

    def at(self, number: int) -> Game:
        """The game after ``number`` moves; playing on from there is a branch."""
        if not 0 <= number <= self.number:
            raise ValueError(f"This game has {self.number} moves; {number} is not one of them.")
        return next(game for game in self.line() if game.number == number)

    def can_undo(self) -> bool:
        """Whether the last move can be taken back for nothing: no die was thrown and nothing was revealed."""
        if self.parent is None or self.last.throws:
            return False
        before, after = self.parent.decision, self.decision
        return before is not None and after is not None and before.seat == after.seat

    def undo(self) -> Game:
        """The game before the last move; refused past a die or once another seat has seen the move."""
        if self.parent is None:
            raise UndoRefused("There is nothing to take back.")
        if not self.can_undo():
            raise UndoRefused("A die was thrown or the other side has seen the move; go back with a branch instead.")
        return self.parent

    def branch(self, number: int, seed: str | None = None) -> Game:
        """A new line of play after ``number`` moves, with another ``seed`` if one is given."""
        game = self.at(number)
        if seed is None:
            return game
        return Game(game.engine, game.state, seed, 0, game.parent, game.last)

    def units(self, seat: str | None = None, everything: bool = False) -> pd.DataFrame:
        """All units as ``seat`` knows them (None: what everybody knows), or as they truly are, as a data frame."""
        import pandas as pd

        return pd.DataFrame(self.engine.rows(self.state if everything else self.view(seat)))

    def log(self, seat: str | None = None, everything: bool = False) -> pd.DataFrame:
        """All events that ``seat`` may know as a data frame: move, turn, text, paragraphs."""
        import pandas as pd

        columns = ["move", "turn", "hour", "kind", "text", "cites"]
        return pd.DataFrame(self.entries(seat, everything), columns=columns).astype({"move": int, "turn": int})

    def hours(self) -> list[tuple[int, str]]:
        """The turn of each event of the last move, with its name: what is told before a turn begins still belongs to
        the one that ends.
        """
        events, now = self.last.events, self.engine.clock(self.state)
        begun = next((n for n, event in enumerate(events) if event.kind == "turn"), 0)
        before = self.engine.clock(self.parent.state) if begun and self.parent is not None else now
        return [before if n < begun else now for n in range(len(events))]

    def entries(self, seat: str | None = None, everything: bool = False) -> list[dict[str, Any]]:
        """The rows of `log` as plain values."""
        rows: list[dict[str, Any]] = []
        for game in reversed(list(self.line())):
            for event, (turn, hour) in zip(game.last.events, game.hours(), strict=True):
                if everything or event.known_to(seat):
                    rows.append(
                        {
                            "move": game.number,
                            "turn": turn,
                            "hour": hour,
                            "kind": event.kind,
                            "text": event.text,
                            "cites": ", ".join(event.cites),
                        }
                    )
        return rows

    def review(self, seat: str | None = None, everything: bool = False, **how: Any) -> pd.DataFrame:
        """Who was winning turn by turn, and what luck each side had, as far as ``seat`` may know it: all of it once the
        game is over. What more can be asked for says `napwidgets.lab.review.review`, which does the work.
        """
        # The lab stands above the kernel, so it is named and not imported.
        found: pd.DataFrame = import_module("napwidgets.lab.review").review(
            self, seat=seat, everything=everything, **how
        )
        return found

    def dice_record(self) -> tuple[tuple[int, ...], ...]:
        """The dice of the last move in the short form of saves."""
        return record(self.last.throws)
