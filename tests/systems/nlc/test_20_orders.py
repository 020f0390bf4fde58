"""20. Command range, orders and how they are carried out."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.systems.tactical.command.chits import PrepareChits
from napwidgets.systems.tactical.command.compliance import ComplianceCheck, column, receipt_odds, shift_for, travel
from napwidgets.systems.tactical.command.initiative import BadMove, InitiativeStage, initiative_odds, own_rating
from napwidgets.systems.tactical.command.limits import may_fight
from napwidgets.systems.tactical.command.orders import OrdersStage, face_to_face, may_send, senders, turns_under_way
from napwidgets.systems.tactical.command.targets import in_reach
from napwidgets.systems.tactical.core.moves import (
    Bombard,
    Charge,
    Go,
    GoLeader,
    LeaveLead,
    Misdirect,
    Pass,
    Rejoin,
    Rest,
    Send,
    TakeLead,
    TryInitiative,
)
from napwidgets.systems.tactical.core.state import ATTACKED, DEAD, Order, Pending, Unit
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from napwidgets.systems.tactical.moving.movement import MovementSegment
from napwidgets.systems.tactical.recovering.confidence import AchievementCheck, ConfidenceCheck, confidence_modifier
from napwidgets.systems.tactical.sequence import BeginTurn, EndAction, EndTurn, FormationAction, ReserveStage
from tests.systems.nlc.table import Table, altered, arrange, battle

NEY = {"ney": "0916", "reille": "0916"}
HQ = {"french-hq": "0916"}


def ordering(units: dict[str, Any] | None = None, **more: Any) -> Table:
    """Ney with his headquarters and Reille beside him on the Brussels road."""
    more.setdefault("leaders", NEY)
    more.setdefault("hqs", HQ)
    t = arrange(more.pop("engine", battle()), units or {"foy": "0915", "kempt": "0903"}, **more)
    return t.push(ComplianceCheck(), OrdersStage(0)).run()


def moving(units: dict[str, Any], **more: Any) -> Table:
    more.setdefault("leaders", {"reille": "0417"})
    t = arrange(more.pop("engine", battle()), units, active=more.pop("active", ("II",)), **more)
    return t.push(MovementSegment(0)).run()


def test_20_1_command_range_is_four_points_and_enemy_zones_stop_it() -> None:
    t = arrange(battle(), {"foy": "0413", "bachelu": "0412"}, leaders={"reille": "0417"})
    assert t.x.in_command(t.state, t.u("foy"))
    assert not t.x.in_command(t.state, t.u("bachelu"))
    t = arrange(battle(), {"foy": "0413", "kempt": "0314"}, leaders={"reille": "0417"})
    assert not t.x.in_command(t.state, t.u("foy")), "0414 lies in a zone and nobody stands there"
    t = arrange(battle(), {"foy": "0413", "soye": "0414", "kempt": "0314"}, leaders={"reille": "0417"})
    assert t.x.in_command(t.state, t.u("foy")), "friends there hold the way open"


def test_20_1_units_out_of_range_come_back_and_do_not_attack() -> None:
    t = moving({"foy": "0411", "kempt": "0410"}, orders={"II": ("attack", "0410")})
    assert may_fight(t.x, t.state, t.u("foy"))
    t = moving({"foy": "0410"})
    assert t.refused(Go(t.us("foy"), t.path("0409"))) == "command"
    assert t.refused(Go(t.us("foy"), t.path("0411", "0412"))) == "command", "as quickly as possible"
    t.play(Go(t.us("foy"), t.path("0411", "0412", "0413")))
    assert t.x.in_command(t.state, t.u("foy"))
    t = moving({"foy": "0406"})
    assert not t.x.in_command(t.state, t.u("foy"))
    assert [move.path[-1] for move in t.options(f"u:{t.u('foy')}")] == [t.hex("0410")], "or as near as it can get"


def test_20_1_units_in_range_do_not_leave_it_by_moving() -> None:
    t = moving({"foy": "0414"})
    assert t.refused(Go(t.us("foy"), t.path("0413", "0412", "0411"))) == "command"


def test_20_1_the_wing_commander_and_the_overall_commander_cover_too() -> None:
    t = arrange(battle(), {"foy": "0413"}, leaders={"reille": "0417", "ney": "0412"})
    t.state = t.state.unit(t.u("foy"), hex=t.hex("0409"))
    assert t.x.in_command(t.state, t.u("foy"))


# 20.2


def test_20_2_attack_comes_closer_until_two_hexes_away_and_never_goes_back() -> None:
    t = moving({"foy": "0416", "kempt": "0410"}, orders={"II": ("attack", "0410")}, leaders={"reille": "0415"})
    assert t.refused(Pass()) == "must-close"
    assert t.refused(Go(t.us("foy"), t.path("0417"))) == "away"
    t.play(Go(t.us("foy"), t.path("0415"))).play(Pass())
    assert t.where("foy") == "0415"


def test_20_2_attack_ends_a_hex_closer_and_does_not_move_aside() -> None:
    t = moving({"foy": "0416", "kempt": "0410"}, orders={"II": ("attack", "0410")}, leaders={"reille": "0415"})
    row = t.x.board.distances[t.hex("0410")]
    assert row[t.hex("0516")] == row[t.hex("0416")]
    assert t.refused(Go(t.us("foy"), t.path("0516"))) == "away"
    units = {"foy": "0412", "kempt": "0410"}
    t = moving(units, orders={"II": ("attack", "0409")}, leaders={"reille": "0414"})
    assert row[t.hex("0412")] == 2
    aside = [n for n in t.x.setting.near[t.hex("0412")] if t.x.board.distances[t.hex("0409")][n] == 3]
    assert aside
    assert {m.path[-1] for m in t.options(f"u:{t.u('foy')}")} & set(aside), "two hexes from the enemy it may"


def test_20_2_a_cavalry_charge_does_not_excuse_an_infantry_corps() -> None:
    from napwidgets.systems.tactical.core.state import CHARGED, ENTERED_ZOC

    for name, horse, mate in (("II", "pire", "foy"), ("IIIC", "lheritier", "iiic-horse-art")):
        t = arrange(
            battle(),
            {horse: ("0411", {"marks": CHARGED | ENTERED_ZOC}), mate: "0412", "kempt": "0410"},
            active=(name,),
            leaders={"reille": "0414", "kellermann": "0414"},
            orders={name: ("attack", "0410")},
        )
        t.state = t.state.unit(t.u(horse), marks=CHARGED | ENTERED_ZOC)
        t.push(MovementSegment(0)).run()
        assert (Pass() in t.options()) is (name == "IIIC")


def test_20_2_attack_must_press_on_into_the_enemys_zone() -> None:
    units = {"foy": "0412", "kempt": "0410"}
    t = moving(units, orders={"II": ("attack", "0410")}, leaders={"reille": "0414"})
    assert t.refused(Pass()) == "must-press"
    t.play(Go(t.us("foy"), t.path("0411"))).play(Pass())
    assert t.where("foy") == "0411"


def test_20_2_bombardment_is_attack_enough_for_two_turns() -> None:
    from napwidgets.systems.tactical.core.state import BOMBARDED

    units = {"foy": "0412", "ii-foot-art": "0312", "kempt": "0410"}
    for guns, enough in ((0, True), (1, True), (2, False)):
        t = arrange(
            battle(),
            units,
            active=("II",),
            leaders={"reille": "0414"},
            orders={"II": ("attack", "0410", {"guns": guns})},
        )
        t.state = t.state.unit(t.u("ii-foot-art"), marks=BOMBARDED)
        t.push(MovementSegment(0)).run()
        assert (Pass() in t.options()) is enough, guns


def test_20_2_a_division_with_orders_of_its_own_bombards_for_two_turns_too() -> None:
    from napwidgets.systems.tactical.core.state import BOMBARDED

    for kind, guns in (("attack", 1), ("defend", 0)):
        orders = {"II/jerome": (kind, "0410", {"active": True})}
        t = arrange(battle(), {"jerome-art": "0412", "kempt": "0410"}, active=("II",), orders=orders)
        t.state = t.state.unit(t.u("jerome-art"), marks=BOMBARDED)
        t.push(EndAction()).run()
        assert t.command("II/jerome").guns == guns


def test_20_2_a_probe_has_two_units_in_enemy_zones() -> None:
    units = {"foy": "0411", "bachelu": "0311", "soye": "0412", "kempt": "0410"}
    t = moving(units, orders={"II": ("probe", "0410")}, leaders={"reille": "0413"})
    assert t.refused(Go(t.us("soye"), t.path("0411"))) == "probe"
    assert Pass() in t.options()


def test_20_2_a_probe_attacks_or_bombards_but_need_not_grow() -> None:
    from napwidgets.systems.tactical.core.state import BOMBARDED

    near = {"foy": "0412", "ii-foot-art": "0312", "kempt": "0410"}
    order, leaders = {"II": ("probe", "0410")}, {"reille": "0414"}
    t = moving(near, orders=order, leaders=leaders)
    assert t.refused(Pass()) == "must-press", "no standing idle two hexes away"
    t = moving({**near, "bachelu": "0411"}, orders=order, leaders=leaders)
    assert Pass() in t.options(), "one unit beside the enemy is enough"
    for guns, enough in ((1, True), (2, False)):
        t = arrange(battle(), near, active=("II",), leaders=leaders, orders={"II": ("probe", "0410", {"guns": guns})})
        t.state = t.state.unit(t.u("ii-foot-art"), marks=BOMBARDED)
        t.push(MovementSegment(0)).run()
        assert (Pass() in t.options()) is enough, guns


def test_20_2_defend_enters_only_zones_of_ground_held_when_the_order_came() -> None:
    t = moving({"foy": "0414", "kempt": "0411"}, orders={"II": ("defend", "0414")}, leaders={"reille": "0415"})
    assert t.refused(Go(t.us("foy"), t.path("0413", "0412"))) == "zoc"
    ground = bytearray(t.engine.setting.board.size)
    ground[t.hex("0412")] = 1
    t = moving(
        {"foy": "0414", "kempt": "0411"},
        leaders={"reille": "0415"},
        orders={"II": ("defend", "0414", {"ground": bytes(ground)})},
    )
    t.play(Go(t.us("foy"), t.path("0413", "0412")))
    t.change(agenda=()).push(CombatSegment(0)).run()
    assert t.kind == "attack", "and may counterattack from there"


def test_20_2_the_leader_of_a_defence_keeps_near_it_or_the_order_fails() -> None:
    t = moving({"foy": "0414"}, orders={"II": ("defend", "0414")}, leaders={"reille": "0416"})
    assert t.refused(GoLeader(t.i("reille"), t.hex("0419"))) == "defend"
    t = arrange(
        battle(), {"foy": "0414"}, orders={"II": ("defend", "0414", {"posted": True})}, leaders={"reille": "0419"}
    )
    t.push(AchievementCheck()).run()
    assert t.command("II").order.kind == "fall_back"
    assert t.said("order-failed")
    t = arrange(battle(), {"foy": "0414"}, orders={"II": ("defend", "0414")}, leaders={"reille": "0419"})
    t.push(AchievementCheck()).run()
    assert t.command("II").order.kind == "defend", "he is still on his way"


def test_20_2_the_leader_of_a_defence_rides_to_his_post() -> None:
    t = moving({"foy": "0414"}, orders={"II": ("defend", "0409")}, leaders={"reille": "0416"})
    assert t.refused(Pass()) == "must-ride"
    field = t.x.ground.field(t.hex("0409"))
    t.play(GoLeader(t.i("reille"), t.hex("0411")))
    assert field[t.hex("0411")] <= 8
    assert Pass() in t.options()
    t = moving({"foy": "0414"}, orders={"II": ("defend", "0414")}, leaders={"reille": "0416"})
    assert Pass() in t.options(), "within four points he may stay"


def test_20_2_delay_enters_no_zone_and_names_a_place_away_from_the_enemy() -> None:
    t = moving({"foy": "0414", "kempt": "0411"}, orders={"II": ("delay", "0416")}, leaders={"reille": "0415"})
    assert t.refused(Go(t.us("foy"), t.path("0413", "0412"))) == "zoc"
    t = ordering({"foy": "0915", "kempt": "0910"})
    assert t.refused(Send(t.i("ney"), t.c("II"), (("delay", t.hex("0914")),))) == "delay"


@pytest.mark.parametrize(
    ("foe", "reille", "target", "away"),
    [
        ("0409", "0909", "0810", True),  # a hex nearer to Kempt, but he comes there only through the wood of Bossu
        ("0508", "0711", "0911", False),  # a hex farther, but by the road
        ("0508", "0711", "0711", True),  # where he is
    ],
)
def test_20_2_a_delay_goes_away_from_the_enemy_in_points_and_not_in_hexes(
    foe: str, reille: str, target: str, away: bool
) -> None:
    t = ordering({"foy": reille, "kempt": foe}, leaders={"ney": reille, "reille": reille}, hqs={"french-hq": reille},
                 orders={"II": ("march", "0909")})  # fmt: skip
    row, k = t.x.board.distances[t.hex(foe)], t.hex(target)
    assert target == reille or (row[k] < row[t.hex(reille)]) is away, "by hexes it is the other way round"
    order = Send(t.i("ney"), t.c("II"), (("delay", k),))
    if away:
        t.play(order)
    else:
        assert t.refused(order) == "delay"
    misled = BadMove(1, t.c("II"), t.hex(reille))
    assert (Misdirect(t.c("II"), "delay", t.hex("0911")) in misled.options(t.x, t.state, None)) is (foe == "0409")


def test_20_2_a_march_stops_before_a_zone_and_turns_into_defend() -> None:
    units = {"foy": "0916", "kempt": "0909"}
    t = moving(units, orders={"II": ("march", "0909")}, leaders={"reille": "0915"})
    assert t.refused(Go(t.us("foy"), t.path("0915", "0914", "0913", "0912", "0911", "0910"))) == "zoc"
    t = moving({"foy": "0416", "kempt": "0411"}, orders={"II": ("march", "0409")}, leaders={"reille": "0415"})
    t.play(Go(t.us("foy"), t.path("0415", "0414", "0413")))
    assert t.command("II").order.kind == "march"
    t.play(Pass())
    assert (t.command("II").order.kind, t.command("II").order.target) == ("defend", t.hex("0415"))


def test_20_2_fall_back_comes_no_closer_and_can_become_reserve_away_from_the_enemy() -> None:
    order = {"II": ("fall_back", "0919")}
    t = moving({"foy": "0414", "kempt": "0410"}, orders=order, leaders={"reille": "0415"})
    assert t.refused(Go(t.us("foy"), t.path("0413"))) == "towards"
    t = ordering({"foy": "0915", "kempt": "0913"}, orders=order)
    assert t.refused(Rest(t.c("II"))) == "rest"
    t = ordering({"foy": "0915", "kempt": "0912"}, orders=order)
    t.play(Rest(t.c("II")))
    assert t.command("II").order.kind == "reserve"


def test_20_2_who_falls_back_goes_as_far_as_the_points_reach() -> None:
    t = moving({"foy": "0414", "kempt": "0410"}, orders={"II": ("fall_back", "0919")}, leaders={"reille": "0416"})
    assert t.refused(Pass()) == "must-go"
    assert t.refused(Go(t.us("foy"), t.path("0514"))) == "towards", "not aside while there is a way back"
    t.play(Go(t.us("foy"), t.path("0415")))
    assert t.refused(Pass()) == "must-go", "full movement points"
    t.play(Go(t.us("foy"), t.path("0416", "0417", "0418"))).play(Pass())
    t = moving({"foy": "0419", "kempt": "0410"}, orders={"II": ("fall_back", "0919")}, leaders={"reille": "0418"})
    assert Pass() in t.options(), "more than eight hexes away"


def test_20_2_a_march_goes_on_and_from_the_third_turn_keeps_to_the_road() -> None:
    units, more = {"foy": "0916", "kempt": "0903"}, {"leaders": {"reille": "0914"}}
    t = moving(units, orders={"II": ("march", "0909")}, **more)
    assert t.refused(Pass()) == "must-go"
    off = [move for move in t.options(f"u:{t.u('foy')}") if not t.x.setting.ways[move.path[-1]]]
    assert off, "in its first two turns it goes as it likes"
    t = moving(units, orders={"II": ("march", "0909")}, turn=2, **more)
    assert off[0] in t.options(f"u:{t.u('foy')}"), "in the second turn, too"
    t = moving(units, orders={"II": ("march", "0909")}, turn=3, **more)
    assert t.refused(off[0]) == "road"
    assert all(t.x.setting.ways[move.path[-1]] for move in t.options(f"u:{t.u('foy')}"))
    t.play(Go(t.us("foy"), t.path("0915"))).play(Pass())


def test_20_2_units_that_fall_back_must_give_way_and_are_flanked_by_cavalry_on_a_road() -> None:
    from napwidgets.systems.tactical.fighting.forces import charge_advantages, normal_clash

    t = arrange(battle(), {"foy": "0915", "kempt": "0914", "merlen": "0914"}, orders={"II": ("fall_back", "0919")})
    clash = normal_clash(t.x, t.state, ((t.hex("0914"), t.us("kempt", "merlen")),), t.hex("0915"))
    assert ("flanked", -2) in clash.forces[1].mods
    assert charge_advantages(t.x, t.state, ((t.u("merlen"), t.hex("0914")),), t.hex("0915"), t.us("foy"), False) == [
        "flank charge"
    ]


def test_20_2_a_general_retreat_needs_heavy_losses_and_goes_to_all_at_once_even_at_night() -> None:
    units = {"foy": "0915", "lheritier": "0918", "kempt": "0903"}
    t = ordering(units, leaders={**NEY, "kellermann": "0919"})
    order = Send(t.i("ney"), t.c("II"), (("general_retreat", -1),))
    assert t.refused(order) == "general-retreat"
    lost = {t.u(name): Unit(DEAD, 0) for name in ("bachelu", "bauduin", "soye")}
    t.state = t.state.many(lost)
    t.play(order)
    assert [len(t.command(c).pending) for c in ("II", "IIIC", "R")] == [1, 1, 0]
    shifts = {c: t.command(c).pending[0].shift for c in ("II", "IIIC")}
    assert shifts == {"II": 2, "IIIC": 2}, "face to face for one, cavalry for the other, and one for the retreat"
    assert t.state.hqs[0].order == "fall_back"


def test_20_2_the_button_of_a_general_retreat_says_that_it_is_received_at_once() -> None:
    t = ordering({"kempt": "0903"}, leaders={"ney": "0920", "reille": "0911"}, hqs={"french-hq": "0920"},
                 orders={"II": ("attack", "0909")})  # fmt: skip
    lost = {t.u(name): Unit(DEAD, 0) for name in ("foy", "bachelu", "quiot")}
    t.state = t.state.many(lost)
    orders = ("general_retreat", -1), ("march", t.hex("0914"))
    retreat, march = (Send(t.i("ney"), t.c("II"), (order,)) for order in orders)
    assert " at once, " in t.engine.label(t.state, retreat).detail
    assert ", in 1 turn, " in t.engine.label(t.state, march).detail
    assert [turns_under_way(t.x, t.state, move) for move in (retreat, march)] == [0, 1]
    t.play(retreat)
    assert t.said("order-sent")[0].text.endswith("received at once.")


@pytest.mark.parametrize(("night", "rests"), [((3,), False), ((2,), True), ((1,), True)])
def test_20_2_a_general_retreat_goes_on_until_night(night: tuple[int, ...], rests: bool) -> None:
    engine = altered("quatre-bras", turns=replace(battle().setting.scenario.turns, night=night))
    units = {"foy": "0915", "kempt": "0903"}
    t = arrange(engine, units, orders={"II": ("general_retreat", "0919")}, leaders=NEY, turn=2)
    t.push(OrdersStage(0)).run()
    if rests:
        t.play(Rest(t.c("II")))
        assert t.command("II").order.kind == "reserve"
    else:
        assert t.refused(Rest(t.c("II"))) == "rest", "the night that is coming is not there yet"


def test_20_2_reserve_leaders_stay_and_their_displacement_fails_the_order() -> None:
    from napwidgets.systems.tactical.command.leaders import overrun_hex

    t = arrange(battle(), {"foy": "0918", "kempt": "0903"}, orders={"II": "reserve"}, leaders={"reille": "0916"})
    t.push(ReserveStage()).run()
    assert t.refused(GoLeader(t.i("reille"), t.hex("0917"))) == "leader"
    t.change(agenda=())
    t.state = overrun_hex(t.x, t.state, t.hex("0916"), 1, t.events)
    t.change(agenda=()).push(ConfidenceCheck()).run()
    assert t.command("II").order.kind == "fall_back"


# 20.3 to 20.7


def test_20_3_initiative_confidence_orders_compliance_first_side_first() -> None:
    t = arrange(battle(), {"foy": "0915"}, turn=2)
    t.push(BeginTurn()).run()
    steps = [(type(step).__name__, getattr(step, "who", None)) for step in reversed(t.state.agenda)]
    wanted = [
        ("InitiativeStage", 0),
        ("InitiativeStage", 1),
        ("ConfidenceCheck", None),
        ("OrdersStage", 0),
        ("OrdersStage", 1),
        ("ComplianceCheck", None),
    ]
    assert [step for step in steps if step in wanted] == wanted


def test_20_4_the_same_type_is_not_given_twice() -> None:
    t = ordering(orders={"II": ("probe", "0911")})
    assert t.refused(Send(t.i("ney"), t.c("II"), (("attack", t.hex("0909")),))) == "repeated"
    far = t.hex("0901")
    assert t.engine.setting.board.distances[far][t.hex("0911")] == 10
    t.play(Send(t.i("ney"), t.c("II"), (("attack", far),)))
    assert t.said("order-sent")[0].to == ("french",), "the enemy does not hear of it"


@pytest.mark.parametrize(
    ("waiting", "able"),
    [
        ((), False),
        (("march",), True),
        (("defend",), True),
        (("attack",), False),
        (("march", "attack"), False),
        (("attack", "march"), True),
    ],
)
def test_20_4_what_came_before_another_order_may_be_given_again(waiting: tuple[str, ...], able: bool) -> None:
    t = ordering(orders={"II": ("probe", "0911")})
    sent = tuple(Pending((Order(kind, t.hex("0911")),), t.i("ney"), 1, 3, 0) for kind in waiting)
    t.state = t.state.command(t.c("II"), pending=sent)
    again = Send(t.i("ney"), t.c("II"), (("attack", t.hex("0909")),))
    assert (again in t.options(f"c:{t.c('II')}")) is able
    if able:
        t.play(again)
    else:
        assert t.refused(again) == "repeated"


def test_20_4_targets_lie_within_ten_points_or_on_a_road_that_starts_there() -> None:
    t = ordering()
    assert t.refused(Send(t.i("ney"), t.c("II"), (("march", t.hex("0104")),))) == "target"
    assert t.refused(Send(t.i("ney"), t.c("II"), (("reserve", t.hex("0909")),))) == "target"
    t.play(Send(t.i("ney"), t.c("II"), (("march", t.hex("1713")),)))
    assert t.command("II").pending


def test_20_5_march_and_attack_follow_each_other_ever_farther() -> None:
    t = ordering()
    ney, ii = t.i("ney"), t.c("II")
    assert t.refused(Send(ney, ii, (("march", t.hex("0914")), ("defend", t.hex("0909"))))) == "sequence"
    assert t.refused(Send(ney, ii, (("march", t.hex("0909")), ("attack", t.hex("0914"))))) == "sequence"
    t.play(Send(ney, ii, (("march", t.hex("0914")), ("attack", t.hex("0909")))))
    assert len(t.command("II").pending[0].orders) == 2


def test_20_5_the_nearest_target_of_a_sequence_comes_first_each_time() -> None:
    t = ordering()
    row = t.engine.setting.board.distances
    ney, ii, here = t.i("ney"), t.c("II"), t.hex("0916")
    a, b, c = t.hex("0914"), t.hex("1211"), t.hex("0909")
    assert row[here][a] < row[here][b] < row[here][c]
    assert row[a][b] < row[a][c]
    t.engine.check(t.state, "french", Send(ney, ii, (("march", a), ("march", b), ("attack", c))))
    # From Frasnes the crossroads is nearer than 1713, but from 1211 it is 1713 that is nearer.
    far = t.hex("1713")
    assert row[here][c] < row[here][far]
    assert row[b][c] < row[b][far]
    near = next(h for h in sorted(in_reach(t.x, b)) if row[b][h] < row[b][c] and row[here][h] > row[here][c])
    assert t.refused(Send(ney, ii, (("march", b), ("march", c), ("attack", near)))) == "sequence"
    t.engine.check(t.state, "french", Send(ney, ii, (("march", b), ("march", near), ("attack", c))))


@pytest.mark.parametrize(("rating", "at_once"), [(3, True), (2, False)])
def test_20_5_a_leader_of_three_goes_over_to_the_attack_at_once(rating: int, at_once: bool) -> None:
    name, leader, unit = ("IIIC", "kellermann", "lheritier") if rating == 3 else ("II", "reille", "foy")
    queue = (Order("attack", battle().setting.board.number("0409"), 0),)
    orders = {name: ("march", "0409", {"queue": queue, "marching": True})}
    t = arrange(battle(), {unit: "0416", "kempt": "0411"}, active=(name,), leaders={leader: "0415"}, orders=orders)
    assert t.x.rating(t.state, t.i(leader)) == rating
    t.push(EndAction(), MovementSegment(0)).run()
    t.play(Go(t.us(unit), t.path("0415", "0414", "0413")))
    assert (t.command(name).order.kind == "attack") is at_once
    if at_once:
        t.play(Go(t.us(unit), t.path("0412")))
        assert t.command(name).marching, "road rates last for the rest of the action"
    else:
        assert t.refused(Go(t.us(unit), t.path("0412"))) == "zoc"
    t.play(Pass())
    assert t.command(name).order.kind == "attack", "the others when the action ends"


@pytest.mark.parametrize(("rating", "bound"), [(3, True), (2, False)])
def test_20_5_the_others_attack_nobody_before_the_next_turn(rating: int, bound: bool) -> None:
    """A unit of a formation that marches on has the enemy before it as its leader is stopped."""
    name, leader, unit = ("IIIC", "kellermann", "lheritier") if rating == 3 else ("II", "reille", "foy")
    queue = (Order("attack", battle().setting.board.number("0411"), 0),)
    orders = {name: ("march", "0409", {"queue": queue, "marching": True})}
    t = arrange(battle(), {unit: "0412", "kempt": "0411"}, active=(name,), leaders={leader: "0413"}, orders=orders)
    t.push(EndAction(), CombatSegment(0), MovementSegment(0)).run()
    while t.state.agenda and isinstance(t.state.agenda[-1], MovementSegment):
        t.play(Pass())
    # Nobody of a marching formation may attack, so that its combat is not even asked for.
    assert [type(step) for step in t.state.agenda] == [EndAction, CombatSegment] * bound
    assert t.command(name).order.kind == "attack"


def test_20_6_orders_within_three_points_arrive_at_once_and_others_ride() -> None:
    t = arrange(battle(), {"foy": "0915"}, leaders={"ney": "0916", "reille": "0913"})
    assert travel(t.x, t.state, t.i("ney"), t.c("II")) == 0
    t = arrange(battle(), {"foy": "0915"}, leaders={"ney": "0418", "reille": "0403"})
    cost = t.x.ground.march_cost(t.hex("0418"), (t.hex("0403"),))[t.hex("0403")]
    assert not t.x.sees(t.state, t.hex("0418"), t.hex("0403"))
    assert travel(t.x, t.state, t.i("ney"), t.c("II")) == -(-cost // 12) >= 2


@pytest.mark.parametrize(
    ("ney", "reille", "meet"), [("0101", "0101", True), ("0101", "0102", False), (None, None, False)]
)
def test_20_6_an_order_is_given_face_to_face_in_one_hex_of_the_map(
    ney: str | None, reille: str | None, meet: bool
) -> None:
    t = arrange(battle(), {"foy": "0915"}, leaders={"ney": ney, "reille": reille})
    assert face_to_face(t.x, t.state, t.i("ney"), t.c("II")) is meet


def test_20_6_a_commander_who_sees_the_leader_halves_the_way() -> None:
    t = arrange(battle(), {"foy": "0415"}, leaders={"ney": "0411", "reille": "0418"})
    assert t.x.sees(t.state, t.hex("0411"), t.hex("0418"))
    assert travel(t.x, t.state, t.i("ney"), t.c("II")) == 1, "seven points halved are three and a half"
    t = arrange(battle(), {"foy": "0415"}, leaders={"ney": "0411", "reille": "0417"})
    assert travel(t.x, t.state, t.i("ney"), t.c("II")) == 0


def received(kind: str = "attack", shift: int = 0, **more: Any) -> Table:
    t = arrange(battle(), {"foy": "0915", "kempt": "0903"}, leaders=NEY, hqs=HQ, turn=2, **more)
    order = Pending((Order(kind, t.hex("0909")),), t.i("ney"), 1, 2, shift)
    t.state = t.state.command(t.c("II"), pending=(order,))
    return t.push(ComplianceCheck())


def test_20_7_compliance_adds_both_ratings_and_all_shifts() -> None:
    t = received()
    send = Send(t.i("ney"), t.c("II"), (("attack", t.hex("0909")),))
    assert shift_for(t.x, t.state, send) == -1, "two to the left, one to the right face to face"
    assert column(t.x, t.state, t.i("ney"), t.c("II"), -1) == 4
    assert column(t.x, received(orders={"II": "reserve"}).state, t.i("ney"), t.c("II"), -1) == 5
    odds = receipt_odds(t.x, t.state, send).map(lambda end: end[0])
    assert odds["C"] * 36 == 10, "nine or more in column 4"
    assert sum(odds[r] for r in ("C", "1T", "R4", "I")) == 1


@pytest.mark.parametrize(
    ("shift", "dice", "kind", "stage"),
    [
        (-1, (6, 5), "attack", None),
        (-1, (4, 4), "defend", "late"),
        (-1, (3, 3), "defend", None),
        (3, (1, 2), "defend", "roll"),
        (3, (2, 2), "defend", "late"),
    ],
)
def test_20_7_the_four_results(shift: int, dice: tuple[int, int], kind: str, stage: str | None) -> None:
    t = received(shift=shift).run(dice)
    assert t.command("II").order.kind == kind
    pending = t.command("II").pending
    assert [p.stage for p in pending] == ([stage] if stage else [])
    assert f"({sum(dice)} in column " in t.said("compliance")[0].text


@pytest.mark.parametrize(
    ("kinds", "shift"), [("march attack", -1), ("march march probe", -1), ("attack march", -1), ("march march", 1)]
)
def test_20_5_a_sequence_is_shifted_for_an_attack_wherever_it_stands(kinds: str, shift: int) -> None:
    """Reading 71: a march of one hex before it makes an attack no easier to order."""
    t = received()
    ways = tuple((kind, t.hex(to)) for kind, to in zip(kinds.split(), ("0913", "0911", "0909"), strict=False))
    assert shift_for(t.x, t.state, Send(t.i("ney"), t.c("II"), ways)) == shift


def test_20_7_a_late_order_is_obeyed_next_turn_and_a_held_up_one_on_four() -> None:
    t = received(shift=-1).run((4, 4)).change(turn=3).push(ComplianceCheck()).run()
    assert t.command("II").order.kind == "attack"
    t = received(shift=3).run((1, 2)).change(turn=3).push(ComplianceCheck()).run(3)
    assert t.command("II").order.kind == "defend"
    t.change(turn=4).push(ComplianceCheck()).run(4)
    assert t.command("II").order.kind == "attack"


# 20.8 to 20.12


@pytest.mark.parametrize(
    ("foy", "kempt", "struck", "done"),
    [("0909", "0903", 0, True), ("0910", "0903", 0, False), ("0909", "0908", 0, False), ("0909", "0903", 2, False)],
)
def test_20_8_an_order_is_fulfilled_at_its_target_in_peace(foy: str, kempt: str, struck: int, done: bool) -> None:
    t = arrange(
        battle(),
        {"foy": foy, "kempt": kempt},
        turn=3,
        leaders={"reille": "0911"},
        orders={"II": ("march", "0909", {"struck": struck})},
    )
    t.push(AchievementCheck()).run()
    assert (t.command("II").order == Order("defend", t.hex("0909"), 3)) is done


@pytest.mark.parametrize("charged", [True, False])
def test_20_8_who_was_charged_was_attacked(charged: bool) -> None:
    """Who stood by of another corps was not."""
    t = arrange(battle(), {"pire": "0414", "kempt": "0412", "bijlandt": "0409"}, active=("II",), turn=2)
    t.push(ChargeSegment(0)).run()
    if charged:
        t.play(Charge(t.us("pire"), t.path("0413", "0412")))
        t.play(Pass(), 4, (1, 1), (1, 1))
    assert t.command("R").struck == (2 if charged else 0)
    assert bool(t.unit("kempt").marks & ATTACKED) is charged
    assert t.command("NL").struck == 0


@pytest.mark.parametrize("fired", [True, False])
def test_20_8_who_was_bombarded_was_attacked_though_nothing_hit(fired: bool) -> None:
    """Reading 45."""
    t = arrange(battle(), {"ii-foot-art": "0414", "kempt": "0412", "bijlandt": "0409"}, active=("II",), turn=2)
    t.push(BombardmentSegment(0)).run()
    t.play(Bombard(t.us("ii-foot-art"), t.hex("0412")) if fired else Pass(), *([(1, 1)] if fired else []))
    assert t.command("R").struck == (2 if fired else 0)
    assert t.command("NL").struck == 0


def test_20_8_the_next_order_of_a_sequence_follows() -> None:
    queue = (Order("attack", battle().setting.board.number("0905"), 0),)
    t = arrange(
        battle(),
        {"foy": "0909", "kempt": "0901"},
        turn=3,
        leaders={"reille": "0911"},
        orders={"II": ("march", "0909", {"queue": queue})},
    )
    t.push(AchievementCheck()).run()
    assert t.command("II").order == Order("attack", t.hex("0905"), 3)
    assert t.command("II").queue == ()
    (told,) = t.said("order-changed")
    assert told.text == "II Corps has done what it was ordered; it now follows Attack 0905."


def test_20_9_compliance_cancels_what_went_before() -> None:
    older = Pending((Order("defend", 5),), 0, 1, 9, 0)
    t = received(shift=9)
    t.state = t.state.command(t.c("II"), pending=(older, *t.command("II").pending), hurt=True)
    t.run((6, 6))
    assert t.command("II").order.kind == "attack"
    assert t.command("II").pending == ()
    assert t.command("II").hurt is False


@pytest.mark.parametrize(("roll", "keeps"), [(5, True), (6, False)])
def test_20_10_a_hurt_formation_checks_its_confidence(roll: int, keeps: bool) -> None:
    t = arrange(
        battle(),
        {"foy": "0414", "kempt": "0410"},
        turn=2,
        leaders={"reille": "0415"},
        orders={"II": ("attack", "0410", {"hurt": True})},
    )
    assert confidence_modifier(t.x, t.state, t.c("II")) == 3
    t.push(ConfidenceCheck()).run(roll)
    assert (t.command("II").order.kind == "attack") is keeps
    if not keeps:
        moves = t.options(t.subjects()[0])
        assert moves
        row = t.engine.setting.board.distances[t.hex("0414")]
        assert {row[move.path[-1]] for move in moves} == {3}
        t.play(moves[0])
        assert t.said("retreated")


def test_20_10_a_held_objective_helps_an_attack_and_undemoralized_defenders_never_check() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "0410"}, orders={"II": ("attack", "0414", {"hurt": True})})
    assert confidence_modifier(t.x, t.state, t.c("II")) == 4
    for kind in ("defend", "delay"):
        t = arrange(battle(), {"foy": "0414", "kempt": "0410"}, orders={"II": (kind, "0414", {"hurt": True})})
        t.push(ConfidenceCheck()).run()
        assert t.command("II").order.kind == kind
    t = arrange(battle(), {"foy": "0414"}, orders={"II": ("attack", "0410")})
    t.push(ConfidenceCheck()).run()
    assert not t.said("confidence"), "no step lost, no check"


def test_20_10_a_stack_that_is_too_high_flees_into_an_empty_hex_and_into_no_other() -> None:
    """Reading 14; a friend in one of them shuts it."""
    units = {"foy": "0414", "bachelu": "0414", "soye": "0414", "kempt": "0410", "pire": "0417"}
    order = {"II": ("attack", "0410", {"hurt": True})}
    t = arrange(battle(), units, turn=2, leaders={"reille": "0415"}, orders=order)
    assert not t.x.room_for(t.state, t.us("foy", "bachelu", "soye"))(())
    t.push(ConfidenceCheck()).run(6)
    ways = t.options(f"s:{t.hex('0414')}")
    ends = {move.path[-1] for move in ways}
    assert t.hex("0417") not in ends
    assert {t.x.board.distances[t.hex("0414")][h] for h in ends} == {3}
    t.play(ways[0])
    assert len({t.unit(u).hex for u in ("foy", "bachelu", "soye")}) == 1


@pytest.mark.parametrize(
    ("dice", "result"), [((6, 4), "acts"), ((6, 3), "nothing"), ((3, 3), "nothing"), ((1, 4), "bad")]
)
def test_20_11_initiative_by_the_table(dice: tuple[int, int], result: str) -> None:
    t = arrange(battle(), {"foy": "0915", "kempt": "0910"}, leaders={"reille": "0915"})
    t.push(InitiativeStage(0)).run()
    move = TryInitiative(t.c("II"), "attack", t.hex("0914"), t.i("reille"))
    t.play(move, dice)
    assert t.x.rating(t.state, t.i("reille")) == 2
    if result == "acts":
        assert t.command("II").order.kind == "attack"
    elif result == "nothing":
        assert t.command("II").order.kind == "defend"
    else:
        assert (t.kind, t.seat) == ("bad-move", "allied")
        t.play(Misdirect(t.c("II"), "march", t.hex("0917")))
        assert t.command("II").order == Order("march", t.hex("0917"), 1)
        t.change(agenda=()).push(EndTurn()).run()
        assert t.command("II").order.kind == "reserve"
    assert initiative_odds(t.x, 2)["acts"] * 36 == 6


def test_20_11_the_target_must_be_seen_and_one_try_a_turn() -> None:
    t = arrange(battle(), {"foy": "0915", "kempt": "0910"}, leaders={"reille": "0918"})
    t.push(InitiativeStage(0)).run()
    assert t.refused(TryInitiative(t.c("II"), "attack", t.hex("0909"), t.i("reille"))) == "sight"
    t.play(TryInitiative(t.c("II"), "attack", t.hex("0917"), t.i("reille")), (4, 4))
    assert t.kind is None


def test_20_12_as_many_orders_as_the_rating() -> None:
    leaders = {"ney": ("0916", {"gave": 2}), "reille": "0916"}
    t = arrange(battle(), {"foy": "0915", "kempt": "0903"}, leaders=leaders, hqs=HQ)
    assert t.x.rating(t.state, t.i("ney")) == 3
    t.push(OrdersStage(0)).run()
    assert t.subjects()
    t.play(Send(t.i("ney"), t.c("II"), (("attack", t.hex("0914")),)))
    assert (t.subjects(), t.options()) == ([], [Pass()]), "that was the third order"
    assert t.leader("ney").gave == 3
    assert not may_send(t.x, t.state, t.i("ney"), t.c("II"), [("march", t.hex("0914"))])


def test_20_12_away_from_headquarters_only_face_to_face_after_the_first() -> None:
    engine = battle("ligny")
    napoleon = next(i for i in engine.setting.leaders if i.role == "overall" and i.side == "french")
    hq = next(h for h in engine.setting.hqs if h.side == "french")
    mine = [k for k in engine.setting.commands if k.chit and k.side == engine.setting.sides.index("french")][:2]
    units = {engine.setting.units[k.units[0]].id: h for k, h in zip(mine, ("0305", "0507"), strict=True)}
    names = [engine.setting.leaders[k.leader].id for k in mine]
    t = arrange(engine, units, leaders={napoleon.id: "0306", names[0]: "0306", names[1]: "0508"}, hqs={hq.id: "0301"})
    assert not t.x.with_hq(t.state, t.i(napoleon.id))
    t.push(OrdersStage(engine.setting.sides.index("french"))).run()
    first = next(m for m in t.options(f"c:{t.c(mine[1].id)}") if isinstance(m, Send))
    t.play(first)
    assert t.options(f"c:{t.c(mine[1].id)}") == []
    later = [m for m in t.options(f"c:{t.c(mine[0].id)}") if isinstance(m, Send)]
    assert later, "face to face he may go on"


def test_20_13_a_division_has_orders_of_its_own_and_keeps_together() -> None:
    t = ordering({"bauduin": "0915", "soye": "0916", "foy": "0914", "kempt": "0903"})
    jerome = t.c("II/jerome")
    assert t.x.recipient_rating(t.state, jerome) == 1
    t.play(Send(t.i("ney"), jerome, (("march", t.hex("0909")),)))
    t.play(Pass(), (6, 6))
    assert t.command("II/jerome").active
    assert t.x.order(t.state, t.u("soye")) == "march"
    assert t.x.order(t.state, t.u("foy")) == "defend"
    t.change(agenda=()).push(FormationAction((t.c("II"),))).run()
    assert t.refused(Go(t.us("bauduin"), t.path("0914", "0913", "0912", "0911"))) in ("command", "zoc")
    t.change(agenda=()).push(OrdersStage(0)).run()
    t.play(Rejoin(jerome))
    assert not t.command("II/jerome").active


@pytest.mark.parametrize("back", [True, False])
def test_20_13_whoever_is_back_in_his_corps_has_no_attack_left_that_night_could_end(back: bool) -> None:
    engine = altered("quatre-bras", turns=replace(battle().setting.scenario.turns, night=(1,)))
    orders = {"II/jerome": ("attack", "0909", {"active": True})}
    t = ordering({"bauduin": "0915", "soye": "0916", "foy": "0914", "kempt": "0903"}, engine=engine, orders=orders)
    if back:
        t.play(Rejoin(t.c("II/jerome")))
    t.change(agenda=()).push(EndTurn()).run()
    told = "Night ends the attack of Jérôme's division." in [event.text for event in t.said("order-failed")]
    assert told is not back


@pytest.mark.parametrize(
    ("corps", "division", "rests"),
    [
        ("attack", ("reserve", None, {"active": False}), False),
        ("reserve", ("reserve", None, {"active": False}), True),
        ("attack", ("reserve", None, {"active": True}), True),
        ("reserve", ("march", "0909", {"active": False}), True),
        ("reserve", ("march", "0909", {"active": True}), False),
    ],
)
def test_20_13_a_division_without_orders_of_its_own_rests_when_its_corps_does(
    corps: str, division: tuple[str, str | None, dict[str, bool]], rests: bool
) -> None:
    """The table of shifts asks for Reserve orders (20.7), and nobody is told to rest twice (20.4)."""
    orders = {"II": (corps, "0909" if corps == "attack" else None), "II/jerome": division}
    t = ordering({"bauduin": "0915", "soye": "0916", "foy": "0914", "kempt": "0903"}, orders=orders)
    ney, jerome = t.i("ney"), t.c("II/jerome")
    ratings = t.x.rating(t.state, ney) + t.x.recipient_rating(t.state, jerome)
    assert column(t.x, t.state, ney, jerome, 0) == ratings + rests
    rest, march = Send(ney, jerome, (("reserve", -1),)), Send(ney, jerome, (("march", t.hex("0909")),))
    kind, _, more = division
    own = kind if more["active"] else ""
    for order, again in ((rest, own == "reserve"), (march, own == "march")):
        if again:
            assert t.refused(order) == "repeated"
        else:
            t.engine.check(t.state, "french", order)
        assert (order in t.options(f"c:{jerome}")) is not again


def test_20_13_the_counters_of_a_division_keep_within_three_hexes_of_each_other() -> None:
    t = ordering({"bauduin": "0915", "soye": "0916", "foy": "0914", "kempt": "0903"})
    t.play(Send(t.i("ney"), t.c("II/jerome"), (("march", t.hex("0909")),))).play(Pass(), (6, 6))
    within = t.x.range_of(t.state, t.u("bauduin"))
    far = t.x.board.distances[t.hex("0916")]
    assert {far[h] for h in range(t.x.board.size) if within[h]} == {0, 1, 2, 3}
    assert all(within[h] for h in range(t.x.board.size) if far[h] <= 3)


def test_20_13_a_division_given_to_another_corps_acts_with_its_chit_once_it_complies() -> None:
    t = ordering(
        {"bauduin": "0915", "soye": "0916", "lheritier": "0918", "kempt": "0903"}, leaders={**NEY, "kellermann": "0918"}
    )
    jerome, cavalry = t.c("II/jerome"), t.c("IIIC")
    send = Send(t.i("ney"), jerome, (("march", t.hex("0909")),), attach=cavalry)
    assert t.refused(Send(t.i("ney"), jerome, send.orders, attach=t.c("II"))) == "attach"
    t.play(send)
    assert t.command("II/jerome").attached == -1, "not before it obeys"
    t.play(Pass(), (6, 6))
    assert t.command("II/jerome").attached == cavalry
    t.change(active=(cavalry,))
    assert set(t.x.acting(t.state)) == set(t.us("lheritier", "bauduin", "soye"))
    t.change(active=(t.c("II"),))
    assert t.u("soye") not in t.x.acting(t.state)
    assert t.x.recipient_rating(t.state, cavalry) == 3, "one attached division is free"


def test_20_13_every_attached_division_after_the_first_costs_the_leader_a_point() -> None:
    t = arrange(battle(), {"bauduin": "0915", "foy": "0914", "lheritier": "0918"}, leaders={"kellermann": "0918"})
    for division in ("II/jerome", "II/foy"):
        t.state = t.state.command(t.c(division), active=True, attached=t.c("IIIC"))
    assert t.x.recipient_rating(t.state, t.c("IIIC")) == 2


@pytest.mark.parametrize(("divisions", "rating"), [(("II/jerome",), 3), (("II/jerome", "II/foy"), 2)])
def test_20_13_what_attachments_cost_tells_in_initiative_and_confidence_too(
    divisions: tuple[str, ...], rating: int
) -> None:
    t = arrange(
        battle(),
        {"bauduin": "0915", "foy": "0914", "lheritier": "0918"},
        leaders={"kellermann": "0918"},
        orders={"IIIC": ("march", "0909", {"hurt": True})},
    )
    for division in divisions:
        t.state = t.state.command(t.c(division), active=True, attached=t.c("IIIC"))
    assert own_rating(t.x, t.state, t.i("kellermann"), "attack") == rating
    needed = rating + confidence_modifier(t.x, t.state, t.c("IIIC"))
    t.push(ConfidenceCheck()).run(needed)
    assert f"{needed} against {needed}" in t.said("confidence")[0].text


def test_20_13_a_division_with_orders_acts_while_its_corps_rests() -> None:
    t = arrange(
        battle(),
        {"bauduin": "0915", "foy": "0914", "kempt": "0903"},
        orders={"II": "reserve", "II/jerome": ("march", "0909", {"active": True})},
    )
    t.push(PrepareChits()).run(3, 3)
    assert t.c("II") in t.state.cup
    t.push(FormationAction((t.c("II"),))).run()
    assert t.x.acting(t.state) == [t.u("bauduin")]
    t.change(agenda=()).push(ReserveStage()).run()
    assert t.x.acting(t.state) == [t.u("foy")]


@pytest.mark.parametrize(("weather", "near", "far"), [("", 8, 9), ("rain", 4, 5), ("night", 1, 2)])
def test_20_14_extended_sight_reaches_eight_four_or_one_hex(weather: str, near: int, far: int) -> None:
    turns = battle().setting.scenario.turns
    engine = altered("quatre-bras", turns=replace(turns, **({weather: (1,)} if weather else {})))
    t = arrange(engine, {})
    start = "0411"
    assert t.x.sees(t.state, t.hex(start), t.hex(f"04{11 + near:02d}"))
    assert not t.x.sees(t.state, t.hex(start), t.hex(f"04{11 + far:02d}"))


def test_20_14_higher_ground_hides_lower_ground_behind_it() -> None:
    t = arrange(battle(), {})
    board = t.engine.setting.board
    assert [board.level[t.hex(h)] for h in ("0912", "0914", "0919")] == [0, 2, 0]
    assert not t.x.sees(t.state, t.hex("0912"), t.hex("0919"))


def test_20_15_a_wing_commander_acts_for_an_overall_commander_who_does_not_see_him() -> None:
    apart = arrange(
        battle(), {"bijlandt": "0910"}, leaders={"wellington": "1703", "orange": "0908", "perponcher": "0909"}
    )
    near = arrange(
        battle(), {"bijlandt": "0910"}, leaders={"wellington": "0907", "orange": "0908", "perponcher": "0909"}
    )
    assert apart.i("orange") in senders(apart.x, apart.state, apart.c("NL"))
    assert near.i("orange") not in senders(near.x, near.state, near.c("NL"))
    assert near.i("wellington") in senders(near.x, near.state, near.c("NL"))


def test_20_15_his_orders_must_fit_his_own() -> None:
    t = arrange(
        battle(),
        {"bijlandt": "0910", "foy": "0915"},
        orders={"NL": ("delay", "0907"), "orange": ("probe", "0911")},
        leaders={"wellington": "1703", "orange": "0908", "perponcher": "0909", "alten": "0906"},
    )
    t.push(OrdersStage(1)).run()
    orange, corps = t.i("orange"), t.c("NL")
    assert t.refused(Send(orange, corps, (("fall_back", t.hex("0905")),))) == "wing"
    assert t.refused(Send(orange, corps, (("attack", t.hex("0911")),))) == "wing", "he was told to probe"
    for order in (("march", t.hex("0911")), ("probe", t.hex("0914"))):
        t.engine.check(t.state, "allied", Send(orange, corps, (order,)))
    t.state = t.state.command(t.c("orange"), order=Order("attack", t.hex("0911"), 1))
    t.play(Send(orange, corps, (("attack", t.hex("0911")),)))
    assert t.command("NL").pending


def test_20_15_a_wing_commander_is_sent_orders_and_complies_with_them_like_any_other() -> None:
    t = arrange(
        battle(),
        {"bijlandt": "0910", "foy": "0915"},
        orders={"orange": ("defend", "0909")},
        leaders={"wellington": "0907", "orange": "0908", "perponcher": "0909"},
    )
    t.push(ComplianceCheck(), OrdersStage(1)).run()
    wellington, orange = t.i("wellington"), t.c("orange")
    assert f"c:{orange}" in t.subjects()
    send = Send(wellington, orange, (("attack", t.hex("0914")),))
    assert column(t.x, t.state, wellington, orange, shift_for(t.x, t.state, send)) == 3 + 1 - 2
    t.play(send).play(Pass(), (6, 6))
    assert t.command("orange").order == Order("attack", t.hex("0914"), 1)
    assert senders(t.x, t.state, orange) == [wellington]


def test_20_15_ney_gains_the_initiative_before_he_can_have_anybody_attack() -> None:
    engine = battle()
    ney = engine.setting.own_orders[engine.setting.leader_index["ney"]]
    assert engine.setting.scenario.formations[0].order.kind == "probe"
    t = ordering(orders={"ney": ("probe", "0909"), "II": ("defend", "0914")})
    assert t.refused(Send(t.i("ney"), t.c("II"), (("attack", t.hex("0909")),))) == "wing"
    assert senders(t.x, t.state, ney) == [], "there is nobody above him"
    # Attack and Probe are of one type (20.4), but he may change from one to the other, and his corps after him.
    t = ordering(orders={"ney": ("probe", "0909"), "II": ("probe", "0909")}, turn=2)
    assert t.refused(Send(t.i("ney"), t.c("II"), (("attack", t.hex("0909")),))) == "repeated"
    t.change(agenda=()).push(InitiativeStage(0)).run()
    assert t.refused(TryInitiative(ney, "probe", t.hex("0914"), t.i("ney"))) == "repeated"
    t.play(TryInitiative(ney, "attack", t.hex("0914"), t.i("ney")), (6, 2))
    assert t.command("ney").order.kind == "attack"
    t.change(agenda=()).push(OrdersStage(0)).run().play(Send(t.i("ney"), t.c("II"), (("attack", t.hex("0909")),)))
    assert t.command("II").pending


def test_20_15_near_the_overall_commander_he_may_lead_a_formation_of_his_wing() -> None:
    t = arrange(
        battle(),
        {"bijlandt": "0910", "foy": "0915"},
        leaders={"wellington": "0909", "orange": "0910", "perponcher": "0909", "alten": "0906"},
    )
    t.push(OrdersStage(1)).run()
    orange, corps = t.i("orange"), t.c("NL")
    assert t.refused(TakeLead(orange, t.c("R"))) == "lead", "not of his wing"
    assert t.refused(TakeLead(t.i("perponcher"), corps)) == "lead", "no wing commander"
    t.play(TakeLead(orange, corps))
    assert t.x.leader_of(t.state, corps) == orange
    assert t.x.leader_hex(t.state, corps) == t.hex("0910")
    assert t.x.recipient_rating(t.state, corps) == t.x.rating(t.state, orange)
    t.play(LeaveLead(corps))
    assert t.x.leader_of(t.state, corps) == t.i("perponcher")
    away = arrange(
        battle(),
        {"bijlandt": "0910", "foy": "0915"},
        leaders={"wellington": "1703", "orange": "0910", "perponcher": "0909"},
    )
    away.push(OrdersStage(1)).run()
    assert away.refused(TakeLead(away.i("orange"), away.c("NL"))) == "lead", "out of the OC's range"
