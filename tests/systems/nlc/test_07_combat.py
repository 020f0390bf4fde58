"""7. Normal combat: fire, losses, retreats, advances."""

from __future__ import annotations

from typing import Any

import pytest

from napwidgets.systems.tactical.core.moves import (
    Advance,
    Attack,
    Evade,
    GiveWay,
    Pass,
    Resolve,
    Stand,
    TakeHit,
    Withdraw,
)
from napwidgets.systems.tactical.core.state import BEGAN_IN_ZOC, CHARGED, DEAD
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.clash import multiplier
from napwidgets.systems.tactical.fighting.forces import flanked, normal_clash
from napwidgets.systems.tactical.fighting.retreat import RetreatStack, retreat_price
from napwidgets.systems.tactical.ground.levels import levels
from tests.systems.nlc.table import Table, arrange, battle

NO_LEADERS = {"reille": "0417", "picton": "0409", "perponcher": "0409"}


def combat(units: dict[str, Any], **more: Any) -> Table:
    """The combat segment of the II Corps; leaders stand four hexes behind their men."""
    more.setdefault("leaders", NO_LEADERS)
    active = more.pop("active", ("II",))
    t = arrange(more.pop("engine", battle()), units, active=active, **more)
    return t.push(CombatSegment(0)).run()


def fight(units: dict[str, Any], *faces: Any, at: str = "0414", target: str = "0413", **more: Any) -> Table:
    """One stack attacks another: the dice of both, and of what follows at once."""
    t = combat(units, **more)
    t.play(Attack(t.hex(at), t.hex(target)))
    return t.play(Pass(), *faces)


def strengths(t: Table) -> list[int]:
    return list(t.said("combat")[0].data["strengths"])


def hits(t: Table) -> list[int]:
    return list(t.said("combat")[0].data["hits"])


# 7.1, 7.2


def test_7_1_both_sides_fire_at_once_and_hits_come_from_the_table() -> None:
    t = fight({"foy": "0414", "kempt": "0413"}, (6, 6), (5, 5))
    assert strengths(t) == [5, 3]
    assert hits(t) == [3, 1], "on the defender, on the attacker"
    assert t.unit("foy").steps == t.unit("kempt").steps == 2, "nothing is lost before retreats are decided"


def test_7_1_the_first_hit_goes_to_infantry_and_damaged_units_go_first() -> None:
    t = fight(
        {"foy": "0414", "kempt": "0413", "picton-art": "0413"},
        (6, 6),
        (1, 1),
        active=("II",),
    )
    assert t.kind == "retreat"
    t.play(Stand(), 1)
    assert t.unit("kempt").hex == DEAD, "two hits on the infantry: once hit it is damaged and goes on taking them"
    assert t.unit("picton-art").steps == 1, "the third hit"


def test_7_1_the_owner_chooses_among_whole_units() -> None:
    t = fight({"foy": "0414", "kempt": "0413", "brunswick-line": "0413"}, (6, 4), (1, 1))
    t.play(Stand())
    assert t.kind == "take-hit"
    assert t.seat == "allied"
    assert set(t.options()) == {TakeHit(t.u("kempt")), TakeHit(t.u("brunswick-line"))}
    assert t.refused(TakeHit(t.u("foy"))) == "hit"
    t.play(TakeHit(t.u("brunswick-line")), 1)
    assert t.unit("brunswick-line").hex == DEAD, "being damaged it takes the second hit too"
    assert t.unit("kempt").steps == 2


def test_7_2_a_unit_is_flipped_then_eliminated() -> None:
    t = fight({"foy": "0414", "kempt": "0413"}, (3, 4), (1, 1))
    t.play(Stand(), 1)
    assert (t.unit("kempt").steps, t.where("kempt")) == (1, "0413")
    assert t.said("step-lost")
    t = fight({"foy": "0414", "kempt": ("0413", {"steps": 1})}, (3, 4), (1, 1))
    t.play(Stand())
    assert t.unit("kempt").hex == DEAD
    assert t.unit("kempt").since == 1
    assert t.said("eliminated")


