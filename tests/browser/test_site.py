"""The site built and played in a real browser: every system for a turn, all of it with the server switched off."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from napwidgets.scenarios import load_game
from napwidgets.site.build import PARTS, build
from tests.browser.conftest import Watched

ROOT = Path(__file__).parents[2]
#: The most that may travel, compressed.
MOST = 16_000_000
#: A scenario of each system.
SCENARIOS = ("nlc/first-steps", "mop/brienne", "wap/coalitions", "jdg/germany-1813-1", "con/learning")

pytestmark = pytest.mark.browser

#: Press what moves the game on: an answer that lies over the table, what ends a phase, a choice, a list of choices, a
#: piece. What was pressed last is pressed again only where nothing else can be, or marches would go to and fro.
PRESS = """() => {
  const kinds = ["[role=dialog] button", ".nw-actions .nw-b.main", ".nw-actions .nw-alone button",
                 ".nw-actions .nw-option", ".nw-own details:not([open]) > summary", ".nw-actions .nw-subject"];
  const last = window.pressed || [], found = kinds.flatMap((kind) => [...document.querySelectorAll(kind)]);
  const able = found.filter((node) => node.offsetParent && !node.disabled);
  const next = able.find((node) => !last.includes(node.textContent)) || able[0];
  window.pressed = [...last.slice(-5), next?.textContent];
  next?.click();
  return Boolean(next);
}"""
TURN = "document.querySelector('.nw-header [aria-current]')?.textContent"
#: Waits until all that pages ask for is in the browser's store, and gives what is missing there in the end.
MISSING = """async (files) => {
  for (let n = 0; ; n++) {
    const found = await Promise.all(files.map((file) => caches.match(file)));
    const missing = files.filter((_, i) => !found[i]);
    if (!missing.length || n >= 600) return missing;
    await new Promise((done) => setTimeout(done, 200));
  }
}"""
#: What nobody asks for by this name: the first page is asked for as its folder.
UNASKED = {".nojekyll", "service.js", "index.html"}
#: Nobody is asked, nothing is under way.
SETTLED = """!document.querySelector('.nw-status .nw-busy') && document.body.dataset.waiting === '0'
  && !window.nwPage?.draws.size
  && !!document.querySelector('.nw-actions section [data-do], [role=dialog], .nw-veil button')"""


class Quiet(SimpleHTTPRequestHandler):
    """A static host that says nothing."""

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built; what is fetched for it is kept beside the checkout."""
    folder = tmp_path_factory.mktemp("site") / "site"
    assert build(folder, ROOT / PARTS) <= MOST
    return folder


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def opened(watched: Watched, query: str = "") -> Any:
    watched.page.goto(watched.url + query)
    watched.page.wait_for_selector("body[data-ready]")
    return watched.page


def a_turn(watched: Watched, scenario: str) -> None:
    """Play one turn of a scenario, the same in every run, from the lobby on."""
    page = watched.page
    watched.press("[data-key='dice-seed']")
    page.click(".nw-go")
    page.wait_for_selector(":is(.nw-map, .nw-campaign)")
    page.wait_for_function(SETTLED)
    begun = page.evaluate(TURN)
    assert begun
    for _ in range(150):
        assert page.evaluate(PRESS), "nothing can be pressed"
        page.wait_for_function(f"({SETTLED}) || {TURN} !== {begun!r}")
        if page.evaluate(TURN) != begun:
            return
    pytest.fail(f"{scenario} stays at {begun}")


def test_before_python_is_there_the_page_speaks_the_language_of_the_browser(
    browser: Any, host: ThreadingHTTPServer
) -> None:
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{host.server_port}/", wait_until="commit")
    page.get_by_text("Napoleonische Schlachten").first.wait_for(state="attached")
    assert page.locator("#opening h1").text_content() == page.title() == "Napoleonische Schlachten und Feldzüge"
    page.get_by_text("Alles läuft auf dieser Seite").wait_for(state="attached")
    context.close()


def test_it_plays_without_a_server(context: Any, host: ThreadingHTTPServer, site: Path) -> None:
    """One page after the other, for each tab of the site waits for the one before."""
    page = context.new_page()
    watched = Watched(page, f"http://127.0.0.1:{host.server_port}/", site)
    opened(watched)
    files = [path.relative_to(site).as_posix() for path in site.rglob("*.*") if path.name not in UNASKED]
    assert page.evaluate(MISSING, files) == []
    # From here on nothing but the browser's own store is left.
    host.shutdown()
    host.server_close()
    a_turn(watched, SCENARIOS[0])
    # The turn ends while the computer players are still at it, and every move of theirs is kept.
    page.wait_for_function(SETTLED)
    moves = ".nw-chronicle input[type=range]"
    played = page.get_attribute(moves, "max")
    assert played != "0"
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.get_attribute(moves, "max") == played, "the game is there after a reload"
    with page.expect_download() as download:
        page.click("[data-do=save]")
    saved = site.parent / "saved.json"
    download.value.save_as(saved)
    assert str(load_game(saved).number) == played, "a game saved there can be played on here"
    for scenario in SCENARIOS[1:]:
        opened(watched, f"?scenario={scenario}")
        # What lies in a panel is drawn a moment after the page is there.
        page.wait_for_selector(".nw-shelf [data-do=go_on]")
        a_turn(watched, scenario)
    opened(watched, "?lesson=combat-lab")
    assert page.locator(".jp-MarkdownCell h1").inner_text().startswith("The Combat Lab")
    page.wait_for_function("document.querySelectorAll('.jp-CodeCell .nw-sheet').length > 3")
    watched.clean()
    page.close()
