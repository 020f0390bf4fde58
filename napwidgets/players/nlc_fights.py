"""What a normal combat is worth to the steady player if both sides do what is best for them after the fire (7.4).

Who retreats of his own will halves the hits of both, so a combat is a short game: fire, a choice of each side, morale.
It is weighed to its end with the very functions that resolve it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from napwidgets.kernel.odds import Distribution
from napwidgets.players.nlc_stakes import Stakes
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.fighting.clash import (
    ATTACK,
    DEFEND,
    Clash,
    Force,
    give_way,
    may_give_way,
    must_give_way,
    order_of_choice,
    stand_tests,
    take_all_hits,
    who_breaks,
)
from napwidgets.systems.tactical.fighting.combat import left_behind
from napwidgets.systems.tactical.fighting.odds import fired
from napwidgets.systems.tactical.fighting.retreat import can_retreat_to, retreat_price
from napwidgets.systems.tactical.ground.context import Context

#: What the best way out of a combat asks: nothing, a step, or everything.
FREE, DEAR, SHUT = 0, 1, 2


def way_out(x: Context, s: State, units: Sequence[int], h: int) -> int:
    """What the best way out of a hex asks of a stack (7.4)."""
    ways = [n for n in x.setting.near[h] if can_retreat_to(x, s, units, h, n)]
    if not ways:
        return SHUT
    return DEAR if all(retreat_price(x, s, units, n) for n in ways) else FREE


@cache
def _breaking(tests: tuple[tuple[int, int], ...]) -> tuple[tuple[int, float], ...]:
    """The sides that may break at their tests of morale, each with its chance (7.4)."""
    found = Distribution.sure(tests).then(who_breaks)
    return tuple((side, float(chance)) for side, chance in found if side is not None)


class Fight:
    """A normal combat, by what it is worth to the attacker: ``prize`` is the worth of the place, ``ways`` are the ways
    out of both sides.
    """

    def __init__(self, stakes: Stakes, clash: Clash, prize: float, ways: tuple[int, int]) -> None:
        self.x, self.stakes, self.clash, self.ways = stakes.x, stakes, clash, ways
        self.won = stakes.mood.ground + prize

    def worth(self) -> float:
        """The mean over all that the dice may show."""
        found = fired(self.x.tables, self.x.options, self.clash)
        return sum(float(p) * self._settled(now, *order_of_choice(now)) for now, p in found)

    def retreats(self, now: Clash, which: int) -> bool:
        """Whether a side that is asked after the fire does better to retreat."""
        first, second = order_of_choice(now)
        stands = self._settled(now, second) if which == first else self._stood(now)
        leaves = self._left(now, which)
        return leaves > stands if which == ATTACK else leaves < stands

    def _settled(self, now: Clash, which: int, *then: int) -> float:
        """The worth if a side does what is best for it, and then the other."""
        if must_give_way(now, which):
            return self._left(now, which)
        stands = self._settled(now, *then) if then else self._stood(now)
        if not may_give_way(now, which):
            return stands
        return max(self._left(now, which), stands) if which == ATTACK else min(self._left(now, which), stands)

    def _left(self, now: Clash, which: int) -> float:
        """The worth if a side retreats of its own will."""
        after = give_way(self.x.options, now, which)
        return self._tolls(after) + self._gone(take_all_hits(self.x.options, after.forces[which]), which)

    def _stood(self, now: Clash) -> float:
        """The worth if both stand: they take their hits, and who lost steps tests his morale."""
        attack, defend = (take_all_hits(self.x.options, force) for force in now.forces)
        value = self._tolls(now)
        if not defend.steps:
            return value + self.won if attack.steps else value
        for side, chance in _breaking(stand_tests(self.x.tables, replace(now, forces=(attack, defend)))):
            rest = attack if side == ATTACK else defend
            guns = left_behind(self.x, rest)
            value += chance * (self._gone(rest, side, guns) + self._overrun(rest, guns) * (side == DEFEND))
        return value

    def _tolls(self, now: Clash) -> float:
        """What the hits of both cost."""
        attack, defend = now.forces
        return self.stakes.toll(defend, defend.hits) - self.stakes.mood.losses * self.stakes.toll(attack, attack.hits)

    def _overrun(self, rest: Force, guns: Sequence[int]) -> float:
        """What the guns count that are lost where a defender breaks (7.4)."""
        lost = (self.stakes.price(f.unit, f.steps, 0) for f in rest.fighters if f.unit in guns)
        return self.stakes.mood.guns_lost * sum(lost)

    def _gone(self, rest: Force, which: int, stay: Sequence[int] = ()) -> float:
        """What it is worth that what is left of a side goes, with what its way out costs those who don't stay."""
        live = [f for f in rest.fighters if f.steps and not f.remote and not f.stays and f.unit not in stay]
        price = 0.0
        if live and self.ways[which] == SHUT:
            price = sum(self.stakes.price(f.unit, f.steps, 0) for f in live)
        elif live and self.ways[which] == DEAR:
            price = min(self.stakes.price(f.unit, f.steps, f.steps - 1) for f in live)
        by = self.stakes.mood
        return self.won + price if which == DEFEND else -by.losses * (by.own_ground + price)
