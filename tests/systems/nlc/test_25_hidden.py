"""25.5. Hidden movement."""

from __future__ import annotations

from typing import Any

import pytest

from napwidgets.systems.tactical.command.compliance import ComplianceCheck, travel
from napwidgets.systems.tactical.command.hidden import HiddenCheck, HiddenMarches, plot, reveal
from napwidgets.systems.tactical.command.initiative import InitiativeStage
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core.moves import (
    Advance,
    Attack,
    Bombard,
    Charge,
    Go,
    Pass,
    Reveal,
    Send,
    TryInitiative,
)
from napwidgets.systems.tactical.core.state import EXITED, March, Order, Pending
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from napwidgets.systems.tactical.moving.movement import MovementSegment
from napwidgets.systems.tactical.sequence import EndAction
from tests.systems.nlc.table import Table, arrange, battle

HIDDEN = battle("quatre-bras", "hidden_movement")
ROUTE = ("0917", "0916", "0915", "0914")


def marching(units: dict[str, Any] | None = None, gathered: int = 8, turns: int = 1, **more: Any) -> Table:
    """Foy on a hidden march up the Brussels road from 0918; Kempt far away in the north."""
    more.setdefault("orders", {"II": ("march", "0914")})
    more.setdefault("leaders", {"reille": "0918"})
    t = arrange(HIDDEN, {"foy": "0918", "kempt": "0903"} | (units or {}), **more)
    return t.change(marches=(March(t.c("II"), t.path(*ROUTE), gathered, turns, t.hex("0918")),))


def test_25_5_only_with_the_option_and_for_marches() -> None:
    for engine, code in ((battle(), "hidden"), (HIDDEN, None)):
        t = arrange(engine, {"foy": "0918", "kempt": "0903"}, leaders={"ney": "0918", "reille": "0918"})
        t.push(OrdersStage(0)).run()
        move = Send(t.i("ney"), t.c("II"), (("march", t.hex("0914")),), route=t.path(*ROUTE))
        if code:
            assert t.refused(move) == code
        else:
            attack = Send(t.i("ney"), t.c("II"), (("attack", t.hex("0914")),), route=t.path(*ROUTE))
            assert t.refused(attack) == "hidden"
            assert move in t.options(f"c:{t.c('II')}"), "the quickest route is offered"
            t.play(move)
            assert t.command("II").pending[0].route == t.path(*ROUTE)


def test_25_5_1_the_route_is_plotted_hex_by_hex_to_the_target() -> None:
    t = arrange(HIDDEN, {"foy": "0918", "kempt": "0903"}, leaders={"ney": "0918", "reille": "0918"})
    t.push(OrdersStage(0)).run()
    for route in (("0916", "0914"), ROUTE[:3], ("0917", "0918", "0914")):
        move = Send(t.i("ney"), t.c("II"), (("march", t.hex("0914")),), route=t.path(*route))
        assert t.refused(move) == "route"
    assert plot(t.x, t.hex("0918"), t.hex("0914")) == t.path(*ROUTE)


def test_25_5_1_once_obeyed_the_counters_stay_and_points_gather() -> None:
    t = arrange(
        HIDDEN,
        {"foy": "0918", "lheritier": "0918", "kempt": "0903"},
        turn=2,
        leaders={"ney": "0918", "reille": "0918", "kellermann": "0918"},
    )
    for name in ("II", "IIIC"):
        order = Pending((Order("march", t.hex("0914")),), t.i("ney"), 1, 2, 9, route=t.path(*ROUTE))
        t.state = t.state.command(t.c(name), pending=(order,))
    t.push(ComplianceCheck()).run((6, 6), (6, 6))
    assert [k.gathered for k in t.state.marches] == [0, 0]
    t.change(turn=3).push(HiddenMarches()).run()
    assert [k.gathered for k in t.state.marches] == [8, 12], "four points, and six where all are mounted"
    assert t.where("foy") == "0918"
    t.change(active=(t.c("II"),)).push(MovementSegment(0)).run()
    assert f"u:{t.u('foy')}" not in t.subjects()
    assert f"l:{t.i('reille')}" not in t.subjects()


def test_25_5_1_an_attack_finds_nobody_and_may_advance() -> None:
    t = marching({"kempt": "0919"}, leaders={"reille": "0918", "picton": "0920"})
    t.change(active=(t.c("R"),)).push(CombatSegment(1)).run()
    t.play(Attack(t.hex("0919"), t.hex("0918"))).play(Pass())
    assert t.said("revealed")
    assert t.state.marches == ()
    assert t.where("foy") != "0918"
    assert not t.said("combat")
    t.play(Advance(t.us("kempt")))
    assert t.where("kempt") == "0918"


