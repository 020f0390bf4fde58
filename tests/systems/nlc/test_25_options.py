"""25.1 to 25.4, 25.6, 25.8 to 25.14. Optional rules."""

from __future__ import annotations

from typing import Any

import pytest

from napwidgets.systems.tactical.command.compliance import ComplianceCheck, column, confuses
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core.moves import (
    Attack,
    Begin,
    Bombard,
    Charge,
    Evade,
    GiveWay,
    Pass,
    React,
    Reorganize,
    Send,
    Stand,
    Support,
    Withdraw,
)
from napwidgets.systems.tactical.core.state import BOMBARDED, DEAD, FOUGHT, Order, Pending, Unit
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from napwidgets.systems.tactical.fighting.clash import morale
from napwidgets.systems.tactical.fighting.forces import bombard_clash, charge_clash, normal_clash
from napwidgets.systems.tactical.fighting.retreat import RetreatStack
from napwidgets.systems.tactical.moving.groups import group_of, reach_of
from napwidgets.systems.tactical.recovering.confidence import ConfidenceCheck
from napwidgets.systems.tactical.recovering.disruption import recover, recovery_force
from napwidgets.systems.tactical.recovering.reorganization import ReorganizationStage
from napwidgets.systems.tactical.sequence import RollSides
from tests.systems.nlc.table import ScriptedDice, Table, altered, arrange, battle

LEADERS = {"reille": "0417", "picton": "0409", "perponcher": "0409", "alten": "0409"}


def fight(engine: Any, units: dict[str, Any], *faces: Any, **more: Any) -> Table:
    more.setdefault("leaders", LEADERS)
    t = arrange(engine, units, active=("II",), **more).push(CombatSegment(0)).run()
    return t.play(Attack(t.hex("0414"), t.hex("0413"))).play(Pass(), *faces)


# 25.1


@pytest.mark.parametrize(
    ("how", "faces", "shaken"), [("voluntary", (4,), False), ("voluntary", (5,), True), ("involuntary", (), True)]
)
def test_25_1_retreats_disrupt(how: str, faces: tuple[int, ...], shaken: bool) -> None:
    t = arrange(battle("quatre-bras", "advanced_disruption"), {"foy": "0414", "kempt": "0413"}, leaders=LEADERS)
    t.push(RetreatStack(t.us("foy"), t.hex("0414"), how)).run()
    t.play(Withdraw(t.hex("0415")), *faces)
    assert t.unit("foy").disrupted is shaken


def test_25_1_one_die_for_all_but_each_by_its_own_morale() -> None:
    t = arrange(battle("quatre-bras", "advanced_disruption"), {"kempt": "0414", "bijlandt": "0414"}, leaders=LEADERS)
    t.push(RetreatStack(t.us("kempt", "bijlandt"), t.hex("0414"), "voluntary")).run()
    t.play(Withdraw(t.hex("0413")), 4)
    assert (t.unit("kempt").disrupted, t.unit("bijlandt").disrupted) == (False, True)


def leaving(units: dict[str, Any], target: str, active: str, *faces: Any) -> Table:
    """Stacks attack 0413 together and go back of their own will after the fire."""
    engine = battle("quatre-bras", "advanced_disruption")
    t = arrange(engine, {**units, target: "0413"}, active=(active,), leaders={**LEADERS, "picton": "0415"})
    t.push(CombatSegment(t.engine.setting.commands[t.c(active)].side)).run()
    for h in dict.fromkeys(units.values()):
        t.play(Attack(t.hex(h), t.hex("0413")))
    return t.play(Pass(), *faces)


@pytest.mark.parametrize(("roll", "shaken"), [(4, False), (5, True)])
def test_25_1_one_die_for_all_stacks_that_leave_a_combat(roll: int, shaken: bool) -> None:
    t = leaving({"foy": "0414", "bachelu": "0314"}, "kempt", "II", (1, 1), (4, 4)).play(GiveWay(), roll)
    t.play(Withdraw(t.options()[0].to)).play(Withdraw(t.options()[0].to))
    assert "0314" not in (t.where("foy"), t.where("bachelu"))
    assert (t.unit("foy").disrupted, t.unit("bachelu").disrupted) == (shaken, shaken)


