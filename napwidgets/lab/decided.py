"""Where and when a campaign of Jours de Gloire is decided: battles and points of many games, as data frames."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine, Event, State
from napwidgets.lab.kept import Job
from napwidgets.lab.runner import gather, jobs_for
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.jdg.victory import account

if TYPE_CHECKING:
    import pandas as pd


class Campaign(Struct, frozen=True):
    """One game between computer players: its battles, both sides' points at the end of each turn, the winner."""

    seed: str
    winner: str | None
    verdict: str
    battles: list[dict[str, Any]]
    points: list[dict[str, Any]]


def played(job: Job) -> Campaign:
    """Play one game and keep what decided it."""
    engine = load(job.scenario, job.options, job.tables)
    players = make_players(engine, job.seed, job.bots, default="steady")
    dice, log = SeededDice(job.seed), list[Event]()
    state = engine.start(dice, log)
    battles: list[dict[str, Any]] = []
    points: list[dict[str, Any]] = []
    while (decision := engine.decision(state)) is not None:
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        log.clear()
        after = engine.apply(state, decision.seat, move, dice, log)
        battles += _battles(engine, state, log, job.seed)
        if engine.clock(after)[0] != engine.clock(state)[0] or engine.outcome(after) is not None:
            points.append(_points(engine, state, after, job.seed))
        state = after
    outcome = engine.outcome(state)
    assert outcome is not None
    return Campaign(job.seed, outcome.winner, outcome.title, battles, points)


def _battles(engine: Engine, before: State, log: Sequence[Event], seed: str) -> Iterator[dict[str, Any]]:
    """Battles that somebody won, with their place, type and worth."""
    turn, date = engine.clock(before)
    network = engine.context.network
    for event in log:
        if event.kind == "victory" and event.data.get("winner"):
            place = network.places[event.hexes[0]]
            yield {
                "game": seed,
                "turn": turn,
                "date": date,
                "id": place.id,
                "place": place.name,
                "lat": place.lat,
                "lon": place.lon,
                "winner": event.data["winner"],
                "type": event.data["battle"],
                "points": event.data["points"],
            }


def _points(engine: Engine, before: State, after: State, seed: str) -> dict[str, Any]:
    """Both sides' victory points when a turn ends."""
    turn, date = engine.clock(before)
    x = engine.context
    totals = {seat: account(x, after, side).total for side, seat in enumerate(x.setting.sides)}
    return {"game": seed, "turn": turn, "date": date, **totals}


def decided(
    scenario: str = "jdg/germany-1813-4",
    games: int = 20,
    seed: str = "1813",
    workers: int | None = None,
    progress: bool = True,
    keep: str | os.PathLike[str] | None = None,
    cluster: Any = None,
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Play many campaigns between computers: the games, their battles, and the points turn by turn.

    A game does not depend on ``workers``; those, ``keep`` and ``cluster`` are as in `gather`. Interrupting gives what
    is finished.

    >>> games, battles, points = decided("jdg/germany-1813-1", 1, workers=1, progress=False)
    >>> list(games.columns)
    ['game', 'winner', 'verdict']
    """
    import pandas as pd

    done = gather(played, jobs_for(scenario, games, {}, seed), scenario, workers, progress, keep, cluster)
    heads = [{"game": c.seed, "winner": c.winner or "draw", "verdict": c.verdict} for c in done]
    battles = [row for c in done for row in c.battles]
    return pd.DataFrame(heads), pd.DataFrame(battles), pd.DataFrame([row for c in done for row in c.points])
