"""What a click on the map of a campaign would mean, legal or not: the engine's check says why it is not."""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.face.march import usual_force
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.march.marching import Marching, route_to
from napwidgets.systems.jdg.march.movement import MovementPhase, place_of
from napwidgets.systems.jdg.state import State

#: Movement points that no way on a map takes.
_FAR = 1000


def attempts(x: Context, s: State, subject: str, box: int) -> Iterator[object]:
    """The marches that whoever is chosen, or stands in the box, would make to it."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, Marching):
        yield m.March(_way(x, s, step.at, box))
    elif isinstance(step, MovementPhase):
        at = place_of(subject) if subject else box
        if at is None:
            return
        here = groups.movable(x, s, at, step.who)
        idle = tuple(i for i, c in enumerate(s.counters) if c.at == at and x.sides[i] == step.who)
        if here:
            yield m.Activate(usual_force(x, s, here), False, _way(x, s, at, box))
        elif idle:
            yield m.Activate(idle[:1], False, (box,))


def _way(x: Context, s: State, at: int, box: int) -> tuple[int, ...]:
    """The shortest way that there is, whoever stands on it."""
    ways = x.spread(s, at, _FAR, {}) if at >= 0 else {}
    return route_to(ways, box, at) if box in ways else (box,)
