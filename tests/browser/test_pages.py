"""Pages, kernels, servers: two pages at one game, a server that goes, pages that leave or are too many."""

from __future__ import annotations

import json
import signal
import subprocess
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PATIENCE, Watched, serving
from tests.browser.test_table import moves, press

pytestmark = pytest.mark.browser


def kernel(page: Any) -> str:
    """The id of a page's kernel."""
    return str(json.loads(page.locator("#jupyter-config-data").text_content())["kernelId"])


def lives(url: str, id: str) -> bool:
    """Whether a kernel runs."""
    try:
        with urllib.request.urlopen(f"{url}api/kernels/{id}", timeout=5) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError:
        return False


def within(page: Any, true: Any) -> bool:
    """Whether something comes true at last; the page goes on meanwhile."""
    for _ in range(PATIENCE // 200):
        if true():
            return True
        page.wait_for_timeout(200)
    return bool(true())


def test_the_later_of_two_pages_looks_on_until_it_takes_over(watched: Watched) -> None:
    first = watched.play("nlc/first-steps")
    watched.settle()
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector(".nw-elsewhere")
    assert second.locator(".nw-alone, .nw-option, .nw-subject").count() == 0
    press(watched, ".nw-alone .nw-b")
    number = moves(first)
    second.wait_for_function(f"document.querySelector('.nw-move').innerText.includes('of {number}')")
    second.locator(".nw-status [data-do=take]").click()
    second.wait_for_selector(".nw-elsewhere", state="detached")
    second.wait_for_selector(".nw-subject, .nw-alone .nw-b, .nw-option")
    first.wait_for_selector(".nw-elsewhere")
    assert first.locator(".nw-alone, .nw-option, .nw-subject").count() == 0
    assert moves(first) == moves(second)
    second.close()
    first.wait_for_selector(".nw-elsewhere", state="detached")
    first.wait_for_selector(".nw-subject, .nw-alone .nw-b, .nw-option")
    watched.clean()


def test_a_page_that_leaves_ends_its_kernel(watched: Watched) -> None:
    page = watched.lobby()
    before = kernel(page)
    page.reload()
    page.wait_for_selector(".nw-lobby .nw-go")
    assert kernel(page) != before
    assert within(page, lambda: not lives(watched.url, before))
    assert f"403 POST /voila/api/shutdown/{before}" not in (watched.home / "voila.log").read_text()
    last = kernel(page)
    other = page.context.new_page()
    page.close()
    assert within(other, lambda: not lives(watched.url, last))


def test_a_server_that_goes_is_told_of_and_its_page_comes_back_by_itself(browser: Any, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    with serving(tmp_path) as (url, process):
        watched = Watched(page, url, tmp_path)
        watched.play("nlc/first-steps")
        watched.settle()
        press(watched, ".nw-alone .nw-b")
        number = moves(page)
        process.send_signal(signal.SIGKILL)
        page.wait_for_selector("#lifeline:not([hidden])")
        assert "kept" in page.locator("#lifeline").inner_text()
        process.wait(10)
    with serving(tmp_path, int(url.rsplit(":", 1)[1].strip("/"))):
        page.wait_for_selector("#lifeline", state="hidden")
        page.wait_for_selector(".nw-map[data-ready]")
        page.wait_for_selector(".nw-move")
        assert moves(page) == number
    page.context.close()


def test_pages_that_never_come_leave_no_kernel_and_too_many_are_told_to_wait(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path, settings="SETTINGS['TableKernels'] = {'most': 3, 'patience': 10.0}") as (url, process):
        with ThreadPoolExecutor(6) as visitors:
            answers, said = zip(*visitors.map(visited, [url] * 6), strict=True)
        assert 503 in answers
        assert any("No free table" in words for words in said)
        assert children(process.pid) <= 3
        page = browser.new_page()
        page.goto(url)
        # The page that was told to wait comes to its lobby by itself, once nobody has come for the others.
        page.wait_for_selector(".nw-lobby .nw-go", timeout=120_000)
        assert within(page, lambda: children(process.pid) == 1)
        page.context.close()


def visited(url: str) -> tuple[int, str]:
    """What a visitor who looks at no page is answered, by number and in words."""
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def children(pid: int) -> int:
    """How many kernels a server has: they are the children of its nursery."""
    own = {line.split()[0] for line in below(pid) if "widgets.nursery" in line}
    assert len(own) == 1
    return sum(1 for nursery in own for _ in below(int(nursery)))


def below(pid: int) -> list[str]:
    """The processes that a process has started, a line each."""
    said = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return said.stdout.splitlines()


def test_the_limits_of_a_bare_voila_are_those_of_the_command() -> None:
    for name, server in (("voila.json", "Voila"), ("jupyter_config.json", "ServerApp")):
        said = json.loads((Path(__file__).parents[2] / name).read_text())
        assert said["VoilaConfiguration"]["multi_kernel_manager_class"] == "napwidgets.widgets.kernels.TableKernels"
        assert said[server]["kernel_websocket_connection_class"] == "napwidgets.widgets.page_line.PageLine"


#: Lets the next press be lost on its way (``before``), or its answer (``after``), by breaking the connection.
BREAK = """(how) => {
  const send = WebSocket.prototype.send, words = (d) => typeof d === 'string' ? d : new TextDecoder().decode(d);
  WebSocket.prototype.send = function (data) {
    if (!words(data).includes('"do"')) return send.call(this, data);
    WebSocket.prototype.send = send;
    if (how === 'after') send.call(this, data);
    this.close();
  };
}"""


@pytest.mark.parametrize("how", ["before", "after"])
def test_a_press_while_the_connection_breaks_is_neither_lost_nor_made_twice(watched: Watched, how: str) -> None:
    page = watched.play("nlc/first-steps")
    watched.settle()
    number = moves(page)
    page.evaluate(BREAK, how)
    page.locator(".nw-alone .nw-b").last.click()
    assert within(page, lambda: moves(page) > number)
    watched.settle()
    reached = moves(page)
    page.wait_for_timeout(500)
    assert moves(page) == reached
    assert page.locator(".nw-status .nw-refusal").count() == 0
