"""A campaign in a real browser, further: raid, blockade, lend, conquer, each by clicking."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.systems.wap import moves as m
from tests.browser.conftest import Watched
from tests.browser.test_campaign import LIT, choose, go_on, moved, photograph, play, until
from tests.browser.test_table import moves

pytestmark = pytest.mark.browser

PLACES = LIT.replace("note: n.textContent", "place: +n.dataset.place, note: n.textContent")


def on_screen(watched: Watched, place: int) -> dict[str, float]:
    """Where a lit place lies on the screen; the map is shown whole if it is out of sight."""
    page = watched.page
    for press in ("", "All"):
        if press:
            page.locator(".nw-campaign button", has_text=press).first.click()
            watched.quiet()
        for found in page.evaluate(PLACES):
            if found["place"] == place:
                return dict(found)
    raise AssertionError(f"place {place} is not lit")


def played(id: str, kind: str, seat: str, fits: Any) -> Game:
    """A game between computers up to a decision of a seat that fits."""
    game = napwidgets.new_game(id)
    players = make_players(game.engine, "1815", {}, default="steady")
    while (decision := game.decision) is not None:
        if (decision.kind, decision.seat) == (kind, seat) and fits(game):
            return game
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    raise AssertionError("it never came to that")


def pass_until(watched: Watched, words: str) -> None:
    """Press what ends a phase until somebody's turn comes."""
    page = watched.page
    for _ in range(40):
        number = moves(page)
        page.locator(".nw-alone .nw-b:visible").last.click()
        moved(watched, number)
        if words in page.locator(".nw-who").inner_text():
            return
    raise AssertionError(f"it never was {words}")


def test_raiders_drive_up_the_rate(watched: Watched) -> None:
    game = played("wap/lloyds", "naval", "french", lambda g: any(isinstance(x, m.Raid) for x in g.moves()))
    page = go_on(watched, game)
    number = moves(page)
    page.locator(".nw-option", has_text="Raid trade").first.click()
    moved(watched, number)
    assert "Raiders in" in page.locator(".nw-lines").inner_text()
    watched.clean()


def test_a_port_is_blockaded(watched: Watched) -> None:
    page = play(watched, "wap/trafalgar", english="person")
    number = moves(page)
    page.locator(".nw-alone .nw-b", has_text="No more voyages").first.click()
    moved(watched, number)
    board = napwidgets.new_game("wap/trafalgar").engine.context.board  # type: ignore[attr-defined]
    number = moves(page)
    choose(watched, "Mediterranean")
    spot = on_screen(watched, board.hex_of("Toulon"))
    page.mouse.click(spot["x"], spot["y"])
    moved(watched, number)
    assert "off Toulon" in page.locator(".nw-lines").inner_text()
    watched.clean()


def test_a_voyage_stops_on_its_way_and_leaves_a_squadron(watched: Watched) -> None:
    page = play(watched, "wap/trafalgar", english="person")
    board = napwidgets.new_game("wap/trafalgar").engine.context.board  # type: ignore[attr-defined]
    number = moves(page)
    choose(watched, "Toulon")
    page.select_option(".nw-orders select[data-arg='s0:at']", f"i{board.hex_of('Ajaccio')}")
    page.wait_for_selector(".nw-orders input[data-arg='s0:stay:0']")
    page.fill(".nw-orders input[data-arg='s0:stay:0']", "1")
    page.keyboard.press("Tab")
    page.wait_for_function(
        "document.querySelector(\".nw-orders input[data-arg='s0:stay:0']\").getAttribute('value') == '1'"
    )
    watched.quiet()
    photograph(page, "campaign-stop")
    page.select_option(".nw-orders select[data-arg='where']", str(board.hex_of("Genoa")))
    page.click(".nw-orders button[data-do=send]:not([disabled])")
    moved(watched, number)
    for _ in range(3):
        if "Interception" not in page.locator(".nw-who").inner_text():
            break
        number = moves(page)
        page.locator(".nw-alone .nw-b", has_text="Let them pass").first.click()
        moved(watched, number)
    told = page.locator(".nw-lines").inner_text()
    assert "France's ships stop in Ajaccio" in told
    assert "France leaves 1 squadron in Ajaccio" in told
    photograph(page, "campaign-stopped")
    watched.clean()


