"""5: allowances, connections, marches from box to box, stacks, concentrations, forced marches, stragglers."""

from __future__ import annotations

import pytest

import napwidgets
from napwidgets.kernel.system import Event
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.context import doing
from napwidgets.systems.jdg.march.marching import Marching
from napwidgets.systems.jdg.march.movement import EndMovement, MovementPhase
from napwidgets.systems.jdg.march.reports import march_of
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.state import FRENCH, OTHER, SPARE
from tests.systems.jdg.field import (
    AUE,
    BERN,
    CALW,
    DORF,
    EICH,
    FELS,
    GAU,
    HAIN,
    JENA,
    decided,
    field,
    game,
    go,
    ids,
    link,
    number,
    play,
    refused,
    run,
    strength,
    texts,
    where,
)

OPEN = Options(open_play=True)


def test_5_1_leaders_and_cavalry_have_eight_points_infantry_and_guns_six() -> None:
    e = game()
    names = ("ney", "horse", "i", "park", "dummy-french-infantry-1", "dummy-french-cavalry-1")
    s = field(e, {"napoleon": "aue", **dict.fromkeys(names, "aue")})
    assert [e.context.allowance(s, number(e, name)) for name in names] == [8, 8, 6, 6, 6, 8]


def test_5_2_a_road_costs_one_point_and_a_poor_road_two() -> None:
    e = game()
    s = field(e, {})
    assert (e.context.cost(s, link(AUE, BERN)), e.context.cost(s, link(AUE, EICH))) == (1, 2)


def test_5_3_a_major_river_is_crossed_by_a_bridge_or_a_pontoon_only() -> None:
    e = game()
    s = field(e, {"napoleon": "fels", "i": "fels"}, step=MovementPhase(FRENCH))
    assert refused(e, s, go(e, "i", HAIN)).code == "barred"
    assert where(e, play(e, s, go(e, "i", GAU, HAIN)), "i") == HAIN
    floats = field(e, {"napoleon": "fels", "i": "fels"}, step=MovementPhase(FRENCH), pontoons=((link(FELS, HAIN), 0),))
    assert where(e, play(e, floats, go(e, "i", HAIN)), "i") == HAIN


def test_5_3_enemies_stop_a_march_and_dummies_alone_do_not() -> None:
    e = game()
    places = {"napoleon": "ilm", "i": "ilm", "dummy-allied-infantry-1": "aue", "corps": "calw"}
    s = field(e, places, step=MovementPhase(FRENCH))
    assert refused(e, s, go(e, "i", AUE, BERN)).code == "enemy"  # what lies face down may be a corps
    log: list[Event] = []
    s = play(e, s, m.Activate(ids(e, "i")), log=log)
    s = play(e, s, m.March((AUE,)), log=log)
    assert where(e, s, "dummy-allied-infantry-1") == SPARE
    assert "The Allies had a dummy at Aue." in texts(log)
    assert decided(e, s) == "french: march"
    s = play(e, s, m.March((BERN,)), log=log)
    assert decided(e, s) == "allied: reaction"
    s = play(e, s, m.Done(), log=log)
    s = play(e, s, m.March((CALW,)), log=log)
    assert (where(e, s, "i"), decided(e, s)) == (CALW, "allied: withdrawal")
    s = play(e, s, m.Done())
    assert decided(e, s) == "french: movement"


def test_5_3_points_are_never_kept_and_a_march_that_is_over_does_not_begin_again() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm"}, step=MovementPhase(FRENCH))
    s = play(e, s, go(e, "i", AUE))
    assert refused(e, s, go(e, "i", BERN)).code == "moved"
    assert refused(e, s, go(e, "napoleon", AUE, BERN, CALW, DORF, JENA, GAU, FELS, EICH, AUE)).code == "too-far"


