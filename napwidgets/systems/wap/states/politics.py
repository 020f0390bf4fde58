"""G.1, G.3, H. Who stands with whom: changes of status, minors that follow their cities, minors made, prisoners.

Readings 13 to 16, 45, 69, 91 and 111 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.forces import CC, GC, GI, C, I, L, M, P, minus, plus, spelled
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, HANOVER, NATIONS
from napwidgets.systems.wap.state import (
    ENGLISH,
    FRENCH,
    NEUTRAL,
    OFF,
    PRIZE,
    Army,
    Captives,
    Fleet,
    State,
    zone_of,
)
from napwidgets.systems.wap.states.expedition import Expedition, owes_expedition
from napwidgets.systems.wap.step import Choice

#: The major that leads a faction, and that a state which is invaded by the other one looks to (G.1.f).
HEADS = {FRENCH: FRANCE, ENGLISH: ENGLAND}
#: In which order strength points are exchanged: Guard and cavalry first (reading 14).
EXCHANGE_ORDER = (GC, GI, C, CC, I, L, M, P)
_STANDS = ("neutral", "pro-French", "anti-French")


def turn_state(x: Context, s: State, major: int, status: int, log: Log, *cites: str) -> State:
    """A major changes its status (G.1); becoming neutral, it calls its troops home and its prisoners go free; becoming
    pro-French without a player, it sends troops (K.4.b).
    """
    if s.status[major] == status:
        return s
    s = replace(
        s,
        status=(*s.status[:major], status, *s.status[major + 1 :]),
        history=(*s.history, (s.turn, major, status)),
    )
    say(log, "status", f"{NATIONS[major]} is now {_STANDS[status]}.", *cites)
    if status == NEUTRAL:
        family = [n for n in range(6, len(NATIONS)) if s.masters[n] == major]
        s = call_home(x, call_home(x, s, (major,), log), family, log)
        s = free_prisoners(x, s, (major, *family), log)
    return s.push(Expedition(major)) if owes_expedition(x, major, status) else s


def invaded(x: Context, s: State, nation: int, faction: int, log: Log) -> State:
    """A neutral state is attacked by a faction: it joins the other one at once (D.3.b, G.1.f, G.1.m)."""
    other = x.enemies(faction)
    master = s.masters[nation]
    if 0 <= master < 6:
        if s.status[master] != NEUTRAL or s.conquered[master]:
            return s
        say(log, "invaded", f"{NATIONS[master]} is attacked and joins the other side.", "G.1.m", "D.3.b")
        return turn_state(x, s, master, other, log, "G.1.m")
    say(log, "invaded", f"{NATIONS[nation]} is attacked and joins the other side.", "G.1.f")
    return set_master(s, nation, HEADS[other]).push(EntrustChoice(nation, other))


class EntrustChoice(Choice, frozen=True, tag="entrust"):
    """Which member of its new alliance a minor that was attacked comes under: France or England says (G.1.f)."""

    minor: int
    faction: int

    def side(self, x: Context, s: State) -> int:
        return x.setting.seats.index("french" if self.faction == FRENCH else "english")

    def members(self, s: State) -> list[int]:
        """The majors that may have the minor, its head first; none if it has changed hands meanwhile."""
        master = s.masters[self.minor]
        if not 0 <= master < 6 or s.status[master] != self.faction:
            return []
        return sorted((n for n in range(6) if s.status[n] == self.faction), key=lambda n: n != HEADS[self.faction])

    def automatic(self, x: Context, s: State) -> bool:
        return len(self.members(s)) < 2

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def about(self, x: Context, s: State) -> int:
        return x.setting.city_hex[x.setting.capital[self.minor]]

    def question(self, x: Context, s: State) -> Question:
        name = NATIONS[self.minor]
        prompt = f"{name} was attacked and joins you. Which of your allies commands its troops and buys for it?"
        return Question("entrust", f"{name} joins", prompt, ("WAP G.1.f",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [m.Entrust(major) for major in self.members(s)] if subject is None else ()

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.Entrust):
            return None
        kept = "its leaders can lead the troops, its points stay its own"
        return Label(f"Put it under {NATIONS[move.state]}", kept, ("WAP G.1.f",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.Entrust)
        s = s.pop()
        if move.state == s.masters[self.minor]:
            return s
        say(log, "entrusted", f"{NATIONS[self.minor]} comes under {NATIONS[move.state]}.", "G.1.f")
        return set_master(s, self.minor, move.state)


def set_master(s: State, minor: int, master: int) -> State:
    """A minor gets a master; its history notes the faction it now stands with."""
    masters = (*s.masters[:minor], master, *s.masters[minor + 1 :])
    side = s.status[master] if 0 <= master < 6 else NEUTRAL
    return replace(s, masters=masters, history=(*s.history, (s.turn, minor, side)))


def call_home(x: Context, s: State, nations: Iterable[int], log: Log, *, disband: bool = False) -> State:
    """Troops, leaders and fleets outside their own country go to its capital, or to the force pool if ``disband`` or
    the capital is in foreign hands (reading 13).
    """
    for nation in nations:
        home = x.setting.capital[nation]
        refuge = -1 if disband or x.foreign(s, home, nation) else x.setting.city_hex[home]
        land = _land(s, nation)
        armies, leaders = [], list(s.leaders)
        for army in s.armies:
            if army.nation != nation or _stays(x, army, land, nation):
                armies.append(army)
            elif refuge >= 0:
                armies.append(replace(army, hex=refuge, inside=False, under=-1))
            else:
                s = s.pool(nation, plus(s.pools[nation], army.count))
                say(log, "pool", f"{spelled(army.count)} of {NATIONS[nation]} go to the force pool.", "I.2.b")
        for i, leader in enumerate(leaders):
            if x.setting.leader_nation[i] == nation and leader.place != OFF and not _at_home(x, leader.place, land):
                leaders[i] = replace(leader, place=refuge if refuge >= 0 else OFF, inside=False, moved=False)
        s = replace(x.with_armies(s, armies), leaders=tuple(leaders))
        s = _ships_home(x, s, nation, refuge, land)
    return s


def _land(s: State, nation: int) -> frozenset[int]:
    """Whose land a state's units may stay in: its own; a satellite's that of all its major's family (reading 45)."""
    master = s.masters[nation]
    family = {n for n, other in enumerate(s.masters) if other == master} if nation >= 6 and 0 <= master < 6 else set()
    return frozenset({nation, *family})