@pytest.mark.parametrize(("roll", "shaken"), [(4, False), (5, True)])
def test_25_1_british_infantry_that_leaves_its_own_attack_has_no_more_morale_than_others(
    roll: int, shaken: bool
) -> None:
    t = leaving({"kempt": "0414"}, "foy", "R", (1, 1), (4, 3)).play(GiveWay(), roll)
    t.play(Withdraw(t.options()[0].to))
    assert t.unit("kempt").disrupted is shaken


@pytest.mark.parametrize(("roll", "shaken"), [(3, False), (4, True)])
def test_25_1_gunfire_tells_on_those_who_leave(roll: int, shaken: bool) -> None:
    t = fight(
        battle("quatre-bras", "advanced_disruption"),
        {"foy": "0414", "ii-foot-art": "0414", "brunswick-line": "0413"},
        (3, 3),
        (1, 1),
    )
    t.play(GiveWay(), roll).play(Withdraw(t.options()[0].to))
    assert t.unit("brunswick-line").disrupted is shaken


@pytest.mark.parametrize(("roll", "shaken"), [(4, False), (5, True)])
def test_25_1_cavalry_that_rides_off_before_the_attack_keeps_order_by_its_morale(roll: int, shaken: bool) -> None:
    t = fight(battle("quatre-bras", "advanced_disruption"), {"foy": "0414", "brunswick-cav": "0413"})
    t.play(Evade(t.hex("0412")), roll)
    assert t.unit("brunswick-cav").disrupted is shaken


@pytest.mark.parametrize(("rolled", "shaken"), [((1, 1), True), ((6, 6), False)])
def test_25_1_a_beaten_charge_is_disrupted(rolled: tuple[int, int], shaken: bool) -> None:
    for options in ((), ("advanced_disruption",)):
        units = {"pire": "0414", "kempt": ("0413", {"steps": 1})}
        t = arrange(battle("quatre-bras", *options), units, active=("II",), leaders=LEADERS)
        t.push(ChargeSegment(0)).run().play(Charge(t.us("pire"), t.path("0413")))
        t.play(Pass(), 1, rolled, (1, 1))
        assert bool(t.said("charge-lost")) is shaken
        assert t.unit("pire").disrupted is (shaken and bool(options))


def test_25_1_chargers_who_are_beaten_on_their_way_are_disrupted() -> None:
    units = {"pire": "0415", "kempt": "0413", "brunswick-cav": "0412"}
    t = arrange(battle("quatre-bras", "advanced_disruption"), units, active=("II",), leaders=LEADERS)
    t.push(ChargeSegment(0)).run().play(Charge(t.us("pire"), t.path("0414", "0413")))
    t.play(Pass())
    react = next(move for move in t.options() if isinstance(move, React))
    t.play(react, 1, (6, 5), (1, 1))
    assert (t.where("pire"), t.unit("pire").disrupted) == ("0415", True)


def test_25_1_who_loses_heart_and_runs_is_disrupted() -> None:
    for options in ((), ("advanced_disruption",)):
        t = arrange(
            battle("quatre-bras", *options),
            {"foy": "0414", "kempt": "0410"},
            turn=2,
            leaders={"reille": "0415"},
            orders={"II": ("attack", "0410", {"hurt": True})},
        )
        t.push(ConfidenceCheck()).run(6)
        t.play(t.options(t.subjects()[0])[0])
        assert t.unit("foy").disrupted is bool(options)


def test_25_1_markers_go_only_with_a_morale_check_and_its_modifiers() -> None:
    engine = battle("quatre-bras", "advanced_disruption")
    shaken = {"disrupted": True}
    for faces, stays in ((4, False), (5, True)):
        t = arrange(engine, {"foy": ("0414", shaken)}, leaders=LEADERS)
        t.state = recover(t.x, t.state, ScriptedDice([(faces,)]), t.events)
        assert t.unit("foy").disrupted is stays
    mods = {
        ("0414", "0415", "0410"): set(),
        ("0909", "0907", "0903"): {"cover"},
        ("0414", "0414", "0410"): {"with leader"},
        ("0414", "0416", "0413"): {"adjacent enemy"},
    }
    for (foy, reille, kempt), wanted in mods.items():
        t = arrange(engine, {"foy": (foy, shaken), "kempt": kempt}, leaders={"reille": reille})
        assert {name for name, _ in recovery_force(t.x, t.state, t.u("foy")).mods} == wanted
    t = arrange(engine, {"foy": ("0414", shaken), "kempt": ("0413", shaken)}, leaders=LEADERS)
    assert recovery_force(t.x, t.state, t.u("foy")).mods == (), "the enemy beside is disrupted himself"
    t.change(fallen=((0, 1),))
    assert recovery_force(t.x, t.state, t.u("foy")).mods == (("demoralized", -1),)