def test_5_4_what_marches_as_one_stack() -> None:
    e = game()
    names = "i ii iii horse dragoons hussars park ney dummy-french-infantry-1"
    s = field(e, dict.fromkeys(["napoleon", *names.split()], "ilm"), step=MovementPhase(FRENCH))
    for stack in ("i ii horse park ney", "i horse dragoons", "horse dragoons hussars park"):
        e.check(s, "french", go(e, stack, AUE))
    for stack in ("i ii iii", "i ii horse dragoons", "i horse dragoons hussars", "i ii dummy-french-infantry-1"):
        no = refused(e, s, go(e, stack, AUE))
        assert (no.code, no.cites) == ("stacking", ("JDG 5.4", "JDG 5.5.1"))


def test_5_4_the_example_of_five_corps_and_one_of_cavalry() -> None:
    e = game()
    places = {"napoleon": "ilm", **dict.fromkeys(("ney", "i", "ii", "iii", "iv", "v", "horse"), "aue")}
    s = field(e, places, step=MovementPhase(FRENCH), points=2)
    for stack, left in (("ney i ii", 2), ("iii iv horse", 1), ("v", 0)):
        s = play(e, s, go(e, stack, BERN))
        assert s.points[0] == left


def test_5_4_a_stack_is_as_fast_as_its_slowest_unit_and_drops_nobody_on_the_way() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm", "horse": "ilm"}, step=MovementPhase(FRENCH))
    s = play(e, s, m.Activate(ids(e, "i", "horse")))
    assert isinstance(s.agenda[-1], Marching)
    assert s.agenda[-1].left == 6
    s = play(e, s, m.March((AUE,)))
    assert refused(e, s, m.Activate(ids(e, "horse"))).code == "not-offered"
    s = play(e, s, m.March((BERN,)))
    assert where(e, s, "i") == where(e, s, "horse") == BERN


def test_5_4_a_stack_that_splits_pays_for_each_part() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "aue", "ii": "aue"}, step=MovementPhase(FRENCH), points=2)
    both = play(e, s, go(e, "i ii", BERN))
    apart = play(e, play(e, s, go(e, "i", BERN)), go(e, "ii", BERN))
    assert (both.points[0], apart.points[0]) == (1, 0)


def test_5_5_1_only_with_the_commander_in_chief_an_army_concentrates_and_stragglers_fall_out() -> None:
    e = game()
    s = field(e, dict.fromkeys(("napoleon", "ney", "i", "ii", "iv"), "ilm"), step=MovementPhase(FRENCH))
    assert refused(e, s, go(e, "ney i ii iv", AUE)).code == "stacking"
    s = play(e, s, go(e, "napoleon i ii iv", AUE), 6, 5, 3)  # Napoleon drives them: one less each
    assert [strength(e, s, name) for name in ("i", "ii", "iv")] == [11, 9, 6]
    assert s.counters[number(e, "i")].strayed == 1
    assert not s.counters[number(e, "i")].weary


def test_5_5_2_a_forced_march_has_two_points_more_and_leaves_the_unit_weary() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm"}, step=MovementPhase(FRENCH))
    route = (AUE, BERN, CALW, DORF, JENA, GAU, HAIN)
    assert refused(e, s, go(e, "i", *route)).code == "too-far"
    s = play(e, s, go(e, "i", *route, forced=True), 1)
    assert where(e, s, "i") == HAIN
    assert s.counters[number(e, "i")].weary


@pytest.mark.parametrize("forced", [True, False])
def test_5_5_2_a_forced_march_that_meets_the_enemy_costs_the_same(forced: bool) -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm", "corps": "bern"}, step=MovementPhase(FRENCH))
    s = play(e, s, go(e, "i", AUE, BERN, forced=forced))
    assert decided(e, s) == "allied: reaction"
    s = play(e, s, m.Done())
    assert decided(e, s) == "allied: withdrawal"
    s = play(e, s, m.Done(), *([6] if forced else []))
    i = s.counters[number(e, "i")]
    assert (i.at, i.weary, i.strayed) == (BERN, forced, 2 * forced)


@pytest.mark.parametrize(("weather", "face", "lost"), [("Clear", 6, 2), ("Snow", 5, 2), ("Mud", 4, 2), ("Mud", 1, 0)])
def test_5_5_3_stragglers_are_marked_apart_from_losses(weather: str, face: int, lost: int) -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm"}, step=MovementPhase(FRENCH), weather=weather)
    s = play(e, s, go(e, "i", AUE, forced=True), face)
    counter = s.counters[number(e, "i")]
    assert (counter.strength, counter.strayed, counter.lost) == (12 - lost, lost, 0)
    assert s.lost == (0, 0)


