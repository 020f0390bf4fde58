"""Nothing is cut off, nothing lies in the way, Escape closes what is open: every panel at three sizes."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.table.presenter import presenter_for
from napwidgets.widgets.sheet import cites
from tests.browser.conftest import Watched
from tests.browser.test_campaign import go_on

pytestmark = pytest.mark.browser

GOLDEN = Path(__file__).parents[1] / "golden"
SIZES = ((1440, 900), (1280, 720), (390, 844))
#: Finished games: at their tables every panel and the debrief can be opened.
ENDED = {
    "nlc": "quatre-bras.crossroads-held",
    "wap": "lloyds.rate",
    "jdg": "germany-1813-1.draw",
    "mop": "brienne-la-rothiere.campaign",
    "con": "belgium-1815.draw",
}

#: What hides a part of its own contents where nobody can scroll to it. Maps and drawings have a view of their own, and
#: a name that ends in dots has its whole in a title.
HIDDEN = """() => {
  const own = '.leaflet-container, .nw-map-frame, .nw-sr, svg, .nw-world, .nw-wbar, .nw-pic';
  const seen = e => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0; };
  const found = [];
  for (const e of document.querySelectorAll('body, body *')) {
    if (e.closest(own) || !seen(e)) continue;
    const s = getComputedStyle(e), shut = v => v === 'hidden' || v === 'clip';
    if (shut(s.overflowY) && e.scrollHeight > e.clientHeight + 2)
      found.push(`${e.className}: ${e.scrollHeight} in ${e.clientHeight}`);
    if (shut(s.overflowX) && e.scrollWidth > e.clientWidth + 2 && s.textOverflow !== 'ellipsis')
      found.push(`${e.className}: ${e.scrollWidth} in ${e.clientWidth} across`);
  }
  return found;
}"""
#: Scrolls the panel that is open to its end; gives how far its last line then lies below the edge of the window.
END = """() => {
  const box = [...document.querySelectorAll('.nw-debrief-box')].find(b => b.offsetParent || b.getClientRects().length);
  box.scrollTop = 1e7;
  const lines = [...box.querySelectorAll('p, td, li, svg, button')].filter(n => n.checkVisibility());
  const last = Math.max(...lines.map(n => n.getBoundingClientRect().bottom));
  return Math.max(last - innerHeight, box.getBoundingClientRect().width < 300 ? 999 : 0);
}"""
#: Whether the small map lies over the panel that is open.
OVER = """() => {
  const mini = document.querySelector('.nw-mini');
  if (!mini?.checkVisibility()) return false;
  const { x, y, width, height } = mini.getBoundingClientRect();
  return Boolean(document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.nw-mini'));
}"""


def laid(page: Any) -> None:
    """Wait for a table, of either kind of map."""
    page.wait_for_selector(".nw-map[data-ready], .nw-campaign[data-ready]")
    page.wait_for_function("document.querySelector('.nw-chronicle')?.dataset.ready")


@pytest.mark.parametrize("system", ENDED)
def test_every_panel_can_be_read_to_its_end_at_three_sizes(watched: Watched, home: Path, system: str) -> None:
    id = f"ended{system}1815"
    games = home / "games"
    games.mkdir(parents=True, exist_ok=True)
    shutil.copy(GOLDEN / f"{ENDED[system]}.nap.json", games / f"{id}.json")
    page = watched.page
    page.goto(f"{watched.url}?game={id}")
    laid(page)
    for width, height in SIZES:
        _read_panels(watched, system, width, height)
        page.locator(".nw-actions [data-do=debrief], [data-do=debrief]").first.evaluate("b => b.click()")
        page.wait_for_selector(".nw-debrief h1")
        assert not page.evaluate(OVER), f"the small map is over the debrief of {system} at {width}x{height}"
        _read(watched, f"the debrief of {system} at {width}x{height}")
    watched.clean()


#: One of each system that begins with much on the table.
BEGUN = ("nlc/quatre-bras", "wap/lloyds", "jdg/germany-1813-1", "mop/champaubert", "con/learning")


@pytest.mark.parametrize("id", BEGUN)
def test_a_game_under_way_hides_nothing_at_three_sizes(watched: Watched, id: str) -> None:
    go_on(watched, napwidgets.new_game(id, seed="1815"))
    for width, height in SIZES:
        _read_panels(watched, id, width, height)
    watched.clean()


def test_dialogs_lie_within_the_window_at_three_sizes(watched: Watched) -> None:
    page = watched.lobby()
    watched.press(".nw-pick[data-arg='nlc/first-steps']")
    watched.press("[data-key='dice-typed']")
    page.select_option("select[data-arg='allied']", "person")
    watched.quiet()
    page.click(".nw-go")
    laid(page)
    seen = set()
    for _ in range(60):
        watched.quiet()
        if (dialog := page.locator("[role=dialog]:visible")).count():
            seen.add(str(dialog.get_attribute("aria-label")))
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                watched.quiet()
                assert page.evaluate(HIDDEN) == [], f"a dialog at {width}x{height}"
                box = dialog.locator("> div").bounding_box()
                assert box["x"] >= 0
                assert box["y"] >= 0
                assert box["x"] + box["width"] <= width
                assert box["y"] + box["height"] <= height
            page.set_viewport_size({"width": 1280, "height": 720})
            if len(seen) == 2:
                break
            for field in dialog.locator("input").all():
                field.fill("3")
            dialog.locator(".nw-b.main, .nw-b").first.click()
        elif page.locator(".nw-alone .nw-b").count():
            page.locator(".nw-alone .nw-b").first.click()
        else:
            _first_choice(page)
    assert seen == {"Hand over the screen", "Dice"}


def _first_choice(page: Any) -> None:
    """Choose something, as long as the game goes on."""
    if page.locator(".nw-option").count():
        page.locator(".nw-option").first.click()
    elif page.locator(".nw-own summary").count():
        page.locator(".nw-own summary").first.click()
    elif page.locator(".nw-subject").count():
        page.locator(".nw-subject").first.click()


def _read_panels(watched: Watched, what: str, width: int, height: int) -> None:
    """The table and each of its panels at a size."""
    page = watched.page
    page.set_viewport_size({"width": width, "height": height})
    watched.quiet()
    assert page.evaluate(HIDDEN) == [], f"the table of {what} at {width}x{height}"
    for i in range(page.locator(".nw-extras .nw-b").count()):
        page.evaluate(f"document.querySelectorAll('.nw-extras .nw-b')[{i}].click()")
        page.wait_for_selector(".nw-extra-box .nw-sheet:not(.nw-extra-head) *")
        _read(watched, f"panel {i} of {what} at {width}x{height}")


def _read(watched: Watched, what: str) -> None:
    page = watched.page
    watched.quiet()
    assert page.evaluate(HIDDEN) == [], what
    assert page.evaluate(END) <= 0, f"{what} ends below the window"
    page.keyboard.press("Escape")
    page.wait_for_function("![...document.querySelectorAll('.nw-debrief-box')].some(b => b.getClientRects().length)")


def test_the_lobby_can_be_read_to_its_end_at_three_sizes(watched: Watched) -> None:
    page = watched.lobby()
    # And a laptop enlarged to 200 %.
    for width, height in (*SIZES, (720, 450)):
        page.set_viewport_size({"width": width, "height": height})
        watched.quiet()
        assert page.evaluate(HIDDEN) == [], f"the lobby at {width}x{height}"
        assert page.locator(".nw-brief").bounding_box()["height"] < height / 2, "what is chosen leaves room to choose"


#: What lies over a map, and the lit places it covers: hexes and places as the light has drawn them.
COVERED = """() => {
  const lit = [...document.querySelectorAll('.nw-reach, .nw-hot')].flatMap(path => {
    const to = path.getScreenCTM(), at = (x, y) => new DOMPoint(x, y).matrixTransform(to);
    return (path.getAttribute('d') || '').split('M').filter(Boolean).map(part => {
      const n = part.match(/-?[0-9.]+/g).map(Number);
      const xs = part.includes('a') ? [n[0] + 14, n[0] + 54] : n.filter((_, i) => i % 2 === 0);
      const ys = part.includes('a') ? [n[1] - 20, n[1] + 20] : n.filter((_, i) => i % 2);
      const a = at(Math.min(...xs), Math.min(...ys)), b = at(Math.max(...xs), Math.max(...ys));
      return {left: a.x + 3, top: a.y + 3, right: b.x - 3, bottom: b.y - 3};
    });
  });
  const over = [...document.querySelectorAll('.nw-fan > rect, .nw-tray, .nw-tip, .nw-mini')]
    .filter(n => n.getClientRects().length && getComputedStyle(n).visibility !== 'hidden');
  const covers = over.flatMap(n => {
    const a = n.getBoundingClientRect();
    return lit.filter(b => b.left < a.right && b.right > a.left && b.top < a.bottom && b.bottom > a.top)
      .map(b => `${n.getAttribute('class')} covers ${Math.round(b.left)},${Math.round(b.top)}`);
  });
  return {lit: lit.length, over: over.length, covers};
}"""


def until(id: str, kind: str) -> tuple[Game, int, str]:
    """A game between computers up to a decision of the French of a kind, with a stack that can do something: its place
    and its name as a subject.
    """
    game = napwidgets.new_game(id, seed="1815")
    players = make_players(game.engine, "1815", {}, default="steady")
    while (decision := game.decision) is not None:
        if (decision.kind, decision.seat) == (kind, "french") and (found := stack(game)) is not None:
            return game, *found
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    raise AssertionError("it never came to that")


def stack(game: Game) -> tuple[int, str] | None:
    """A stack of two counters or more that can do something now."""
    face, view = presenter_for(game), game.view("french")
    counters = face.scene(view, "french").counters
    for subject in game.engine.subjects(view):
        members = set(face.members(view, subject.id))
        place = next((c.hex for c in counters if c.id in members), -1)
        if sum(c.hex == place for c in counters) >= 2 and face.targets(view, subject.id):
            return place, subject.id
    return None


@pytest.mark.parametrize(
    ("id", "kind"),
    [
        ("nlc/first-steps", "attack"),
        ("nlc/quatre-bras", "movement"),
        ("wap/grand-campaign", "movement"),
        ("jdg/germany-1813-4", "movement"),
    ],
)
def test_what_lies_over_a_map_covers_no_lit_place(watched: Watched, id: str, kind: str) -> None:
    game, place, subject = until(id, kind)
    page = go_on(watched, game)
    page.wait_for_function("[...document.querySelectorAll('.nw-subject')].length > 0")
    counters = [c for c in presenter_for(game).scene(game.view("french"), "french").counters if c.hex == place]
    top = page.locator(f"[data-place='{place}'] .nw-plate, .nw-l-units [data-unit='{counters[-1].id}'] .nw-plate").last
    box = top.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    watched.quiet()
    page.locator(f"[data-key='about-{subject}']").first.click()
    page.wait_for_function("+document.querySelector('.nw-map, .nw-campaign').dataset.targets > 0")
    assert_nothing_covered(page)
    board = page.locator(".nw-map-frame, .nw-campaign .leaflet-container").first.bounding_box()
    for i in range(12):
        page.mouse.move(
            board["x"] + board["width"] * (0.15 + 0.06 * i), board["y"] + board["height"] * (0.2 + 0.05 * i)
        )
        page.wait_for_timeout(420)
        assert_nothing_covered(page)
    watched.clean()


def assert_nothing_covered(page: Any) -> None:
    """No fan, tray or tooltip over a place that is lit."""
    found = page.evaluate(COVERED)
    assert found["lit"] > 0
    assert found["covers"] == []


@pytest.mark.parametrize("id", ["nlc/quatre-bras", "jdg/germany-1813-4"])
def test_escape_closes_the_key_and_lets_go_wherever_the_keyboard_is(watched: Watched, id: str) -> None:
    game, _, subject = until(id, "movement")
    page = go_on(watched, game)
    lit = "+document.querySelector('.nw-map, .nw-campaign').dataset.targets"
    page.locator(f"[data-key='about-{subject}']").first.click()
    page.wait_for_function(f"{lit} > 0")
    page.locator(".nw-tools button", has_text="Key").click()
    assert page.locator(".nw-key:visible").count() == 1
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    assert page.locator(".nw-key:visible").count() == 0
    assert page.evaluate(lit) > 0
    page.locator(".nw-subject").first.focus()
    page.keyboard.press("Escape")
    page.wait_for_function(f"{lit} == 0")
    assert page.locator(".nw-fan, .nw-tray:visible").count() == 0
    watched.clean()


def test_a_mark_stays_with_the_last_word_of_its_sentence_at_any_width(browser: Any) -> None:
    theme = Path(napwidgets.__file__).with_name("widgets") / "static" / "theme.css"
    told = f"Friant attacks the farm: 4 hits on the defender.{cites(('NLC 7.1', 'NLC 7.2'))}"
    lines = "".join(f'<p class="told" style="width: {wide}px">{told}</p>' for wide in range(150, 350))
    page = browser.new_page()
    parts = f'{lines}<div class="nw-card">{lines}</div><div class="nw-standing">{lines}</div>'
    page.set_content(f'<style>{theme.read_text(encoding="utf-8")}</style><div class="nw-sheet">{parts}</div>')
    apart = """() => [...document.querySelectorAll(".told")].filter((line) => {
        const text = line.firstChild, word = document.createRange();
        word.setStart(text, text.length - 2);
        word.setEnd(text, text.length - 1);
        const [mark, last] = [line.querySelector(".nw-cite"), word].map((e) => e.getBoundingClientRect());
        return mark.top + mark.bottom - last.top - last.bottom > 20;
    }).length"""
    marks, adrift = page.locator(".told .nw-cite").count(), page.evaluate(apart)
    page.close()
    assert (marks, adrift) == (600, 0)
