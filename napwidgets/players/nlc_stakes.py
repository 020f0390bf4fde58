"""What losses cost the steady player: units that are gone decide a battle, not steps (11, 22).

An army or a corps breaks by the full strength of its units that are eliminated. A step lost is wear; the second one is
the whole unit, and what it brings nearer is the end of its corps and its army.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.players.nlc_temper import Temper
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.fighting.clash import Clash, Force, take_all_hits
from napwidgets.systems.tactical.fighting.losses import TakeHits
from napwidgets.systems.tactical.fighting.odds import Odds
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.levels import levels

#: How much of the price of a unit counts that will take the next hit.
NEXT = 0.1


class Stakes:
    """What it costs in one position to lose units and steps of either side."""

    def __init__(self, x: Context, s: State, mood: Temper) -> None:
        self.x, self.s, self.mood = x, s, mood
        self._corps, self._armies = x.losses(s)
        self._weights: dict[int, float] = {}
        self._tolls: dict[tuple[Force, int], float] = {}

    def weight(self, u: int) -> float:
        """What a strength point of a unit counts: the more, the likelier its loss breaks its corps or its army."""
        known = self._weights.get(u)
        if known is None:
            known = self._weights[u] = self._weigh(u)
        return known

    def _weigh(self, u: int) -> float:
        x, info = self.x, self.x.infos[u]
        command = x.setting.commands[info.formation]
        corps, army = info.formation, command.army
        first, last = levels(x, self.s, army)
        weight = 1.0
        brinks = (self._corps[corps], command.limit), (self._armies[army], first), (self._armies[army], last)
        for lost, level in brinks:
            if level is not None and lost < level:
                weight += self.mood.brink * min(1.0, info.strength / (level - lost))
        return weight

    def price(self, u: int, before: int, after: int) -> float:
        """What it costs if a unit goes from some steps to fewer."""
        info = self.x.infos[u]
        if after >= before:
            return 0.0
        if after <= 0:
            return self.mood.gone * self.weight(u) * info.strength
        return self.mood.wear * (info.sp(before) - info.sp(after))

    def toll(self, force: Force, hits: int) -> float:
        """What so many hits cost a force (7.1)."""
        known = self._tolls.get((force, hits))
        if known is None:
            after = take_all_hits(self.x.options, replace(force, hits=hits))
            pairs = zip(force.fighters, after.fighters, strict=True)
            known = self._tolls[force, hits] = sum(self.price(f.unit, f.steps, now.steps) for f, now in pairs)
        return known

    def next_hit(self, step: TakeHits, unit: int) -> float:
        """What it costs if a unit takes the next hit of a force, with all that come after it: a damaged unit takes
        them before whole ones, in this combat and in those to come (7.1).
        """
        before = step.force(self.x, self.s)
        after = take_all_hits(self.x.options, step.after(self.x, self.s, unit))
        pairs = list(zip(before.fighters, after.fighters, strict=True))
        cost = sum(self.price(f.unit, f.steps, now.steps) for f, now in pairs)
        if not step.own(self.x, self.s, unit):
            steps = self.s.units[unit].steps
            cost += self.price(unit, steps, steps - 1)
        return cost + NEXT * sum(self.price(now.unit, now.steps, 0) for _, now in pairs if now.damaged)

    def balance(self, odds: Odds, clash: Clash) -> float:
        """What a charge is worth to whoever makes it: losses of both, and who keeps the ground."""
        attack, defend = clash.forces
        by = self.mood
        value = 0.0
        for r, p in odds.results:
            worth = self.toll(defend, r.defender_steps) - by.losses * self.toll(attack, r.attacker_steps)
            if r.defender_gives:
                worth += by.ground
            if r.attacker_gives:
                worth -= by.losses * by.own_ground
            value += float(p) * worth
        return value