def test_25_5_1_a_charge_unmasks_them_too() -> None:
    t = marching({"brunswick-cav": "0919"}, leaders={"reille": "0918", "brunswick": "0920"})
    t.change(active=(t.c("B"),)).push(ChargeSegment(1)).run()
    t.play(Charge(t.us("brunswick-cav"), t.path("0918"))).play(Pass())
    assert t.said("revealed")
    assert t.where("foy") != "0918", "the cavalry strikes at nobody"


def test_25_5_1_bombardment_of_their_counters_does_no_harm() -> None:
    t = marching({"picton-art": "0919", "chasseurs": "0918"}, leaders={"reille": "0918", "picton": "0920"})
    t.change(active=(t.c("R"),)).push(BombardmentSegment(1)).run()
    t.play(Bombard(t.us("picton-art"), t.hex("0918")), (6, 6))
    assert (t.command("II").struck, t.command("G").struck) == (0, 1), "only who is there is attacked (20.8)"
    assert t.unit("foy").steps == 2
    assert t.unit("foy").disrupted, "it looks as if"
    t.state = reveal(t.x, t.state, 0, t.events)
    assert not t.unit("foy").disrupted


def test_25_5_2_an_enemy_who_sees_a_hex_already_passed_discovers_the_march() -> None:
    t = marching({"kempt": "0911"}, turns=1, gathered=4).push(HiddenMarches()).run()
    seen = any(t.x.sees(t.state, t.hex("0911"), t.hex(h)) for h in ROUTE)
    assert bool(t.said("revealed")) is seen
    t = marching(turns=1, gathered=4).push(HiddenMarches()).run()
    assert not t.said("revealed")
    assert t.state.marches[0].turns == 2


def spying(turns: int) -> Table:
    """Kempt, who sees nothing of the road yet, while Foy has come up it to 0907 in ``turns`` turns."""
    t = marching({"kempt": "0304"}, leaders={"reille": "0918", "picton": "0303"}, active=("R",))
    route = plot(t.x, t.hex("0918"), t.hex("0907"))
    return t.change(marches=(March(t.c("II"), route, 8 * turns, turns, t.hex("0918")),))


@pytest.mark.parametrize(("to", "turns", "found"), [("0305", 2, True), ("0203", 2, False), ("0305", 1, False)])
def test_25_5_2_an_enemy_who_comes_to_see_a_hex_already_passed_discovers_the_march_at_once(
    to: str, turns: int, found: bool
) -> None:
    t = spying(turns).push(MovementSegment(1)).run()
    t.play(Go(t.us("kempt"), t.path(to)))
    assert bool(t.said("revealed")) is found
    assert (t.state.marches == ()) is found


@pytest.mark.parametrize(("at", "found"), [("0305", True), ("0203", False)])
def test_25_5_2_who_came_to_see_it_by_a_fight_discovers_it_when_the_action_ends(at: str, found: bool) -> None:
    t = spying(2)
    t.state = t.state.unit(t.u("kempt"), hex=t.hex(at))
    t.push(EndAction()).run()
    assert bool(t.said("revealed")) is found


@pytest.mark.parametrize(
    ("turns", "roll", "found"), [(1, 6, False), (2, 4, False), (2, 5, True), (3, 3, False), (5, 4, True)]
)
def test_25_5_2_the_table_of_discovery(turns: int, roll: int, found: bool) -> None:
    t = marching(turns=turns).push(HiddenCheck()).run(roll)
    assert bool(t.said("revealed")) is found
    assert (t.state.marches == ()) is found


def test_25_5_2_a_revealed_march_stands_where_it_has_come_to_or_before_the_enemy() -> None:
    t = marching(gathered=2)
    t.push(OrdersStage(0)).run()
    t.play(Reveal(t.c("II")))
    assert (t.leader_at("reille"), t.where("foy")) == ("0916", "0916"), "four half points of road: two hexes"
    t = marching({"kempt": "0914"}, gathered=8)
    t.state = reveal(t.x, t.state, 0, t.events)
    stop = t.leader_at("reille")
    assert stop in ("0918", "0917", "0916")
    assert not t.x.ground.in_zoc(t.state, t.u("foy"))


