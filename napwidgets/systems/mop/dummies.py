"""37.6. Dummies: covers with nobody under them.

Reading 27 of docs/rules/mop.md applies here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.mop.reports import moved
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.telling import refuse
from napwidgets.systems.mop.vedettes import ride
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.arms import HORSE
from napwidgets.systems.tactical.core.step import OwnChoice, subject_number
from napwidgets.systems.tactical.ground.context import Context, Log
from napwidgets.systems.tactical.ground.layout import NOBODY


class SetDummy(m._Move, tag="set-dummy", frozen=True):
    """Put a dummy down in a hex."""

    hex: int


class GoDummy(m._Move, tag="go-dummy", frozen=True):
    """A dummy goes from a hex to another."""

    start: int
    to: int


def most(x: Context, side: int) -> int:
    """How many dummies a side may have: as many as it has corps (37.6)."""
    return sum(info.side == side for info in x.setting.commands[: x.setting.formations])


def places(x: Context, s: State, side: int) -> list[int]:
    """Where a dummy can split off: empty hexes beside stacks of the side that are under cover themselves."""
    layout = x.ground.layout(s)
    mine = [h for h in layout.covered if layout.side[h] == side and h in layout.at]
    near = {n for h in mine for n, _, _ in x.setting.steps[HORSE][h]}
    return sorted(n for n in near if layout.side[n] == NOBODY)


def ways(x: Context, s: State, side: int, start: int) -> list[int]:
    """Where a dummy can go in a turn: as far as a vedette rides, round everybody (37.6)."""
    notes = x.notes(s, side)
    known: list[int] | None = notes.get(("dummy", start))
    if known is None:
        reached = ride(x, start, 0, chain(*x.ground.layout(s).hexes))
        known = notes["dummy", start] = sorted(h for h in reached if h != start)
    return known


class DummyStage(OwnChoice, frozen=True, tag="dummies"):
    """A side sets dummies and moves them (37.6); each goes once a turn. Whoever has a cover on the map is asked: else
    the silence would tell that nobody but vedettes is under it.
    """

    gone: tuple[int, ...] = ()

    def _mine(self, s: State) -> list[int]:
        return [h for side, h in s.decoys if side == self.who]

    def automatic(self, x: Context, s: State) -> bool:
        layout = x.ground.layout(s)
        return not self._mine(s) and not any(layout.side[h] == self.who for h in layout.covered)

    def question(self, x: Context, s: State) -> Question:
        left = most(x, self.who) - len(self._mine(s))
        prompt = f"Covers may hide nobody at all. Set dummies ({left} left) or move them, then choose Done."
        return Question("dummies", "Dummies", prompt, ("MoP 37.6",), secret=True, formal=True)

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"d:{h}", f"Dummy at {x.place(h)}", h) for h in self._mine(s) if h not in self.gone]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        if subject is None:
            fresh = places(x, s, self.who) if len(self._mine(s)) < most(x, self.who) else []
            return [m.Pass(), *(SetDummy(h) for h in fresh)]
        start = subject_number(subject, "d")
        if start not in self._mine(s) or start in self.gone:
            return []
        return [GoDummy(start, h) for h in ways(x, s, self.who, start)]

    def check(self, x: Context, s: State, move: m._Move) -> None:
        subject = f"d:{move.start}" if isinstance(move, GoDummy) else None
        if move not in self.options(x, s, subject):
            if isinstance(move, SetDummy | GoDummy):
                raise refuse("dummy", "Dummies split off from covered stacks; there are as many as corps.", "37.6")
            raise self.not_offered(x, s, move)

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        if isinstance(move, SetDummy):
            s = s.pop(replace(self, gone=(*self.gone, move.hex)))
            return replace(s, decoys=(*s.decoys, (self.who, move.hex)))
        if isinstance(move, GoDummy):
            s = s.pop(replace(self, gone=(*self.gone, move.to)))
            kept = tuple(d for d in s.decoys if d != (self.who, move.start))
            return moved(replace(s, decoys=(*kept, (self.who, move.to))), self.who, move.start, move.to)
        return s.pop()

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if isinstance(move, SetDummy):
            return Label(f"A dummy at {x.place(move.hex)}", "", ("MoP 37.6",))
        if isinstance(move, GoDummy):
            return Label(f"The dummy goes to {x.place(move.to)}", "", ("MoP 37.6",))
        return None
