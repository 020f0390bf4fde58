"""A school for the players of a system: one temper that does best over many fields, against recruits and its peers.

A study is about one field; here all fields teach the same weights. Each term many games are played by tempers drawn
around the one of now, on both sides of every field; a regression says which weights made the difference, and the temper
goes that way, by much where it is sure and by little where it is not.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import Any

from msgspec import Struct

from napwidgets.kernel.system import Engine
from napwidgets.lab.study import CantStudy, Trial, Way, effects, gone, job_of, mind_of, movable, played
from napwidgets.players.temper import Temper
from napwidgets.scenarios import load

#: How many games of a hundred are against the usual player; the others are against one who looks after nothing.
PEERS = 25
#: A weight is left where it is unless its effect is so many standard errors; with ``SURE`` of them it is moved ``STEP``
#: deviations of what was drawn.
LEAST, SURE, STEP = 0.7, 2.5, 0.9


class Lesson(Struct, frozen=True):
    """A game of the school: which side of which field, against whom, and how its temper was drawn."""

    scenario: str
    seat: str
    peer: bool
    way: Way


class Term(Struct, frozen=True):
    """What a term taught: the points of 100 of the tempers that were drawn, each side of a field counted alike, and the
    weights that now differ from the usual ones.
    """

    points: float
    weights: dict[str, float]


class School:
    """The school of some scenarios of one system; ``fields`` says how many games of each side of each a term has."""

    def __init__(
        self,
        fields: dict[str, int],
        seed: str = "school",
        workers: int | None = None,
        progress: bool = False,
        keep: str | os.PathLike[str] | None = None,
        cluster: Any = None,
    ) -> None:
        self.fields, self._seed = fields, seed
        self._engines: dict[str, Engine] = {scenario: load(scenario) for scenario in fields}
        self.usual: Temper = self._usual()
        self._how = (workers, progress, keep, cluster)

    def _usual(self) -> Temper:
        usual = [mind_of(engine).usual for engine in self._engines.values()]
        if not usual or any(temper != usual[0] for temper in usual):
            raise CantStudy("A school needs scenarios of one system, whose player has one temper for all of them.")
        found: Temper = usual[0]
        return found

    def terms(self, count: int) -> Iterator[Term]:
        """So many terms, one after the other."""
        now = self.usual
        for n in range(count):
            lessons = self._lessons(now, n)
            worth = [
                trial.points[self._side(k)] for k, trial in zip(lessons, self._played(now, lessons, n), strict=True)
            ]
            now = gone(now, learnt(lessons, worth))
            usual = self.usual.weights()
            weights = {name: round(w, 3) for name, w in now.weights().items() if w != usual[name]}
            yield Term(round(_points(lessons, worth), 1), weights)

    def _lessons(self, now: Temper, term: int) -> list[Lesson]:
        rng, names = Random(f"{self._seed}/{term}"), movable(now)
        return [
            Lesson(
                scenario,
                seat,
                rng.randrange(100) < PEERS,
                Way({}, {name: round(rng.gauss(0, 1), 3) for name in names}),
            )
            for scenario, games in self.fields.items()
            for seat in self._engines[scenario].seats
            for _ in range(games)
        ]

    def _side(self, lesson: Lesson) -> int:
        return self._engines[lesson.scenario].seats.index(lesson.seat)

    def _played(self, now: Temper, lessons: Sequence[Lesson], term: int) -> list[Trial]:
        jobs = []
        for n, k in enumerate(lessons):
            foe = self.usual if k.peer else type(self.usual)()
            moods = dict.fromkeys(self._engines[k.scenario].seats, foe) | {k.seat: gone(now, k.way)}
            jobs.append(job_of(k.scenario, f"{self._seed}/{term}/{n}", moods))
        return played(jobs, "school", *self._how)


def learnt(lessons: Sequence[Lesson], worth: Sequence[float]) -> Way:
    """Which way to go, by a regression of what games were worth over how they were played, all sides of all fields
    against the same enemy held against their own mean.

    >>> ways = [Way({}, {"near": (n % 5 - 2) / 2, "far": (n % 3 - 1) / 1}) for n in range(150)]
    >>> lessons = [Lesson("a" if n % 2 else "b", "x", False, way) for n, way in enumerate(ways)]
    >>> learnt(lessons, [0.5 * (n % 2) + 0.1 * way.moved["near"] for n, way in enumerate(ways)])
    Way(switches={}, moved={'near': 0.9})
    """
    groups: dict[tuple[str, str, bool], list[float]] = {}
    for k, points in zip(lessons, worth, strict=True):
        groups.setdefault((k.scenario, k.seat, k.peer), []).append(points)
    means = {who: fmean(row) for who, row in groups.items()}
    more = [points - means[k.scenario, k.seat, k.peer] for k, points in zip(lessons, worth, strict=True)]
    sure = effects([k.way.moved for k in lessons], more)
    return Way({}, {name: _step(t) for name, t in sure.items() if abs(t) >= LEAST})


def _step(sure: float) -> float:
    """How far a weight is moved for an effect of so many standard errors."""
    return round(STEP * max(-1.0, min(1.0, sure / SURE)), 3)


def _points(lessons: Sequence[Lesson], worth: Sequence[float]) -> float:
    sides: dict[tuple[str, str], list[float]] = {}
    for k, points in zip(lessons, worth, strict=True):
        sides.setdefault((k.scenario, k.seat), []).append(points)
    return 100 * fmean(fmean(row) for row in sides.values())
