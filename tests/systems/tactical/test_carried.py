"""What battles carry on from position to position, or share between a position and a view, is what would be worked out
anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.tactical.command.limits import limit_of
from napwidgets.systems.tactical.command.targets import in_reach, named_targets
from napwidgets.systems.tactical.core.arms import FOOT, HORSE
from napwidgets.systems.tactical.core.moves import Go, GoLeader
from napwidgets.systems.tactical.core.state import UNSEEN, Order, State
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.country import NEVER
from napwidgets.systems.tactical.ground.marches import Tide
from napwidgets.systems.tactical.ground.reach import within
from napwidgets.systems.tactical.ground.views import veil
from napwidgets.systems.tactical.moving import march
from napwidgets.systems.tactical.moving.groups import ends_of, group_of, movers, reach_of

#: Every so many decisions somebody looks who has seen nothing before, in the first so many of a game.
APART, MOVES = 7, 400
SCENARIOS = ("nlc/quatre-bras", "mop/vauchamps")


class Looked(NamedTuple):
    """A position and the mover's view of it, with the context that they were played in."""

    x: Context
    side: int
    state: State
    view: State


def _played(scenario: str, seed: str, moves: int = MOVES) -> Iterator[tuple[Any, State, Any]]:
    """The first decisions of a random game as computers play it, each with the move that was made."""
    engine: Any = load(scenario)
    players, dice = make_players(engine, seed, {}), SeededDice(seed)
    state = engine.start(dice, [])
    for _ in range(moves):
        if (decision := engine.decision(state)) is None:
            return
        for seat in engine.seats:
            engine.view(state, seat)
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        yield engine, state, move
        state = engine.apply(state, decision.seat, move, dice, [])


def _looks(scenario: str) -> Iterator[Looked]:
    for n, (engine, state, _) in enumerate(_played(scenario, "carried")):
        if n % APART == 0:
            seat = engine.decision(state).seat
            yield Looked(engine.context_at(state), engine.seats.index(seat), state, engine.view(state, seat))


