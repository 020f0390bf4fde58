"""A campaign on its map in a real browser, against a real Voila: sail, intercept, buy, court, march, fight."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

import napwidgets
import napwidgets.table.table
from napwidgets.kernel import saves
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load_game
from napwidgets.systems.wap import moves as m
from tests.browser.conftest import Watched, ready, sharp_land
from tests.browser.test_table import moves, tab_to

pytestmark = pytest.mark.browser

MAP = ".nw-campaign"
#: Where the places that can be reached lie on the screen: the notes with their costs, in the map's own plane.
LIT = """() => {
  const svg = document.querySelector('svg.nw-pieces');
  const box = document.querySelector('.leaflet-container').getBoundingClientRect();
  const at = (x, y) => {
    const p = svg.createSVGPoint();
    [p.x, p.y] = [x, y];
    const {x: u, y: v} = p.matrixTransform(svg.getScreenCTM());
    return {x: u, y: v};
  };
  const rows = 48, col = (h) => Math.floor(h / rows);
  const centre = (h) => [col(h) * 150 / Math.sqrt(3), (h % rows + col(h) % 2 / 2) * 100];
  return [...document.querySelectorAll('.nw-l-notes > text.nw-note')].map(n => ({
    ...at(...centre(+n.dataset.place)), place: +n.dataset.place,
    note: n.textContent, hot: n.classList.contains('nw-hotnote')}))
    .filter(p => p.x > box.left + 15 && p.x < box.right - 15 && p.y > box.top + 50 && p.y < box.bottom - 90);
}"""


def play(watched: Watched, scenario: str, **seats: str) -> Any:
    """Open a campaign with a declared seed, so that every run is the same."""
    page = watched.play(scenario, **seats)
    watched.settle()
    return page


def go_on(watched: Watched, game: Game) -> Any:
    """Go on with a game; the person is France."""
    page = watched.open(game)
    watched.settle()
    return page


def until(game: Game, kind: str, seat: str) -> Game:
    """Play the last of the offered moves, which end phases, until a seat has a decision of a kind."""
    while game.decision is not None and (game.decision.kind, game.decision.seat) != (kind, seat):
        game = game.play(game.moves()[-1])
    return game


def targets(page: Any) -> int:
    """How many places are lit."""
    return int(page.locator(MAP).get_attribute("data-targets") or 0)


def pile(page: Any, place: int, words: str = "") -> tuple[float, float]:
    """Where a pile lies on the screen."""
    found = (
        page.locator(f".nw-pile[data-place='{place}']", has_text=words)
        if words
        else page.locator(f".nw-pile[data-place='{place}']")
    )
    box = found.first.locator(".nw-plate").last.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def choose(watched: Watched, words: str) -> None:
    """Press a subject in the panel and wait until its places are lit."""
    page = watched.page
    page.locator(".nw-subject", has_text=words).first.click()
    page.wait_for_function(f"document.querySelector('{MAP}').dataset.targets > 0")
    watched.quiet()


def moved(watched: Watched, number: int) -> None:
    """Wait until a move more has been made, and the page has settled."""
    page = watched.page
    page.wait_for_function(
        f"+document.querySelector('.nw-move').innerText.match(/of (\\\\d+)/)[1] > {number}".replace("\\\\", "\\")
    )
    watched.settle()


def photograph(page: Any, name: str) -> None:
    """Keep a picture where somebody asks for pictures."""
    folder = os.environ.get("NAPWIDGETS_SHOTS")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def test_the_map_is_playable_soon_and_without_a_network(watched: Watched) -> None:
    page = watched.lobby()
    watched.press(".nw-pick[data-arg='wap/grand-campaign']")
    photograph(page, "campaign-lobby")
    start = time.monotonic()
    page.click(".nw-go")
    ready(page)
    took = time.monotonic() - start
    print(f"from Play to a playable map: {took:.1f} s")
    sharp_land(page)
    for key in ("+", "+", "-"):
        page.locator(MAP).press(key)
        sharp_land(page)
    page.locator(MAP).press("0")
    sharp_land(page)
    page.emulate_media(media="print")
    assert page.locator(".nw-land > img").is_visible()
    assert page.locator(".nw-land canvas:visible").count() == 0
    page.emulate_media(media="screen")
    watched.quiet()
    photograph(page, "campaign-start")
    address = page.url
    start = time.monotonic()
    page.reload()
    ready(page)
    print(f"from a reload to a playable map: {time.monotonic() - start:.1f} s")
    assert page.url == address
    watched.clean()


def test_looking_around_sends_nothing(watched: Watched) -> None:
    page = play(watched, "wap/trafalgar", english="person")
    watched.quiet()
    watched.sent.clear()
    box = page.locator(".leaflet-container").bounding_box()
    for i in range(100):
        page.mouse.move(box["x"] + 40 + i * 5, box["y"] + 60 + (i * 37) % 300)
    page.mouse.wheel(0, -200)
    page.locator(MAP).press("+")
    page.wait_for_timeout(500)
    sharp_land(page)
    assert watched.sent == []
    watched.clean()


def test_a_click_lights_the_destinations_at_once(watched: Watched) -> None:
    page = play(watched, "wap/trafalgar", english="person")
    page.evaluate(
        """() => { const map = document.querySelector('.nw-campaign'); window.took = 0; let start = 0;
          addEventListener('mousedown', () => { start = performance.now(); }, true);
          new MutationObserver(() => { if (map.dataset.targets > 0) window.took ||= performance.now() - start; })
            .observe(map, {attributes: true}); }"""
    )
    board = napwidgets.new_game("wap/trafalgar").engine.context.board  # type: ignore[attr-defined]
    page.mouse.click(*pile(page, board.hex_of("Toulon")))
    page.wait_for_function("window.took > 0")
    took = page.evaluate("window.took")
    print(f"click to highlight: {took:.0f} ms")
    watched.clean()


def test_a_fleet_sails_and_is_intercepted(watched: Watched) -> None:
    page = play(watched, "wap/trafalgar", english="person")
    board = napwidgets.new_game("wap/trafalgar").engine.context.board  # type: ignore[attr-defined]
    number = moves(page)
    page.mouse.click(*pile(page, board.hex_of("Toulon")))
    page.wait_for_selector(".nw-osea.nw-olit")
    assert "%" in page.locator(".nw-osea.nw-olit i").first.inner_text()
    watched.quiet()
    photograph(page, "campaign-sail")
    # Another part of the fleet, by the form; then a sea beyond Europe, by its box.
    page.fill(".nw-orders input[data-arg=squadrons]", "2")
    page.keyboard.press("Tab")
    page.wait_for_function(
        "document.querySelector('.nw-orders input[data-arg=squadrons]').getAttribute('value') == '2'"
    )
    page.locator(".nw-osea.nw-olit").last.click()
    moved(watched, number)
    assert "Interception" in page.locator(".nw-who").inner_text()
    number = moves(page)
    choose_fleet = page.locator(".nw-subject", has_text="Mediterranean")
    choose_fleet.first.click()
    page.wait_for_selector(".nw-orders button[data-do=send]:not([disabled])")
    assert "%" in page.locator(".nw-orders").inner_text()
    watched.quiet()
    photograph(page, "campaign-intercept")
    page.click(".nw-orders button[data-do=send]")
    moved(watched, number)
    assert "England's ships" in page.locator(".nw-lines").inner_text()
    watched.clean()


def test_units_are_bought_on_the_map(watched: Watched) -> None:
    page = play(watched, "wap/grand-campaign", english="person")
    assert "Ships of Denmark" in page.locator(".nw-who").inner_text()
    page.locator(".nw-alone .nw-option").first.click()
    moved(watched, 0)
    assert "Reinforcements: Prussia" in page.locator(".nw-who").inner_text()
    page.select_option(".nw-orders select[data-arg=kind]", "k0")
    number = moves(page)
    lit = page.evaluate(LIT)
    page.mouse.click(lit[0]["x"], lit[0]["y"])
    moved(watched, number)
    assert "Prussia raises 1 infantry" in page.locator(".nw-lines").inner_text()
    photograph(page, "campaign-buy")
    page.click("text=Take back")
    page.wait_for_function(f"document.querySelector('.nw-move').innerText.includes('of {number}')")
    watched.clean()


def test_a_state_is_courted_on_the_map(watched: Watched) -> None:
    game = until(napwidgets.new_game("wap/coalitions"), "court", "french")
    page = go_on(watched, game)
    number = moves(page)
    lit = page.evaluate(LIT)
    assert lit
    assert all("%" in place["note"] for place in lit)
    photograph(page, "campaign-court")
    page.mouse.click(lit[0]["x"], lit[0]["y"])
    moved(watched, number)
    watched.clean()


def fight_to_come() -> tuple[Game, str]:
    """A Movement of France, and a leader who reaches an enemy; until one does, all close in."""
    game = until(napwidgets.new_game("wap/grand-campaign"), "movement", "french")
    for _ in range(60):
        face, view = napwidgets.table.table.presenter_for(game), game.view("french")
        near: list[tuple[int, Any]] = []
        board = game.engine.context.board  # type: ignore[attr-defined]
        foes = [c.hex for c in face.scene(view, None).counters if c.nation == "austria" and c.symbol == "infantry"]
        for subject in game.subjects():
            aims = face.targets(view, subject.id) if subject.id[0] == "l" else []
            if any(t.tone == "attack" for t in aims):
                return game, subject.label
            near += [(min(board.distance(t.hex, h) for h in foes), t.move) for t in aims if not t.tone]
        game = game.play(min(near, key=lambda pair: pair[0])[1] if near else m.Done())
        game = until(game, "movement", "french")
    raise AssertionError("nobody is in reach")


def test_an_army_marches_and_fights(watched: Watched) -> None:
    game, leader = fight_to_come()
    page = go_on(watched, game)
    choose(watched, leader)
    hot = [place for place in page.evaluate(LIT) if place["hot"]]
    assert hot
    photograph(page, "campaign-march")
    number = moves(page)
    page.mouse.click(hot[0]["x"], hot[0]["y"])
    # A march into a fight first says what it comes to.
    page.wait_for_selector(".nw-aimed")
    assert "click again" in page.locator(".nw-hint").first.inner_text()
    watched.quiet()
    assert moves(page) == number
    [again] = [place for place in page.evaluate(LIT) if place["place"] == hot[0]["place"]]
    page.mouse.click(again["x"], again["y"])
    moved(watched, number)
    for _ in range(6):
        if "Combat" in page.locator(".nw-who").inner_text():
            break
        number = moves(page)
        page.locator(".nw-alone .nw-b", has_text="No more marches").click()
        moved(watched, number)
    assert "Combat" in page.locator(".nw-who").inner_text()
    page.locator(".nw-subject", has_text="Battle at").first.click()
    page.wait_for_selector(".nw-battle .nw-odds")
    assert "Defender gives way" in page.locator(".nw-battle").inner_text()
    watched.quiet()
    photograph(page, "campaign-fight")
    number = moves(page)
    page.locator(".nw-own .nw-option").first.click()
    moved(watched, number)
    watched.clean()


def test_a_voyage_by_keyboard_alone(watched: Watched) -> None:
    page = play(watched, "wap/trafalgar", english="person")
    number = moves(page)
    assert tab_to(page, ".leaflet-container")
    for key in ("n", "Enter"):
        page.keyboard.press(key)
        watched.quiet()
    page.wait_for_function(f"document.querySelector('{MAP}').dataset.targets > 0")
    page.keyboard.press("t")
    watched.quiet()
    said = page.locator(f"{MAP} .nw-sr").inner_text()
    assert "can be reached" in said
    # From the map, Tab leads to the seas beyond Europe; Enter sails there.
    assert tab_to(page, ".nw-osea.nw-olit") or targets(page)
    page.keyboard.press("Enter")
    moved(watched, number)
    watched.clean()


def at_the_gates() -> Game:
    """A game in which France must shut gates or fight in the open."""
    game = napwidgets.new_game("wap/grand-campaign", seed="1805")
    players = make_players(game.engine, "1805", dict.fromkeys(game.engine.seats, "steady"))
    while (decision := game.decision) is not None and (decision.kind, decision.seat) != ("shelter", "french"):
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    return game


def test_the_place_of_a_decision_is_in_sight_and_marked_with_the_odds_beside_it(watched: Watched) -> None:
    page = go_on(watched, at_the_gates())
    page.wait_for_selector(".nw-l-here .nw-here")
    page.wait_for_selector(".nw-battle .nw-odds")
    watched.quiet()
    photograph(page, "campaign-gates")
    ring, box = (page.locator(q).bounding_box() for q in (".nw-l-here .nw-here", ".leaflet-container"))
    x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    assert box["x"] < x < box["x"] + box["width"]
    assert box["y"] < y < box["y"] + box["height"] - 60
    watched.clean()


def test_a_march_by_keyboard_alone(watched: Watched) -> None:
    page = go_on(watched, until(napwidgets.new_game("wap/grand-campaign"), "movement", "french"))
    number = moves(page)
    assert tab_to(page, ".leaflet-container")
    for key in ("n", "Enter"):
        page.keyboard.press(key)
        watched.quiet()
    page.wait_for_function(f"document.querySelector('{MAP}').dataset.targets > 0")
    for _ in range(8):
        page.keyboard.press("t")
        watched.quiet()
        said = page.locator(f"{MAP} .nw-sr").inner_text()
        if "can be reached" in said and "attack" not in said:
            break
    page.keyboard.press("Enter")
    moved(watched, number)
    assert "marches from" in page.locator(".nw-lines").inner_text()
    watched.clean()


def test_that_a_state_of_ones_own_falls_stands_over_the_map_and_is_read_out(watched: Watched) -> None:
    line = load_game(Path(__file__).parents[1] / "golden" / "grand-campaign.conquest.nap.json").line()
    fallen = min((g for g in line if any(g.state.conquered)), key=lambda g: g.number)
    before = fallen.parent
    assert before is not None
    page = watched.lobby()
    save = {"name": "game.json", "mimeType": "application/json", "buffer": saves.dump(before)}
    page.set_input_files(".nw-lobby input[type=file]", save)
    ready(page)
    watched.settle()
    assert page.locator(".nw-news > div").count() == 0
    assert page.locator(".nw-news").get_attribute("aria-live") == "assertive"
    page.locator(".nw-alone .nw-option").first.click()
    page.wait_for_selector(".nw-news > div")
    assert "peace" in page.locator(".nw-news").inner_text()
    watched.quiet()
    photograph(page, "campaign-news")
    page.click(".nw-news button")
    page.wait_for_function("!document.querySelector('.nw-news > div')")
    watched.clean()
