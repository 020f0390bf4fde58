"""F.2, F.9. The Naval Phase: each fleet sails once, the raiders raid, and Lloyd's may hold the English to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, refuse
from napwidgets.systems.wap.forces import I
from napwidgets.systems.wap.sea import summons
from napwidgets.systems.wap.sea.calls import why_not_begin, why_not_carry, why_not_return
from napwidgets.systems.wap.sea.cargo import Problem, cargoes, prizes_beside
from napwidgets.systems.wap.sea.hunt import label, seek, seeks, why_not
from napwidgets.systems.wap.sea.nelson import AtSea
from napwidgets.systems.wap.sea.seaways import (
    able,
    voyages,
    why_not_enter,
    why_not_route,
)
from napwidgets.systems.wap.sea.voyage import depart
from napwidgets.systems.wap.setting import ENGLAND
from napwidgets.systems.wap.state import (
    NEUTRAL,
    READY,
    Fleet,
    State,
    at_sea,
    fleet_index,
    fleet_number,
    zone_of,
)
from napwidgets.systems.wap.step import subject_number
from napwidgets.systems.wap.trade.obligations import compelled
from napwidgets.systems.wap.trade.raiding import can_raid, raid


class NavalPhase(AtSea, frozen=True, tag="naval"):
    """E.1.a, F.9: the active player moves each fleet once, one after the other."""

    no: ClassVar[str] = "No more voyages this month"
    hint: ClassVar[str] = (
        "New here? Fleets may stay where they are: an enemy blockade costs trade, and a fight at sea costs ships "
        "for years. You can end this phase at once."
    )

    def automatic(self, x: Context, s: State) -> bool:
        # Whether ships that nobody sees can still sail must not show by the question (K.9).
        asked = x.options.hidden_fleets and self.why_not_done(x, s) is None
        return not asked and not self.subjects(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        prompt = (
            "Sail each fleet once: to another sea, to a port, before an enemy port; or seek out enemies in its sea. "
            "Transports carry troops."
        )
        hidden, cites = x.options.hidden_fleets, ("WAP F.2", "WAP F.9")
        return Question("naval", "Naval Phase", prompt, cites, formal=hidden)

    def may_move(self, x: Context, s: State, fleet: Fleet) -> bool:
        """Whether a fleet is this seat's and has not moved yet."""
        return fleet.moved == READY and able(fleet) and x.mine(s, fleet.nation, self.seat)

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        ready = [i for i, fleet in enumerate(s.fleets) if fleet.moved == READY]
        mine = [(i, s.fleets[i]) for i in ready if self.may_move(x, s, s.fleets[i])]
        return [Subject(f"f:{fleet_number(s, i)}", x.fleet_name(fleet), max(fleet.place, -1)) for i, fleet in mine]

    # Options

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            raids: list[m.Move] = [m.Raid(z) for z in x.setting.zones if can_raid(x, s, z, self.seat) is None]
            return [*raids, m.Done()] if self.why_not_done(x, s) is None else raids
        i = fleet_index(s, subject_number(subject, "f"))
        if i < 0 or not self.may_move(x, s, s.fleets[i]):
            return ()
        found: list[m.Sail | m.Seek] = [*seeks(x, s, self.seat, i), *sorted(set(self._sails(x, s, i)), key=_order)]
        if not summons.unmet(x, s, self.seat):
            return found
        return [move for move in found if self.why_not_elsewhere(x, s, move) is None]

    def _sails(self, x: Context, s: State, i: int) -> Iterator[m.Sail]:
        """The voyages of a fleet: to seas and ports; off a friendly one only where enemy ships lie that could be
        attacked, to an enemy one where ships lie in it or off it.
        """
        fleet, number_of = s.fleets[i], fleet_number(s, i)
        side, nelson = x.faction(s, fleet.nation), self._nelson(x, s, fleet)
        ways, foe, sides = voyages(x, fleet.place).ports, x.enemies(side), x.standing(s).faction
        # Two parts of a fleet, and two seas, lead to the same ports.
        entered: dict[int, bool] = {}
        theirs = [f for f in s.fleets if x.faction(s, f.nation) == foe]
        off = {f.place for f in theirs if f.squadrons and not f.inside and able(f)}
        watched = {f.place for f in theirs} if foe != NEUTRAL else set[int]()
        tow = prizes_beside(s, fleet) if x.options.prizes else 0
        parts = [(fleet.squadrons, fleet.transports)]
        parts += [(1, 0)] if fleet.squadrons > 1 else []
        for number, transports in parts:
            foot = fleet.aboard[I] if transports else 0
            bound = x.is_global(fleet.place) and fleet.nation == ENGLAND and compelled(x, s, number, transports, foot)
            for zone, lane, ports in ways:
                if bound and not x.is_global(at_sea(zone)):
                    continue
                if zone != zone_of(fleet.place):
                    yield m.Sail(number_of, number, transports, lane.route, at_sea(zone), nelson=nelson)
                for city, hex in ports:
                    if hex == fleet.place and fleet.inside:
                        continue
                    if sides[s.control[city]] == side:
                        if hex not in entered:
                            entered[hex] = why_not_enter(x, s, fleet, hex) is None
                        if entered[hex]:
                            if tow and number and fleet.nation in (x.setting.home[city], x.holder(s, city)):
                                haul = min(number, tow)
                                yield m.Sail(number_of, number, 0, lane.route, hex, True, nelson=nelson, prizes=haul)
                            yield m.Sail(number_of, number, transports, lane.route, hex, inside=True, nelson=nelson)
                        if number and hex != fleet.place and hex in off:
                            yield m.Sail(number_of, number, 0, lane.route, hex, nelson=nelson)
                    elif number and hex in watched and (hex != fleet.place or fleet.inside):
                        yield m.Sail(number_of, number, 0, lane.route, hex, nelson=nelson)
        if fleet.transports and fleet.inside and not zone_of(fleet.place):
            yield from self._shipments(x, s, i)

    @staticmethod
    def _nelson(x: Context, s: State, fleet: Fleet) -> bool:
        return x.with_nelson(s, fleet) and not s.leaders[x.setting.nelson].moved

    def _shipments(self, x: Context, s: State, i: int, far: bool = False) -> Iterator[m.Sail]:
        """Troops and points that the transports of a fleet can take from its port to other coasts (F.3); those to the
        Global zones alone, if only the ``far`` ones are asked for.
        """
        fleet, number_of = s.fleets[i], fleet_number(s, i)
        for cargo in cargoes(x, s, fleet):
            begins = m.Sail(number_of, fleet.squadrons, fleet.transports, (), fleet.place, cargo=cargo)
            if why_not_begin(x, s, self.seat, fleet, begins) is not None:
                # What it can't take up it can't take anywhere.
                continue
            for zone, lane, ports in voyages(x, fleet.place).ports:
                for city, hex in () if far else ports:
                    if hex == fleet.place:
                        continue
                    friendly = x.friendly_city(s, city, x.faction(s, fleet.nation))
                    sail = m.Sail(number_of, fleet.squadrons, fleet.transports, lane.route, hex, friendly, cargo)
                    if self._why_not_voyage(x, s, sail) is None:
                        yield sail
                if x.is_global(at_sea(zone)) and cargo.count[I]:
                    sail = m.Sail(number_of, fleet.squadrons, fleet.transports, lane.route, at_sea(zone), cargo=cargo)
                    if self._why_not_voyage(x, s, sail) is None:
                        yield sail

    # Checks

    def why_not_done(self, x: Context, s: State) -> tuple[str, str] | None:
        """Why the phase can't end: ships or men whom Lloyd's rate sends to the Global zones, and who could go (K.8.i,
        K.8.j).
        """
        return summons.why_not_done(x, s, self.seat, partial(self._men_could_go, x))

    def why_not_elsewhere(self, x: Context, s: State, move: m.Sail | m.Seek) -> Problem:
        """Why whom Lloyd's rate sends to the Global zones can't do something else first (K.8.i, K.8.j)."""
        return summons.why_not_elsewhere(x, s, self.seat, move, partial(self._men_could_go, x))

    def _men_could_go(self, x: Context, s: State) -> bool:
        """Whether English infantry can be shipped to a Global zone."""
        ready = (
            i
            for i, f in enumerate(s.fleets)
            if f.nation == ENGLAND and f.transports and f.inside and f.place >= 0 and self.may_move(x, s, f)
        )
        return any(next(self._shipments(x, s, i, far=True), None) is not None for i in ready)

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Sail):
            if problem := self.why_not_sail(x, s, move):
                raise refuse("sail", *problem)
        elif isinstance(move, m.Seek):
            if problem := why_not(x, s, self.seat, move) or self.why_not_elsewhere(x, s, move):
                raise refuse("seek", *problem)
        elif isinstance(move, m.Raid):
            if problem := can_raid(x, s, move.zone, self.seat):
                raise refuse("raid", *problem)
        elif isinstance(move, m.Done):
            if problem := self.why_not_done(x, s):
                raise refuse("lloyds", *problem)
        else:
            raise self.not_offered(x, s, move)

    def why_not_sail(self, x: Context, s: State, move: m.Sail) -> Problem:
        """Why a fleet can't sail so, with its paragraph."""
        return self._why_not_voyage(x, s, move) or self.why_not_elsewhere(x, s, move)

    def _why_not_voyage(self, x: Context, s: State, move: m.Sail) -> Problem:
        """Why a fleet can't sail so, whoever is wanted elsewhere."""
        i = fleet_index(s, move.fleet)
        if i < 0 or not self.may_move(x, s, s.fleets[i]):
            return "Choose a fleet of yours that has not moved yet.", "F.9"
        fleet = s.fleets[i]
        if not (0 <= move.squadrons <= fleet.squadrons and 0 <= move.transports <= fleet.transports):
            return "So many ships are not there.", "F.2.b"
        if not move.squadrons and not move.transports:
            return "Name at least one ship.", "F.2.b"
        if move.nelson and not self._nelson(x, s, fleet):
            return "Nelson goes with ships that were where he was when the segment began.", "F.8.h"
        if not move.nelson and self._forsaken(x, s, i, move):
            return "Nelson stays with ships: take him along, or leave some with him.", "F.8.h"
        if not 0 <= move.prizes <= min(move.squadrons, prizes_beside(s, fleet)):
            return "Each squadron can tow one prize that lies with it.", "K.6.d"
        if move.prizes and any(not _harbour(x, place) for place, _ in (*move.stops, (move.to, False))):
            return "Prizes can be towed to ports and seas only.", "K.6.b"
        return (
            why_not_return(x, s, self.seat, fleet, move)
            or self._why_not_way(x, s, fleet, move)
            or why_not_carry(x, s, self.seat, fleet, move)
        )

    def _forsaken(self, x: Context, s: State, i: int, move: m.Sail) -> bool:
        """Whether a voyage would leave Nelson alone on the water (F.8.h, reading 104)."""
        fleet = s.fleets[i]
        some = (move.squadrons, move.transports) != (fleet.squadrons, fleet.transports)
        company = some or any(x.with_nelson(s, f) for f in s.fleets if f is not fleet)
        return self._nelson(x, s, fleet) and not fleet.inside and not company

    def _why_not_way(self, x: Context, s: State, fleet: Fleet, move: m.Sail) -> Problem:
        """Why a voyage can't go that way, stop there and end there."""
        problem = why_not_route(x, fleet, move)
        for place, inside in (*move.stops, (move.to, move.inside)):
            if not problem and inside:
                problem = why_not_enter(x, s, fleet, place)
            if not problem and s.segment == NEUTRAL and not zone_of(place) and not inside:
                problem = "A neutral's fleets start no fights: they sail to ports and seas.", "E.1.a"
        return problem

    # Making a move

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Sail):
            return depart(x, s, move, self.seat, log)
        if isinstance(move, m.Seek):
            return seek(x, s, move, self.seat, dice, log)
        if isinstance(move, m.Raid):
            return raid(x, s, move.zone, self.seat, dice, log)
        return s.pop()

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        return label(x, s, move) if isinstance(move, m.Seek) else super().label(x, s, move)


def _harbour(x: Context, place: int) -> bool:
    """Whether a place is a sea or a port."""
    return zone_of(place) > 0 or x.setting.city_at.get(place, -1) in x.setting.port_zones


def _order(move: m.Sail) -> tuple[object, ...]:
    load = (move.cargo.nation, move.cargo.points, move.prizes)
    return (move.to, not move.inside, -move.squadrons, -move.transports, *load)
