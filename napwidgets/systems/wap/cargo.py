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
from napwidgets.systems.wap.state import PRIZE, Army, Fleet, State, zone_of

#: What one transport carries (F.3.d): infantry, cavalry, or points; two points beside one infantry.
FOOT_ABOARD, POINTS_ABOARD, POINTS_BESIDE = 2, 5, 2


def cargoes(x: Context, s: State, fleet: Fleet) -> Iterator[m.Cargo]:
    """What the transports of a fleet in port could take: infantry with a leader, or points that England saved."""
    room = FOOT_ABOARD * fleet.transports
    leaders = [
        n
        for n in x.leaders_at(s, fleet.place)
        if same_colour(x, s, x.setting.leader_nation[n], fleet.nation) and n != x.setting.nelson
    ]
    for army in x.armies_at(s, fleet.place):
        foot = min(room, army.count[I])
        ours = army.under < 0 and same_colour(x, s, army.nation, fleet.nation)
        if ours and foot and leaders and not army.moved and not army.inside:
            yield m.Cargo(army.nation, of(I, foot), (leaders[-1],))
    if fleet.nation == ENGLAND and s.saved >= 2:
        lent = x.tables.production["english points lent to one"]
        yield m.Cargo(points=min(s.saved // 2, lent, POINTS_ABOARD * fleet.transports))


def same_colour(x: Context, s: State, nation: int, ships_of: int) -> bool:
    """Whether ships carry a state's units: their own, and all of the major they belong to; Danish and Portuguese ships
    have the colour of their master (F.3.a, H.4).
    """
    return nation == ships_of or x.major_of(s, nation) == x.major_of(s, ships_of) >= 0


def transports_for(foot: int, horse: int, points: int) -> int:
    """The fewest transports for a cargo: each takes two infantry, or one cavalry, or five points, or one infantry and
    two points (F.3.d).

    >>> [transports_for(*load) for load in ((1, 0, 2), (2, 0, 2), (0, 1, 5), (3, 0, 4))]
    [1, 2, 2, 3]
    """

    def ships(mixed: int) -> int:
        rest = max(0, points - POINTS_BESIDE * mixed)
        return mixed - (mixed - foot) // FOOT_ABOARD - -rest // POINTS_ABOARD

    return horse + min(ships(mixed) for mixed in range(foot + 1))


def prizes_beside(s: State, fleet: Fleet) -> int:
    """Prizes in tow range: captured units of the same captor in the same place, not under repair (K.6.b)."""
    return sum(
        f.squadrons + f.transports
        for f in s.fleets
        if f.condition == PRIZE
        and f.due <= 0
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
        ours = there and same_colour(x, s, x.setting.leader_nation[leader], fleet.nation)
        if not ours or leader == x.setting.nelson:
            return "That leader is not here to embark.", "F.3.b"
    return _why_not_troops(x, s, fleet, move) or _why_not_points(x, s, fleet, move)


def _why_not_troops(x: Context, s: State, fleet: Fleet, move: m.Sail) -> tuple[str, str] | None:
    cargo = move.cargo
    if not any(cargo.count):
        return None
    if not 0 <= cargo.nation < len(NATIONS) or not same_colour(x, s, cargo.nation, fleet.nation):
        return "Ships carry troops of their own colour.", "F.3.a"
    there = [a for a in x.armies_at(s, fleet.place) if a.nation == cargo.nation and _free(a)]
    if not there or not within(cargo.count, there[0].count):
        return "So many troops are not here to embark.", "F.3.b"
    leaders = (i for i in x.leaders_at(s, fleet.place) if same_colour(x, s, x.setting.leader_nation[i], fleet.nation))
    if any(on_foot(cargo.count)) and not any(i != x.setting.nelson for i in leaders):
        return "Infantry embarks only where a leader is.", "F.3.b"
    foot, horse = sum(cargo.count) - riders(cargo.count), riders(cargo.count)
    if transports_for(foot, horse, cargo.supply + cargo.points) > move.transports:
        return "A transport takes two infantry, or one and two points, or one cavalry, or five points.", "F.3.d"
    if zone_of(move.to) and not (is_global(x, move.to) and fleet.nation == ENGLAND and cargo.count == of(I, foot)):
        return "Troops must land at the end of the phase; only English infantry may stay in the Global zones.", "F.3.e"
    if cargo.nation == ENGLAND and catastrophe(x, s) and _leaves_england(x, fleet.place, move.to):
        return "At such a rate no English troops leave England but for the Global zones.", "K.8.k"
    return None


def _free(army: Army) -> bool:
    """Whether troops can embark: in the open, not marched yet, under their own state."""
    return not army.inside and not army.moved and army.under < 0


def _leaves_england(x: Context, start: int, to: int) -> bool:
    """Whether a voyage takes troops out of England, and not to the Global zones (K.8.k)."""
    home = start >= 0 and x.setting.owner[start] == ENGLAND
    return home and not is_global(x, to) and (zone_of(to) > 0 or x.setting.owner[to] != ENGLAND)


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
