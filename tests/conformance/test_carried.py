"""What a seat sees is carried on from view to view; it is what somebody sees who looks for the first time."""

from __future__ import annotations

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.registry import make_players
from napwidgets.scenarios import _engine, load

#: A scenario of each system that hides something, and after how many decisions somebody else looks, too.
BLIND = {"nlc/quatre-bras": 29, "mop/champaubert": 41, "con/belgium-1815": 47, "jdg/germany-1813-1": 43}


@pytest.mark.parametrize("scenario", BLIND)
def test_a_view_carried_on_is_that_of_a_first_look(scenario: str) -> None:
    engine, apart, looks = load(scenario), BLIND[scenario], 0
    players, dice = make_players(engine, "carried", {}), SeededDice("carried")
    state = engine.start(dice, [])
    for n in range(400):
        decision = engine.decision(state)
        if decision is None:
            break
        views = {seat: engine.view(state, seat) for seat in (*engine.seats, None)}
        if n % apart == apart - 1:
            _engine.cache_clear()
            fresh, looks = load(scenario), looks + 1
            assert fresh is not engine
            assert views == {seat: fresh.view(state, seat) for seat in views}
            assert [engine.options(state, subject.id) for subject in engine.subjects(state)] == [
                fresh.options(state, subject.id) for subject in fresh.subjects(state)
            ]
        move = players[decision.seat].choose(engine, views[decision.seat], decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])
    assert looks >= 3
