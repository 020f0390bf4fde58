"""What a broken copy of the tree imports: which change is made, and where a test has been.

What is remembered from one test to the next (``functools.cache``) would hide where the second one has been; the copy
takes these from here, and whoever asks again has been where the first one was.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, reduce, singledispatch, wraps
from pathlib import Path
from time import process_time
from typing import Any

__all__ = ["cache", "cached_property", "lru_cache", "partial", "reduce", "singledispatch", "wraps"]

#: The change that is made, by number; none where it is negative.
made = int(os.environ.get("NAPWIDGETS_BROKEN", "-1"))
#: Where processes that a test starts say where they have been.
abroad = os.environ.get("NAPWIDGETS_ABROAD", "")
home = int(os.environ.get("NAPWIDGETS_BROKEN_BY", "0"))


class Trace:
    """Where somebody has been, and what he was given that others had worked out."""

    def __init__(self) -> None:
        self.places: set[int] = set()
        self.given: set[Kept] = set()

    @property
    def spared(self) -> float:
        """How many seconds that had taken."""
        return sum(kept.seconds for kept in self.given)


now = Trace()


#: Whether something is worked out only to see what comes out.
_trying = False


def on(number: int) -> bool:
    """Whether this change is made."""
    if number not in now.places:
        _been(number)
    return number == made


def either(number: int, plain: Callable[[], Any], changed: Callable[[], Any]) -> Any:
    """What comes out of an expression. Only who gets something else with the change has been there."""
    global _trying
    if number == made:
        return changed()
    value = plain()
    if made < 0 and not _trying and number not in now.places:
        _trying = True
        try:
            other = changed()
            same = value is other or (type(value) is type(other) and bool(value == other))
        except Exception:
            same = False
        finally:
            _trying = False
        if not same:
            _been(number)
    return value


def _been(number: int) -> None:
    now.places.add(number)
    if abroad and os.getpid() != home:
        (Path(abroad) / str(number)).touch()


@contextmanager
def traced() -> Iterator[Trace]:
    """A trace of its own; whoever began it has been there, too."""
    global now
    outer, now = now, Trace()
    try:
        yield now
    finally:
        inner, now = now, outer
        now.places |= inner.places


class Kept:
    """An answer with what it took."""

    def __init__(self, work: Callable[[], Any]) -> None:
        began = process_time()
        with traced() as self.trace:
            self.value = work()
        self.seconds = process_time() - began + self.trace.spared
        self.trace.given.clear()

    def again(self) -> Any:
        if self not in now.given:
            now.given.add(self)
            now.places |= self.trace.places
        return self.value


def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
    """Like that of ``functools``."""
    if callable(maxsize):
        return lru_cache()(maxsize)

    def around(work: Callable[..., Any]) -> Callable[..., Any]:
        new = False

        @functools.lru_cache(maxsize, typed)  # type: ignore[untyped-decorator]
        def kept(*args: Any, **named: Any) -> Kept:
            nonlocal new
            new = True
            return Kept(lambda: work(*args, **named))

        @wraps(work)
        def known(*args: Any, **named: Any) -> Any:
            nonlocal new
            new = False
            found = kept(*args, **named)
            return found.value if new else found.again()

        known.cache_clear, known.cache_info = kept.cache_clear, kept.cache_info  # type: ignore[attr-defined]
        return known

    return around


def cache(work: Callable[..., Any]) -> Any:
    """Like that of ``functools``."""
    return lru_cache(None)(work)


class cached_property:
    """Like that of ``functools``, but asked every time."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work, self.__doc__ = work, work.__doc__
        self.name = work.__name__

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        known = instance.__dict__
        if self.name in known:
            found = known[self.name]
            # A map that is changed in one place hands on what the old one knew.
            return found.again() if isinstance(found, Kept) else found
        known[self.name] = kept = Kept(lambda: self.work(instance))
        return kept.value

    def __set__(self, instance: Any, value: Any) -> None:
        raise AttributeError(self.name)
