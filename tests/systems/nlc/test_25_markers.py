"""25.7. Orders without writing: markers and aides."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.nlc.options import Options
from napwidgets.systems.tactical.command.aides import AideRide, AidesRide, deliver, read_papers
from napwidgets.systems.tactical.command.compliance import ComplianceCheck, travel
from napwidgets.systems.tactical.command.leaders import overrun_hex
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core.moves import Flag, Go, GoLeader, Pass, Send, Turning
from napwidgets.systems.tactical.core.state import OFF, Aide, Order, Pending
from napwidgets.systems.tactical.fighting.losses import LeadersUnderFire
from napwidgets.systems.tactical.ground.views import flags
from napwidgets.systems.tactical.moving.movement import MovementSegment
from napwidgets.systems.tactical.recovering.confidence import AchievementCheck
from tests.systems.nlc.table import Table, arrange, battle

MARKERS = battle("quatre-bras", "order_markers")
PAPERS = battle("quatre-bras", "order_markers", "interception")


def riding(units: dict[str, Any], at: str, engine: Any = MARKERS, **more: Any) -> Table:
    """An aide with a March order for Reille."""
    more.setdefault("leaders", {"reille": "0411"})
    t = arrange(engine, units, **more)
    carries = Pending((Order("march", t.hex("0909")),), t.i("ney"), 1, 2, 0)
    return t.change(aides=(Aide(0, t.hex(at), t.c("II"), carries),))


def test_25_7_markers_and_hidden_movement_exclude_each_other() -> None:
    with pytest.raises(ScenarioError, match="without it"):
        Options(order_markers=True, hidden_movement=True)


def test_25_7_1_an_order_achieved_leaves_the_next_marker_or_reserve() -> None:
    for queue, kind in (((), "reserve"), ((Order("attack"),), "attack")):
        t = arrange(
            MARKERS,
            {"foy": "0909", "kempt": "0901"},
            turn=3,
            leaders={"reille": "0909"},
            orders={"II": ("march", "0909", {"queue": queue})},
        )
        t.push(AchievementCheck()).run()
        assert t.command("II").order.kind == kind


def test_25_7_2_only_march_has_a_target_and_it_may_lie_anywhere() -> None:
    t = arrange(MARKERS, {"foy": "0414", "kempt": "0401"}, leaders={"ney": "0416", "reille": "0415"})
    t.push(OrdersStage(0)).run()
    kinds = {
        move.orders[0][0]: move.orders[0][1] >= 0 for move in t.options(f"c:{t.c('II')}") if isinstance(move, Send)
    }
    assert kinds["march"] is True
    assert [kinds[k] for k in ("attack", "probe", "fall_back")] == [False, False, False]
    t.play(Send(t.i("ney"), t.c("II"), (("march", t.hex("0104")),)))
    assert t.said("order-sent")


@pytest.mark.parametrize("advanced", [False, True])
def test_25_7_2_no_order_of_the_scenario_but_march_has_a_target_either(advanced: bool) -> None:
    options = ("order_markers", "advanced_targets") if advanced else ("order_markers",)
    engine = battle("la-belle-alliance", *options)
    state = engine.start(SeededDice("markers"), [])
    told = [command.order for command in state.commands]
    assert {order.kind for order in told} >= {"attack", "defend", "march"}
    assert all((order.target >= 0) is (advanced or order.kind == "march") for order in told if order.kind != "reserve")
    marches = {order.target for order in told if order.target >= 0}
    assert {h for side in (0, 1) for h, _ in flags(engine.context, state, side)} == marches


@pytest.mark.parametrize(("options", "target"), [((), "0909"), (("order_markers",), None)])
def test_25_7_2_nor_has_one_that_is_taken_up_later(options: tuple[str, ...], target: str | None) -> None:
    t = arrange(battle("quatre-bras", *options), {"foy": "0909"}, leaders={"reille": "0909"})
    order, after = Order("defend", t.hex("0909")), (Order("attack", t.hex("0904")), Order("march", t.hex("0401")))
    state = t.x.take_order(t.state, t.c("II"), replace(t.command("II"), order=order, queue=after))
    command = state.commands[t.c("II")]
    assert command.order.target == (t.hex(target) if target else OFF)
    assert [then.target for then in command.queue] == [t.hex("0904") if target else OFF, t.hex("0401")]


@pytest.mark.parametrize(
    ("engine", "leader", "unit", "done"),
    [
        (MARKERS, "0909", "0908", True),
        (MARKERS, "0908", "0909", False),
        (battle("quatre-bras", "order_markers", "advanced_targets"), "0908", "0909", True),
        (battle("quatre-bras"), "0908", "0909", True),
    ],
)
def test_25_7_2_a_march_is_done_when_the_leader_comes_to_the_marker(
    engine: Any, leader: str, unit: str, done: bool
) -> None:
    leaders, orders = {"reille": leader}, {"II": ("march", "0909")}
    t = arrange(engine, {"foy": unit, "kempt": "0901"}, turn=3, leaders=leaders, orders=orders)
    t.push(AchievementCheck()).run()
    assert (t.command("II").order.kind != "march") is done


def test_25_7_2_that_of_a_division_when_any_of_it_comes() -> None:
    t = arrange(MARKERS, {"bauduin": "0909", "soye": "0908", "kempt": "0901"}, turn=3, leaders={"reille": "0918"})
    own = replace(t.command("II/jerome"), active=True, order=Order("march", t.hex("0909"), 1))
    t.state = replace(
        t.state, commands=tuple(own if c == t.c("II/jerome") else k for c, k in enumerate(t.state.commands))
    )
    t.push(AchievementCheck()).run()
    assert t.command("II/jerome").order.kind != "march"


def test_25_7_2_attack_goes_for_the_closest_enemy() -> None:
    t = arrange(
        MARKERS,
        {"foy": "0415", "kempt": "0410", "best": "0403"},
        active=("II",),
        orders={"II": ("attack", None)},
        leaders={"reille": "0416"},
    )
    t.push(MovementSegment(0)).run()
    assert t.refused(Pass()) == "must-close"
    assert t.refused(Go(t.us("foy"), t.path("0416"))) == "away"
    t.play(Go(t.us("foy"), t.path("0414"))).play(Pass())
    assert t.where("foy") == "0414"


def test_25_7_2_a_leader_who_defends_rides_on_the_turn_of_receipt_only() -> None:
    for turn, rides in ((1, True), (2, False)):
        t = arrange(
            MARKERS,
            {"foy": "0415"},
            active=("II",),
            turn=turn,
            orders={"II": ("delay", None)},
            leaders={"reille": "0416"},
        )
        t.push(MovementSegment(0)).run()
        assert (f"l:{t.i('reille')}" in t.subjects()) is rides
    t = arrange(
        MARKERS, {"foy": "0415"}, active=("II",), turn=2, orders={"II": ("delay", None)}, leaders={"reille": "0416"}
    )
    t.push(MovementSegment(0)).run()
    assert t.refused(GoLeader(t.i("reille"), t.hex("0417"))) == "leader"


def test_25_7_3_one_dummy_for_each_four_corps() -> None:
    t = arrange(MARKERS, {"foy": "0414", "kempt": "0401"}, leaders={"ney": "0416", "reille": "0415"})
    t.push(OrdersStage(0)).run()
    flags = [move for move in t.options() if isinstance(move, Flag)]
    assert flags
    t.play(flags[0])
    assert t.state.dummies == ((0, flags[0].hex),)
    assert not [move for move in t.options() if isinstance(move, Flag)], "three corps: one dummy"
    assert t.refused(flags[1]) == t.refused(Flag(t.hex("0104"))) == "not-offered"


@pytest.mark.parametrize(("hex_", "able"), [(0, True), (-1, False), (10**6, False)])
def test_25_7_3_dummies_lie_anywhere_on_the_map(hex_: int, able: bool) -> None:
    t = arrange(MARKERS, {"foy": "0414", "kempt": "0401"}, leaders={"ney": "0416", "reille": "0415"})
    t.push(OrdersStage(0)).run()
    assert hex_ not in t.engine.setting.named
    if able:
        assert t.play(Flag(hex_)).state.dummies == ((0, hex_),)
    else:
        assert t.refused(Flag(hex_)) == "not-offered"
    plain = arrange(battle(), {"foy": "0414", "kempt": "0401"}, leaders={"ney": "0416", "reille": "0415"})
    assert plain.push(OrdersStage(0)).run().refused(Flag(0)) == "not-offered"


@pytest.mark.parametrize(("ney", "wait"), [("0413", 0), ("0415", 0), ("0417", 1)])
def test_25_7_4_near_leaders_have_their_orders_at_once_others_by_an_aide(ney: str, wait: int) -> None:
    t = arrange(MARKERS, {"foy": "0411", "kempt": "0401"}, leaders={"ney": ney, "reille": "0410"})
    assert travel(t.x, t.state, t.i("ney"), t.c("II")) == wait
    t.push(OrdersStage(0)).run().play(Send(t.i("ney"), t.c("II"), (("march", t.hex("0909")),)))
    assert len(t.state.aides) == wait
    assert len(t.command("II").pending) == 1 - wait
    if wait:
        assert t.state.aides[0].hex == t.hex(ney)


def test_25_7_4_an_aide_rides_seven_points_and_the_order_is_received_the_turn_after() -> None:
    t = riding({"foy": "0410"}, "0418", leaders={"reille": "0412"})
    t.push(AidesRide()).run()
    aide = t.state.aides[0]
    assert (aide.hex, aide.arrived) == (t.hex("0412"), 1)
    t.state = deliver(t.x, t.state, t.events)
    assert not t.command("II").pending, "not on the turn of his arrival"
    t.change(turn=2)
    t.state = deliver(t.x, t.state, t.events)
    assert t.command("II").pending
    assert t.state.aides == ()


def test_25_7_4_one_aide_for_one_formation() -> None:
    t = riding({"foy": "0410", "kempt": "0401"}, "0418", leaders={"reille": "0410", "ney": "0418"})
    t.push(OrdersStage(0)).run()
    assert t.refused(Send(t.i("ney"), t.c("II"), (("march", t.hex("0909")),))) == "aide"


@pytest.mark.parametrize(("dice", "to"), [((2,), "0915"), ((5,), "0915"), ((1, 1), "0917"), ((1, 2), "1015")])
def test_25_7_4_at_a_crossroads_he_may_take_the_wrong_branch(dice: tuple[int, ...], to: str) -> None:
    t = riding({"foy": "0914"}, "0916", leaders={"reille": "0913"})
    t.push(AideRide(0, 1, True)).run()
    assert t.kind == "aide"
    assert set(t.options()) == {Turning(t.hex(h)) for h in ("0915", "1015", "0917")}
    t.play(Turning(t.hex("0915")), *dice)
    assert t.state.aides[0].hex == t.hex(to), "an odd second roll is the branch to the left, an even one to the right"
    assert bool(t.said("aide-strays")) is (len(dice) == 2)


@pytest.mark.parametrize(("left", "asked"), [(3, True), (2, False)])
def test_25_7_4_without_the_points_for_every_branch_he_is_told_his_way_next_turn(left: int, asked: bool) -> None:
    t = riding({"foy": "0914"}, "0918", leaders={"reille": "0913"})
    t.push(AideRide(0, left)).run()
    assert (t.kind == "aide") is asked
    assert t.state.aides[0].hex == t.hex("0917")
    later = t.change(agenda=(), turn=2).push(AidesRide()).run()
    assert later.kind == "aide"
    assert later.state.aides[0].hex == t.hex("0917")


@pytest.mark.parametrize(("start", "at"), [("0918", "0917"), ("0917", "0916")])
def test_25_7_4_where_he_sets_out_he_is_told_his_way_already(start: str, at: str) -> None:
    t = riding({"foy": "0914"}, start, leaders={"reille": "0913"}).push(AidesRide()).run()
    assert t.kind == "aide"
    assert t.state.aides[0].hex == t.hex(at)


def test_25_7_4_two_crossroads_on_end_are_two_turnings() -> None:
    t = riding({"foy": "0914"}, "0918", leaders={"reille": "0913"}).push(AidesRide()).run()
    t.play(Turning(t.hex("0916")), 2)
    assert t.kind == "aide"
    assert t.state.aides[0].hex == t.hex("0916")
    t.play(Turning(t.hex("0915")), 2)
    assert t.state.aides[0].hex == t.hex("0914"), "the third one"
    assert t.kind == "aide"


def test_25_7_4_an_aide_rides_neither_through_the_enemy_nor_into_his_zones_without_friends() -> None:
    units = {"foy": "0414", "bachelu": "0410"}
    for kempt, stop in (("0413", "0414"), ("0403", "0410")):
        t = riding({**units, "kempt": kempt}, "0414", leaders={"reille": "0410"})
        t.push(AidesRide()).run()
        assert t.state.aides[0].hex == t.hex(stop)
    for foy, branches in (("0912", ("0917", "1015")), ("0915", ("0915", "0917", "1015"))):
        t = riding({"foy": foy, "kempt": "0914"}, "0916", leaders={"reille": "0913", "picton": "0813"})
        t.push(AideRide(0, 14, True)).run()
        assert set(t.options()) == {Turning(t.hex(h)) for h in branches}


def test_25_7_4_a_wrong_branch_that_the_enemy_bars_costs_an_aide_his_turn() -> None:
    ends = {}
    for second in (1, 2):
        t = riding({"foy": "0912", "kempt": "0914"}, "0916", leaders={"reille": "0913", "picton": "0813"})
        t.push(AideRide(0, 1, True)).run().play(Turning(t.hex("0917")), 1, second)
        ends[t.said("aide-strays")[0].hexes[-1]] = t.state.aides[0].hex
    assert ends == {t.hex("0915"): t.hex("0916"), t.hex("1015"): t.hex("1015")}


@pytest.mark.parametrize(("roll", "killed"), [(1, True), (2, False)])
def test_25_7_4_an_aide_beside_a_unit_that_is_hit_dies_on_a_one(roll: int, killed: bool) -> None:
    t = riding({"foy": "0414"}, "0414", leaders={"reille": "0418"})
    t.push(LeadersUnderFire(((t.hex("0414"), 0),))).run(roll)
    assert (t.state.aides == ()) is killed
    assert bool(t.said("aide-killed")) is killed


def test_25_7_4_an_aide_alone_is_caught_the_moment_the_enemy_enters() -> None:
    t = riding({"foy": "0418", "kempt": "0412"}, "0414", active=("R",), leaders={"reille": "0418", "picton": "0411"})
    t.push(MovementSegment(1)).run().play(Go(t.us("kempt"), t.path("0413", "0414", "0314")))
    assert t.state.aides == ()
    assert t.said("aide-caught")


def test_25_7_5_late_and_held_up_orders_wait_with_their_markers() -> None:
    t = arrange(MARKERS, {"foy": "0414"}, turn=2, leaders={"ney": "0415", "reille": "0415"})
    order = Pending((Order("march", t.hex("0409")),), t.i("ney"), 1, 2, -2)
    t.state = t.state.command(t.c("II"), pending=(order,))
    t.push(ComplianceCheck()).run((5, 4))
    assert [p.stage for p in t.command("II").pending] == ["late"]


def test_25_7_6_only_the_owner_reads_order_markers() -> None:
    t = riding({"foy": "0414", "kempt": "0403"}, "0416", orders={"II": ("march", "0409")})
    own, other = (t.engine.view(t.state, seat) for seat in ("french", "allied"))
    assert own.commands[t.c("II")].order.kind == "march"
    assert other.commands[t.c("II")].order.kind == "unknown"
    assert other.aides[0].hex == t.hex("0416"), "the aide himself is seen"
    assert other.aides[0].carries.orders[0].kind == "unknown"


def test_25_7_7_with_advanced_markers_every_order_names_its_target() -> None:
    engine = battle("quatre-bras", "order_markers", "advanced_targets")
    t = arrange(engine, {"foy": "0915", "kempt": "0903"}, leaders={"ney": "0916", "reille": "0916"})
    t.push(OrdersStage(0)).run()
    assert t.refused(Send(t.i("ney"), t.c("II"), (("attack", -1),))) == "target"
    t.play(Send(t.i("ney"), t.c("II"), (("attack", t.hex("0909")),)))
    assert t.command("II").pending[0].orders[0].target == t.hex("0909")
    with pytest.raises(ScenarioError):
        Options(advanced_targets=True)


@pytest.mark.parametrize(
    ("sequence", "told"),
    [
        ((("march", "0909"), ("attack", "0907")), "March to {0909}, then Attack {0907}."),
        ((("march", "0909"),), "March to {0909}."),
        ((("reserve", ""),), "Reserve."),
    ],
)
def test_25_7_8_papers_tell_a_whole_sequence_of_orders(sequence: tuple[tuple[str, str], ...], told: str) -> None:
    t = riding({"kempt": "0414"}, "0414", PAPERS, leaders={"reille": "0418", "wellington": "0414"})
    orders = tuple(Order(kind, t.hex(to) if to else -1) for kind, to in sequence)
    aide = t.state.aides[0]
    t.change(aides=(replace(aide, carries=replace(aide.carries, orders=orders)),))
    t.state = overrun_hex(t.x, t.state, t.hex("0414"), 1, t.events)
    t.state = read_papers(t.x, t.state, t.events)
    for name in ("0909", "0907"):
        told = told.replace(f"{{{name}}}", t.x.place(t.hex(name)))
    assert t.said("intercepted")[0].text == f"A captured aide carried orders for II Corps: {told}"


@pytest.mark.parametrize(
    ("division", "corps", "told"),
    [
        ("II/foy", "ID", ["By these orders Foy's division is to act with I Corps (d'Erlon)."]),
        # The first of all formations is one, too.
        ("ID/quiot", "II", ["By these orders Quiot's division is to act with II Corps."]),
        ("II/foy", None, []),
    ],
)
def test_25_7_8_papers_tell_with_which_corps_a_division_is_to_act(
    division: str, corps: str | None, told: list[str]
) -> None:
    t = riding({"kempt": "0414"}, "0414", PAPERS, leaders={"reille": "0418", "wellington": "0414"})
    attach = -1 if corps is None else t.c(corps)
    aide = t.state.aides[0]
    t.change(aides=(replace(aide, command=t.c(division), carries=replace(aide.carries, attach=attach)),))
    t.state = overrun_hex(t.x, t.state, t.hex("0414"), 1, t.events)
    t.state = read_papers(t.x, t.state, t.events)
    heard = t.said("intercepted")
    assert [event.to for event in heard] == [("allied",)] * len(heard)
    assert [event.text for event in heard[1:]] == told


def test_25_7_8_captured_orders_are_read_when_they_reach_the_enemys_commander() -> None:
    for wellington, turns in (("0414", 0), ("0407", 2)):
        t = riding({"kempt": "0414"}, "0414", PAPERS, leaders={"reille": "0418", "wellington": wellington})
        t.state = overrun_hex(t.x, t.state, t.hex("0414"), 1, t.events)
        assert t.state.captured[0].arrived == 1 + turns
        for turn in range(1, 2 + turns):
            assert not t.said("intercepted")
            t.change(turn=turn)
            t.state = read_papers(t.x, t.state, t.events)
        told = t.said("intercepted")[0]
        assert told.to == ("allied",)
        assert "March" in told.text
        assert t.engine.view(t.state, "allied").captured == ()
    t = riding({"kempt": "0414"}, "0414", leaders={"reille": "0418", "wellington": "0414"})
    t.state = overrun_hex(t.x, t.state, t.hex("0414"), 1, t.events)
    assert t.state.captured == (), "only with the option"
