"""J, K, L. The Movement Phase: forces march, run over what is too weak, force the pace.

Readings 31, 32, 44, 45, 47, 53 and 54 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.telling import counted, weighed
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, refuse, say
from napwidgets.systems.wap.forces import NONE, Count, minus, plus
from napwidgets.systems.wap.ground import SHUT, attacks_neutral, enemies_at, layout
from napwidgets.systems.wap.land.columns import (
    Column,
    Take,
    checked,
    column_of,
    column_of_army,
    column_of_leader,
    free_armies,
    free_leaders,
    garrisoned,
    held,
    in_words,
    leader_alone,
    reach_of,
    riders,
    several,
    taken_out,
    weak,
    why_not_there,
    worded,
)
from napwidgets.systems.wap.land.losses import are, cut_off, listed, lose, send_off, shares
from napwidgets.systems.wap.land.retreat import fall_back, way_out
from napwidgets.systems.wap.land.sieges import relieved
from napwidgets.systems.wap.land.supply import in_supply
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import NEUTRAL, Army, State
from napwidgets.systems.wap.states.agreement import propose, why_not_propose
from napwidgets.systems.wap.states.conquest import settle
from napwidgets.systems.wap.states.politics import invaded, to_pool
from napwidgets.systems.wap.step import SeatChoice, subject_number
from napwidgets.systems.wap.tables import Tables

#: A force that has marched and may still force the pace: where it is, leaders, troops.
Marched = tuple[int, tuple[int, ...], Take]
_FORCED = "base rules K"


# How a march goes


def go(
    x: Context, s: State, seat: int, column: Column, way: tuple[int, ...], log: Log, *, again: bool = False
) -> State:
    """A force marches along a way: it invades neutrals, overruns, and arrives (J, L). ``again`` takes troops that
    have moved already (K).
    """
    to, faction = way[-1], s.segment
    over = weak(x, s, column.points, faction)
    for h in way:
        if attacks_neutral(x, s, column.start, h):
            s = invaded(x, s, x.setting.owner[h], faction, log)
        if h in over:
            s = overrun(x, s, h, faction, log)
    if column.take:
        armies, gone = taken_out(x, s, seat, column.start, column.take, again)
        s = x.with_armies(s, [*armies, *(replace(army, hex=to, moved=True) for army in gone)])
    for i in column.leaders:
        s = s.leader(i, place=to, moved=True)
    verb = "march" if several(column) else "marches"
    text = f"{worded(x, column)} {verb} from {x.setting.spot(column.start)} to {x.setting.spot(to)}."
    say(log, "marched", text, _FORCED if again else "J", hexes=(column.start, *way), leaders=list(column.leaders))
    if to in layout(x, s).war[faction]:
        origin = way[-2] if len(way) > 1 else column.start
        if (to, origin) not in s.came:
            s = replace(s, came=(*s.came, (to, origin)))
        say(log, "contact", f"The enemy stands in {x.board.title(to)}: there will be a battle.", "N", hexes=(to,))
    s = relieved(x, cut_off(x, s, to, log), log)
    return settle(x, s, log)


def overrun(x: Context, s: State, hex: int, faction: int, log: Log) -> State:
    """All enemies in the open in a hex are lost to the force that rides over them (L)."""
    chosen = enemies_at(s, layout(x, s), hex, faction)
    if not chosen:
        return s
    losses = {i: s.armies[i].count for i in chosen}
    text = f"{listed(s, losses)} {are(losses)} overrun in {x.board.title(hex)}."
    say(log, "overrun", text, "base rules L", hexes=(hex,), lost=sum(map(sum, losses.values())))
    s = lose(x, s, losses)
    for i, leader in enumerate(s.leaders):
        if leader.place == hex and i != x.setting.nelson and x.leader_faction(s, i) == x.enemies(faction):
            s = send_off(x, s, i, log)
    return s


def evacuated(x: Context, s: State, seat: int, log: Log) -> State:
    """What is still in the capital of a conquered neutral when the phase ends withdraws to a hex beside it (I.2.c,
    reading 53).
    """
    for city in x.setting.capital[:6]:
        hex = x.setting.city_hex[city]
        now = layout(x, s)
        if now.land[hex] != SHUT:
            continue
        mine = [i for i in now.at[hex] if now.side[i] == s.segment and x.army_seat(s, s.armies[i]) == seat]
        leaders = [i for i in x.leaders_at(s, hex) if x.mine(s, x.setting.leader_nation[i], seat)]
        to = way_out(x, s, hex, s.segment) if mine or leaders else -1
        if to >= 0:
            say(
                log,
                "withdrawn",
                f"The foreign troops in {x.board.title(hex)} withdraw to {x.board.title(to)}.",
                "I.2.c",
                hexes=(hex, to),
            )
            s = fall_back(x, s, mine, leaders, to, log)
        owner = x.setting.home[city]
        left = any(x.army_faction(s, a) == s.segment for a in x.armies_at(s, hex))
        if s.conquered[owner] == s.segment and not left and x.foreign(s, city, owner):
            say(log, "city", f"{x.board.title(hex)} is its own state's again.", "I.2.c", "I.2.e", hexes=(hex,))
            s = x.take(s, city, owner)
    return s


# Forced march (K)


def forced_parts(x: Context, s: State, leaders: tuple[int, ...]) -> tuple[tuple[str, int, str], ...]:
    """What modifies the die of a forced march: the best leader, and the legs of the French (K)."""
    best = max(leaders, key=lambda i: (x.rating(s, i), -i))
    found = [(x.setting.leaders[best].called, x.rating(s, best), f"WAP {_FORCED}")]
    state = NATIONS[x.setting.leader_nation[best]]
    table = x.tables.all["forced-march-modifiers"]
    if state in table.rows and x.setting.month(s.turn)[0] <= table.number(state, 1):
        found.append((state, table.number(state), f"WAP {_FORCED}"))
    return tuple(found)


def forced_result(tables: Tables, modifiers: int, dice: Dice) -> tuple[int, int]:
    """The movement points that a forced march gains and the strength points that it costs."""
    return tables.forced_march.at(dice.roll("forced march") + modifiers)


def forced_odds(tables: Tables, modifiers: int) -> Distribution[tuple[int, int]]:
    """The exact chances of a forced march.

    >>> forced_odds(Tables(), 3)[1, 0]
    Fraction(1, 3)
    """
    return distribution(lambda dice: forced_result(tables, modifiers, dice))


def _gained(found: tuple[int, int]) -> str:
    """What a forced march brings and costs, in words."""
    points, lost = found
    parts = ([f"{points} MP more"] if points else []) + ([f"{lost} SP lost"] if lost else [])
    return " and ".join(parts) or "nothing"


class MovementPhase(SeatChoice, frozen=True, tag="movement"):
    """The active forces of a seat march, one after the other (E.1.c, E.2.e, J).

    ``marched`` are forces that may still force the pace.
    """

    hint: ClassVar[str] = (
        "Click a leader on the map, then a lit hex. The figure is the cost; red dashes mean a battle. Stand "
        "together before you fight: two to one and a good leader win."
    )

    marched: tuple[Marched, ...] = ()

    def automatic(self, x: Context, s: State) -> bool:
        return next(self._subjects(x, s), None) is None

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return self._end(x, s, log)

    def _end(self, x: Context, s: State, log: Log) -> State:
        s = s.pop()
        return s if s.segment == NEUTRAL else settle(x, evacuated(x, s, self.seat, log), log)

    def question(self, x: Context, s: State) -> Question:
        prompt = "March: choose a leader with his force, or cavalry, and where it goes. Infantry needs a leader."
        if s.segment == NEUTRAL:
            prompt = "March at home: neutral troops stay in their own country and attack nobody."
        cites = ("WAP E.1.c",) if s.segment == NEUTRAL else ("WAP E.2.e", "WAP J")
        return Question("movement", "Movement", prompt, cites)

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return list(self._subjects(x, s))

    def _subjects(self, x: Context, s: State) -> Iterator[Subject]:
        leaders = free_leaders(x, s, self.seat)
        for i, hex in leaders.items():
            yield leader_alone(i, x.setting.leaders[i].called, hex)
        for a, part in free_armies(x, s, self.seat, set(leaders.values())):
            army = s.armies[a]
            yield riders(a, army.nation, part, army.hex)
        for k, (hex, who, take) in enumerate(self.marched):
            yield Subject(f"f:{k}", f"{in_words(x, who, take)}: forced march", hex)

    def column(self, x: Context, s: State, subject: str) -> Column | None:
        """The whole force that a subject stands for; None for one that can't march."""
        i = subject_number(subject, "l")
        if 0 <= i < len(s.leaders):
            return column_of_leader(x, s, self.seat, i) if not held(x, s, self.seat, i) else None
        a = subject_number(subject, "a")
        return column_of_army(x, s, self.seat, a) if 0 <= a < len(s.armies) else None

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            return [m.Done()]
        k = subject_number(subject, "f")
        if 0 <= k < len(self.marched):
            hex, leaders, take = self.marched[k]
            return [m.March(hex, hex, leaders, take, True)] if in_supply(x, s, hex, s.segment) else []
        column = self.column(x, s, subject)
        if column is None:
            return []
        fewer = garrisoned(x, s, column)
        return [*_marches(x, s, column), *(_marches(x, s, fewer) if fewer else ())]

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.ProposeEnd):
            if reason := why_not_propose(x, s, self.seat):
                raise refuse("agreement", *reason)
            return None
        if not isinstance(move, m.March):
            return super().check(x, s, move)
        if move.forced:
            problem = self._why_not_forced(x, s, move)
            if problem:
                raise problem
            return None
        column = checked(x, s, self.seat, move)
        if move.to == move.start or move.to not in reach_of(x, s, column).cost:
            raise why_not_there(x, s, column, move.to)
        return None

    def _why_not_forced(self, x: Context, s: State, move: m.March) -> IllegalMove | None:
        if move.start != move.to or (move.start, move.leaders, move.take) not in self.marched:
            return refuse(
                "not-forced",
                "Only a leader's force that has just marched can force the pace, whole and once: the die comes first.",
                _FORCED,
            )
        if not in_supply(x, s, move.start, s.segment):
            return refuse("hungry", "A force without supply can't force the pace.", _FORCED, "M")
        return None

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if isinstance(move, m.ProposeEnd):
            return propose(x, s, self.seat, log)
        if not isinstance(move, m.March):
            return self._end(x, s, log)
        if move.forced:
            return self._force(x, s, move, dice, log)
        column = column_of(x, s, move.start, move.leaders, move.take)
        way = reach_of(x, s, column).way(move.to)
        below = s.pop()
        after = go(x, below, self.seat, column, way, log)
        mine = replace(self, marched=self._still(x, s, after, move))
        added = after.agenda[len(below.agenda) :]
        return replace(after, agenda=(*below.agenda, mine, *added))

    def _still(self, x: Context, s: State, after: State, move: m.March) -> tuple[Marched, ...]:
        """Forces that may force the pace after a march: leaders with troops that met nobody (K)."""
        free = after.segment != NEUTRAL and move.to not in layout(x, after).war[after.segment]
        if not (move.leaders and move.take and free):
            return self.marched
        return tuple(sorted({*self.marched, (move.to, move.leaders, move.take)}))

    def _force(self, x: Context, s: State, move: m.March, dice: Dice, log: Log) -> State:
        """One throw: movement points gained, strength points lost (K)."""
        mine = replace(self, marched=tuple(f for f in self.marched if f != (move.start, move.leaders, move.take)))
        s = s.pop(mine)
        modifiers = forced_parts(x, s, move.leaders)
        points, lost = forced_result(x.tables, sum(value for _, value, _ in modifiers), dice)
        armies, gone = taken_out(x, s, self.seat, move.start, move.take, True)
        s, take = _worn_out(x, s, armies, gone, lost)
        column = column_of(x, s, move.start, move.leaders, move.take, moved=True)
        who, many = worded(x, column), several(column)
        cost = f", {counted(lost, 'strength point')} lost" if lost else ""
        say(
            log,
            "forced-march",
            f"{who} {'force' if many else 'forces'} the pace: {counted(points, 'more movement point')}{cost}.",
            _FORCED,
            hexes=(move.start,),
            parts=[list(part) for part in modifiers],
            lost=lost,
        )
        return s.push(ForcedMarch(self.seat, move.start, move.leaders, take, points)) if points else s

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.ProposeEnd):
            then = "all others are asked when the month is over; if they agree, cities decide"
            return Label("Propose to end the campaign", then, ("WAP C.3.b",))
        return march_label(x, s, move)


