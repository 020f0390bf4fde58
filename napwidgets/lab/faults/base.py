"""What an eye on the play of a game is: it names what a beginner would see and shake his head at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec import Struct

from napwidgets.kernel.system import Engine, Move, State


class Fault(Struct, frozen=True):
    """Something that should not have been done: of which kind, by whom, when, and what exactly, in words."""

    kind: str
    seat: str
    turn: int
    words: str


class Eye:
    """Looks on at one game with all cards open. A system's own says what it looks for."""

    #: What each kind of fault is, in words.
    KINDS: ClassVar[dict[str, str]] = {}

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._known: set[tuple[str, object]] = set()

    def sees(self, before: Any, seat: str, move: Move, after: Any) -> Iterator[tuple[str, object, str]]:
        """What is wrong with a move: the kind, what it is about (each is counted once), and words."""
        yield from ()

    def look(self, before: State, seat: str, move: Move, after: State) -> Iterator[Fault]:
        """The faults of a move that have not been counted yet."""
        for kind, about, words in self.sees(before, seat, move, after):
            if (kind, about) not in self._known:
                self._known.add((kind, about))
                yield Fault(kind, seat, self.engine.clock(before)[0], words)
