"""What giving way costs beyond the hits: foot guns overrun, no way out, a bad way (7.4), as exact odds count it.

The steps of `retreat` do the same to units on the map; what a way costs, who pays for it and what the map then is
to the stack that goes back next comes from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from napwidgets.systems.tactical.core.arms import GUNS
from napwidgets.systems.tactical.core.state import LOST as NOWHERE
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.fighting.charges import riding
from napwidgets.systems.tactical.fighting.clash import ATTACK, DEFEND, Clash, Fighter, Force
from napwidgets.systems.tactical.fighting.losses import gone
from napwidgets.systems.tactical.fighting.retreat import fallen_back, open_ways, paid, pay
from napwidgets.systems.tactical.ground.context import Context

#: What is said of a way where no map tells it: it lies as the units stand, costs a step more, or there is none.
AS_THEY_STAND, BAD, SHUT = "open", "bad", "none"
#: The end of a way: who goes back has none, or only one off the map.
LOST, OFF_MAP = -1, -2
#: Who goes back from a hex.
Stack: TypeAlias = tuple[int, tuple[int, ...]]
#: How several stacks get away: the steps that it costs all of them, and what each way costs.
Escape: TypeAlias = tuple[int, tuple[int, ...]]


class WayBack:
    """The ways back of both sides of a clash, from the position on the map or by what is ``said`` of each side's. Its
    stacks go one after the other; where the owner may choose a hex, the ways that cost all of them least are taken.
    """

    def __init__(self, x: Context, s: State, said: tuple[str, str] = (AS_THEY_STAND, AS_THEY_STAND)) -> None:
        self.x, self.s, self.said = x, s, said
        self._known: dict[object, Escape] = {}

    def __call__(self, clash: Clash, which: int) -> Force:
        """A side after it has gone back, as its ``gives`` says, with the steps that costs it."""
        force = clash.forces[which]
        movers = [f for f in force.fighters if f.steps and not f.remote and not f.stays]
        if clash.kind == "normal" and force.gives == "involuntary":
            guns = [f for f in movers if f.kind == GUNS]
            movers = [f for f in movers if f.kind != GUNS]
            force = _after(force, guns if which == DEFEND else [], ())
        s = self._position(clash.force(which, fighters=force.fighters))
        for stack, cost in self._costs(s, clash, which, movers):
            force = _after(force, stack, ()) if cost < 0 else _after(force, (), paid(self.x.options, stack, cost))
        return force

    def stacks(self, clash: Clash, which: int) -> list[tuple[int, list[int], int]]:
        """The stacks of a side that would go back, each with its hex and what that costs as things stand: neither
        support from afar nor a garrison goes.
        """
        movers = [f for f in clash.forces[which].fighters if f.steps and not f.remote and not f.stays]
        found = self._costs(self.s, clash, which, movers)
        return sorted((self.s.units[stack[0].unit].hex, [f.unit for f in stack], cost) for stack, cost in found)

    def _costs(self, s: State, clash: Clash, which: int, movers: Sequence[Fighter]) -> list[tuple[list[Fighter], int]]:
        """The stacks of those who go back, in the order in which they do, and the steps more that each one loses, or
        that it is `LOST` or driven `OFF_MAP`.
        """
        stacks: dict[int, list[Fighter]] = {}
        for f in movers:
            stacks.setdefault(s.units[f.unit].hex, []).append(f)
        # The last one put on the agenda goes first.
        order = sorted(stacks, reverse=True)
        charge = clash.kind == "charge"
        if charge and which == ATTACK:
            costs: Sequence[int] = [0] * len(order)
        elif self.said[which] != AS_THEY_STAND:
            costs = [1 if charge or self.said[which] == BAD else LOST] * len(order)
        else:
            costs = self._escape(s, clash, which, [(h, tuple(f.unit for f in stacks[h])) for h in order])[1]
        return [(stacks[h], cost) for h, cost in zip(order, costs, strict=True)]

    def _escape(self, s: State, clash: Clash, which: int, stacks: Sequence[Stack]) -> Escape:
        """How stacks get away at the least cost for all of them."""
        charge = clash.kind == "charge"
        recoils = which == ATTACK and clash.forces[which].gives == "involuntary"
        how = "charge" if charge else "recoil" if recoils else clash.forces[which].gives
        places = tuple([unit.hex for unit in s.units])
        key = (which, how, tuple(stacks), tuple(s.units[u].steps for _, units in stacks for u in units), places)
        known = self._known.get(key)
        if known is None:
            chargers = (*(f.unit for f in clash.forces[ATTACK].fighters), *riding(s)) if charge else ()
            known = self._known[key] = Escaping(self.x, how, chargers).best(s, stacks)
        return known

    def _position(self, clash: Clash) -> State:
        """The position with the losses of both sides so far."""
        now = {}
        for f in (f for force in clash.forces for f in force.fighters):
            unit = self.s.units[f.unit]
            if f.steps != unit.steps and unit.hex >= 0:
                now[f.unit] = replace(unit, steps=f.steps) if f.steps else gone(self.x, self.s, f.unit)
        return self.s.many(now) if now else self.s


class Escaping:
    """Looks for the ways that cost fewest steps in all for stacks that go back one after the other; ``chargers`` have
    no ZOC where their counters stand (7.7).
    """

    def __init__(self, x: Context, how: str, chargers: tuple[int, ...]) -> None:
        self.x, self.how, self.chargers = x, how, chargers

    def best(self, s: State, stacks: Sequence[Stack]) -> Escape:
        """The cheapest ways; of equal ones those by the first hexes."""
        floors = [0]
        for n in range(len(stacks) - 1, 0, -1):
            floors.append(floors[-1] + self._alone(s, stacks, n))
        found = self._search(s, stacks, floors[::-1], None)
        assert found is not None
        return found

    def _alone(self, s: State, stacks: Sequence[Stack], n: int) -> int:
        """What the way of a stack costs at least, whatever the others do: as if none of them were there."""
        others = [u for m, (_, units) in enumerate(stacks) if m != n for u in units]
        found = self._search(s.many({u: replace(s.units[u], hex=NOWHERE) for u in others}), [stacks[n]], [0], None)
        return found[0] if found else 0

    def _search(self, s: State, stacks: Sequence[Stack], floors: Sequence[int], below: int | None) -> Escape | None:
        """The cheapest ways that cost less than ``below``; ``floors`` is what those after each stack cost at least."""
        if not stacks:
            return 0, ()
        found: Escape | None = None
        h, units = stacks[0]
        for to, price in open_ways(self.x, s, units, h, self.chargers) or [self._end(h)]:
            if below is not None and below - abs(price) <= floors[0]:
                break
            after = self._gone(s, units, to, price)
            lost = _steps(s, units) - (0 if price < 0 else _steps(after, units))
            limit = None if below is None else below - lost
            if limit is not None and limit <= floors[0]:
                continue
            rest = self._search(after, stacks[1:], floors[1:], limit)
            if rest is not None:
                below = lost + rest[0]
                found = below, (price, *rest[1])
        return found

    def _end(self, h: int) -> tuple[int, int]:
        """Where no hex is open: no hex, and what that costs (7.4, 7.7)."""
        if -1 in self.x.board.neighbours[h]:
            return -1, OFF_MAP
        return -1, 1 if self.how == "charge" else LOST

    def _gone(self, s: State, units: tuple[int, ...], to: int, price: int) -> State:
        """The position when a stack has gone back to a hex, or to none."""
        if price < 0:
            return s.many({u: replace(s.units[u], hex=NOWHERE) for u in units})
        after = fallen_back(self.x, s, units, to, self.how, []) if to >= 0 else s
        return pay(self.x, after, units, price, []) if price else after


def _steps(s: State, units: Sequence[int]) -> int:
    return sum(s.units[u].steps for u in units)


def _after(force: Force, lost: Sequence[Fighter], steps: Sequence[int]) -> Force:
    """A force without those who are lost; a step less for each time that a unit is named in ``steps``."""
    away = {f.unit for f in lost}
    left = [replace(f, steps=0 if f.unit in away else f.steps - steps.count(f.unit)) for f in force.fighters]
    return replace(force, fighters=tuple(left))
