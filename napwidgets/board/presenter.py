"""What widgets ask of a system to show its game: the one bridge between rules and screen.

A presenter works from a *view* (what a seat may know), never from the true state. The values it gives are those of
`napwidgets.board.display` and `napwidgets.board.scene`; every system's face fulfils these protocols.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from napwidgets.board.display import (
    Battle,
    Card,
    Debrief,
    Dispatch,
    Draft,
    Fact,
    Hour,
    Line,
    News,
    Passing,
    Sky,
    Target,
)
from napwidgets.board.hexmap import HexMap
from napwidgets.board.network import Network
from napwidgets.board.realm import EuropeBoard
from napwidgets.board.report import Report
from napwidgets.board.scene import Overlay, Scene
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Move, Outcome, State

#: A board that a system is played on.
Board = HexMap | EuropeBoard | Network


def places(board: Board | None) -> int:
    """How many places a board has: its hexes, and behind them the zones of the sea, numbered from 1."""
    if board is None:
        return 0
    return board.size + (max(board.zones) + 1 if isinstance(board, EuropeBoard) else 0)


class Presenter(Protocol):
    """A system's face: everything the widgets show comes from here."""

    @property
    def board(self) -> Board | None:
        """The board that the system is played on; None if it has none."""
        ...

    def scene(self, view: State, seat: str | None) -> Scene:
        """Counters of all that the seat sees."""
        ...

    def overlay(self, view: State, seat: str | None, kind: str, hex: int) -> Overlay:
        """One overlay: ``zoc`` (enemy zones of control), ``command`` (range of the leader at or over
        ``hex``), ``sight`` (from ``hex``).
        """
        ...

    def targets(self, view: State, subject: str) -> Sequence[Target]:
        """Where the subject can go or act now, one per hex, with costs as notes; an empty subject stands for the moves
        about nothing in particular.
        """
        ...

    def attempts(self, view: State, subject: str, hex: int) -> Sequence[Move]:
        """The moves that a click on a place would mean for the subject, legal or not, the likeliest first; for an empty
        one what those who stand there would do. Why none can be made says `Engine.check`.
        """
        ...

    def subject_at(self, view: State, hex: int) -> Sequence[str]:
        """The subjects of the present decision that stand in ``hex``."""
        ...

    def inspect(self, view: State, seat: str | None, hex: int) -> Sequence[Card]:
        """Cards for a hex: its terrain, then what stands there from top to bottom."""
        ...

    def roster(self, view: State, seat: str | None) -> Sequence[Line]:
        """Formations with their orders as far as the seat knows, and their units."""
        ...

    def track(self, view: State) -> Sequence[Hour]:
        """The turn track."""
        ...

    def members(self, view: State, subject: str) -> Sequence[str]:
        """Ids of the counters that belong to a subject."""
        ...

    def heading(self, view: State, move: Move) -> tuple[str, int]:
        """Under what a move stands in a list of many (empty: by itself), and the place it is about (-1: none)."""
        ...

    def owes(self, view: State, seat: str) -> IllegalMove | None:
        """Why the decision can't be ended yet: what must be done first; None if nothing."""
        ...

    def advice(self, view: State, seat: str) -> str:
        """A short hint for somebody new to the game; empty if the decision needs none."""
        ...

    def draft(self, view: State, seat: str, values: Mapping[str, str]) -> Draft | None:
        """The order pad with the form's values; None while no orders are given."""
        ...

    def dispatches(self, view: State, seat: str | None) -> Sequence[Dispatch]:
        """Orders on their way or waiting, as far as the seat knows."""
        ...

    def battle(self, view: State, seat: str | None, subject: str | None, hex: int) -> Battle | None:
        """The battle at hand: the one being fought, or the one that ``subject`` would fight against
        ``hex``.
        """
        ...

    def debrief(self, game: Game) -> Debrief:
        """The whole game, with all that was hidden; for when it is over."""
        ...

    def standing(self, view: State) -> Sequence[Fact]:
        """How the game stands: losses against levels, objectives, points."""
        ...


