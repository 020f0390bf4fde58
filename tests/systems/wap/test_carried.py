"""What is carried on from position to position is what would be worked out anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.ground import Layout, lands, layout
from napwidgets.systems.wap.land.supply import supplied, supplied_at
from napwidgets.systems.wap.state import ENGLISH, FRENCH, State, gathered
from napwidgets.systems.wap.states.conquest import _alone_in, settle

SHORT = 700


def _positions(scenario: str, seed: str) -> Iterator[tuple[Context, State]]:
    engine = load(scenario)
    players, dice = make_players(engine, seed, {}), SeededDice(seed)
    state = engine.start(dice, [])
    for _ in range(SHORT):
        decision = engine.decision(state)
        if decision is None:
            return
        yield engine.context, state
        move = players[decision.seat].choose(engine, state, decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])


@pytest.fixture(scope="module")
def positions() -> list[tuple[Context, State]]:
    return [*_positions("wap/grand-campaign", "carried"), *_positions("wap/coalitions", "carried")]


def _rows(now: Layout) -> list[list[tuple[int, int]]]:
    return [list(found.items()) for found in (*now.field, *now.foes, *now.war, now.besieged)]


def test_a_layout_taken_over_is_the_one_worked_out_anew(positions: list[tuple[Context, State]]) -> None:
    for x, s in positions:
        now, anew = layout(x, s), Layout(x, s, lands(x, s))
        assert _rows(now) == _rows(anew)
        assert (now.side, now.land) == (anew.side, anew.land)
        assert [list(now.at[army.hex]) for army in s.armies] == [
            [i for i, other in enumerate(s.armies) if other.hex == army.hex] for army in s.armies
        ]


def test_who_holds_what_is_settled_as_if_every_city_were_asked(positions: list[tuple[Context, State]]) -> None:
    settled = 0
    for x, s in positions[::3]:
        fresh = Context(x.setting)
        settled += layout(x, s).unsettled is not None
        assert settle(x, s, []) == settle(fresh, s, [])
    assert settled > 20


def test_armies_put_in_stand_as_if_all_were_gathered(positions: list[tuple[Context, State]]) -> None:
    for x, s in positions[::5]:
        settled = x.with_armies(s, s.armies)
        moved = [army for army in s.armies if army.hex != s.armies[0].hex]
        others = [*moved, *(type(a)(moved[-1].hex, a.nation, a.count) for a in s.armies if a not in moved)]
        assert x.with_armies(settled, others).armies == gathered(others)


def test_a_line_looked_for_backwards_is_found_where_one_leads(positions: list[tuple[Context, State]]) -> None:
    for x, s in positions[::60]:
        for side in (FRENCH, ENGLISH):
            every = supplied(x, s, side)
            asked = range(0, x.board.size, 7)
            assert [h for h in asked if supplied_at(x, s, h, side)] == [h for h in asked if h in every]


def test_who_stands_alone_before_a_city(positions: list[tuple[Context, State]]) -> None:
    for x, s in positions[::3]:
        found = []
        for city, hex in enumerate(x.setting.city_hex):
            here = [(army.inside, x.army_faction(s, army)) for army in x.armies_at(s, hex)]
            before = {side for inside, side in here if not inside}
            fighting = before & {FRENCH, ENGLISH}
            if len(fighting) == 1 and {side for inside, side in here if inside} <= before:
                found.append((city, *fighting))
        assert _alone_in(layout(x, s), x.setting.city_at) == found
