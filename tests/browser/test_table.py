"""The lobby and the table in a real browser, against a real Voila."""

from __future__ import annotations

import re
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Watched, sharp_land

pytestmark = pytest.mark.browser

#: Where the hexes that can be reached lie on the screen, with their costs: the note stands in a corner of
#: its hex.
REACH = """() => {
  const svg = document.querySelector('.nw-board'), box = svg.getBoundingClientRect(), v = svg.viewBox.baseVal;
  const k = box.width / v.width;
  return [...document.querySelectorAll('.nw-note')].map(n => ({
    x: box.left + (n.getAttribute('x') - 33 - v.x) * k, y: box.top + (n.getAttribute('y') - 41 - v.y) * k,
    note: n.textContent}))
    .filter(p => p.x > box.left + 20 && p.x < box.right - 20 && p.y > box.top + 60 && p.y < box.bottom - 60);
}"""


#: How far the chronicle below the map is scrolled, and how far it could be.
SCROLLED = """() => {
  const lines = document.querySelector('.nw-lines');
  return [lines.scrollTop, lines.scrollHeight - lines.clientHeight];
}"""


def moves(page: Any) -> int:
    """How many moves the chronicle counts."""
    found = re.search(r"of (\d+)", page.locator(".nw-move").inner_text())
    assert found
    return int(found[1])


def hour(page: Any) -> str:
    """The hour on the turn track."""
    return str(page.locator(".nw-header [aria-current=step]").inner_text()).strip("★ \n")


def to_movement(watched: Watched) -> Any:
    """A table at the first movement of the French."""
    page = watched.page
    for _ in range(30):
        watched.settle()
        if "Movement" in page.locator(".nw-who").inner_text():
            return page
        press(watched, ".nw-alone .nw-b")
    raise AssertionError("no movement segment came")


def press(watched: Watched, selector: str) -> None:
    """Press a choice and wait until the table has moved on."""
    page = watched.page
    before = watched.serial(".nw-chronicle")
    page.locator(selector).first.click()
    page.wait_for_function(f"document.querySelector('.nw-chronicle').dataset.ready != '{before}'")
    watched.settle()


def test_the_lobby_opens_without_a_network_and_soon(watched: Watched) -> None:
    start = time.monotonic()
    page = watched.lobby()
    took = time.monotonic() - start
    print(f"from request to lobby: {took:.1f} s")
    assert page.locator(".nw-pick").count() >= 5
    watched.clean()


def test_a_battle_is_set_up_and_the_reload_finds_it_again(watched: Watched) -> None:
    page = watched.play()
    watched.settle()
    press(watched, ".nw-alone .nw-b")
    assert "game=" in page.url
    number = moves(page)
    page.reload()
    page.wait_for_selector(".nw-map[data-ready]")
    page.wait_for_selector(".nw-move")
    assert moves(page) == number
    watched.clean()


#: Whether the card of what is chosen is in sight, above the bar that begins it, and where the title of the page is.
ARRIVED = """() => {
  const card = document.querySelector('.nw-pick[aria-pressed=true]').getBoundingClientRect();
  const bar = document.querySelector('.nw-brief').getBoundingClientRect();
  const title = document.querySelector('.nw-lobby h1').getBoundingClientRect();
  return [card.top >= 0 && card.bottom <= bar.top && bar.bottom <= innerHeight + 1, title.top];
}"""


def test_an_address_that_names_a_battle_leads_to_its_card_once(watched: Watched) -> None:
    page = watched.page
    page.goto(f"{watched.url}?scenario=mop/brienne")
    page.wait_for_selector(".nw-lobby .nw-go")
    page.wait_for_function(f"({ARRIVED})()[1] < 0")
    watched.quiet()
    assert page.evaluate(ARRIVED)[0]
    page.locator(".nw-lobby h1").scroll_into_view_if_needed()
    at = page.evaluate(ARRIVED)[1]
    watched.press("[data-key='dice-seed']")
    watched.quiet()
    page.locator(".nw-lobby h1").scroll_into_view_if_needed()
    assert page.evaluate(ARRIVED)[1] == at
    watched.lobby()
    page.wait_for_timeout(400)
    assert page.evaluate(ARRIVED)[1] > 0
    watched.clean()


