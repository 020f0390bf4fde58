"""C.3.b. An end by agreement: who may propose it, who is asked, what decides."""

from __future__ import annotations

from typing import Any

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.players.registry import make_player
from napwidgets.scenarios import load
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.land.marching import MovementPhase
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.present import WapPresenter
from napwidgets.systems.wap.sequence import EndTurn
from napwidgets.systems.wap.state import State
from napwidgets.systems.wap.states.agreement import EndAnswer
from tests.systems.wap.campaign import campaign, context, play, thrown

SEATS = Options(austrian_seat=True)
X = context(options=SEATS)
FRENCH_SEAT, ENGLISH_SEAT, AUSTRIAN_SEAT = range(3)
ARMY = [("Paris", "France", "5I")]


def asked(*proposed: int, **more: Any) -> State:
    """The end of a month in which some seats have proposed to end the campaign."""
    s = campaign(X, ARMY, agenda=(EndTurn(),), turn=7, proposed=proposed, **more)
    return EndTurn().run(X, s, thrown(), [])


def test_c_3_b_a_player_proposes_an_end_in_his_movement_phase_once_a_month() -> None:
    s = campaign(X, ARMY, {"Napoleon": "Paris"}, agenda=(MovementPhase(FRENCH_SEAT),))
    s = play(X, s, m.ProposeEnd())
    assert s.proposed == (FRENCH_SEAT,)
    assert isinstance(s.agenda[-1], MovementPhase)
    with pytest.raises(IllegalMove, match="when the month is over") as problem:
        s.agenda[-1].check(X, s, m.ProposeEnd())
    assert problem.value.cites == ("WAP C.3.b",)


def test_c_3_b_all_others_are_asked_and_cities_decide() -> None:
    s = asked(AUSTRIAN_SEAT)
    assert s.agenda[-1] == EndAnswer((FRENCH_SEAT, ENGLISH_SEAT))
    assert "Austria proposes" in s.agenda[-1].question(X, s).prompt
    s = play(X, s, m.Accept())
    assert (s.ended, s.agenda[-1]) == (None, EndAnswer((ENGLISH_SEAT,)))
    s = s.agenda[-1].play(X, s, m.Accept(), thrown(), [])
    assert s.ended is not None
    assert s.ended.ending == "agreement"
    most = max(n for _, n in s.ended.points)
    assert dict(s.ended.points)[str(s.ended.winner)] == most


def test_c_3_b_every_one_of_four_players_is_asked() -> None:
    x = context(options=Options(austrian_seat=True, prussian_seat=True))
    s = campaign(x, ARMY, agenda=(EndAnswer((ENGLISH_SEAT, AUSTRIAN_SEAT, 3)),), turn=7, proposed=(FRENCH_SEAT,))
    for seat in (ENGLISH_SEAT, AUSTRIAN_SEAT, 3):
        assert s.ended is None
        assert s.agenda[-1].asked[0] == seat
        s = s.agenda[-1].play(x, s, m.Accept(), thrown(), [])
    assert s.ended is not None


def test_c_3_b_one_who_does_not_agree_is_enough_to_play_on() -> None:
    s = asked(FRENCH_SEAT)
    log: list[Any] = []
    after = s.agenda[-1].play(X, s, m.Done(), thrown(), log)
    assert not any(isinstance(step, EndAnswer) for step in after.agenda)
    assert "does not agree" in log[-1].text
    next_month = after.agenda[-1].run(X, after, thrown(), [])
    assert (next_month.turn, next_month.proposed, next_month.ended) == (8, (), None)


def test_c_3_b_if_all_propose_it_nobody_need_be_asked() -> None:
    s = asked(FRENCH_SEAT, ENGLISH_SEAT, AUSTRIAN_SEAT)
    assert s.ended is not None
    assert s.ended.ending == "agreement"


def test_c_3_b_nobody_is_asked_when_nobody_proposes() -> None:
    engine = load("wap/grand-campaign")
    begun = engine.start(thrown(), [])
    s = engine.advance(begun.push(EndTurn()), SeededDice("c"), [])
    assert s.turn == begun.turn + 1
    assert not any(isinstance(step, EndAnswer) for step in s.agenda)


def test_c_3_b_a_scenario_with_a_goal_of_its_own_has_no_such_end() -> None:
    engine = load("wap/coalitions")
    begun = engine.start(SeededDice("goal"), [])
    s = begun.push(MovementPhase(FRENCH_SEAT))
    with pytest.raises(IllegalMove, match="a goal of its own"):
        engine.check(s, "french", m.ProposeEnd())


def test_the_face_offers_it_beside_the_marches_and_computers_never_stumble_over_it() -> None:
    engine = load("wap/grand-campaign")
    face = WapPresenter(engine)
    s = engine.start(thrown(), []).push(MovementPhase(FRENCH_SEAT))
    assert face.proposals(s, "french") == (m.ProposeEnd(),)
    assert engine.label(s, m.ProposeEnd()).text == "Propose to end the campaign"
    assert m.ProposeEnd() not in engine.options(s)
    assert face.proposals(engine.apply(s, "french", m.ProposeEnd(), thrown(), []), "french") == ()
    assert face.proposals(engine.start(thrown(), []), "french") == ()


@pytest.mark.parametrize(("french_cities", "agrees"), [(("London", "Dublin", "Vienna", "Prague"), True), ((), False)])
def test_a_computer_agrees_unless_an_enemy_would_win(french_cities: tuple[str, ...], agrees: bool) -> None:
    engine = load("wap/grand-campaign")
    x = engine.context
    s = engine.start(thrown(), [])
    for city in range(len(x.setting.cities)):
        if x.setting.cities[city].production:
            s = x.take(s, city, 0 if french_cities else 1)
    player = make_player("steady", engine, "french", "c3")
    assert (player.choose(engine, s.push(EndAnswer((FRENCH_SEAT,))), "french") == m.Accept()) is agrees
    foe = make_player("steady", engine, "english", "c3")
    assert (foe.choose(engine, s.push(EndAnswer((ENGLISH_SEAT,))), "english") == m.Accept()) is not agrees
