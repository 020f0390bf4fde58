"""D.5, E.1.c, F, J. What may march: who commands it, who leads it, at what pace, and where it may not go.

Readings 31, 44 and 47 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Subject
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, names, refuse
from napwidgets.systems.wap.forces import (
    FREE,
    GI,
    NONE,
    Count,
    I,
    L,
    M,
    P,
    minus,
    of,
    on_foot,
    plus,
    spelled,
    within,
)
from napwidgets.systems.wap.ground import SHUT, Reach, attacks_neutral, layout, reach
from napwidgets.systems.wap.markers import MAJORS
from napwidgets.systems.wap.setting import ENGLAND, HANOVER, NATIONS
from napwidgets.systems.wap.state import NEUTRAL, Army, State
from napwidgets.systems.wap.states.homes import homes_of, stays_home, tied
from napwidgets.systems.wap.trade.obligations import catastrophe, in_england

#: Movement allowance of each kind, as a row of the movement table.
PACES = ("infantry", "cavalry", "cossack", "infantry", "cavalry", "infantry", "infantry", "partisan")
#: Movement points that no way on the map takes.
_FAR = 200
#: What of each state marches: the state and how much.
Take = tuple[tuple[int, Count], ...]


class Column(Struct, frozen=True):
    """A force that may march: where it is, its leaders, its troops by state, its pace, the states whose land it may
    not leave (None: it may go anywhere).
    """

    start: int
    leaders: tuple[int, ...]
    take: Take
    pace: int
    homes: frozenset[int] | None
    points: int


# Who commands (D.3, E.1.c, E.2.e, K.4.d)


def commands(x: Context, s: State, seat: int, army: Army) -> bool:
    """Whether a seat may move an army in this segment, if it is free to move."""
    nation = army.serves
    return x.mine(s, nation, seat) and (army.under >= 0 or not tied(x, s)[nation])


#: Why a leader can't march: what is said of him, and the paragraph.
_HELD = {
    "not-there": ("{} is not on land; choose a leader in the hex.", "J"),
    "nelson": ("Nelson never goes over land; he sails with a fleet.", "F.8.g"),
    "not-yours": ("{} is not yours to move now.", "E.2.e"),
    "moved": ("{} has moved in this phase already.", "J"),
    "besieged": ("{} is shut up in a besieged city.", "base rules S"),
    "confined": ("{} stays at home: his state has sent no more than its corps.", "K.4.d"),
}


def held(x: Context, s: State, seat: int, i: int) -> str:
    """Why a leader can't march now, as the code of a refusal; empty for one who can."""
    nation = x.setting.leader_nation[i]
    return _held(x, s, i, nation, x.mine(s, nation, seat), tied(x, s)[nation])


def _held(x: Context, s: State, i: int, nation: int, mine: bool, bound: bool) -> str:
    """The same of a leader whose state is known to be the seat's or not, and to have to stay at home or not."""
    leader = s.leaders[i]
    if leader.place < 0:
        return "not-there"
    if i == x.setting.nelson:
        return "nelson"
    if not mine:
        return "not-yours"
    if leader.moved:
        return "moved"
    if leader.inside:
        return "besieged"
    if bound and not any(a.nation == nation and a.under >= 0 for a in x.armies_at(s, leader.place)):
        return "confined"
    return ""


def why_not_leader(x: Context, s: State, seat: int, i: int) -> IllegalMove | None:
    """Why a leader can't march now, if so."""
    code = held(x, s, seat, i)
    if not code:
        return None
    why, cite = _HELD[code]
    return refuse(code, why.format(x.setting.leaders[i].called), cite)


def free_leaders(x: Context, s: State, seat: int) -> dict[int, int]:
    """The leaders who can march now, each with his hex."""
    now, asked = layout(x, s), (s.leaders, s.segment, seat)
    known, found = now.led
    # By identity: ninety leaders take longer to compare than to look at.
    if not known or known[0] is not s.leaders or known[1:] != asked[1:]:
        found = _free_leaders(x, s, seat)
        now.led = (asked, found)
    return found


def _free_leaders(x: Context, s: State, seat: int) -> dict[int, int]:
    mine, bound, nations = x.standing(s).mine(s.segment, seat), tied(x, s), x.setting.leader_nation
    there = [(i, nations[i], leader.place) for i, leader in enumerate(s.leaders) if leader.place >= 0]
    return {i: place for i, of, place in there if mine[of] and not _held(x, s, i, of, True, bound[of])}


def leads(x: Context, s: State, i: int, army: Army) -> bool:
    """Whether a leader leads the infantry of an army: his own state's, a satellite's of it (J.4.d, D.5), or that of a
    minor under it.
    """
    own = x.setting.leader_nation[i]
    return army.nation == own or s.masters[army.nation] == own or (army.nation >= len(MAJORS) and army.under == own)


