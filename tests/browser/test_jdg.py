"""Germany 1813 on its map in a real browser: march, reconnoitre, intercept, fight, by clicking and by keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

import napwidgets
import napwidgets.table.table
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from tests.browser.conftest import Watched, ready, sharp_land
from tests.browser.test_campaign import MAP, go_on, moved, photograph, pile, play, targets
from tests.browser.test_table import moves, tab_to

pytestmark = pytest.mark.browser

SCENARIO = "jdg/germany-1813-2"
#: Where the places that can be reached lie on the screen, with their costs.
LIT = """() => {
  const svg = document.querySelector('svg.nw-pieces');
  const box = document.querySelector('.leaflet-container').getBoundingClientRect();
  return [...document.querySelectorAll('.nw-l-notes > text.nw-note')].map(n => {
    const p = svg.createSVGPoint();
    [p.x, p.y] = [+n.getAttribute('x'), +n.getAttribute('y') - 9];
    const {x, y} = p.matrixTransform(svg.getScreenCTM());
    return {x, y, place: +n.dataset.place, note: n.textContent, hot: n.classList.contains('nw-hotnote')};
  }).filter(p => p.x > box.left + 15 && p.x < box.right - 15 && p.y > box.top + 60 && p.y < box.bottom - 60);
}"""


def until(found: Callable[[Game], bool], seed: str = "1813", scenario: str = SCENARIO) -> Game:
    """A game between computers up to a position that is wanted."""
    game = napwidgets.new_game(scenario, seed=seed)
    players = make_players(game.engine, seed, dict.fromkeys(game.engine.seats, "steady"))
    while (decision := game.decision) is not None:
        if found(game):
            return game
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    raise AssertionError("the game ended first")


def due(game: Game, kind: str, seat: str = "french") -> bool:
    """Whether a seat has a decision of a kind."""
    return game.decision is not None and (game.decision.kind, game.decision.seat) == (kind, seat)


def face(game: Game) -> Any:
    """What the screen shows of a game."""
    return napwidgets.table.table.presenter_for(game)


def test_the_map_is_playable_soon_and_without_a_network(watched: Watched) -> None:
    page = watched.lobby()
    watched.press(".nw-pick[data-arg='jdg/germany-1813-1']")
    start = time.monotonic()
    page.click(".nw-go")
    ready(page)
    print(f"from Play to a playable map: {time.monotonic() - start:.1f} s")
    sharp_land(page)
    watched.quiet()
    photograph(page, "germany-start")
    assert page.locator(".nw-pile").count() > 10
    watched.clean()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_map_opens_on_those_who_can_act(watched: Watched, width: int, height: int) -> None:
    """The armies of 1805 are spread wider than a picture: the French are in it, and nothing beyond the edge."""
    watched.page.set_viewport_size({"width": width, "height": height})
    page = play(watched, "jdg/danube-1805")
    assert page.evaluate(
        """() => {
          const box = document.querySelector('.leaflet-container').getBoundingClientRect();
          const able = document.querySelector('.nw-able').getBoundingClientRect();
          const land = document.querySelector('svg.nw-pieces').getBoundingClientRect();
          const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1
            && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
          return able.width > 50 && within(able, box) && within(box, land);
        }"""
    )
    watched.clean()


def test_enemies_lie_face_down_in_the_page(watched: Watched) -> None:
    game = until(lambda g: due(g, "movement"))
    page = go_on(watched, game)
    hidden = [c.name for c in face(game).scene(game.state, None).counters if c.seat == "allied"]
    assert hidden
    shown = {c.name for c in face(game).scene(game.view("french"), "french").counters if c.seat == "allied"}
    secret = {name for name in hidden if name not in shown}
    assert secret
    pieces = page.locator("svg.nw-pieces").inner_html()
    assert not any(name in pieces for name in secret)
    watched.clean()


def test_a_stack_marches_to_a_place_that_is_clicked(watched: Watched) -> None:
    page = go_on(watched, until(lambda g: due(g, "movement")))
    number = moves(page)
    for n in range(page.locator(".nw-subject").count()):
        page.locator(".nw-subject").nth(n).click()
        watched.quiet()
        lit = [place for place in page.evaluate(LIT) if not place["hot"]] if targets(page) else []
        if lit:
            break
    assert lit
    assert all(place["note"].isdecimal() for place in lit)
    photograph(page, "germany-march")
    page.mouse.click(lit[0]["x"], lit[0]["y"])
    moved(watched, number)
    assert " from " in page.locator(".nw-lines").inner_text()
    watched.clean()


def scouts(game: Game) -> str | None:
    """A subject whose cavalry can look at an enemy."""
    if not due(game, "movement"):
        return None
    view, shown = game.view("french"), face(game)
    for subject in game.subjects():
        pad = shown.draft(view, "french", {"focus": subject.id})
        horse = [f.id for f in pad.fields if f.id.startswith("go:") and _rides(game, f.id)] if pad else []
        if not horse:
            continue
        picked = {f.id: "1" if f.id == horse[0] else "0" for f in pad.fields if f.id.startswith("go:")}
        pad = shown.draft(view, "french", {"focus": subject.id, "scout": "1", **picked})
        if pad is not None and any(t.tone == "reconnaissance" for t in pad.targets or ()):
            return f"{subject.id}/{horse[0]}"
    return None


def _rides(game: Game, field: str) -> bool:
    x = game.engine.context  # type: ignore[attr-defined]
    i = int(field.removeprefix("go:"))
    return bool(x.is_unit(i) and x.pieces[i].horse and game.state.counters[i].strength)


def test_cavalry_reconnoitres(watched: Watched) -> None:
    game = until(lambda g: scouts(g) is not None)
    subject, _, rider = (scouts(game) or "").partition("/")
    page = go_on(watched, game)
    number = moves(page)
    page.locator(f"[data-key='about-{subject}']").click()
    page.wait_for_selector(f".nw-orders [data-arg='{rider}']")
    boxes = page.locator(".nw-orders input[type=checkbox]")
    for n in range(boxes.count()):
        box = page.locator(".nw-orders input[type=checkbox]").nth(n)
        id = box.get_attribute("data-arg") or ""
        want = id == rider
        if id.startswith("go:") and box.is_checked() != want:
            serial = watched.serial(".nw-orders")
            box.click()
            page.wait_for_function(f"document.querySelector('.nw-orders').dataset.ready != '{serial}'")
    page.locator(".nw-orders input[data-arg=scout]").click()
    page.wait_for_function("document.querySelectorAll('.nw-l-notes .nw-hotnote').length > 0")
    watched.quiet()
    photograph(page, "germany-scout")
    hot = [place for place in page.evaluate(LIT) if place["hot"]]
    assert hot
    page.mouse.click(*pile(page, hot[0]["place"]))
    moved(watched, number)
    learnt = "/learns? nothing| sees? | had |hides everything|intercept|reacts? in time/"
    page.wait_for_function(f"{learnt}.test(document.querySelector('.nw-lines')?.innerText ?? '')")
    watched.clean()


def test_a_march_is_intercepted(watched: Watched) -> None:
    game = until(lambda g: due(g, "reaction") and any(g.options(s.id) for s in g.subjects()))
    page = go_on(watched, game)
    number = moves(page)
    page.locator(".nw-subject").first.click()
    watched.quiet()
    photograph(page, "germany-intercept")
    assert "%" in page.locator(".nw-actions").inner_text()
    page.locator(".nw-own .nw-option").first.click()
    moved(watched, number)
    told = page.locator(".nw-lines").inner_text()
    assert "intercept" in told or "in time" in told
    watched.clean()


def test_a_battle_is_fought(watched: Watched) -> None:
    page = go_on(watched, until(lambda g: due(g, "tactics")))
    number = moves(page)
    assert "in secret" in page.locator(".nw-status").inner_text()
    page.wait_for_selector(".nw-l-here .nw-here")
    watched.quiet()
    photograph(page, "germany-tactics")
    page.locator(".nw-option").first.click()
    moved(watched, number)
    for _ in range(30):
        if "Round 1" in page.locator(".nw-lines").inner_text():
            break
        watched.quiet()
    told = page.locator(".nw-lines").inner_text()
    assert "chose" in told or "overrun" in told
    watched.clean()


def test_the_desk_and_the_cards_open(watched: Watched) -> None:
    page = go_on(watched, until(lambda g: due(g, "movement") and bool(g.state.hands[0])))
    page.get_by_role("button", name="Command", exact=True).first.click()
    page.wait_for_selector(".nw-desk-lines")
    assert "command point" in page.locator(".nw-command").inner_text()
    watched.quiet()
    photograph(page, "germany-desk")
    page.get_by_role("button", name="Cards", exact=True).click()
    page.wait_for_selector(".nw-hand .nw-event")
    photograph(page, "germany-cards")
    watched.clean()


def test_a_march_by_keyboard_alone(watched: Watched) -> None:
    page = go_on(watched, until(lambda g: due(g, "movement")))
    number = moves(page)
    assert tab_to(page, ".leaflet-container")
    for key in ("n", "Enter"):
        page.keyboard.press(key)
        watched.quiet()
    page.wait_for_function(f"document.querySelector('{MAP}').dataset.targets > 0")
    page.keyboard.press("t")
    watched.quiet()
    assert "can be reached" in page.locator(f"{MAP} .nw-sr").inner_text()
    page.keyboard.press("Enter")
    moved(watched, number)
    watched.clean()


def test_two_people_share_the_screen_behind_a_curtain(watched: Watched) -> None:
    page = watched.lobby()
    watched.press(".nw-pick[data-arg='jdg/germany-1813-1']")
    for seat in ("french", "allied"):
        if page.input_value(f"select[data-arg='{seat}']") != "person":
            before = watched.serial(".nw-lobby")
            page.select_option(f"select[data-arg='{seat}']", "person")
            page.wait_for_function(f"document.querySelector('.nw-lobby').dataset.ready != '{before}'")
    page.click(".nw-go")
    page.wait_for_selector(".nw-veil button")
    watched.quiet()
    photograph(page, "germany-curtain")
    assert "French" in page.locator(".nw-veil").inner_text()
    page.locator(".nw-veil button").first.click()
    page.wait_for_selector(".nw-subject")
    watched.quiet()
    page.locator(".nw-alone .nw-b", has_text="No more dummies").click()
    page.wait_for_selector(".nw-veil button")
    assert "Allies" in page.locator(".nw-veil").inner_text()
    assert not page.locator(".nw-pile").count() or "Dummy" not in page.locator("svg.nw-pieces").inner_html()
    watched.clean()
