"""What the agenda of JDG is made of: the kernel's steps, and decisions that know whose armies they are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeAlias

from napwidgets.kernel.agenda import Choice as _Choice
from napwidgets.kernel.agenda import Step, subject_number

__all__ = ["BoxChoice", "Choice", "SideChoice", "Step", "Task", "subject_number"]


class Choice(_Choice, frozen=True, array_like=True):
    """A decision of JDG."""

    #: Whether the players of a side decide one after another, each for his own armies (10).
    in_turn: ClassVar[bool] = False
    #: A hint for somebody new to the game; empty where the decision needs none.
    hint: ClassVar[str] = ""

    def about(self, x: Any, s: Any) -> int:
        """The place that it is about: a box, an entry as `at_door` gives it, or -1 for none in particular."""
        return -1

    @property
    def writer(self) -> int:
        """The player whom alone it can be about, -1 where his armies decide who he is (10)."""
        return -1

    def troops(self, x: Any, s: Any, side: int) -> Sequence[int]:
        """The counters that it is about, so that the player whose they are is asked (10): a side's in its box."""
        box = self.about(x, s)
        return x.here(s, box, side) if box >= 0 else ()


class SideChoice(Choice, frozen=True, array_like=True):
    """A decision of one side."""

    who: int

    def side(self, x: Any, s: Any) -> int:
        return self.who


class BoxChoice(SideChoice, frozen=True, array_like=True):
    """A decision of one side about a box."""

    box: int

    def about(self, x: Any, s: Any) -> int:
        return self.box


#: What can stand on the agenda.
Task: TypeAlias = Step | Choice
