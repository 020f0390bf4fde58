"""The lobby, the front page and the server's plain refusals."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.widgets.front import Front
from napwidgets.widgets.lobby import Lobby, resume
from napwidgets.widgets.serve import SETTINGS, CantServe, free_port, notebooks, voila_settings
from napwidgets.widgets.sheet import Sheet
from napwidgets.widgets.table_app import TableApp

ROOT = Path(__file__).parents[2]
TEMPLATE_FOLDER = ROOT / "share" / "jupyter" / "voila" / "templates" / "napwidgets"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    return tmp_path


def press(sheet: Sheet, do: str, arg: str = "") -> None:
    sheet._handle_custom_msg({"do": do, "arg": arg, "serial": sheet.serial}, [])


def lobby() -> tuple[Lobby, list[tuple[Game, dict[str, str]]]]:
    opened: list[tuple[Game, dict[str, str]]] = []
    return Lobby(lambda game, seats: opened.append((game, seats))), opened


def test_a_battle_is_chosen_and_begun() -> None:
    page, opened = lobby()
    press(page, "scenario", "nlc/quatre-bras")
    press(page, "seat", "french=steady")
    press(page, "seat", "allied=person")
    press(page, "way", "seed")
    press(page, "seed", "Ney")
    press(page, "option", "overruns=1")
    press(page, "start")
    game, seats = opened[0]
    assert game.engine.scenario_id == "nlc/quatre-bras"
    assert game.seed == "Ney"
    assert seats == {"french": "steady", "allied": "person"}
    assert game.engine.chosen["overruns"] is True


def test_dice_can_be_typed_in() -> None:
    page, opened = lobby()
    press(page, "way", "typed")
    press(page, "start")
    assert opened[0][0].seed is None


@pytest.mark.parametrize(
    ("scenario", "options", "throws"),
    [
        ("con/learning", (), ["weather"]),
        ("mop/brienne", (), ["the weather"]),
        ("mop/champaubert", ("rolled_reinforcements",), ["The cavalry of the Guard: early or late", "the weather"]),
        ("nlc/ligny", (), []),
    ],
)
def test_dice_of_the_set_up_are_typed_in_one_throw_after_another(
    scenario: str, options: tuple[str, ...], throws: list[str]
) -> None:
    page, opened = lobby()
    press(page, "scenario", scenario)
    for option in options:
        press(page, "option", f"{option}=1")
    press(page, "way", "typed")
    press(page, "start")
    for purpose in throws:
        assert not opened
        assert f"<h2>{purpose}</h2>" in page.html
        count = page.html.count('aria-label="Die ')
        press(page, "dice", json.dumps(dict.fromkeys((f"d{i}" for i in range(count)), "7")))
        assert f"from 1 to 6 for {purpose}." in page.html
        press(page, "dice", json.dumps(dict.fromkeys((f"d{i}" for i in range(count)), "4")))
        assert f"for {purpose}." not in page.html
    game = opened[0][0]
    assert [(throw.purpose, set(throw.faces)) for throw in game.last.throws] == [(what, {4}) for what in throws]
    assert game.seed is None
    assert 'role="dialog"' not in page.html


def test_a_throw_of_the_set_up_can_be_corrected() -> None:
    page, opened = lobby()
    press(page, "scenario", "mop/champaubert")
    press(page, "option", "rolled_reinforcements=1")
    press(page, "way", "typed")
    press(page, "start")
    assert "Correct the last throw" not in page.html
    press(page, "dice", '{"d0": "1"}')
    assert "Correct the last throw" in page.html
    press(page, "again")
    assert "<h2>The cavalry of the Guard: early or late</h2>" in page.html
    for fell in ('{"d0": "6"}', '{"d0": "4", "d1": "4"}'):
        press(page, "dice", fell)
    assert [throw.faces for throw in opened[0][0].last.throws] == [(6,), (4, 4)]


def test_whoever_has_no_dice_at_hand_begins_later() -> None:
    page, opened = lobby()
    press(page, "scenario", "mop/brienne")
    press(page, "way", "typed")
    press(page, "start")
    press(page, "later")
    assert 'role="dialog"' not in page.html
    press(page, "way", "seed")
    press(page, "start")
    assert opened[0][0].seed == "1815"


def test_cards_of_the_set_up_are_drawn_by_hand() -> None:
    page, opened = lobby()
    press(page, "scenario", "mop/brienne")
    press(page, "option", "full_cards=1")
    press(page, "way", "typed")
    press(page, "start")
    press(page, "dice", '{"d0": "1", "d1": "2"}')
    asked = []
    while not opened:
        asked += re.findall("<h2>(.*?)</h2>", page.html)
        buttons = re.findall('data-do="draw" data-arg="[0-9]+"[^>]*>([^<]+)<', page.html)
        # Of cards that are the same one can be pressed.
        assert len(buttons) == len(set(buttons)) > 1
        press(page, "draw", "0")
    assert asked[:2] == ["French: a mode card", "Coalition: a mode card"]
    assert {"French: a card", "Coalition: a card"} <= set(asked)
    drawn = [throw for throw in opened[0][0].last.throws if throw.kind == "draw"]
    assert len(drawn) > 3
    assert {throw.value for throw in drawn} == {0}


def test_options_that_exclude_each_other_are_refused_with_a_sentence() -> None:
    page, _ = lobby()
    press(page, "option", "hidden_movement=1")
    press(page, "option", "order_markers=1")
    assert "not both" in page.html
    assert page.options == {"hidden_movement"}


@pytest.mark.parametrize(
    ("do", "arg"),
    [
        ("scenario", "nlc/austerlitz"),
        ("scenario", "../../x"),
        ("seat", "french=napoleon"),
        ("seat", "x"),
        ("way", "loaded"),
        ("dice", '{"d0": "3"}'),
        ("seed", ""),
        ("seed", "x" * 41),
        ("option", "cheat=1"),
        ("load", ""),
        ("load", "{}"),
        ("load", "too large"),
        ("load", '{"format": 99, "moves": []}'),
        ("load", "[" * 5000),
        ("start_", ""),
    ],
)
def test_the_lobby_answers_nonsense_with_a_sentence(do: str, arg: str) -> None:
    page, opened = lobby()
    press(page, do, arg)
    assert "nw-refusal" in page.html
    assert "Traceback" not in page.html
    assert opened == []


def test_a_saved_game_goes_on() -> None:
    page, opened = lobby()
    game = napwidgets.new_game("nlc/first-steps", seed="5")
    game = game.play(game.moves()[0])
    press(page, "load", napwidgets.save_game(game).decode())
    assert opened[0][0].number == 1
    assert opened[0][1] == {"french": "person", "allied": "steady"}


def test_the_front_page_opens_a_table_and_finds_it_again() -> None:
    front = Front("")
    page = front.children[0]
    assert isinstance(page, Lobby)
    press(page, "start")
    app = front.children[0]
    assert isinstance(app, TableApp)
    assert front.table is not None
    id = app.menu.address.removeprefix("?game=")
    front.table.play(front.table.game.moves()[0])
    again = Front(f"game={id}")
    assert again.table is not None
    assert again.table.game.number == 1
    assert again.table.seats == front.table.seats
    assert resume(id).game.state == front.table.game.state


@pytest.mark.parametrize(
    "query", ["game=0123456789abcdef", "game=..%2F..%2Fx", "game=", "scenario=nlc/austerlitz"]
)
def test_a_wrong_address_shows_the_lobby(query: str) -> None:
    page = Front(query).children[0]
    assert isinstance(page, Lobby)


def test_a_damaged_autosave_is_a_sentence(home: Path) -> None:
    (home / "games").mkdir()
    (home / "games" / "0123456789abcdef.json").write_text('{"format": 1, "moves": [')
    page = Front("game=0123456789abcdef").children[0]
    assert isinstance(page, Lobby)
    assert "damaged" in page.html


def test_a_file_of_ones_own_that_cannot_be_read_is_named_beside_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "nlc"
    folder.mkdir()
    (folder / "mine.yaml").write_text("title: [")
    monkeypatch.setenv("NAPWIDGETS_SCENARIOS", str(tmp_path))
    page = Lobby(lambda *_: None)
    assert "nlc/mine is left out" in page.html
    assert "nlc/quatre-bras" in page.html


def test_a_scenario_in_the_address_is_chosen() -> None:
    page = Front("scenario=nlc%2Fquatre-bras").children[0]
    assert isinstance(page, Lobby)
    assert page.chosen == "nlc/quatre-bras"
    assert page.html.count("data-arrive") == 1
    assert "data-arrive" not in Lobby(lambda *_: None).html


def test_a_port_in_use_is_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CantServe, match=f"Port {port} is in use"):
            free_port(port)
    assert free_port(0) > 0
    with pytest.raises(CantServe, match="no port"):
        free_port(99999)


def test_voila_is_started_on_this_machine_only_with_our_template() -> None:
    settings = voila_settings(8866)
    assert settings["Voila"]["ip"] == "127.0.0.1"
    assert settings["Voila"]["port"] == 8866
    assert (notebooks() / "lobby.ipynb").is_file()
    assert TEMPLATE_FOLDER.is_dir()


def test_the_file_for_a_bare_voila_says_the_same() -> None:
    file = json.loads((ROOT / "voila.json").read_text())
    # Where it is served and whether a browser opens is for whoever starts it to say.
    ours = {key: value for key, value in SETTINGS["Voila"].items() if key not in ("ip", "open_browser", "log_level")}
    assert ours
    assert file == SETTINGS | {"Voila": ours}
