"""Fields studied beforehand."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import napwidgets.players
from napwidgets.lab import kept, study
from napwidgets.lab.kept import Job
from napwidgets.lab.study import ABOUT_ZERO, CantStudy, Effort, Student, Trial, mind_of, tried
from napwidgets.players.nlc_temper import STEADY
from napwidgets.scenarios import load

SMALL = Effort(drawn=3, games=1, mixed=2, more=1, held=2)


def test_the_same_seed_finds_the_same_on_any_number_of_workers() -> None:
    found = [Student("nlc/first-steps", "allied", SMALL, "t", workers).study() for workers in (1, 2)]
    assert found[0] == found[1]
    assert found[0].games == 2
    assert found[0].weights


def test_a_trial_is_a_game_of_one_temper_against_the_usual_one() -> None:
    text = msgspec.json.encode(STEADY).decode()
    sides = [tried(Job("nlc/first-steps", "t", {seat: text})) for seat in load("nlc/first-steps").seats]
    assert sum(trial.points for trial in sides) == 1, "the usual temper on both sides: the same game, seen from each"
    mood = msgspec.json.encode(STEADY.changed(near=0.1, aim=0.1)).decode()
    assert tried(Job("nlc/first-steps", "t", {"french": mood})) != sides[0]


class Told(Student):
    """A study whose games go the better the nearer ``near`` is to 3; ``played`` counts the games of a round."""

    def __init__(self, *asked: Any) -> None:
        super().__init__(*asked)
        self.played: list[tuple[int, int]] = []

    def _played(self, moods: Any, seeds: Any) -> list[list[Trial]]:
        self.played.append((len(moods), len(seeds)))
        return [[Trial(1 / (1 + abs(mood.near - 3)), 0.5)] * len(seeds) for mood in moods]


def test_the_better_half_plays_on_until_two_are_left_and_are_mixed() -> None:
    student = Told("nlc/first-steps", "french", Effort(drawn=15, games=4, mixed=6, more=8, held=20), "t")
    found = student.study()
    assert student.played == [(16, 4), (8, 8), (4, 16), (2, 16), (8, 8), (4, 16), (2, 16), (2, 20)]
    assert found.points > found.usual
    assert found.weights["near"] > STEADY.near


def test_what_is_moved_lies_near_and_what_is_off_stays_off() -> None:
    rng = Random(1)
    one = STEADY.varied(rng, 1.0, 0.5, ABOUT_ZERO)
    usual = STEADY.weights()
    assert all((weight == 0) == (usual[name] == 0) for name, weight in one.weights().items())
    assert sum(weight != usual[name] for name, weight in one.weights().items()) > 30
    assert STEADY.varied(rng, 0.0, 0.5, ABOUT_ZERO) == STEADY
    assert any(STEADY.varied(rng, 1.0, 0.5, ABOUT_ZERO).weights()["worth_it"] < 0 for _ in range(20))


def test_whoever_asks_for_what_is_not_there_is_told() -> None:
    with pytest.raises(CantStudy, match="french, allied"):
        Student("nlc/first-steps", "prussian", SMALL)
    with pytest.raises(CantStudy, match="no player that plays on"):
        mind_of(_toy())


def _toy() -> Any:
    class Toy:
        system, scenario_id, seats = "toy", "toy/x", ("red",)

    return Toy()


def test_a_study_that_is_stopped_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "gather", lambda *asked: [])
    with pytest.raises(CantStudy, match="stopped"):
        Student("nlc/first-steps", "french", SMALL).study()


def test_kept_games_are_played_anew_when_a_study_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "players"
    shutil.copytree(Path(napwidgets.players.__path__[0]), folder)
    monkeypatch.setattr(napwidgets.players, "__path__", [str(folder)])
    found = []
    for change in ("", " "):
        kept._players.cache_clear()
        study = folder / "studied" / "nlc.json"
        study.write_text(study.read_text() + change)
        found.append(kept._players())
    kept._players.cache_clear()
    assert found[0] != found[1]