# 7.3


def test_7_3_attacking_is_voluntary_without_attack_orders() -> None:
    t = combat({"foy": "0414", "kempt": "0413"})
    assert Pass() in t.options()
    t.play(Pass())
    assert not t.said("combat")


@pytest.mark.parametrize("kind", ["attack", "probe"])
def test_7_3_units_with_attack_or_probe_in_a_zone_must_attack(kind: str) -> None:
    t = combat({"foy": "0414", "kempt": "0413"}, orders={"II": (kind, "0413")})
    assert Pass() not in t.options()
    assert t.refused(Pass()) == "must-attack"
    t.play(Attack(t.hex("0414"), t.hex("0413")))
    assert t.options() == [Pass()]


@pytest.mark.parametrize("kind", ["delay", "march", "fall_back"])
def test_7_3_other_orders_do_not_attack(kind: str) -> None:
    t = combat({"foy": "0414", "kempt": "0413"}, orders={"II": (kind, "0418")})
    assert t.kind is None


def test_7_3_no_attack_over_a_river_without_a_bridge() -> None:
    setting = battle("wavre").setting
    board = setting.board
    h, n, _ = next(
        (h, n, d)
        for h in range(board.size)
        for d, n in enumerate(board.neighbours[h])
        if n >= 0 and setting.shut[h][d] and setting.passable[h] and setting.passable[n]
    )
    mine = next(u.id for u in setting.units if u.side == 0 and u.line)
    foe = next(u.id for u in setting.units if u.side == 1 and u.line)
    c = setting.commands[setting.units[setting.unit_index[mine]].formation]
    t = arrange(battle("wavre"), {mine: board.label(h), foe: board.label(n)}, active=(c.id,))
    t.push(CombatSegment(0)).run()
    assert t.kind is None
    assert board.distances[h][n] == 1


def test_7_3_several_stacks_fire_at_one_and_it_fires_at_all_of_them() -> None:
    t = combat({"foy": "0414", "bachelu": "0314", "kempt": "0413"})
    t.play(Attack(t.hex("0414"), t.hex("0413"))).play(Attack(t.hex("0314"), t.hex("0413")))
    t.play(Pass(), (1, 1), (6, 6))
    assert strengths(t) == [9, 3]
    assert hits(t) == [0, 2]
    assert len(t.said("combat")) == 1


def test_7_3_one_stack_attacks_one_stack_and_attacks_are_spread() -> None:
    t = combat(
        {"foy": "0414", "bachelu": "0314", "kempt": "0413", "best": "0514"},
        orders={"II": ("attack", "0413")},
    )
    t.play(Attack(t.hex("0314"), t.hex("0413")))
    assert t.refused(Attack(t.hex("0314"), t.hex("0413"))) == "planned"
    assert t.refused(Attack(t.hex("0414"), t.hex("0413"))) == "spread", "the other stack is not attacked yet"
    t.play(Attack(t.hex("0414"), t.hex("0514")))
    t.play(Pass())
    assert t.kind == "resolve"
    assert set(t.options()) == {Resolve(t.hex("0413")), Resolve(t.hex("0514"))}


def test_7_3_a_stack_is_turned_against_the_enemy_that_would_be_left_out() -> None:
    # Foy touches both enemies, Bachelu only the first.
    units = {"foy": "0414", "bachelu": "0314", "kempt": "0413", "best": "0514"}
    t = combat(units, orders={"II": ("attack", "0413")})
    t.play(Attack(t.hex("0414"), t.hex("0413")))
    assert t.refused(Attack(t.hex("0414"), t.hex("0514"))) == "planned", "as long as nobody else attacks there"
    t.play(Attack(t.hex("0314"), t.hex("0413")))
    assert t.refused(Pass()) == "spread"
    assert t.subjects() == [f"s:{t.hex('0414')}"]
    assert t.options(t.subjects()[0]) == [Attack(t.hex("0414"), t.hex("0514"))]
    t.play(Attack(t.hex("0414"), t.hex("0514"))).play(Pass())
    assert set(t.options()) == {Resolve(t.hex("0413")), Resolve(t.hex("0514"))}


