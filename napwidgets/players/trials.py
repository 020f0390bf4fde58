"""Trying moves out: near enough to the end of a game a searching player plays the moves themselves on to it.

There a few tempers no longer tell plans apart, for what counts is this one move. The usual move and some others that
its system thinks worth trying are each followed by the usual play of both sides, with the same draws and dice; those
that do badly are dropped on the way. Where its system knows drafts of a whole turn they are tried in the same way,
once a turn and from farther off, and the moves are then tried around the best of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean
from typing import Protocol

from msgspec import Struct

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.base import Player
from napwidgets.players.search import FEWEST, Mind, Plan, Searcher, T, gain

#: After this part of the trials, and each quarter of them after it, the worse half of the moves is dropped.
FIRST, NEXT = 1 / 3, 1 / 4


class Effort(Struct, frozen=True):
    """How many decisions are played on for one's own, and how many lines to the end that must suffice for; so many
    moves, or drafts of a turn, are tried at the most.
    """

    trials: int
    lines: int
    most: int


class Trials(Mind[T], Protocol):
    """What a system knows for trying moves out."""

    effort: Effort

    def sketched(self, mood: T) -> T:
        """A temper on the way to the end: as it is, if need be quicker."""
        ...

    def alternatives(self, engine: Engine, view: State, seat: str, own: Player, rng: Random) -> Sequence[Move]:
        """Moves worth trying beside the one that ``own`` would make, the best first."""
        ...


class Drafts(Trials[T], Protocol):
    """What a system knows for trying whole turns out."""

    #: The decision with which a turn of one's own begins.
    opening: str
    drafting: Effort

    def draft(self, mood: T, rng: Random) -> T:
        """A temper for a turn, drawn: some things are dearer to it than to the usual one, others cheaper."""
        ...


#: A line of a candidate: how it stands at its end, and how many decisions it took.
Line = Callable[[int, int], tuple[float, int]]


def race(count: int, line: Line, trials: int, stopped: Callable[[], bool]) -> int:
    """Which of so many candidates ends best for certain, the first of them being the usual one: they are played on in
    turn, and the worse half is dropped again and again, until so many decisions have been made.

    >>> race(3, lambda n, k: ((0.5, 0.9, 0.2)[n], 10), 300, lambda: False)
    1
    """
    ends: list[list[float]] = [[] for _ in range(count)]
    left, drop = float(trials), trials * (1 - FIRST)
    alive = list(range(count))
    while left > 0 and not stopped():
        n = min(alive, key=lambda i: (len(ends[i]), i))
        worth, made = line(n, len(ends[n]))
        if stopped():
            # A line cut short says nothing.
            break
        ends[n].append(worth)
        left -= max(1, made)
        even = len({len(ends[i]) for i in alive}) == 1 and len(ends[0]) >= FEWEST
        if left < drop and len(alive) > 2 and even:
            ranked = sorted(alive[1:], key=lambda i: (-fmean(ends[i]), i))
            alive, drop = [0, *ranked[: len(ranked) // 2]], drop - trials * NEXT
    sure = [0.0, *(gain(tried, ends[0]) for tried in ends[1:])]
    return max(range(count), key=lambda i: (sure[i], -i))


class Trier(Searcher[T]):
    """A searching player that plays single moves on where the end is near."""

    mind: Trials[T]
    #: How many decisions were tried, in which turn it was looked how far the end is, and whether it was near.
    _asked, _looked, _near = 0, 0, False

    def __init__(self, rng: Random, mind: Trials[T]) -> None:
        super().__init__(rng, mind)
        self._others = mind.sketched(mind.usual)

    def _chosen(self, engine: Engine, view: State, seat: str) -> Move:
        self._study(engine, seat)
        turn = engine.clock(view)[0]
        if turn != self._looked:
            self._near = self._within(self.mind.effort, engine, view, seat)
            self._looked = self._looked if self._told.is_set() else turn
        if not self._near or not (engine.subjects(view) or len(engine.options(view)) > 1):
            return super()._chosen(engine, view, seat)
        self._plan, self._own.mood = 0, self._plans[0].mood
        moves = self._candidates(engine, view, seat)
        return moves[self._best(engine, view, seat, moves)] if len(moves) > 1 else moves[0]

    def _within(self, effort: Effort, engine: Engine, view: State, seat: str) -> bool:
        """Whether the end is so near that there is time for the lines."""
        # One decision more than is near: how far the end is beyond that does not matter.
        near, turn = effort.trials // effort.lines, engine.clock(view)[0]
        mood = self._plans[0].mood
        length = self._line(engine, view, seat, mood, f"{self._seed}/{turn}", math.inf, None, near + 1)[1]
        # A line cut short says nothing about how far the end is.
        return length <= near and not self._told.is_set()

    def _candidates(self, engine: Engine, view: State, seat: str) -> list[Move]:
        """The usual move first, then those that are worth trying."""
        self._asked += 1
        usual = self._own.choose(engine, view, seat)
        rng = Random(f"{self._seed}/{self._asked}")
        others = self.mind.alternatives(engine, view, seat, self._own, rng)
        return list(dict.fromkeys([usual, *others]))[: self.mind.effort.most]

    def _best(self, engine: Engine, view: State, seat: str, moves: Sequence[Move]) -> int:
        """Which move ends best for certain, the first of them being the usual one."""
        mood = self.mind.sketched(self._plans[0].mood)

        def line(n: int, k: int) -> tuple[float, int]:
            return self._line(engine, view, seat, mood, f"{self._seed}/{self._asked}/{k}", math.inf, moves[n])

        return race(len(moves), line, self.mind.effort.trials, self._told.is_set)


class Drafter(Trier[T]):
    """A searching player that plays drafts of its turns on where the end is near enough, and its moves where it is
    nearer still.
    """

    mind: Drafts[T]
    #: The turn that was drafted.
    _drafted = 0

    def __init__(self, rng: Random, mind: Drafts[T]) -> None:
        super().__init__(rng, mind)
        self._usual = self._plans[0]

    def _study(self, engine: Engine, seat: str) -> None:
        if engine.scenario_id != self._field:
            super()._study(engine, seat)
            self._usual = self._plans[0]

    def _chosen(self, engine: Engine, view: State, seat: str) -> Move:
        self._study(engine, seat)
        decision, turn = engine.decision(view), engine.clock(view)[0]
        if decision is not None and decision.kind == self.mind.opening and turn != self._drafted:
            self._draft(engine, view, seat, turn)
            # A thought cut short is begun anew with the next decision.
            self._drafted = self._drafted if self._told.is_set() else turn
        return super()._chosen(engine, view, seat)

    def _draft(self, engine: Engine, view: State, seat: str, turn: int) -> None:
        self._plans = [self._usual]
        by, rng, usual = self.mind.drafting, Random(f"{self._seed}/{turn}/drafts"), self._usual.mood
        if not self._within(by, engine, view, seat):
            return
        moods = [usual, *(self.mind.draft(usual, rng) for _ in range(by.most - 1))]
        quick = [self.mind.sketched(mood) for mood in moods]

        def line(n: int, k: int) -> tuple[float, int]:
            return self._line(engine, view, seat, quick[n], f"{self._seed}/{turn}/drafts/{k}", math.inf)

        best = race(len(moods), line, by.trials, self._told.is_set)
        if best:
            self._plans = [
                Plan("draft", "has played the rest on in its head, and goes where that ended best", moods[best])
            ]
