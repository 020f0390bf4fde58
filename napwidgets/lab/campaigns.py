"""Campaigns of several battles between computer players: each battle from what the last one has left."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from napwidgets.kernel.game import Game
from napwidgets.lab.kept import Job
from napwidgets.lab.runner import gather, jobs_for
from napwidgets.players.registry import make_players
from napwidgets.scenarios import new_game, sequel

if TYPE_CHECKING:
    import pandas as pd


class Stage(Struct, frozen=True):
    """A battle of a campaign as it ended: which one (from 1), its title, the winner (None for a draw), the points by
    seat, the moves it took.
    """

    number: int
    title: str
    winner: str | None
    points: dict[str, int]
    moves: int


def campaign(id: str, bots: Mapping[str, str] | None = None, seed: str = "1814") -> list[Stage]:
    """Play a campaign to its end; ``bots`` names the kind of player of each seat, ``random`` where it names none. A
    scenario that is no campaign has one stage.

    >>> [stage.title for stage in campaign("nlc/first-steps", seed="1")]
    ['First Steps']
    """
    found: list[Stage] = []
    engine = new_game(id, seed=seed).engine
    while True:
        players = make_players(engine, seed, bots or {})
        game = Game.new(engine, seed)
        while (decision := game.decision) is not None:
            game = game.play(players[decision.seat].choose(engine, game.view(decision.seat), decision.seat))
        outcome = game.outcome
        assert outcome is not None
        found.append(Stage(len(found) + 1, engine.title, outcome.winner, dict(outcome.points), game.number))
        after = sequel(game)
        if after is None:
            return found
        engine = after


def played(job: Job) -> tuple[str, list[Stage]]:
    """Play the campaign of a job: its seed and its battles."""
    return job.seed, campaign(job.scenario, job.bots, job.seed)


def campaigns(
    id: str,
    games: int = 20,
    bots: Mapping[str, str] | None = None,
    seed: str = "1814",
    workers: int | None = None,
    progress: bool = True,
    keep: str | os.PathLike[str] | None = None,
    cluster: Any = None,
) -> dict[str, list[Stage]]:
    """Many campaigns by their seeds, which are those of `jobs_for`; ``workers``, ``keep`` and ``cluster`` are as in
    `gather`. Interrupting gives what is finished; `table` makes a data frame of it.
    """
    return dict(gather(played, jobs_for(id, games, bots or {}, seed), id, workers, progress, keep, cluster))


def table(campaigns: Mapping[str, list[Stage]]) -> pd.DataFrame:
    """Campaigns by their seeds as a data frame: a row a battle with its points by seat."""
    import pandas as pd

    return pd.DataFrame(
        [
            {"seed": seed, "battle": stage.number, "title": stage.title, "winner": stage.winner, **stage.points}
            for seed, stages in campaigns.items()
            for stage in stages
        ]
    )
