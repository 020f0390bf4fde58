"""The agenda's machinery: steps, decisions, and an engine that runs one to the next decision.

A system derives its steps from `Step` and `Choice` and its engine from `AgendaEngine`. One class is one step of the
rules; a decision owns its prompt, its legal moves, the reasons for refusals and its effect. ``x`` is whatever the
system keeps at hand for its rules (static things only), ``s`` a state with an ``agenda`` (a tuple, its top last) and
an ``ended`` outcome or None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import GameOver, IllegalMove
from napwidgets.kernel.system import Decision, Event, Label, Move, Outcome, State, Subject


class Step(Struct, frozen=True, array_like=True):
    """An automatic step: it leaves the agenda and does what the rules say."""

    def run(self, x: Any, s: Any, dice: Dice, log: list[Event]) -> Any:
        """Do the step. ``s`` still has it on top of its agenda."""
        raise NotImplementedError(f"{type(self).__name__} is a decision")


class Choice(Step, frozen=True, array_like=True):
    """A decision: somebody must choose."""

    def automatic(self, x: Any, s: Any) -> bool:
        """Whether there is nothing to choose, so that ``run`` goes on alone."""
        return False

    def side(self, x: Any, s: Any) -> int:
        """The seat that must choose, as its number."""
        raise NotImplementedError

    def decision(self, x: Any, s: Any) -> Decision:
        """The decision in words."""
        raise NotImplementedError

    def subjects(self, x: Any, s: Any) -> Sequence[Subject]:
        """What the decision can be about."""
        return ()

    def options(self, x: Any, s: Any, subject: str | None) -> Sequence[Any]:
        """The legal moves about a subject or about none."""
        raise NotImplementedError

    def check(self, x: Any, s: Any, move: Any) -> None:
        """Raise `IllegalMove` unless ``move`` is legal; by default it must be among the options about no subject."""
        if move not in self.options(x, s, None):
            raise self.not_offered(x, s, move)

    def not_offered(self, x: Any, s: Any, move: Any) -> IllegalMove:
        """The refusal of a move that this decision doesn't offer."""
        decision = self.decision(x, s)
        return IllegalMove("not-offered", f"That can't be done now. {decision.prompt}", decision.cites)

    def play(self, x: Any, s: Any, move: Any, dice: Dice, log: list[Event]) -> Any:
        """Make a checked move."""
        raise NotImplementedError

    def label(self, x: Any, s: Any, move: Any) -> Label | None:
        """Words of its own for a move; None for the usual ones."""
        return None


def subject_number(subject: str, kind: str) -> int:
    """The number in a subject id like ``u:12``; -1 if it is of another kind or no number.

    >>> subject_number("u:12", "u"), subject_number("s:12", "u"), subject_number("u:x", "u")
    (12, -1, -1)
    """
    head, _, tail = subject.partition(":")
    return int(tail) if head == kind and tail.isdecimal() else -1


_ENCODER = msgspec.json.Encoder(order="deterministic")


class AgendaEngine:
    """The part of `napwidgets.kernel.system.Engine` that is the same for every system built on an agenda.

    A system sets ``context``, ``seats``, ``move_type`` and ``turn_cite`` and adds the rest.
    """

    #: The union of the system's moves.
    move_type: ClassVar[Any]
    #: The paragraph that says whose turn it is.
    turn_cite: ClassVar[str]
    _decoder: ClassVar[Any]
    context: Any
    seats: tuple[str, ...]
    scenario_id: str
    title: str
    fingerprint: str
    chosen: Mapping[str, Any]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if hasattr(cls, "move_type"):
            cls._decoder = msgspec.json.Decoder(cls.move_type)

    def _bind(self, id: str, title: str, options: Struct, seats: tuple[str, ...]) -> None:
        """Say which scenario is played, under which of a system's options (those that are on), by which seats."""
        self.scenario_id, self.title, self.fingerprint, self.seats = id, title, "", seats
        self.chosen = {name: value for name, value in msgspec.structs.asdict(options).items() if value}

    def seat_name(self, seat: str) -> str:
        """A seat's name for people."""
        raise NotImplementedError

    def encode(self, value: Any) -> bytes:
        """A state or a move as canonical JSON: equal values give equal bytes."""
        return _ENCODER.encode(value)

    def decode_move(self, raw: bytes) -> Any:
        """A move from its JSON; raises ``msgspec.ValidationError`` for anything else."""
        return self._decoder.decode(raw)

    def words(self, state: State, move: Move) -> Label:
        """A move in words where its decision has none of its own."""
        raise NotImplementedError

    def advance(self, state: State, dice: Dice, log: list[Event]) -> State:
        """Run automatic steps until somebody must choose or the game is over."""
        x = self.context
        while state.agenda and state.ended is None:
            top = state.agenda[-1]
            if isinstance(top, Choice) and not top.automatic(x, state):
                break
            state = top.run(x, state, dice, log)
        return state

    def _top(self, state: State) -> Choice | None:
        if state.ended is not None or not state.agenda:
            return None
        top = state.agenda[-1]
        return top if isinstance(top, Choice) else None

    def decision(self, state: State) -> Decision | None:
        """Who must choose now, and what."""
        top = self._top(state)
        return None if top is None else top.decision(self.context, state)

    def subjects(self, state: State) -> Sequence[Subject]:
        """What the decision can be about."""
        top = self._top(state)
        return () if top is None else top.subjects(self.context, state)

    def options(self, state: State, subject: str | None = None) -> Sequence[Any]:
        """The legal moves about a subject or about none."""
        top = self._top(state)
        return () if top is None else top.options(self.context, state, subject)

    def chooser(self, state: State, top: Choice) -> str:
        """The seat that must choose."""
        return self.seats[top.side(self.context, state)]

    def check(self, state: State, seat: str, move: Move) -> None:
        """Raise `IllegalMove` unless ``seat`` may make ``move`` now."""
        self._checked(state, seat, move)

    def _checked(self, state: State, seat: str, move: Move) -> Choice:
        top = self._top(state)
        if top is None:
            raise GameOver(state.ended.title if state.ended else "nothing is left to decide")
        mine = self.chooser(state, top)
        if seat != mine:
            why = f"It is for {self.seat_name(mine)} to choose now."
            raise IllegalMove("not-your-turn", why, (self.turn_cite,))
        if not isinstance(move, self.move_type):
            raise IllegalMove("not-a-move", "That is not a move of this game.")
        top.check(self.context, state, move)
        return top

    def apply(self, state: State, seat: str, move: Move, dice: Dice, log: list[Event]) -> State:
        """Check a move, make it, and run on to the next decision."""
        top = self._checked(state, seat, move)
        return self.advance(top.play(self.context, state, move, dice, log), dice, log)

    def label(self, state: State, move: Move) -> Label:
        """A move in words."""
        top = self._top(state)
        own = top.label(self.context, state, move) if top is not None else None
        return own or self.words(state, move)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ended: Outcome | None = state.ended
        return ended
