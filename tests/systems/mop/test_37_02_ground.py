"""37.2 and 37.3. Who finds room in a hex, and what the ground costs and covers."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.mop.approach import Movement
from napwidgets.systems.mop.engine import Battle
from napwidgets.systems.mop.options import Options
from napwidgets.systems.mop.stacking import fits
from napwidgets.systems.mop.tables import Tables, shipped
from napwidgets.systems.tactical.core.moves import Go
from napwidgets.systems.tactical.fighting.charges import charge_paths
from napwidgets.systems.tactical.fighting.forces import bombard_clash, charge_clash, normal_clash
from napwidgets.systems.tactical.moving.groups import group_of, reach_of
from tests.systems.mop.table import SCENARIOS, Table, altered, arrange, battle


def costs(t: Table, *names: str) -> dict[str, float]:
    """MPs to the hexes in reach of units."""
    found = reach_of(t.x, t.state, group_of(t.x, t.state, t.us(*names))).cost
    return {t.engine.setting.board.label(h): cost / 2 for h, cost in found.items()}


def step(scenario: str, a: str, b: str, road: bool = False) -> tuple[float, float]:
    """MPs for infantry and for horse over one hexside."""
    setting, board = battle(scenario).setting, battle(scenario).setting.board
    d = board.direction(board.number(a), board.number(b))
    ways = setting.on_road if road else setting.off_road
    return ways[0][board.number(a)][d] / 2, ways[1][board.number(a)][d] / 2


# 37.2


def room(t: Table, name: str, at: str) -> bool:
    """Whether a unit finds room in a hex."""
    here = t.x.ground.layout(t.state).at.get(t.hex(at), ())
    return t.x.room_for(t.state, t.us(name))(here)


def test_37_2_two_units_of_any_kind_and_no_third() -> None:
    t = arrange(battle(), {"dufour-1": "1309", "ii-foot-art": "1309", "ricard-1": "1308", "pire": "1310"})
    assert room(t, "ricard-1", "1310")
    assert not room(t, "ricard-1", "1309")
    t.change(units=tuple(u if n != t.u("ii-foot-art") else type(u)(-3, 2) for n, u in enumerate(t.state.units)))
    assert room(t, "ricard-1", "1309")


def test_37_2_all_of_a_division_up_to_twelve_points() -> None:
    units = {"dufour-1": "1309", "dufour-2": "1309", "ricard-1": "1308", "ricard-2": "1308", "ricard-3": "1307"}
    t = arrange(battle(), units)
    assert room(t, "ricard-3", "1308"), "a third brigade of the 8th Division"
    assert not room(t, "ricard-3", "1309"), "a third unit, and of another division"
    other = altered(units={"ricard-3": {"division": None}})
    assert not room(arrange(other, units), "ricard-3", "1308")


def test_37_2_twelve_points_hold_for_two_units_and_for_a_division() -> None:
    for points, fit in ((6, True), (7, False)):
        engine = altered(units={"dufour-1": {"strength": 6}, "pire": {"strength": points}})
        assert room(arrange(engine, {"dufour-1": "1309", "pire": "1308"}), "pire", "1309") is fit
        strengths = {"ricard-1": 3, "ricard-2": 3, "ricard-3": points}
        engine = altered(units={name: {"strength": sp} for name, sp in strengths.items()})
        t = arrange(engine, {"ricard-1": "1309", "ricard-2": "1309", "ricard-3": "1308"})
        assert room(t, "ricard-3", "1309") is fit
    worn = arrange(
        altered(units={"dufour-1": {"strength": 6}, "pire": {"strength": 7}}),
        {"dufour-1": "1309", "pire": ("1308", {"steps": 1})},
    )
    assert room(worn, "pire", "1309"), "points that are left count, not those printed"


def test_37_2_who_finds_no_room_is_told_the_paragraph_of_this_game() -> None:
    t = arrange(battle(), {"dufour-1": "1309", "ii-foot-art": "1309", "ricard-1": "1308"}, active=("RES",))
    t.push(Movement(0)).run()
    with pytest.raises(IllegalMove) as refused:
        t.engine.check(t.state, "french", Go(t.us("ricard-1"), t.path("1309")))
    assert (refused.value.code, refused.value.cites) == ("stacking", ("MoP 37.2",))


def test_37_3_a_hex_of_the_enemy_far_away_is_refused_for_the_enemy_and_not_for_its_points() -> None:
    board = battle().setting.board
    column = ("1308", "1309", "1310", "1311", "1312", "1313", "1314", "1315", "1316")
    assert all(board.number(b) in board.neighbours[board.number(a)] for a, b in itertools.pairwise(column))
    for at, code, words in (
        ("1316", "enemy", f"The enemy stands in {board.title(board.number('1316'))}."),
        ("1320", "no-mp", "movement points, and they have"),
    ):
        t = arrange(battle(), {"ricard-1": "1307", "udom-1": at}, active=("RES",)).push(Movement(0)).run()
        with pytest.raises(IllegalMove, match=re.escape(words)) as refused:
            t.engine.check(t.state, "french", Go(t.us("ricard-1"), t.path(*column)))
        assert refused.value.code == code


def test_37_2_corps_artillery_is_of_no_division() -> None:
    t = arrange(battle(), {"dufour-1": "1309", "dufour-2": "1309", "res-foot-art": "1308"})
    assert not room(t, "res-foot-art", "1309")


def test_37_2_a_scenario_sets_up_nobody_who_finds_no_room() -> None:
    setting = battle().setting
    data = {u.data.id: u.data for u in setting.units}
    assert fits(setting.tables, [data["ricard-1"], data["ricard-2"], data["ricard-3"]])
    assert not fits(setting.tables, [data["ricard-1"], data["ricard-2"], data["dufour-1"]])
    for name in SCENARIOS:
        known = battle(name).setting
        for h in {u.data.hex for u in known.units if u.data.hex}:
            assert fits(known.tables, [u.data for u in known.units if u.data.hex == h]), (name, h)


def test_37_2_leaders_do_not_count_and_baggage_fills_its_hex() -> None:
    units = {"dufour-1": "1309", "dufour-2": "1310"}
    leaders = {"gerard": "1308", "napoleon": "1308"}
    t = arrange(battle(), units, leaders=leaders, active=("RES",)).push(Movement(0)).run()
    t.engine.check(t.state, "french", Go(t.us("dufour-1"), t.path("1308")))
    t = arrange(battle(), units, leaders=leaders, active=("RES",), trains={"res-train": "1308"}).push(Movement(0)).run()
    assert t.refused(Go(t.us("dufour-1"), t.path("1308"))) == "stacking"
    t.engine.check(t.state, "french", Go(t.us("dufour-1"), t.path("1308", "1307")))


def test_37_2_baggage_counts_as_marching_by_road_so_that_others_leave_the_road_for_it() -> None:
    units, more = {"dufour-1": "1008", "ricard-1": "1009"}, {"orders": {"RES": ("march", "1004")}, "active": ("RES",)}
    assert costs(arrange(battle(), units, leaders={"gerard": "1009"}, **more), "dufour-1")["1006"] == 2
    t = arrange(battle(), units, leaders={"gerard": "1009"}, trains={"res-train": "1007"}, **more)
    assert costs(t, "dufour-1")["1007"] == 1
    theirs = arrange(battle(), units, leaders={"gerard": "1009"}, trains={"yg-train": "1007"}, **more)
    assert costs(theirs, "dufour-1")["1007"] == 1, "of whatever corps it is"


def test_37_2_1_a_russian_infantry_corps_counts_as_a_division() -> None:
    units = {"sass-1": "1309", "stavitski-1": "1309", "sass-2": "1309", "xi-foot": "1308", "talyzin-1": "1308"}
    t = arrange(battle(), units)
    assert room(t, "xi-foot", "1309"), "11 points of one corps"
    assert not room(t, "talyzin-1", "1309"), "another corps"
    big = altered(units={"xi-foot": {"strength": 5}})
    assert not room(arrange(big, units), "xi-foot", "1309"), "13 points"


def test_37_2_1_not_its_horse_and_no_corps_of_other_nations() -> None:
    t = arrange(battle(), {"chuguev": "1309", "pahlen-hussars": "1309", "ag-cossacks": "1308", "jager-4-34": "1307"})
    assert not room(t, "ag-cossacks", "1309")
    assert not room(t, "jager-4-34", "1309")
    t = arrange(battle("vauchamps"), {"pirch1": "1039W", "kluex": "1039W", "prinz-august-1": "1040W"})
    assert not room(t, "prinz-august-1", "1039W"), "Prussian brigades are divisions, their corps is none"


# 37.3


@pytest.mark.parametrize(("a", "b", "foot", "horse"), [
    ("1309", "1308", 1, 1), ("1005", "1004", 1, 1), ("1412", "1411", 2, 4), ("1908", "1807", 3, 5),
    ("0702", "0602", 1, 1), ("0503", "0502", None, None),
])  # fmt: skip
def test_37_3_what_the_ground_costs(a: str, b: str, foot: float | None, horse: float | None) -> None:
    found = step("brienne", a, b)
    assert found == (foot, horse) if foot else found[0] > 100, "a marsh behind a stream costs one more"


def test_37_3_a_chateau_costs_two() -> None:
    assert step("brienne", "0811", "0812") == (3, 3), "and one more for the slope"
    assert step("brienne", "0712", "0812") in ((2, 2), (3, 3))


def test_37_3_guns_pay_as_cavalry_does() -> None:
    names = ("dufour-1", "res-foot-art", "vc-horse-art", "pire")
    t = arrange(battle(), dict.fromkeys(names, "1410"), active=("RES", "VC"))
    found = {name: costs(t, name).get("1411") for name in names}
    assert found == {"dufour-1": 2, "res-foot-art": 4, "vc-horse-art": 4, "pire": 4}


@pytest.mark.parametrize(("row", "attack", "bombardment", "charge"), [
    ("bridge", 50, 0, None), ("chateau", 50, None, None), ("crest", 25, None, 0), ("marsh", 50, 50, 75),
    ("slope", 25, None, 50), ("stream", 25, 0, 25), ("town", 25, 75, 50), ("woods", 50, 50, 75),
])  # fmt: skip
def test_37_3_the_table_of_terrain_effects(row: str, attack: int, bombardment: int | None, charge: int | None) -> None:
    assert battle().context.tables.cover[row] == (attack, bombardment, charge)


def attacked(a: str, b: str, scenario: str = "brienne", column: str = "attack") -> list[tuple[str, int]]:
    """What the ground takes off an attack, or a charge, from one hex on another."""
    t = arrange(battle(scenario), {"pire": a, "sass-1": b} if scenario == "brienne" else {"merlin": a, "udom-1": b})
    mine, his = ("pire", "sass-1") if scenario == "brienne" else ("merlin", "udom-1")
    if column == "charge":
        clash = charge_clash(t.x, t.state, ((t.u(mine), t.hex(a)),), t.hex(b), t.us(his), (), ())
    else:
        clash = normal_clash(t.x, t.state, ((t.hex(a), t.us(mine)),), t.hex(b))
    return [factor for factor in clash.forces[0].fighters[0].factors if factor[0] != "cavalry"]


def test_37_3_the_hex_and_its_hexside_both_cover_but_a_bridge_does_not_add_to_the_hex() -> None:
    assert attacked("1908", "1807") == [("marsh", 50), ("stream", 75)]
    assert attacked("0821", "0921") == [("bridge", 50)], "a town behind a bridge: the better of the two"
    assert attacked("0921", "0821") == [("bridge", 50)], "nothing behind it"


def test_37_3_where_the_hex_is_the_better_cover_the_bridge_does_not_count() -> None:
    known, plain = battle().setting, shipped()["terrain"]
    better = replace(plain, rows={**plain.rows, "town": [80, 75, 50, 2, 2]})
    engine = Battle(known.scenario, known.board, Options(), Tables({"terrain": better}))
    t = arrange(engine, {"pire": "0821", "sass-1": "0921"})
    clash = normal_clash(t.x, t.state, ((t.hex("0821"), t.us("pire")),), t.hex("0921"))
    assert clash.forces[0].fighters[0].factors == (("town", 20), ("cavalry", 50))


def test_37_3_nobody_charges_over_a_bridge() -> None:
    t = arrange(battle(), {"pire": "0821", "sass-1": "0921"})
    assert charge_paths(t.x, t.state, t.hex("0821"), t.hex("0921")) == []
    t = arrange(battle(), {"pire": "0822", "sass-1": "0821"})
    assert charge_paths(t.x, t.state, t.hex("0822"), t.hex("0821")) == [(t.hex("0821"),)]


def test_37_3_a_bridge_costs_one_more_off_the_road_and_nothing_on_it() -> None:
    assert step("brienne", "0402", "0403") == (2, 2)
    assert step("brienne", "0402", "0403", road=True) == (0.5, 0.5)
    assert step("brienne", "1226", "1127", road=True) == (1, 1), "a trail"
    assert step("brienne", "0917", "0918") == (2, 2), "a trestle, no dearer than the stream beside it"


def test_37_3_fire_out_of_woods_is_covered_for_defenders_but_not_twice_between_woods() -> None:
    t = arrange(battle(), {"dufour-1": "1410", "sass-1": "1411"})
    clash = normal_clash(t.x, t.state, ((t.hex("1410"), t.us("dufour-1")),), t.hex("1411"))
    assert [f.factors for force in clash.forces for f in force.fighters] == [(("woods", 50),), (("woods", 50),)]
    t = arrange(battle(), {"dufour-1": "1412", "sass-1": "1411"})
    clash = normal_clash(t.x, t.state, ((t.hex("1412"), t.us("dufour-1")),), t.hex("1411"))
    assert [f.factors for force in clash.forces for f in force.fighters] == [(("woods", 50),), (("woods", 50),)]
    t = arrange(battle(), {"dufour-1": "1411", "sass-1": "1410"})
    clash = normal_clash(t.x, t.state, ((t.hex("1411"), t.us("dufour-1")),), t.hex("1410"))
    assert clash.forces[0].fighters[0].factors == (), "an attack out of woods"


@pytest.mark.parametrize(
    ("gun", "target", "wanted"), [("1410", "1411", 50), ("1308", "1309", 100), ("1322", "1323", 25)]
)
def test_37_3_bombardments_into_cover(gun: str, target: str, wanted: int) -> None:
    t = arrange(battle(), {"res-foot-art": gun, "sass-1": target})
    clash = bombard_clash(t.x, t.state, t.us("res-foot-art"), t.hex(target))
    assert [percent for _, percent in clash.forces[0].fighters[0].factors] == [wanted][: wanted < 100]


# 37.3.1


def test_37_3_1_a_slope_costs_one_more_upwards_and_nothing_down() -> None:
    assert step("brienne", "0610", "0711") == (2, 2)
    assert step("brienne", "0711", "0610") == (1, 1)
    assert step("brienne", "0611", "0712", road=True) == (0.5, 0.5), "a road goes up at its own rate"


def test_37_3_1_a_slope_takes_a_quarter_off_an_attack_and_half_off_a_charge_from_below_only() -> None:
    assert attacked("0610", "0711") == [("slope", 75)]
    assert attacked("0711", "0610") == []
    assert attacked("0610", "0711", column="charge") == [("slope", 50)]
    assert attacked("0711", "0610", column="charge") == []


def test_37_3_1_a_stream_costs_one_more_and_takes_a_quarter_off_an_attack_and_a_charge() -> None:
    assert step("brienne", "1402", "1502") == (2, 2)
    assert attacked("1402", "1502") == [("stream", 75)]
    assert attacked("1402", "1502", column="charge") == [("stream", 75)]
    t = arrange(battle(), {"res-foot-art": "1402", "sass-1": "1502"})
    assert bombard_clash(t.x, t.state, t.us("res-foot-art"), t.hex("1502")).forces[0].strength == 2


# 37.3.2


def sees(t: Table, a: str, b: str) -> bool:
    return t.x.sees(t.state, t.hex(a), t.hex(b))


def test_37_3_2_a_slope_blocks_unless_one_of_the_two_stands_at_its_upper_edge() -> None:
    t = arrange(battle(), {})
    high = t.x.setting.high
    assert high[t.hex("0711")]
    assert not high[t.hex("0610")]
    assert not high[t.hex("0709")]
    assert sees(t, "0711", "0609"), "from the edge down"
    assert sees(t, "0609", "0711"), "and up to it"
    assert not sees(t, "0609", "0713"), "over it from below to behind"


def test_37_3_2_from_a_height_one_sees_twelve_hexes_and_from_below_eight() -> None:
    t = arrange(battle(), {})
    board, high = t.engine.setting.board, t.x.setting.high
    pairs = [
        (a, b)
        for a in range(board.size)
        if high[a]
        for b in range(board.size)
        if board.distances[a][b] in (9, 12, 13) and not high[b]
    ]
    far = [(a, b) for a, b in pairs if t.x.sees(t.state, a, b)]
    assert {board.distances[a][b] for a, b in far} == {9, 12}
    assert not any(t.x.sees(t.state, b, a) for a, b in far), "eight hexes from where no slope falls off"


@pytest.mark.parametrize("sky", ["rain", "fog", "snow", "snowstorm"])
def test_37_3_2_no_height_sees_through_the_weather(sky: str) -> None:
    t: Any = arrange(battle(), {}, sky=sky)
    assert not sees(t, "0711", "0609")
    assert t.x.weather(t.state).far == 0
