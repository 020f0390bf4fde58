"""What the agenda of a battle is made of: steps and decisions of which the other side knows nothing."""

from __future__ import annotations

from typing import Any, Self

from napwidgets.kernel.agenda import Choice as _Choice
from napwidgets.kernel.agenda import Step as _Step
from napwidgets.kernel.agenda import subject_number
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Event

__all__ = ["Choice", "OwnChoice", "Step", "Underway", "subject_number"]


def _theirs(x: Any, s: Any, side: int | None) -> bool:
    """Whether the decision on top is a side's; what the other side is about to do stays with it."""
    top = s.agenda[-1]
    return isinstance(top, _Choice) and top.side(x, s) == side


class Step(_Step, frozen=True, array_like=True):
    """An automatic step of a battle."""

    def away(self) -> tuple[int, ...]:
        """Units that are not in truth where their counters stand, while this is what somebody chooses about."""
        return ()

    def seen_by(self, x: Any, s: Any, side: int | None) -> Self | None:
        return self if _theirs(x, s, side) else None


def told(x: Any, s: Any, side: int | None) -> tuple[Any, ...]:
    """The agenda as a side sees it (`seen_agenda`); whose decision is on top is asked once for all steps."""
    theirs = bool(s.agenda) and _theirs(x, s, side)
    agenda: tuple[Any, ...] = s.agenda
    if _LIKE_MOST.issuperset(map(type, agenda)) or all(map(_usual, agenda)):
        return agenda if theirs else ()
    seen = ((step if theirs else None) if _usual(step) else step.seen_by(x, s, side) for step in agenda)
    return tuple(step for step in seen if step is not None)


#: Kinds of steps that were found to be seen like most.
_LIKE_MOST: set[type] = set()


def _usual(step: Any) -> bool:
    """Whether a step is seen like most."""
    usual = type(step).seen_by is Step.seen_by
    if usual:
        _LIKE_MOST.add(type(step))
    return usual


class Choice(Step, _Choice, frozen=True, array_like=True):
    """A decision of a battle."""


class OwnChoice(Choice, frozen=True):
    """A decision of side ``who``, which it may do without."""

    who: int

    def side(self, x: Any, s: Any) -> int:
        return self.who

    def run(self, x: Any, s: Any, dice: Dice, log: list[Event]) -> Any:
        return s.pop()


class Underway(Step, frozen=True):
    """A move of ``units`` hex by hex, which a countercharge may end (7.9)."""

    units: tuple[int, ...]
