"""The pad of a voyage: how many ships, what they carry; where they can go with that, and who might meet them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.board.display import Draft, Field, Spread, Target
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap import naval
from napwidgets.systems.wap.cargo import POINTS_ABOARD, prizes_beside
from napwidgets.systems.wap.company import company
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.encounters import can_intercept, interception_parts
from napwidgets.systems.wap.fleets import NavalPhase
from napwidgets.systems.wap.forces import KINDS, NONE, Count
from napwidgets.systems.wap.present_battle import share
from napwidgets.systems.wap.present_words import place_title
from napwidgets.systems.wap.seaways import Lane, blockaded, by_way_of, cost_of_coast, landfall, lanes, squadrons
from napwidgets.systems.wap.setting import ENGLAND, NATIONS
from napwidgets.systems.wap.state import Fleet, State, at_sea, fleet_number, zone_of

if TYPE_CHECKING:
    from napwidgets.systems.wap.engine import Campaign as Engine

_KINDS = tuple(KINDS.values())
_YES = (("0", "no"), ("1", "yes"))


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
    form = Draft(fields, targets=targets, title="Sail", verb="Sail", left=f"{whole} movement points")
    form = replace(form, chances=plan.blockade())
    target = next((t for t in targets if str(t.hex) == where), None)
    if target is None:
        refusal = plan.refusal() if not targets else None
        why = "Click a lit sea or port, or choose one in the list." if refusal is None else refusal[0]
        return replace(form, why=why, why_cites=(f"WAP {refusal[1]}",) if refusal else ())
    return replace(form, move=target.move, arrival=f"{target.note} movement points" if target.note else "")


def _places(x: Context, targets: tuple[Target, ...]) -> tuple[tuple[str, str], ...]:
    """Destinations as a list: seas first, then ports by name."""
    named = sorted(targets, key=lambda t: (t.hex < x.board.size, place_title(x, t.hex)))
    words = [(str(t.hex), f"{place_title(x, t.hex)}{f' ({t.tone})' if t.tone else ''}") for t in named]
    return (("", "choose, or click"), *words)


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
        self.troops = self._there() if self.transports else {}
        self.cargo = self._cargo()
        self.pick, self.leave = self._company()
        self.reach = by_way_of(x, self.fleet.place, self.by) if self.by else lanes(x, self.fleet.place)

    # Who comes along or stays on the way (F.9)

    def _company(self) -> tuple[int, tuple[int, int]]:
        """The sea where others are picked up, and the one where how many squadrons are left; 0 for none."""
        seas = dict(self._seas(self._meets))
        pick = next((zone for zone in seas if self.values.get("pick") == f"z{zone}"), 0)
        there = next((zone for zone in dict(self._seas()) if self.values.get("leave") == f"z{zone}"), 0)
        there = there if pick in (0, there) else 0
        return pick, (there, max(1, self._number("stay", self.squadrons, 1)) if there else 0)

    @property
    def by(self) -> int:
        """The sea that the voyage must pass; 0 for any."""
        return self.pick or self.leave[0]

    def _meets(self, zone: int) -> bool:
        return bool(company(self.x, self.s, self.step.seat, self.fleet.nation, zone))

    def _seas(self, fits: Callable[[int], bool] = lambda _: True) -> list[tuple[int, str]]:
        """Seas on the way, with their names."""
        reach = lanes(self.x, self.fleet.place)
        return [(z, self.x.setting.zones[z].name) for z, lane in sorted(reach.items()) if lane.route and fits(z)]

    def _company_fields(self) -> list[Field]:
        found = []
        meet = self._seas(self._meets)
        if meet:
            choices = (("", "nobody"), *((f"z{z}", name) for z, name in meet))
            found.append(Field("pick", "Pick up ships in", choices, f"z{self.pick}" if self.pick else ""))
        if self.squadrons + self.transports > 1 and self.squadrons:
            seas = [(z, name) for z, name in self._seas() if self.pick in (0, z)]
            there, number = self.leave
            choices = (("", "no sea"), *((f"z{z}", name) for z, name in seas))
            found.append(Field("leave", "Leave squadrons in", choices, f"z{there}" if there else ""))
            if there:
                found.append(Field("stay", "How many stay there", value=str(number), low=1, high=self.squadrons))
        return found

    def _number(self, id: str, most: int, other: int) -> int:
        text = self.values.get(id, "")
        return min(int(text), most) if text.isdecimal() and len(text) < 4 else other

    # What is carried (F.3)

    def _there(self) -> dict[int, Count]:
        """Troops of its colour beside a fleet in port that could embark."""
        if zone_of(self.fleet.place) or not self.fleet.inside:
            return {}
        return {
            a.nation: a.count
            for a in self.x.armies_at(self.s, self.fleet.place)
            if not a.inside and not a.moved and a.under < 0 and self._own(a.nation)
        }

    def _own(self, nation: int) -> bool:
        return nation == self.fleet.nation or self.x.major_of(self.s, nation) == self.fleet.nation

    def _cargo(self) -> m.Cargo:
        nation = self._nation()
        count = NONE
        if nation >= 0:
            there = self.troops[nation]
            count = tuple(self._number(f"c:{k}", most, 0) for k, most in enumerate(there))
        leaders = tuple(i for i in self.leaders() if self.values.get(f"lead:{i}") == "1")
        supply = self._number("supply", POINTS_ABOARD * self.transports, 0)
        points = self._number("points", self._saved(), 0)
        return m.Cargo(nation if any(count) else -1, count, leaders, supply, points)

    def _nation(self) -> int:
        text = self.values.get("troops", "")
        if text[1:].isdecimal() and int(text[1:]) in self.troops:
            return int(text[1:])
        return next(iter(sorted(self.troops)), -1)

    def leaders(self) -> list[int]:
        """Leaders who could embark."""
        x = self.x
        if not self.transports or zone_of(self.fleet.place):
            return []
        there = x.leaders_at(self.s, self.fleet.place)
        return [i for i in there if x.setting.leader_nation[i] == self.fleet.nation and i != x.setting.nelson]

    def _saved(self) -> int:
        england = self.fleet.nation == ENGLAND and self.fleet.inside and self.transports
        return min(self.s.saved // 2, POINTS_ABOARD * self.transports) if england else 0

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
                    found.append(Field(id, f"{id.capitalize()} of {most}", value=str(value), low=0, high=most))
        if self.squadrons and self._could_stay_off():
            found.append(Field("off", "Stop outside ports", _YES, "1" if self.off else "0"))
        if self.has_nelson:
            found.append(Field("nelson", "Nelson sails with them", _YES, "1" if self.nelson else "0"))
        if self.prizes:
            found.append(Field("prizes", "Prizes in tow", value=str(self.towed), low=0, high=self.prizes))
        return found + self._company_fields() + self._cargo_fields()

    def _could_stay_off(self) -> bool:
        foe = self.x.enemies(self.side)
        return any(not f.inside and f.squadrons and self.x.faction(self.s, f.nation) == foe != 0 for f in self.s.fleets)

    def _cargo_fields(self) -> list[Field]:
        found = []
        if len(self.troops) > 1:
            states = tuple((f"n{n}", NATIONS[n]) for n in sorted(self.troops))
            found.append(Field("troops", "Troops of", states, f"n{self._nation()}"))
        for k, most in enumerate(self.troops.get(self._nation(), ())):
            if most:
                value = str(self.cargo.count[k])
                found.append(Field(f"c:{k}", f"Embark {_KINDS[k]} of {most}", value=value, low=0, high=most))
        for i in self.leaders():
            aboard = "1" if i in self.cargo.leaders else "0"
            found.append(Field(f"lead:{i}", f"{self.x.setting.leaders[i].name} embarks", _YES, aboard))
        if self.fleet.inside and self.transports:
            most = POINTS_ABOARD * self.transports
            found.append(Field("supply", "Supply points", value=str(self.cargo.supply), low=0, high=most))
        if self._saved():
            found.append(
                Field("points", "Production points to lend", value=str(self.cargo.points), low=0, high=self._saved())
            )
        return found

    # Where to

    def move(self, lane: Lane, to: int, inside: bool) -> m.Sail:
        """The voyage to a place."""
        number = fleet_number(self.s, self.i)
        joins, leaves = (self.pick,) if self.pick else (), (self.leave,) if self.leave[0] else ()
        ships = (number, self.squadrons, self.transports)
        return m.Sail(*ships, lane.route, to, inside, self.cargo, self.nelson, self.towed, joins, leaves)

    def targets(self) -> Iterator[Target]:
        """Seas, ports and, with troops on board, bare coasts."""
        x, whole = self.x, self.x.tables.movement["naval unit"]
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
        if any(self.cargo.count) or any(self.fleet.aboard):
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
        return Target(hex, move, str(whole - lane.left + cost_of_coast(x, hex)), tone)

    def _lands(self) -> bool:
        """Whether something is put ashore at the end: troops, supplies, or points for the state there (F.3.g)."""
        cargo = self.cargo
        return any(cargo.count) or any(self.fleet.aboard) or cargo.points > 0 or cargo.supply > 0

    def _ships_at(self, hex: int) -> bool:
        """Whether enemy ships lie in a port or off it."""
        x, foe = self.x, self.x.enemies(self.side)
        return bool(foe) and any(f.place == hex and x.faction(self.s, f.nation) == foe for f in self.s.fleets)

    def _note(self, cost: int, lane: Lane) -> str:
        risk = self.risk(lane)
        return f"{cost}" + (f" · {float(risk):.0%}" if risk else "")

    def risk(self, lane: Lane) -> Fraction:
        """The chance that somebody meets the ships on their way, if everybody who may tries as one."""
        x, s = self.x, self.s
        port = -1 if zone_of(self.fleet.place) else self.fleet.place
        missed = Fraction(1)
        for zone in lane.route:
            for f in s.fleets:
                if can_intercept(x, s, f, zone, port):
                    missed *= 1 - naval.meeting_odds(x.tables, interception_parts(x, s, f, zone))[True]
        return 1 - missed

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

    def refusal(self) -> tuple[str, str] | None:
        """Why nothing can be reached: the reason against the nearest sea."""
        for zone, lane in sorted(self.reach.items()):
            problem = self.step.why_not_sail(self.x, self.s, self.move(lane, at_sea(zone), False))
            if problem:
                return problem
        return None
