"""Shared games as a process has them: begun, followed, and added to; all its tables at a game share one."""

from __future__ import annotations

import secrets
import threading
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from napwidgets import scenarios
from napwidgets.kernel import saves
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Engine
from napwidgets.shared import snapshots
from napwidgets.shared.course import Course, advance, setup_of, start, throw
from napwidgets.shared.store import Check, Entry, Head, Store, now
from napwidgets.table.seats import PERSON


def begin(
    store: Store,
    engine: Engine,
    kinds: Mapping[str, str] | None = None,
    *,
    title: str = "",
    seed: str | None = None,
    settings: Mapping[str, Any] | None = None,
    room: str | None = None,
    follows: str | None = None,
    public: bool = False,
) -> Head:
    """Begin a shared game. ``kinds`` seats computer players, every other seat is a person's; a ``public`` one is listed
    for everybody.
    """
    seated = dict.fromkeys(engine.seats, PERSON) | dict(kinds or {})
    head = Head(
        id=secrets.token_hex(8),
        title=title or engine.title,
        scenario=engine.scenario_id,
        rules=engine.rules_version,
        fingerprint=engine.fingerprint,
        options=dict(engine.chosen),
        tables=msgspec.to_builtins(engine.replaced),
        setup=setup_of(engine, seed),
        seed=seed,
        settings={"kinds": seated, **(settings or {})},
        made=now(),
        status="open",
        turn="",
        moved=now(),
        room=room,
        follows=follows,
        public=public,
    )
    first = start(head, engine, seated)
    store.add(msgspec.structs.replace(head, turn=first.turn))
    return store.head(head.id)


class Live:
    """A shared game in this process: its courses, from a beginning or a snapshot up to now. Many threads may use it."""

    def __init__(self, store: Store, head: Head) -> None:
        self.store, self.head, self._lock = store, head, threading.Lock()
        self.engine = scenarios.load(head.scenario, head.options, head.tables)
        kinds = head.settings.get("kinds", {})
        first = start(head, self.engine, kinds)
        self._courses = [snapshots.read(head, first, self._said) or first]
        self._kept = self.course.n

    @property
    def course(self) -> Course:
        """How the game stood at the last look."""
        return self._courses[-1]

    def catch_up(self) -> Course:
        """How the game stands now."""
        with self._lock:
            for entry in self.store.entries(self.head.id, self.course.n):
                self._courses.append(advance(self.course, entry))
            course, due = self.course, self.course.n - self._kept >= snapshots.EVERY
            if due:
                self._kept = course.n
        if due:
            snapshots.write(self.head, course)
        return course

    def until(self, at: float) -> Course:
        """How the game stood at a time, as far back as this process has followed it."""
        with self._lock:
            found = bisect_right(self._courses, at, key=lambda course: course.since)
            return self._courses[max(0, found - 1)]

    def _said(self, n: int) -> Entry | None:
        """An entry of the log."""
        return next((entry for entry in self.store.entries(self.head.id, n - 1) if entry.n == n), None)

    def add(self, course: Course, entry: Entry, game: Game | None = None, check: Check | None = None) -> Course:
        """Add an entry to the log, after ``course``. Raises `TooLate` if somebody has added another, and what ``check``
        raises.
        """
        after = advance(course, entry, game)
        status = "over" if after.over else "paused" if after.rests else "open"
        self.store.append(self.head.id, entry, check, status=status, turn=after.turn)
        with self._lock:
            if self.course.n + 1 == after.n:
                self._courses.append(after)
        return after

    def throw(self, course: Course, move: Any, seat: str) -> Game:
        """The game after a move, with dice thrown now."""
        return throw(course, move, seat, self.head.seed)

    def save(self) -> str:
        """The whole game as a save, with everything that is hidden: for when it is over, and for an umpire."""
        return saves.dump(self.catch_up().game).decode()


_LIVE: WeakValueDictionary[tuple[Store, str], Live] = WeakValueDictionary()
_OPENING = threading.Lock()


def live(store: Store, game: str) -> Live:
    """A game as this process has it; raises `StoreError` if there is none of that id."""
    with _OPENING:
        found = _LIVE.get((store, game))
        if found is None:
            found = _LIVE[store, game] = Live(store, store.head(game))
        return found