def test_7_3_who_attacks_by_his_own_choice_need_not_spread() -> None:
    t = combat({"foy": "0414", "bachelu": "0314", "kempt": "0413", "best": "0514"})
    t.play(Attack(t.hex("0414"), t.hex("0413"))).play(Attack(t.hex("0314"), t.hex("0413")))
    assert Pass() in t.options()


def test_7_3_infantry_attacks_infantry_before_cavalry_before_guns() -> None:
    units = {"foy": "0414", "kempt": "0413", "brunswick-cav": "0514", "picton-art": "0515"}
    t = combat(units, orders={"II": ("attack", "0413")})
    attacks = [move.target for move in t.options(f"s:{t.hex('0414')}")]
    assert attacks == [t.hex("0413")]
    assert t.refused(Attack(t.hex("0414"), t.hex("0514"))) == "priority"
    t = combat({**units, "foy": "0418", "pire": "0414"}, orders={"II": ("attack", "0413")}, leaders={})
    assert len(t.options(f"s:{t.hex('0414')}")) == 3, "a stack without infantry chooses freely"


def test_7_3_cavalry_is_halved_and_gives_way_when_it_defends_alone() -> None:
    t = fight({"foy": "0414", "brunswick-cav": "0413", "merlen": "0413"})
    t.play(Stand(), (1, 1), (3, 4))
    assert strengths(t) == [5, 1], "two points halved"
    (gives,) = t.said("gives-way")
    assert gives.text.endswith("retreats: cavalry attacked alone gives way."), "without having been hit"
    assert gives.cites == ("NLC 7.4", "NLC 7.3")
    assert not t.said("halved"), "there is nothing to halve"
    assert t.kind == "withdraw"


def test_7_3_a_unit_that_charged_does_not_attack() -> None:
    t = combat({"pire": ("0414", {"marks": CHARGED}), "kempt": "0413"})
    assert t.kind is None


# 7.4


def broken(t: Table) -> str:
    """What is told of the one side that fails its morale check."""
    (event,) = t.said("fails-morale")
    return event.text


def test_7_4_the_attacker_chooses_first_unless_just_he_has_guns() -> None:
    both = {"foy": "0414", "kempt": "0413"}
    assert fight(both, (6, 6), (6, 6)).seat == "french"
    assert fight({**both, "ii-foot-art": "0414"}, (6, 6), (6, 6)).seat == "allied"
    assert fight({**both, "picton-art": "0413"}, (6, 6), (6, 6)).seat == "french"
    assert fight({**both, "ii-foot-art": "0414", "picton-art": "0413"}, (6, 6), (6, 6)).seat == "french"


def test_7_4_a_side_without_a_hit_may_not_retreat() -> None:
    t = fight({"foy": "0414", "kempt": "0413"}, (3, 4), (1, 1))
    assert t.seat == "allied", "the attacker took no hit"


@pytest.mark.parametrize(("rolled", "left"), [((3, 4), 0), ((6, 4), 1), ((6, 6), 2)])
def test_7_4_voluntary_retreat_halves_hits(rolled: tuple[int, int], left: int) -> None:
    t = fight({"foy": "0414", "kempt": "0413", "best": "0413"}, rolled, (1, 1))
    before = sum(t.unit(name).steps for name in ("kempt", "best"))
    t.play(GiveWay())
    while t.kind == "take-hit":
        t.play(t.options()[0])
    assert sum(t.unit(name).steps for name in ("kempt", "best")) == before - left
    assert t.kind == "withdraw"
    t.play(Withdraw(t.hex("0412")))
    assert t.where("best") == "0412"


