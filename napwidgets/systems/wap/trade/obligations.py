"""K.8.e to K.8.k. What Lloyd's rate compels England to do, and what of it the position meets."""

from __future__ import annotations

from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import I
from napwidgets.systems.wap.setting import ENGLAND
from napwidgets.systems.wap.state import FIT, State, zone_of
from napwidgets.systems.wap.trade.lloyds import Answer, Duty, duties, level

#: English fortresses that are not in England (F.2.g).
POSSESSIONS = ("Gibraltar", "Valletta (Malta)")


def answer(x: Context, s: State) -> Answer:
    """What England has in the Global zones, and the points it spent this turn."""
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


def can_pay(x: Context, s: State) -> bool:
    """Whether England is sure, whatever its die, of the points that answer the rate in its next Reinforcement Phase:
    those it has saved, and one from each of its cities that pay for any unit (K.8.e, reading 126).
    """
    if "reinforcement" not in x.phases:
        return False
    cities = [c for c in x.own_cities(s, ENGLAND) if x.setting.cities[c].production == "red"]
    return s.saved + 2 * len(cities) >= 2 * x.tables.lloyds["points a turn"]


def catastrophe(x: Context, s: State) -> bool:
    """Whether the rate forbids England to lend, to send troops abroad and to attack (K.8.k)."""
    return x.options.lloyds and level(x.tables, s.rate) == "catastrophe"


def in_england(x: Context, place: int) -> bool:
    """Whether a place is a hex of England itself: Gibraltar and Malta are but its possessions (F.2.g)."""
    if zone_of(place) or place < 0 or x.setting.owner[place] != ENGLAND:
        return False
    city = x.setting.city_at.get(place, -1)
    return city < 0 or x.setting.cities[city].name not in POSSESSIONS


def held_back(x: Context, s: State, nation: int, place: int) -> bool:
    """Whether ships of a state must not attack from a place, or off it: English ones on the map but not in England,
    with Lloyd's at its worst (K.8.k, reading 103).
    """
    at_home = in_england(x, place) or x.is_global(place)
    return nation == ENGLAND and not at_home and catastrophe(x, s)
