"""When a game is over whoever sits at it may look with anybody's eyes."""

from __future__ import annotations

import re

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.table.looking import ALL_SIDES
from napwidgets.table.seats import PERSON, NotNow
from napwidgets.table.table import Table
from napwidgets.widgets.actions import ActionPanel
from napwidgets.widgets.panels import Roster
from napwidgets.widgets.table_app import TableApp
from tests.widgets.test_campaign_page import ended
from tests.widgets.test_nlc_face import every

FRENCH, ALLIED = "french", "allied"


def finished(scenario: str, seed: str = "look", kind: str = "recruit") -> Game:
    game = napwidgets.new_game(scenario, seed=seed)
    players = make_players(game.engine, seed, {}, default=kind)
    while (decision := game.decision) is not None:
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    return game


@pytest.fixture(scope="module")
def over() -> Game:
    return finished("nlc/first-steps")


def alone(game: Game) -> Table:
    return Table(game, {FRENCH: PERSON, ALLIED: "recruit"})


def test_while_it_goes_on_one_has_ones_own_eyes_alone(over: Game) -> None:
    assert over.parent is not None
    table = alone(over.parent)
    for seat in (ALLIED, ALL_SIDES):
        with pytest.raises(NotNow):
            table.look_as(seat)
    assert (table.eyes, table.lies_open) == (FRENCH, False)
    assert "nw-eyes" not in ActionPanel(table).html


def test_when_it_is_over_one_looks_with_the_enemys_at_any_moment(over: Game) -> None:
    table = alone(over)
    panel, roster = ActionPanel(table), Roster(table)
    assert table.eyes == FRENCH
    assert table.view() == over.view(FRENCH)
    own = roster.html
    panel.do_look(ALLIED)
    assert table.view() == over.view(ALLIED) != over.view(FRENCH)
    assert roster.html != own
    table.goto(10)
    assert table.view() == over.at(10).view(ALLIED)
    panel.do_look("")
    assert table.view() == over.at(10).view(FRENCH)
    for nobody in ("<b>", "prussian"):
        with pytest.raises(NotNow):
            table.look_as(nobody)


def test_when_it_is_over_nothing_is_hidden_from_the_eyes_of_all_sides_at_any_moment(over: Game) -> None:
    table = alone(over)
    panel, roster = ActionPanel(table), Roster(table)
    own = roster.html
    panel.do_look(ALL_SIDES)
    assert (table.sees_all, table.view()) == (True, over.state)
    assert roster.html != own
    assert re.search(r'aria-pressed="true"[^>]*>all sides<', panel.html)
    moment = over.at(10)
    table.goto(10)
    assert table.view() == moment.state
    assert moment.state not in (moment.view(None), moment.view(FRENCH), moment.view(ALLIED))
    assert table.view(ALLIED) == moment.view(ALLIED)
    table.branch(10)
    assert (table.sees_all, table.view()) == (False, table.game.view(FRENCH))


@pytest.mark.parametrize(
    "scenario", ["nlc/first-steps", "mop/champaubert", "jdg/germany-1813-1", "con/learning", "wap/trafalgar"]
)
def test_all_that_a_table_shows_can_be_seen_with_the_eyes_of_all_sides(
    scenario: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = finished(scenario, kind="random")
    table = Table(game, {})
    app = TableApp(table)
    table.look_as(ALL_SIDES)
    for number in (game.number, game.number * 2 // 3, game.number // 3, 0):
        table.goto(number)
        assert table.view() == game.at(number).state
        shown = [panel.html for panel in every(app) if hasattr(panel, "html")]
        assert len(shown) > 8
        assert not [html for html in shown if "went wrong" in html]
    assert caplog.records == []


def test_whoever_plays_on_from_an_earlier_moment_has_his_own_again(over: Game) -> None:
    table = alone(over)
    table.look_as(ALLIED)
    table.branch(10)
    assert table.eyes == FRENCH
    assert table.view() == table.game.view(FRENCH)


@pytest.mark.parametrize("kind", [PERSON, "recruit"])
def test_two_persons_at_a_screen_and_onlookers_see_what_all_see_until_they_choose(over: Game, kind: str) -> None:
    table = Table(over, {FRENCH: kind, ALLIED: kind})
    assert table.view() == over.view(None)
    html = ActionPanel(table).html
    assert html.count('data-do="look"') == 4
    assert ">an onlooker<" in html
    table.look_as(ALLIED)
    assert table.private
    assert table.view() == over.view(ALLIED)
    table.look_as(None)
    assert table.view() == over.view(None)


def test_when_it_is_over_the_points_beside_the_map_are_those_of_the_verdict() -> None:
    """The losses of forces that some never saw count in the verdict, so they count in the panel whoever looks."""
    game = finished("mop/champaubert", seed="e", kind="steady")
    table = Table(game, {})
    standing = table.presenter.standing
    assert standing(game.view(None)) != standing(game.state), "somebody must have hidden losses in this game"
    roster = Roster(table)
    told = roster._standing(None)
    for seat in (None, "french", "coalition"):
        table.look_as(seat)
        assert told in roster.html
    table.goto(10)
    assert roster._standing(table.view()) in roster.html
    assert told not in roster.html


def test_between_the_battles_of_a_campaign_what_the_next_one_begins_with_stays_hidden() -> None:
    game = ended()
    assert game.engine.sequel(game.state) is not None
    for seats in ({"coalition": "random"}, {}):
        table = Table(game, seats)
        assert (table.over, table.lies_open) == (True, False)
        assert "nw-eyes" not in ActionPanel(table).html
        for seat in ("coalition", ALL_SIDES):
            with pytest.raises(NotNow):
                table.look_as(seat)
        assert table.view() == game.view(table.eyes)


def test_where_nothing_is_hidden_there_is_nothing_to_choose() -> None:
    game = finished("wap/trafalgar")
    assert "nw-eyes" not in ActionPanel(Table(game)).html
