"""What a side of con is after in a turn, worked out from its view: tasks from what decides the campaign, and which
force does which.

The tasks are places to take, enemies to strike and places to hold, each with what it is worth in victory points. They
are allotted one by one, always the one that brings most for what it costs, to the nearest forces that are enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from napwidgets.players.con_situation import Situation
from napwidgets.systems.con.context import Force
from napwidgets.systems.con.supply import line

#: Hexes that a force marches in a turn, some of them on roads; how many turns ahead tasks are planned.
MARCH, AHEAD = 7, 5
#: How near an enemy must be to threaten a place in a turn or two, and how near enemies stand that fight together.
THREAT, TOGETHER = 14, 2
#: From how many points on a place is watched from afar, and from how far.
GREAT, FAR = 8, 24


class Task(Struct, frozen=True):
    """Something to do: to ``take`` a place, to ``strike`` an enemy, to ``hold`` a place; what it asks for, and what it
    brings.
    """

    kind: str
    at: int
    need: float
    worth: float


class Aim(Struct, frozen=True):
    """A task with the leaders of the forces that do it, how many turns that takes, what it is worth less its cost."""

    task: Task
    leaders: tuple[int, ...]
    turns: int
    net: float


def tasks(now: Situation) -> Iterator[Task]:
    """All that might be done."""
    by = now.mood
    for at in sorted({goal.at for goal in now.x.setting.goals}):
        gain, stake = now.gain(at), now.stake(at)
        near = now.around(at, now.enemies, TOGETHER)
        if gain > 0:
            yield Task("take", at, max(1.0, by.odds * near), gain)
        elif stake > 0:
            comers = [n for h, n in now.enemies.items() if now.far(h, at) <= (FAR if stake >= GREAT else THREAT)]
            if comers:
                yield Task("hold", at, 1.0, by.post * stake)
                yield Task("hold", at, by.parry * max(comers), by.post * stake)
    yield from _roads(now)
    seen: set[int] = set()
    for at in sorted(now.enemies, key=lambda h: (-now.around(h, now.enemies, TOGETHER), h)):
        if at not in seen:
            seen |= {h for h in now.enemies if now.far(h, at) <= TOGETHER}
            near = now.around(at, now.enemies, TOGETHER)
            yield Task("strike", at, by.odds * near, by.ruin * near)


def _roads(now: Situation) -> Iterator[Task]:
    """The roads that armies live on: one's own centres and lines to keep, the enemy's centres to take. Who has no line
    gives no commands.
    """
    by, x, s = now.mood, now.x, now.s
    for n, army in enumerate(x.setting.armies):
        at = s.centers[n].at
        if at < 0:
            continue
        near = now.around(at, now.enemies, TOGETHER)
        if army.side != now.side:
            yield Task("take", at, max(1.0, by.odds * near), by.road * min(1.0, now.left / AHEAD))
            continue
        comers = [e for h, e in now.enemies.items() if now.far(h, at) <= THREAT // 2]
        if comers:
            yield Task("hold", at, by.parry * max(comers), by.road)
        source = min(army.sources, key=lambda h: (now.far(at, h), h))
        way = set(line(x, s, n))
        for h in (*now.enemies, *sorted(now.riders)):
            between = now.far(at, h) + now.far(h, source) <= now.far(at, source) + 2
            if between if not way else any(now.far(h, there) <= TOGETHER for there in way):
                yield Task("strike", h, max(1.0, by.odds * now.around(h, now.enemies, 1)), by.road)


def allot(now: Situation, forces: Sequence[Force]) -> list[Aim]:
    """Who does what, the most worthy task first."""
    free, todo, found = {f.leader: f for f in forces}, list(tasks(now)), list[Aim]()
    known: dict[int, Aim | None] = {}
    while free and todo:
        for n, task in enumerate(todo):
            old = known.get(n)
            if n not in known or (old is not None and any(i not in free for i in old.leaders)):
                known[n] = _best(now, task, list(free.values()))
        n, aim = max(known.items(), key=lambda item: (item[1].net if item[1] else -1.0, -item[0]))
        if aim is None or aim.net <= 0:
            break
        found.append(aim)
        for i in aim.leaders:
            del free[i]
        known[n] = None
    return found


def _best(now: Situation, task: Task, free: Sequence[Force]) -> Aim | None:
    """The nearest forces that are enough for a task, of equals the weakest."""
    by = now.mood
    last = min(AHEAD if task.kind != "hold" else 2 if task.worth >= by.post * GREAT else 1, now.left)

    def rank(one: tuple[int, Force]) -> tuple[int, bool, int, int]:
        turns, force = one
        strength = now.strength(force)
        return turns, strength < task.need, strength, force.leader

    near = [(turns, f) for f in free if (turns := turns_to(now, f, task.at)) <= last]
    taken: list[int] = []
    strength, turns = 0, 1
    for far, force in sorted(near, key=rank):
        taken.append(force.leader)
        strength, turns = strength + now.strength(force), max(turns, far)
        if strength >= task.need:
            fade = by.fleeting if task.kind == "strike" else by.later
            return Aim(task, tuple(taken), turns, task.worth * fade ** (turns - 1) - by.busy * strength * turns)
    return None


def turns_to(now: Situation, force: Force, at: int) -> int:
    """Turns that a force marches to a hex, at least one."""
    return max(1, math.ceil(now.far(now.s.leaders[force.leader].at, at) / MARCH))
