"""K.9. What a seat may know: all of it; with that option not the fleets beyond Europe, nor where fleets are bound.

Reading 28 of docs/rules/wap.md applies here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.systems.wap.calls import Calling
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.moves import Call
from napwidgets.systems.wap.obligations import is_global
from napwidgets.systems.wap.state import ADRIFT, ATTACKED, ATTACKING, SAILING, Fleet, State, at_sea
from napwidgets.systems.wap.step import Step
from napwidgets.systems.wap.voyage import Voyage


def redact(x: Context, s: State, seat: int | None) -> State:
    """A state without the fleets that a seat can't see; ``None`` is a spectator, who sees what all see (K.9)."""
    if not x.options.hidden_fleets:
        return s
    agenda = tuple(_sealed(step) if getattr(step, "seat", seat) != seat else step for step in s.agenda)
    return replace(s, fleets=tuple(f for f in s.fleets if not hidden(x, s, f, seat)), agenda=agenda)


def _sealed(step: Step) -> Step:
    """A voyage as others see it: who sails, not where to and what for (K.9)."""
    if isinstance(step, Calling):
        return replace(step, call=Call(0, step.call.place, step.call.inside))
    if isinstance(step, Voyage):
        return replace(step, route=(), to=at_sea(0), inside=False, calls=(), supply=0, points=0)
    return step


def hidden(x: Context, s: State, fleet: Fleet, seat: int | None) -> bool:
    """Whether a fleet is out of a seat's sight: off the map, and neither fighting nor its own."""
    if not is_global(x, fleet.place) or fleet.moved in (ATTACKING, ATTACKED, ADRIFT):
        return False
    if fleet.moved == SAILING and any(f.moved == ATTACKING for f in s.fleets):
        return False
    return seat is None or x.commander(s, fleet.nation) != seat
