"""Many games between computer players, as data frames."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine, Event, Move, State, winners
from napwidgets.lab.kept import Job
from napwidgets.lab.runner import gather, jobs_for
from napwidgets.players.base import Player
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load

if TYPE_CHECKING:
    import pandas as pd

#: A game that takes more decisions than this will never end.
LIMIT = 100_000


class Stalled(NapwidgetsError):
    """A game that reached a dead end or would never end."""


class Playout(Struct, frozen=True):
    """One game between computer players: how it ended and what it took.

    ``winners`` are all seats that win together, the ``winner`` among them.

    ``seconds`` is time on the clock; ``slowest`` the processor time of the slowest choice, in seconds.
    """

    scenario: str
    seed: str
    bots: dict[str, str]
    winner: str | None
    winners: tuple[str, ...]
    ending: str
    verdict: str
    turns: int
    decisions: int
    seconds: float
    slowest: float
    hash: str


#: Called before each move with the state, the seat and the move.
Watcher = Callable[[State, str, Move], None]
#: Called after each move with what came of it.
Hearer = Callable[[Sequence[Event]], None]


def play_out(
    engine: Engine,
    players: Mapping[str, Player],
    seed: str,
    watch: Watcher | None = None,
    limit: int = LIMIT,
    hear: Hearer | None = None,
) -> Playout:
    """Play one game to its end; ``watch`` is called before each move, ``hear`` with what came of it.

    Raises `Stalled` when it takes more than ``limit`` decisions or ends without an outcome.
    """
    began = time.perf_counter()
    state, decisions, slowest = last_position(engine, players, seed, watch, limit, hear)
    return _finished(engine, state, players, seed, decisions, time.perf_counter() - began, slowest)


def last_position(
    engine: Engine,
    players: Mapping[str, Player],
    seed: str,
    watch: Watcher | None = None,
    limit: int = LIMIT,
    hear: Hearer | None = None,
) -> tuple[State, int, float]:
    """The position in which a game ends, how many decisions it took, and the processor time of the slowest choice, in
    seconds; raises `Stalled` when it takes more than ``limit`` decisions.
    """
    dice = SeededDice(seed)
    log: list[Event] = []
    state = engine.start(dice, log)
    decisions, slowest = 0, 0.0
    while (decision := engine.decision(state)) is not None:
        seat = decision.seat
        before = time.thread_time()
        move = players[seat].choose(engine, engine.view(state, seat), seat)
        slowest = max(slowest, time.thread_time() - before)
        if watch is not None:
            watch(state, seat, move)
        log.clear()
        dice.throws.clear()
        state = engine.apply(state, seat, move, dice, log)
        if hear is not None:
            hear(log)
        decisions += 1
        if decisions >= limit:
            raise Stalled(f"{engine.scenario_id} with seed {seed!r} has not ended after {limit:,} decisions.")
    return state, decisions, slowest


def _finished(
    engine: Engine,
    state: State,
    players: Mapping[str, Player],
    seed: str,
    decisions: int,
    seconds: float,
    slowest: float,
) -> Playout:
    outcome = engine.outcome(state)
    if outcome is None:
        raise Stalled(
            f"{engine.scenario_id} with seed {seed!r} stopped after {decisions} decisions without an outcome."
        )
    bots = {seat: player.kind for seat, player in players.items()}
    digest = sha256(engine.encode(state)).hexdigest()
    turn = engine.clock(state)[0]
    return Playout(
        engine.scenario_id,
        seed,
        bots,
        outcome.winner,
        winners(engine, outcome),
        outcome.ending,
        outcome.title,
        turn,
        decisions,
        seconds,
        slowest,
        digest,
    )


def run(job: Job) -> Playout:
    """Play the game that ``job`` describes."""
    engine = load(job.scenario, job.options, job.tables)
    return play_out(engine, make_players(engine, job.seed, job.bots), job.seed)


def playouts(
    scenario: str,
    games: int = 100,
    bots: Mapping[str, str] | None = None,
    seed: str = "1815",
    options: Mapping[str, Any] | None = None,
    workers: int | None = None,
    progress: bool = True,
    keep: str | os.PathLike[str] | None = None,
    cluster: Any = None,
) -> pd.DataFrame:
    """Play many games and return one row a game (the fields of `Playout`).

    Seeds are those of `jobs_for`; a game does not depend on ``workers``. Those, ``keep`` and ``cluster`` are as in
    `gather`. Interrupting (Ctrl-C, or the stop button of a notebook) returns the games that are finished.
    """
    jobs = jobs_for(scenario, games, bots or {}, seed, options)
    return frame(gather(run, jobs, scenario, workers, progress, keep, cluster))


def frame(done: Iterable[Playout]) -> pd.DataFrame:
    """Playouts as a data frame, one row a game, with one column ``bot <seat>`` for each seat."""
    import pandas as pd

    rows = []
    for result in done:
        row = structs.asdict(result)
        row.update({f"bot {seat}": kind for seat, kind in row.pop("bots").items()})
        rows.append(row)
    return pd.DataFrame(rows)
