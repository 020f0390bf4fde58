"""N to Q as values: odds, what modifies the die, rounds, pursuit, exact distributions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from napwidgets.kernel.odds import distribution
from napwidgets.systems.wap.land.field import (
    ATTACK,
    DEFEND,
    Engagement,
    Side,
    battle_odds,
    fight_round,
    force,
    larger,
    may_break_off,
    parts,
    pursuit,
    ratio,
    round_odds,
    weakened,
)
from napwidgets.systems.wap.tables import Tables
from tests.systems.wap.campaign import thrown

TABLES = Tables()


def battle(attack: Side, defend: Side, **more: object) -> Engagement:
    return Engagement((attack, defend), **more)  # type: ignore[arg-type]


def total(fight: Engagement) -> int:
    return sum(value for _, value, _ in parts(TABLES, fight))


def test_o_the_larger_force_throws_and_the_attacker_of_two_equals() -> None:
    assert larger(battle(force(3), force(3))) == ATTACK
    assert larger(battle(force(3), force(4))) == DEFEND


@pytest.mark.parametrize(
    ("big", "small", "odds"),
    [(4, 3, "1-1"), (3, 2, "3-2"), (4, 2, "2-1"), (5, 2, "2-1"), (9, 3, "3-1"), (4, 1, "4-1"), (30, 4, "5-1")],
)
def test_o_odds_are_rounded_down(big: int, small: int, odds: str) -> None:
    assert ratio(TABLES, big, small)[0] == odds


def test_o_leaders_morale_and_odds_are_seen_from_the_larger_force() -> None:
    fight = battle(force(10, morale=2, rating=1), force(20, rating=2))
    assert [(name, value) for name, value, _ in parts(TABLES, fight)] == [
        ("odds 2-1", 2),
        ("leaders", 1),
        ("morale", -1),
    ]
    assert all(cite.startswith("WAP") for _, _, cite in parts(TABLES, fight))


def test_o_ground_counts_against_the_attacker_whoever_is_larger() -> None:
    hills = (("mountain", 2, "WAP base rules O"),)
    assert total(battle(force(5), force(4), ground=hills)) == -2
    assert total(battle(force(4), force(5), ground=hills)) == 2


def test_m_a_force_without_supply_fights_worse() -> None:
    assert total(battle(force(5, supplied=False), force(4))) == -1
    assert total(battle(force(5), force(4, supplied=False))) == 1


def test_reference_1_9_a_mixed_force_has_the_morale_of_most_of_it_and_the_lower_of_equals() -> None:
    assert Side(((1, 0, 3), (2, 0, 4))).morale == 2
    assert Side(((1, 0, 3), (2, 0, 3))).morale == 1
    assert weakened(Side(((1, 0, 3), (2, 0, 3))), 1).morale == 2


def test_p_both_lose_and_one_gives_way() -> None:
    after = fight_round(TABLES, battle(force(5), force(4)), thrown(1))
    assert [side.lost for side in after.sides] == [2, 1]
    assert (after.gave, after.over) == (ATTACK, True)
    after = fight_round(TABLES, battle(force(5), force(4)), thrown(3))
    assert (after.gave, after.over, after.rounds) == (-1, False, 1)


def test_p_three_rounds_at_most() -> None:
    fight = battle(force(9), force(9))
    for _ in range(3):
        fight = fight_round(TABLES, fight, thrown(3))
    assert (fight.rounds, fight.gave, fight.over) == (3, -1, True)


def test_p_nobody_loses_more_than_there_is_and_who_is_gone_has_given_way() -> None:
    after = fight_round(TABLES, battle(force(5), force(1)), thrown(6))
    assert after.sides[DEFEND].points == 0
    assert after.sides[DEFEND].lost == 1
    assert after.gave == DEFEND


def test_s_walls_never_give_way() -> None:
    garrison = Side(((1, 0, 5),), walls=True)
    for die in range(1, 7):
        assert fight_round(TABLES, battle(force(20), garrison), thrown(die)).gave != DEFEND


def test_reference_1_8_the_side_with_more_cavalry_may_break_off_between_rounds() -> None:
    fight = battle(force(5, 3), force(5, 2))
    assert may_break_off(fight) == -1
    assert may_break_off(replace(fight, rounds=1)) == ATTACK
    assert may_break_off(replace(battle(force(5, 2), force(5, 2)), rounds=1)) == -1
    assert may_break_off(replace(battle(force(5), Side(((1, 1, 4),), walls=True)), rounds=1)) == -1


@pytest.mark.parametrize(("surplus", "die", "lost"), [(2, 6, 0), (3, 4, 0), (3, 5, 1), (6, 6, 2), (12, 6, 2)])
def test_q_surplus_cavalry_pursues_on_five_or_six(surplus: int, die: int, lost: int) -> None:
    beaten = battle(force(5, surplus + 1), force(9, 1), gave=DEFEND, over=True)
    after = pursuit(TABLES, beaten, thrown(die))
    assert after.sides[DEFEND].lost == lost


def test_q_no_pursuit_of_a_side_that_did_not_give_way() -> None:
    fight = battle(force(5, 9), force(9), over=True)
    assert pursuit(TABLES, fight, thrown()) == fight


def test_battle_odds_are_exact_and_sum_to_one() -> None:
    fight = battle(force(14, 3, morale=2, rating=3), force(18, 4, rating=2))
    odds = battle_odds(TABLES, fight)
    assert sum((p for _, p in odds), Fraction(0)) == 1
    assert odds.chance(lambda end: end.gave == DEFEND) > Fraction(9, 10)


def test_battle_odds_are_those_of_playing_it_round_by_round() -> None:
    fight = battle(force(7, 4), force(6))

    def whole(dice: object) -> Engagement:
        now = fight
        while not now.over:
            now = fight_round(TABLES, now, dice)  # type: ignore[arg-type]
        return pursuit(TABLES, now, dice)  # type: ignore[arg-type]

    played = distribution(whole)
    assert dict(battle_odds(TABLES, fight)) == dict(played)


def test_round_odds_are_one_die() -> None:
    odds = round_odds(TABLES, battle(force(15), force(15)))
    assert odds.chance(lambda end: end.gave == ATTACK) == odds.chance(lambda end: end.gave == DEFEND) == Fraction(1, 3)
