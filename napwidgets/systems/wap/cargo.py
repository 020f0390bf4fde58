"""F.3. What ships carry: troops of their colour, leaders, supplies, and English production points for allies.

Reading 27 of docs/rules/wap.md applies here.
"""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import NONE, I, of, on_foot, riders, within
from napwidgets.systems.wap.obligations import catastrophe, is_global
from napwidgets.systems.wap.setting import ENGLAND, NATIONS
from napwidgets.systems.wap.state import PRIZE, Fleet, State, zone_of

#: What one transport carries (F.3.d): infantry, cavalry, or points; two points beside one infantry.
FOOT_ABOARD, HORSE_ABOARD, POINTS_ABOARD, POINTS_BESIDE = 2, 1, 5, 2


def cargoes(x: Context, s: State, fleet: Fleet) -> Iterator[m.Cargo]:
    """What the transports of a fleet in port could take: infantry with a leader, or points that England saved."""
    room = FOOT_ABOARD * fleet.transports
    leaders = [
        n for n in x.leaders_at(s, fleet.place) if x.setting.leader_nation[n] == fleet.nation and n != x.setting.nelson
    ]
    for army in x.armies_at(s, fleet.place):
        foot = min(room, army.count[I])
        if army.nation == fleet.nation and foot and leaders and not army.moved:
            yield m.Cargo(army.nation, of(I, foot), (leaders[-1],))
    if fleet.nation == ENGLAND and s.saved >= 2:
        lent = x.tables.production["english points lent to one"]
        yield m.Cargo(points=min(s.saved // 2, lent, POINTS_ABOARD * fleet.transports))


def prizes_beside(s: State, fleet: Fleet) -> int:
    """Prizes in tow range: captured units of the same captor in the same place, not under repair (K.6.b)."""
    return sum(
        f.squadrons + f.transports
        for f in s.fleets
        if f.condition == PRIZE
        and not f.due
        and (f.place, f.inside, f.nation) == (fleet.place, fleet.inside, fleet.nation)
    )


def why_not_carry(x: Context, s: State, fleet: Fleet, move: m.Sail) -> tuple[str, str] | None:
    """Why a fleet can't carry this cargo (F.3)."""
    cargo = move.cargo
    if cargo == m.Cargo():
        return None
    if min(*cargo.count, cargo.supply, cargo.points) < 0 or len(cargo.count) != len(NONE):
        return "A cargo can't be less than nothing.", "F.3.d"
    for leader in cargo.leaders:
        there = 0 <= leader < len(s.leaders) and s.leaders[leader].place == fleet.place
        if not there or x.setting.leader_nation[leader] != fleet.nation or leader == x.setting.nelson:
            return "That leader is not here to embark.", "F.3.b"
    return _why_not_troops(x, s, fleet, move) or _why_not_points(x, s, fleet, move)


def _why_not_troops(x: Context, s: State, fleet: Fleet, move: m.Sail) -> tuple[str, str] | None:
    cargo = move.cargo
    if not any(cargo.count):
        return None
    if (
        cargo.nation != fleet.nation
        and x.major_of(s, cargo.nation if 0 <= cargo.nation < len(NATIONS) else 0) != fleet.nation
    ):
        return "Ships carry troops of their own colour.", "F.3.a"
    there = [a for a in x.armies_at(s, fleet.place) if a.nation == cargo.nation and not a.inside and not a.moved]
    if not there or not within(cargo.count, there[0].count):
        return "So many troops are not here to embark.", "F.3.b"
    if any(on_foot(cargo.count)) and not x.leaders_at(s, fleet.place):
        return "Infantry embarks only where a leader is.", "F.3.b"
    foot, horse = sum(cargo.count) - riders(cargo.count), riders(cargo.count)
    beside = -(-(cargo.supply + cargo.points) // POINTS_BESIDE) if foot else 0
    if -(-foot // FOOT_ABOARD) + horse + beside > move.transports:
        return "A transport takes two infantry or one cavalry.", "F.3.d"
    if zone_of(move.to) and not (is_global(x, move.to) and fleet.nation == ENGLAND and cargo.count == of(I, foot)):
        return "Troops must land at the end of the phase; only English infantry may stay in the Global zones.", "F.3.e"
    if cargo.nation == ENGLAND and catastrophe(x, s) and not is_global(x, move.to):
        return "At such a rate no English troops leave England but for the Global zones.", "K.8.k"
    return None


def _why_not_points(x: Context, s: State, fleet: Fleet, move: m.Sail) -> tuple[str, str] | None:
    cargo = move.cargo
    if not cargo.supply and not cargo.points:
        return None
    if -(-(cargo.supply + cargo.points) // POINTS_ABOARD) > move.transports and not any(cargo.count):
        return f"A transport takes {POINTS_ABOARD} points.", "F.3.d"
    city = x.setting.city_at.get(fleet.place, -1)
    if not fleet.inside or zone_of(move.to):
        return "Supplies and points are loaded in a port and landed at the end of the phase.", "F.3.d"
    if cargo.points:
        return _why_not_lend(x, s, fleet, move, city)
    return None


def _why_not_lend(x: Context, s: State, fleet: Fleet, move: m.Sail, city: int) -> tuple[str, str] | None:
    table, points = x.tables.production, move.cargo.points
    if fleet.nation != ENGLAND or city not in x.setting.production[ENGLAND]:
        return "Only English ships carry points, from an English production city.", "F.3.d"
    if 2 * points > s.saved:
        return f"England has saved {s.saved / 2:g} points.", "J.5.a"
    if catastrophe(x, s):
        return "At such a rate England lends nothing.", "K.8.k"
    to = x.setting.owner[move.to]
    if to < 0 or to == ENGLAND:
        return "Land the points on the coast of the state that is to have them.", "F.3.g"
    if s.lent[to] // 2 + points > table["english points lent to one"]:
        return f"No state is lent more than {table['english points lent to one']} points a turn.", "J.5.b"
    if sum(s.lent) // 2 + points > table["english points lent"]:
        return f"England lends no more than {table['english points lent']} points a turn.", "J.5.c"
    return None