def test_7_4_one_voluntary_retreat_halves_the_hits_of_both() -> None:
    t = fight({"foy": "0414", "kempt": "0413", "best": "0413"}, (6, 6), (5, 5))
    assert hits(t) == [3, 2]
    t.play(GiveWay())
    assert t.said("gives-way")[0].text.endswith(" retreats."), "of its own will"
    assert [e.text for e in t.said("halved")] == ["The retreat halves the hits: 2 on the defender, 1 on the attacker."]
    while t.kind == "take-hit":
        t.play(t.options()[0])
    assert t.unit("foy").steps == 1
    assert sum(t.unit(name).steps for name in ("kempt", "best")) == 2
    assert t.kind == "withdraw"
    assert t.seat == "french"


def test_7_4_who_stands_tests_morale_and_fails_above_it() -> None:
    t = fight({"foy": "0414", "best": "0413"}, (3, 4), (1, 1))
    t.play(Stand(), 4)
    assert t.said("fails-morale"), "four less one for the step that was lost"
    assert t.unit("best").steps == 1, "the hit is not reduced"
    t = fight({"foy": "0414", "best": "0413"}, (3, 4), (1, 1))
    t.play(Stand(), 3)
    assert not t.said("fails-morale")
    assert t.where("best") == "0413"


def test_7_4_the_second_side_does_not_test_if_the_first_retreats() -> None:
    t = fight({"foy": "0414", "best": "0413"}, (3, 4), (6, 4))
    t.play(Stand()).play(Stand(), 6)
    assert broken(t) == "The attacker fails its morale check and retreats: 6 against 3."
    t = fight({"foy": "0414", "best": "0413"}, (3, 4), (6, 4))
    t.play(Stand()).play(Stand(), 1, 6)
    assert "defender" in t.said("fails-morale")[0].text


def test_7_4_a_retreat_into_a_zone_or_a_full_hex_costs_one_step_and_no_more() -> None:
    units = {"foy": "0413", "bachelu": "0414", "soye": "0414", "kempt": "0412", "best": "0514"}
    t = arrange(battle(), units)
    assert t.x.ground.layout(t.state).zoc[1][t.hex("0414")]
    assert retreat_price(t.x, t.state, t.us("foy"), t.hex("0414")) == 1, "full and in a zone"
    assert retreat_price(t.x, t.state, t.us("foy"), t.hex("0313")) == 1, "in a zone"
    t.push(RetreatStack(t.us("foy"), t.hex("0413"), "voluntary")).run()
    t.play(Withdraw(t.hex("0313")))
    assert (t.where("foy"), t.unit("foy").steps) == ("0313", 1)
    assert t.said("retreat-price")
    t = arrange(battle(), {"pire": "0413", "kempt": "0412"})
    assert retreat_price(t.x, t.state, t.us("pire"), t.hex("0313")) == 0, "all cavalry"


def test_7_4_without_any_way_out_units_are_eliminated() -> None:
    ring = dict(
        zip(
            ("kempt", "best", "pack", "bijlandt", "halkett", "byng"),
            ("0413", "0514", "0515", "0415", "0315", "0314"),
            strict=True,
        )
    )
    t = arrange(battle(), {"foy": "0414", **ring})
    t.push(RetreatStack(t.us("foy"), t.hex("0414"), "involuntary")).run()
    assert t.unit("foy").hex == DEAD
    assert "no way out" in t.said("eliminated")[0].text


def test_7_4_foot_guns_are_lost_when_they_defend_and_stay_when_they_attack() -> None:
    t = fight({"foy": "0414", "best": "0413", "picton-art": "0413"}, (3, 4), (1, 1))
    t.play(Stand(), 6)
    assert t.unit("picton-art").hex == DEAD
    t.play(Withdraw(t.hex("0412")))
    assert t.where("best") == "0412"
    t = fight({"foy": "0414", "ii-foot-art": "0414", "best": "0413"}, (1, 1), (6, 4))
    t.play(Stand(), 6)
    t.play(Withdraw(t.hex("0415")))
    assert (t.where("foy"), t.where("ii-foot-art")) == ("0415", "0414")


