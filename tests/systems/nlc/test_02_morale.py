"""2. Formations, morale and pursuit ratings."""

from __future__ import annotations

import pytest

from napwidgets.systems.tactical.core.state import DEAD
from napwidgets.systems.tactical.fighting.clash import force, holds, morale
from napwidgets.systems.tactical.fighting.forces import fighter, normal_clash
from napwidgets.systems.tactical.sequence import SelectFormation
from tests.systems.nlc.table import ScriptedDice, Table, altered, arrange, battle


def morale_of(table: Table, *names: str, defending: bool = True) -> int:
    fighters = tuple(fighter(table.x, table.state, table.u(name), defending) for name in names)
    return morale(table.x.tables, force(fighters))


def test_2_1_a_formation_whose_chit_is_pulled_is_activated() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "0403"}, cup=())
    t.change(cup=(t.c("II"), t.c("R"))).push(SelectFormation()).run(1)
    assert t.state.active == (t.c("R"),)
    assert t.x.acting(t.state) == [t.u("kempt")]
    assert "Picton" in t.said("chit")[0].text


@pytest.mark.parametrize(
    ("scenario", "unit", "defending", "attacking"),
    [
        ("quatre-bras", "foy", 4, 4),
        ("quatre-bras", "ii-foot-art", 4, 4),
        ("quatre-bras", "pire", 4, 4),
        ("quatre-bras", "nassau-2", 3, 3),
        ("quatre-bras", "bijlandt", 3, 3),
        ("quatre-bras", "merlen", 3, 3),
        ("quatre-bras", "kempt", 5, 4),
        ("quatre-bras", "best", 4, 4),
        ("la-belle-alliance", "somerset", 5, 5),
    ],
)
def test_2_2_morale_by_nation_and_arm(scenario: str, unit: str, defending: int, attacking: int) -> None:
    t = arrange(battle(scenario), {unit: "0303"})
    assert (morale_of(t, unit), morale_of(t, unit, defending=False)) == (defending, attacking)


def test_2_2_small_prussian_infantry_has_a_morale_of_three_and_four_points_are_not_small() -> None:
    for strength, wanted in ((3, 3), (4, 4)):
        changed = {"luck": {"strength": strength, "reduced": 2}}
        assert morale_of(arrange(altered("ligny", units=changed), {"luck": "0303"}), "luck") == wanted


def test_2_2_a_brigade_in_two_counters_keeps_the_morale_of_the_whole() -> None:
    ligny = battle("ligny")
    halves = [u for u in ligny.setting.units if u.nation == "prussian" and u.line and u.strength <= 3]
    assert halves
    for info in halves:
        assert morale_of(arrange(ligny, {info.id: "0303"}), info.id) == 4, info.id
    alone = altered("ligny", units={"jagow-2": {"division": None}})
    assert morale_of(arrange(alone, {"jagow-2": "0303"}), "jagow-2") == 3


def test_2_2_the_old_guard_has_a_morale_of_five_and_the_middle_guard_has_not() -> None:
    ligny = battle("ligny")
    for info in ligny.setting.units:
        if "old_guard" in info.data.traits and info.line:
            assert morale_of(arrange(ligny, {info.id: "0303"}), info.id) == 5
    middle = altered("ligny", units={"grenadiers": {"traits": ("middle_guard",)}})
    t = arrange(middle, {"grenadiers": "0314", "luck": "0313"})
    assert morale_of(t, "grenadiers") == 4
    clash = normal_clash(t.x, t.state, ((t.hex("0314"), t.us("grenadiers")),), t.hex("0313"))
    assert ("attacked by old guard", -1) in clash.forces[1].mods, "but it shakes the enemy as the Old Guard does (7.4)"


@pytest.mark.parametrize(("unit", "wanted"), [("foy", 3), ("nassau-2", 2), ("kempt", 5), ("merlen", 2)])
def test_2_2_a_lost_step_costs_a_point_but_not_the_british(unit: str, wanted: int) -> None:
    t = arrange(battle(), {unit: ("0303", {"steps": 1})})
    # Merlen's one strength point is the same on both sides; he is a step weaker all the same.
    assert morale_of(t, unit) == wanted


def test_2_2_a_demoralized_formation_loses_a_point_and_one_is_the_least() -> None:
    t = arrange(battle(), {"foy": "0303", "pire": "0303", "bachelu": ("", {"hex": DEAD, "steps": 0})})
    assert morale_of(t, "foy") == 4
    t.change(units=tuple(u if u.hex >= 0 else type(u)(DEAD, 0) for u in t.state.units))
    assert t.x.demoralized(t.state, t.c("II"))
    assert morale_of(t, "foy") == 3
    low = force((fighter(t.x, t.state, t.u("foy"), True),), (("flanked", -2), ("artillery fire", -1), ("x", -3)))
    assert morale(t.x.tables, low) == 1


@pytest.mark.parametrize(("unit", "wanted"), [("pire", 4), ("chasseurs", 5), ("lheritier", 4), ("merlen", 4)])
def test_2_2_pursuit_values(unit: str, wanted: int) -> None:
    assert battle().setting.units[battle().setting.unit_index[unit]].pursuit == wanted


def test_2_2_british_cavalry_has_a_pursuit_value_of_two() -> None:
    british = [u for u in battle("la-belle-alliance").setting.units if u.nation == "british" and u.mounted]
    assert british
    assert {u.pursuit for u in british} == {2}


def test_2_3_a_group_tests_the_best_infantry_then_the_best_cavalry() -> None:
    t = arrange(battle(), {"nassau-2": "0303", "kempt": "0304", "chasseurs": "0305", "pire": ("0306", {"steps": 1})})
    assert morale_of(t, "nassau-2", "kempt") == 5
    assert morale_of(t, "nassau-2", "chasseurs") == 3, "infantry goes before better cavalry"
    assert morale_of(t, "chasseurs", "pire") == 4


@pytest.mark.parametrize(("roll", "passes"), [(1, True), (4, True), (5, False), (6, False)])
def test_2_3_the_test_succeeds_on_the_value_or_less(roll: int, passes: bool) -> None:
    t = arrange(battle(), {"foy": "0303"})
    who = force((fighter(t.x, t.state, t.u("foy"), True),))
    assert holds(t.x.tables, who, "morale", ScriptedDice([(roll,)])) is passes


def test_2_3_demoralized_troops_in_a_group_do_not_drag_fresh_ones_down() -> None:
    t = arrange(battle("ligny"), {})
    guard = next(u for u in t.engine.setting.units if "old_guard" in u.data.traits and u.line)
    line = next(u for u in t.engine.setting.units if u.nation == "french" and u.line and "old guard" not in u.marks)
    mates = {u: type(t.state.units[u])(DEAD, 0) for u in t.engine.setting.commands[line.formation].units}
    t.state = t.state.many(mates | {t.u(line.id): t.state.units[t.u(line.id)]})
    assert t.x.demoralized(t.state, line.formation)
    assert morale_of(t, line.id) == 3
    assert morale_of(t, line.id, guard.id) == 5, "the Guard beside them is not demoralized"
