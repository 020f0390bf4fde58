"""The state of a JDG campaign: everything that changes, as frozen values that compare and hash by value.

Counters are numbered as in `Setting.pieces`, boxes and links as in the network. Sides are 0 (the French) and 1.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.agenda import Position
from napwidgets.systems.jdg.seasons import Weather

FRENCH, OTHER = 0, 1
#: Places of a counter that is in no box: not there yet, out of the game, at hand for use (dummies, Detachments),
#: somewhere that the seat can't see.
WAITING, GONE, SPARE, HIDDEN = -1, -2, -3, -4
_DOOR = -10

#: How a counter stands to its commander-in-chief (4.3, 4.6): no line to any general, a line to a general who has
#: none himself, in command.
ALONE, LOOSE, LED = 0, 1, 2


def at_door(entry: int) -> int:
    """The place of a counter that stands before an entry connection.

    >>> door_of(at_door(3)), door_of(17)
    (3, -1)
    """
    return _DOOR - entry


def door_of(place: int) -> int:
    """The entry that a place stands for, -1 for a box."""
    return _DOOR - place if place <= _DOOR else -1


class Counter(Struct, frozen=True, array_like=True):
    """What changes of a leader, a unit, a Detachment or a dummy.

    ``strength`` points at hand; ``lost`` marked with X and ``strayed`` marked with a stroke on the roster (1.2.3);
    ``up`` turned face up; ``inside`` a fortified city; ``moved`` in this Movement Phase; ``idle`` since its side's
    last one; ``weary`` from a forced march (8.5); ``contact`` as found in its side's Administrative Phase; ``spent``
    movement points used up before it sets out (6.1); ``origin`` the unit a Detachment comes from.
    """

    at: int = WAITING
    strength: int = 0
    lost: int = 0
    strayed: int = 0
    up: bool = False
    inside: bool = False
    moved: bool = False
    idle: bool = True
    weary: bool = False
    contact: int = ALONE
    spent: int = 0
    origin: int = -1

    @property
    def away(self) -> bool:
        """Whether it is a leader found alone who has got away and comes back next turn (4.2): ``spent`` tells when."""
        return self.at == WAITING and self.spent > 0


#: A counter that the seat can't see.
UNSEEN = Counter(HIDDEN)


class Entered(Struct, frozen=True, array_like=True):
    """A force entered a box with enemies: the box, from where, over which link (-1: off the map), its side, and its
    strength in points (8.5, 8.7; -1 for what the seat can't know). ``before``: the enemy came to it there (6.5.1).
    """

    box: int
    origin: int
    link: int
    side: int
    strength: int
    before: bool = False


class Siege(Struct, frozen=True, array_like=True):
    """A siege (8.8): the box, the besieging side, the stage of the procedure, whether it only masks the city."""

    box: int
    side: int
    stage: str = "S2"
    masked: bool = False


class March(Struct, frozen=True, array_like=True):
    """A force on its way to the guns (6.5.2): the battle's box, its own, its counters, the points it spends."""

    to: int
    box: int
    pieces: tuple[int, ...]
    points: int


class State(Position, frozen=True):
    """A position.

    ``unseen`` is empty in the true state; in a view it counts the counters of each box that the seat can't tell: box,
    side, how many. ``first`` is the side that plays first in this turn, ``active`` the one whose player turn it is.
    ``points`` are the command points left in each budget (-1: hidden). ``control`` holds for each box the side that was
    last in it, plus 1 (0: nobody), as everybody knows; ``covert`` are the boxes that a side has taken since in secret,
    the latest last. ``works`` are entrenchments (box, side), ``cut`` destroyed bridges, ``pontoons``
    (link, side). ``entered`` are entries into boxes with enemies in this player turn, ``met`` boxes where an
    interception forces a battle, ``marches`` those to the guns, ``marched`` the counters that tried one this turn.
    ``fought`` are boxes whose combat is done. ``hands`` and ``deck`` hold event cards (-1: a card the seat can't see),
    ``played`` the effects of cards that still wait. ``kept`` are strength points of nations that nobody could take in
    yet (3.3). ``lost`` are strength points lost by each side for good, ``score``
    points for battles and captives. ``truce`` is the turn on which the armistice begins, ``resume`` the one on which
    hostilities do again; 0 for none.
    """

    counters: tuple[Counter, ...]
    control: bytes
    unseen: tuple[tuple[int, int, int], ...] = ()
    covert: tuple[tuple[int, int], ...] = ()
    weather: Weather = Weather("Clear")
    first: int = FRENCH
    active: int = FRENCH
    points: tuple[int, ...] = ()
    works: tuple[tuple[int, int], ...] = ()
    sieges: tuple[Siege, ...] = ()
    cut: tuple[int, ...] = ()
    pontoons: tuple[tuple[int, int], ...] = ()
    entered: tuple[Entered, ...] = ()
    met: tuple[int, ...] = ()
    marches: tuple[March, ...] = ()
    marched: tuple[int, ...] = ()
    fought: tuple[int, ...] = ()
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    deck: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    played: tuple[tuple[int, str], ...] = ()
    kept: tuple[tuple[str, int], ...] = ()
    lost: tuple[int, int] = (0, 0)
    score: tuple[int, int] = (0, 0)
    truce: int = 0
    resume: int = 0

    @property
    def in_truce(self) -> bool:
        """Whether the armistice holds in this turn (1813)."""
        return 0 < self.turn < self.resume

    @property
    def resumed(self) -> bool:
        """Whether the armistice is over and hostilities have begun again (1813)."""
        return 0 < self.resume <= self.turn

    def counter(self, i: int, **changes: Any) -> State:
        """This state with one counter changed."""
        counters = self.counters
        return replace(self, counters=(*counters[:i], replace(counters[i], **changes), *counters[i + 1 :]))

    def each(self, pieces: Any, **changes: Any) -> State:
        """This state with several counters changed alike; one that was so before is the very same value."""
        counters = list(self.counters)
        for i in pieces:
            counter = replace(counters[i], **changes)
            if counter != counters[i]:
                counters[i] = counter
        return replace(self, counters=tuple(counters))

    def flagged(self, side: int, effect: str) -> bool:
        """Whether an effect of a card waits for a side."""
        return (side, effect) in self.played

    def scored(self, side: int, points: int) -> State:
        """This state with victory points more for a side."""
        return replace(self, score=_added(self.score, side, points))

    def bled(self, side: int, points: int) -> State:
        """This state with strength points more lost for good by a side."""
        return replace(self, lost=_added(self.lost, side, points))


class Note(Struct, frozen=True, array_like=True):
    """A note from a player to the others of his side (10): when and by whom it was written, whether they have it."""

    turn: int
    seat: int
    text: str
    read: bool = False


class TeamState(State, frozen=True, kw_only=True):
    """A position of a game in which a side has several players (10).

    ``floor`` is for each side the player whose turn it is where they act one after another, ``asked`` the one who must
    decide now (-1: nobody), ``notes`` what they have written to each other.
    """

    floor: tuple[int, int] = (0, 0)
    asked: int = -1
    notes: tuple[Note, ...] = ()


def _added(pair: tuple[int, int], side: int, points: int) -> tuple[int, int]:
    return (pair[0] + points, pair[1]) if side == FRENCH else (pair[0], pair[1] + points)
