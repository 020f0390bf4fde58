"""Section 5 by paragraph: terrain, stacking, zones of control, night."""

from __future__ import annotations

import pytest

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.nlc import moves as m
from napwidgets.systems.nlc.movement import MovementSegment
from tests.nlc.build import Field, field


def marching(blue: list[str], red: list[str], **more: object) -> Field:
    return field(blue, red, **more).act(MovementSegment(0))  # type: ignore[arg-type]


def go(f: Field, *path: str, units: tuple[int, ...] = (0,)) -> m.Go:
    return m.Go(units, tuple(f.h(name) for name in path))


def refusal(f: Field, move: object) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        f.play(move)
    return refused.value


ROAD = {"road": ["0508/0", "0507/0", "0506/0", "0505/0", "0504/0", "0503/0", "0502/0"]}


def test_5_2_a_road_hex_costs_half_under_march_orders_only() -> None:
    march = marching(["infantry 5@0508"], [], orders=("march", "defend"), targets=("0501", "0909"), sides=ROAD)
    attack = marching(["infantry 5@0508"], [], orders=("attack", "defend"), targets=("0501", "0909"), sides=ROAD)
    assert "0504" in march.reach("u:0")
    assert "0503" not in attack.reach("u:0")
    march.play(go(march, "0507", "0506"))
    assert march.unit(0).spent == 2
    attack.play(go(attack, "0507", "0506"))
    assert attack.unit(0).spent == 4


def test_5_2_a_fully_stacked_hex_gives_no_road_rate() -> None:
    f = marching(
        ["infantry 5@0508", "infantry 5@0507", "infantry 5@0507"],
        [],
        orders=("march", "defend"),
        targets=("0501", "0909"),
        sides=ROAD,
    )
    f.play(go(f, "0507", "0506"))
    assert f.unit(0).spent == 2 + 1


def test_5_2_a_stream_costs_two_more_and_a_bridge_nothing() -> None:
    stream = marching(["infantry 5@0505"], [], targets=("0501", "0909"), sides={"stream": ["0505/0"]})
    stream.play(go(stream, "0504"))
    assert stream.unit(0).spent == 2 + 4
    bridge = marching(
        ["infantry 5@0505"], [], targets=("0501", "0909"), sides={"stream": ["0505/0"], "bridge": ["0505/0"]}
    )
    bridge.play(go(bridge, "0504"))
    assert bridge.unit(0).spent == 2


def test_5_2_a_river_without_a_bridge_is_closed() -> None:
    f = marching(["infantry 5@0505"], [], targets=("0501", "0909"), sides={"river": ["0505/0"]})
    assert refusal(f, go(f, "0504")).code == "terrain"


@pytest.mark.parametrize(("kind", "half_points"), [("infantry", 4), ("cavalry", 8), ("foot_artillery", 8)])
def test_5_2_woods_cost_two_on_foot_and_four_mounted(kind: str, half_points: int) -> None:
    f = marching([f"{kind} 5@0505"], [], targets=("0501", "0909"), terrain={"woods": ["0504"]})
    f.play(go(f, "0504"))
    assert f.unit(0).spent == half_points


def test_5_3_two_units_fill_a_hex() -> None:
    f = marching(["infantry 5@0505", "infantry 5@0504", "infantry 5@0504"], [], targets=("0501", "0909"))
    assert "0504" not in f.reach("u:0")
    assert "0503" in f.reach("u:0"), "they may pass through"
    refused = refusal(f, go(f, "0504"))
    assert (refused.code, refused.cites) == ("stacking", ("NLC 5.3",))


def test_5_4_units_stop_in_a_zone_of_control() -> None:
    f = marching(["infantry 5@0505"], ["infantry 5@0502"], targets=("0501", "0502"))
    assert "0503" in f.reach("u:0")
    assert refusal(f, go(f, "0504", "0503", "0402")).code == "zoc"


def test_5_4_a_zone_of_control_is_not_left_by_moving() -> None:
    f = field(["infantry 5@0503"], ["infantry 5@0502"], targets=("0501", "0502")).act(MovementSegment(0))
    assert refusal(f, go(f, "0504")).code in ("zoc", "away")
    assert f.reach("u:0") == set()


@pytest.mark.parametrize("order", ["fall_back", "reserve"])
def test_5_4_fall_back_and_reserve_may_leave_it_for_one_point_more(order: str) -> None:
    target = "0509"
    f = field(["infantry 5@0503"], ["infantry 5@0502"], orders=(order, "defend"), targets=(target, "0502"))
    f.act(MovementSegment(0, reserve=order == "reserve"))
    f.play(go(f, "0504"))
    assert f.unit(0).spent == 2 + 2


def test_5_4_cavalry_leaves_a_zone_without_paying_more() -> None:
    f = field(["cavalry 5@0503"], ["infantry 5@0502"], orders=("fall_back", "defend"), targets=("0509", "0502"))
    f.act(MovementSegment(0)).play(go(f, "0504"))
    assert f.unit(0).spent == 2


def test_5_4_cavalry_ignores_the_first_zone_it_enters() -> None:
    horse = marching(["cavalry 5@0505"], ["infantry 5@0502"], targets=("0401", "0502"))
    horse.play(go(horse, "0504", "0503", "0402"))
    assert horse.at(0) == "0402"


def test_5_4_no_zone_reaches_over_a_river_without_a_bridge() -> None:
    river = {"river": ["0503/0", "0503/1", "0503/5", "0403/0", "0403/1", "0603/0", "0603/5"]}
    f = marching(["infantry 5@0505"], ["infantry 5@0502"], targets=("0501", "0502"), sides=river)
    f.play(go(f, "0504", "0503", "0603"))
    assert f.at(0) == "0603"


def test_5_4_no_zone_reaches_into_a_chateau() -> None:
    f = marching(["infantry 5@0505"], ["infantry 5@0502"], targets=("0501", "0502"), terrain={"chateau": ["0503"]})
    assert not f.x.ground.layout(f.state).zoc[1][f.h("0503")]
    assert f.x.ground.layout(f.state).zoc[1][f.h("0402")]


def test_5_5_nobody_enters_a_zone_of_control_at_night_but_may_leave_it() -> None:
    f = marching(["infantry 5@0505"], ["infantry 5@0502"], targets=("0501", "0502"), night=(1,))
    assert "0503" not in f.reach("u:0")
    refused = refusal(f, go(f, "0504", "0503"))
    assert refused.code == "zoc"
    assert "NLC 5.5" in refused.cites
    out = marching(["infantry 5@0503"], ["infantry 5@0502"], targets=("0509", "0502"), night=(1,))
    assert "0504" in out.reach("u:0")
