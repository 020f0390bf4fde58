"""Legal moves that are made when somebody takes them: of a list of hundreds a player often draws one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T")
Move = Any


class Offers(Sequence[Any]):
    """A move about each of some places, in their order, then ``more`` moves. Each is made once: asked again the list
    gives the very same.

    >>> offers = Offers([3, 5], lambda h: ("go", h), [("stay",)])
    >>> len(offers), offers[1], offers.given, offers == [("go", 3), ("go", 5), ("stay",)], offers.about
    (3, ('go', 5), [('go', 5), ('stay',)], True, [3, 5])
    """

    __slots__ = ("_about", "_made", "_make", "_more")

    def __init__(self, about: Sequence[T], make: Callable[[T], Move], more: Sequence[Move] = ()) -> None:
        self._about: Sequence[Any] = about
        self._make: Callable[[Any], Move] = make
        self._more = more
        self._made: dict[int, Move] = {}

    @property
    def about(self) -> Sequence[Any]:
        """The places that moves are offered about, in the order of the moves."""
        return self._about

    @property
    def given(self) -> list[Move]:
        """The moves that somebody can have from this list by now."""
        return [*self._made.values(), *self._more]

    def and_also(self, more: Sequence[Move]) -> Offers:
        """The same places, and more moves at the end."""
        return Offers(self._about, self._make, [*self._more, *more]) if more else self

    def __len__(self) -> int:
        return len(self._about) + len(self._more)

    @overload
    def __getitem__(self, n: int) -> Move: ...
    @overload
    def __getitem__(self, n: slice) -> list[Move]: ...
    def __getitem__(self, n: int | slice) -> Any:
        if isinstance(n, slice):
            return [self[i] for i in range(*n.indices(len(self)))]
        if n < 0:
            n += len(self)
        if n >= len(self._about):
            return self._more[n - len(self._about)]
        if n < 0:
            raise IndexError(n)
        if n not in self._made:
            # A computer player may ask from another thread.
            return self._made.setdefault(n, self._make(self._about[n]))
        return self._made[n]

    def __iter__(self) -> Iterator[Move]:
        return map(self.__getitem__, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))
