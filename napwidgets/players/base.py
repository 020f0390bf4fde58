"""What a computer player is: something that chooses a move from what its seat may know."""

from __future__ import annotations

from random import Random
from typing import Protocol, runtime_checkable

from napwidgets.kernel.system import Engine, Move, State


class Player(Protocol):
    """A computer player for one seat in one game.

    A player may remember what it has seen, so make a new one for each game and seat.
    """

    #: The kind it is registered under.
    kind: str

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        """The move for the decision on top of ``view``, which is for ``seat`` to make.

        ``view`` is ``engine.view(state, seat)``: the player never gets the true state. The move is one of
        ``engine.options`` and so always legal.
        """
        ...

    def why(self, engine: Engine, view: State, seat: str) -> str:
        """What the player is after, in a sentence or two; empty if it has no aims."""
        ...


@runtime_checkable
class Thinker(Protocol):
    """A player that takes its time, and can be told from another thread to answer now."""

    def stop(self) -> None:
        """Answer with what is known by now; it holds for one answer."""
        ...


@runtime_checkable
class Rememberer(Protocol):
    """A player that settles things once a turn, and can be told what came before it was made."""

    #: For how many turns before the one at hand it wants to be told, too.
    back: int

    def recall(self, engine: Engine, view: State, seat: str, move: Move) -> None:
        """Settle what is settled once a turn as at an earlier decision of its seat, which was answered by ``move``.
        Whoever tells it all of them, oldest first, gets the answers of a player that was there.
        """
        ...


def seeded(seed: str, seat: str) -> Random:
    """The random generator of a seat's player: the same game seed gives the same choices in every process.

    >>> seeded("1815", "french").random() == seeded("1815", "french").random()
    True
    """
    return Random(f"{seed}/{seat}")