def test_a_wrong_address_leads_to_the_lobby_with_a_sentence(watched: Watched) -> None:
    page = watched.page
    for query in ("?game=0123456789abcdef", "?game=../../etc/passwd", "?scenario=nlc/austerlitz"):
        page.goto(watched.url + query)
        page.wait_for_selector(".nw-lobby .nw-refusal")
        assert "Traceback" not in page.locator(".nw-lobby .nw-refusal").inner_text()
    watched.clean()


def test_hovering_sends_nothing(watched: Watched) -> None:
    page = watched.play()
    watched.settle()
    watched.sent.clear()
    box = page.locator(".nw-board").bounding_box()
    for i in range(100):
        page.mouse.move(box["x"] + 40 + i * 5, box["y"] + 90 + (i * 37) % 300)
    page.mouse.wheel(0, -200)
    page.wait_for_timeout(500)
    assert watched.sent == []
    watched.clean()


def test_the_land_is_sharp_wherever_the_map_rests(watched: Watched) -> None:
    page = watched.play()
    watched.settle()
    sharp_land(page)
    page.wait_for_selector(".nw-board.nw-drawn")
    for key in ("+", "-", "0"):
        page.locator(".nw-board").press(key)
        sharp_land(page)
    assert not page.locator(".nw-board .nw-hexes").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".nw-board .nw-hexes").is_visible()
    assert not page.locator(".nw-land").is_visible()
    page.emulate_media(media="screen")
    watched.clean()


def test_what_can_be_pressed_stays_when_a_panel_changes(watched: Watched) -> None:
    page = watched.play()
    watched.settle()
    page.evaluate("[...document.querySelectorAll('.nw-actions .nw-subject')].forEach((n, i) => { n.was = i; })")
    before = watched.serial(".nw-actions")
    page.locator(".nw-actions .nw-subject").nth(1).click()
    page.wait_for_function(f"document.querySelector('.nw-actions').dataset.ready != '{before}'")
    kept = "[...document.querySelectorAll('.nw-actions .nw-subject')].map((n) => n.was)"
    assert page.evaluate(kept) == list(range(page.locator(".nw-actions .nw-subject").count()))
    assert page.evaluate("document.activeElement.was") == 1
    watched.clean()


def test_a_click_lights_the_destinations_at_once(watched: Watched) -> None:
    page = watched.play()
    to_movement(watched)
    took = page.evaluate(
        """() => new Promise(done => {
          const map = document.querySelector('.nw-map'), u =
          document.querySelector('.nw-unit.nw-active:not(.nw-under)');
          const b = u.querySelector('.nw-plate').getBoundingClientRect(), start = performance.now();
          new MutationObserver(() => { if (map.dataset.targets > 0) done(performance.now() - start); })
            .observe(map, {attributes: true});
          for (const kind of ['pointerdown', 'pointerup'])
            u.dispatchEvent(new PointerEvent(kind, {bubbles: true, button: 0, clientX: b.x + b.width / 2,
            clientY: b.y + b.height / 2}));
        })"""
    )
    print(f"click to highlight: {took:.0f} ms")
    assert page.locator(".nw-note").count() > 3
    watched.clean()


def test_a_full_turn_by_clicking(watched: Watched) -> None:
    page = watched.play()
    began, by_map = hour(page), 0
    for step in range(160):
        watched.settle()
        if hour(page) != began:
            break
        if page.locator(".nw-note").count() == 0 and "Movement" in page.locator(".nw-who").inner_text():
            able = page.locator(".nw-unit.nw-active:not(.nw-under)")
            if by_map < 4 and able.count():
                able.nth(step % able.count()).click()
                watched.quiet()
                reach = sorted(page.evaluate(REACH), key=lambda p: p["y"])
                if reach:
                    number = moves(page)
                    page.mouse.click(reach[0]["x"], reach[0]["y"])
                    watched.quiet()
                    by_map += moves(page) > number
                page.keyboard.press("Escape")
                continue
        _choose(watched, step)
    assert hour(page) != began
    assert by_map > 0
    # What has just happened stands in sight, over what there is to scroll to.
    top, more = page.evaluate(SCROLLED)
    assert (top, more > 0) == (0, True)
    watched.clean()


