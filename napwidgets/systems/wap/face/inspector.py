"""Cards and the roster: what stands in a place, and what each state has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.board.display import Card, Fact, Line
from napwidgets.kernel.odds import percent
from napwidgets.systems.telling import in_order, sentence, signed
from napwidgets.systems.wap.context import Context, names
from napwidgets.systems.wap.face.pieces import kinds_of
from napwidgets.systems.wap.face.words import SIDE_TITLES, colour, counted, place_title, side_of_seat, spot, zone_at
from napwidgets.systems.wap.forces import spelled
from napwidgets.systems.wap.land.attrition import at_next, standing, toll
from napwidgets.systems.wap.land.losses import danger_odds
from napwidgets.systems.wap.land.muster import morale_of
from napwidgets.systems.wap.land.sieges import capacity
from napwidgets.systems.wap.land.supply import in_supply
from napwidgets.systems.wap.sea.naval import nelson_odds
from napwidgets.systems.wap.sea.seaways import blockaded
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, NATIONS
from napwidgets.systems.wap.state import (
    DEAD,
    ENGLISH,
    EXILE,
    FACTIONS,
    FIT,
    FRENCH,
    NEUTRAL,
    OFF,
    PRISONER,
    PRIZE,
    UNSEEN,
    WOUNDED,
    Army,
    Fleet,
    State,
    fleet_number,
)
from napwidgets.systems.wap.states.conquest import FAITHFUL, loyalty_odds

_TERRAIN = {
    "clear": "Open country",
    "forest": "Forest",
    "mountain": "Mountains",
    "marsh": "Marsh",
    "lake": "Lake",
    "sea": "Sea",
}
_COLOURS = {
    "red": "any unit",
    "black": "landwehr only",
    "white": "ships",
}
_AWAY = {
    OFF: "in the force pool",
    DEAD: "out of the war",
    WOUNDED: "wounded",
    EXILE: "in exile",
    PRISONER: "a prisoner",
    UNSEEN: "at sea",
}
_TONES = {NEUTRAL: "wait", FRENCH: "french", ENGLISH: "english"}


# Cards


def inspect(x: Context, s: State, seat: str | None, hex: int) -> Sequence[Card]:
    """Armies, leaders and ships in a place, then the place itself."""
    zone = zone_at(x, hex)
    if zone:
        hex = x.board.size + zone
    cards = [_army_card(x, s, army) for army in sorted(x.armies_at(s, hex), key=lambda a: -sum(a.count))]
    there = [i for i, leader in enumerate(s.leaders) if spot(x, leader.place) == hex]
    cards += [_leader_card(x, s, i) for i in sorted(there, key=lambda i: (-x.rating(s, i), i))]
    cards += [_fleet_card(x, s, fleet) for fleet in s.fleets if spot(x, fleet.place) == hex]
    return [*cards, _zone_card(x, s, zone) if zone else _hex_card(x, s, seat, hex)]


def _army_card(x: Context, s: State, army: Army) -> Card:
    facts = [Fact("Strength points", str(sum(army.count)), "F.1"), Fact("Kinds", kinds_of(army.count))]
    kind = max(range(8), key=lambda k: army.count[k])
    facts.append(Fact("Morale of most", str(morale_of(x, s, army.nation, kind, army.hex)), "reference 1.9"))
    side = x.army_faction(s, army)
    if side != NEUTRAL:
        fed = army.inside or in_supply(x, s, army.hex, side)
        facts.append(Fact("In supply", "yes" if fed else "no", "base rules M"))
    if army.under >= 0:
        facts.append(Fact("Lent to", NATIONS[army.under], "K.4"))
    if army.inside:
        facts.append(Fact("Besieged", "yes", "base rules S"))
    if army.moved:
        facts.append(Fact("Has marched", "yes", "J"))
    return Card(f"a:{army.hex}", NATIONS[army.nation], FACTIONS[side], colour(army.nation), tuple(facts))


def _leader_card(x: Context, s: State, i: int) -> Card:
    nation = x.setting.leader_nation[i]
    facts = [Fact("Rating", str(x.rating(s, i)), "reference 1.10")]
    if s.leaders[i].moved:
        facts.append(Fact("Has moved", "yes", "J"))
    row = x.setting.leaders[i]
    if not x.setting.named[i]:
        facts.append(Fact("In the rules", "a leader without a name", "base rules R"))
    else:
        nelson = i == x.setting.nelson
        killed, wounded = nelson_odds(x.tables) if nelson else danger_odds(x, i)
        when = "Each month in which he fights at sea" if nelson else "In each combat"
        facts.append(
            Fact(
                when,
                f"killed with {percent(killed)}, wounded with {percent(wounded)}",
                "F.8.d" if nelson else "base rules R",
            )
        )
    return Card(f"l:{i}", row.called, f"leader of {NATIONS[nation]}", colour(nation), tuple(facts))


def _fleet_card(x: Context, s: State, fleet: Fleet) -> Card:
    facts = []
    if fleet.squadrons:
        facts.append(Fact("Squadrons", str(fleet.squadrons), "F.1"))
    if fleet.transports:
        facts.append(Fact("Transports", str(fleet.transports), "F.3.d"))
    if any(fleet.aboard):
        facts.append(Fact(f"On board, of {NATIONS[fleet.troops_of]}", kinds_of(fleet.aboard), "F.3"))
    row = "english squadron" if fleet.nation == ENGLAND else "squadron"
    facts.append(Fact("Morale", str(x.tables.morale[row]), "F.1.b"))
    if fleet.condition != FIT:
        due = f", repaired in {x.setting.month_name(max(fleet.due, s.turn + 1))}" if fleet.due > 0 else ""
        due += f" for {counted(fleet.owed / 2, 'more point')}" if fleet.owed else ""
        word = f"a prize from {NATIONS[fleet.taken]}" if fleet.condition == PRIZE else "damaged"
        facts.append(Fact("Condition", f"{word}{due}", "K.6" if fleet.condition == PRIZE else "K.7"))
    side = x.faction(s, fleet.nation)
    if fleet.inside and blockaded(x, s, fleet.place, side):
        facts.append(Fact("Blockaded", "yes", "F.6.a"))
    title = f"Fleet of {NATIONS[fleet.nation]}"
    return Card("f", title, x.place_name(fleet.place, fleet.inside), colour(fleet.nation), tuple(facts))


def _zone_card(x: Context, s: State, zone: int) -> Card:
    row = x.setting.zones[zone]
    facts = [Fact("To enter", counted(row.cost, "movement point"), "F.2.f")]
    facts.append(Fact("Interception", signed(row.interception), "F.4.c"))
    if x.options.lloyds:
        facts.append(Fact("Trade", signed(row.traffic), "K.8.b"))
        if s.bases[zone]:
            facts.append(Fact("Raiders' bases destroyed", f"−{s.bases[zone]}", "K.8.m"))
    joins = names(x.setting.zones[z].name for z in x.board.zones[zone].joins)
    facts.append(Fact("Joins", joins, "F.2.d"))
    where = "sea on the map" if row.on_map else "sea beyond Europe"
    return Card(f"z:{zone}", row.name, where, "", tuple(facts))


def _hex_card(x: Context, s: State, seat: str | None, hex: int) -> Card:
    board, setting = x.board, x.setting
    if not 0 <= hex < board.size:
        return Card("h", "Nowhere", "", "", ())
    facts = []
    owner = setting.owner[hex]
    if owner >= 0:
        facts.append(Fact("Land of", f"{NATIONS[owner]}, {FACTIONS[x.faction(s, owner)]}"))
    if board.is_land(hex):
        facts.append(Fact("To enter", counted(x.tables.terrain[board.terrain[hex]], "movement point"), "J"))
        side = side_of_seat(x, s, seat)
        if side != NEUTRAL:
            facts.append(Fact("Your supply", "yes" if in_supply(x, s, hex, side) else "no", "base rules M"))
    city = setting.city_at.get(hex, -1)
    facts += list(_city_facts(x, s, city)) if city >= 0 else []
    facts += list(_attrition(x, s, hex))
    facts += [Fact("Supplies landed", f"{n} for {NATIONS[nation]}", "F.3.f") for h, nation, n in s.landed if h == hex]
    return Card(f"h:{hex}", board.title(hex), _TERRAIN.get(board.terrain[hex], ""), colour(owner), tuple(facts))


def _attrition(x: Context, s: State, hex: int) -> Iterator[Fact]:
    """What the troops in a hex lose next by attrition if nobody moves, and what modifies the die; nothing where both
    sides stand in the open, for there they fight first.
    """
    here = [(side, inside) for side in (FRENCH, ENGLISH) for at, inside in standing(x, s, side) if at == hex]
    if {(FRENCH, False), (ENGLISH, False)} <= set(here):
        return
    for side, inside in here:
        then = at_next(x, s, side)
        if then is not None:
            found, cite = toll(x, then, hex, side, inside), "base rules S" if inside else "base rules G"
            whose = f", {FACTIONS[side]}" if len(here) > 1 else ""
            name = f"Attrition as it stands, {x.setting.month_name(then.turn)}{whose}"
            if found.lost[0] == 1:
                yield Fact(name, "nothing", cite)
                continue
            yield Fact(name, in_order(found.lost, lambda n: f"{n} SP"), cite)
            added = ", ".join(f"{label} {signed(value)}" for label, value, _ in found.parts)
            yield Fact("Added to its die", added or "nothing", cite)


def _city_facts(x: Context, s: State, city: int) -> Iterator[Fact]:
    data, holder = x.setting.cities[city], x.holder(s, city)
    # Whose land it is, and where that state stands, is said above.
    side = "" if holder == x.setting.owner[x.setting.city_hex[city]] else f", {FACTIONS[x.faction(s, holder)]}"
    yield Fact("Held by", f"{NATIONS[holder]}{side}", "C.2")
    words = [role.replace("_", " ") for role in data.roles if role != "city"]
    if words:
        yield Fact("It is a", ", ".join(words))
    if data.production:
        few = f"any unit, {x.tables.production['french cities of choice']} such cities of France"
        yield Fact("Produces for", _COLOURS.get(data.production, few), "C.2.a, J.2")
    yield Fact("Garrison", f"{capacity(x, city)} at most", "base rules S")
    yield from _if_it_falls(x, s, city)
    months = dict(s.sieges).get(x.setting.city_hex[city], 0)
    if months:
        yield Fact("Besieged for", counted(months, "month"), "base rules S")
    ports = [x.setting.zones[z].name for z in x.setting.port_zones.get(city, ())]
    if ports:
        yield Fact("Port on", names(ports), "F.2.c")


def _if_it_falls(x: Context, s: State, city: int) -> Iterator[Fact]:
    """What becomes of a minor's troops if its capital is taken (I.3.b); some stay with France for certain (I.3.c)."""
    minor = x.setting.owner[x.setting.city_hex[city]]
    theirs = minor >= 6 and x.setting.capital[minor] == city and s.masters[minor] >= 0
    if theirs and any(army.nation == minor for army in s.armies):
        stay = s.masters[minor] == FRANCE and minor in FAITHFUL
        told = "stay with France" if stay else f"serve the new master with {percent(loyalty_odds(minor))}, else go home"
        yield Fact("If the state falls, its troops", told, "I.3")


