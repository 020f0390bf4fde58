"""9 to 13. Reinforcements, chateaux, army demoralization, victory."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.odds import percent
from napwidgets.systems.nlc.june_1815 import outflanked
from napwidgets.systems.tactical.core.moves import Attack, Bombard, Go, Pass, TakeHit
from napwidgets.systems.tactical.core.state import AFAR, DEAD, OFF, Unit
from napwidgets.systems.tactical.face.arrivals import due
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.charges import charge_paths
from napwidgets.systems.tactical.fighting.forces import normal_clash
from napwidgets.systems.tactical.fighting.retreat import can_retreat_to
from napwidgets.systems.tactical.ground.levels import levels
from napwidgets.systems.tactical.moving.movement import MovementSegment
from napwidgets.systems.tactical.moving.reinforcements import entry_hex, on_schedule
from napwidgets.systems.tactical.recovering.confidence import ConfidenceCheck
from napwidgets.systems.tactical.recovering.victory import check_end, last_turn
from napwidgets.systems.tactical.sequence import EndTurn
from tests.systems.nlc.table import ScriptedDice, Table, arrange, battle

LEADERS = {"reille": "0914", "picton": "0908", "perponcher": "0908"}


# 9


def arriving(turn: int = 2, **units: Any) -> Table:
    waiting = {name: ("", {"hex": OFF}) for name in ("bauduin", "soye", "jerome-art")}
    t = arrange(
        battle(),
        waiting | units,
        active=("II",),
        turn=turn,
        leaders={"reille": "0917"},
        orders={"II": ("march", "0914")},
    )
    return t.push(MovementSegment(0)).run()


def test_9_reinforcements_enter_at_their_hex_by_road_rates_stacked() -> None:
    t = arriving()
    assert t.hex("0920") == entry_hex(t.x, t.state, t.hex("0920"), 0)
    t.play(Go(t.us("bauduin", "soye"), t.path("0920", "0919", "0918")))
    assert t.where("soye") == "0918"
    assert t.unit("soye").spent == 3, "a road comes in from the edge: half a point for each hex"
    assert t.refused(Go(t.us("jerome-art"), t.path("0919"))) == "entry"


def test_9_nobody_enters_before_his_turn() -> None:
    t = arriving(turn=1)
    assert f"u:{t.u('soye')}" not in t.subjects()
    assert t.refused(Go(t.us("soye"), t.path("0920"))) == "not-due"


def test_9_a_blocked_entry_is_passed_round() -> None:
    t = arriving(kempt="0920")
    entry = entry_hex(t.x, t.state, t.hex("0920"), 0)
    assert entry != t.hex("0920")
    assert not t.x.ground.layout(t.state).zoc[1][entry]
    assert -1 in t.engine.setting.board.neighbours[entry]


def test_9_arrivals_have_march_orders_for_headquarters() -> None:
    t = arrange(battle(), {"picton-art": ("", {"hex": OFF})}, turn=2)
    t.state = on_schedule(t.x, t.state, ScriptedDice([]), t.events)
    assert (t.command("R").order.kind, t.command("R").order.target) == ("march", t.hex("0909"))
    assert t.leader_at("picton") == "0901"
    assert t.leader_at("wellington") == "1713"
    assert t.state.hqs[t.q("anglo-hq")].order == "march"


@pytest.mark.parametrize(("die", "comes"), [(1, True), (2, False)])
def test_9_whether_a_doubtful_corps_comes_is_thrown_for_each_turn(die: int, comes: bool) -> None:
    t = arrange(battle(), {"quiot": ("", {"hex": AFAR}), "durutte": ("", {"hex": AFAR})}, turn=5)
    assert not t.x.due(t.state, t.u("quiot"))
    t.state = on_schedule(t.x, t.state, ScriptedDice([(die,)]), t.events)
    assert t.x.due(t.state, t.u("quiot")) is comes
    assert t.leader_at("erlon") == ("0920" if comes else None)
    if comes:
        assert t.command("ID").order.kind == "march"
        on_schedule(t.x, replace(t.state, turn=6), ScriptedDice([]), [])
    early = arrange(battle(), {"quiot": ("", {"hex": AFAR})}, turn=1)
    assert on_schedule(early.x, early.state, ScriptedDice([]), []) == early.state, "not before five o'clock"


@pytest.mark.parametrize("sure", [False, True])
def test_9_how_likely_a_doubtful_corps_comes_each_turn_is_told(sure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    t = arrange(battle(), {"quiot": ("", {"hex": AFAR}), "durutte": ("", {"hex": AFAR})}, turn=3)
    if sure:
        monkeypatch.setattr(t.x, "rules", replace(t.x.rules, certain=lambda *_: True))
    then = replace(t.state, turn=5)
    dice = [ScriptedDice([] if sure else [(die,)]) for die in range(1, 7)]
    comes = sum(t.x.due(on_schedule(t.x, then, each, []), t.u("quiot")) for each in dice)
    told = due(t.x, t.state, t.us("quiot", "durutte"))
    assert told == f"may come from 5 PM on, at 0920: {percent(Fraction(comes, 6))} a turn"


# 10


def test_10_a_garrison_is_out_of_zones_and_neither_bombarded_nor_charged() -> None:
    t = arrange(battle(), {"best": "0911", "ii-foot-art": "0912", "pire": "1011"}, active=("II",), leaders=LEADERS)
    assert not t.x.ground.in_zoc(t.state, t.u("best"))
    assert charge_paths(t.x, t.state, t.hex("1011"), t.hex("0911")) == []
    t.push(BombardmentSegment(0)).run()
    assert t.kind is None


def test_10_guns_or_horse_alone_in_a_chateau_are_not_bombarded_either() -> None:
    for lone in ("picton-art", "brunswick-cav"):
        t = arrange(battle(), {lone: "0911", "ii-foot-art": "0912"}, active=("II",), leaders=LEADERS)
        t.push(BombardmentSegment(0)).run()
        assert t.kind is None, "the terrain table has no bombardment into a chateau"


@pytest.mark.parametrize("beside", [(), ("bachelu",)], ids=["alone", "with another"])
def test_10_a_garrison_does_not_retreat_when_its_corps_loses_confidence(beside: tuple[str, ...]) -> None:
    units = {"foy": "0911", "soye": "0913", "kempt": "0909"} | dict.fromkeys(beside, "0911")
    orders = {"II": ("attack", "0909", {"hurt": True})}
    t = arrange(battle(), units, leaders={"reille": "0914"}, orders=orders, turn=2)
    t.push(ConfidenceCheck()).run(6)
    assert t.kind == "flight"
    assert t.subjects() == [f"s:{t.hex(h)}" for h in (*(["0911"] if beside else []), "0913")]
    assert t.command("II").order.kind == "fall_back"


def test_10_two_units_make_it_clear_terrain() -> None:
    units = {"best": "0911", "kempt": "0911", "ii-foot-art": "0912", "foy": "0910"}
    t = arrange(battle(), units, active=("II",), leaders=LEADERS)
    assert t.x.ground.in_zoc(t.state, t.u("best"))
    assert charge_paths(t.x, t.state, t.hex("0910"), t.hex("0911")) == [t.path("0911")]
    clash = normal_clash(t.x, t.state, ((t.hex("0910"), t.us("foy")),), t.hex("0911"))
    assert clash.forces[0].fighters[0].factors == ()
    t.push(BombardmentSegment(0)).run()
    assert Bombard(t.us("ii-foot-art"), t.hex("0911")) in t.options(f"u:{t.u('ii-foot-art')}")


def test_10_attackers_are_halved_and_the_garrison_does_not_retreat() -> None:
    t = arrange(battle(), {"best": "0911", "foy": "0910"}, active=("II",), leaders={"reille": "1009"})
    t.push(CombatSegment(0)).run().play(Attack(t.hex("0910"), t.hex("0911")))
    t.play(Pass(), (5, 4), (1, 1))
    assert t.said("combat")[0].data["strengths"] == [3, 3]
    assert t.kind is None, "neither asked to retreat nor tested"
    assert (t.where("best"), t.unit("best").steps) == ("0911", 1)


def test_10_infantry_beside_the_chateau_may_take_its_losses() -> None:
    t = arrange(battle(), {"best": "0911", "kempt": "1010", "foy": "0912"}, active=("II",), leaders=LEADERS)
    t.push(CombatSegment(0)).run().play(Attack(t.hex("0912"), t.hex("0911")))
    t.play(Pass(), (6, 6), (1, 1))
    assert (t.kind, t.seat) == ("take-hit", "allied")
    assert set(t.options()) == {TakeHit(t.u("best")), TakeHit(t.u("kempt"))}
    before = t.said("combat")[0].data["hits"][0]
    t.play(TakeHit(t.u("kempt")))
    assert (t.unit("kempt").steps, t.unit("best").steps) == (1, 2)
    while t.kind == "take-hit":
        t.play(TakeHit(t.u("best")))
    assert t.unit("best").steps == 2 - (before - 1)


def test_10_a_chateau_is_attacked_first_and_its_garrison_never_must() -> None:
    t = arrange(battle(), {"best": "0911", "kempt": "1011", "foy": "0912"}, active=("II",), leaders=LEADERS)
    t.push(CombatSegment(0)).run()
    assert t.refused(Attack(t.hex("0912"), t.hex("1011"))) == "priority"
    t = arrange(
        battle(), {"best": "0911", "foy": "0912"}, active=("R",), leaders=LEADERS, orders={"R": ("attack", "0914")}
    )
    t.push(CombatSegment(1)).run()
    assert Pass() in t.options()


def test_10_no_retreat_into_an_occupied_chateau() -> None:
    t = arrange(battle(), {"best": "0911", "kempt": "0910"})
    assert not can_retreat_to(t.x, t.state, t.us("kempt"), t.hex("0910"), t.hex("0911"))
    t = arrange(battle(), {"kempt": "0910"})
    assert can_retreat_to(t.x, t.state, t.us("kempt"), t.hex("0910"), t.hex("0911"))


# 11, 13


def losing(t: Table, *names: str) -> Table:
    t.state = t.state.many({t.u(name): Unit(DEAD, 0) for name in names})
    return t


def test_11_an_army_breaks_when_its_destroyed_strength_reaches_the_level() -> None:
    t = losing(arrange(battle(), {"pire": "0414"}), "foy", "bachelu", "bauduin")
    assert t.x.losses(t.state)[1][0] == 13
    t.state = check_end(t.x, t.state, t.events)
    assert t.state.ended is None
    t = losing(t, "chasseurs")
    t.state = check_end(t.x, t.state, t.events)
    assert t.state.fallen == ((0, 1),)
    assert t.state.ended
    assert t.state.ended.ending == "french-broken"


def test_11_full_strength_counts_and_units_that_live_do_not() -> None:
    t = losing(arrange(battle(), {"foy": ("0414", {"steps": 1})}), "bachelu")
    assert t.x.losses(t.state)[1][0] == 4


@pytest.mark.parametrize(("active", "ending"), [("II", "anglo-broken"), ("NL", "french-broken")])
def test_11_if_both_break_at_once_the_side_that_does_not_act_breaks_first(active: str, ending: str) -> None:
    t = arrange(battle(), {})
    t = losing(t, "foy", "bachelu", "bauduin", "soye", "kempt", "pack", "best", "halkett", "maitland", "bijlandt")
    t = losing(t, "kielmansegge", "brunswick-light", "nassau-2")
    t.change(active=(t.c(active),))
    t.state = check_end(t.x, t.state, t.events)
    assert t.state.ended
    assert t.state.ended.ending == ending


def test_13_occupation_is_having_a_unit_there_or_having_been_last() -> None:
    t = arrange(battle(), {"foy": "0910", "kempt": "0403"}, active=("II",), leaders={"reille": "0910"})
    t.push(MovementSegment(0)).run().play(Go(t.us("foy"), t.path("0909", "0908")))
    for h in ("0909", "0908"):
        assert t.state.control[t.hex(h)] == 1
    t.change(agenda=())
    t.state = last_turn(t.x, t.state, t.events)
    assert t.state.ended
    assert (t.state.ended.ending, t.state.ended.winner) == ("crossroads-taken", "french")


def test_13_the_battle_ends_with_its_last_turn() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "0403"}, turn=7)
    t.push(EndTurn()).run()
    assert t.state.ended
    assert t.state.ended.ending == "crossroads-held"
    t = arrange(battle(), {"foy": "0414", "kempt": "0403"}, turn=6)
    t.push(EndTurn()).run()
    assert t.state.ended is None
    assert t.state.turn == 7


def test_13_victory_points_decide_where_the_scenario_counts_them() -> None:
    engine = battle("wavre")
    t = arrange(engine, {})
    t.state = last_turn(t.x, t.state, t.events)
    assert t.state.ended
    score = dict(t.state.ended.points)
    assert set(score) == set(engine.setting.sides)
    best = [side for side, n in score.items() if n == max(score.values())]
    assert t.state.ended.winner == (best[0] if len(best) == 1 else None)


@pytest.mark.parametrize(("french", "allied", "winner"), [(3, 2, "french"), (2, 3, "allied"), (3, 3, None)])
def test_13_one_point_more_wins_and_equal_points_are_a_draw(french: int, allied: int, winner: str | None) -> None:
    t = arrange(battle("wavre"), {})
    assert t.x.rules.leads(t.x, t.state, (("french", french), ("allied", allied))) == winner


def test_7_4_prussians_in_the_flank_of_the_french_line_lower_its_level_by_five() -> None:
    engine = battle("la-belle-alliance")
    french = next(n for n, a in enumerate(engine.setting.armies) if a.id == "french")
    around = {"kempt": "1211", "losthin-1": "1213"}
    t = arrange(engine, {"foy": "1212"} | around)
    whole = levels(t.x, t.state, french)[0]
    assert outflanked(t.x, t.state), "their zones close the ring"
    t.state = check_end(t.x, t.state, t.events)
    assert t.said("outflanked")
    assert levels(t.x, t.state, french)[0] == whole - 5
    assert not outflanked(t.x, arrange(engine, {"foy": "1212", "kempt": "1211"}).state), "no Prussian"
    assert not outflanked(t.x, arrange(engine, {"foy": "1212", "kempt": "1211", "losthin-1": "1214"}).state)
    alone = {"foy": "1212", "losthin-1": "1211", "losthin-2": "1213"}
    assert not outflanked(t.x, arrange(engine, alone).state), "Wellington's men have no part in it"
