"""K.8.e to K.8.k. What Lloyd's rate compels England to do, and what of it the position meets."""

from __future__ import annotations

from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import I
from napwidgets.systems.wap.lloyds import Answer, Duty, duties, level
from napwidgets.systems.wap.setting import ENGLAND
from napwidgets.systems.wap.state import FIT, State, zone_of


def is_global(x: Context, place: int) -> bool:
    """Whether a place is one of the Global Sea zones, which are off the map (reading 27)."""
    zone = zone_of(place)
    return zone in x.setting.zones and not x.setting.zones[zone].on_map


def answer(x: Context, s: State) -> Answer:
    """What England has in the Global zones, and the points it spent this turn.
    """
    fleets = [f for f in s.fleets if f.nation == ENGLAND and f.condition == FIT and is_global(x, f.place)]
    infantry = sum(f.aboard[I] for f in fleets)
    return Answer(
        sum(f.squadrons for f in fleets),
        infantry,
        sum(f.transports for f in fleets),
        s.spent // 2,
    )


def owed(x: Context, s: State) -> tuple[Duty, ...]:
    """The duties that the rate lays on England now."""
    return duties(x.tables, s.rate, answer(x, s)) if x.options.lloyds else ()


def compelled(x: Context, s: State, squadrons: int, transports: int, infantry: int) -> bool:
    """Whether English ships can't leave the Global zones without a duty unmet that is met now (K.8.f)."""
    if not x.options.lloyds:
        return False
    now = answer(x, s)
    rest = Answer(now.squadrons - squadrons, now.infantry - infantry, now.transports - transports, now.points)
    without = duties(x.tables, s.rate, rest)
    return any(duty.met and not then.met for duty, then in zip(owed(x, s), without, strict=True))


def catastrophe(x: Context, s: State) -> bool:
    """Whether the rate forbids England to lend, to send troops abroad and to attack (K.8.k)."""
    return x.options.lloyds and level(x.tables, s.rate) == "catastrophe"