def _choose(watched: Watched, step: int) -> None:
    """Press the way on, or a choice of one of the subjects."""
    page = watched.page
    if page.locator(".nw-alone .nw-b").count():
        press(watched, ".nw-alone .nw-b")
        return
    subjects = page.locator(".nw-subject")
    key = subjects.nth(step % subjects.count()).get_attribute("data-key")
    page.click(f"[data-key='{key}']")
    page.wait_for_selector(f"[data-key='{key}'][aria-pressed=true]")
    if page.locator(".nw-own details:not([open])").count():
        page.locator(".nw-own summary").first.click()
        page.wait_for_selector(".nw-own details[open] .nw-option")
    options = page.locator(".nw-own .nw-option")
    if options.count():
        before = watched.serial(".nw-chronicle")
        options.nth((step * 7) % options.count()).click()
        page.wait_for_function(f"document.querySelector('.nw-chronicle').dataset.ready != '{before}'")


def tab_to(page: Any, selector: str, most: int = 140) -> bool:
    """Press Tab until something that matches has the focus."""
    for _ in range(most):
        if page.evaluate("s => !!document.activeElement && document.activeElement.matches(s)", selector):
            return True
        page.keyboard.press("Tab")
    return False


def test_a_full_turn_by_keyboard_alone(watched: Watched) -> None:
    page = watched.lobby()
    assert tab_to(page, ".nw-pick[data-arg='nlc/quatre-bras']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".nw-pick[data-arg='nlc/quatre-bras'][aria-pressed=true]")
    assert tab_to(page, ".nw-go")
    page.keyboard.press("Enter")
    page.wait_for_selector(".nw-map[data-ready]")
    watched.settle()
    began, by_map = hour(page), 0
    for step in range(160):
        watched.settle()
        if hour(page) != began:
            break
        if by_map < 2 and "Movement" in page.locator(".nw-who").inner_text() and step < 60:
            by_map += _march_by_keys(watched)
            continue
        _choose_by_keys(watched, step)
    assert hour(page) != began
    assert by_map > 0
    watched.clean()


def _march_by_keys(watched: Watched) -> bool:
    """Tab to the board, go to a piece, choose it, step north, go there."""
    page = watched.page
    number = moves(page)
    assert tab_to(page, ".nw-board")
    page.keyboard.press("Escape")
    watched.quiet()
    for key in ("n", "Enter"):
        page.keyboard.press(key)
        watched.quiet()
    page.keyboard.press("ArrowUp")
    lit = "can be reached" in page.locator(".nw-map .nw-sr").inner_text()
    page.keyboard.press("Enter")
    watched.quiet()
    page.keyboard.press("Escape")
    watched.quiet()
    # What is read out is what happens: to a hex that can be reached the piece goes, to another one it does not.
    assert (moves(page) > number) is lit
    return lit


def _choose_by_keys(watched: Watched, step: int) -> None:
    page = watched.page
    before = watched.serial(".nw-chronicle")
    if page.locator(".nw-alone .nw-b").count():
        assert tab_to(page, ".nw-alone .nw-b")
        page.keyboard.press("Enter")
    else:
        subjects = page.locator(".nw-subject")
        key = subjects.nth(step % subjects.count()).get_attribute("data-key")
        assert tab_to(page, f"[data-key='{key}']")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"[data-key='{key}'][aria-pressed=true]")
        if page.locator(".nw-own details:not([open])").count():
            assert tab_to(page, ".nw-own summary")
            page.keyboard.press("Enter")
            page.wait_for_selector(".nw-own details[open] .nw-option")
        options = page.locator(".nw-own .nw-option")
        if not options.count():
            return
        key = options.nth((step * 7) % options.count()).get_attribute("data-key")
        assert tab_to(page, f".nw-own [data-key='{key}']", 200)
        page.keyboard.press("Enter")
    page.wait_for_function(f"document.querySelector('.nw-chronicle').dataset.ready != '{before}'")


#: What has the keyboard: its classes and its key.
FOCUS = "() => [document.activeElement.className, document.activeElement.dataset.key || '']"