@pytest.mark.parametrize("fallen", [(), ((0, 1),)])
def test_25_1_demoralization_tells_once_where_units_recover(fallen: tuple[tuple[int, int], ...]) -> None:
    gone: Any = ("", {"hex": DEAD, "steps": 0})
    others = ("bachelu", "bauduin", "soye", "pire", "ii-foot-art", "ii-horse-art", "jerome-art")
    t = arrange(battle("quatre-bras", "advanced_disruption"), {"foy": "0414", **dict.fromkeys(others, gone)})
    t.change(fallen=fallen)
    assert t.x.demoralized(t.state, t.engine.setting.units[t.u("foy")].formation)
    assert morale(t.x.tables, recovery_force(t.x, t.state, t.u("foy"))) == 3, "reading 1"


# 25.2, 25.3


def test_25_2_guns_that_make_the_difference_disrupt_and_halve() -> None:
    engine = battle("quatre-bras", "artillery_support")
    units = {"bachelu": "0414", "ii-foot-art": "0414", "kempt": "0413"}
    t = fight(engine, units, (4, 4), (6, 6))
    assert t.said("combat")[0].data["hits"] == [1, 2], "a strength of four alone would have scored as much"
    assert not t.unit("kempt").disrupted
    t = fight(engine, units, (5, 4), (6, 6))
    assert t.said("combat")[0].data["hits"] == [2, 1], "seven hit twice where four hit once"
    assert t.unit("kempt").disrupted
    t = fight(engine, {**units, "kempt": ("0413", {"disrupted": True})}, (5, 4), (6, 6))
    told = t.said("combat")[0].data
    assert (told["strengths"], told["hits"]) == ([7, 2], [2, 2]), "nobody fresh to disrupt"
    assert told["parts"][-1] == ["Kempt, disrupted 50 %", "3 SP", "NLC 7.6"]


def test_25_2_nothing_is_halved_if_both_end_up_disrupted() -> None:
    engine = battle("quatre-bras", "artillery_support")
    down = {"disrupted": True}
    units = {"bachelu": ("0414", down), "ii-foot-art": ("0414", down), "kempt": "0413", "best": "0413"}
    t = fight(engine, units, (5, 5), (6, 4))
    assert t.unit("kempt").disrupted
    assert t.said("combat")[0].data["hits"] == [2, 2], "they were disrupted before, the enemy is now"
    t = fight(engine, {**units, "bachelu": "0414"}, (5, 4), (6, 4))
    assert t.said("combat")[0].data["hits"] == [2, 1], "not all of them were"


def test_25_3_guns_beside_an_attacked_stack_support_it_without_risk() -> None:
    engine = battle("quatre-bras", "remote_support")
    units = {"foy": "0414", "kempt": "0413", "picton-art": "0513"}
    t = fight(engine, units)
    assert (t.kind, t.seat) == ("support", "allied")
    t.play(Support(t.u("picton-art")), (6, 6), (1, 1))
    assert t.said("combat")[0].data["strengths"] == [5, 5]
    t.play(Stand())
    assert t.unit("picton-art").steps == 2, "it takes no hit"


@pytest.mark.parametrize(
    "units",
    [
        {"foy": "0414", "kempt": "0413", "picton-art": ("0513", {"marks": BOMBARDED})},
        {"foy": "0414", "kempt": "0413", "alten-art": "0513"},
        {"foy": "0414", "kempt": "0413", "picton-art": "0513", "lheritier": "0613"},
        {"foy": "0414", "ii-foot-art": "0415", "kempt": "0413"},
    ],
)
def test_25_3_not_after_bombarding_not_of_another_chit_not_pinned_and_not_for_attackers(units: Any) -> None:
    t = fight(battle("quatre-bras", "remote_support"), units, (1, 1), (1, 1))
    assert t.said("combat"), "nobody was asked"


