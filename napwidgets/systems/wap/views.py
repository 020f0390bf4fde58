"""K.9. What a seat may know: all of it; with that option not the fleets beyond Europe with Nelson, nor where
fleets are bound.

Readings 28 and 116 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.agenda import seen_agenda
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.sea.encounters import InterceptOffer
from napwidgets.systems.wap.setting import ENGLAND
from napwidgets.systems.wap.state import ADRIFT, ATTACKED, ATTACKING, SAILING, UNSEEN, Fleet, Leader, State


def redact(x: Context, s: State, seat: int | None) -> State:
    """A state without the fleets that a seat can't see; ``None`` is a spectator, who sees what all see (K.9)."""
    if not x.options.hidden_fleets:
        return s
    fleets = tuple(f for f in s.fleets if not hidden(x, s, f, seat))
    return replace(s, fleets=fleets, leaders=_leaders(x, s, fleets, seat), agenda=seen_agenda(x, s, seat))


def _leaders(x: Context, s: State, fleets: tuple[Fleet, ...], seat: int | None) -> tuple[Leader, ...]:
    """The leaders as a seat sees them: Nelson beyond Europe is out of sight with his ships (F.8.h)."""
    i = x.setting.nelson
    own = seat is not None and x.commander(s, ENGLAND) == seat
    if own or not x.is_global(s.leaders[i].place) or any(x.with_nelson(s, f) for f in fleets):
        return s.leaders
    return s.leader(i, place=UNSEEN, inside=False, moved=False).leaders


def hidden(x: Context, s: State, fleet: Fleet, seat: int | None) -> bool:
    """Whether a fleet is out of a seat's sight: off the map, and neither fighting, sighted nor its own."""
    if not x.is_global(fleet.place) or fleet.moved in (ATTACKING, ATTACKED, ADRIFT):
        return False
    if fleet.moved == SAILING and (
        any(f.moved == ATTACKING for f in s.fleets) or any(isinstance(step, InterceptOffer) for step in s.agenda)
    ):
        return False
    return seat is None or x.commander(s, fleet.nation) != seat
