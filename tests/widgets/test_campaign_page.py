"""The page of a campaign, and the way from one battle to the next."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from napwidgets import scenarios
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.table.autosave import game_path
from napwidgets.table.table import Table
from napwidgets.widgets import Debrief, TableApp
from napwidgets.widgets.actions import ActionPanel
from napwidgets.widgets.campaign_page import CampaignPage
from napwidgets.widgets.extras import ExtraTabs
from napwidgets.widgets.front import Front

SEATS = {"coalition": "random"}


@cache
def ended(id: str = "mop/brienne-la-rothiere") -> Game:
    """The first battle of a campaign, fought out."""
    game = scenarios.new_game(id, seed="4")
    players = make_players(game.engine, "4", dict.fromkeys(game.engine.seats, "random"))
    while (decision := game.decision) is not None:
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    return game


def second() -> Game:
    game = scenarios.go_on(ended(), "5")
    assert game is not None
    return game


def titles(game: Game) -> list[str]:
    return [panel.title for panel in ExtraTabs(Table(game)).known]


def test_only_a_battle_of_a_campaign_has_the_page() -> None:
    assert titles(ended()) == ["Campaign", "Review", "Chronicle"]
    assert titles(scenarios.new_game("mop/brienne")) == ["Review", "Chronicle"]
    assert titles(scenarios.new_game("mop/brienne", {"full_cards": True})) == ["Cards", "Review", "Chronicle"]


def test_it_says_what_was_fought_what_it_has_cost_and_what_comes() -> None:
    body, outcome = CampaignPage(ended()).body(), ended().outcome
    assert outcome is not None
    assert "battle 2 of 2" in body
    assert ", ".join(f"{ended().engine.seat_name(seat)} {n}" for seat, n in outcome.points) in body
    assert "gone for good" in body
    assert "Blücher went back to the heights of Trannes" in body
    before = CampaignPage(scenarios.new_game("mop/brienne-la-rothiere")).body()
    assert "battle 1 of 2" in before
    assert "gone for good" not in before


def test_the_way_on_is_there_when_a_battle_has_ended_and_not_before() -> None:
    for panel in (CampaignPage, ActionPanel, Debrief):
        assert "Go on to La Rothière" in panel(Table(ended(), SEATS)).body(), panel
    for game in (scenarios.new_game("mop/brienne-la-rothiere"), second(), scenarios.new_game("mop/brienne")):
        assert "Go on to" not in ActionPanel(Table(game, SEATS)).body()


def test_who_looks_on_does_not_lead_on() -> None:
    table = Table(ended(), SEATS)
    table._looking_on = True
    assert "Go on to" not in CampaignPage(table).body()


def test_in_a_notebook_the_button_says_how() -> None:
    table = Table(ended(), SEATS)
    TableApp(table).actions.do_follow("")
    assert "go_on(table.game)" in table.notice.text


def test_the_next_battle_has_an_address_of_its_own_and_the_last_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    front = Front("")
    front._open(ended(), SEATS)
    app: Any = front.children[0]
    table, address = app.table, app.menu.address
    app.actions.do_follow("")
    fresh: Any = front.children[0]
    assert fresh.table.game.engine.title == "Brienne to La Rothière: La Rothière"
    assert fresh.table.seats == table.seats
    assert fresh.menu.address != address
    kept = scenarios.load_game(game_path(address.partition("=")[2]))
    assert kept.state == ended().state
    again: Any = Front(address[1:]).children[0]
    assert not again.table.looking_on, "the page that went on has left it"


def test_dice_that_are_typed_in_are_typed_in_for_the_next_battle_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    front = Front("")
    typed = Game(ended().engine, ended().state, None, 0, None, ended().last)
    front._open(typed, SEATS)
    table: Any = front.table
    shown = front.children
    table.follow()
    asked: Any = front.children[0]
    assert "rallies</h2>" in asked.html
    asked._handle_custom_msg({"do": "later", "arg": "", "serial": asked.serial}, [])
    assert front.children == shown
    table.follow()
    asked = front.children[0]
    first = asked.html
    asked._handle_custom_msg({"do": "dice", "arg": '{"d0": "1"}', "serial": asked.serial}, [])
    assert "Correct the last throw" in asked.html
    asked._handle_custom_msg({"do": "again", "arg": "", "serial": asked.serial}, [])
    assert asked.html == first
    while front.table is table:
        fives = json.dumps({f"d{i}": "5" for i in range(asked.html.count('aria-label="Die '))})
        asked._handle_custom_msg({"do": "dice", "arg": fives, "serial": asked.serial}, [])
    assert front.table is not None
    assert front.table.game.seed is None
    throws = front.table.game.last.throws
    assert throws[-1].purpose == "the weather"
    assert {face for throw in throws for face in throw.faces} == {5}


def test_a_debrief_says_how_clear_a_victory_was() -> None:
    game, words = ended(), Debrief(Table(ended(), SEATS)).body()
    assert game.outcome is not None
    assert "Outcome" in words
    assert ("a draw" if game.outcome.winner is None else " victory") in words


def test_losses_count_for_whose_they_are_though_both_sides_have_a_second_corps() -> None:
    units = {name: {"fate": "gone"} for name in ("duhesme-1", "duhesme-2", "udom-1")}
    told = {"scenario": "brienne", "map": "brienne", "title": "Brienne", "units": units}
    game = scenarios.new_game("mop/campaign-of-1814", tables={"carried": {"battles": [told]}})
    body = CampaignPage(game).body()
    gone = re.findall(r"<tr><th[^>]*>([^<]*)</th>(?:<td[^>]*>[^<]*</td>)*<td[^>]*>(\d+)</td></tr>", body)
    assert gone == [("French", "2"), ("Coalition", "1")]
