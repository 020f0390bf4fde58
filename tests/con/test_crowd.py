"""The laws of the conformance suite in a crowded country, where chance and the computer meet every kind of decision."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import pytest

from napwidgets.kernel import saves
from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.players.registry import make_players
from napwidgets.systems.con.engine import Campaign
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.scenario import TurnsData
from tests.con.disguise import disguise
from tests.conformance.cases import Step, all_moves
from tests.conformance.conserved import unexplained
from tests.conformance.twins import compared
from tests.systems.con.country import CROWD, game

WHO: tuple[Mapping[str, str], ...] = ({}, {"french": "steady", "allied": "steady"}, {"allied": "steady"})


def crowd(open_play: bool = False) -> Campaign:
    turns = TurnsData(start="1815-06-15", count=8, days=2)
    return game(Options(open_play=open_play), set_up=CROWD, turns=turns)


@cache
def played(who: int, open_play: bool = False) -> list[Step]:
    """A whole game, by nobody but the computer."""
    e, seed = crowd(open_play), f"crowd {who}"
    players, dice = make_players(e, seed, dict(WHO[who])), SeededDice(seed)
    state, found = e.start(dice, []), list[Step]()
    while (decision := e.decision(state)) is not None:
        log: list[Event] = []
        dice.throws.clear()
        move = players[decision.seat].choose(e, e.view(state, decision.seat), decision.seat)
        after = e.apply(state, decision.seat, move, dice, log)
        found.append(Step(state, decision.seat, move, after, tuple(dice.throws), tuple(log)))
        state = after
    return found


def test_the_games_meet_nearly_every_kind_of_decision() -> None:
    met = {step.state.agenda[-1].__class__ for who in range(len(WHO)) for step in played(who)}
    # How the computer plays may change; rare.py has positions of these.
    rare = {"Delay", "Assault", "Bridge", "Combats"}
    assert {kind.__name__ for kind in set(Campaign.decisions()) - met} <= rare


@pytest.mark.parametrize("who", range(len(WHO)))
def test_nothing_appears_or_vanishes_without_an_event(who: int) -> None:
    for step in played(who):
        assert unexplained(crowd(), step) == []


@pytest.mark.parametrize("open_play", [False, True])
@pytest.mark.parametrize("who", range(len(WHO)))
def test_options_are_legal_and_the_same_from_the_view(who: int, open_play: bool) -> None:
    e, rng = crowd(open_play), Random(who)
    for step in played(who, open_play)[:: 2 + open_play]:
        view, found = e.view(step.state, step.seat), all_moves(e, step.state)
        assert e.decision(view) == e.decision(step.state)
        assert all_moves(e, view) == found
        for _, move in rng.sample(found, min(6, len(found))):
            e.check(step.state, step.seat, move)
            assert e.label(view, move) == e.label(step.state, move)


@pytest.mark.parametrize("who", range(len(WHO)))
def test_what_a_seat_cannot_see_changes_nothing_for_it(who: int) -> None:
    e = crowd()
    for step in played(who)[::3]:
        for seat in (*e.seats, None):
            view = e.view(step.state, seat)
            assert e.view(view, seat) == view
            for other in disguise(e, step.state, seat):
                assert e.view(other, seat) == view
                if seat == step.seat:
                    assert all_moves(e, other) == all_moves(e, step.state)


@pytest.mark.parametrize("who", range(len(WHO)))
def test_moves_tell_no_secret(who: int) -> None:
    e = crowd()
    for step in played(who)[::8]:
        for seat, move, why in compared(e, step, [step.move]):
            assert not why, f"{seat} tells {move} apart: {why}"


@pytest.mark.parametrize("who", range(len(WHO)))
def test_a_game_with_all_these_moves_loads_as_it_was(who: int) -> None:
    e = crowd()
    g = Game.new(e, "crowd")
    players = make_players(e, "crowd", dict(WHO[who]))
    while (decision := g.decision) is not None:
        g = g.play(players[decision.seat].choose(e, g.view(decision.seat), decision.seat))
    assert saves.load(saves.dump(g), lambda *_: e).state == g.state
