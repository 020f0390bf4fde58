"""Laws of chance: exact odds come from the code that resolves, sum to 1, and agree with sampled play."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from math import log, sqrt

import pytest

from napwidgets.kernel import dice as dice_module
from napwidgets.kernel.dice import Dice, SeededDice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.kernel.system import Engine
from tests.conformance.cases import Step, engine_of, trace

#: Moves whose tree has more runs than this are left to the systems' own tests of their odds.
RUNS = 200
SAMPLES = 500


class TooMany(Exception):
    """The tree of a move has more than `RUNS` runs."""


def exact(engine: Engine, step: Step) -> Distribution[bytes] | None:
    """The exact distribution of the position after a move; None when its tree is too large."""
    runs = 0

    def once(dice: Dice) -> bytes:
        nonlocal runs
        runs += 1
        if runs > RUNS:
            raise TooMany
        return engine.encode(engine.apply(step.state, step.seat, step.move, dice, []))

    try:
        return distribution(once)
    except TooMany:
        return None


@cache
def chancy(case: str) -> list[tuple[Step, Distribution[bytes]]]:
    """Up to six moves with dice whose odds can be worked out; the tests of a case share them."""
    engine, found = engine_of(case), []
    for step in trace(case):
        if step.throws and (odds := exact(engine, step)) is not None:
            found.append((step, odds))
            if len(found) == 6:
                break
    return found


def test_probabilities_sum_to_exactly_one_and_what_happened_was_possible(case: str, engine: Engine) -> None:
    found = chancy(case)
    assert found
    for step, odds in found:
        assert sum((p for _, p in odds), Fraction(0)) == 1
        assert all(p > 0 for _, p in odds)
        assert odds[engine.encode(step.after)] > 0


def test_exact_odds_draw_no_random_number(case: str, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [step for step, _ in chancy(case)[:2]]
    before = random.getstate()

    def forbidden(*args: object, **kwargs: object) -> None:
        raise AssertionError("a random number was drawn")

    monkeypatch.setattr(dice_module, "blake2b", forbidden)
    assert all(exact(engine, step) is not None for step in steps)
    assert random.getstate() == before


def tolerance(p: float, outcomes: int) -> float:
    """How far the share of an outcome in `SAMPLES` samples may lie from its probability ``p``.

    Bernstein's inequality bounds the chance that the share misses ``p`` by ``t`` or more by ``2 exp(-n t² /
    (2 (p (1 - p) + t / 3)))``. Set equal to ``e = 1e-9 / outcomes`` (so that all outcomes of a move together
    fail less than once in 1e9 runs) and with ``c = ln(2 / e)`` it solves to ``t = c / (3 n) + sqrt((c / (3
    n))² + 2 c p (1 - p) / n)``.
    """
    c = log(2 * outcomes / 1e-9)
    a = c / (3 * SAMPLES)
    return a + sqrt(a * a + 2 * c * p * (1 - p) / SAMPLES)


def test_sampled_play_agrees_with_exact_odds(case: str, engine: Engine) -> None:
    for step, odds in chancy(case)[:4]:
        dice = SeededDice("samples")
        seen = Counter(engine.encode(engine.apply(step.state, step.seat, step.move, dice, [])) for _ in range(SAMPLES))
        assert set(seen) <= {outcome for outcome, _ in odds}
        for outcome, p in odds:
            assert abs(seen[outcome] / SAMPLES - float(p)) <= tolerance(float(p), len(odds))
