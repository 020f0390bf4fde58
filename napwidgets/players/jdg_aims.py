"""What a side of jdg is after in a turn, worked out from its view: tasks from what decides the campaign, and who does
which.

Three layers: the *tasks* that there are (places to take, enemies to strike, places to hold, each with what it is worth
in victory points), the *allotment* of units to them (as few as are enough by the exact odds, as near as can be), and
the marches that serve them (`jdg_orders`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.players.jdg_odds import outlook
from napwidgets.players.jdg_rear import Rear, menaces
from napwidgets.players.jdg_situation import FAR, Situation
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.state import door_of

#: So many turns ahead tasks are planned.
AHEAD = 4
#: From how many points on a place is watched from afar, and from how far, in movement points.
GREAT, WATCH = 10, 13
#: How many times the enemy's strength is brought up, as there is more of it near.
ODDS = (1.4, 1.9, 2.6, 3.6)


class Task(Struct, frozen=True):
    """Something to do: to ``take`` a place, to ``strike`` an enemy, to ``hold`` a place; what must be there, and what
    it brings.
    """

    kind: str
    box: int
    need: float
    worth: float


class Aim(Struct, frozen=True):
    """A task with the units that do it, how many turns that takes, and what it is worth less what it costs."""

    task: Task
    units: tuple[int, ...]
    turns: int
    net: float


def tasks(now: Situation) -> Iterator[Task]:
    """All that might be done."""
    for box in now.lie.goals:
        gain, stake = now.gain(box), now.stake(box)
        if box in now.enemies:
            continue
        if gain > 0:
            # What is worth much is fought for, so as many go as could stay there.
            yield Task("take", box, max(1.0, now.mood.escort * gain), gain)
        elif stake > 0 and (near := _comes(now, box, stake)) > 0:
            yield Task("hold", box, 1.0, now.mood.post * stake)
            yield Task("hold", box, now.mood.parry * near, now.mood.post * stake)
    emperors = {now.s.counters[i].at for i in now.x.setting.napoleon if now.x.sides[i] == now.foe}
    menace = menaces(now) if now.mood.menace else {}
    for box, theirs in now.enemies.items():
        prize = now.mood.menace * menace.get(box, 0.0)
        prize += now.gain(box) if box in now.lie.goals else 0.0
        # With the Emperor the war is won (9).
        prize += now.mood.captive * (box in emperors)
        yield Task("strike", box, theirs + now.mood.helpers * (now.threat(box) - theirs), prize)


def _comes(now: Situation, box: int, stake: float) -> float:
    """The strongest enemy who might come for a place: what a campaign turns on is watched from afar."""
    if stake < GREAT or now.left == 1:
        return now.strongest_near(box)
    far = now.lie.far(box)
    return max((n for at, n in now.enemies.items() if far.get(at, FAR) <= WATCH), default=0.0)


def allot(now: Situation) -> list[Aim]:
    """Who does what: task by task, always the one that brings most for what it costs with the units still free."""
    free = {i: at for i, at in marchers(now) if now.s.counters[i].strength > 0}
    open_tasks, found = list(tasks(now)), list[Aim]()
    known: dict[int, Aim | None] = {}
    rear, told = Rear(now), dict[tuple[str, int], list[int]]()
    for i, (kind, box) in sorted(now.past.sent.items()) if now.mood.counted else ():
        # A battle wants all who can come; a place is taken or held by as few as are enough.
        if kind != "strike":
            told.setdefault((kind, box), []).append(i)
        if kind != "take":
            rear.meets(box, (i,))
    while free and open_tasks:
        for n, task in enumerate(open_tasks):
            old = known.get(n)
            if n not in known or (old is not None and any(i not in free for i in old.units)):
                known[n] = _best(now, task, free, told.get((task.kind, task.box), ()))
        n, aim = max(known.items(), key=lambda item: (_draw(now, rear, item[1]) if item[1] else -1.0, -item[0]))
        if aim is None or aim.net <= 0:
            break
        found.append(replace(aim, net=aim.net * _free(now, rear, aim)))
        if aim.task.kind != "take":
            rear.meets(aim.task.box, aim.units)
        for i in aim.units:
            del free[i]
        known[n] = None
        if aim.task.kind == "hold" and now.mood.counted:
            _counts(aim, open_tasks, known, told)
    return found


def _counts(
    aim: Aim, open_tasks: Sequence[Task], known: dict[int, Aim | None], told: dict[tuple[str, int], list[int]]
) -> None:
    """Whoever is told to hold a place counts for all that has to be there."""
    told.setdefault((aim.task.kind, aim.task.box), []).extend(aim.units)
    for n, task in enumerate(open_tasks):
        if task is not aim.task and (task.kind, task.box) == (aim.task.kind, aim.task.box):
            known.pop(n, None)


def _free(now: Situation, rear: Rear, aim: Aim) -> float:
    """What is left of an aim for the enemies whom it would leave behind."""
    return 1.0 - now.mood.behind * rear.left(aim.task.box) if now.mood.behind else 1.0


def _draw(now: Situation, rear: Rear, aim: Aim) -> float:
    """How much an aim draws those who are to have it: more if it is theirs already."""
    kept = 0.0
    if now.mood.steadfast:
        same = [i for i in aim.units if now.past.aims.get(i) == (aim.task.kind, aim.task.box)]
        kept = now.mood.steadfast * now.x.strength(now.s, same) / max(1, now.x.strength(now.s, aim.units))
    return aim.net * _free(now, rear, aim) * (1.0 + kept)


def marchers(now: Situation) -> Iterator[tuple[int, int]]:
    """One's own counters that can still set out, with the box where they stand or will come upon the map."""
    x, s = now.x, now.s
    places = {c.at for i, c in enumerate(s.counters) if x.sides[i] == now.side}
    for at in sorted(at for at in places if at >= 0 or door_of(at) >= 0):
        box = at if at >= 0 else x.network.entries[door_of(at)].place
        for i in groups.movable(x, s, at, now.side):
            if x.real(i):
                yield i, box


