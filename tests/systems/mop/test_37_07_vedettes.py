"""37.7 and 37.7.1. Vedettes: sent out and gathered, what they see, who catches them; and units that meet a cover."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.mop.approach import Feel, Movement
from napwidgets.systems.mop.covers import Look, covers
from napwidgets.systems.mop.trains import GoTrain, TrainSegment
from napwidgets.systems.mop.vedettes import (
    Deploy,
    Gather,
    GoVedette,
    VedetteSegment,
    VedetteStage,
    of_unit,
    put,
    ride_reach,
    scatter,
    why_not_deploying,
)
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import AWAY, DEAD, OFF, UNSEEN
from napwidgets.systems.tactical.fighting.attacks import EvadeOffer
from tests.systems.mop.table import Table, arrange, battle

#: Light horse with three vedettes, of the formation that acts.
LIGHT = "pire"


def sent(units: dict[str, str], at: str | None = None, **more: Any) -> Table:
    """Piré's horse acts; with ``at`` his vedettes are out there."""
    nobody = {leader.id: None for leader in battle().setting.leaders}
    t = arrange(battle(), units, **{"active": ("VC",), **more, "leaders": {**nobody, **more.get("leaders", {})}})
    if at is not None:
        t.state = put(t.state, of_unit(t.state, t.u(LIGHT)), hex=t.hex(at))
        t.state = t.state.unit(t.u(LIGHT), hex=AWAY)
    return t.push(VedetteSegment(0))


def out(t: Table) -> list[str]:
    """Where the vedettes of the light horse are."""
    board = t.engine.setting.board
    return [board.label(k.hex) for k in t.state.vedettes if k.unit == t.u(LIGHT) and k.hex >= 0]


def test_37_7_light_horse_is_replaced_by_its_vedettes() -> None:
    t = sent({LIGHT: "1309"})
    t.play(Deploy(t.u(LIGHT)))
    assert t.unit(LIGHT).hex == AWAY
    assert out(t) == ["1309"] * 3
    assert t.refused(Deploy(t.u(LIGHT))) == "vedettes"
    assert not [event for event in t.events if event.to != ("french",)]


def test_37_7_who_has_none_sends_none_and_near_the_enemy_nobody_does() -> None:
    t = sent({"briche": "1309"})
    assert t.run().kind is None
    t = sent({LIGHT: "1309", "udom-1": "1310"})
    assert t.run().kind is None


@pytest.mark.parametrize(("spent", "able"), [(12, True), (13, True), (14, False)])
def test_37_7_who_has_moved_as_far_as_it_can_sends_none(spent: int, able: bool) -> None:
    t = sent({LIGHT: "1309"})
    t.state = t.state.unit(t.u(LIGHT), spent=spent)
    assert t.x.allowance(t.state, t.u(LIGHT)) == 14
    assert (why_not_deploying(t.x, t.state, t.u(LIGHT)) is None) is able


def test_37_7_who_has_gathered_sends_none_out_again_in_that_action() -> None:
    t = sent({LIGHT: "1309"})
    t.play(Deploy(t.u(LIGHT))).play(Gather(t.u(LIGHT)))
    assert t.run().kind is None, "nothing is left to decide"


@pytest.mark.parametrize(("order", "asked"), [("reserve", True), (("march", "1320"), False), ("defend", False)])
def test_37_7_vedettes_of_a_corps_in_reserve_need_no_orders_either(order: Any, asked: bool) -> None:
    t = sent({LIGHT: "1309"}, orders={"VC": order}, active=())
    t.change(agenda=()).push(VedetteStage(0)).run()
    assert (t.kind == "vedettes") is asked
    if asked:
        t.play(Deploy(t.u(LIGHT)))
        assert out(t) == ["1309"] * 3
        v = of_unit(t.state, t.u(LIGHT))[0]
        t.play(GoVedette(v, t.hex("1308")))
        assert "1308" in out(t)


