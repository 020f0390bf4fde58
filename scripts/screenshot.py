"""Make the README's pictures anew: ``python scripts/screenshot.py [NAME ...]``; all of them unless some are named. It
needs Chromium.

A game between computer players is played to a moment worth seeing, opened in the real lobby from its save, and
photographed with its odds.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

from napwidgets import new_game, save_game
from napwidgets.kernel.game import Game
from napwidgets.players.registry import make_players
from napwidgets.table.presenter import presenter_for

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
#: How many strength points both sides have in the battle of the Grand Campaign that is shown.
STRONG = 6


class Shot(NamedTuple):
    """A picture: the game it is of, the moment at which it is taken, and what is clicked before."""

    scenario: str
    seed: str
    moment: Callable[[Game], bool]
    clicks: tuple[str, ...]


def at(kind: str, turn: int) -> Callable[[Game], bool]:
    """A decision of the French, from a turn on."""

    def moment(game: Game) -> bool:
        decision = game.decision
        now, _ = game.engine.clock(game.state)
        return decision is not None and (decision.kind, decision.seat) == (kind, "french") and now >= turn

    return moment


def several_attacks(game: Game) -> bool:
    """Several attacks can be declared at Quatre Bras, in the evening."""
    return at("attack", 4)(game) and len(game.subjects()) > 2


def great_battle(game: Game) -> bool:
    """A battle on land that both sides came for, "12 against 9 strength points", when the war is on."""
    if not at("combat", 3)(game):
        return False
    details = [o.label.detail.split() for s in game.subjects() for o in game.options(s.id)][:1]
    return any(min(int(words[0]), int(words[2])) >= STRONG for words in details)


def seen_battle(game: Game) -> bool:
    """Tactics are chosen in a battle whose both sides are seen."""
    if not at("tactics", 4)(game):
        return False
    battle = presenter_for(game).battle(game.view("french"), "french", None, -1)
    return battle is not None and bool(battle.chances)


CLOSER = ".nw-tools button:text-is('+')"
SHOTS = {
    "quatre-bras": Shot("nlc/quatre-bras", "16", several_attacks, (CLOSER, ".nw-actions .nw-subject >> nth=1")),
    "grand-campaign": Shot("wap/grand-campaign", "1805", great_battle, (".nw-subject:has-text('Battle')", CLOSER)),
    "danube-1809": Shot("jdg/danube-1809", "17", seen_battle, ()),
    "belgium-1815": Shot("con/belgium-1815", "16", at("guess", 2), ()),
}


def played_to(shot: Shot) -> Game:
    """The game at the moment."""
    game = new_game(shot.scenario, seed=shot.seed)
    players = make_players(game.engine, shot.seed, dict.fromkeys(game.engine.seats, "steady"))
    while (decision := game.decision) is not None:
        if shot.moment(game):
            return game
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    raise SystemExit(f"The game of {shot.scenario} ended before the picture was taken; try another seed.")


def photograph(page: Page, url: str, save: Path, name: str) -> None:
    """Open the save in the lobby, click, take the picture."""
    page.goto(url)
    page.wait_for_selector(".nw-lobby .nw-go", timeout=30_000)
    page.set_input_files("input[type=file]", str(save))
    page.wait_for_selector(".nw-map[data-ready], .nw-campaign[data-ready]", timeout=30_000)
    page.wait_for_selector(".nw-actions section", timeout=30_000)
    page.wait_for_timeout(800)
    for selector in SHOTS[name].clicks:
        page.click(selector)
    page.wait_for_selector(".nw-battle h2, .nw-battle h3")
    page.wait_for_timeout(2_500)
    page.screenshot(path=str(IMAGES / f"{name}.png"))


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
    names = sys.argv[1:] or list(SHOTS)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        saves = {name: Path(home) / f"{name}.nap.json" for name in names}
        for name, save in saves.items():
            save.write_bytes(save_game(played_to(SHOTS[name])))
        code = f"from napwidgets.widgets.serve import serve; serve(None, {port}, False)"
        env = os.environ | {"NAPWIDGETS_HOME": home, "PYTHONPATH": str(ROOT)}
        server = subprocess.Popen([sys.executable, "-c", code], env=env, cwd=home)
        try:
            wait_for(port)
            with sync_playwright() as playwright:
                flags = ["--no-sandbox", "--disable-gpu", "--disable-quic"]
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
                for name, save in saves.items():
                    page = browser.new_page(viewport={"width": 1440, "height": 900})
                    photograph(page, f"http://127.0.0.1:{port}/", save, name)
                    page.close()
                browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
