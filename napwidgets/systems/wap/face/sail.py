"""The pad of a voyage: how many ships, what they carry; where they can go with that, and who might meet them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.board.display import Draft, Field, Spread, Target
from napwidgets.kernel.odds import Distribution, percent
from napwidgets.systems.telling import sentence
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, names
from napwidgets.systems.wap.face.battle import share
from napwidgets.systems.wap.face.stops import YES, Filled, Stops, Taking
from napwidgets.systems.wap.face.throws import groups_of, who_meets
from napwidgets.systems.wap.face.words import counted, place_title
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.calls import at_start, beside_it
from napwidgets.systems.wap.sea.cargo import Problem, empty, prizes_beside
from napwidgets.systems.wap.sea.encounters import can_intercept, interception_parts
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.hunt import company, seek_parts, why_not_seek
from napwidgets.systems.wap.sea.seaways import Lane, blockaded, cost_of_coast, landfall, squadrons
from napwidgets.systems.wap.sea.voyage import set_out
from napwidgets.systems.wap.setting import ENGLAND
from napwidgets.systems.wap.state import Fleet, State, at_sea, fleet_number, zone_of

if TYPE_CHECKING:
    from napwidgets.systems.wap.engine import Campaign as Engine


def sail(engine: Engine, s: State, seat: str, step: NavalPhase, i: int, values: Mapping[str, str]) -> Draft | None:
    """The form of a voyage with what is filled in; by default the whole fleet sails."""
    if not 0 <= i < len(s.fleets):
        return None
    plan = _Plan(engine.context, s, step, i, values)
    targets = tuple(plan.targets())
    where = values.get("where", "")
    places = _places(plan.x, targets)
    fields = (Field("where", "Where to", places, where if where in dict(places) else ""), *plan.fields())
    whole = plan.x.tables.movement["naval unit"]
    form = Draft(fields, targets=targets, title="Sail", verb="Sail", left=counted(whole, "movement point"))
    form = replace(form, chances=plan.blockade())
    target = next((t for t in targets if str(t.hex) == where), None)
    if target is None:
        refusal = plan.refusal() if not targets else None
        why = "Click a lit sea or port, or choose one in the list." if refusal is None else refusal[0]
        return replace(form, why=why, why_cites=(f"WAP {refusal[1]}",) if refusal else ())
    if plan.hunt is not None and target.move == plan.hunt.move:
        asked, chances = plan.hunt.asked, who_meets(plan.hunt.odds, plan.hunt.move.squadrons)
        met = f"{target.note} to meet them"
        form = replace(form, fields=(*fields, *asked), chances=chances, verb="Seek", left="")
        return replace(form, move=target.move, arrival=met)
    return replace(form, move=target.move, arrival=_arrival(target.note))


def _arrival(note: str) -> str:
    """What is beside a destination, in words: what the voyage costs, and how likely somebody meets the ships.

    >>> _arrival("1"), _arrival("2 · 14 %")
    ('1 movement point', '2 movement points: 14 % to be met on the way')
    """
    cost, _, risk = note.partition(" · ")
    return counted(int(cost), "movement point") + (f": {risk} to be met on the way" if risk else "")


def _places(x: Context, targets: tuple[Target, ...]) -> tuple[tuple[str, str], ...]:
    """Destinations as a list: seas first, then ports by name."""
    named = sorted(targets, key=lambda t: (t.hex < x.board.size, place_title(x, t.hex)))
    words = [(str(t.hex), f"{place_title(x, t.hex)}{f' ({t.tone})' if t.tone else ''}") for t in named]
    return (("", "choose, or click"), *words)


class _Hunt(Struct, frozen=True):
    """Seeking out an enemy: the move, how many squadrons meet him, and how they throw, as fields."""

    move: m.Seek
    odds: Distribution[int]
    asked: tuple[Field, ...]


class _Plan:
    """A voyage as it is filled in."""

    def __init__(self, x: Context, s: State, step: NavalPhase, i: int, values: Mapping[str, str]) -> None:
        self.x, self.s, self.step, self.i, self.values = x, s, step, i, values
        self.fleet: Fleet = s.fleets[i]
        self.squadrons = self._number("squadrons", self.fleet.squadrons, self.fleet.squadrons)
        self.transports = self._number("transports", self.fleet.transports, self.fleet.transports)
        self.side = x.faction(s, self.fleet.nation)
        nelson = s.leaders[x.setting.nelson]
        self.has_nelson = (
            self.fleet.nation == ENGLAND and nelson.place == self.fleet.place and nelson.inside == self.fleet.inside
        )
        self.nelson = self.has_nelson and values.get("nelson", "1") == "1"
        self.prizes = prizes_beside(s, self.fleet)
        self.towed = self._number("prizes", self.prizes, 0)
        self.off = values.get("off") == "1"
        along = beside_it(x, s, step.seat, self.fleet)
        self.others = along
        self.joins = bool(along) and values.get("join") == "1"
        port = self.fleet.inside and not zone_of(self.fleet.place)
        ships = m.Sail(0, self.squadrons, self.transports, (), -1, joins=self.joins)
        hold = at_start(x, s, step.seat, self.fleet, ships)
        self.taking = Taking(x, s, hold, self.fleet.place, port, Filled(values))
        self.cargo = self.taking.cargo
        hold = hold.loaded(x, self.fleet.place, self.cargo)
        self.stops = Stops(x, s, step.seat, self.fleet, hold, values)
        self.reach, self.hold = self.stops.reach, self.stops.hold
        self.hunt = self._hunt()
        self._ways: dict[tuple[int, ...], tuple[State, Fraction]] = {}

    def _hunt(self) -> _Hunt | None:
        """Seeking out an enemy in the ships' own sea instead of sailing: the whole fleet with all that may (F.4.f)."""
        x, s, seat = self.x, self.s, self.step.seat
        if why_not_seek(x, s, seat, self.i) is not None or not self.squadrons:
            return None
        whole = self.squadrons == self.fleet.squadrons
        many = sum(s.fleets[n].squadrons for n in company(x, s, seat, self.i)) if whole else self.squadrons
        groups, asked = groups_of(self.values, many)
        move = m.Seek(fleet_number(s, self.i), many, groups)
        if self.step.why_not_elsewhere(x, s, move) is not None:
            return None
        odds = naval.search_odds(x.tables, seek_parts(x, s, self.fleet), move.throws)
        return _Hunt(move, odds, asked)

    def _number(self, id: str, most: int, other: int) -> int:
        return Filled(self.values).number(id, most, other)

    # The form

    def fields(self) -> list[Field]:
        """How many ships, and their cargo."""
        fleet, found = self.fleet, []
        if fleet.squadrons + fleet.transports > 1:
            for id, most, value in (
                ("squadrons", fleet.squadrons, self.squadrons),
                ("transports", fleet.transports, self.transports),
            ):
                if most:
                    found.append(Field(id, f"{sentence(id)} of {most}", value=str(value), low=0, high=most))
        if self.squadrons and self._could_stay_off():
            found.append(Field("off", "Stop outside ports", YES, "1" if self.off else "0"))
        if self.has_nelson:
            found.append(Field("nelson", "Nelson sails with them", YES, "1" if self.nelson else "0"))
        if self.prizes:
            found.append(Field("prizes", "Prizes in tow", value=str(self.towed), low=0, high=self.prizes))
        if self.others:
            who = names(self.x.fleet_name(f) for f in self.others)
            found.append(Field("join", f"Sails along: {who}", YES, "1" if self.joins else "0"))
        return [*found, *self.taking.fields(), *self.stops.fields()]

    def _could_stay_off(self) -> bool:
        foe = self.x.enemies(self.side)
        return any(not f.inside and f.squadrons and self.x.faction(self.s, f.nation) == foe != 0 for f in self.s.fleets)

    # Where to

    def move(self, lane: Lane, to: int, inside: bool) -> m.Sail:
        """The voyage to a place."""
        ships = (fleet_number(self.s, self.i), self.squadrons, self.transports)
        calls = self.stops.calls
        return m.Sail(*ships, lane.route, to, inside, self.cargo, self.nelson, self.towed, self.joins, calls)

    def targets(self) -> Iterator[Target]:
        """Seas, ports and, with troops on board, bare coasts."""
        x, whole = self.x, self.x.tables.movement["naval unit"]
        if self.stops.problem:
            return
        if self.hunt is not None:
            there = x.board.size + zone_of(self.fleet.place)
            yield Target(there, self.hunt.move, percent(1 - self.hunt.odds[0]), "attack")
        for zone, lane in sorted(self.reach.items()):
            move = self.move(lane, at_sea(zone), False)
            if lane.route and self.step.why_not_sail(x, self.s, move) is None:
                yield Target(x.board.size + zone, move, self._note(whole - lane.left, lane), "")
        for hex in self._coasts():
            found = self._landfall(hex, whole)
            if found is not None:
                yield found

    def _coasts(self) -> list[int]:
        x = self.x
        if any(self.hold.cargo.count):
            return [h for h in range(x.board.size) if x.board.shores[h] and x.board.is_land(h)]
        return sorted({x.setting.city_hex[c] for zone in self.reach for c in x.setting.zone_ports[zone]})

    def _landfall(self, hex: int, whole: int) -> Target | None:
        x, s = self.x, self.s
        lane = landfall(x, self.reach, hex)
        city = x.setting.city_at.get(hex, -1)
        if lane is None:
            return None
        friendly = city in x.setting.port_zones and x.friendly_city(s, city, self.side)
        foe = x.enemies(self.side)
        watched = bool(foe) and squadrons(x, s, hex, foe, inside=False) > 0
        inside = friendly and not (self.off and watched)
        if not inside and not self._lands() and not self._ships_at(hex):
            return None
        move = self.move(lane, hex, inside)
        if self.step.why_not_sail(x, s, move) is not None:
            return None
        tone = "attack" if watched and not inside else "blockade" if not inside and self._ships_at(hex) else ""
        tone = tone or ("landing" if not inside else "")
        return Target(hex, move, self._note(whole - lane.left + cost_of_coast(x, hex), lane), tone)

    def _lands(self) -> bool:
        """Whether something is put ashore at the end: troops, supplies, or points for the state there (F.3.g)."""
        return not empty(self.hold.cargo)

    def _ships_at(self, hex: int) -> bool:
        """Whether enemy ships lie in a port or off it."""
        x, foe = self.x, self.x.enemies(self.side)
        return bool(foe) and any(f.place == hex and x.faction(self.s, f.nation) == foe for f in self.s.fleets)

    def _note(self, cost: int, lane: Lane) -> str:
        risk = self.risk(lane)
        return f"{cost}" + (f" · {percent(risk)}" if risk else "")

    def risk(self, lane: Lane) -> Fraction:
        """The chance that somebody meets the ships on their way, if everybody who may tries as one."""
        return 1 - self._passed(lane.route)[1]

    def _passed(self, route: tuple[int, ...]) -> tuple[State, Fraction]:
        """The position in the last sea of a way if nobody has met the ships, and the chance of that. Who puts to sea
        may be met the easier, and leaves those alone whom he has watched (F.4.f, F.6.h).
        """
        known = self._ways.get(route) if route else (self._afloat, Fraction(1))
        if known is None:
            before, missed = self._passed(route[:-1])
            x, zone, voyage = self.x, route[-1], self._afloat.agenda[-1]
            s = voyage.entering(x, before, zone, [])
            for f in s.fleets:
                if can_intercept(x, s, f, zone, voyage.port):
                    missed *= 1 - naval.meeting_odds(x.tables, interception_parts(x, s, f, zone))[True]
            known = self._ways[route] = s, missed
        return known

    @cached_property
    def _afloat(self) -> State:
        """The position in which the ships have cast off."""
        move = self.move(Lane(0, (), 0), at_sea(0), False)
        return set_out(self.x, self.s, move, self.step.seat, [])

    def blockade(self) -> Spread | None:
        """The chances to get out of a port that is blockaded (F.6.c)."""
        fleet, x = self.fleet, self.x
        if not fleet.inside or zone_of(fleet.place) or not blockaded(x, self.s, fleet.place, self.side):
            return None
        odds = naval.blockade_odds(x.tables)
        out, held = odds["E"], odds["F"]
        shares = (share("slips out", out, "good"), share("must fight or stay", held, "late"),
                  share("is seen and attacked", 1 - out - held, "bad"))  # fmt: skip
        return Spread("Running the blockade", tuple(p for p in shares if p.chance), "exact", "WAP F.6.c")

    def refusal(self) -> Problem:
        """Why nothing can be reached: what can't be done at a stop, or the reason against the nearest sea."""
        if self.stops.problem:
            return self.stops.problem
        for zone, lane in sorted(self.reach.items()):
            problem = self.step.why_not_sail(self.x, self.s, self.move(lane, at_sea(zone), False))
            if problem:
                return problem
        return None
