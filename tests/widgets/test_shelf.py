"""The shelf of kept games in the lobby: listed, opened, named, copied, thrown away and fetched back."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

import napwidgets
from napwidgets.kernel import saves
from napwidgets.scenarios import load
from napwidgets.table import shelf
from napwidgets.table.autosave import game_path
from napwidgets.table.hold import Hold
from napwidgets.table.notes import read_note
from napwidgets.table.seats import NotNow
from napwidgets.table.table import Table
from napwidgets.widgets.front import Front
from napwidgets.widgets.lobby import Lobby
from napwidgets.widgets.sheet import Sheet
from napwidgets.widgets.table_app import TableApp

ID = "0123456789abcdef"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    return tmp_path


def keep(id: str = ID, scenario: str = "nlc/first-steps", moves: int = 1) -> Table:
    table = Table(napwidgets.new_game(scenario, seed="1"), {"allied": "recruit"}, path=game_path(id))
    table.save()
    for _ in range(moves):
        table.play(table.game.engine.options(table.game.state)[0])
    return table


def press(sheet: Sheet, do: str, arg: str = "") -> None:
    sheet._handle_custom_msg({"do": do, "arg": arg, "serial": sheet.serial}, [])


def lobby(front: Front) -> Lobby:
    found = front.children[0]
    assert isinstance(found, Lobby)
    return found


def test_where_nothing_is_kept_there_is_no_shelf() -> None:
    assert "Go on</h2>" not in lobby(Front("")).html


def test_a_kept_game_says_who_plays_what_and_when_and_goes_on() -> None:
    table = keep()
    front = Front("")
    page = lobby(front).html
    shown = page[page.index("nw-shelf") :]
    assert "First Steps" in shown
    assert f"French · {table.game.engine.clock(table.game.state)[1]} · just now" in shown
    press(lobby(front), "go_on", ID)
    app = front.children[0]
    assert isinstance(app, TableApp)
    assert app.table.game.number == table.game.number
    assert app.menu.address == f"?game={ID}"


def test_the_last_one_played_stands_first_and_many_are_folded_away() -> None:
    for n in range(5):
        id = f"{n}" * 8
        keep(id, moves=0)
        os.utime(game_path(id), (time.time() - 1000 * n,) * 2)
    assert [kept.id[0] for kept in shelf.shelf()] == list("01234")
    page = lobby(Front(""))
    assert page.html.count('data-do="go_on"') == 3
    assert "2 more" in page.html
    press(page, "fold", "shelf")
    assert page.html.count('data-do="go_on"') == 5


def test_a_name_stays_when_the_game_goes_on_and_is_never_html() -> None:
    table = keep()
    page = lobby(Front(""))
    press(page, "rename", f"{ID}=The <b>evening</b>  game")
    assert "The &lt;b&gt;evening&lt;/b&gt; game" in page.html
    table.sit("french", "recruit")
    while table.step():
        pass
    assert read_note(game_path(ID)).over
    assert read_note(game_path(ID)).name == "The <b>evening</b> game"
    press(page, "rename", f"{ID}= ")
    assert "A name has 1 to 60 characters." in page.html


def test_a_copy_is_a_game_of_its_own() -> None:
    table = keep()
    new = shelf.duplicate(ID)
    assert new != ID
    again = saves.load(game_path(new).read_bytes(), load)
    assert again.state == table.game.state
    assert {kept.note.name for kept in shelf.shelf()} == {"", "Copy (copy)"}
    assert all(kept.seats == {"french": "person", "allied": "recruit"} for kept in shelf.shelf())


def test_what_is_thrown_away_can_be_fetched_back_for_a_month(monkeypatch: pytest.MonkeyPatch) -> None:
    keep()
    page = lobby(Front(""))
    press(page, "throw", ID)
    assert "is gone" in page.html
    assert shelf.shelf() == []
    press(page, "fetch", ID)
    assert [kept.id for kept in shelf.shelf()] == [ID]
    press(page, "throw", ID)
    keep("f" * 16)
    soon = time.time()
    monkeypatch.setattr(shelf.time, "time", lambda: soon + shelf.KEPT - 100)
    shelf.throw_away("f" * 16)
    shelf.fetch_back(ID)
    shelf.throw_away(ID)
    keep("e" * 16)
    monkeypatch.setattr(shelf.time, "time", lambda: soon + 2 * shelf.KEPT)
    shelf.throw_away("e" * 16)
    with pytest.raises(NotNow, match="fetched back"):
        shelf.fetch_back(ID)


def test_a_game_that_is_open_elsewhere_is_not_thrown_away() -> None:
    keep()
    hold = Hold(game_path(ID))
    assert hold.take()
    with pytest.raises(NotNow, match="open on another page"):
        shelf.throw_away(ID)
    hold.release()
    shelf.throw_away(ID)


@pytest.mark.parametrize("id", ["../../etc/passwd", "", "a" * 16])
def test_what_is_no_kept_game_is_refused_in_a_sentence(id: str) -> None:
    for act in (shelf.duplicate, shelf.throw_away, shelf.exported, shelf.fetch_back):
        with pytest.raises(NotNow):
            act(id)


def test_what_can_not_be_read_is_left_out(home: Path) -> None:
    keep()
    (home / "games" / "bbbbbbbbbbbb.json").write_text("{ not a game")
    (home / "games" / "cccccccccccc.json").write_text('{"scenario": "nlc/no-such-battle", "moves": [1]}')
    assert "no-such" not in lobby(Front("")).html
    assert [kept.id for kept in shelf.shelf() if kept.scenario == "nlc/first-steps"] == [ID]


def test_a_game_is_saved_to_a_file_from_the_shelf() -> None:
    keep()
    page = lobby(Front(""))
    press(page, "export", ID)
    assert page.download["text"] == game_path(ID).read_text()
