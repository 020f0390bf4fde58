"""Playing on in the head: a player that tries its plans out against what the enemy may have, and keeps to the best.

The frame of all systems. What a system knows stands in its `Mind`: its plans, what may lie behind what a view hides,
and how a position stands. Plans are weighed once a turn, with a budget of decisions played on, not of seconds, so that
the same seed gives the same game on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev
from threading import Event as Flag
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine, Event, Move, State, winners
from napwidgets.players.base import Player
from napwidgets.players.studies import studied
from napwidgets.players.temper import Temper

T = TypeVar("T", bound=Temper)

#: How many decisions are played on for the plan of a turn, and how many a line has at the most.
BUDGET, LINE = 1500, 400
#: A plan of which fewer lines are known than this is not followed.
FEWEST = 3
#: What the standing at the end counts beside the game.
STANDING = 0.5


class Plan(Struct, Generic[T], frozen=True):
    """A way to go about it: its name and what it means, in words, and the temper that follows it."""

    name: str
    words: str
    mood: T


class Mind(Protocol[T]):
    """What a system knows for playing on."""

    #: How many turns are played on.
    horizon: int
    #: The temper of whoever has not studied the field.
    usual: T

    def plans(self) -> Sequence[Plan[T]]:
        """The plans for a field that has not been studied, the usual one first."""
        ...

    def player(self, rng: Random, mood: T) -> Player:
        """A player that follows a temper."""
        ...

    def imagined(self, engine: Engine, view: State, seat: str, rng: Random) -> State:
        """A whole position that looks to ``seat`` like the view: what it can't see is drawn anew."""
        ...

    def standing(self, engine: Engine, state: State, seat: str) -> float:
        """How a position stands for a seat, from 0 (lost) to 1 (won)."""
        ...


def gain(plan: Sequence[float], usual: Sequence[float]) -> float:
    """By how much a plan stands better than the usual one for certain: the mean over lines with the same dice, less its
    standard error.

    >>> gain([0.6, 0.8, 0.7], [0.5, 0.5, 0.5]) > 0.1, gain([0.6], [0.5])
    (True, -1.0)
    """
    more = [a - b for a, b in zip(plan, usual, strict=False)]
    if len(more) < FEWEST:
        return -1.0
    return fmean(more) - stdev(more) / math.sqrt(len(more))


class Searcher(Generic[T]):
    """A computer player that plays its plans through before it decides, unless it has studied the field."""

    kind = "marshal"

    def __init__(self, rng: Random, mind: Mind[T], budget: int = BUDGET) -> None:
        self._rng, self.mind, self._budget = rng, mind, budget
        self._plans = list(mind.plans())
        self._seed = str(rng.random())
        self._turn = 0
        self._plan = 0
        self._own: Any = mind.player(rng, self._plans[0].mood)
        self._tried: list[list[float]] = [[] for _ in self._plans]
        self._told = Flag()
        #: How all others go about it in its lines.
        self._others = mind.usual
        #: The field that the plans are for.
        self._field = ""

    @property
    def plan(self) -> Plan[T]:
        """What it follows now."""
        return self._plans[self._plan]

    def stop(self) -> None:
        """Think no further and answer; another thread may ask for it. Asked too early it holds for the next answer."""
        self._told.set()

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        """The move for the decision on top of the view."""
        try:
            return self._chosen(engine, view, seat)
        finally:
            self._told.clear()

    def _study(self, engine: Engine, seat: str) -> None:
        """On a field that it has studied there is one plan: what did best there."""
        if engine.scenario_id == self._field:
            return
        self._field = engine.scenario_id
        best = studied(engine, seat, self.mind.usual)
        if best is not None:
            self._plans = [Plan("studied", "does what did best on this field in many games", best)]

    def _chosen(self, engine: Engine, view: State, seat: str) -> Move:
        self._study(engine, seat)
        turn = engine.clock(view)[0]
        if turn != self._turn and len(self._plans) > 1 and (engine.subjects(view) or len(engine.options(view)) > 1):
            self._think(engine, view, seat, turn)
            # A thought cut short is begun anew with the next decision.
            self._turn = self._turn if self._told.is_set() else turn
        self._own.mood = self.plan.mood
        chosen: Move = self._own.choose(engine, view, seat)
        return chosen

    def why(self, engine: Engine, view: State, seat: str) -> str:
        """The plan, and what the player that follows it is after."""
        aims = self._own.why(engine, view, seat)
        return f"The plan: {self.plan.words}. {aims}".rstrip()

    def _think(self, engine: Engine, view: State, seat: str, turn: int) -> None:
        left, self._tried = self._budget, [[] for _ in self._plans]
        while left > 0 and not self._told.is_set():
            n = min(range(len(self._plans)), key=lambda i: (len(self._tried[i]), i))
            seed = f"{self._seed}/{turn}/{len(self._tried[n])}"
            until = turn + self.mind.horizon
            worth, made = self._line(engine, view, seat, self._plans[n].mood, seed, until)
            if self._told.is_set():
                # A line cut short says nothing about its plan.
                break
            self._tried[n].append(worth)
            left -= max(1, made)
        sure = [0.0, *(gain(tried, self._tried[0]) for tried in self._tried[1:])]
        self._plan = max(range(len(sure)), key=lambda i: (sure[i], -i))

    def _line(
        self,
        engine: Engine,
        view: State,
        seat: str,
        mood: T,
        seed: str,
        until: float,
        first: Move | None = None,
        most: int = LINE,
    ) -> tuple[float, int]:
        """How one line stands at a turn, at its end or after so many decisions, and how many it took; ``first`` is its
        first move if that is not left to the temper.
        """
        rng = Random(seed)
        state = self.mind.imagined(engine, view, seat, rng)
        team = next(team.seats for team in engine.teams if seat in team.seats)
        players = {who: self.mind.player(rng, mood if who in team else self._others) for who in engine.seats}
        dice, log = SeededDice(seed), list[Event]()
        made = 0
        while made < most and (decision := engine.decision(state)) is not None:
            if engine.clock(state)[0] >= until or self._told.is_set():
                break
            try:
                move = first or players[decision.seat].choose(engine, state, decision.seat)
                first = None
                state = engine.apply(state, decision.seat, move, dice, log)
            except NapwidgetsError:
                # What was drawn does not hold together here: as far as it got it counts.
                break
            dice.throws.clear()
            log.clear()
            made += 1
        return worth_of(engine, state, seat, self.mind.standing), made


def worth_of(engine: Engine, state: State, seat: str, standing: Callable[[Engine, State, str], float]) -> float:
    """How a position stands for a seat, from 0 to 1; of a game that is over its result counts most, and then by how
    much it was won or lost, so that fewer lines tell moves apart.
    """
    stands, outcome = standing(engine, state, seat), engine.outcome(state)
    if outcome is None:
        return stands
    won = winners(engine, outcome)
    points = 0.5 if not won else float(seat in won)
    return (points + STANDING * stands) / (1 + STANDING)
