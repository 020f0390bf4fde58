"""Trying moves out: near enough to the end of a game a searching player plays the moves themselves on to it.

There a few tempers no longer tell plans apart, for what counts is this one move. The usual move and some others that
its system thinks worth trying are each followed by the usual play of both sides, with the same draws and dice; those
that do badly are dropped on the way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Protocol

from msgspec import Struct

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.base import Player
from napwidgets.players.search import FEWEST, Mind, Searcher, T, gain

#: After this part of the trials, and each quarter of them after it, the worse half of the moves is dropped.
FIRST, NEXT = 1 / 3, 1 / 4


class Effort(Struct, frozen=True):
    """How many decisions are played on for one's own, and how many lines to the end that must suffice for; so many
    moves are tried at the most.
    """

    trials: int
    lines: int
    most: int


class Trials(Mind[T], Protocol):
    """What a system knows for trying moves out."""

    effort: Effort
    #: The temper of both sides on the way to the end: as the usual one, if need be quicker.
    sketch: T

    def alternatives(self, engine: Engine, view: State, seat: str, own: Player, rng: Random) -> Sequence[Move]:
        """Moves worth trying beside the one that ``own`` would make, the best first."""
        ...


class Trier(Searcher[T]):
    """A searching player that plays single moves on where the end is near."""

    mind: Trials[T]
    #: How many decisions were tried, in which turn it was looked how far the end is, and whether it was near.
    _asked, _looked, _near = 0, 0, False

    def __init__(self, rng: Random, mind: Trials[T]) -> None:
        super().__init__(rng, mind)
        self._others = mind.sketch

    def _chosen(self, engine: Engine, view: State, seat: str) -> Move:
        self._study(engine, seat)
        turn, usual, by = engine.clock(view)[0], self._plans[0].mood, self.mind.effort
        if turn != self._looked:
            # One decision more than is near: how far the end is beyond that does not matter.
            near = by.trials // by.lines
            length = self._line(engine, view, seat, usual, f"{self._seed}/{turn}", math.inf, None, near + 1)[1]
            # A line cut short says nothing about how far the end is.
            self._near = length <= near and not self._told.is_set()
            self._looked = self._looked if self._told.is_set() else turn
        if not self._near or not (engine.subjects(view) or len(engine.options(view)) > 1):
            return super()._chosen(engine, view, seat)
        self._plan, self._own.mood = 0, usual
        moves = self._candidates(engine, view, seat)
        return moves[self._best(engine, view, seat, moves)] if len(moves) > 1 else moves[0]

    def _candidates(self, engine: Engine, view: State, seat: str) -> list[Move]:
        """The usual move first, then those that are worth trying."""
        self._asked += 1
        usual = self._own.choose(engine, view, seat)
        rng = Random(f"{self._seed}/{self._asked}")
        others = self.mind.alternatives(engine, view, seat, self._own, rng)
        return list(dict.fromkeys([usual, *others]))[: self.mind.effort.most]

    def _best(self, engine: Engine, view: State, seat: str, moves: Sequence[Move]) -> int:
        """Which move ends best for certain, the first of them being the usual one."""
        ends: list[list[float]] = [[] for _ in moves]
        trials = self.mind.effort.trials
        left, drop = float(trials), trials * (1 - FIRST)
        alive = list(range(len(moves)))
        while left > 0 and not self._told.is_set():
            n = min(alive, key=lambda i: (len(ends[i]), i))
            seed = f"{self._seed}/{self._asked}/{len(ends[n])}"
            worth, made = self._line(engine, view, seat, self.mind.sketch, seed, math.inf, moves[n])
            if self._told.is_set():
                break
            ends[n].append(worth)
            left -= max(1, made)
            even = len({len(ends[i]) for i in alive}) == 1 and len(ends[0]) >= FEWEST
            if left < drop and len(alive) > 2 and even:
                ranked = sorted(alive[1:], key=lambda i: (-fmean(ends[i]), i))
                alive, drop = [0, *ranked[: len(ranked) // 2]], drop - trials * NEXT
        sure = [0.0, *(gain(tried, ends[0]) for tried in ends[1:])]
        return max(range(len(sure)), key=lambda i: (sure[i], -i))