def test_37_7_vedettes_ride_with_the_reserves_where_no_unit_is_left_for_a_chit() -> None:
    t = sent({LIGHT: "1309"}, "1309", active=()).change(agenda=()).push(VedetteStage(0)).run()
    assert t.kind == "vedettes"
    other = sent({LIGHT: "1309"}, "1309", active=()).change(agenda=()).push(VedetteStage(1)).run()
    assert other.kind is None, "nobody asks the enemy"


def test_37_7_a_brigade_with_vedettes_of_its_own_stays() -> None:
    t = arrange(battle(), {"stockmayer-inf": "1309"}, active=("IV",)).push(VedetteSegment(1))
    t.play(Deploy(t.u("stockmayer-inf")))
    assert t.where("stockmayer-inf") == "1309"
    assert sum(k.hex == t.hex("1309") for k in t.state.vedettes) == 1


@pytest.mark.parametrize(("apart", "able"), [(False, True), (True, False)])
def test_37_7_they_gather_once_they_stand_together(apart: bool, able: bool) -> None:
    t = sent({LIGHT: "1309"}, "1309")
    if apart:
        t.state = put(t.state, of_unit(t.state, t.u(LIGHT))[:1], hex=t.hex("1310"))
    move = Gather(t.u(LIGHT))
    if not able:
        assert t.refused(move) == "vedettes"
        return
    t.play(move)
    assert t.where(LIGHT) == "1309"
    assert out(t) == []


@pytest.mark.parametrize(("lost", "steps"), [(1, 2), (2, 1)])
def test_37_7_with_half_of_them_lost_the_unit_comes_back_reduced(lost: int, steps: int) -> None:
    t = sent({LIGHT: "1309"}, "1309")
    t.state = put(t.state, of_unit(t.state, t.u(LIGHT))[:lost], hex=DEAD)
    t.play(Gather(t.u(LIGHT)))
    assert t.unit(LIGHT).steps == steps
    assert [event.units for event in t.said("step-lost")] == [t.us(LIGHT)] * (2 - steps), "and says so, to its own side"
    assert all(event.to == ("french",) for event in t.events)


def test_37_7_they_ride_as_far_as_their_points_go_by_road_and_through_zones() -> None:
    t = sent({LIGHT: "1309", "udom-1": "1312"}, "1309")
    v = of_unit(t.state, t.u(LIGHT))[0]
    reach = ride_reach(t.x, t.state, v)
    zone = [h for h in t.x.setting.near[t.hex("1312")] if t.x.setting.passable[h]]
    assert all(h in reach for h in zone), "zones of control don't stop them"
    assert t.hex("1312") not in reach, "units do"
    assert max(reach.values()) <= t.x.tables.limits["vedette"]
    t.play(GoVedette(v, zone[0]))
    assert t.state.vedettes[v].hex == zone[0]
    far = next(h for h in range(t.x.board.size) if h not in reach)
    assert t.refused(GoVedette(v, far)) == "vedettes"


def test_37_7_only_those_of_the_acting_formation_ride() -> None:
    t = sent({LIGHT: "1309"}, "1309", active=("RES",))
    assert t.run().kind is None


def test_37_7_they_have_no_zone_and_close_no_hex_once_they_are_seen() -> None:
    t = sent({LIGHT: "1309"}, "1309")
    t.state = put(t.state, of_unit(t.state, t.u(LIGHT)), seen=1)
    layout = t.x.ground.layout(t.state)
    assert not any(layout.zoc[0])
    assert layout.side[t.hex("1309")] == 255


def test_37_7_unseen_they_look_like_any_cover() -> None:
    t = sent({LIGHT: "1309"}, "1309")
    assert covers(t.engine.setting, t.state) == ((t.hex("1309"),), ())
    view = t.engine.view(t.state, "coalition")
    assert view.decoys == ((0, t.hex("1309")),)
    assert all(k.hex == OFF for k in view.vedettes)
    assert view.units[t.u(LIGHT)].hex == UNSEEN


