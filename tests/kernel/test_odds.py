"""Exact odds: distributions that sum to 1 and merge equal outcomes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from napwidgets.kernel import odds
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, TooLarge, distribution, estimate


def test_chances_that_do_not_sum_to_one_are_refused() -> None:
    with pytest.raises(ValueError, match="exactly 1"):
        Distribution({"a": Fraction(1, 2)})


def test_a_step_with_several_throws_is_run_for_each_answer() -> None:
    def step(dice: Dice) -> int:
        first = dice.roll("first")
        return first + dice.roll("second") if first == 6 else first

    found = distribution(step)
    assert found[6] == 0
    assert found[1] == Fraction(1, 6)
    assert found[12] == Fraction(1, 36)
    assert found.chance(lambda n: n > 6) == Fraction(1, 6)
    assert found.mean(lambda n: n) == Fraction(49, 12)


def test_distributions_are_pushed_on_and_equal_outcomes_merged() -> None:
    two = distribution(lambda dice: dice.roll("one")).then(lambda n, dice: n + dice.roll("two"))
    assert len(two) == 11
    assert two[7] == Fraction(1, 6)
    assert len(two.map(lambda n: n % 2)) == 2


def test_outcomes_of_different_dice_are_added_exactly() -> None:
    def step(n: int, dice: Dice) -> str:
        if n == 6:
            return "two dice" if dice.roll("both", 2) == 12 else "other"
        return "seventh" if n == 1 and dice.draw("cup", tuple("abcdefg")) == 6 else "other"

    found = distribution(lambda dice: dice.roll("one")).then(step)
    assert [outcome for outcome, _ in found] == ["two dice", "other", "seventh"]
    assert found["two dice"] == Fraction(1, 216)
    assert found["seventh"] == Fraction(1, 42)
    assert found["other"] == 1 - Fraction(1, 216) - Fraction(1, 42)
    assert found["nothing of the kind"] == 0


def test_a_draw_has_equal_chances() -> None:
    found = distribution(lambda dice: dice.draw("cup", ("a", "b", "c")))
    assert {p for _, p in found} == {Fraction(1, 3)}


def test_too_many_outcomes_are_said_to_be_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "LIMIT", 10)
    with pytest.raises(TooLarge, match="too many to work out exactly"):
        distribution(lambda dice: (dice.roll("a"), dice.roll("b"))).then(lambda x, dice: x)


def test_a_table_lists_outcomes_in_order() -> None:
    table = distribution(lambda dice: dice.roll("a", 2)).table("sum")
    assert list(table["sum"]) == list(range(2, 13))
    assert list(table["exact"])[5] == "1/6"
    assert table["chance"].sum() == pytest.approx(1)


def test_an_estimate_is_near_the_exact_chance_and_says_how_near() -> None:
    def event(dice: Dice) -> bool:
        return dice.roll("fire", 2) >= 9

    found = estimate(event, "1815", 4_000)
    exact = float(distribution(event)[True])
    # Four standard errors: a sound estimate misses this once in 16,000 seeds, and the seed is fixed.
    assert abs(found.chance - exact) <= 4 * found.error
    assert found.samples == 4_000
    assert "4000 samples" in str(found)
