"""A field studied beforehand: which weights of a player do best there against the usual ones, by many games.

Tempers drawn near the usual one play a few games each; the worse half goes, the others play more, until two are left.
Then the same once more with mixtures of these two. What is left is held against the usual temper in games on which
nothing was chosen.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct, structs

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine, winners
from napwidgets.lab.kept import Job
from napwidgets.lab.playouts import last_position
from napwidgets.lab.runner import gather
from napwidgets.players.base import seeded
from napwidgets.players.registry import make_player
from napwidgets.players.search import Mind, Searcher
from napwidgets.players.studies import Study, studies
from napwidgets.players.temper import Temper
from napwidgets.scenarios import load

#: The part of its weights that is moved in a temper drawn anew, and how far; the same for a mixture of two.
DRAWN, MIXED = (0.3, 0.6), (0.25, 0.4)
#: How far a weight is moved that may as well lie on the other side of nothing.
ABOUT_ZERO = {"worth_it": 0.3, "stir": 0.2}
#: The part of a mixture that comes from the better one.
BETTER = 0.6
#: From so many games a round on they are not doubled; so many tempers that did well elsewhere are tried at the most.
MOST, KNOWN = 16, 5
#: What the standing at the end counts beside the game.
STANDING = 0.5


class CantStudy(NapwidgetsError, ValueError):
    """A field that can't be studied; the sentence says why."""


class Effort(Struct, frozen=True):
    """How much is played: tempers drawn and the games of each in the first round, mixtures and theirs, and the games
    that hold the best one against the usual one.
    """

    drawn: int
    games: int
    mixed: int
    more: int
    held: int


class Trial(Struct, frozen=True):
    """A game of a temper: 1 for a win, a half for a draw, and how it stood at the end, from 0 to 1."""

    points: float
    standing: float


def mind_of(engine: Engine) -> Mind[Any]:
    """What a system's searching player knows; raises `CantStudy` where there is none."""
    try:
        player = make_player("marshal", engine, engine.seats[0])
    except NapwidgetsError:
        player = None
    if not isinstance(player, Searcher):
        raise CantStudy(f"{engine.scenario_id} can't be studied: its system has no player that plays on in its head.")
    mind: Mind[Any] = player.mind
    return mind


def tried(job: Job) -> Trial:
    """Play the game that ``job`` describes: its bot is a seat with the weights, in JSON, by which it is played."""
    engine = load(job.scenario, job.options, job.tables)
    mind = mind_of(engine)
    ((seat, text),) = job.bots.items()
    mood = msgspec.json.decode(text, type=type(mind.usual))
    players = {who: mind.player(seeded(job.seed, who), mood if who == seat else mind.usual) for who in engine.seats}
    state, _, _ = last_position(engine, players, job.seed)
    outcome = engine.outcome(state)
    won = winners(engine, outcome) if outcome is not None else ()
    return Trial(float(seat in won) if won else 0.5, mind.standing(engine, state, seat))


class Student:
    """The study of one side of a scenario; ``seed`` names the games and what is drawn."""

    def __init__(
        self,
        scenario: str,
        seat: str,
        effort: Effort,
        seed: str = "study",
        workers: int | None = None,
        progress: bool = False,
        keep: str | os.PathLike[str] | None = None,
    ) -> None:
        self.engine = load(scenario)
        if seat not in self.engine.seats:
            raise CantStudy(f"There is no side {seat!r} in {scenario}; choose one of {', '.join(self.engine.seats)}.")
        self.usual: Temper = mind_of(self.engine).usual
        self._scenario, self._seat, self._effort, self._seed = scenario, seat, effort, seed
        self._rng = Random(f"{seed}/{scenario}/{self.engine.seats.index(seat)}")
        self._how = (workers, progress, keep)
        self._next = 0

    def study(self) -> Study:
        """The best temper that is found, beside the usual one."""
        by, rng = self._effort, self._rng
        drawn = [self.usual, *self._known()]
        drawn += [self.usual.varied(rng, *DRAWN, ABOUT_ZERO) for _ in range(by.drawn + 1 - len(drawn))]
        pair = self._best(drawn, by.games)
        found = self._best([*pair, *(self._mixed(*pair) for _ in range(by.mixed))], by.more)[0].weights()
        weights = {name: round(w, 3) for name, w in found.items() if w != self.usual.weights()[name]}
        held = f"{self._seed}/v"
        seeds = [f"{held}{n}" for n in range(by.held)]
        got, had = self._played([structs.replace(self.usual, **weights), self.usual], seeds)
        points, before = (round(100 * fmean(one.points for one in row), 1) for row in (got, had))
        return Study(weights, points, before, by.held, held)

    def _known(self) -> list[Temper]:
        """What has done better elsewhere."""
        fields = studies(self.engine.system)
        found = [
            structs.replace(self.usual, **study.weights)
            for scenario, sides in fields.items()
            for seat, study in sides.items()
            if study.pays and (scenario, seat) != (self._scenario, self._seat)
        ]
        return found[-KNOWN:]

    def _mixed(self, first: Temper, second: Temper) -> Temper:
        """A temper with weights of two, a little moved."""
        one, other, rng = first.weights(), second.weights(), self._rng
        mixture = {name: one[name] if rng.random() < BETTER else other[name] for name in one}
        return structs.replace(first, **mixture).varied(rng, *MIXED, ABOUT_ZERO)

    def _best(self, moods: Sequence[Temper], games: int) -> list[Temper]:
        """The two that are left of some tempers, the better one first."""
        alive: list[tuple[Temper, list[Trial]]] = [(mood, []) for mood in moods]
        while True:
            seeds = [f"{self._seed}/{self._next + n}" for n in range(games)]
            self._next += games
            for (_, known), new in zip(alive, self._played([mood for mood, _ in alive], seeds), strict=True):
                known += new
            alive.sort(key=lambda one: -fmean(trial.points + STANDING * trial.standing for trial in one[1]))
            if len(alive) <= 2:
                return [mood for mood, _ in alive]
            alive = alive[: max(2, len(alive) // 2)]
            games = 2 * games if games < MOST else games

    def _played(self, moods: Sequence[Temper], seeds: Sequence[str]) -> list[list[Trial]]:
        """The games of each temper with the same seeds."""
        texts = [msgspec.json.encode(mood).decode() for mood in moods]
        jobs = [Job(self._scenario, seed, {self._seat: text}) for text in texts for seed in seeds]
        workers, progress, keep = self._how
        found = gather(tried, jobs, f"{self._scenario}, {self._seat}", workers, progress, keep)
        if len(found) < len(jobs):
            raise CantStudy("The study was stopped; with a file to keep its games in it would go on from there.")
        return [found[n * len(seeds) : (n + 1) * len(seeds)] for n in range(len(moods))]
