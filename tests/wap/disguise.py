"""What a seat of wap can't see, varied: with hidden fleets, where the other side's ships beyond Europe are, and where
its voyages are bound (K.9).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.system import Engine
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.sea.voyage import Voyage
from napwidgets.systems.wap.state import Fleet, State, at_sea, fleet_index, fleet_number
from napwidgets.systems.wap.views import hidden, redact

#: Whoever intercepts shows himself, whether he finds anybody or not (F.4.c); fleets that meet sight each other (K.9);
#: what raiders take tells how many they are (K.8); at the end everything is counted.
REVEALS = frozenset({"interception", "sighted", "raid", "end"})


def shows(before: State, after: State) -> bool:
    """Whether a state has become neutral, whose fleets come home for everybody to see."""
    return bool(before.status != after.status)


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
    nelson = x.setting.nelson
    lost = redact(x, state, who).leaders[nelson] != state.leaders[nelson]
    for zone in far[:3]:
        there = state.leader(nelson, place=at_sea(zone)) if lost else state
        found.append(
            x.with_fleets(there, [*seen, *(replace(f, place=at_sea(zone), squadrons=f.squadrons + 1) for f in unseen)])
        )
    secret = [isinstance(step, Voyage) and step.seat != who for step in state.agenda]
    for to, route in ((at_sea(far[0]), tuple(far[:2])), (0, ())):
        agenda = tuple(
            replace(step, to=to, route=route, calls=(), points=0) if hide else step
            for step, hide in zip(state.agenda, secret, strict=True)
        )
        found.append(replace(state, agenda=agenda))
    return [other for other in found if other != state]


def twins(engine: Engine, state: State, seat: str | None, move: Any) -> list[tuple[State, Any]]:
    """The disguises, each with the same move: it names its fleet by the number that the fleet has there. Where a voyage
    is bound is no twin: it shows by where the ships sail next.
    """
    found = [other for other in disguise(engine, state, seat) if other.agenda == state.agenda]
    at = fleet_index(state, getattr(move, "fleet", -1))
    if at < 0:
        return [(other, move) for other in found]
    x: Context = engine.context  # type: ignore[attr-defined]
    who = x.setting.seats.index(seat) if seat in x.setting.seats else None
    numbers = [(other, _number(x, other, state.fleets[at], who)) for other in found]
    return [(other, replace(move, fleet=number)) for other, number in numbers if number >= 0]


def _number(x: Context, other: State, fleet: Fleet, who: int | None) -> int:
    """The number of a fleet in a disguise: of the very same one, else of one of its state out of sight; -1 for none."""
    if fleet in other.fleets:
        return fleet_number(other, other.fleets.index(fleet))
    if not hidden(x, other, fleet, who):
        return -1
    alike = (
        fleet_number(other, i)
        for i, f in enumerate(other.fleets)
        if f.nation == fleet.nation and hidden(x, other, f, who)
    )
    return next(alike, -1)
