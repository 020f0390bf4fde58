"""Which bridges a side of con works at with forces that stay where they are: it breaks those over which the enemy would
come to a place of its own, and makes those that lead to its aims (base: bridges).
"""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.kernel.system import Engine
from napwidgets.players.con_aims import MARCH, TOGETHER
from napwidgets.players.con_situation import Situation
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.context import Force
from napwidgets.systems.con.marching import Marching
from napwidgets.systems.con.supply import line


def work(now: Situation, engine: Engine) -> m.Span | None:
    """The first work that is worth it, of those who have not marched; the strongest force before the others."""
    for force in now.forces:
        lead = now.s.leaders[force.leader]
        for move in () if lead.moved else engine.options(now.s, f"h:{lead.at}"):
            if isinstance(move, m.Span) and move.leader == force.leader and _pays(now, force, move):
                return move
    return None


def _pays(now: Situation, force: Force, move: m.Span) -> bool:
    at = now.s.leaders[force.leader].at
    if move.what == "break":
        return _bars(now, force, at, move.to)
    aim = now.aim(force)
    if aim < 0 or now.far(move.to, aim) >= now.far(at, aim) or now.around(move.to, now.enemies, TOGETHER):
        return False
    # Over another bridge he may come there in one march.
    return move.to not in Marching(now.side, force.leader, now.x.allowance(now.s, force)).ways(now.x, now.s)


def _bars(now: Situation, force: Force, at: int, to: int) -> bool:
    """Whether a great river's bridge leads only enemies to a place that one holds, and as many as could take it."""
    great = any(edge.to == to and edge.river and edge.bridge for edge in now.x.ground.edges[at])
    if not great or not now.stake(at) or not now.mood.breaks:
        return False

    def beyond(h: int) -> bool:
        return now.far(h, to) < now.far(h, at) <= MARCH

    threat = sum(n for h, n in now.enemies.items() if beyond(h))
    return threat > now.mood.breaks * now.own.get(at, 0) and not any(map(beyond, _ours(now, force)))


def _ours(now: Situation, force: Force) -> Iterator[int]:
    """Where one's own troops, aims and roads are."""
    yield from now.own
    yield now.aim(force)
    yield from (at for at, _, _ in now.plan.values())
    for n, army in enumerate(now.x.setting.armies):
        if army.side == now.side and now.s.centers[n].at >= 0:
            yield from (now.s.centers[n].at, *line(now.x, now.s, n))
