"""``napwidgets blunders``: a table, JSON, and one sentence for every mistake; like all that plays many games it goes on
where it was stopped.
"""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from napwidgets.lab import blunders, europe, history, playouts, tools
from napwidgets.lab.blunders import eye_for
from napwidgets.lab.kept import Job
from napwidgets.scenarios import load
from tests.cli.test_cli import run, wrong

__all__ = ["run"]

ONE = ("--games", "1", "--workers", "1")


def test_blunders_in_json_and_as_a_table(run: Any) -> None:
    found = run("blunders", "con/learning", *ONE, "--json").json
    kinds = eye_for(load("con/learning")).KINDS
    assert [row["fault"] for row in found] == list(kinds)
    assert [row["meaning"] for row in found] == list(kinds.values())
    shown = run("blunders", "con/learning", *ONE, "--bots", "french=random,allied=random").out
    assert "what a beginner would see" in " ".join(shown.split())


def test_an_unknown_player_is_a_sentence(run: Any) -> None:
    ran = run("blunders", "con/learning", *ONE, "--bots", "french=strong")
    wrong(ran, 1, "no computer player 'strong'")


@pytest.mark.parametrize(
    ("words", "module", "name"),
    [
        (("selfplay", "con/learning"), playouts, "run"),
        (("blunders", "con/learning"), blunders, "watched"),
        (("lab", "tools", "con/learning"), tools, "handled"),
        (("lab", "history", "con/learning"), history, "followed"),
        (("lab", "europe", "--scenario", "wap/trafalgar"), europe, "fought"),
    ],
)
def test_games_that_are_stopped_go_on_from_there(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...], module: ModuleType, name: str
) -> None:
    what, seen = getattr(module, name), list[Job]()

    @wraps(what)
    def once(job: Job) -> Any:
        if seen:
            raise KeyboardInterrupt
        seen.append(job)
        return what(job)

    command = (*words, "--games", "2", "--workers", "1", "--keep", str(tmp_path / "kept.jsonl"), "--json")
    monkeypatch.setattr(module, name, once)
    assert run(*command).err == "Stopped: 1 of 2 games are finished; the same command goes on from here.\n"
    first = seen.pop()
    ran = run(*command)
    assert (ran.code, ran.err, [job == first for job in seen]) == (0, "", [False])
