"""The database: its tables, what it acknowledges, and that of two things done at once exactly one is done."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from napwidgets.shared import schema
from napwidgets.shared.store import Entry, Store, StoreError, TooLate, address, now
from tests.shared.people import game

ROOT = Path(__file__).parents[2]


def entry(n: int, seat: str = "french") -> Entry:
    """An entry that any game could have."""
    return Entry(n, "rest", seat, "", "[]", "", now())


def test_the_steps_lead_to_the_tables_that_the_code_knows(both: Store) -> None:
    with both.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_a_database_of_a_newer_napwidgets_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'shared.db'}"
    store = Store(url)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    store.close()
    with pytest.raises(StoreError, match="newer napwidgets"):
        Store(url)


def test_sqlite_is_durable_and_for_its_owner_alone(store: Store) -> None:
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    assert Path(store.url.database or "").stat().st_mode & 0o077 == 0


def test_a_database_that_can_not_be_used_says_why(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no address"):
        address("nonsense")
    with pytest.raises(StoreError, match="can't be used"):
        Store("postgresql://nobody@127.0.0.1:1/nothing")


def test_of_those_who_are_quick_at_once_one_is_first_and_the_others_are_told(both: Store) -> None:
    head, rounds, racers = game(both), 12, 6
    gate, won, told, wrong = threading.Barrier(racers), [], [], []

    def race(me: int) -> None:
        for n in range(1, rounds + 1):
            gate.wait(60)
            try:
                both.append(head.id, entry(n, f"seat{me}"))
                won.append((n, f"seat{me}"))
            except TooLate as words:
                told.append(str(words))
            except Exception as trouble:
                wrong.append(trouble)

    threads = [threading.Thread(target=race, args=(i,)) for i in range(racers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert sorted(n for n, _ in won) == list(range(1, rounds + 1))
    assert len(told) == rounds * (racers - 1)
    assert set(told) == {"Somebody else was quicker: look at what has happened, and choose anew."}
    assert [(e.n, e.seat) for e in both.entries(head.id)] == sorted(won)


WRITER = """
import sys
from napwidgets.shared.store import Entry, Store, now
store = Store(sys.argv[1])
for n in range(int(sys.argv[3]), 10**6):
    store.append(sys.argv[2], Entry(n, "rest", "french", str(n), "[]", "", now()))
    print(n, flush=True)
"""


def test_what_was_acknowledged_is_there_after_a_process_was_killed(both: Store) -> None:
    head, last = game(both), 0
    url = both.url.render_as_string(hide_password=False)
    for _ in range(2):
        command = [sys.executable, "-c", WRITER, url, head.id, str(last + 1)]
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            heard = [int(process.stdout.readline()) for _ in range(5)]
            process.send_signal(signal.SIGKILL)
            heard += [int(line) for line in process.stdout.read().split("\n") if line]
        kept = [e.n for e in both.entries(head.id)]
        assert kept == list(range(1, len(kept) + 1))
        assert heard[-1] <= len(kept) <= heard[-1] + 1, "at most the one that was under way is more"
        last = len(kept)


def test_a_game_goes_with_all_that_belongs_to_it(both: Store) -> None:
    head = game(both)
    both.append(head.id, entry(1))
    before = both.count()
    both.delete(head.id)
    assert both.count() == before - 1
    assert both.entries(head.id) == []
    with pytest.raises(StoreError, match="not kept"):
        both.head(head.id)