def test_squadrons_intercept_in_groups(watched: Watched) -> None:
    page = play(watched, "wap/trafalgar", english="person")
    board = napwidgets.new_game("wap/trafalgar").engine.context.board  # type: ignore[attr-defined]
    number = moves(page)
    choose(watched, "Toulon")
    page.select_option(".nw-orders select[data-arg='where']", str(board.hex_of("Genoa")))
    page.click(".nw-orders button[data-do=send]:not([disabled])")
    moved(watched, number)
    number = moves(page)
    page.locator(".nw-subject", has_text="Mediterranean").first.click()
    page.select_option(".nw-orders select[data-arg='how']", "groups")
    page.wait_for_selector(".nw-orders input[data-arg='group1']")
    watched.quiet()
    photograph(page, "campaign-groups")
    page.click(".nw-orders button[data-do=send]:not([disabled])")
    moved(watched, number)
    assert "England's ships" in page.locator(".nw-lines").inner_text()
    watched.clean()


def chase_to_come() -> Game:
    """A game that chance has played up to French victors at sea who may follow the beaten."""
    game, rng = napwidgets.new_game("wap/trafalgar", seed="2"), Random(2)
    while (decision := game.decision) is not None:
        options: list[Any] = list(game.moves())
        if (decision.kind, decision.seat) == ("onward", "french") and any(isinstance(x, m.ToPort) for x in options):
            return game
        if subjects := list(game.subjects()):
            options += [o.move for o in game.options(rng.choice(subjects).id)]
        game = game.play(rng.choice(options))
    raise AssertionError("nobody was chased")


def test_the_beaten_are_followed_to_their_port(watched: Watched) -> None:
    game = chase_to_come()
    page = go_on(watched, game)
    number = moves(page)
    photograph(page, "campaign-follow")
    page.locator(".nw-option", has_text="Follow them to").first.click()
    moved(watched, number)
    assert "The victors follow the beaten to" in page.locator(".nw-lines").inner_text()
    watched.clean()


def test_england_lends_points_to_a_state(watched: Watched) -> None:
    page = play(watched, "wap/coalitions", english="person")
    for _ in range(2):
        pass_until(watched, "England · Naval")
    number = moves(page)
    choose(watched, "2 transports")
    page.fill(".nw-orders input[data-arg=points]", "2")
    page.keyboard.press("Tab")
    page.wait_for_function("document.querySelector('.nw-orders input[data-arg=points]').getAttribute('value') == '2'")
    watched.quiet()
    board = napwidgets.new_game("wap/coalitions").engine.context.board  # type: ignore[attr-defined]
    spot = on_screen(watched, board.hex_of("Danzig"))
    page.mouse.click(spot["x"], spot["y"])
    moved(watched, number)
    assert "England lends Prussia 2 production points" in page.locator(".nw-lines").inner_text()
    watched.clean()


def conquest_to_come() -> tuple[Game, str, int, str]:
    """A French Movement in which a march takes a city; who marches, where to, what is told."""

    def taken(game: Game) -> tuple[str, int, str] | None:
        for subject in game.subjects():
            for option in game.options(subject.id):
                if isinstance(option.move, m.March) and subject.id.startswith("l:"):
                    after = game.play(option.move)
                    told = [e.text for e in after.last.events if e.kind in ("city", "minor-falls", "minor-made")]
                    if told and after.decision is not None and after.decision.seat == "french":
                        return subject.label, option.move.to, told[0]
        return None

    game = until(napwidgets.new_game("wap/grand-campaign"), "movement", "french")
    for _ in range(8):
        if found := taken(game):
            return game, *found
        game = until(game.play(m.Done()), "movement", "french")
    raise AssertionError("no city is in reach")


def test_a_city_is_taken(watched: Watched) -> None:
    game, leader, hex, told = conquest_to_come()
    page = go_on(watched, game)
    number = moves(page)
    choose(watched, leader)
    spot = on_screen(watched, hex)
    page.mouse.click(spot["x"], spot["y"])
    moved(watched, number)
    assert told in page.locator(".nw-lines").inner_text()
    watched.clean()


def test_squadrons_seek_out_an_enemy_in_their_sea(watched: Watched) -> None:
    """F.4.f: their own sea is a place to go to, with the chance to meet the enemy."""

    def hunters(game: Game) -> list[str]:
        able = [t for t in game.subjects() if any(isinstance(move, m.Seek) for move in game.moves(t.id))]
        return [t.label for t in able]

    game = played("wap/lloyds", "naval", "french", hunters)
    page = go_on(watched, game)
    number = moves(page)
    who = hunters(game)[0]
    choose(watched, who)
    page.select_option(".nw-orders select[data-arg='where']", label=f"{who.partition(' in the ')[2]} (attack)")
    page.wait_for_selector(".nw-orders button[data-do=send]:has-text('Seek')")
    watched.quiet()
    photograph(page, "campaign-seek")
    assert "to meet them" in page.locator(".nw-orders").inner_text()
    page.locator(".nw-orders button[data-do=send]").click()
    moved(watched, number)
    lines = page.locator(".nw-lines").inner_text()
    assert "do not find" in lines or "meet" in lines
    watched.clean()
