"""Races, kills and a week of visits, each as small as it still says something."""

from __future__ import annotations

from pathlib import Path

import pytest

from napwidgets import people_trials
from napwidgets.people_trials import Hosts, TrialFailed, kills, race, week
from napwidgets.shared.store import Store, TooLate
from tests.apart import apart
from tests.shared import postgres


def quiet(_: str) -> None:
    """Nobody reads it."""


def test_of_those_who_race_one_is_first(tmp_path: Path) -> None:
    (figure,) = race(f"sqlite:///{tmp_path / 'race.db'}", 3, 10, quiet)
    assert figure.value > 0


def test_a_race_that_two_win_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Inline:
        """Processes that are none."""

        def __init__(self, *_: object) -> None:
            self.map = map

        def __enter__(self) -> Inline:
            return self

        def __exit__(self, *_: object) -> None:
            """Nothing is left."""

    def add(store: Store, *_: object) -> None:
        if store.engine is None:
            raise TooLate

    monkeypatch.setattr(people_trials, "ProcessPoolExecutor", Inline)
    monkeypatch.setattr(Store, "append", add)
    with pytest.raises(TrialFailed, match="20 entries were acknowledged and 0 are kept"):
        race(f"sqlite:///{tmp_path / 'race.db'}", 2, 10, quiet)


def test_nothing_is_lost_when_a_host_is_killed() -> None:
    found = []
    apart(lambda: found.extend(kills(2, quiet)))
    assert found[0].value > 0


def test_nothing_is_lost_when_the_database_is_killed() -> None:
    with postgres.server() as (url, again):
        found = []

        def kill(_: Hosts) -> None:
            again()

        apart(lambda: found.extend(kills(2, quiet, kill, url)))
    assert found[0].value > 0


def test_a_week_leaves_a_host_as_it_was() -> None:
    found = []
    apart(lambda: found.extend(week(quiet, days=3, visits=4)))
    memory, files = found
    assert memory.value < 1.3
    assert files.value <= files.limit
