"""Laws of play: games end, options are legal, states never change, what changes is told."""

from __future__ import annotations

from collections import Counter

import pytest

from napwidgets.kernel.dice import SeededDice, TypedDice, record
from napwidgets.kernel.rulings import GameOver
from napwidgets.kernel.system import Engine, Event, winners
from napwidgets.lab.playouts import play_out
from napwidgets.players.registry import make_players
from tests.conformance.cases import all_moves, sample, trace
from tests.conformance.conserved import mingled, unexplained


def test_random_play_ends_with_an_outcome(case: str, engine: Engine) -> None:
    result = play_out(engine, make_players(engine, "1", {}), "1")
    assert result.winner is None or result.winner in engine.seats
    assert result.ending
    assert result.verdict
    assert result.turns >= 1


def test_every_seat_belongs_to_one_team_and_a_team_wins_together(case: str, engine: Engine) -> None:
    assert sorted(seat for team in engine.teams for seat in team.seats) == sorted(engine.seats)
    assert len({team.id for team in engine.teams}) == len({team.name for team in engine.teams}) == len(engine.teams)
    outcome = engine.outcome(trace(case)[-1].after)
    assert outcome is not None
    won = winners(engine, outcome)
    assert (outcome.winner in won) if outcome.winner else not won
    state = trace(case)[-1].state
    for team in engine.teams:
        if team.shares:
            assert all(engine.view(state, seat) == engine.view(state, team.seats[0]) for seat in team.seats)


def test_a_finished_game_takes_no_move(case: str, engine: Engine) -> None:
    last = trace(case)[-1]
    assert engine.decision(last.after) is None
    assert engine.outcome(last.after) is not None
    assert not engine.subjects(last.after)
    for seat in engine.seats:
        with pytest.raises(GameOver):
            engine.apply(last.after, seat, last.move, SeededDice("x"), [])


def test_while_it_goes_on_there_is_a_decision_and_no_outcome(case: str, engine: Engine) -> None:
    for step in trace(case):
        decision = engine.decision(step.state)
        assert decision is not None
        assert decision.seat == step.seat
        assert decision.seat in engine.seats
        assert decision.title
        assert decision.prompt
        assert engine.outcome(step.state) is None


def test_the_clock_never_goes_back(case: str, engine: Engine) -> None:
    turns = [engine.clock(step.state)[0] for step in trace(case)]
    assert turns[0] >= 1
    assert turns == sorted(turns)
    assert all(engine.clock(step.state)[1] for step in trace(case))


def test_there_is_always_an_option_and_every_option_is_legal_unique_and_named(case: str, engine: Engine) -> None:
    for step in sample(trace(case), 25):
        for subject in engine.subjects(step.state):
            assert subject.label
        found = all_moves(engine, step.state)
        assert found, f"a dead end: {engine.decision(step.state)}"
        assert max(Counter(found).values()) == 1, "a move stands twice in one list"
        for _, move in found:
            engine.check(step.state, step.seat, move)
            assert engine.label(step.state, move).text


def test_options_come_in_the_same_order_every_time(case: str, engine: Engine) -> None:
    for step in sample(trace(case), 25):
        assert all_moves(engine, step.state) == all_moves(engine, step.state)


def test_no_move_changes_the_state_it_is_made_in(case: str, engine: Engine) -> None:
    for step in sample(trace(case), 12):
        before, number = engine.encode(step.state), hash(step.state)
        for _, move in all_moves(engine, step.state)[:40]:
            engine.apply(step.state, step.seat, move, SeededDice("other"), [])
            engine.label(step.state, move)
        assert engine.encode(step.state) == before
        assert hash(step.state) == number


def test_the_same_move_with_the_same_dice_gives_the_same_position(case: str, engine: Engine) -> None:
    for step in sample(trace(case), 40):
        log: list[Event] = []
        dice = TypedDice(record(step.throws))
        again = engine.apply(step.state, step.seat, step.move, dice, log)
        assert again == step.after
        assert engine.encode(again) == engine.encode(step.after)
        assert tuple(log) == step.events
        assert tuple(dice.throws) == step.throws


def test_events_and_dice_say_what_they_are(case: str, engine: Engine) -> None:
    for step in trace(case):
        assert all(throw.purpose for throw in step.throws)
        for event in step.events:
            assert event.kind
            assert event.text
            assert set(event.to) <= set(engine.seats)


def test_nothing_appears_or_vanishes_without_an_event_that_says_so(case: str, engine: Engine) -> None:
    for step in trace(case):
        assert not unexplained(engine, step), step.move


def test_no_hex_of_a_battlefield_holds_both_sides(case: str, engine: Engine) -> None:
    for step in trace(case):
        assert not mingled(engine, step), step.move
