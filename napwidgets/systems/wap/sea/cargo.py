"""F.3. What ships carry: troops of their colour, leaders, supplies, and English production points for allies.

Readings 27, 76 and 110 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, counted
from napwidgets.systems.wap.forces import NONE, Count, I, minus, of, on_foot, plus, riders, within
from napwidgets.systems.wap.ground import SHUT, layout
from napwidgets.systems.wap.setting import ENGLAND, NATIONS
from napwidgets.systems.wap.state import NEUTRAL, PRIZE, Army, Fleet, State, zone_of
from napwidgets.systems.wap.states.homes import homes_of, tied
from napwidgets.systems.wap.trade.obligations import catastrophe, in_england

Problem = tuple[str, str] | None

#: What one transport carries (F.3.d): infantry, cavalry, or points; two points beside one infantry.
FOOT_ABOARD, POINTS_ABOARD, POINTS_BESIDE = 2, 5, 2


# What could be carried


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
        ours = same_colour(x, s, army.serves, fleet.nation)
        if (
            ours
            and foot
            and leaders
            and not army.moved
            and not army.inside
            and not _bound(x, s, army.nation, army.under)
        ):
            yield m.Cargo(army.nation, of(I, foot), (leaders[-1],), under=army.under)
    if fleet.nation == ENGLAND and s.saved >= 2:
        lent = x.tables.production["english points lent to one"]
        yield m.Cargo(points=min(s.saved // 2, lent, POINTS_ABOARD * fleet.transports))


def same_colour(x: Context, s: State, nation: int, ships_of: int) -> bool:
    """Whether ships carry a state's units: their own, and all of the major they belong to; Danish and Portuguese ships
    have the colour of their master (F.3.a, H.4).
    """
    return x.same_colour(s, nation, ships_of)


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


# What is on board from stop to stop (F.3.b)


class Hold(Struct, frozen=True):
    """Ships of a state under way and what they have on board. ``home``: troops that embarked in England (K.8.k);
    ``lent`` points put ashore so far, by state.
    """

    nation: int
    squadrons: int
    transports: int
    cargo: m.Cargo = m.Cargo()
    home: bool = False
    lent: tuple[tuple[int, int], ...] = ()

    @property
    def needed(self) -> int:
        """The transports that the cargo takes."""
        return transports_of(self.cargo)

    def loaded(self, x: Context, place: int, cargo: m.Cargo) -> Hold:
        """With more on board."""
        if empty(cargo):
            return self
        home = self.home or (any(cargo.count) and cargo.serves == ENGLAND and in_england(x, place))
        return replace(self, cargo=_both(self.cargo, cargo), home=home)

    def landed(self, x: Context, place: int, cargo: m.Cargo) -> Hold:
        """With less on board."""
        lent = (*self.lent, (x.setting.owner[place], cargo.points)) if cargo.points else self.lent
        return replace(self, cargo=_less(self.cargo, cargo), lent=lent)


def transports_of(cargo: m.Cargo) -> int:
    """The transports that a cargo takes."""
    horse = riders(cargo.count)
    return transports_for(sum(cargo.count) - horse, horse, cargo.supply + cargo.points)


def _both(a: m.Cargo, b: m.Cargo) -> m.Cargo:
    nation, under = a.troops if any(a.count) else b.troops
    leaders = tuple(dict.fromkeys((*a.leaders, *b.leaders)))
    return m.Cargo(nation, plus(a.count, b.count), leaders, a.supply + b.supply, a.points + b.points, under)


def _less(a: m.Cargo, b: m.Cargo) -> m.Cargo:
    count = minus(a.count, b.count)
    leaders = tuple(i for i in a.leaders if i not in b.leaders)
    nation, under = a.troops if any(count) else (-1, -1)
    return m.Cargo(nation, count, leaders, a.supply - b.supply, a.points - b.points, under)


def empty(cargo: m.Cargo) -> bool:
    """Whether there is nothing in it."""
    return not (any(cargo.count) or cargo.leaders or cargo.supply or cargo.points)


def aboard(fleets: list[Fleet]) -> m.Cargo:
    """The troops on board of some ships, which are of one state (reading 76)."""
    found = m.Cargo()
    for f in fleets:
        if any(f.aboard):
            found = _both(found, m.Cargo(f.troops_of, f.aboard, under=f.under))
    return found


# Taking up (F.3.b, F.3.d)


def why_not_load(x: Context, s: State, hold: Hold, place: int, cargo: m.Cargo, port: bool = False) -> Problem:
    """Why ships can't take up a cargo in a place (F.3); ``port``: they begin the phase there, inside the port."""
    if cargo == m.Cargo():
        return None
    if _senseless(cargo):
        return "A cargo can't be less than nothing.", "F.3.d"
    for leader in cargo.leaders:
        there = 0 <= leader < len(s.leaders) and s.leaders[leader].place == place
        ours = there and same_colour(x, s, x.setting.leader_nation[leader], hold.nation)
        if not ours or leader == x.setting.nelson:
            return "That leader is not here to embark.", "F.3.b"
        nation = x.setting.leader_nation[leader]
        if tied(x, s)[nation] and not any(a.nation == nation and a.under >= 0 for a in x.armies_at(s, place)):
            who = x.setting.leaders[leader].called
            return f"{who} stays at home: his state has sent no more than its corps.", "K.4.d"
    if problem := _why_not_troops(x, s, hold, place, cargo):
        return problem
    if hold.loaded(x, place, cargo).needed > hold.transports:
        return "A transport takes two infantry, or one and two points, or one cavalry, or five points.", "F.3.d"
    if (cargo.supply or cargo.points) and not port:
        return "Supplies and points are loaded in the port where a voyage begins.", "F.3.d"
    return _why_not_lend(x, s, hold, place, cargo.points) if cargo.points else None