def test_25_3_a_gun_that_attacked_in_its_own_action_supports_all_the_same() -> None:
    units = {"foy": "0414", "kempt": "0413", "picton-art": ("0513", {"marks": FOUGHT})}
    t = fight(battle("quatre-bras", "remote_support"), units)
    assert (t.kind, t.options()) == ("support", [Pass(), Support(t.u("picton-art"))])


def remote_factors(gun: str, target: str, *attackers: str) -> dict[str, int]:
    """What reduces the fire of a gun that supports the units attacked in a hex from others."""
    names = ("foy", "bachelu")[: len(attackers)]
    t = arrange(battle(), {**dict(zip(names, attackers, strict=True)), "kempt": target, "picton-art": gun})
    stacks = tuple((t.unit(name).hex, t.us(name)) for name in names)
    clash = normal_clash(t.x, t.state, stacks, t.hex(target), t.us("picton-art"))
    return dict(next(f for f in clash.forces[1].fighters if f.remote).factors)


def test_25_3_a_remote_gun_in_a_wood_fires_out_of_it() -> None:
    assert remote_factors("0513", "0413", "0414") == {}
    assert remote_factors("0710", "0709", "0708") == {"woods": 50}


def test_25_3_secret_orders_of_the_enemy_beside_a_gun_do_not_say_whether_it_may_support() -> None:
    engine = battle("quatre-bras", "remote_support")
    units = {"foy": "0414", "kempt": "0413", "picton-art": "0513", "bauduin": "0613"}
    for own in ({}, {"II/jerome": ("reserve", "0613", {"active": True})}):
        t = fight(engine, units, orders=own)
        assert (t.u("bauduin") in t.x.acting(t.state)) == (not own)
        assert (t.kind, t.seat) == ("support", "allied")


def test_25_3_remote_guns_change_neither_morale_nor_who_chooses_first() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "0413", "picton-art": "0513"})
    clash = normal_clash(t.x, t.state, ((t.hex("0414"), t.us("foy")),), t.hex("0413"), t.us("picton-art"))
    assert clash.forces[0].mods == ()
    assert not clash.forces[1].guns
    assert clash.forces[1].strength == 5


def test_25_4_road_rates_only_through_empty_hexes() -> None:
    for options, cost in (((), 1), (("road_column",), 2)):
        t = arrange(
            battle("quatre-bras", *options),
            {"foy": "0917", "bachelu": "0916"},
            active=("II",),
            leaders={"reille": "0918"},
            orders={"II": ("march", "0905")},
        )
        g = group_of(t.x, t.state, t.us("foy"))
        assert reach_of(t.x, t.state, g).cost[t.hex("0916")] == cost
    t = arrange(
        battle("quatre-bras", "road_column"),
        {"foy": "0610", "bachelu": "0609"},
        active=("II",),
        leaders={"reille": "0611"},
        orders={"II": ("march", "0508")},
    )
    assert reach_of(t.x, t.state, group_of(t.x, t.state, t.us("foy"))).cost[t.hex("0609")] == 2, "a trail as ever"


# 25.6


def test_25_6_guns_reach_three_hexes_at_half_strength_rounded_down() -> None:
    t = arrange(
        battle("quatre-bras", "artillery_detail"),
        {"ii-foot-art": "0416", "kempt": "0413"},
        active=("II",),
        leaders=LEADERS,
    )
    t.push(BombardmentSegment(0)).run()
    t.play(Bombard(t.us("ii-foot-art"), t.hex("0413")), (6, 6))
    assert t.said("bombardment")[0].data["strengths"] == [1]


