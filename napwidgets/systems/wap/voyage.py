"""F.2, F.3, F.6, F.9. A fleet under way: out of a blockade, from sea to sea, into port, cargo ashore.

The ships under way stand in the state with the flag SAILING; `Voyage` holds where they are bound.
Readings 27, 65 and 67 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Decision
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.company import part_company
from napwidgets.systems.wap.conquest import settle
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.encounters import SeaFight, intercept_offers
from napwidgets.systems.wap.fates import Bound, put_ashore
from napwidgets.systems.wap.forces import NONE, minus
from napwidgets.systems.wap.naval import run_blockade
from napwidgets.systems.wap.politics import invaded, to_pool
from napwidgets.systems.wap.relief import SortieOffer, attacked, shut_in
from napwidgets.systems.wap.seaways import able, blockaded, fleet_name, place_name
from napwidgets.systems.wap.setting import ENGLAND, NATIONS
from napwidgets.systems.wap.state import (
    ATTACKED,
    ATTACKING,
    DRIVEN,
    MOVED,
    NEUTRAL,
    PRIZE,
    SAILING,
    Fleet,
    State,
    at_sea,
    fleet_index,
    zone_of,
)
from napwidgets.systems.wap.step import Choice, Step


def depart(x: Context, s: State, move: m.Sail, seat: int, dice: Dice, log: Log) -> State:
    """Part of a fleet casts off with its cargo (F.2, F.3, F.9)."""
    index = fleet_index(s, move.fleet)
    fleet = s.fleets[index]
    cargo = move.cargo
    under_way = replace(
        fleet,
        squadrons=move.squadrons,
        transports=move.transports,
        moved=SAILING,
        troops_of=cargo.nation if any(cargo.count) else fleet.troops_of if move.transports else -1,
        aboard=cargo.count if any(cargo.count) else fleet.aboard if move.transports else NONE,
    )
    rest = replace(
        fleet,
        squadrons=fleet.squadrons - move.squadrons,
        transports=fleet.transports - move.transports,
        aboard=NONE if move.transports else fleet.aboard,
        troops_of=-1 if move.transports else fleet.troops_of,
    )
    fleets = [f for i, f in enumerate(s.fleets) if i != index]
    fleets = _towed(fleets, fleet, move.prizes)
    s = x.with_fleets(s, [*fleets, rest, under_way])
    s = _embark(x, s, fleet.place, cargo)
    leaders = (*cargo.leaders, *((x.setting.nelson,) if move.nelson else ()))
    say(log, "sail", f"{fleet_name(x, under_way)} sets sail.", "F.9", hexes=_hexes(fleet.place))
    if cargo.points:
        points = f"{cargo.points} production points are taken on board."
        say(log, "load", points, "F.3.d", tally={"half points": -2 * cargo.points})
        s = replace(s, saved=s.saved - 2 * cargo.points)
    load, company = (cargo.supply, cargo.points), (move.joins, move.leaves)
    voyage = Voyage(leaders, seat, move.route, move.to, move.inside, *load, fleet.place, *company)
    side = x.faction(s, fleet.nation)
    caught = fleet.inside and not zone_of(fleet.place) and blockaded(x, s, fleet.place, side)
    return s.push(voyage, RunBlockade(seat)) if caught else s.push(voyage)


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


def _embark(x: Context, s: State, hex: int, cargo: m.Cargo) -> State:
    if not any(cargo.count):
        return s
    armies = []
    for army in s.armies:
        if army.hex == hex and army.nation == cargo.nation and not army.inside and not army.moved and army.under < 0:
            army = replace(army, count=minus(army.count, cargo.count))
        armies.append(army)
    return x.with_armies(s, armies)


def _hexes(place: int) -> tuple[int, ...]:
    return () if zone_of(place) else (place,)


def sailing(s: State) -> list[Fleet]:
    """The ships under way."""
    return [f for f in s.fleets if f.moved == SAILING]


class Voyage(Bound, frozen=True, tag="voyage"):
    """Ships on their way: the seas still to cross and where they are bound, with leaders and points on board, and the
    seas in which they pick up or leave others (F.9).
    """

    seat: int
    route: tuple[int, ...]
    to: int
    inside: bool
    supply: int = 0
    points: int = 0
    port: int = -1
    joins: tuple[int, ...] = ()
    leaves: tuple[tuple[int, int], ...] = ()

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        mine = sailing(s)
        if not mine:
            return driven(x, s.pop(), self.leaders, self.supply, self.points, log)
        zone = zone_of(mine[0].place)
        if zone in self.joins or zone in dict(self.leaves):
            return self._part(x, s, zone, log)
        if not self.route:
            return self._arrive(x, s.pop(), mine, log)
        zone, port = self.route[0], mine[0].place >= 0
        s = self._put(x, cast_off(x, s, log), at_sea(zone), inside=False, new=not port)
        s = s.pop(replace(self, route=self.route[1:]))
        return s.push(*intercept_offers(x, s, zone, self.port))

    def cargo_leaders(self, x: Context) -> bool:
        """Whether leaders are on board who must be landed: all but Nelson (F.3.e)."""
        return any(i != x.setting.nelson for i in self.leaders)

    def _part(self, x: Context, s: State, zone: int, log: Log) -> State:
        """Who waits in this sea comes along, who is to stay there stays (F.9)."""
        s, leaders = part_company(x, s, self.seat, self.joins, self.leaves, log)
        joins = tuple(other for other in self.joins if other != zone)
        leaves = tuple(pair for pair in self.leaves if pair[0] != zone)
        aboard = tuple(dict.fromkeys((*self.leaders, *leaders)))
        return s.pop(replace(self, leaders=aboard, joins=joins, leaves=leaves))

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

    def _arrive(self, x: Context, s: State, mine: list[Fleet], log: Log) -> State:
        where = place_name(x, self.to, self.inside)
        say(log, "arrive", f"{NATIONS[mine[0].nation]}'s ships are now {where}.", "F.2", hexes=_hexes(self.to))
        s = sink_prizes(x, self._put(x, s, self.to, inside=self.inside), self.to, log)
        side = x.faction(s, mine[0].nation)
        foe = x.enemies(side)
        off = [f for f in s.fleets if f.place == self.to and not f.inside and f.moved != SAILING]
        met = [f for f in off if foe != NEUTRAL and x.faction(s, f.nation) == foe]
        ends = Landing(self.leaders, self.supply, self.points)
        if met and not self.inside and not zone_of(self.to) and any(f.squadrons for f in mine):
            return s.push(ends, AttackOffer(self.seat, self.to))
        return s.push(ends)


class Landing(Bound, frozen=True, tag="landing"):
    """The voyage is over: troops, supplies and points go ashore (F.3.e to F.3.g)."""

    supply: int
    points: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        mine = sailing(s)
        if not mine:
            return driven(x, s, self.leaders, self.supply, self.points, log)
        fleets = [replace(f, moved=MOVED) if f.moved == SAILING else f for f in s.fleets]
        place = mine[0].place
        if zone_of(place):
            return x.with_fleets(s, fleets)
        s, fleets = put_ashore(x, s, fleets, place, log)
        s = x.with_fleets(s, fleets)
        for i in self.leaders:
            if i != x.setting.nelson and s.leaders[i].place == place:
                s = s.leader(i, moved=True, inside=False)
        s = goods(x, s, place, mine[0].nation, self.supply, self.points, log)
        owner = x.setting.owner[place]
        landed = any(any(f.aboard) for f in mine)
        if landed and owner >= 0 and x.faction(s, owner) == NEUTRAL and x.faction(s, mine[0].nation) != NEUTRAL:
            s = invaded(x, s, owner, x.faction(s, mine[0].nation), log)
        return settle(x, s, log) if landed else s


def goods(x: Context, s: State, place: int, nation: int, supply: int, points: int, log: Log) -> State:
    """Supplies and points come ashore; points in England itself are put by again (F.3.f, F.3.g)."""
    if supply:
        s = replace(s, landed=(*s.landed, (place, nation, supply)))
        say(log, "supplies", f"{supply} supply points are landed.", "F.3.f", hexes=[place])
    to = x.setting.owner[place]
    if points and to == ENGLAND:
        say(log, "unload", f"{points} production points come back.", "F.3.e", tally={"half points": 2 * points})
        return replace(s, saved=s.saved + 2 * points)
    if points and to >= 0:
        text = f"England lends {NATIONS[to]} {points} production points."
        say(log, "lend", text, "F.3.g", "J.5.b", hexes=[place], tally={"half points": 2 * points})
        s = replace(s, lent=(*s.lent[:to], s.lent[to] + 2 * points, *s.lent[to + 1 :]))
    return s


def driven(x: Context, s: State, leaders: tuple[int, ...], supply: int, points: int, log: Log) -> State:
    """A convoy was beaten: what got into a port lands its cargo there, the rest is lost with the ships (F.3.e, F.3.h,
    reading 65).
    """
    safe = [f for f in s.fleets if f.moved == DRIVEN]
    if not safe:
        if points:
            say(log, "sunk", f"{points} production points are lost at sea.", "F.3.h")
        return s
    place = safe[0].place
    s, fleets = put_ashore(x, s, list(s.fleets), place, log)
    s = x.with_fleets(s, [replace(f, moved=MOVED) if f.moved == DRIVEN else f for f in fleets])
    for i in leaders:
        if s.leaders[i].place >= 0 or zone_of(s.leaders[i].place):
            s = s.leader(i, place=place, inside=i == x.setting.nelson, moved=True)
    if any(f.transports for f in safe):
        return goods(x, s, place, safe[0].nation, supply, points, log)
    if points:
        say(log, "sunk", f"{points} production points are lost at sea.", "F.3.h")
    return s


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


# Running a blockade (F.6.c)


class RunBlockade(Step, frozen=True, tag="run-blockade"):
    """A die for ships that try to leave a blockaded port: away, held, or held and attacked."""

    seat: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        place, whose = sailing(s)[0].place, NATIONS[sailing(s)[0].nation]
        result = run_blockade(x.tables, dice)
        if result == "E":
            say(log, "blockade", f"{whose}'s ships slip past the blockade.", "F.6.c", hexes=[place])
            return s
        if result == "F":
            say(
                log,
                "blockade",
                f"{whose}'s ships can't get out unseen: they may stay, or fight.",
                "F.6.c",
                hexes=[place],
            )
            return s.push(BackToPort(), AttackOffer(self.seat, place))
        say(
            log,
            "blockade",
            f"{whose}'s ships are seen coming out, and the blockaders may attack.",
            "F.6.c",
            hexes=[place],
        )
        watch = next(f for f in _watchers(x, s, place))
        return s.push(BackToPort(), PounceOffer(x.commander(s, watch.nation), place))


def _watchers(x: Context, s: State, place: int) -> list[Fleet]:
    """The enemy squadrons before a port."""
    foe = x.enemies(s.segment)
    return [
        f
        for f in s.fleets
        if f.place == place and not f.inside and f.squadrons and able(f) and x.faction(s, f.nation) == foe
    ]


class BackToPort(Step, frozen=True, tag="back-to-port"):
    """After the fight off the port: who is still blockaded goes back in, else the voyage goes on (F.6.c)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        mine = [f for f in s.fleets if f.moved in (SAILING, DRIVEN)]
        if not mine:
            return s
        if not blockaded(x, s, mine[0].place, x.faction(s, mine[0].nation)):
            say(log, "blockade", "The blockade is broken.", "F.6.b", hexes=[mine[0].place])
            return s
        fleets = [replace(f, moved=MOVED, inside=True) if f in mine else f for f in s.fleets]
        s, fleets = put_ashore(x, s, fleets, mine[0].place, log)
        voyage: Voyage = s.agenda[-1]
        if any(f.transports for f in mine):
            s = goods(x, s, mine[0].place, mine[0].nation, 0, voyage.points, log)
        return x.with_fleets(s, fleets).pop()


