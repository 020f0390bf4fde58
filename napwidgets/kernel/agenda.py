"""The agenda's machinery: steps, decisions, and an engine that runs one to the next decision.

A system derives its steps from `Step` and `Choice` and its engine from `AgendaEngine`. One class is one step of the
rules; a decision owns its prompt, its legal moves, the reasons for refusals and its effect. ``x`` is whatever the
system keeps at hand for its rules (static things only), ``s`` a state with an ``agenda`` (a tuple, its top last) and
an ``ended`` outcome or None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.limits import excess, too_deep
from napwidgets.kernel.migrations import MoveChanges, migrated, version_of
from napwidgets.kernel.offers import Offers
from napwidgets.kernel.recent import Recent
from napwidgets.kernel.rulings import GameOver, IllegalMove
from napwidgets.kernel.system import Decision, End, Engine, Event, Label, Move, Outcome, Question, State, Subject, Team


class Ending(Struct, frozen=True, kw_only=True):
    """The last field of every position: how the game ended, or None while it goes on."""

    ended: End | None = None


class Position(Ending, frozen=True):
    """What every state begins with: the turn, counted from 1, and the agenda, whose top is its last entry.

    >>> after = Position(1, ("a", "b")).pop("c").push("d")
    >>> after.agenda, after.ended
    (('a', 'c', 'd'), None)
    """

    turn: int
    agenda: tuple[Any, ...]

    def push(self, *steps: Any) -> Self:
        """This state with steps put on top of the agenda, the last one uppermost."""
        return replace(self, agenda=self.agenda + steps)

    def pop(self, *steps: Any) -> Self:
        """This state with the top step replaced by ``steps``."""
        return replace(self, agenda=self.agenda[:-1] + steps)


class Step(Struct, frozen=True, array_like=True):
    """An automatic step: it leaves the agenda and does what the rules say."""

    def run(self, x: Any, s: Any, dice: Dice, log: list[Event]) -> Any:
        """Do the step. ``s`` still has it on top of its agenda."""
        raise NotImplementedError(f"{type(self).__name__} is a decision")

    def seen_by(self, x: Any, s: Any, side: int | None) -> Step | None:
        """The step as another sees it: the seat or side of that number, or a spectator (None). What it can't know is
        left out; None where it doesn't know of the step at all.
        """
        return self


class Choice(Step, frozen=True, array_like=True):
    """A decision: somebody must choose."""

    def automatic(self, x: Any, s: Any) -> bool:
        """Whether there is nothing to choose, so that ``run`` goes on alone."""
        return False

    def side(self, x: Any, s: Any) -> int:
        """The seat that must choose, as its number."""
        raise NotImplementedError

    def question(self, x: Any, s: Any) -> Question:
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
        asked = self.question(x, s)
        return IllegalMove("not-offered", f"That can't be done now. {asked.prompt}", asked.cites)

    def play(self, x: Any, s: Any, move: Any, dice: Dice, log: list[Event]) -> Any:
        """Make a checked move."""
        raise NotImplementedError

    def label(self, x: Any, s: Any, move: Any) -> Label | None:
        """Words of its own for a move; None for the usual ones."""
        return None


def seen_agenda(x: Any, s: Any, side: int | None) -> tuple[Any, ...]:
    """The agenda as a seat or side sees it: each step says itself what it shows."""
    seen = [step.seen_by(x, s, side) for step in s.agenda]
    return tuple([step for step in seen if step is not None])


def subject_number(subject: str, kind: str) -> int:
    """The number in a subject id like ``u:12``; -1 if it is of another kind or no number.

    >>> subject_number("u:12", "u"), subject_number("s:12", "u"), subject_number("u:x", "u")
    (12, -1, -1)
    """
    head, _, tail = subject.partition(":")
    return int(tail) if head == kind and tail.isdecimal() else -1


def _no_move() -> IllegalMove:
    return IllegalMove("not-a-move", "That is not a move of this game.")


def _tag(kind: type[Struct]) -> str | int | None:
    return kind.__struct_config__.tag


_ENCODER = msgspec.json.Encoder(order="deterministic")


class AgendaEngine(Engine):
    """The part of `napwidgets.kernel.system.Engine` that is the same for every system built on an agenda.

    A system sets ``context``, ``seats``, ``move_type`` and ``turn_cite`` and adds the rest.
    """

    #: The union of the system's moves.
    move_type: ClassVar[Any]
    #: The paragraph that says whose turn it is.
    turn_cite: ClassVar[str]
    #: How the moves of earlier rules are written now.
    move_changes: ClassVar[MoveChanges] = {}
    covert_dice: ClassVar[frozenset[str] | None] = None
    replaced: Mapping[str, Any] = MappingProxyType({})
    linked: ClassVar[bool] = False
    #: Packages besides its own whose decisions the system puts, too.
    shares: ClassVar[tuple[str, ...]] = ()
    _decoder: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if hasattr(cls, "move_type"):
            cls._decoder = msgspec.json.Decoder(cls.move_type)

    def _bind(self, id: str, title: str, options: Struct, seats: tuple[str, ...]) -> None:
        """Say which scenario is played, under which of a system's options (those that are on), by which seats."""
        self.scenario_id, self.title, self.fingerprint, self.seats = id, title, "", seats
        self._recent = Recent()
        self.teams = tuple(Team(seat, self.seat_name(seat), (seat,)) for seat in seats)
        self.chosen = {name: value for name, value in msgspec.structs.asdict(options).items() if value}

    @classmethod
    def decisions(cls) -> tuple[type[Choice], ...]:
        """Every kind of decision that the system can put: its classes of `Choice` with a tag, by their tags."""
        packages = tuple(f"{name}." for name in (cls.__module__.rpartition(".")[0], *cls.shares))
        found, rest = [], [Choice]
        while rest:
            kinds = rest.pop().__subclasses__()
            rest += kinds
            found += [kind for kind in kinds if kind.__module__.startswith(packages) and _tag(kind) is not None]
        return tuple(sorted(found, key=lambda kind: str(_tag(kind))))

    def context_at(self, state: State) -> Any:
        """What the rules keep at hand, as a position has it: the same for all positions, unless the ground changes."""
        return self.context

    def sequel(self, state: State) -> Mapping[str, Any] | None:
        """The tables with which a linked game that follows begins; a game alone has none."""
        return None

    def seat_name(self, seat: str) -> str:
        """A seat's name for people."""
        raise NotImplementedError

    def encode(self, value: Any) -> bytes:
        """A state or a move as canonical JSON: equal values give equal bytes."""
        return _ENCODER.encode(value)

    def decode_move(self, raw: bytes, rules: str = "") -> Any:
        """A move from its JSON, as the rules of version ``rules`` wrote it (empty: these rules); raises
        ``msgspec.ValidationError`` for anything else, and for what is beyond the limits of files.
        """
        try:
            plain = msgspec.json.decode(raw)
            beyond = excess(plain)
        except RecursionError:
            raise msgspec.ValidationError(too_deep()) from None
        if beyond is not None:
            raise msgspec.ValidationError(beyond.what)
        if rules not in ("", self.rules_version):
            since, now = version_of(rules)[1], version_of(self.rules_version)[1]
            raw = _ENCODER.encode(migrated(self.move_changes, plain, since, now))
        return self._decoder.decode(raw)

    def words(self, state: State, move: Move) -> Label:
        """A move in words where its decision has none of its own."""
        raise NotImplementedError

    def advance(self, state: State, dice: Dice, log: list[Event]) -> State:
        """Run automatic steps until somebody must choose or the game is over."""
        while state.agenda and state.ended is None:
            x, top = self.context_at(state), state.agenda[-1]
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
        return None if top is None else self._asked(state, top)

    def _asked(self, state: State, top: Choice) -> Decision:
        q = top.question(self.context_at(state), state)
        return Decision(q.kind, q.title, q.prompt, q.cites, q.secret, q.formal, seat=self.chooser(state, top))

    def subjects(self, state: State) -> Sequence[Subject]:
        """What the decision can be about."""
        top = self._top(state)
        if top is None:
            return ()
        x = self.context_at(state)
        found: Sequence[Subject] = self._recent.answer(state, "subjects", lambda: top.subjects(x, state))
        return found

    def options(self, state: State, subject: str | None = None) -> Sequence[Any]:
        """The legal moves about a subject or about none."""
        top = self._top(state)
        if top is None:
            return ()
        asked, x = ("options", subject), self.context_at(state)
        found: Sequence[Any] = self._recent.answer(state, asked, lambda: top.options(x, state, subject))
        return found

    def view(self, state: State, seat: str | None) -> State:
        """What ``seat`` may know, as a state of the same kind; None is a spectator who knows what all know."""
        number = self.seats.index(seat) if seat in self.seats else None
        return self._recent.answer(state, ("view", number), lambda: self.seen_from(state, number))

    def seen_from(self, state: State, seat: int | None) -> State:
        """What the seat of a number may know of a state (None: a spectator)."""
        raise NotImplementedError

    def chooser(self, state: State, top: Choice) -> str:
        """The seat that must choose."""
        return self.seats[top.side(self.context_at(state), state)]

    def check(self, state: State, seat: str, move: Move) -> None:
        """Raise `IllegalMove` unless ``seat`` may make ``move`` now."""
        self._verify(self._asked_of(state, seat), state, move)

    def _asked_of(self, state: State, seat: str) -> Choice:
        """The decision on top, which must be for ``seat``."""
        top = self._top(state)
        if top is None:
            outcome = self.outcome(state)
            raise GameOver(outcome.title if outcome else "nothing is left to decide")
        mine = self.chooser(state, top)
        if seat != mine:
            why = f"It is for {self.seat_name(mine)} to choose now."
            raise IllegalMove("not-your-turn", why, (self.turn_cite,))
        return top

    def _verify(self, top: Choice, state: State, move: Move) -> None:
        if not isinstance(move, self.move_type):
            raise _no_move()
        try:
            top.check(self.context_at(state), state, move)
        except OverflowError:
            raise _no_move() from None

    def _offered(self, state: State, seat: str, move: Move) -> bool:
        """Whether this very move comes from a list that was made of the position or of what the mover sees of it.
        Such a list holds nothing but legal moves, and both lists are the same.
        """
        answers = self._recent.known(state)
        view = answers.get(("view", self.seats.index(seat)))
        for about in (self._recent.known(view) if view is not None else {}, answers):
            for question, found in about.items():
                if isinstance(question, tuple) and question[0] == "options":
                    for offered in found.given if isinstance(found, Offers) else found:
                        if offered is move:
                            return True
        return False

    def apply(self, state: State, seat: str, move: Move, dice: Dice, log: list[Event]) -> State:
        """Check a move that no list has offered, make it, and run on to the next decision."""
        top = self._asked_of(state, seat)
        if not self._offered(state, seat, move):
            self._verify(top, state, move)
        return self.advance(top.play(self.context_at(state), state, move, dice, log), dice, log)

    def label(self, state: State, move: Move) -> Label:
        """A move in words; raises `IllegalMove` for what is no move of this game or names what it doesn't have."""
        if not isinstance(move, self.move_type):
            raise _no_move()
        top = self._top(state)
        try:
            own = top.label(self.context_at(state), state, move) if top is not None else None
            return own or self.words(state, move)
        except (LookupError, ValueError, TypeError, AttributeError, OverflowError) as error:
            raise IllegalMove("not-offered", "That move names something that this game doesn't have.") from error

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ended: End | None = state.ended
        if ended is None:
            return None
        title, text = self.verdict(ended)
        return Outcome(ended.ending, ended.winner, ended.points, ended.figures, title=title, text=text)

    def verdict(self, ended: End) -> tuple[str, str]:
        """A title for an end, and a sentence or two."""
        raise NotImplementedError
