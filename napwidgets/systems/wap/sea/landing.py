"""F.3. Cargo comes on board and goes ashore: at stops, where a voyage ends, and where a beaten convoy gets to.

Readings 27, 65 and 76 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, be, counted, say
from napwidgets.systems.wap.forces import NONE, Count, minus, of, plus, spelled
from napwidgets.systems.wap.sea.cargo import Hold, aboard, transports_of
from napwidgets.systems.wap.sea.fates import Bound
from napwidgets.systems.wap.setting import ENGLAND, NATIONS
from napwidgets.systems.wap.state import DRIVEN, MOVED, NEUTRAL, PRIZE, SAILING, Army, Fleet, State, zone_of
from napwidgets.systems.wap.states.conquest import settle
from napwidgets.systems.wap.states.politics import invaded


def sailing(s: State) -> list[Fleet]:
    """The ships under way."""
    return [f for f in s.fleets if f.moved == SAILING]


class Laden(Bound, frozen=True):
    """A step of a voyage with supplies and points on board."""

    supply: int
    points: int


def hold_of(x: Context, voyage: Laden, mine: list[Fleet]) -> Hold:
    """The ships under way and all that they have on board; what is not known of the troops is taken for the worst."""
    own = [f for f in mine if f.condition != PRIZE]
    load, nelson = aboard(own), x.setting.nelson
    return Hold(
        mine[0].nation,
        sum(f.squadrons for f in own),
        sum(f.transports for f in own),
        replace(
            load,
            leaders=tuple(i for i in voyage.leaders if i != nelson),
            supply=voyage.supply,
            points=voyage.points,
        ),
        home=load.serves == ENGLAND,
    )


# On board (F.3.b)


def embark(x: Context, s: State, place: int, cargo: m.Cargo) -> State:
    """The troops of a cargo leave a hex and stand on the ships under way."""
    if not any(cargo.count):
        return s
    armies = []
    for army in s.armies:
        if army.hex == place and (army.nation, army.under) == cargo.troops and not army.inside and not army.moved:
            army = replace(army, count=minus(army.count, cargo.count))
        armies.append(army)
    fleets, left = [], cargo.count
    for f in s.fleets:
        if f.moved == SAILING and f.condition != PRIZE and f.troops in ((-1, -1), cargo.troops):
            taken = _room(f, left)
            left = minus(left, taken)
            f = replace(f, aboard=plus(f.aboard, taken), troops_of=cargo.nation, under=cargo.under)
        fleets.append(f)
    return x.with_fleets(x.with_armies(s, armies), fleets)


def _room(fleet: Fleet, count: Count) -> Count:
    """What of some troops the transports of a fleet still take."""
    taken = NONE
    for kind, number in enumerate(count):
        for _ in range(number):
            more = plus(taken, of(kind))
            if transports_of(m.Cargo(count=plus(fleet.aboard, more))) > fleet.transports:
                break
            taken = more
    return taken


# Ashore (F.3.b, F.3.e to F.3.g)


def ashore(x: Context, s: State, place: int, cargo: m.Cargo, log: Log) -> State:
    """A part of what the ships under way have on board goes ashore at a stop, as far as they still have it."""
    mine, landed, left = sailing(s), NONE, cargo.count
    fleets = []
    for f in s.fleets:
        if f in mine and f.troops == cargo.troops:
            off = tuple(map(min, f.aboard, left))
            landed, left = plus(landed, off), minus(left, off)
            f = replace(f, aboard=minus(f.aboard, off))
        fleets.append(f)
    s = x.with_fleets(s, fleets)
    if any(landed):
        s = x.with_armies(s, [*s.armies, Army(place, cargo.nation, landed, moved=True, under=cargo.under)])
        s = _set_foot(x, s, place, cargo.troops, landed, log)
    s = _leaders_land(x, s, place, cargo.leaders)
    return goods(x, s, place, mine[0].nation, cargo.supply, cargo.points, log)


def _set_foot(x: Context, s: State, place: int, troops: tuple[int, int], count: Count, log: Log) -> State:
    """Troops that have landed count as supplied for this segment (F.3.b), and everybody hears of it."""
    nation, under = troops
    text = f"{spelled(count)} of {NATIONS[nation]} land at {x.board.title(place)}."
    say(log, "land", text, "F.3.e", hexes=[place])
    return replace(s, landed=(*s.landed, (place, nation if under < 0 else under, sum(count))))


def _leaders_land(x: Context, s: State, place: int, leaders: tuple[int, ...]) -> State:
    for i in leaders:
        if i != x.setting.nelson and s.leaders[i].place == place:
            s = s.leader(i, moved=True, inside=False)
    return s


def stirred(x: Context, s: State, place: int, ships_of: int, log: Log) -> State:
    """Troops that land in a neutral's country are at war with it, and take what nobody holds."""
    owner, side = x.setting.owner[place], x.faction(s, ships_of)
    if owner >= 0 and x.faction(s, owner) == NEUTRAL and side != NEUTRAL:
        s = invaded(x, s, owner, side, log)
    return settle(x, s, log)


