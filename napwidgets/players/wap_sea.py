"""How the steady player of War and Peace plays the sea: blockades, raids, the junction of fleets, loans, duties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import ClassVar

from napwidgets.kernel.odds import distribution
from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.wap_convoys import convoy
from napwidgets.players.wap_land import STEADY, Temper
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import I
from napwidgets.systems.wap.sea import naval
from napwidgets.systems.wap.sea.cargo import prizes_beside
from napwidgets.systems.wap.sea.encounters import force
from napwidgets.systems.wap.sea.hunt import FIGHT, sought
from napwidgets.systems.wap.sea.seaways import blockaded, squadrons, together, voyages
from napwidgets.systems.wap.setting import ENGLAND
from napwidgets.systems.wap.state import ATTACKING, ENGLISH, FIT, FRENCH, SAILING, Fleet, at_sea, fleet_index, zone_of
from napwidgets.systems.wap.states.victory import biggest_fleet
from napwidgets.systems.wap.tables import Tables
from napwidgets.systems.wap.trade.lloyds import Raid, raid_yield
from napwidgets.systems.wap.trade.obligations import catastrophe, owed
from napwidgets.systems.wap.trade.raiding import raid_by

#: Out of a blockaded port and out of an open one this part of the ships is expected to reach another port; the first is
#: a little more than one month's die gives, for there will be others.
GETS_OUT, GETS_THROUGH = 0.4, 0.7
#: England falls on raiders at this chance where Lloyd's rate is ruinous: waiting ruins it as well.
RUINED = 0.6


class Sea:
    """Decisions at sea for one seat in one game."""

    KINDS: ClassVar[frozenset[str]] = frozenset(
        ("naval", "intercept", "pursue", "onward", "sea-retreat", "attack-at-sea", "pounce", "jettison", "retrieve")
    )

    def __init__(self, rng: Random, mood: Temper = STEADY) -> None:
        self._rng, self.mood = rng, mood
        self._dared: tuple[int, dict[int, bool]] = (0, {})
        self._month: tuple[int, int] = (0, 0)
        self._stay: set[Fleet] = set()
        self._handlers: dict[str, Callable[[Engine, Context, State], Move]] = {
            "naval": self._naval,
            "intercept": self._intercept,
            "pursue": self._pursue,
            "onward": self._onward,
            "sea-retreat": self._retreat,
            "attack-at-sea": self._attack,
            "pounce": self._pounce,
            "jettison": self._jettison,
            "retrieve": self._retrieve,
        }

    def choose(self, engine: Engine, view: State, kind: str) -> Move:
        """The move for a decision at sea."""
        x: Context = engine.context
        return self._handlers[kind](engine, x, view)

    # The Naval Phase

    def _naval(self, engine: Engine, x: Context, s: State) -> Move:
        plain = engine.options(s)
        raids = [move for move in plain if isinstance(move, m.Raid)]
        if raids and self.mood.raids:
            raids = [raid for raid in raids if not self._leaves(engine, x, s, raid.zone)]
        if raids:
            return max(raids, key=lambda raid: (x.setting.zones[raid.zone].traffic, -raid.zone))
        if self._month != (s.turn, s.segment):
            self._month, self._stay = (s.turn, s.segment), set()
        for subject in engine.subjects(s):
            fleet = s.fleets[fleet_index(s, int(subject.id.partition(":")[2]))]
            if fleet in self._stay:
                continue
            if prizes_beside(s, fleet) and (haul := self._haul(engine, s, subject.id)) is not None:
                return haul
            if s.segment == ENGLISH:
                move = self._english(engine, x, s, subject.id, fleet)
            elif s.segment == FRENCH:
                move = self._french(engine, x, s, subject.id, fleet)
            else:
                move = None
            if move is not None:
                return move
            self._stay.add(fleet)
        if m.Done() in plain:
            return m.Done()
        return self._forced_out(engine, x, s)

    @staticmethod
    def _haul(engine: Engine, s: State, subject: str) -> Move | None:
        """As few squadrons as it takes bring a prize into the nearest port."""
        tows = [move for move in engine.options(s, subject) if isinstance(move, m.Sail) and move.prizes]
        return min(tows, key=lambda move: (move.squadrons, len(move.route), move.to), default=None)

    def _forced_out(self, engine: Engine, x: Context, s: State) -> Move:
        """Lloyd's wants ships or men in the Global zones: send the first that can go."""
        wanted = {means for duty in owed(x, s) if not duty.met for means in duty.means}
        for subject in engine.subjects(s):
            for move in engine.options(s, subject.id):
                if not isinstance(move, m.Sail) or not x.is_global(move.to):
                    continue
                if ("ships" in wanted and move.squadrons) or ("men" in wanted and move.cargo.count[I]):
                    return move
        return next(move for subject in engine.subjects(s) for move in engine.options(s, subject.id))

    # England and its friends

    def _english(self, engine: Engine, x: Context, s: State, subject: str, fleet: Fleet) -> Move | None:
        if fleet.transports and (move := convoy(engine, x, s, subject, fleet, self.mood)) is not None:
            return move
        if not fleet.squadrons or self._needed(x, s, fleet):
            return None
        if (hunt := self._seeks(engine, x, s, subject)) is not None:
            return hunt
        sails = [move for move in engine.options(s, subject) if isinstance(move, m.Sail) and move.squadrons]
        if fleet.nation == ENGLAND and (out := self._duty(x, s, sails)) is not None:
            return out
        gaps = {move: self._gap(x, s, move.to) for move in sails if move.to >= 0 and not move.inside}
        wanted = [move for move in gaps if 0 < gaps[move] <= move.squadrons]
        # The port with most to watch first, with no more ships than it takes.
        best = max(wanted, key=lambda move: (gaps[move], -move.squadrons, -move.to), default=None)
        if best is not None or not self.mood.chase:
            return best
        return self._chases(x, s, sails, _raiders(x, s, fleet.place) if self.mood.net and zone_of(fleet.place) else 0)

    def _seeks(self, engine: Engine, x: Context, s: State, subject: str) -> m.Seek | None:
        """Fall on enemies in the same sea, if it is likely enough to beat them."""
        hunts = [move for move in engine.options(s, subject) if isinstance(move, m.Seek)] if self.mood.hunt else []
        best = max(hunts, key=lambda move: (move.squadrons, not move.groups), default=None)
        if best is None:
            return None
        battle = FIGHT.battle(x, sought(x, s, s.agenda[-1].seat, fleet_index(s, best.fleet)))
        theirs = battle.forces[naval.DEFEND].squadrons
        return best if theirs and _wins(x.tables, battle) >= self._bar(x, s, s.segment) else None

    def _bar(self, x: Context, s: State, faction: int) -> float:
        """The chance at which a faction falls on enemies at sea."""
        return min(self.mood.hunt, RUINED) if faction == ENGLISH and catastrophe(x, s) else self.mood.hunt

    def _chases(self, x: Context, s: State, sails: Sequence[m.Sail], here: int) -> m.Sail | None:
        """Ships with nothing to watch go after raiders whom they are a match for, if there are more than here."""
        prey = {move: _raiders(x, s, move.to) for move in sails if x.is_global(move.to)}
        fair = [move for move, number in prey.items() if here < number <= self.mood.chase * move.squadrons]
        return max(fair, key=lambda move: (prey[move], -move.squadrons, -move.to), default=None)

    @staticmethod
    def _needed(x: Context, s: State, fleet: Fleet) -> bool:
        """Whether a fleet holds a blockade that would break without it (F.6.a)."""
        if zone_of(fleet.place) or fleet.inside:
            return False
        inside = squadrons(x, s, fleet.place, FRENCH, inside=True)
        rest = squadrons(x, s, fleet.place, ENGLISH, inside=False) - fleet.squadrons
        return inside > 0 and not naval.blockades(rest, inside)

    @staticmethod
    def _gap(x: Context, s: State, hex: int) -> int:
        """How many squadrons more it takes to blockade the enemy in a port; 0 if it is, or nobody is in it."""
        inside = squadrons(x, s, hex, FRENCH, inside=True)
        return max(0, inside - squadrons(x, s, hex, ENGLISH, inside=False))

    def _duty(self, x: Context, s: State, sails: Sequence[m.Sail]) -> m.Sail | None:
        """A voyage to the Global zones, if the rate asks for one; where the raiders are, if they are in reach."""
        if not any(not duty.met and "ships" in duty.means for duty in owed(x, s)):
            return None
        far = [move for move in sails if x.is_global(move.to)]
        return max(far, key=lambda move: (_raiders(x, s, move.to), move.squadrons, -move.to), default=None)

    # France and its friends

    def _french(self, engine: Engine, x: Context, s: State, subject: str, fleet: Fleet) -> Move | None:
        goal = x.setting.scenario.goal.kind
        if (hunt := self._seeks(engine, x, s, subject)) is not None:
            return hunt
        if goal == "junction" and self.mood.rally:
            return self._rallies(engine, x, s, subject, fleet) if fleet.squadrons else None
        if not fleet.squadrons or (not x.options.lloyds and goal != "junction"):
            return None
        if goal != "junction" and self.mood.raids:
            return self._raider(engine, x, s, subject, fleet)
        if goal != "junction" and x.is_global(fleet.place):
            return None
        shut = fleet.inside and blockaded(x, s, fleet.place, FRENCH)
        if shut and not self._dares(s, fleet.place, self.mood.join if goal == "junction" else self.mood.dare):
            return None
        sails = [
            move
            for move in engine.options(s, subject)
            if isinstance(move, m.Sail) and move.squadrons == fleet.squadrons and not any(move.cargo.count)
        ]
        worth = {move: self._join(x, s, move) if goal == "junction" else self._hunt(x, s, move) for move in sails}
        best = max(sails, key=lambda move: (worth[move], -move.to), default=None)
        return best if best is not None and worth[best] > self._here(x, s, fleet, goal) else None

    def _raider(self, engine: Engine, x: Context, s: State, subject: str, fleet: Fleet) -> m.Sail | None:
        """To the far sea where it adds most to the rate until the end, with those that are there."""
        here = zone_of(fleet.place)
        months = x.setting.scenario.turns.count - s.turn
        stays = here and not self._hunted(x, s, here, fleet)
        best, found = self.mood.raids + (adds(x, s, here, fleet) * (months + 1) if stays else 0.0), None
        for move in engine.options(s, subject):
            if not isinstance(move, m.Sail) or move.squadrons != fleet.squadrons or any(move.cargo.count):
                continue
            if x.is_global(move.to) and not self._hunted(x, s, zone_of(move.to), fleet):
                passed = sum(_watch(x, s, zone) for zone in move.route)
                worth = months * adds(x, s, zone_of(move.to), fleet) - self.mood.shy * passed
                if worth > best:
                    best, found = worth, move
        return found

    def _hunted(self, x: Context, s: State, zone: int, fleet: Fleet) -> bool:
        """Whether enemies in a sea are likely to beat a fleet there, with the friends that it has."""
        if not self.mood.hunt or not _watch(x, s, zone):
            return False
        there = [f for f in s.fleets if zone_of(f.place) == zone and f != fleet]
        theirs, ours = (
            [f for f in there if x.faction(s, f.nation) == side] for side in (x.enemies(s.segment), s.segment)
        )
        battle = naval.Battle((together(x, s, theirs), together(x, s, [fleet, *ours])))
        return _wins(x.tables, battle) >= self._bar(x, s, x.enemies(s.segment))

    def _leaves(self, engine: Engine, x: Context, s: State, zone: int) -> bool:
        """Whether raiders do better to sail on from a sea than to raid in it."""
        for subject in engine.subjects(s):
            fleet = s.fleets[fleet_index(s, int(subject.id.partition(":")[2]))]
            if zone_of(fleet.place) == zone and fleet.squadrons and fleet.since < s.turn:
                return self._raider(engine, x, s, subject.id, fleet) is not None
        return False

    @staticmethod
    def _rallies(engine: Engine, x: Context, s: State, subject: str, fleet: Fleet) -> m.Sail | None:
        """To the one port where most can be together, until enough are: a fleet as a whole, past as few enemies as it
        can.
        """
        if biggest_fleet(x, s) >= x.setting.scenario.goal.target:
            return None
        port = _rally(x, s)
        if fleet.place == port:
            return None
        sails = [
            move
            for move in engine.options(s, subject)
            if isinstance(move, m.Sail) and move.to == port and move.inside and not any(move.cargo.count)
        ]
        whole = [move for move in sails if move.squadrons == fleet.squadrons]
        return min(whole, key=lambda move: (sum(_watch(x, s, z) for z in move.route), len(move.route)), default=None)

    def _dares(self, s: State, place: int, chance: float) -> bool:
        """Whether a blockaded fleet tries this month: thought over once."""
        if self._dared[0] != s.turn:
            self._dared = (s.turn, {})
        return self._dared[1].setdefault(place, self._rng.random() < chance)

    @staticmethod
    def _here(x: Context, s: State, fleet: Fleet, goal: str) -> float:
        """What it is worth to stay."""
        if goal != "junction":
            return 0.0
        friends = sum(f.squadrons for f in s.fleets if f.place == fleet.place and x.faction(s, f.nation) == FRENCH)
        return float(friends) + 0.5

    @staticmethod
    def _join(x: Context, s: State, move: m.Sail) -> float:
        """Friends met at the end of a voyage, less the enemies passed."""
        friends = sum(f.squadrons for f in s.fleets if f.place == move.to and x.faction(s, f.nation) == FRENCH)
        passed = sum(_watch(x, s, zone) for zone in move.route)
        return float(friends + move.squadrons - 0.5 * passed) if move.inside else 0.0

    @staticmethod
    def _hunt(x: Context, s: State, move: m.Sail) -> float:
        """The traffic where a voyage ends, less who could intercept there; only far seas are safe to stay in."""
        zone = zone_of(move.to)
        if not zone or not x.is_global(move.to):
            return 0.0
        info = x.setting.zones[zone]
        return float(1 + info.traffic - s.bases[zone] - info.interception - _watch(x, s, zone))

    # Meetings

    def _intercept(self, engine: Engine, x: Context, s: State) -> Move:
        """Intercept with what is free, if all of it together would be strong enough."""
        if self.mood.raids and s.segment == ENGLISH and x.is_global(at_sea(s.agenda[-1].zone)):
            # Who is beaten far from any port is lost.
            return m.Done()
        if self.mood.net and s.segment == FRENCH:
            return self._casts(engine, x, s)
        coming = force(x, s, SAILING)
        free = []
        for subject in engine.subjects(s):
            fleet = s.fleets[fleet_index(s, int(subject.id.partition(":")[2]))]
            off_port = not zone_of(fleet.place) and not fleet.inside
            if not (off_port and squadrons(x, s, fleet.place, x.enemies(s.segment), inside=True) >= coming.squadrons):
                free.append((subject.id, fleet))
        ours = force(x, s, ATTACKING).squadrons + sum(fleet.squadrons for _, fleet in free)
        bonus = 1.4 if any(fleet.nation == ENGLAND for _, fleet in free) else 0.8
        if free and ours * bonus >= coming.squadrons:
            return max(engine.options(s, free[0][0]), key=lambda move: (not move.groups, move.squadrons))
        return m.Done()

    def _casts(self, engine: Engine, x: Context, s: State) -> Move:
        """Intercept, each squadron with a die of its own, unless all of them would be far too weak. Who keeps an enemy
        in port stays there, but where one junction decides everything.
        """
        coming = force(x, s, SAILING)
        keeps = x.setting.scenario.goal.kind != "junction"
        free = []
        for subject in engine.subjects(s):
            fleet = s.fleets[fleet_index(s, int(subject.id.partition(":")[2]))]
            off_port = not zone_of(fleet.place) and not fleet.inside
            if not (keeps and off_port and squadrons(x, s, fleet.place, s.segment, inside=True)):
                free.append((subject.id, fleet))
        ours = force(x, s, ATTACKING).squadrons + sum(fleet.squadrons for _, fleet in free)
        bonus = 1.4 if any(fleet.nation == ENGLAND for _, fleet in free) else 0.8
        if not free or ours * bonus * self.mood.net < coming.squadrons:
            return m.Done()
        return max(engine.options(s, free[0][0]), key=lambda move: (len(move.throws), move.squadrons))

    def _jettison(self, engine: Engine, x: Context, s: State) -> Move:
        """Prizes are kept in tow only by who is clearly stronger."""
        mine, theirs = force(x, s, s.agenda[-1].flag), force(x, s, s.agenda[-1].other)
        return m.Done() if mine.squadrons * (1.5 if mine.english else 1) >= 2 * theirs.squadrons else m.Accept()

    def _retrieve(self, engine: Engine, x: Context, s: State) -> Move:
        """Who is the weaker takes the prizes and lets the others go."""
        mine, theirs = force(x, s, s.agenda[-1].attacker), force(x, s, s.agenda[-1].defender)
        return m.Done() if mine.squadrons * (1.5 if mine.english else 0.9) >= theirs.squadrons else m.Accept()

    def _pursue(self, engine: Engine, x: Context, s: State) -> Move:
        flag = s.agenda[-1].flag
        fight = s.agenda[-2]
        other = next(f for f in fight.flags() if f != flag)
        mine, theirs = force(x, s, flag), force(x, s, other)
        return m.Accept() if mine.squadrons * (1.5 if mine.english else 0.9) >= theirs.squadrons else m.Done()

    def _onward(self, engine: Engine, x: Context, s: State) -> Move:
        """England shuts up whom it has beaten; everybody else sails on."""
        follow = [move for move in engine.options(s) if isinstance(move, m.ToPort)]
        return next((move for move in follow if s.segment == ENGLISH and self._gap(x, s, move.to)), m.Done())

    def _retreat(self, engine: Engine, x: Context, s: State) -> Move:
        """The port with most friends."""
        mine = next(f for f in s.fleets if f.moved == s.agenda[-1].flag)
        side = x.faction(s, mine.nation)
        return max(engine.options(s), key=lambda move: (squadrons(x, s, move.to, side, inside=True), -move.to))

    def _attack(self, engine: Engine, x: Context, s: State) -> Move:
        mine = force(x, s, SAILING)
        off = squadrons(x, s, s.agenda[-1].place, x.enemies(s.segment), inside=False)
        return m.Accept() if mine.squadrons * (1.5 if mine.english else 0.7) >= off else m.Done()

    def _pounce(self, engine: Engine, x: Context, s: State) -> Move:
        theirs = force(x, s, SAILING)
        mine = squadrons(x, s, s.agenda[-1].place, x.enemies(s.segment), inside=False)
        return m.Accept() if mine * 1.4 >= theirs.squadrons else m.Done()


