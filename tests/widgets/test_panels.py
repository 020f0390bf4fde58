"""The panels without a browser: what they show, what they send, what they refuse."""

from __future__ import annotations

import json
import re
from html import escape, unescape
from typing import Any

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.language import pages
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.table.table import Table
from napwidgets.widgets.actions import ActionPanel
from napwidgets.widgets.battle_resolver import BattleResolver
from napwidgets.widgets.chronicle import Chronicle
from napwidgets.widgets.chronicle_book import ChronicleBook
from napwidgets.widgets.computers import play_computers
from napwidgets.widgets.debrief import Debrief
from napwidgets.widgets.event_hand import EventHand
from napwidgets.widgets.order_pad import OrderPad
from napwidgets.widgets.panels import Curtain, Header, Inspector, Roster, StatusLine, TurnTrack, card_html, track_html
from napwidgets.widgets.sheet import BadMessage, Sheet
from napwidgets.widgets.table_app import GameMenu, TableApp
from tests.table.face import toy_table, until

ALL = [ActionPanel, Chronicle, Debrief, OrderPad, Curtain, Header, Roster, StatusLine, TurnTrack, GameMenu]
RUBBISH: list[Any] = [
    None,
    [],
    "do",
    {},
    {"do": 7},
    {"do": "play"},
    {"do": "play", "arg": {}},
    {"do": "__init__", "arg": ""},
    {"do": "play", "arg": "-1", "serial": 1},
    {"do": "play", "arg": "9" * 300},
    {"do": "goto", "arg": "1e9"},
    {"do": "goto", "arg": "NaN"},
    {"do": "line", "arg": "99999"},
    {"do": "dice", "arg": "[1"},
    {"do": "dice", "arg": "{}"},
    {"do": "set", "arg": "to=../../x"},
    {"do": "open", "arg": "<b>"},
    {"do": "x" * 100, "arg": ""},
]


def alone(**more: Any) -> Table:
    return toy_table({"green": "random", "blue": "random"}, **more)


def press(sheet: Sheet, do: str, arg: str = "", serial: int | None = None) -> None:
    message = {"do": do, "arg": arg, "serial": sheet.serial if serial is None else serial}
    sheet._handle_custom_msg(message, [])


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("message", RUBBISH, ids=str)
def test_rubbish_from_the_page_is_a_sentence_and_changes_nothing(kind: Any, message: Any) -> None:
    table = alone()
    panel = kind(table)
    panel._handle_custom_msg(message, [])
    assert table.game.number == 0
    assert table.notice.tone == "refusal"
    assert "Traceback" not in table.notice.text


def test_a_choice_is_played_by_its_button() -> None:
    table = alone()
    panel = ActionPanel(table)
    assert "Bid 3" in panel.html
    press(panel, "play", "3")
    assert table.game.number == 1
    assert table.game.history()[1].move.coins == 3


def test_a_button_of_an_older_panel_is_refused() -> None:
    table = alone()
    panel = ActionPanel(table)
    old = panel.serial
    press(panel, "play", "1")
    play_computers(table)
    press(panel, "play", "1", serial=old)
    assert "moved on" in table.notice.text


def test_the_whole_game_can_be_played_from_the_action_panel() -> None:
    table = alone()
    panel = ActionPanel(table)
    for _ in range(2000):
        play_computers(table)
        if table.game.outcome is not None:
            break
        if panel._subjects and table.focus.subject is None:
            press(panel, "about", "0")
        else:
            press(panel, "play", "0")
    assert table.game.outcome is not None
    assert "debrief" in panel.html


def test_what_is_shown_is_escaped() -> None:
    table = alone()
    table.pick(0)
    assert "<script>" not in Roster(table).html
    assert "&lt;script&gt;" in Roster(table).html
    table.say("<img src=x onerror=alert(1)>")
    assert "<img" not in StatusLine(table).html


def test_the_status_line_shows_a_refusal_with_its_paragraph() -> None:
    table = alone()
    table.say("That can't be.", ("NLC 5.4",), "refusal")
    html = StatusLine(table).html
    assert "nw-refusal" in html
    assert "NLC 5.4" in html
    assert 'aria-live="polite"' in html


