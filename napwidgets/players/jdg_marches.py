"""Where a computer player of jdg sends its forces: towards points, at enemies it can beat, not into what it can't."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from napwidgets.players.jdg_situation import Situation
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.march.marching import Marching, route_to
from napwidgets.systems.jdg.march.movement import MovementPhase, place_of
from napwidgets.systems.jdg.state import LED


class Plan(Struct, frozen=True):
    """A march that may be made, and how much better it leaves things than staying."""

    gain: float
    move: m.Activate


def best_march(now: Situation, step: MovementPhase, subjects: Sequence[str], rng: Random) -> m.Activate | None:
    """The march that gains most, if any gains enough."""
    plans = [plan for subject in subjects for plan in _plans(now, step, subject)]
    best = max(plans, key=lambda plan: plan.gain + 0.01 * rng.random(), default=None)
    return best.move if best is not None and best.gain >= now.mood.gain else None


def _plans(now: Situation, step: MovementPhase, subject: str) -> Iterator[Plan]:
    at = place_of(subject)
    if at is None:
        return
    here = groups.movable(now.x, now.s, at, now.side)
    for pieces in _parties(now, here):
        price = groups.cost(now.x, now.s, pieces)
        if price and price > now.s.points[groups.budget_for(now.x, now.s, pieces, now.side)]:
            continue
        yield from _marches(now, step, pieces, at, price)


def _parties(now: Situation, here: Sequence[int]) -> list[tuple[int, ...]]:
    """Who may set out together: each army's chief or highest general with the strongest stack, each unit alone."""
    x, s = now.x, now.s
    found: list[tuple[int, ...]] = []
    for army in sorted({x.army_of(s, i) for i in here} - {-1}):
        members = [i for i in here if x.army_of(s, i) == army]
        units = [i for i in members if x.pieces[i].leader is None]
        heads, best = x.leaders(members), groups.strongest(x, s, units)
        if heads and best:
            found.append(tuple(sorted((heads[0], *best))))
            if heads[0] == x.chief(now.s, army) and len(units) > len(best):
                found.append(tuple(sorted((heads[0], *units))))
        elif heads:
            found.append((heads[0],))
        elif best:
            found.append(best)
        horse = tuple(i for i in units if x.pieces[i].horse)[:3]
        found += [(i,) for i in units if len(units) > 1]
        if horse and len(units) > len(horse):
            found.append(horse)
    found += [(i,) for i in here if x.pieces[i].dummy]
    return list(dict.fromkeys(found))


def _marches(now: Situation, step: MovementPhase, pieces: tuple[int, ...], at: int, price: int) -> Iterator[Plan]:
    force = step.force(now.x, now.s, m.Activate(pieces))
    stay = score(now, force, at) if at >= 0 else -50.0
    best: tuple[float, int] | None = None
    ways = force.ways(now.x, now.s)
    for box in ways:
        if box != at:
            value = score(now, force, box)
            if best is None or value > best[0]:
                best = (value, box)
    if best is not None:
        cost = now.mood.point * price + (0.3 if force.massed else 0.0)
        route = route_to(ways, best[1], at)
        move = m.Activate(pieces, False, () if now.x.options.solitaire else route)
        yield Plan(best[0] - stay - cost, move)


def score(now: Situation, force: Marching, box: int) -> float:
    """How good it is to have a force in a box at the end of the march."""
    by, mine = now.mood, now.power(force.pieces)
    if not mine:
        return _without_troops(now, force, box)
    value = by.pull * now.pull(box) * min(1.0, mine / by.mass)
    there = now.enemies.get(box)
    rest = now.own.get(box, 0) if box != force.start else now.own.get(box, 0) - now.x.strength(now.s, force.pieces)
    if there is not None:
        return value + _attack(now, mine + rest, there, box)
    value += min(now.worth(box), 6) * by.worth
    threat = now.threat(box)
    if threat > by.feared * (mine + rest):
        precious = set(now.x.setting.napoleon).intersection(force.pieces)
        value -= min(by.worst, (threat - mine - rest) * by.threat) * (by.emperor if precious else 1.0)
    if now.lie.goals.get(box) and not now.worth(box) and threat and rest < threat:
        value += now.lie.goals[box] * by.keep
    if box == force.start and not rest and mine < by.small and not now.worth(box):
        value += by.guard * now.lie.goals.get(box, 0)
    value += by.company * min(30, now.friends(box) - (now.x.strength(now.s, force.pieces) if box == force.start else 0))
    return value - _astray(now, force, box)


def _attack(now: Situation, mine: float, theirs: float, box: int) -> float:
    by, ratio = now.mood, mine / max(1.0, theirs)
    if ratio < by.bold:
        return -by.fear * (by.bold - ratio) - 2.0
    return min(by.most, by.welcome + by.eager * (ratio - by.bold)) + by.prize * now.worth(box)


def _without_troops(now: Situation, force: Marching, box: int) -> float:
    """Leaders go where their troops are; dummies go ahead where nobody can look at them yet."""
    if box in now.enemies:
        return -20.0
    if now.x.leaders(force.pieces):
        return 0.15 * min(40, now.own.get(box, 0)) - (6.0 if now.threat(box) > now.own.get(box, 0) else 0.0)
    return 0.5 * now.pull(box) + (0.4 if now.threat(box) else 0.0)


def _astray(now: Situation, force: Marching, box: int) -> float:
    """What it costs to be out of touch with the commander-in-chief (4.6)."""
    army = groups.army_for(now.x, now.s, force.pieces)
    chief = now.x.chief(now.s, army) if army >= 0 else -1
    if chief < 0 or chief in force.pieces:
        return 0.0
    if not any(now.s.counters[i].contact == LED for i in force.pieces):
        return 0.0
    at = now.s.counters[chief].at
    if at < 0:
        return 0.0
    near = now.x.lines_from(now.s, at, now.side)
    return 0.0 if box in near or now.x.leaders(force.pieces) else now.mood.astray
