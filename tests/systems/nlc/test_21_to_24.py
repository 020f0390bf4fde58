"""21 to 24. Reorganization, corps demoralization, night, supply."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.nlc.engine import Battle
from napwidgets.systems.tactical.command.compliance import ComplianceCheck, comply, release_odds
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core.moves import Reorganize
from napwidgets.systems.tactical.core.state import DEAD, LOST, Order, Pending, Unit
from napwidgets.systems.tactical.fighting.losses import destroy
from napwidgets.systems.tactical.recovering.reorganization import ReorganizationStage
from napwidgets.systems.tactical.recovering.supply import supply_at_nine
from napwidgets.systems.tactical.sequence import BeginTurn, EndTurn, FormationAction
from tests.systems.nlc.table import ScriptedDice, Table, altered, arrange, battle


def resting(units: dict[str, Any], dead: dict[str, int], turn: int = 3, **more: Any) -> Table:
    """Reille in Reserve far from everybody, with units eliminated on given turns."""
    more.setdefault("leaders", {"reille": "0418"})
    more.setdefault("orders", {"II": "reserve"})
    t = arrange(more.pop("engine", battle()), units, turn=turn, **more)
    t.state = t.state.many({t.u(name): Unit(DEAD, 0, since=since) for name, since in dead.items()})
    return t.push(ReorganizationStage(0)).run()


def test_21_units_come_back_a_full_turn_later_at_reduced_strength() -> None:
    t = resting({"foy": "0417"}, {"bachelu": 1, "soye": 2})
    moves = t.options(f"c:{t.c('II')}")
    assert moves == [Reorganize(t.i("reille"), t.us("bachelu"))], "Soye was lost only last turn"
    t.play(moves[0])
    assert (t.where("bachelu"), t.unit("bachelu").steps) == ("0418", 1)
    assert t.leader("reille").busy
    assert t.x.leaders_at(t.state, t.hex("0418"), 0) == [], "he does nothing else this turn"


def test_21_two_a_turn_and_those_in_the_hex_make_room() -> None:
    t = resting({"foy": "0418"}, {"bachelu": 1, "ii-horse-art": 1, "jerome-art": 1})
    three = tuple(sorted(t.us("bachelu", "ii-horse-art", "jerome-art")))
    assert t.refused(Reorganize(t.i("reille"), three)) == "units"
    t.play(Reorganize(t.i("reille"), tuple(sorted(t.us("bachelu", "jerome-art")))))
    assert (t.where("bachelu"), t.where("jerome-art")) == ("0418", "0418")
    assert t.where("foy") not in (None, "0418")


def test_21_not_in_sight_of_the_enemy_and_not_without_reserve_status() -> None:
    assert resting({"kempt": "0411"}, {"bachelu": 1}).kind is None
    assert resting({"kempt": "0403"}, {"bachelu": 1}).kind == "reorganize"
    assert resting({}, {"bachelu": 1}, orders={"II": ("defend", "0418")}).kind is None


@pytest.mark.parametrize(("roll", "back"), [(4, True), (5, False)])
def test_21_demoralized_troops_come_back_on_four_or_less(roll: int, back: bool) -> None:
    t = resting({"foy": "0417"}, {"bachelu": 1, "soye": 1, "pire": 1})
    assert t.x.demoralized(t.state, t.c("II"))
    t.play(Reorganize(t.i("reille"), t.us("bachelu")), roll)
    assert t.unit("bachelu").hex == (t.hex("0418") if back else LOST)


def test_22_a_corps_is_demoralized_at_its_limit_and_recovers_below_it() -> None:
    t = arrange(battle(), {"foy": "0414"})
    t.state = t.state.many({t.u(name): Unit(DEAD, 0) for name in ("bachelu", "soye")})
    assert not t.x.demoralized(t.state, t.c("II")), "eight of nine"
    t.state = t.state.many({t.u("jerome-art"): Unit(DEAD, 0)})
    assert t.x.demoralized(t.state, t.c("II"))
    assert t.x.allowance(t.state, t.u("foy")) == 6, "three points in halves"
    t.state = t.state.unit(t.u("bachelu"), hex=t.hex("0418"), steps=1)
    assert not t.x.demoralized(t.state, t.c("II"))


def test_22_it_is_told_when_losses_demoralize_a_corps_and_when_it_is_over() -> None:
    t = arrange(battle(), {"foy": "0414", "jerome-art": "0415", "soye": "0416"})
    t.state = t.state.many({t.u("bachelu"): Unit(DEAD, 0)})
    t.state = destroy(t.x, t.state, t.u("soye"), "is gone", t.events)
    assert not t.said("corps-broken"), "eight of nine"
    t.state = destroy(t.x, t.state, t.u("jerome-art"), "is gone", t.events)
    (told,) = t.said("corps-broken")
    assert (told.text, told.cites) == ("II Corps is demoralized: 9 SP lost, its limit is 9.", ("NLC 22",))
    t = resting({"foy": "0417"}, {"bachelu": 1, "soye": 1, "pire": 1})
    t.play(Reorganize(t.i("reille"), t.us("bachelu")), 4)
    assert [e.text for e in t.said("corps-mended")] == ["II Corps is no longer demoralized."]


def test_22_an_army_that_counts_as_one_is_not_told_of_corps_by_corps() -> None:
    t = arrange(battle(), {"kempt": "0414", "cooke-art": "0415"})
    lost = ("halkett", "kielmansegge", "maitland", "byng", "brunswick-light")
    t.state = t.state.many({t.u(name): Unit(DEAD, 0) for name in lost})
    t.state = destroy(t.x, t.state, t.u("cooke-art"), "is gone", t.events)
    assert t.x.demoralized(t.state, t.c("R"))
    assert not t.said("corps-broken")


def test_22_the_anglo_allied_army_counts_as_one() -> None:
    t = arrange(battle(), {"kempt": "0414"})
    lost = ("halkett", "kielmansegge", "maitland", "byng", "brunswick-light")
    t.state = t.state.many({t.u(name): Unit(DEAD, 0) for name in lost})
    assert not t.x.demoralized(t.state, t.c("R"))
    t.state = t.state.many({t.u("cooke-art"): Unit(DEAD, 0)})
    assert t.x.demoralized(t.state, t.c("R")), "fifteen points of other corps"


@pytest.mark.parametrize(("dice", "fresh", "weak"), [((4, 4), "C", "1T"), ((2, 3), "1T", "R4"), ((1, 1), "R4", "R5")])
def test_22_demoralized_formations_obey_one_step_slower(dice: tuple[int, int], fresh: str, weak: str) -> None:
    x = battle().context
    assert comply(x, 8, False, ScriptedDice([dice])) == fresh
    assert comply(x, 8, True, ScriptedDice([dice])) == weak
    assert comply(x, 3, True, ScriptedDice([(1, 1)])) == "I"


# 23


def by_night(*turns: int) -> Battle:
    return altered("quatre-bras", turns=replace(battle().setting.scenario.turns, night=turns))


def test_23_no_reorganization_and_no_bombardment_at_night() -> None:
    for turns, stages in ((by_night(1), 0), (by_night(2), 2)):
        t = arrange(turns, {"foy": "0414"}, leaders={"ney": "0417", "reille": "0417"})
        t.push(OrdersStage(0), BeginTurn()).run()
        assert t.kind in ("initiative", "orders")
        assert sum(isinstance(step, ReorganizationStage) for step in t.state.agenda) == stages
    t = arrange(by_night(1), {"ii-foot-art": "0414", "kempt": "0412", "foy": "0415"}, leaders={"reille": "0416"})
    t.push(FormationAction((t.c("II"),))).run()
    assert t.kind == "movement"
    t = arrange(by_night(2), {"ii-foot-art": "0414", "kempt": "0412"}, leaders={"reille": "0416"})
    t.push(FormationAction((t.c("II"),))).run()
    assert t.kind == "bombard"


@pytest.mark.parametrize("order", ["attack", "probe"])
@pytest.mark.parametrize(("foy", "holds"), [("0412", False), ("0409", True)])
def test_23_attacks_and_probes_without_a_foothold_on_their_target_fail(foy: str, holds: bool, order: str) -> None:
    t = arrange(by_night(7), {"foy": foy}, orders={"II": (order, "0409")}, turn=7)
    t.push(EndTurn()).run()
    assert t.command("II").order.kind == (order if holds else "defend")


def _at_night(turn: int, kind: str = "march", formation: str = "R", **more: Any) -> Table:
    leaders = {"wellington": "0405", "picton": "0404", "ney": "0417", "reille": "0416"}
    t = arrange(by_night(2, 3), {"kempt": "0404", "foy": "0415"}, leaders=leaders, turn=turn, **more)
    sender = "wellington" if formation == "R" else "ney"
    order = Pending((Order(kind, t.hex("0404")),), t.i(sender), 1, 2, 0)
    t.state = t.state.command(t.c(formation), pending=(order,))
    return t.push(ComplianceCheck())


def test_23_a_forceful_order_and_one_over_a_wing_commanders_head_tell_when_received_at_night() -> None:
    turns = by_night(2).setting.scenario.turns
    engine = altered("quatre-bras", "order_force", "command_confusion", turns=turns)
    t = arrange(engine, {"bijlandt": "0910"}, turn=2, leaders={"orange": "0908", "perponcher": "0909"})
    order = Pending((Order("march", t.hex("0909")),), t.i("wellington"), 1, 2, 0, force=2, confused=True)
    t.state = t.state.command(t.c("NL"), pending=(order,))
    t.push(ComplianceCheck()).run(2)
    assert (t.command("NL").huff, t.command("NL").forces) == (1, 2)
    assert t.x.rating(t.state, t.i("orange")) == 0
    t.change(turn=3).push(ComplianceCheck()).run()
    assert t.command("NL").order.kind == "march"
    assert t.command("NL").forces == 2, "once"


def test_23_orders_received_at_night_are_obeyed_in_the_morning_without_a_check() -> None:
    t = _at_night(2).run()
    assert t.command("R").order.kind == "defend"
    assert t.command("R").pending[0].stage == "dawn"
    t.change(turn=3).push(ComplianceCheck()).run()
    t.change(turn=4).push(ComplianceCheck()).run(6)
    assert t.command("R").order.kind == "march"


def test_23_a_general_retreat_is_checked_at_night() -> None:
    t = _at_night(2, "general_retreat").run((6, 6))
    assert t.command("R").order.kind == "general_retreat"


def test_23_french_commanders_are_released_on_one_then_two_and_so_on() -> None:
    t = _at_night(2, formation="II").run()
    t.change(turn=4).push(ComplianceCheck()).run(2)
    assert t.command("II").order.kind == "defend", "a two is too much on the first turn"
    t.change(turn=5).push(ComplianceCheck()).run(2)
    assert t.command("II").order.kind == "march"
    assert t.said("released")


def test_23_an_enemy_in_a_zone_within_ten_hexes_releases_him_at_once() -> None:
    t = _at_night(2, formation="II").run()
    t.state = t.state.unit(t.u("kempt"), hex=t.hex("0414"))
    t.change(turn=4).push(ComplianceCheck()).run()
    assert t.command("II").order.kind == "march"


@pytest.mark.parametrize(("awake", "dice", "up"), [(True, (), True), (False, (2, 2), False), (False, (1, 2), False)])
def test_23_another_commander_who_is_up_releases_him_in_his_hex(awake: bool, dice: tuple[int, ...], up: bool) -> None:
    """Of two who sleep in one hex neither wakes the other; who rises now wakes the other next turn."""
    engine = battle("la-belle-alliance")
    french = [i for i in engine.setting.leaders if i.side == "french" and i.role in ("overall", "wing")]
    assert len(french) >= 2
    turns = replace(engine.setting.scenario.turns, night=(1,))
    engine = altered("la-belle-alliance", turns=turns)
    t = arrange(engine, {}, leaders={french[0].id: "0316", french[1].id: "0316"}, turn=2)
    first, second = t.i(french[0].id), t.i(french[1].id)
    t.change(released=(first,) if awake else (), dawn=2)
    assert release_odds(t.x, replace(t.state, turn=1), second) == (1 if awake else Fraction(1, 6))
    t.push(ComplianceCheck()).run(*dice)
    assert (second in t.state.released) is up


# 24


def morning(units: dict[str, Any], turn: int = 4) -> Table:
    """A battle that begins at six, so that its fourth turn is the one at nine."""
    scenario = battle().setting.scenario
    engine = altered("quatre-bras", turns=replace(scenario.turns, first="06:00"))
    t = arrange(engine, units, turn=turn)
    t.state = supply_at_nine(t.x, t.state, t.events)
    return t


def test_24_units_without_supply_at_nine_are_eliminated() -> None:
    ring = {"best": "0402", "pack": "0503", "halkett": "0504", "byng": "0404", "maitland": "0304", "bijlandt": "0303"}
    t = morning({"foy": "0403", **ring})
    assert t.unit("foy").hex == DEAD
    assert t.said("eliminated")[0].cites == ("NLC 24",)
    assert morning({"foy": "0403", **ring}, turn=3).where("foy") == "0403", "at eight nobody asks"


def test_24_five_hexes_off_the_road_and_then_by_road_to_ones_own_edge() -> None:
    t = morning({"foy": "0414", "kempt": "0914"})
    assert t.where("foy") == "0414", "five hexes from the southern trails, or straight to the edge"
    wall = dict(zip(("kempt", "best", "pack"), ("0920", "1020", "0820"), strict=True))
    t = morning({"foy": "0915", **wall})
    assert t.where("foy") == "0915", "another road leads out"


@pytest.mark.parametrize(
    ("spot", "supplied"),
    [("1803", True), ("1905", True), ("1903", False)],
    ids=["this side of the Dyle", "five hexes round by the bridge", "beside the first, but across the river"],
)
def test_24_a_line_does_not_cross_a_river_where_there_is_no_bridge(spot: str, supplied: bool) -> None:
    scenario = battle("wavre").setting.scenario
    engine = altered("wavre", turns=replace(scenario.turns, first="06:00"))
    t = arrange(engine, {"habert": spot}, turn=4)
    t.state = supply_at_nine(t.x, t.state, t.events)
    assert (t.where("habert") == spot) is supplied


def test_24_nobody_asks_for_supply_where_the_clock_never_strikes_nine() -> None:
    t = arrange(battle(), {"foy": "0403"}, turn=7)
    assert supply_at_nine(t.x, t.state, t.events) is t.state
