"""Make the README's picture anew: ``python scripts/screenshot.py``. It needs Chromium.

A game of Quatre Bras between two computer players is played to a French combat in the afternoon, opened in the real
lobby from its save, and photographed with a stack picked and the odds of its attack opened.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from napwidgets import new_game, save_game
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "quatre-bras.png"
TURN = 4
#: Which line of the list of stacks is picked.
PICKED = 1


def afternoon(seed: str = "16") -> Game:
    """A game of Quatre Bras at a French combat on turn 4, with several attacks to declare."""
    game = new_game("nlc/quatre-bras", seed=seed)
    players = make_players(game.engine, seed, {"french": "steady", "allied": "steady"})
    while (decision := game.decision) is not None:
        turn, _ = game.engine.clock(game.state)
        if turn >= TURN and decision.seat == "french" and decision.kind == "attack" and len(game.subjects()) > 2:
            return game
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    raise SystemExit("The game ended before the picture was taken; try another seed.")


def photograph(page: Page, url: str, save: Path) -> None:
    """Open the save in the lobby, pick a stack, take the picture."""
    page.goto(url)
    page.wait_for_selector(".nw-lobby .nw-go", timeout=30_000)
    page.set_input_files("input[type=file]", str(save))
    page.wait_for_selector(".nw-map[data-ready]", timeout=30_000)
    page.wait_for_selector(".nw-actions section", timeout=30_000)
    page.wait_for_timeout(800)
    page.click(".nw-tools button:text-is('+')")
    page.locator(".nw-actions button").nth(PICKED).click()
    page.wait_for_selector(".nw-battle .nw-odds")
    page.wait_for_timeout(1_000)
    page.screenshot(path=str(PICTURE))


def wait_for(port: int) -> None:
    """Wait until the server listens."""
    for _ in range(150):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise SystemExit("The server did not come up.")


def main() -> None:
    """Serve, photograph, stop."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        save = Path(home) / "afternoon.nap.json"
        save.write_bytes(save_game(afternoon()))
        code = f"from napwidgets.widgets.serve import serve; serve(None, {port}, False)"
        env = os.environ | {"NAPWIDGETS_HOME": home, "PYTHONPATH": str(ROOT)}
        server = subprocess.Popen([sys.executable, "-c", code], env=env, cwd=home)
        try:
            wait_for(port)
            with sync_playwright() as playwright:
                flags = ["--no-sandbox", "--disable-gpu", "--disable-quic"]
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
                page = browser.new_page(viewport={"width": 1440, "height": 960})
                photograph(page, f"http://127.0.0.1:{port}/", save)
                browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
