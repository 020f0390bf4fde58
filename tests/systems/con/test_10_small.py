"""Guesses, raids, ambushes, skirmishes, and who goes back after them (10.1 to 10.5.3)."""

from __future__ import annotations

from typing import Any

import pytest

from napwidgets.systems.con.combat import Combat, Contact, Loss
from napwidgets.systems.con.forces import SIZES, Group, Size, Unit, Way
from napwidgets.systems.con.guesses import Kind, Meeting, guessed_right, kind_of, may_delay
from napwidgets.systems.con.retreat import may_advance
from napwidgets.systems.con.small import cavalry_side, losses, parts
from tests.systems.con.field import TABLES, combat, fought, group, totals

D, C, A = SIZES


def added(which: Combat) -> int:
    return sum(part.value for part in parts(TABLES, which))


def horse(strength: int, size: Size = "division", **more: Any) -> Group:
    return group(size, 0, strength, **more)


# Kinds of combat (10.5)


@pytest.mark.parametrize(
    ("sizes", "right", "kind", "who"),
    [
        ((D, D), (True, True), "skirmish", None), ((D, D), (False, False), "skirmish", None),
        ((D, D), (True, False), "raid", 0), ((D, D), (False, True), "raid", 1),
        ((D, C), (True, True), "skirmish", None), ((D, C), (False, False), "skirmish", None),
        ((D, C), (True, False), "raid", 0), ((D, C), (False, True), "ambush", 1),
        ((A, D), (True, True), "skirmish", None), ((A, D), (False, False), "skirmish", None),
        ((A, D), (True, False), "ambush", 0), ((A, D), (False, True), "raid", 1),
        ((C, C), (True, True), "battle", None), ((C, C), (False, False), "battle", None),
        ((C, C), (True, False), "wrongfooted", 0), ((C, C), (False, True), "wrongfooted", 1),
        ((A, A), (True, True), "battle", None), ((A, A), (False, False), "battle", None),
        ((A, A), (True, False), "wrongfooted", 0), ((A, A), (False, True), "wrongfooted", 1),
        ((C, A), (True, True), "withdraw", None), ((C, A), (False, False), "withdraw", None),
        ((C, A), (True, False), "wrongfooted", 0), ((C, A), (False, True), "wrongfooted", 1),
        ((A, C), (True, False), "wrongfooted", 0), ((A, C), (False, True), "wrongfooted", 1),
    ],
)  # fmt: skip
def test_10_5_both_guesses_give_the_kind(
    sizes: tuple[Size, Size], right: tuple[bool, bool], kind: Kind, who: int | None
) -> None:
    assert kind_of(sizes, right) == Meeting(kind, who)
    assert kind_of(sizes, right, besieged=True) == Meeting("battle")


def test_10_5_only_a_corps_that_alone_guessed_right_may_delay_an_army() -> None:
    assert kind_of((C, A), (True, False), delay=True) == Meeting("delay")
    assert kind_of((A, C), (False, True), delay=True) == Meeting("delay")
    asked = [(sizes, (one, two)) for sizes in ((C, A), (A, C), (C, C), (A, A), (D, A), (A, D))
             for one in (True, False) for two in (True, False)]  # fmt: skip
    assert [case for case in asked if may_delay(*case)] == [((C, A), (True, False)), ((A, C), (False, True))]


def test_10_5_who_forages_or_failed_to_repulse_has_guessed_wrong() -> None:
    assert guessed_right("corps", "corps")
    assert not guessed_right("army", "corps")
    assert not guessed_right(None, "corps")
    assert not guessed_right("corps", "corps", foraging=True)
    assert not guessed_right("corps", "corps", failed=True)


# Raids (10.5.1)


@pytest.mark.parametrize(
    ("die", "lost"), [(1, (3, 0)), (2, (3, 3)), (3, (5, 5)), (4, (0, 3)), (5, (3, 5)), (6, (0, 5))]
)
def test_10_5_1_losses_are_percent_of_the_raider(die: int, lost: tuple[int, int]) -> None:
    assert totals(fought(combat("raid", group(D, 10), group(C, 40), right=0), die)) == lost
    other = fought(combat("raid", group(C, 40), group(D, 10), right=1), die)
    assert totals(other) == (lost[1], lost[0])