def test_25_6_massed_targets_draw_and_defending_guns_give_a_quarter_more() -> None:
    t = arrange(battle("quatre-bras", "artillery_detail"), {"ii-foot-art": "0415", "kempt": "0413", "best": "0413"})
    assert bombard_clash(t.x, t.state, t.us("ii-foot-art"), t.hex("0413")).forces[0].strength == 4
    t = arrange(
        battle("quatre-bras", "artillery_detail"), {"ii-foot-art": "0415", "kempt": "0413", "picton-art": "0413"}
    )
    assert bombard_clash(t.x, t.state, t.us("ii-foot-art"), t.hex("0413")).forces[0].strength == 3
    t = arrange(battle("quatre-bras", "artillery_detail"), {"foy": "0414", "ii-foot-art": "0414", "kempt": "0413"})
    clash = normal_clash(t.x, t.state, ((t.hex("0413"), t.us("kempt")),), t.hex("0414"))
    assert clash.forces[1].strength == 5 + 4


# 25.8 to 25.10


@pytest.mark.parametrize(("roll", "huffs"), [(2, 1), (3, 0)])
def test_25_8_force_shifts_and_may_put_a_leader_in_a_huff(roll: int, huffs: int) -> None:
    t = arrange(
        battle("quatre-bras", "order_force"),
        {"foy": "0915"},
        leaders={"ney": "0916", "reille": "0916"},
        hqs={"french-hq": "0916"},
    )
    t.push(ComplianceCheck(), OrdersStage(0)).run()
    send = Send(t.i("ney"), t.c("II"), (("march", t.hex("0909")),), force=2)
    assert t.refused(Send(t.i("ney"), t.c("II"), send.orders, force=3)) == "force"
    t.play(send)
    assert t.command("II").pending[0].shift == 3, "two, and face to face"
    t.play(Pass(), roll, (1, 1))
    assert t.command("II").huff == huffs
    assert column(t.x, t.state, t.i("ney"), t.c("II"), 0) == 5 - 2 * huffs, "for good"


def test_25_8_only_with_the_option() -> None:
    t = arrange(battle(), {"foy": "0915"}, leaders={"ney": "0916", "reille": "0916"}, hqs={"french-hq": "0916"})
    t.push(OrdersStage(0)).run()
    assert t.refused(Send(t.i("ney"), t.c("II"), (("march", t.hex("0909")),), force=1)) == "force"


def test_25_9_two_tiny_steps_make_one_hit() -> None:
    engine = battle("quatre-bras", "tiny_units")
    t = fight(engine, {"foy": "0414", "nassau-2": "0413"}, (3, 4), (1, 1))
    t.play(Stand())
    assert t.unit("nassau-2").hex == DEAD, "one hit takes both of its small steps"
    t = fight(battle(), {"foy": "0414", "nassau-2": "0413"}, (3, 4), (1, 1))
    t.play(Stand(), 1)
    assert t.unit("nassau-2").steps == 1
    t = fight(engine, {"foy": "0414", "halkett": "0413"}, (3, 4), (1, 1))
    t.play(Stand())
    assert t.unit("halkett").hex == DEAD, "three and two: half a hit, then a whole one"


def test_25_9_a_bad_retreat_costs_two_tiny_steps() -> None:
    units = {"nassau-2": "0413", "kempt": "0313", "best": "0313", "foy": "0414"}
    for options, left in (((), 1), (("tiny_units",), 0)):
        t = arrange(battle("quatre-bras", *options), units, leaders=LEADERS)
        t.push(RetreatStack(t.us("nassau-2"), t.hex("0413"), "voluntary")).run()
        t.play(Withdraw(t.hex("0313")))
        assert t.unit("nassau-2").steps == left
    t = arrange(battle("quatre-bras", "tiny_units"), {**units, "halkett": "0413"}, leaders=LEADERS)
    t.push(RetreatStack(t.us("halkett"), t.hex("0413"), "voluntary")).run()
    t.play(Withdraw(t.hex("0313")))
    assert t.unit("halkett").steps == 0, "half a step, then a whole one"


def test_25_9_cavalry_and_guns_pay_in_full() -> None:
    from napwidgets.systems.tactical.fighting.clash import worth
    from napwidgets.systems.tactical.fighting.forces import fighter

    t = arrange(battle("quatre-bras", "tiny_units"), {"pire": "0414", "ii-horse-art": "0415", "foy": "0416"})
    options = t.engine.setting.options
    assert [worth(fighter(t.x, t.state, t.u(n), True), options) for n in ("pire", "ii-horse-art", "foy")] == [2, 2, 2]


