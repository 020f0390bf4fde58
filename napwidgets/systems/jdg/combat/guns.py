"""6.5.2. Marching to the sound of the guns: forces near a battle of the other side's turn try to reach it.

Readings 12, 19, 54, 55 and 82 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import percent
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg import teams
from napwidgets.systems.jdg.boxes import remove_dummies
from napwidgets.systems.jdg.context import Context, Log, doing, names, say
from napwidgets.systems.jdg.leaders import turned_up
from napwidgets.systems.jdg.march.reaction import ReactionOffer, value_of, value_told
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import Entered, March, State
from napwidgets.systems.jdg.step import Step
from napwidgets.systems.jdg.throws import arrives_after, reaction_odds, reacts


def battles(x: Context, s: State) -> list[int]:
    """The boxes where both sides stand in the field: there will be a battle (2 B3, 8)."""
    field = x.layout(s).field
    return sorted(set(field[0]) & set(field[1]))


def near(x: Context, s: State, box: int, side: int) -> dict[int, int]:
    """Boxes with counters of a side from which it may march to a battle, and the movement points of the way."""
    layout = x.layout(s)
    foes, mine = x.forces(s, other(side)), layout.field[side]
    most = max(x.tables.guns)
    ways = x.spread(s, box, most, foes)
    return {there: far for there, (far, _) in sorted(ways.items()) if there != box and far and there in mine}


class GunsPhase(Step, frozen=True, tag="guns-phase"):
    """B3. The battles are marked; the other side may march to each but those after an interception (6.5.1)."""

    who: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        for box in battles(x, s):
            if box not in s.met:
                s = self._uncovered(x, s, box, log)
        open_ = [box for box in battles(x, s) if box not in s.met]
        return s.push(*(Guns(other(self.who), box) for box in reversed(open_)))

    def _uncovered(self, x: Context, s: State, box: int, log: Log) -> State:
        """Dummies and leaders that alone would bar a march are revealed (7.1, reading 82)."""
        real = {c.at: 1 for i, c in enumerate(s.counters) if c.at >= 0 and x.sides[i] == self.who and x.is_unit(i)}
        foes = x.forces(s, self.who)
        most = max(x.tables.guns)
        with_all, without = x.spread(s, box, most, foes), x.spread(s, box, most, real)
        mine = x.layout(s).field[other(self.who)]
        for there in sorted(set(without) - set(with_all)):
            at = there
            while there in mine and at >= 0 and at != box:
                if at in foes and at not in real:
                    s = turned_up(x, remove_dummies(x, s, at, self.who, log), self.who, [at], log)
                at = without[at][1]
        return s


class Guns(ReactionOffer, frozen=True, tag="guns"):
    """A side sends forces to a battle, each on a die (6.5.2)."""

    hint: ClassVar[str] = "Forces a march or two away may reach the battle after its second or third round."

    tries: ClassVar[type[m.React | m.ToGuns]] = m.ToGuns

    def near(self, x: Context, s: State) -> Iterable[int]:
        return near(x, s, self.box, self.who)

    def fresh(self, s: State, i: int) -> bool:
        return i not in s.marched

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "guns",
            "To the guns!",
            f"A battle begins at {x.box(self.box)}. Who tries to march to it?",
            ("JDG 6.5.2",),
            formal=True,
        )

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return teams.passed(x, s, self.who)
        box = s.counters[move.pieces[0]].at
        points = near(x, s, self.box, self.who)[box]
        value, parts = value_of(x, s, move.pieces, self.who)
        done = reacts(x.tables, value, dice, purpose="march to the guns")
        s = replace(s, marched=tuple(sorted((*s.marched, *move.pieces)))).each(move.pieces, idle=False)
        told = x.called(s, move.pieces)
        hexes = (box, self.box)
        value_told(x, move.pieces, value, parts, log)
        if not done:
            deaf = doing(x, told, f"try in vain to march from {x.box(box)} to the guns of {x.box(self.box)}")
            say(log, "guns", f"{deaf}.", "6.5.2", hexes=hexes)
            return s
        goes = doing(x, told, f"march from {x.box(box)} to the guns of {x.box(self.box)}")
        say(log, "guns", f"{goes}.", "6.5.2", hexes=hexes)
        return replace(s, marches=(*s.marches, March(self.box, box, move.pieces, points)))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Done):
            return Label("Nobody else", "", ("JDG 6.5.2",))
        if not isinstance(move, m.ToGuns) or not move.pieces or not all(0 <= i < len(s.counters) for i in move.pieces):
            return None
        box = s.counters[move.pieces[0]].at
        points = near(x, s, self.box, self.who).get(box, 0)
        value, _ = value_of(x, s, move.pieces, self.who)
        after = x.tables.guns.get(points, 0)
        odds = reaction_odds(x.tables, value)
        detail = f"Command value {value}: {percent(odds)}. They fight after round {after}, if it lasts so long."
        return Label(f"{names(x.name(i) for i in move.pieces)} to {x.box(self.box)}", detail, ("JDG 6.5.2",))


def arriving(x: Context, s: State, box: int, length: int) -> list[tuple[March, int]]:
    """The marches to a battle of ``length`` rounds that come in time, each with the round after which (6.5.2)."""
    found = [(march, arrives_after(x.tables, march.points, length)) for march in s.marches if march.to == box]
    return [(march, after) for march, after in found if after is not None]


def by_another_way(x: Context, s: State, march: March, entries: Sequence[Entered]) -> bool:
    """Whether a march comes over another connection than those the attackers used (8.5, reading 12)."""
    ways = x.spread(s, march.to, max(x.tables.guns), {}, enter=True)
    at = march.box
    while ways.get(at, (0, -1))[1] not in (march.to, -1):
        at = ways[at][1]
    return x.network.link_between(at, march.to) not in {entry.link for entry in entries}
