"""What is carried on from position to position is what would be worked out anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.con import supply
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.ground import BYTE, spread
from napwidgets.systems.con.layout import Layout
from napwidgets.systems.con.movement import stacks
from napwidgets.systems.con.organizing import Organization
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import State

#: Every so many positions somebody looks who has seen nothing before.
APART = 7


def _positions(seed: str) -> Iterator[tuple[Context, Context, State]]:
    """Positions and views of a random game, with the context that they were played in and one that knows nothing."""
    engine: Any = load("con/belgium-1815")
    players, dice = make_players(engine, seed, {}), SeededDice(seed)
    state, n = engine.start(dice, []), 0
    while (decision := engine.decision(state)) is not None:
        view = engine.view(state, decision.seat)
        if n % APART == 0:
            yield engine.context, Context(engine.setting), state
            yield engine.context, Context(engine.setting), view
        move = players[decision.seat].choose(engine, view, decision.seat)
        state, n = engine.apply(state, decision.seat, move, dice, []), n + 1


@pytest.fixture(scope="module")
def positions() -> list[tuple[Context, Context, State]]:
    return list(_positions("carried"))


def _shown(layout: Layout) -> tuple[Any, ...]:
    by_hex = (*layout.leaders, *layout.units, *layout.vedettes)
    return layout.stacks, [dict(of) for of in by_hex]


def test_a_layout_taken_over_is_the_one_worked_out_anew(positions: list[tuple[Context, Context, State]]) -> None:
    for x, fresh, s in positions:
        assert _shown(x.layout(s)) == _shown(fresh.layout(s))
        assert [x.zone(s, side) for side in (0, 1)] == [fresh.zone(s, side) for side in (0, 1)]


def test_lines_and_messages_carried_on_are_those_looked_for_anew(
    positions: list[tuple[Context, Context, State]],
) -> None:
    lines = set()
    for x, fresh, s in positions:
        for n, army in enumerate(x.setting.armies):
            found = supply.line(x, s, n)
            assert found == supply.line(fresh, s, n)
            lines.add((n, found))
            if s.centers[n].at >= 0:
                assert x.dispatched(s, s.centers[n].at, army.side) == fresh.dispatched(s, s.centers[n].at, army.side)
    assert len(lines) > 3 * len(positions[0][0].setting.armies), "the lines never changed"


def test_lines_and_messages_are_looked_for_anew_when_somebody_comes_between(
    positions: list[tuple[Context, Context, State]],
) -> None:
    cut = 0
    for x, fresh, s in positions[::6]:
        for n, army in enumerate(x.setting.armies):
            start, way = s.centers[n].at, supply.line(x, s, n)
            foe = next((u for u, of in enumerate(x.unit_side) if of != army.side and s.units[u].at >= 0), -1)
            if len(way) < 4 or foe < 0:
                continue
            cut += 1
            assert x.hears(s, start, army.side, way[2])
            between = s.unit(foe, at=way[2])
            fresh.lines.clear()
            assert supply.line(x, between, n) == supply.line(fresh, between, n)
            assert not x.hears(between, start, army.side, way[2])
            assert supply.line(x, s, n) == way
    assert cut > 5


def test_marches_carried_on_are_those_looked_for_anew(positions: list[tuple[Context, Context, State]]) -> None:
    for x, _, s in positions[::3]:
        for i, lead in enumerate(s.leaders):
            if lead.at < 0:
                continue
            side, foe = x.leader_side[i], other(x.leader_side[i])
            anew = spread(x.web(s, True), lead.at, 10, x.layout(s).stacks[foe], x.zone(s, foe), x.ground.leaving)
            assert x.reach(s, side, lead.at, 10, True) == anew


def test_how_far_something_comes_is_the_same_whether_a_byte_holds_what_it_takes(
    positions: list[tuple[Context, Context, State]],
) -> None:
    x, _, s = positions[0]
    web, start = x.web(s, True), s.leaders[0].at
    whole = spread(web, start, 4 * x.board.size, (), ())
    for most in (BYTE - 1, BYTE, BYTE + 1):
        found = spread(web, start, most, (), ())
        assert {h: far for h, (far, _) in found.items()} == {h: far for h, (far, _) in whole.items() if far <= most}


def test_hexes_to_arrange_carried_on_are_those_where_something_is_offered(
    positions: list[tuple[Context, Context, State]],
) -> None:
    asked = 0
    for x, _, s in positions:
        if s.agenda and isinstance(top := s.agenda[-1], Organization):
            asked += 1
            offered = {h for h in x.layout(s).stacks[top.who] if top.options(x, s, f"h:{h}")}
            assert {stack.hex for stack in top.subjects(x, s)} == offered
    assert asked > 10


def test_forces_and_stacks_stay_while_the_same_pieces_stand_there(
    positions: list[tuple[Context, Context, State]],
) -> None:
    for x, fresh, s in positions:
        for side in (0, 1):
            assert list(stacks(x, s, side).items()) == list(stacks(fresh, s, side).items())
            for h in x.layout(s).stacks[side]:
                assert x.tops(s, h, side) == fresh.tops(s, h, side)


def test_who_hears_a_centre_is_who_its_messages_come_to(positions: list[tuple[Context, Context, State]]) -> None:
    answers = set()
    for x, fresh, s in positions[::2]:
        for n, army in enumerate(x.setting.armies):
            start = s.centers[n].at
            if start < 0:
                continue
            come = fresh.dispatched(s, start, army.side)
            for h in x.layout(s).sides[army.side].leaders:
                assert x.hears(s, start, army.side, h) == (h in come)
                answers.add(h in come)
    assert answers == {True, False}