@pytest.mark.parametrize(
    ("strength", "reduced", "steps"),
    [(8, 4, (0, 2, 4, 8)), (9, 5, (0, 3, 5, 9)), (7, 4, (0, 4, 7))],
    ids=["half of four", "half of five, rounded up", "a strength of seven is not huge"],
)
def test_25_10_the_last_step_of_a_huge_unit_is_half_its_back(
    strength: int, reduced: int, steps: tuple[int, ...]
) -> None:
    engine = altered("quatre-bras", "huge_units", units={"foy": {"strength": strength, "reduced": reduced}})
    info = engine.setting.units[engine.setting.unit_index["foy"]]
    assert tuple(info.sp(n) for n in range(info.steps + 1)) == steps


def huge() -> Any:
    return altered("quatre-bras", "huge_units", units={"foy": {"strength": 9, "reduced": 5}})


def test_25_10_units_of_eight_have_three_steps_the_last_at_half_the_back() -> None:
    info = huge().setting.units[huge().setting.unit_index["foy"]]
    assert [info.sp(n) for n in (3, 2, 1, 0)] == [9, 5, 3, 0], "half of five, rounded normally"
    assert huge().setting.units[huge().setting.unit_index["bachelu"]].steps == 2


def test_25_10_they_are_reorganized_to_their_back_on_the_map_or_eliminated() -> None:
    t = arrange(huge(), {"foy": ("0418", {"steps": 1})}, orders={"II": "reserve"}, leaders={"reille": "0418"})
    t.push(ReorganizationStage(0)).run()
    t.play(Reorganize(t.i("reille"), t.us("foy")))
    assert t.unit("foy").steps == 2
    t = arrange(huge(), {"bachelu": "0418"}, orders={"II": "reserve"}, leaders={"reille": "0418"}, turn=3)
    t.state = t.state.many({t.u("foy"): Unit(DEAD, 0, since=1), t.u("pire"): Unit(DEAD, 0, since=1)})
    t.state = t.state.command(t.c("II"), order=Order("reserve"))
    t.push(ReorganizationStage(0)).run()
    t.play(Reorganize(t.i("reille"), t.us("foy")), 1)
    assert t.unit("foy").steps == 2


# 25.11, 25.12, 25.14


def test_25_11_a_die_for_each_point_and_sixes_hit() -> None:
    engine = battle("quatre-bras", "six_to_hit")
    t = fight(engine, {"foy": "0414", "kempt": "0413"}, (6, 6, 5, 4, 1), (6, 1, 2))
    assert t.said("combat")[0].data["hits"] == [2, 1]


def test_25_11_each_advantage_of_a_charge_is_one_on_all_dice() -> None:
    from napwidgets.systems.tactical.fighting.clash import volley

    t = arrange(battle("quatre-bras", "six_to_hit"), {"pire": "0414", "kempt": "0413"})
    for found, hits in (((), 0), (("not ready",), 1), (("not ready", "backhand", "flank charge"), 2)):
        clash = charge_clash(t.x, t.state, ((t.u("pire"), t.hex("0414")),), t.hex("0413"), t.us("kempt"), found, ())
        force = clash.forces[0]
        assert force.strength == 2, "not multiplied"
        assert volley(t.x.tables, t.engine.setting.options, force, "", ScriptedDice([(5, 3)]))[0] == hits


def test_25_12_combats_won_rating_and_a_die_decide_who_chooses_the_order() -> None:
    engine = battle("quatre-bras", "igo_yougo")
    t = arrange(
        engine,
        {"foy": "0414", "kempt": "0404"},
        leaders={"ney": "0417", "wellington": "0403"},
        won=(0, 0, 0, 3),
        rollers=(0, 4),
        cup=(0, 4),
    )
    t.push(RollSides()).run(6, 4)
    assert (t.kind, t.seat) == ("first-side", "allied"), "seven... nine against ten"
    t.play(Begin(0))
    assert (t.kind, t.seat) == ("movement", "french")
    t.play(Pass())
    assert t.seat == "allied"
    t = arrange(engine, {"foy": "0414"}, won=(0, 0, 0, 0), cup=(0,))
    t.push(RollSides()).run(3, 3, 4, 2)
    assert t.seat == "french", "equal rolls are thrown again"


