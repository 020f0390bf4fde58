"""The steady player of jdg has aims: what decides the campaign, as few as are enough for it, and the last word."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine
from napwidgets.lab.playouts import play_out
from napwidgets.players.jdg import SteadyPlayer
from napwidgets.players.jdg_aims import allot, marchers, tasks
from napwidgets.players.jdg_odds import outlook
from napwidgets.players.jdg_orders import Campaign, Party
from napwidgets.players.jdg_situation import STEADY, Lie, Situation
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.march.marching import Marching

FRENCH, ALLIED = 0, 1


def marching(id: str, seat: str) -> tuple[Engine, Any]:
    """A game where a seat is about to march for the first time, as it sees it."""
    engine, dice = load(id), SeededDice("aims")
    state = engine.start(dice, [])
    players = make_players(engine, "aims", dict.fromkeys(engine.seats, "random"))
    while (decision := engine.decision(state)) is not None:
        if decision.kind == "movement" and decision.seat == seat:
            return engine, engine.view(state, seat)
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        state = engine.apply(state, decision.seat, m.Done() if decision.kind == "movement" else move, dice, [])
    raise AssertionError("nobody marches")


def seen(engine: Engine, view: Any, side: int) -> Situation:
    return Situation(engine.context, view, side, Lie(engine.context), STEADY)


def test_an_attack_is_worth_more_the_stronger_it_is() -> None:
    tables = load("jdg/poland-1807").context.tables
    worths = [outlook(tables, mine, 10).worth for mine in (5, 10, 20, 40)]
    assert worths == sorted(worths)
    assert worths[0] < 0 < worths[-1]


def test_tasks_come_from_what_decides_and_nobody_has_two() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    now = seen(engine, view, FRENCH)
    told = {(task.kind, engine.context.box(task.box)) for task in tasks(now)}
    assert {("take", "Vienne"), ("strike", "Ulm")} <= told
    aims = allot(now)
    taken = [i for aim in aims for i in aim.units]
    assert len(taken) == len(set(taken)) > 0
    assert set(taken) <= {i for i, _ in marchers(now)}


def test_what_a_campaign_turns_on_is_held_while_the_enemy_is_still_far() -> None:
    engine, view = marching("jdg/danube-1805", "allied")
    now = seen(engine, view, ALLIED)
    vienna = next(box for box, _, _ in engine.context.setting.goals if engine.context.box(box) == "Vienne")
    stack = next(box for box, at in now.lie.far(vienna).items() if 8 <= at <= 12)
    now.enemies = {stack: 9.0}
    assert not now.strongest_near(vienna)
    assert [task for task in tasks(now) if task.kind == "hold" and task.box == vienna]


def test_who_has_an_aim_elsewhere_wins_nothing_where_enough_are_coming() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    campaign = Campaign(seen(engine, view, FRENCH))
    ulm = next(aim for aim in campaign.aims if aim.task.kind == "strike" and engine.context.box(aim.task.box) == "Ulm")
    other = next(aim for aim in campaign.aims if aim.task.box != ulm.task.box and aim.task.kind != "hold")
    party, theirs = Party(other.units, other), campaign.now.enemies[ulm.task.box]
    assert campaign._spared(party, ulm.task.box, 0, theirs) > 0
    campaign._coming.clear()
    assert campaign._spared(party, ulm.task.box, 0, theirs) == 0


def test_nobody_is_struck_against_the_odds() -> None:
    engine, view = marching("jdg/germany-1813-4", "french")
    now = seen(engine, view, FRENCH)
    for aim in allot(now):
        if aim.task.kind == "strike":
            terrain = engine.context.network.places[aim.task.box].terrain
            assert outlook(engine.context.tables, now.power(aim.units), aim.task.need, terrain).wins >= STEADY.sure


def test_what_is_worth_much_is_not_left_to_a_few() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    now = seen(engine, view, FRENCH)
    for aim in allot(now):
        if aim.task.kind == "take":
            assert engine.context.strength(view, aim.units) >= STEADY.escort * aim.task.worth


def test_a_march_takes_places_on_its_way() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    x, now = engine.context, seen(engine, view, FRENCH)
    corps = next(i for i, piece in enumerate(x.pieces) if piece.name == "I Corps")
    munich = next(box for box, place in enumerate(x.network.places) if place.name == "Munich")
    # From Ausbourg, which is the enemy's, the shortest ways lead past it.
    force = Marching(FRENCH, (corps,), view.counters[corps].at, view.counters[corps].at, 30)
    ways = Campaign(now)._ways(force)
    assert max(way.points for way in ways.values()) > 0
    richest = max(ways.values(), key=lambda way: way.points)
    assert any(now.gain(box) for box in richest.route[:-1] if box in now.lie.goals)
    force.check_route(x, view, m.March(richest.route))
    assert munich in now.lie.goals


def test_the_last_word_is_worth_more_than_the_first() -> None:
    engine, view = marching("jdg/poland-1807", "french")
    player = SteadyPlayer(Random(1))
    last = engine.context.setting.scenario.turns.count
    assert player._first_player(engine, seen(engine, view, FRENCH)) == m.Lead(FRENCH)
    assert player._first_player(engine, seen(engine, replace(view, turn=last), FRENCH)) == m.Lead(ALLIED)


def test_more_than_a_stack_marches_only_with_the_chief() -> None:
    engine, view = marching("jdg/danube-1805", "french")
    x = engine.context
    # Everybody in one box, where a deputy of higher rank than his chief may be, too.
    mine = [i for i, c in enumerate(view.counters) if x.sides[i] == FRENCH and c.at >= 0]
    strasbourg = view.counters[x.setting.number["napoleon"]].at
    crowd = view.each(mine, at=strasbourg)
    campaign = Campaign(seen(engine, crowd, FRENCH))
    for party in campaign.parties(mine):
        engine.check(crowd, "french", m.Activate(party.pieces))


@pytest.mark.parametrize("seat", ["french", "russian"])
def test_it_beats_a_recruit(seat: str) -> None:
    engine = load("jdg/poland-1807")
    points = 0.0
    for n in range(6):
        bots = {one: "steady" if one == seat else "recruit" for one in engine.seats}
        game = play_out(engine, make_players(engine, f"beats/{n}", bots), f"beats/{n}")
        points += 0.5 if not game.winners else float(seat in game.winners)
    assert points >= 3.5
