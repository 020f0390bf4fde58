"""What a computer player reads out of an NLC view: goals, strengths, threats, and the odds of a fight.

Values are in strength points, roughly: one is as good as one enemy strength point eliminated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from napwidgets.players.nlc_fights import Fight, way_out
from napwidgets.players.nlc_stakes import Stakes
from napwidgets.players.nlc_temper import STEADY, Temper
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.fighting.chances import charge_chances
from napwidgets.systems.tactical.fighting.clash import ATTACK, Clash
from napwidgets.systems.tactical.fighting.forces import (
    bombard_clash,
    normal_clash,
    terrain_factor,
)
from napwidgets.systems.tactical.fighting.odds import Odds, bombard_hits, normal_odds
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.recovering.victory import last_turn

__all__ = ["FAR", "STEADY", "Goal", "Situation", "Temper", "exit_edge", "goals"]

#: A hex that is worth this much decides the battle alone.
DECISIVE = 4.0
FAR = 99
#: With fewer turns to come than this it is late.
LATE = 3
#: With the enemy this much farther off than beside it a place can be left.
AWAY = 5


class Goal(NamedTuple):
    """A hex that counts at the end, and how much."""

    hex: int
    worth: float


def goals(x: Context, both: bool = False) -> list[Goal]:
    """The hexes that endings and points name, with their worth: the same for both sides, dearest first. With ``both`` a
    place is worth what the enemy loses with it, too.
    """
    worth: dict[int, float] = {}
    for ending in x.setting.scenario.endings:
        for condition in ending.when:
            for name in condition.hexes:
                value = DECISIVE / condition.amount if ending.winner in x.setting.sides else 1.0
                h = x.board.number(name)
                worth[h] = max(worth.get(h, 0.0), value)
    for rule in x.setting.scenario.points:
        for name in rule.hexes:
            h = x.board.number(name)
            worth[h] = max(worth.get(h, 0.0), min(DECISIVE, rule.points / 2))
    if both:
        worth.update(_swings(x))
    for level in x.setting.scenario.levels:
        for name in level.hexes:
            h = x.board.number(name)
            worth[h] = max(worth.get(h, 0.0), abs(level.amount) / 2)
    return sorted((Goal(h, value) for h, value in worth.items()), key=lambda g: (-g.worth, g.hex))


def _swings(x: Context) -> dict[int, float]:
    """Half the points by which the score changes where a place goes from one side to the other."""
    found: dict[int, float] = {}
    for rule in x.setting.scenario.points:
        for h in map(x.board.number, rule.hexes):
            found[h] = found.get(h, 0.0) + rule.points / 2
    return found


def exit_edge(x: Context, side: int) -> str | None:
    """The edge by which a side earns points for leaving the map, if it does."""
    for rule in x.setting.scenario.points:
        if rule.kind == "exited" and rule.side == x.setting.sides[side]:
            return rule.edge
    return None


class _Nearest(dict[int, int]):
    """Distances to the nearest of some hexes, worked out for those that are asked for: most of a map never is."""

    def __init__(self, x: Context, hexes: Sequence[int]) -> None:
        self._rows = [x.board.distances[h] for h in hexes]

    def __missing__(self, h: int) -> int:
        found = self[h] = min([row[h] for row in self._rows], default=FAR)
        return found


class Situation:
    """One view through the eyes of one side."""

    def __init__(self, x: Context, s: State, side: int, known: list[Goal], mood: Temper) -> None:
        self.x, self.s, self.side, self.foe = x, s, side, 1 - side
        self.mood = mood
        self.known = known
        self.layout = x.ground.layout(s)

    @cached_property
    def goals(self) -> list[Goal]:
        """The hexes that count, dearest first."""
        return self.known

    @cached_property
    def verdict(self) -> int:
        """How the battle would end for this side if it were over now: 1 won, 0 drawn, -1 lost."""
        over = last_turn(self.x, self.s, []).ended
        if over is None or over.winner is None:
            return 0
        return 1 if over.winner == self.x.setting.sides[self.side] else -1

    @cached_property
    def near_end(self) -> float:
        """How late it is: 0 but for the last turns, 1 in the last one."""
        return max(0.0, 1.0 - (self.x.setting.scenario.turns.count - self.s.turn) / LATE)

    @cached_property
    def stakes(self) -> Stakes:
        """What losses cost both sides."""
        return Stakes(self.x, self.s, self.mood)

    def frail(self, u: int) -> bool:
        """Whether the next hit destroys a unit that has been whole."""
        return 0 < self.s.units[u].steps < self.x.infos[u].steps

    def sp(self, u: int) -> int:
        """A unit's strength now."""
        return self.x.infos[u].sp(self.s.units[u].steps)

    def mine(self, h: int) -> bool:
        """Whether a hex is held by this side: last moved through, and not occupied by the enemy."""
        return self.s.control[h] == self.side + 1 and self.layout.side[h] != self.foe

    @cached_property
    def strength(self) -> dict[int, int]:
        """Strength by hex of all stacks on the map."""
        return {h: sum(self.sp(u) for u in units) for h, units in self.layout.at.items()}

    @cached_property
    def enemies(self) -> list[int]:
        """Hexes with enemy stacks."""
        return [h for h in self.layout.at if self.layout.side[h] == self.foe]

    @cached_property
    def friends(self) -> list[int]:
        """Hexes with stacks of this side."""
        return [h for h in self.layout.at if self.layout.side[h] == self.side]

    @cached_property
    def foot(self) -> list[int]:
        """Hexes with infantry of this side."""
        infos, at = self.x.infos, self.layout.at
        return [h for h in self.friends if any(not (infos[u].mounted or infos[u].gun) for u in at[h])]

    @cached_property
    def threat(self) -> list[int]:
        """For each hex the strength of the enemies next to it."""
        return self._pressure(self.enemies)

    @cached_property
    def support(self) -> list[int]:
        """For each hex the strength of friends next to it."""
        return self._pressure(self.friends)

    def _pressure(self, stacks: list[int]) -> list[int]:
        found = [0] * self.x.board.size
        for h in stacks:
            for n in self.x.setting.near[h]:
                found[n] += self.strength[h]
        return found

    @cached_property
    def distance(self) -> Mapping[int, int]:
        """For each hex the distance to the nearest enemy stack."""
        return _Nearest(self.x, self.enemies)

    @cached_property
    def homeward(self) -> Mapping[int, int]:
        """For each hex the distance to the nearest road home."""
        return _Nearest(self.x, self.roads_home())

    def roads_home(self) -> Sequence[int]:
        """Where this side's roads home leave the map (24)."""
        return self.x.setting.roads_home[self.side]

    def behind(self, h: int) -> int:
        """The hex behind a place: the next one on the way home, of two the one farther from the enemy."""
        return min(self.x.setting.near[h], key=lambda n: (self.homeward[n], -self.distance[n], n))

    def cover(self, h: int) -> float:
        """How much of the fire into a hex its terrain takes away, from 0 to 1, with who stands in it now (7.6, 10)."""
        return 1.0 - sum(percent for _, percent in terrain_factor(self.x, self.s, h, 0) or (("", 100),)) / 100

    def toughness(self, h: int) -> float:
        """The strength of an enemy stack with its cover."""
        return max(1.0, self.strength[h]) / (1.0 - self.cover(h))

    def open_goals(self) -> list[Goal]:
        """Goals that the enemy holds, dearest first."""
        return [goal for goal in self.goals if not self.mine(goal.hex)]

    def wanted(self, here: int, c: int | None) -> list[Goal]:
        """Those of them that a command at a hex may go for."""
        return self.open_goals()

    def held_goals(self) -> list[Goal]:
        """Goals that this side holds, the most threatened of the dearest first."""
        held = [goal for goal in self.goals if self.mine(goal.hex)]
        return sorted(held, key=lambda g: (-g.worth, self.distance[g.hex], g.hex))

    def worth(self, h: int) -> float:
        """What a hex is worth to hold."""
        return self._worths.get(h, 0.0)

    @cached_property
    def _worths(self) -> dict[int, float]:
        return dict(self.goals)

    def given_up(self, units: Sequence[int]) -> float:
        """What it costs that units leave places that count while nobody stays there: the more, the nearer the enemy
        is.
        """
        left = {h for u in units if self.worth(h := self.s.units[u].hex)}
        empty = [h for h in left if set(self.layout.at.get(h, ())) <= set(units)]
        return self.mood.vacate * sum(self.worth(h) * max(0.0, 1.0 - (self.distance[h] - 1) / AWAY) for h in empty)

    def forlorn(self, h: int, units: Sequence[int]) -> bool:
        """Whether units would be guns alone in an enemy zone; in the last turn they may take a place that counts."""
        if not self.zone(h) or not all(self.x.infos[u].gun for u in units):
            return False
        return not self.worth(h) or self.s.turn < self.x.setting.scenario.turns.count

    def zone(self, h: int) -> bool:
        """Whether a hex lies in an enemy zone as far as this side can tell."""
        return bool(self.layout.zoc[self.foe][h])

    # Fights

    def prize(self, h: int) -> float:
        """What the place adds to the worth of a fight for it: the more, the fewer turns are left to take it back."""
        return self.mood.prize * self.worth(h) * (1.0 + self.mood.late * self.near_end)

    def fight(self, stacks: tuple[tuple[int, tuple[int, ...]], ...], target: int) -> float:
        """What a normal combat is worth to the attackers."""
        clash = normal_clash(self.x, self.s, stacks, target)
        if self.mood.gone:
            return self.joined(clash, stacks, target).worth()
        odds = normal_odds(self.x.tables, self.x.options, clash)
        taken = float(odds.loses_ground(1))
        return self._balance(odds, clash) + self.prize(target) * taken

    def joined(self, clash: Clash, stacks: tuple[tuple[int, tuple[int, ...]], ...], target: int) -> Fight:
        """A normal combat, with the ways out of both sides."""
        x, s = self.x, self.s
        out = max((way_out(x, s, units, h) for h, units in stacks if units), default=0)
        here = self.layout.at.get(target, ())
        back = way_out(x, s, here, target) if here else 0
        return Fight(self.stakes, clash, self.prize(target), (out, back))

    def charge(
        self, riders: tuple[tuple[int, int], ...], target: int, against: tuple[int, ...], backhand: bool
    ) -> float:
        """What a charge is worth to the chargers."""
        defenders = against or tuple(self.layout.at.get(target, ()))
        odds, clash, _ = charge_chances(self.x, self.s, riders, target, defenders, backhand)
        return self._balance(odds, clash)

    def _balance(self, odds: Odds, clash: Clash) -> float:
        """Losses of the enemy against ours, and who keeps the ground."""
        by = self.mood
        if by.gone:
            return self.stakes.balance(odds, clash)
        gain = float(odds.expected_sp(1)) + by.ground * float(odds.gives_way(1))
        gain += by.destroyed * float(odds.destroyed(1))
        cost = float(odds.expected_sp(0)) + by.own_ground * float(odds.gives_way(0))
        return gain - by.losses * (cost + by.own_destroyed * float(odds.destroyed(0)))

    def bombardment(self, guns: tuple[int, ...], target: int) -> float:
        """What a bombardment is worth: it can't hurt the guns."""
        clash = bombard_clash(self.x, self.s, guns, target)
        hits = float(bombard_hits(self.x.tables, self.x.options, clash.forces[ATTACK]).mean(int))
        return hits * (1.0 + 0.1 * self.strength.get(target, 0))