def test_10_5_1_halves_go_up_and_nobody_loses_more_than_there_is() -> None:
    assert totals(fought(combat("raid", group(D, 1), group(C, 40), right=0), 3)) == (1, 1)
    assert totals(fought(combat("raid", group(D, 1), group(C, 40), right=0), 2)) == (0, 0)
    assert totals(fought(combat("raid", group(D, 10), group(D, 3), right=0), 3)) == (5, 3)


def test_10_5_1_the_examples_of_cavalry() -> None:
    assert added(combat("raid", horse(1), group(C, 20, 3), right=0)) == -1
    assert added(combat("raid", horse(3), horse(1), right=0)) == 1


def test_10_5_1_three_to_one_comes_before_being_all_cavalry() -> None:
    foot = group(C, 20)
    assert cavalry_side(TABLES, combat("raid", horse(1), group(C, 20, 3), right=0)) == 1
    assert cavalry_side(TABLES, combat("raid", horse(1), group(C, 20, 2), right=0)) == 0
    assert cavalry_side(TABLES, combat("raid", horse(2), horse(1), right=0)) is None
    assert cavalry_side(TABLES, combat("raid", group(D, 5, 1), foot, right=0)) == 0
    assert cavalry_side(TABLES, combat("raid", group(D, 5, 1), group(C, 20, 2), right=0)) is None
    assert cavalry_side(TABLES, combat("raid", group(D, 5), foot, right=0)) is None


def test_10_5_1_the_example_of_terrain() -> None:
    town = group(D, 10, fortified=True)
    assert added(combat("raid", town, group(C, 20), right=0, contact=Contact(1, streams=1))) == 2


def test_10_5_1_what_is_good_for_the_raider_is_bad_for_the_raided() -> None:
    shaken = Unit("infantry", 20, demoralized=True)
    plain, weak = group(D, 10), group(C, 0, units=(shaken,))
    assert added(combat("raid", plain, weak, right=0)) == 1
    assert added(combat("raid", group(D, 0, units=(shaken,)), group(C, 20), right=0)) == -1
    assert added(combat("raid", plain, group(C, 20, fortified=True), right=0)) == -3
    assert added(combat("raid", plain, group(C, 20, cover=1), right=0)) == -1
    assert added(combat("raid", group(D, 10, cover=1), group(C, 20), right=0)) == 1
    assert added(combat("raid", plain, group(C, 20), right=0, contact=Contact(1, bridged=1))) == -3


def test_10_5_1_terrain_does_not_add_up() -> None:
    raided = group(C, 20, fortified=True, cover=1)
    assert added(combat("raid", group(D, 10), raided, right=0, contact=Contact(1, bridged=1))) == -3
    covered = group(C, 20, cover=1)
    assert added(combat("raid", group(D, 10), covered, right=0, contact=Contact(1, streams=1))) == -1


def test_10_1_rivers_help_the_defender_alone() -> None:
    over = Contact(1, streams=1)
    assert added(combat("raid", group(D, 10), group(C, 20), right=0, contact=over)) == -1
    assert added(combat("raid", group(D, 10), group(C, 20), right=0, contact=over, attacker=1)) == 1
    bridged = Contact(1, bridged=1)
    assert added(combat("raid", group(D, 10), group(C, 20), right=0, contact=bridged, attacker=1)) == 3


