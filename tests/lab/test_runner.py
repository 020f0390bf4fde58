"""The runner: the same results on any number of workers, kept as they come, and sentences where it can't."""

from __future__ import annotations

import builtins
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from napwidgets.kernel.rulings import IllegalMove, NapwidgetsError
from napwidgets.lab import campaigns, kept, playouts, sighted
from napwidgets.lab.kept import Job, KeepError, Kept
from napwidgets.lab.runner import CantSpread, GameFailed, gather, jobs_for

STEPS = "nlc/first-steps"
JOBS = jobs_for(STEPS, 5, {}, "7")
played: list[str] = []


def seed_of(job: Job) -> tuple[str, float]:
    """Stands for a game."""
    played.append(job.seed)
    return job.seed, 0.1


def refused(job: Job) -> str:
    raise IllegalMove("late", "It is too late for that.", ["NLC 1"])


def ended(job: Job) -> str:
    os._exit(1)


@pytest.fixture(autouse=True)
def nothing_played() -> None:
    played.clear()


def test_results_come_in_the_order_of_their_jobs_on_any_number_of_workers() -> None:
    want = [(job.seed, 0.1) for job in JOBS]
    assert [gather(seed_of, JOBS, workers=n) for n in (1, 2, None)] == [want] * 3
    assert gather(seed_of, [], workers=2) == []


def test_a_process_that_is_replaced_is_no_news() -> None:
    with warnings.catch_warnings(record=True) as told:
        gather(seed_of, JOBS, workers=2)
        warnings.warn("A worker stopped while some jobs were given to the executor.", UserWarning, stacklevel=1)
    assert told == []


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from napwidgets.lab.playouts import playouts\n"
        "print(len(playouts('con/learning', 3, workers=2, progress=False)))\n"
    )
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "3\n", "")


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert len(gather(seed_of, JOBS[:2], workers=1, keep=file)) == 2
    assert gather(seed_of, JOBS, workers=1, keep=file) == [(job.seed, 0.1) for job in JOBS]
    assert played == [job.seed for job in JOBS]
    assert len(file.read_text().splitlines()) == 5
    assert gather(seed_of, JOBS, workers=2, keep=file) == gather(seed_of, JOBS, workers=1)


def test_interrupting_keeps_what_is_finished_and_the_next_run_plays_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"

    def stopped(job: Job) -> tuple[str, float]:
        if len(played) == 3:
            raise KeyboardInterrupt
        return seed_of(job)

    assert gather(stopped, JOBS, workers=1, keep=file) == [(job.seed, 0.1) for job in JOBS[:3]]
    played.clear()
    assert len(gather(stopped, JOBS, workers=1, keep=file)) == 5
    assert played == [job.seed for job in JOBS[3:]]


def test_kept_games_are_those_that_were_played(tmp_path: Path) -> None:
    file, jobs = tmp_path / "games.jsonl", jobs_for(STEPS, 2, {}, "7")
    first = gather(playouts.run, jobs, workers=1, keep=file)
    assert gather(playouts.run, jobs, workers=1, keep=file) == first
    for what in (sighted.played, campaigns.played):
        found: list[list[object]] = [gather(what, jobs[:1], workers=1, keep=file) for _ in range(2)]
        assert found[0] == found[1]
    assert len(file.read_text().splitlines()) == 4


def test_a_line_that_was_cut_off_is_played_again_and_the_file_stays_sound(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    gather(seed_of, JOBS[:2], workers=1, keep=file)
    file.write_bytes(file.read_bytes()[:-20])
    played.clear()
    for _ in range(2):
        assert len(gather(seed_of, JOBS[:2], workers=1, keep=file)) == 2
    assert played == [JOBS[1].seed]


def test_games_of_other_rules_options_or_players_are_played_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.jsonl"
    gather(seed_of, JOBS[:1], workers=1, keep=file)
    gather(seed_of, jobs_for(STEPS, 5, {}, "7", {"overruns": True})[:1], workers=1, keep=file)
    monkeypatch.setattr(kept, "_players", lambda: "others")
    gather(seed_of, JOBS[:1], workers=1, keep=file)
    assert played == [JOBS[0].seed] * 3


def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Marengo\n")
    with pytest.raises(KeepError, match=r"notes\.txt:1: this is no finished game"):
        gather(seed_of, JOBS, workers=1, keep=file)
    assert (file.read_text(), played) == ("Marengo\n", [])
    with pytest.raises(KeepError, match="No games can be kept in"):
        gather(seed_of, JOBS, workers=1, keep=tmp_path / "nowhere" / "games.jsonl")


def test_a_result_of_another_form_counts_as_not_played(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    gather(seed_of, JOBS[:1], workers=1, keep=file)
    line = json.loads(file.read_text())
    file.write_text(json.dumps({**line, "result": "lost"}, separators=(",", ":")) + "\n")
    with Kept(file, seed_of) as found:
        assert found.get(JOBS[0]) is None


def test_errors_of_workers_are_sentences_too() -> None:
    with pytest.raises(GameFailed, match=r"nlc/first-steps with seed '7/\d': It is too late for that"):
        gather(refused, JOBS, workers=2)
    with pytest.raises(IllegalMove, match="It is too late"):
        gather(refused, JOBS, workers=1)
    with pytest.raises(NapwidgetsError, match="There is no computer player"):
        gather(playouts.run, jobs_for(STEPS, 2, {"french": "nobody"}, "7"), workers=2)


def test_a_worker_that_ends_is_told_in_a_sentence() -> None:
    with pytest.raises(CantSpread, match="`workers=1` plays the games one after the other"):
        gather(ended, JOBS, workers=2)


def test_a_cluster_needs_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_dask(name: str, *rest: Any) -> Any:
        if name == "distributed":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_dask)
    with pytest.raises(CantSpread, match="pip install distributed"):
        gather(seed_of, JOBS, cluster="tcp://localhost:8786")


def test_campaigns_are_gathered_by_their_seeds() -> None:
    found = campaigns.campaigns(STEPS, 2, seed="3", workers=1, progress=False)
    assert list(found) == ["3/1", "3/2"]
    assert found["3/2"] == campaigns.campaign(STEPS, seed="3/2")