def test_the_keyboard_stays_where_the_next_choice_is(watched: Watched) -> None:
    page = watched.lobby()
    page.focus(".nw-go")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.nw-actions .nw-subject, .nw-actions .nw-option')")
    watched.settle()
    about = page.locator(".nw-actions [data-about]").get_attribute("data-about")
    for _ in range(8):
        page.locator(".nw-actions .nw-alone [data-do]").last.focus()
        page.keyboard.press("Enter")
        watched.settle()
        if page.locator(".nw-actions [data-about]").get_attribute("data-about") != about:
            break
    page.wait_for_function("() => document.activeElement.matches('.nw-actions :is(.nw-subject, .nw-option)')")
    page.focus(".nw-whole")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.nw-extra-head button')")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.matches('.nw-whole')")
    assert page.evaluate(FOCUS)[1] == "book-"
    page.locator(".nw-header .nw-skip").nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.nw-board')")
    watched.clean()


def test_two_persons_hand_the_screen_over_for_orders(watched: Watched) -> None:
    page = watched.play(allied="person")
    for step in range(40):
        watched.settle()
        if page.locator(".nw-veil").count():
            break
        _choose(watched, step)
    assert "look away" in page.locator(".nw-veil").inner_text()
    assert page.locator(".nw-roster section").count() == 0
    page.click(".nw-veil .nw-b")
    page.wait_for_selector(".nw-veil", state="detached")
    page.wait_for_selector(".nw-actions section")
    watched.clean()


def test_the_scrubber_goes_back_and_the_line_is_kept(watched: Watched) -> None:
    page = watched.play()
    to_movement(watched)
    number = moves(page)
    page.click(".nw-scrub [title='One move back']")
    page.wait_for_selector("text=You are looking at the game")
    page.click(".nw-status [data-do=present]")
    page.wait_for_selector(".nw-actions section")
    assert moves(page) == number
    watched.clean()


#: Puts a card into the place of what happened, about the hexes of the column at x of the window.
CARD = """(x) => {
  const svg = document.querySelector('.nw-board'), box = svg.getBoundingClientRect(), v = svg.viewBox.baseVal;
  const col = Math.round(((x - box.left) / box.width * v.width + v.x) * Math.sqrt(3) / 150);
  const labels = [...document.querySelectorAll('.nw-numbers text')].map(n => n.textContent);
  const at = [...labels.keys()].filter(h => labels[h].startsWith(String(col + 1).padStart(2, '0')));
  document.querySelector('.nw-aftermath').innerHTML =
    `<div><article data-at="${at.join(' ')}"><p style="height: 240px">A fight</p><ul class="nw-cast"><li>
    <span>fire</span>
    <b><i class="nw-die nw-d3 nw-big">3</i></b><output>3</output></li></ul></article><p>Go on</p></div>`;
}"""
#: Where the card lies then, and whether it covers a button of the map.
LAID = """() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => {
  const news = document.querySelector('.nw-aftermath > div'), c = news.getBoundingClientRect();
  const over = [...document.querySelectorAll('.nw-tools button')].map(b => b.getBoundingClientRect())
    .filter(b => b.left < c.right && b.right > c.left && b.top < c.bottom && b.bottom > c.top);
  const middle = (s) => { const r = news.querySelector(s).getBoundingClientRect(); return (r.top + r.bottom) / 2; };
  done({die: middle('.nw-die'), sum: middle('output'), left: c.left, right: c.right, top: c.top, bottom: c.bottom,
    hidden: news.scrollHeight - news.clientHeight,
    buttons: over.length});
}), 100))"""


def aside(page: Any, box: dict[str, float], share: float) -> str:
    """The side of the map where a card lies about a column of hexes that far along the map: it does not cover it."""
    x = box["x"] + box["width"] * share
    page.evaluate(CARD, x)
    card = page.evaluate(LAID)
    assert not card["buttons"]
    assert not card["left"] < x < card["right"]
    return "left" if card["right"] < box["x"] + box["width"] / 2 + 2 else "right"


