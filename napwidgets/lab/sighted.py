"""What each side knows of the other in the course of a game, as a data frame: how much of the enemy it sees."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine, State
from napwidgets.lab.kept import Job
from napwidgets.lab.runner import gather, jobs_for
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load

if TYPE_CHECKING:
    import pandas as pd


def played(job: Job) -> list[dict[str, Any]]:
    """Play one game and keep, turn by turn, what each side saw of the other."""
    engine = load(job.scenario, job.options, job.tables)
    players = make_players(engine, job.seed, job.bots, default="steady")
    dice = SeededDice(job.seed)
    state = engine.start(dice, [])
    rows: list[dict[str, Any]] = []
    while (decision := engine.decision(state)) is not None:
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        after = engine.apply(state, decision.seat, move, dice, [])
        if engine.clock(after)[0] != engine.clock(state)[0] or engine.outcome(after) is not None:
            rows += _turn(engine, state, job.seed)
        state = after
    outcome = engine.outcome(state)
    winner = outcome.winner if outcome is not None else None
    return [row | {"winner": winner or "draw"} for row in rows]


def _turn(engine: Engine, state: State, seed: str) -> Iterator[dict[str, Any]]:
    turn, hour = engine.clock(state)
    for seat in engine.seats:
        there = _strength(engine.rows(state), seat)
        seen = _strength(engine.rows(engine.view(state, seat)), seat)
        yield {"game": seed, "turn": turn, "hour": hour, "seat": seat, "there": there, "seen": seen}


def _strength(rows: Any, seat: str) -> int:
    """Strength points on the map that are not of a seat's own side."""
    found: list[Mapping[str, Any]] = [row for row in rows if row["side"] != seat and row["hex"]]
    return sum(int(row["strength"]) for row in found)


def sighted(
    scenario: str = "mop/champaubert",
    games: int = 8,
    seed: str = "1814",
    workers: int | None = None,
    progress: bool = True,
    keep: str | os.PathLike[str] | None = None,
    cluster: Any = None,
) -> pd.DataFrame:
    """Play some battles between computers and tell what each side saw of the other at the end of every turn.

    Columns: game, turn, hour, seat, ``there`` (enemy strength points on the map), ``seen`` (of these the ones that the
    seat saw), winner. A game does not depend on ``workers``; those, ``keep`` and ``cluster`` are as in `gather`.
    Interrupting gives what is finished.

    >>> found = sighted("nlc/first-steps", 1, workers=1, progress=False)
    >>> bool((found.seen <= found.there).all()), sorted(found.seat.unique())
    (True, ['allied', 'french'])
    """
    import pandas as pd

    done = gather(played, jobs_for(scenario, games, {}, seed), scenario, workers, progress, keep, cluster)
    return pd.DataFrame([row for rows in done for row in rows])
