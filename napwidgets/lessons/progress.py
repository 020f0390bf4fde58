"""How far somebody is in a lesson, which survives a reload: a file a lesson beside the games; where many people come,
what the place keeps for his browser.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.language.visit import visit
from napwidgets.table.autosave import data_folder
from napwidgets.table.notes import write_whole
from napwidgets.widgets.lesson_shelf import LESSONS

#: The longest name, answer or setting that is kept.
LONGEST = 60
_MOST = 64
#: No file of progress is larger, in bytes.
_LARGEST = 100_000

Short = Annotated[str, Meta(max_length=LONGEST)]


class Mark(Struct, frozen=True, omit_defaults=True):
    """How one task stands: wrong and right tries, the last answer, whether it was right, and the controls."""

    tries: Annotated[int, Meta(ge=0, le=10_000)] = 0
    given: Short = ""
    done: bool = False
    settings: Annotated[dict[Short, Short], Meta(max_length=_MOST)] = {}


class Progress(Struct, frozen=True, omit_defaults=True):
    """A lesson as somebody left it: the name typed, the tasks, and the games by what they are for."""

    name: Short = ""
    marks: Annotated[dict[Short, Mark], Meta(max_length=_MOST)] = {}
    games: Annotated[dict[Short, Short], Meta(max_length=_MOST)] = {}

    def mark(self, id: str) -> Mark:
        """How a task stands."""
        return self.marks.get(id, Mark())


class NotKept(NapwidgetsError):
    """Progress could not be written; the sentence says what to do."""


def path_of(lesson: str) -> Path:
    """The file of a lesson; raises `NotKept` for anything that is no lesson.

    >>> path_of("combat-lab").name
    'combat-lab.json'
    """
    if lesson not in {entry.id for entry in LESSONS}:
        raise NotKept(f"There is no lesson called {lesson!r}; there are {', '.join(e.id for e in LESSONS)}.")
    return data_folder() / "lessons" / f"{lesson}.json"


def read(lesson: str) -> Progress:
    """How far somebody is; the beginning where nothing is kept or what is kept can't be read."""
    path, drawer = path_of(lesson), visit().drawer
    return _decoded(_raw(path) if drawer is None else drawer.read(lesson)) or Progress()


def _raw(path: Path) -> bytes | None:
    """What a file holds, up to more than it may; None where there is none."""
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST + 1)
    except OSError:
        return None


def _decoded(raw: bytes | None) -> Progress | None:
    """Progress as it was written, or None for anything else."""
    if raw is None or len(raw) > _LARGEST:
        return None
    try:
        return msgspec.json.decode(raw, type=Progress)
    except msgspec.MsgspecError:
        return None


def change(lesson: str, how: Callable[[Progress], Progress]) -> Progress:
    """Change what is kept and write it at once; what another page wrote meanwhile stays."""
    path, drawer = path_of(lesson), visit().drawer
    now = how(read(lesson))
    if drawer is not None:
        drawer.write(lesson, msgspec.json.encode(now))
        return now
    _put_aside(path)
    try:
        write_whole(path, msgspec.json.encode(now))
    except OSError as trouble:
        raise NotKept(
            f"Your progress could not be kept ({trouble.strerror}). Save the report now, before you leave this page."
        ) from trouble
    return now


def _put_aside(path: Path) -> None:
    """A file that can't be read is kept under another name before a new one takes its place."""
    raw = _raw(path)
    if raw is not None and _decoded(raw) is None:
        with suppress(OSError):
            path.replace(path.with_suffix(".unreadable"))


def marked(progress: Progress, id: str, mark: Mark) -> Progress:
    """The same with one task changed.

    >>> marked(Progress(), "walls", Mark(tries=1)).mark("walls").tries
    1
    """
    return msgspec.structs.replace(progress, marks={**progress.marks, id: mark})
