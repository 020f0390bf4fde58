"""4. The sequence of play, chits and commanders."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Event
from napwidgets.systems.tactical.command.chits import PickInitial, PrepareChits, RollChits
from napwidgets.systems.tactical.core.moves import Begin, GoLeader, Pair, Pass
from napwidgets.systems.tactical.core.state import BOMBARDED, CHARGED
from napwidgets.systems.tactical.moving.movement import MovementSegment
from napwidgets.systems.tactical.sequence import BeginTurn, FormationAction, ReserveStage, SelectFormation
from tests.systems.nlc.table import Table, arrange, battle


def two_corps(**changes: object) -> Table:
    """Foy and Kellermann's cuirassiers far from Kempt and Bijlandt, with Ney and Wellington."""
    return arrange(
        battle(),
        {"foy": "0414", "lheritier": "0418", "kempt": "0404", "brunswick-line": "0304"},
        leaders={"ney": "0416", "wellington": "0403"},
        hqs={"french-hq": "0416", "anglo-hq": "0403"},
        **changes,
    )


def test_4_the_phases_of_a_turn_come_in_their_order() -> None:
    t = two_corps(turn=3)
    t.push(BeginTurn()).run()
    steps = [type(step).__name__ for step in reversed(t.state.agenda)]
    order = ["InitiativeStage", "OrdersStage", "ComplianceCheck", "PrepareChits", "InitialAction"]
    order += ["SelectFormation", "ReserveStage", "EndTurn"]
    found = [name for name in dict.fromkeys(steps) if name in order]
    assert found == order


def test_4_reserve_formations_have_no_chit_and_move_at_the_end_first_side_first() -> None:
    t = arrange(battle(), {"foy": "0414", "kempt": "0404"}, orders={"II": "reserve", "R": "reserve"})
    t.push(PrepareChits()).run(3, 3)
    assert t.state.cup == ()
    t.push(ReserveStage()).run()
    assert (t.seat, t.kind) == ("french", "movement")
    t.play(Pass())
    assert t.seat == "allied"
    t.play(Pass())
    assert t.kind is None
    assert t.state.active == ()


def test_4_chits_are_drawn_until_the_cup_is_empty() -> None:
    t = two_corps(cup=(0, 2))
    t.push(SelectFormation()).run(0)
    drawn = []
    while t.kind:
        drawn.append(t.state.active)
        t.play(Pass(), *([0] if t.state.cup and not drawn[1:] else []))
    assert drawn == [(0,), (2,)]
    assert t.state.cup == ()


@pytest.mark.parametrize(("roll", "wins"), [(1, True), (2, False), (6, False)])
def test_4_1_the_roll_must_be_two_below_the_rating(roll: int, wins: bool) -> None:
    t = two_corps(cup=(0, 2), rollers=(0, -1))
    assert t.x.rating(t.state, t.i("ney")) == 3
    t.push(RollChits()).run(4, 4, roll)
    assert (t.kind == "pair") is wins
    assert ("yes" in t.said("coordinated")[0].text) is wins


def test_4_1_the_pair_acts_together_when_the_coordinated_chit_is_drawn() -> None:
    t = two_corps(cup=(0, 2), rollers=(0, -1))
    t.push(SelectFormation(), RollChits()).run(4, 4, 1)
    assert t.options() == [Pass(), Pair(0, 2)]
    t.play(Pair(0, 2), 0)
    assert t.state.active == (0, 2)
    assert set(t.x.acting(t.state)) == set(t.us("foy", "lheritier"))


def test_4_1_only_formations_of_the_chosen_commander_profit() -> None:
    engine = battle("la-belle-alliance")
    overall = {k.overall for k in engine.setting.commands if k.chit and k.side == 1}
    assert len(overall) == 2, "Wellington and Blücher"
    wellington, blucher = sorted(overall)
    cup = tuple(n for n, k in enumerate(engine.setting.commands) if k.chit and k.side == 1)
    t = arrange(engine, {}, leaders={engine.setting.leaders[wellington].id: "0303"})
    t.change(cup=cup, rollers=(-1, wellington)).push(RollChits()).run(4, 4, 1)
    pairs = [move for move in t.options() if isinstance(move, Pair)]
    assert pairs
    for pair in pairs:
        for c in (pair.first, pair.second):
            assert engine.setting.commands[c].overall == wellington != blucher


