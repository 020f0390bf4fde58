"""3.3. Reinforcements: units into boxes or before connections, and strength points for units in command.

Readings 27 to 29 and 93 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.agenda import subject_number
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import eliminated, flag, free_beside, place_of, strength_of, withdrawn
from napwidgets.systems.jdg.contact import contacts_of
from napwidgets.systems.jdg.context import Context, Log, doing, names, refuse, room, say, several
from napwidgets.systems.jdg.germany.armistice import declared, recruits_in_truce
from napwidgets.systems.jdg.leaders import clear_leaders, returning
from napwidgets.systems.jdg.scenario import SetData
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import LED, WAITING, State, at_door
from napwidgets.systems.jdg.step import BoxChoice, SideChoice, Step
from napwidgets.systems.telling import sentence


class Arrivals(Step, frozen=True, tag="arrivals"):
    """Units and leaders due in this turn arrive, some on a die (3.3)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        came: list[int] = []
        for placed, due in expected(x, s):
            i = x.setting.number[placed.id]
            counter = s.counters[i]
            # Who has got away comes back to his chief or his supply, not where he once arrived (4.2).
            if due <= 1 or due > s.turn or counter.at != WAITING or counter.away or x.pieces[i].later != x.later(s):
                continue
            s = self._one(x, s, placed, i, dice, log)
            came.append(i)
        _tell(x, s, came, log)
        s = replace(s, played=tuple(p for p in s.played if p[1] != "delay"))
        return _crowded(x, returning(x, s), came)

    def _one(self, x: Context, s: State, placed: SetData, i: int, dice: Dice, log: Log) -> State:
        if s.flagged(x.sides[i], "delay"):
            held = "are held up on the road and come" if several(x, x.name(i)) else "is held up on the road and comes"
            say(log, "late", f"{x.name(i)} {held} a turn later.", "3.3")
            return s
        if not _comes(x, placed, i, dice):
            say(log, "late", f"{doing(x, x.name(i), 'do not arrive yet')}.", "3.3")
            return s
        return arrive(x, s, i, place_of(x, s, placed), strength_of(x, placed))


def _comes(x: Context, placed: SetData, i: int, dice: Dice) -> bool:
    """Whether a counter that is due arrives: some do on a die (3.3)."""
    return not placed.roll or dice.roll(f"arrival of {x.name(i)}") >= placed.roll


def coming_odds(x: Context, placed: SetData) -> Fraction:
    """The exact chance that a counter arrives in a turn in which it is due (3.3)."""
    return distribution(lambda dice: _comes(x, placed, x.setting.number[placed.id], dice))[True]


def expected(x: Context, s: State) -> Iterator[tuple[SetData, int]]:
    """Whoever is still to come, and when: by the turn, or by the turn of the armistice once it is declared."""
    yield from ((placed, placed.turn) for placed in x.setting.set_up())
    if declared(s):
        yield from ((placed, s.truce + placed.turn - 1) for placed in x.setting.in_truce())


def overdue(x: Context, s: State, i: int) -> bool:
    """Whether a counter should have come in an earlier turn, and has been held up (3.3)."""
    late = (x.setting.number[placed.id] == i and 1 < due < s.turn for placed, due in expected(x, s))
    return s.counters[i].at == WAITING and any(late)


def arrive(x: Context, s: State, i: int, at: int, strength: int) -> State:
    """A counter arrives in a box or before a connection (3.3, reading 27)."""
    side = x.sides[i]
    if at < WAITING and at > at_door(0):
        return s
    s = s.counter(i, at=at, strength=strength)
    return s if at < 0 or x.enemy_in(s, at, side) or not x.is_unit(i) else flag(s, at, side)


def _tell(x: Context, s: State, came: Sequence[int], log: Log) -> None:
    """Who has arrived, all of a side in one place together."""
    groups: dict[tuple[int, int], list[int]] = {}
    for i in came:
        if s.counters[i].at != WAITING:
            groups.setdefault((s.counters[i].at, x.sides[i]), []).append(i)
    for (at, side), them in groups.items():
        where = f"at {x.box(at)}" if at >= 0 else f"before the map, on the road {x.box(at)}"
        told = doing(x, names(map(x.name, them)), f"arrive {where}")
        strength = x.strength(s, them)
        tally = {f"strength of {x.setting.sides[side]}": strength} if strength else {}
        say(log, "arrival", f"{told}.", "3.3", hexes=[at] if at >= 0 else [], units=them, tally=tally)


