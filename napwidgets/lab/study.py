"""A field studied beforehand: which weights of a player do best there against the usual ones, by many games.

Every game is played by tempers drawn for both sides: some of what the usual player looks after is left out, some of
what he does not look after is tried, and all other weights are moved a little. So each game tells of every weight of
both sides at once, and a regression over all of them says which of them count. What counts is changed together, and
held against the usual temper in games on which nothing was chosen.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct, structs

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine, winners
from napwidgets.lab.kept import Job
from napwidgets.lab.playouts import last_position
from napwidgets.lab.runner import gather
from napwidgets.players.base import seeded
from napwidgets.players.registry import make_player
from napwidgets.players.search import STANDING, Mind, Searcher
from napwidgets.players.studies import Study
from napwidgets.players.temper import Temper
from napwidgets.scenarios import load

#: How often what the usual player looks after stays in, and how often what he does not look after is tried.
KEPT, TRIED = 0.7, 0.35
#: How far weights are moved: the standard deviation of their logarithms, and of those that may as well lie on the other
#: side of nothing.
SPREAD = 0.4
ABOUT_ZERO = {"worth_it": 0.25, "stir": 0.15}
#: How many games the belief is worth that a switch, or a weight, does not count.
DOUBT_SWITCH, DOUBT_WEIGHT = 8.0, 30.0
#: A weight counts if its effect is so many standard errors; with ``SAFE`` of them it is moved ``FARTHEST`` deviations.
COUNTS, SAFE, FARTHEST = 1.3, 2.0, 1.2
#: How the columns of the other side begin.
FOE = "foe: "


class CantStudy(NapwidgetsError, ValueError):
    """A field that can't be studied; the sentence says why."""


class Effort(Struct, frozen=True):
    """How much is played: games between tempers that are drawn, and for each side those that hold the best one, and as
    many that hold the usual one, against the usual one.
    """

    games: int
    held: int


class Way(Struct, frozen=True):
    """How a temper differs from the usual one: what is switched on or off, and how many deviations weights lie off."""

    switches: dict[str, bool]
    moved: dict[str, float]

    def columns(self) -> dict[str, float]:
        """Figures for a regression: half a step for a switch, whose name ends with a mark, deviations for a weight.

        >>> Way({"haste": False}, {"near": 1.5}).columns()
        {'haste?': -0.5, 'near': 1.5}
        """
        return {f"{name}?": on - 0.5 for name, on in self.switches.items()} | self.moved


class Trial(Struct, frozen=True):
    """A game: the points of each seat, 1 for a win and a half for a draw, and how it stood at the end, from 0 to 1."""

    points: tuple[float, ...]
    standing: tuple[float, ...]

    def worth(self, seat: int) -> float:
        """What the game was worth to a seat."""
        return self.points[seat] + STANDING * self.standing[seat]


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


def drawn(usual: Temper, rng: Random) -> Way:
    """A way to differ from the usual temper, drawn."""
    plain = type(usual)().weights()
    can_move = set(movable(usual))
    switches, moved = dict[str, bool](), dict[str, float]()
    for name, weight in usual.weights().items():
        if bool(weight) != bool(plain[name]):
            switches[name] = rng.random() < KEPT
        elif not weight and name in usual.UNTRIED:
            switches[name] = rng.random() < TRIED
        if name in can_move and switches.get(name, True):
            moved[name] = round(rng.gauss(0, 1), 3)
    return Way(switches, moved)


def movable(usual: Temper) -> list[str]:
    """The weights that can be moved: those that count, but for what is there or not, all or nothing."""
    plain = type(usual)().weights()
    return [name for name, w in usual.weights().items() if name in ABOUT_ZERO or (w and (w != 1 or plain[name]))]


def gone(usual: Temper, way: Way) -> Temper:
    """The temper that goes a way from the usual one."""
    now, plain = usual.weights(), type(usual)().weights()
    found = {
        name: weight + far * ABOUT_ZERO[name] if name in ABOUT_ZERO else weight * math.exp(SPREAD * far)
        for name, far in way.moved.items()
        for weight in (now[name],)
    }
    for name, on in way.switches.items():
        if now[name] == plain[name]:
            found[name] = usual.UNTRIED[name] if on else 0.0
        elif not on:
            found[name] = plain[name]
    return structs.replace(usual, **found)


def tried(job: Job) -> Trial:
    """Play the game that ``job`` describes: its bots are the seats, each with its weights in JSON."""
    engine = load(job.scenario, job.options, job.tables)
    mind = mind_of(engine)
    moods = {seat: msgspec.json.decode(text, type=type(mind.usual)) for seat, text in job.bots.items()}
    players = {seat: mind.player(seeded(job.seed, seat), mood) for seat, mood in moods.items()}
    state, _, _ = last_position(engine, players, job.seed)
    outcome = engine.outcome(state)
    won = winners(engine, outcome) if outcome is not None else ()
    return Trial(
        tuple(float(seat in won) if won else 0.5 for seat in engine.seats),
        tuple(mind.standing(engine, state, seat) for seat in engine.seats),
    )


