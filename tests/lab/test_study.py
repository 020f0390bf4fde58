"""Fields studied beforehand."""

from __future__ import annotations

import math
import shutil
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import napwidgets.players
from napwidgets.lab import kept, study
from napwidgets.lab.kept import Job
from napwidgets.lab.study import CantStudy, Effort, Student, Trial, Way, drawn, gone, mind_of, tried
from napwidgets.players.nlc_temper import STEADY, Temper
from napwidgets.scenarios import load

SMALL = Effort(games=6, held=2)


def test_the_same_seed_finds_the_same_on_any_number_of_workers() -> None:
    found = [Student("nlc/first-steps", SMALL, "t", workers).study() for workers in (1, 2)]
    assert found[0] == found[1]
    assert list(found[0]) == list(load("nlc/first-steps").seats)
    assert all(side.games == 2 for side in found[0].values())


def test_a_trial_is_a_game_between_two_tempers() -> None:
    """The other temper runs from every fight, so that its game can be no copy of the usual one."""
    usual = msgspec.json.encode(STEADY).decode()
    mood = msgspec.json.encode(STEADY.changed(near=-5.0, worth_it=50.0)).decode()
    even, odd = (tried(Job("nlc/first-steps", "t", {"french": text, "allied": usual})) for text in (usual, mood))
    assert sum(even.points) == 1
    assert sum(even.standing) == pytest.approx(1)
    assert odd != even
    assert even.worth(0) == even.points[0] + even.standing[0] / 2


class Told(Student):
    """A study whose games go the better for the French the nearer they press and the less they heed the clock, and for
    the Allies only if they do what they usually leave.
    """

    def _played(self, games: Any) -> list[Trial]:
        return [self._trial(*moods) for _, moods in games]

    @staticmethod
    def _trial(french: Temper, allied: Temper) -> Trial:
        worth = 0.3 * math.log(french.near) - 0.2 * bool(french.late) - 0.4 * bool(allied.joint_by)
        return Trial((0.5 + worth, 0.5 - worth), (0.5, 0.5))


def test_what_counts_is_changed_and_what_does_not_is_left() -> None:
    found = Told("nlc/first-steps", Effort(400, 4), "t").study()
    french, allied = (found[seat] for seat in ("french", "allied"))
    assert french.weights["near"] == pytest.approx(STEADY.near * math.exp(study.SPREAD * study.FARTHEST), abs=0.001)
    assert french.weights["late"] == 0
    assert "joint_by" not in french.weights
    assert allied.weights["joint_by"] == STEADY.UNTRIED["joint_by"]
    assert french.points > french.usual
    assert allied.points > allied.usual
    assert len(french.weights) < 15, "with nothing but noise in the others, few of them seem to count"


def test_what_is_drawn_lies_near_and_goes_both_ways() -> None:
    rng = Random(1)
    ways = [drawn(STEADY, rng) for _ in range(200)]
    moods = [gone(STEADY, way) for way in ways]
    assert {mood.guard == 0 for mood in moods} == {True, False}
    assert {mood.joint_by for mood in moods} == {0.0, STEADY.UNTRIED["joint_by"]}
    assert {mood.again for mood in moods} == {0.0, 1.0}, "what is all or nothing is never moved"
    assert min(mood.worth_it for mood in moods) < 0 < max(mood.worth_it for mood in moods)
    assert 0.8 < sum(mood.near for mood in moods) / len(moods) / STEADY.near < 1.3
    for way in ways:
        assert not {name for name, on in way.switches.items() if not on} & set(way.moved)
    assert gone(STEADY, Way({}, {})) == STEADY


def test_whoever_asks_for_what_is_not_there_is_told() -> None:
    with pytest.raises(CantStudy, match="no player that plays on"):
        mind_of(_toy())


def _toy() -> Any:
    class Toy:
        system, scenario_id, seats = "toy", "toy/x", ("red",)

    return Toy()


def test_a_study_that_is_stopped_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "gather", lambda *asked: [])
    with pytest.raises(CantStudy, match="stopped"):
        Student("nlc/first-steps", SMALL).study()


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
