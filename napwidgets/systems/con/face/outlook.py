"""What may follow a combat on the map, as the rules themselves play it on: every way back, every advance and pursuit,
whatever those choose who have a choice (10.3, 10.5.7.3, 10.5.7.4). For one who sees who stands where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice, ScriptedDice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.con import morale
from napwidgets.systems.con.battle import Course
from napwidgets.systems.con.combat import Combat
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.fighting import Aftermath, fought_out
from napwidgets.systems.con.forces import Way
from napwidgets.systems.con.pursuing import Following
from napwidgets.systems.con.retreating import with_way
from napwidgets.systems.con.state import State
from napwidgets.systems.con.step import SideChoice

T = TypeVar("T", int, Fraction)
#: Strength points if everybody chooses what is best for a side, and if everybody chooses what is worst for it.
Cost: TypeAlias = tuple[int, int]
#: A chance, likewise.
Span: TypeAlias = tuple[Fraction, Fraction]
_NEVER: Span = Fraction(0), Fraction(0)
_NO_DICE: Dice = ScriptedDice([])


class Outlook(Struct, frozen=True, array_like=True):
    """What the way back costs each side in strength points, whether there is none at all for it (``shut``), and how
    likely it becomes demoralized.
    """

    cost: tuple[Cost, Cost] = ((0, 0), (0, 0))
    shut: tuple[bool, bool] = (False, False)
    shaken: tuple[Span, Span] = (_NEVER, _NEVER)


class Outlooks:
    """What may follow each course of a combat."""

    def __init__(self, x: Context, s: State, n: int, combat: Combat) -> None:
        self.x, self.n, self.combat = x, n, combat
        self._start = replace(s, agenda=())
        self._known: dict[Course, Outlook] = {}
        #: What a pursuit does to morale, by all that it depends on: strengths are not among it.
        self._chased: dict[Any, tuple[Span, Span]] = {}
        self._failed: dict[Any, Fraction] = {}

    def of(self, course: Course) -> Outlook:
        """What may follow a course."""
        if course not in self._known:
            s = fought_out(self.x, self._start, self.n, self.combat, course, [])
            self._known[course] = self._after(s, (self._strength(s, 0), self._strength(s, 1)))
        return self._known[course]

    def _strength(self, s: State, side: int) -> int:
        return self.x.strength(s, _aftermath(s).units[side])

    def _after(self, s: State, left: tuple[int, int]) -> Outlook:
        """What may follow while retreats are on the agenda; ``left`` is what both sides have when they begin."""
        if isinstance(s.agenda[-1], Following | Aftermath):
            return self._gone(s, left)
        found = [self._after(after, left) for after in self._choices(s)]
        one, two = (_widest(outlook.cost[side] for outlook in found) for side in (0, 1))
        three, four = (_widest(outlook.shaken[side] for outlook in found) for side in (0, 1))
        shut = all(outlook.shut[0] for outlook in found), all(outlook.shut[1] for outlook in found)
        return Outlook((one, two), shut, (three, four))

    def _choices(self, s: State) -> Iterator[State]:
        """What a step without dice may lead to."""
        x, top = self.x, s.agenda[-1]
        if isinstance(top, SideChoice) and not top.automatic(x, s):
            for move in top.options(x, s, None):
                yield top.play(x, s, move, _NO_DICE, [])
        else:
            yield top.run(x, s, _NO_DICE, [])

    def _gone(self, s: State, left: tuple[int, int]) -> Outlook:
        """What may follow once the retreats are over."""
        step, paths = _aftermath(s), s.fights[self.n].paths
        one, two = (left[side] - self._strength(s, side) for side in (0, 1))
        three, four = (bool(step.end.hexes[side]) and not paths[side] for side in (0, 1))
        failing = self._failing(s)
        shaken = self._chase(s, failing) if any(failing) else (_NEVER, _NEVER)
        return Outlook(((one, one), (two, two)), (three, four), shaken)

    def _failing(self, s: State) -> tuple[Fraction, ...]:
        """How likely each side's check fails out of a zone and in one, each not pursued and pursued. Whoever has lost
        all men on the way has none to make.
        """
        x, step, found = self.x, _aftermath(s), []
        for side in (0, 1):
            owes = step.hexes and self._strength(s, side)
            made = morale.owed(x.tables, step.combat, step.end, step.hexes, side) if owes else None
            for zone, pursued in product((False, True), repeat=2):
                way = replace(s.fights[self.n].ways[side], in_zone=zone, pursued=pursued)
                found.append(self._fails(step, side, way) if made is not None else Fraction(0))
        return tuple(found)

    def _fails(self, step: Aftermath, side: int, way: Way) -> Fraction:
        """How likely a side fails its check after such a way."""
        key = step.end.winner, step.hexes, side, way.barred, way.in_zone, way.pursued
        if key not in self._failed:
            combat = with_way(step.combat, side, way)
            check = morale.after_battle(self.x.tables, combat, step.end.winner, step.hexes, side)
            self._failed[key] = morale.failing(self.x.tables, check)
        return self._failed[key]

    def _chase(self, s: State, failing: tuple[Fraction, ...]) -> tuple[Span, Span]:
        """How likely both become demoralized, whoever follows and however far; ``failing`` as of `_failing`."""
        x, top = self.x, s.agenda[-1]
        if isinstance(top, Aftermath):
            ways = [group.way for group in top.gone_by(x, s).groups]
            one, two = (failing[4 * side + 2 * way.in_zone + way.pursued] for side, way in enumerate(ways))
            return (one, one), (two, two)
        key = _where(s, self.n, top), failing
        if key not in self._chased:
            moves = [None] if top.automatic(x, s) else top.options(x, s, None)
            found = [self._thrown(s, top, move, failing) for move in moves]
            self._chased[key] = _widest(one for one, _ in found), _widest(two for _, two in found)
        return self._chased[key]

    def _thrown(self, s: State, top: Following, move: Any, failing: tuple[Fraction, ...]) -> tuple[Span, Span]:
        """The same after a move, over all its dice; None goes on where nobody can follow."""

        def once(dice: Dice) -> tuple[Span, Span]:
            after = top.run(self.x, s, dice, []) if move is None else top.play(self.x, s, move, dice, [])
            return self._chase(after, failing)

        found = distribution(once)

        def mean(side: int) -> Span:
            return found.mean(lambda both: both[side][0]), found.mean(lambda both: both[side][1])

        return mean(0), mean(1)


def _aftermath(s: State) -> Aftermath:
    """The last step of what follows a combat."""
    step = s.agenda[0]
    assert isinstance(step, Aftermath)
    return step


def _widest(spans: Iterable[tuple[T, T]]) -> tuple[T, T]:
    found = list(spans)
    return min(low for low, _ in found), max(high for _, high in found)


def _where(s: State, n: int, top: Following) -> Any:
    """Who stands where, and who may follow whom on which way."""
    pieces = tuple(troop.at for troop in s.units), s.leaders, s.vedettes
    return pieces, s.fights[n].paths, s.fights[n].pursued, top.who, top.used
