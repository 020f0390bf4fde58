"""The games that lessons begin with, and those that are played anew."""

from __future__ import annotations

import asyncio
import json

import pytest

from napwidgets.lessons import Desk, anew
from napwidgets.lessons.anew import MOST, Anew
from napwidgets.lessons.games import KEPT, kept
from napwidgets.scenarios import load
from tests.apart import run_loop


@pytest.mark.parametrize("name", KEPT)
def test_the_kept_games_are_of_these_rules(name: str) -> None:
    plan, found = KEPT[name], kept(name)
    engine = load(plan.scenario)
    assert (found.scenario, found.seed, len(found.games)) == (plan.scenario, plan.seed, plan.games)
    again = "play them again: python scripts/lesson_games.py"
    assert found.fingerprint == engine.fingerprint, again
    assert found.rules == str(engine.rules_version), again


def test_what_is_played_anew_shows_and_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(seed: str, stop: bool = False) -> Anew:
        sheet = Anew(Desk("why-leipzig"))
        sheet.do_play(json.dumps({"seed": seed, "games": "2" if stop else "1"}))
        assert sheet.playing
        assert "Stop" in sheet.html
        if stop:
            sheet.do_stop("")
        assert sheet._task is not None
        await sheet._task
        await asyncio.sleep(0)
        assert not sheet.playing
        return sheet

    async def session() -> None:
        first = await play("<1814>")
        assert "1 of 1 games are played" in first.html
        assert "&lt;1814&gt;" in first.html
        assert "<svg" in first.html
        assert (await play("<1814>")).games == first.games
        stopped = await play("1815", stop=True)
        assert stopped.games == []
        assert "Play them anew" in stopped.html
        monkeypatch.setattr(anew, "_one", lambda _: first.games[0])
        busy = Anew(Desk("why-leipzig"))
        busy.do_play(json.dumps({"seed": "<1814>", "games": "2"}))
        await asyncio.sleep(0)
        busy.do_stop("")
        assert "Stopping after this game" in busy.html
        assert busy._task is not None
        await busy._task
        assert busy.games == first.games, "the game that was being played counts"

    run_loop(session())


def test_a_wrong_number_of_games_is_asked_for_anew() -> None:
    sheet = Anew(Desk("why-leipzig"))
    sheet._receive(sheet, {"do": "play", "arg": '{"seed": "ours", "games": "99"}', "serial": sheet.serial}, [])
    assert f"Write how many games to play: a number from 1 to {MOST}." in sheet.html
    assert 'value="ours"' in sheet.html


@pytest.mark.parametrize(
    "sent",
    ["nonsense", "[]", "{}", '{"seed": "", "games": "2"}', '{"seed": "1", "games": "x"}', '{"seed": "1", "games": "0"}',
     json.dumps({"seed": "1", "games": str(MOST + 1)}), json.dumps({"seed": "x" * 41, "games": "2"})],
)  # fmt: skip
def test_nonsense_begins_no_game(sent: str) -> None:
    sheet = Anew(Desk("why-leipzig"))
    sheet._receive(sheet, {"do": "play", "arg": sent, "serial": sheet.serial}, [])
    assert "nl-no" in sheet.html
    assert not sheet.playing