def test_37_7_a_cover_rides_with_its_vedettes() -> None:
    t = sent({LIGHT: "1309"}, "1309")
    assert t.x.ground.layout(t.state).side[t.hex("1309")] == 0
    for v in of_unit(t.state, t.u(LIGHT)):
        t.play(GoVedette(v, t.hex("1311")))
    layout = t.x.ground.layout(t.state)
    assert layout.side[t.hex("1309")] == 255
    assert layout.side[t.hex("1311")] == 0
    assert t.hex("1311") in layout.covered


@pytest.mark.parametrize(("at", "seen"), [("1312", True), ("1313", False)])
def test_37_7_they_see_for_their_side(at: str, seen: bool) -> None:
    t = sent({LIGHT: "1309", "udom-1": at}, "1309")
    t.state = replace(t.state, agenda=(), hidden=t.us("udom-1"))
    t.push(Look()).run()
    assert (t.u("udom-1") not in t.state.hidden) == seen
    assert all(bool(k.seen) == seen for k in t.state.vedettes if k.hex >= 0), "and are seen themselves"


@pytest.mark.parametrize("horse", [True, False])
def test_37_7_who_enters_drives_them_off_two_hexes_and_horse_strikes_at_once(horse: bool) -> None:
    catcher = "panchulidsev" if horse else "udom-1"
    t = sent({LIGHT: "1309", catcher: "1309"}, "1309")
    t.state = replace(scatter(t.x, t.state, t.hex("1309"), 1, t.events), agenda=t.state.agenda[:0])
    board = t.engine.setting.board
    assert {board.distance(t.hex("1309"), t.hex(h)) for h in out(t)} == {2}
    t.state = scatter(t.x, put(t.state, of_unit(t.state, t.u(LIGHT)), hex=t.hex("1309")), t.hex("1309"), 1, t.events)
    assert bool(t.state.agenda) == horse, "infantry drives them off and no more"


@pytest.mark.parametrize("open_ways", [0, 1])
def test_37_7_who_is_driven_off_with_no_way_out_is_lost_and_that_is_told(open_ways: int) -> None:
    t = sent({LIGHT: "1309", "udom-1": "1309"}, "1309")
    here = t.hex("1309")
    around = [h for h in t.x.within2[here] if t.x.board.distances[here][h] == 2 and t.x.setting.passable[h]]
    foes = [u for u in t.x.setting.of_side[1] if u != t.u("udom-1")]
    shut = t.state.many({u: replace(t.state.units[u], hex=h) for u, h in zip(foes, around[open_ways:], strict=False)})
    t.state = scatter(t.x, shut, here, 1, t.events)
    assert len(out(t)) == 3 * open_ways
    told = [event.text for event in t.events if event.kind == "scattered"]
    assert ["ride off" in text for text in told] == [bool(open_ways)]
    assert ["are lost" in text for text in told] == [not open_ways]


def test_37_7_a_strike_has_half_the_strength_and_each_hit_costs_a_vedette() -> None:
    t = sent({LIGHT: "1309", "panchulidsev": "1309"}, "1309")
    t.state = scatter(t.x, t.state.pop(), t.hex("1309"), 1, t.events)
    step = t.state.agenda[-1]
    info = t.x.infos[t.u("panchulidsev")]
    assert step.strength == info.strength // 2
    hits = t.x.tables.hits(step.strength, 12)
    t.run((6, 6))
    assert len(of_unit(t.state, t.u(LIGHT))) == 3 - hits
    assert hits > 0


@pytest.mark.parametrize(("steps", "whole", "half"), [(2, 3, 2), (1, 2, 1)])
def test_37_7_half_of_an_odd_strength_is_rounded_normally(steps: int, whole: int, half: int) -> None:
    t = sent({LIGHT: "1309", "karpov": "1309"}, "1309")
    t.state = scatter(t.x, t.state.unit(t.u("karpov"), steps=steps).pop(), t.hex("1309"), 1, t.events)
    assert t.x.infos[t.u("karpov")].sp(steps) == whole
    assert t.state.agenda[-1].strength == half


