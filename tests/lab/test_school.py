"""A temper that learns from many fields at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from napwidgets.cli import app
from napwidgets.lab.school import STEP, Lesson, School, learnt
from napwidgets.lab.study import SPREAD, CantStudy, Trial, Way, gone, movable
from napwidgets.players.nlc_temper import STEADY, Temper


def test_the_same_seed_teaches_the_same_on_any_number_of_workers() -> None:
    taught = [list(School({"nlc/first-steps": 3}, "t", workers).terms(2)) for workers in (1, 2)]
    assert taught[0] == taught[1]
    assert len(taught[0]) == 2
    assert 0 <= taught[0][0].points <= 100
    assert all(STEADY.weights()[name] != weight for name, weight in taught[0][1].weights.items())


class Told(School):
    """A school in which whoever presses nearer does better on every field, the more so against his peers."""

    def _played(self, now: Any, lessons: Sequence[Lesson], term: int) -> list[Trial]:
        def trial(k: Lesson) -> Trial:
            worth = 0.5 + 0.2 * math.log(gone(now, k.way).weights()["near"] / STEADY.near) - 0.3 * k.peer
            return Trial((worth, 1 - worth) if self._side(k) == 0 else (1 - worth, worth), (0.5, 0.5))

        return [trial(k) for k in lessons]


def test_each_term_goes_on_from_the_one_before() -> None:
    terms = list(Told({"nlc/first-steps": 120, "nlc/wavre": 60}, "t").terms(2))
    steps = [math.log(term.weights["near"] / STEADY.near) / (SPREAD * STEP) for term in terms]
    assert steps == pytest.approx([1.0, 2.0], abs=0.02)
    assert terms[1].points > terms[0].points


def test_what_is_unsure_moves_little_and_what_is_nothing_not_at_all() -> None:
    ways = [Way({}, {"near": (n % 5 - 2) / 2, "far": n % 3 - 1.0}) for n in range(300)]
    noise = [Random(n).uniform(-1, 1) for n in range(300)]
    lessons = [Lesson("a", "x", n % 4 == 0, way) for n, way in enumerate(ways)]

    def moved(by: float) -> float:
        worth = [by * way.moved["near"] + more for way, more in zip(ways, noise, strict=True)]
        return learnt(lessons, worth).moved.get("near", 0.0)

    assert moved(1.0) == STEP
    assert 0 < moved(0.16) < STEP
    assert moved(-1.0) == -STEP


def test_all_or_nothing_is_not_moved() -> None:
    assert {"near", "worth_it", "guns_near"} <= set(movable(STEADY))
    assert not {"together", "mend", "joint_by"} & set(movable(STEADY))
    assert "losses" in movable(Temper())


@pytest.mark.parametrize("fields", [{}, {"nlc/first-steps": 1, "mop/champaubert": 1}])
def test_a_school_is_of_one_system(fields: dict[str, Any]) -> None:
    with pytest.raises(CantStudy, match="one system"):
        School(fields)


def test_the_command_tells_each_term() -> None:
    done = CliRunner().invoke(app, ["lab", "school", "nlc/first-steps=2", "--terms", "1", "--workers", "1"])
    assert done.exit_code == 0
    assert '"points"' in done.stdout
    refused = CliRunner().invoke(app, ["lab", "school", "nlc/first-steps=many"])
    assert refused.exit_code == 2
    assert "how many games" in refused.output