def _worn_out(x: Context, s: State, armies: list[Army], gone: list[Army], lost: int) -> tuple[State, Take]:
    """Troops that force the pace lose some strength points; the rest of them, by state."""
    only = replace(s, armies=tuple(gone))
    take: dict[int, Count] = {}
    for i, count in shares(only, range(len(gone)), lost).items():
        s = to_pool(s, gone[i].nation, count, under=gone[i].under)
        gone[i] = replace(gone[i], count=minus(gone[i].count, count))
    for army in gone:
        take[army.nation] = plus(take.get(army.nation, NONE), army.count)
    left = tuple((nation, count) for nation, count in sorted(take.items()) if any(count))
    return x.with_armies(s, [*armies, *gone]), left


class ForcedMarch(SeatChoice, frozen=True, tag="forced-march"):
    """A force that forced the pace marches on by the movement points it gained, or stays (K)."""

    hex: int
    leaders: tuple[int, ...]
    take: Take
    points: int

    def _marches(self, x: Context, s: State) -> list[m.Move]:
        column = column_of(x, s, self.hex, self.leaders, self.take, moved=True)
        return _marches(x, s, column, self.points, forced=True)

    def automatic(self, x: Context, s: State) -> bool:
        return not self._marches(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def about(self, x: Context, s: State) -> int:
        return self.hex

    def question(self, x: Context, s: State) -> Question:
        prompt = f"The force in {x.board.title(self.hex)} may march on by {counted(self.points, 'movement point')}."
        return Question("forced-march", "Forced march", prompt, (f"WAP {_FORCED}",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        return [] if subject else [m.Done(), *self._marches(x, s)]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.March):
            return s
        column = column_of(x, s, self.hex, self.leaders, self.take, moved=True)
        return go(x, s, self.seat, column, reach_of(x, s, column, self.points).way(move.to), log, again=True)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        return march_label(x, s, move)


def _marches(x: Context, s: State, column: Column, points: int | None = None, *, forced: bool = False) -> list[m.Move]:
    """A march of the whole force to every hex it reaches."""
    start, leaders, take = column.start, column.leaders, column.take
    return [
        m.March(start, to, leaders, take, forced) for to in sorted(reach_of(x, s, column, points).cost) if to != start
    ]


def march_label(x: Context, s: State, move: m.Move) -> Label | None:
    """A march in words: where to, who marches, whom it attacks."""
    if not isinstance(move, m.March):
        return Label("No more marches", "", ("WAP J",)) if isinstance(move, m.Done) else None
    column = column_of(x, s, move.start, move.leaders, move.take)
    who = worded(x, column)
    if move.start == move.to:
        odds = forced_odds(x.tables, sum(value for _, value, _ in forced_parts(x, s, move.leaders)))
        return Label(f"Force the pace of {who}", f"one throw: {weighed(odds.map(_gained))}", (f"WAP {_FORCED}",))
    detail = [who]
    now = layout(x, s)
    if move.to in now.foes[s.segment]:
        n = now.foes[s.segment][move.to]
        runs_over = move.to in weak(x, s, column.points, s.segment)
        detail.append("runs over the enemy" if runs_over else f"meets {n} enemies")
    if attacks_neutral(x, s, move.start, move.to):
        detail.append(f"attacks neutral {NATIONS[x.setting.owner[move.to]]}")
    return Label(f"March to {x.board.title(move.to)}", "; ".join(detail), (f"WAP {_FORCED if move.forced else 'J'}",))


def fresh(s: State) -> State:
    """All troops and leaders free to move again, as at the start of a segment."""
    armies = tuple(replace(army, moved=False) if army.moved else army for army in s.armies)
    leaders = tuple(replace(leader, moved=False) if leader.moved else leader for leader in s.leaders)
    return replace(s, armies=armies, leaders=leaders)