#: The names of places that lie under the buttons of the map.
COVERED = """() => {
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const box = (node) => node.getBoundingClientRect(), buttons = [...document.querySelectorAll('.nw-tools button')];
  const names = [...document.querySelectorAll('.nw-l-names text')];
  return names.filter((t) => buttons.some((b) => over(box(t), box(b)))).map((t) => t.textContent);
}"""


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_the_map_is_the_largest_thing_and_nothing_hangs_over(watched: Watched, size: tuple[int, int]) -> None:
    page = watched.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    watched.play()
    watched.settle()
    box = page.locator(".nw-board").bounding_box()
    assert box["width"] >= size[0] * 0.54
    assert box["height"] >= size[1] * 0.68
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0
    assert page.evaluate(COVERED) == []
    # The names of a stack that is spread out stand side by side, as long as it is what is chosen.
    page.locator(".nw-unit", has_text="Chasseurs").click()
    watched.quiet()
    names = page.locator(".nw-fan .nw-name").evaluate_all("all => all.map(n => n.getBoundingClientRect().toJSON())")
    assert len(names) > 1
    assert all(a["right"] <= b["left"] for a, b in pairwise(names))
    page.locator(".nw-subject", has_text="II Corps").click()
    page.wait_for_selector(".nw-fan", state="detached")
    for fold, panel in (("left", ".nw-at-left"), ("right", ".nw-at-right")):
        button = page.locator(f"[data-fold='nw-hide-{fold}']")
        for _ in range(2):
            assert (button.get_attribute("aria-pressed") == "true") == page.locator(panel).is_visible()
            button.click()
    # What happened is told at the side where nothing lit or fought for is under it, also when the map is moved.
    for _ in range(5):
        page.locator(".nw-board").press("+")
    assert aside(page, box, 0.8) == "left"
    assert aside(page, box, 0.2) == "right"
    y = box["y"] + 420
    page.mouse.move(box["x"] + box["width"] * 0.2, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.8, y, steps=4)
    page.mouse.up()
    assert page.evaluate(LAID)["right"] < box["x"] + box["width"] / 2 + 2
    watched.clean()


