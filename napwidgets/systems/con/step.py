"""What the agenda of CON is made of: the kernel's steps, and decisions of a side."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

from napwidgets.kernel.agenda import Choice as _Choice
from napwidgets.kernel.agenda import Step, subject_number

__all__ = ["SideChoice", "Step", "Task", "subject_number"]


class SideChoice(_Choice, frozen=True, array_like=True):
    """A decision of one side."""

    #: A hint for somebody new to the game; empty where the decision needs none.
    hint: ClassVar[str] = ""
    who: int

    def side(self, x: Any, s: Any) -> int:
        return self.who

    def about(self, x: Any, s: Any) -> int:
        """The hex that it is about, -1 for none in particular."""
        return -1


#: What can stand on the agenda.
Task: TypeAlias = Step | SideChoice