def test_7_4_foot_guns_that_attack_alone_ignore_the_check_and_the_defender_still_tests() -> None:
    both = {"best": "0413", "picton-art": "0413"}
    t = fight({"ii-foot-art": "0414", **both}, (6, 4), (5, 4))
    assert t.seat == "french"
    t.play(Stand()).play(Stand(), 6)
    assert t.unit("ii-foot-art").steps == 1
    assert broken(t) == "The defender fails its morale check and retreats: 6 against 2."
    t = fight({"ii-horse-art": "0414", **both}, (6, 5), (5, 4))
    t.play(Stand()).play(Stand(), 6)
    assert broken(t) == "The attacker fails its morale check and retreats: 6 against 2."


def test_7_4_guns_that_the_fire_destroys_do_not_change_who_tests_first() -> None:
    units = {"foy": "0414", "ii-foot-art": "0414", "best": "0413", "picton-art": ("0413", {"steps": 1})}
    t = fight(units, (4, 4), (5, 4))
    assert t.seat == "french", "both have guns"
    t.play(Stand()).play(Stand()).play(TakeHit(t.u("picton-art")), 6)
    assert t.unit("picton-art").hex == DEAD
    assert broken(t) == "The attacker fails its morale check and retreats: 6 against 2."


def test_7_4_horse_guns_retreat_with_the_others() -> None:
    t = fight({"foy": "0414", "ii-horse-art": "0414", "best": "0413"}, (1, 1), (6, 4))
    t.play(Stand(), 6).play(Withdraw(t.hex("0415")))
    assert t.where("ii-horse-art") == "0415"


def _guard(**more: Any) -> tuple[Table, str, str]:
    engine = battle("la-belle-alliance")
    guard = next(u for u in engine.setting.units if "old guard" in u.marks)
    line = next(u for u in engine.setting.units if u.nation == "hanoverian" and u.line)
    c = engine.setting.commands[guard.formation]
    t = arrange(engine, {guard.id: "0315", line.id: "0314"}, active=(c.id,), **more)
    t.push(CombatSegment(0)).run()
    return t, guard.id, line.id


def test_7_4_the_guard_lowers_the_morale_of_those_it_fights() -> None:
    t, guard, line = _guard()
    clash = normal_clash(t.x, t.state, ((t.hex("0315"), t.us(guard)),), t.hex("0314"))
    assert ("attacked by old guard", -1) in clash.forces[1].mods
    assert ("attacked by old guard", -1) not in clash.forces[0].mods
    assert t.where(line) == "0314"


def test_7_4_when_the_guard_recoils_french_morale_and_level_fall_for_good() -> None:
    t, guard, _ = _guard()
    army = t.engine.setting.commands[t.x.infos[t.u(guard)].formation].army
    before = levels(t.x, t.state, army)[0]
    t.play(Attack(t.hex("0315"), t.hex("0314"))).play(Pass(), (1, 1), (6, 5))
    while t.kind == "retreat":
        t.play(Stand(), 6)
    assert not t.state.broken, "not before it has gone back"
    t.play(t.options()[0])
    assert t.said("guard-recoils")
    assert t.state.broken
    assert levels(t.x, t.state, army)[0] == before - 10
    t2, _, _ = _guard(fallen=((1, 1),))
    t2.play(Attack(t2.hex("0315"), t2.hex("0314"))).play(Pass(), (1, 1), (6, 5))
    while t2.kind == "retreat":
        t2.play(Stand(), 6)
    t2.play(t2.options()[0])
    assert t2.state.broken
    assert levels(t2.x, t2.state, army)[0] == before, "an enemy army is demoralized already"


