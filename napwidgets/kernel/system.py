"""The contract of a rule system: what the kernel asks of the rules, method by method.

A system is bound to one scenario, its options and its tables: an `Engine`. An engine holds only static things; states
are frozen values that it takes and gives. Every engine passes the suite in ``tests/conformance``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeAlias

from msgspec import Struct

from napwidgets.kernel.dice import Dice

#: States, moves and agenda steps are frozen structs of the system's own; the kernel only carries them.
State: TypeAlias = Any
Move: TypeAlias = Any


class Subject(Struct, frozen=True, gc=False):
    """Something that a decision can be about: a stack, a leader, a formation.

    ``id`` is what `Engine.options` takes; ``label`` is for people; ``hex`` is the board place or -1.
    """

    id: str
    label: str
    hex: int = -1


class Question(Struct, frozen=True):
    """What somebody must choose, and why.

    ``kind`` is stable and meant for programs; ``prompt`` is one sentence for the player; ``cites`` are the
    paragraphs. ``secret`` says that the other seats must not look, ``formal`` that it is also asked of whoever can only
    say no, so that the question itself tells nobody anything; a table answers that for a person who plays against
    computers alone.
    """

    kind: str
    title: str
    prompt: str
    cites: tuple[str, ...] = ()
    secret: bool = False
    formal: bool = False


class Decision(Question, frozen=True, kw_only=True):
    """A `Question` and the ``seat`` that must answer it now."""

    seat: str


class Label(Struct, frozen=True):
    """A legal move in words: what it is called on a button, details, paragraphs."""

    text: str
    detail: str = ""
    cites: tuple[str, ...] = ()


class Event(Struct, frozen=True):
    """One thing that happened.

    ``to`` names the seats that may know it (empty: all). ``hexes`` and ``units`` are for pointing at; ``data`` holds
    figures for explanations (modifiers as ``[label, value, cite]``); ``dice`` are indices into the record's throws.
    """

    kind: str
    text: str
    cites: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    data: Mapping[str, Any] = {}

    @property
    def again(self) -> bool:
        """Whether it tells strangers, with less in it, what those who may know have been told before."""
        return bool(self.data.get("again"))

    @property
    def dieless(self) -> bool:
        """Whether it tells, to some only, what no die of its move has decided: the dice need not be hidden for it."""
        return bool(self.data.get("dieless"))

    def known_to(self, seat: str | None) -> bool:
        """Whether a seat may know it; a spectator (None) what is for everybody, or was ``seen`` by all."""
        return not self.to or (bool(self.data.get("seen")) if seat is None else seat in self.to)


class End(Struct, frozen=True):
    """How a game ended, as its last position has it.

    ``winner`` is a seat or None for a draw, ``ending`` the ending's id in the scenario or in the rules, ``figures`` are
    what the verdict speaks of beside the points. There are no words in it: a better sentence makes no other position.
    """

    ending: str
    winner: str | None
    points: tuple[tuple[str, int], ...] = ()
    figures: tuple[int, ...] = ()


class Outcome(End, frozen=True, kw_only=True):
    """How a game ended, in words: the verdict's ``title``, and a sentence or two."""

    title: str
    text: str


class Team(Struct, frozen=True):
    """A side: its ``seats``, which win together, and whether all of them see what one of them sees (``shares``)."""

    id: str
    name: str
    seats: tuple[str, ...]
    shares: bool = True


def winners(engine: Engine, outcome: End) -> tuple[str, ...]:
    """The seats that have won: all of the winner's team; none for a draw."""
    return next((team.seats for team in engine.teams if outcome.winner in team.seats), ())


class Engine(Protocol):
    """A rule system bound to a scenario, its options and its tables."""

    #: ``nlc``, ``wap``, ...: the system's id.
    system: ClassVar[str]
    #: Version of the implemented rules; a save names it.
    rules_version: ClassVar[str]
    #: The scenario's id, title and a hash of all static data that decide how the game runs.
    scenario_id: str
    title: str
    fingerprint: str
    #: The options chosen at the start: names and values.
    chosen: Mapping[str, Any]
    #: Tables put in place of shipped ones, as plain values by their ids; a save carries them.
    replaced: Mapping[str, Any]
    #: Ids of the seats in their order.
    seats: tuple[str, ...]
    #: The sides, each with the seats that play it.
    teams: tuple[Team, ...]
    #: Purposes of throws that are the mover's secret; None where a system doesn't say, so that all may be.
    covert_dice: ClassVar[frozenset[str] | None]
    #: Whether the game is one of several that follow each other, as the battles of a campaign do.
    linked: ClassVar[bool]
    #: What the system's own rules, players and faces keep at hand; nothing else may look into it.
    context: Any

    def context_at(self, state: State) -> Any:
        """The same, as a position has it: the ground may change in play."""
        ...

    def seat_name(self, seat: str) -> str:
        """A seat's name for people."""
        ...

    def start(self, dice: Dice, log: list[Event]) -> State:
        """The first state that needs a decision (set-up done, automatic steps run)."""
        ...

    def decision(self, state: State) -> Decision | None:
        """The decision on top of the agenda; None when the game is over."""
        ...

    def subjects(self, state: State) -> Sequence[Subject]:
        """What the decision can be about; empty if its options are few and stand alone.

        A subject may turn out to have no option because its way is blocked; when all of them do, there is an option
        that is about none.
        """
        ...

    def options(self, state: State, subject: str | None = None) -> Sequence[Move]:
        """The legal moves: those about ``subject``, or without one those that are about no subject, sorted."""
        ...

    def check(self, state: State, seat: str, move: Move) -> None:
        """Raise `IllegalMove` unless ``seat`` may make ``move`` now."""
        ...

    def apply(self, state: State, seat: str, move: Move, dice: Dice, log: list[Event]) -> State:
        """Check the move, make it, and run automatic steps up to the next decision."""
        ...

    def label(self, state: State, move: Move) -> Label:
        """The move in words."""
        ...

    def view(self, state: State, seat: str | None) -> State:
        """What ``seat`` may know, as a state of the same kind; None is a spectator who knows what all know."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def sequel(self, state: State) -> Mapping[str, Any] | None:
        """Where games are linked: the tables of its own with which the next one begins, once this one has ended; None
        where none follows.
        """
        ...

    def clock(self, state: State) -> tuple[int, str]:
        """The turn, counted from 1, and its name for people (``3 PM``)."""
        ...

    def encode(self, value: Any) -> bytes:
        """A state or a move as canonical JSON: equal values give equal bytes."""
        ...

    def decode_move(self, raw: bytes, rules: str = "") -> Move:
        """A move from its JSON as the rules of version ``rules`` wrote it (empty: these rules); raises
        ``msgspec.ValidationError`` for anything else.
        """
        ...

    def rows(self, state: State) -> Sequence[Mapping[str, Any]]:
        """Every unit of a state (or of a view) as a row for a data frame; all rows have the same keys."""
        ...

    def tally(self, state: State) -> Mapping[str, int]:
        """Quantities that nothing but an event may change (conservation): name to amount."""
        ...
