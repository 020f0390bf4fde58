"""What computer players do that a beginner would see and shake his head at, counted over many games."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.lab.faults.base import Eye, Fault
from napwidgets.lab.kept import Job
from napwidgets.lab.playouts import play_out
from napwidgets.lab.runner import gather, jobs_for
from napwidgets.players.registry import make_players, usual
from napwidgets.scenarios import load
from napwidgets.systems.record import named

if TYPE_CHECKING:
    import pandas as pd

#: Who looks on, by system.
EYES = {
    "nlc": "napwidgets.lab.faults.tactical:BattleEye",
    "mop": "napwidgets.lab.faults.tactical:BattleEye",
    "con": "napwidgets.lab.faults.con:CampaignEye",
    "jdg": "napwidgets.lab.faults.jdg:MarchEye",
    "wap": "napwidgets.lab.faults.wap:EuropeEye",
}


class Watched(Struct, frozen=True):
    """The faults of one game."""

    scenario: str
    seed: str
    faults: tuple[Fault, ...]


def eye_for(engine: Engine) -> Eye:
    """Who looks on at a game; at one of no listed system nobody who finds anything."""
    eye: Eye = named(EYES[engine.system])(engine) if engine.system in EYES else Eye(engine)
    return eye


def watched(job: Job) -> Watched:
    """Play the game that ``job`` describes and note what goes wrong."""
    engine = load(job.scenario, job.options, job.tables)
    eye, found = eye_for(engine), list[Fault]()
    last: list[tuple[State, str, Move]] = []

    def watch(state: State, seat: str, move: Move) -> None:
        if last:
            found.extend(eye.look(*last.pop(), state))
        last.append((state, seat, move))

    players = make_players(engine, job.seed, job.bots, default=usual(engine.system))
    play_out(engine, players, job.seed, watch)
    return Watched(job.scenario, job.seed, tuple(found))


def blunders(
    scenario: str,
    games: int = 20,
    bots: Mapping[str, str] | None = None,
    seed: str = "1815",
    options: Mapping[str, Any] | None = None,
    workers: int | None = None,
    progress: bool = False,
    keep: str | os.PathLike[str] | None = None,
    cluster: Any = None,
) -> pd.DataFrame:
    """Count the faults of computer players in ``games`` games: one row for each kind, with how often it comes in a game
    and an example.

    ``bots`` names the kinds by seat; the others are the usual ones. Columns: ``fault``, ``meaning``, ``count``,
    ``a game``, ``games`` (in how many), ``of`` (how many were played), ``example``. `gather` says what ``workers``,
    ``keep`` and ``cluster`` are; interrupting counts the games that are finished.
    """
    import pandas as pd

    engine = load(scenario, options)
    jobs = jobs_for(scenario, games, dict(bots or {}), seed, options)
    done = gather(watched, jobs, scenario, workers, progress, keep, cluster)
    rows = []
    for kind, meaning in eye_for(engine).KINDS.items():
        of_it = [[fault for fault in game.faults if fault.kind == kind] for game in done]
        first = next((fault for faults in of_it for fault in faults), None)
        count = sum(map(len, of_it))
        told = f"turn {first.turn}, {first.seat}: {first.words}" if first else ""
        rows.append([kind, meaning, count, count / max(1, len(done)), sum(map(bool, of_it)), len(done), told])
    return pd.DataFrame(rows, columns=["fault", "meaning", "count", "a game", "games", "of", "example"])