@pytest.mark.parametrize(("french", "allied", "seat"), [(5, 2, "french"), (1, 4, "allied"), (4, 2, None), (2, 2, None)])
def test_4_2_the_initial_action_needs_three_more(french: int, allied: int, seat: str | None) -> None:
    t = two_corps(cup=(0, 4), rollers=(0, 4))
    assert t.x.rating(t.state, 4) == t.x.rating(t.state, 0) == 3
    t.push(RollChits()).run(french, allied)
    assert t.seat == seat
    assert t.kind == ("initial" if seat else None)
    says = {
        "french": "so the French side has it",
        "allied": "so the Anglo-Allied side has it",
        None: "so nobody has it: one must be 3 ahead",
    }[seat]
    assert t.said("initial")[0].text == f"Initial action: {french + 3} against {allied + 3}, {says}."


def test_4_2_the_initial_action_of_a_scenario_is_told_by_the_name_of_its_side() -> None:
    engine: Any = napwidgets.new_game("nlc/wavre", seed="1815").engine
    log: list[Event] = []
    first = replace(engine.start(SeededDice("1815"), []), turn=1)
    assert RollChits._initial(engine.context, first, SeededDice("1815"), log) == engine.context.setting.sides.index(
        "prussian"
    )
    assert log[0].text == "The Prussian side has the initial action by the scenario."


def test_4_2_the_chosen_formation_acts_before_any_chit_and_its_chit_is_out() -> None:
    from napwidgets.systems.tactical.sequence import InitialAction

    t = two_corps(cup=(0, 2, 4))
    t.push(InitialAction(), PickInitial(0)).run()
    t.play(Begin(2))
    assert t.state.cup == (0, 4)
    assert t.state.active == (2,)


def test_4_3_the_overall_commander_moves_once_in_a_turn_in_any_friendly_stage() -> None:
    t = two_corps()
    t.push(FormationAction((2,)), FormationAction((0,))).run()
    assert t.kind == "movement"
    assert f"l:{t.i('ney')}" in t.subjects()
    t.play(GoLeader(t.i("ney"), t.hex("0417")))
    assert f"l:{t.i('ney')}" not in t.subjects(), "not twice"
    assert t.refused(GoLeader(t.i("ney"), t.hex("0416"))) == "leader"
    t.play(Pass())
    assert t.state.active == (2,), "the next stage of the same side"
    assert f"l:{t.i('ney')}" not in t.subjects()


def test_4_3_his_move_counts_for_the_whole_turn_while_leaders_ride_on_while_points_last() -> None:
    t = two_corps()
    t.state = t.state.leader(t.i("ney"), moved=True)
    t.push(FormationAction((0,))).run()
    assert f"l:{t.i('ney')}" not in t.subjects()
    reille = t.i("reille")
    for hop in ("0412", "0411"):
        assert f"l:{reille}" in t.subjects()
        t.play(GoLeader(reille, t.hex(hop)))
    assert t.leader_at("reille") == "0411"


def test_4_4_bombardment_then_charges_then_movement_then_combat() -> None:
    t = arrange(
        battle(),
        {"foy": "0414", "ii-foot-art": "0514", "pire": "0314", "kempt": "0413", "best": "0513"},
    )
    t.push(FormationAction((t.c("II"),))).run()
    kinds = []
    while t.kind in ("bombard", "charge", "movement", "attack"):
        kinds.append(t.kind)
        if t.kind == "attack":
            break
        t.play(Pass())
    assert kinds == ["bombard", "charge", "movement", "attack"]


def test_4_4_guns_that_bombarded_and_cavalry_that_charged_do_not_move() -> None:
    t = arrange(battle(), {"ii-foot-art": "0414", "pire": "0415"}, active=("II",))
    t.state = t.state.unit(t.u("ii-foot-art"), marks=BOMBARDED).unit(t.u("pire"), marks=CHARGED)
    t.push(MovementSegment(0)).run()
    assert not [s for s in t.subjects() if s.startswith("u:")]