# Roster


def roster(x: Context, s: State, seat: str | None) -> Sequence[Line]:
    """The states by side, one's own first: strength, pool, status, then armies, fleets and leaders."""
    own = side_of_seat(x, s, seat)
    sides = sorted((FRENCH, ENGLISH, NEUTRAL), key=lambda side: (side != own, side == NEUTRAL))
    lines: list[Line] = []
    for side in sides:
        states = [n for n in range(len(NATIONS)) if s.masters[n] >= 0 and x.faction(s, n) == side]
        own_lines = [line for n in states for line in _state_lines(x, s, n)]
        if own_lines:
            lines += [Line(f"side:{side}", SIDE_TITLES[side], "", "", depth=-1), *own_lines]
    return lines


def _state_lines(x: Context, s: State, nation: int) -> list[Line]:
    armies = [(i, a) for i, a in enumerate(s.armies) if a.nation == nation]
    fleets = [(i, f) for i, f in enumerate(s.fleets) if f.nation == nation]
    leaders = [i for i, k in enumerate(x.setting.leader_nation) if k == nation]
    there = [i for i in leaders if s.leaders[i].place >= 0 or spot(x, s.leaders[i].place) >= 0]
    pool = s.pools[nation]
    if not armies and not fleets and not any(pool):
        return []
    strength = sum(sum(a.count) for _, a in armies)
    ships = sum(f.squadrons for _, f in fleets)
    detail = [counted(strength, "SP") if strength == 1 else f"{strength} SP"] if strength else []
    detail += [counted(ships, "squadron")] if ships else []
    detail += [f"in the force pool: {spelled(pool)}"] if any(pool) else []
    master = s.masters[nation]
    tag = FACTIONS[s.status[nation]] if nation < 6 else f"with {NATIONS[master]}" if 0 <= master < 6 else ""
    if nation < 6 and s.conquered[nation]:
        tag = "conquered"
    tone = _TONES[x.faction(s, nation)]
    lines = [Line(f"n:{nation}", NATIONS[nation], " · ".join(detail) or "nothing left", colour(nation), tag, tone)]
    lines += [_army_line(x, i, a) for i, a in sorted(armies, key=lambda pair: -sum(pair[1].count))]
    lines += [_leader_line(x, s, i) for i in there]
    lines += [_fleet_line(x, fleet_number(s, i), f) for i, f in fleets]
    return lines + _waiting(x, s, nation, leaders)


