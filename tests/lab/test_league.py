"""Leagues: every pair from both sides, points and their intervals, ratings; played once, on any number of workers."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pandas as pd
import pytest

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.kernel.system import Outcome, winners
from napwidgets.lab import league as module
from napwidgets.lab import playouts
from napwidgets.lab.kept import Job
from napwidgets.lab.league import COLUMNS, Bout, NoLeague, Side, league, matches, sides
from napwidgets.lab.standings import bradley_terry, design_effect, elo, ratings, share, summary
from napwidgets.players.registry import UnknownPlayer
from napwidgets.scenarios import load
from tests.kernel.toy import ToyEngine

STEPS, LEARNING = "nlc/first-steps", "con/learning"
KINDS = ("steady", "random")
CLOCKS = ["seconds", "slowest_a", "slowest_b"]


@pytest.fixture(scope="module")
def games() -> pd.DataFrame:
    return league([STEPS, LEARNING], KINDS, 4, workers=1, progress=False)


def test_a_league_is_the_same_on_two_workers(games: pd.DataFrame) -> None:
    together = league([STEPS, LEARNING], KINDS, 4, workers=2, progress=False)
    pd.testing.assert_frame_equal(games.drop(columns=CLOCKS), together.drop(columns=CLOCKS))


def test_each_kind_plays_both_sides_with_the_same_seeds(games: pd.DataFrame) -> None:
    assert list(games.columns) == COLUMNS
    assert list(games["seed"]) == ["1815/1", "1815/1", "1815/2", "1815/2"] * 2
    assert list(games["side"]) == ["french", "allied"] * 4
    assert set(zip(games["a"], games["b"], strict=True)) == {KINDS}
    swapped = playouts.run(Job(STEPS, "1815/1", {"french": "random", "allied": "steady"}))
    assert games["hash"][1] == swapped.hash
    assert (games[CLOCKS] > 0).all(axis=None)


def test_points_follow_the_winner(games: pd.DataFrame) -> None:
    for row in games.itertuples():
        assert row.points == {row.side: 1.0, "draw": 0.5}.get(str(row.winner), 0.0)


def test_a_draw_is_half_a_point_for_either() -> None:
    drawn = playouts.run(Job(STEPS, "1", {}))
    drawn = type(drawn)(**{name: getattr(drawn, name) for name in drawn.__struct_fields__} | {"winners": ()})
    bouts = [
        Bout(drawn, {"french": a, "allied": b}, {"x": 0.1, "y": 0.2}) for a, b in (("x", "y"), ("y", "x"))
    ]
    found = module.frame(bouts, ["x", "y"])
    assert list(found["winner"]) == ["draw"] * 2
    assert list(found["points"]) == [0.5] * 2
    assert list(found["side"]) == ["french", "allied"]
    assert list(found["slowest_b"]) == [0.2] * 2


def test_more_than_two_kinds_meet_in_pairs_and_a_game_stands_once() -> None:
    jobs = matches([STEPS], ["steady", "random", "steady", "recruit"], 3)
    assert len(jobs) == len({(job.seed, *job.bots.items()) for job in jobs}) == 2 * 3 * 2


def test_where_many_win_apart_the_first_stands_against_the_rest() -> None:
    europe = load("wap/coalitions", {"russian_seat": True, "prussian_seat": True})
    first, rest = sides(europe)
    assert (first, rest.name) == (Side("french", ("french",)), "english+russian+prussian")
    assert first.seats + rest.seats == europe.seats
    won = winners(europe, Outcome("goal", "russian", title="Russia wins", text="It has most cities."))
    assert [module._points(side, won) for side in (first, rest)] == [0, 1]
    jobs = matches(["wap/coalitions"], KINDS, 2, options={"russian_seat": True, "prussian_seat": True})
    assert [{job.bots[seat] for seat in rest.seats} for job in jobs] == [{"random"}, {"steady"}]
    assert [side.name for side in sides(ToyEngine())] == ["red", "green+blue"]


def test_a_league_that_was_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, played, seen = tmp_path / "league.jsonl", module.played, list[str]()

    def stopped(job: Job) -> Bout:
        if len(seen) == 3:
            raise KeyboardInterrupt
        seen.append(job.seed)
        return played(job)

    monkeypatch.setattr(module, "played", stopped)
    assert len(league([STEPS], KINDS, 4, workers=1, progress=False, keep=file)) == 3
    seen.clear()
    whole = league([STEPS], KINDS, 4, workers=1, progress=False, keep=file)
    assert (seen, len(whole)) == (["1815/2"], 4)
    seen.clear()
    pd.testing.assert_frame_equal(league([STEPS], KINDS, 4, progress=False, keep=file), whole)
    assert seen == []


def test_what_does_not_exist_is_told_before_a_game_is_played() -> None:
    with pytest.raises(UnknownPlayer, match="did you mean 'random'"):
        league([LEARNING, STEPS], ["steady", "rndom"])
    with pytest.raises(NoLeague, match="two different kinds"):
        league([STEPS], ["steady", "steady"])
    with pytest.raises(ScenarioError, match="Did you mean"):
        league(["nlc/first-step"], KINDS)


def test_games_of_a_seed_that_end_alike_count_for_less() -> None:
    # Six seeds won twice, four lost twice: by hand 9.6 / 4.8 x 10 / 9.
    points, seeds = [1.0] * 12 + [0.0] * 8, [n // 2 for n in range(20)]
    assert design_effect(points, seeds) == pytest.approx(2.2222, abs=1e-4)
    found = share(points, seeds)
    # Wilson for 9 games of which 60 % are won: (0.6 + 0.2134 ± 0.3847) / 1.4268.
    assert (found.games, found.points) == (20, 0.6)
    assert (found.low, found.high) == pytest.approx((0.3005, 0.8397), abs=1e-4)


def test_seeds_that_even_out_or_tell_nothing_promise_no_more_than_they_can() -> None:
    even = share([1.0, 0.0] * 10, [n // 2 for n in range(20)])
    assert (even.low, even.high) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    all_won = share([1.0] * 20, [n // 2 for n in range(20)])
    assert (all_won.low, all_won.high) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert design_effect([1.0, 0.0], ["x", "x"]) == 2
    assert share([], []).low == 0
    # A league that was stopped: one seed has one game only, (2 x 1/3)² twice over 3 x 2/9, times 2 for two seeds.
    assert design_effect([1.0, 1.0, 0.0], ["x", "x", "y"]) == pytest.approx(8 / 3)


def test_elo_by_hand() -> None:
    assert elo(10 / 11) == pytest.approx(400)
    assert (elo(0.5), elo(0), elo(1)) == (0, -inf, inf)
    # Strengths of 4, 2 and 1: each step of a double is 400 log 2, a hundred and twenty.
    won = {("a", "b"): 20.0, ("b", "a"): 10.0, ("b", "c"): 20.0, ("c", "b"): 10.0, ("a", "c"): 24.0, ("c", "a"): 6.0}
    assert bradley_terry(won, drawn=0) == pytest.approx({"a": 120.41, "b": 0, "c": -120.41}, abs=0.01)
    assert bradley_terry({("a", "b"): 9.0, ("b", "a"): 0.0})["a"] == pytest.approx(elo(0.95) / 2)


def made(points: list[float]) -> pd.DataFrame:
    """Games between two kinds, two a seed, one from each side."""
    rows = [
        {"system": "nlc", "scenario": STEPS, "seed": n // 2, "a": "x", "b": "y", "side": ("french", "allied")[n % 2],
         "points": p}
        for n, p in enumerate(points)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def test_the_summary_tells_all_games_systems_scenarios_and_sides() -> None:
    found = summary(made([1, 1, 1, 0, 1, 0.5, 1, 0.5])).set_index("side")
    assert list(found["games"]) == [8, 8, 8, 4, 4]
    assert list(found["points"]) == [75, 75, 75, 100, 50]
    assert found["elo"].iloc[0] == pytest.approx(190.85, abs=0.01)
    assert found.loc["french", "elo"] == inf
    assert found.loc["allied", "elo"] == 0
    assert (found["low"] < found["points"]).all()
    assert (found["elo_low"] < found["elo"]).all()
    assert summary(pd.DataFrame(columns=COLUMNS)).empty


def test_ratings_of_two_kinds_stand_as_far_apart_as_their_points_say() -> None:
    found = ratings(made([1, 0.5, 1, 0.5] * 25)).set_index("kind")
    assert list(found.index) == ["x", "y"]
    # 75.5 of 101 with the drawn game that is thought added.
    assert found.loc["x", "elo"] - found.loc["y", "elo"] == pytest.approx(elo(75.5 / 101))
    low, high = (share([1, 0.5, 1, 0.5] * 25, [n // 2 for n in range(100)]).low, 0)
    assert found.loc["x", "elo_low"] == pytest.approx(found.loc["y", "elo"] + elo(low))
    assert found.loc["x", "elo_high"] > found.loc["x", "elo"] > high
    assert ratings(pd.DataFrame(columns=COLUMNS)).empty
