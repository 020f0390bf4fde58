"""Make the README's pictures anew: ``python scripts/screenshot.py [quatre-bras|grand-campaign]``. It needs Chromium.

A game of Quatre Bras between two computer players is played to a French combat in the afternoon, opened in the real
lobby from its save, and photographed with a stack picked and the odds of its attack opened. The campaign is played to
a great French battle, which is picked with its odds.
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
IMAGES = ROOT / "docs" / "images"
TURN = 4
#: The first month of the war that the campaign is photographed in.
MONTH = 3
#: How many strength points both sides have in the battle that is shown.
STRONG = 6
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


def autumn(seed: str = "1805") -> Game:
    """The Grand Campaign at a French combat in the field, when the war is on and both sides are strong."""
    game = new_game("wap/grand-campaign", seed=seed)
    players = make_players(game.engine, seed, dict.fromkeys(game.engine.seats, "steady"))
    while (decision := game.decision) is not None:
        turn, _ = game.engine.clock(game.state)
        if turn >= MONTH and (decision.kind, decision.seat) == ("combat", "french"):
            # "12 against 9 strength points": a battle that both sides came for.
            details = [o.label.detail.split() for s in game.subjects() for o in game.options(s.id)][:1]
            if any(min(int(words[0]), int(words[2])) >= STRONG for words in details):
                return game
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    raise SystemExit("The war ended before the picture was taken; try another seed.")


def open_save(page: Page, url: str, save: Path, board: str) -> None:
    """Open a save in the lobby."""
    page.goto(url)
    page.wait_for_selector(".nw-lobby .nw-go", timeout=30_000)
    page.set_input_files("input[type=file]", str(save))
    page.wait_for_selector(f"{board}[data-ready]", timeout=30_000)
    page.wait_for_selector(".nw-actions section", timeout=30_000)
    page.wait_for_timeout(800)


def photograph(page: Page, url: str, save: Path) -> None:
    """Pick a stack, take the picture."""
    open_save(page, url, save, ".nw-map")
    page.click(".nw-tools button:text-is('+')")
    page.locator(".nw-actions button").nth(PICKED).click()
    page.wait_for_selector(".nw-battle .nw-odds")
    page.wait_for_timeout(1_000)
    page.screenshot(path=str(IMAGES / "quatre-bras.png"))


def photograph_campaign(page: Page, url: str, save: Path) -> None:
    """Pick a battle, take the picture."""
    page.set_viewport_size({"width": 1440, "height": 900})
    open_save(page, url, save, ".nw-campaign")
    page.locator(".nw-subject", has_text="Battle").first.click()
    page.click(".nw-tools button:text-is('+')")
    page.wait_for_selector(".nw-battle .nw-odds")
    page.wait_for_timeout(2_500)
    page.screenshot(path=str(IMAGES / "grand-campaign.png"))


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
        campaign = sys.argv[1:] == ["grand-campaign"]
        save.write_bytes(save_game(autumn() if campaign else afternoon()))
        shoot = photograph_campaign if campaign else photograph
        code = f"from napwidgets.widgets.serve import serve; serve(None, {port}, False)"
        env = os.environ | {"NAPWIDGETS_HOME": home, "PYTHONPATH": str(ROOT)}
        server = subprocess.Popen([sys.executable, "-c", code], env=env, cwd=home)
        try:
            wait_for(port)
            with sync_playwright() as playwright:
                flags = ["--no-sandbox", "--disable-gpu", "--disable-quic"]
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
                page = browser.new_page(viewport={"width": 1440, "height": 960})
                shoot(page, f"http://127.0.0.1:{port}/", save)
                browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
