"""Leaders who ride alone keep to where they ride, and so do those whom advice moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import napwidgets
from napwidgets.kernel.dice import SeededDice
from napwidgets.players.registry import answered
from napwidgets.players.wap import SteadyPlayer
from napwidgets.players.wap_front import Front
from napwidgets.players.wap_heads import Ride
from napwidgets.systems.wap import moves as m
from tests.players.test_front_wap import ENGINE, X, marching
from tests.players.test_wap_heads import NUMBER
from tests.systems.wap.campaign import place

NEY = NUMBER["Ney"]
#: Ney rides alone to one of two armies.
ARMIES = [("Paris", "France", "9I"), ("Nantes", "France", "9I")]


def alone(at: str, armies: Any = ARMIES) -> Any:
    return marching(armies, {"Ney": at})


def test_who_is_on_his_way_to_an_army_rides_on_to_it() -> None:
    s = alone("Clermont-Ferrand")
    front = Front()
    chosen = front._allotted(X, s, 0)[NEY]
    other = next(place(X, at) for at, _, _ in ARMIES if place(X, at) != chosen)
    front._ridden[NEY] = Ride(s.turn - 1, place(X, "Toulon"), place(X, "Clermont-Ferrand"), other)
    assert front._allotted(X, s, 0)[NEY] == other
    # It holds for a month, and for the place that he has ridden to.
    for ago, to in ((2, "Clermont-Ferrand"), (1, "Paris")):
        front._ridden[NEY] = Ride(s.turn - ago, 0, place(X, to), other)
        assert front._allotted(X, s, 0)[NEY] == chosen


@pytest.mark.parametrize(("ago", "turns"), [(1, False), (2, False), (3, True)])
def test_nobody_rides_back_to_where_he_has_just_come_from(ago: int, turns: bool) -> None:
    s = alone("Clermont-Ferrand")
    front = Front()
    to = next(front._rides(X, s)).to
    front._ridden[NEY] = Ride(s.turn - ago, to, place(X, "Clermont-Ferrand"), place(X, "Clermont-Ferrand"))
    assert any(ride.to == to for ride in front._rides(X, s)) is turns


def test_to_troops_that_nobody_leads_he_does_ride_back() -> None:
    s = marching([("Nancy", "France", "9I")], {"Ney": "Clermont-Ferrand"})
    front = Front()
    front._ridden[NEY] = Ride(s.turn - 1, place(X, "Nancy"), place(X, "Clermont-Ferrand"), place(X, "Clermont-Ferrand"))
    assert not front._back(X, s, NEY, place(X, "Nancy"))
    led = marching([("Nancy", "France", "9I")], {"Ney": "Clermont-Ferrand", "Soult": "Nancy"})
    assert front._back(X, led, NEY, place(X, "Nancy"))


def test_rides_are_remembered_by_who_makes_them_and_by_who_is_told() -> None:
    s = alone("Clermont-Ferrand")
    front, told = Front(), Front()
    move = front._tidy(ENGINE, X, s, ())
    assert isinstance(move, m.March)
    assert move.leaders == (NEY,)
    told.recall(X, s, move)
    assert told._ridden == front._ridden != {}
    after = replace(ENGINE.apply(s, "french", move, SeededDice("ride"), []), turn=s.turn + 1)
    assert told._drawn(X, after, NEY, front._ridden[NEY].post) > 1


def test_who_is_made_for_a_question_is_told_of_rides_in_the_months_before() -> None:
    s = alone("Clermont-Ferrand")
    player = SteadyPlayer(Random(1))
    move = player.choose(ENGINE, s, "french")
    assert isinstance(move, m.March)
    told = SteadyPlayer(Random(1))
    told.recall(ENGINE, s, "french", move)
    assert isinstance(player._land, Front)
    assert isinstance(told._land, Front)
    assert told._land._ridden == player._land._ridden != {}


@pytest.mark.parametrize(("back", "turns"), [(0, {3}), (1, {2, 3}), (2, {1, 2, 3})])
def test_it_is_told_of_so_many_turns_as_it_asks_for(back: int, turns: set[int]) -> None:
    game = napwidgets.new_game("con/learning", seed="back")
    while game.engine.clock(game.state)[0] < 3 or game.decision is None or game.decision.kind != "forced":
        decision = game.decision
        assert decision is not None
        game = game.play(game.engine.options(game.state)[-1])
    seat = game.decision.seat
    told = answered(game, seat, back)
    assert {game.engine.clock(before.state)[0] for before, _ in told} == turns
    assert all(before.decision is not None and before.decision.seat == seat for before, _ in told)
    assert [before.number for before, _ in told] == sorted(before.number for before, _ in told)
