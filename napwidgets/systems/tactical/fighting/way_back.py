"""What giving way costs beyond the hits: foot guns overrun, no way out, a bad way (7.4), as exact odds count it.

The steps of `retreat` do the same to units on the map; what a way costs and who pays for it comes from there.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.systems.tactical.core.arms import GUNS
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.fighting.charges import riding
from napwidgets.systems.tactical.fighting.clash import ATTACK, DEFEND, Clash, Fighter, Force
from napwidgets.systems.tactical.fighting.losses import gone
from napwidgets.systems.tactical.fighting.retreat import open_ways, paid
from napwidgets.systems.tactical.ground.context import Context

#: What is said of a way where no map tells it: it lies as the units stand, costs a step more, or there is none.
AS_THEY_STAND, BAD, SHUT = "open", "bad", "none"
#: The end of a way: who goes back has none, or only one off the map.
LOST, OFF_MAP = -1, -2


class WayBack:
    """The ways back of both sides of a clash, from the position on the map or by what is ``said`` of each side's. Where
    the owner may choose a hex, the cheapest is taken.
    """

    def __init__(self, x: Context, s: State, said: tuple[str, str] = (AS_THEY_STAND, AS_THEY_STAND)) -> None:
        self.x, self.s, self.said = x, s, said

    def __call__(self, clash: Clash, which: int) -> Force:
        """A side after it has gone back, as its ``gives`` says, with the steps that costs it."""
        force = clash.forces[which]
        movers = [f for f in force.fighters if f.steps and not f.remote and not f.stays]
        if clash.kind == "normal" and force.gives == "involuntary":
            guns = [f for f in movers if f.kind == GUNS]
            movers = [f for f in movers if f.kind != GUNS]
            force = _after(force, guns if which == DEFEND else [], ())
        s = self._position(clash.force(which, fighters=force.fighters))
        for h in sorted({s.units[f.unit].hex for f in movers}):
            stack = [f for f in movers if s.units[f.unit].hex == h]
            cost = self.cost(s, clash, which, [f.unit for f in stack], h)
            force = _after(force, stack, ()) if cost < 0 else _after(force, (), paid(self.x.options, stack, cost))
        return force

    def stacks(self, clash: Clash, which: int) -> list[tuple[int, list[int], int]]:
        """The stacks of a side that would go back, each with its hex and what that costs as things stand: neither
        support from afar nor a garrison goes.
        """
        units = [f.unit for f in clash.forces[which].fighters if f.steps and not f.remote and not f.stays]
        places: dict[int, list[int]] = {}
        for u in units:
            places.setdefault(self.s.units[u].hex, []).append(u)
        return [(h, there, self.cost(self.s, clash, which, there, h)) for h, there in sorted(places.items())]

    def cost(self, s: State, clash: Clash, which: int, units: Sequence[int], at: int) -> int:
        """The steps more that a stack's cheapest way back costs, or that it is `LOST` or driven `OFF_MAP`."""
        charge = clash.kind == "charge"
        if charge and which == ATTACK:
            return 0
        if self.said[which] == BAD:
            return 1
        if self.said[which] != SHUT:
            # Chargers have no ZOC where their counters stand (7.7).
            chargers = (*(f.unit for f in clash.forces[ATTACK].fighters), *riding(s)) if charge else ()
            ways = open_ways(self.x, s, units, at, chargers)
            if ways or -1 in self.x.board.neighbours[at]:
                return ways[0][1] if ways else OFF_MAP
        return 1 if charge else LOST

    def _position(self, clash: Clash) -> State:
        """The position with the losses of both sides so far."""
        now = {}
        for f in (f for force in clash.forces for f in force.fighters):
            unit = self.s.units[f.unit]
            if f.steps != unit.steps and unit.hex >= 0:
                now[f.unit] = replace(unit, steps=f.steps) if f.steps else gone(self.x, self.s, f.unit)
        return self.s.many(now) if now else self.s


def _after(force: Force, lost: Sequence[Fighter], steps: Sequence[int]) -> Force:
    """A force without those who are lost; a step less for each time that a unit is named in ``steps``."""
    away = {f.unit for f in lost}
    left = [replace(f, steps=0 if f.unit in away else f.steps - steps.count(f.unit)) for f in force.fighters]
    return replace(force, fighters=tuple(left))
