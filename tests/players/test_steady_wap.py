"""The steady player of wap: it beats random play from either side, finishes ten years, sees only its view."""

from __future__ import annotations

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.lab.playouts import play_out
from napwidgets.players.registry import kinds, make_players
from napwidgets.scenarios import load
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
    assert wins("wap/coalitions", "english", 8) >= 4


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
