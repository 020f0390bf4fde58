"""What is carried on from position to position is what would be worked out anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from napwidgets.board.geometry import axial
from napwidgets.kernel.dice import SeededDice
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.ground import Layout, lands, layout
from napwidgets.systems.wap.land.columns import free_leaders, held
from napwidgets.systems.wap.land.supply import supplied, supplied_at
from napwidgets.systems.wap.moves import Sail
from napwidgets.systems.wap.sea.cargo import cargoes
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.seaways import voyages
from napwidgets.systems.wap.state import ENGLISH, FRENCH, State, at_sea, fleet_number, gathered, mustered
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


def test_the_alliance_display_is_the_one_worked_out_anew(positions: list[tuple[Context, State]]) -> None:
    shown = [x.politics(s) for x, s in positions]
    assert shown == [Context(x.setting).politics(s) for x, s in positions]
    assert len(set(map(id, shown))) < len(shown) // 2
    for n, (x, s) in enumerate(positions[::9]):
        lost = x.take(s, x.setting.capital[n % 6], n % 2)
        assert x.politics(s) == Context(x.setting).politics(s)
        assert x.politics(lost) == Context(x.setting).politics(lost)


def test_leaders_who_may_march_are_those_whom_nothing_holds(positions: list[tuple[Context, State]]) -> None:
    for x, s in positions[::5]:
        for seat in range(len(x.setting.seats)):
            asked = [i for i in range(len(s.leaders)) if not held(x, s, seat, i)]
            assert free_leaders(x, s, seat) == {i: s.leaders[i].place for i in asked}


def test_fleets_put_in_lie_as_if_all_were_mustered(positions: list[tuple[Context, State]]) -> None:
    for x, s in positions[::5]:
        settled = x.with_fleets(s, s.fleets)
        for n in range(0, len(s.fleets), 3):
            others = list(settled.fleets)
            others[n] = replace(others[n], place=others[-1 - n].place, inside=others[-1 - n].inside)
            assert x.with_fleets(settled, others).fleets == mustered(others)
            assert x.with_fleets(settled, others[1:]).fleets == mustered(others[1:])


def test_transports_take_what_no_check_of_the_whole_voyage_forbids(positions: list[tuple[Context, State]]) -> None:
    found = 0
    for x, s in positions:
        step = s.agenda[-1]
        if not isinstance(step, NavalPhase):
            continue
        for i, fleet in enumerate(s.fleets):
            if not (step.may_move(x, s, fleet) and fleet.transports and fleet.inside):
                continue
            loads = set(cargoes(x, s, fleet))
            sails = list(step._shipments(x, s, i))
            assert list(step._shipments(x, s, i, far=True)) == [sail for sail in sails if x.is_global(sail.to)]
            able = {sail.cargo for sail in sails}
            found += len(able)
            for refused in loads - able:
                for zone, lane, ports in voyages(x, fleet.place).ports:
                    ends = [(hex, inside) for _, hex in ports for inside in (True, False)] + [(at_sea(zone), False)]
                    for to, inside in ends:
                        sail = Sail(fleet_number(s, i), fleet.squadrons, fleet.transports, lane.route, to, inside)
                        assert step.why_not_sail(x, s, replace(sail, cargo=refused)) is not None
    assert found > 5


def test_the_city_near_a_hex_is_the_nearest_of_all(positions: list[tuple[Context, State]]) -> None:
    setting = positions[0][0].setting
    rows = setting.board.rows
    cities = [axial(*divmod(setting.board.number(city.hex), rows)) for city in setting.board.cities]
    for hex in range(0, setting.board.size, 3):
        q, r = axial(*divmod(hex, rows))
        away = [max(abs(q1 - q), abs(r1 - r), abs(q1 - q + r1 - r)) for q1, r1 in cities]
        assert setting._nearest(hex) == away.index(min(away))
