"""Databases for the tests of shared games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from napwidgets.shared.store import Store
from tests.shared import postgres


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An SQLite database of the test's own."""
    found = Store(f"sqlite:///{tmp_path / 'shared.db'}")
    yield found
    found.close()


@pytest.fixture(scope="session")
def club() -> Iterator[str]:
    """The URL of a PostgreSQL database."""
    with postgres.running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def both(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A database of each kind."""
    sqlite = f"sqlite:///{tmp_path / 'shared.db'}"
    found = Store(sqlite if request.param == "sqlite" else request.getfixturevalue("club"))
    yield found
    found.close()