def adds(x: Context, s: State, zone: int, fleet: Fleet) -> float:
    """By how much a fleet's squadrons raise what a raid of its seat in a zone brings on average, in per cent."""
    seat = s.agenda[-1].seat
    there = [f for f in s.fleets if zone_of(f.place) == zone and f.condition == FIT and f != fleet]
    friends = [f for f in there if x.mine(s, f.nation, seat)]
    more, now = (raid_by(x, zone, fleets) for fleets in ([*friends, fleet], friends))
    return _brings(x.tables, more, s.bases[zone]) - _brings(x.tables, now, s.bases[zone])


@lru_cache(maxsize=1024)
def _brings(tables: Tables, raid: Raid, bases: int) -> float:
    """What a raid adds to the rate on average."""
    if not raid.french + raid.allied:
        return 0.0
    odds = distribution(lambda dice: raid_yield(tables, raid, {raid.zone: bases}, dice))
    return sum(float(chance) * halves for halves, chance in odds) / 2


@lru_cache(maxsize=1024)
def _wins(tables: Tables, battle: naval.Battle) -> float:
    """The chance of whoever begins a fight at sea to win its first round."""
    odds = distribution(lambda dice: naval.fight_round(tables, battle, dice).beaten)
    return float(odds[naval.DEFEND])


def _rally(x: Context, s: State) -> int:
    """The French side's port where most of its squadrons are to be expected: those that are there, and a part of those
    that can sail there.
    """
    ships = [f for f in s.fleets if f.squadrons and x.faction(s, f.nation) == FRENCH]
    ports = sorted({f.place for f in ships if f.inside})
    chances = [GETS_OUT if f.inside and blockaded(x, s, f.place, FRENCH) else GETS_THROUGH for f in ships]
    reach = [{hex for _, _, ports in voyages(x, f.place).ports for _, hex in ports} for f in ships]

    def together(port: int) -> float:
        coming = zip(ships, chances, reach, strict=True)
        return float(sum(f.squadrons * (1.0 if f.place == port else part * (port in far)) for f, part, far in coming))

    return max(ports, key=lambda port: (together(port), -port), default=-1)


def _watch(x: Context, s: State, zone: int) -> int:
    """Enemy squadrons at sea in a zone that can fight."""
    return squadrons(x, s, at_sea(zone), x.enemies(s.segment), inside=False) if zone else 0


def _raiders(x: Context, s: State, place: int) -> int:
    """French squadrons in the same sea."""
    return sum(f.squadrons for f in s.fleets if f.place == place and x.faction(s, f.nation) == FRENCH)
