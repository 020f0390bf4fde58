"""A real Voila and a real browser."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from napwidgets.kernel import saves
from napwidgets.kernel.game import Game
from napwidgets.players.registry import usual
from napwidgets.scenarios import new_game
from napwidgets.table.autosave import seats_path
from napwidgets.table.seats import PERSON

ROOT = Path(__file__).parents[2]
#: How long a page may take for anything, in milliseconds: long enough for a slow and busy machine.
PATIENCE = 180_000
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its games."""
    return tmp_path_factory.mktemp("home")


@contextmanager
def serving(home: Path, port: int = 0, settings: str = "") -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A server with its address, on a free port unless one is given; ``settings`` changes ``SETTINGS`` first."""
    if not port:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
    env = os.environ | {"NAPWIDGETS_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    code = f"from napwidgets.widgets.serve import SETTINGS, serve; {settings or 'pass'}; serve(None, {port}, False)"
    with (home / "voila.log").open("ab") as log:
        process = subprocess.Popen([sys.executable, "-c", code], env=env, cwd=home, stdout=log, stderr=log)
        url = f"http://127.0.0.1:{port}/"
        try:
            for _ in range(300):
                assert process.poll() is None, (home / "voila.log").read_text()
                try:
                    urllib.request.urlopen(f"{url}voila/static/", timeout=1)
                except urllib.error.HTTPError:
                    break
                except OSError:
                    time.sleep(0.2)
            yield url, process
        finally:
            process.terminate()
            process.wait(20)


@pytest.fixture(scope="session")
def server(home: Path) -> Iterator[str]:
    """The lobby's address."""
    with serving(home) as (url, _):
        yield url


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Chromium's launcher, with where the machine has it."""
    from playwright import sync_api

    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.fail("Chromium is missing: `make chromium` installs it, or install Chromium or Chrome by hand.")
    with sync_api.sync_playwright() as playwright:
        yield partial(playwright.chromium.launch, executable_path=path, args=FLAGS), partial(
            playwright.chromium.launch_persistent_context, executable_path=path, args=FLAGS
        )


@pytest.fixture(scope="session")
def browser(chromium: Any) -> Iterator[Any]:
    """A browser for pages that have nothing in common."""
    found = chromium[0]()
    yield found
    found.close()


#: True when a person must decide, or is to take the seat.
SETTLED = """() => !document.querySelector('.nw-status .nw-busy')
  && !!document.querySelector('.nw-actions section, .nw-veil')"""

#: Resolves when what moves by itself (maps, boards, whatever is scrolled) has stood still for four frames.
STILL = """() => new Promise((done) => {
  const moving = '.leaflet-map-pane, svg.nw-pieces, .nw-board, .nw-board svg, [role=dialog], .nw-sheet';
  const where = () => [...document.querySelectorAll(moving)].map((e) => {
    const r = e.getBoundingClientRect();
    return [r.x, r.y, r.width, r.height, e.scrollTop].join();
  }).join(';');
  let last = null, frames = 0;
  const look = () => {
    const now = where();
    frames = now === last ? frames + 1 : 0;
    last = now;
    if (frames >= 4) done(); else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""


#: Whether the land that is in sight is drawn point for point, and how many colours it has.
SHARP = """() => {
  const [, sharp] = document.querySelectorAll('.nw-land canvas');
  if (!sharp) return null;
  const drawn = sharp.getBoundingClientRect(), land = sharp.parentNode.getBoundingClientRect();
  const seen = document.querySelector('.nw-campaign .leaflet-container, .nw-map-frame').getBoundingClientRect();
  const near = (a, b) => Math.abs(a - b) < 1.5;
  const from = (side) => near(drawn[side], Math.max(land[side], seen[side]));
  const to = (side) => near(drawn[side], Math.min(land[side], seen[side]));
  if (!from('left') || !from('top') || !to('right') || !to('bottom')) return null;
  if (!near(sharp.width, drawn.width * devicePixelRatio)) return null;
  const points = sharp.getContext('2d').getImageData(0, 0, sharp.width, sharp.height).data;
  const colours = new Set(new Uint32Array(points.buffer));
  return colours.size > 500 && !colours.has(0) ? colours.size : null;
}"""


def sharp_land(page: Any) -> None:
    """Waits until the land in sight is drawn, every point of it."""
    page.wait_for_function(SHARP)


def message(frame: str | bytes) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """A kernel message's header, its parent's and its content, from either form that Jupyter's sockets speak."""
    if isinstance(frame, str):
        whole = json.loads(frame)
        return whole["header"], whole["parent_header"], whole["content"]
    count = int(struct.unpack_from("<Q", frame)[0])
    at = struct.unpack_from(f"<{count}Q", frame, 8)
    parts = [frame[a:b] for a, b in pairwise(at)]
    kind = json.loads(parts[1])
    content = json.loads(parts[4]) if kind["msg_type"] == "status" else {}
    return kind, json.loads(parts[2]), content


