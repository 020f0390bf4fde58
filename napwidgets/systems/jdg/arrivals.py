"""3.3. Reinforcements: units into boxes or before connections, and strength points for units in command.

Readings 27 to 29 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.agenda import subject_number
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Decision, Label, Subject
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.armistice import declared, recruits_in_truce
from napwidgets.systems.jdg.boxes import place_of, strength_of, take_box
from napwidgets.systems.jdg.context import Context, Log, names, say
from napwidgets.systems.jdg.scenario import SetData
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import GONE, LED, WAITING, State, at_door
from napwidgets.systems.jdg.step import Choice, Step


class Arrivals(Step, frozen=True, tag="arrivals"):
    """Units and leaders due in this turn arrive, some on a die (3.3)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        for placed, due in _expected(x, s):
            i = x.setting.number[placed.id]
            if due <= 1 or due > s.turn or s.counters[i].at != WAITING or x.pieces[i].later != x.later(s):
                continue
            s = self._one(x, s, placed, i, dice, log)
        s = returning(x, s, log)
        return replace(s, played=tuple(p for p in s.played if p[1] != "delay"))

    def _one(self, x: Context, s: State, placed: SetData, i: int, dice: Dice, log: Log) -> State:
        if s.flagged(x.sides[i], "delay"):
            say(log, "late", f"{x.name(i)} is held up on the road and comes a turn later.", "3.3")
            return s
        if placed.roll and dice.roll(f"arrival of {x.name(i)}") < placed.roll:
            say(log, "late", f"{x.name(i)} does not arrive yet.", "3.3")
            return s
        return arrive(x, s, i, place_of(x, s, placed), strength_of(x, placed), log)


def _expected(x: Context, s: State) -> Iterator[tuple[SetData, int]]:
    """Whoever is still to come, and when: by the turn, or by the turn of the armistice once it is declared."""
    yield from ((placed, placed.turn) for placed in x.setting.set_up())
    if declared(s):
        yield from ((placed, s.truce + placed.turn - 1) for placed in x.setting.in_truce())


def returning(x: Context, s: State, log: Log) -> State:
    """Leaders who got away alone come back: to their commander-in-chief, or to a box that supplies their army (4.2)."""
    for i, counter in enumerate(s.counters):
        if counter.at != WAITING or not counter.spent or counter.spent >= s.turn or x.pieces[i].leader is None:
            continue
        army = x.army(x.pieces[i].army)
        chief = s.counters[x.chief(s, x.pieces[i].army)].at
        free = [box for box in army.sources if not x.enemy_in(s, box, army.side)]
        if chief >= 0 or free:
            s = arrive(x, s.counter(i, spent=0), i, chief if chief >= 0 else free[0], 0, log)
    return s


def arrive(x: Context, s: State, i: int, at: int, strength: int, log: Log) -> State:
    """A counter arrives; the enemy makes room in the box if he stands in it (3.3, reading 27)."""
    side = x.sides[i]
    if at < WAITING and at > at_door(0):
        return s
    if at >= 0 and x.enemy_in(s, at, side):
        s = _make_room(x, s, at, side, log)
    s = s.counter(i, at=at, strength=strength)
    where = f"at {x.box(at)}" if at >= 0 else f"before the map, on the road {x.box(at)}"
    tally = {f"strength of {x.setting.seats[side]}": strength} if strength else {}
    say(log, "arrival", f"{x.name(i)} arrives {where}.", "3.3", hexes=[at] if at >= 0 else (), units=[i], tally=tally)
    return s if at < 0 else take_box(s, at, side)


def _make_room(x: Context, s: State, at: int, side: int, log: Log) -> State:
    foe = other(side)
    free = [there for there, _ in x.setting.around[at] if not x.layout(s).count[side].get(there)]
    moved = x.here(s, at, foe)
    if not free or not moved:
        return s
    to = min(free, key=lambda box: (box not in x.layout(s).count[foe], box))
    say(log, "room", f"{x.called(s, moved)} makes room at {x.box(at)}.", "3.3", hexes=(at, to))
    return s.each(moved, at=to, inside=False)


# Strength points (3.3)