def turns_to(now: Situation, i: int, at: int, box: int) -> int:
    """Turns that a unit marches to a box in fair weather; 0 if it is there."""
    return math.ceil(now.lie.far(box).get(at, FAR) / now.x.pace_of(str(now.x.pieces[i].kind)))


def _best(now: Situation, task: Task, free: dict[int, int], told: Sequence[int] = ()) -> Aim | None:
    """The cheapest way to do a task with units that are free, beside those who have been told to."""
    by_turns = [(max(1, turns_to(now, i, at, task.box)), at != task.box, i) for i, at in free.items()]
    great = task.worth >= now.mood.post * GREAT
    last = min(AHEAD if task.kind != "hold" else 2 if great else 1, now.left)
    near = [one for one in by_turns if one[0] <= last]
    if not near:
        return None
    if task.kind == "strike":
        return _strike(now, task, near, last)
    units = now.s.counters

    def rank(one: tuple[int, bool, int]) -> tuple[int, bool, bool, int, int]:
        """Who is there first, then as few men as are enough."""
        turns, comes, i = one
        return turns, comes, units[i].strength < task.need, units[i].strength, i

    ranked = sorted(near, key=rank)
    taken: list[int] = []
    strength, turns = now.x.strength(now.s, told), 1
    if strength >= task.need:
        return None
    for far, _, i in ranked:
        taken.append(i)
        strength, turns = strength + units[i].strength, max(turns, far)
        if strength >= task.need:
            worth = task.worth * now.mood.later ** (turns - 1)
            return Aim(task, tuple(taken), turns, worth - now.mood.busy * strength * turns)
    return None


def _strike(now: Situation, task: Task, near: Sequence[tuple[int, bool, int]], last: int) -> Aim | None:
    best: Aim | None = None
    by = now.mood
    terrain, led = now.x.network.places[task.box].terrain, now.their_general(task.box)
    for turns in range(1, last + 1):
        ready = sorted(((far, -now.s.counters[i].strength, i) for far, _, i in near if far <= turns))
        if not any(far == turns for far, _, _ in ready):
            continue
        taken: list[int] = []
        wanted = [odds * task.need for odds in ODDS]
        for n, (_, _, i) in enumerate(ready):
            taken.append(i)
            mine = now.power(taken)
            if mine < wanted[0] and n < len(ready) - 1:
                continue
            look = outlook(now.x.tables, mine, task.need, terrain, (now.head(taken), led))
            worth = look.worth + look.wins * (task.worth + by.ruin * task.need)
            worth *= (by.later if task.worth else by.fleeting) ** (turns - 1)
            net = worth - by.busy * now.x.strength(now.s, taken) * turns
            if look.wins >= by.sure and (best is None or net > best.net):
                best = Aim(task, tuple(taken), turns, net)
            wanted = [want for want in wanted if want > mine]
            if not wanted:
                break
    return best
