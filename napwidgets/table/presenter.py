"""What widgets ask of a system to show its game: the one bridge between rules and screen.

A presenter works from a *view* (what a seat may know), never from the true state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from napwidgets.board.hexmap import HexMap
from napwidgets.board.scene import Overlay, Scene
from napwidgets.kernel.system import Move, State


class Fact(Struct, frozen=True):
    """One line of a card: a name, a value, the paragraph it rests on, and a note (provenance)."""

    name: str
    value: str
    cite: str = ""
    note: str = ""


class Card(Struct, frozen=True):
    """A unit, leader, stack or hex for the inspector."""

    id: str
    title: str
    subtitle: str
    nation: str
    facts: tuple[Fact, ...]


class Line(Struct, frozen=True):
    """A line of the roster: a formation with its strength and order, or a unit (``depth`` 1)."""

    id: str
    title: str
    detail: str
    nation: str
    tag: str = ""
    tone: str = ""
    depth: int = 0
    hex: int = -1


class Hour(Struct, frozen=True):
    """A box of the turn track: ``kind`` is ``day``, ``night`` or ``rain``; ``notes`` are arrivals and history."""

    number: int
    label: str
    kind: str = "day"
    notes: tuple[str, ...] = ()


class Target(Struct, frozen=True):
    """A hex that the selected subject can go to or act on, with the move that does it."""

    hex: int
    move: Move
    note: str = ""
    tone: str = ""


class Presenter(Protocol):
    """A system's face: everything the widgets show comes from here."""

    board: HexMap | None

    def scene(self, view: State, seat: str | None) -> Scene:
        """Counters of all that the seat sees."""
        ...

    def overlay(self, view: State, seat: str | None, kind: str, hex: int) -> Overlay:
        """One overlay: ``zoc`` (enemy zones of control), ``command`` (range of the leader at or over ``hex``), ``sight`` (from ``hex``)."""
        ...

    def targets(self, view: State, subject: str) -> Sequence[Target]:
        """Where the subject can go or act now, one per hex, with costs as notes."""
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

    def standing(self, view: State) -> Sequence[Fact]:
        """How the game stands: losses against levels, objectives, points."""
        ...
