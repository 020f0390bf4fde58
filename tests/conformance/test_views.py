"""Laws of secrecy: a seat's view, options and labels depend on nothing that the seat can't see."""

from __future__ import annotations

from random import Random

from napwidgets.kernel.system import Engine
from tests.conformance.cases import all_moves, disguise_of, sample, trace
from tests.conformance.twins import compared, twins_of


def test_a_view_of_a_view_is_the_view(case: str, engine: Engine) -> None:
    for step in sample(trace(case), 40):
        for seat in (*engine.seats, None):
            view = engine.view(step.state, seat)
            assert engine.view(view, seat) == view


def test_options_and_words_are_the_same_from_the_view(case: str, engine: Engine) -> None:
    for step in sample(trace(case), 40):
        view = engine.view(step.state, step.seat)
        assert engine.decision(view) == engine.decision(step.state)
        assert list(engine.subjects(view)) == list(engine.subjects(step.state))
        found = all_moves(engine, step.state)
        assert all_moves(engine, view) == found
        for _, move in found[:40]:
            assert engine.label(view, move) == engine.label(step.state, move)


def test_what_a_seat_cannot_see_changes_nothing_for_it(case: str, engine: Engine) -> None:
    disguise = disguise_of(engine)
    for step in sample(trace(case), 40):
        for seat in (*engine.seats, None):
            view = engine.view(step.state, seat)
            for other in disguise(engine, step.state, seat):
                assert other != step.state, "a disguise must change something"
                assert engine.view(other, seat) == view
                if seat == step.seat:
                    found = all_moves(engine, step.state)
                    assert all_moves(engine, other) == found
                    for _, move in found[:20]:
                        assert engine.label(other, move) == engine.label(step.state, move)


def test_everyone_knows_what_time_it_is_and_no_view_gives_a_decision_to_another_seat(case: str, engine: Engine) -> None:
    for step in sample(trace(case), 20):
        for seat in (*engine.seats, None):
            view = engine.view(step.state, seat)
            seen = engine.decision(view)
            assert engine.clock(view) == engine.clock(step.state)
            assert seen is None or seen.seat == step.seat


def test_the_same_visible_move_leads_to_what_a_seat_cannot_tell_apart(case: str, engine: Engine) -> None:
    rng = Random(case)
    for step in sample(trace(case), 14):
        if not any(twins_of(engine, step.state, seat, step.move) for seat in (*engine.seats, None)):
            continue
        others = [move for _, move in all_moves(engine, step.state)]
        moves = list(dict.fromkeys([step.move, *rng.sample(others, min(2, len(others)))]))
        for seat, move, why in compared(engine, step, moves):
            assert not why, f"{seat} tells {move} apart in {type(step.state.agenda[-1]).__name__}: {why}"
