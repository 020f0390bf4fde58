"""``napwidgets blunders``: a table, JSON, and one sentence for every mistake."""

from __future__ import annotations

from typing import Any

from napwidgets.lab.blunders import eye_for
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