def test_10_2_half_of_the_contact_is_enough() -> None:
    assert added(combat("raid", group(D, 10), group(C, 20, hexes=4, cover=2), right=0)) == -1
    assert added(combat("raid", group(D, 10), group(C, 20, hexes=4, cover=1), right=0)) == 0
    assert added(combat("raid", group(D, 10), group(C, 20, hexes=3, cover=1), right=0)) == 0
    assert added(combat("raid", group(D, 10), group(C, 20), right=0, contact=Contact(4, streams=2))) == -1
    assert added(combat("raid", group(D, 10), group(C, 20), right=0, contact=Contact(3, streams=1))) == 0
    assert added(combat("raid", group(D, 10), group(C, 20), right=0, contact=Contact(3, bridged=1))) == 0
    assert added(combat("raid", group(D, 10), group(C, 20), right=0, contact=Contact(streams=1))) == -1
    assert added(combat("raid", group(D, 10), group(C, 20), right=0, contact=Contact(4, streams=1))) == 0
    assert added(combat("raid", group(D, 10), group(C, 20), right=0, contact=Contact(4, bridged=2))) == -3
    assert added(combat("raid", group(D, 10), group(C, 20), right=0, contact=Contact(4, 1, 1))) == -1


# Ambushes (10.5.2)


def test_10_5_2_losses_are_percent_of_the_ambushed_division() -> None:
    which = combat("ambush", group(C, 40), group(D, 10), right=0)
    assert [totals(fought(which, die)) for die in (1, 3, 6)] == [(3, 0), (5, 5), (0, 5)]
    other = combat("ambush", group(D, 10), group(A, 60), right=1)
    assert [totals(fought(other, die)) for die in (1, 3, 6)] == [(0, 3), (5, 5), (5, 0)]
    assert added(combat("ambush", group(C, 40), group(D, 10, cover=1), right=0)) == -1
    assert parts(TABLES, combat("ambush", group(C, 40), group(D, 10, cover=1), right=0))[0].cite == "CON 10.5.2"


# Skirmishes (10.5.3)


@pytest.mark.parametrize(
    ("die", "lost"), [(1, (1, 2)), (2, (0, 1)), (3, (0, 1)), (4, (1, 0)), (5, (1, 0)), (6, (2, 1))]
)
def test_10_5_3_losses_are_strength_points(die: int, lost: tuple[int, int]) -> None:
    assert totals(fought(combat("skirmish", group(C), group(D, 10)), die)) == lost


def test_10_5_3_the_examples_of_cavalry() -> None:
    assert added(combat("skirmish", group(C, 20, 3), horse(1))) == -1
    assert added(combat("skirmish", horse(1), horse(3))) == 1


def test_10_5_3_modifiers_are_for_the_french_as_written() -> None:
    shaken = (Unit("infantry", 20, demoralized=True),)
    assert added(combat("skirmish", group(C, 0, units=shaken), group(D))) == 1
    assert added(combat("skirmish", group(C), group(D, 0, units=shaken))) == -1
    assert added(combat("skirmish", group(C, cover=1), group(D))) == -1
    assert added(combat("skirmish", group(C), group(D, fortified=True))) == 3
    assert added(combat("skirmish", group(C), group(D), contact=Contact(1, bridged=1))) == 3
    assert added(combat("skirmish", group(C), group(D), contact=Contact(1, bridged=1), attacker=1)) == -3


def test_10_5_3_no_more_is_lost_than_half_of_the_enemy_rounded_up() -> None:
    assert losses(TABLES, combat("skirmish", group(D, 10), horse(1)), 6) == (1, 0)
    assert losses(TABLES, combat("skirmish", group(D, 10), group(D, 2)), 6) == (1, 1)
    assert losses(TABLES, combat("skirmish", group(D, 10), group(D, 3)), 6) == (2, 1)
    # The other way round.
    assert losses(TABLES, combat("skirmish", group(D, 2), group(D, 10)), 1) == (1, 1)


def test_10_5_3_a_group_of_one_loses_one() -> None:
    assert losses(TABLES, combat("skirmish", group(D, 1), group(D, 10, 0)), 6) == (1, 1)


# Retreats (10.3)


