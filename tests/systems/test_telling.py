"""How figures are said."""

from __future__ import annotations

from fractions import Fraction

import pytest

from napwidgets.kernel.odds import percent


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "0 %"),
        (Fraction(99, 10_000), "under 1 %"),
        (Fraction(1, 100), "1 %"),
        (Fraction(99, 100), "99 %"),
        (Fraction(9_901, 10_000), "over 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_a_chance_is_never_said_to_be_nothing_or_certain_while_it_is_neither(chance: Fraction, said: str) -> None:
    assert percent(chance) == said
