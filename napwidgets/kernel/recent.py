"""Answers about the last few positions, so that a question put again from another corner of the screen is free."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from operator import is_
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

    def known(self, position: Any) -> Mapping[Hashable, Any]:
        """All answers about a position so far.

        >>> recent, here = Recent(), ("a position",)
        >>> recent.answer(here, "how many", lambda: 3), recent.known(here), recent.known(("another",))
        (3, {'how many': 3}, {})
        """
        for known, answers in self._known:
            if known is position:
                return answers
        return {}

    def _about(self, position: Any) -> dict[Hashable, Any]:
        for known, answers in self._known:
            if known is position:
                return answers
        # A new list, since a computer player may ask from another thread.
        answers = {}
        self._known = [(position, answers), *self._known[: MOST - 1]]
        return answers


class Parts:
    """What was last worked out from parts of positions, by question. Parts are told apart by identity, too, or by value
    where they are no tuples of a position's own: what has not changed since is not worked out again.

    >>> parts, units = Parts(), ("a unit",)
    >>> parts.of("seen", (units, 1), lambda: "all"), parts.of("seen", (units, 1), lambda: "nothing")
    ('all', 'all')
    >>> parts.of("seen", (units, 2), lambda: "nothing")
    'nothing'
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}

    def of(self, question: Hashable, parts: tuple[Any, ...], work: Callable[[], T]) -> T:
        """The answer to a question: the one given before about the very same parts, or a new one. One that is equal to
        the one before is that very one, so that what rests on it holds on.
        """
        known = self._known.get(question)
        if known is not None and alike(known[0], parts):
            kept: T = known[1]
            return kept
        found = work() if known is None else same_or(known[1], work())
        self._known[question] = (parts, found)
        return found


def same_or(before: T, found: T) -> T:
    """What was found, as the very value that was known before if it is equal to that.

    >>> known = ("a unit",)
    >>> same_or(known, tuple(["a unit"])) is known, same_or(known, ())
    (True, ())
    """
    return before if before == found else found


def alike(before: tuple[Any, ...], parts: tuple[Any, ...]) -> bool:
    """Whether parts of a position are those of one before.

    >>> units = ("a unit",)
    >>> alike((units, 1), (units, 1)), alike((units, 1), (units, 2)), alike((units, 1), (units,))
    (True, False, False)
    """
    if len(before) != len(parts):
        return False
    if all(map(is_, before, parts)):
        return True
    for a, b in zip(before, parts, strict=True):
        if a is b:
            continue
        # Tuples of hundreds of values would take longer to compare than what they are compared for.
        if isinstance(a, tuple) or a != b:
            return False
    return True