def led_from(x: Context, s: State, seat: int, leaders: Sequence[int], hex: int, nation: int) -> bool:
    """Whether one of some leaders leads a state's troops that a seat may move from a hex."""
    mine = (a for a in x.armies_at(s, hex) if a.nation == nation and not a.inside and commands(x, s, seat, a))
    return any(leads(x, s, i, army) for army in mine for i in leaders)


def free_troops(x: Context, s: State, seat: int, hex: int, moved: bool = False) -> dict[int, Count]:
    """The troops that a seat may move from a hex, by state; with ``moved`` those that have marched already."""
    found: dict[int, Count] = {}
    for i in layout(x, s).at[hex]:
        army = s.armies[i]
        if army.moved == moved and not army.inside and commands(x, s, seat, army):
            found[army.nation] = plus(found[army.nation], army.count) if army.nation in found else army.count
    return found


def taken_out(
    x: Context, s: State, seat: int, hex: int, take: Take, moved: bool = False
) -> tuple[list[Army], list[Army]]:
    """The armies that stay and those that go when a seat takes troops from a hex; troops lent to it go first (K.4)."""
    armies, gone = list(s.armies), []
    wanted = dict(take)
    for i in sorted(layout(x, s).at[hex], key=lambda i: -armies[i].under):
        army = armies[i]
        need = wanted.get(army.nation)
        if need is None or army.moved != moved or army.inside or not commands(x, s, seat, army):
            continue
        part = tuple(min(a, b) for a, b in zip(need, army.count, strict=True))
        wanted[army.nation] = minus(need, part)
        armies[i] = replace(army, count=minus(army.count, part))
        gone.append(replace(army, count=part))
    return armies, gone


# Pace, homes, way (E.1.c, F, J)


def pace_of(x: Context, take: Take) -> int:
    """The movement points of the slowest that march; leaders alone have their own (J)."""
    rows = {PACES[kind] for _, count in take for kind, n in enumerate(count) if n}
    return min((x.tables.movement[row] for row in rows), default=x.tables.movement["leader"])


def weak(x: Context, s: State, points: int, faction: int) -> frozenset[int]:
    """The hexes whose defenders so many strength points overrun (L, reading 47): ten times as many, no leader with a
    name among them (Nelson is none of theirs, F.8.a), and no city to shut themselves up in.
    """
    most = points // x.tables.ground["overrun"]
    if not most or faction == NEUTRAL:
        return frozenset()
    foes, setting = layout(x, s).foes[faction], x.setting
    found = [h for h, n in foes.items() if n <= most and not _sheltered(x, s, h, faction)]
    led = {
        leader.place
        for i, leader in enumerate(s.leaders)
        if leader.place in foes and setting.named[i] and i != setting.nelson and x.leader_faction(s, i) != faction
    }
    return frozenset(h for h in found if h not in led)


def _sheltered(x: Context, s: State, hex: int, faction: int) -> bool:
    city = x.setting.city_at.get(hex, -1)
    return city >= 0 and x.city_faction(s, city) != faction


def may_attack(x: Context, s: State, start: int, take: Iterable[tuple[int, Count]]) -> bool:
    """Whether troops may attack at all: leaders alone never, Englishmen abroad and the German Legion not with Lloyd's
    at its worst (K.8.k).
    """
    states = {nation for nation, _ in take}
    if not states or not catastrophe(x, s) or in_england(x, start):
        return bool(states)
    legion = HANOVER in states and any((a.nation, a.under) == (HANOVER, ENGLAND) for a in x.armies_at(s, start))
    return ENGLAND not in states and not legion


def reach_of(x: Context, s: State, column: Column, points: int | None = None) -> Reach:
    """Where a force can march to; ``points`` are its movement points if not its pace (K)."""
    over = weak(x, s, column.points, s.segment)
    most = column.pace if points is None else points
    return reach(
        x, s, column.start, most, s.segment, column.homes, over=over, armed=may_attack(x, s, column.start, column.take)
    )


# A march as it is sent


def column_of(x: Context, s: State, start: int, leaders: tuple[int, ...], take: Take, moved: bool = False) -> Column:
    """The force that a march takes, not checked; with ``moved`` it has marched already."""
    points = sum(sum(count) for _, count in take)
    homes = homes_of(x, s, leaders, take, _corps(x, s, start, take, moved))
    return Column(start, leaders, take, pace_of(x, take), homes, points)