def _crowded(x: Context, s: State, came: Sequence[int]) -> State:
    """Whoever stands where his enemy's reinforcements arrive must leave the box to them (3.3)."""
    boxes = {(s.counters[i].at, x.sides[i]) for i in came if s.counters[i].at >= 0}
    found = [MakeRoom(other(side), box) for box, side in sorted(boxes) if x.enemy_in(s, box, side)]
    return s.push(*found)


class MakeRoom(BoxChoice, frozen=True, tag="make-room"):
    """A side clears the box in which enemy reinforcements arrive, and says where its counters go (3.3, reading 27)."""

    def _ways(self, x: Context, s: State) -> list[int]:
        return free_beside(x, s, self.box, self.who)

    def automatic(self, x: Context, s: State) -> bool:
        return len(self._ways(x, s)) < 2

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        ways = self._ways(x, s)
        return self.play(x, s, m.Retreat(ways[0]), dice, log) if ways else s.pop()

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "make-room",
            "Make room",
            f"Enemy reinforcements arrive at {x.box(self.box)}. Your counters there move one box: where to?",
            ("JDG 3.3",),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [m.Retreat(to) for to in self._ways(x, s)]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        moved = x.here(s, self.box, self.who)
        say(log, "room", f"{x.side_name(self.who)} make room at {x.box(self.box)}.", "3.3", hexes=(self.box, move.to))
        s = withdrawn(x, s.pop(), moved, self.box, move.to, self.who)
        # A garrison that has made room is besieged no more.
        s = replace(s, sieges=tuple(siege for siege in s.sieges if siege.box != self.box))
        return flag(s, self.box, other(self.who)) if x.units(x.here(s, self.box, other(self.who))) else s

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        return Label(f"To {x.box(move.to)}", "", ("JDG 3.3",)) if isinstance(move, m.Retreat) else None


# Strength points (3.3)


class Recruits(Step, frozen=True, tag="recruits"):
    """The strength points that a side's nations get in this turn, with those still kept from earlier ones."""

    who: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        due: dict[str, int] = dict(recruits_in_truce(x, s))
        mine = {p.nation for p in x.pieces if p.side == self.who}
        for row in x.setting.scenario.recruits:
            # In the armistice those of the armistice come, and no others (reading 93).
            if row.turn == s.turn and not s.in_truce:
                due[row.nation] = due.get(row.nation, 0) + row.points
        for nation, points in s.kept:
            due[nation] = due.get(nation, 0) + points
        pools = tuple(sorted((nation, points) for nation, points in due.items() if nation in mine and points))
        s = replace(s, kept=tuple(pool for pool in s.kept if pool[0] not in mine))
        # Whether points have been kept is a secret: who may have kept any is asked all the same.
        ever = any(row.turn <= s.turn and row.nation in mine for row in x.setting.scenario.recruits)
        asked = pools or (ever and _series(x) and x.options.blind)
        return s.push(Recruiting(self.who, pools)) if asked else s


