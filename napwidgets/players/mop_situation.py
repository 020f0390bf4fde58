"""What a computer player reads out of a view of 1814 beyond that of any battle: covers, and where they may be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from napwidgets.players import nlc_temper
from napwidgets.players.nlc_situation import Goal, Situation
from napwidgets.players.nlc_stakes import Stakes
from napwidgets.systems.mop.bound import scenario
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.supply import sources

#: The strength that a cover is taken for: a brigade, or nobody at all.
GUESS = 3

#: The temper of a steady player of March on Paris. Where many places count, and corps that break count as much,
#: what was learnt of single places in June 1815 gains nothing; but whoever is ahead has to take back places worth three
#: points, too, who holds a place gathers behind it, who was told to hold mere ground keeps the village near it, a
#: village of two hexes draws more than a farm of one, and horse waits for its infantry out of the enemy's reach.
STEADY = replace(
    nlc_temper.CAREFUL,
    corps=10.0,
    prize=0.3,
    late=0.0,
    both=0.0,
    calm=0.0,
    attack_worth=1.5,
    behind=1.0,
    works=0.25,
    nearby=1.0,
    cluster=0.15,
    booty=5.0,
    raid=2.0,
    aloof=4.0,
    step_in=8.0,
)


class PointStakes(Stakes):
    """What losses cost by points of victory (37.13): every strength point counts, and corps that break count most; what
    an army has lost says nothing.
    """

    def _weigh(self, u: int) -> float:
        info = self.x.infos[u]
        return 1.0 + self._brink(u) / info.strength

    def _brink(self, u: int) -> float:
        info = self.x.infos[u]
        limit, lost = self.x.setting.commands[info.formation].limit, self._corps[info.formation]
        if limit is None or lost >= limit:
            return 0.0
        return self.mood.corps * min(1.0, info.strength / (limit - lost))

    def price(self, u: int, before: int, after: int) -> float:
        if after >= before:
            return 0.0
        info = self.x.infos[u]
        return info.sp(before) - info.sp(after) + (self._brink(u) if after <= 0 else 0.0)


class CoveredSituation(Situation):
    """One view through the eyes of one side, with the enemy's covers taken for weak stacks (37.6)."""

    @cached_property
    def stakes(self) -> Stakes:
        return PointStakes(self.x, self.s, self.mood) if self.mood.corps else Stakes(self.x, self.s, self.mood)

    @cached_property
    def goals(self) -> list[Goal]:
        """Supply sources of the enemy count, too, until one has been there (37.13)."""
        theirs = self._raids
        return sorted([*self.known, *theirs], key=lambda g: (-g.worth, g.hex)) if theirs else self.known

    @cached_property
    def _raids(self) -> list[Goal]:
        if not self.mood.raid:
            return []
        named = scenario(self.x).sides[self.foe].sources
        return [Goal(h, self.mood.raid) for h in map(self.x.board.number, named) if not self.mine(h)]

    def wanted(self, here: int, c: int | None) -> list[Goal]:
        """A source is gone for by horse alone, if it is nearer to it than any enemy."""
        raids, row = self._raids, self.x.board.distances[here]
        rides = c is not None and self._rides(c)
        return [g for g in self.open_goals() if g not in raids or (rides and row[g.hex] <= self.distance[g.hex])]

    def _rides(self, c: int) -> bool:
        infos = [self.x.infos[u] for u in self.x.setting.commands[c].units if self.s.units[u].hex >= 0]
        return any(info.mounted for info in infos) and all(info.mounted or info.gun for info in infos)

    @cached_property
    def covered(self) -> list[int]:
        """Hexes with covers of the enemy."""
        return [h for h in sorted(self.layout.covered) if self.layout.side[h] == self.foe and h not in self.layout.at]

    @cached_property
    def strength(self) -> dict[int, int]:
        """Strength by hex of all stacks, with a guess for each cover."""
        return {**{h: sum(self.sp(u) for u in us) for h, us in self.layout.at.items()}, **self._guessed()}

    def _guessed(self) -> dict[int, int]:
        return dict.fromkeys(self.covered, GUESS)

    @cached_property
    def enemies(self) -> list[int]:
        """Hexes with enemy stacks or covers."""
        return [*(h for h in self.layout.at if self.layout.side[h] == self.foe), *self.covered]

    def cover(self, h: int) -> float:
        """An improved position takes its part of what the terrain leaves (37.3.3)."""
        assert isinstance(self.s, State)
        left = 1.0 - super().cover(h)
        return 1.0 - left * (1.0 - self.x.tables.factors["works"] / 100) if h in self.s.works else 1.0 - left

    def roads_home(self) -> Sequence[int]:
        """Its supply sources (37.9)."""
        assert isinstance(self.s, State)
        return sources(self.x, self.s, self.side)

    def zone(self, h: int) -> bool:
        """Whoever is under a cover may have a zone."""
        beside = (n for n in self.x.setting.near[h] if self.layout.side[n] == self.foe)
        return super().zone(h) or any(n in self.layout.covered for n in beside)
