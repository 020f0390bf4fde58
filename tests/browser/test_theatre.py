"""A theatre on hexes in a real browser: its picture, its overlays, a march by clicking and one by keyboard."""

from __future__ import annotations

import time
from typing import Any

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.table import Table
from tests.browser.conftest import Watched, sharp_land
from tests.browser.test_campaign import MAP, go_on, moved, photograph, targets, until
from tests.browser.test_table import moves, tab_to

pytestmark = pytest.mark.browser

#: Where the hexes that can be reached lie on the screen, with their costs.
LIT = """() => {
  const svg = document.querySelector('svg.nw-pieces');
  const box = document.querySelector('.leaflet-container').getBoundingClientRect();
  return [...document.querySelectorAll('.nw-l-notes > text.nw-note')].map(n => {
    const p = svg.createSVGPoint();
    [p.x, p.y] = [+n.getAttribute('x'), +n.getAttribute('y') - 44];
    const {x, y} = p.matrixTransform(svg.getScreenCTM());
    return {x, y, place: +n.dataset.place, note: n.textContent, hot: n.classList.contains('nw-hotnote')};
  }).filter(p => p.x > box.left + 15 && p.x < box.right - 15 && p.y > box.top + 60 && p.y < box.bottom - 90);
}"""


def morning() -> Game:
    """The French are to march on the 15th of June."""
    return until(napwidgets.new_game("con/belgium-1815", seed="1815"), "movement", "french")


def set_out(watched: Watched, page: Any) -> None:
    """Command a force to march, until the hexes that it reaches are lit."""
    page.locator(".nw-subject").last.click()
    watched.quiet()
    if not targets(page):
        number = moves(page)
        page.locator(".nw-own .nw-option").first.click()
        moved(watched, number)
        page.wait_for_function(f"document.querySelector('{MAP}').dataset.targets > 0")
    watched.quiet()


def test_the_map_is_playable_soon_and_without_a_network(watched: Watched) -> None:
    start = time.monotonic()
    page = go_on(watched, napwidgets.new_game("con/saxony-1813-autumn", seed="1813"))
    print(f"from the lobby to a playable map: {time.monotonic() - start:.1f} s")
    sharp_land(page)
    watched.quiet()
    photograph(page, "saxony-start")
    assert page.locator(".nw-pile").count() > 10
    watched.clean()


def test_overlays_wash_an_area_with_one_line_around_it(watched: Watched) -> None:
    page = go_on(watched, morning())
    drawn_by = {"Enemy zones": ".nw-edge-zoc", "Dispatch": ".nw-edge-command", "Supply": ".nw-supplyline"}
    for name, drawn in drawn_by.items():
        page.locator(".nw-tools button", has_text=name).first.click()
        page.wait_for_selector(f".nw-l-over {drawn}", state="attached")
    photograph(page, "belgium-overlays")
    assert page.get_by_role("button", name="Command", exact=True).count() == 1
    page.locator(".nw-tools button", has_text="Enemy zones").click()
    page.wait_for_selector(".nw-edge-zoc", state="detached")
    page.keyboard.press("Escape")
    page.locator(".nw-tools button", has_text="Key").click()
    assert "centre of operations" in page.locator(".nw-key").inner_text()
    watched.clean()


def test_a_force_marches_to_a_hex_that_is_clicked(watched: Watched) -> None:
    page = go_on(watched, morning())
    set_out(watched, page)
    number = moves(page)
    lit = [place for place in page.evaluate(LIT) if not place["hot"]]
    assert lit
    photograph(page, "belgium-march")
    page.mouse.click(lit[-1]["x"], lit[-1]["y"])
    moved(watched, number)
    watched.clean()


#: Whether the fan of counters covers a hex that is lit: its parts in the plane, as the page draws them.
COVERED = """() => {
  const tray = document.querySelector('.nw-tray'), fan = tray.getBoundingClientRect();
  if (getComputedStyle(tray).visibility === 'hidden') return false;
  const svg = document.querySelector('svg.nw-pieces'), lit = svg.querySelectorAll('.nw-reach, .nw-hot');
  const inverse = svg.getScreenCTM().inverse(), p = svg.createSVGPoint();
  for (let x = fan.left; x <= fan.right; x += 3) for (let y = fan.top; y <= fan.bottom; y += 3) {
    [p.x, p.y] = [x, y];
    if ([...lit].some((path) => path.isPointInFill(p.matrixTransform(inverse)))) return true;
  }
  return false;
}"""


