"""The pad of a voyage, further: what is taken on board in a place, and the stops on the way with what is done there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from napwidgets.board.display import Field
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, counted, names
from napwidgets.systems.wap.forces import KINDS, NONE
from napwidgets.systems.wap.sea.calls import after_stop, company, why_not_stop
from napwidgets.systems.wap.sea.cargo import POINTS_ABOARD, Hold, Problem, embarkable, empty, same_colour
from napwidgets.systems.wap.sea.seaways import Lane, cost_of_coast, landfall, lanes, why_not_enter
from napwidgets.systems.wap.setting import ENGLAND, NATIONS
from napwidgets.systems.wap.state import NEUTRAL, Fleet, State, at_sea, zone_of

YES = (("0", "no"), ("1", "yes"))
_KINDS = tuple(KINDS.values())


class Filled:
    """What is filled in, under the names of one part of the form."""

    def __init__(self, values: Mapping[str, str], part: str = "") -> None:
        self.values, self.part = values, part

    def id(self, name: str) -> str:
        """A field's name on the whole form."""
        return f"{self.part}{name}"

    def text(self, name: str) -> str:
        """What stands in a field."""
        return self.values.get(self.id(name), "")

    def number(self, name: str, most: int, other: int = 0) -> int:
        """The number in a field, no more than there is."""
        text = self.text(name)
        return min(int(text), most) if text.isdecimal() and len(text) < 4 else other

    def counter(self, name: str, label: str, most: int, value: int) -> list[Field]:
        """A field for a number, if there is anything to count."""
        return [Field(self.id(name), label, value=str(value), low=0, high=most)] if most else []

    def tick(self, name: str, label: str, on: bool) -> Field:
        """A box to tick."""
        return Field(self.id(name), label, YES, "1" if on else "0")


