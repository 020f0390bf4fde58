"""What has been worked out of reviews, in memory and in a file."""

from __future__ import annotations

import os
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from napwidgets.kernel.dice import Throw
from napwidgets.kernel.system import Engine
from napwidgets.lab.kept import _players
from napwidgets.lab.luck import Hopes
from napwidgets.players.registry import kinds, usual


class Task(Struct, frozen=True):
    """Something to work out: game ``number`` from a position, or (-1) what a move was expected to cost."""

    key: str
    number: int
    state: Any
    seat: str = ""
    move: Any = None
    throws: tuple[Throw, ...] = ()


#: What a task was: its key, its number, and who won (a side's id, empty for a draw) or what was to be expected.
Found = tuple[str, int, Any]


class Known:
    """What has been worked out of a game: winners by position, hopes by move. With a ``path`` it is kept in that file;
    a file of other rules or other computer players is begun anew.
    """

    def __init__(self, engine: Engine, path: str | os.PathLike[str] | None = None) -> None:
        self.path = None if path is None else Path(path)
        self.of = digest(engine.fingerprint, engine.rules_version, player_for(engine), _players())
        self.games: dict[str, dict[int, str]] = {}
        self.hopes: dict[str, Hopes | None] = {}
        self._read()

    def _read(self) -> None:
        try:
            found = msgspec.json.decode(self.path.read_bytes(), type=_File) if self.path is not None else None
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return
        if found is not None and found.of == self.of:
            self.games = found.games
            self.hopes = {key: _thawed(kept) for key, kept in found.hopes.items()}

    def add(self, found: Found) -> None:
        """Take in what came of a task."""
        key, number, result = found
        if number < 0:
            self.hopes[key] = result
        else:
            self.games.setdefault(key, {})[number] = result

    def has(self, task: Task) -> bool:
        """Whether a task was done."""
        return task.key in self.hopes if task.number < 0 else task.number in self.games.get(task.key, {})

    def keep(self) -> None:
        """Write the file, if there is one; a disk that is full costs no more than the time to work it out again."""
        if self.path is None:
            return
        kept = _File(self.of, self.games, {key: _frozen(value) for key, value in self.hopes.items()})
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(".part")
            fresh.write_bytes(msgspec.json.encode(kept))
            os.replace(fresh, self.path)
        except OSError:
            return


class _Kept(Struct, frozen=True):
    """Hopes as they stand in a file: fractions as text."""

    mean: dict[str, str]
    error: dict[str, float]
    runs: int
    exact: bool
    dice: tuple[str, ...]


class _File(Struct):
    of: str
    games: dict[str, dict[int, str]]
    hopes: dict[str, _Kept | None]


def _frozen(value: Hopes | None) -> _Kept | None:
    if value is None:
        return None
    mean = {side: str(x) for side, x in value.mean.items()}
    return _Kept(mean, value.error, value.runs, value.exact, tuple(map(str, value.dice)))


def _thawed(kept: _Kept | None) -> Hopes | None:
    if kept is None:
        return None
    mean = {side: Fraction(x) for side, x in kept.mean.items()}
    return Hopes(mean, kept.error, kept.runs, kept.exact, tuple(map(Fraction, kept.dice)))


def digest(*parts: str | bytes) -> str:
    """A short name for something, the same on every machine."""
    return sha256(b"\0".join(p.encode() if isinstance(p, str) else p for p in parts)).hexdigest()[:24]


def player_for(engine: Engine) -> str:
    """The kind of computer player that plays on: a quick one."""
    return "recruit" if "recruit" in kinds(engine.system) else usual(engine.system)
