"""Finished games kept in a file of JSON lines, so that a run which was stopped goes on where it was."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec
from msgspec import Raw, Struct

import napwidgets.players
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.scenarios import load

R = TypeVar("R")

#: How every line begins; one that begins so and doesn't end was cut off while it was written.
_HEAD = b'{"key":'


class KeepError(NapwidgetsError):
    """A file in which games can't be kept; the sentence says why."""


class Job(Struct, frozen=True):
    """A game to play: everything a worker process needs to know."""

    scenario: str
    seed: str
    bots: dict[str, str]
    options: dict[str, Any] = {}
    tables: dict[str, Any] = {}


class _Line(Struct, frozen=True):
    key: str
    job: Job
    result: Raw


class Kept(Generic[R]):
    """The finished jobs of a file, and the way to add one. Without a path nothing is kept.

    A job is known again by itself, by what was done with it, by the scenario and its rules, and by the computer players
    as they are: after a change of any of these it is played anew. A line that was cut off counts as not played.

    Raises `KeepError` for a file that can't be read or written, or that holds something else.
    """

    def __init__(self, path: str | os.PathLike[str] | None, what: Callable[[Job], R]) -> None:
        self._path = None if path is None else Path(path)
        self._what = what
        self._lines: dict[str, Raw] = {}
        self._file: int | None = None

    def __enter__(self) -> Kept[R]:
        if self._path is not None:
            try:
                self._open(self._path)
            except OSError as error:
                raise KeepError(f"No games can be kept in {self._path}: {error.strerror or error}.") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self, path: Path) -> None:
        found = path.read_bytes() if path.exists() else b""
        for number, line in enumerate(found.split(b"\n"), 1):
            if not line.strip():
                continue
            try:
                known = msgspec.json.decode(line, type=_Line)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                if line.startswith(_HEAD) or _HEAD.startswith(line):
                    continue
                raise KeepError(f"{path}:{number}: this is no finished game; name a file of its own.") from None
            self._lines[known.key] = known.result
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        if found and not found.endswith(b"\n"):
            os.write(self._file, b"\n")

    def get(self, job: Job) -> R | None:
        """What came of a job, or None where the file doesn't know it."""
        line = self._lines.get(_key(self._what, job)) if self._lines else None
        if line is None:
            return None
        try:
            result: R = msgspec.json.decode(line, type=get_type_hints(self._what)["return"])
        except msgspec.MsgspecError:
            return None
        return result

    def add(self, job: Job, result: R) -> None:
        """Keep what came of a job: one line, written at once."""
        if self._file is not None:
            line = _Line(_key(self._what, job), job, Raw(msgspec.json.encode(result)))
            os.write(self._file, msgspec.json.encode(line) + b"\n")


def _key(what: Callable[[Job], object], job: Job) -> str:
    engine = load(job.scenario, job.options, job.tables)
    parts = [what.__module__, what.__qualname__, job, engine.fingerprint, engine.rules_version, _players()]
    return sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()[:32]


@lru_cache(maxsize=1)
def _players() -> str:
    """The computer players as they are, as a hash of their modules and studies: a better player plays another game."""
    folder = Path(napwidgets.players.__path__[0])
    digest = sha256()
    for path in sorted([*folder.glob("*.py"), *folder.glob("studied/*.json")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