def test_7_4_a_guard_that_is_eliminated_has_not_recoiled() -> None:
    engine = battle("la-belle-alliance")
    guard = next(u for u in engine.setting.units if "guard" in u.marks)
    line = next(u for u in engine.setting.units if u.nation == "french" and u.line and "guard" not in u.marks)
    units = {guard.id: "0315", line.id: "0315"}
    t = arrange(engine, units).push(RetreatStack((engine.setting.unit_index[line.id],), 0, "recoil")).run()
    for gone, broken in ((line.id, True), (guard.id, False)):
        t = arrange(engine, {**units, gone: ("", {"hex": DEAD, "steps": 0})})
        t.push(RetreatStack(t.us(guard.id, line.id), t.hex("0315"), "recoil")).run().play(Withdraw(t.hex("0316")))
        assert t.state.broken is broken, gone
    shut = t.x.setting.near[t.hex("0315")]
    foes = [u.id for u in engine.setting.units if u.side == 1 and u.line][: len(shut)]
    around = {foe: t.x.board.label(h) for foe, h in zip(foes, shut, strict=True)}
    t = arrange(engine, {guard.id: "0315", **around})
    t.push(RetreatStack(t.us(guard.id), t.hex("0315"), "recoil")).run()
    assert t.unit(guard.id).hex == DEAD
    assert not t.state.broken, "elimination is no retreat"


def test_7_4_who_falls_back_into_the_corner_of_the_map_has_not_left_it() -> None:
    t = arrange(battle(), {"foy": "0102", "kempt": "0103"}, leaders={"reille": "0102"})
    t.push(RetreatStack(t.us("foy"), t.hex("0102"), "voluntary")).run()
    t.play(Withdraw(t.hex("0101")))
    assert t.where("foy") == "0101"
    assert not t.said("exited")


# 7.5


def test_7_5_one_attacker_advances_and_guns_only_with_others() -> None:
    units = {"foy": "0414", "bachelu": "0414", "best": ("0413", {"steps": 1})}
    t = fight(units, (6, 6), (1, 1))
    t.play(Stand())
    assert t.kind == "advance"
    groups = {move.units for move in t.options() if isinstance(move, Advance)}
    assert groups == {t.us("foy"), t.us("bachelu")}, "two divisions without a leader: one unit"
    t.play(Advance(t.us("foy")))
    assert (t.where("foy"), t.where("bachelu")) == ("0413", "0414")
    t = fight({"foy": "0414", "ii-foot-art": "0414", "best": ("0413", {"steps": 1})}, (6, 6), (1, 1))
    t.play(Stand())
    assert {move.units for move in t.options() if isinstance(move, Advance)} == {t.us("foy")}


def test_7_5_the_whole_stack_advances_with_a_leader_or_as_one_division() -> None:
    units = {"foy": "0414", "bachelu": "0414", "best": ("0413", {"steps": 1})}
    t = fight(units, (6, 6), (1, 1), leaders={"reille": "0414", "picton": "0409"})
    t.play(Stand())
    both = Advance(tuple(sorted(t.us("foy", "bachelu"))))
    assert both in t.options()
    t.play(both)
    assert t.leader_at("reille") == "0413"
    t = fight({"bauduin": "0414", "soye": "0414", "best": ("0413", {"steps": 1})}, (6, 6), (1, 1))
    t.play(Stand())
    assert Advance(tuple(sorted(t.us("bauduin", "soye")))) in t.options()


def test_7_5_a_stack_that_is_too_high_does_not_advance_as_a_whole() -> None:
    units = {"foy": "0414", "bachelu": "0414", "soye": "0414", "best": ("0413", {"steps": 1})}
    t = fight(units, (6, 6), (1, 1), leaders={"reille": "0414", "picton": "0409"})
    t.play(Stand())
    groups = {move.units for move in t.options() if isinstance(move, Advance)}
    assert groups == {t.us("foy"), t.us("bachelu"), t.us("soye")}, "two find room (5.3), not three"


def test_7_5_no_advance_after_a_retreat_of_ones_own() -> None:
    t = fight({"foy": "0414", "best": ("0413", {"steps": 1})}, (6, 6), (6, 4))
    assert t.seat == "french"
    t.play(GiveWay())
    while t.kind == "take-hit":
        t.play(t.options()[0])
    t.play(Withdraw(t.hex("0415")))
    assert t.kind is None
    assert not t.said("advanced")


# 7.6


def percents(t: Table, at: list[tuple[str, tuple[str, ...]]], target: str) -> list[list[dict[str, int]]]:
    stacks = tuple((t.hex(h), t.us(*units)) for h, units in at)
    clash = normal_clash(t.x, t.state, stacks, t.hex(target))
    return [[dict(f.factors) for f in side.fighters] for side in clash.forces]


