"""Games played beforehand, with which lessons begin: kept as data with their seed and the rules they were played by."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.lab import decided, sighted
from napwidgets.lab.runner import gather, jobs_for
from napwidgets.scenarios import load

DATA: Final = Path(__file__).parent / "data"


class Plan(Struct, frozen=True):
    """Which games to play, and what to keep of each."""

    scenario: str
    seed: str
    games: int
    what: str


KEPT: Final = {
    "leipzig": Plan("jdg/germany-1813-4", "1813", 40, "decided"),
    "champaubert": Plan("mop/champaubert", "1814", 24, "sighted"),
}


class Found(Struct, frozen=True):
    """Finished games with where they come from."""

    scenario: str
    seed: str
    rules: str
    fingerprint: str
    games: list[Any]


class NoGames(NapwidgetsError):
    """The games of a lesson are missing."""


def play(plan: Plan, workers: int = 1, keep: str | os.PathLike[str] | None = None) -> Found:
    """Play the games of a plan."""
    engine = load(plan.scenario)
    what: Any = {"decided": decided.played, "sighted": sighted.played}[plan.what]
    done = gather(what, jobs_for(plan.scenario, plan.games, {}, plan.seed), workers=workers, keep=keep)
    games = [msgspec.to_builtins(game) for game in done]
    return Found(plan.scenario, plan.seed, str(engine.rules_version), engine.fingerprint, games)


def write(name: str, found: Found) -> None:
    """Keep the games of a lesson, a game a line so that a change can be read."""
    lines = [msgspec.json.encode(game).decode() for game in found.games]
    head = msgspec.to_builtins(found) | {"games": []}
    text = msgspec.json.encode(head).decode().removesuffix("]}")
    (DATA / f"{name}.json").write_text(text + "\n" + ",\n".join(lines) + "\n]}\n", encoding="utf-8")


@lru_cache(maxsize=4)
def kept(name: str) -> Found:
    """The games that a lesson begins with."""
    try:
        return msgspec.json.decode((DATA / f"{name}.json").read_bytes(), type=Found)
    except OSError as missing:
        raise NoGames(
            "The games of this lesson are missing from this installation; please install napwidgets again, or play "
            "them anew."
        ) from missing