@pytest.mark.parametrize("panel", [ActionPanel, Roster, OrderPad, Chronicle, ChronicleBook, BattleResolver, EventHand])
def test_a_panel_alone_has_its_way_past_the_curtain(panel: Any) -> None:
    game = napwidgets.new_game("jdg/germany-1813-3", seed="1")
    alone = panel(game)
    sheet = next(w for w in (alone, *getattr(alone, "children", ())) if isinstance(w, Sheet))
    assert "Only the French may look: show the papers" in sheet.html
    with pytest.raises(BadMessage, match="not their turn"):
        sheet.do_unveil("allied")  # type: ignore[attr-defined]
    sheet.do_unveil("french")  # type: ignore[attr-defined]
    assert "may look" not in sheet.html
    assert TableApp(game).actions.html.count("may look") == 0, "a whole table has its curtain"


def test_behind_the_curtain_nothing_secret_is_shown() -> None:
    table = toy_table()
    table.veiled = True
    assert "8 coins" not in Roster(table).html
    assert OrderPad(table).html == ""
    assert Chronicle(table).html == ""
    curtain = Curtain(table)
    assert "Red" in curtain.html
    press(curtain, "open", "red")
    assert curtain.html == ""
    assert "8 coins" in Roster(table).html


def test_dice_are_typed_into_fields() -> None:
    table = toy_table({"green": "random", "blue": "random"}, seed=None)
    curtain = Curtain(table)
    for _ in range(3):
        table.play(table.game.moves()[2])
    assert "equal bids" in curtain.html
    assert "Take the move back" not in curtain.html, "a computer would make it again"
    press(curtain, "draw", "2")
    assert table.game.number == 3


def test_who_has_made_a_move_takes_it_back_before_its_dice_fall() -> None:
    table = Table(napwidgets.new_game("nlc/quatre-bras", seed=None), {"french": "idle"})
    while table.ask is None or table.ask.kind == "draw" or table.game.decision.seat != "allied":
        if table.ask is None:
            table.play(table.game.moves()[0])
        else:
            table.type_dice([1] * table.ask.count if table.ask.kind != "draw" else [0])
    curtain = Curtain(table)
    assert "Take the move back" in curtain.html
    words = table.game.engine.label(table.view(), table.ask.move).text
    assert f"The move: <b>{escape(words)}</b>" in curtain.html, "what for: several would ask for the same die"
    press(curtain, "drop", "")
    assert curtain.html == ""


def test_what_was_wrong_with_dice_is_said_no_longer_when_the_next_are_asked_for() -> None:
    """Words about a throw that is over went on standing over the table; and one die is no ``they``."""
    game = Game.new(load("con/learning"), None, [(3,)])
    table = Table(game, {game.engine.seats[1]: "steady"})
    players, fell = make_players(game.engine, "1", {}, default="steady"), set[tuple[int, str]]()
    curtain = Curtain(table)
    for _ in range(400):
        if (ask := table.ask) is None:
            decision = table.game.decision
            if decision is None:
                break
            table.play(players[decision.seat].choose(game.engine, table.game.view(decision.seat), decision.seat))
            continue
        fell.add((min(ask.count, 2), "That is how it fell" if "That is how it fell" in curtain.html else "they"))
        press(curtain, "dice", json.dumps({f"d{i}": "9" for i in range(ask.count)}))
        assert table.notice.tone == "refusal"
        press(curtain, "dice", json.dumps({f"d{i}": "3" for i in range(ask.count)}))
        assert table.notice.tone != "refusal"
    assert fell == {(1, "That is how it fell")}


def test_dice_that_can_not_be_are_refused_where_they_are_typed_until_others_are_asked_for() -> None:
    table = Table(napwidgets.new_game("nlc/quatre-bras", seed=None), {"allied": "idle"})
    while table.ask is None or table.ask.kind == "draw":
        if table.ask is None:
            table.play(table.game.moves()[0])
        else:
            table.type_dice([0])
    curtain, refusal = Curtain(table), f"from 1 to 6 for {table.ask.purpose}."
    if table.curtain is not None:
        press(curtain, "open", table.curtain)
    assert "<form novalidate" in curtain.html
    assert "nw-refusal" not in curtain.html
    for wrong in ("9", "1.5", "", "-1", "1" * 5000, "x"):
        press(curtain, "dice", json.dumps({"d0": wrong}))
        assert 'role="alert"' in curtain.html
        assert escape(refusal) in curtain.html
    number = table.game.number
    press(curtain, "drop", "")
    assert table.ask is None
    table.play(table.game.moves()[0])
    assert table.ask is not None
    assert "nw-refusal" not in Curtain(table).html
    assert "nw-refusal" not in curtain.html
    press(curtain, "dice", json.dumps({"d0": "9"}))
    press(curtain, "dice", json.dumps({"d0": "3"}))
    assert "nw-refusal" not in curtain.html
    players = make_players(table.game.engine, "1", {}, default="recruit")
    while table.game.number == number or table.ask is None or table.ask.kind == "draw":
        if table.ask is None:
            seat = table.game.decision.seat
            table.play(players[seat].choose(table.game.engine, table.game.view(seat), seat))
        else:
            table.type_dice([0] if table.ask.kind == "draw" else [3] * table.ask.count)
    assert not table.ask.typed
    assert "nw-refusal" not in curtain.html


