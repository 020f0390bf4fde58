"""The last march of a campaign of con: every place that can still be had, by whoever is near, on the way, too."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any

from msgspec import Struct

from napwidgets.kernel.system import Engine
from napwidgets.players.con_situation import Situation
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.context import Force
from napwidgets.systems.con.forced import force_of
from napwidgets.systems.con.ground import Ways, route
from napwidgets.systems.con.marching import Marching

#: How near an enemy is who comes back for a place if he moves afterwards, and what is left of its worth then.
COMES, LEFT = 8, 0.4
#: What a strength point costs that a stronger enemy beside the end of a march has more, in points.
BESIDE = 0.1


class Sheaf(Struct, frozen=True):
    """A march of a leader to a hex, extended or not, and what it brings in points."""

    leader: int
    to: int
    extended: bool
    worth: float


def wanted(now: Situation) -> frozenset[int]:
    """The places by which points would turn."""
    return frozenset(goal.at for goal in now.x.setting.goals if now.gain(goal.at) > 0)


def best(now: Situation, tried: Set[int]) -> Sheaf | None:
    """The march that brings most, if one brings anything."""
    places = wanted(now)
    found = [sheaf for force in now.forces if force.leader not in tried for sheaf in _sheaves(now, force, places)]
    return max(found, key=lambda one: (one.worth, not one.extended, -one.leader, -one.to), default=None)


def _sheaves(now: Situation, force: Force, places: frozenset[int]) -> Iterator[Sheaf]:
    x, s, lead = now.x, now.s, now.s.leaders[force.leader]
    if lead.moved:
        return
    mine = now.strength(force)
    leaves = leaving(now, lead.at, mine)
    for extended in (False, True):
        ways = Marching(now.side, force.leader, x.allowance(s, force, extended)).ways(x, s)
        for to in ways:
            on = places.intersection(route(ways, to))
            if on:
                worth = sum(now.gain(at) * stays(now, at, mine if at == to else 0) for at in on)
                worth -= leaves + beside(now, to, mine)
                if worth > 0:
                    yield Sheaf(force.leader, to, extended, worth)


def forced(now: Situation, engine: Engine) -> m.Force | None:
    """The forced march that brings most, if one brings anything."""
    places = wanted(now)
    step: Any = now.s.agenda[-1]
    found: list[tuple[float, int, int, m.Force]] = []
    for subject in engine.subjects(now.s) if places else ():
        ways: dict[int, Ways] = {}
        # Whoever fights stands where he meant to.
        for move in engine.options(now.s, subject.id) if not step.fights(now.s, subject.hex) else ():
            if not isinstance(move, m.Force):
                continue
            force = force_of(now.x, now.s, move.leader)
            if move.leader not in ways:
                ways[move.leader] = step.reach_of(now.x, now.s, force)
            on = places.intersection(route(ways[move.leader], move.to))
            worth = sum(now.gain(at) for at in on) - leaving(now, subject.hex, now.strength(force)) if on else 0.0
            if worth > 0:
                found.append((worth, -move.leader, -move.to, move))
    return max(found, key=lambda one: one[:3])[3] if found else None


def leaving(now: Situation, at: int, mine: int) -> float:
    """What it costs that a force leaves a hex."""
    if now.own.get(at, 0) > mine:
        return 0.0
    return now.stake(at) * (1.0 - stays(now, at, 0))


def stays(now: Situation, at: int, mine: int) -> float:
    """How much of a place's worth is left to who was there last: the enemy may still move, and come for it."""
    near = 1 if now.s.first != now.side else COMES
    comes = max((n for h, n in now.enemies.items() if now.far(h, at) <= near), default=0.0)
    return 1.0 if comes == 0 else LEFT + (1.0 - LEFT) * min(1.0, mine / comes) ** 2


def beside(now: Situation, to: int, mine: int) -> float:
    """What it costs to end a march beside the enemy, who fights there."""
    theirs = now.around(to, now.enemies, 1)
    return BESIDE * max(0.0, theirs - mine) if theirs else 0.0