#: How many figures of hexes are to be read, and the names that one of them lies on.
WRITTEN = """() => {
  const box = (e) => {
    const r = e.getBoundingClientRect(), d = r.height / 4;
    return [r.left, r.top + d, r.right, r.bottom - d];
  };
  const seen = (all) => [...document.querySelectorAll(all)]
    .filter((e) => e.style.display !== 'none' && e.getAttribute('opacity') !== '0');
  const figures = seen('.nw-l-notes > text').map(box);
  const on = (a) => figures.some((b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]);
  const names = seen('.nw-l-names text, .nw-pile > .nw-name').filter((e) => e.checkVisibility());
  return [figures.length, names.filter((e) => on(box(e))).map((e) => e.textContent)];
}"""

#: The figures that stand less than a line below the name of a leader on the map.
UNDER = """() => {
  const boxes = (all) => [...document.querySelectorAll(all)].map((e) => [e, e.getBoundingClientRect()]);
  const names = boxes('.nw-pile > .nw-name').map(([, n]) => n);
  const under = (r) => names.some((n) => n.left < r.right && r.left < n.right && n.top < r.top && r.top < n.bottom + 6);
  return boxes('.nw-l-notes > text').filter(([, r]) => under(r)).map(([e]) => e.textContent);
}"""


def test_figures_of_movement_points_lie_on_no_name(watched: Watched) -> None:
    page = go_on(watched, morning())
    set_out(watched, page)
    page.wait_for_selector(".nw-l-notes > text[opacity]", state="attached")
    for _ in range(3):
        count, covered = page.evaluate(WRITTEN)
        assert count > 40
        assert covered == []
        page.locator(".nw-zoom button").nth(1).click()
        watched.quiet()
    assert "2.5" in page.evaluate(UNDER), "Grouchy's stack has its figure below his name"
    watched.clean()


def forced() -> Game:
    """The French may force their marches, and most of what stands together has far to go."""
    return until(napwidgets.new_game("con/belgium-1815", seed="1815"), "forced", "french")


def test_a_chance_that_is_the_same_everywhere_is_told_once(watched: Watched) -> None:
    page = go_on(watched, forced())
    page.locator(".nw-subject").last.click()
    watched.quiet()
    assert targets(page) > 10
    assert "% to come there" in page.locator(f"{MAP} .nw-hint").first.inner_text().replace(" %", "%")
    assert page.locator(".nw-l-notes > text:not(.nw-hotnote)").count() == 0
    photograph(page, "belgium-forced")
    watched.clean()


def test_the_fan_of_counters_covers_no_lit_hex(watched: Watched) -> None:
    page = go_on(watched, forced())
    seen, aside = 0, """() => {
      const fan = document.querySelector('.nw-tray'), wide = fan.offsetWidth;
      fan.style.left = '60%';
      return fan.offsetWidth === wide;
    }"""
    for wide, high in ((1440, 900), (1280, 720), (1000, 600)):
        page.set_viewport_size({"width": wide, "height": high})
        for n in range(page.locator(".nw-subject").count()):
            page.locator(".nw-subject").nth(n).click()
            watched.quiet()
            seen += page.locator(".nw-tray:visible").count()
            assert not page.evaluate(COVERED), (wide, n)
            # Where it is put aside it must stay as large as it was when the place was looked for.
            assert page.evaluate(aside)
    page.set_viewport_size({"width": 1280, "height": 720})
    assert seen > 3
    watched.clean()