def test_the_dice_of_the_last_move_are_corrected_on_the_status_line_and_in_the_form() -> None:
    table = Table(napwidgets.new_game("nlc/quatre-bras", seed=None), {"allied": "idle"})
    line, curtain = StatusLine(table), Curtain(table)
    while not (table.game.number and table.game.last.throws and table.ask is None):
        if table.ask is not None:
            assert "Correct the dice" not in line.html
            table.type_dice([0] if table.ask.kind == "draw" else [3] * table.ask.count)
        else:
            table.play(table.game.moves()[0])
    assert "Correct the dice" in line.html
    move = table.game.last.move
    press(line, "retype")
    assert table.ask is not None
    assert table.ask.move == move
    assert "Take the move back" not in curtain.html
    if not table.ask.typed:
        assert "Correct the last throw" not in curtain.html


def test_the_chronicle_goes_back_and_branches() -> None:
    table = alone()
    until(table, "march")
    chronicle = Chronicle(table)
    number = table.game.number
    press(chronicle, "goto", "1")
    assert table.shown.number == 1
    assert "Play on from here" in chronicle.html
    press(chronicle, "branch")
    assert table.game.number == 1
    assert f"move {number}</button>" in chronicle.html
    press(chronicle, "take_up", "0")
    assert table.game.number == number > 1
    assert "take_up" not in chronicle.html


def test_a_move_that_ends_a_turn_is_told_under_the_dates_of_both() -> None:
    game = napwidgets.new_game("con/learning", seed="a")
    players = make_players(game.engine, "a", {}, default="recruit")
    while len(hours := dict.fromkeys(hour for _, hour in game.hours())) < 2:
        assert game.decision is not None
        seat = game.decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat), seat)
    table = Table(game, dict.fromkeys(game.engine.seats, "recruit"))
    newer, older = (Chronicle(table).html.split("<li>")[at] for at in (1, 2))
    before, after = hours
    assert f">{after}</button>" in newer
    assert f">{before}</button>" in older
    for event, (_, hour) in zip(game.last.events, game.hours(), strict=True):
        if not event.to:
            assert event.text in unescape(newer if hour == after else older)


def test_events_for_another_seat_are_not_told() -> None:
    table = toy_table({"green": "random", "blue": "random"})
    table.play(table.game.moves()[4])
    play_computers(table)
    html = Chronicle(table).html
    assert html.count("You bid") == 1


def test_the_order_pad_sends_what_is_filled_in() -> None:
    table = alone()
    pad = OrderPad(table)
    press(pad, "set", "coins=4")
    press(pad, "send")
    assert table.game.history()[1].move.coins == 4
    assert pad.values == {}


def test_the_order_pad_refuses_values_it_did_not_offer() -> None:
    table = alone()
    pad = OrderPad(table)
    press(pad, "set", "coins=400")
    assert table.notice.tone == "refusal"
    press(pad, "set", "purse=1")
    assert table.game.number == 0


def test_nothing_is_sent_when_nothing_changed() -> None:
    table = alone()
    track = TurnTrack(table)
    serial = track.serial
    table.say("a sentence")
    assert track.serial == serial


def test_the_app_holds_everything_and_lets_the_computers_wait_without_a_loop() -> None:
    table = alone()
    app = TableApp(table)
    assert app.map.board["cols"] > 0
    table.play(table.game.moves()[0])
    assert table.computer_moves
    play_computers(table)
    assert not table.computer_moves


def test_a_game_is_saved_by_download() -> None:
    table = alone()
    menu = GameMenu(table)
    press(menu, "save")
    assert menu.download["name"] == "toy-couriers-move-0.json"
    assert '"scenario"' in menu.download["text"]


