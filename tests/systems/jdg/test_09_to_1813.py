"""9, 10 and Germany 1813: victory, games alone, cards, the armistice, shared points, sieges, optional rules."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import ScriptedDice
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.kernel.system import Event
from napwidgets.scenarios import new_game
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import holder
from napwidgets.systems.jdg.combat.battle import DEFEND
from napwidgets.systems.jdg.combat.muster import Clash
from napwidgets.systems.jdg.combat.phase import CombatPhase
from napwidgets.systems.jdg.combat.retreat import Beaten, Retreats, destroyed
from napwidgets.systems.jdg.combat.sieges import SiegeChoice
from napwidgets.systems.jdg.command.administration import CommandPoints
from napwidgets.systems.jdg.command.arrivals import Recruits
from napwidgets.systems.jdg.engine import Campaign
from napwidgets.systems.jdg.face.goals import standing
from napwidgets.systems.jdg.face.pieces import scene
from napwidgets.systems.jdg.germany.armistice import after_battle, reached, shifted
from napwidgets.systems.jdg.germany.cards import CardPlay, Discards, Draw
from napwidgets.systems.jdg.march.groups import budget_for
from napwidgets.systems.jdg.march.marching import Marching
from napwidgets.systems.jdg.march.movement import MovementPhase
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.scenario import RecruitsData
from napwidgets.systems.jdg.sequence import BeginTurn, EndTurn, FirstPlayer, NextTurn, PlayerTurn
from napwidgets.systems.jdg.state import FRENCH, GONE, OTHER, SPARE, WAITING, Siege, State
from napwidgets.systems.jdg.victory import account, verdict
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
    TRUCE,
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


# Victory (9)


def test_9_places_score_for_whoever_was_last_in_them() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm"}, control={"calw": OTHER, "gau": OTHER})
    assert (account(e.context, s, FRENCH).places, account(e.context, s, OTHER).places) == (0, 4)
    s = field(e, {"napoleon": "ilm"}, control={"calw": FRENCH, "gau": FRENCH})
    assert (account(e.context, s, FRENCH).places, account(e.context, s, OTHER).places) == (6, 0)


def test_9_the_flag_is_turned_by_who_moves_through() -> None:
    e = game()
    s = field(e, {"napoleon": "ilm", "horse": "ilm"}, step=MovementPhase(FRENCH), control={"aue": OTHER})
    assert holder(play(e, s, go(e, "horse", AUE, BERN)), AUE) == FRENCH + 1


@pytest.mark.parametrize(("lost", "points"), [((7, 13), (1, 0)), ((5, 13), (2, 0)), ((13, 10), (0, 0))])
def test_9_losses_the_example_of_the_text(lost: tuple[int, int], points: tuple[int, int]) -> None:
    e = game()
    s = field(e, {}, lost=lost)
    assert (account(e.context, s, FRENCH).losses, account(e.context, s, OTHER).losses) == points


@pytest.mark.parametrize(
    ("score", "ending", "winner"),
    [((5, 3), "draw", None), ((6, 3), "points", "french"), ((0, 3), "points", "allied"), ((2, 4), "draw", None)],
)
def test_9_three_points_more_win(score: tuple[int, int], ending: str, winner: str | None) -> None:
    e = game()
    log: list[Event] = []
    over = verdict(e.context, field(e, {}, score=score), log)
    assert over.ended is not None
    assert (over.ended.ending, over.ended.winner) == (ending, winner)
    assert texts(log).startswith("A draw." if winner is None else "The ")


def test_9_the_last_turn_brings_the_verdict() -> None:
    e = game()
    s = run(e, replace(field(e, {}, score=(3, 0)), turn=6, agenda=(NextTurn(),)))
    assert e.outcome(s) is not None
    assert decided(e, s) == ""


@pytest.mark.parametrize(("leader", "score"), [("murat", 1), ("eugene", 3)])
def test_9_captives_score_one_or_three(leader: str, score: int) -> None:
    e = game()
    s = field(e, {"corps": "calw", "v": "inside calw", leader: "inside calw"}, side=OTHER)
    s = run(e, replace(s, agenda=(Beaten(Clash(CALW, OTHER, assault=True), DEFEND, "skirmish", 1),)))
    assert s.score == (0, score)


@pytest.mark.parametrize(("came", "score"), [(False, 3), (True, 1)])
def test_9_who_commands_in_his_chiefs_absence_is_captured_as_a_commander_in_chief(came: bool, score: int) -> None:
    e = shipped("germany-1813-3", open_play=True)
    x, weimar = e.context, e.setting.network.index("weimar")
    s = new_game("jdg/germany-1813-3", seed="1813", options={"open_play": True}).state
    eugene, corps, napoleon = (e.setting.number[name] for name in ("eugene", "xi-corps", "napoleon"))
    s = s.counter(napoleon, at=weimar if came else WAITING)
    s = destroyed(x, replace(s, score=(0, 0)), [eugene, corps], [])
    assert (s.score, s.counters[eugene].at) == ((0, score), GONE)


def test_9_the_capture_of_napoleon_ends_the_game() -> None:
    e = game()
    s = field(e, {"corps": "calw", "v": "inside calw", "napoleon": "inside calw"}, side=OTHER)
    s = run(e, replace(s, agenda=(Beaten(Clash(CALW, OTHER, assault=True), DEFEND, "skirmish", 1),)))
    outcome = e.outcome(s)
    assert outcome is not None
    assert (outcome.ending, outcome.winner) == ("napoleon", "allied")


@pytest.mark.parametrize("how", ["siege", "assault", "shut-in"])
def test_9_whoever_falls_with_napoleon_counts_and_so_does_the_place(how: str) -> None:
    """Reading 94: what the game says of the captives, its points, and its end agree."""
    e = game()
    there = {
        "v": "calw",
        "napoleon": "calw",
        "ney": "calw",
        "corps": "calw",
        "brigade": "bern",
        "landwehr": "dorf",
        "blucher": "dorf",
    }
    places = {**there, **{n: "inside calw" for n in ("v", "napoleon", "ney") if how != "shut-in"}}
    control = {"calw": FRENCH}
    step = {
        "siege": SiegeChoice(OTHER, CALW),
        "assault": Beaten(Clash(CALW, OTHER, assault=True), DEFEND, "skirmish", 1),
        "shut-in": Retreats(Clash(CALW, OTHER), DEFEND, "skirmish", 1),
    }[how]
    s = field(e, places, side=OTHER, control=control, step=step)
    log: list[Event] = []
    s = play(e, s, m.Accept(), 6, log=log) if how == "siege" else run(e, s, log=log)
    outcome = e.outcome(s)
    assert outcome is not None
    assert (outcome.ending, outcome.winner, s.control[CALW], s.agenda) == ("napoleon", "allied", OTHER + 1, ())
    assert "Napoleon is captured: 3 victory points." in texts(log)
    assert "Ney is captured: 1 victory point." in texts(log)
    won = account(e.context, s, OTHER)
    assert won.battles == 4
    assert dict(outcome.points) == {"french": account(e.context, s, FRENCH).total, "allied": won.total}
    told = {fact.name: (fact.value, fact.note) for fact in standing(e.context, s)}
    assert told["Points of the Allies"][0] == str(won.total)
    assert "4 for battles and captives" in told["Points of the Allies"][1]


# Alone (10)


def alone(places: dict[str, str], **more: object) -> State:
    """A Movement Phase of the French in a game alone."""
    e = game(Options(solitaire=True))
    return field(e, places, step=MovementPhase(FRENCH), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("force", "faces", "left"),
    [("i", (1,), 3), ("i", (6,), 6), ("horse", (2,), 6), ("i horse", (5, 1), 5), ("ney", (6,), 8), ("iv", (3,), 3)],
)
def test_10_how_far_a_force_comes_is_thrown_for_by_type(force: str, faces: tuple[int, ...], left: int) -> None:
    e = game(Options(solitaire=True))
    places = {"napoleon": "ilm", "i": "aue", "horse": "aue", "ney": "ilm", "iv": "jena"}
    s = play(e, alone(places), m.Activate(ids(e, *force.split())), *faces)
    assert s.agenda[-1].left == left


@pytest.mark.parametrize(("force", "left"), [("i", 5), ("horse", 7), ("ney", 7), ("iv", 3)])
def test_10_whoever_comes_from_off_the_map_is_not_without_a_line(force: str, left: int) -> None:
    e = game(Options(solitaire=True))
    places = {"napoleon": "ilm", "i": "before west", "horse": "before west", "ney": "before west", "iv": "jena"}
    assert play(e, alone(places), m.Activate(ids(e, force)), 3).agenda[-1].left == left


def test_10_the_weather_counts_and_one_point_is_always_left() -> None:
    e = game(Options(solitaire=True))
    s = play(e, alone({"napoleon": "ilm", "iv": "jena"}, weather="Mud"), m.Activate(ids(e, "iv")), 1)
    assert s.agenda[-1].left == 1


def test_10_nothing_is_hidden_and_there_are_no_dummies() -> None:
    e = game(Options(solitaire=True))
    assert not any(piece.dummy for piece in e.setting.pieces)
    s = alone({"napoleon": "ilm", "corps": "gau"})
    assert e.view(s, "french").counters == s.counters
    assert refused(e, s, go(e, "napoleon", AUE)).cites == ("JDG 10",)


# Blind play and cards (A)


def test_a_1_three_degrees_of_blind_play() -> None:
    for options, seen in ((OPEN, (True, True)), (Options(leaders_shown=True), (True, False)), (None, (False, False))):
        e = game(options)
        s = field(e, {"ney": "aue", "i": "aue", "corps": "gau"})
        view = e.view(s, "allied")
        assert tuple(view.counters[number(e, name)].at == AUE for name in ("ney", "i")) == seen


def test_a_1_dummies_can_be_left_out() -> None:
    assert not any(piece.dummy for piece in game(Options(no_dummies=True)).setting.pieces)


CARDS = (("cards", tuple(range(1, 11))),)


def test_a_2_cards_are_used_up_and_come_back_when_the_deck_is_empty() -> None:
    e = game(OPEN, CARDS)
    places = {"napoleon": "ilm", "i": "aue 5"}
    s = field(e, places, step=MovementPhase(FRENCH), hands=((1,), ()), deck=(), aside=())
    s = play(e, s, m.Card(1, 0), 4)
    assert (s.points[0], s.hands, s.aside) == (13, ((), ()), (1,))
    assert refused(e, s, m.Card(1, 0)).code == "not-offered"
    s = run(e, replace(s, agenda=(Draw(),)), (0,))
    assert (s.hands, s.deck, s.aside) == (((1,), ()), (), ())


def test_a_2_what_the_cards_do() -> None:
    e = game(OPEN, CARDS)
    places = {"napoleon": "ilm", "i": "fels 5", "ii": "aue 10", "corps": "jena", "blucher": "jena"}
    s = field(e, places, step=MovementPhase(FRENCH), hands=((2, 4, 6, 8, 9, 10), ()))
    s = s.counter(number(e, "i"), lost=2)
    fitting = {move.card for move in e.options(s) if isinstance(move, m.Card)}
    assert fitting == {2, 6, 8, 9}  # the others wait for the enemy
    s = play(e, s, m.Card(6, number(e, "i")))
    assert (strength(e, s, "i"), s.counters[number(e, "i")].lost, s.lost) == (6, 1, (-1, 0))
    s = play(e, s, m.Card(9, number(e, "i")))
    assert strength(e, s, "i") == 7
    s = play(e, s, m.Card(8, link(FELS, HAIN)))
    assert s.pontoons == ((link(FELS, HAIN), FRENCH),)
    s = play(e, s, m.Card(2))
    s = play(e, s, go(e, "i", BERN, forced=True))  # no die for stragglers
    assert strength(e, s, "i") == 7


def test_a_2_whoever_holds_cards_is_asked_before_the_enemy_marches_and_orders_may_be_lost() -> None:
    e = game(OPEN, CARDS)
    places = {"napoleon": "ilm", "i": "aue", "corps": "jena", "blucher": "jena"}
    s = field(e, places, hands=((6, 10), ()), step=PlayerTurn(OTHER))
    s = run(e, s, 3)
    assert decided(e, s) == "french: cards"
    assert list(e.options(s)) == [m.Done(), m.Card(10)]  # nobody has lost a point that could rally
    log: list[Event] = []
    s = play(e, s, m.Card(10), log=log)
    assert s.points[2] == 4  # 3 + 3, two less
    assert [event.to for event in log if event.kind == "points"] == [("allied",)]
    s = play(e, s, m.Done())  # asked again, as a card is left
    assert decided(e, s) == "allied: movement"


def test_a_2_whoever_holds_a_card_is_asked_though_it_does_not_fit_and_nobody_without_one() -> None:
    e = game(OPEN, CARDS)
    places = {"napoleon": "ilm", "i": "aue", "corps": "jena", "blucher": "jena"}
    for hand, asked in (((5,), "french: cards"), ((), "allied: movement")):
        s = run(e, field(e, places, hands=(hand, ()), step=PlayerTurn(OTHER)), 3)
        assert decided(e, s) == asked
        assert decided(e, e.view(s, "allied")) == asked
    s = run(e, field(e, places, hands=((5,), ()), step=PlayerTurn(OTHER)), 3)
    decision = e.decision(s)
    assert decision is not None
    assert decision.formal
    assert list(e.options(s)) == [m.Done()]


def test_a_2_both_sides_may_play_cards_before_the_battles_if_there_are_any() -> None:
    e = game(OPEN, CARDS)
    places = {"napoleon": "ilm", "i": "aue 5", "corps": "aue", "blucher": "jena"}
    s = field(e, places, hands=((6,), (12,)), truce=5, step=CardPlay(FRENCH, "battles near"))
    s = replace(s, agenda=(CombatPhase(FRENCH), CardPlay(OTHER, "battles near"), *s.agenda)).counter(
        number(e, "i"), lost=2
    )
    assert decided(e, s) == "french: cards"
    s = play(e, s, m.Card(6, number(e, "i")))
    assert strength(e, s, "i") == 6
    assert decided(e, s) == "allied: cards"
    assert refused(e, s, m.Card(11)).code == "not-offered"
    s = play(e, s, m.Card(12))
    assert s.truce == 4
    assert decided(e, s) != "allied: cards"
    apart = field(e, {**places, "corps": "jena"}, hands=((6,), (12,)), truce=5, step=CardPlay(FRENCH, "battles near"))
    assert decided(e, run(e, replace(apart, agenda=(MovementPhase(FRENCH), *apart.agenda)))) == "french: movement"


def test_a_2_a_screen_played_when_cavalry_reconnoitres_hides_everything_from_it() -> None:
    e = game(OPEN, CARDS)
    s = field(e, {"napoleon": "ilm", "horse": "aue", "corps": "bern"}, hands=((), (4,)), step=MovementPhase(FRENCH))
    s = play(e, s, go(e, "horse", BERN, scout=True))
    assert decided(e, s) == "allied: cards"
    log: list[Event] = []
    s = play(e, s, m.Card(4), log=log)
    assert "screen of cavalry" in texts(log)
    assert (s.played, s.aside) == ((), (4,))


def test_1813_2_each_side_draws_a_card_the_french_first_and_keeps_two() -> None:
    e = game(OPEN, CARDS)
    s = field(e, {}, deck=(1, 2, 3), hands=((4, 5), ()))
    log: list[Event] = []
    s = run(e, replace(s, agenda=(Draw(),)), (2,), (0,), log=log)
    assert s.hands == ((3, 4, 5), (1,))
    assert [event.text for event in log if event.kind == "draw"] == [
        "The French draw an event card.",
        "The Allies draw an event card.",
    ]
    s = run(e, replace(s, agenda=(Discards(OTHER), Discards(FRENCH))))
    assert decided(e, s) == "french: discard"
    assert refused(e, s, m.Discard(9)).cites == ("JDG 1813 D",)
    s = play(e, s, m.Discard(4))
    assert (s.hands[FRENCH], s.aside, decided(e, s)) == ((3, 5), (4,), "")


# The armistice (A)


def declared(places: dict[str, str], *, options: Options | None = None, **more: object) -> State:
    """The turn marker has just reached that of the armistice, in turn 3."""
    e = game(options, TRUCE)
    s = field(e, places, **more)  # type: ignore[arg-type]
    return reached(e.context, replace(s, turn=3, truce=3), [])


def test_a_3_decisive_battles_and_cards_move_the_day_of_the_armistice() -> None:
    e = game(OPEN, TRUCE)
    x, s = e.context, field(e, {"napoleon": "ilm"}, truce=4)
    assert after_battle(x, s, FRENCH, "decisive", []).truce == 5
    assert after_battle(x, s, OTHER, "decisive", []).truce == 3
    assert after_battle(x, s, FRENCH, "offensive", []).truce == 4
    for card, turn in ((11, 3), (12, 3), (13, 5), (14, 5)):
        hand = replace(s, agenda=(MovementPhase(FRENCH),), hands=((card,), ()))
        after = play(e, hand, m.Card(card))
        assert (after.truce, after.aside) == (turn, ())  # only once in a game
    assert shifted(x, s, -9, []).truce == 3  # it never comes before the next turn
    during = replace(s, turn=3, truce=3, resume=5)
    assert during.in_truce
    assert [shifted(x, during, turns, []).resume for turns in (1, -1, -2)] == [6, 4, 4]


def test_a_3_nobody_crosses_the_austrian_frontier_before() -> None:
    e = game(OPEN, TRUCE)
    s = field(e, {"napoleon": "ilm", "i": "dorf"}, step=MovementPhase(FRENCH))
    assert refused(e, s, go(e, "i", JENA)).code == "barred"
    after = replace(s, truce=1, resume=2)
    assert where(e, play(e, after, go(e, "i", JENA)), "i") == JENA


def test_a_3_it_is_declared_when_the_turn_marker_reaches_its_marker() -> None:
    e = game(OPEN, TRUCE)
    s = field(e, {"napoleon": "ilm", "blucher": "jena"}, truce=3)
    s = run(e, replace(s, agenda=(EndTurn(),)), 1)
    assert (s.turn, s.resume) == (3, 5)


def test_a_3_without_a_new_roster_the_game_ends_with_it() -> None:
    ends = (("armistice", replace(dict(TRUCE)["armistice"], roster="")),)
    e = game(OPEN, ends)
    s = reached(e.context, replace(field(e, {}), turn=3, truce=3, score=(0, 5)), [])
    assert s.ended is not None
    assert s.ended.winner == "allied"


def test_a_3_the_example_second_half_of_june_to_first_half_of_september() -> None:
    e = shipped("germany-1813-5")
    data = e.setting.scenario.armistice
    june = next(n for n in range(1, 20) if e.setting.turn_date(n) == (1813, 6, 2))
    assert e.setting.turn_date(june + data.lasts) == (1813, 9, 1)


def test_a_4_counters_are_exchanged_strength_for_strength_and_sieges_end() -> None:
    e = game(None, TRUCE)
    places = {"napoleon": "ilm", "ney": "aue", "i": "aue 12", "ii": "fels 9", "blucher": "calw", "corps": "calw",
              "v": "inside calw", "dummy-french-infantry-1": "aue"}  # fmt: skip
    s = declared(places, sieges=(Siege(CALW, OTHER),))
    assert (where(e, s, "i"), where(e, s, "i+"), strength(e, s, "i+")) == (GONE, AUE, 11)  # no more than its new most
    assert strength(e, s, "ii+") == 9
    assert where(e, s, "v") == GONE  # nobody of that name in the autumn
    assert s.sieges == ()
    assert where(e, s, "dummy-french-infantry-1") == SPARE
    assert all(c.up for i, c in enumerate(s.counters) if c.at >= 0)
    assert e.view(s, "allied").counters[number(e, "i+")].strength == 11


def away(e: Campaign, spent: int) -> State:
    """The armistice begins while Ney has got away from the enemy, who found him alone in the turn before (4.2)."""
    s = field(e, {"napoleon": "aue", "i": "aue", "blucher": "jena", "corps": "jena"}, truce=3)
    s = s.counter(number(e, "ney"), spent=spent)
    return replace(s, agenda=(NextTurn(),))


def test_a_4_a_leader_who_has_got_away_comes_back_in_the_armistice() -> None:
    e = game(OPEN, TRUCE)
    s = play(e, run(e, away(e, 2), 1), m.Lead(FRENCH))
    assert (decided(e, s), where(e, s, "ney")) == ("french: comes-back", GONE)
    assert [move.to for move in e.options(s)] == [AUE, ILM]
    assert where(e, play(e, s, m.Retreat(AUE)), "ney+") == AUE


def test_o_1_another_marshal_comes_back_in_place_of_ney_who_has_got_away() -> None:
    e = game(Options(open_play=True, davout=True), TRUCE)
    s = play(e, run(e, away(e, 2), 1), m.Lead(FRENCH))
    assert decided(e, s) == "french: comes-back"
    s = play(e, s, m.Retreat(AUE))
    assert (where(e, s, "ney+"), where(e, s, "davout+")) == (GONE, AUE)


def test_a_4_weather_and_first_player_go_on_and_both_sides_only_march() -> None:
    e = game(OPEN, TRUCE)
    s = declared({"napoleon": "ilm", "i": "aue", "blucher": "jena", "corps": "jena"}, options=OPEN)
    s = run(e, replace(s, agenda=(BeginTurn(),), hands=((), ())), 3)
    assert decided(e, s) == "french: first-player"
    phases = [
        type(step).__name__ for step in reversed(PlayerTurn(FRENCH).run(e.context, s, ScriptedDice([]), []).agenda[1:])
    ]  # type: ignore[arg-type]
    assert phases[:4] == ["Administration", "CardPlay", "MovementPhase", "EndMovement"]
    assert "CombatPhase" not in phases


def test_a_4_command_points_are_fixed_and_shared_budgets_have_their_sum() -> None:
    e = game(OPEN, TRUCE)
    s = declared({"napoleon": "ilm", "blucher": "jena", "schwarzenberg": "dorf"}, options=OPEN)
    s = s.counter(number(e, "bennigsen+"), at=JENA)
    s = run(e, replace(s, agenda=(MovementPhase(FRENCH), CommandPoints(OTHER), CommandPoints(FRENCH))))
    found = dict(zip(e.setting.budgets, s.points, strict=True))
    assert (found["French Army"], found["Army of Silesia"], found["East"]) == (8, 5, 7)


def test_a_4_no_forced_march_nobody_goes_beside_enemies_and_who_stands_there_may_leave() -> None:
    e = game(OPEN, TRUCE)
    places = {"napoleon": "ilm", "ney": "ilm", "i": "ilm", "ii": "fels", "blucher": "gau", "corps": "gau"}
    s = replace(declared(places, options=OPEN), agenda=(MovementPhase(FRENCH),), points=(9,) * 7)
    for i in ids(e, "i+", "ii+", "napoleon+", "ney+"):
        s = s.counter(i, contact=2)
    assert refused(e, s, go(e, "i+", AUE, forced=True)).code == "forced"
    assert refused(e, s, go(e, "i+", AUE, BERN, FELS)).code == "truce"  # Fels is beside Gau
    assert refused(e, s, go(e, "ii+", GAU)).code == "truce"
    assert where(e, play(e, s, go(e, "ii+", BERN)), "ii+") == BERN
    force = Marching(FRENCH, ids(e, "ii+"), FELS, FELS, 6)
    assert GAU not in force.ways(e.context, s)


def test_a_4_besiegers_march_off_though_every_way_is_beside_the_garrison() -> None:
    e = game(OPEN, TRUCE)
    places = {"napoleon": "ilm", "i": "calw", "corps": "calw", "blucher": "calw"}
    s = replace(declared(places, options=OPEN), agenda=(MovementPhase(OTHER),), active=OTHER, points=(9,) * 7)
    s = s.counter(number(e, "corps+"), contact=2)
    assert refused(e, s, go(e, "corps+", BERN)).code == "truce"
    assert where(e, play(e, s, go(e, "corps+", BERN, AUE, EICH)), "corps+") == EICH


def test_a_4_recruits_come_every_turn_of_it_and_cards_move_its_end() -> None:
    e = game(OPEN, TRUCE)
    s = declared({"napoleon": "ilm", "i": "aue 5", "blucher": "jena"}, options=OPEN)
    due = run(e, replace(s, agenda=(Recruits(FRENCH),)))
    assert "3 for France" in e.decision(due).prompt  # type: ignore[union-attr]
    hand = replace(s, agenda=(MovementPhase(OTHER),), active=OTHER, hands=((), (16,)))
    assert play(e, hand, m.Card(16)).resume == 6
    assert refused(e, replace(hand, hands=((), (11,))), m.Card(11)).code == "not-offered"
    assert s.in_truce


@pytest.mark.parametrize(("resume", "points"), [(7, {"france": 5}), (6, {"france": 2})])
def test_a_4_in_the_armistice_its_own_recruits_come_and_no_others(resume: int, points: dict[str, int]) -> None:
    e = shipped("germany-1813-5", open_play=True)
    assert RecruitsData(turn=6, nation="france", points=2) in e.setting.scenario.recruits
    s = new_game("jdg/germany-1813-5", seed="1813", options={"open_play": True}).state
    s = replace(s, turn=6, truce=6, resume=resume, agenda=(MovementPhase(FRENCH),))
    after = Recruits(FRENCH).run(e.context, s.push(Recruits(FRENCH)), ScriptedDice([]), [])
    pools = dict(after.agenda[-1].pools)
    assert {"france": pools["france"]} == points


def test_a_4_detachments_works_and_engineers_are_not_forbidden() -> None:
    e = game(OPEN, TRUCE)
    s = declared({"napoleon": "ilm", "i": "aue", "blucher": "jena"}, options=OPEN)
    s = replace(s, agenda=(MovementPhase(FRENCH),), points=(9,) * 7).counter(number(e, "i+"), contact=2)
    s = play(e, s, m.Detach(number(e, "i+"), number(e, "d1+"), 2))
    assert strength(e, s, "d1+") == 2


def test_a_5_hostilities_begin_again_with_dummies_ten_points_and_the_frontier_open() -> None:
    e = game(None, TRUCE)
    s = declared({"napoleon": "ilm", "i": "aue", "blucher": "jena", "corps": "jena"})
    s = run(e, replace(s, turn=4, agenda=(NextTurn(),), aside=(3,), deck=(1, 2)))
    assert (s.turn, decided(e, s)) == (5, "french: dummies")
    assert e.decision(s).prompt.startswith("Put 4 dummies")  # type: ignore[union-attr]
    assert not any(c.up for c in s.counters if c.at >= 0)
    assert s.deck == (1, 2, 3)
    points = run(e, replace(s, agenda=(MovementPhase(FRENCH), CommandPoints(FRENCH))))
    assert points.points[e.setting.budgets.index("French Army")] == 10
    assert link(DORF, JENA) not in e.context.barred(s)
    played = replace(s, agenda=(MovementPhase(FRENCH),), hands=((11, 15), ()))
    for card in (11, 15):
        assert refused(e, played, m.Card(card)).code == "not-offered"


# Germany 1813


def test_1813_0_2_turns_are_halves_of_months() -> None:
    e = shipped("germany-1813-1")
    assert [e.setting.turn_name(n) for n in (1, 2)] == ["second half of March 1813", "first half of April 1813"]


def test_1813_3_2_napoleon_counts_as_on_the_map_until_hostilities_begin_again() -> None:
    e = game(OPEN, TRUCE)
    s = field(e, {"eugene": "ilm", "blucher": "jena"}, step=FirstPlayer())
    assert decided(e, run(e, s)) == "french: first-player"
    after = replace(s, truce=1, resume=2)
    assert decided(e, run(e, after, 1, 6)) == "allied: first-player"


@pytest.mark.parametrize(("number_", "asks"), [("2", True), ("3", False), ("4", True)])
def test_1813_3_2_in_scenarios_2_and_4_he_always_counts_as_on_the_map(number_: str, asks: bool) -> None:
    e = shipped(f"germany-1813-{number_}", open_play=True)
    s = new_game(f"jdg/germany-1813-{number_}", seed="1813", options={"open_play": True}).state
    s = replace(s.counter(e.setting.napoleon[0], at=WAITING), agenda=(FirstPlayer(),))
    s = run(e, s, *(() if asks else (1, 6)))
    assert decided(e, s) == f"{'french' if asks else 'allied'}: first-player"


def test_1813_3_3_two_points_a_unit_in_command_or_not_of_its_nation_and_the_rest_is_lost() -> None:
    e = game(OPEN, (("recruits", (RecruitsData(turn=2, nation="france", points=4),)),))
    s = field(e, {"napoleon": "ilm", "i": "jena 6", "italians": "aue 3", "division": "aue 1"}, step=Recruits(FRENCH))
    s = run(e, s)
    assert [subject.id for subject in e.subjects(s)] == [f"c:{number(e, 'i')}"]
    s = play(e, play(e, s, m.Recruit(number(e, "i"))), m.Recruit(number(e, "i")))
    assert (strength(e, s, "i"), s.kept, decided(e, s)) == (8, (), "")


def test_1813_4_3_the_sources_of_the_scenarios_are_those_of_the_text() -> None:
    table = shipped("germany-1813-5").context.tables.all["supply-sources"]
    e = shipped("germany-1813-5")
    for later, column in ((False, "before the armistice"), (True, "after the armistice")):
        for army in e.setting.armies:
            if e.setting.pieces[army.chief].later == later and army.name in table.rows:
                named = sorted(e.setting.network.places[box].row for box in army.sources)
                assert named == sorted(str(table.cell(army.name, column)).split(", "))


def test_1813_4_5_two_armies_share_one_die_and_spend_it_as_they_like() -> None:
    e = shipped("germany-1813-4")
    shared: dict[int, list[str]] = {}
    for army in e.setting.armies:
        shared.setdefault(army.budget, []).append(army.name)
    together = sorted(sorted(names) for names in shared.values() if len(names) > 1)
    assert together == [["Army of Bohemia", "Army of Poland"], ["Army of Silesia", "Army of the North"]]


def test_1813_6_1_independent_detachments_are_paid_for_by_the_armies_of_their_nation() -> None:
    e = game(OPEN)
    s = field(e, {"streifkorps": "gau"})
    points = [0] * len(e.setting.budgets)
    points[e.setting.budgets.index("Army of Bohemia")] = 3
    s = replace(s, points=tuple(points))
    assert e.setting.budgets[budget_for(e.context, s, ids(e, "streifkorps"), OTHER)] == "Army of Bohemia"
    s = field(e, {"division": "aue"})
    assert e.setting.budgets[budget_for(e.context, s, ids(e, "division"), FRENCH)] == "French Army"


def test_1813_8_8_more_room_in_three_cities_and_poor_walls_in_two() -> None:
    e = shipped("germany-1813-1")
    rooms = {name: e.setting.rooms(e.setting.network.index(name)) for name in ("Leipzig", "Dresden", "Magdeburg")}
    assert set(rooms.values()) == {(2, 1)}
    assert e.setting.rooms(e.setting.network.index("Torgau")) == (1, 1)
    for city, adds in (("Dresden", 1), ("Leipzig", 1), ("Magdeburg", 0)):
        box = e.setting.network.index(city)
        siege = SiegeChoice(OTHER, box)
        assert sum(n for _, n, _ in siege.parts(e.context, e.start(ScriptedDice([]), []))) == adds, city


def test_1813_9_a_besieged_city_is_worth_one_point_to_the_besieger_and_none_to_its_owner() -> None:
    e = game()
    places = {"corps": "calw", "v": "inside calw"}
    s = field(e, places, control={"calw": FRENCH}, sieges=(Siege(CALW, OTHER),))
    assert (account(e.context, s, FRENCH).places, account(e.context, s, OTHER).places) == (0, 1)
    series = game(None, (("besieged_counts", False),))
    assert account(series.context, s, FRENCH).places == 4


# Optional rules (O1 to O3)


@pytest.mark.parametrize(("counts", "notes"), [(True, ()), (False, ((CALW, "4 VP"),))])
def test_1813_9_the_map_names_no_points_for_a_city_that_is_besieged(
    counts: bool, notes: tuple[tuple[int, str], ...]
) -> None:
    e = game(OPEN, (("besieged_counts", counts),))
    s = field(e, {"v": "inside calw", "corps": "calw"}, control={"calw": FRENCH}, sieges=(Siege(CALW, OTHER),))
    (flags,) = (o for o in scene(e.context, s, ()).overlays if o.kind == "flag")
    assert (flags.hexes, flags.notes) == ((CALW,), notes)


@pytest.mark.parametrize(("option", "leader"), [("davout", "davout+"), ("soult", "soult+")])
def test_o_1_at_the_armistice_another_marshal_takes_neys_place(option: str, leader: str) -> None:
    options = Options(**{"open_play": True, option: True})
    e = game(options, TRUCE)
    s = declared({"napoleon": "ilm", "ney": "fels", "i": "fels"}, options=options)
    assert (where(e, s, "ney+"), where(e, s, leader)) == (GONE, FELS)


def test_o_2_without_the_option_ney_stays() -> None:
    e = game(OPEN, TRUCE)
    s = declared({"napoleon": "ilm", "ney": "fels", "i": "fels"}, options=OPEN)
    assert where(e, s, "ney+") == FELS
    for other in ("soult", "hamburg"):
        with pytest.raises(ScenarioError, match="O1 to O3"):
            shipped("germany-1813-5", davout=True, **{other: True})


def test_o_3_the_troops_from_hamburg_come_in_late_september_if_they_are_asked_for() -> None:
    for wanted in (False, True):
        e = shipped("germany-1813-4", hamburg=wanted)
        found = {p.id: p for p in e.setting.set_up() if "walmoden" in p.id or "xiii" in p.id}
        assert bool(found) == wanted
        assert all(e.setting.turn_date(p.turn) == (1813, 9, 2) for p in found.values())


@pytest.mark.parametrize("option", ["davout", "soult"])
def test_o_1_a_campaign_after_the_armistice_begins_with_the_other_marshal(option: str) -> None:
    ney, other = (new_game("jdg/germany-1813-4", {option: on}) for on in (False, True))
    number = ney.engine.context.setting.number  # type: ignore[attr-defined]
    assert ney.state.counters[number["ney"]].at >= 0
    assert other.state.counters[number["ney"]].at < 0
    assert other.state.counters[number[option]].at == ney.state.counters[number["ney"]].at


def test_o_2_nothing_changes_before_the_armistice() -> None:
    for scenario in ("jdg/germany-1813-2", "jdg/danube-1805"):
        plain, asked = (new_game(scenario, options) for options in ({}, {"soult": True}))
        assert asked.state.counters == plain.state.counters