def _senseless(cargo: m.Cargo) -> bool:
    return len(cargo.count) != len(NONE) or min(*cargo.count, cargo.supply, cargo.points) < 0


def _why_not_troops(x: Context, s: State, hold: Hold, place: int, cargo: m.Cargo) -> Problem:
    if not any(cargo.count):
        return None
    known = 0 <= cargo.nation < len(NATIONS) and -1 <= cargo.under < len(NATIONS)
    if not known or not same_colour(x, s, cargo.serves, hold.nation):
        return "Ships carry troops of their own colour.", "F.3.a"
    if _bound(x, s, *cargo.troops):
        return f"Troops of {NATIONS[cargo.nation]} stay at home: it has sent no more than its corps.", "K.4.d"
    if any(hold.cargo.count) and hold.cargo.troops != cargo.troops:
        return f"Troops of {NATIONS[hold.cargo.nation]} are on board: land them first.", "F.3.b"
    if not within(cargo.count, embarkable(x, s, place, cargo.troops)):
        return "So many troops are not here to embark.", "F.3.b"
    with_them = (*x.leaders_at(s, place), *hold.cargo.leaders)
    ours = (i for i in with_them if same_colour(x, s, x.setting.leader_nation[i], hold.nation))
    if any(on_foot(cargo.count)) and not any(i != x.setting.nelson for i in ours):
        return "Infantry embarks only where a leader is.", "F.3.b"
    return None


def _bound(x: Context, s: State, nation: int, under: int) -> bool:
    """Whether troops of an ally without a player stay at home, since they are not of the corps that it sent (K.4.d)."""
    return under < 0 and tied(x, s)[nation]


def embarkable(x: Context, s: State, place: int, troops: tuple[int, int]) -> Count:
    """The troops of a state, in whose service they are, that can embark in a hex: in the open, not marched yet."""
    return next((a.count for a in x.armies_at(s, place) if (a.nation, a.under) == troops and _free(a)), NONE)


def _free(army: Army) -> bool:
    return not army.inside and not army.moved


def _why_not_lend(x: Context, s: State, hold: Hold, place: int, points: int) -> Problem:
    """Why points can't be taken on board to lend them (J.5)."""
    if hold.nation != ENGLAND or x.setting.city_at.get(place, -1) not in x.setting.production[ENGLAND]:
        return "Only English ships carry points, from an English production city.", "F.3.d"
    if 2 * points > s.saved:
        return f"England has saved {counted(s.saved / 2, 'point')}.", "J.5.a"
    if catastrophe(x, s):
        return "At such a rate England lends nothing.", "K.8.k"
    return None