class Recruiting(SideChoice, frozen=True, tag="recruiting"):
    """A side gives its new strength points to units, a few to each in a turn (3.3)."""

    pools: tuple[tuple[str, int], ...]
    given: tuple[int, ...] = ()

    def seen_by(self, x: Context, s: State, side: int | None) -> Recruiting:
        return self if side == self.who or not x.options.blind else Recruiting(self.who, ())

    def automatic(self, x: Context, s: State) -> bool:
        return not x.options.blind and not self._eligible(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return self._over(x, s)

    def _over(self, x: Context, s: State) -> State:
        """What nobody can take in waits for the next turn, or is lost in 1813 (3.3, Germany 1813 3.3)."""
        left = tuple(pool for pool in self.pools if pool[1]) if _series(x) else ()
        return replace(s.pop(), kept=(*s.kept, *left))

    def question(self, x: Context, s: State) -> Question:
        left = names(f"{points} for {sentence(nation)}" for nation, points in self.pools if points)
        whom = "units in command that have suffered losses" if _series(x) else "units that have room on the roster"
        return Question(
            "recruits",
            "New recruits",
            f"New strength points: {left}. Give them to {whom}." if left else "New recruits join their units.",
            ("JDG 3.3",),
            formal=x.options.blind,
        )

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"c:{i}", x.name(i), s.counters[i].at) for i in self._eligible(x, s)]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is None:
            return (m.Done(),) if self._may_stop(x, s) else ()
        i = subject_number(subject, "c")
        return (m.Recruit(i),) if i in self._eligible(x, s) else ()

    def _may_stop(self, x: Context, s: State) -> bool:
        """In the series a point is never held back while a unit can take it in (3.3)."""
        return not (_series(x) and self._eligible(x, s))

    def check(self, x: Context, s: State, move: Any) -> None:
        if isinstance(move, m.Recruit) and move.piece in self._eligible(x, s):
            return
        if isinstance(move, m.Done) and not self._may_stop(x, s):
            raise refuse("must-take", "A strength point can't wait while a unit in command lacks one.", "3.3")
        if not isinstance(move, m.Done):
            raise self.not_offered(x, s, move)

    def _eligible(self, x: Context, s: State) -> list[int]:
        """Units that take recruits of a nation with points left (3.3, reading 28)."""
        pools = {nation for nation, points in self.pools if points}
        limit = x.tables.all["reinforcements"].number(x.setting.scenario.recruits_most)
        contacts = contacts_of(x, s, self.who) if _series(x) else {}
        return [
            i
            for i, counter in enumerate(s.counters)
            if x.sides[i] == self.who
            and counter.at >= 0
            and x.pieces[i].nation in pools
            and not x.pieces[i].independent
            and room(x, s, i)
            and (not _series(x) or (counter.lost and contacts.get(i) == LED))
            and self.given.count(i) < limit
        ]

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return self._over(x, s)
        i, counter = move.piece, s.counters[move.piece]
        nation = x.pieces[i].nation
        pools = tuple((n, p - 1 if n == nation else p) for n, p in self.pools)
        s = s.counter(i, strength=counter.strength + 1, lost=max(0, counter.lost - 1))
        seat = x.setting.sides[self.who]
        tally = {f"strength of {seat}": 1}
        to = x.owners(self.who)
        told = doing(x, x.name(i), "take in a strength point")
        say(log, "recruits", f"{told}.", "3.3", to=to, units=[i], tally=tally)
        return s.pop(Recruiting(self.who, pools, (*self.given, i)))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("No more recruits", "What is left waits." if _series(x) else "What is left is lost.",
                         ("JDG 3.3",))  # fmt: skip
        counter = s.counters[move.piece]
        return Label(f"A strength point for {x.name(move.piece)}", f"It has {counter.strength} now.", ("JDG 3.3",))


def _series(x: Context) -> bool:
    """Whether recruits follow the series rules: for losses alone, in command, kept if nobody needs them (3.3)."""
    return x.setting.scenario.recruits_most == "series"


def remove_empty(x: Context, s: State, side: int, log: Log) -> State:
    """Units without strength leave the game at the beginning of their side's turn (1.2.3, reading 29); reserve
    artillery has none and stays (1.2.1).
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
        s = eliminated(x, s, [i])
        ends = "have no strength left and leave" if several(x, x.name(i)) else "has no strength left and leaves"
        say(log, "gone", f"{x.name(i)} {ends} the game.", "1.2.3", units=[i])
        if counter.inside:
            s = _emptied(x, s, counter.at, side, log)
    return s


def _emptied(x: Context, s: State, box: int, side: int, log: Log) -> State:
    """A city whose last unit has gone falls to whoever stands before it, and leaders are found alone (8.8, 4.2)."""
    foe = other(side)
    if x.units(x.here(s, box, side)) or not x.units(x.afield(s, box, foe)):
        return s
    say(log, "siege", f"{x.box(box)} falls.", "8.8", hexes=[box])
    s = clear_leaders(x, s, box, foe, log)
    return flag(replace(s, sieges=tuple(siege for siege in s.sieges if siege.box != box)), box, foe)
