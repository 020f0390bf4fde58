"""Answers about the last few positions, so that a question put again from another corner of the screen is free."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
#: For how many positions answers are remembered.
MOST = 6


class Recent:
    """Answers by position and question. Positions are told apart by identity, which is safe because they never change.

    >>> recent, here = Recent(), ("a position",)
    >>> recent.answer(here, "how many", lambda: 3), recent.answer(here, "how many", lambda: 4)
    (3, 3)
    """

    def __init__(self) -> None:
        self._known: list[tuple[Any, dict[Hashable, Any]]] = []

    def answer(self, position: Any, question: Hashable, work: Callable[[], T]) -> T:
        """The answer to a question about a position: the one given before, or a new one."""
        answers = self._about(position)
        if question not in answers:
            answers[question] = work()
        found: T = answers[question]
        return found

    def _about(self, position: Any) -> dict[Hashable, Any]:
        for known, answers in self._known:
            if known is position:
                return answers
        # A new list, since a computer player may ask from another thread.
        answers = {}
        self._known = [(position, answers), *self._known[: MOST - 1]]
        return answers
