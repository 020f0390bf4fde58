"""What the agenda of WAP is made of: the kernel's steps and decisions, and questions answered with yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from napwidgets.kernel.agenda import Choice as _Choice
from napwidgets.kernel.agenda import Step, subject_number
from napwidgets.kernel.system import Label
from napwidgets.systems.wap import moves as m

__all__ = ["Choice", "PlaceOffer", "SeatChoice", "Step", "YesNo", "subject_number"]


class Choice(_Choice, frozen=True, array_like=True):
    """A decision of WAP, with its own words for yes and for no (or for "done"), and a hint for a newcomer; empty
    where the usual words do.
    """

    yes: ClassVar[str] = ""
    no: ClassVar[str] = ""
    hint: ClassVar[str] = ""

    def about(self, x: Any, s: Any) -> int:
        """The place that it is about: a hex, a zone as `at_sea` gives it, or -1 for none in particular."""
        return -1

    def chance(self, x: Any, s: Any, move: m.Move) -> Fraction | None:
        """The exact chance of a move whose success one throw decides."""
        return None

    def label(self, x: Any, s: Any, move: m.Move) -> Label | None:
        word = self.yes if isinstance(move, m.Accept) else self.no if isinstance(move, m.Done) else ""
        return Label(word, "", self.question(x, s).cites[:1]) if word else None


class SeatChoice(Choice, frozen=True):
    """A decision of one seat."""

    seat: int

    def side(self, x: Any, s: Any) -> int:
        return self.seat


class YesNo(Choice, frozen=True):
    """A question that is answered with yes or no."""

    def options(self, x: Any, s: Any, subject: str | None) -> Sequence[m.Move]:
        return (m.Accept(), m.Done()) if subject is None else ()


class PlaceOffer(YesNo, frozen=True):
    """A question to one seat about a place."""

    seat: int
    place: int

    def side(self, x: Any, s: Any) -> int:
        return self.seat

    def about(self, x: Any, s: Any) -> int:
        return self.place
