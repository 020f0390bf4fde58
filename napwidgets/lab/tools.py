"""Which of the moves that the rules offer computer players make, and which lie unused, counted over many games."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.lab.kept import Job
from napwidgets.lab.playouts import play_out
from napwidgets.lab.runner import gather, jobs_for
from napwidgets.players.registry import make_players, usual
from napwidgets.scenarios import load

if TYPE_CHECKING:
    import pandas as pd


class Use(Struct, frozen=True):
    """A kind of move of a seat in one game: in how many decisions it was ``offered``, and how often it was ``made``."""

    seat: str
    move: str
    offered: int
    made: int


def kind_of(move: Move) -> str:
    """What a kind of move is called in saved games, in words.

    >>> from napwidgets.systems.tactical.core.moves import TakeLead
    >>> kind_of(TakeLead(0, 1))
    'take lead'
    """
    return str(type(move).__struct_config__.tag).replace("-", " ")


def offers(engine: Engine, state: State) -> set[str]:
    """The kinds of moves that the decision on top of a position has, about whatever subject."""
    about = [None, *(subject.id for subject in engine.subjects(state))]
    return {kind_of(move) for subject in about for move in engine.options(state, subject)}


def handled(job: Job) -> tuple[Use, ...]:
    """Play the game that ``job`` describes and count its kinds of moves, each once a seat."""
    engine = load(job.scenario, job.options, job.tables)
    offered, made = Counter[tuple[str, str]](), Counter[tuple[str, str]]()

    def watch(state: State, seat: str, move: Move) -> None:
        kind = kind_of(move)
        # What is made has been offered, even where a list of options names an example only.
        offered.update((seat, other) for other in offers(engine, engine.view(state, seat)) | {kind})
        made[seat, kind] += 1

    play_out(engine, make_players(engine, job.seed, job.bots, default=usual(engine.system)), job.seed, watch)
    return tuple(Use(seat, kind, times, made[seat, kind]) for (seat, kind), times in offered.items())


def tools(
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
    """Count what computer players do with what the rules offer them: one row for each seat and kind of move, first what
    is used least.

    ``bots`` names the kinds of players by seat; the others are the usual ones. Columns: ``seat``, ``move``,
    ``offered`` (in how many decisions of a game it was allowed), ``made`` (how often it was made in a game), ``games``
    (in how many it was made at all), ``of`` (how many were played), ``share`` (made of offered, 0 to 1). `gather` says
    what ``workers``, ``keep`` and ``cluster`` are; interrupting counts the games that are finished.

    >>> found = tools("nlc/first-steps", 1, workers=1)
    >>> bool((found["made"] <= found["offered"]).all()), "bombard" in set(found["move"])
    (True, True)
    """
    import pandas as pd

    jobs = jobs_for(scenario, games, dict(bots or {}), seed, options)
    done = gather(handled, jobs, scenario, workers, progress, keep, cluster)
    uses: dict[tuple[str, str], list[Use]] = {}
    for use in chain.from_iterable(done):
        uses.setdefault((use.seat, use.move), []).append(use)
    rows = []
    for about, of_it in uses.items():
        offered, made = sum(use.offered for use in of_it), sum(use.made for use in of_it)
        used = sum(use.made > 0 for use in of_it)
        rows.append([*about, offered / len(done), made / len(done), used, len(done), made / offered])
    found = pd.DataFrame(rows, columns=["seat", "move", "offered", "made", "games", "of", "share"])
    return found.sort_values(["made", "share", "seat", "move"], ignore_index=True)
