"""Hearing of what happens in other processes: one thread a process, whatever the number of pages."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from typing import Final
from weakref import WeakKeyDictionary

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.shared.store import CHANNEL, Store

LOG = logging.getLogger("napwidgets")
#: How often an SQLite file is asked whether it has changed, in seconds; it answers from memory.
EVERY: Final = 0.08
#: How often all games are looked at anyway, and a broken connection is tried again.
ROUND: Final = 5.0
Heard = Callable[[], None]


class Watch:
    """Calls back when a game changes. Callbacks run in the thread of the watch and must be short."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._heard: dict[str, list[Heard]] = {}
        self._known: dict[str, int] = {}
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="shared games", daemon=True)
        self._thread.start()

    def follow(self, game: str, heard: Heard) -> Callable[[], None]:
        """Call ``heard`` after every change of a game; gives a function that stops it."""
        with self._lock:
            self._heard.setdefault(game, []).append(heard)
        self._wanted.set()

        def stop() -> None:
            with self._lock:
                rest = self._heard.get(game, [])
                if heard in rest:
                    rest.remove(heard)
                if not rest:
                    self._heard.pop(game, None)
                    self._known.pop(game, None)

        return stop

    def close(self) -> None:
        """Stop watching."""
        self._closed = True
        self._wanted.set()

    def look(self) -> None:
        """Call back for the games that have changed since the last look."""
        with self._lock:
            games = list(self._heard)
        if not games:
            return
        versions = self._store.versions(games)
        with self._lock:
            changed = [g for g in games if versions.get(g) != self._known.get(g)]
            self._known.update(versions)
            callbacks = [heard for g in changed for heard in self._heard.get(g, ())]
        for heard in callbacks:
            try:
                heard()
            except Exception as trouble:
                LOG.exception("a page did not hear of a change", exc_info=trouble)

    def _run(self) -> None:
        wait = self._sqlite if self._store.lite else self._postgres
        while not self._closed:
            if not self._wanted.wait(ROUND):
                continue
            try:
                wait()
            except (NapwidgetsError, OSError, sqlite3.Error) as trouble:
                LOG.warning("shared games can't be followed for a moment: %s", trouble)
                threading.Event().wait(min(1.0, ROUND))
            except Exception as trouble:
                if self._closed:
                    return
                LOG.warning("shared games can't be followed for a moment: %r", trouble)
                threading.Event().wait(1.0)

    def _idle(self) -> bool:
        """Whether nobody wants to hear anything."""
        with self._lock:
            if not self._heard:
                self._wanted.clear()
            return not self._heard

    def _sqlite(self) -> None:
        connection = sqlite3.connect(self._store.url.database or "", isolation_level=None)
        try:
            seen, pause = None, threading.Event()
            while not self._closed and not self._idle():
                version = connection.execute("PRAGMA data_version").fetchone()[0]
                # A callback that came after the last look has seen nothing yet.
                if version != seen or self._fresh():
                    seen = version
                    self.look()
                pause.wait(EVERY)
        finally:
            connection.close()

    def _fresh(self) -> bool:
        with self._lock:
            return any(game not in self._known for game in self._heard)

    def _postgres(self) -> None:
        import psycopg

        parts = self._store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(parts, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            while not self._closed and not self._idle():
                self.look()
                for _ in connection.notifies(timeout=1.0, stop_after=1):
                    pass


_WATCHES: WeakKeyDictionary[Store, Watch] = WeakKeyDictionary()
_MAKING = threading.Lock()


def watch(store: Store) -> Watch:
    """The watch of a store in this process."""
    with _MAKING:
        if store not in _WATCHES:
            _WATCHES[store] = Watch(store)
        return _WATCHES[store]
