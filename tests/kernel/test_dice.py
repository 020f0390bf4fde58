"""Where chance comes from: the same everywhere, uniform, and refusing what can't be thrown."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napwidgets.kernel.dice import (
    Dice,
    DiceMismatch,
    DiceNeeded,
    Fork,
    ForkingDice,
    ScriptedDice,
    SeededDice,
    TypedDice,
    WrongDice,
    record,
    successes,
    sums,
)

ITEMS = tuple("abcdefg")


def some_throws(dice: Dice) -> list[int]:
    """A few throws of every kind."""
    return [
        *(dice.roll("one") for _ in range(20)),
        *(dice.roll("two", 2) for _ in range(10)),
        *(dice.count("five", 5, 4) for _ in range(5)),
        *(dice.draw("cup", ITEMS) for _ in range(8)),
    ]


#: These values are kept for ever: saved games depend on them.
KNOWN = [
    5,
    5,
    5,
    3,
    6,
    5,
    5,
    2,
    5,
    4,
    1,
    3,
    1,
    1,
    3,
    4,
    3,
    6,
    4,
    6,
    6,
    6,
    2,
    7,
    5,
    11,
    10,
    4,
    7,
    6,
    3,
    2,
    2,
    3,
    3,
    0,
    2,
    3,
    5,
    0,
    0,
    4,
    3,
]


def test_a_known_seed_gives_known_throws() -> None:
    dice = SeededDice("1815")
    assert some_throws(dice) == KNOWN
    assert dice.position == 43
    assert len(dice.throws) == 43


def test_other_processes_with_other_hash_seeds_throw_the_same() -> None:
    code = "from tests.kernel.test_dice import *; print(some_throws(SeededDice('1815')))"
    for hash_seed in ("0", "99"):
        child = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
        )
        assert child.stdout.strip() == str(KNOWN)


def test_every_face_comes_as_often_as_the_others() -> None:
    """Chi-square over 6,000 throws: with 5 degrees of freedom 20.5 is exceeded once in a thousand seeds."""
    dice = SeededDice("uniform")
    seen = Counter(dice.roll("face") for _ in range(6000))
    assert set(seen) == set(range(1, 7))
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 20.5


def test_a_position_picks_up_where_another_source_stopped() -> None:
    whole, first = SeededDice("x"), SeededDice("x")
    expected = some_throws(whole) + some_throws(whole)
    found = some_throws(first)
    found += some_throws(SeededDice("x", first.position))
    assert found == expected


def test_different_seeds_differ() -> None:
    assert some_throws(SeededDice("1")) != some_throws(SeededDice("2"))


def test_a_record_gives_the_same_throws_again() -> None:
    seeded = SeededDice("again")
    expected = some_throws(seeded)
    for source in (ScriptedDice(record(seeded.throws)), TypedDice(record(seeded.throws))):
        assert some_throws(source) == expected
        assert source.throws == seeded.throws


@pytest.mark.parametrize("faces", [(7,), (0,), (-1,), (), (1, 2)])
def test_dice_that_cannot_be_thrown_are_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(WrongDice, match=r"Type 1 number from 1 to 6 for "):
        TypedDice([faces]).roll("morale")
    with pytest.raises(DiceMismatch):
        ScriptedDice([faces]).roll("morale")


def test_things_that_are_not_in_the_cup_are_refused() -> None:
    with pytest.raises(WrongDice, match="Choose one of a, b"):
        TypedDice([(2,)]).draw("cup", ("a", "b"))
    with pytest.raises(DiceMismatch):
        ScriptedDice([(2,)]).draw("cup", ("a", "b"))


def test_missing_dice_are_asked_for() -> None:
    with pytest.raises(DiceNeeded, match="Please throw 2d6: fire") as needed:
        TypedDice([]).roll("fire", 2)
    assert (needed.value.kind, needed.value.count, needed.value.sides) == ("roll", 2, 6)
    with pytest.raises(DiceNeeded, match="Please draw one of a, b: cup") as drawn:
        TypedDice([]).draw("cup", ("a", "b"))
    assert drawn.value.items == ("a", "b")
    with pytest.raises(DiceMismatch, match="no die left for fire"):
        ScriptedDice([]).roll("fire", 2)


@given(st.integers(1, 5), st.integers(2, 8))
def test_sums_of_dice_are_counted_out(count: int, sides: int) -> None:
    chances = dict(sums(count, sides))
    assert sum(chances.values()) == 1
    assert chances[count] == Fraction(1, sides**count)
    assert sum(total * p for total, p in chances.items()) == Fraction(count * (sides + 1), 2)


@given(st.integers(0, 12), st.integers(1, 8))
def test_successes_of_dice_are_counted_out(count: int, at_least: int) -> None:
    chances = dict(successes(count, at_least))
    assert sum(chances.values()) == 1
    assert sum(k * p for k, p in chances.items()) == count * Fraction(max(0, min(6, 7 - at_least)), 6)


def test_forking_dice_answer_what_they_were_given_and_fork_beyond() -> None:
    dice = ForkingDice((9, 2))
    assert dice.roll("fire", 2) == 9
    assert dice.draw("cup", ("a", "b", "c")) == 2
    with pytest.raises(Fork) as fork:
        dice.count("hits", 2, 6)
    assert dict(fork.value.outcomes) == {0: Fraction(25, 36), 1: Fraction(10, 36), 2: Fraction(1, 36)}
    # What was thrown is known as with any dice; what is asked beyond was not thrown.
    assert [(t.purpose, t.kind, t.value) for t in dice.throws] == [("fire", "roll", 9), ("cup", "draw", 2)]
