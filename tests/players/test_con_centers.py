"""Where a steady player of con puts its centres, what it marches for in the last turn, and whom it follows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine
from napwidgets.players import con, con_centers, con_harvest
from napwidgets.players.con import SteadyPlayer
from napwidgets.players.con_situation import GUARDED, STEADY, Situation
from napwidgets.scenarios import load
from napwidgets.systems.con import moves as m

FRENCH, ALLIED = 0, 1


def before(kind: str, seat: str, id: str = "con/learning") -> tuple[Engine, Any]:
    """A game in which a seat is asked something for the first time, as it sees it; until then nobody does anything."""
    engine, dice = load(id), SeededDice("centres")
    state = engine.start(dice, [])
    while (decision := engine.decision(state)) is not None:
        if decision.kind == kind and decision.seat == seat:
            return engine, engine.view(state, seat)
        state = engine.apply(state, decision.seat, m.Done(), dice, [])
    raise AssertionError(f"no {kind}")


def look(engine: Engine, view: Any, side: int) -> Situation:
    return Situation(engine.context, view, side, STEADY)


def named(engine: Engine, name: str) -> int:
    return next(h for h, place in engine.context.board.places.items() if place.name == name)


def test_a_centre_stays_behind_the_front_while_nobody_comes() -> None:
    engine, view = before("organization", "allied")
    shifts = [o for o in engine.options(view) if isinstance(o, m.Shift)]
    assert any(engine.context.place(o.to) == "Genappe" for o in shifts)
    assert con_centers.shift(look(engine, view, ALLIED), shifts) is None


def test_a_centre_goes_when_the_enemy_is_near_and_only_then() -> None:
    engine, view = before("organization", "allied")
    shifts = [o for o in engine.options(view) if isinstance(o, m.Shift)]
    now, brussels = look(engine, view, ALLIED), named(engine, "Brussels")
    near = next(h for h in range(engine.context.board.size) if now.far(h, brussels) == 2)
    now.enemies = {near: 20.0}
    move = con_centers.shift(now, shifts)
    assert move is not None
    assert now.far(move.to, near) > 2
    # Whoever is a march and more away drives nobody off.
    out = next(h for h in range(engine.context.board.size) if now.far(h, brussels) == con_centers.COMES + 1)
    now.enemies = {out: 20.0}
    assert con_centers.shift(now, shifts) is None


def test_a_centre_among_troops_is_in_less_danger() -> None:
    engine, view = before("organization", "allied")
    now, brussels = look(engine, view, ALLIED), named(engine, "Brussels")
    near = next(h for h in range(engine.context.board.size) if now.far(h, brussels) == 3)
    now.enemies, now.own = {near: 20.0}, {}
    bare = con_centers.danger(now, brussels)
    now.own = {brussels: 20}
    assert 0 < con_centers.danger(now, brussels) < bare


def last_turn(side: int, first: int) -> tuple[Engine, Situation]:
    """The last turn of the lesson with everybody where he began."""
    seat = ("french", "allied")[side]
    engine, view = before("movement", seat)
    view = replace(view, turn=engine.context.setting.scenario.turns.count, first=first)
    return engine, look(engine, view, side)


def test_in_the_last_turn_places_on_the_way_count_too() -> None:
    engine, now = last_turn(FRENCH, ALLIED)
    # Nobody stands in the way now.
    now.s = replace(now.s, unseen=())
    now.enemies = {}
    sheaf = con_harvest.best(now, set())
    assert sheaf is not None
    one_place = max(now.gain(goal.at) for goal in engine.context.setting.goals)
    assert sheaf.worth >= one_place
    assert con_harvest.best(now, {force.leader for force in now.forces}) is None


def test_who_moves_last_need_not_fear_for_what_he_took() -> None:
    _, now = last_turn(FRENCH, FRENCH)
    at = now.s.leaders[now.forces[0].leader].at
    now.enemies = {next(h for h in range(now.x.board.size) if now.far(h, at) == con_harvest.COMES): 10.0}
    assert con_harvest.stays(now, at, 0) == pytest.approx(con_harvest.LEFT)
    assert con_harvest.stays(now, at, 10) == 1.0
    now.s = replace(now.s, first=ALLIED)
    assert con_harvest.stays(now, at, 0) == 1.0
    now.s = replace(now.s, first=FRENCH)
    now.enemies = {next(h for h in range(now.x.board.size) if now.far(h, at) == con_harvest.COMES + 1): 10.0}
    assert con_harvest.stays(now, at, 0) == 1.0


def test_who_alone_holds_a_place_stays_there_after_a_fight() -> None:
    engine, view = before("movement", "allied")
    now = look(engine, view, ALLIED)
    leader = next(f.leader for f in now.forces if now.s.leaders[f.leader].at == named(engine, "Quatre Bras"))
    alone = SteadyPlayer(Random(1))._leaves(now, leader)
    assert alone == now.stake(named(engine, "Quatre Bras")) > 0
    now.own = {named(engine, "Quatre Bras"): now.strength(now.x.force(now.s, leader)) + 1}
    assert SteadyPlayer(Random(1))._leaves(now, leader) == 0


def leaving(strength: float) -> tuple[Engine, Situation, SteadyPlayer, Any]:
    """Reille alone in a place of the lesson that he is to leave, with an enemy of a strength near."""
    engine, view = before("organization", "french")
    player, at = SteadyPlayer(Random(1)), named(engine, "Charleroi")
    rider = next(i for i, one in enumerate(engine.context.setting.leaders) if one.id == "lefebvre-desnouettes")
    force = engine.context.force(view, rider)
    view = view.moved(force.leaders, force.units, named(engine, "Marchienne"))
    now = look(engine, view, FRENCH)
    near = next(h for h in range(engine.context.board.size) if now.far(h, at) == GUARDED)
    now.enemies = {near: strength, named(engine, "Quatre Bras"): 4.0}
    reille = next(force for force in now.forces if now.s.leaders[force.leader].at == at)
    return engine, now, player, reille


def test_nobody_sets_out_from_a_place_that_he_alone_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, view = before("movement", "allied")
    now, player, at = look(engine, view, ALLIED), SteadyPlayer(Random(1)), named(engine, "Quatre Bras")
    force = next(f for f in now.forces if now.s.leaders[f.leader].at == at)
    near = next(h for h in range(engine.context.board.size) if now.far(h, at) == GUARDED)
    away = m.Activate(force.leader)
    monkeypatch.setattr(con.RecruitPlayer, "_set_out", lambda *of: away)
    now.enemies = {near: 2 * now.strength(force) - 1}
    assert player._set_out(engine, now, force) is None
    # At twice his strength he makes way.
    now.enemies = {near: 2 * now.strength(force)}
    assert player._set_out(engine, now, force) == away


def test_who_will_leave_a_place_the_enemy_is_near_to_leaves_a_garrison(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, now, player, reille = leaving(20.0)
    at, away = now.s.leaders[reille.leader].at, named(engine, "Quatre Bras")
    monkeypatch.setattr(con, "planned", lambda now: {reille.leader: (away, 4.0, True)})
    move = player._detached(engine, now)
    assert isinstance(move, m.Assign)
    assert move.boss == -1
    assert now.s.units[move.unit].strength == min(now.s.units[u].strength for u in reille.units)
    # Who is to stay there detaches nobody, nor does anybody from whom the enemy is far.
    monkeypatch.setattr(con, "planned", lambda now: {reille.leader: (at, 4.0, True)})
    assert player._detached(engine, now) is None
    monkeypatch.setattr(con, "planned", lambda now: {reille.leader: (away, 4.0, True)})
    now.enemies = {next(h for h in range(engine.context.board.size) if now.far(h, at) == GUARDED + 1): 30.0}
    assert player._detached(engine, now) is None
