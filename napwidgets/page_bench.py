"""What a page takes, in a real browser against a real server: medians and worst cases, for ``napwidgets bench --page``.

Times are those of the clock, so they say something only beside the machine's load, which is kept with them.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from napwidgets.bench import MILLI, Figure
from napwidgets.kernel import saves
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load

#: The tables that are opened, and the decision of whom at which counters are clicked.
TABLES = (
    ("nlc/quatre-bras", "movement", "french"),
    ("jdg/germany-1813-4", "movement", "french"),
    ("wap/grand-campaign", "movement", "french"),
)
CLICKS = 200
#: So many pages are opened for a figure of which the median counts.
PAGES = 5
_FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")

#: Clicks what can move, one after the other; returns the milliseconds until the answer is painted: a message that is
#: posted in a frame comes when that frame is done.
_CLICKS = """async (clicks) => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(0);
  }));
  const took = [], panel = document.querySelector('.nw-actions');
  const able = () => [...panel.querySelectorAll('.nw-subject')].filter((node) => node.offsetParent);
  for (let n = 0; n < clicks; n++) {
    const found = able();
    if (!found.length) break;
    const start = performance.now(), node = found[n % found.length];
    took.push(await new Promise((done) => {
      const seen = new MutationObserver(() => {
        seen.disconnect();
        painted().then((now) => done(now - start));
      });
      seen.observe(panel, { childList: true, subtree: true, attributes: true });
      node.click();
      setTimeout(() => { seen.disconnect(); done(null); }, 5000);
    }));
    await new Promise((done) => setTimeout(done, 40));
  }
  return took.filter((ms) => ms !== null);
}"""
#: Turns the wheel over the map; returns the longest times between two frames, in milliseconds.
_WHEEL = """async () => {
  const box = document.querySelector('.nw-campaign').getBoundingClientRect(), frames = [];
  const map = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  let last = performance.now(), on = true;
  const frame = (now) => { frames.push(now - last); last = now; if (on) requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  for (let n = 0; n < 24; n++) {
    map.dispatchEvent(new WheelEvent('wheel', { deltaY: n % 12 < 6 ? -120 : 120, bubbles: true, cancelable: true,
      clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }));
    await new Promise((done) => setTimeout(done, 80));
  }
  // The frame that is under way counts, too.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  on = false;
  return frames;
}"""
#: Ends one's turn and returns the milliseconds until the board shows the first thing that the computers did.
_END = """async () => {
  const pieces = document.querySelector('.nw-l-units'), start = performance.now();
  const button = [...document.querySelectorAll('.nw-alone [data-do]')].pop();
  if (!button) return null;
  return await new Promise((done) => {
    const seen = new MutationObserver(() => {
      seen.disconnect();
      requestAnimationFrame(() => done(performance.now() - start));
    });
    seen.observe(pieces, { childList: true, subtree: true, attributes: true });
    button.click();
    setTimeout(() => { seen.disconnect(); done(null); }, 20000);
  });
}"""


class CantMeasure(NapwidgetsError):
    """Pages can't be measured here; the sentence says what is missing."""


def measure(say: Callable[[str], None] = lambda _: None) -> list[Figure]:
    """All figures of the page, in milliseconds; ``say`` is told what is measured. Raises `CantMeasure`."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise CantMeasure("Measuring pages needs a browser's driver: pip install playwright.") from None
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path is None:
        raise CantMeasure("Measuring pages needs Chromium or Chrome; please install one.")
    with tempfile.TemporaryDirectory() as home, _serving(Path(home)) as url, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            f"{home}/profile", executable_path=path, args=list(_FLAGS), viewport={"width": 1440, "height": 900}
        )
        found = [*_opening(context, url, say)]
        for scenario, kind, seat in TABLES:
            say(f"a table of {scenario}")
            found += _table(context, url, _at(scenario, kind, seat))
        context.close()
    return found


def _figure(id: str, name: str, times: list[float], limit: float | None, worst: bool = False) -> Figure:
    value = max(times) if worst else median(times)
    return Figure(id, name, round(value, 1), "ms", limit, f"{len(times)} times", tuple(round(t, 1) for t in times))


def _opening(context: Any, url: str, say: Callable[[str], None]) -> Iterator[Figure]:
    """From the request to a lobby that can be pressed, and from Play to a table."""
    lobby: list[float] = []
    table: list[float] = []
    for n in range(PAGES + 1):
        say(f"the lobby, {n + 1} of {PAGES + 1}")
        page = context.new_page()
        begun = time.perf_counter()
        page.goto(url, wait_until="commit")
        page.wait_for_selector(".nw-lobby .nw-go")
        ready = time.perf_counter()
        # Nobody presses in the frame in which the button comes.
        page.wait_for_timeout(1000)
        pressed = time.perf_counter()
        page.click(".nw-go")
        page.wait_for_selector(".nw-actions section")
        # The first page fetches the scripts, as it does once for everybody.
        if n:
            lobby.append(MILLI * (ready - begun))
            table.append(MILLI * (time.perf_counter() - pressed))
        page.close()
    yield _figure("lobby", "request to lobby", lobby, 1500)
    yield _figure("table", "Play to table, First Steps", table, 500)


def _table(context: Any, url: str, game: Game) -> Iterator[Figure]:
    """What clicks take at a table, and the wheel over Europe."""
    page, id = context.new_page(), game.engine.scenario_id
    page.goto(url)
    page.wait_for_selector(".nw-lobby .nw-go")
    save = {"name": "game.json", "mimeType": "application/json", "buffer": saves.dump(game)}
    page.set_input_files(".nw-lobby input[type=file]", save)
    page.wait_for_selector(".nw-actions .nw-subject")
    page.wait_for_timeout(3000)
    times = page.evaluate(_CLICKS, CLICKS)
    if times:
        yield _figure(f"click-{id}", f"click to answer, {id}", times, 50)
        yield _figure(f"worst-{id}", f"the slowest click, {id}", times, 100, worst=True)
    if id.startswith("wap/"):
        yield _figure(f"wheel-{id}", f"longest frame at the wheel, {id}", page.evaluate(_WHEEL), 100, worst=True)
        if (ended := page.evaluate(_END)) is not None:
            yield _figure(f"end-{id}", f"end of a turn to the first thing that moves, {id}", [ended], 500)
    page.close()


def _at(scenario: str, kind: str, seat: str) -> Game:
    """A game between computers up to a decision of a kind of a seat."""
    engine = load(scenario)
    game = Game.new(engine, "page")
    players = make_players(engine, "page", {}, default="recruit")
    while (decision := game.decision) is not None and (decision.kind, decision.seat) != (kind, seat):
        game = game.play(players[decision.seat].choose(engine, game.view(decision.seat), decision.seat))
    return game


@contextmanager
def _serving(home: Path) -> Iterator[str]:
    """A server of our own on a free port, with games of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    code = f"from napwidgets.widgets.serve import serve; serve(None, {port}, False)"
    env = os.environ | {"NAPWIDGETS_HOME": str(home)}
    quiet = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, "-c", code], env=env, cwd=home, stdout=quiet, stderr=quiet)
    url = f"http://127.0.0.1:{port}/"
    try:
        while not _answers(url):
            if process.poll() is not None:
                raise CantMeasure("The server did not start; `napwidgets play` says why.")
            time.sleep(0.1)
        time.sleep(2.0)
        yield url
    finally:
        process.terminate()
        process.wait(20)


def _answers(url: str) -> bool:
    try:
        urllib.request.urlopen(f"{url}voila/static/", timeout=1)
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True
