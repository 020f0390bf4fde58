"""The steady player of wap: it beats random play from either side, finishes ten years, sees only its view."""

from __future__ import annotations

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.lab.playouts import play_out
from napwidgets.players.registry import kinds, make_players
from napwidgets.players.wap_sea import Sea
from napwidgets.scenarios import load
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.sea.seaways import squadrons
from napwidgets.systems.wap.setting import ENGLAND, FRANCE, PORTUGAL
from napwidgets.systems.wap.state import FRENCH, fleet_index
from tests.systems.wap.campaign import context
from tests.systems.wap.navy import fleet, sea
from tests.wap.disguise import disguise


def wins(id: str, seat: str, games: int) -> int:
    """Games out of some that the steady player wins against random play from a seat."""
    engine = load(id)
    results = [play_out(engine, make_players(engine, f"w{n}", {seat: "steady"}), f"w{n}") for n in range(games)]
    return sum(result.winner == seat for result in results)


def test_it_is_the_first_choice_for_wap() -> None:
    assert kinds("wap") == ["marshal", "steady", "recruit", "random"]


@pytest.mark.parametrize("seat", ["french", "english"])
def test_it_wins_campaigns_against_random_play(seat: str) -> None:
    # Of forty campaigns from each side it won 40 and 39 when it was made; two keep the suite short.
    assert wins("wap/grand-campaign", seat, 2) == 2


@pytest.mark.parametrize(
    ("id", "seat"), [("wap/trafalgar", "english"), ("wap/lloyds", "english")]
)
def test_it_wins_the_short_scenarios_against_random_play(id: str, seat: str) -> None:
    assert wins(id, seat, 12) >= 9


def test_it_does_better_than_random_play_as_a_raider_and_as_a_courtier() -> None:
    assert wins("wap/lloyds", "french", 8) >= 5
    # Ten squadrons together are much for a French admiral, whoever watches him.
    assert wins("wap/trafalgar", "french", 8) >= 4
    # Of eighty it won 42; a random courtier won none of forty.
    assert wins("wap/coalitions", "english", 16) >= 4


def test_raiders_gather_where_the_rate_rises_most_and_leave_a_poor_sea() -> None:
    """Two squadrons off the Cape (traffic 2) go on to the Bay of Bengal (4) at once, and stay there."""
    engine = load("wap/lloyds")
    players = make_players(engine, "raid", {}, default="steady")
    dice = SeededDice("raid")
    state, zones = engine.start(dice, []), []
    while (decision := engine.decision(state)) is not None and engine.clock(state)[0] <= 6:
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        if isinstance(move, m.Raid):
            zones.append((engine.clock(state)[0], engine.context.setting.zones[move.zone].id))
        state = engine.apply(state, decision.seat, move, dice, [])
    assert zones
    assert "cape" not in {zone for _, zone in zones}
    assert (2, "bengal") in zones


def test_blockaders_stay_where_they_keep_an_enemy_in_port_unless_one_junction_decides_all() -> None:
    for id, stays in (("wap/lloyds", True), ("wap/trafalgar", False)):
        engine = load(id)
        players = make_players(engine, "keep", {}, default="steady")
        dice = SeededDice("keep")
        state, left = engine.start(dice, []), 0
        while (decision := engine.decision(state)) is not None:
            move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
            if isinstance(move, m.Intercept) and decision.seat == "english":
                fleet = state.fleets[fleet_index(state, move.fleet)]
                off_port = fleet.place >= 0 and not fleet.inside
                left += off_port and squadrons(engine.context, state, fleet.place, FRENCH, inside=True) > 0
            state = engine.apply(state, decision.seat, move, dice, [])
        assert (left == 0) == stays


@pytest.mark.parametrize(
    ("english", "portuguese", "french", "needed"),
    [(2, 2, 2, False), (2, 1, 2, True), (4, 2, 3, True), (4, 3, 3, False), (4, 0, 0, False), (2, 0, 2, True)],
)
def test_f_6_a_a_fleet_is_needed_off_a_port_if_the_blockade_would_break_without_it(
    english: int, portuguese: int, french: int, needed: bool
) -> None:
    x = context()
    mine = fleet(x, "Brest", ENGLAND, english, inside=False)
    others = (fleet(x, "Brest", PORTUGAL, portuguese, inside=False), fleet(x, "Brest", FRANCE, french))
    assert Sea._needed(x, sea(x, mine, *others), mine) is needed


@pytest.mark.parametrize("id", ["wap/trafalgar", "wap/lloyds", "wap/coalitions"])
def test_it_plays_all_seats_to_the_end(id: str) -> None:
    seats = {"russian_seat": True, "austrian_seat": True, "prussian_seat": True, "spanish_seat": True}
    engine = load(id, seats)
    assert len(engine.seats) == 6
    result = play_out(engine, make_players(engine, "six", {}, default="steady"), "six")
    assert result.ending


def test_with_hidden_fleets_what_it_can_not_see_changes_nothing_for_it() -> None:
    engine = load("wap/lloyds", {"hidden_fleets": True})
    players, twins = (make_players(engine, "h", {}, default="steady") for _ in range(2))
    dice = SeededDice("h")
    state, compared = engine.start(dice, []), 0
    while (decision := engine.decision(state)) is not None:
        seat = decision.seat
        move = players[seat].choose(engine, engine.view(state, seat), seat)
        others = disguise(engine, state, seat)
        compared += bool(others)
        assert twins[seat].choose(engine, engine.view(others[-1] if others else state, seat), seat) == move
        state = engine.apply(state, seat, move, dice, [])
    assert compared > 10
