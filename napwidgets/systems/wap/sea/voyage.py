"""F.2, F.3, F.6, F.9. A fleet under way: out of a blockade, from sea to sea, from stop to stop, into port.

The ships under way stand in the state with the flag SAILING; `Voyage` holds where they are bound.
Readings 27, 65, 67, 76 and 80 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, be, counted, say
from napwidgets.systems.wap.forces import NONE
from napwidgets.systems.wap.sea.blockade import RunBlockade, attack_offers, shut_port
from napwidgets.systems.wap.sea.calls import Calling, beside_it, join
from napwidgets.systems.wap.sea.encounters import intercept_offers
from napwidgets.systems.wap.sea.landing import Laden, Landing, driven, embark, sailing
from napwidgets.systems.wap.sea.seaways import cost_of_coast, witnesses
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import MOVED, PRIZE, SAILING, Fleet, State, at_sea, fleet_index, zone_of
from napwidgets.systems.wap.states.politics import to_pool


def depart(x: Context, s: State, move: m.Sail, seat: int, log: Log) -> State:
    """Part of a fleet casts off; out of a blockaded port it needs a die first (F.6.c)."""
    s = set_out(x, s, move, seat, log)
    return s.push(RunBlockade(seat)) if shut_port(x, s) else s


def set_out(x: Context, s: State, move: m.Sail, seat: int, log: Log) -> State:
    """The voyage of part of a fleet begins, with its cargo and who comes along (F.2, F.3, F.9)."""
    fleet, cargo = s.fleets[fleet_index(s, move.fleet)], move.cargo
    along = beside_it(x, s, seat, fleet) if move.joins else []
    s, under_way = put_out(x, s, move)
    alone = under_way.squadrons + under_way.transports == 1
    text = f"{x.fleet_name(under_way)} {'sets' if alone else 'set'} sail."
    say(log, "sail", text, "F.9", to=witnesses(x, seat, fleet.place), hexes=_hexes(fleet.place))
    if cargo.points:
        points = f"{counted(cargo.points, 'production point')} {be(cargo.points)} taken on board."
        say(log, "load", points, "F.3.d", tally={"half points": -2 * cargo.points})
        s = replace(s, saved=s.saved - 2 * cargo.points)
    leaders = (*cargo.leaders, *((x.setting.nelson,) if move.nelson else ()))
    port = fleet.place if fleet.inside else -1
    load, whole = (leaders, cargo.supply, cargo.points), x.tables.movement["naval unit"]
    s = s.push(Voyage(*load, seat, move.route, move.to, move.inside, port, move.calls, 0, whole))
    return embark(x, join(x, s, seat, along, log), fleet.place, cargo)


def put_out(x: Context, s: State, move: m.Sail) -> tuple[State, Fleet]:
    """The part of a fleet that sails is under way, what it leaves behind stays; and that part."""
    index = fleet_index(s, move.fleet)
    fleet, carries = s.fleets[index], move.transports > 0
    under_way = replace(
        fleet,
        squadrons=move.squadrons,
        transports=move.transports,
        moved=SAILING,
        aboard=fleet.aboard if carries else NONE,
    )
    rest = replace(
        fleet,
        squadrons=fleet.squadrons - move.squadrons,
        transports=fleet.transports - move.transports,
        aboard=NONE if carries else fleet.aboard,
    )
    fleets = _towed([f for i, f in enumerate(s.fleets) if i != index], fleet, move.prizes)
    return x.with_fleets(s, [*fleets, rest, under_way]), under_way


def _towed(fleets: list[Fleet], by: Fleet, prizes: int) -> list[Fleet]:
    """Prizes that lie beside the fleet and are taken in tow (K.6.b)."""
    found = []
    for f in fleets:
        beside = (
            f.condition == PRIZE and f.due <= 0 and (f.place, f.inside, f.nation) == (by.place, by.inside, by.nation)
        )
        if not beside or not prizes:
            found.append(f)
            continue
        ships = min(f.squadrons, prizes)
        boats = min(f.transports, prizes - ships)
        prizes -= ships + boats
        found.append(replace(f, squadrons=f.squadrons - ships, transports=f.transports - boats))
        found.append(replace(f, squadrons=ships, transports=boats, moved=SAILING))
    return found


def _hexes(place: int) -> tuple[int, ...]:
    return () if zone_of(place) else (place,)


class Voyage(Laden, frozen=True, tag="voyage"):
    """Ships on their way: the seas still to cross and where they are bound, the port they came out of, the stops still
    to make (F.9); how many seas they have passed, and the movement points left.
    """

    seat: int
    route: tuple[int, ...]
    to: int
    inside: bool
    port: int = -1
    calls: tuple[m.Call, ...] = ()
    passed: int = 0
    left: int = 0

    def seen_by(self, x: Context, s: State, side: int | None) -> Voyage:
        """Others see who sails, not where to and what for (K.9)."""
        if side == self.seat or not x.options.hidden_fleets:
            return self
        return replace(self, route=(), to=at_sea(0), inside=False, calls=(), supply=0, points=0)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        mine = sailing(s)
        if not mine:
            return driven(x, s.pop(), self, log)
        if self.calls and self.calls[0].after == self.passed:
            return self._call(x, s, mine, log)
        if not self.route:
            return self._arrive(x, s.pop(), mine, log)
        zone = self.route[0]
        s = self.entering(x, s, zone, log)
        left = self.left - x.setting.zones[zone].cost
        s = s.pop(replace(self, route=self.route[1:], passed=self.passed + 1, left=left))
        return s.push(*intercept_offers(x, s, zone, self.port, log))

    def entering(self, x: Context, s: State, zone: int, log: Log) -> State:
        """The ships under way come to a sea; whoever comes from a coast has been there as long as off it (F.4.f)."""
        port = sailing(s)[0].place >= 0
        return self._put(x, cast_off(x, s, log), at_sea(zone), inside=False, new=not port)

    def _put(self, x: Context, s: State, place: int, *, inside: bool, new: bool = True) -> State:
        """Move the ships under way and the leaders on board to a place; ``new`` to the zone, or out of a port of it."""
        fleets = []
        for f in s.fleets:
            if f.moved == SAILING:
                f = replace(f, place=place, inside=inside, since=s.turn if new else f.since)
            fleets.append(f)
        s = x.with_fleets(s, fleets)
        for i in self.leaders:
            if s.leaders[i].place >= 0 or zone_of(s.leaders[i].place):
                s = s.leader(i, place=place, inside=inside and i == x.setting.nelson, moved=True)
        return s

    def _call(self, x: Context, s: State, mine: list[Fleet], log: Log) -> State:
        """The next stop (F.9): a sea they are in, or a coast, where they may have to fight first (F.7.a)."""
        call = self.calls[0]
        there, left = Calling(self.seat, call), self.left
        if not zone_of(call.place):
            where = x.place_name(call.place, call.inside)
            say(log, "call", f"{NATIONS[mine[0].nation]}'s ships stop {where}.", "F.9", hexes=[call.place])
            left -= cost_of_coast(x, call.place)
            s = sink_prizes(x, self._put(x, s, call.place, inside=call.inside), call.place, log)
        s = s.pop(replace(self, calls=self.calls[1:], left=left))
        return s.push(there, *attack_offers(x, s, self.seat))

    def _arrive(self, x: Context, s: State, mine: list[Fleet], log: Log) -> State:
        text = f"{NATIONS[mine[0].nation]}'s ships are now {x.place_name(self.to, self.inside)}."
        say(log, "arrive", text, "F.2", to=witnesses(x, self.seat, self.to), hexes=_hexes(self.to))
        s = sink_prizes(x, self._put(x, s, self.to, inside=self.inside), self.to, log)
        ends = Landing(self.leaders, self.supply, self.points)
        return s.push(ends, *attack_offers(x, s, self.seat))


# Prizes in tow (K.6)


def cast_off(x: Context, s: State, log: Log) -> State:
    """Prizes beyond one for each squadron stay behind when the ships go on (K.6.b)."""
    left = sum(f.squadrons for f in s.fleets if f.moved == SAILING and f.condition != PRIZE)
    fleets = []
    for f in s.fleets:
        if f.moved != SAILING or f.condition != PRIZE:
            fleets.append(f)
            continue
        ships = min(left, f.squadrons)
        boats = min(left - ships, f.transports)
        left -= ships + boats
        fleets.append(replace(f, squadrons=ships, transports=boats))
        fleets.append(replace(f, squadrons=f.squadrons - ships, transports=f.transports - boats, moved=MOVED))
    return x.with_fleets(s, fleets)


def sink_prizes(x: Context, s: State, place: int, log: Log) -> State:
    """Prizes that are towed to a coast without a port are lost (K.6.b)."""
    if zone_of(place) or x.setting.city_at.get(place, -1) in x.setting.port_zones:
        return s
    kept = []
    for f in s.fleets:
        if f.moved == SAILING and f.condition == PRIZE:
            say(log, "prize-lost", f"Prizes of {NATIONS[f.nation]} are lost on an open coast.", "K.6.b", hexes=[place])
            s = to_pool(s, f.taken, NONE, (f.squadrons, f.transports))
        else:
            kept.append(f)
    return x.with_fleets(s, kept)
