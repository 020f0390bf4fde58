"""37.5, 37.8 and what single leaders do by 37.16. What the men are worth, and who comes back."""

from __future__ import annotations

from typing import Any

import pytest

from napwidgets.systems.mop.front import (
    Lead,
    ToTheFront,
    blucher_alert,
    blucher_charges,
    blucher_cheers,
    leads_in_person,
)
from napwidgets.systems.tactical.command.compliance import ComplianceCheck
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core.moves import Pass, Reorganize, Send
from napwidgets.systems.tactical.core.state import DEAD, LOST, Order, Pending, Unit
from napwidgets.systems.tactical.fighting.clash import force, morale
from napwidgets.systems.tactical.fighting.forces import fighter, normal_clash, readiness
from napwidgets.systems.tactical.fighting.la_garde import guard_recoils
from napwidgets.systems.tactical.fighting.losses import lose_steps
from napwidgets.systems.tactical.fighting.reaction import alert
from napwidgets.systems.tactical.recovering.confidence import ConfidenceCheck
from napwidgets.systems.tactical.recovering.reorganization import ReorganizationStage
from tests.systems.mop.table import SCENARIOS, Table, altered, arrange, battle


def morale_of(t: Table, *names: str, defending: bool = True) -> int:
    return morale(t.x.tables, force(tuple(fighter(t.x, t.state, t.u(name), defending) for name in names)))


# 37.5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_37_5_morale_is_initiative_and_one(scenario: str) -> None:
    for info in battle(scenario).setting.units:
        wanted = info.data.initiative + 1  # type: ignore[attr-defined]
        assert info.morale[False] == wanted, info.id
        russian = info.nation == "russian" and info.line
        assert info.morale[True] == (min(5, wanted + 1) if russian else wanted), info.id


@pytest.mark.parametrize(("scenario", "unit", "attacking", "defending"), [
    ("brienne", "udom-1", 4, 5), ("la-rothiere", "gren-1-1", 5, 5), ("brienne", "ix-foot-1", 4, 4),
    ("brienne", "pahlen-hussars", 4, 4), ("brienne", "dufour-1", 3, 3), ("vauchamps", "ix-rest-1", 3, 4),
    ("champaubert", "friant-1", 5, 5), ("vauchamps", "pirch1", 4, 4),
])  # fmt: skip
def test_37_5_russian_infantry_defends_with_one_more_but_five_at_most(
    scenario: str, unit: str, attacking: int, defending: int
) -> None:
    t = arrange(battle(scenario), {unit: battle(scenario).setting.scenario.sides[0].sources[0]})  # type: ignore[attr-defined]
    assert (morale_of(t, unit, defending=False), morale_of(t, unit)) == (attacking, defending)


def test_37_5_a_morale_above_five_is_not_brought_down_by_defending() -> None:
    engine = altered(units={"udom-1": {"initiative": 5}})
    t = arrange(engine, {"udom-1": "0913"})
    assert (morale_of(t, "udom-1", defending=False), morale_of(t, "udom-1")) == (6, 6)


@pytest.mark.parametrize(("unit", "wanted"), [("udom-1", 5), ("ix-foot-1", 3), ("pahlen-hussars", 3), ("duhesme-1", 3)])
def test_37_5_only_russian_infantry_keeps_its_morale_when_flipped(unit: str, wanted: int) -> None:
    assert morale_of(arrange(battle(), {unit: ("1309", {"steps": 1})}), unit) == wanted


def test_37_5_the_old_guard_shakes_whom_it_fights_and_nobody_else_does() -> None:
    engine = battle("champaubert")
    for name, guard in (("friant-1", True), ("meunier-1", False), ("guyot", False)):
        t = arrange(engine, {name: "1820E", "udom-1": "1819E"})
        clash = normal_clash(t.x, t.state, ((t.hex("1820E"), t.us(name)),), t.hex("1819E"))
        assert (("attacked by old guard", -1) in clash.forces[1].mods) is guard
    marked = {u.id for u in engine.setting.units if u.marks}
    assert marked == {"friant-1", "friant-2"}
    guns = altered("champaubert", units={"guard-horse-art": {"traits": ("old_guard",)}}).setting
    assert not guns.units[guns.unit_index["guard-horse-art"]].marks, "infantry only"


