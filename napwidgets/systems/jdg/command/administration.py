"""B1. The Administrative Phase: dummies back, counters turned down, command, supply and command points (2, 4).

Readings 30 to 33, 82, 87 and 90 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.agenda import subject_number
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import flags_seen
from napwidgets.systems.jdg.command.arrivals import remove_empty
from napwidgets.systems.jdg.contact import contacts_of
from napwidgets.systems.jdg.context import FAR, Context, Log, names, say
from napwidgets.systems.jdg.germany import armistice
from napwidgets.systems.jdg.leaders import leaders_alone, turned_up
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import ALONE, FRENCH, GONE, OTHER, SPARE, State, door_of
from napwidgets.systems.jdg.step import SideChoice, Step, Task
from napwidgets.systems.jdg.throws import Supply, command_odds, command_points


class Administration(Step, frozen=True, tag="administration"):
    """The phase begins: half of the dummies come back, then everything is turned down and checked (2 B1)."""

    who: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        back = dummies_back(x, s, self.who)
        steps: list[Task] = [CommandPoints(self.who), TurnDown(self.who)]
        return s.pop(*steps, *([Dummies(self.who, back)] if back else []))


class TurnDown(Step, frozen=True, tag="turn-down"):
    """Units revealed in the last turn are turned down again, those without strength leave the game (2 B1, 1.2.3).

    During the armistice everything stays face up.
    """

    who: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        mine = [i for i, c in enumerate(s.counters) if x.sides[i] == self.who and c.at >= 0]
        # Whoever has halted before the map may come in now.
        before = [i for i, c in enumerate(s.counters) if x.sides[i] == self.who and door_of(c.at) >= 0]
        s = flags_seen(x, s.pop(), (self.who,)).each((*mine, *before), moved=False, spent=0)
        return remove_empty(x, s if s.in_truce else s.each(mine, up=False), self.who, log)


def dummies_back(x: Context, s: State, side: int) -> int:
    """How many dummies come back: half of those out of play, rounded down (7.1)."""
    if not x.options.dummies or s.in_truce:
        return 0
    out = sum(x.pieces[i].dummy and x.sides[i] == side and c.at == SPARE for i, c in enumerate(s.counters))
    table = x.tables.all["dummies"]
    return out * table.number("return a turn") // table.number("return a turn", 1)


class Dummies(SideChoice, frozen=True, tag="dummies"):
    """A side puts dummies into boxes where it has counters (7.1)."""

    left: int

    def automatic(self, x: Context, s: State) -> bool:
        return self.left == 0 or not self._boxes(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "dummies",
            "Place dummies",
            f"Put {self.left} {'dummy' if self.left == 1 else 'dummies'} into boxes where you have counters.",
            ("JDG 7.1",),
            secret=True,
        )

    def _boxes(self, x: Context, s: State) -> list[int]:
        return sorted(x.layout(s).count[self.who])

    def _spare(self, x: Context, s: State) -> list[int]:
        """One dummy of each kind that is at hand."""
        found: dict[str, int] = {}
        for i, counter in enumerate(s.counters):
            if x.pieces[i].dummy and x.sides[i] == self.who and counter.at == SPARE:
                found.setdefault(str(x.pieces[i].kind), i)
        return sorted(found.values())

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"b:{box}", x.box(box), box) for box in self._boxes(x, s)]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        if subject is None:
            return (m.Done(),)
        box = subject_number(subject, "b")
        return [m.Place(i, box) for i in self._spare(x, s)] if box in self._boxes(x, s) else ()

    def check(self, x: Context, s: State, move: Any) -> None:
        placed = isinstance(move, m.Place) and move.piece in self._spare(x, s) and move.box in self._boxes(x, s)
        if not placed and not isinstance(move, m.Done):
            raise self.not_offered(x, s, move)

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return s.pop()
        say(
            log,
            "decoy",
            f"{x.name(move.piece)} is put into {x.box(move.box)}.",
            "7.1",
            to=x.setting.table(self.who),
            units=[move.piece],
        )
        say(log, "counter", f"A counter is added at {x.box(move.box)}.", "7.1", hexes=[move.box])
        s = s.counter(move.piece, at=move.box, idle=True, moved=False, up=False)
        return s.pop(Dummies(self.who, self.left - 1))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("No more dummies", "The others stay out of play.", ("JDG 7.1",))
        return Label(f"{x.name(move.piece)} at {x.box(move.box)}", "", ("JDG 7.1",))


# Supply (4.4)


def supply(x: Context, s: State, army: int) -> tuple[Supply, tuple[int, ...]]:
    """Whether an army is in supply, and the dummies that alone cut it, to be revealed (4.4, readings 31, 90)."""
    if x.options.no_supply:
        return "supplied", ()
    data = x.army(army)
    at = s.counters[x.chief(s, army)].at
    if at < 0:
        return "supplied", ()
    foe = x.forces(s, other(data.side))
    if x.joined(s, at, data.sources, foe):
        return "supplied", ()
    real = {s.counters[i].at: 1 for i, c in enumerate(s.counters) if c.at >= 0 and _bars(x, i, data.side)}
    if not x.joined(s, at, data.sources, real):
        return "cut", ()
    return "cut by a dummy", _in_the_way(x, s, at, data.sources, foe, real)


def _bars(x: Context, i: int, side: int) -> bool:
    return x.sides[i] != side and x.is_unit(i)


def way_of_supply(x: Context, s: State, at: int, sources: Sequence[int], blocked: Any) -> list[int]:
    """The boxes of the shortest way from the nearest source of supply to a commander, none if there is no way (4.4)."""
    found = x.spread(s, at, FAR, blocked)
    box = min((box for box in sources if box in found), key=lambda box: found[box][0], default=-1)
    boxes = []
    while box >= 0:
        boxes.append(box)
        box = found[box][1]
    return boxes


def _in_the_way(x: Context, s: State, at: int, sources: Sequence[int], foe: Any, real: Any) -> tuple[int, ...]:
    """The dummies on the shortest way that only dummies bar."""
    barred = [box for box in way_of_supply(x, s, at, sources, real) if box in foe and box not in real]
    there = ((*x.here(s, box, FRENCH), *x.here(s, box, OTHER)) for box in barred)
    return tuple(i for here in there for i in sorted(here) if x.pieces[i].dummy)


# Command points (4.5)


def _led(x: Context, s: State, budget: int) -> tuple[int, int | None]:
    """The army of a budget whose chief stands highest, -1 for none, and its points where no die is thrown for them."""
    armies = [n for n in x.live_armies(s, x.setting.budget_side[budget]) if x.army(n).budget == budget]
    if not armies:
        return -1, 0
    return max(armies, key=lambda n: x.standing(s, n)), armistice.fixed_points(x, s, armies)


def points_odds(x: Context, s: State, budget: int) -> Distribution[int]:
    """The exact chances of a budget's command points in the next turn, if its chief and its supply stay as they are."""
    lead, fixed = _led(x, replace(s, turn=s.turn + 1), budget)
    if fixed is not None:
        return Distribution.sure(fixed)
    return command_odds(x.tables, x.leader(x.chief(s, lead)), supply(x, s, lead)[0])