def test_25_5_3_new_orders_take_the_way_to_where_they_are_by_now() -> None:
    t = marching(leaders={"ney": "0918", "reille": "0918"})
    assert travel(t.x, t.state, t.i("ney"), t.c("II")) == 0
    t = marching(gathered=8, leaders={"ney": "0418", "reille": "0918"})
    slow = travel(t.x, t.state, t.i("ney"), t.c("II"))
    still = t.change(marches=())
    assert slow >= travel(still.x, still.state, still.i("ney"), still.c("II"))
    t = marching(gathered=40, leaders={"ney": "0418", "reille": "0918"})
    assert travel(t.x, t.state, t.i("ney"), t.c("II")) > slow


def test_25_5_3_a_bad_move_reveals_the_march_first() -> None:
    t = marching(gathered=2, orders={"II": ("march", "0914")})
    t.push(InitiativeStage(0)).run()
    t.play(TryInitiative(t.c("II"), "defend", t.hex("0917"), t.i("reille")), (1, 1))
    assert t.said("revealed")
    assert t.where("foy") == "0916"
    assert t.kind == "bad-move"


def test_25_5_4_two_marches_that_meet_are_both_found_out() -> None:
    for north, meets in ((("0912", "0913", "0914"), True), (("0910", "0909"), False)):
        t = marching({"best": "0911", "kempt": ("", {"hex": EXITED})}, leaders={"reille": "0918", "picton": "0911"})
        other = March(t.c("R"), t.path(*north), 0, 0, t.hex("0911"))
        t.change(marches=(March(t.c("II"), t.path("0917", "0916", "0915"), 0, 0, t.hex("0918")), other))
        t.push(HiddenMarches()).run()
        assert len(t.said("revealed")) == (2 if meets else 0)
        assert len(t.state.marches) == (0 if meets else 2)


def test_25_5_2_units_of_a_revealed_march_spread_out_by_two_mps_or_what_is_left() -> None:
    t = marching({"bachelu": "0918"}, gathered=8)
    t.push(OrdersStage(0)).run()
    t.play(Reveal(t.c("II")))
    assert t.kind == "deploy"
    assert t.seat == "french"
    foy = t.u("foy")
    ends = {move.path[0] for move in t.options(f"u:{foy}")}
    head = t.hex(t.leader_at("reille") or "")
    assert ends
    assert all(t.engine.setting.board.distance(head, h) <= 4 for h in ends), "two MPs are at most four road hexes"
    assert t.refused(Go((foy,), (t.hex("0901"),))) == "deploy"
    to = min(ends)
    t.play(Go((foy,), (to,)))
    assert t.unit("foy").hex == to
    assert f"u:{foy}" not in t.subjects(), "once each"
    if t.kind == "deploy":
        t.play(Pass())
    assert t.kind != "deploy"


def test_25_5_3_by_initiative_a_march_goes_round_a_blocked_hex() -> None:
    t = marching({"kempt": "0815"}, gathered=1)
    t.push(InitiativeStage(0)).run()
    round_it = [move for move in t.options(f"c:{t.c('II')}") if isinstance(move, TryInitiative) and move.route]
    assert round_it, "Kempt's zone lies across the road"
    move = round_it[0]
    assert (move.kind, move.target) == ("march", t.hex("0914"))
    assert not {t.hex("0915"), t.hex("0916")} & set(move.route)
    t.play(move, (6, 6))
    march = t.state.marches[0]
    assert march.route == (*t.path("0917"), *move.route)
    assert t.command("II").order.kind == "march"
    other = TryInitiative(t.c("II"), "march", t.hex("0909"), t.i("reille"), t.path("0916"))
    t = marching({"kempt": "0815"}, gathered=1).push(InitiativeStage(0)).run()
    assert t.refused(other) == "route", "the goal stays"


def test_25_5_3_new_orders_with_a_route_go_on_unseen() -> None:
    t = marching(gathered=2, turns=1)
    route = t.path("0915", "0914", "0913")
    late = Pending((Order("march", t.hex("0913")),), t.i("ney"), 1, 1, 0, stage="late", route=route)
    t.state = t.state.command(t.c("II"), pending=(late,))
    t.push(ComplianceCheck()).run()
    assert not t.said("revealed")
    march = t.state.marches[0]
    assert (march.route, march.start, march.turns) == (route, t.hex("0916"), 2)


def test_25_5_1_only_its_own_side_is_told_what_was_feigned_under_a_counter_out_of_sight() -> None:
    for spot, to in (("0918", ("french",)), ("0904", ())):
        t = marching({"bachelu": spot, "foy": (spot, {"disrupted": True})})
        t.state = reveal(t.x, t.state, 0, t.events)
        assert [(event.to, event.units) for event in t.said("recovered")] == [(to, t.us("foy"))]