def test_37_5_when_the_old_guard_recoils_french_morale_falls_by_one() -> None:
    t = arrange(battle("champaubert"), {"friant-1": "1820E", "meunier-1": "1720E", "udom-1": "1819E"})
    rule = guard_recoils
    assert rule in t.x.rules.retreated
    after = rule(t.x, t.state, t.us("meunier-1"), "recoil", [])
    assert not after.broken
    t.state = rule(t.x, t.state, t.us("friant-1"), "recoil", [])  # type: ignore[assignment]
    assert t.state.broken
    assert (morale_of(t, "meunier-1"), morale_of(t, "friant-1"), morale_of(t, "udom-1")) == (3, 4, 5)


# 37.8


def resting(*faces: Any, sky: str = "fair") -> Table:
    t = arrange(battle(), {"dufour-1": "0404"}, leaders={"gerard": "0404"}, orders={"RES": "reserve"}, turn=4)
    t.state = t.state.many({t.u("ricard-1"): Unit(DEAD, 0, since=1)})
    t.push(ReorganizationStage(0)).run()
    return t.play(Reorganize(t.i("gerard"), t.us("ricard-1")), *faces)


@pytest.mark.parametrize(("roll", "back"), [(1, True), (4, True), (5, False), (6, False)])
def test_37_8_who_comes_back_always_rolls_and_disperses_on_five_and_six(roll: int, back: bool) -> None:
    t = resting(roll)
    assert not t.x.demoralized(t.state, t.c("RES")), "in good heart, too"
    assert t.where("ricard-1") == ("0404" if back else None)
    assert back or t.unit("ricard-1").hex == LOST


@pytest.mark.parametrize(("held", "fate"), [((), DEAD), (("2001",), DEAD), (("2001", "2702"), LOST)])
def test_37_8_who_is_eliminated_out_of_supply_is_lost_for_good(held: tuple[str, ...], fate: int) -> None:
    foes = dict(zip(("udom-1", "udom-2"), held, strict=False))
    t = arrange(battle(), {"dufour-1": ("0808", {"steps": 1}), **foes}, trains={"res-train": "1004"})
    state = lose_steps(t.x, t.state, {t.u("dufour-1"): 1}, [])
    assert state.units[t.u("dufour-1")].hex == fate


def test_37_8_a_unit_that_keeps_a_step_is_not_asked_for_its_supply() -> None:
    t = arrange(battle(), {"dufour-1": "0808", "udom-1": "2001", "udom-2": "2702"})
    assert lose_steps(t.x, t.state, {t.u("dufour-1"): 1}, []).units[t.u("dufour-1")].steps == 1


# 37.16, special leader effects


def at_the_front(*who: str, turn: int = 1, **more: Any) -> Table:
    units = {"meunier-1": "1309", "lefebvre": "1309", "yg-foot-art": "1310", "sass-1": "1308"}
    t = arrange(battle(), units, leaders={"napoleon": "1309", "ney": "1309"}, turn=turn, **more)
    return t.change(front=tuple((t.i(name), 1) for name in who))


def led(t: Table, unit: str, kind: str = "normal", defending: bool = False) -> bool:
    return bool(leads_in_person(t.x, t.state, t.u(unit), kind, defending, t.us("sass-1")))


def test_37_16_napoleon_adds_a_quarter_to_infantry_that_stands_with_him() -> None:
    t = at_the_front("napoleon")
    assert led(t, "meunier-1")
    assert led(t, "meunier-1", defending=True)
    assert not led(t, "lefebvre"), "no infantry"
    assert not led(t, "yg-foot-art")
    assert not led(t, "meunier-1", kind="bombardment")
    assert not led(at_the_front(), "meunier-1"), "he does not lead in person"
    assert not led(at_the_front("napoleon", turn=2), "meunier-1"), "only for the turn"
    t.state = t.state.leader(t.i("napoleon"), hex=t.hex("1310"))
    assert not led(t, "meunier-1"), "he has ridden off"
    clash = normal_clash(t.x, at_the_front("napoleon").state, ((t.hex("1309"), t.us("meunier-1")),), t.hex("1308"))
    assert clash.forces[0].strength == 5, "4 and a quarter"