class Recruits(Step, frozen=True, tag="recruits"):
    """The strength points that a side's nations get in this turn."""

    who: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        due: dict[str, int] = dict(recruits_in_truce(x, s))
        for row in x.setting.scenario.recruits:
            if row.turn == s.turn:
                due[row.nation] = due.get(row.nation, 0) + row.points
        mine = {p.nation for p in x.pieces if p.side == self.who}
        pools = tuple(sorted((nation, points) for nation, points in due.items() if nation in mine and points))
        return s.push(Recruiting(self.who, pools)) if pools else s


class Recruiting(Choice, frozen=True, tag="recruiting"):
    """A side gives its new strength points to units in command, a few to each in a turn (3.3)."""

    who: int
    pools: tuple[tuple[str, int], ...]
    given: tuple[int, ...] = ()

    def seen_by(self, x: Context, s: State, side: int) -> Recruiting:
        return self if side == self.who or not x.options.blind else replace(self, given=())

    def side(self, x: Context, s: State) -> int:
        return self.who

    def automatic(self, x: Context, s: State) -> bool:
        return x.options.open_play and not self._eligible(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def decision(self, x: Context, s: State) -> Decision:
        left = names(f"{points} {nation}" for nation, points in self.pools if points)
        return Decision(
            x.setting.seats[self.who],
            "recruits",
            "New recruits",
            f"Give {left} strength points to units in command that have lost some.",
            ("JDG 3.3",),
        )

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"c:{i}", x.name(i), s.counters[i].at) for i in self._eligible(x, s)]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is None:
            return (m.Done(),)
        i = subject_number(subject, "c")
        return (m.Recruit(i),) if i in self._eligible(x, s) else ()

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.Recruit) and move.piece in self._eligible(x, s):
            return
        if not isinstance(move, m.Done):
            raise self.not_offered(x, s, move)

    def _eligible(self, x: Context, s: State) -> list[int]:
        """Units in command below their most that take recruits of a nation with points left (3.3, reading 28)."""
        pools = {nation for nation, points in self.pools if points}
        limit = x.tables.all["reinforcements"].number(x.setting.scenario.recruits_most)
        contacts = x.contacts(s, self.who)
        return [
            i
            for i, counter in enumerate(s.counters)
            if x.sides[i] == self.who
            and counter.at >= 0
            and x.pieces[i].nation in pools
            and not x.pieces[i].independent
            and counter.strength < x.pieces[i].most
            and contacts.get(i) == LED
            and self.given.count(i) < limit
        ]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return s.pop()
        i, counter = move.piece, s.counters[move.piece]
        nation = x.pieces[i].nation
        pools = tuple((n, p - 1 if n == nation else p) for n, p in self.pools)
        s = s.counter(i, strength=counter.strength + 1, lost=max(0, counter.lost - 1))
        seat = x.setting.seats[self.who]
        tally = {f"strength of {seat}": 1}
        to = (seat,) if x.options.blind else ()
        say(log, "recruits", f"{x.name(i)} takes in a strength point.", "3.3", to=to, units=[i], tally=tally)
        return s.pop(Recruiting(self.who, pools, (*self.given, i)))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("No more recruits", "What is left is lost.", ("JDG 3.3",))
        counter = s.counters[move.piece]
        return Label(f"A strength point for {x.name(move.piece)}", f"It has {counter.strength} now.", ("JDG 3.3",))


def lost_for_good(x: Context, i: int) -> bool:
    """Whether a counter goes back to hand rather than out of the game when it has no strength left (6.1, 7.1)."""
    piece = x.pieces[i]
    return not (piece.dummy or piece.spare)


def remove_empty(x: Context, s: State, side: int, log: Log) -> State:
    """Units without strength leave the game at the beginning of their side's turn (1.2.3); reserve artillery has none
    and stays (1.2.1).
    """
    for i, counter in enumerate(s.counters):
        piece = x.pieces[i]
        if (
            x.sides[i] != side
            or counter.at < 0
            or counter.strength
            or piece.values is None
            or piece.kind == "artillery"
        ):
            continue
        s = s.counter(i, at=GONE, inside=False, up=False)
        say(log, "gone", f"{x.name(i)} has no strength left and leaves the game.", "1.2.3", units=[i])
    return s
