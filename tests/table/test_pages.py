"""Several pages at one game: one plays, the others look on, and no move is lost or overwritten."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import napwidgets
from napwidgets.kernel import saves
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_player
from napwidgets.table.autosave import Autosave
from napwidgets.table.hold import Hold
from napwidgets.table.pages import ALONE, TAKEN
from napwidgets.table.seats import NotNow
from napwidgets.table.table import Table


def page(path: Path, game: Game | None = None) -> Table:
    """A page opened at the game kept in a file; the first one brings the game."""
    if game is None:
        game = napwidgets.load_game(path.read_bytes())
    table = Table(game, path=path, hold=Hold(path))
    table.open_page()
    if not table.looking_on:
        table.save()
    return table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "0123456789abcdef.json"


@pytest.fixture
def first(path: Path) -> Table:
    return page(path, napwidgets.new_game("nlc/first-steps", seed="1815"))


def play(table: Table) -> None:
    game, decision = table.game, table.game.decision
    assert decision is not None
    player = make_player("random", game.engine, decision.seat, str(game.number))
    table.play(player.choose(game.engine, game.view(decision.seat), decision.seat))


def kept(path: Path) -> Game:
    return napwidgets.load_game(path.read_bytes())


def test_the_later_page_looks_on_and_sees_every_move(first: Table, path: Path) -> None:
    second = page(path)
    assert (first.looking_on, second.looking_on) == (False, True)
    for _ in range(3):
        play(first)
        second.keep_up()
        assert second.game.state == first.game.state
        assert second.game.history() == first.game.history()
    assert not second.mine
    assert not second.computer_moves


def test_who_looks_on_can_change_nothing(first: Table, path: Path) -> None:
    play(first)
    second, before = page(path), path.read_bytes()
    deeds = [
        lambda: play(second),
        second.undo,
        lambda: second.branch(0),
        lambda: second.take_up(0),
        lambda: second.sit("french", "random"),
        second.drop_dice,
    ]
    for deed in deeds:
        with pytest.raises(NotNow, match="another page"):
            deed()
    second.save()
    assert path.read_bytes() == before


def test_a_page_takes_over_and_the_other_one_looks_on(first: Table, path: Path) -> None:
    second = page(path)
    play(first)
    second.take_over()
    assert second.game.number == 1
    assert second.notice.text == TAKEN
    with pytest.raises(NotNow, match="another page"):
        play(first)
    assert first.looking_on
    play(second)
    first.keep_up()
    assert first.game.state == second.game.state == kept(path).state
    first.take_over()
    second.keep_up()
    assert (first.looking_on, second.looking_on) == (False, True)


def test_a_move_made_while_another_page_takes_over_overwrites_nothing(
    first: Table, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second, write = page(path), Autosave.__call__

    def late(self: Autosave, game: Game, seats: dict[str, str], others: Sequence[Game] = ()) -> str:
        monkeypatch.setattr(Autosave, "__call__", write)
        second.take_over()
        play(second)
        return write(self, game, seats, others)

    monkeypatch.setattr(Autosave, "__call__", late)
    play(first)
    assert first.looking_on
    assert "was not made" in first.notice.text
    assert first.game.state == second.game.state == kept(path).state


def test_when_the_other_page_is_closed_this_one_plays(first: Table, path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from napwidgets.table.hold import Hold; "
        "hold = Hold(Path(sys.argv[1])); print(hold.take(by_force=True), flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        first.keep_up()
        first.keep_up()
        assert first.looking_on
    finally:
        other.kill()
        other.wait(10)
    first.keep_up()
    assert not first.looking_on
    assert first.notice.text == ALONE
    play(first)
    assert kept(path).state == first.game.state


def test_who_looks_on_follows_back_and_into_branches(first: Table, path: Path) -> None:
    second = page(path)
    for _ in range(6):
        play(first)
    second.keep_up()
    first.branch(2, seed="another")
    play(first)
    second.keep_up()
    assert second.game.number == 3
    assert saves.dump(second.game) == saves.dump(first.game)


def test_a_folder_that_cannot_be_written_costs_no_game(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("no folder")
    path = tmp_path / "games" / "0123456789abcdef.json"
    table = page(path, napwidgets.new_game("nlc/first-steps", seed="1815"))
    assert not table.looking_on
    play(table)
    assert table.game.number == 1
    assert "could not be saved" in table.notice.text


def test_a_hold_is_one_pages_alone(path: Path) -> None:
    a, b, c = Hold(path), Hold(path), Hold(path)
    assert (a.take(), a.take(), b.take(), c.take()) == (True, True, False, False)
    assert b.take(by_force=True)
    assert (a.mine, b.mine, c.mine) == (False, True, False)
    a.release()
    assert not c.take()
    b.release()
    assert c.take()
