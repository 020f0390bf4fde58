"""F.2, F.6. The sea as fleets see it: the ways over it, what a port costs to enter, which ports are blockaded.

Readings 3, 28, 29, 112 and 113 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.moves import Sail
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.naval import blockades
from napwidgets.systems.wap.setting import ENGLAND
from napwidgets.systems.wap.state import DAMAGED, FIT, NEUTRAL, PRIZE, READY, Fleet, State, at_sea, zone_of

# Blockade (F.6.a, F.6.b)


def able(fleet: Fleet) -> bool:
    """Whether a fleet's squadrons can sail and fight: fit ones, and English ones that repair at sea (K.7.c)."""
    return fleet.condition == FIT or (fleet.condition == DAMAGED and fleet.nation == ENGLAND)


def lot(f: Fleet) -> tuple[int, ...]:
    """What tells the fleets of a state in one place apart, each of which has its own die (F.4.c)."""
    return (f.place, f.nation, int(f.inside), f.since, f.condition, f.due, f.watched)


def squadrons(x: Context, s: State, hex: int, faction: int, *, inside: bool) -> int:
    """Squadrons of a faction that can fight, in the port of a hex or off it."""
    return sum(
        f.squadrons
        for f in s.fleets
        if f.place == hex and f.inside == inside and able(f) and x.faction(s, f.nation) == faction
    )


def blockaded(x: Context, s: State, hex: int, faction: int) -> bool:
    """Whether a faction's port is blockaded: as many enemy squadrons before it as are inside, at least one (F.6.a,
    reading 3).
    """
    foe = x.enemies(faction)
    outside = squadrons(x, s, hex, foe, inside=False) if foe else 0
    return blockades(outside, squadrons(x, s, hex, faction, inside=True))


def together(x: Context, s: State, fleets: Sequence[Fleet]) -> naval.Fleet:
    """Ships as one force: English if at least half of its squadrons are (reading 29)."""
    mine = [f for f in fleets if f.condition != PRIZE]
    lots = [
        naval.Lot(f.squadrons, f.nation == ENGLAND, f.condition == DAMAGED, x.with_nelson(s, f))
        for f in mine
        if able(f) and f.squadrons
    ]
    towing = any(f.condition == PRIZE for f in fleets)
    return naval.made_of(lots, sum(f.transports for f in mine), towing=towing)


# Where a fleet can go (F.2)


class Lane:
    """A way over the sea: the zones entered, in order, and the movement points left."""

    __slots__ = ("left", "route", "zone")

    def __init__(self, zone: int, route: tuple[int, ...], left: int) -> None:
        self.zone, self.route, self.left = zone, route, left


def lanes(x: Context, place: int, since: Lane | None = None) -> dict[int, Lane]:
    """The zones in reach of a place by the cheapest way (F.2.f): a fleet at sea starts in its own zone. ``since`` is
    the way that led to the place, if that is a stop on a longer one (F.9).
    """
    board, zones, here = x.board, x.setting.zones, zone_of(place)
    so_far = since or Lane(0, (), x.tables.movement["naval unit"])
    best: dict[int, Lane] = {here: Lane(here, so_far.route, so_far.left)} if here else {}
    for zone in () if here else board.shores[place]:
        if zones[zone].cost <= so_far.left:
            best[zone] = Lane(zone, (*so_far.route, zone), so_far.left - zones[zone].cost)
    edge = list(best.values())
    while edge:
        lane = edge.pop(0)
        for zone in board.zones[lane.zone].joins:
            left = lane.left - zones[zone].cost
            if left >= 0 and (zone not in best or best[zone].left < left):
                best[zone] = Lane(zone, (*lane.route, zone), left)
                edge.append(best[zone])
    return best


class Voyages:
    """Where a fleet can go from a place: the zones with the way into each, and the ports that this way is the best to,
    by city and hex.
    """

    __slots__ = ("ports", "reach")

    def __init__(self, x: Context, place: int) -> None:
        self.reach = lanes(x, place)
        self.ports = [(zone, lane, self._by(x, zone, lane)) for zone, lane in sorted(self.reach.items())]

    def _by(self, x: Context, zone: int, lane: Lane) -> list[tuple[int, int]]:
        there = ((city, x.setting.city_hex[city]) for city in x.setting.zone_ports[zone])
        return [(city, hex) for city, hex in there if landfall(x, self.reach, hex) is lane]


def voyages(x: Context, place: int) -> Voyages:
    """The same for every fleet in a place: neither seas nor coasts change."""
    found: Voyages | None = x.voyages.get(place)
    if found is None:
        found = x.voyages[place] = Voyages(x, place)
    return found


def cost_of_coast(x: Context, hex: int) -> int:
    """What it costs to come to a coastal hex from its zone: 1 for a port, 2 for another (F.2.f)."""
    city = x.setting.city_at.get(hex, -1)
    return x.tables.movement["port" if city in x.setting.port_zones else "coast"]