def test_37_16_ney_adds_a_quarter_to_whoever_attacks_with_him() -> None:
    t = at_the_front("ney")
    assert led(t, "meunier-1")
    assert led(t, "lefebvre")
    assert led(t, "lefebvre", kind="charge")
    assert not led(t, "meunier-1", defending=True)


def test_37_16_they_are_asked_once_a_turn_while_an_enemy_is_near() -> None:
    t = at_the_front().push(ToTheFront(0)).run()
    assert t.options() == [Pass(), Lead(t.i("napoleon")), Lead(t.i("ney"))]
    t.play(Lead(t.i("ney")))
    assert t.options() == [Pass(), Lead(t.i("napoleon"))]
    assert t.state.front == ((t.i("ney"), 1),)
    alone = arrange(battle(), {"meunier-1": "1309", "sass-1": "1830"}, leaders={"napoleon": "1309", "ney": None})
    assert alone.push(ToTheFront(0)).run().kind is None
    assert arrange(battle(), {"lefebvre": "1309", "sass-1": "1308"}, leaders={"napoleon": "1309", "ney": None}).push(
        ToTheFront(0)
    ).run().kind is None, "he has no infantry with him"


@pytest.mark.parametrize(("turn", "speaks"), [(1, True), (2, False), (3, True)])
def test_37_16_napoleon_gives_no_orders_the_turn_after(turn: int, speaks: bool) -> None:
    t = at_the_front("napoleon", turn=turn).push(OrdersStage(0)).run()
    move = Send(t.i("napoleon"), t.c("YG"), (("march", t.hex("1004")),))
    if speaks:
        t.engine.check(t.state, "french", move)
    else:
        assert t.refused(move) == "arranged"


@pytest.mark.parametrize(("turn", "obeys"), [(2, False), (3, True)])
def test_37_16_ney_looks_at_no_order_the_turn_after(turn: int, obeys: bool) -> None:
    t = at_the_front("ney", turn=turn)
    sent = Pending((Order("march", t.hex("1004")),), t.i("napoleon"), 1, 2, 0)
    t.state = t.state.command(t.c("YG"), pending=(sent,))
    t.push(ComplianceCheck()).run(*([(6, 6)] if obeys else []))
    assert (t.command("YG").order.kind == "march") is obeys
    assert bool(t.command("YG").pending) is not obeys


def blucher(at: str, **more: Any) -> Table:
    units = {"karpov": "1309", "sass-1": "1310", "dufour-1": "1308", "pire": "1208"}
    return arrange(battle(), units, leaders={"blucher": at, "lieven": "1310", "vasilchikov": "1409"}, **more)


@pytest.mark.parametrize(("at", "near"), [("1309", True), ("1310", True), ("2130", False)])
def test_37_16_near_blucher_cavalry_countercharges_and_squares_form_less_readily(at: str, near: bool) -> None:
    t = blucher(at)
    plain = blucher("2130")
    more = int(near) + int(at == "1309")
    assert morale(t.x.tables, alert(t.x, t.state, t.u("karpov"))) == morale(
        plain.x.tables, alert(plain.x, plain.state, plain.u("karpov"))
    ) + more, "with the usual point for a leader in the hex"
    assert bool(blucher_alert(t.x, t.state, t.u("pire"))) is False, "not the enemy's"
    ready = readiness(t.x, t.state, t.us("karpov"), t.us("dufour-1"))
    assert ready is not None
    assert morale(t.x.tables, ready) == 3 - near
    assert bool(blucher_charges(t.x, t.state, t.us("karpov"))) is near


@pytest.mark.parametrize(
    ("at", "kind", "more"),
    [("1310", "attack", 1), ("1310", "probe", 1), ("1310", "march", 0), ("2130", "attack", 0)],
)
def test_37_16_near_blucher_an_attack_keeps_heart(at: str, kind: str, more: int) -> None:
    t = blucher(at, orders={"XI": (kind, "1308", {"hurt": True})})
    assert blucher_cheers(t.x, t.state, t.c("XI")) == more
    base = {"attack": 3, "probe": 3, "march": 2}[kind]
    t.push(ConfidenceCheck()).run(6)
    assert t.said("confidence")[0].text.endswith(f"6 against {2 + base + more}.")
