"""Size classes, scouting, cavalry, repulses and morale (3.2, 5, 6, 7, 8)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from napwidgets.kernel.dice import ScriptedDice
from napwidgets.systems.con.forces import (
    Arm,
    Leader,
    Size,
    Unit,
    demoralized,
    hundredths,
    rounded,
    size_class,
    subordination,
)
from napwidgets.systems.con.guesses import may_repulse, repulsed
from napwidgets.systems.con.guns import differential
from napwidgets.systems.con.morale import normal, passes, rallies
from napwidgets.systems.con.preparation import Chits
from napwidgets.systems.con.scouting import Report, light, report, told_strength
from tests.systems.con.field import TABLES, combat, group

COLE = Leader(1, 3, major=True)
HILL = REILLE = ERLON = BLUECHER = Leader(3, 5)
NEY, WELLINGTON = Leader(3, 6), Leader(4, 8)


def size(leaders: list[Leader], *units: Arm) -> Size:
    return size_class(TABLES, leaders, subordination(TABLES, units))


def test_3_2_the_examples_of_the_text() -> None:
    assert size([COLE], *["infantry"] * 2) == "division"
    assert size([REILLE], *["infantry"] * 2) == "corps"
    assert size([NEY, REILLE], *["infantry"] * 6) == "corps"
    assert size([WELLINGTON, COLE, HILL], *["infantry"] * 6) == "corps"
    assert size([NEY, ERLON, REILLE], *["infantry"] * 10) == "army"
    assert size([WELLINGTON, HILL, COLE, BLUECHER], *["infantry"] * 6) == "army"


def test_3_2_one_and_a_half_of_subordination_make_a_division_whoever_leads() -> None:
    assert subordination(TABLES, ["infantry", "cavalry"]) == Fraction(3, 2)
    assert size([NEY, ERLON, REILLE], "infantry", "cavalry") == "division"
    assert size([REILLE], "infantry", "cavalry", "cavalry") == "corps"
    assert size([], *["cavalry"] * 3) == "division"
    assert size([], *["cavalry"] * 4) == "corps"
    assert subordination(TABLES, ["artillery"]) == 1


def test_3_2_a_major_general_beside_another_leader_makes_no_division() -> None:
    assert size([COLE, HILL], *["infantry"] * 3) == "corps"
    assert size([COLE, COLE], *["infantry"] * 4) == "corps"
    idle = Leader(3, 5, commands=False)
    assert size([COLE, idle], *["infantry"] * 3) == "division"
    assert size([HILL, NEY, idle], *["infantry"] * 6) == "corps"


def test_3_2_the_senior_leader_has_the_largest_span_and_of_equals_the_owner_takes_the_better() -> None:
    able, bold = Leader(4, 6), Leader(4, 6, bonus=True)
    assert group(leaders=(Leader(5, 5), able, Leader(3, 6, bonus=True))).senior is able
    assert group(leaders=(able, bold)).senior is bold
    assert group(leaders=(able, twin := Leader(4, 6))).senior is able is not twin
    assert group(leaders=()).senior is None


def scout(mine: int, theirs: int, **more: Any) -> Report:
    enemy = group("army", 34, units=(Unit("cavalry", theirs, light=True),) if theirs else ())
    own = group("corps", 20, units=(Unit("cavalry", mine, light=True),) if mine else ())
    return report(TABLES, own, enemy, **more)


def test_5_some_light_cavalry_learns_the_leader_half_the_enemys_the_rest() -> None:
    assert scout(0, 4) == scout(0, 0) == Report()
    assert scout(1, 4) == Report(leader=True)
    assert scout(2, 4) == Report(True, "army", 40)
    assert scout(1, 2) == Report(True, "army", 40)
    assert scout(2, 5) == Report(leader=True)
    assert scout(9, 4, across_primary=True) == Report()


def test_5_vedettes_count_half_and_heavy_cavalry_not_at_all() -> None:
    assert light(TABLES, group(units=(Unit("cavalry", 2, light=True), Unit("cavalry", 5, heavy=True)))) == 2
    assert light(TABLES, group(vedettes=3)) == Fraction(3, 2)
    enemy = group(units=(Unit("cavalry", 3, light=True),))
    assert report(TABLES, group(vedettes=3), enemy).size == "corps"
    assert report(TABLES, group(vedettes=2), enemy) == Report(leader=True)


@pytest.mark.parametrize(("there", "told"), [(1, 1), (5, 1), (6, 10), (10, 10), (14, 10), (15, 20), (24, 20), (25, 30)])
def test_5_strength_is_told_to_the_nearest_ten(there: int, told: int) -> None:
    assert told_strength(TABLES, there) == told


def test_6_the_differential_helps_the_one_and_hinders_the_other() -> None:
    strong, weak = group(horse=6), group(horse=4)
    assert differential(TABLES, combat("battle", strong, weak)) == (1, -1)
    assert differential(TABLES, combat("battle", weak, strong)) == (-1, 1)
    assert differential(TABLES, combat("battle", weak, weak)) == (0, 0)
    assert differential(TABLES, combat("battle", group(), group(horse=2))) == (-2, 2)
    assert differential(TABLES, combat("battle", group(), group(horse=9))) == (-3, 3)


def test_6_it_is_nothing_where_no_contact_hex_is_clear() -> None:
    from napwidgets.systems.con.combat import Contact

    which = combat("battle", group(horse=9), group(), contact=Contact(clear=False))
    assert differential(TABLES, which) == (0, 0)


def test_7_who_may_try_a_repulse_and_what_it_needs() -> None:
    assert may_repulse(TABLES, 7)
    assert not may_repulse(TABLES, 6)
    assert not may_repulse(TABLES, 9, vedettes_alone=True)
    assert repulsed(TABLES, 7, 1)
    assert repulsed(TABLES, 21, 3)
    assert not repulsed(TABLES, 20, 3)


def test_8_half_the_strength_in_demoralized_units_makes_a_demoralized_force() -> None:
    shaken = Unit("infantry", 5, demoralized=True)
    assert demoralized(TABLES, group(foot=5, units=(shaken,)))
    assert not demoralized(TABLES, group(foot=6, units=(shaken,)))
    half = Unit("infantry", 50, demoralized=True)
    assert demoralized(TABLES, group(foot=50, units=(half,)))
    assert not demoralized(TABLES, group(foot=51, units=(half,)))
    assert not demoralized(TABLES, group())


def check(die: int, leader: Leader, **more: Any) -> bool:
    return passes(TABLES, normal(TABLES, group(leaders=(leader,)), **more), die)


def test_8_a_check_is_at_most_the_leaders_initiative() -> None:
    assert check(3, Leader(3, 5))
    assert not check(4, Leader(3, 5))
    assert check(4, Leader(3, 5, bonus=True))
    assert not check(5, Leader(3, 5, bonus=True))
    assert check(5, Leader(3, 5), points=2)
    assert not check(5, Leader(3, 5), points=1)
    assert not check(3, Leader(3, 5), in_zone=True)
    assert check(2, Leader(3, 5), in_zone=True)


def test_8_a_one_always_succeeds_and_a_six_never() -> None:
    assert check(1, Leader(0, 5), in_zone=True)
    assert check(5, Leader(9, 5))
    assert not check(6, Leader(9, 5, bonus=True), points=5)
    alone = normal(TABLES, group(leaders=()))
    assert passes(TABLES, alone, 1)
    assert not passes(TABLES, alone, 2)


def test_8_more_than_half_guard_needs_no_die() -> None:
    guard = Unit("infantry", 10, guard=True)
    half, more = normal(TABLES, group(foot=10, units=(guard,))), normal(TABLES, group(foot=9, units=(guard,)))
    assert not half.sure
    assert more.sure
    none = ScriptedDice([])
    assert rallies(TABLES, more, none)
    assert none.spent
    assert rallies(TABLES, half, ScriptedDice([(2,)]))
    assert not rallies(TABLES, half, ScriptedDice([(3,)]))


@pytest.mark.parametrize(("value", "whole"), [("0.49", 0), ("0.5", 1), ("1.49", 1), ("1.5", 2), ("2", 2)])
def test_10_5_7_halves_are_rounded_up(value: str, whole: int) -> None:
    assert rounded(Fraction(value)) == whole
    assert hundredths(Fraction(value), 100) == whole


def test_3_2_the_hint_of_the_chits_says_what_makes_a_size_class() -> None:
    one, two = Leader(span=5), [Leader(span=5)] * 2
    assert "One or two leaders make a corps" in Chits.hint
    assert [size_class(TABLES, leaders, Fraction(2)) for leaders in ([one], two, [*two, one])] == [
        "corps",
        "corps",
        "army",
    ]
    assert "an infantry and a cavalry unit at most" in Chits.hint
    for arms, size in (["infantry", "cavalry"], "division"), (["infantry", "infantry"], "corps"):
        assert size_class(TABLES, [one], subordination(TABLES, arms)) == size  # type: ignore[arg-type]