def test_7_6_disruption_halves_fire() -> None:
    t = fight({"foy": ("0414", {"disrupted": True}), "kempt": "0413"}, (1, 1), (1, 1))
    assert strengths(t) == [3, 3], "two and a half rounds up"


@pytest.mark.parametrize(
    ("at", "target", "attack", "defend"),
    [
        ("0908", "0909", {"town": 75}, {}),
        ("0612", "0712", {"chateau": 50}, {}),
        ("0611", "0711", {"woods": 50}, {"woods": 50}),
        ("0711", "0611", {}, {"woods": 50}),
        ("1111", "1110", {"stream": 75}, {}),
        ("0913", "0914", {"crest": 75}, {}),
        ("0914", "0913", {}, {}),
        ("0912", "0911", {"chateau": 50, "stream": 75}, {}),
    ],
)
def test_7_6_terrain_reduces_fire_into_it(at: str, target: str, attack: dict[str, int], defend: dict[str, int]) -> None:
    t = arrange(battle(), {"foy": at, "kempt": target})
    assert percents(t, [(at, ("foy",))], target) == [[attack], [defend]]


def test_7_6_a_bridge_over_a_river_halves() -> None:
    setting = battle("wavre").setting
    board = setting.board
    h, n = next(
        (h, n)
        for h in range(board.size)
        for d, n in enumerate(board.neighbours[h])
        if n >= 0 and board.sides[h][d] & 6 == 6 and board.terrain[n] == "clear" and not board.sides[h][d] & 16
    )
    mine = next(u.id for u in setting.units if u.side == 0 and u.line)
    foe = next(u.id for u in setting.units if u.side == 1 and u.line)
    t = arrange(battle("wavre"), {mine: board.label(h), foe: board.label(n)})
    assert percents(t, [(board.label(h), (mine,))], board.label(n))[0] == [{"bridge": 50}]


def test_7_6_defenders_against_several_hexes_are_reduced_by_the_least() -> None:
    t = arrange(battle(), {"foy": "0711", "bachelu": "0612", "kempt": "0611"})
    both = percents(t, [("0711", ("foy",)), ("0612", ("bachelu",))], "0611")
    assert both[1] == [{}], "one attacker stands in the open"
    assert percents(t, [("0711", ("foy",))], "0611")[1] == [{"woods": 50}]


def test_7_6_strengths_with_the_same_reduction_are_added_before_rounding() -> None:
    t = combat({"bachelu": "0910", "foy": "0908", "kempt": "0909"}, leaders={"reille": "0907", "ney": "0911"})
    assert multiplier((("town", 75),)) * 4 == 3 * multiplier(())
    t.play(Attack(t.hex("0910"), t.hex("0909"))).play(Attack(t.hex("0908"), t.hex("0909")))
    t.play(Pass(), (1, 1), (1, 1))
    assert strengths(t) == [7, 3], "nine times three quarters is 6.75"
    assert t.x.rules.fire_words()["town"][1] == "NLC 7.6"


def test_7_6_a_surrounded_defender_loses_two_points_but_not_in_a_town_or_chateau() -> None:
    ring = {"foy": "0413", "bachelu": "0515", "soye": "0315"}
    t = arrange(battle(), {"best": "0414", **ring})
    assert flanked(t.x, t.state, t.hex("0414"), 1)
    clash = normal_clash(t.x, t.state, ((t.hex("0413"), t.us("foy")),), t.hex("0414"))
    assert ("flanked", -2) in clash.forces[1].mods
    t = arrange(battle(), {"best": "0414", "foy": "0413", "bachelu": "0415"})
    assert flanked(t.x, t.state, t.hex("0414"), 1), "by zones alone"
    t = arrange(battle(), {"best": "0414", "foy": "0413"})
    assert not flanked(t.x, t.state, t.hex("0414"), 1)
    t = arrange(battle(), {"best": "0909", "foy": "0908", "bachelu": "0910"})
    assert not flanked(t.x, t.state, t.hex("0909"), 1)


