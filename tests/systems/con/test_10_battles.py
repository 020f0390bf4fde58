"""Battles, wrongfooted ones, delays and withdrawals: bombardment, modifiers, losses, retreat, morale (10.5.4 to
10.5.7.4).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from napwidgets.systems.con.combat import Combat, Contact, End, Loss
from napwidgets.systems.con.forces import SIZES, Group, Leader, Size, Unit, Way
from napwidgets.systems.con.guns import fires, hits
from napwidgets.systems.con.losses import allotted, base, staked
from napwidgets.systems.con.modifiers import advantaged, odds, parts, total, worth
from napwidgets.systems.con.morale import after_battle, must_check, passes
from napwidgets.systems.con.retreat import may_advance, on_the_way
from tests.systems.con.field import TABLES, combat, fought, group, totals

D, C, A = SIZES
#: A leader who is worth nothing in battle.
PLAIN = (Leader(2, 5),)
PERCENT = Fraction("2.5")


def battle(french: Group, coalition: Group, **more: Any) -> Combat:
    return combat("battle", french, coalition, **more)


def value(which: Combat, side: int) -> int:
    return total(TABLES, which, side)


# Bombardment (10.5.7 step 1)


@pytest.mark.parametrize(
    ("guns", "lost"),
    [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4), (10, 5), (11, 5), (12, 6), (13, 6),
     (14, 7), (30, 7)],
)  # fmt: skip
def test_10_5_7_guns_find_their_column(guns: int, lost: int) -> None:
    which = battle(group(C, 20, 0, guns), group())
    assert hits(TABLES, which, 0, 3) == hits(TABLES, which, 0, 4) == lost
    assert hits(TABLES, which, 0, 2) == hits(TABLES, which, 0, 1) == max(0, lost - 1)
    assert hits(TABLES, which, 0, 5) == hits(TABLES, which, 0, 6) == min(7, lost + 1)


def test_10_5_7_cavalry_moves_both_dice() -> None:
    which = battle(group(C, 20, 3, 4), group(C, 20, 2, 4))
    assert [hits(TABLES, which, 0, die) for die in (1, 2, 3, 4)] == [1, 2, 2, 3]
    assert [hits(TABLES, which, 1, die) for die in (3, 4, 5, 6)] == [1, 2, 2, 3]


def test_10_5_7_both_fire_at_once_and_who_has_no_guns_does_not() -> None:
    which = battle(group(C, 10, 0, 4), group(C, 10, 0, 6))
    # The guns take 2 and 3; the Coalition, 14 to 11, is advantaged by one; then 0 and 2.5 percent of 30.
    assert totals(fought(which, 3, 3, 3, 1, 1)) == (4, 2)
    assert not fires(battle(group(), group(C, 20, 0, 4)), 0)
    silent = battle(group(), group())
    assert totals(fought(silent, 1, 1)) == (0, 0)


def test_10_5_7_guns_that_destroy_a_side_end_the_battle() -> None:
    which = battle(group(C, 20, 0, 14), group(C, 3), snow=True)
    end = fought(which, 3)
    assert end == End(0, (Loss(), Loss(3)), (0, 0))
    assert fought(battle(group(C, 3), group(C, 20, 0, 14)), 3).winner == 1
    tiny = battle(group(C, 0, 0, 2), group(C, 0, 0, 2))
    end = fought(tiny, 5, 5)
    assert (end.winner, totals(end)) == (None, (2, 2))


# Modifiers (10.5.7.1)


@pytest.mark.parametrize(
    ("mine", "theirs", "worth"),
    [(109, 100, 0), (110, 100, 1), (149, 100, 1), (150, 100, 2), (199, 100, 2), (200, 100, 3), (249, 100, 3),
     (250, 100, 4), (400, 100, 4), (100, 100, 0), (100, 250, 0)],
)  # fmt: skip
def test_10_5_7_1_odds(mine: int, theirs: int, worth: int) -> None:
    which = battle(group(C, mine), group(C, theirs))
    assert odds(TABLES, which, 0) == worth
    assert odds(TABLES, battle(group(C, theirs), group(C, mine)), 1) == worth


def test_10_5_7_1_odds_are_counted_after_the_bombardment_and_with_guns() -> None:
    which = battle(group(C, 18, 0, 2), group(C, 18))
    assert odds(TABLES, which, 0) == 1
    assert odds(TABLES, which, 0, (1, 0)) == 0
    assert odds(TABLES, which, 0, (0, 5)) == 2


def test_10_5_7_1_demoralized_units_count_three_quarters_in_defence_and_half_in_attack() -> None:
    weak = group(C, 10, units=(Unit("infantry", 12, demoralized=True),))
    assert worth(TABLES, battle(weak, group()), 0) == 16
    assert worth(TABLES, battle(group(), weak), 1) == 19
    # A bombardment hits both alike.
    assert worth(TABLES, battle(weak, group()), 0, 11) == 8


def test_10_5_7_1_a_fortified_town_doubles_its_defender_by_five_at_most() -> None:
    assert worth(TABLES, battle(group(), group(C, 4, fortified=True)), 1) == 8
    assert worth(TABLES, battle(group(), group(C, 6, fortified=True)), 1) == 11
    assert worth(TABLES, battle(group(C, 6, fortified=True), group()), 0) == 6


def test_10_5_7_1_leaders() -> None:
    def led(*leaders: Leader) -> int:
        return value(battle(group(leaders=leaders), group(leaders=())), 0)

    assert led() == led(Leader(3, 5)) == 0
    assert led(Leader(4, 5)) == 1
    assert led(Leader(3, 5), Leader(5, 2)) == 0
    assert led(Leader(3, 5, bonus=True)) == 1
    assert led(Leader(4, 5, bonus=True), Leader(2, 3, bonus=True)) == 3
    assert led(Leader(3, 5, bonus=True, commands=False)) == 0


def test_10_5_7_1_forces_that_nobody_commands_together() -> None:
    assert value(battle(group(forces=1), group()), 0) == 0
    assert value(battle(group(forces=2), group()), 0) == -1
    assert value(battle(group(forces=3), group()), 0) == -2


def test_10_5_7_1_outflanking_hexes_but_not_with_a_division_against_an_army() -> None:
    def turned(size: Size, enemy: Size) -> int:
        return value(battle(group(A, outflanking=(size, size)), group(enemy)), 0)

    assert turned(C, A) == turned(A, A) == turned(D, C) == 2
    assert turned(D, A) == 0
    assert value(battle(group(A, outflanking=(D, C)), group(A)), 0) == 1


def test_10_5_7_1_each_stake_is_worth_one() -> None:
    guard = (Unit("infantry", 5, guard=True),)
    assert value(battle(group(units=guard, stakes=("guard",)), group(C, 25)), 0) == 1
    both = (*guard, Unit("cavalry", 5, heavy=True))
    assert value(battle(group(units=both, stakes=("guard", "heavy")), group(C, 30)), 0) == 2


def test_10_5_7_1_ground_helps_a_defender_with_more_than_half_of_it() -> None:
    def defended(contact: Contact | None = None, **more: Any) -> int:
        return value(battle(group(), group(**more), contact=contact or Contact(4)), 1)

    assert defended(hexes=4, cover=3) == 1
    assert defended(hexes=4, cover=2) == 0
    assert defended(Contact(4, streams=3)) == 1
    assert defended(Contact(4, streams=2)) == 0
    assert defended(Contact(4, bridged=3)) == 3
    assert defended(Contact(4, bridged=2)) == 0
    assert defended(Contact(4, streams=1, bridged=2)) == 1
    assert defended(Contact(4, bridged=3), hexes=4, cover=3) == 4
    # The attacker has nothing of it.
    assert value(battle(group(hexes=4, cover=4), group(), contact=Contact(4, streams=4)), 0) == 0
    assert value(battle(group(), group(cover=1), attacker=1), 1) == 0


def test_10_5_a_besieger_who_is_attacked_has_terrain() -> None:
    assert value(battle(group(), group(), besieged=0), 1) == 1
    assert value(battle(group(), group(), besieged=1), 1) == 0
    assert value(battle(group(), group(), besieged=0, attacker=1), 0) == 0


def test_10_5_4_who_guessed_right_has_two() -> None:
    which = combat("wrongfooted", group(), group(), right=1)
    assert (value(which, 0), value(which, 1)) == (0, 2)
    assert parts(TABLES, which, 1)[0].cite == "CON 10.5.4"
    assert fires(combat("wrongfooted", group(C, 5, 0, 5), group(), right=1), 0)


# Who is advantaged, and by how much (10.5.7 step 2)


def test_10_5_7_the_larger_modifier_then_the_larger_force_then_the_french() -> None:
    assert advantaged(TABLES, battle(group(C, 20), group(C, 20, leaders=(Leader(4, 5),)))) == (1, 1)
    assert advantaged(TABLES, battle(group(C, 20), group(C, 21))) == (1, 0)
    assert advantaged(TABLES, battle(group(C, 21), group(C, 20))) == (0, 0)
    assert advantaged(TABLES, battle(group(C, 20), group(C, 20))) == (0, 0)
    assert advantaged(TABLES, battle(group(C, 21), group(C, 20)), (2, 0)) == (1, 0)
    assert advantaged(TABLES, battle(group(forces=3), group())) == (1, 2)


def test_10_5_7_half_the_difference_counts_and_a_second_die_rounds_it() -> None:
    # Losses of 100: row 5, 6 or 7 in the first column are 10, 10 and 15 for the disadvantaged.
    even = battle(group(C, 50, leaders=(Leader(4, 5, True),)), group(C, 50, leaders=()))
    assert totals(fought(even, 5, 1)) == (3, 10)
    assert fought(even, 5, 1).hexes == (0, 3)
    odd = battle(group(C, 50, leaders=(Leader(4, 5),)), group(C, 50, leaders=()))
    assert fought(odd, 4, 1, 3).hexes == (0, 2)
    assert totals(fought(odd, 4, 1, 3)) == (0, 5)
    assert totals(fought(odd, 4, 1, 4)) == (5, 10)


def test_10_5_7_the_advantaged_throws_the_row_and_the_other_the_column() -> None:
    french, other = group(C, 51), group(C, 50)
    assert fought(battle(french, other), 1, 6).hexes == (3, 0)
    assert fought(battle(french, other), 6, 1).hexes == (0, 3)
    # The Coalition is advantaged.
    assert fought(battle(other, french), 1, 6).hexes == (0, 3)
    assert fought(battle(other, french), 1, 6).winner == 0
    assert totals(fought(battle(other, french), 5, 1)) == (10, 5)


# Delays and withdrawals (10.5.5, 10.5.6)


def test_10_5_5_a_delay_has_no_odds_no_guns_and_costs_of_twice_the_corps() -> None:
    corps, army = group(C, 20, 0, 4), group(A, 70, 0, 10)
    which = combat("delay", corps, army)
    assert odds(TABLES, which, 1) == 0
    assert not fires(which, 1)
    assert base(which) == 48
    # 5/10 percent of 48: the army is advantaged by its strength.
    assert totals(fought(which, 5, 1)) == (5, 2)


def test_10_5_6_a_withdrawal_has_odds_but_no_guns_and_costs_of_twice_the_corps() -> None:
    which = combat("withdraw", group(A, 70, 0, 10), group(C, 20, 0, 4))
    assert odds(TABLES, which, 0) == 4
    assert not fires(which, 0)
    assert base(which) == 48
    assert totals(fought(which, 4, 1)) == (1, 5)


@pytest.mark.parametrize("kind", ["withdraw", "delay"])
def test_10_5_5_and_10_5_6_the_corps_goes_back_three_hexes_whoever_wins(kind: Any) -> None:
    which = combat(kind, group(C, 20), group(A, 21))
    won, lost = fought(which, 1, 6), fought(which, 6, 1)
    if kind == "withdraw":
        assert (won.winner, lost.winner) == (0, 1)
    assert won.hexes == lost.hexes == (3, 0)
    assert won.free == ((kind == "delay"), False)
    assert lost.free == (False, False)
    assert may_advance(which, won.winner, won.hexes, 1)


@pytest.mark.parametrize("kind", ["withdraw", "delay"])
def test_10_3_who_sees_a_corps_off_may_follow_it_even_if_the_table_has_a_draw(kind: Any) -> None:
    """Reading 77: one side alone goes back, whatever the table says."""
    which = combat(kind, group(C, 20), group(A, 80))
    end = next(e for row in range(1, 7) if (e := fought(which, row, 6)).winner is None)
    assert end.hexes == (3, 0)
    assert may_advance(which, None, end.hexes, 1)
    assert not may_advance(which, None, end.hexes, 0)
    drawn = battle(group(C, 37, 2, 1), group(C, 37, 2, 1), besieged=1)
    assert not may_advance(drawn, None, (1, 0), 1)


# Losses (10.5.7.2)


def test_10_5_7_2_losses_are_those_of_both_forces_before_the_bombardment() -> None:
    which = battle(group(C, 46, 0, 4), group(C, 46, 0, 4))
    assert base(which) == 100
    # Two points to each other's guns, then 0 and 2.5 percent, rounded to three.
    assert totals(fought(which, 3, 3, 3, 1)) == (2, 5)


def test_10_5_7_2_snow_costs_both_a_little_more() -> None:
    plain, snow = battle(group(C, 51), group(C, 49)), battle(group(C, 51), group(C, 49), snow=True)
    assert totals(fought(plain, 1, 1)) == (0, 0)
    assert totals(fought(snow, 1, 1)) == (3, 3)
    assert totals(fought(snow, 5, 1)) == (8, 13)


def test_10_5_7_2_nobody_loses_more_than_he_has() -> None:
    assert totals(fought(battle(group(C, 95), group(C, 5)), 6, 1)) == (3, 5)


@pytest.mark.parametrize(
    ("lost", "stays", "retreats"),
    [
        (1, (1, 0, 0), (0, 0, 1)), (2, (2, 0, 0), (1, 0, 1)), (3, (3, 0, 0), (2, 0, 1)), (4, (3, 1, 0), (3, 0, 1)),
        (5, (3, 1, 1), (3, 1, 1)), (6, (4, 1, 1), (3, 1, 2)), (9, (6, 2, 1), (6, 1, 2)),
    ],
)  # fmt: skip
def test_10_5_7_2_losses_by_arm(lost: int, stays: tuple[int, ...], retreats: tuple[int, ...]) -> None:
    there = group(C, 20, 9, 9)
    assert allotted(TABLES, there, lost, False) == Loss(*stays)
    assert allotted(TABLES, there, lost, True) == Loss(*retreats)


def test_10_5_7_2_who_goes_back_a_single_hex_pays_with_guns_first() -> None:
    which = battle(group(C, 50, 0, 1), group(C, 48, 0, 1))
    end = fought(which, 3, 3, 3, 1)
    assert end.hexes == (0, 1)
    assert end.lost == (Loss(), Loss(2, 0, 1))
    assert fought(which, 3, 3, 2, 2).lost == (Loss(3), Loss(2, 0, 1))


def test_10_5_7_2_an_arm_that_is_gone_is_passed_over() -> None:
    assert allotted(TABLES, group(C, 20), 5, True) == Loss(5)
    assert allotted(TABLES, group(C, 20, 0, 9), 5, False) == Loss(4, 0, 1)
    assert allotted(TABLES, group(C, 20, 0, 9), 6, True) == Loss(4, 0, 2)
    assert allotted(TABLES, group(C, 1, 9, 1), 5, False) == Loss(1, 3, 1)
    assert allotted(TABLES, group(C, 2, 2, 2), 9, True) == Loss(2, 2, 2)


def test_10_5_7_2_in_a_draw_both_lose_like_those_who_stay_and_go_back_a_hex() -> None:
    which = battle(group(C, 37, 2, 1), group(C, 37, 2, 1))
    end = fought(which, 3, 3, 6, 6)
    assert end.winner is None
    assert end.hexes == (1, 1)
    assert end.lost == (Loss(3, 1), Loss(3, 1))
    assert not may_advance(which, None, end.hexes, 0)
    assert not may_advance(which, None, end.hexes, 1)


# Stakes (10.5.7.1)

GUARD = (Unit("infantry", 6, guard=True), Unit("cavalry", 6, guard=True, heavy=True), Unit("cavalry", 6, heavy=True))


def staking(*stakes: Any, **more: Any) -> Group:
    return group(C, 32, units=GUARD, stakes=stakes, **more)


def test_10_5_7_1_the_first_losses_are_those_of_what_was_staked() -> None:
    def paid(part: str, lost: int, *stakes: Any) -> tuple[int, int]:
        return staked(TABLES, staking(*stakes), 100, Fraction(part), lost)

    assert paid("5", 5) == (0, 0)
    assert paid("5", 5, "guard") == (3, 0)
    assert paid("5", 5, "heavy") == (0, 3)
    assert paid("2.5", 3, "guard", "heavy") == (3, 0)
    assert paid("5", 5, "guard", "heavy") == (3, 2)
    assert paid("7.5", 8, "guard", "heavy") == (3, 3)
    assert paid("0", 0, "guard", "heavy") == (0, 0)
    # A Guard that is too small leaves the rest of its share to the others, not to the cavalry.
    units = (Unit("infantry", 1, guard=True), Unit("cavalry", 4, heavy=True))
    few = group(C, 8, units=units, stakes=("guard", "heavy"))
    assert staked(TABLES, few, 100, PERCENT, 3) == (1, 0)
    assert staked(TABLES, few, 100, 2 * PERCENT, 5) == (1, 3)


def test_10_5_7_1_a_lost_battle_costs_the_stakes_owner_more() -> None:
    def lose(*stakes: Any) -> End:
        # The Coalition is advantaged by 2, or 1 or 0 where stakes weigh against it; it throws 6 and wins by all rows.
        leaders = (Leader(4, 5, True),) + (Leader(0, 1, True),) * len(stakes)
        return fought(battle(staking(*stakes), group(C, 50, leaders=leaders)), 4, 1)

    assert totals(lose()) == (10, 5)
    assert totals(lose("guard")) == (13, 5)
    assert totals(lose("guard", "heavy")) == (15, 5)
    assert (lose("guard").lost[0].guard, lose("guard").lost[0].heavy) == (3, 0)
    assert (lose("guard", "heavy").lost[0].guard, lose("guard", "heavy").lost[0].heavy) == (3, 3)


def test_10_5_7_1_a_won_battle_or_a_draw_costs_no_more() -> None:
    # The Guard counts one: against one leader both are even, and the French are advantaged.
    which = battle(staking("guard"), group(C, 50, leaders=(Leader(4, 5),)))
    assert totals(fought(which, 5, 1)) == (5, 10)
    assert totals(fought(which, 6, 6)) == (5, 5)
    assert fought(which, 5, 1).lost[0].guard == 3


def test_10_4_heavy_cavalry_of_the_guard_is_staked_once() -> None:
    there = staking("guard", "heavy")
    assert (there.guard, there.heavy(), there.heavy(beside_guard=True)) == (12, 12, 6)
    assert allotted(TABLES, there, 14, False, (8, 3)) == Loss(6 + 3, 2 + 3, 0, 8, 3)


# Retreat (10.5.7.4)


def test_10_5_7_4_the_loser_goes_back_by_the_r_and_a_besieged_one_stays() -> None:
    for die, column, hexes in ((1, 1, 1), (4, 1, 2), (6, 1, 3)):
        assert fought(battle(group(C, 51), group(C, 50)), die, column).hexes == (0, hexes)
    stays = battle(group(C, 51), group(C, 50), besieged=1)
    assert fought(stays, 6, 1).hexes == (0, 0)
    assert fought(stays, 6, 6).hexes == (1, 0)
    assert not may_advance(stays, 0, (0, 0), 0)


def test_10_5_7_4_zones_and_rivers_cost_of_oneself_and_the_enemy_beside() -> None:
    which = battle(group(C, 50, way=Way(zones=(30,), rivers=(13,))), group())
    assert on_the_way(TABLES, which, 0, 50) == 2 + 2
    assert on_the_way(TABLES, which, 0, 49) == 2 + 2
    assert on_the_way(TABLES, which, 0, 7) == 1 + 0
    assert on_the_way(TABLES, battle(group(way=Way()), group()), 0, 50) == 0
    # Who stays loses nothing by it.
    won = battle(group(C, 51, way=Way(zones=(90,))), group(C, 49))
    assert totals(fought(won, 3, 1)) == (0, 3)


# Demoralization (10.5.7.3)


def checked(winner: int | None, r: int, side: int, group_: Group, **more: Any) -> int:
    """What is added to the die."""
    which = battle(group_, group_, morale=True, **more)
    return sum(p.value for p in after_battle(TABLES, which, winner, r, side).parts)


def test_10_5_7_3_who_checks() -> None:
    which = battle(group(), group())
    assert [must_check(which, 0, r, 1) for r in (1, 2, 5)] == [True, True, True]
    assert [must_check(which, 0, r, 0) for r in (1, 2, 5)] == [True, False, False]
    assert must_check(which, None, 1, 0)
    assert must_check(which, None, 1, 1)
    for kind in ("withdraw", "delay"):
        by_size = combat(kind, group(C), group(A))  # type: ignore[arg-type]
        assert must_check(by_size, 1, 2, 0)
        assert not must_check(by_size, 1, 1, 1)
        assert not must_check(by_size, 0, 2, 1)
        assert not must_check(by_size, 0, 1, 0)
        assert must_check(by_size, None, 1, 0)
        assert not must_check(by_size, None, 1, 1)


def test_10_5_7_3_what_is_added() -> None:
    assert [checked(1, r, 0, group(leaders=PLAIN)) for r in (1, 2, 5)] == [-1, 0, 3]
    assert checked(1, 2, 0, group(leaders=(Leader(2, 5, True),))) == -1
    assert checked(1, 2, 0, staking("guard")) == 1
    assert checked(0, 1, 0, staking("guard")) == -1
    assert checked(None, 1, 0, staking("guard")) == -1
    assert checked(1, 2, 0, staking("heavy")) == 0
    hard = group(way=Way(zones=(5,), rivers=(5,), pursued=True, in_zone=True))
    assert checked(1, 2, 0, hard) == 3
    assert checked(0, 1, 0, hard) == 0
    assert checked(1, 2, 0, group(way=Way(rivers=(5,)))) == 1
    assert checked(1, 2, 0, group(way=Way(pursued=True))) == 1


def test_10_5_7_3_a_check_that_fails_demoralizes() -> None:
    which = battle(group(C, 51, leaders=PLAIN), group(C, 50, leaders=PLAIN), morale=True)
    # R3: the loser's die has one more; initiative 2.
    assert fought(which, 6, 1, 1).shaken == (False, False)
    assert fought(which, 6, 1, 2).shaken == (False, True)
    # R1: winner and loser check, each with one less.
    assert fought(which, 3, 1, 3, 4).shaken == (False, True)
    assert fought(which, 3, 1, 4, 3).shaken == (True, False)
    # A draw.
    assert fought(which, 6, 6, 6, 6).shaken == (True, True)
    assert passes(TABLES, after_battle(TABLES, which, 0, 3, 1), 1)


def test_10_5_7_3_a_winner_checks_only_if_the_loser_has_gone_back() -> None:
    ours, theirs = group(C, 51, leaders=PLAIN), group(C, 50, leaders=PLAIN)
    # R1 on both: but who is besieged stays where he is, and the winner needs no die.
    assert fought(battle(ours, theirs, morale=True), 3, 1, 4, 3).shaken == (True, False)
    assert fought(battle(ours, theirs, morale=True, besieged=1), 3, 1, 4).shaken == (False, True)


def test_10_5_7_3_guard_and_the_destroyed_need_no_check_and_without_the_option_nobody() -> None:
    guard = group(C, 10, units=(Unit("infantry", 41, guard=True),), leaders=PLAIN)
    assert fought(battle(guard, group(C, 50, leaders=PLAIN), morale=True), 3, 1, 6).shaken == (False, True)
    crushed = battle(group(C, 95, leaders=PLAIN), group(C, 5, leaders=PLAIN), morale=True)
    assert fought(crushed, 6, 1).shaken == (False, False)
    assert fought(battle(group(C, 51), group(C, 50)), 6, 1).shaken == (False, False)
