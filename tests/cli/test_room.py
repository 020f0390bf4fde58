"""`napwidgets room`: a room opened from the command line."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from napwidgets.cli import app
from napwidgets.shared import rooms
from napwidgets.shared.store import Store, address
from napwidgets.shared.table import SharedTable


def test_a_room_is_opened_with_its_slips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    monkeypatch.delenv("NAPWIDGETS_DATABASE", raising=False)
    names, slips = tmp_path / "names.txt", tmp_path / "slips.csv"
    names.write_text("Anna\n\n  Ben \nCleo\n")
    asked = ["room", "nlc/first-steps", "mop/brienne", "--one-each", "--names", str(names), "--slips", str(slips)]
    told = CliRunner().invoke(app, [*asked, "--title", "10b", "--address", "https://club.example"])
    assert told.exit_code == 0, told.output
    store = Store(address())
    found = re.search(r"Desk: https://club.example/\?room=(\S+)", told.output)
    assert found is not None
    who = rooms.visitor(store, found[1])
    assert who.role == rooms.TEACHER
    assert who.room.code in told.output
    assert [head.scenario for head in rooms.tables(store, who)] == ["nlc/first-steps", "mop/brienne", "nlc/first-steps"]
    with slips.open(newline="") as file:
        rows = [*csv.DictReader(file)]
    assert [row["name"] for row in rows] == ["Anna", "Ben", "Cleo"]
    assert [row["seat"] for row in rows] == ["French", "French", "French"]
    assert rows[0]["table"] == "Table 1: First Steps"
    at = SharedTable(store, rows[1]["link"].removeprefix("https://club.example/?key="))
    assert at.game.engine.scenario_id == "mop/brienne"
    store.close()


def test_names_that_can_not_be_read_are_said(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["room", "nlc/first-steps", "--names", str(tmp_path / "none.txt")])
    assert told.exit_code != 0
    assert "can't be read" in str(told.exception)