@runtime_checkable
class Umpire(Protocol):
    """The face of a system whose endings may be called after a place or an hour, not after who has won."""

    def won(self, outcome: Outcome) -> str:
        """Who has won, in a sentence; empty where the ending's title says it."""
        ...


@runtime_checkable
class Proposer(Protocol):
    """The face of a system in which players may propose something to each other beside what is to be decided."""

    def proposals(self, view: State, seat: str) -> Sequence[Move]:
        """Moves that the seat may make now and that do not stand among the options."""
        ...


@runtime_checkable
class Naming(Protocol):
    """The face of a system whose lists offer places with names only, while the rules allow others as well."""

    def unnamed(self, view: State, subject: str) -> str:
        """How a subject can act where no list offers anything, in a sentence; empty where it can't."""
        ...

    def addressee(self, move: Move) -> str:
        """The subject that a move is about which no list holds; empty where it names none."""
        ...


@runtime_checkable
class Folding(Protocol):
    """The face of a system with moves that are seldom wanted: a list of moves keeps them behind a heading."""

    def aside(self, view: State, move: Move) -> str:
        """The heading behind which a move opens on demand; empty where it stands open."""
        ...


@runtime_checkable
class TwoSided(Protocol):
    """The face of a system whose counters may lie face down, in the colours of their side."""

    def sides(self) -> Mapping[str, tuple[str, str]]:
        """For each seat its name and the name of its colours."""
        ...


@runtime_checkable
class Commander(Protocol):
    """The face of a system in which armies have command points."""

    def desk(self, view: State, seat: str | None) -> Sequence[Line]:
        """Each army of a seat with its points and supply, and its stacks with what they cost and who leads them."""
        ...

    def about_desk(self) -> tuple[str, tuple[str, ...]]:
        """What command is in this game, in a sentence or two, and the paragraphs."""
        ...


@runtime_checkable
class Cardholder(Protocol):
    """The face of a system in which seats hold cards."""

    def hand(self, view: State, seat: str | None) -> Sequence[tuple[int, str, bool]]:
        """The cards of a seat: number, what it does, whether it can be played now."""
        ...

    def laid(self, view: State, seat: str | None) -> Sequence[tuple[str, str, str]]:
        """Cards that were played and that a seat knows of, last first: name, when and by whom, what it did."""
        ...

    def played(self, move: Move) -> int:
        """The number of the card that a move plays by itself, 0 for none."""
        ...

    def about_hand(self) -> tuple[str, str, str]:
        """The paragraph of the cards, and words for an empty hand and for a card whose moment comes by itself."""
        ...


@runtime_checkable
class Campaigner(Protocol):
    """The face of a game that is one of several which follow each other, as the battles of a campaign do."""

    def campaign(self, state: State) -> Report:
        """The page of the campaign: its title, its battles, what they have cost, what comes."""
        ...

    def follows(self, state: State) -> str | None:
        """The name of the game that follows one that has ended; None where none does."""
        ...


@runtime_checkable
class Herald(Protocol):
    """The face of a system in which great things happen that all must hear of: whole states fall or change sides."""

    def news(self, before: State, after: State, move: Move, seats: Sequence[str]) -> Sequence[News]:
        """What a move changed, told to the seats that look; nothing in it may be secret."""
        ...


@runtime_checkable
class Watchful(Protocol):
    """The face of a system that asks again and again whether somebody who passes is to be met."""

    def passing(self, view: State) -> Passing | None:
        """Who passes now, as far as the view tells; None where that is not what is asked."""
        ...


@runtime_checkable
class Seafarer(Protocol):
    """The face of a system whose board has sea zones."""

    def seas(self) -> Mapping[int, str]:
        """What is said of each sea zone beyond its name and the zones it joins, by its number."""
        ...


@runtime_checkable
class Weathered(Protocol):
    """The face of a system with a sky over its board."""

    def sky(self, view: State) -> Sky | None:
        """The weather now, as everybody sees it."""
        ...


@runtime_checkable
class Surveyor(Protocol):
    """The face of a system with overlays of its own."""

    def surveys(self) -> Sequence[tuple[str, str, str, str]]:
        """Its overlays: kind, a word for the button, what it shows, the key that switches it."""
        ...
