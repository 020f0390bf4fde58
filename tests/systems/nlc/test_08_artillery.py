"""8. Artillery."""

from __future__ import annotations

from typing import Any

import pytest

from napwidgets.systems.tactical.core.moves import Advance, Attack, Bombard, Go, Pass, Stand, TakeHit
from napwidgets.systems.tactical.core.state import BOMBARDED, DEAD
from napwidgets.systems.tactical.face.presenter import BattlePresenter as Presenter
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.forces import normal_clash
from napwidgets.systems.tactical.moving.movement import MovementSegment
from tests.systems.nlc.table import Table, arrange, battle

LEADERS = {"reille": "0417", "picton": "0409", "perponcher": "0409"}


def guns(units: dict[str, Any], **more: Any) -> Table:
    more.setdefault("leaders", LEADERS)
    t = arrange(more.pop("engine", battle()), units, active=("II",), **more)
    return t.push(BombardmentSegment(0)).run()


def test_8_1_guns_bombard_at_two_hexes_and_the_target_does_not_fire_back() -> None:
    t = guns({"ii-foot-art": "0415", "kempt": "0413"})
    assert Bombard(t.us("ii-foot-art"), t.hex("0413")) in t.options(f"u:{t.u('ii-foot-art')}")
    t.play(Bombard(t.us("ii-foot-art"), t.hex("0413")), (4, 4))
    told = t.said("bombardment")[0].data
    assert (told["strengths"], told["hits"]) == ([3], [1])
    # Of the target, which may stand under another counter, nothing is told (5.3).
    assert [name for name, *_ in told["parts"]] == [t.x.infos[t.u("ii-foot-art")].name]
    assert t.unit("kempt").disrupted
    assert t.unit("kempt").steps == 2, "the first hit is disruption"
    t = guns({"ii-foot-art": "0416", "kempt": "0413"})
    assert t.kind is None, "three hexes"


def test_7_6_disrupted_guns_bombard_with_all_their_strength_and_fight_with_half() -> None:
    t = guns({"ii-foot-art": ("0415", {"disrupted": True}), "kempt": "0413"})
    shell = Bombard(t.us("ii-foot-art"), t.hex("0413"))
    assert t.engine.label(t.state, shell).detail == "strength 3"
    t.play(shell, (4, 4))
    told = t.said("bombardment")[0].data
    assert (told["strengths"], told["parts"]) == ([3], [[t.x.infos[t.u("ii-foot-art")].name, "3 SP", ""]])
    t = guns({"ii-foot-art": ("0414", {"disrupted": True}), "kempt": "0413"})
    clash = normal_clash(t.x, t.state, ((t.hex("0414"), t.us("ii-foot-art")),), t.hex("0413"))
    assert clash.forces[0].strength == 2, "half of three in normal combat"
    card = Presenter(t.engine).inspect(t.state, "french", t.hex("0414"))[0]
    assert "fires with 50 % in normal combat" in [fact.value for fact in card.facts]


def test_8_1_further_hits_cost_steps_and_disruption_is_not_doubled() -> None:
    t = guns({"ii-foot-art": "0415", "kempt": "0413"})
    t.play(Bombard(t.us("ii-foot-art"), t.hex("0413")), (6, 6))
    assert t.unit("kempt").disrupted
    assert t.unit("kempt").steps == 1
    t = guns({"ii-foot-art": "0415", "kempt": ("0413", {"disrupted": True})})
    t.play(Bombard(t.us("ii-foot-art"), t.hex("0413")), (4, 4))
    assert t.unit("kempt").steps == 2, "a second marker is ignored"
    assert not t.said("disrupted")


def test_8_1_leaders_are_tested_for_lost_steps_not_for_disruption() -> None:
    leaders = {**LEADERS, "picton": "0413"}
    t = guns({"ii-foot-art": "0415", "kempt": "0413"}, leaders=leaders)
    t.play(Bombard(t.us("ii-foot-art"), t.hex("0413")), (4, 4))
    assert t.unit("kempt").disrupted
    t = guns({"ii-foot-art": "0415", "kempt": "0413"}, leaders=leaders)
    t.play(Bombard(t.us("ii-foot-art"), t.hex("0413")), (6, 6), (4, 4))
    assert t.said("leader-safe"), "a step is lost: reading 46"


def test_8_1_the_owner_chooses_which_unit_is_disrupted() -> None:
    t = guns({"ii-foot-art": "0415", "kempt": "0413", "best": "0413"})
    t.play(Bombard(t.us("ii-foot-art"), t.hex("0413")), (4, 4))
    assert (t.kind, t.seat) == ("disrupt", "allied")
    t.play(TakeHit(t.u("best")))
    assert (t.unit("best").disrupted, t.unit("kempt").disrupted) == (True, False)


