"""What is carried on from position to position is what would be worked out anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.layout import Layout
from napwidgets.systems.jdg.state import State
from napwidgets.systems.jdg.views import redact


def _played(seed: str) -> Iterator[tuple[Context, State, list[State]]]:
    engine = load("jdg/germany-1813-4")
    players, dice = make_players(engine, seed, {}), SeededDice(seed)
    state = engine.start(dice, [])
    while (decision := engine.decision(state)) is not None:
        views = [engine.view(state, seat) for seat in (*engine.seats, None)]
        yield engine.context, state, views
        move = players[decision.seat].choose(engine, views[engine.seats.index(decision.seat)], decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])


@pytest.fixture(scope="module")
def positions() -> list[tuple[Context, State, list[State]]]:
    return list(_played("carried"))


def _rows(found: Layout) -> list[dict[int, object]]:
    return [dict(boxes) for boxes in (*found.at, *found.count, *found.field)]


def test_a_layout_taken_over_is_the_one_worked_out_anew(positions: list[tuple[Context, State, list[State]]]) -> None:
    for x, state, views in positions:
        for s in (state, *views):
            assert _rows(x.layout(s)) == _rows(Layout(s.counters, s.unseen, x.sides))


def test_a_view_carried_on_is_the_one_of_a_first_look(positions: list[tuple[Context, State, list[State]]]) -> None:
    for x, state, views in positions[::3]:
        fresh = Context(x.setting)
        assert views == [redact(fresh, state, side) for side in (0, 1, None)]


def test_what_was_asked_of_a_layout_is_what_a_first_look_finds(
    positions: list[tuple[Context, State, list[State]]],
) -> None:
    for x, state, views in positions[::9]:
        fresh = Context(x.setting)
        for s in (state, views[0]):
            for side in (0, 1):
                assert x.contacts(s, side) == fresh.contacts(s, side)
                assert x.forces(s, side) == fresh.forces(s, side)