class CommandPoints(Step, frozen=True, tag="command-points"):
    """Command and supply are checked, and each army's command points thrown for (4.3 to 4.5)."""

    who: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = self._leaders_alone(x, s.pop(), log)
        contacts = contacts_of(x, s, self.who)
        counters = list(s.counters)
        for i, counter in enumerate(counters):
            contact = contacts.get(i, ALONE)
            if x.sides[i] == self.who and counter.contact != contact:
                counters[i] = replace(counter, contact=contact)
        s = replace(s, counters=tuple(counters), points=s.points or (0,) * len(x.setting.budgets))
        for budget, side in enumerate(x.setting.budget_side):
            if side == self.who:
                s = self._budget(x, s, budget, dice, log)
        return s

    def _leaders_alone(self, x: Context, s: State, log: Log) -> State:
        """Enemy leaders alone who would cut a line are turned up, and no more of them than must be (reading 82)."""
        alone = leaders_alone(x, s, other(self.who))
        if not alone:
            return s
        shown = s.each([i for box in alone for i in alone[box]], up=True)
        wanted = self._lines(x, shown)
        if self._lines(x, s) == wanted:
            return s
        for heads in alone.values():
            less = shown.each(heads, up=False)
            if self._lines(x, less) == wanted:
                shown = less
        boxes = [box for box, heads in alone.items() if shown.counters[heads[0]].up]
        return turned_up(x, s, other(self.who), boxes, log)

    def _lines(self, x: Context, s: State) -> object:
        return contacts_of(x, s, self.who), [supply(x, s, n)[0] for n in x.live_armies(s, self.who)]

    def _budget(self, x: Context, s: State, budget: int, dice: Dice, log: Log) -> State:
        """One throw for the armies of a budget, with the value of their highest chief (reading 32)."""
        lead, fixed = _led(x, s, budget)
        if fixed is not None:
            return self._set(s, budget, fixed)
        state, dummies = supply(x, s, lead)
        if dummies:
            boxes = sorted({s.counters[i].at for i in dummies})
            say(log, "dummy", f"Only dummies cut the supply at {names(map(x.box, boxes))}: they are removed for good.",
                "4.4", hexes=boxes)  # fmt: skip
            s = s.each(dummies, at=GONE, up=False)
        total = command_points(x.tables, x.leader(x.chief(s, lead)), state, dice)
        why = {"supplied": "", "cut": ", its supply cut", "cut by a dummy": ", its supply harassed"}[state]
        say(log, "points", f"{x.setting.budgets[budget]}: {total} command points{why}.", "4.5",
            to=x.owners(self.who))  # fmt: skip
        return self._set(s, budget, total)

    @staticmethod
    def _set(s: State, budget: int, points: int) -> State:
        return replace(s, points=(*s.points[:budget], points, *s.points[budget + 1 :]))
