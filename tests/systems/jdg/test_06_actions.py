"""6: Detachments, entrenchments, reconnaissance, engineers, interception, marching to the sound of the guns."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Event
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.combat.guns import GunsPhase
from napwidgets.systems.jdg.combat.muster import Clash, battle_of, ways_back
from napwidgets.systems.jdg.combat.phase import CombatPhase
from napwidgets.systems.jdg.combat.retreat import Beaten, Burn
from napwidgets.systems.jdg.face.battle import battle
from napwidgets.systems.jdg.face.march import draft
from napwidgets.systems.jdg.march import reaction, works
from napwidgets.systems.jdg.march.marching import Marching
from napwidgets.systems.jdg.march.movement import MovementPhase
from napwidgets.systems.jdg.march.reaction import value_of, value_told
from napwidgets.systems.jdg.march.scouting import Withdrawal
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.sequence import NextTurn
from napwidgets.systems.jdg.state import FRENCH, LED, OTHER, SPARE, WAITING, March, State
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
    decided,
    entered,
    field,
    game,
    go,
    ids,
    link,
    number,
    play,
    refused,
    run,
    shipped,
    strength,
    texts,
    where,
)

OPEN = Options(open_play=True)


def moving(places: dict[str, str], side: int = FRENCH, options: Options | None = None, **more: object) -> State:
    """The Movement Phase of a side."""
    return field(game(options), places, step=MovementPhase(side), side=side, **more)  # type: ignore[arg-type]


# Detachments (6.1)


def test_6_1_strength_points_become_a_detachment_that_costs_both_a_movement_point() -> None:
    e = game()
    s = moving({"napoleon": "ilm", "i": "aue"})
    i, one = number(e, "i"), number(e, "d1")
    s = play(e, s, m.Detach(i, one, 3))
    assert (strength(e, s, "i"), strength(e, s, "d1"), where(e, s, "d1")) == (9, 3, AUE)
    assert e.context.allowance(s, i) == e.context.allowance(s, one) == 5
    assert e.context.army_of(s, one) == e.context.army_of(s, i)


def test_6_1_a_detachment_needs_a_counter_of_its_arm_no_better_cohesion_and_leaves_a_point_behind() -> None:
    e = game()
    s = moving({"napoleon": "ilm", "i": "aue", "v": "aue 1"})
    i = number(e, "i")
    assert refused(e, s, m.Detach(i, number(e, "d2"), 1)).code == "cohesion"
    assert refused(e, s, m.Detach(i, number(e, "da"), 1)).code == "counter"
    assert refused(e, s, m.Detach(i, number(e, "d1"), 12)).code == "strength"
    assert refused(e, s, m.Detach(number(e, "v"), number(e, "d1"), 1)).code == "strength"
    engaged = moving({"napoleon": "ilm", "i": "aue", "corps": "aue"})
    assert refused(e, engaged, m.Detach(i, number(e, "d1"), 1)).code == "enemy"


def test_6_1_it_goes_back_into_its_own_unit_only_and_its_counter_can_be_used_again() -> None:
    e = game()
    s = moving({"napoleon": "ilm", "i": "aue", "ii": "aue 5"})
    one = number(e, "d1")
    s = play(e, s, m.Detach(number(e, "i"), one, 3))
    assert refused(e, s, m.Reattach(one, number(e, "ii"))).code == "origin"
    s = play(e, s, m.Reattach(one, number(e, "i")))
    assert (strength(e, s, "i"), where(e, s, "d1")) == (12, SPARE)


# Entrenchments (6.2)


def test_6_2_infantry_that_stays_digs_in_for_two_points_and_all_its_movement() -> None:
    e = game()
    s = moving({"napoleon": "ilm", "i": "aue", "ii": "aue"})
    s = play(e, s, m.Entrench(AUE))
    assert (s.works, s.points[0]) == (((AUE, FRENCH),), 7)
    assert refused(e, s, go(e, "i", BERN)).code == "moved"


def test_6_2_neither_cavalry_nor_dummies_dig_and_nobody_in_a_fortified_city() -> None:
    e = game()
    s = moving({"napoleon": "ilm", "horse": "aue", "dummy-french-infantry-1": "bern", "i": "calw", "ii": "eich"})
    assert refused(e, s, m.Entrench(AUE)).code == "no-infantry"
    assert refused(e, s, m.Entrench(BERN)).code == "no-infantry"
    assert refused(e, s, m.Entrench(CALW)).code == "no-room"
    assert refused(e, replace(s, points=(1, 1, 1, 1)), m.Entrench(EICH)).code == "points"


def test_6_2_they_fall_when_the_last_unit_leaves_and_those_who_dug_do_not_react_in_this_turn() -> None:
    e = game()
    s = moving({"napoleon": "ilm", "i": "aue", "corps": "calw", "blucher": "dorf"}, works=((AUE, FRENCH),))
    assert play(e, s, go(e, "i", EICH)).works == ()
    dug = moving({"napoleon": "ilm", "i": "aue", "corps": "calw", "blucher": "dorf"}, OTHER)
    dug = dug.counter(number(e, "i"), spent=99)
    dug = play(e, dug, go(e, "corps", BERN))
    assert refused(e, dug, m.React(ids(e, "i"))).cites == ("JDG 6.5.1", "JDG 6.2")
    rested = run(e, replace(dug, agenda=(NextTurn(),), turn=1), 1)
    assert rested.counters[number(e, "i")].spent == 0


# Reconnaissance and withdrawal (6.3)


def scouting(*faces: int | tuple[int, ...], log: list[Event] | None = None, **others: str) -> State:
    """French horse reconnoitre Bern out of Aue."""
    e = game()
    s = moving({"napoleon": "ilm", "horse": "aue", **others})
    return play(e, s, go(e, "horse", BERN, scout=True), *faces, log=log)


def test_6_3_without_a_screen_the_cavalry_sees_units_by_its_strength() -> None:
    e = game()
    log: list[Event] = []
    s = scouting(2, log=log, corps="bern", brigade="bern")  # 2 + 4, four points: two units
    assert s.counters[number(e, "corps")].up
    assert s.counters[number(e, "brigade")].up
    assert s.counters[number(e, "horse")].up
    assert "horse sees corps with 12 strength points and brigade with 3" in texts(log)


def test_6_3_a_screen_as_strong_makes_it_fail_and_is_shown() -> None:
    e = game()
    log: list[Event] = []
    s = scouting(log=log, corps="bern", uhlans="bern")
    assert s.counters[number(e, "uhlans")].up
    assert not s.counters[number(e, "corps")].up
    assert "learns nothing" in texts(log)


@pytest.mark.parametrize("screen", [{}, {"uhlans": "bern"}])
def test_6_3_the_pad_tells_how_many_units_show_themselves(screen: dict[str, str]) -> None:
    e = game()
    s = moving({"napoleon": "ilm", "horse": "aue", "corps": "bern", "brigade": "bern", **screen})
    asked = {"focus": f"b:{AUE}", f"go:{number(e, 'horse')}": "1", "scout": "1", "where": str(BERN)}
    dice = range(1, 7) if not screen else [None]
    ends = [play(e, s, go(e, "horse", BERN, scout=True), *([die] if die else [])) for die in dice]
    seen = [sum(end.counters[number(e, name)].up for name in ("corps", "brigade")) for end in ends]
    form = draft(e, s, "french", asked)
    assert form is not None
    assert form.chances is not None
    told = {int(share.label): Fraction(share.exact) for share in form.chances.shares}
    # More may be seen than there are.
    assert {n: sum(p for k, p in told.items() if min(k, 2) == n) for n in set(seen)} == {
        n: Fraction(seen.count(n), len(seen)) for n in seen
    }
    assert form.chances.title == "Units that show themselves"
    blind = draft(e, e.view(s, "french"), "french", asked)
    assert blind is not None
    assert blind.chances is not None
    assert blind.chances.title == "Units that show themselves, at best"


def test_6_3_dummies_are_seen_first_and_as_many_as_are_seen() -> None:
    e = game()
    fakes = {f"dummy-allied-infantry-{n}": "bern" for n in (1, 2, 3)}
    s = moving({"napoleon": "ilm", "horse": "aue", "corps": "bern", **fakes})
    s = play(e, s, go(e, "horse", BERN, scout=True), 2)
    assert sum(where(e, s, name) == SPARE for name in fakes) == 2
    assert not s.counters[number(e, "corps")].up


def test_6_3_only_cavalry_reconnoitres_and_only_where_it_has_nobody() -> None:
    e = game()
    s = moving({"napoleon": "ilm", "horse": "aue", "i": "aue", "corps": "bern", "dummy-french-cavalry-1": "aue"})
    assert refused(e, s, go(e, "horse i", BERN, scout=True)).code == "scout"
    assert refused(e, s, go(e, "horse dummy-french-cavalry-1", BERN, scout=True)).code == "scout"
    s = moving({"napoleon": "ilm", "horse": "aue", "ii": "bern", "corps": "bern"})
    assert refused(e, s, go(e, "horse", BERN, scout=True)).code == "scout"


@pytest.mark.parametrize(("screen", "face", "left"), [("uhlans", 4, 4), ("uhlans", 5, 3), ("", 5, 4), ("", 6, 3)])
def test_6_3_after_it_the_cavalry_may_go_back_at_a_risk_and_the_french_risk_less(
    screen: str, face: int, left: int
) -> None:
    e = game()
    others = {"corps": "bern", **({screen: "bern 1"} if screen else {})}
    s = moving({"napoleon": "ilm", "horse": "aue", **others})
    s = play(e, s, go(e, "horse", BERN, scout=True), 1)
    assert decided(e, s) == "french: go-back"
    s = play(e, s, m.Slip(ids(e, "horse"), AUE), (face,))
    assert (where(e, s, "horse"), strength(e, s, "horse")) == (AUE, left)
    assert s.entered == ()
    assert decided(e, s) == "french: movement"


def test_6_3_cavalry_may_withdraw_before_combat_and_the_enemy_may_follow() -> None:
    e = game()
    s = moving({"napoleon": "ilm", "i": "aue", "uhlans": "bern"})
    s = play(e, s, go(e, "i", BERN))
    assert decided(e, s) == "allied: withdrawal"
    assert {move.to for move in e.options(s) if isinstance(move, m.Slip)} == {AUE, CALW, FELS}
    s = play(e, s, m.Slip(ids(e, "uhlans"), CALW), (4,))
    assert (where(e, s, "uhlans"), strength(e, s, "uhlans")) == (CALW, 4)
    s = play(e, s, m.Done())  # no interception either
    assert decided(e, s) == "french: march"
    s = play(e, s, m.March((CALW,)))
    s = play(e, s, m.Slip(ids(e, "uhlans"), DORF), (6,))
    assert strength(e, s, "uhlans") == 3


@pytest.mark.parametrize(
    ("come", "up", "told"),
    [
        ("i", True, "Expect to lose 0.3 strength points."),
        ("horse", True, "Expect to lose 0.5 strength points."),
        ("i", False, "Expect to lose 0.3 to 0.5 strength points: more if cavalry comes with the enemy."),
        ("horse", False, "Expect to lose 0.3 to 0.5 strength points: more if cavalry comes with the enemy."),
    ],
)
def test_6_3_who_may_withdraw_is_told_what_it_may_cost_but_not_who_comes(come: str, up: bool, told: str) -> None:
    e = game()
    s = play(e, moving({"napoleon": "ilm", come: "aue", "uhlans": "bern"}), go(e, come, BERN))
    assert decided(e, s) == "allied: withdrawal"
    s = s.each(ids(e, come), up=up)
    move = m.Slip(ids(e, "uhlans"), CALW)
    assert [e.label(state, move).detail for state in (s, e.view(s, "allied"))] == [told, told]


@pytest.mark.parametrize(
    ("more", "down", "who", "told"),
    [
        ({"cossacks": "bern"}, (), ("uhlans", "cossacks"), "Expect to lose 0.7 strength points."),
        ({"horse": "bern"}, ("i",), ("uhlans",), "Expect to lose 0.5 strength points."),
    ],
    ids=["each unit throws", "cavalry is there, whoever else is"],
)
def test_6_3_the_price_of_a_withdrawal_counts_all_that_go_and_all_that_is_seen(
    more: dict[str, str], down: tuple[str, ...], who: tuple[str, ...], told: str
) -> None:
    e = game()
    s = play(e, moving({"napoleon": "ilm", "i": "aue", "uhlans": "bern", **more}), go(e, "i", BERN))
    s = s.each(ids(e, "i", *more), up=True).each(ids(e, *down), up=False)
    step = Withdrawal(OTHER, BERN)
    s = replace(s, agenda=(step,))
    label = step.label(e.context, s, m.Slip(ids(e, *who), CALW))
    assert label is not None
    assert label.detail == told


def test_6_3_cavalry_that_is_shut_in_does_not_come_with_the_enemy() -> None:
    e = game()
    places = {"napoleon": "ilm", "i": "bern", "horse": "inside calw", "uhlans": "calw"}
    s = play(e, moving(places, control={"calw": FRENCH}), go(e, "i", CALW))
    assert decided(e, s) == "allied: withdrawal"
    s = s.each(ids(e, "i", "horse"), up=True)
    assert e.label(s, m.Slip(ids(e, "uhlans"), DORF)).detail == "Expect to lose 0.3 strength points."


def test_6_3_each_unit_throws_for_itself_and_none_loses_more_than_a_point() -> None:
    e = game()
    for faces, left in (((4, 4), (3, 0)), ((4, 3), (3, 1)), ((3, 4), (4, 0))):
        s = moving({"napoleon": "ilm", "horse": "aue", "uhlans": "bern 4", "cossacks": "bern 1"})
        s = play(e, s, go(e, "horse", BERN))
        log: list[Event] = []
        s = play(e, s, m.Slip(ids(e, "uhlans", "cossacks"), CALW), *((face,) for face in faces), log=log)
        assert (strength(e, s, "uhlans"), strength(e, s, "cossacks")) == left
        assert s.lost[OTHER] == 5 - sum(left)
        assert f"lose {5 - sum(left)} strength point" in texts(log)


def test_6_3_leaders_may_leave_with_the_cavalry_or_stay_with_the_others() -> None:
    e = game()
    s = moving({"napoleon": "ilm", "i": "aue", "uhlans": "bern", "yorck": "bern", "brigade": "bern"})
    s = play(e, s, go(e, "i", BERN))
    parties = {move.pieces for move in e.options(s) if isinstance(move, m.Slip)}
    assert parties == {ids(e, "uhlans"), ids(e, "uhlans", "yorck")}
    gone = play(e, s, m.Slip(ids(e, "uhlans", "yorck"), CALW), (3,))
    assert (where(e, gone, "uhlans"), where(e, gone, "yorck"), where(e, gone, "brigade")) == (CALW, CALW, BERN)
    assert refused(e, s, m.Slip(ids(e, "yorck"), CALW))
    assert refused(e, s, m.Slip(ids(e, "uhlans", "brigade"), CALW))
    both = moving({"napoleon": "ilm", "i": "aue", "uhlans": "bern", "yorck": "bern", "barclay": "bern"})
    both = play(e, both, go(e, "i", BERN))
    both = play(e, both, m.Slip(ids(e, "uhlans", "yorck", "barclay"), CALW), (5,))
    assert (where(e, both, "barclay"), strength(e, both, "uhlans")) == (CALW, 3)


# Engineers (6.4)


def test_6_4_three_points_of_strength_destroy_a_bridge_for_two_of_movement_or_three_under_fire() -> None:
    e = game()
    bridge = link(FELS, GAU)
    s = moving({"napoleon": "ilm", "i": "fels", "v": "fels 2"})
    weak = play(e, s, m.Activate(ids(e, "v")))
    refusal = refused(e, weak, m.Bridge(bridge, "destroy"))
    assert (refusal.code, refusal.why) == ("strength", "Too few for that: it takes a strength of 3.")
    s = play(e, s, m.Activate(ids(e, "i")))
    s = play(e, s, m.Bridge(bridge, "destroy"))
    assert (s.cut, s.agenda[-1].left) == ((bridge,), 4)
    assert refused(e, s, m.March((GAU,))).code == "barred"
    s = moving({"napoleon": "ilm", "i": "fels", "corps": "gau"})
    s = play(e, play(e, s, m.Activate(ids(e, "i"))), m.Bridge(bridge, "destroy"))
    assert s.agenda[-1].left == 3


def test_6_4_a_destroyed_bridge_stops_lines_of_communication_too() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "gau"}, cut=(link(FELS, GAU),))
    assert s.counters[number(e, "i")].contact == 0


def test_6_4_a_repair_takes_everything_and_no_enemy_unit_on_the_other_bank() -> None:
    e = game()
    bridge = link(FELS, GAU)
    s = moving({"napoleon": "ilm", "i": "fels"}, cut=(bridge,))
    s = play(e, play(e, s, m.Activate(ids(e, "i"))), m.Bridge(bridge, "repair"))
    assert s.cut == ()
    s = moving({"napoleon": "ilm", "i": "bern"}, cut=(bridge,))
    s = play(e, play(e, s, m.Activate(ids(e, "i"))), m.March((FELS,)))
    assert refused(e, s, m.Bridge(bridge, "repair")).code == "points"
    s = moving({"napoleon": "ilm", "i": "fels", "corps": "gau"}, cut=(bridge,), options=OPEN)
    s = play(game(OPEN), s, m.Activate(ids(e, "i")))
    assert refused(game(OPEN), s, m.Bridge(bridge, "repair")).code == "enemy"


def test_6_4_a_dummy_on_the_other_bank_is_revealed_and_a_unit_that_lies_face_down_stops_the_work() -> None:
    e = game()
    bridge = link(FELS, GAU)
    s = moving({"napoleon": "ilm", "i": "fels", "dummy-allied-infantry-1": "gau"}, cut=(bridge,))
    s = play(e, play(e, s, m.Activate(ids(e, "i"))), m.Bridge(bridge, "repair"))
    assert (s.cut, where(e, s, "dummy-allied-infantry-1")) == ((), SPARE)
    s = moving({"napoleon": "ilm", "i": "fels", "corps": "gau"}, cut=(bridge,))
    log: list[Event] = []
    s = play(e, play(e, s, m.Activate(ids(e, "i"))), m.Bridge(bridge, "repair"), log=log)
    assert (s.cut, s.agenda[-1].left) == ((bridge,), 6)
    assert "keeps the engineers" in texts(log)
    assert refused(e, s, m.Bridge(bridge, "repair")).code == "enemy"


def test_6_4_pontoons_are_laid_at_a_ford_of_a_major_river_as_far_as_the_train_goes() -> None:
    e = game()
    ford = link(FELS, HAIN)
    s = moving({"napoleon": "ilm", "i": "fels"})
    under_way = play(e, s, m.Activate(ids(e, "i")))
    assert refused(e, under_way, m.Bridge(link(EICH, FELS), "build")).code == "no-ford"
    s = play(e, under_way, m.Bridge(ford, "build"))
    assert s.pontoons == ((ford, FRENCH),)
    used = moving({"napoleon": "ilm", "i": "fels"}, pontoons=((link(BERN, FELS), FRENCH),))
    assert refused(e, play(e, used, m.Activate(ids(e, "i"))), m.Bridge(ford, "build")).code == "no-train"
    up = play(e, moving({"napoleon": "ilm", "i": "fels"}, pontoons=((ford, FRENCH),)), m.Activate(ids(e, "i")))
    assert play(e, up, m.Bridge(ford, "remove")).pontoons == ()


@pytest.mark.parametrize(
    ("far", "up", "told"),
    [
        ({}, False, ("Costs 2 movement points.", "Takes all movement points.", "Takes all movement points.")),
        (
            {"corps": True},
            False,
            (
                "Costs 2 movement points, 3 with an enemy unit on the other bank.",
                "Takes all movement points; an enemy unit on the other bank would stop it.",
                "Takes all movement points, and a strength point if an enemy unit is on the other bank.",
            ),
        ),
        (
            {"corps": True},
            True,
            (
                "Costs 3 movement points.",
                "",
                "Takes all movement points, and a strength point under fire.",
            ),
        ),
        (
            {"barclay": True},
            True,
            ("Costs 2 movement points.", "Takes all movement points.", "Takes all movement points."),
        ),
    ],
    ids=["nobody", "face down", "seen", "a leader alone"],
)
def test_6_4_engineers_are_told_what_a_work_takes_as_far_as_they_see_the_other_bank(
    far: dict[str, bool], up: bool, told: tuple[str, str, str]
) -> None:
    e = game()
    bridge, ford = link(FELS, GAU), link(FELS, HAIN)
    for work, at, box, cut, words in (
        ("destroy", bridge, "gau", (), told[0]),
        ("repair", bridge, "gau", (bridge,), told[1]),
        ("build", ford, "hain", (), told[2]),
    ):
        s = moving({"napoleon": "ilm", "i": "fels", **dict.fromkeys(far, box)}, cut=cut)
        s = play(e, s, m.Activate(ids(e, "i"))).each(ids(e, *far), up=up)
        move = m.Bridge(at, work)
        assert (move in e.options(s)) is bool(words)
        if words:
            assert [e.label(state, move).detail for state in (s, e.view(s, "french"))] == [words, words]


def test_6_4_one_enemy_unit_that_is_seen_settles_the_price_whoever_else_is_there() -> None:
    e = game()
    bridge = link(FELS, GAU)
    s = moving({"napoleon": "ilm", "i": "fels", "corps": "gau", "brigade": "gau"})
    s = play(e, s, m.Activate(ids(e, "i"))).each(ids(e, "corps"), up=True)
    assert e.label(s, m.Bridge(bridge, "destroy")).detail == "Costs 3 movement points."


@pytest.mark.parametrize(
    ("left", "far", "told"),
    [
        (3, {"corps": "gau"}, "Costs 2 movement points, 3 with an enemy unit on the other bank."),
        (2, {"corps": "gau"}, "Costs 2 movement points; an enemy unit on the other bank would stop it."),
        (2, {}, "Costs 2 movement points."),
    ],
)
def test_6_4_who_has_two_points_left_is_told_that_an_unseen_enemy_would_stop_the_work(
    left: int, far: dict[str, str], told: str
) -> None:
    e = game()
    move = m.Bridge(link(FELS, GAU), "destroy")
    s = play(e, moving({"napoleon": "ilm", "i": "fels", **far}), m.Activate(ids(e, "i")))
    march = s.agenda[-1]
    assert isinstance(march, Marching)
    s = s.pop(replace(march, left=left))
    assert e.label(s, move).detail == told
    done = play(e, s, move)
    assert (move.link in done.cut) is (left == 3 or not far)


def test_6_4_pontoons_under_fire_cost_a_strength_point_and_five_are_needed() -> None:
    e = game()
    ford = link(FELS, HAIN)
    s = play(e, moving({"napoleon": "ilm", "i": "fels", "corps": "hain"}), m.Activate(ids(e, "i")))
    assert strength(e, play(e, s, m.Bridge(ford, "build")), "i") == 11
    weak = play(e, moving({"napoleon": "ilm", "i": "fels 4"}), m.Activate(ids(e, "i")))
    refusal = refused(e, weak, m.Bridge(ford, "build"))
    assert (refusal.code, refusal.why) == ("strength", "Too few for that: it takes a strength of 5.")


def test_6_4_a_refusal_names_the_strength_that_the_table_of_the_game_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    e = game()
    weak = play(e, moving({"napoleon": "ilm", "i": "fels 3"}), m.Activate(ids(e, "i")))
    destroy = m.Bridge(link(FELS, GAU), "destroy")
    assert play(e, weak, destroy).cut == (destroy.link,)
    monkeypatch.setitem(e.context.tables.engineers, "destroy a bridge", 4)
    assert refused(e, weak, destroy).why == "Too few for that: it takes a strength of 4."


def test_6_4_no_engineers_work_with_enemies_in_the_box() -> None:
    e = game()
    s = play(e, moving({"napoleon": "ilm", "i": "fels", "corps": "fels"}), m.Activate(ids(e, "i")))
    assert refused(e, s, m.Bridge(link(FELS, GAU), "destroy")).code == "enemy"


@pytest.mark.parametrize(("face", "gone", "left"), [(1, True, 11), (2, True, 12), (6, False, 12), (5, True, 11)])
def test_6_4_a_beaten_force_may_destroy_the_bridge_behind_it(face: int, gone: bool, left: int) -> None:
    e = game()
    bridge = link(FELS, GAU)
    s = field(e, {"i": "fels", "corps": "gau"}, step=Burn(FRENCH, ids(e, "i"), bridge))
    s = play(e, s, m.Accept(), face)
    assert (bridge in s.cut, strength(e, s, "i")) == (gone, left)


# Interception (6.5.1)


def intercepting(places: dict[str, str], *route: int, options: Options | None = None) -> State:
    """The Allied corps marches out of Jena; the French may react."""
    e = game(options)
    s = moving({"blucher": "jena", "corps": "jena", **places}, OTHER, options)
    return play(e, s, go(e, "corps", *route))


def test_6_5_1_the_value_of_a_force_with_and_without_a_general_and_a_line() -> None:
    e = game()
    s = field(e, {"napoleon": "aue", "i": "bern", "ney": "fels", "ii": "fels", "murat": "calw", "iii": "calw"})
    x = e.context
    assert value_of(x, s, ids(e, "i"), FRENCH)[0] == 2
    assert value_of(x, s, ids(e, "ney", "ii"), FRENCH)[0] == 4  # 3 + 2, but no more than Napoleon
    assert value_of(x, s, ids(e, "murat", "iii"), FRENCH)[0] == 4
    assert value_of(x, s, ids(e, "napoleon"), FRENCH)[0] == 4
    log: list[Event] = []
    value_told(x, ids(e, "ney", "ii"), 4, (), log)
    assert (log[0].text, log[0].to) == ("Ney: command value 4.", ("french",))
    far = field(e, {"napoleon": "ilm", "i": "jena", "murat": "gau", "iii": "gau", "corps": "fels", "brigade": "dorf"})
    assert value_of(x, far, ids(e, "i"), FRENCH)[0] == 1
    assert value_of(x, far, ids(e, "murat", "iii"), FRENCH)[0] == 2


def test_6_5_1_whoever_intercepts_ends_the_march_and_defends_in_the_battle() -> None:
    e = game()
    s = intercepting({"napoleon": "ilm", "i": "fels"}, GAU)
    assert decided(e, s) == "french: reaction"
    s = play(e, s, m.React(ids(e, "i")), 2)
    assert decided(e, s) == "french: reacted"
    s = play(e, s, m.Accept())
    assert (where(e, s, "i"), s.met) == (GAU, (GAU,))
    assert decided(e, s) == "allied: movement"
    fight = run(e, replace(s, agenda=(CombatPhase(OTHER),)))
    assert decided(e, fight) == "allied: tactics"


def test_6_5_1_nobody_marches_to_the_guns_of_an_interception() -> None:
    e = game()
    s = intercepting({"napoleon": "ilm", "i": "fels", "ii": "bern"}, GAU)
    s = play(e, play(e, s, m.React(ids(e, "i")), 1), m.Accept())
    assert decided(e, run(e, replace(s, agenda=(GunsPhase(OTHER),)))) == ""


def test_6_5_1_the_die_must_not_exceed_the_value_and_a_poor_road_adds_one() -> None:
    e = game()
    s = moving({"blucher": "jena", "corps": "bern", "napoleon": "fels", "i": "eich"}, OTHER)
    s = play(e, s, go(e, "corps", AUE))
    for face, found in ((1, "french: reacted"), (2, "allied: movement")):
        assert decided(e, play(e, s, m.React(ids(e, "i")), face)) == found


def test_6_5_1_one_force_of_a_box_tries_once_for_each_box_the_enemy_enters() -> None:
    e = game()
    s = moving({"blucher": "jena", "corps": "jena", "napoleon": "ilm", "i": "fels", "ii": "fels"}, OTHER)
    s = play(e, s, m.Activate(ids(e, "corps")))
    s = play(e, play(e, s, m.March((GAU,))), m.React(ids(e, "i")), 6)
    assert decided(e, s) == "allied: march"  # the other corps of that box has had its chance
    s = play(e, s, m.March((HAIN,)))
    assert decided(e, s) == "allied: march"  # beside Hain too, but over the Rhein
    s = play(e, s, m.March((GAU,)))
    assert decided(e, s) == "french: reaction"


def test_6_5_1_an_engaged_force_does_not_intercept_nor_into_a_box_with_friends() -> None:
    e = game()
    engaged = intercepting({"i": "fels", "brigade": "fels"}, GAU)
    assert decided(e, engaged) == "allied: movement"
    friends = intercepting({"i": "fels", "ii": "gau"}, GAU)
    assert decided(e, friends) == "french: withdrawal"
    assert decided(e, play(e, friends, m.Done())) == "allied: movement"


def test_6_5_1_who_reacts_may_slip_away_and_the_enemy_may_follow() -> None:
    e = game()
    s = intercepting({"napoleon": "ilm", "i": "fels"}, GAU)
    s = play(e, play(e, s, m.React(ids(e, "i")), 1), m.Slip(ids(e, "i"), BERN))
    assert where(e, s, "i") == BERN
    assert decided(e, s) == "allied: march"
    s = play(e, s, m.March((FELS,)))
    assert where(e, s, "corps") == FELS


@pytest.mark.parametrize("leaves", [True, False])
def test_6_5_1_an_interception_that_has_drawn_off_makes_no_flank_for_another(leaves: bool) -> None:
    e = game(Options(open_play=True))
    places = {"napoleon": "fels", "i": "fels", "horse": "hain", "blucher": "jena", "corps": "jena", "brigade": "jena"}
    s = play(e, field(e, places, side=OTHER, step=MovementPhase(OTHER)), go(e, "corps", GAU))
    s = play(e, play(e, s, m.React(ids(e, "horse")), 1), m.Accept())
    if leaves:
        s = play(e, play(e, s, m.Done()), go(e, "brigade", GAU))
        s = play(e, s, m.Slip(ids(e, "horse"), HAIN), 6)
        assert (s.met, s.entered) == ((), ())
    s = play(e, play(e, s, m.React(ids(e, "i")), 1), m.Accept())
    assert bool(battle_of(e.context, s, Clash(GAU, OTHER)).later) is not leaves


def test_6_5_1_dummies_met_by_an_interception_vanish_and_no_battle_follows() -> None:
    e = game()
    s = moving({"blucher": "jena", "corps": "jena", "dummy-allied-infantry-1": "jena", "napoleon": "ilm", "i": "fels"},
               OTHER)  # fmt: skip
    s = play(e, s, go(e, "dummy-allied-infantry-1", GAU))
    s = play(e, play(e, s, m.React(ids(e, "i")), 1), m.Accept())
    assert (where(e, s, "dummy-allied-infantry-1"), where(e, s, "i"), s.met) == (SPARE, GAU, ())
    assert s.control[GAU] == FRENCH + 1
    assert decided(e, s) == "allied: movement"


def test_6_5_1_who_intercepts_does_not_retreat_the_way_the_enemy_came() -> None:
    e = game()
    s = intercepting({"napoleon": "ilm", "i": "fels"}, GAU)
    s = play(e, play(e, s, m.React(ids(e, "i")), 1), m.Accept())
    assert ways_back(e.context, s, Clash(GAU, OTHER), FRENCH) == [FELS, HAIN]


# Marching to the guns (6.5.2)


def guns(places: dict[str, str], battle: int = GAU, **more: object) -> State:
    """The Allies have entered a box of the French: who marches there?"""
    e = game()
    s = field(e, {"blucher": "jena", "corps": "gau", "i": "gau", **places}, side=OTHER, **more)  # type: ignore[arg-type]
    s = replace(s, entered=(entered(battle, JENA, OTHER, 12),))
    return run(e, replace(s, agenda=(GunsPhase(OTHER),)))


def test_6_5_2_forces_within_two_points_may_march_to_a_battle_on_their_value() -> None:
    e = game()
    s = guns({"napoleon": "ilm", "ii": "fels", "iii": "bern", "iv": "aue"})
    assert decided(e, s) == "french: guns"
    assert [subject.hex for subject in e.subjects(s)] == [BERN, FELS]
    s = play(e, s, m.ToGuns(ids(e, "ii")), 2)
    assert [(march.to, march.points) for march in s.marches] == [(GAU, 1)]
    s = play(e, s, m.ToGuns(ids(e, "iii")), 3)
    assert len(s.marches) == 1
    assert refused(e, s, m.ToGuns(ids(e, "iii"))).code == "not-offered"  # once a turn


def test_6_5_2_not_through_enemies_but_through_dummies_that_are_revealed() -> None:
    e = game()
    s = guns({"napoleon": "ilm", "iii": "bern", "landwehr": "fels"})
    assert decided(e, s) == ""
    s = guns({"napoleon": "ilm", "iii": "bern", "dummy-allied-infantry-1": "fels"})
    assert decided(e, s) == "french: guns"
    assert where(e, s, "dummy-allied-infantry-1") == SPARE


def test_6_5_2_the_example_two_points_away_and_a_battle_of_two_rounds() -> None:
    e = game(OPEN)
    places = {"blucher": "gau", "corps": "gau", "i": "gau", "napoleon": "ilm", "iii": "bern", "ney": "gau"}
    s = field(e, places, side=OTHER, entered=(entered(GAU, JENA, OTHER, 12),))
    s = run(e, replace(s, agenda=(CombatPhase(OTHER), GunsPhase(OTHER))))
    s = play(e, play(e, s, m.ToGuns(ids(e, "iii")), 1), m.Done())
    s = play(e, s, m.Tactic("screen"))
    log: list[Event] = []
    s = play(e, s, m.Tactic("screen"), 1, 1, 1, 1, 1, 1, log=log)
    assert "battle of 2 rounds" in texts(log)
    assert where(e, s, "iii") == BERN


def test_6_5_2_one_point_away_they_fight_from_the_third_round_and_leave_their_works() -> None:
    e = game(OPEN)
    places = {"blucher": "gau", "corps": "gau", "i": "gau", "napoleon": "ilm", "iii": "fels", "ney": "gau"}
    s = field(e, places, side=OTHER, entered=(entered(GAU, JENA, OTHER, 12),), works=((FELS, FRENCH),))
    s = run(e, replace(s, agenda=(CombatPhase(OTHER), GunsPhase(OTHER))))
    s = play(e, play(e, s, m.ToGuns(ids(e, "iii")), 1), m.Done())
    s = play(e, s, m.Tactic("offensive"))
    log: list[Event] = []
    s = play(e, s, m.Tactic("offensive"), *[1] * 8, log=log)
    assert "came to the guns after round 2" in texts(log)
    assert (where(e, s, "iii"), s.works) == (GAU, ())


# A leader alone is no force (4.2, reading 82), and whom a general hears


def test_8_7_a_leader_alone_bars_no_retreat_and_is_driven_off() -> None:
    e = game()
    clash = Clash(AUE, OTHER)
    places = {"i": "aue", "corps": "aue", "blucher": "jena", "barclay": "bern", "napoleon": "eich"}
    s = field(e, places, side=OTHER, entered=(entered(AUE, ILM, OTHER, 12),))
    hidden = s.counter(number(e, "barclay"), up=False)
    assert BERN not in ways_back(e.context, hidden, clash, FRENCH)
    log: list[Event] = []
    s = run(e, replace(hidden, agenda=(MovementPhase(OTHER), Beaten(clash, 1, "skirmish", 0))), log=log)
    assert "Barclay is alone at Bern" in texts(log)
    assert m.Retreat(BERN) in e.options(s)
    s = play(e, s, m.Retreat(BERN))
    assert (where(e, s, "i"), where(e, s, "barclay")) == (BERN, WAITING)


def test_6_5_2_a_leader_alone_bars_no_march_to_the_guns() -> None:
    e = game()
    places = {"napoleon": "hain", "i": "bern", "ii": "gau", "corps": "gau", "blucher": "jena", "yorck": "fels"}
    s = field(e, places, side=OTHER, entered=(entered(GAU, JENA, OTHER, 12),))
    s = run(e, replace(s, agenda=(MovementPhase(OTHER), GunsPhase(OTHER))))
    assert s.counters[number(e, "yorck")].up
    assert m.ToGuns(ids(e, "i")) in [x for subject in e.subjects(s) for x in e.options(s, subject.id)]
    real = field(e, {**places, "brigade": "fels"}, side=OTHER, entered=(entered(GAU, JENA, OTHER, 12),))
    real = run(e, replace(real, agenda=(MovementPhase(OTHER), GunsPhase(OTHER))))
    assert m.ToGuns(ids(e, "i")) not in [x for subject in e.subjects(real) for x in e.options(real, subject.id)]


@pytest.mark.parametrize(("points", "lasts"), [(1, 3), (2, 4)])
def test_6_5_2_the_chances_of_a_battle_count_who_is_on_the_way_if_it_lasts_long_enough(points: int, lasts: int) -> None:
    e = game(Options(open_play=True))
    places = {
        "napoleon": "gau",
        "i": "gau",
        "iii": "gau",
        "ii": "hain",
        "corps": "gau",
        "russians": "gau",
        "blucher": "gau",
    }
    s = field(e, places, side=OTHER, entered=(entered(GAU, JENA, OTHER, 21),))
    s = run(e, replace(s, agenda=(CombatPhase(OTHER),)))
    coming = replace(s, marches=(March(GAU, HAIN, ids(e, "ii"), points),))
    shown, with_help = (battle(e.context, at_hand, None, -1) for at_hand in (s, coming))
    assert shown is not None
    assert with_help is not None
    assert shown.parties[1].strength == with_help.parties[1].strength == "20 SP"
    better = [line.label for line, helped in zip(shown.what_if, with_help.what_if, strict=True) if line != helped]
    assert {int(label.split()[-2]) for label in better} == set(range(lasts, 5))


def test_6_5_1_a_general_whose_line_runs_by_another_general_has_the_plus_two() -> None:
    e = game()
    places = {"napoleon": "ilm", "ney": "fels", "murat": "jena", "iii": "jena", "blucher": "dorf"}
    s = field(e, places)
    far = {**places, "ney": "ilm"}
    pieces = ids(e, "murat", "iii")
    assert reaction.value_of(e.context, s, pieces, FRENCH)[0] == 4
    assert reaction.value_of(e.context, field(e, far), pieces, FRENCH)[0] == 2


def test_6_5_a_ford_in_the_rain_makes_an_interception_harder() -> None:
    e = game()
    for weather, hard in (("Clear", False), ("Rain", True), ("Mud", True), ("Snow", False)):
        s = field(e, {"napoleon": "ilm", "i": "eich"}, weather=weather)
        assert reaction.poor(e.context, s, EICH, FELS) is hard
    assert reaction.poor(e.context, s, AUE, EICH)


def test_10_nobody_reconnoitres_in_a_game_alone() -> None:
    for options, allowed in ((None, True), (Options(solitaire=True), False)):
        e = game(options)
        s = moving({"napoleon": "ilm", "horse": "aue", "corps": "bern"}, options=options)
        force = Marching(FRENCH, ids(e, "horse"), AUE, AUE, 8)
        assert force.scouts(e.context, s, BERN) is allowed


def test_6_1_mortier_takes_two_points_at_most() -> None:
    e = shipped("danube-1805")
    x = e.context
    unit, mortier = e.setting.number["v-corps"], e.setting.number["mortier"]
    s = replace(e.start(SeededDice("1805"), []), turn=4, agenda=(MovementPhase(FRENCH),), active=FRENCH)
    s = s.counter(unit, contact=LED, strength=6, moved=False)
    offered = [move for move in works.offered(x, s, s.counters[unit].at, FRENCH) if isinstance(move, m.Detach)]
    assert max(move.strength for move in offered if move.counter == mortier) == 2
    assert max(move.strength for move in offered if move.unit == unit) == 3
    assert refused(e, s, m.Detach(unit, mortier, 3)).code == "strength"
    e.check(s, "french", m.Detach(unit, mortier, 2))
