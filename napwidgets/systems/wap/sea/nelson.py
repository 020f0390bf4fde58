"""F.8.d. Nelson under fire: who fought in a Naval Phase may have been hit, once, when it is over."""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.state import ATTACKED, ATTACKING, DEAD, SAILING, WOUNDED, State, zone_of
from napwidgets.systems.wap.step import SeatChoice, Step


class AtSea(SeatChoice, frozen=True):
    """A seat's part of a Naval Phase."""


class UnderFire(Step, frozen=True, tag="under-fire"):
    """The Naval Phase in which Nelson fought is over, and he may have been hit (F.8.d)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s, i = s.pop(), x.setting.nelson
        place = s.leaders[i].place
        months = naval.nelson_hit(x.tables, dice) if place >= 0 or zone_of(place) else 0
        if not months:
            return s
        if months <= x.tables.casualty["killed up to"]:
            say(log, "nelson", "Nelson is killed.", "F.8.d")
            return s.leader(i, place=DEAD, inside=False)
        say(log, "nelson", f"Nelson is wounded and out for {months} months.", "F.8.d")
        return s.leader(i, place=WOUNDED, inside=False, back=s.turn + months)


def noted(x: Context, s: State) -> State:
    """A combat is over: if Nelson was in it, his dice wait at the end of the Naval Phase of all seats (F.8.d)."""
    flags = (SAILING, ATTACKING, ATTACKED)
    if not any(f.moved in flags and f.squadrons and x.with_nelson(s, f) for f in s.fleets):
        return s
    if any(isinstance(step, UnderFire) for step in s.agenda):
        return s
    at = next((n for n, step in enumerate(s.agenda) if isinstance(step, AtSea)), 0)
    return replace(s, agenda=(*s.agenda[:at], UnderFire(), *s.agenda[at:]))
