"""Who of a side of jdg reconnoitres: cavalry that can be spared rides to an enemy face down who is to be struck, before
the others set out, and comes back (6.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.players.jdg_orders import Campaign
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.march.marching import Marching, route_to
from napwidgets.systems.jdg.march.movement import MovementPhase, place_of

#: How many counters face down are worth a ride, the strength of a patrol, how many times the enemy the others must be.
DARK, PATROL, SPARED = 2, 2, 1.3


def patrol(campaign: Campaign, step: MovementPhase, subjects: Sequence[str]) -> m.Activate | None:
    """The ride that tells most about somebody who is to be struck in this turn."""
    now = campaign.now
    if now.x.options.solitaire or now.s.in_truce:
        return None
    targets = {
        aim.task.box: aim
        for aim in campaign.aims
        if aim.task.kind == "strike" and aim.turns == 1 and now.dark(aim.task.box) >= DARK
    }
    # One ride has told what there is to tell; the next goes to another.
    targets = {box: aim for box, aim in targets.items() if box not in now.past.ridden}
    best: tuple[int, int, m.Activate] | None = None
    for i, force in _riders(campaign, step, subjects) if targets else ():
        ways = force.ways(now.x, now.s)
        for box, aim in targets.items():
            rest = [k for k in aim.units if k != i]
            if box not in ways or not force.scouts(now.x, now.s, box) or now.power(rest) < SPARED * aim.task.need:
                continue
            far, last = ways[box]
            link = now.x.network.link_between(last, box)
            if link is None or far + now.x.cost(now.s, link) > force.left:
                continue
            ride = m.Activate((i,), False, route_to(ways, box, force.at), True)
            found = (now.s.counters[i].strength, now.dark(box), ride)
            best = found if best is None or found[:2] > best[:2] else best
    return best[2] if best else None


def _riders(campaign: Campaign, step: MovementPhase, subjects: Sequence[str]) -> Iterator[tuple[int, Marching]]:
    """Cavalry that has no task of its own elsewhere, with its march."""
    now = campaign.now
    for at in (place_of(subject) for subject in subjects):
        if at is None or at < 0:
            continue
        for i in groups.movable(now.x, now.s, at, now.side):
            aim, unit = campaign.of.get(i), now.x.pieces[i]
            busy = aim is not None and aim.task.kind != "strike"
            if busy or not now.x.is_unit(i) or not unit.horse or now.s.counters[i].strength < PATROL:
                continue
            price = groups.cost(now.x, now.s, (i,))
            if price <= now.s.points[groups.budget_for(now.x, now.s, (i,), now.side)]:
                yield i, step.force(now.x, now.s, m.Activate((i,)))