@pytest.mark.parametrize(
    ("allied", "french", "asked"), [(1, 1, ["french", "allied"]), (1, 6, ["allied"]), (6, 1, ["french"]), (6, 6, [])]
)
def test_25_12_each_commander_rolls_for_a_pair_of_his_own(allied: int, french: int, asked: list[str]) -> None:
    engine = battle("quatre-bras", "igo_yougo")
    theirs = [c for c, k in enumerate(engine.setting.commands) if k.chit and k.side == 1][:2]
    leaders, hqs = {"ney": "0417", "wellington": "0403"}, {"french-hq": "0417", "anglo-hq": "0403"}
    t = arrange(engine, {"foy": "0414", "kempt": "0404"}, leaders=leaders, hqs=hqs)
    t.change(rollers=(0, 4), cup=(0, 2, *theirs)).push(RollSides()).run(6, 1, allied, french)
    found = []
    while t.kind == "pair":
        found.append(t.seat)
        t.play(Pass())
    assert found == asked
    assert t.kind == "first-side"


def test_25_12_only_units_of_one_chit_attack_together() -> None:
    engine = battle("quatre-bras", "igo_yougo")
    units = {"foy": "0414", "lheritier": "0314", "kempt": "0413"}
    for pairs, code in (((), "chit"), (((0, 2),), None)):
        t = arrange(engine, units, active=("II", "IIIC"), leaders={**LEADERS, "kellermann": "0315"}, pairs=pairs)
        t.push(CombatSegment(0)).run().play(Attack(t.hex("0414"), t.hex("0413")))
        if code:
            assert t.refused(Attack(t.hex("0314"), t.hex("0413"))) == code
        else:
            t.play(Attack(t.hex("0314"), t.hex("0413")))


def test_25_13_orders_over_the_head_of_a_wing_commander_confuse_him() -> None:
    engine = battle("quatre-bras", "command_confusion")
    t = arrange(
        engine, {"bijlandt": "0910"}, turn=2, leaders={"wellington": "1703", "orange": "0908", "perponcher": "0909"}
    )
    send = Send(t.i("wellington"), t.c("NL"), (("march", t.hex("0909")),))
    assert confuses(t.x, t.state, send)
    order = Pending((Order("march", t.hex("0909")),), t.i("wellington"), 1, 2, 0, confused=True)
    t.state = t.state.command(t.c("NL"), pending=(order,))
    t.push(ComplianceCheck()).run((1, 1))
    assert t.x.rating(t.state, t.i("orange")) == 0
    t.change(turn=3)
    assert t.x.rating(t.state, t.i("orange")) == 0
    t.change(turn=4)
    assert t.x.rating(t.state, t.i("orange")) == 1
    near = arrange(engine, {"bijlandt": "0910"}, leaders={"wellington": "0907", "orange": "0908", "perponcher": "0909"})
    assert not confuses(near.x, near.state, send)


def test_25_14_who_could_destroy_the_enemy_twice_takes_half_rounded_up() -> None:
    engine = battle("quatre-bras", "overruns")
    units = {"foy": "0414", "kempt": ("0413", {"steps": 1}), "soye": "0414"}
    t = fight(engine, units, (4, 4), (6, 6))
    assert t.said("combat")[0].data["hits"][0] >= 2
    assert t.said("combat")[0].data["hits"][1] == 1, "two at strength two, halved"
    t = fight(battle(), units, (4, 4), (6, 6))
    assert t.said("combat")[0].data["hits"][1] == 2


@pytest.mark.parametrize(("rolled", "taken"), [((3, 4), 2), ((4, 5), 1)])
def test_25_14_tiny_steps_take_half_a_hit_of_those_that_overrun(rolled: tuple[int, int], taken: int) -> None:
    engine = battle("quatre-bras", "overruns", "tiny_units")
    units = {"foy": "0414", "soye": "0414", "nassau-2": "0413"}
    t = fight(engine, units, rolled, (6, 6))
    assert t.said("combat")[0].data["hits"][1] == 2 * taken, "counted in halves"