def test_7_6_guns_among_the_enemy_cost_a_point() -> None:
    t = arrange(battle(), {"foy": "0414", "ii-foot-art": "0414", "kempt": "0413"})
    clash = normal_clash(t.x, t.state, ((t.hex("0414"), t.us("foy", "ii-foot-art")),), t.hex("0413"))
    assert clash.forces[1].mods == (("artillery fire", -1),)
    assert clash.forces[0].mods == ()


# 7.11


def test_7_11_cavalry_and_horse_guns_may_ride_off_before_the_attack() -> None:
    t = fight({"foy": "0414", "brunswick-cav": "0413"})
    assert (t.kind, t.seat) == ("evade", "allied")
    t.play(Evade(t.hex("0412")))
    assert t.where("brunswick-cav") == "0412"
    assert not t.said("combat")
    assert t.kind == "advance"
    t.play(Advance(t.us("foy")))
    assert t.where("foy") == "0413"


def test_7_11_who_rides_off_drives_off_leaders_and_headquarters_of_the_enemy_there() -> None:
    t = fight({"foy": "0414", "brunswick-cav": "0413"}, leaders={"kellermann": "0412"})
    t.play(Evade(t.hex("0412")), (6, 6))
    assert t.said("displaced")
    assert t.leader_at("kellermann") == "0414"
    t = fight({"foy": "0414", "brunswick-cav": "0413"}, leaders={"kellermann": "0411"})
    t.play(Evade(t.hex("0412")))
    assert not t.said("displaced")


@pytest.mark.parametrize(("leader", "fails"), [("0413", True), ("0412", False)])
def test_7_11_a_reserve_whose_leader_stood_with_who_rides_off_has_failed(leader: str, fails: bool) -> None:
    units = {"foy": "0414", "brunswick-cav": "0413"}
    t = fight(units, leaders={**NO_LEADERS, "brunswick": leader}, orders={"B": "reserve"})
    t.play(Evade(t.hex("0412")))
    assert t.command("B").retreating is fails


@pytest.mark.parametrize(
    ("order", "leader", "fails"), [("reserve", "0413", True), ("reserve", "0411", False), ("defend", "0413", False)]
)
def test_7_11_reserves_that_ride_off_from_their_leaders_hex_end_his_rest_as_any_retreat(
    order: str, leader: str, fails: bool
) -> None:
    t = fight({"foy": "0414", "brunswick-cav": "0413"}, leaders={"brunswick": leader}, orders={"B": order})
    t.play(Evade(t.hex("0412")))
    assert t.where("brunswick-cav") == "0412"
    assert t.command("B").retreating is fails


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({"pire": "0414", "foy": "0414"}, {"brunswick-cav": "0413"}),
        ({"foy": "0414"}, {"brunswick-cav": ("0413", {"marks": BEGAN_IN_ZOC})}),
        ({"foy": "0414"}, {"best": "0413"}),
        ({"foy": "0414"}, {"picton-art": "0413"}),
    ],
)
def test_7_11_not_from_cavalry_not_out_of_a_zone_and_not_foot(attacker: Any, defender: Any) -> None:
    t = fight({**attacker, **defender}, (1, 1), (1, 1))
    assert t.said("combat"), "nobody was asked"


def test_7_11_infantry_that_stays_behind_fights_alone_and_a_bad_hex_costs_a_step() -> None:
    t = fight({"foy": "0414", "brunswick-cav": "0413", "best": "0413", "kempt": "0412", "pack": "0412"})
    told = {move.to: t.engine.label(t.state, move).detail for move in t.engine.options(t.state) if move != Stand()}
    assert told[t.hex("0412")] == "costs 1 more step"
    assert told[t.hex("0513")] == ""
    t.play(Evade(t.hex("0412")), (1, 1), (1, 1))
    assert t.where("best") == "0413"
    assert t.unit("brunswick-cav").steps == 1, "the hex was full"
    assert strengths(t) == [5, 3]
