"""Seats of a table and the small values it keeps: notices, focus, dice that are waited for."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine, Move
from napwidgets.systems.registry import record_of

#: The kind of a seat that a person holds; any other kind names a computer player.
PERSON: Final = "person"


def the(engine: Engine, seat: str) -> str:
    """A seat's name within a sentence: ``the French``, or ``France`` where seats are called after states."""
    name = engine.seat_name(seat) if seat in engine.seats else seat
    return record_of(engine.system).article + name


class NotNow(NapwidgetsError, ValueError):
    """Something that the table can't do at this moment; the sentence says what to do first."""


class Notice(Struct, frozen=True):
    """A sentence on the status line with its paragraphs; ``tone`` is ``info``, ``good`` or ``refusal``. ``move`` is one
    that it advises.
    """

    text: str
    cites: tuple[str, ...] = ()
    tone: str = "info"
    move: Move = None


class Focus(Struct, frozen=True):
    """What the people at the table point at: a hex (or -1) and the subject of the decision chosen in it."""

    hex: int = -1
    subject: str | None = None


class Ask(Struct, frozen=True):
    """A move that waits for dice to be typed in: what to throw, what was typed so far, and whether a die has fallen for
    it, be it that it is typed in again.
    """

    move: Move
    seat: str | None
    purpose: str
    kind: str
    count: int
    sides: int
    items: tuple[str, ...] = ()
    typed: tuple[tuple[int, ...], ...] = ()
    fallen: bool = False