def test_on_a_telephone_everything_stands_in_one_column_and_can_be_pressed(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": 390, "height": 800})
    watched.play()
    watched.settle()
    assert page.locator(".nw-board").bounding_box()["width"] >= 340
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    rows = page.locator(".nw-zoom button").evaluate_all("all => all.map(b => b.getBoundingClientRect().top)")
    assert len(rows) == 3
    assert len(set(rows)) == 1, "out, in and all of it are one thing, and stand in one row"
    page.evaluate(CARD, 200)
    card, board = page.evaluate(LAID), page.locator(".nw-at-map").bounding_box()
    assert card["hidden"] <= 0
    assert card["top"] >= board["y"] + board["height"]
    assert card["bottom"] <= page.locator(".nw-at-right").bounding_box()["y"]
    assert abs(card["die"] - card["sum"]) < 2
    # What the head marks is in sight: the forces in a drawer, the orders below the map, whither their button leads.
    shown = "[...document.querySelectorAll('.nw-folds button')].map(b => b.getAttribute('aria-pressed') === 'true')"
    drawer, (forces, orders) = page.locator(".nw-at-left"), page.locator(".nw-folds button").all()
    assert (page.evaluate(shown), drawer.is_visible()) == ([False, True], False)
    forces.click()
    assert (page.evaluate(shown), drawer.is_visible()) == ([True, True], True)
    orders.click()
    assert (page.evaluate(shown), drawer.is_visible()) == ([False, True], False)
    assert 0 <= page.locator(".nw-at-right").bounding_box()["y"] < 400
    forces.click()
    number = moves(page)
    press(watched, ".nw-alone .nw-b")
    assert moves(page) > number
    assert (page.evaluate(shown), drawer.is_visible()) == ([False, True], False)
    lowest = page.locator(".nw-actions").bounding_box()
    below = page.locator(".nw-chronicle").bounding_box()
    assert lowest["y"] + lowest["height"] <= below["y"], "the chronicle must not lie over the choices"
    watched.clean()


def test_a_line_of_play_that_was_left_is_taken_up_again(watched: Watched) -> None:
    page = watched.play()
    to_movement(watched)
    number = moves(page)
    page.click(".nw-scrub [title='One move back']")
    page.click(".nw-status [data-do=branch]")
    page.wait_for_selector(".nw-kept .nw-b")
    watched.settle()
    assert f"move {number}" in page.locator(".nw-kept .nw-b").inner_text()
    press(watched, ".nw-kept .nw-b")
    assert moves(page) == number
    watched.clean()


#: How far the strip behind the debrief's Close reaches, below that button and beside the debrief, and how far above the
#: first line below the title it ends while nothing is scrolled.
STRIP = """() => {
  const bar = document.querySelector('.nw-shutbar'), box = bar.closest('.nw-debrief-box');
  const strip = getComputedStyle(bar, '::before'), first = box.querySelector('h1 + p').getBoundingClientRect().top;
  const clear = first - bar.getBoundingClientRect().top - parseFloat(strip.top) - parseFloat(strip.height);
  box.scrollTop = 300;
  const close = bar.querySelector('button').getBoundingClientRect();
  const bottom = bar.getBoundingClientRect().top + parseFloat(strip.top) + parseFloat(strip.height);
  const held = close.top - box.getBoundingClientRect().top;
  return [box.scrollTop, bottom - close.bottom, box.clientWidth - parseFloat(strip.width), clear, held];
}"""


def test_two_computers_play_to_the_end_and_the_debrief_opens(watched: Watched) -> None:
    page = watched.play("nlc/first-steps", french="steady", allied="steady")
    page.wait_for_selector(".nw-actions [data-do=debrief]")
    page.click(".nw-actions [data-do=debrief]")
    page.wait_for_selector(".nw-debrief h1", state="visible")
    assert "Hour by hour" in page.locator(".nw-debrief").inner_text()
    heads = page.locator(".nw-hours article > :first-child")
    tops = heads.evaluate_all(
        "all => { const top = {}; for (const h of all) { const b = h.getBoundingClientRect(); "
        "top[b.left] = Math.min(b.top, top[b.left] ?? b.top); } return Object.values(top); }"
    )
    assert len(tops) == 2
    assert max(tops) - min(tops) < 1, "both columns of hours begin at one height"
    scrolled, below, beside, clear, held = page.evaluate(STRIP)
    assert scrolled > 0
    assert below >= 0, "what is scrolled passes under a strip as high as the button"
    assert beside <= 0, "and as broad as the debrief"
    assert clear >= 0, "which lies over nothing as long as nothing is scrolled"
    assert 0 <= held < 20, "Close stays at the top of the debrief"
    page.evaluate("window.print = () => {}")
    page.locator(".nw-debrief [data-print=book]").click()
    page.emulate_media(media="print")
    assert page.locator(".nw-debrief h1").is_visible()
    assert not page.locator(".nw-header h1").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.locator(".nw-header h1").is_visible()
    watched.clean()


def test_a_counter_is_dragged_to_a_lit_hex(watched: Watched) -> None:
    page = watched.play()
    to_movement(watched)
    for unit in page.locator(".nw-unit.nw-active:not(.nw-under)").all():
        unit.click()
        watched.quiet()
        reach = page.evaluate(REACH)
        box = unit.locator(".nw-plate").bounding_box()
        if not reach or box is None:
            continue
        number = moves(page)
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(reach[0]["x"] + 9, reach[0]["y"] + 9)
        page.mouse.move(reach[0]["x"], reach[0]["y"])
        page.mouse.up()
        watched.quiet()
        assert moves(page) == number + 1
        watched.clean()
        return
    raise AssertionError("no counter could move")


def test_a_game_is_saved_to_a_file_and_loaded_from_it(watched: Watched, tmp_path: Path) -> None:
    page = watched.play()
    to_movement(watched)
    number = moves(page)
    with page.expect_download() as waiting:
        page.click("text=Save to a file")
    saved = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(saved)
    watched.lobby()
    page.set_input_files("input[type=file]", str(saved))
    page.wait_for_selector(".nw-map[data-ready]")
    page.wait_for_selector(".nw-move")
    assert moves(page) == number
    watched.clean()


def test_a_foreign_file_is_refused_with_a_sentence(watched: Watched, tmp_path: Path) -> None:
    page = watched.lobby()
    foreign = tmp_path / "letter.json"
    foreign.write_text("Dear Marshal")
    page.set_input_files("input[type=file]", str(foreign))
    page.wait_for_selector(".nw-lobby .nw-refusal")
    assert "save" in page.locator(".nw-lobby .nw-refusal").inner_text()
    watched.clean()


def test_dice_are_typed_in_by_keyboard(watched: Watched) -> None:
    page = watched.asked_for_dice()
    wanted = page.locator(".nw-veil h2").inner_text()
    for _ in range(page.locator(".nw-veil input").count()):
        page.keyboard.type("3")
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "w => !document.querySelector('.nw-veil h2') || document.querySelector('.nw-veil h2').textContent != w",
        arg=wanted,
    )
    watched.clean()