def what_counts(ways: Sequence[Way], foes: Sequence[Way], worth: Sequence[float]) -> Way:
    """What is worth to change, by a regression of what games were worth over how both sides went about them.

    >>> ways = [Way({"haste": n % 2 == 0}, {"near": (n % 5 - 2) / 2}) for n in range(200)]
    >>> what_counts(ways, ways[::-1], [0.5 + 0.3 * way.moved["near"] - 0.2 * way.switches["haste"] for way in ways])
    Way(switches={'haste': False}, moved={'near': 1.2})
    """
    rows = [
        way.columns() | {f"{FOE}{name}": x for name, x in foe.columns().items()}
        for way, foe in zip(ways, foes, strict=True)
    ]
    sure = {name: t for name, t in effects(rows, worth).items() if not name.startswith(FOE)}
    counts = {name: t for name, t in sure.items() if abs(t) >= COUNTS}
    on = {name[:-1]: t > 0 for name, t in counts.items() if name.endswith("?")}
    moved = {name: t for name, t in counts.items() if not name.endswith("?") and on.get(name, True)}
    return Way(on, {n: round(math.copysign(FARTHEST * min(1.0, abs(t) / SAFE), t), 3) for n, t in moved.items()})


def effects(rows: Sequence[Mapping[str, float]], worth: Sequence[float]) -> dict[str, float]:
    """How many standard errors the effect of each column on what games were worth is, by a regression."""
    names = sorted({name for row in rows for name in row})
    table = np.array([[*(row.get(name, 0.0) for name in names), 1.0] for row in rows])
    doubt = [DOUBT_SWITCH if name.endswith("?") else DOUBT_WEIGHT for name in names]
    inverse = np.linalg.inv(table.T @ table + np.diag([*doubt, 0.0]))
    found = inverse @ table.T @ np.array(worth)
    rest = np.array(worth) - table @ found
    spread = float(rest @ rest) / max(1, len(rows) - len(names) - 1)
    errors = np.sqrt(max(spread, 1e-12) * np.diag(inverse))
    return {name: float(t) for name, t in zip(names, found / errors, strict=False)}


def job_of(scenario: str, seed: str, moods: Mapping[str, Temper]) -> Job:
    """A game between a temper for each seat."""
    return Job(scenario, seed, {seat: msgspec.json.encode(mood).decode() for seat, mood in moods.items()})


def played(
    jobs: Sequence[Job],
    name: str,
    workers: int | None,
    progress: bool,
    keep: str | os.PathLike[str] | None,
    cluster: Any,
) -> list[Trial]:
    """All these games; raises `CantStudy` when they are stopped."""
    found = gather(tried, jobs, name, workers, progress, keep, cluster)
    if len(found) < len(jobs):
        raise CantStudy("The games were stopped; with a file to keep them in they would go on from there.")
    return found


class Student:
    """The study of a scenario; ``seed`` names the games and what is drawn."""

    def __init__(
        self,
        scenario: str,
        effort: Effort,
        seed: str = "study",
        workers: int | None = None,
        progress: bool = False,
        keep: str | os.PathLike[str] | None = None,
        cluster: Any = None,
    ) -> None:
        self.engine = load(scenario)
        self.usual: Temper = mind_of(self.engine).usual
        self._scenario, self._effort, self._seed = scenario, effort, seed
        self._how = (workers, progress, keep, cluster)

    def study(self) -> dict[str, Study]:
        """For each seat the best temper that is found, beside the usual one."""
        rng = Random(f"{self._seed}/{self._scenario}")
        pairs = [(drawn(self.usual, rng), drawn(self.usual, rng)) for _ in range(self._effort.games)]
        games = [(f"{self._seed}/{n}", [gone(self.usual, way) for way in pair]) for n, pair in enumerate(pairs)]
        trials = self._played(games)
        found = {}
        for n, seat in enumerate(self.engine.seats):
            ways, foes = [pair[n] for pair in pairs], [pair[1 - n] for pair in pairs]
            found[seat] = self._held(n, what_counts(ways, foes, [trial.worth(n) for trial in trials]))
        return found

    def _held(self, n: int, way: Way) -> Study:
        """A temper beside the usual one, in games on which nothing was chosen."""
        usual = self.usual.weights()
        weights = {name: round(w, 3) for name, w in gone(self.usual, way).weights().items() if w != usual[name]}
        seeds = [f"{self._seed}/v{k}" for k in range(self._effort.held)]
        best = structs.replace(self.usual, **weights)
        sides = [[mood if k == n else self.usual for k in range(2)] for mood in (best, self.usual)]
        points = [100 * trial.points[n] for trial in self._played([(seed, m) for m in sides for seed in seeds])]
        got, had = (round(fmean(row), 1) for row in (points[: len(seeds)], points[len(seeds) :]))
        return Study(weights, got, had, len(seeds), f"{self._seed}/v")

    def _played(self, games: Sequence[tuple[str, Sequence[Temper]]]) -> list[Trial]:
        """Games, each of a seed and of a temper for each seat."""
        seats = self.engine.seats
        jobs = [job_of(self._scenario, seed, dict(zip(seats, moods, strict=True))) for seed, moods in games]
        return played(jobs, self._scenario, *self._how)
