"""Laws of words: what is told, offered and shown reads like a sentence of ours."""

from __future__ import annotations

import pytest

from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Engine
from napwidgets.systems.registry import SYSTEMS
from napwidgets.table.presenter import presenter_for
from tests.conformance.cases import all_moves, sample, trace
from tests.conformance.wording import slips, texts_in


def test_what_is_told_and_offered_has_no_slip(case: str, engine: Engine) -> None:
    steps = trace(case)
    assert slips(event.text for step in steps for event in step.events) == []
    for step in sample(steps, 20):
        labels = [engine.label(step.state, move) for _, move in all_moves(engine, step.state)[:60]]
        assert slips(texts_in([engine.decision(step.state), labels])) == []


def test_what_stands_beside_the_map_has_no_slip(case: str, engine: Engine) -> None:
    if engine.system not in SYSTEMS:
        return
    presenter = presenter_for(Game.new(engine, "words"))
    for step in sample(trace(case), 4)[:8]:
        for seat in (*engine.seats, None):
            view = engine.view(step.state, seat)
            shown = [presenter.roster(view, seat), presenter.standing(view), presenter.dispatches(view, seat)]
            assert slips(texts_in(shown)) == []


@pytest.mark.parametrize("text", ["1 points", "It is None.", "to to", "so  far", "Paris .", "3 unit(s)", "{0} men"])
def test_a_slip_is_found(text: str) -> None:
    assert slips([text]) == [text]


@pytest.mark.parametrize("text", ["1 point", "None of them", "11 points", "1 and 2 points", "Well...", "2.5 points"])
def test_what_is_right_is_left(text: str) -> None:
    assert slips([text]) == []