def test_37_7_cavalry_of_a_single_point_strikes_too() -> None:
    t = sent({LIGHT: "1309", "chuguev": "1309"}, "1309")
    t.state = scatter(t.x, t.state.pop(), t.hex("1309"), 1, t.events)
    assert t.x.infos[t.u("chuguev")].strength == 1
    assert t.state.agenda[-1].strength == 1


@pytest.mark.parametrize(("shown", "left"), [((6, 6), 1), ((6, 5), 2), ((5, 5), 3)])
def test_37_7_where_sixes_hit_each_point_of_a_strike_throws_a_die(shown: tuple[int, ...], left: int) -> None:
    t = arrange(battle("brienne", "six_to_hit"), {"karpov": "1309"}, active=("VC",))
    t.state = put(t.state, of_unit(t.state, t.u(LIGHT)), hex=t.hex("1309"))
    t.state = scatter(t.x, t.state, t.hex("1309"), 1, t.events)
    t.run(shown)
    assert len(of_unit(t.state, t.u(LIGHT))) == left


def test_37_7_a_unit_without_vedettes_left_is_eliminated() -> None:
    t = sent({LIGHT: "1309"}, "1309")
    t.state = put(t.state, of_unit(t.state, t.u(LIGHT))[1:], hex=DEAD)
    rider = replace(t.unit("panchulidsev"), hex=t.hex("1309"))
    t.state = scatter(t.x, t.state.many({t.u("panchulidsev"): rider}).pop(), t.hex("1309"), 1, t.events)
    strength, dice = t.state.agenda[-1].strength, range(1, 7)
    t.run(next((a, b) for a in dice for b in dice if t.x.tables.hits(strength, a + b)))
    assert t.unit(LIGHT).hex == DEAD
    assert t.said("eliminated")


@pytest.mark.parametrize(("at", "driven"), [("1308", True), ("1107", False)])
def test_37_7_who_rides_off_before_an_attack_drives_off_those_who_are_there(at: str, driven: bool) -> None:
    t = arrange(battle(), {"udom-1": "1310", "briche": "1309"}, active=("IX",))
    t.state = put(t.state, of_unit(t.state, t.u("karpov")), hex=t.hex(at), seen=1)
    t.push(EvadeOffer(((t.hex("1310"), t.us("udom-1")),), t.hex("1309")))
    t.play(m.Evade(t.hex("1308")), *([(1, 1)] if driven else []))
    assert bool(t.said("scattered")) == driven
    assert t.hex("1308") not in [k.hex for k in t.state.vedettes]


@pytest.mark.parametrize(("train", "open_"), [("1308", False), ("1307", True)])
def test_37_10_vedettes_ride_round_enemy_baggage_and_take_none(train: str, open_: bool) -> None:
    t = sent({LIGHT: "1309"}, "1309", trains={"ix-train": train})
    v = of_unit(t.state, t.u(LIGHT))[0]
    assert (t.hex("1308") in ride_reach(t.x, t.state, v)) is open_
    if not open_:
        assert t.refused(GoVedette(v, t.hex("1308"))) == "vedettes"
    own = sent({LIGHT: "1309"}, "1309", trains={"res-train": "1308"})
    assert own.hex("1308") in ride_reach(own.x, own.state, v), "their own is no bar"


@pytest.mark.parametrize(("at", "driven"), [("1008", True), ("1109", False)])
def test_37_10_baggage_drives_vedettes_off_where_it_comes(at: str, driven: bool) -> None:
    t = sent({LIGHT: "1309"}, at)
    t.state = put(t.state, of_unit(t.state, t.u(LIGHT)), seen=1)
    t.change(agenda=(), active=(t.c("IX"),))
    trains = list(t.state.trains)
    trains[t.t("ix-train")] = replace(trains[t.t("ix-train")], hex=t.hex("1007"))
    t.change(trains=tuple(trains)).push(TrainSegment(1)).run()
    t.play(GoTrain(t.t("ix-train"), t.hex("1008")))
    row = t.engine.setting.board.distance
    assert {row(t.hex(at), t.hex(h)) for h in out(t)} == {2 if driven else 0}
    assert len(out(t)) == 3, "nobody strikes at them"


