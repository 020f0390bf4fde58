"""Each test of a lesson has a home of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games and progress are kept."""
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    return tmp_path