# Putting ashore (F.3.b, F.3.e)


def why_not_land(x: Context, s: State, hold: Hold, place: int, cargo: m.Cargo) -> Problem:
    """Why ships can't put a part of their cargo ashore in a place."""
    if cargo == m.Cargo():
        return None
    have = hold.cargo
    there = not any(cargo.count) or (cargo.troops == have.troops and within(cargo.count, have.count))
    if _senseless(cargo) or not there or cargo.supply > have.supply or cargo.points > have.points:
        return "So much is not on board.", "F.3.b"
    if not set(cargo.leaders) <= set(have.leaders):
        return "That leader is not on board.", "F.3.b"
    if zone_of(place):
        return "Cargo goes ashore on a coast.", "F.3.b"
    return _why_not_ashore(x, s, hold, place, cargo)


def why_not_end(x: Context, s: State, hold: Hold, place: int) -> Problem:
    """Why a voyage can't end in a place with what is on board: all of it goes ashore there (F.3.e, reading 27)."""
    cargo = hold.cargo
    if not zone_of(place):
        return _why_not_ashore(x, s, hold, place, cargo)
    if cargo.supply or cargo.points:
        return "Supplies and points must be landed at the end of the phase.", "F.3.e"
    english = cargo.nation in (-1, ENGLAND) and cargo.count == of(I, cargo.count[I])
    if not empty(cargo) and not (x.is_global(place) and hold.nation == ENGLAND and english):
        return "Troops must land at the end of the phase; only English infantry may stay in the Global zones.", "F.3.e"
    return None


def _why_not_ashore(x: Context, s: State, hold: Hold, place: int, cargo: m.Cargo) -> Problem:
    foreign = x.faction(s, hold.nation) != NEUTRAL and (any(cargo.count) or bool(cargo.leaders))
    if foreign and layout(x, s).land[place] == SHUT:
        return f"{x.board.title(place)} is the capital of a conquered state; no foreign troops may enter.", "I.2.c"
    if problem := _why_not_abroad(x, s, place, cargo):
        return problem
    if any(cargo.count) and hold.home and catastrophe(x, s) and not in_england(x, place):
        return "At such a rate no English troops leave England but for the Global zones.", "K.8.k"
    return _why_not_borrow(x, s, hold, x.setting.owner[place], cargo.points) if cargo.points else None


def _why_not_abroad(x: Context, s: State, place: int, cargo: m.Cargo) -> Problem:
    """Why troops and leaders who stay at home can't go ashore in a place (D.4, E.1.c, K.4.d)."""
    leaders = [i for i in cargo.leaders if i != x.setting.nelson]
    take = [(cargo.nation, cargo.count)] if any(cargo.count) else []
    homes = homes_of(x, s, leaders, take, (cargo.nation,) if cargo.under >= 0 else ())
    if homes is None or x.setting.owner[place] in homes:
        return None
    why = f"{x.board.title(place)} lies abroad: neutrals, partisans, militia and early landwehr stay at home."
    if s.segment == NEUTRAL:
        return why, "E.1.c"
    return why, "D.4" if homes_of(x, s, leaders, take, range(len(NATIONS))) is not None else "K.4.d"


def _why_not_borrow(x: Context, s: State, hold: Hold, to: int, points: int) -> Problem:
    table = x.tables.production
    if to < 0 or to == ENGLAND:
        return "Land the points on the coast of the state that is to have them.", "F.3.g"
    if s.lent[to] // 2 + points + sum(n for state, n in hold.lent if state == to) > table["english points lent to one"]:
        return f"No state is lent more than {table['english points lent to one']} points a turn.", "J.5.b"
    if sum(s.lent) // 2 + points + sum(n for _, n in hold.lent) > table["english points lent"]:
        return f"England lends no more than {table['english points lent']} points a turn.", "J.5.c"
    return None