class Taking:
    """What ships take on board in a place; ``port`` says that they begin the phase in it, inside the port (F.3)."""

    def __init__(self, x: Context, s: State, hold: Hold, place: int, port: bool, form: Filled) -> None:
        self.x, self.s, self.hold, self.place, self.port, self.form = x, s, hold, place, port, form
        self.troops = {} if zone_of(place) or not hold.transports else self._there()
        self.leaders = [] if zone_of(place) else self._who()
        self.most_supply = POINTS_ABOARD * hold.transports if port else 0
        lends = port and hold.nation == ENGLAND
        self.most_points = min(s.saved // 2, self.most_supply) if lends else 0
        self.whose = self._whose()
        there = self.troops.get(self.whose, NONE)
        count = tuple(form.number(f"c:{k}", most) for k, most in enumerate(there))
        nation, under = self.whose if any(count) else (-1, -1)
        self.cargo = m.Cargo(
            nation,
            count,
            tuple(i for i in self.leaders if form.text(f"lead:{i}") == "1"),
            form.number("supply", self.most_supply),
            form.number("points", self.most_points),
            under,
        )

    def _there(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """Troops of their colour that can embark, by their state and its master; of one kind at a time."""
        x, on_board = self.x, self.hold.cargo
        armies = [a for a in x.armies_at(self.s, self.place) if same_colour(x, self.s, a.serves, self.hold.nation)]
        whose = sorted({(a.nation, a.under) for a in armies})
        fits = [w for w in whose if w == on_board.troops] if any(on_board.count) else whose
        found = {w: embarkable(x, self.s, self.place, w) for w in fits}
        return {w: count for w, count in found.items() if any(count)}

    def _who(self) -> list[int]:
        x = self.x
        there = (i for i in x.leaders_at(self.s, self.place) if i != x.setting.nelson)
        return [i for i in there if same_colour(x, self.s, x.setting.leader_nation[i], self.hold.nation)]

    def _whose(self) -> tuple[int, int]:
        named = {_id(whose): whose for whose in self.troops}
        return named.get(self.form.text("troops"), next(iter(self.troops), (-1, -1)))

    def fields(self) -> Iterator[Field]:
        """Troops, leaders, supplies, points to lend."""
        form, cargo = self.form, self.cargo
        if len(self.troops) > 1:
            states = tuple((_id(whose), _named(whose)) for whose in self.troops)
            yield Field(form.id("troops"), "Troops of", states, _id(self.whose))
        for k, most in enumerate(self.troops.get(self.whose, ())):
            yield from form.counter(f"c:{k}", f"Embark {_KINDS[k]} of {most}", most, cargo.count[k])
        for i in self.leaders:
            yield form.tick(f"lead:{i}", f"{self.x.setting.leaders[i].called} embarks", i in cargo.leaders)
        yield from form.counter("supply", "Supply points", self.most_supply, cargo.supply)
        yield from form.counter("points", "Production points to lend", self.most_points, cargo.points)


def _id(whose: tuple[int, int]) -> str:
    return f"n{whose[0]}" if whose[1] < 0 else f"n{whose[0]}.{whose[1]}"


def _named(whose: tuple[int, int]) -> str:
    nation, under = whose
    return NATIONS[nation] if under < 0 else f"{NATIONS[nation]}, serving {NATIONS[under]}"


class Stop:
    """A stop on the way: what could be done there, and what is filled in."""

    def __init__(self, x: Context, s: State, seat: int, hold: Hold, call: m.Call, form: Filled) -> None:
        self.x, self.form, self.hold = x, form, hold
        self.others = company(x, s, seat, hold.nation, call.place, call.inside)
        call = replace(call, lands=self._lands(call.place), joins=bool(self.others) and form.text("join") == "1")
        ships = after_stop(x, s, seat, hold, call)
        self.most = ships.squadrons, ships.transports
        stay = tuple(form.number(f"stay:{k}", most) for k, most in enumerate(self.most))
        call = replace(call, squadrons=stay[0], transports=stay[1])
        left = after_stop(x, s, seat, hold, call)
        self.taking = Taking(x, s, left, call.place, False, form)
        self.call = replace(call, loads=self.taking.cargo)
        self.problem: Problem = why_not_stop(x, s, seat, hold, self.call)

    def _lands(self, place: int) -> m.Cargo:
        have, form = self.hold.cargo, self.form
        if zone_of(place):
            return m.Cargo()
        count = tuple(form.number(f"land:{k}", most) for k, most in enumerate(have.count))
        leaders = tuple(i for i in have.leaders if form.text(f"off:{i}") == "1")
        goods = form.number("land:supply", have.supply), form.number("land:points", have.points)
        nation, under = have.troops if any(count) else (-1, -1)
        return m.Cargo(nation, count, leaders, *goods, under)

    def fields(self) -> Iterator[Field]:
        """Who comes along, who stays, what goes ashore and what comes on board."""
        form, call, have = self.form, self.call, self.hold.cargo
        if self.others:
            who = names(_ships(f) for f in self.others)
            yield form.tick("join", f"Pick up {who}", call.joins)
        if sum(self.most) > 1:
            squadrons, transports = self.most
            yield from form.counter("stay:0", f"Squadrons to stay, of {squadrons}", squadrons, call.squadrons)
            yield from form.counter("stay:1", f"Transports to stay, of {transports}", transports, call.transports)
        if zone_of(call.place):
            return
        for k, most in enumerate(have.count):
            yield from form.counter(f"land:{k}", f"Land {_KINDS[k]} of {most}", most, call.lands.count[k])
        for i in have.leaders:
            yield form.tick(f"off:{i}", f"{self.x.setting.leaders[i].called} lands", i in call.lands.leaders)
        yield from form.counter("land:supply", "Land supply points", have.supply, call.lands.supply)
        yield from form.counter("land:points", "Land production points", have.points, call.lands.points)
        yield from self.taking.fields()


def _ships(fleet: Fleet) -> str:
    parts = ((fleet.squadrons, "squadron"), (fleet.transports, "transport"))
    return f"{NATIONS[fleet.nation]}'s {names(counted(n, word) for n, word in parts if n)}"


class Stops:
    """The stops of a voyage one after the other: where it can go from the last one, and what it has on board then."""

    def __init__(self, x: Context, s: State, seat: int, fleet: Fleet, hold: Hold, values: Mapping[str, str]) -> None:
        self.x, self.s, self.seat, self.fleet, self.hold = x, s, seat, fleet, hold
        self.made: list[Stop] = []
        self.lists: list[Field] = []
        self.problem: Problem = None
        self.reach = lanes(x, fleet.place)
        self.places = {fleet.place}
        while not self.problem and (found := self._possible()):
            form = Filled(values, f"s{len(self.made)}:")
            chosen = form.text("at") if form.text("at") in found else ""
            words = (("", "none"), *((key, x.place_name(place, inside)) for key, (place, inside) in found.items()))
            label = "Then stop" if self.made else "Stop on the way"
            self.lists.append(Field(form.id("at"), label, words, chosen))
            if not chosen:
                break
            self._go(*found[chosen], form)

    def _go(self, place: int, inside: bool, form: Filled) -> None:
        """Stop in a place, and look where to from there."""
        x = self.x
        lane = self.reach[zone_of(place)] if zone_of(place) else landfall(x, self.reach, place)
        assert lane is not None
        stop = Stop(x, self.s, self.seat, self.hold, m.Call(len(lane.route), place, inside), form)
        self.made.append(stop)
        self.places.add(place)
        self.problem = stop.problem
        if self.problem:
            return
        self.hold = after_stop(x, self.s, self.seat, self.hold, stop.call)
        left = lane.left if zone_of(place) else lane.left - cost_of_coast(x, place)
        self.reach = lanes(x, place, Lane(lane.zone, lane.route, left))

    def _possible(self) -> dict[str, tuple[int, bool]]:
        """Where the next stop can be, by the name of the choice: seas first, then ports, then other coasts."""
        x, many = self.x, self.hold.squadrons + self.hold.transports > 1
        found = {}
        for zone, lane in sorted(self.reach.items()):
            fits = lane.route and at_sea(zone) not in self.places and lane.left
            if fits and (many or self._company(at_sea(zone), False)):
                found[f"z{zone}"] = (at_sea(zone), False)
        for hex in self._coasts():
            lane_to = landfall(x, self.reach, hex) if hex not in self.places else None
            if lane_to is None or not lanes(x, hex, Lane(0, (), lane_to.left - cost_of_coast(x, hex))):
                continue
            if why_not_enter(x, self.s, self.fleet, hex) is None and (many or self._business(hex, True)):
                found[f"i{hex}"] = (hex, True)
            if self._worth(hex):
                found[f"o{hex}"] = (hex, False)
        return found

    def _coasts(self) -> list[int]:
        x = self.x
        ports = {x.setting.city_hex[c] for zone in self.reach for c in x.setting.zone_ports[zone]}
        if empty(self.hold.cargo) and not self.hold.transports:
            return sorted(ports)
        others = [a.hex for a in self.s.armies] if empty(self.hold.cargo) else range(x.board.size)
        return [*sorted(ports), *sorted({h for h in others if x.board.shores[h] and x.board.is_land(h)} - ports)]

    def _company(self, place: int, inside: bool) -> bool:
        return bool(company(self.x, self.s, self.seat, self.fleet.nation, place, inside))

    def _worth(self, hex: int) -> bool:
        """Whether there is a reason to stop off a coast: to land or to embark, to fight or to watch, to pick up."""
        x, s = self.x, self.s
        if s.segment == NEUTRAL:
            return False
        side = x.faction(s, self.fleet.nation)
        foe = x.enemies(side)
        watched = bool(foe) and any(f.place == hex and x.faction(s, f.nation) == foe for f in s.fleets)
        if why_not_enter(x, s, self.fleet, hex) is None:
            return watched or self._company(hex, False)
        return watched or self._business(hex, False)

    def _business(self, hex: int, inside: bool) -> bool:
        """Whether there is anybody to pick up in a hex, anything to land, anybody of their colour to embark."""
        x, hold = self.x, self.hold
        taking = Taking(x, self.s, hold, hex, False, Filled({}))
        return not empty(hold.cargo) or bool(taking.troops or taking.leaders) or self._company(hex, inside)

    @property
    def calls(self) -> tuple[m.Call, ...]:
        """The stops as the move names them."""
        return tuple(stop.call for stop in self.made)

    def fields(self) -> Iterator[Field]:
        """The lists of places, each with the fields of the stop made there."""
        for n, places in enumerate(self.lists):
            yield places
            if n < len(self.made):
                yield from self.made[n].fields()
