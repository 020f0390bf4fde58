"""Prisoners, prizes and an end by agreement in a real browser, by mouse and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.scenarios import new_game
from napwidgets.systems.wap.moves import Bargain
from tests.browser.conftest import Watched
from tests.browser.test_campaign import go_on, moved, photograph
from tests.browser.test_table import moves, tab_to

pytestmark = pytest.mark.browser


def played(
    kind: str, scenario: str, player: str = "steady", fits: Callable[[Game], bool] = lambda game: True, **options: Any
) -> Game:
    """A game between computers up to the first French decision of a kind that fits, with the first seed that brings
    one.
    """
    for seed in map(str, range(1815, 1915)):
        game = new_game(scenario, options, seed)
        players = make_players(game.engine, seed, {}, default=player)
        while (decision := game.decision) is not None:
            if (decision.kind, decision.seat) == (kind, "french") and fits(game):
                return game
            view = game.engine.view(game.state, decision.seat)
            game = game.play(players[decision.seat].choose(game.engine, view, decision.seat))
    raise AssertionError(f"no game comes to {kind}")


def for_nothing(game: Game) -> bool:
    """Whether England alone holds prisoners, so that France can only ask."""
    offers = [move for move in game.engine.options(game.state) if isinstance(move, Bargain)]
    return any(offer.want for offer in offers) and not any(offer.give for offer in offers)


def test_a_bargain_over_prisoners_by_keyboard(watched: Watched) -> None:
    page = go_on(watched, played("bargain", "wap/grand-campaign", fits=for_nothing))
    send = ".nw-orders button[data-do=send]"
    assert page.locator(send).is_disabled()
    assert tab_to(page, ".nw-orders input")
    page.keyboard.press("Control+A")
    page.keyboard.type("1")
    page.keyboard.press("Tab")
    page.wait_for_selector(f"{send}:not([disabled])")
    photograph(page, "campaign-bargain")
    number = moves(page)
    assert tab_to(page, send)
    page.keyboard.press("Enter")
    moved(watched, number)
    assert "England refuses France's offer" in page.locator(".nw-lines").inner_text()
    watched.clean()


def test_prizes_are_cast_off_before_a_fight_whose_odds_stand_beside(watched: Watched) -> None:
    page = go_on(watched, played("jettison", "wap/lloyds", "random", prizes=True))
    assert "Cast off your prizes" in page.locator(".nw-status").inner_text()
    assert "Battle at sea" in page.locator("body").inner_text()
    photograph(page, "campaign-jettison")
    number = moves(page)
    page.locator(".nw-option", has_text="Cast them off").click()
    moved(watched, number)
    assert "casts off its prizes" in page.locator(".nw-lines").inner_text()
    watched.clean()


def test_an_end_is_proposed_and_the_computer_answers_at_the_end_of_the_month(watched: Watched) -> None:
    page = go_on(watched, played("movement", "wap/grand-campaign"))
    assert page.locator(".nw-option", has_text="Propose").count() == 0
    page.locator("summary", has_text="Proposals").click()
    page.wait_for_selector(".nw-option:has-text('Propose to end')")
    photograph(page, "campaign-proposal")
    number = moves(page)
    page.locator(".nw-option", has_text="Propose to end").click()
    moved(watched, number)
    assert "France proposes to end the campaign" in page.locator(".nw-lines").inner_text()
    assert page.locator("summary", has_text="Proposals").count() == 0
    number = moves(page)
    page.locator(".nw-option", has_text="No more marches").click()
    moved(watched, number)
    watched.clean()


def test_where_no_trade_is_raided_there_is_no_panel_of_it(watched: Watched) -> None:
    page = go_on(watched, new_game("wap/coalitions", seed="1815"))
    assert page.locator(".nw-extras .nw-b", has_text="Production").count() == 1
    assert page.locator(".nw-extras .nw-b", has_text="Lloyd's").count() == 0
    watched.clean()


def test_charts_of_trade_are_drawn_at_once_and_in_their_size(watched: Watched) -> None:
    game = new_game("wap/lloyds", seed="1815")
    players = make_players(game.engine, "1815", dict.fromkeys(game.engine.seats, "steady"))
    seat = game.engine.seats[0]
    while game.engine.clock(game.state)[0] < 2 or game.decision.seat != seat:
        now = game.decision.seat
        game = game.play(players[now].choose(game.engine, game.view(now), now))
    page, told = go_on(watched, game), []
    page.on("console", lambda said: told.append(said.text) if said.type == "error" else None)
    for _ in range(4):
        page.locator(".nw-extras .nw-b", has_text="Lloyd's").click()
        page.wait_for_function("document.querySelectorAll('.nw-wapchart rect.bar, .nw-wapchart .bar rect').length")
        watched.quiet()
        figures = page.locator(".nw-wapchart .bqplot text").evaluate_all(
            "all => all.filter((e) => e.textContent.trim()).map((e) => [e.textContent, getComputedStyle(e).fontFamily])"
        )
        assert len(figures) > 4
        assert {letters.split(",")[0] for _, letters in figures} == {'"Source Sans 3"'}
        assert any(re.fullmatch(r"\d+ %", words) for words, _ in figures)
        assert not any(re.search(r"\d%", words) for words, _ in figures)
        page.keyboard.press("Escape")
        page.wait_for_selector(".nw-wapchart", state="detached")
    assert told == []
    watched.clean()


def test_what_goes_on_beyond_the_edge_of_a_telephone_has_a_shade_there(watched: Watched) -> None:
    page = go_on(watched, new_game("wap/coalitions", seed="1815"))
    page.locator(".nw-extras .nw-b", has_text="Alliances").click()
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector(".nw-extra-box .nw-chances")
    watched.quiet()
    section = page.locator("section:has(.nw-chances)").last
    assert section.evaluate("e => e.scrollWidth > e.clientWidth + 20"), "else it needs none"
    layers = section.evaluate("e => getComputedStyle(e).backgroundAttachment").split(", ")
    assert layers == ["local", "local", "scroll", "scroll"]
    watched.clean()


#: How far the strip behind a panel's Close reaches, against that button and the panel.
STRIP = """() => {
  const box = document.querySelector('.nw-extra-box'), head = box.querySelector('.nw-extra-head').parentNode;
  box.scrollTop = 300;
  const strip = getComputedStyle(head, '::before'), close = head.querySelector('button').getBoundingClientRect();
  const top = head.getBoundingClientRect().top + parseFloat(strip.top);
  return {
    scrolled: box.scrollTop, above: close.top - top, below: top + parseFloat(strip.height) - close.bottom,
    beside: box.clientWidth - parseFloat(strip.width),
  };
}"""


def test_what_is_scrolled_passes_under_a_strip_and_not_under_the_button_that_closes(watched: Watched) -> None:
    page = go_on(watched, new_game("wap/lloyds", seed="1815"))
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator(".nw-extras .nw-b", has_text="Lloyd's").click()
    page.wait_for_selector(".nw-extra-box :text('The raids that can be made')")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 720})
        watched.quiet()
        # Charts take the new width a moment later than the panel.
        page.wait_for_function("(box => box.scrollWidth === box.clientWidth)(document.querySelector('.nw-extra-box'))")
        found = page.evaluate(STRIP)
        assert found["scrolled"] > 0
        assert min(found["above"], found["below"]) >= 0, found
        assert -1 < found["beside"] <= 40, found
    watched.clean()


def test_lit_places_that_are_all_out_of_the_picture_come_into_it(watched: Watched) -> None:
    lit = """() => {
      const [path] = document.querySelectorAll('.nw-l-light .nw-reach'), at = path.getScreenCTM();
      const frame = document.querySelector('.leaflet-container').getBoundingClientRect(), long = path.getTotalLength();
      return [...Array(200).keys()].filter((i) => {
        const p = path.getPointAtLength(i * long / 200).matrixTransform(at);
        return p.x > frame.left && p.x < frame.right && p.y > frame.top && p.y < frame.bottom;
      }).length;
    }"""
    page = go_on(watched, new_game("wap/coalitions", seed="3"))
    number = moves(page)
    page.locator(".nw-option", has_text="No more voyages").click()
    moved(watched, number)
    assert "Win over Austria" in page.locator(".nw-actions").inner_text()
    assert page.evaluate(lit) > 50
    watched.clean()
