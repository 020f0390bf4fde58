"""Clocks: how long a seat may take, and what happens when its time is over. They follow from the log alone."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.players.registry import usual
from napwidgets.shared.course import END, SIT, TIME, Course, noted
from napwidgets.shared.live import Live
from napwidgets.shared.store import TooLate, now
from napwidgets.table.seats import PERSON, NotNow

#: What a clock counts: nothing, all the time of a seat, or each of its turns.
NONE, TOTAL, TURN = "none", "total", "turn"
#: What happens when the time is over: the seat loses, the computer plays on for it, or it is only shown.
LOSES, COMPUTER, SHOWN = "loses", "computer", "shown"
_DAY: Final = 24 * 3600


class Clock(Struct, frozen=True):
    """How long a seat may take, in ``seconds``, and what happens ``then``."""

    kind: str = NONE
    seconds: int = 0
    then: str = SHOWN

    def left(self, course: Course, seat: str, at: float) -> float | None:
        """The seconds that a seat still has; None where nothing is counted."""
        if self.kind == TOTAL:
            return self.seconds - course.spent(seat, at)
        if self.kind == TURN and course.turn == seat:
            return self.seconds - course.turn_spent(at)
        return None


#: The clocks that one can choose, by their names, with their words.
CLOCKS: Final[dict[str, tuple[str, Clock]]] = {
    "none": ("no clock", Clock()),
    "30m": ("30 minutes each, then the computer plays on", Clock(TOTAL, 1800, COMPUTER)),
    "1h": ("an hour each, then the game is lost", Clock(TOTAL, 3600, LOSES)),
    "3h": ("three hours each, then the game is lost", Clock(TOTAL, 3 * 3600, LOSES)),
    "5m-turn": ("5 minutes a turn, then the computer plays on", Clock(TURN, 300, COMPUTER)),
    "1d-turn": ("a day a turn, shown only", Clock(TURN, _DAY, SHOWN)),
    "3d-turn": ("three days a turn, shown only", Clock(TURN, 3 * _DAY, SHOWN)),
    "14d-turn": ("two weeks a turn, then the game is lost", Clock(TURN, 14 * _DAY, LOSES)),
}


def clock_named(name: str) -> Clock:
    """One of the clocks; raises `NotNow` for any other name."""
    if name not in CLOCKS:
        raise NotNow("There is no such clock; choose one from the list.")
    return CLOCKS[name][1]


def clock_of(settings: Mapping[str, Any]) -> Clock:
    """The clock of a game."""
    return CLOCKS.get(str(settings.get("clock", "none")), CLOCKS["none"])[1]


def mind(live: Live, course: Course) -> bool:
    """See to a clock that has run out; whether anything was done. Whichever page comes first does it, once."""
    clock, seat, at = clock_of(live.head.settings), course.turn, now()
    if not seat or course.rests or course.kinds[seat] != PERSON or clock.then == SHOWN:
        return False
    left = clock.left(course, seat, at)
    if left is None or left > 0:
        return False
    computer = usual(course.game.engine.system)
    entry = noted(course, END, seat, TIME, at) if clock.then == LOSES else noted(course, SIT, seat, computer, at)
    with suppress(TooLate, NapwidgetsError):
        live.add(course, entry)
        return True
    return False


def words(seconds: float) -> str:
    """A time that is left, in words.

    >>> words(45), words(600), words(3 * 3600), words(100_800), words(-5)
    ('45 seconds', '10 minutes', '3 h 00', '28 hours', 'none')
    """
    if seconds <= 0:
        return "none"
    if seconds < 120:
        return f"{int(seconds)} seconds"
    if seconds < 7200:
        return f"{int(seconds // 60)} minutes"
    if seconds < _DAY:
        return f"{int(seconds // 3600)} h {int(seconds % 3600 // 60):02d}"
    return f"{int(seconds // 3600)} hours" if seconds < 3 * _DAY else f"{int(seconds // _DAY)} days"
