"""Where a long game stood not long ago, so that opening it need not play all of it again.

A snapshot is read by building what it names, so it lies in the folder of games of the machine's own user and never in a
database that others can reach; only positions, moves and events are built. It is believed only where its position is
the one that the log names; a machine that has none plays the game again, once.
"""

from __future__ import annotations

import io
import logging
import pickle
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from napwidgets.kernel.game import Game
from napwidgets.shared.course import MOVE, Course, state_hash
from napwidgets.shared.store import Entry, Head
from napwidgets.table.autosave import data_folder
from napwidgets.table.notes import write_whole

LOG = logging.getLogger("napwidgets")
#: A game of so many entries is worth a snapshot, and another one after so many more.
EVERY = 200
#: What else than the package's own values a snapshot may name.
_PLAIN = frozenset({("msgspec._utils", "rebuild"), ("msgspec._core", "rebuild"), ("builtins", "frozenset")})


class _Reader(pickle.Unpickler):
    """Builds values of the rules and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _PLAIN or (module.startswith("napwidgets.") and name[:1].isupper()):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} has nothing to do in a snapshot")


def path_of(game: str) -> Path:
    """Where the snapshot of a game lies."""
    return data_folder() / "shared" / f"{game}.snapshot"


def write(head: Head, course: Course) -> None:
    """Keep a snapshot; a game never fails because of it."""
    line = [(game.last, game.state) for game in course.game.line()][::-1]
    rest = (course.n, dict(course.kinds), dict(course.used), course.since, course.rests, course.ended, course.turn_used)
    try:
        body = zlib.compress(pickle.dumps((head.rules, head.fingerprint, line, rest)), 1)
        write_whole(path_of(head.id), body)
    except (OSError, pickle.PicklingError, TypeError) as trouble:
        LOG.warning("no snapshot of game %s was kept: %s", head.id, trouble)


def read(head: Head, first: Course, said: Callable[[int], Entry | None]) -> Course | None:
    """The course that a snapshot holds, over the beginning of the game; None if there is none that can be believed.
    ``said`` gives an entry of the log.
    """
    try:
        found = zlib.decompress(path_of(head.id).read_bytes())
        rules, fingerprint, line, rest = _Reader(io.BytesIO(found)).load()
        engine = first.game.engine
        if (rules, fingerprint) != (engine.rules_version, engine.fingerprint) or line[0][1] != first.game.state:
            return None
        game = first.game
        for last, state in line[1:]:
            game = Game(engine, state, None, 0, game, last)
        course = Course(game, *rest)
        entry = said(course.n)
        sound = entry is not None and (entry.kind != MOVE or entry.hash == state_hash(game))
    except FileNotFoundError:
        return None
    except Exception as trouble:
        LOG.warning("the snapshot of game %s can't be read: %s", head.id, trouble)
        return None
    return course if sound else None


def forget(game: str) -> None:
    """Throw the snapshot of a game away."""
    path_of(game).unlink(missing_ok=True)