class AttackOffer(Choice, frozen=True, tag="attack-offer"):
    """The ships under way may attack enemy ships off the coast they have come to (F.6.c, F.7.a)."""

    seat: int
    place: int

    def side(self, x: Context, s: State) -> int:
        return self.seat

    def decision(self, x: Context, s: State) -> Decision:
        enemies = "; ".join(fleet_name(x, f) for f in _watchers(x, s, self.place))
        prompt = f"Attack? Before you: {enemies}." if enemies else "Attack the ships that lie here?"
        return Decision(x.setting.seats[self.seat], "attack-at-sea", "Attack at sea", prompt, ("WAP F.7.a",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return (m.Accept(), m.Done()) if subject is None else ()

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Accept):
            return s
        s = attacked(x, s, self.place)
        if not any(f.inside for f in sailing(s)) and shut_in(x, s, self.seat, self.place):
            return s.push(SortieOffer(self.seat, self.place))
        return s.push(SeaFight(SAILING, ATTACKED))


class PounceOffer(Choice, frozen=True, tag="pounce-offer"):
    """The blockaders may fight one round against ships that were seen leaving (F.6.c)."""

    seat: int
    place: int

    def side(self, x: Context, s: State) -> int:
        return self.seat

    def decision(self, x: Context, s: State) -> Decision:
        prompt = f"Attack for one round? {'; '.join(fleet_name(x, f) for f in sailing(s))} tried to leave."
        return Decision(x.setting.seats[self.seat], "pounce", "They come out", prompt, ("WAP F.6.c",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return (m.Accept(), m.Done()) if subject is None else ()

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Accept):
            return s
        watch = set(_watchers(x, s, self.place))
        fleets = [replace(f, moved=ATTACKING) if f in watch else f for f in s.fleets]
        return x.with_fleets(s, fleets).push(SeaFight(ATTACKING, SAILING, once=True))
