"""19. Leaders and headquarters."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.kernel.game import Game, Played
from napwidgets.systems.tactical.command.leaders import LeadersDisplaced, bring_back_leaders, overrun_hex, place_hqs
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core.moves import Attack, Charge, Go, GoHq, GoLeader, Pass, SendHq, Stand, Withdraw
from napwidgets.systems.tactical.core.state import DEAD, OFF
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from napwidgets.systems.tactical.fighting.losses import LeadersUnderFire
from napwidgets.systems.tactical.fighting.retreat import RetreatStack, advance
from napwidgets.systems.tactical.ground.levels import levels
from napwidgets.systems.tactical.moving.movement import MovementSegment
from napwidgets.systems.tactical.sequence import ReserveStage
from tests.systems.nlc.table import Table, altered, arrange, battle


def test_19_1_leaders_enter_a_zone_only_where_friends_stand() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "0413"}, active=("II",), leaders={"reille": "0416"})
    t.push(MovementSegment(0)).run()
    rides = {move.to for move in t.options(f"l:{t.i('reille')}")}
    assert t.hex("0414") in rides
    assert t.hex("0314") not in rides
    assert t.refused(GoLeader(t.i("reille"), t.hex("0314"))) == "leader"
    assert not t.x.ground.layout(t.state).zoc[0][t.hex("0517")], "and have none of their own"


def test_19_1_a_leader_who_gives_orders_rides_half_as_far() -> None:
    far = []
    for gave in (0, 1):
        t = arrange(battle(), {"foy": "0414"}, active=("II",), leaders={"reille": ("0416", {"gave": gave})})
        t.push(MovementSegment(0)).run()
        row = t.x.board.distances[t.hex("0416")]
        far.append(max(row[move.to] for move in t.options(f"l:{t.i('reille')}")))
    assert far[0] > far[1] >= 5


def test_19_1_a_leader_alone_where_the_enemy_comes_rides_to_the_nearest_friends() -> None:
    t = arrange(battle(), {"foy": "0418", "kempt": "0413"}, active=("R",), leaders={"reille": "0415", "picton": "0412"})
    t.push(MovementSegment(1)).run()
    t.play(Go(t.us("kempt"), t.path("0414", "0415")), (3, 4))
    assert t.leader_at("reille") == "0418"
    assert t.said("displaced")
    assert [e.text for e in t.events if e.kind == "displaced"] == ["Reille rides off to 0418."]


def test_19_1_where_no_friend_is_left_to_ride_to_he_leaves_the_map() -> None:
    t = arrange(battle(), {"kempt": "0413"}, leaders={"reille": "0415"})
    t.state = overrun_hex(t.x, t.state, t.hex("0415"), 1, t.events)
    assert [e.text for e in t.events if e.kind == "displaced"] == ["Reille leaves the map."]


@pytest.mark.parametrize(("dice", "lost"), [((1, 1), True), ((1, 2), True), ((2, 2), False)])
def test_19_2_a_displaced_leader_is_lost_on_two_or_three(dice: tuple[int, int], lost: bool) -> None:
    t = arrange(battle(), {"foy": "0418"}, leaders={"reille": "0415"})
    t.push(LeadersDisplaced((t.i("reille"),))).run(dice)
    assert t.leader("reille").replaced is lost


def test_19_2_leaders_with_units_that_are_hit_are_tested_and_replaced_next_turn_by_a_one() -> None:
    t = arrange(battle(), {"foy": "0414", "bachelu": "0415"}, leaders={"reille": "0414", "ney": "0415"})
    t.push(LeadersUnderFire(((t.hex("0414"), 0),))).run((1, 2))
    assert t.leader("reille").hex == OFF
    assert t.leader_at("ney") == "0415"
    t.state = bring_back_leaders(t.x, t.state, t.events)
    assert t.leader("reille").hex == OFF, "not before the next turn"
    t.change(turn=2)
    t.state = bring_back_leaders(t.x, t.state, t.events)
    assert t.leader_at("reille") == "0414", "with the strongest of his units"
    assert t.x.rating(t.state, t.i("reille")) == 1


def test_19_2_a_replacement_takes_over_in_the_corner_of_the_map_too() -> None:
    t = arrange(battle(), {"foy": "0101"}, leaders={"reille": None}, turn=2)
    i = t.i("reille")
    t.state = t.state.leader(i, replaced=True, back=2)
    t.state = bring_back_leaders(t.x, t.state, t.events)
    assert t.leader_at("reille") == "0101"


def test_19_2_only_leaders_with_the_unit_that_is_hit_are_tested() -> None:
    # The one hit falls on the weaker Bachelu; Reille stands with him, Ney with Foy who fights beside him unhurt.
    units = {"foy": "0414", "bachelu": ("0314", {"steps": 1}), "kempt": "0413"}
    leaders = {"reille": "0314", "ney": "0414", "picton": "0409"}
    t = arrange(battle(), units, active=("II",), leaders=leaders).push(CombatSegment(0)).run()
    t.play(Attack(t.hex("0414"), t.hex("0413"))).play(Attack(t.hex("0314"), t.hex("0413")))
    t.play(Pass(), (1, 1), (5, 5)).play(Stand(), 1, (3, 4))
    assert t.unit("bachelu").hex == DEAD
    assert t.unit("foy").steps == 2
    assert [event.text for event in t.said("leader-safe")] == ["Reille is under fire and unhurt (7)."]


def test_19_2_a_leader_does_not_ride_with_a_charge() -> None:
    units, leaders = {"pire": "0414", "kempt": "0413"}, {"reille": "0414", "picton": "0409"}
    t = arrange(battle(), units, active=("II",), leaders=leaders).push(ChargeSegment(0)).run()
    t.play(Charge(t.us("pire"), t.path("0413"))).play(Pass(), 1, (1, 1), (5, 4))
    assert t.unit("pire").steps == 1
    assert not t.said("leader-safe")


def test_19_3_a_leader_retreats_with_his_units() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "0413"}, leaders={"reille": "0414"})
    t.push(RetreatStack(t.us("foy"), t.hex("0414"), "involuntary")).run()
    t.play(Withdraw(t.hex("0415")))
    assert t.leader_at("reille") == "0415"


def test_19_4_a_headquarters_that_is_overrun_costs_the_army_five_for_good_and_its_commander_one_for_the_day() -> None:
    t = arrange(battle(), {"foy": "0418", "kempt": "0413"}, leaders={"ney": "0418"}, hqs={"french-hq": "0415"})
    before = levels(t.x, t.state, 0)[0]
    t.state = overrun_hex(t.x, t.state, t.hex("0415"), 1, t.events)
    assert t.state.hqs[t.q("french-hq")].hex == DEAD
    assert levels(t.x, t.state, 0)[0] == before - 5
    assert t.x.rating(t.state, t.i("ney")) == 2
    assert t.x.with_hq(t.state, t.i("ney")), "he goes on as if he had it with him"
    engine = altered("quatre-bras", turns=replace(t.engine.setting.scenario.turns, night=(3,)))
    night = Table(engine, replace(t.state, turn=2))
    assert place_hqs(night.x, night.state, []).hqs[t.q("french-hq")].hex == DEAD, "not by day"
    night.change(turn=3)
    night.state = place_hqs(night.x, night.state, night.events)
    assert night.state.hqs[t.q("french-hq")].hex == t.hex("0418")
    assert night.x.rating(night.state, t.i("ney")) == 3
    assert levels(night.x, night.state, 0)[0] == before - 5


def test_19_4_a_headquarters_stays_when_the_troops_with_it_retreat_and_is_overrun() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "0413"}, hqs={"french-hq": "0414"}, leaders={"reille": "0414"})
    t.push(RetreatStack(t.us("foy"), t.hex("0414"), "involuntary")).run().play(Withdraw(t.hex("0415")))
    assert t.state.hqs[t.q("french-hq")].hex == t.hex("0414")
    t.state = advance(t.x, t.state, t.us("kempt"), t.hex("0414"), t.events)
    assert t.said("hq-lost")


def test_19_4_headquarters_do_not_count_for_stacking() -> None:
    t = arrange(
        battle(),
        {"foy": "0415", "bachelu": "0414"},
        active=("II",),
        hqs={"french-hq": "0414"},
        leaders={"reille": "0416"},
    )
    t.push(MovementSegment(0)).run().play(Go(t.us("foy"), t.path("0414")))
    assert t.where("foy") == "0414"


def test_19_5_headquarters_move_in_the_reserve_phase_by_march_or_fall_back() -> None:
    t = arrange(battle(), {"foy": "0918"}, hqs={"french-hq": "0917"}, leaders={"ney": "0917"})
    t.push(OrdersStage(0)).run()
    q = t.q("french-hq")
    assert t.refused(SendHq(q, "attack", t.hex("0914"))) == "hq"
    t.play(SendHq(q, "march", t.hex("0914")))
    assert t.state.hqs[q].order == "march"
    t.change(agenda=()).push(ReserveStage()).run()
    assert f"q:{q}" in t.subjects()
    assert t.refused(GoHq(q, t.hex("0919"))) == "hq", "towards its target only"
    t.play(GoHq(q, t.hex("0914")))
    assert t.state.hqs[q].hex == t.hex("0914")
    assert t.state.hqs[q].order == ""


def test_19_5_whoever_has_a_headquarters_is_asked_in_the_reserve_stage_with_and_without_secret_orders() -> None:
    for order in ("", "march"):
        t = arrange(battle(), {"foy": "0918"}, hqs={"french-hq": "0917"}, leaders={"ney": "0917"})
        t.state = t.state.hq(t.q("french-hq"), order=order, target=t.hex("0914"))
        t.push(ReserveStage()).run()
        asked = t.engine.decision(t.state)
        assert asked is not None
        assert (asked.seat, asked.kind, asked.title, asked.formal) == ("french", "movement", "Reserves move", True)
        formality = Game(t.engine, t.state, None, 0, None, Played(0, "", None, (), ())).formality
        assert formality == (None if order else Pass()), "who can only decline is spared the question"
        t.play(Pass())
        assert t.kind is None, "the other side has none on the map"
    t = arrange(battle(), {"foy": "0918"}, hqs={"french-hq": "0917"}, leaders={"ney": "0917"})
    t.state = t.state.hq(t.q("french-hq"), order="march", target=t.hex("0914"))
    t.push(ReserveStage()).run().play(GoHq(t.q("french-hq"), t.hex("0914")))
    assert t.kind is None, "it has moved before everybody's eyes"


def test_19_5_nobody_without_a_headquarters_is_asked_in_the_reserve_stage() -> None:
    t = arrange(battle(), {"foy": "0918"}, leaders={"ney": "0917"})
    assert t.push(ReserveStage()).run().kind is None
