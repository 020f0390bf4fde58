"""What the agenda of WAP is made of: the kernel's steps and decisions, and questions answered with yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from napwidgets.kernel.agenda import Choice, Step, subject_number
from napwidgets.systems.wap import moves as m

__all__ = ["Choice", "Step", "YesNo", "subject_number"]


class YesNo(Choice, frozen=True):
    """A question that is answered with yes or no."""

    def options(self, x: Any, s: Any, subject: str | None) -> Sequence[m.Move]:
        return (m.Accept(), m.Done()) if subject is None else ()