def _stays(x: Context, army: Army, land: frozenset[int], nation: int) -> bool:
    """Whether troops need not go home: they are there, or serve a third state (J.3.d)."""
    return (x.setting.owner[army.hex] in land and army.under < 0) or (nation >= 6 and army.under >= 0)


def _at_home(x: Context, place: int, land: frozenset[int]) -> bool:
    """Whether a leader's place needs no change: he is at home, or not on the map."""
    return OFF > place > -10 or (place >= 0 and x.setting.owner[place] in land)


def _ships_home(x: Context, s: State, nation: int, refuge: int, land: frozenset[int]) -> State:
    """Fleets abroad go to a home port that is not in foreign hands, else to the dock."""
    for fleet in s.fleets:
        if fleet.nation == nation and (zone_of(fleet.place) or x.setting.owner[fleet.place] not in land):
            s = ship_home(x, s, fleet, home_port(x, s, nation) if refuge >= 0 else -1)
    return s


def home_port(x: Context, s: State, nation: int) -> int:
    """The hex of a state's first port that is not in foreign hands, -1 if it has none."""
    ports = (c for c in x.setting.ports if x.setting.home[c] == nation and not x.foreign(s, c, nation))
    return next((x.setting.city_hex[c] for c in ports), -1)


def ship_home(x: Context, s: State, fleet: Fleet, port: int) -> State:
    """A fleet goes to a port, or to the dock if there is none (-1); prizes go back to whose they were then."""
    others = [f for f in s.fleets if f != fleet]
    if port >= 0:
        return x.with_fleets(s, [*others, replace(fleet, place=port, inside=True, since=s.turn)])
    owner = fleet.taken if fleet.condition == PRIZE else fleet.nation
    s = to_pool(s, owner, (0,) * 8, (fleet.squadrons, fleet.transports))
    s = to_pool(s, fleet.troops_of, fleet.aboard, under=fleet.under) if any(fleet.aboard) else s
    return x.with_fleets(s, others)


# Prisoners (G.3)


