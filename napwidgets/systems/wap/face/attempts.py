"""What a click on the map of Europe would mean, legal or not: the engine's check says why it is not."""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.kernel.agenda import subject_number
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.land.columns import free_troops
from napwidgets.systems.wap.land.marching import MovementPhase
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.seaways import Lane, entered, landfall, lanes
from napwidgets.systems.wap.state import State, at_sea, fleet_number

#: Movement points that no voyage takes.
_FAR = 200


def attempts(x: Context, s: State, subject: str, place: int) -> Iterator[m.Move]:
    """The march or the voyage of whoever is chosen, or stands there, to a place."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, MovementPhase):
        yield from _marches(x, s, step, subject, place)
    elif isinstance(step, NavalPhase):
        fleet = subject_number(subject, "f") if subject else _fleet_at(x, s, place)
        i = next((i for i in range(len(s.fleets)) if fleet_number(s, i) == fleet), -1)
        # Zones are numbered from 1: there is no place between the last hex and the first zone.
        if i >= 0 and place != x.board.size:
            yield _voyage(x, s, i, place)


def _voyage(x: Context, s: State, i: int, place: int) -> m.Sail:
    """The way of a fleet to a place, however long."""
    fleet, zone = s.fleets[i], place - x.board.size
    reach = lanes(x, fleet.place, Lane(0, (), _FAR))
    lane = reach.get(zone) if zone > 0 else landfall(x, reach, place)
    route = lane.route if lane is not None else ()
    inside = zone <= 0 and entered(x, s, place, x.faction(s, fleet.nation))
    to = at_sea(zone) if zone > 0 else place
    return m.Sail(fleet_number(s, i), fleet.squadrons, fleet.transports, route, to, inside)


def _marches(x: Context, s: State, step: MovementPhase, subject: str, place: int) -> Iterator[m.Move]:
    column = step.column(x, s, subject) if subject else None
    if column is not None:
        yield m.March(column.start, place, column.leaders, column.take)
    elif not subject:
        leaders = [i for i, leader in enumerate(s.leaders) if leader.place == place]
        yield from (m.March(place, place, (i,), ()) for i in leaders)
        free = free_troops(x, s, step.seat, place)
        yield from (m.March(place, place, (), ((nation, count),)) for nation, count in sorted(free.items()))


def _fleet_at(x: Context, s: State, place: int) -> int:
    """The number of a fleet in a place; -1 for none."""
    at = place if place < x.board.size else at_sea(place - x.board.size)
    return next((fleet_number(s, i) for i, fleet in enumerate(s.fleets) if fleet.place == at), -1)
