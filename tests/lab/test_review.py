"""The review of a game: a curve with its intervals, the same on any number of workers, kept, and silent in play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.lab import review as module
from napwidgets.lab.compare import wilson
from napwidgets.lab.known import Known
from napwidgets.lab.review import Review, play_on
from napwidgets.players.registry import make_players
from tests.lab.duel import Duel, Shot
from tests.lab.test_luck import duel, play


def test_the_curve_of_a_duel_and_its_data_frame() -> None:
    game = duel((6,), (5, 1)).play(Shot(0))
    found = Review(game, games=6).work()
    first, second, end = found.curve()
    assert [p.move for p in (first, second, end)] == [0, 1, 2]
    assert first.games == second.games == 6
    assert first.interval("red") == wilson(first.won["red"], 6)
    assert (end.share("red"), end.interval("red"), end.sure) == (1.0, (1.0, 1.0), True)
    frame = game.review(games=6, workers=1)
    assert list(frame["red wins"]) == [100 * p.share("red") for p in (first, second, end)]
    assert frame["red luck"].sum() == pytest.approx(float(found.ledger.luck("red")))
    assert frame["red luck"].iloc[0] == pytest.approx(2.5 - 1 / 3)
    assert frame["biggest"].iloc[0] == "Blue has 7."


def test_the_same_on_one_worker_and_on_two_and_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play("nlc/first-steps")
    keep = tmp_path / "kept.json"
    one = game.review(games=2, workers=1, keep=keep)
    assert one.equals(game.review(games=2, workers=2))
    monkeypatch.setattr(module, "done", lambda *_: pytest.fail("worked out again"))
    assert one.equals(game.review(games=2, workers=1, keep=keep))
    loaded = napwidgets.load_game(napwidgets.save_game(game))
    assert one.equals(loaded.review(games=2, workers=1, keep=keep))
    keep.write_bytes(b"{}")
    assert Known(game.engine, keep).games == {}


def test_stopping_keeps_what_is_finished(tmp_path: Path) -> None:
    game = play("nlc/first-steps")
    found = Review(game, games=2, known=Known(game.engine, tmp_path / "kept.json"))
    tasks = [task for task in found.todo() if task.number == 0]
    assert found.do(tasks[0])
    assert not found.do(tasks[1], stopped=lambda: True)
    assert not found.known.has(tasks[1])
    found.known.keep()
    again = Review(game, games=2, known=Known(game.engine, tmp_path / "kept.json"))
    assert again.known.has(tasks[0])
    assert 0 < again.share_done < 0.5
    assert [p.games for p in again.curve()] == [1, *[0] * (len(again.curve()) - 2), 1]


def test_while_something_is_hidden_nothing_is_worked_out() -> None:
    game = play("nlc/first-steps", 30)
    for seat in (*game.engine.seats, None):
        found = Review(game, seat)
        assert found.todo() == found.curve() == found.turnings() == []
        assert found.ledger.fights == ()
    frame = game.review("french", workers=1)
    assert frame[["french wins", "allied wins", "french luck"]].isna().all().all()
    assert set(frame[["french wins", "allied high", "french luck", "allied pips"]].dtypes) == {np.dtype(float)}
    assert game.review("french", everything=True, games=1, workers=1)["french wins"].notna().all()
    untold = napwidgets.new_game("jdg/germany-1813-1").log()
    assert (len(untold), untold["move"].dtype, untold["turn"].dtype) == (0, np.dtype(int), np.dtype(int))


def test_games_are_played_on_with_dice_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[str] = []
    real = module.SeededDice

    def seen(seed: str) -> Any:
        seeds.append(seed)
        return real(seed)

    monkeypatch.setattr(module, "SeededDice", seen)
    game = Game.new(Duel())  # type: ignore[arg-type]
    assert play_on(game.engine, game.state, "review/0") in ("red", "blue", "")
    Review(game, games=1, everything=True).work()
    assert game.seed not in seeds
    assert seeds


def test_a_turning_point_says_what_happened_and_what_the_computer_would_do() -> None:
    game = Game.new(Duel(turns=2), None).play(Shot(0)).play(Shot(9), typed=((6,), (1, 1)) * 9)  # type: ignore[arg-type]
    found = Review(game, games=6)
    # Nobody was ahead before; then red threw nine sixes.
    found.known.games.update({module.place_of(game.at(n)): dict.fromkeys(range(6), "") for n in (0, 1)})
    (turning,) = found.turnings()
    assert (turning.move, turning.side, turning.rise, turning.words) == (2, "red", 1.0, "Blue has -17.")
    assert turning.instead.startswith("Fire ")


def test_a_turning_point_that_is_a_fight_says_what_came_of_it() -> None:
    game = napwidgets.new_game("nlc/quatre-bras", seed="td")
    players = make_players(game.engine, "td", {}, default="recruit")
    while [event.kind for event in game.last.events][-2:] != ["charge", "step-lost"]:
        assert game.decision is not None
        seat = game.decision.seat
        game = game.play(players[seat].choose(game.engine, game.view(seat), seat))
    words = Review(game, everything=True)._turning(game, 0.5).words
    assert words == " ".join(event.text for event in game.last.events[-2:])
