"""4.2. Leaders found alone by the enemy: whither they get away, and how they come back.

Readings 45, 81 and 82 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import clear_dummies, left_behind, remove_dummies
from napwidgets.systems.jdg.context import FAR, Context, Log, names, say
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import GONE, WAITING, State
from napwidgets.systems.jdg.step import SideChoice


def clear_leaders(x: Context, s: State, box: int, side: int, log: Log) -> State:
    """Leaders alone where a force of ``side`` comes leave the box, or the game (4.2)."""
    foe = other(side)
    theirs = [i for i in x.here(s, box, foe) if x.real(i)]
    if not theirs or x.units(theirs):
        return s
    s = remove_dummies(x, s, box, foe, log)
    for i in x.leaders(theirs):
        s = _driven(x, s, i, box, log)
    return left_behind(x, s, box, foe)


def leaders_alone(x: Context, s: State, side: int) -> dict[int, list[int]]:
    """The boxes where a side has leaders and nothing else, one of them face down at least, each with those leaders."""
    layout = x.layout(s)
    found: dict[int, list[int]] = {}
    for box in dict.fromkeys(s.counters[i].at for i in x.heads[side]):
        here = x.here(s, box, side)
        alone = bool(here) and len(here) == layout.count[side][box]
        if alone and all(x.pieces[i].leader is not None for i in here) and not all(x.shown(s, i) for i in here):
            found[box] = here
    return found


def turned_up(x: Context, s: State, side: int, boxes: Iterable[int], log: Log) -> State:
    """Leaders alone who would stand in the way are turned up: they bar nothing (4.3, 6.5.2, 8.7, reading 82)."""
    alone = leaders_alone(x, s, side)
    for box in boxes:
        if box in alone:
            told = names(x.name(i) for i in alone[box])
            say(log, "leader", f"{told} is alone at {x.box(box)} and bars no way.", "4.2", hexes=[box],
                units=alone[box])  # fmt: skip
            s = s.each(alone[box], up=True)
    return s


def _driven(x: Context, s: State, i: int, box: int, log: Log) -> State:
    leader, table = x.leader(i), x.tables.all["leaders-alone"]
    told = f"{x.name(i)}, alone at {x.box(box)},"
    havens = nearest(x, s, i, box) if leader.rank >= table.number("joins the nearest army") else []
    if havens:
        s = s.counter(i, at=havens[0], up=False, inside=False)
        if len(havens) > 1:
            say(log, "leader", f"{told} gets away.", "4.2", units=[i])
            return s.push(Haven(x.sides[i], i, tuple(havens)))
        say(log, "leader", f"{told} joins his troops at {x.box(havens[0])}.", "4.2", units=[i])
        return s
    if leader.rank >= table.number("comes back next turn"):
        say(log, "leader", f"{told} escapes and comes back next turn.", "4.2", units=[i])
        return s.counter(i, at=WAITING, up=False, inside=False, spent=s.turn)
    say(log, "leader", f"{told} is taken.", "4.2", units=[i])
    return s.counter(i, at=GONE, up=False, inside=False)


def marched_off(x: Context, s: State, box: int, side: int, log: Log) -> State:
    """A force has left a box: what it held there goes, and who stays behind alone with a garrison is found out
    (4.2, 7.1, reading 81).
    """
    s = left_behind(x, s, box, side)
    if box < 0 or not x.enemy_in(s, box, side):
        return s
    return clear_leaders(x, clear_dummies(x, s, box, other(side), log), box, other(side), log)


def nearest(x: Context, s: State, i: int, box: int) -> list[int]:
    """The nearest boxes with units of a leader's army, else of his side; none beside the enemy's own."""
    side, ways = x.sides[i], x.spread(s, box, FAR, {}, enter=True)
    foes = x.layout(s).count[other(side)]
    mine = [n for n in range(len(s.counters)) if x.sides[n] == side and x.is_unit(n) and s.counters[n].at >= 0]
    for own in (True, False):
        boxes = {s.counters[n].at for n in mine if x.army_of(s, n) == x.army_of(s, i) or not own} - {box}
        near = sorted(b for b in boxes if b in ways and b not in foes)
        if near:
            least = min(ways[b][0] for b in near)
            return [b for b in near if ways[b][0] == least]
    return []


class _Where(SideChoice, frozen=True):
    """A side says where a leader goes."""

    piece: int
    boxes: tuple[int, ...]

    def troops(self, x: Context, s: State, side: int) -> Sequence[int]:
        return (self.piece,)

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [m.Retreat(box) for box in self.boxes]

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        return Label(f"To {x.box(move.to)}", "", ("JDG 4.2",)) if isinstance(move, m.Retreat) else None


class Haven(_Where, frozen=True, tag="haven"):
    """A leader of the highest rank goes to the army of his choice if several are equally near (4.2)."""

    def seen_by(self, x: Context, s: State, side: int | None) -> Haven:
        return self if side == self.who or not x.options.blind else Haven(self.who, self.piece, ())

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "haven",
            "Where to?",
            f"{x.name(self.piece)} has got away. Several of your armies are equally near: which does he join?",
            ("JDG 4.2",),
        )

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        say(log, "leader", f"{x.name(self.piece)} joins his troops at {x.box(move.to)}.", "4.2", units=[self.piece])
        return s.pop().counter(self.piece, at=move.to)


class ComesBack(_Where, frozen=True, tag="comes-back"):
    """A leader who got away comes back: to his commander-in-chief, or to a box that supplies his army (4.2)."""

    def seen_by(self, x: Context, s: State, side: int | None) -> ComesBack:
        return self if side == self.who or not x.options.blind else ComesBack(self.who, self.piece, ())

    def automatic(self, x: Context, s: State) -> bool:
        return len(self.boxes) == 1

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return self.play(x, s, m.Retreat(self.boxes[0]), dice, log)

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "comes-back",
            "Where to?",
            f"{x.name(self.piece)} comes back. Where does he join you?",
            ("JDG 4.2",),
        )

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        say(log, "arrival", f"{x.name(self.piece)} is back.", "4.2", units=[self.piece])
        return s.pop().counter(self.piece, at=move.to, spent=0)


def returning(x: Context, s: State) -> State:
    """Put on the agenda who comes back in this turn (4.2)."""
    for i, counter in enumerate(s.counters):
        if not counter.away or counter.spent >= s.turn or x.pieces[i].leader is None:
            continue
        army = x.army(x.pieces[i].army)
        chief = s.counters[x.chief(s, x.pieces[i].army)].at
        boxes = {box for box in (*army.sources, chief) if box >= 0 and not x.enemy_in(s, box, army.side)}
        if boxes:
            s = s.push(ComesBack(army.side, i, tuple(sorted(boxes))))
    return s
