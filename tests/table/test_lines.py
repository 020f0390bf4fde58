"""The lines of play that were left outlast the page."""

from __future__ import annotations

from pathlib import Path

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.table.autosave import MOST_LINES, game_path, lines_path
from napwidgets.table.shelf import duplicate, fetch_back, throw_away
from napwidgets.table.table import Table
from napwidgets.widgets.lobby import resume
from napwidgets.widgets.panels import StatusLine

ID = "0123456789abcdef"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    return tmp_path


def played(moves: int) -> Game:
    game = napwidgets.new_game("nlc/first-steps", seed="l")
    players = make_players(game.engine, "l", {}, default="recruit")
    for _ in range(moves):
        assert game.decision is not None
        seat = game.decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat), seat)
    return game


def branched() -> Table:
    """A kept game that went on from its tenth move, and from the fifth of that."""
    table = Table(played(30), path=game_path(ID))
    table.branch(10, "other")
    table.branch(5)
    return table


def test_they_are_there_again_and_can_be_taken_up() -> None:
    table = branched()
    again = resume(ID)
    assert again.game.number == 5
    assert [g.number for g in again.others] == [g.number for g in table.others] == [30, 10]
    assert [g.state for g in again.others] == [g.state for g in table.others]
    again.take_up(0)
    assert again.game.number == 30
    assert [g.number for g in resume(ID).others] == [10]


def test_they_go_with_a_copy_and_come_back_with_what_was_thrown_away() -> None:
    branched()
    assert len(resume(duplicate(ID)).others) == 2
    throw_away(ID)
    assert not lines_path(game_path(ID)).exists()
    fetch_back(ID)
    assert len(resume(ID).others) == 2


def test_a_spoiled_file_of_them_costs_no_game() -> None:
    branched()
    file = lines_path(game_path(ID))
    raw = file.read_bytes()
    file.write_bytes(raw[: len(raw) // 2])
    assert resume(ID).others == []
    file.write_bytes(raw.replace(b'"hash":"', b'"hash":"0', 1))
    assert [g.number for g in resume(ID).others] == [10]


def test_the_latest_ones_are_kept_and_nothing_is_written_for_a_move() -> None:
    table = Table(played(20), path=game_path(ID))
    for n in range(MOST_LINES + 3):
        table.branch(19 - n)
    assert len(resume(ID).others) == MOST_LINES
    before = lines_path(game_path(ID)).stat().st_mtime_ns
    table.save()
    assert lines_path(game_path(ID)).stat().st_mtime_ns == before


def test_what_was_said_of_one_moment_is_said_no_longer_of_another() -> None:
    table = Table(played(12))
    table.say("You play here now.")
    table.goto(5)
    assert "after move 5 of 12" in StatusLine(table).html
