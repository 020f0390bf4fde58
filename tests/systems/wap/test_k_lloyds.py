"""K.8. Raids, the insurance rate, what it compels, and attacks on bases, by paragraph."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from napwidgets.kernel.dice import ScriptedDice, SeededDice
from napwidgets.systems.wap.lloyds import (
    Answer,
    Raid,
    bases_destroyed,
    bases_odds,
    duties,
    level,
    next_rate,
    raid_parts,
    raid_yield,
    rate_odds,
)
from napwidgets.systems.wap.tables import Tables

TABLES = Tables()


def test_k_8_a_allied_squadrons_count_half() -> None:
    french = sum(part.halves for part in raid_parts(TABLES, Raid("caribbean", 2), {}))
    mixed = sum(part.halves for part in raid_parts(TABLES, Raid("caribbean", 2, 1), {}))
    assert mixed - french == 1


def test_k_8_b_the_traffic_of_the_zone_counts_and_k_8_m_so_do_lost_bases() -> None:
    busy = raid_yield(TABLES, Raid("caribbean", 2), {}, ScriptedDice([(4, 4)]))
    assert busy == 2 * (8 + 2 + 4 - 10)
    assert raid_yield(TABLES, Raid("arctic", 2), {}, ScriptedDice([(4, 4)])) == 0
    assert raid_yield(TABLES, Raid("caribbean", 2), {"caribbean": 3}, ScriptedDice([(4, 4)])) == busy - 6


def test_k_8_d_the_rate_falls_by_three_or_by_six_without_raids_but_not_below_five() -> None:
    assert next_rate(TABLES, 40, [], {}, ScriptedDice([])) == 28
    assert next_rate(TABLES, 40, [Raid("arctic", 1)], {}, ScriptedDice([(1, 1)])) == 34
    assert next_rate(TABLES, 12, [], {}, ScriptedDice([])) == 10


@pytest.mark.parametrize(
    ("rate", "name"),
    [
        (19, "quiet"),
        (20, "act"),
        (30, "one point a city"),
        (40, "points compulsory"),
        (60, "points ships and men"),
        (80, "catastrophe"),
    ],
)
def test_k_8_e_to_k_8_k_the_thresholds(rate: int, name: str) -> None:
    assert level(TABLES, rate) == name


def test_k_8_e_any_one_answer_will_do_at_ten() -> None:
    for answer in (Answer(squadrons=3), Answer(infantry=2, transports=1), Answer(points=3)):
        assert [duty.met for duty in duties(TABLES, 20, answer)] == [True]
    for answer in (Answer(squadrons=2), Answer(infantry=2), Answer(points=2)):
        assert [duty.met for duty in duties(TABLES, 20, answer)] == [False]
    assert duties(TABLES, 18, Answer()) == ()


def test_k_8_i_points_and_a_force_at_twenty_and_k_8_j_all_three_at_thirty() -> None:
    assert [duty.met for duty in duties(TABLES, 40, Answer(points=3, squadrons=3))][:2] == [True, True]
    assert [duty.met for duty in duties(TABLES, 40, Answer(squadrons=3))][:2] == [False, True]
    assert [duty.met for duty in duties(TABLES, 60, Answer(points=3, squadrons=3))][:3] == [True, True, False]


def test_k_8_k_the_catastrophe_is_said() -> None:
    assert [duty.cite for duty in duties(TABLES, 80, Answer())] == [*["WAP K.8.j"] * 3, "WAP K.8.h", "WAP K.8.k"]


def test_k_8_m_an_action_against_bases() -> None:
    assert bases_destroyed(TABLES, 1, 0, 0, ScriptedDice([(5, 5)]))
    assert not bases_destroyed(TABLES, 0, 0, 0, ScriptedDice([(5, 5)]))
    assert [bases_odds(TABLES, 0, 0, n) for n in range(3)] == [Fraction(1, 12), Fraction(1, 6), Fraction(5, 18)]
    assert bases_odds(TABLES, 1, 1, 1) == bases_odds(TABLES, 3, 0, 0)


def test_k_8_exact_rates_sum_to_one_and_agree_with_play() -> None:
    raids = [Raid("caribbean", 2, 1), Raid("indian-ocean", 2), Raid("atlantic", 1)]
    spread = rate_odds(TABLES, 24, raids, {"atlantic": 1})
    assert sum(p for _, p in spread) == 1
    dice, games = SeededDice("lloyds"), 4000
    mean = sum(next_rate(TABLES, 24, raids, {"atlantic": 1}, dice) for _ in range(games)) / games
    exact = float(spread.mean(lambda rate: rate))
    variance = float(spread.mean(lambda rate: rate * rate)) - exact**2
    # Five standard errors of the mean; the seed is fixed.
    assert abs(mean - exact) < 5 * sqrt(variance / games)
