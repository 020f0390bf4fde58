"""What is carried on from position to position is what would be worked out anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.jdg.contact import contacts_of, hears
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.layout import Layout
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.reaching import Webs, spread, way_to
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import State, door_of
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


def test_flags_in_secret_show_as_in_a_first_look(positions: list[tuple[Context, State, list[State]]]) -> None:
    raised = 0
    for x, s, _ in positions[::5]:
        if len(s.covert) < 2:
            continue
        again = replace(s, covert=(*s.covert[1:], s.covert[0]))
        covered = [i for i, c in enumerate(s.counters) if (c.at, x.sides[i]) in s.covert and x.is_unit(i) and not c.up]
        shown = [s.counter(i, up=True) for i in covered[:2]]
        more = [replace(one, covert=(*one.covert, (s.covert[0][0], 1 - s.covert[0][1]))) for one in shown]
        for other_one in (again, *shown, *more):
            for side in (0, 1):
                redact(x, s, side)
                view = redact(x, other_one, side)
                assert view == redact(Context(x.setting), other_one, side)
                raised += view.control != s.control
    assert raised > 5


def test_what_was_asked_of_a_layout_is_what_a_first_look_finds(
    positions: list[tuple[Context, State, list[State]]],
) -> None:
    for x, state, views in positions[::9]:
        fresh = Context(x.setting)
        for s in (state, views[0]):
            for side in (0, 1):
                assert contacts_of(x, s, side) == contacts_of(fresh, s, side)
                assert x.forces(s, side) == fresh.forces(s, side)
                asked = [i for i in x.of_side[side] if s.counters[i].at >= 0]
                assert [hears(x, s, i) for i in asked] == [hears(fresh, s, i) for i in asked]


def test_how_far_something_comes_holds_as_long_as_a_first_look_finds_the_same(
    positions: list[tuple[Context, State, list[State]]],
) -> None:
    held = looked = 0
    last: dict[tuple[int, int, bool], object] = {}
    boxes = sorted({counter.at for _, s, _ in positions[::40] for counter in s.counters if counter.at >= 0})
    for x, s, _ in positions[::2]:
        fresh = Webs(x.setting).of(x.barred(s), x.setting.ford_adds[s.weather.name])
        assert x.web(s) == fresh
        for side, enter in ((0, True), (1, False)):
            foes = x.layout(s).count[other(side)]
            for box in boxes[:: 1 + len(boxes) // 12]:
                found = x.reach(s, box, 5, foes, enter=enter)
                # In the same order, too: who chooses among equals takes the first.
                assert list(found.items()) == list(spread(fresh, box, 5, foes, enter=enter).found.items())
                key, looked = (box, side, enter), looked + 1
                held += found is last.get(key)
                last[key] = found
    assert looked // 2 < held < looked


def test_supply_goes_on_as_a_first_look_finds_a_way(positions: list[tuple[Context, State, list[State]]]) -> None:
    joined = set()
    for x, s, _ in positions[::3]:
        for n, army in enumerate(x.setting.armies):
            at = s.counters[x.chief(s, n)].at
            if at >= 0:
                foes = x.forces(s, other(army.side))
                assert x.joined(s, at, army.sources, foes) == bool(way_to(x.web(s), at, army.sources, foes))
                joined.add(x.joined(s, at, army.sources, foes))
    assert joined == {True, False}


def test_who_may_set_out_or_react_is_asked_of_every_box(positions: list[tuple[Context, State, list[State]]]) -> None:
    for x, s, _ in positions[::4]:
        for side in (0, 1):
            places = sorted({s.counters[i].at for i in x.of_side[side]})
            on_map = [at for at in places if at >= 0 or door_of(at) >= 0]
            assert groups.places(x, s, side) == [at for at in on_map if groups.movable(x, s, at, side)]
            for at in on_map:
                here = x.afield(s, at, side) if at >= 0 else []
                assert groups.any_party(x, s, here) == bool(list(groups.parties(x, s, here)))