def ready(page: Any) -> None:
    """Wait until a map can be played, or a seat is to be taken."""
    page.wait_for_selector(".nw-campaign[data-ready], .nw-map[data-ready]")
    page.wait_for_selector(".nw-actions section, .nw-veil")


class Watched:
    """A page with everything that must not happen on it, and what its kernel still has to answer."""

    def __init__(self, page: Any, url: str, home: Path) -> None:
        self.page, self.url, self.home = page, url, home
        self.foreign: list[str] = []
        self.errors: list[str] = []
        self.sent: list[str] = []
        self.unanswered: set[str] = set()
        page.on("request", self._request)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", self._listen)

    def _listen(self, socket: Any) -> None:
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)
        socket.on("close", lambda _: self.unanswered.clear())

    def _sent(self, frame: str | bytes) -> None:
        self.sent.append(str(frame)[:80])
        self.unanswered.add(message(frame)[0]["msg_id"])

    def _received(self, frame: str | bytes) -> None:
        _, parent, content = message(frame)
        if content.get("execution_state") == "idle":
            self.unanswered.discard(parent.get("msg_id", ""))

    def quiet(self) -> None:
        """Wait until the kernel has answered all that the page sent, and nothing moves any more."""
        until = time.monotonic() + PATIENCE / 1000
        while True:
            answered = not self.unanswered
            self.page.evaluate(STILL)
            if answered and not self.unanswered:
                return
            assert time.monotonic() < until, "the kernel does not answer"

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.url, self.url.replace("http", "ws"), "data:", "blob:")):
            self.foreign.append(request.url)

    def lobby(self) -> Any:
        """Open the lobby."""
        self.page.goto(self.url)
        self.page.wait_for_selector(".nw-lobby .nw-go")
        return self.page

    def open(self, game: Game, **seats: str) -> Any:
        """Open a game at its own address, without the lobby; the first seat is a person's, the others a computer's,
        unless it is said otherwise.
        """
        path = self.home / "games" / f"{secrets.token_hex(8)}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(saves.dump(game))
        first, *others = game.engine.seats
        sits = {first: PERSON, **dict.fromkeys(others, usual(game.engine.system)), **seats}
        seats_path(path).write_text(json.dumps(sits))
        self.page.goto(f"{self.url}?game={path.stem}")
        ready(self.page)
        return self.page

    def play(self, scenario: str = "nlc/quatre-bras", **seats: str) -> Any:
        """Open a table with a declared seed, so that every run is the same."""
        return self.open(new_game(scenario), **seats)

    def asked_for_dice(self) -> Any:
        """Begin a game whose dice are typed in, and go on by keyboard until the first are asked for."""
        page = self.lobby()
        self.press("[data-key='dice-typed']")
        page.click(".nw-go")
        page.wait_for_selector(".nw-map[data-ready]")
        for _ in range(20):
            self.settle()
            if page.locator(".nw-veil form").count():
                break
            if page.locator(".nw-alone .nw-b").count():
                page.locator(".nw-alone .nw-b").first.focus()
                page.keyboard.press("Enter")
        return page

    def serial(self, panel: str) -> str:
        """The number of a panel's present contents."""
        found = self.page.locator(panel).first.get_attribute("data-ready")
        return found or ""

    def press(self, selector: str) -> None:
        """Press something in the lobby and wait until it answers."""
        before = self.serial(".nw-lobby")
        self.page.click(selector)
        self.page.wait_for_function(
            f"document.querySelector('.nw-lobby').dataset.ready != '{before}' || "
            f"document.querySelector(\"{selector}\").matches('[aria-pressed=true],:checked')"
        )

    def settle(self) -> None:
        """Wait until a person must decide, and the page shows it; what a move sets going shows only with its answer."""
        while True:
            self.page.wait_for_function(SETTLED)
            self.quiet()
            if self.page.evaluate(SETTLED):
                return

    def clean(self) -> None:
        """Nothing went out, nothing broke."""
        assert self.foreign == []
        assert self.errors == []


@pytest.fixture(scope="session")
def context(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """What all pages share: scripts that one has fetched and compiled, the next need not. Nothing glides: a machine
    without a graphics card draws each frame by hand.
    """
    profile, size = tmp_path_factory.mktemp("profile"), {"width": 1280, "height": 720}
    found = chromium[1](str(profile), viewport=size, reduced_motion="reduce")
    found.set_default_timeout(PATIENCE)
    yield found
    found.close()


@pytest.fixture
def watched(context: Any, server: str, home: Path) -> Iterator[Watched]:
    """A fresh page of a laptop's size."""
    page = context.new_page()
    yield Watched(page, server, home)
    page.close()