def test_8_1_guns_that_bombarded_do_not_move_horse_guns_neither() -> None:
    t = guns({"ii-horse-art": "0415", "kempt": "0413"})
    t.play(Bombard(t.us("ii-horse-art"), t.hex("0413")), (1, 1))
    assert t.unit("ii-horse-art").marks & BOMBARDED
    t.push(MovementSegment(0)).run()
    assert t.refused(Go(t.us("ii-horse-art"), t.path("0416"))) == "bombarded"


def test_8_2_guns_that_bombarded_do_not_attack_but_fire_in_defence() -> None:
    units = {"foy": "0414", "ii-foot-art": ("0414", {"marks": BOMBARDED}), "kempt": "0413"}
    t = arrange(battle(), units, active=("II",), leaders=LEADERS)
    t.push(CombatSegment(0)).run().play(Attack(t.hex("0414"), t.hex("0413")))
    t.play(Pass(), (1, 1), (1, 1))
    assert t.said("combat")[0].data["strengths"] == [5, 3]
    t = arrange(battle(), units, active=("R",), leaders=LEADERS)
    t.push(CombatSegment(1)).run().play(Attack(t.hex("0413"), t.hex("0414")))
    t.play(Pass(), (1, 1), (1, 1))
    assert t.said("combat")[0].data["strengths"] == [3, 8]


@pytest.mark.parametrize(
    ("gun", "target", "between", "sees"),
    [
        ("0415", "0413", None, True),
        ("0415", "0413", "0414", False),
        ("0612", "0611", None, True),
        ("0610", "0811", None, False),
        ("0908", "0910", None, False),
        ("0914", "0912", None, False),
    ],
)
def test_8_3_woods_towns_units_and_crests_block_the_line(
    gun: str, target: str, between: str | None, sees: bool
) -> None:
    units = {"ii-foot-art": gun, "kempt": target} | ({"foy": between} if between else {})
    t = arrange(battle(), units, active=("II",), leaders=LEADERS)
    assert t.x.fire_line(t.state, t.hex(gun), t.hex(target)) is sees


def test_8_4_guns_facing_an_enemy_do_not_fire_at_one_who_comes_from_another_side() -> None:
    units = {"best": "0413", "picton-art": "0413", "foy": "0414", "bachelu": "0411"}
    t = arrange(battle(), units, active=("II",), leaders={**LEADERS, "reille": "0312"})
    t.push(MovementSegment(0)).run().play(Go(t.us("bachelu"), t.path("0412")))
    side = normal_clash(t.x, t.state, ((t.hex("0412"), t.us("bachelu")),), t.hex("0413")).forces[1]
    assert side.strength == 3, "the guns face 0414"
    front = normal_clash(t.x, t.state, ((t.hex("0414"), t.us("foy")),), t.hex("0413")).forces[1]
    assert front.strength == 5


def test_8_4_guns_that_faced_nobody_fire_at_whoever_comes() -> None:
    t = arrange(battle(), {"best": "0413", "picton-art": "0413", "bachelu": "0411"}, active=("II",), leaders=LEADERS)
    t.state = t.state.unit(t.u("bachelu"), hex=t.hex("0412"))
    side = normal_clash(t.x, t.state, ((t.hex("0412"), t.us("bachelu")),), t.hex("0413")).forces[1]
    assert side.strength == 5


def test_8_5_guns_alone_fire_at_half_and_are_taken_by_whoever_advances() -> None:
    t = arrange(battle(), {"picton-art": "0413", "foy": "0414"}, active=("II",), leaders=LEADERS)
    t.push(CombatSegment(0)).run().play(Attack(t.hex("0414"), t.hex("0413")))
    t.play(Pass(), (1, 1), (1, 1))
    assert t.said("combat")[0].data["strengths"] == [5, 1]
    assert t.kind == "advance"
    t.play(Advance(t.us("foy")))
    assert t.unit("picton-art").hex == DEAD
    assert t.where("foy") == "0413"


def test_8_5_not_if_the_attackers_retreat() -> None:
    t = arrange(battle(), {"picton-art": "0413", "foy": "0414"}, active=("II",), leaders=LEADERS)
    t.push(CombatSegment(0)).run().play(Attack(t.hex("0414"), t.hex("0413")))
    t.play(Pass(), (1, 1), (6, 6))
    assert t.kind == "retreat"
    t.play(Stand(), 3)
    assert t.said("fails-morale"), "four, less one for the step, less one for the guns"
    assert t.where("picton-art") == "0413"
