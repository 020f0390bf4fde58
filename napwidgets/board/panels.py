"""Panels give reports (`napwidgets.board.report`) of what they look at, and say what follows when somebody presses
something on one. What a page sends is checked here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from napwidgets.board.display import Sandbox, Spread
from napwidgets.board.report import Curve, Report
from napwidgets.kernel.game import Game, Option
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Decision, Move, State


class BadMessage(NapwidgetsError, ValueError):
    """A message that no page of ours would send."""


def number_of(value: object, low: int, high: int) -> int:
    """A whole number from the page within bounds; raises `BadMessage` for anything else."""
    number = int(value) if isinstance(value, str) and value.lstrip("-").isdecimal() and len(value) < 12 else value
    if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
        raise BadMessage("The page sent a number that this table does not know; please reload it.")
    return number


class Glance(Struct, frozen=True):
    """What a panel looks at: a game and what may be seen of it (nothing: a sandbox), which folds are open, what must be
    decided, and the moves that can be made from here.
    """

    game: Game | None = None
    view: State = None
    opened: frozenset[str] = frozenset()
    decision: Decision | None = None
    options: tuple[Option, ...] = ()


class Play(Struct, frozen=True):
    """What follows from a press: a move is made."""

    move: Move


class Fill(Struct, frozen=True):
    """What follows from a press: values go into the form of the sandbox beside the report."""

    values: Mapping[str, str]


class Panel(Protocol):
    """One report of a system's face. What somebody has asked for on it (``asked``) is a value of its own, which the
    widget keeps.
    """

    #: The system whose games it shows, as people call that, and the kinds of decisions that are made on it.
    system: str
    title: str
    kinds: tuple[str, ...]

    def start(self) -> Any:
        """What is asked for at first."""
        ...

    def report(self, at: Glance, asked: Any, part: str = "") -> Report:
        """What is shown; ``part`` is one of the parts that a panel may have."""
        ...

    def press(self, at: Glance, asked: Any, name: str, arg: str) -> Any:
        """What is asked for after a press, or `Play` or `Fill`; raises `NapwidgetsError` for what can't be."""
        ...

    def rows(self, at: Glance, asked: Any, what: str) -> tuple[Sequence[str], Sequence[Mapping[str, Any]]]:
        """What is shown as columns and rows of a data frame; raises `BadMessage` for what it does not have."""
        ...


class Plotter(Panel, Protocol):
    """A panel with charts beside its report."""

    def curve(self, at: Glance, asked: Any) -> Curve:
        """How it went so far."""
        ...

    def spread(self, at: Glance, asked: Any) -> Spread:
        """How it may go on."""
        ...


class Bencher(Panel, Protocol):
    """A panel with a sandbox beside its report."""

    def sandbox(self, at: Glance) -> Sandbox:
        """The sandbox."""
        ...
