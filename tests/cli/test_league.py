"""``napwidgets league``: tables, JSON, CSV, and one sentence for every mistake."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from napwidgets.lab import league
from napwidgets.lab.kept import Job
from napwidgets.lab.league import COLUMNS, Bout
from tests.cli.test_cli import run, wrong

__all__ = ["run"]

PAIR = ("--players", "steady,random", "--workers", "1")


def test_a_league_in_json(run: Any) -> None:
    found = run("league", "first-steps", "con/learning", *PAIR, "--games", "2", "--json").json
    assert set(found) == {"games", "summary", "ratings"}
    assert [list(game) for game in found["games"]] == [COLUMNS] * 4
    assert [row["games"] for row in found["summary"]] == [4, 2, 2, 1, 1, 2, 2, 1, 1]
    assert {row["kind"] for row in found["ratings"]} == {"steady", "random"}


def test_a_league_as_tables_and_as_csv(run: Any, tmp_path: Path) -> None:
    words = ("league", "first-steps", "--players", "steady,random,recruit", "--games", "2", "--workers", "1")
    words += ("--keep", str(tmp_path / "league.jsonl"))
    shown = run(*words).out
    assert "steady - random" in shown
    assert "nlc/first-steps, allied" in shown
    assert "Ratings" in shown
    rows = list(csv.DictReader(io.StringIO(run(*words, "--csv").out)))
    assert len(rows) == 6
    assert {row["a"] for row in rows} == {"steady", "random"}


def test_a_league_that_is_stopped_shows_what_is_finished(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    played, seen = league.played, list[Job]()

    def stopped(job: Job) -> Bout:
        if seen:
            raise KeyboardInterrupt
        seen.append(job)
        return played(job)

    monkeypatch.setattr(league, "played", stopped)
    ran = run("league", "first-steps", *PAIR, "--games", "4", "--json")
    assert (ran.code, len(ran.json["games"])) == (0, 1)
    assert ran.err == "Stopped: 1 of 4 games are finished; with --keep FILE it could go on from here.\n"


@pytest.mark.parametrize(
    ("words", "code", "answer"),
    [
        (["first-steps", "--players", "steady,rndom"], 1, "did you mean 'random'?"),
        (["first-steps", "--players", "steady"], 1, "two different kinds"),
        (["first-step"], 1, "Did you mean"),
        (["first-steps", "--games", "0"], 2, "--games"),
        (["first-steps", "--workers", "0"], 2, "--workers"),
        (["first-steps", *PAIR, "--keep", "/nowhere/at/all"], 1, "No games can be kept in /nowhere/at/all"),
        ([], 2, "scenarios"),
    ],
)
def test_mistakes_are_told_in_a_sentence(run: Any, words: list[str], code: int, answer: str) -> None:
    wrong(run("league", *words), code, answer)
