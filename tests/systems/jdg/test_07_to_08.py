"""7 and 8 on the map: dummies, battles from the choice of a tactic to the retreat, overruns, sieges."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.system import Event
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import flag, holder
from napwidgets.systems.jdg.combat.battle import ATTACK, DEFEND, Field, parts
from napwidgets.systems.jdg.combat.muster import Clash, attackers, battle_of, defenders, encircled, ground, ways_back
from napwidgets.systems.jdg.combat.phase import CombatPhase, check_tactic
from napwidgets.systems.jdg.combat.retreat import INDECISIVE, Beaten, Burn, Retreats
from napwidgets.systems.jdg.combat.sieges import ShelterChoice, SiegeChoice, Sortie
from napwidgets.systems.jdg.command.administration import Administration, Dummies, TurnDown, dummies_back
from napwidgets.systems.jdg.face.battle import battle
from napwidgets.systems.jdg.losses import allotted
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.march.movement import MovementPhase
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.state import ALONE, FRENCH, GONE, LOOSE, OTHER, SPARE, WAITING, Entered, Siege, State
from napwidgets.systems.jdg.state import LED as COMMANDED
from tests.systems.jdg.field import (
    AUE,
    BERN,
    CALW,
    DORF,
    EICH,
    FELS,
    GAU,
    HAIN,
    ILM,
    JENA,
    at,
    decided,
    entered,
    field,
    game,
    go,
    ids,
    number,
    play,
    refused,
    run,
    strength,
    texts,
    where,
)

OPEN = Options(open_play=True)
LED = {"napoleon": "gau", "blucher": "gau"}


def combat(places: dict[str, str], *came: Entered, options: Options | None = None, **more: object) -> State:
    """The Combat Phase of the Allies, who have entered boxes as ``came`` says."""
    e = game(options)
    s = field(e, places, side=OTHER, entered=tuple(came), **more)  # type: ignore[arg-type]
    return run(e, replace(s, agenda=(CombatPhase(OTHER),)))


def beaten(places: dict[str, str], *came: Entered, loser: int = DEFEND, kind: str = "offensive", at: int = GAU,
           turn: int = 1, **more: object) -> State:  # fmt: skip
    """A battle of the Allies against the French is over, and one side has lost it."""
    s = field(game(), places, side=OTHER, entered=tuple(came), **more)  # type: ignore[arg-type]
    return replace(s, agenda=(Beaten(Clash(at, OTHER), loser, kind, turn),))


# Dummies (7)


def test_7_1_half_of_the_dummies_come_back_three_one_one() -> None:
    e = game(None, (("dummies", {"french": (3, 0), "allied": (0, 0)}),))
    s = field(e, {"napoleon": "ilm", "i": "aue"})
    assert dummies_back(e.context, s, FRENCH) == 1
    s = run(e, replace(s, agenda=(MovementPhase(FRENCH), Administration(FRENCH))))
    assert decided(e, s) == "french: dummies"
    s = play(e, s, m.Place(number(e, "dummy-french-infantry-1"), AUE), 1)
    assert dummies_back(e.context, s, FRENCH) == 1
    s = s.counter(number(e, "dummy-french-infantry-2"), at=AUE)
    assert dummies_back(e.context, s, FRENCH) == 0


def test_7_1_they_are_placed_only_where_their_owner_has_counters() -> None:
    e = game()
    s = run(e, field(e, {"napoleon": "ilm"}, step=Dummies(FRENCH, 1)))
    assert refused(e, s, m.Place(number(e, "dummy-french-infantry-1"), AUE)).code == "not-offered"
    assert where(e, play(e, s, m.Place(number(e, "dummy-french-infantry-1"), ILM)), "dummy-french-infantry-1") == ILM


def test_7_1_they_march_and_pay_like_units_but_do_nothing_else() -> None:
    e = game()
    places = {"napoleon": "ilm", "dummy-french-infantry-1": "aue", "corps": "calw"}
    s = field(e, places, step=MovementPhase(FRENCH))
    dummy = number(e, "dummy-french-infantry-1")
    assert refused(e, s, m.Activate((dummy,), False, (BERN, CALW))).code == "enemy"
    s = play(e, s, m.Activate((dummy,), False, (EICH,)))
    assert (where(e, s, "dummy-french-infantry-1"), s.points[0]) == (EICH, 8)
    other = field(e, {"blucher": "jena", "corps": "jena", "dummy-french-infantry-1": "fels"},
                  step=MovementPhase(OTHER), side=OTHER)  # fmt: skip
    other = play(e, other, go(e, "corps", GAU))
    assert decided(e, other) == "french: reaction"  # asked all the same: the enemy must not learn who stands there
    assert refused(e, other, m.React((dummy,))).code == "not-able"


def test_7_1_they_go_where_a_battle_begins() -> None:
    e = game()
    s = combat({**LED, "i": "gau", "corps": "gau", "dummy-french-infantry-1": "gau"}, entered(GAU, JENA, OTHER, 12))
    s = play(e, play(e, s, m.Tactic("screen")), m.Tactic("screen"), *[1] * 6)
    assert where(e, s, "dummy-french-infantry-1") == SPARE


def test_7_1_a_dummy_does_not_bar_the_last_way_back() -> None:
    e = game()
    places = {"i": "hain", "corps": "hain", "dummy-allied-infantry-1": "gau", "blucher": "hain"}
    s = run(e, beaten(places, loser=DEFEND, at=HAIN), 1)
    assert (where(e, s, "i"), where(e, s, "dummy-allied-infantry-1")) == (GAU, SPARE)


@pytest.mark.parametrize(("more", "box"), [({"barclay": "gau"}, GAU), ({"barclay": "gau", "cossacks": "gau"}, GONE)])
def test_7_1_nor_does_a_dummy_with_a_leader_alone(more: dict[str, str], box: int) -> None:
    e = game()
    places = {"i": "hain", "corps": "hain", "dummy-allied-infantry-1": "gau", "blucher": "hain", **more}
    s = run(e, beaten(places, loser=DEFEND, at=HAIN, kind="screen"), *((1,) if box == GAU else ()))
    assert (where(e, s, "i"), where(e, s, "barclay")) == (box, WAITING if box == GAU else GAU)


def test_7_2_the_enemy_counts_the_counters_of_a_force_and_knows_no_more() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm", "ii": "ilm", "dummy-french-infantry-1": "ilm"})
    assert e.view(s, "allied").unseen == ((ILM, FRENCH, 4),)


# The procedure of a battle (8.1 to 8.3)


def test_8_1_combat_is_mandatory_and_in_the_order_the_attacker_likes() -> None:
    e = game()
    s = combat({**LED, "i": "gau", "corps": "gau", "ii": "fels", "landwehr": "fels"})
    assert decided(e, s) == "allied: combat"
    assert list(e.options(s)) == [m.Fight(FELS), m.Fight(GAU)]
    assert refused(e, s, m.Done()).code == "not-offered"


def test_8_2_at_the_choice_of_tactics_any_move_has_words_but_a_tactic_that_there_is_not() -> None:
    e = game()
    s = combat({**LED, "i": "gau", "corps": "gau"}, entered(GAU, JENA, OTHER, 12))
    assert decided(e, s) == "allied: tactics"
    assert e.label(s, m.Tactic("screen")).text == "Screen"
    assert e.label(s, m.Done()).text, "a move of another kind has its usual words"
    assert e.label(s, m.Tactic("charge")).text != "Charge"


def test_8_1_tactics_are_chosen_in_secret_and_units_are_turned_up_with_them() -> None:
    e = game()
    s = combat({**LED, "i": "gau", "corps": "gau"}, entered(GAU, JENA, OTHER, 12))
    log: list[Event] = []
    s = play(e, s, m.Tactic("offensive"), log=log)
    assert "offensive" not in texts(log)
    assert e.view(s, "french").agenda[-1].clash.tactics[ATTACK] == "?"
    assert not s.counters[number(e, "corps")].up
    log = []
    s = play(e, s, m.Tactic("screen"), *[1] * 6, log=log)
    assert "The Allies have 12 strength points and chose offensive, the French 12 and screen." in texts(log)


EVEN = {"ney": "gau", "yorck": "gau", "i": "gau", "corps": "gau"}


def test_8_1_equal_losses_send_the_attacker_back_where_he_came_from_without_points() -> None:
    e = game()
    s = combat(EVEN, entered(GAU, JENA, OTHER, 12))
    log: list[Event] = []
    s = play(e, play(e, s, m.Tactic("screen")), m.Tactic("screen"), *[1] * 6, log=log)
    assert "indecisive" in texts(log)
    assert (where(e, s, "corps"), where(e, s, "i"), s.score) == (JENA, GAU, (0, 0))
    assert decided(e, s) == "french: victor"  # he may go back too (8.7)


def test_8_1_the_greater_loser_is_beaten_and_the_victor_scores_for_the_type_of_battle() -> None:
    e = game()
    s = combat(EVEN, entered(GAU, JENA, OTHER, 12))
    log: list[Event] = []
    s = play(e, play(e, s, m.Tactic("screen")), m.Tactic("screen"), 1, 6, 1, 1, 6, 1, log=log)
    assert "The Allies lose 2 strength points at Gau. The French win at Gau." in texts(log)
    assert (s.score, s.lost, decided(e, s)) == ((0, 0), (0, 2), "allied: retreat")
    for kind, points in (("offensive", 3), ("decisive", 5), ("skirmish", 0)):
        assert run(e, beaten({"i": "gau", "corps": "gau"}, loser=ATTACK, kind=kind)).score == (points, 0)


def test_8_2_who_may_choose_which_tactic() -> None:
    e = game()
    s = combat({**LED, "i": "gau", "corps": "gau", "ii": "gau"})
    x, clash = e.context, Clash(GAU, OTHER)
    check_tactic(x, s, clash, DEFEND, "decisive")  # Napoleon and 22 points
    with pytest.raises(Exception, match="asks for more or fewer"):
        check_tactic(x, s, clash, ATTACK, "decisive")  # only 12
    with pytest.raises(Exception, match="asks for more or fewer"):
        check_tactic(x, s, clash, ATTACK, "skirmish")
    assert [move.name for move in e.options(s)] == ["screen", "offensive"]


def test_8_3_cavalry_counts_half_off_open_ground() -> None:
    e = game()
    s = combat({"blucher": "bern", "uhlans": "bern", "corps": "bern", "i": "bern", "ney": "bern"})
    assert ground(e.context, s, Clash(BERN, OTHER)).terrain == "defensive"


def test_8_4_losses_are_shared_out_and_nobody_is_eliminated_while_others_can_bear_more() -> None:
    assert allotted((12, 3, 1), 5) == (4, 1, 0)
    assert allotted((1, 1, 4), 4) == (1, 0, 3)
    assert sum(allotted((5, 4, 3), 7)) == 7


# Overrun (8.4)


def overrunning(*faces: int, cavalry: bool = False, **others: str) -> State:
    """Fifteen points of Allies overrun the two of a French division in Gau."""
    e = game(OPEN)
    places = {"blucher": "gau", "corps": "gau", "brigade": "gau", "division": "gau 2", **others}
    if cavalry:
        places["cossacks"] = "gau"
    s = combat(places, entered(GAU, JENA, OTHER, 15), options=OPEN)
    s = play(e, play(e, s, m.Tactic("screen")), m.Tactic("skirmish"))
    assert decided(e, s) == "allied: overrun"
    return play(e, s, m.Accept(), *faces)


def test_8_4_an_overrun_may_only_drive_the_defender_off() -> None:
    e = game(OPEN)
    s = overrunning(2)
    assert decided(e, s) == "french: retreat"
    s = play(e, s, m.Retreat(FELS))
    assert (where(e, s, "division"), strength(e, s, "division"), where(e, s, "corps")) == (FELS, 2, GAU)
    assert (s.score, s.control[GAU], decided(e, s)) == ((0, 0), OTHER + 1, "")


def test_8_4_in_the_middle_the_attacker_goes_on_first_and_the_defender_not_to_him() -> None:
    e = game(OPEN)
    s = overrunning(4)
    assert decided(e, s) == "allied: onward"
    s = play(e, s, m.Retreat(FELS))
    assert (where(e, s, "corps"), where(e, s, "division"), strength(e, s, "division")) == (FELS, HAIN, 1)


@pytest.mark.parametrize("goes_on", [True, False])
def test_9_an_overrun_turns_the_flag_of_its_box_even_if_nobody_stays(goes_on: bool) -> None:
    e = game(OPEN)
    s = flag(overrunning(4), GAU, FRENCH)
    s = play(e, s, m.Retreat(FELS) if goes_on else m.Done())
    s = play(e, s, m.Retreat(HAIN)) if decided(e, s) == "french: retreat" else s
    assert (where(e, s, "corps"), where(e, s, "division")) == (FELS if goes_on else GAU, HAIN)
    assert holder(s, GAU) == OTHER + 1


def test_8_4_at_best_the_defender_is_eliminated_without_points_or_captives() -> None:
    e = game(OPEN)
    s = overrunning(4, cavalry=True, ney="gau")
    assert (where(e, s, "division"), where(e, s, "ney"), s.score) == (GONE, WAITING, (0, 0))
    assert decided(e, s) == "allied: onward"


def test_8_4_six_to_one_is_needed_and_no_works_nor_walls() -> None:
    e = game(OPEN)
    few = {"blucher": "gau", "corps": "gau 11", "division": "gau 2"}
    s = combat(few, entered(GAU, JENA, OTHER, 11), options=OPEN)
    s = play(e, play(e, s, m.Tactic("screen")), m.Tactic("skirmish"), 1, 1, 1, 1, 1)
    assert decided(e, s) != "allied: overrun"
    dug = combat({"blucher": "gau", "corps": "gau", "division": "gau 2"}, entered(GAU, JENA, OTHER, 12), options=OPEN,
                 works=((GAU, FRENCH),))  # fmt: skip
    dug = play(e, play(e, dug, m.Tactic("screen")), m.Tactic("skirmish"), 1, 1, 1, 1, 1)
    assert decided(e, dug) != "allied: overrun"


# Modifiers (8.5)


def test_8_5_two_connections_make_a_flank_attack_but_not_who_was_there_before() -> None:
    e = game()
    places = {**LED, "i": "gau", "corps": "gau", "brigade": "gau"}
    two = combat(places, entered(GAU, JENA, OTHER, 12), entered(GAU, HAIN, OTHER, 3))
    assert ground(e.context, two, Clash(GAU, OTHER)).flank
    met = combat(places, replace(entered(GAU, JENA, OTHER, 12), before=True), entered(GAU, HAIN, OTHER, 3))
    assert not ground(e.context, met, Clash(GAU, OTHER)).flank


def test_8_5_two_interceptions_from_two_boxes_give_the_flank_to_the_defender() -> None:
    e = game()
    places = {**LED, "i": "gau", "ii": "gau", "corps": "gau"}
    s = combat(places, entered(GAU, FELS, FRENCH, 12), entered(GAU, HAIN, FRENCH, 10), met=(GAU,))
    assert battle_of(e.context, s, Clash(GAU, OTHER)).later[0].flank


def test_8_5_chances_against_counters_face_down_count_the_ground_and_the_weather() -> None:
    def told(box: str, weather: str) -> tuple[set[str], str]:
        places = {"napoleon": "ilm", "i": box, "corps": box, "blucher": box}
        s = combat(places, entered(at(box), CALW, OTHER, 12), weather=weather)
        shown = battle(game().context, game().view(s, "allied"), None, -1)
        assert shown is not None
        assert shown.parties[1].strength == "?"
        return {fact.name for fact in shown.parties[0].lines}, str(shown.what_if)

    mountain, defensive, snow = told("dorf", "Clear"), told("bern", "Clear"), told("bern", "Snow")
    assert {"Mountain"} == mountain[0] - defensive[0]
    assert {"Defensive"} == defensive[0] - mountain[0]
    assert len({mountain[1], defensive[1], snow[1]}) == 3


def test_8_5_the_flank_of_two_interceptions_is_told_as_no_march_to_the_guns() -> None:
    places = {**LED, "i": "gau", "ii": "gau", "corps": "gau"}
    s = combat(places, entered(GAU, FELS, FRENCH, 12), entered(GAU, HAIN, FRENCH, 10), met=(GAU,))
    tables = game().context.tables
    told = [part.name for part in parts(tables, battle_of(game().context, s, Clash(GAU, OTHER)), DEFEND, 1)]
    assert "flank attack" in told
    assert "flank attack by a march to the guns" not in told


def test_8_5_an_attack_over_a_bridge_is_marked_even_if_one_force_of_several_makes_it() -> None:
    e = game()
    places = {**LED, "i": "gau", "corps": "gau", "brigade": "gau"}
    s = combat(places, entered(GAU, FELS, OTHER, 3), entered(GAU, HAIN, OTHER, 12))
    assert ground(e.context, s, Clash(GAU, OTHER)).bridge


def test_8_5_encircled_is_who_has_strong_enemies_on_every_side_but_where_a_strong_attacker_came_from() -> None:
    e = game()
    places = {**LED, "i": "gau", "corps": "gau", "brigade": "fels", "landwehr": "hain"}
    clash = Clash(GAU, OTHER)
    assert encircled(e.context, combat(places, entered(GAU, JENA, OTHER, 12)), clash)
    assert not encircled(e.context, combat(places, entered(GAU, JENA, OTHER, 3)), clash)  # he may retreat there
    weak = {**places, "brigade": "fels 2"}
    assert not encircled(e.context, combat(weak, entered(GAU, JENA, OTHER, 12)), clash)


def test_8_5_an_encircled_defender_who_is_beaten_is_eliminated_and_his_leaders_are_captured() -> None:
    e = game()
    places = {"ney": "gau", "i": "gau", "corps": "gau", "brigade": "fels", "landwehr": "hain", "blucher": "gau"}
    s = run(e, beaten(places, entered(GAU, JENA, OTHER, 12)))
    assert (where(e, s, "i"), where(e, s, "ney")) == (GONE, GONE)
    assert s.score == (0, 4)  # 3 for the battle, 1 for a general
    assert s.lost == (12, 0)


def test_8_5_a_forced_march_halves_the_strength_of_those_who_made_it_and_of_nobody_else() -> None:
    e = game()
    s = combat({**LED, "i": "gau", "corps": "gau", "landwehr": "gau"})
    assert e.context.network.places[GAU].terrain == "open"
    counted = []
    for tired in ((), ("corps",), ("corps", "landwehr")):
        weary = s.each([number(e, name) for name in tired], weary=True)
        fought = Field(e.context.tables, battle_of(e.context, weary, Clash(GAU, OTHER)))
        counted.append([fought.strength(ATTACK, 1, lost) for lost in (0, 4)])
    corps, landwehr = (e.context.unit(s, number(e, name)).strength for name in ("corps", "landwehr"))
    both = corps + landwehr
    assert counted[0] == [both, both - 4]
    assert counted[1] == [both - corps + corps // 2, (both - 4) * (both - corps / 2) // both]
    assert counted[2] == [both // 2, (both - 4) // 2]


def test_8_6_a_broken_defender_goes_back_across_another_connection_than_the_attackers() -> None:
    e = game()
    s = combat({**LED, "i": "gau", "corps": "gau"}, entered(GAU, JENA, OTHER, 12))
    assert ways_back(e.context, s, Clash(GAU, OTHER), FRENCH) == [FELS, HAIN]
    assert ways_back(e.context, combat({**LED, "i": "gau", "corps": "gau"}, entered(GAU, JENA, OTHER, 3)),
                     Clash(GAU, OTHER), FRENCH) == [FELS, HAIN, JENA]  # fmt: skip


# Retreat (8.7)


def test_8_7_all_of_a_beaten_force_goes_into_one_box_of_its_choice() -> None:
    e = game()
    s = run(e, beaten({"i": "gau", "ii": "gau", "corps": "gau"}, entered(GAU, JENA, OTHER, 12)))
    assert decided(e, s) == "french: retreat"
    assert list(e.options(s)) == [m.Retreat(FELS), m.Retreat(HAIN)]
    s = play(e, s, m.Retreat(HAIN), 1)
    assert where(e, s, "i") == where(e, s, "ii") == HAIN
    assert decided(e, s) == "allied: victor"


def test_8_7_water_costs_a_point_and_the_victors_horse_pursues() -> None:
    e = game()
    s = run(e, beaten({"i": "gau", "corps": "gau", "uhlans": "gau"}, entered(GAU, JENA, OTHER, 16)))
    log: list[Event] = []
    s = play(e, s, m.Retreat(FELS), 6, log=log)
    assert strength(e, s, "i") == 10  # one in the pursuit of 6 horse, one at the bridge
    assert "at the crossing" in texts(log)
    assert isinstance(s.agenda[-1], Burn)


def test_8_7_the_button_says_what_the_water_costs_and_nothing_where_it_costs_nothing() -> None:
    e = game()
    s = run(e, beaten({"i": "gau", "corps": "gau"}, entered(GAU, JENA, OTHER, 16)))
    step = s.agenda[-1]
    assert step.turn == 1, "beaten in the first round"
    said = {to: step.label(e.context, s, m.Retreat(to)).detail for to in (FELS, HAIN)}
    assert said == {FELS: "Crossing the water costs a strength point.", HAIN: ""}
    before = replace(s, agenda=(replace(step, turn=0),))
    assert not before.agenda[-1].label(e.context, before, m.Retreat(FELS)).detail, "not before the battle"


def test_8_7_no_pursuit_in_mud() -> None:
    e = game()
    s = run(e, beaten({"i": "gau", "corps": "gau", "uhlans": "gau"}, entered(GAU, JENA, OTHER, 16), weather="Mud"))
    assert strength(e, play(e, s, m.Retreat(HAIN)), "i") == 12


def test_8_7_who_has_nowhere_to_go_is_eliminated() -> None:
    e = game()
    s = run(e, beaten({"i": "hain", "corps": "hain", "cossacks": "gau"}, at=HAIN))
    assert where(e, s, "i") == GONE


def test_8_7_attackers_from_several_boxes_go_back_into_one_of_these_and_from_off_the_map_anywhere() -> None:
    e = game()
    s = field(e, {"i": "gau", "corps": "gau"}, side=OTHER,
              entered=(entered(GAU, JENA, OTHER, 6), entered(GAU, HAIN, OTHER, 6)))  # fmt: skip
    s = run(e, replace(s, agenda=(Retreats(Clash(GAU, OTHER), ATTACK, INDECISIVE, 0),)))
    assert list(e.options(s)) == [m.Retreat(HAIN), m.Retreat(JENA)]
    off = field(e, {"i": "jena", "corps": "jena"}, side=OTHER, entered=(Entered(JENA, -1, -1, OTHER, 12),))
    off = run(e, replace(off, agenda=(Retreats(Clash(JENA, OTHER), ATTACK, INDECISIVE, 0),)))
    assert list(e.options(off)) == [m.Retreat(DORF), m.Retreat(GAU)]


def test_8_7_the_victor_may_go_back_too() -> None:
    e = game()
    s = run(e, beaten({"i": "gau", "corps": "gau", "blucher": "gau"}, entered(GAU, JENA, OTHER, 12)))
    s = play(e, s, m.Retreat(HAIN), 1)
    s = play(e, s, m.Retreat(JENA))
    assert where(e, s, "corps") == JENA


# Sieges (8.8)


def before(places: dict[str, str], *came: Entered) -> State:
    """The Allies stand before Calw, which is French."""
    return combat({"blucher": "calw", "corps": "calw", **places}, *came, control={"calw": FRENCH})


def test_8_8_an_empty_city_is_conquered_by_the_unit_that_enters() -> None:
    e = game()
    s = field(e, {"blucher": "jena", "corps": "dorf"}, step=MovementPhase(OTHER), side=OTHER, control={"calw": FRENCH})
    assert holder(play(e, s, go(e, "corps", CALW)), CALW) == OTHER + 1


def test_8_8_whoever_is_attacked_may_go_inside_and_those_without_room_leave() -> None:
    e = game()
    s = before({"i": "calw", "ii": "calw", "division": "calw", "ney": "calw"}, entered(CALW, DORF, OTHER, 12))
    assert decided(e, s) == "french: shelter"
    inside = {move.pieces for move in e.options(s) if isinstance(move, m.Shelter)}
    assert inside == {ids(e, "i", "division", "ney"), ids(e, "ii", "division", "ney")}
    s = play(e, s, m.Shelter(ids(e, "i", "division", "ney"), BERN))
    assert (where(e, s, "ii"), s.counters[number(e, "i")].inside, decided(e, s)) == (BERN, True, "allied: siege")


def test_8_8_a_siege_of_fortnights_falls_on_5_then_on_2() -> None:
    e = game()
    s = before({"v": "inside calw"})
    held = play(e, s, m.Accept(), 4)
    assert held.sieges == (Siege(CALW, OTHER, "S3"),)
    s = replace(held, agenda=(SiegeChoice(OTHER, CALW),))
    s = play(e, s, m.Accept(), 2)
    assert (where(e, s, "v"), s.sieges, s.control[CALW], s.lost) == (GONE, (), OTHER + 1, (5, 0))


def test_8_8_a_siege_of_weeks_takes_longer() -> None:
    e = game(None, (("siege", "siege-weeks"),))
    s = field(e, {"blucher": "calw", "corps": "calw", "v": "inside calw"}, side=OTHER)
    s = run(e, replace(s, agenda=(CombatPhase(OTHER),)))
    s = play(e, s, m.Accept(), 5)
    assert s.sieges == (Siege(CALW, OTHER, "S3"),)


def test_8_8_less_than_twice_the_strength_costs_a_pip() -> None:
    e = game()
    s = before({"iii": "inside calw"})
    assert play(e, s, m.Accept(), 5).sieges == (Siege(CALW, OTHER, "S3"),)


def test_8_8_double_is_the_besiegers_infantry_against_all_of_the_garrison() -> None:
    """Reading 89: 12 of infantry are twice 5, not twice 5 and 2 of horse, whatever cavalry stands before the walls."""
    e, siege = game(), SiegeChoice(OTHER, CALW)
    shut_in = {"blucher": "calw", "corps": "calw", "v": "inside calw"}
    for more, pips in (({}, 0), ({"hussars": "inside calw"}, -1), ({"hussars": "inside calw", "uhlans": "calw"}, -1)):
        s = field(e, {**shut_in, **more}, side=OTHER)
        assert sum(value for _, value, _ in siege.parts(e.context, s)) == pips, more


def test_8_8_cavalry_and_detachments_only_mask_and_a_besieger_needs_a_line_to_a_general() -> None:
    e = game()
    s = combat({"uhlans": "calw", "streifkorps": "calw", "v": "inside calw"}, control={"calw": FRENCH})
    assert list(e.options(s)) == [m.Done()]
    s = play(e, s, m.Done())
    assert s.sieges == (Siege(CALW, OTHER, "S2", True),)
    alone = combat({"corps": "calw", "v": "inside calw"}, control={"calw": FRENCH})
    assert list(alone.agenda[-1].options(e.context, alone, None)) == [m.Fight(CALW), m.Done()]


@pytest.mark.parametrize(("found", "may"), [(ALONE, False), (LOOSE, True), (COMMANDED, True)])
@pytest.mark.parametrize("general", ["calw", "jena"])
def test_4_6_a_siege_goes_by_the_line_that_the_administrative_phase_found(found: int, may: bool, general: str) -> None:
    """Reading 21: neither a general who has come along since nor a line that was lost on the march changes it."""
    e = game()
    s = combat({"blucher": general, "corps": "calw", "v": "inside calw"}, control={"calw": FRENCH})
    s = s.counter(number(e, "corps"), contact=found)
    assert (m.Accept() in s.agenda[-1].options(e.context, s, None)) is may
    assert m.Fight(CALW) in s.agenda[-1].options(e.context, s, None)


def test_8_8_an_assault_meets_the_garrison_alone_and_eliminates_it_if_it_loses() -> None:
    e = game()
    s = before({"v": "inside calw", "ney": "inside calw"})
    s = play(e, s, m.Fight(CALW))
    assert decided(e, s) == "allied: tactics"
    x, clash = e.context, Clash(CALW, OTHER, assault=True)
    assert defenders(x, s, clash) == list(ids(e, "ney", "v"))
    assert ground(x, s, clash).city
    over = run(e, replace(s, agenda=(Beaten(clash, DEFEND, "screen", 2),)))
    assert (where(e, over, "v"), where(e, over, "ney"), over.score) == (GONE, GONE, (0, 1))


def test_8_8_a_garrison_does_not_march_and_gets_out_by_a_sortie_only() -> None:
    e = game()
    s = field(e, {"v": "inside calw", "corps": "calw"}, step=MovementPhase(FRENCH), control={"calw": FRENCH})
    assert refused(e, s, go(e, "v", BERN)).code == "not-able"
    s = run(e, replace(s, agenda=(CombatPhase(FRENCH),)))
    assert decided(e, s) == "french: sortie"
    assert isinstance(s.agenda[-1], Sortie)
    s = play(e, s, m.Accept())
    clash = Clash(CALW, FRENCH, sortie=True)
    assert ground(e.context, s, clash).terrain == "defensive"


@pytest.mark.parametrize(
    ("side", "french", "asked", "move", "title"),
    [
        (OTHER, "inside calw", "allied: siege", m.Fight(CALW), "Assault on Calw"),
        (FRENCH, "inside calw", "french: sortie", m.Accept(), "Battle at Calw"),
        (OTHER, "calw", "french: shelter", m.Done(), "Battle at Calw"),
    ],
)
def test_8_8_who_decides_about_a_fight_for_a_city_sees_its_odds_before(
    side: int, french: str, asked: str, move: Any, title: str
) -> None:
    e = game(Options(open_play=True))
    places = {"v": french, "corps": "calw", "uhlans": "calw"}
    s = run(e, field(e, places, side=side, step=CombatPhase(side), control={"calw": FRENCH}))
    assert decided(e, s) == asked
    told = battle(e.context, s, None, -1)
    assert told is not None
    assert told.title == title
    s = play(e, s, move)
    assert decided(e, s).endswith("tactics")
    assert battle(e.context, s, None, -1) == told


def test_8_8_before_the_walls_a_force_is_shown_as_the_defender_against_whoever_comes_face_down() -> None:
    e = game()
    places = {"v": "calw", "corps": "calw", "uhlans": "calw"}
    s = run(e, field(e, places, side=OTHER, step=CombatPhase(OTHER), control={"calw": FRENCH}))
    assert decided(e, s) == "french: shelter"
    s = s.each(ids(e, "corps", "uhlans"), up=False)
    told = battle(e.context, e.view(s, "french"), None, -1)
    assert told is not None
    assert "Defender: French" in [party.title for party in told.parties]


def test_8_8_who_can_only_mask_a_city_is_told_no_odds_of_a_storm() -> None:
    e = game(Options(open_play=True))
    s = field(e, {"v": "inside calw", "uhlans": "calw"}, side=OTHER, step=SiegeChoice(OTHER, CALW))
    assert battle(e.context, s, None, -1) is None


def test_8_8_a_garrison_that_loses_its_sortie_goes_back_inside_and_one_that_wins_comes_out() -> None:
    e = game()
    clash = Clash(CALW, FRENCH, sortie=True)
    s = field(e, {"v": "inside calw", "corps": "calw"}, control={"calw": FRENCH}, sieges=(Siege(CALW, OTHER),))
    lost = run(e, replace(s, agenda=(Beaten(clash, ATTACK, "screen", 2),)))
    assert (where(e, lost, "v"), lost.counters[number(e, "v")].inside) == (CALW, True)
    assert lost.sieges == (Siege(CALW, OTHER),)
    won = run(e, replace(s, agenda=(Beaten(clash, DEFEND, "screen", 2),)))
    won = play(e, won, m.Retreat(DORF))
    assert (won.counters[number(e, "v")].inside, won.sieges, where(e, won, "corps")) == (False, (), DORF)


def test_8_8_a_relief_fights_together_with_the_garrison_on_defensive_ground_without_a_flank() -> None:
    e = game()
    s = field(e, {"v": "inside calw", "i": "calw", "ii": "calw", "corps": "calw"}, control={"calw": FRENCH},
              entered=(entered(CALW, BERN, FRENCH, 12), entered(CALW, DORF, FRENCH, 10)))  # fmt: skip
    clash = Clash(CALW, FRENCH)
    assert attackers(e.context, s, clash) == list(ids(e, "i", "ii", "v"))
    assert (ground(e.context, s, clash).terrain, ground(e.context, s, clash).flank) == ("defensive", False)
    lost = run(e, replace(s, agenda=(Beaten(clash, ATTACK, "screen", 2),)))
    lost = play(e, lost, m.Retreat(BERN), 1)
    assert (where(e, lost, "i"), where(e, lost, "v")) == (BERN, CALW)
    assert lost.counters[number(e, "v")].inside


def test_8_8_nobody_marches_to_the_guns_of_an_assault() -> None:
    e = game()
    s = before({"v": "inside calw"})
    assert decided(e, s) == "allied: siege"  # no march was offered: there is no battle in the field
    clash = Clash(CALW, OTHER, assault=True)
    assert battle_of(e.context, s, clash, 4).later == ()


def test_8_8_a_besieger_who_leaves_lets_the_garrison_out() -> None:
    e = game()
    s = field(e, {"blucher": "dorf", "corps": "calw", "v": "inside calw"}, step=MovementPhase(OTHER), side=OTHER,
              sieges=(Siege(CALW, OTHER, "S3"),), control={"calw": FRENCH})  # fmt: skip
    s = play(e, s, go(e, "corps", DORF))
    assert s.sieges == ()
    assert not s.counters[number(e, "v")].inside
    assert s.control[CALW] == FRENCH + 1


def test_8_8_a_siege_begun_by_an_interception_does_not_move_on_before_the_besiegers_turn() -> None:
    e = game()
    s = field(e, {"napoleon": "bern", "i": "calw", "corps": "calw", "blucher": "calw"}, side=FRENCH, met=(CALW,),
              control={"calw": FRENCH}, entered=(entered(CALW, DORF, OTHER, 12),))  # fmt: skip
    s = run(e, replace(s, agenda=(CombatPhase(FRENCH),)))
    assert decided(e, s) == "french: shelter"
    s = play(e, s, m.Shelter(ids(e, "i")))
    assert decided(e, s) == "allied: siege"
    assert play(e, s, m.Accept(), 2).sieges == (Siege(CALW, OTHER, "S2"),)


def test_8_8_the_shelter_counts_who_is_inside_already() -> None:
    e = game()
    s = before({"v": "inside calw", "i": "calw"}, entered(CALW, DORF, OTHER, 12))
    assert list(e.options(s)) == [m.Done()]


def test_8_8_a_leader_alone_shuts_nobody_in() -> None:
    e = game()
    s = combat({"yorck": "calw", "v": "inside calw", "napoleon": "ilm"}, control={"calw": FRENCH})
    assert (where(e, s, "yorck"), s.counters[number(e, "v")].inside, s.sieges) == (GONE, False, ())


def test_7_1_a_dummy_costs_and_marches_as_what_it_pretends_to_be() -> None:
    e = game()
    dummy = "dummy-french-infantry-1"
    near = {"napoleon": "ilm", "ney": "bern", "i": "gau", dummy: "gau"}
    far = {"napoleon": "ilm", "i": "jena", dummy: "jena"}
    for places in (near, far):
        s = field(e, places, step=MovementPhase(FRENCH))
        for what in (groups.cost, groups.may_force):
            assert what(e.context, s, ids(e, dummy)) == what(e.context, s, ids(e, "i"))
        for forced in (False, True):
            points = [groups.points(e.context, s, ids(e, name), forced) for name in (dummy, "i")]
            assert points[0] == points[1]
    assert groups.cost(e.context, field(e, near), ids(e, dummy)) == 1
    assert groups.cost(e.context, field(e, far), ids(e, dummy)) == 2


def test_8_8_those_without_room_and_without_a_free_box_fight_before_the_walls() -> None:
    e = game()
    places = {"napoleon": "ilm", "i": "calw", "ii": "calw", "corps": "calw", "brigade": "bern", "landwehr": "dorf",
              "blucher": "jena"}  # fmt: skip
    s = field(e, places, side=OTHER, step=ShelterChoice(FRENCH, CALW), control={"calw": FRENCH})
    move = m.Shelter(ids(e, "i"), -1)
    assert move in e.options(s)
    assert "stay before the walls" in e.label(s, move).detail
    s = play(e, replace(s, agenda=(MovementPhase(OTHER), *s.agenda)), move)
    assert [s.counters[number(e, name)].inside for name in ("i", "ii")] == [True, False]
    assert where(e, s, "ii") == CALW


@pytest.mark.parametrize("stays", [False, True])
def test_8_8_a_garrison_that_no_siege_has_begun_for_comes_out_when_the_last_enemy_leaves(stays: bool) -> None:
    e = game()
    places = {"napoleon": "ilm", "i": "inside calw", "corps": "calw", "blucher": "jena"}
    rest = {"brigade": "calw"} if stays else {}
    s = field(e, {**places, **rest}, side=OTHER, step=MovementPhase(OTHER), control={"calw": FRENCH})
    s = play(e, s, go(e, "corps", DORF))
    assert s.counters[number(e, "i")].inside is stays
    assert groups.movable(e.context, s, CALW, FRENCH) == ([] if stays else [number(e, "i")])


@pytest.mark.parametrize("other_left", [False, True])
def test_8_8_a_city_whose_last_unit_has_no_strength_left_falls_to_the_besieger(other_left: bool) -> None:
    e = game()
    places = {"napoleon": "ilm", "v": "inside calw", "ney": "inside calw", "corps": "calw", "blucher": "jena"}
    more = {"division": "inside calw"} if other_left else {}
    s = field(e, {**places, **more}, control={"calw": FRENCH}, sieges=(Siege(CALW, OTHER),))
    log: list[Event] = []
    s = s.counter(number(e, "v"), strength=0)
    s = run(e, replace(s, agenda=(MovementPhase(FRENCH), TurnDown(FRENCH))), log=log)
    held = (FRENCH, CALW, (Siege(CALW, OTHER),)) if other_left else (OTHER, WAITING, ())
    assert (holder(s, CALW) - 1, where(e, s, "ney"), s.sieges) == held
    assert ("Calw falls." in texts(log)) is not other_left
