"""What the agenda of JDG is made of: the kernel's steps and decisions, and what a seat sees of them."""

from __future__ import annotations

from typing import Any, ClassVar, Self, TypeAlias

from napwidgets.kernel.agenda import Choice as _Choice
from napwidgets.kernel.agenda import Step as _Step
from napwidgets.kernel.agenda import subject_number

__all__ = ["Choice", "SideChoice", "Step", "Task", "subject_number"]


class Step(_Step, frozen=True, array_like=True):
    """An automatic step of JDG."""

    def seen_by(self, x: Any, s: Any, side: int) -> Self:
        """The step as a side knows it: what it can't see is left out (A, blind play)."""
        return self


class Choice(_Choice, frozen=True, array_like=True):
    """A decision of JDG."""

    #: Whether the players of a side decide one after another, each for his own armies (10).
    in_turn: ClassVar[bool] = False

    def seen_by(self, x: Any, s: Any, side: int) -> Self:
        """The decision as a side knows it: what it can't see is left out (A, blind play)."""
        return self


class SideChoice(Choice, frozen=True, array_like=True):
    """A decision of one side."""

    who: int

    def side(self, x: Any, s: Any) -> int:
        return self.who


#: What can stand on the agenda.
Task: TypeAlias = Step | Choice