def test_5_5_3_a_concentration_by_a_forced_march_throws_twice_for_each_unit() -> None:
    e = game()
    s = field(e, dict.fromkeys(("napoleon", "i", "ii", "iv"), "ilm"), step=MovementPhase(FRENCH))
    s = play(e, s, go(e, "napoleon i ii iv", AUE, forced=True), 6, 6, 1, 1, 1, 1)
    assert strength(e, s, "i") == 10


def test_5_5_3_who_goes_and_comes_back_by_a_forced_march_throws_too() -> None:
    e = game(OPEN)
    s = field(e, {"napoleon": "ilm", "hussars": "bern", "corps": "calw"}, step=MovementPhase(FRENCH))
    s = play(e, s, m.Activate(ids(e, "hussars"), True))
    s = play(e, s, m.March((CALW,), True), 1)
    s = play(e, s, m.Slip(ids(e, "hussars"), BERN), (1,), 6)
    assert (where(e, s, "hussars"), strength(e, s, "hussars")) == (BERN, 1)
    assert s.counters[number(e, "hussars")].weary


def test_5_5_4_a_unit_at_rest_for_a_whole_turn_picks_up_its_stragglers() -> None:
    e = game()
    names = ("i", "ii", "iii", "iv", "corps")
    places = {"i": "aue 8", "ii": "aue 8", "iii": "aue 4", "iv": "aue 3", "corps": "dorf 5"}
    s = field(e, places, step=EndMovement(FRENCH))
    for name in names:
        s = s.counter(number(e, name), strayed=2, lost=1)
    s = s.counter(number(e, "ii"), moved=True).counter(number(e, "iii"), idle=False).counter(number(e, "iv"), spent=1)
    s = run(e, s, 5)
    assert [strength(e, s, name) for name in names] == [10, 8, 4, 3, 5]
    assert s.counters[number(e, "i")].strayed == 0
    assert (s.counters[number(e, "i")].strayed, s.counters[number(e, "i")].lost) == (0, 1)


def test_5_5_4_a_reaction_is_no_rest_even_one_in_vain() -> None:
    e = game()
    s = field(e, {"i": "fels", "corps": "jena", "blucher": "jena"}, step=MovementPhase(OTHER), side=OTHER)
    s = play(e, s, go(e, "corps", GAU))
    assert decided(e, s) == "french: reaction"
    s = play(e, s, m.React(ids(e, "i")), 6)
    assert not s.counters[number(e, "i")].idle


def test_5_3_the_button_says_what_of_a_march_is_left() -> None:
    e = game()
    s = field(e, {"napoleon": "aue", "ii": "aue"}, step=Marching(FRENCH, ids(e, "ii"), AUE, AUE, 6))
    said = [e.label(s, m.March(route)).detail for route in ((BERN,), (BERN, CALW), (EICH,))]
    assert said == [
        "1 of 6 movement points.",
        "2 of 6 movement points by Bern.",
        "2 of 6 movement points.",
    ]


def test_5_3_units_whose_name_is_a_plural_march_and_leaders_whose_name_looks_so_marches() -> None:
    new = napwidgets.new_game("jdg/danube-1805")
    x, log = new.engine.context, list[Event]()
    for name in ("Cuirassiers", "Bessières", "VI Corps"):
        march_of(x, new.state, [next(i for i, piece in enumerate(x.pieces) if piece.name == name)], 0, 1, log)
    told = [event.text.removesuffix(" from Aalen to Abensberg.") for event in log if event.to == ("french",)]
    assert told == ["Cuirassiers march", "Bessières marches", "VI Corps marches"]
    assert doing(x, "Bavarians with 3 strength points", "shut the gates").endswith("points shut the gates")
    assert doing(x, "1 counter", "try in vain") == "1 counter tries in vain"
    assert doing(x, "2 counters", "go back") == "2 counters go back"