def landfall(x: Context, reach: dict[int, Lane], hex: int) -> Lane | None:
    """The best way to a coastal hex, None if it is out of reach."""
    ways = [reach[zone] for zone in x.board.shores[hex] if zone in reach]
    ways = [lane for lane in ways if lane.left >= cost_of_coast(x, hex)]
    return max(ways, key=lambda lane: (lane.left, -lane.zone), default=None)


def why_not_route(x: Context, fleet: Fleet, move: Sail) -> tuple[str, str] | None:
    """Why a fleet can't go this way: seas that don't join, coasts elsewhere, too few movement points (F.2.f, F.9)."""
    after = [call.after for call in move.calls]
    if after != sorted(after) or any(not 0 <= n <= len(move.route) for n in after):
        return "Name the stops in the order in which the voyage comes to them.", "F.9"
    places = [fleet.place, *(place for place, _ in move.stops)]
    if len(set(places)) < len(places) or (move.to in places and (move.calls or zone_of(move.to))):
        return "A voyage is in a place once: where it begins, stops or ends.", "F.9"
    here, left = fleet.place, x.tables.movement["naval unit"]
    for stage in move.stages():
        to = at_sea(stage) if isinstance(stage, int) else stage.place
        if problem := _why_not_leg(x, here, to, stop=not isinstance(stage, int)):
            return problem
        left -= 0 if to == here else _cost(x, to)
        here = to
    if zone_of(move.to):
        if move.to != here or not move.route or move.inside:
            return "The route must end in the sea that the fleet sails to.", "F.2.f"
    elif problem := _why_not_leg(x, here, move.to, stop=True):
        return problem
    elif move.to == fleet.place and move.inside == fleet.inside:
        return "The fleet is there already.", "F.2.e"
    else:
        left -= cost_of_coast(x, move.to)
    if left < 0:
        whole = x.tables.movement["naval unit"]
        return f"That costs {-left} more than the {whole} movement points of ships.", "F.2.f"
    return None


def _why_not_leg(x: Context, here: int, to: int, *, stop: bool) -> tuple[str, str] | None:
    """Why ships can't go from one place straight to another."""
    board, zone = x.board, zone_of(to)
    if stop and zone:
        return None if to == here else ("Ships stop in the seas that they pass.", "F.9")
    if stop:
        if 0 <= to < board.size and not board.shores[to]:
            return f"{board.title(to)} lies on no sea.", "F.2.c"
        known = 0 <= to < board.size and zone_of(here) in board.shores[to]
        return None if known else ("That coast does not lie on the sea that they come from.", "F.2.c")
    from_sea = zone_of(here)
    joined = board.zones[from_sea].joins if from_sea else board.shores[here]
    return None if zone in x.setting.zones and zone in joined else ("The seas on this route don't join.", "F.2.f")


def _cost(x: Context, place: int) -> int:
    """The movement points to enter a place (F.2.f)."""
    zone = zone_of(place)
    return x.setting.zones[zone].cost if zone else cost_of_coast(x, place)


def entered(x: Context, s: State, hex: int, faction: int) -> bool:
    """Whether a faction's fleets may lie in a port: it or a neutral's friend controls the city (F.6.f)."""
    city = x.setting.city_at.get(hex, -1)
    return city in x.setting.port_zones and x.friendly_city(s, city, faction)


def why_not_enter(x: Context, s: State, fleet: Fleet, hex: int) -> tuple[str, str] | None:
    """Why a fleet can't go into a port: it is not its side's, or blockaded and another player's (F.6.f)."""
    side = x.faction(s, fleet.nation)
    if not entered(x, s, hex, side):
        return "Your fleets can only enter ports that your side controls.", "F.6.f"
    keeper = x.commander(s, x.holder(s, x.setting.city_at[hex]))
    if keeper != x.commander(s, fleet.nation) and blockaded(x, s, hex, side):
        return "Only the player who controls a blockaded port can sail into it.", "F.6.f"
    return None


def witnesses(x: Context, seat: int, place: int) -> tuple[str, ...]:
    """Who hears what the ships of a seat do in a place: everybody, but hidden ships are their owner's secret (K.9)."""
    return (x.setting.seats[seat],) if x.options.hidden_fleets and x.is_global(place) else ()


def reset(x: Context, s: State) -> State:
    """All fleets are ready again: a new segment begins. Of the enemy's it is noted which port they blockade (F.6.h)."""
    foe = x.enemies(s.segment)

    def watched(f: Fleet) -> int:
        off = not zone_of(f.place) and not f.inside and x.faction(s, f.nation) == foe != NEUTRAL
        return f.place if off and blockaded(x, s, f.place, s.segment) else -1

    return x.with_fleets(s, [replace(f, moved=READY, watched=watched(f)) for f in s.fleets])
