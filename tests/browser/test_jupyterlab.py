"""A real JupyterLab: a notebook is opened, run, and a move is played in it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.conftest import PATIENCE, ROOT

pytestmark = pytest.mark.browser

CODE = """import napwidgets
from napwidgets.widgets import ActionPanel, Chronicle, HexMap, Table

table = Table(napwidgets.new_game("nlc/first-steps", seed="1815"), seats={"allied": "recruit"})
display(HexMap(table), ActionPanel(table), Chronicle(table))"""

DOOR = """from napwidgets.shared.pages.door import Door

Door()"""


@contextmanager
def jupyterlab(folder: Path) -> Iterator[str]:
    """JupyterLab at work in a folder, with its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    home = {"JUPYTER_CONFIG_DIR": str(folder / "config"), "JUPYTER_RUNTIME_DIR": str(folder / "run")}
    settings = [
        f"--ServerApp.port={port}", "--ServerApp.token=", "--ServerApp.password=", "--no-browser", "--allow-root",
        "--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    with (folder / "lab.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *settings],
            cwd=folder, stdout=log, stderr=log,
            env=os.environ | home | {"PYTHONPATH": str(ROOT), "NAPWIDGETS_HOME": str(folder)},
        )  # fmt: skip
        url = f"http://127.0.0.1:{port}/"
        try:
            for _ in range(PATIENCE // 200):
                assert process.poll() is None, (folder / "lab.log").read_text()
                try:
                    urllib.request.urlopen(f"{url}api", timeout=1)
                    break
                except (urllib.error.URLError, OSError):
                    time.sleep(0.2)
            yield url
        finally:
            process.terminate()
            process.wait(20)


@contextmanager
def notebook(browser: Any, folder: Path, code: str, wanted: str) -> Iterator[Any]:
    """A page of JupyterLab with a notebook of one cell that has been run: what is ``wanted`` is there."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    made.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(made, folder / "game.ipynb")
    with jupyterlab(folder) as url:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(PATIENCE)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{url}lab/tree/game.ipynb")
        page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]", state="attached")
        cell = page.locator(".jp-Notebook .cm-content").first
        cell.click()
        # The cell, not whatever has the eyes of the page: what opens late takes the focus.
        drawn = page.locator(wanted)
        for _ in range(PATIENCE // 20_000):
            # JupyterLab calls a kernel idle before it is connected to it, and runs nothing then, one time in a dozen:
            # a person presses the keys again.
            cell.press("Shift+Enter")
            with suppress(TooLate):
                drawn.first.wait_for(timeout=20_000)
                break
        assert drawn.count()
        yield page
        assert errors == []
        page.context.close()


def test_a_notebook_is_run_and_a_move_is_played(browser: Any, tmp_path: Path) -> None:
    with notebook(browser, tmp_path, CODE, ".nw-map[data-ready]") as page:
        page.wait_for_selector(".nw-actions .nw-alone .nw-b")
        assert "move 0 of 0" in " ".join(page.locator(".nw-move").inner_text().split())
        page.locator(".nw-actions .nw-alone .nw-b").last.click()
        page.wait_for_function("!document.querySelector('.nw-move').innerText.includes('of 0')")
        page.locator(".nw-unit:not(.nw-under)").first.click()
        page.wait_for_function("document.querySelector('.nw-map .nw-picked')?.getAttribute('d')")


def test_who_presses_play_in_a_notebook_sees_the_table(browser: Any, tmp_path: Path) -> None:
    with notebook(browser, tmp_path, DOOR, ".nw-go") as page:
        page.locator(".nw-go").first.scroll_into_view_if_needed()
        page.locator(".nw-go").first.click()
        page.wait_for_selector(".nw-header", state="attached")
        page.wait_for_function("""() => {
          const head = document.querySelector('.nw-header'), seen = head.closest('.jp-WindowedPanel-outer');
          return head.getBoundingClientRect().top >= seen.getBoundingClientRect().top - 2;
        }""")
