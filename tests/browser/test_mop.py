"""The battles of 1814 in a real browser: the sky, covers, a span that is blown up, a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.systems.mop.approach import Feel
from napwidgets.systems.mop.spans import Damage
from tests.browser.conftest import Watched
from tests.browser.test_campaign import go_on
from tests.browser.test_table import moves, press

pytestmark = pytest.mark.browser

SCENARIO = "mop/champaubert"


def until(found: Callable[[Game], bool], **options: bool) -> Game:
    """A game of random moves up to a position that is wanted."""
    for seed in map(str, range(9)):
        game = napwidgets.new_game(SCENARIO, seed=seed, options=options)
        players = make_players(game.engine, seed, dict.fromkeys(game.engine.seats, "random"))
        while (decision := game.decision) is not None:
            if found(game):
                return game
            game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    raise AssertionError("no game came to it")


def about(game: Game, kind: type) -> str:
    """A subject of a decision of the French with a move of a kind."""
    if game.decision is None or (game.decision.kind, game.decision.seat) != ("movement", "french"):
        return ""
    return next((s.id for s in game.subjects() if any(isinstance(o.move, kind) for o in game.options(s.id))), "")


def choose(watched: Watched, game: Game, kind: type) -> Any:
    """Open the game, pick the subject and the move of a kind."""
    page = go_on(watched, game)
    subject = about(game, kind)
    words = next(o.label.text for o in game.options(subject) if isinstance(o.move, kind))
    number = moves(page)
    page.locator(f"[data-key='about-{subject}']").click()
    watched.quiet()
    press(watched, f".nw-option:has-text(\"{words}\")")
    assert moves(page) == number + 1
    return page


def test_a_span_is_destroyed_under_the_sky_of_the_day(watched: Watched) -> None:
    game = until(lambda g: bool(about(g, Damage)))
    page = choose(watched, game, Damage)
    assert "destroys the" in page.locator(".nw-lines").inner_text()
    assert page.locator(".nw-broken").count() == 1
    assert "MoP 37.4" in page.locator(".nw-header").inner_text()
    page.set_viewport_size({"width": 390, "height": 844})
    watched.quiet()
    cut = "all => all.filter(n => n.scrollHeight > n.clientHeight + 2).length"
    longer = "n => n.prepend('guns and trains pay one more, '.repeat(6))"
    page.locator(".nw-slim .nw-sky p > small").first.evaluate(longer)
    assert page.locator(".nw-sky p > *").evaluate_all(cut) == 0, "the weather is told whole on a telephone"
    watched.clean()


def test_what_lies_under_covers_is_not_in_the_page_until_somebody_finds_out(watched: Watched) -> None:
    game = until(lambda g: bool(about(g, Feel)))
    view, infos = game.view("french"), game.engine.context.infos  # type: ignore[attr-defined]
    under = {infos[u].name for u, unit in enumerate(view.units) if unit.hex == -5}  # type: ignore[attr-defined]
    page = go_on(watched, game)
    assert under
    pieces = page.locator("svg.nw-board").inner_html()
    assert not any(f">{name}<" in pieces for name in under)
    page = choose(watched, game, Feel)
    assert "MoP 37.7.1" in page.locator(".nw-lines").inner_text() or "dummy" in page.locator(".nw-lines").inner_text()
    watched.clean()


def test_a_card_is_played(watched: Watched) -> None:
    game = until(lambda g: g.decision is not None and (g.decision.kind, g.decision.seat) == ("card", "french"),
                 full_cards=True)  # fmt: skip
    page = go_on(watched, game)
    press(watched, ".nw-actions .nw-option, .nw-alone .nw-b")
    assert moves(page) > 0
    watched.clean()


def test_from_a_battle_of_a_campaign_one_goes_on_to_the_next(watched: Watched) -> None:
    game = napwidgets.new_game("mop/six-days", seed="2")
    players = make_players(game.engine, "2", dict.fromkeys(game.engine.seats, "random"))
    while (decision := game.decision) is not None:
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    page = go_on(watched, game)
    page.get_by_role("button", name="Campaign").click()
    watched.quiet()
    assert "battle 2 of 3" in page.locator(".nw-campaign").inner_text()
    page.locator(".nw-campaign [data-key='follow-']").click()
    page.wait_for_function("document.querySelector('.nw-header').innerText.includes('Montmirail')")
    watched.quiet()
    page.get_by_role("button", name="Campaign").click()
    watched.quiet()
    assert "In the night Napoleon turned about" in page.locator(".nw-campaign").inner_text()
    watched.clean()


def test_where_not_all_fit_in_the_first_view_shows_those_of_the_player(watched: Watched) -> None:
    watched.page.set_viewport_size({"width": 1280, "height": 720})
    page = go_on(watched, napwidgets.new_game("mop/brienne", seed="1"))
    inside = """all => { const m = document.querySelector('.nw-map-frame').getBoundingClientRect();
        return all.filter(n => { const b = n.getBoundingClientRect();
            return b.left > m.left && b.right < m.right && b.top > m.top && b.bottom < m.bottom; }).length; }"""
    french = page.locator("svg.nw-board .nw-unit .nw-plate[fill='#2f4d7e']")
    assert french.count()
    assert french.evaluate_all(inside) == french.count()
    russians = page.locator("svg.nw-board .nw-unit .nw-plate[fill='#3f5d46']")
    assert russians.evaluate_all(inside) < russians.count(), "they are too far for one view"
