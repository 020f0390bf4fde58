"""Battles of Jours de Gloire, by paragraph; worked by hand from the text."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import ScriptedDice, SeededDice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.jdg.combat.battle import (
    ATTACK,
    DEFEND,
    Battle,
    End,
    Field,
    Ground,
    Later,
    fight_out,
    odds_by_length,
    parts,
    rounds,
)
from napwidgets.systems.jdg.combat.tactics import contest
from napwidgets.systems.jdg.forces import Force, Leader, Unit, allowed, average_cohesion
from napwidgets.systems.jdg.tables import TACTICS, Tables

TABLES = Tables()
GENERAL = Leader(2)


def force(strength: int, cohesion: int = 4, **more: int) -> Force:
    return Force((Unit(strength, cohesion, **more),))  # type: ignore[arg-type]


def scripted(*faces: int) -> ScriptedDice:
    return ScriptedDice([(face,) for face in faces])


def test_1_2_2_average_cohesion_is_that_of_the_greatest_strength() -> None:
    stack = [Unit(5, 5), Unit(5, 4), Unit(5, 4), Unit(3, 3), Unit(3, 3)]
    assert average_cohesion(TABLES, stack) == 4


def test_1_2_2_much_better_infantry_adds_one() -> None:
    rest = [Unit(10, 4), Unit(3, 3), Unit(3, 3)]
    assert average_cohesion(TABLES, [Unit(5, 6), *rest]) == 5
    assert average_cohesion(TABLES, [Unit(5, 6, "cavalry"), *rest]) == 4


def test_1_2_2_equal_strength_takes_the_better_value_and_guns_have_no_say() -> None:
    assert average_cohesion(TABLES, [Unit(5, 3), Unit(5, 4), Unit(0, 6, "artillery", 4)]) == 4


def test_8_2_what_a_force_may_choose() -> None:
    assert allowed(TABLES, force(2)) == ("skirmish",)
    assert allowed(TABLES, force(9)) == ("skirmish", "screen")
    assert allowed(TABLES, force(20)) == ("screen",)
    assert allowed(TABLES, Force((Unit(20, 4),), (GENERAL,))) == ("screen", "offensive")
    assert allowed(TABLES, Force((Unit(15, 4),), (Leader(3),))) == ("screen", "offensive", "decisive")
    assert allowed(TABLES, Force((Unit(14, 4),), (Leader(4),))) == ("screen", "offensive")
    assert allowed(TABLES, Force((Unit(4, 4, detachment=True),))) == ("skirmish",)


def test_8_2_rounds_are_half_the_sum_and_rounded_up_if_one_side_alone_is_led() -> None:
    led = Force((Unit(12, 4),), (GENERAL,))
    assert rounds(TABLES, Battle((led, led)), ("offensive", "screen")) == (2, "screen")
    assert rounds(TABLES, Battle((led, force(12))), ("offensive", "screen")) == (3, "offensive")
    assert rounds(TABLES, Battle((force(12), force(12))), ("decisive", "decisive")) == (4, "decisive")


def test_3_1_snow_takes_a_round_but_never_the_last_one() -> None:
    snow = Battle((force(12), force(12)), Ground(weather="Snow"))
    assert rounds(TABLES, snow, ("decisive", "decisive")) == (3, "decisive")
    assert rounds(TABLES, snow, ("skirmish", "skirmish")) == (1, "skirmish")


def modifiers(battle: Battle, side: int, turn: int = 1) -> dict[str, int]:
    return {part.name: part.value for part in parts(TABLES, battle, side, turn)}


def test_8_5_the_difference_in_cohesion_works_both_ways() -> None:
    battle = Battle((force(10, 2), force(10, 4)), Ground("defensive"))
    assert modifiers(battle, ATTACK)["cohesion"] == -2
    assert modifiers(battle, DEFEND)["cohesion"] == 2


def test_8_5_the_highest_leader_lends_his_bonus() -> None:
    led = Force((Unit(10, 4),), (Leader(2, 4), Leader(3, 1), Leader(3, 2)))
    assert modifiers(Battle((led, force(10))), ATTACK) == {"tactical bonus": 2}


def test_8_5_ground() -> None:
    for ground, attacker, defender in (
        (Ground(), {}, {"open": 1}),
        (Ground("defensive"), {"defensive": -1}, {"defensive": 1}),
        (Ground("mountain", entrenched=True), {"mountain": -1, "entrenched": -1}, {}),
        (Ground("defensive", bridge=True), {"defensive": -1, "bridge": -2}, {"defensive": 1}),
        (Ground(flank=True), {"flank attack": 2}, {"open": 1}),
        (Ground(flank=True, encircled=True), {"defender encircled": 3}, {"open": 1}),
        (Ground(city=True), {"fortified city": 1}, {}),
    ):
        battle = Battle((force(10), force(10)), ground)
        assert (modifiers(battle, ATTACK), modifiers(battle, DEFEND)) == (attacker, defender)


def test_8_5_third_and_fourth_round_wear_both_sides_out() -> None:
    battle = Battle((force(10), force(10)), Ground("mountain"))
    assert modifiers(battle, DEFEND, 2) == {}
    assert modifiers(battle, DEFEND, 3) == {"third round": -1}
    last = parts(TABLES, battle, DEFEND, 4)
    assert [(part.what, part.value) for part in last] == [("column", -1), ("die", -1)]


def test_8_3_strength_is_halved_and_rounded_down() -> None:
    mixed = Force((Unit(7, 4), Unit(5, 4, "cavalry")))
    assert Field(TABLES, Battle((mixed, mixed))).strength(ATTACK, 1, 0) == 12
    assert Field(TABLES, Battle((mixed, mixed), Ground("mountain"))).strength(DEFEND, 1, 0) == 9
    tired = Force(tuple(replace(unit, weary=True) for unit in mixed.units))
    assert Field(TABLES, Battle((tired, tired), Ground("mountain"))).strength(ATTACK, 1, 0) == 4
    assert Field(TABLES, Battle((tired, tired))).strength(DEFEND, 1, 0) == 12
    assert Field(TABLES, Battle((tired, mixed), Ground(city=True))).strength(ATTACK, 1, 0) == 1


def test_8_3_what_halves_strength_is_named_with_the_points_that_it_holds_for() -> None:
    mixed = Force((Unit(7, 4, weary=True), Unit(5, 4, "cavalry"), Unit(4, 4)))
    battle = Battle((mixed, mixed), Ground("mountain", city=True))
    named = [[part.name for part in parts(TABLES, battle, side, 1) if part.what == "strength"] for side in (0, 1)]
    riders = "cavalry in bad ground, 5 strength points"
    assert named == [["fatigued, 7 strength points", "fortified city", riders], [riders]]


def test_8_3_cavalry_bears_its_share_of_the_losses() -> None:
    mixed = Force((Unit(6, 4), Unit(6, 4, "cavalry")))
    field = Field(TABLES, Battle((mixed, mixed), Ground("mountain")))
    # Four lost, two of them cavalry: four on foot and half of four.
    assert field.strength(ATTACK, 2, 4) == 4 + 2


def test_8_4_one_round_by_hand() -> None:
    """Twelve against twelve: the column 11-15 hits on 5 and more; the defender in the open adds one."""
    odds = odds_by_length(TABLES, Battle((force(12), force(12))), 1)[0]
    assert odds[End((1, 0), DEFEND)] == Fraction(1, 2) * Fraction(2, 3)
    assert odds[End((0, 1), ATTACK)] == Fraction(1, 3) * Fraction(1, 2)
    assert odds.chance(lambda end: end.winner is None) == Fraction(1, 2)


def test_8_4_guns_fire_in_even_rounds_only() -> None:
    battle = Battle((force(12, artillery=5), force(12)), Ground("defensive"))
    assert fight_out(TABLES, battle, 1, scripted(1, 1)) == End((0, 0), None)
    # Attacker's die, his guns, defender's die; the guns' 6 costs one point.
    assert fight_out(TABLES, battle, 2, scripted(1, 1, 1, 6, 1)) == End((0, 1), ATTACK)


def test_3_1_snow_lowers_the_guns() -> None:
    snow = Battle((force(12, artillery=5), force(12)), Ground("defensive", weather="Snow"))
    assert fight_out(TABLES, snow, 2, scripted(1, 1, 1, 4, 1)) == End((0, 0), None)


def test_8_6_a_fifth_of_the_strength_lost_calls_for_a_test() -> None:
    field = Field(TABLES, Battle((force(10), force(11))))
    assert [here.brink for here in field.sides[1]] == [2, 3]


def test_8_6_a_leader_steadies() -> None:
    for bonus, adds in ((0, 0), (1, 1), (2, 1), (3, 2), (4, 2)):
        led = Force((Unit(10, 3),), (Leader(4, bonus),))
        assert Field(TABLES, Battle((led, led))).sides[1][ATTACK].stands_on == 3 + adds


def test_8_6_who_fails_breaks_off_and_is_beaten() -> None:
    # Five points against five: the defender, in the open, needs a 6 to hit; one lost is a fifth; 5 is above 4.
    battle = Battle((force(5), force(5)))
    assert fight_out(TABLES, battle, 4, scripted(1, 6, 5)) == End((1, 0), DEFEND, broke=True)
    assert fight_out(TABLES, battle, 1, scripted(1, 6, 4)) == End((1, 0), DEFEND)


def test_8_6_an_encircled_defender_stays_and_loses_a_point_then_all() -> None:
    # Three columns to the right: 11-15 hits on 5. One of five lost, a failed test costs a second one.
    battle = Battle((force(5), force(5)), Ground("defensive", encircled=True))
    field = Field(TABLES, battle)
    assert field.column(ATTACK, 1, 0) == 1 + 3 - 1
    assert fight_out(TABLES, battle, 1, scripted(5, 1, 6)) == End((0, 5), ATTACK, eliminated=True)
    assert fight_out(TABLES, battle, 1, scripted(1, 1)) == End((0, 0), None)


def test_8_7_a_beaten_garrison_is_eliminated() -> None:
    battle = Battle((force(60), force(12)), Ground(city=True))
    end = fight_out(TABLES, battle, 1, scripted(6, 1))
    assert end == End((0, 12), ATTACK, eliminated=True)


def test_8_7_a_retreat_over_water_costs_one_more() -> None:
    battle = Battle((force(12), force(12)), Ground(water=(True, False)))
    assert fight_out(TABLES, battle, 1, scripted(1, 6)) == End((2, 0), DEFEND)
    assert fight_out(TABLES, battle, 1, scripted(1, 1)) == End((0, 0), None)
    assert fight_out(TABLES, battle, 1, scripted(6, 1)) == End((0, 1), ATTACK)
    behind = Battle((force(12), force(12)), Ground(water=(False, True)))
    assert fight_out(TABLES, behind, 1, scripted(6, 1)) == End((0, 2), ATTACK)


def test_8_4_nobody_is_left_to_pursue() -> None:
    battle = Battle((force(12, 5, cavalry=5), force(1)))
    assert fight_out(TABLES, battle, 4, scripted(6, 1)) == End((0, 1), ATTACK, eliminated=True)


def test_8_4_pursuit() -> None:
    chasers = force(12, cavalry=5)
    for weather, face, lost in (("Clear", 3, 1), ("Rain", 3, 0), ("Snow", 4, 1), ("Clear", 2, 0), ("Clear", 6, 1)):
        battle = Battle((chasers, force(12)), Ground("defensive", weather=weather))
        # The column 7-10 after one to the left hits on 6; the defender, one to the right, on 4.
        assert fight_out(TABLES, battle, 1, scripted(6, 1, face)) == End((0, 1 + lost), ATTACK)
    mud = Battle((chasers, force(12)), Ground("defensive", weather="Mud"))
    assert fight_out(TABLES, mud, 1, scripted(6, 1)) == End((0, 1), ATTACK)


def test_8_1_p5_equal_losses_leave_nobody_victor() -> None:
    assert fight_out(TABLES, Battle((force(12), force(12))), 1, scripted(5, 4)) == End((1, 1), None)


def test_6_5_2_who_marches_to_the_guns_fights_from_the_round_after() -> None:
    battle = Battle((force(12), force(12)), later=(Later(DEFEND, 2, force(9)),))
    field = Field(TABLES, battle)
    assert [field.strength(DEFEND, turn, 0) for turn in (1, 2, 3, 4)] == [12, 12, 21, 21]
    wing = Battle((force(12), force(12)), later=(Later(DEFEND, 2, force(9), flank=True),))
    assert modifiers(wing, DEFEND, 3)["flank attack by a march to the guns"] == 2


def test_8_4_cavalry_bears_its_share_of_the_losses_rounded_down() -> None:
    mixed = Force((Unit(8, 4), Unit(4, 4, "cavalry")))
    field = Field(TABLES, Battle((mixed, force(12)), Ground("mountain")))
    # In the mountains a point of cavalry counts half: of three lost it bears one (reading 7).
    assert [field.strength(ATTACK, 1, lost) for lost in range(7)] == [10, 9, 8, 7, 6, 5, 5]


@pytest.mark.parametrize(
    ("battle", "length"),
    [
        (Battle((force(12, 3, cavalry=2), force(12))), 1),
        (Battle((force(5), force(6)), Ground("defensive", water=(True, True))), 2),
        (Battle((force(4, 5), force(5, 3)), Ground(encircled=True)), 1),
    ],
)
def test_8_odds_are_those_of_every_run_of_the_same_rules(battle: Battle, length: int) -> None:
    whole = distribution(lambda dice: fight_out(TABLES, battle, length, dice))
    assert dict(odds_by_length(TABLES, battle, length)[0]) == dict(whole)


NAPOLEON = Force(
    (Unit(16, 3, "infantry", 3, 1), Unit(9, 3, "infantry", 3), Unit(5, 5, "infantry", 2), Unit(2, 4, "cavalry", 1, 5)),
    (Leader(4, 3, 4),),
)
BLUCHER = Force(
    (Unit(13, 4, "infantry", 4, 3), Unit(8, 4, "infantry", 3, 2), Unit(2, 4, "cavalry", 1, 4)), (Leader(4, 2, 4),)
)


def test_8_four_rounds_agree_with_play() -> None:
    battle = Battle((NAPOLEON, BLUCHER), Ground("defensive"))
    chance = float(odds_by_length(TABLES, battle, 4)[0].chance(lambda end: end.winner == ATTACK))
    dice, samples = SeededDice("Lützen"), 2_000
    won = sum(fight_out(TABLES, battle, 4, dice).winner == ATTACK for _ in range(samples))
    # Five standard errors of a share of so many: one run in two million lies outside by chance.
    assert abs(won / samples - chance) < 5 * sqrt(chance * (1 - chance) / samples)


def test_8_losses_never_exceed_the_force_and_the_broken_lose() -> None:
    for odds in odds_by_length(TABLES, Battle((force(3), force(4))), 1, 2, 3, 4):
        for end, _ in odds:
            assert end.lost[0] <= 3
            assert end.lost[1] <= 4
            assert end.winner is not None or end.lost[0] == end.lost[1]


def test_8_2_the_choice_of_tactics_is_a_game() -> None:
    game = contest(TABLES, Battle((NAPOLEON, BLUCHER)))
    assert game.attacker == game.defender == TACTICS[1:]
    for a, d in game.pairs:
        assert game.pairs[game.replies(ATTACK)[d], d].worth >= game.pairs[a, d].worth
        assert game.pairs[a, game.replies(DEFEND)[a]].worth <= game.pairs[a, d].worth
    assert game.safest(ATTACK)[1] <= game.safest(DEFEND)[1]
    for a, d in game.settled():
        assert game.replies(ATTACK)[d] == a or game.pairs[game.replies(ATTACK)[d], d].worth == game.pairs[a, d].worth


def test_8_2_a_pair_is_settled_where_neither_side_does_better_by_another_tactic() -> None:
    alone = contest(TABLES, Battle((force(2), force(2))))
    assert alone.settled() == (("skirmish", "skirmish"),), "who has no choice can't do better"
    game = contest(TABLES, Battle((NAPOLEON, BLUCHER)))
    for a, d in game.pairs:
        better = any(game.pairs[other, d].worth > game.pairs[a, d].worth for other in game.attacker)
        worse = any(game.pairs[a, other].worth < game.pairs[a, d].worth for other in game.defender)
        assert ((a, d) in game.settled()) is not (better or worse)


def test_8_a_battle_needs_two_sides() -> None:
    with pytest.raises(ValueError, match="strength points"):
        Battle((force(5), Force((Unit(0, 4, "artillery", 4),))))
