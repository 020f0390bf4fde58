"""The games that are kept on this machine: listed, named, copied, thrown away and fetched back."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from napwidgets.table.autosave import GAME_ID, data_folder, game_path, lines_path, read_seats, seats_path
from napwidgets.table.hold import Hold
from napwidgets.table.notes import Note, note_path, read_note, write_note, write_whole
from napwidgets.table.seats import NotNow

#: How long a game that was thrown away can be fetched back, in seconds.
KEPT = 30 * 24 * 3600
#: How long a name may be.
LONGEST = 60


class Kept(Struct, frozen=True):
    """A game on the shelf: its id and scenario, who sits where, its note, and when it was last played (seconds since
    1970).
    """

    id: str
    scenario: str
    seats: dict[str, str]
    note: Note
    played: float


class _Head(Struct, frozen=True):
    """All that is wanted of a save here."""

    scenario: str
    moves: list[msgspec.Raw] = []


def shelf() -> list[Kept]:
    """The games that are kept, those played last first; what can't be read is left out, for it can't be opened."""
    return sorted(_shelf(), key=lambda kept: (-kept.played, kept.id))


def _shelf() -> Iterator[Kept]:
    for path in _folder().glob("*.json"):
        if not GAME_ID.fullmatch(path.stem):
            continue
        try:
            head = msgspec.json.decode(path.read_bytes(), type=_Head)
            played = path.stat().st_mtime
        except (OSError, msgspec.MsgspecError):
            continue
        if head.moves or note_path(path).exists():
            yield Kept(path.stem, head.scenario, read_seats(path), read_note(path), played)


def rename(id: str, name: str) -> None:
    """Give a game a name of its own; raises `NotNow` for a name that is empty or too long."""
    wanted = " ".join(name.split())
    if not 0 < len(wanted) <= LONGEST:
        raise NotNow(f"A name has 1 to {LONGEST} characters.")
    path = _known(id)
    write_note(path, msgspec.structs.replace(read_note(path), name=wanted))


def duplicate(id: str) -> str:
    """A second copy of a game, to try something else; gives its id."""
    path, new = _known(id), secrets.token_hex(8)
    other = game_path(new)
    write_whole(other, path.read_bytes())
    for beside in (seats_path, lines_path):
        if beside(path).exists():
            write_whole(beside(other), beside(path).read_bytes())
    note = read_note(path)
    write_note(other, msgspec.structs.replace(note, name=f"{note.name or 'Copy'} (copy)"[:LONGEST]))
    return new


def throw_away(id: str) -> None:
    """Take a game off the shelf; `fetch_back` undoes it. Raises `NotNow` while a page plays it."""
    path = _known(id)
    hold = Hold(path)
    if not hold.take():
        raise NotNow("That game is open on another page; close it there first.")
    hold.release()
    _bin().mkdir(parents=True, exist_ok=True)
    _empty_bin()
    for file in _files(path):
        file.touch()
        file.replace(_bin() / file.name)


def fetch_back(id: str) -> None:
    """Put a game that was thrown away back on the shelf; raises `NotNow` if it is not there any more."""
    if not GAME_ID.fullmatch(id) or not (_bin() / f"{id}.json").exists():
        raise NotNow("That game can't be fetched back any more.")
    for file in _files(_bin() / f"{id}.json"):
        file.replace(_folder() / file.name)


def exported(id: str) -> str:
    """The save of a game as text, for a file."""
    return _known(id).read_bytes().decode()


def _folder() -> Path:
    return data_folder() / "games"


def _bin() -> Path:
    return _folder() / "thrown-away"


def _empty_bin() -> None:
    """What lay there too long goes for good."""
    for file in _bin().iterdir():
        if time.time() - file.stat().st_mtime > KEPT:
            file.unlink(missing_ok=True)


def _files(path: Path) -> list[Path]:
    return [file for file in (path, seats_path(path), note_path(path), lines_path(path)) if file.exists()]


def _known(id: str) -> Path:
    path = game_path(id)
    if not path.is_file():
        raise NotNow("That game is not kept here any more.")
    return path