def test_the_debrief_opens_at_the_end_only() -> None:
    table = toy_table(dict.fromkeys(("red", "green", "blue"), "random"))
    debrief = Debrief(table)
    assert "when the game has ended" in debrief.html
    play_computers(table)
    assert "It was a race." in debrief.html


def test_a_failing_panel_says_so_instead_of_breaking_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    table = alone()
    monkeypatch.setattr(type(table.presenter), "roster", lambda *_: 1 / 0)
    assert "went wrong" in Roster(table).html


def test_closed_panels_hear_nothing_more() -> None:
    table = alone()
    panel = StatusLine(table)
    panel.close()
    table.say("late")
    assert "late" not in panel.html


def test_a_panel_that_stands_alone_says_why_something_was_refused() -> None:
    table = alone()
    panel = ActionPanel(table)
    press(panel, "play", "77")
    assert "nw-echo" in panel.html
    press(panel, "play", "0")
    assert "nw-echo" not in panel.html


def test_a_page_that_has_no_type_gets_it_as_files_once(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = StatusLine(Table(napwidgets.new_game("nlc/first-steps", seed="1")))
    sent: list[tuple[Any, list[bytes]]] = []
    monkeypatch.setattr(panel, "send", lambda content, buffers: sent.append((content, buffers)))
    panel._handle_custom_msg({"do": "fonts", "arg": "", "serial": 0}, [])
    ((content, files),) = sent
    assert {family for family, _ in content["fonts"]} == {"Source Serif 4", "Source Sans 3"}
    assert all(file.startswith(b"wOF2") for file in files)
    assert len(files) == len(content["fonts"])


def test_the_tab_says_whose_turn_it_is() -> None:
    game = napwidgets.new_game("nlc/first-steps", seed="1")
    assert game.decision is not None
    mover = game.decision.seat
    other = next(seat for seat in game.engine.seats if seat != mover)
    assert 'data-page="Your turn · First Steps, 2 PM"' in Header(Table(game, {other: "recruit"})).html
    name = game.engine.seat_name(mover)
    assert f'data-page="{name} · First Steps, 2 PM"' in Header(Table(game, {mover: "recruit"})).html
    assert f'data-page="{name} · First Steps, 2 PM"' in Header(Table(game)).html


def test_the_place_that_is_looked_at_is_named_above_all_that_stands_in_it() -> None:
    table = Table(napwidgets.new_game("jdg/france-1814", seed="1814"), {"allied": "steady"})
    x: Any = table.game.engine.context  # type: ignore[attr-defined]
    seen: set[bool] = set()
    for name in ("vitry", "paris", "troyes"):
        table.pick(box := x.network.index(name))
        cards = list(table.presenter.inspect(table.view(), table.eyes, box))
        html = Inspector(table).html
        crowded = "more here:" in html
        seen.add(crowded)
        assert html.count(f"<h2>{x.box(box)}</h2>") == (len(cards) > 1), (
            "a place by itself needs no heading over its card"
        )
        assert html.count(card_html(cards[-1])) == 1, "what is told of the place itself is not folded away"
        assert crowded or all(card_html(card) in html for card in cards)
        assert x.box(box) not in html.partition("more here:")[2].partition("<")[0]
    assert seen == {True, False}


def test_how_the_game_ended_is_parted_from_who_has_won() -> None:
    table = alone()
    panel = ActionPanel(table)
    while table.game.outcome is None:
        play_computers(table)
        if table.game.outcome is None:
            press(panel, *(("about", "0") if panel._subjects and table.focus.subject is None else ("play", "0")))
    assert f"<b>{table.game.outcome.title}</b> · " in StatusLine(table).html


def test_hours_told_by_their_figure_alone_follow_the_clock_of_the_language() -> None:
    table = Table(napwidgets.new_game("nlc/quatre-bras"))

    def boxes() -> list[str]:
        return re.findall(r"<li[^>]*>([^<]+)", pages.spoken(track_html(table.presenter.track(table.view()), 1)))

    assert boxes()[:3] == ["2 PM", "3", "4"]
    try:
        for code, first in (("de", "14 Uhr"), ("fr", "14 h")):
            pages.choose(code)
            assert boxes()[:3] == [first, "15", "16"]
    finally:
        pages.choose("en")