def _corps(x: Context, s: State, start: int, take: Take, moved: bool) -> frozenset[int]:
    """The states of which a force takes none but the corps that they lent, which goes first (K.4.d)."""
    wanted, lent = dict(take), dict[int, Count]()
    for army in x.armies_at(s, start) if x.options.expeditionary else ():
        if army.under >= 0 and army.moved == moved and not army.inside:
            lent[army.nation] = plus(lent.get(army.nation, NONE), army.count)
    return frozenset(nation for nation, there in lent.items() if within(wanted.get(nation, NONE), there))


def checked(x: Context, s: State, seat: int, move: m.March) -> Column:
    """The force that a march takes; raises `IllegalMove` if it can't march (F, J)."""
    problem = _absurd(x, move) or _why_not_leaders(x, s, seat, move) or _why_not_troops(x, s, seat, move)
    if problem:
        raise problem
    return column_of(x, s, move.start, move.leaders, move.take)


def _absurd(x: Context, move: m.March) -> IllegalMove | None:
    size, nations = x.board.size, [nation for nation, _ in move.take]
    if not (0 <= move.start < size and 0 <= move.to < size):
        return refuse("no-hex", "A march leads from one hex of the board to another.", "J")
    in_order = all(list(found) == sorted(set(found)) for found in (move.leaders, nations))
    known = all(0 <= i < len(x.setting.leaders) for i in move.leaders)
    known = known and all(0 <= nation < len(NATIONS) for nation in nations)
    counts = [count for _, count in move.take]
    if not (in_order and known and all(len(c) == len(NONE) and min(c) >= 0 and max(c) > 0 for c in counts)):
        return refuse("absurd", "Name leaders and states once each, in their order, and how much of each kind.", "J")
    if not move.leaders and not move.take:
        return refuse("nobody", "Choose leaders or troops that march.", "J")
    return None


def _why_not_leaders(x: Context, s: State, seat: int, move: m.March) -> IllegalMove | None:
    for i in move.leaders:
        if s.leaders[i].place != move.start:
            name = x.setting.leaders[i].called
            return refuse("not-there", f"{name} is not in {x.board.title(move.start)}.", "J")
        problem = why_not_leader(x, s, seat, i)
        if problem:
            return problem
    return None


def _why_not_troops(x: Context, s: State, seat: int, move: m.March) -> IllegalMove | None:
    free = free_troops(x, s, seat, move.start)
    for nation, count in move.take:
        if not within(count, free.get(nation, NONE)):
            place = x.board.title(move.start)
            why = f"{place} has not so many troops of {NATIONS[nation]} that are free to move: take fewer."
            return refuse("no-troops", why, "J", "F.3.b")
        if any(on_foot(count)) and not led_from(x, s, seat, move.leaders, move.start, nation):
            why = f"Infantry of {NATIONS[nation]} marches only with a leader of its own colour or of its master."
            return refuse("needs-leader", why, "base rules F", "J.4.d", "D.5")
    return None


def why_not_there(x: Context, s: State, column: Column, to: int) -> IllegalMove:
    """Why a force can't march to a hex that it does not reach."""
    place = x.board.title(to)
    if to == column.start:
        return refuse("stays", "A march leads to another hex.", "J")
    if not x.board.is_land(to):
        return refuse("no-land", f"{place} is no land that armies can enter; ships cross the sea.", "J", "F.3")
    if layout(x, s).land[to] == SHUT:
        return refuse("shut", f"{place} is the capital of a conquered state; no foreign troops may enter.", "I.2.c")
    if column.homes is not None and x.setting.owner[to] not in column.homes:
        why = f"{place} lies abroad: neutrals, partisans, militia and early landwehr stay at home."
        return refuse("abroad", why, "E.1.c", "D.4", "K.4.d")
    attack = to in layout(x, s).foes[s.segment] or attacks_neutral(x, s, column.start, to)
    if attack and not column.take:
        return refuse("unarmed", f"Leaders don't go to {place} without troops: take some along.", "base rules R")
    if attack and not may_attack(x, s, column.start, column.take):
        return refuse("lloyds", "With Lloyd's at its worst the English abroad may not attack.", "K.8.k")
    far = reach_of(x, s, column, _FAR).cost.get(to)
    if far is None:
        return refuse("no-way", f"No way by land leads to {place}: water, foreign land or an enemy bars it.", "J")
    why = f"{place} takes {far} movement points, and this force has {column.pace}."
    return refuse("too-far", why, "J")


# What is offered