def _army_line(x: Context, i: int, army: Army) -> Line:
    detail = f"{spelled(army.count)}{', besieged' if army.inside else ''}"
    return Line(f"a:{i}", x.board.title(army.hex), detail, colour(army.nation), depth=1, hex=army.hex)


def _leader_line(x: Context, s: State, i: int) -> Line:
    where = place_title(x, spot(x, s.leaders[i].place))
    title = f"★ {x.setting.leaders[i].called} [{x.rating(s, i)}]"
    nation = colour(x.setting.leader_nation[i])
    return Line(f"l:{i}", title, where, nation, depth=1, hex=spot(x, s.leaders[i].place))


def _fleet_line(x: Context, i: int, f: Fleet) -> Line:
    ships = [counted(f.squadrons, "squadron")] if f.squadrons else []
    ships += [counted(f.transports, "transport")] if f.transports else []
    where = x.place_name(f.place, f.inside)
    return Line(f"f:{i}", sentence(where), ", ".join(ships), colour(f.nation), depth=1, hex=spot(x, f.place))


def _waiting(x: Context, s: State, nation: int, leaders: list[int]) -> list[Line]:
    """What is not on the map: leaders off it, ships in the dock and on the stocks."""
    found = []
    for i in leaders:
        place = s.leaders[i].place
        if place in _AWAY and (place != OFF or x.arrived(s, i)):
            back = f" until {x.setting.month_name(s.leaders[i].back)}" if place in (WOUNDED, PRISONER) else ""
            found.append(Line(f"w:{i}", x.setting.leaders[i].called, _AWAY[place] + back, colour(nation), depth=1))
    squadrons, transports = s.docks[nation]
    if squadrons or transports:
        words = f"{counted(squadrons, 'squadron')}, {counted(transports, 'transport')}"
        found.append(Line(f"d:{nation}", "Ships to be built", words, colour(nation), depth=1))
    for k, keel in enumerate(s.keels):
        if keel.nation == nation:
            what = "Transport" if keel.transport else "Squadron"
            left = f"{counted(keel.left / 2, 'point')} to pay"
            found.append(Line(f"k:{k}", f"{what} on the stocks", left, colour(nation), depth=1))
    return found