# 37.7.1


def feeling(order: Any = "attack", under: str | None = "udom-1") -> Table:
    """Dufour beside a cover at 1310, with something under it or nothing."""
    units = {"dufour-1": "1309"} | ({under: "1310"} if under else {})
    kind = (order, "1310") if order in ("attack", "march") else order
    leaders = {"gerard": "1309", "olsufief": None}
    t = arrange(battle(), units, active=("RES",), orders={"RES": kind}, leaders=leaders)
    hidden = (*t.us("dufour-1"), *(t.us(under) if under else ()))
    t.state = replace(t.state, hidden=hidden, decoys=() if under else ((1, t.hex("1310")),))
    return t.push(Movement(0))


def test_37_7_1_troops_under_a_cover_stop_who_walks_into_it_and_test_his_morale() -> None:
    for roll in (1, 6):
        t = feeling()
        t.play(Feel(t.us("dufour-1"), t.hex("1310")), roll)
        assert t.where("dufour-1") == "1309"
        assert t.unit("dufour-1").spent == t.x.allowance(t.state, t.u("dufour-1"))
        assert t.unit("dufour-1").disrupted == (roll == 6)
        told = f"The enemy at 1310 stops Dufour: morale is tested, {roll} against "
        assert t.said("repulse")[0].text.startswith(told)
        assert not set(t.us("dufour-1", "udom-1")) & set(t.state.hidden), "both have seen each other"


def test_37_7_1_whose_orders_forbid_contact_goes_back_a_hex_in_disorder() -> None:
    t = feeling("march")
    t.play(Feel(t.us("dufour-1"), t.hex("1310")))
    assert t.engine.setting.board.distance(t.hex(str(t.where("dufour-1"))), t.hex("1310")) == 2
    assert t.unit("dufour-1").disrupted


@pytest.mark.parametrize(("ground", "stays"), [("1309", True), ("1310", False), (None, False)])
def test_37_7_1_who_defends_stays_on_ground_that_was_his(ground: str | None, stays: bool) -> None:
    t = feeling("defend")
    mine = bytes(ground is not None and h == t.hex(ground) for h in range(t.x.board.size))
    t.state = t.state.command(t.c("RES"), ground=mine)
    t.play(Feel(t.us("dufour-1"), t.hex("1310")), *((1,) if stays else ()))
    assert (t.where("dufour-1") == "1309") is stays
    assert t.unit("dufour-1").disrupted is not stays


def test_37_7_1_who_goes_back_a_hex_drives_off_vedettes_there() -> None:
    t = feeling("march")
    t.play(Feel(t.us("dufour-1"), t.hex("1310")))
    back = t.unit("dufour-1").hex
    t = feeling("march")
    t.state = put(t.state, of_unit(t.state, t.u("karpov")), hex=back, seen=1)
    t.play(Feel(t.us("dufour-1"), t.hex("1310")))
    assert t.unit("dufour-1").hex == back
    assert back not in [k.hex for k in t.state.vedettes]


def test_37_7_1_into_a_dummy_one_walks_on() -> None:
    t = feeling(under=None)
    t.play(Feel(t.us("dufour-1"), t.hex("1310")))
    assert t.where("dufour-1") == "1310"
    assert t.state.decoys == ()
    assert t.said("dummy")


def test_37_7_1_there_must_be_a_cover_beside_them() -> None:
    t = feeling()
    (move,) = (move for move in t.options(f"u:{t.u('dufour-1')}") if isinstance(move, Feel))
    assert t.engine.label(t.state, move).text == "Dufour finds out what is at 1310"
    assert t.refused(Feel(t.us("dufour-1"), t.hex("1308"))) == "feel"
    t.state = replace(t.state, hidden=())
    t.refused(Feel(t.us("dufour-1"), t.hex("1310")))
    assert not [move for move in t.options(f"u:{t.u('dufour-1')}") if isinstance(move, Feel)]