def put_ashore(x: Context, s: State, fleets: list[Fleet], place: int, log: Log) -> tuple[State, list[Fleet]]:
    """The troops on board of ships in a hex go ashore; they march no more in this segment (F.3.b)."""
    armies, kept = list(s.armies), []
    for f in fleets:
        if f.place == place and any(f.aboard):
            armies.append(Army(place, f.troops_of, f.aboard, moved=True, under=f.under))
            s = _set_foot(x, s, place, f.troops, f.aboard, log)
            f = replace(f, aboard=NONE)
        kept.append(f)
    return x.with_armies(s, armies), kept


def goods(x: Context, s: State, place: int, nation: int, supply: int, points: int, log: Log) -> State:
    """Supplies and points come ashore; points in England itself are put by again (F.3.f, F.3.g)."""
    if supply:
        s = replace(s, landed=(*s.landed, (place, nation, supply)))
        say(log, "supplies", f"{counted(supply, 'supply point')} {be(supply)} landed.", "F.3.f", hexes=[place])
    to = x.setting.owner[place]
    if points and to == ENGLAND:
        text = f"{counted(points, 'production point')} {'comes' if points == 1 else 'come'} back."
        say(log, "unload", text, "F.3.e", tally={"half points": 2 * points})
        return replace(s, saved=s.saved + 2 * points)
    if points and to >= 0:
        text = f"England lends {NATIONS[to]} {counted(points, 'production point')}."
        say(log, "lend", text, "F.3.g", "J.5.b", hexes=[place], tally={"half points": 2 * points})
        s = replace(s, lent=(*s.lent[:to], s.lent[to] + 2 * points, *s.lent[to + 1 :]))
    return s


class Landing(Laden, frozen=True, tag="landing"):
    """The voyage is over: troops, supplies and points go ashore (F.3.e to F.3.g)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        mine = sailing(s)
        if not mine:
            return driven(x, s, self, log)
        fleets = [replace(f, moved=MOVED) if f.moved == SAILING else f for f in s.fleets]
        place, nation = mine[0].place, mine[0].nation
        if zone_of(place):
            return x.with_fleets(s, fleets)
        s, fleets = put_ashore(x, s, fleets, place, log)
        s = _leaders_land(x, x.with_fleets(s, fleets), place, self.leaders)
        s = goods(x, s, place, nation, self.supply, self.points, log)
        return stirred(x, s, place, nation, log) if any(any(f.aboard) for f in mine) else s


def driven(x: Context, s: State, voyage: Laden, log: Log) -> State:
    """A convoy was beaten: what got into a port lands its cargo there, the rest is lost with the ships (F.3.e, F.3.h,
    reading 65).
    """
    safe = [f for f in s.fleets if f.moved == DRIVEN]
    if safe:
        place = safe[0].place
        s, fleets = put_ashore(x, s, list(s.fleets), place, log)
        s = x.with_fleets(s, [replace(f, moved=MOVED) if f.moved == DRIVEN else f for f in fleets])
        for i in voyage.leaders:
            if s.leaders[i].place >= 0 or zone_of(s.leaders[i].place):
                s = s.leader(i, place=place, inside=i == x.setting.nelson, moved=True)
        if any(f.transports for f in safe):
            return goods(x, s, place, safe[0].nation, voyage.supply, voyage.points, log)
    if voyage.points:
        say(log, "sunk", f"{counted(voyage.points, 'production point')} {be(voyage.points)} lost at sea.", "F.3.h")
    return s