def capture(
    s: State, captor: int, nation: int, count: tuple[int, ...], ships: tuple[int, int] = (0, 0), under: int = -1
) -> State:
    """Units become prisoners of a state (G.3.a); those that served ``under`` another one are held apart (J.3.d)."""
    # A major's corps abroad stays its own (K.4.c); a minor's troops in foreign service are that state's (J.3.d).
    under = under if nation >= 6 else -1
    found = {(c.captor, c.nation, c.under): c for c in s.captives}
    held = found.get((captor, nation, under), Captives(captor, nation, (0,) * 8, under=under))
    found[captor, nation, under] = replace(
        held,
        count=plus(held.count, count),
        squadrons=held.squadrons + ships[0],
        transports=held.transports + ships[1],
    )
    return _put_in_order(replace(s, captives=tuple(c for _, c in sorted(found.items()))))


def to_pool(s: State, nation: int, count: tuple[int, ...], ships: tuple[int, int] = (0, 0), under: int = -1) -> State:
    """Units go to their state's force pool; the German Legion has its own (J.3.d, reading 92)."""
    if (nation, under) == (HANOVER, ENGLAND):
        return replace(s, legion=plus(s.legion, count))
    squadrons, transports = s.docks[nation]
    return s.pool(nation, plus(s.pools[nation], count)).dock(nation, squadrons + ships[0], transports + ships[1])


def free_prisoners(x: Context, s: State, captors: Iterable[int], log: Log) -> State:
    """All prisoners that some states hold, and their own in the hands of others, return to their force pools (G.3.c,
    reading 69).
    """
    states, kept = tuple(captors), []
    for c in s.captives:
        if c.captor in states or c.serves in states:
            s = to_pool(s, c.nation, c.count, (c.squadrons, c.transports), c.under)
            say(log, "prisoners", f"{NATIONS[c.captor]} sets its prisoners from {NATIONS[c.nation]} free.", "G.3.c")
        else:
            kept.append(c)
    return replace(s, captives=tuple(kept))


def exchange_prisoners(x: Context, s: State, log: Log) -> State:
    """Each January both factions exchange prisoners point for point; the exchanged return to their force pools
    (G.3.b, reading 14). Whoever serves his captor's side by now is nobody's to ask for (reading 91).
    """
    held: dict[int, list[Captives]] = {FRENCH: [], ENGLISH: []}
    for c in s.captives:
        side = x.faction(s, c.captor)
        if side in held and x.faction(s, c.serves) != side:
            held[side].append(c)
    number = min(sum(sum(c.count) for c in side) for side in held.values())
    ships = min(sum(c.squadrons + c.transports for c in side) for side in held.values())
    if not number and not ships:
        return s
    for prisoners in held.values():
        left, afloat = number, ships
        for c in prisoners:
            s, left, afloat = _released(s, c, left, afloat)
    say(log, "exchange", f"Prisoners are exchanged: {number} strength points and {ships} ships each way.", "G.3.b")
    return _put_in_order(s)


def release(s: State, group: Iterable[Captives]) -> State:
    """Some prisoners return to their force pools (G.3.b)."""
    for part in group:
        c = next(c for c in s.captives if (c.captor, c.nation, c.under) == (part.captor, part.nation, part.under))
        s = _set_free(s, c, part.count, part.squadrons, part.transports)
    return _put_in_order(s)


def _put_in_order(s: State) -> State:
    """A state that notes no prisoners where none are left."""
    return replace(s, captives=tuple(c for c in s.captives if any(c.count) or c.squadrons + c.transports))


def _released(s: State, c: Captives, left: int, afloat: int) -> tuple[State, int, int]:
    """Let up to so many strength points and naval units of one captor's prisoners go."""
    count = [0] * 8
    for kind in EXCHANGE_ORDER:
        count[kind] = min(c.count[kind], left)
        left -= count[kind]
    squadrons = min(c.squadrons, afloat)
    transports = min(c.transports, afloat - squadrons)
    return _set_free(s, c, tuple(count), squadrons, transports), left, afloat - squadrons - transports


def _set_free(s: State, c: Captives, count: tuple[int, ...], squadrons: int, transports: int) -> State:
    """A part of one captor's prisoners goes to its force pool."""
    rest = replace(
        c, count=minus(c.count, count), squadrons=c.squadrons - squadrons, transports=c.transports - transports
    )
    s = replace(s, captives=tuple(rest if other == c else other for other in s.captives))
    return to_pool(s, c.nation, count, (squadrons, transports), c.under)
