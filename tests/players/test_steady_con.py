"""The steady player of con has aims: places, centres and roads, each with as many as it takes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine
from napwidgets.lab.blunders import watched
from napwidgets.lab.playouts import play_out
from napwidgets.lab.runner import jobs_for
from napwidgets.players import con
from napwidgets.players.con import SteadyPlayer, planned
from napwidgets.players.con_aims import Task, allot, tasks
from napwidgets.players.con_situation import STEADY, Situation
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.forced import ForcedMarches
from napwidgets.systems.con.marching import Marching
from napwidgets.systems.con.preparation import Prepare
from napwidgets.systems.con.state import RIDERS, Report
from napwidgets.systems.con.supply import line
from tests.systems.con.country import decided, field, game, leader, play, run

FRENCH, ALLIED = 0, 1


def marching(id: str, seat: str) -> tuple[Engine, Any]:
    """A game where a seat is about to march for the first time, as it sees it."""
    engine, dice = load(id), SeededDice("aims")
    state = engine.start(dice, [])
    while (decision := engine.decision(state)) is not None:
        if decision.kind == "movement" and decision.seat == seat:
            return engine, engine.view(state, seat)
        state = engine.apply(state, decision.seat, m.Done(), dice, [])
    raise AssertionError("nobody marches")


def seen(engine: Engine, view: Any, side: int) -> Situation:
    return Situation(engine.context, view, side, STEADY)


def test_nobody_has_two_tasks_and_everybody_follows_one() -> None:
    engine, view = marching("con/belgium-1815", "french")
    now = seen(engine, view, FRENCH)
    taken = [i for aim in allot(now, now.forces) for i in aim.leaders]
    assert len(taken) == len(set(taken)) > 0
    assert set(planned(now)) == {force.leader for force in now.forces}


def test_what_a_campaign_turns_on_is_held_while_the_enemy_is_still_far() -> None:
    engine, view = marching("con/belgium-1815", "allied")
    now = seen(engine, view, ALLIED)
    brussels = next(goal.at for goal in engine.context.setting.goals if goal.points == 12)
    assert any(task.kind == "hold" and task.at == brussels for task in tasks(now))
    assert any(aim.task.kind == "hold" and aim.task.at == brussels for aim in allot(now, now.forces))


def test_roads_count_for_those_who_live_on_them() -> None:
    engine, view = marching("con/belgium-1815", "french")
    now = seen(engine, view, FRENCH)
    theirs = {view.centers[n].at for n, army in enumerate(engine.context.setting.armies) if army.side == ALLIED}
    assert theirs & {task.at for task in tasks(now) if task.kind == "take"}


def test_who_has_nothing_better_to_do_takes_what_is_empty() -> None:
    engine, view = marching("con/belgium-1815", "french")
    player = SteadyPlayer(Random(1))
    now = seen(engine, view, FRENCH)
    ground = {goal.at for goal in engine.context.setting.goals if now.gain(goal.at) and goal.at not in now.enemies}
    move = player._gleaned(engine, now)
    if move is not None:
        assert isinstance(move, m.Activate)
        assert player._aims[move.leader] in ground
        engine.check(view, "french", move)
    assert player._gleaned(engine, now) is None or move is not None


def test_nobody_marches_back_to_where_he_set_out_from() -> None:
    # Napoleon went from Naumburg to the next hex, thought better of it, and came back with 45 strength points.
    job = jobs_for("con/saxony-1813-spring", 8, {}, "blv")[7]
    assert "to and fro" not in {fault.kind for fault in watched(job).faults}


def test_where_a_march_began_is_told_to_a_player_who_is_made_on_the_way() -> None:
    engine, view = marching("con/belgium-1815", "french")
    mover = seen(engine, view, FRENCH).forces[0].leader
    start, view = view.leaders[mover].at, view.push(Marching(FRENCH, mover, 14))
    told = SteadyPlayer(Random(1))
    told.recall(engine, view, "french", m.Go(start + 1))
    assert told._began == {mover: start}
    going = view.lead(mover, at=start + 1).pop(replace(view.agenda[-1], spent=2))
    told.recall(engine, going, "french", m.Done())
    assert told._began == {mover: start}


def test_it_beats_a_recruit() -> None:
    engine, points = load("con/learning"), 0.0
    for seat in engine.seats:
        for n in range(10):
            bots = {one: "steady" if one == seat else "recruit" for one in engine.seats}
            game = play_out(engine, make_players(engine, f"beats/{n}", bots), f"beats/{n}")
            points += 0.5 if not game.winners else float(seat in game.winners)
    assert points >= 11


def at_decision(kind: str, id: str = "con/learning") -> tuple[Engine, Any, str]:
    """A game of steady players before a decision of a kind, and whose it is."""
    engine, dice = load(id), SeededDice("tools")
    players = make_players(engine, "tools", dict.fromkeys(engine.seats, "steady"))
    state = engine.start(dice, [])
    while (decision := engine.decision(state)) is not None:
        if decision.kind == kind:
            return engine, state, decision.seat
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])
    raise AssertionError(f"no {kind}")


def test_an_army_is_expected_of_whom_nothing_is_known_and_who_has_friends_near() -> None:
    engine, state, seat = at_decision("guess")
    view = replace(engine.view(state, seat), reports=())
    now = Situation(engine.context, view, engine.seats.index(seat), STEADY)
    n = view.agenda[-1].first(view)
    there = view.fights[n].hexes[1 - now.side][0]
    beside = next(h for h in range(engine.context.board.size) if now.far(h, there) == 2)
    player = SteadyPlayer(Random(1))
    now.enemies = {there: 9.0, beside: 9.0}
    assert player._guess(engine, now) == m.Guess(n, "army")
    now.enemies = {there: 9.0}
    assert player._guess(engine, now) == m.Guess(n, "corps")
    # A report says what there is.
    told = Report(view.turn, now.side, there, -1, "corps", 10)
    now = Situation(engine.context, replace(view, reports=(told,)), now.side, STEADY)
    now.enemies = {there: 9.0, beside: 9.0}
    assert player._guess(engine, now) == m.Guess(n, "corps")


def test_vedettes_that_lie_face_up_frighten_nobody_but_cut_roads() -> None:
    engine, state, seat = at_decision("movement")
    x, view = engine.context, engine.view(state, seat)
    side = engine.seats.index(seat)
    bare = Situation(x, replace(view, reports=()), side, STEADY)
    there = next(h for h in sorted(bare.enemies) if not x.units_at(view, h, 1 - side))

    def found(turn: int, at: int = there) -> Situation:
        return Situation(x, replace(view, reports=(Report(turn, side, at, -1, RIDERS, 1),)), side, STEADY)

    now = found(view.turn)
    assert now.riders == {there}
    assert set(now.enemies) == set(bare.enemies) - {there}
    assert set(found(view.turn - 1).enemies) == set(bare.enemies), "they may have gone"
    army = next(n for n, a in enumerate(x.setting.armies) if a.side == side and line(x, view, n))
    way = line(x, view, army)
    on_it = Task("strike", way[len(way) // 2], 1.0, STEADY.road)
    assert on_it not in list(tasks(now))
    assert on_it in list(tasks(found(view.turn, on_it.at)))


def forced(seed: str) -> list[tuple[Any, str, m.Force]]:
    """The forced marches of a game of steady players, each with the view before it and whose it is."""
    engine, dice = load("con/learning"), SeededDice(seed)
    players = make_players(engine, seed, dict.fromkeys(engine.seats, "steady"))
    state, found = engine.start(dice, []), []
    while (decision := engine.decision(state)) is not None:
        view = engine.view(state, decision.seat)
        move = players[decision.seat].choose(engine, view, decision.seat)
        if isinstance(move, m.Force):
            found.append((view, decision.seat, move))
        state = engine.apply(state, decision.seat, move, dice, [])
    return found


def test_a_forced_march_takes_an_empty_place_near_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, seeds = load("con/learning"), [f"forced/{n}" for n in range(8)]
    marches = [march for seed in seeds for march in forced(seed)]
    assert marches
    for view, seat, move in marches:
        now = seen(engine, view, engine.seats.index(seat))
        assert now.gain(move.to) > 0
        assert move.to not in now.enemies
    monkeypatch.setattr(con, "LAST", 0)
    assert not any(forced(seed) for seed in seeds)


@pytest.mark.parametrize("start", ["0603", "0602"])
def test_9_2_the_chance_of_a_march_to_the_guns_is_the_games_own(start: str) -> None:
    """Ney's cavalry marches on without the infantry that has come to him in this phase and would hold it up."""
    stacks = ("murat 0605: dragoons", "hill 0705: a1", f"ney {start}: hussars", f"reille {start} < ney: f2")
    s = run(game(), field(game(), *stacks, step=Prepare()))
    while decided(game(), s).endswith("gather"):
        s = play(game(), s, m.Done())
    s = replace(s, agenda=(ForcedMarches(FRENCH),)).lead(leader("reille"), forced=True)
    move = SteadyPlayer(Random(1)).choose(game(), game().view(s, "french"), "french")
    assert isinstance(move, m.ToGuns)
    assert move.leader == leader("ney")
