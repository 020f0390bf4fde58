"""Do computer games come near what happened? For each scenario what did, and what share of games should come near it.

The files in ``napwidgets/lab/histories`` hold, by scenario, the course of events in a sentence and **brackets**: what
is looked for in a game, the least and the most share of games in which it should come, and why that much is believed.
A bracket is a judgement, and says so.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from napwidgets.documents import Document
from napwidgets.kernel.system import Engine, Event, Move, State
from napwidgets.lab.compare import wilson
from napwidgets.lab.kept import Job
from napwidgets.lab.playouts import Playout, play_out
from napwidgets.lab.runner import gather, jobs_for
from napwidgets.players.registry import make_players, usual
from napwidgets.scenarios import find, load

if TYPE_CHECKING:
    import pandas as pd

FOLDER = Path(__file__).parent / "histories"


class Bracket(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a game may have, and in what part of all games (per cent, ``least`` to ``most``) it should.

    All that is given must hold: the ``winner`` (``draw`` for none), the ``ending``, the turns in which the game may end
    (first and last), what is to be ``seen`` at the beginning of some turn: a row of the game's table of units with
    these values, and what is to be ``told``: the kind of an event, and a word that its sentence has.
    """

    says: str
    least: int
    most: int
    why: str
    winner: str = ""
    ending: str = ""
    turns: tuple[int, int] | None = None
    seen: dict[str, list[str]] = {}
    told: tuple[str, str] | None = None


class History(Struct, frozen=True, forbid_unknown_fields=True):
    """What happened, in a sentence, and the brackets."""

    happened: str
    brackets: tuple[Bracket, ...]


class Course(Struct, frozen=True):
    """A game as far as brackets ask for it: which of them, by number, it falls into."""

    scenario: str
    seed: str
    within: tuple[int, ...]


@cache
def histories() -> dict[str, History]:
    """All scenarios of which it is said what happened."""

    found: dict[str, History] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        found |= Document(path).convert(dict[str, History])
    return found


def has(engine: Engine, state: State, wanted: Mapping[str, Sequence[str]]) -> bool:
    """Whether a row of the units of a state has the wanted values."""
    return any(all(str(row.get(name)) in values for name, values in wanted.items()) for row in engine.rows(state))


def tells(log: Iterable[Event], wanted: tuple[str, str]) -> bool:
    """Whether an event of a kind has a word in its sentence.

    >>> tells([Event("victory", "The Allies win at Leipzig.")], ("victory", "Leipzig"))
    True
    """
    kind, word = wanted
    return any(event.kind == kind and word in event.text for event in log)


def followed(job: Job) -> Course:
    """Play the game that ``job`` describes and say into which brackets of its scenario it falls."""
    engine = load(job.scenario, job.options, job.tables)
    brackets = histories()[job.scenario].brackets
    seen = [not bracket.seen for bracket in brackets]
    told = [bracket.told is None for bracket in brackets]
    turn = 0

    def look(state: State) -> None:
        for n, bracket in enumerate(brackets):
            seen[n] = seen[n] or has(engine, state, bracket.seen)

    def watch(state: State, seat: str, move: Move) -> None:
        nonlocal turn
        now = engine.clock(state)[0]
        if now != turn:
            turn = now
            look(state)

    def hear(log: Sequence[Event]) -> None:
        for n, bracket in enumerate(brackets):
            told[n] = told[n] or (bracket.told is not None and tells(log, bracket.told))

    players = make_players(engine, job.seed, job.bots, default=usual(engine.system))
    game = play_out(engine, players, job.seed, watch, hear=hear)
    came = (n for n, bracket in enumerate(brackets) if seen[n] and told[n] and fits(bracket, game))
    return Course(job.scenario, job.seed, tuple(came))


def fits(bracket: Bracket, game: Playout) -> bool:
    """Whether the end of a game is as a bracket says.

    >>> evening = Bracket("The Allies win in the evening", 55, 80, "", winner="allied", turns=(8, 11))
    >>> from msgspec.structs import replace
    >>> end = Playout("s", "1", {}, "allied", ("allied",), "e", "", 9, 1, 0.0, 0.0, "")
    >>> fits(evening, end), fits(evening, replace(end, turns=7))
    (True, False)
    """
    won = bracket.winner in game.winners if game.winners else bracket.winner == "draw"
    early, late = bracket.turns or (0, game.turns)
    return (
        (not bracket.winner or won)
        and (not bracket.ending or bracket.ending == game.ending)
        and early <= game.turns <= late
    )


def history(
    scenarios: Iterable[str] = (),
    games: int = 20,
    bots: Mapping[str, str] | None = None,
    seed: str = "1815",
    workers: int | None = None,
    progress: bool = False,
    keep: str | os.PathLike[str] | None = None,
    cluster: Any = None,
) -> pd.DataFrame:
    """Play scenarios (all that have a history, if none is named) and hold the games against what happened.

    One row a bracket: ``scenario``, ``says``, ``least``, ``most``, ``share`` of the games with ``low`` and ``high`` of
    its 95 % interval (all per cent), ``games``, and ``near``: ``yes`` if the share lies within, ``perhaps`` if the
    interval reaches it, else ``no``. `gather` says what ``workers``, ``keep`` and ``cluster`` are; interrupting counts
    the games that are finished.
    """
    import pandas as pd

    named = [f"{(path := find(id)).parent.name}/{path.stem}" for id in scenarios] or list(histories())
    jobs = [job for id in named for job in jobs_for(id, games, dict(bots or {}), seed)]
    done = gather(followed, jobs, "history", workers, progress, keep, cluster)
    rows = []
    for id in named:
        courses = [course for course in done if course.scenario == id]
        for n, b in enumerate(histories()[id].brackets):
            came = sum(n in course.within for course in courses)
            low, high = (100 * limit for limit in wilson(came, len(courses)))
            share = 100 * came / max(1, len(courses))
            near = "yes" if b.least <= share <= b.most else "perhaps" if low <= b.most and high >= b.least else "no"
            rows.append([id, b.says, b.least, b.most, share, low, high, len(courses), near])
    columns = ["scenario", "says", "least", "most", "share", "low", "high", "games", "near"]
    return pd.DataFrame(rows, columns=columns)