def test_10_3_the_smaller_class_goes_back_three_hexes_whoever_lost_more() -> None:
    for which in (
        combat("skirmish", group(C, 12), group(D, 20)),
        combat("raid", group(C, 12), group(D, 20), right=1),
        combat("ambush", group(A, 12), group(D, 20), right=0),
    ):
        end = fought(which, 6)
        assert end.hexes == (0, 3)
        assert may_advance(which, end.winner, end.hexes, 0)
        assert not may_advance(which, end.winner, end.hexes, 1)


@pytest.mark.parametrize(
    ("french", "coalition", "attacker", "cover", "back"),
    [
        # Overwhelmed, though the attacker faces terrain or is the other one; what is left counts: die 4 costs
        # the French one point.
        ((31, 10), "3:1", 0, 1, 1),
        ((30, 10), "2.9:1 against terrain", 0, 1, 0),
        ((30, 10), "2.9:1", 0, 0, 1),
        ((16, 10), "3:2", 0, 0, 1),
        ((15, 10), "14:10", 0, 0, 0),
        ((15, 10), "14:10, the Coalition attacks", 1, 0, 1),
        ((16, 10), "3:2 against the attacker", 1, 0, 1),
        ((10, 10), "9:10", 1, 0, 1),
        ((8, 11), "7:11, the Coalition attacks", 1, 0, 0),
    ],
)
def test_10_3_of_two_divisions_the_list_decides(
    french: tuple[int, int], coalition: str, attacker: int, cover: int, back: int
) -> None:
    two = group(D, french[1], cover=cover if attacker == 0 else 0)
    end = fought(combat("skirmish", group(D, french[0]), two, attacker=attacker), 4 - cover)
    # With cover the die is one higher, so that each case loses the French their one point.
    assert totals(end) == (1, 0)
    assert end.hexes == ((3, 0) if back == 0 else (0, 3)), coalition


def test_10_3_three_to_one_is_counted_of_what_both_have_left() -> None:
    def back(french: int) -> tuple[int, int]:
        end = fought(combat("skirmish", group(D, french), group(D, 10, cover=1)), 2)
        assert totals(end) == (0, 1)
        return end.hexes

    assert back(27) == (0, 3)
    assert back(26) == (3, 0)


def test_10_3_who_is_destroyed_goes_nowhere_and_the_other_stays() -> None:
    end = fought(combat("skirmish", group(D, 1), group(D, 2)), 5)
    assert totals(end) == (1, 0)
    assert end.hexes == (0, 0)


def test_10_3_a_smaller_force_that_took_more_than_it_lost_chooses_its_way() -> None:
    raid = combat("raid", group(D, 10), group(C, 40), right=0)
    assert fought(raid, 6).free == (True, False)
    assert fought(raid, 3).free == (False, False)
    assert fought(raid, 1).free == (False, False)
    assert fought(combat("ambush", group(C, 40), group(D, 10), right=0), 1).free == (False, True)
    assert fought(combat("skirmish", group(C), group(D)), 6).free == (False, False)
    assert fought(combat("raid", group(D, 10), group(D, 12), right=0), 6).free == (False, False)


def test_10_5_1_zones_and_rivers_on_the_way_cost_a_point_each() -> None:
    way = Way(zones=(30, 12), rivers=(4,))
    raid = combat("raid", group(D, 10, way=way), group(C, 40, way=way), right=0)
    assert totals(fought(raid, 6)) == (3, 5)
    assert totals(fought(combat("raid", group(D, 2, way=way), group(C, 40), right=0), 6)) == (2, 1)
    # What was lost on the way does not count for who took more.
    assert fought(combat("raid", group(D, 4, way=way), group(C, 40), right=0), 6).free == (True, False)


def test_10_3_losses_fall_on_who_goes_back_in_another_order() -> None:
    # Six points of cavalry against none take one from the die: it counts as a 3.
    end = fought(combat("raid", group(D, 8, 0, 2), group(C, 30, 6, 4), right=0), 4)
    assert end.hexes == (3, 0)
    assert end.lost[0] == Loss(infantry=3, artillery=2)
    assert (end.lost[1].infantry, end.lost[1].cavalry, end.lost[1].artillery) == (3, 1, 1)
