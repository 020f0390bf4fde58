"""What a list says of a kept game without playing it again: a small file beside the save."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import msgspec
from msgspec import Struct

from napwidgets.kernel.game import Game


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a reader finds the old one or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def note_path(path: Path) -> Path:
    """What a list says of the game, beside the save."""
    return path.with_suffix(".note.json")


class Note(Struct, frozen=True, omit_defaults=True):
    """What a list says of a game without playing it again: the moment it stands at, and the name that a person gave."""

    when: str = ""
    over: str = ""
    name: str = ""


def read_note(path: Path) -> Note:
    """What is noted of the game kept in a file; nothing where nothing can be read."""
    try:
        return msgspec.json.decode(note_path(path).read_bytes(), type=Note)
    except (OSError, msgspec.MsgspecError):
        return Note()


def noted(game: Game, name: str) -> Note:
    """What to note of a game."""
    over = game.outcome.title if game.outcome is not None else ""
    return Note(game.engine.clock(game.state)[1], over, name)


def write_note(path: Path, note: Note) -> None:
    """Keep a note beside the game."""
    write_whole(note_path(path), msgspec.json.encode(note))
