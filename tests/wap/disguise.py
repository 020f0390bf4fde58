"""What a seat of wap can't see, varied: with hidden fleets, where the other side's ships beyond Europe are, and where
its voyages are bound (K.9).
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.system import Engine
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.state import State, at_sea
from napwidgets.systems.wap.views import hidden
from napwidgets.systems.wap.voyage import Voyage


def disguise(engine: Engine, state: State, seat: str | None) -> list[State]:
    """States that differ from ``state`` only in what ``seat`` (None: a spectator) can't know."""
    x: Context = engine.context  # type: ignore[attr-defined]
    if not x.options.hidden_fleets:
        return []
    who = x.setting.seats.index(seat) if seat in x.setting.seats else None
    unseen = [f for f in state.fleets if hidden(x, state, f, who)]
    seen = [f for f in state.fleets if f not in unseen]
    far = [zone for zone, info in x.setting.zones.items() if not info.on_map]
    found = [x.with_fleets(state, seen)]
    for zone in far[:3]:
        found.append(
            x.with_fleets(state, [*seen, *(replace(f, place=at_sea(zone), squadrons=f.squadrons + 1) for f in unseen)])
        )
    secret = [isinstance(step, Voyage) and step.seat != who for step in state.agenda]
    for to, route in ((at_sea(far[0]), tuple(far[:2])), (0, ())):
        agenda = tuple(
            replace(step, to=to, route=route, calls=(), points=0) if hide else step
            for step, hide in zip(state.agenda, secret, strict=True)
        )
        found.append(replace(state, agenda=agenda))
    return [other for other in found if other != state]
