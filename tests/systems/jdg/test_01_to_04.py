"""0 to 4: units and rosters, the sequence of a turn, weather, first player, reinforcements, command and supply."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import ScriptedDice
from napwidgets.kernel.system import Event
from napwidgets.scenarios import new_game
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import place_of
from napwidgets.systems.jdg.command.administration import Administration, CommandPoints, TurnDown, dummies_back, supply
from napwidgets.systems.jdg.command.arrivals import Arrivals, MakeRoom, Recruits
from napwidgets.systems.jdg.face import inspector
from napwidgets.systems.jdg.march.marching import Marching
from napwidgets.systems.jdg.march.movement import EndMovement, MovementPhase
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.scenario import RecruitsData, SetData, SwapData
from napwidgets.systems.jdg.seasons import Weather
from napwidgets.systems.jdg.sequence import BeginTurn, EndTurn, FirstPlayer, PlayerTurn, swap_leaders
from napwidgets.systems.jdg.state import ALONE, FRENCH, GONE, LED, LOOSE, OTHER, SPARE, WAITING, Siege
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
    START,
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
    shipped,
    strength,
    texts,
    where,
)

OPEN = Options(open_play=True)


def _start(*more: str) -> tuple[SetData, ...]:
    return tuple(SetData(id=text.split()[0], at=text.split()[1]) for text in (*START, *more))


# 0, 1


def test_0_1_boxes_are_joined_by_connections_and_forces_go_only_along_them() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm"}, step=MovementPhase(FRENCH))
    no = refused(e, s, go(e, "napoleon i", BERN))
    assert (no.code, no.cites) == ("no-way", ("JDG 5.2",))


def test_0_2_a_turn_is_a_week_or_a_fortnight() -> None:
    assert [game().clock(replace(field(game(), {}), turn=n))[1] for n in (1, 2, 3)] == [
        "first half of May 1813",
        "second half of May 1813",
        "first half of June 1813",
    ]
    weeks = replace(game().setting.scenario.turns, span="week", part=4)
    e = game(None, (("turns", weeks),))
    assert e.setting.turn_name(1) == "4th week of May 1813"
    assert e.setting.turn_name(2) == "1st week of June 1813"


def test_1_1_a_leader_lies_face_down_until_he_fights() -> None:
    e = game()
    s = field(e, {"ney": "aue", "i": "aue", "corps": "gau"})
    view = e.view(s, "allied")
    assert view.counters[number(e, "ney")].at == -4
    assert view.unseen == ((AUE, FRENCH, 2),)


def test_1_2_1_reserve_artillery_has_a_bonus_and_no_strength_and_stays_in_the_game() -> None:
    e = game()
    s = field(e, {"park": "aue", "i": "aue 0"}, step=TurnDown(FRENCH))
    s = run(e, s)
    assert where(e, s, "park") == AUE
    assert where(e, s, "i") == GONE


def test_1_2_2_an_independent_detachment_goes_into_a_unit_of_its_arm_but_no_guard_and_is_gone_for_good() -> None:
    e = game()
    s = field(e, {"division": "aue 2", "i": "aue 9", "guard": "aue 3", "horse": "aue 1"}, step=MovementPhase(FRENCH))
    division = number(e, "division")
    for unit in ("guard", "horse"):
        assert refused(e, s, m.Reattach(division, number(e, unit))).code == "origin"
    s = play(e, s, m.Reattach(division, number(e, "i")))
    assert strength(e, s, "i") == 11
    assert where(e, s, "division") == GONE


def test_1_2_2_in_the_series_no_unit_grows_beyond_the_strength_it_began_with() -> None:
    start = tuple(replace(s, strength=11) if s.id == "i" else s for s in _start())
    for kind, most in (("series", 11), ("Germany 1813", 12)):
        e = game(None, (("set_up", start), ("recruits_most", kind)))
        for begins in (most - 2, most - 1):
            s = field(e, {"division": "aue 2", "i": f"aue {begins}"}, step=MovementPhase(FRENCH))
            back = m.Reattach(*(number(e, name) for name in ("division", "i")))
            if begins == most - 2:
                assert strength(e, play(e, s, back), "i") == most
            else:
                assert refused(e, s, back).why == f"i has room for {most} strength points."


def test_1_2_2_no_unit_takes_in_more_than_its_roster_has_room_for_stragglers_included() -> None:
    e = game()
    s = field(e, {"division": "aue 2", "i": "aue 10"}, step=MovementPhase(FRENCH))
    full = s.counter(number(e, "i"), strayed=1)
    move = m.Reattach(number(e, "division"), number(e, "i"))
    assert refused(e, full, move).code == "strength"
    assert strength(e, play(e, s, move), "i") == 12


def test_1_2_3_a_unit_without_strength_leaves_in_its_sides_turn_unless_it_was_reinforced_before() -> None:
    recruits = (RecruitsData(turn=2, nation="france", points=1),)
    e = game(OPEN, (("recruits", recruits),))
    s = field(e, {"napoleon": "aue", "i": "aue 0", "ii": "aue 0"}, step=Recruits(FRENCH))
    s = replace(s, agenda=(TurnDown(FRENCH), *s.agenda))
    s = run(e, s)
    s = play(e, s, m.Recruit(number(e, "i")))
    assert strength(e, s, "i") == 1
    assert (where(e, s, "i"), where(e, s, "ii")) == (AUE, GONE)


def test_1_2_3_what_a_unit_held_goes_with_it() -> None:
    e = game()
    s = field(e, {"i": "aue 0"}, step=TurnDown(FRENCH), works=((AUE, FRENCH),))
    assert run(e, s).works == ()


def test_1_3_each_side_has_the_dummies_of_the_scenario_and_no_more() -> None:
    e = game(None, (("dummies", {"french": (2, 0), "allied": (0, 1)}),))
    s = field(e, {})
    kinds = [(p.side, p.kind) for i, p in enumerate(e.setting.pieces) if p.dummy and s.counters[i].at == SPARE]
    assert sorted(kinds) == [(FRENCH, "infantry"), (FRENCH, "infantry"), (OTHER, "cavalry")]


# 2


def test_2_the_phases_of_a_turn_come_in_the_order_of_the_text() -> None:
    e = game(OPEN)
    log: list[Event] = []
    s = field(e, {"napoleon": "ilm", "i": "ilm", "blucher": "jena", "corps": "jena"}, step=BeginTurn())
    s = run(e, s, 1, log=log)
    assert [event.kind for event in log] == ["turn", "weather"]
    assert decided(e, s) == "french: first-player"
    s = play(e, s, m.Lead(OTHER), 3, log=log)
    assert decided(e, s) == "allied: movement"
    s = play(e, s, m.Done(), 2, log=log)
    assert decided(e, s) == "french: movement"
    turns = [event.text for event in log if event.kind == "player"]
    assert turns == ["The Allies have the move.", "The French have the move."]


def test_2_movement_reaction_march_to_the_guns_and_combat_follow_each_other_in_a_player_turn() -> None:
    e = game()
    s = field(e, {}, step=PlayerTurn(FRENCH))
    names = [type(step).__name__ for step in reversed(s.agenda[-1].run(e.context, s, ScriptedDice([]), []).agenda)]
    movement = ["Administration", "CardPlay", "MovementPhase", "EndMovement"]
    assert names == [*movement, "CardPlay", "CardPlay", "GunsPhase", "CombatPhase", "EndPlayerTurn"]


def test_2_units_shown_in_the_last_turn_are_turned_down_again() -> None:
    e = game()
    s = field(e, {"i": "aue", "corps": "gau"}, step=Administration(FRENCH))
    s = s.each(ids(e, "i", "corps"), up=True)
    s = s.pop(TurnDown(FRENCH)).agenda[-1].run(e.context, s, ScriptedDice([]), [])
    assert not s.counters[number(e, "i")].up
    assert s.counters[number(e, "corps")].up


# 3


@pytest.mark.parametrize(
    ("weather", "points"),
    [("Clear", (8, 8, 6, 6)), ("Rain", (7, 7, 5, 5)), ("Snow", (7, 7, 5, 5)), ("Mud", (6, 6, 5, 3))],
)
def test_3_1_the_weather_takes_movement_points(weather: str, points: tuple[int, int, int, int]) -> None:
    e = game()
    s = field(e, {"ney": "aue", "horse": "aue", "i": "aue", "park": "aue", "napoleon": "aue"}, weather=weather)
    assert tuple(e.context.allowance(s, i) for i in (number(e, n) for n in ("ney", "horse", "i", "park"))) == points


@pytest.mark.parametrize(("weather", "price"), [("Clear", 1), ("Rain", 2), ("Mud", 2), ("Snow", 1)])
def test_3_1_fords_cost_more_in_rain_and_mud_and_bridges_do_not(weather: str, price: int) -> None:
    e = game()
    s = field(e, {}, weather=weather)
    assert e.context.cost(s, link(EICH, FELS)) == price
    assert e.context.cost(s, link(BERN, FELS)) == 1


def test_3_1_after_rain_with_a_star_the_next_turn_is_mud_without_a_throw() -> None:
    e = game(OPEN)
    s = replace(field(e, {"napoleon": "ilm"}, step=BeginTurn()), weather=Weather("Rain", True))
    assert run(e, s).weather == Weather("Mud")


def test_3_2_with_napoleon_on_the_map_the_french_say_who_is_first() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "blucher": "jena"}, step=FirstPlayer())
    assert decided(e, run(e, s)) == "french: first-player"


def test_3_2_without_him_the_higher_throw_decides_with_the_best_chief_of_the_highest_rank() -> None:
    e = game()
    s = field(e, {"eugene": "ilm", "blucher": "jena", "schwarzenberg": "jena"}, step=FirstPlayer())
    assert decided(e, run(e, s, 3, 3)) == "allied: first-player"  # 3 + 2 against 3 + 3: Blücher's value is the better
    assert decided(e, run(e, s, 5, 3)) == "french: first-player"
    assert decided(e, run(e, s, 4, 3, 6, 1)) == "french: first-player"  # equal: again


def test_3_3_units_arrive_in_their_box_and_the_enemy_there_makes_room_where_he_likes() -> None:
    late = (*_start(), SetData(id="brigade", at="gau", turn=2))
    e = game(OPEN, (("set_up", late),))
    places = {"napoleon": "fels", "i": "gau", "blucher": "jena", "corps": "jena"}
    s = field(e, places, step=BeginTurn(), sieges=())
    s = play(e, run(e, s, 1), m.Lead(FRENCH))
    assert decided(e, s) == "french: make-room"
    assert isinstance(s.agenda[-1], MakeRoom)
    assert [move.to for move in e.options(s)] == [FELS, HAIN]
    s = play(e, s, m.Retreat(HAIN), 1)
    assert (where(e, s, "i"), where(e, s, "brigade"), s.control[GAU]) == (HAIN, GAU, OTHER + 1)


@pytest.mark.parametrize(("box", "sieges"), [(CALW, ()), (BERN, (Siege(CALW, OTHER),))])
def test_3_3_a_garrison_that_makes_room_is_besieged_no_more(box: int, sieges: tuple[Siege, ...]) -> None:
    e = game(OPEN)
    places = {"napoleon": "ilm", "v": "inside calw", "ii": "bern", "corps": "calw", "blucher": "calw"}
    s = field(e, places, control={"calw": FRENCH}, sieges=(Siege(CALW, OTHER),))
    s = play(
        e, replace(s, agenda=(MovementPhase(OTHER), MakeRoom(FRENCH, box))), m.Retreat(BERN if box == CALW else AUE)
    )
    assert s.sieges == sieges
    assert (where(e, s, "v"), s.counters[number(e, "v")].inside) == ((CALW, True) if sieges else (BERN, False))


def test_3_3_whoever_arrives_in_one_place_is_told_of_together() -> None:
    late = [SetData(id=id, at=at, turn=2) for id, at in (("brigade", "jena"), ("v", "aue"), ("iv", "aue"))]
    e, log = game(OPEN, (("set_up", (*_start(), *late)),)), list[Event]()
    s = run(e, field(e, {"napoleon": "ilm", "blucher": "jena"}, step=Arrivals()), log=log)
    told = [event for event in log if event.kind == "arrival"]
    assert [event.text for event in told] == ["brigade arrives at Jena.", "v and iv arrive at Aue."]
    assert [event.units for event in told] == [ids(e, "brigade"), ids(e, "v") + ids(e, "iv")]
    strengths = [s.counters[number(e, unit.id)].strength for unit in late]
    assert [sum(event.data["tally"].values()) for event in told] == [strengths[0], sum(strengths[1:])]


def test_3_3_a_roll_may_delay_an_arrival() -> None:
    late = (*_start(), SetData(id="brigade", at="jena", turn=2, roll=4))
    e = game(OPEN, (("set_up", late),))
    s = field(e, {"napoleon": "ilm", "blucher": "jena"}, step=BeginTurn())
    s = run(e, s, 1)
    assert where(e, play(e, s, m.Lead(FRENCH), 3, 1), "brigade") == WAITING
    assert where(e, play(e, s, m.Lead(FRENCH), 4, 1), "brigade") == JENA


def test_3_3_the_roster_tells_how_likely_a_counter_comes_that_needs_a_die() -> None:
    late = (*_start(), SetData(id="brigade", at="jena", turn=2, roll=4))
    e = game(OPEN, (("set_up", late),))
    s = field(e, {"napoleon": "ilm", "blucher": "jena"})
    side = e.context.sides[number(e, "brigade")]

    def told(turn: int, seat: str) -> str:
        lines = inspector.roster(e.context, replace(s, turn=turn), seat)
        return next((line.detail for line in lines if line.id == f"c{number(e, 'brigade')}"), "")

    seats = e.setting.sides
    assert ", Jena: 50 % a turn · " in told(1, seats[side])
    assert told(2, seats[side]).startswith("may come any turn, Jena: 50 % a turn · ")
    assert "%" not in told(1, seats[1 - side])


@pytest.mark.parametrize(
    ("leaders", "box"),
    [({"napoleon": "bern", "ney": "aue"}, AUE), ({"napoleon": "aue"}, AUE), ({"eugene": "aue"}, ILM)],
)
def test_3_3_whoever_comes_to_a_leader_who_is_gone_comes_to_the_commander_in_chief_or_to_the_supply(
    leaders: dict[str, str], box: int
) -> None:
    e = game(OPEN)
    s = field(e, {**leaders, "blucher": "jena"})
    assert place_of(e.context, s, SetData(id="iv", at="with ney")) == box


def test_3_3_whoever_comes_over_a_connection_needs_no_command_points_and_makes_no_forced_march() -> None:
    e = game()
    s = field(e, {"napoleon": "aue", "iv": "before west"}, step=MovementPhase(FRENCH), points=0)
    assert refused(e, s, go(e, "iv", ILM, forced=True)).code == "forced"
    s = play(e, s, go(e, "iv", ILM, AUE, BERN, CALW, DORF))
    assert where(e, s, "iv") == DORF
    assert e.context.allowance(s.counter(number(e, "v"), at=-10), number(e, "v")) == 6


def test_3_3_who_has_halted_before_the_map_comes_in_on_a_later_turn() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "before west", "blucher": "jena"}, step=MovementPhase(FRENCH))
    s = play(e, play(e, s, m.Activate(ids(e, "i"))), m.Done())
    assert refused(e, s, m.Activate(ids(e, "i"))).code == "moved"
    s = run(e, replace(s, turn=3, agenda=(MovementPhase(FRENCH), TurnDown(FRENCH))))
    s = play(e, s, go(e, "i", ILM))
    assert where(e, s, "i") == ILM


def test_3_3_in_the_series_strength_points_replace_losses_of_units_in_command_and_one_a_turn() -> None:
    recruits = (RecruitsData(turn=2, nation="france", points=3),)
    e = game(OPEN, (("recruits", recruits), ("recruits_most", "series")))
    s = field(e, {"napoleon": "ilm", "i": "aue 9", "ii": "jena 8", "iii": "aue"}, step=Recruits(FRENCH))
    s = s.counter(number(e, "i"), lost=3).counter(number(e, "ii"), lost=2)
    s = run(e, s)
    assert [subject.id for subject in e.subjects(s)] == [f"c:{number(e, 'i')}"]  # the others: no line, no losses
    assert refused(e, s, m.Done()).code == "must-take"
    s = play(e, s, m.Recruit(number(e, "i")))
    assert (strength(e, s, "i"), s.counters[number(e, "i")].lost) == (10, 2)
    assert s.kept == (("france", 2),)


def test_3_3_what_nobody_needs_waits_in_the_series_until_somebody_does() -> None:
    e = game(OPEN, (("recruits_most", "series"),))
    s = field(e, {"napoleon": "aue", "i": "aue 9"}, step=Recruits(FRENCH), kept=(("france", 1), ("prussia", 2)))
    later = s.counter(number(e, "i"), lost=3)
    assert run(e, s).kept == (("prussia", 2), ("france", 1))
    later = play(e, run(e, later), m.Recruit(number(e, "i")))
    assert later.kept == (("prussia", 2),)


# 4


def test_4_1_units_of_different_armies_do_not_march_together() -> None:
    e = game()
    s = field(e, {"napoleon": "aue", "i": "aue", "italians": "aue"}, step=MovementPhase(FRENCH))
    assert refused(e, s, go(e, "i italians", BERN)).code == "armies"


def test_4_2_a_leader_of_rank_4_found_alone_goes_to_the_nearest_army() -> None:
    e = game()
    places = {"napoleon": "fels", "i": "calw", "v": "ilm", "corps": "gau"}
    s = field(e, places, step=MovementPhase(OTHER), side=OTHER)
    s = play(e, s.counter(number(e, "napoleon"), up=True), go(e, "corps", FELS))
    found = s.counters[number(e, "napoleon")]
    assert (found.at, found.up, found.inside) == (CALW, False, False), "outside the walls, with his troops"


def test_4_2_of_two_armies_equally_near_he_joins_which_he_likes() -> None:
    e = game()
    places = {"napoleon": "fels", "i": "bern", "v": "eich", "corps": "gau"}
    s = field(e, places, step=MovementPhase(OTHER), side=OTHER)
    s = play(e, s, go(e, "corps", FELS))
    assert decided(e, s) == "french: reaction"
    s = play(e, s, m.Done())
    assert decided(e, s) == "french: haven"
    assert [move.to for move in e.options(s)] == [BERN, EICH]
    assert where(e, play(e, s, m.Retreat(EICH)), "napoleon") == EICH


def test_4_2_a_leader_of_rank_3_comes_back_next_turn_with_his_chief_or_at_the_source_of_supply() -> None:
    e = game(OPEN)
    s = field(e, {"napoleon": "aue", "i": "aue", "ney": "fels", "corps": "gau", "blucher": "jena"},
              step=MovementPhase(OTHER), side=OTHER)  # fmt: skip
    s = play(e, s, go(e, "corps", FELS))
    assert where(e, s, "ney") == WAITING
    s = replace(s, turn=3, agenda=(BeginTurn(),))
    s = run(e, s, 1)
    s = play(e, s, m.Lead(FRENCH))
    assert decided(e, s) == "french: comes-back"
    assert [move.to for move in e.options(s)] == [AUE, ILM]
    assert where(e, play(e, s, m.Retreat(ILM), 1), "ney") == ILM


def test_4_2_whoever_came_as_a_reinforcement_comes_back_so_too_and_not_where_he_first_arrived() -> None:
    ney = SetData(id="ney", at="Eich", turn=2)
    e = game(OPEN, (("set_up", (*_start()[:2], *_start()[3:], ney)),))
    s = field(e, {"napoleon": "aue", "i": "aue", "blucher": "jena"}, step=BeginTurn(), turn=3)
    first = play(e, run(e, s, 1), m.Lead(FRENCH), 1)
    assert where(e, first, "ney") == EICH, "he has not come yet"
    s = play(e, run(e, s.counter(number(e, "ney"), spent=2), 1), m.Lead(FRENCH))
    assert decided(e, s) == "french: comes-back"
    assert [move.to for move in e.options(s)] == [AUE, ILM]


def test_4_2_who_has_got_away_is_replaced_and_comes_back_under_the_other_name() -> None:
    e = game(OPEN, (("swaps", (SwapData(turn=3, out="ney", then="murat"),)),))
    s = field(e, {"napoleon": "aue", "i": "aue", "blucher": "jena"}, step=BeginTurn(), turn=3)
    assert where(e, run(e, s, 1), "ney") == WAITING, "who has never come is not replaced"
    s = play(e, run(e, s.counter(number(e, "ney"), spent=2), 1), m.Lead(FRENCH))
    assert decided(e, s) == "french: comes-back"
    assert where(e, play(e, s, m.Retreat(ILM), 1), "murat") == ILM


def test_4_2_a_leader_of_rank_1_or_2_found_alone_is_lost_without_points_for_it() -> None:
    e = game()
    s = field(e, {"napoleon": "aue", "murat": "fels", "corps": "gau"}, step=MovementPhase(OTHER), side=OTHER)
    s = play(e, s, go(e, "corps", FELS))
    assert where(e, s, "murat") == GONE
    assert s.score == (0, 0)


def test_4_2_a_leader_is_replaced_where_the_scenario_says_so() -> None:
    e = game(OPEN, (("swaps", (SwapData(turn=2, out="ney", then="murat"), SwapData(turn=2, out="yorck"))),))
    s = field(e, {"napoleon": "ilm", "ney": "aue", "yorck": "gau"}, step=BeginTurn())
    s = run(e, s, 1)
    assert (where(e, s, "murat"), where(e, s, "ney"), where(e, s, "yorck")) == (AUE, GONE, GONE)


@pytest.mark.parametrize(("gone", "box"), [(False, "guttstadt"), (True, "saalfeld")])
def test_4_2_nobody_takes_the_place_of_a_leader_who_is_out_of_the_game(gone: bool, box: str) -> None:
    e = shipped("poland-1807", open_play=True)
    x, log = e.context, list[Event]()
    bernadotte, victor, chief = (x.setting.number[name] for name in ("bernadotte", "victor", "napoleon"))
    start = new_game("jdg/poland-1807", seed="1807", options={"open_play": True}).state
    there = start.counter(bernadotte, at=GONE if gone else x.network.index("guttstadt"))
    s = swap_leaders(x, replace(there.counter(chief, at=x.network.index("saalfeld")), turn=2, agenda=()), log)
    assert ("Victor takes the place" in texts(log)) is not gone
    s = run(e, replace(s, agenda=(MovementPhase(FRENCH), Arrivals())))
    assert (s.counters[victor].at, s.counters[bernadotte].at) == (x.network.index(box), GONE)


def test_4_2_who_is_delayed_beyond_the_turn_in_which_he_leaves_never_comes() -> None:
    e = shipped("germany-1813-3", open_play=True)
    bessieres, guard = (e.setting.number[name] for name in ("bessieres", "guard-cavalry"))
    s = new_game("jdg/germany-1813-3", seed="1813", options={"open_play": True}).state
    assert s.counters[bessieres].at == s.counters[guard].at == WAITING
    s = swap_leaders(e.context, replace(s, turn=4, agenda=()), [])
    s = run(e, replace(s, agenda=(MovementPhase(FRENCH), Arrivals())))
    assert (s.counters[bessieres].at, s.counters[guard].at) == (GONE, e.setting.network.index("weimar"))


def test_4_3_a_line_is_four_points_long_in_the_costs_of_infantry() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "dorf", "ii": "calw", "iii": "fels"})
    assert [s.counters[number(e, n)].contact for n in ("i", "ii", "iii")] == [LED, LED, LED]
    s = field(e, {"napoleon": "ilm", "i": "jena"})
    assert s.counters[number(e, "i")].contact == ALONE


def test_4_3_fords_in_rain_shorten_it_and_a_general_lengthens_it() -> None:
    e = game()
    places = {"napoleon": "ilm", "i": "eich", "ii": "fels", "iii": "hain"}
    dry, wet = (field(e, places, weather=weather) for weather in ("Clear", "Rain"))
    assert dry.counters[number(e, "iii")].contact == ALONE  # five points: the ford of the Rhein can't be used
    assert wet.counters[number(e, "ii")].contact == LED  # by the bridge
    by_ney = field(e, {**places, "ney": "fels"})
    assert by_ney.counters[number(e, "iii")].contact == LED
    alone = field(e, {"napoleon": "dorf", "ney": "hain", "iii": "gau", "corps": "fels", "brigade": "jena"})
    assert alone.counters[number(e, "iii")].contact == LOOSE


def test_4_3_enemies_even_dummies_bar_it_but_not_those_in_the_box_itself() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "calw", "dummy-allied-infantry-1": "bern"})
    assert s.counters[number(e, "i")].contact == ALONE
    s = field(e, {"napoleon": "ilm", "i": "bern", "corps": "bern"})
    assert s.counters[number(e, "i")].contact == LED


def _supply(**others: str) -> tuple[str, tuple[int, ...]]:
    e = game()
    s = field(e, {"napoleon": "gau", "blucher": "jena", **others})
    return supply(e.context, s, 0)


def test_4_4_supply_is_a_line_of_any_length_to_the_source() -> None:
    assert _supply() == ("supplied", ())
    assert _supply(corps="fels", brigade="dorf")[0] == "cut"


def test_4_4_cut_supply_halves_the_points_rounded_up() -> None:
    e = game()
    s = field(e, {"napoleon": "gau", "corps": "fels", "brigade": "jena"}, step=CommandPoints(FRENCH))
    s = replace(s, agenda=(MovementPhase(FRENCH), CommandPoints(FRENCH)))
    assert run(e, s, 5).points[0] == 5  # 5 + 4, halved


def test_4_4_a_dummy_alone_leaves_two_thirds_and_is_out_for_the_rest_of_the_game() -> None:
    e = game()
    s = field(e, {"napoleon": "gau", "dummy-allied-infantry-1": "fels", "brigade": "jena"})
    s = replace(s, agenda=(MovementPhase(FRENCH), CommandPoints(FRENCH)))
    log: list[Event] = []
    s = run(e, s, 6, log=log)
    dummy = number(e, "dummy-allied-infantry-1")
    assert s.points[0] == 7  # 6 + 4, two thirds
    assert s.counters[dummy].at == GONE
    assert "removed for good" in texts(log)
    assert dummies_back(e.context, s, OTHER) == 1  # half of the other three
    assert dummies_back(e.context, s.counter(dummy, at=SPARE), OTHER) == 2


def test_4_4_without_supply_rules_every_army_is_in_supply() -> None:
    e = game(Options(no_supply=True))
    s = field(e, {"napoleon": "gau", "corps": "fels", "brigade": "jena"})
    assert supply(e.context, s, 0) == ("supplied", ())


def test_4_5_each_army_throws_for_itself_and_keeps_its_points_apart() -> None:
    e = game()
    s = field(e, {"napoleon": "aue", "eugene": "ilm"}, points=0)
    s = run(e, replace(s, agenda=(MovementPhase(FRENCH), CommandPoints(FRENCH))), 3, 6)
    assert s.points[:2] == (7, 8)
    assert s.points[2:] == (0, 0)


@pytest.mark.parametrize(
    ("force", "places", "price"),
    [
        ("napoleon i", {}, 0),
        ("ney i", {"ney": "calw", "i": "calw"}, 0),
        ("ney i", {"ney": "jena", "i": "jena"}, 1),
        ("i", {"i": "calw"}, 1),
        ("i", {"i": "jena"}, 2),
        ("division", {"division": "aue"}, 2),
    ],
)
def test_4_5_what_it_costs_to_set_a_force_out(force: str, places: dict[str, str], price: int) -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "ilm", **places}, step=MovementPhase(FRENCH))
    s = play(e, s, m.Activate(ids(e, *force.split())))
    assert isinstance(s.agenda[-1], Marching)
    assert s.points[0] == 9 - price


def test_4_5_nothing_is_set_out_without_the_points_for_it() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "i": "jena"}, step=MovementPhase(FRENCH), points=1)
    no = refused(e, s, go(e, "i", GAU))
    assert (no.code, no.cites) == ("points", ("JDG 4.5",))


def test_4_6_out_of_command_a_unit_marches_a_point_less_and_makes_no_detachment() -> None:
    e = game()
    places = {"napoleon": "dorf", "ney": "hain", "iii": "gau", "corps": "fels", "brigade": "jena", "iv": "eich"}
    s = field(e, places, step=MovementPhase(FRENCH))
    loose, alone = number(e, "iii"), number(e, "iv")
    assert (s.counters[loose].contact, s.counters[alone].contact) == (LOOSE, ALONE)
    assert e.context.allowance(s, loose) == e.context.allowance(s, alone) == 5
    assert refused(e, s, m.Detach(loose, number(e, "d1"), 1)).cites == ("JDG 4.6", "JDG 6.1")
    assert refused(e, s, go(e, "iv", AUE, forced=True)).code == "forced"
    e.check(s, "french", m.Activate((loose,), True))  # a line to a general is enough for a forced march


def test_4_6_an_independent_detachment_is_always_out_of_command() -> None:
    e = game()
    s = field(e, {"napoleon": "aue", "division": "aue"})
    assert s.counters[number(e, "division")].contact == ALONE


def test_2_fatigue_and_digging_end_with_the_turn() -> None:
    e = game(OPEN)
    s = field(e, {"napoleon": "aue", "i": "aue"}, step=EndTurn())
    s = s.counter(number(e, "i"), weary=True, spent=99)
    s = run(e, s, 1)
    assert s.turn == 3
    assert not s.counters[number(e, "i")].weary
    assert s.counters[number(e, "i")].spent == 0


def test_2_units_that_have_done_nothing_rest_at_the_end_of_movement() -> None:
    e = game(OPEN)
    s = field(e, {"i": "aue 9"}, step=EndMovement(FRENCH)).counter(number(e, "i"), strayed=2)
    assert strength(e, run(e, s, 1), "i") == 10


def test_4_3_a_leader_alone_cuts_no_line_and_no_supply_and_is_turned_up_where_he_would() -> None:
    e = game()
    dummy = "dummy-allied-infantry-1"
    places = {"napoleon": "bern", "ney": "fels", "ii": "fels", "i": "bern", "blucher": "jena", "yorck": "aue"}
    for there, supplied, up in (("yorck", True, True), ("brigade", False, False)):
        s = field(e, {**{k: v for k, v in places.items() if k != "yorck"}, there: "aue"}, step=CommandPoints(FRENCH))
        log: list[Event] = []
        after = run(e, replace(s, agenda=(MovementPhase(FRENCH), CommandPoints(FRENCH))), 4, log=log)
        assert after.points[0] == (8 if supplied else 4)
        assert after.counters[number(e, there)].up is up
        assert ("Yorck is alone at Aue" in texts(log)) is up
    with_dummy = field(e, {**places, dummy: "aue"}, step=CommandPoints(FRENCH))
    after = run(e, replace(with_dummy, agenda=(MovementPhase(FRENCH), CommandPoints(FRENCH))), 4)
    assert (after.points[0], where(e, after, dummy)) == (6, GONE)
    idle = field(e, {**places, "yorck": "gau"}, step=CommandPoints(FRENCH))
    assert (
        not run(e, replace(idle, agenda=(MovementPhase(FRENCH), CommandPoints(FRENCH))), 4)
        .counters[number(e, "yorck")]
        .up
    )
