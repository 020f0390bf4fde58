"""One process for many, in a real browser: two people at one game, a host that dies, a password."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from napwidgets.people_bench import free_port

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
SETTLED = """document.body.dataset.waiting === '0' && !window.nwPage?.draws.size
  && !document.querySelector('.nw-status .nw-busy')"""


@contextmanager
def hosting(home: Path, port: int, *more: str, database: str = "") -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A host with its address."""
    command = [sys.executable, "-c", "from napwidgets.cli import main; main()", "host", "--port", str(port), *more]
    env = os.environ | {"NAPWIDGETS_HOME": str(home), "PYTHONPATH": str(ROOT), "NAPWIDGETS_DATABASE": database}
    url = f"http://127.0.0.1:{port}/"
    with (home / "host.log").open("ab") as log:
        process = subprocess.Popen(command, env=env, cwd=home, stdout=log, stderr=log)
        try:
            for _ in range(300):
                assert process.poll() is None, (home / "host.log").read_text()
                try:
                    urllib.request.urlopen(f"{url}health", timeout=1)
                    break
                except OSError:
                    time.sleep(0.1)
            yield url, process
        finally:
            process.terminate()
            process.wait(20)


class Person:
    """Somebody with a browser of his own."""

    def __init__(self, browser: Any, url: str) -> None:
        self.url = url
        self.context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.foreign: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        self.page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.foreign.append(request.url)

    def open(self, address: str) -> Any:
        self.page.goto(address)
        self.page.wait_for_selector("body[data-ready]")
        return self.page

    def done(self) -> None:
        """Press what ends the phase, if nothing must be chosen."""
        self.page.click(".nw-actions :is(.nw-b.main, .nw-alone button)")
        self.page.wait_for_function(SETTLED)


def moves(page: Any) -> int:
    return int(page.get_attribute(".nw-chronicle input[type=range]", "max"))


def test_two_people_play_and_the_host_may_die(browser: Any, tmp_path: Path) -> None:
    port = free_port()
    with hosting(tmp_path, port) as (url, process):
        anna, ben = Person(browser, url), Person(browser, url)
        page = anna.open(url)
        page.click("[data-do=invite]")
        page.click("[data-do=make]")
        page.wait_for_selector(".nw-invite code")
        links = page.locator(".nw-invite code").all_inner_texts()
        assert all(link.startswith(url) for link in links)
        anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.locator(".nw-invite [data-copy]").nth(1).click()
        page.wait_for_selector(".nw-invite [data-copy] [role=status]:visible")
        assert page.evaluate("navigator.clipboard.readText()") == links[1]
        page.click("[data-do=sit]")
        page.wait_for_selector(".nw-map")
        other = ben.open(links[1])
        other.wait_for_selector(".nw-map")
        assert "to decide; what they do appears here" in other.inner_text(".nw-status")
        anna.done()
        other.wait_for_selector(".nw-actions :is(.nw-b.main, .nw-alone button)")
        assert (moves(page), moves(other)) == (1, 1)
        process.kill()
        process.wait()
        page.wait_for_selector("#away:not([hidden])")
        assert not [e for e in (*anna.errors, *ben.errors) if "WebSocket" not in e]
    with hosting(tmp_path, port):
        for who in (page, other):
            who.wait_for_selector("body[data-ready] #away[hidden]", state="attached")
            who.wait_for_selector(".nw-map")
        assert moves(page) == 1
        ben.done()
        page.wait_for_function("document.querySelector('.nw-chronicle input[type=range]').max === '2'")
        anna.errors.clear()
        page = anna.open(url)
        page.wait_for_selector("text=Games with others")
        assert anna.errors == []
        assert anna.foreign == ben.foreign == []
    for who in (anna, ben):
        who.context.close()


def test_a_visitor_sees_his_own_games_only_and_needs_the_password(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "word").write_text("quatre bras\n")
    with hosting(tmp_path, free_port(), "--password-file", str(tmp_path / "word")) as (url, _):
        anna, ben = Person(browser, url), Person(browser, url)
        for who in (anna, ben):
            who.page.goto(url)
            who.page.fill("[name=password]", "quatre bras")
            who.page.press("[name=password]", "Enter")
            who.page.wait_for_selector("body[data-ready]")
        anna.page.click(".nw-go")
        anna.page.wait_for_selector(".nw-map")
        anna.page.wait_for_function(SETTLED)
        anna.done()
        for who, shelves in ((anna, 1), (ben, 0)):
            page = who.open(url)
            page.wait_for_function(SETTLED)
            page.wait_for_selector(".nw-pick")
            page.wait_for_function(f"document.querySelectorAll('.nw-shelf').length === {shelves}")
            assert who.errors == who.foreign == []
            page = who.open(f"{url}?lesson=combat-lab")
            page.wait_for_function("document.querySelectorAll('.jp-CodeCell .nw-sheet').length > 3")
            assert who.errors == who.foreign == []
            who.context.close()
