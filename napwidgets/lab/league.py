"""Kinds of computer players against each other: every pair, on every scenario, from both sides with the same seeds."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine, Move, State
from napwidgets.lab.kept import Job
from napwidgets.lab.playouts import Playout, play_out
from napwidgets.lab.runner import gather
from napwidgets.players.base import Player
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = [
    "system", "scenario", "seed", "a", "b", "side", "winner", "points", "turns", "decisions", "seconds", "slowest_a",
    "slowest_b", "hash",
]  # fmt: skip


class NoLeague(NapwidgetsError, ValueError):
    """Kinds or scenarios of which no league can be made."""


class Side(Struct, frozen=True):
    """One of two sides: its name and the seats that it plays."""

    name: str
    seats: tuple[str, ...]


class Bout(Struct, frozen=True):
    """A game of a league, who sat where, and the processor time of each kind's slowest choice, in seconds."""

    game: Playout
    bots: dict[str, str]
    slowest: dict[str, float]


class _Timed:
    """A player whose slowest choice is known."""

    def __init__(self, player: Player) -> None:
        self._player, self.kind, self.slowest = player, player.kind, 0.0

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        before = time.thread_time()
        move = self._player.choose(engine, view, seat)
        self.slowest = max(self.slowest, time.thread_time() - before)
        return move

    def why(self, engine: Engine, view: State, seat: str) -> str:
        return self._player.why(engine, view, seat)


def sides(engine: Engine) -> tuple[Side, Side]:
    """The two sides of a scenario. Where more than two win apart, as in War and Peace with seats for other states, the
    first stands against all the others: France against Europe.

    >>> [side.name for side in sides(load("nlc/quatre-bras"))]
    ['french', 'allied']
    """
    first, *rest = engine.teams
    if not rest:
        raise NoLeague(f"{engine.scenario_id} has one side only; a league needs two.")
    seats = tuple(seat for team in rest for seat in team.seats)
    return Side(first.id, first.seats), Side("+".join(team.id for team in rest), seats)


def matches(
    scenarios: Sequence[str],
    players: Sequence[str],
    games: int,
    seed: str = "1815",
    options: Mapping[str, Any] | None = None,
) -> list[Job]:
    """The games of a league, one scenario after the other: ``games`` for each scenario and pair of kinds, half of them
    from each side (an odd number is raised by one), with the seeds ``{seed}/1``, ``{seed}/2``, ...

    Raises `NoLeague` for fewer than two kinds, `UnknownPlayer` and `ScenarioError` for what doesn't exist.

    >>> [(job.seed, job.bots["french"]) for job in matches(["nlc/first-steps"], ["steady", "random"], 2)]
    [('1815/1', 'steady'), ('1815/1', 'random')]
    """
    kinds = list(dict.fromkeys(players))
    if len(kinds) < 2:
        raise NoLeague("A league needs two different kinds of players, as in `--players steady,random`.")
    jobs = []
    for scenario in scenarios:
        engine = load(scenario, options)
        for kind in kinds:
            make_players(engine, seed, dict.fromkeys(engine.seats, kind))
        one, other = sides(engine)
        for n in range(1, (games + 1) // 2 + 1):
            for a, b in combinations(kinds, 2):
                for here, there in ((a, b), (b, a)):
                    bots = dict.fromkeys(one.seats, here) | dict.fromkeys(other.seats, there)
                    jobs.append(Job(engine.scenario_id, f"{seed}/{n}", bots, dict(options or {})))
    return list({(job.scenario, job.seed, *job.bots.items()): job for job in jobs}.values())


def played(job: Job) -> Bout:
    """Play one game of a league."""
    engine = load(job.scenario, job.options, job.tables)
    timed = {seat: _Timed(player) for seat, player in make_players(engine, job.seed, job.bots).items()}
    game = play_out(engine, timed, job.seed)
    slowest = {kind: max(p.slowest for s, p in timed.items() if job.bots[s] == kind) for kind in job.bots.values()}
    return Bout(game, job.bots, slowest)


def league(
    scenarios: Sequence[str],
    players: Sequence[str],
    games: int = 20,
    seed: str = "1815",
    options: Mapping[str, Any] | None = None,
    workers: int | None = None,
    progress: bool = True,
    keep: str | os.PathLike[str] | None = None,
    cluster: Any = None,
) -> pd.DataFrame:
    """Play a league: one row a game, as `matches` lists them.

    ``a`` is the kind that stands earlier in ``players``, ``side`` the one that it played, ``winner`` the side that won
    or ``draw``, ``points`` those of ``a``: 1, ½ or 0. ``seconds`` is time on the clock, ``slowest_a`` and ``slowest_b``
    the processor time of each kind's slowest choice. Of a campaign the first battle is played.

    ``workers``, ``keep`` and ``cluster`` are as in `gather`; interrupting gives the games that are finished.
    `napwidgets.lab.standings` sums the games up.

    >>> games = league(["nlc/first-steps"], ["steady", "random"], 2, workers=1, progress=False)
    >>> list(games["side"]), bool(games["points"].isin([0, 0.5, 1]).all())
    (['french', 'allied'], True)
    """
    jobs = matches(scenarios, players, games, seed, options)
    bouts = gather(played, jobs, "league", workers, progress, keep, cluster)
    return frame(bouts, players, options)


def frame(bouts: Sequence[Bout], players: Sequence[str], options: Mapping[str, Any] | None = None) -> pd.DataFrame:
    """Games of a league as a data frame."""
    import pandas as pd

    return pd.DataFrame([_row(load(bout.game.scenario, options), bout, players) for bout in bouts], columns=COLUMNS)


def _row(engine: Engine, bout: Bout, players: Sequence[str]) -> list[Any]:
    game, pair = bout.game, sides(engine)
    kinds = {bout.bots[side.seats[0]]: side for side in pair}
    a, b = sorted(kinds, key=list(players).index)
    return [
        engine.system,
        game.scenario,
        game.seed,
        a,
        b,
        kinds[a].name,
        next((side.name for side in pair if set(side.seats) & set(game.winners)), "draw"),
        _points(kinds[a], game.winners),
        game.turns,
        game.decisions,
        game.seconds,
        bout.slowest[a],
        bout.slowest[b],
        game.hash,
    ]


def _points(side: Side, winners: Sequence[str]) -> float:
    """What a side has of a game: 1 if one of its seats has won, ½ of a draw.

    >>> _points(Side("allied", ("english", "russian")), ["russian"]), _points(Side("french", ("french",)), [])
    (1.0, 0.5)
    """
    if not winners:
        return 0.5
    return float(bool(set(side.seats) & set(winners)))