def _own(x: Context, s: State, side: int) -> dict[object, object]:
    """What a side finds out about its own troops: who can move, how far, under what limits, and where they may end."""
    mine = bool(s.active) and x.acting_side(s) == side
    found: dict[object, object] = {"movers": movers(x, s), "acting": x.acting(s)} if mine else {}
    for u in x.setting.of_side[side]:
        if s.units[u].hex >= 0:
            found["limits", u] = x.allowance(s, u), x.range_of(s, u), limit_of(x, s, u)
    for u in movers(x, s) if mine else ():
        g = group_of(x, s, (u,))
        reach = reach_of(x, s, g)
        ends = ends_of(x, s, g).among(sorted(reach.cost))
        found["march", u] = g, reach.cost, ends, [(reach.path(h), reach.costs(h)) for h in ends]
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_a_side_finds_out_about_its_own_is_what_a_first_look_finds_in_position_and_view(scenario: str) -> None:
    marches = 0
    for x, side, state, view in _looks(scenario):
        known = _own(x, state, side)
        for seen in (state, view):
            assert known == _own(Context(x.setting), seen, side)
        marches += sum(isinstance(key, tuple) and key[0] == "march" for key in known)
    assert marches > 100


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_distances_and_marches_asked_for_bit_by_bit_are_those_of_a_whole_look(scenario: str) -> None:
    for x, _, state, _ in list(_looks(scenario))[::15]:
        size, fresh = x.board.size, Context(x.setting)
        for walk in (FOOT, HORSE):
            for leader in sorted({i.hex for i in state.leaders if i.hex >= 0})[:8]:
                costs = within(x.setting.steps_road[walk], (), leader, 0, NEVER - 1)
                far = sorted(range(0, size, 7), key=lambda h: (h * 31) % size)
                assert x.ground.march_cost(leader, far, walk) == {h: costs[h] for h in far if h in costs}
                around = x.ground.around(leader, walk, 12)
                assert {h: cost for h, cost in enumerate(around) if cost <= 12} == {
                    h: cost for h, cost in costs.items() if cost <= 12
                }
                assert x.ground.field(leader, walk) == tuple(costs.get(h, NEVER) for h in range(size))
            for h, far in ((0, 0), (leader, 8), (size // 2, 8), (size - 1, 0)):
                toward, costs = fresh.ground.toward(leader, h, far), x.ground.field(leader)
                most = max(costs[h], far)
                assert [min(cost, most + 1) for cost in toward] == [min(cost, most + 1) for cost in costs]
        for h in {i.hex for i in state.leaders if i.hex >= 0}.union(range(0, size, 23)):
            assert named_targets(x, h) == [target for target in x.setting.named if target in in_reach(x, h)]
        for side in (0, 1):
            for h in range(0, size, 11):
                assert x.ground.enemy_distance(state, h, side) == fresh.ground.enemy_distance(state, h, side)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_command_ranges_carried_on_are_those_looked_for_anew(scenario: str) -> None:
    for engine, state, _ in _played(scenario, "ranges"):
        x = engine.context_at(state)
        fresh = Context(x.setting)
        for info in x.setting.commands[: x.setting.formations]:
            for u in info.units[:1]:
                assert x.range_of(state, u) == fresh.range_of(state, u)


@pytest.mark.parametrize(
    ("scenario", "seed", "moves", "apart"),
    [("nlc/quatre-bras", "whole476", 1000, 1), ("mop/vauchamps", "whole", 450, 15)],
)
def test_who_acts_and_how_far_units_come_is_asked_anew_when_orders_losses_or_hours_change(
    scenario: str, seed: str, moves: int, apart: int
) -> None:
    allowed = set[tuple[int, int]]()
    for engine, state, _ in islice(_played(scenario, seed, moves), 0, None, apart):
        x = engine.context_at(state)
        fresh = Context(x.setting)
        assert x.acting(state) == fresh.acting(state)
        units = [u for u, unit in enumerate(state.units) if unit.hex >= 0][state.turn % 3 :: 3]
        found = [x.allowance(state, u) for u in units]
        assert found == [fresh.allowance(state, u) for u in units]
        allowed.update(zip(units, found, strict=True))
    assert len(allowed) > len({u for u, _ in allowed}), "some come less far than they did"


def test_who_acts_is_asked_anew_when_a_division_rests_on_its_own() -> None:
    told = 0
    for engine, state, _ in islice(_played("nlc/quatre-bras", "rests"), 0, None, 9):
        x = engine.context
        acting = x.acting(state)
        for c in x.setting.divisions if state.active and not state.resting else ():
            rests = state.command(c, active=True, order=Order("reserve"))
            assert x.acting(rests) == Context(x.setting).acting(rests)
            told += x.acting(rests) != acting
    assert told


def test_what_is_under_top_counters_is_looked_at_again_when_only_a_leader_has_ridden() -> None:
    shown, seen, before = 0, dict[int, frozenset[int]](), None
    for engine, state, move in _played("nlc/ligny", "rides", 500):
        for side in (0, 1):
            units = veil(engine.context, state, side)
            hidden = frozenset(u for u, unit in enumerate(units) if unit.hex == UNSEEN)
            if isinstance(before, GoLeader):
                assert units == veil(Context(engine.setting), state, side)
                shown += hidden != seen[side]
            seen[side] = hidden
        before = move
    assert shown, "a ride has shown something"


def test_a_cost_is_known_only_when_nothing_cheaper_can_come() -> None:
    ways = [[(1, 5, 5), (2, 2, 2)], [], [(1, 2, 2)]]
    assert Tide([0], ways).until(1) == [0, 4, 2]


#: Games in which somebody passes; in the 598th move of the second one vedettes that ride off are met again.
PASSING = [("nlc/quatre-bras", "passing", 400), ("mop/vauchamps", "d/1", 600)]


@pytest.mark.parametrize(("scenario", "seed", "moves"), PASSING)
def test_who_only_passes_comes_as_far_as_who_looks_about_in_every_hex(
    scenario: str, seed: str, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    for engine, state, move in _played(scenario, seed, moves):
        if isinstance(move, Go) and len(move.path) > 1:
            made.append((engine, state, move, _made(engine, state, move)))
    monkeypatch.setattr(march, "alone", lambda x, s, side: set(range(x.board.size)))
    for engine, state, move, after in made:
        assert _made(engine, state, move) == after
    assert len(made) > 40


def _made(engine: Any, state: State, move: Any) -> tuple[State, list[Event]]:
    log: list[Event] = []
    return engine.apply(state, engine.decision(state).seat, move, SeededDice("same"), log), log


def test_only_the_very_moves_that_a_list_of_this_position_offers_are_made_without_a_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine: Any = load("nlc/quatre-bras")
    verified: list[Any] = []
    verify = type(engine)._verify

    def watched(self: Any, top: Any, s: State, move: Any) -> None:
        verified.append(move)
        verify(self, top, s, move)

    monkeypatch.setattr(type(engine), "_verify", watched)
    marches = (entry for entry in _played("nlc/quatre-bras", "offered") if isinstance(entry[2], Go))
    played, state, move = next(marches)
    assert played is engine
    seat = engine.decision(state).seat
    assert not verified, "the list of the mover's view offers it"
    engine.apply(state, seat, Go(move.units, move.path), SeededDice("a copy"), [])
    assert len(verified) == 1, "an equal move is looked at"
    after = engine.apply(state, seat, move, SeededDice("the move"), [])
    assert len(verified) == 1
    with pytest.raises(IllegalMove):
        engine.apply(after, engine.decision(after).seat, Go((0,), (0,)), SeededDice("another"), [])
    with pytest.raises(IllegalMove):
        engine.apply(state, next(s for s in engine.seats if s != seat), move, SeededDice("not his turn"), [])
