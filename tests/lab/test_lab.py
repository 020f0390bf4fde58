"""Playouts and comparisons: independent of the number of processes, sound at the edges."""

from __future__ import annotations

import pandas as pd
import pytest

from napwidgets.lab import playouts as module
from napwidgets.lab.compare import duel, wilson, win_rates
from napwidgets.lab.kept import Job
from napwidgets.lab.playouts import Stalled, play_out, playouts
from napwidgets.players.registry import UnknownPlayer, kinds, make_players
from tests.kernel.toy import ToyEngine

STEPS = "nlc/first-steps"
SAME = ["seed", "winner", "ending", "turns", "decisions", "hash"]


def test_games_do_not_depend_on_the_number_of_processes() -> None:
    alone = playouts(STEPS, 4, workers=1, progress=False)
    together = playouts(STEPS, 4, workers=2, progress=False)
    pd.testing.assert_frame_equal(alone[SAME], together[SAME])
    assert list(alone["bot french"]) == ["random"] * 4


def test_interrupting_keeps_the_finished_games(monkeypatch: pytest.MonkeyPatch) -> None:
    run = module.run
    calls: list[Job] = []

    def interrupted(job: Job) -> module.Playout:
        if len(calls) == 2:
            raise KeyboardInterrupt
        calls.append(job)
        return run(job)

    monkeypatch.setattr(module, "run", interrupted)
    assert len(playouts(STEPS, 10, workers=1, progress=False)) == 2


def test_a_game_without_end_is_said_to_stall() -> None:
    engine = ToyEngine()
    with pytest.raises(Stalled, match="has not ended after 5 decisions"):
        play_out(engine, make_players(engine, "1", {}), "1", limit=5)


def test_the_watcher_sees_every_move() -> None:
    engine = ToyEngine()
    seen: list[str] = []
    result = play_out(engine, make_players(engine, "1", {}), "1", lambda state, seat, move: seen.append(seat))
    assert len(seen) == result.decisions
    assert set(seen) == set(engine.seats)


def test_win_rates_come_with_their_intervals() -> None:
    games = pd.DataFrame(
        {
            "winner": ["red"] * 6 + ["blue"] * 3 + [None],
            "winners": [("red", "green")] * 6 + [("blue",)] * 3 + [()],
            "bot red": ["steady"] * 10,
            "bot blue": ["random"] * 10,
        }
    )
    table = win_rates(games).set_index("seat")
    assert table.loc["red", "wins"] == 6
    assert table.loc["blue", "rate"] == 0.3
    assert table.loc["red", "bot"] == "steady"
    assert ((table["low"] < table["rate"]) & (table["rate"] < table["high"])).all()


@pytest.mark.parametrize(("wins", "games", "low", "high"), [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (0, 0, 0, 1)])
def test_wilson_intervals_at_the_edges(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_a_duel_plays_both_sides() -> None:
    table = duel(STEPS, ("french", "allied"), ("random", "random"), games=2)
    assert list(table["seat"]) == ["french", "allied"] * 2
    assert list(table["games"]) == [2] * 4


def test_unknown_players_are_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownPlayer, match="did you mean 'random'"):
        make_players(ToyEngine(), "1", {"red": "rndom"})
    with pytest.raises(UnknownPlayer, match="no side 'rde'"):
        make_players(ToyEngine(), "1", {"rde": "random"})
    assert kinds("toy") == ["random"]
