"""A real Voila and a real browser."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The lobby's address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    home = tmp_path_factory.mktemp("home")
    env = os.environ | {"NAPWIDGETS_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    code = f"from napwidgets.widgets.serve import serve; serve(None, {port}, False)"
    log = (home / "voila.log").open("wb")
    process = subprocess.Popen([sys.executable, "-c", code], env=env, cwd=home, stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(150):
            assert process.poll() is None, (home / "voila.log").read_text()
            try:
                urllib.request.urlopen(f"{url}voila/static/", timeout=1)
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.2)
        yield url
    finally:
        process.terminate()
        process.wait(20)
        log.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, as the machine has it."""
    from playwright import sync_api

    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.fail("Chromium is missing: `make chromium` installs it, or install Chromium or Chrome by hand.")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


class Watched:
    """A page with everything that must not happen on it."""

    def __init__(self, page: Any, url: str) -> None:
        self.page, self.url = page, url
        self.foreign: list[str] = []
        self.errors: list[str] = []
        self.sent: list[str] = []
        page.on("request", self._request)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", lambda ws: ws.on("framesent", lambda frame: self.sent.append(str(frame)[:80])))

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.url, self.url.replace("http", "ws"), "data:", "blob:")):
            self.foreign.append(request.url)

    def lobby(self) -> Any:
        """Open the lobby."""
        self.page.goto(self.url)
        self.page.wait_for_selector(".nw-lobby .nw-go", timeout=30_000)
        return self.page

    def play(self, scenario: str = "nlc/quatre-bras", **seats: str) -> Any:
        """Open a table with a declared seed, so that every run is the same."""
        page = self.lobby()
        self.press(f".nw-pick[data-arg='{scenario}']")
        self.press("[data-key='dice-seed']")
        for seat, kind in seats.items():
            if page.input_value(f"select[data-arg='{seat}']") == kind:
                continue
            before = self.serial(".nw-lobby")
            page.select_option(f"select[data-arg='{seat}']", kind)
            page.wait_for_function(f"document.querySelector('.nw-lobby').dataset.ready != '{before}'")
        page.click(".nw-go")
        page.wait_for_selector(".nw-map[data-ready]", timeout=20_000)
        page.wait_for_selector(".nw-actions section", timeout=20_000)
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
        """Wait until a person must decide, and the page shows it."""
        self.page.wait_for_function(
            "!document.querySelector('.nw-status .nw-busy') && (document.querySelector('.nw-actions "
            "section') "
            "|| document.querySelector('.nw-veil'))",
            timeout=30_000,
        )
        self.page.wait_for_timeout(120)

    def clean(self) -> None:
        """Nothing went out, nothing broke."""
        assert self.foreign == []
        assert self.errors == []


@pytest.fixture
def watched(browser: Any, server: str) -> Iterator[Watched]:
    """A fresh page of a laptop's size."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.set_default_timeout(15_000)
    yield Watched(page, server)
    context.close()
