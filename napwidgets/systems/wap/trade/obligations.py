"""K.8.e to K.8.k. What Lloyd's rate compels England to do, and what of it the position meets."""

from __future__ import annotations

from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import I
from napwidgets.systems.wap.setting import ENGLAND
from napwidgets.systems.wap.state import FIT, State, zone_of
from napwidgets.systems.wap.trade.lloyds import Answer, Duty, duties, level


def answer(x: Context, s: State) -> Answer:
    """What England has in the Global zones, and the points it spent this turn.
    """
    fleets = [f for f in s.fleets if f.nation == ENGLAND and f.condition == FIT and x.is_global(f.place)]
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


def held_back(x: Context, s: State, nation: int, place: int) -> bool:
    """Whether ships of a state must not attack from a place, or off it: English ones on the map but not in England,
    with Lloyd's at its worst (K.8.k, reading 103).
    """
    in_england = not zone_of(place) and x.setting.owner[place] == ENGLAND
    return nation == ENGLAND and not in_england and not x.is_global(place) and catastrophe(x, s)