def column_of_leader(x: Context, s: State, seat: int, i: int) -> Column:
    """A leader with the leaders below him in the hex and all they may take, without the home guard unless there is
    nothing else (reading 44).
    """
    start = s.leaders[i].place
    there = x.leaders_at(s, start)
    below = [j for j in there[there.index(i) + 1 :] if not held(x, s, seat, j)]
    leaders = tuple(sorted((i, *below)))
    whole: list[tuple[int, Count]] = []
    for nation, count in sorted(free_troops(x, s, seat, start).items()):
        led = led_from(x, s, seat, leaders, start, nation)
        part = tuple(n if k != P and (led or k in FREE) else 0 for k, n in enumerate(count))
        if any(part):
            whole.append((nation, part))
    rest = [(nation, tuple(0 if stays_home(x, s, k) else n for k, n in enumerate(count))) for nation, count in whole]
    regular = tuple((nation, count) for nation, count in rest if any(count))
    return column_of(x, s, start, leaders, regular or tuple(whole))


def column_of_army(x: Context, s: State, seat: int, a: int) -> Column | None:
    """An army's riders, or its partisans, that march without a leader; None if it has none or a leader takes them."""
    army = s.armies[a]
    if army.moved or army.inside or not commands(x, s, seat, army):
        return None
    part = alone(army, led=any(not held(x, s, seat, i) for i in x.leaders_at(s, army.hex)))
    return column_of(x, s, army.hex, (), ((army.nation, part),)) if part else None


def free_armies(x: Context, s: State, seat: int, led: Container[int]) -> Iterator[tuple[int, Count]]:
    """The armies with something that can march without a leader, by number, and how much; ``led`` are the hexes of
    those leaders who can march now.
    """
    mine, bound = x.standing(s).mine(s.segment, seat), tied(x, s)
    for a, army in enumerate(s.armies):
        if army.moved or army.inside:
            continue
        if army.under < 0:
            free = mine[army.nation] and not bound[army.nation]
        else:
            free = mine[army.under]
        if free and (part := alone(army, led=army.hex in led)):
            yield a, part


def alone(army: Army, *, led: bool) -> Count:
    """What of an army marches without a leader: its riders, unless he takes them, or else its partisans; empty for
    nothing.
    """
    _, c, cc, _, gc, _, _, p = army.count
    if not led and (c or cc or gc):
        return (0, c, cc, 0, gc, 0, 0, 0)
    return (0, 0, 0, 0, 0, 0, 0, p) if p else ()


def garrisoned(x: Context, s: State, column: Column) -> Column | None:
    """The same force without one strength point on foot, which stays in a city that is foreign or in danger."""
    setting, city = x.setting, x.setting.city_at.get(column.start, -1)
    if city < 0 or not any(any(on_foot(count)) for _, count in column.take):
        return None
    foes = layout(x, s).foes[s.segment]
    near = {n for h, _ in setting.steps[column.start] for n, _ in setting.steps[h]}
    if x.faction(s, setting.home[city]) == s.segment and foes.keys().isdisjoint(near):
        return None
    kind = next(k for k in (M, L, I, GI) if any(count[k] for _, count in column.take))
    nation = max(column.take, key=lambda part: (part[1][kind], part[0]))[0]
    take = tuple((n, minus(count, of(kind)) if n == nation else count) for n, count in column.take)
    left = tuple((n, count) for n, count in take if any(count))
    return column_of(x, s, column.start, column.leaders, left) if left else None


def worded(x: Context, column: Column) -> str:
    """A force in words: its leaders and how strong it is.

    A widget shows the kinds beside it.
    """
    return in_words(x, column.leaders, column.take)


def in_words(x: Context, leaders: tuple[int, ...], take: Take) -> str:
    """Leaders and troops in words."""
    who = names(x.setting.leaders[i].called for i in leaders)
    troops = names(_troops(nation, count) for nation, count in take)
    return " with ".join(filter(None, (who, troops)))


@lru_cache(4096)
def _troops(nation: int, count: Count) -> str:
    return f"{_strong(count)} of {NATIONS[nation]}"


@lru_cache(4096)
def leader_alone(i: int, called: str, hex: int) -> Subject:
    """A leader, with whoever he takes along, as something that can be chosen."""
    return Subject(f"l:{i}", called, hex)


@lru_cache(4096)
def riders(a: int, nation: int, part: Count, hex: int) -> Subject:
    """What marches of an army without a leader, as something that can be chosen."""
    return Subject(f"a:{a}", _troops(nation, part), hex)


def _strong(count: Count) -> str:
    """How many strength points, with their kind where there is but one: ``2 cavalry``, ``17``."""
    return spelled(count) if sum(map(bool, count)) == 1 else str(sum(count))


def several(column: Column) -> bool:
    """Whether a force is spoken of as many: it has several leaders, or none and more than one strength point."""
    points = sum(sum(count) for _, count in column.take)
    return len(column.leaders) > 1 or (not column.leaders and points != 1)
