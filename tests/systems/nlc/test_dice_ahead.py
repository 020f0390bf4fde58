"""Dice that wait for commanders, aides and cavalry are told beforehand, with the chances that they have."""

from __future__ import annotations

from typing import Any

import pytest

from napwidgets.kernel.dice import Dice, SeededDice
from napwidgets.kernel.odds import distribution, percent
from napwidgets.systems.tactical.command.aides import AideRide
from napwidgets.systems.tactical.command.hidden import HiddenCheck, HiddenMarches
from napwidgets.systems.tactical.core.moves import Reorganize, Return, Stand, Turning
from napwidgets.systems.tactical.face.presenter import BattlePresenter as Presenter
from napwidgets.systems.tactical.fighting.charges import AfterCharge
from napwidgets.systems.tactical.sequence import RollSides
from tests.systems.nlc.table import Table, arrange, battle
from tests.systems.nlc.test_04_sequence import two_corps
from tests.systems.nlc.test_07_charges import _won
from tests.systems.nlc.test_21_to_24 import _at_night, resting
from tests.systems.nlc.test_25_hidden import marching
from tests.systems.nlc.test_25_markers import riding

LEADERS = {"ney": "0417", "wellington": "0403"}


def facts(t: Table, hex: str, card: str, seat: str = "french") -> dict[str, str]:
    """What a card of a hex says."""
    found = Presenter(t.engine).inspect(t.state, seat, t.hex(hex))
    return {fact.name: fact.value for shown in found if shown.id == card for fact in shown.facts}


def head(t: Table, leader: str, hex: str, seat: str = "french") -> dict[str, str]:
    return facts(t, hex, f"l:{t.i(leader)}", seat)


def detail(t: Table, move: Any) -> str:
    return t.engine.label(t.state, move).detail


def test_21_the_button_tells_how_likely_units_of_a_beaten_formation_come_back() -> None:
    t = resting({"foy": "0417"}, {"bachelu": 1, "soye": 1, "pire": 1})
    one, two = (Reorganize(t.i("reille"), t.us(*names)) for names in (("bachelu",), ("bachelu", "soye")))
    assert detail(t, one) == "Bachelu comes back with 67 %"
    assert detail(t, two) == "Bachelu comes back with 67 %, Soye with 89 %", "he lifts the demoralization"
    sure = resting({"foy": "0417"}, {"bachelu": 1})
    assert detail(sure, Reorganize(sure.i("reille"), sure.us("bachelu"))) == ""


@pytest.mark.parametrize("dead", [
    ("bachelu", "soye", "pire"), ("bachelu", "soye", "pire", "foy"),
], ids=["lifted by one", "not lifted"])  # fmt: skip
@pytest.mark.parametrize("first", ["bachelu", "soye"])
def test_22_the_first_who_comes_back_may_spare_the_second_his_die(dead: tuple[str, ...], first: str) -> None:
    t = resting({}, dict.fromkeys(dead, 1))
    second = "soye" if first == "bachelu" else "bachelu"
    move = Reorganize(t.i("reille"), t.us(first, second))

    def back(dice: Dice) -> tuple[bool, ...]:
        s = t.engine.apply(t.state, "french", move, dice, [])
        return tuple(s.units[u].hex >= 0 for u in move.units)

    found = distribution(back)
    chances = [percent(found.chance(lambda ends, k=k: ends[k])) for k in (0, 1)]  # type: ignore[misc]
    names = [t.x.infos[u].name for u in move.units]
    apart = f"{names[0]} comes back with {chances[0]}, {names[1]} with {chances[1]}"
    assert detail(t, move) == (apart if len(dead) == 3 else f"each comes back with {chances[0]}")
    assert len(set(chances)) == (2 if len(dead) == 3 else 1)


def test_25_10_who_is_brought_up_to_strength_is_there_already() -> None:
    t = resting({}, dict.fromkeys(("foy", "bachelu", "pire", "jerome-art", "ii-horse-art"), 1))
    t.state = t.state.unit(t.u("soye"), hex=t.hex("0418"), steps=1)
    assert detail(t, Reorganize(t.i("reille"), t.us("bachelu", "soye"))) == "Bachelu comes back with 67 %"


def test_7_8_whoever_stays_or_returns_is_told_whether_the_cavalry_can_be_held_back() -> None:
    t = _won()
    for move in (Stand(), Return()):
        assert detail(t, move) == "held back with 67 %, else they pursue"


def test_7_8_where_nobody_can_be_pursued_no_die_is_thrown() -> None:
    t = arrange(battle(), {"pire": "0414", "kempt": "0411"}, leaders=LEADERS, active=("II",))
    t.push(AfterCharge(t.us("pire"), t.hex("0412"), t.us("kempt"), True)).run()
    assert detail(t, Stand()) == detail(t, Return()) == ""