#: Whether the tray lies over the hex of the keyboard.
OVER = """() => {
  const [a, b] = ['.nw-tray', '.nw-cursor'].map((e) => document.querySelector(e).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


def test_the_tray_and_the_small_map_lie_beside_one_another(watched: Watched) -> None:
    watched.page.set_viewport_size({"width": 1024, "height": 768})
    page, both = go_on(watched, morning()), 0
    for n in range(page.locator(".nw-subject").count()):
        page.locator(".nw-subject").nth(n).click()
        watched.quiet()
        boxes = [page.locator(place) for place in (".nw-tray", ".nw-mini")]
        if all(box.is_visible() for box in boxes):
            a, b = (box.bounding_box() for box in boxes)
            both += 1
            assert a["x"] + a["width"] <= b["x"] or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]
        page.keyboard.press("Escape")
    assert both
    watched.clean()


def test_the_tray_steps_aside_from_the_keyboard(watched: Watched) -> None:
    page = go_on(watched, morning())
    page.locator(".nw-subject").first.click()
    watched.quiet()
    page.locator(".leaflet-container").focus()
    tray = page.locator(".nw-tray")
    assert tray.is_visible()
    lay = {str(tray.bounding_box())}
    for key in ["ArrowDown"] * 9 + ["ArrowLeft"] * 6 + ["ArrowUp"] * 9:
        page.keyboard.press(key)
        watched.quiet()
        assert not page.evaluate(OVER)
        lay.add(str(tray.bounding_box()))
    assert len(lay) > 1
    watched.clean()


def test_the_key_of_the_next_town_goes_through_all_of_them(watched: Watched) -> None:
    page = go_on(watched, morning())
    page.locator(".leaflet-container").focus()
    said, heard = page.locator(f"{MAP} .nw-sr"), set()
    board = Table(morning()).presenter.board
    towns = {spot.name for spot in board.places.values() if spot.kind in ("town", "fortress")}
    for _ in range(len(towns) + 1):
        page.keyboard.press("c")
        watched.quiet()
        town = said.inner_text()
        if town in heard:
            break
        heard.add(town)
        cursor, frame = (page.locator(place).bounding_box() for place in (".nw-cursor", ".leaflet-container"))
        assert frame["x"] < cursor["x"] < frame["x"] + frame["width"]
        assert frame["y"] < cursor["y"] < frame["y"] + frame["height"]
    assert {town for town in towns if any(words.startswith(town) for words in heard)} == towns
    watched.clean()


def test_the_weather_lies_over_the_land(watched: Watched) -> None:
    game = napwidgets.new_game("con/belgium-1815", seed="1815")
    while game.state.weather != "rain" or game.decision.seat != "french":
        game = game.play(game.moves()[-1])
    page = go_on(watched, game)
    veil = page.locator(".nw-air")
    assert veil.get_attribute("data-sky") == "rain"
    assert veil.evaluate("e => getComputedStyle(e).fill") != "none"
    photograph(page, "belgium-rain")
    watched.clean()


def test_the_keyboard_walks_and_tells_ground_roads_and_rivers(watched: Watched) -> None:
    page = go_on(watched, morning())
    page.click(".nw-tools button:text-is('All')")
    watched.quiet()
    assert tab_to(page, ".leaflet-container")
    said = page.locator(f"{MAP} .nw-sr")
    heard = set()
    for key in ("c", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "c", "c", "c"):
        page.keyboard.press(key)
        watched.quiet()
        heard.add(said.inner_text())
    words = " ".join(heard)
    assert len(heard) > 5
    assert "town" in words
    assert "road" in words
    assert "clear" in words
    page.keyboard.press("o")
    page.wait_for_selector(".nw-edge-command", state="attached")
    watched.clean()


def test_a_march_by_keyboard_alone(watched: Watched) -> None:
    page = go_on(watched, morning())
    set_out(watched, page)
    number = moves(page)
    assert tab_to(page, ".leaflet-container")
    page.keyboard.press("t")
    watched.quiet()
    assert "can be reached" in page.locator(f"{MAP} .nw-sr").inner_text()
    page.keyboard.press("Enter")
    moved(watched, number)
    watched.clean()


#: Boxes on a telephone: the map, what it says, the rows of who may be chosen, the button below them.
PHONE = """() => ['.leaflet-container', '.nw-campaign-ui > .nw-hint:not(.nw-echo)', '.nw-subjects', '.nw-alone']
  .map((e) => document.querySelector(e).getBoundingClientRect()).map((r) => [r.top, r.bottom])"""


def test_on_a_telephone_nothing_lies_over_the_map_or_the_list(watched: Watched) -> None:
    watched.page.set_viewport_size({"width": 390, "height": 844})
    page = go_on(watched, morning())
    tall = page.evaluate(PHONE)[0]
    for n in (None, 0):
        if n is not None:
            page.locator(".nw-subject").nth(n).click()
            watched.quiet()
            page.evaluate("document.querySelector('.nw-table').scrollTop = 0")
            assert page.locator(".nw-hint").first.inner_text()
        # While nothing is chosen the line says what can be.
        idle = page.locator(".nw-hint").first.evaluate("n => getComputedStyle(n, '::before').content")
        assert ("Click a counter or a place" in idle) is (n is None)
        land, hint, rows, main = page.evaluate(PHONE)
        assert land == tall, "the map keeps its place"
        assert land[1] <= hint[0] < hint[1] <= rows[0]
        assert rows[1] <= main[0]
    watched.clean()