def test_25_7_4_whoever_tells_an_aide_his_way_knows_how_often_he_strays() -> None:
    t = riding({"foy": "0914"}, "0916", leaders={"reille": "0913"})
    t.push(AideRide(0, 1, True)).run()
    assert detail(t, Turning(t.hex("0915"))) == "he takes another branch with 17 %"


def test_25_7_4_the_card_of_an_aide_says_what_threatens_him() -> None:
    t = riding({"foy": "0914"}, "0916", leaders={"reille": "0913"})
    assert facts(t, "0916", "a:0") == {"Killed when troops with him are hit": "17 %"}


@pytest.mark.parametrize("turns", [0, 1, 2, 5])
def test_25_5_2_the_roster_tells_how_likely_a_march_stays_hidden(turns: int) -> None:
    t = marching(turns=turns)
    lines = {line.id: line.detail for line in Presenter(t.engine).roster(t.state, "french")}
    kept = 0
    for die in range(1, 7):
        then = marching(turns=turns, gathered=0).push(HiddenCheck(), HiddenMarches()).run(die)
        kept += bool(then.state.marches)
    told = f" · stays hidden next turn with {round(100 * kept / 6)} %" if kept < 6 else ""
    assert (kept < 6) is (turns > 0)
    assert lines[f"f:{t.c('II')}"].endswith(f"(0914){told}")
    theirs = Presenter(t.engine).roster(t.engine.view(t.state, "allied"), "allied")
    assert not any("hidden" in line.detail for line in theirs)


def test_25_8_the_pad_tells_what_force_may_cost() -> None:
    from napwidgets.systems.tactical.command.orders import OrdersStage

    t = arrange(
        battle("quatre-bras", "order_force"),
        {"foy": "0915"},
        leaders={"ney": "0916", "reille": "0916"},
        hqs={"french-hq": "0916"},
    )
    t.state = t.state.command(t.c("II"), forces=1)
    t.push(OrdersStage(0)).run()
    draft = Presenter(t.engine).draft(t.state, "french", {"to": f"{t.c('II')}", "kind": "defend"})
    assert draft is not None
    force = next(field for field in draft.fields if field.id == "force")
    assert force.choices == (("0", "0"), ("1", "1 · a huff with 33 %"), ("2", "2 · a huff with 50 %"))


@pytest.mark.parametrize(("turn", "chance"), [(2, None), (3, "17 %"), (4, "33 %"), (5, "50 %")])
def test_23_the_card_of_a_late_sleeper_says_how_likely_he_is_up(turn: int, chance: str | None) -> None:
    t = _at_night(2, formation="II").run().change(turn=turn, dawn=4 if turn > 3 else 0)
    assert head(t, "ney", "0417").get("Up and acting next turn") == chance
    assert "Up and acting next turn" not in head(t, "wellington", "0405", "allied"), "he does not sleep late"


def test_19_2_the_card_of_a_leader_says_how_likely_he_is_hit() -> None:
    t = two_corps()
    assert head(t, "ney", "0416")["Hit each time when troops with him are"] == "8 %"
    assert head(t, "wellington", "0403")["Hit each time when troops with him are"] == "8 %"


def test_4_1_and_4_2_the_card_of_a_commander_tells_the_chances_of_his_next_turn() -> None:
    t = two_corps()
    mine = head(t, "ney", "0416")
    assert mine["Coordinated action next turn"] == "17 %", "a one, with a rating of 3"
    assert mine["Initial action next turn"] == "17 %; the enemy 17 %", "6 of 36 are three ahead, for each"
    assert "Initial action next turn" not in head(t, "wellington", "0403"), "he is the enemy"
    t.change(turn=t.x.setting.scenario.turns.count)
    assert "Coordinated action next turn" not in head(t, "ney", "0416")


def test_4_2_nothing_is_told_where_two_of_the_enemy_may_roll() -> None:
    t = two_corps()
    t.state = t.state.leader(t.i("orange"), hex=t.hex("0110"))
    assert "Initial action next turn" not in head(t, "ney", "0416"), "Orange is out of Wellington's sight"


@pytest.mark.parametrize("won", [0, 2])
def test_25_12_the_card_of_a_commander_tells_how_likely_he_decides_who_goes_first(won: int) -> None:
    units = {"foy": "0414", "kempt": "0404"}
    t = arrange(battle("quatre-bras", "igo_yougo"), units, leaders=LEADERS, won=(won, 0, 0, 0))
    mine = head(t, "ney", "0417")
    assert "Initial action next turn" not in mine
    decides = 0
    for n in range(400):
        then = arrange(t.engine, units, leaders=LEADERS, won=(0, 0, won, 0))
        then.change(rollers=(then.i("ney"), then.i("wellington"))).push(RollSides())
        log: list[Any] = []
        state = then.engine.advance(then.state, SeededDice(f"{n}"), log)
        decides += state.agenda[-1].who == 0
    told = int(mine["Decides who goes first next turn"].removesuffix(" %"))
    assert abs(told - decides / 4) < 8
    assert told == (50 if won else 19), "Wellington's rating is two higher"
