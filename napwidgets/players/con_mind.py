"""What a searching player of the Campaigns of Napoleon knows: its plans, who may stand in the stacks face down, how it
stands.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from napwidgets.kernel.system import Engine, State
from napwidgets.players.con import SteadyPlayer
from napwidgets.players.con_situation import STEADY, Temper, riders_of
from napwidgets.players.search import Plan, Searcher
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.sequence import placed, side_of
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import HIDDEN, WAITING
from napwidgets.systems.con.state import State as Campaign
from napwidgets.systems.con.victory import score

#: What a point of victory counts, and a share of the armies' strength; points that the enemy is taken to have.
POINT, BLOOD, PURSE = 0.12, 4.0, 8


class CampaignMind:
    """The mind of a player of the Campaigns of Napoleon."""

    horizon = 2

    def __init__(self, usual: Temper) -> None:
        self.usual = usual

    def plans(self) -> Sequence[Plan[Temper]]:
        usual = self.usual
        return [
            Plan("usual", "goes for places and fights that it can win", usual),
            Plan("gather", "keeps its corps together", replace(usual, astray=0.3, small=99.0, busy=0.03)),
            Plan("strike", "masses against the enemy's army", replace(usual, ruin=0.25, eager=6.0, fear=3.0)),
            Plan("keep", "holds what it has, out of the enemy's reach", replace(usual, post=0.8, parry=1.2, fear=9.0)),
            Plan("roads", "goes for the roads that the enemy lives on", replace(usual, road=9.0)),
            Plan("race", "marches for the places that count", replace(usual, later=0.95, post=0.2, fear=3.0)),
        ]

    def player(self, rng: Random, mood: Temper) -> SteadyPlayer:
        return SteadyPlayer(rng, mood)

    def imagined(self, engine: Engine, view: State, seat: str, rng: Random) -> State:
        """The forces of the enemy's order of battle that may be here, in his stacks, each in one not too far from
        where it came upon the map.
        """
        x: Context = engine.context
        assert isinstance(view, Campaign)
        side = x.setting.sides.index(seat)
        foe = other(side)
        s = replace(view, points=tuple(PURSE if p < 0 else p for p in view.points))
        s = replace(
            s,
            leaders=tuple(replace(lead, at=WAITING) if lead.at == HIDDEN else lead for lead in s.leaders),
            units=tuple(
                replace(troop, at=WAITING, strength=x.setting.units[u].full) if troop.at == HIDDEN else troop
                for u, troop in enumerate(s.units)
            ),
        )
        stacks = sorted({h for h, who in view.unseen if who == foe})
        left, riders = list(stacks), riders_of(view, side)
        rng.shuffle(left)
        for data in sorted(x.setting.scenario.set_up, key=lambda data: -len(data.units)):
            if not stacks or side_of(x, data) != foe or data.turn > view.turn or not data.at:
                continue
            home = x.setting.hex(data.at)
            rest = [h for h in left if h not in riders] or left or stacks
            at = min(rest, key=lambda h: x.ground.distance(h, home) * rng.uniform(0.7, 1.3))
            if left:
                left.remove(at)
                s = replace(s, unseen=tuple(sorted((h, foe) for h in left)))
            s = placed(x, s, data, at)
            for below in x.setting.scenario.set_up:
                if below.under == data.leader and data.leader and not below.at and below.turn <= view.turn:
                    s = placed(x, s, below, at)
        return _filled(x, s, foe, left)

    def standing(self, engine: Engine, state: State, seat: str) -> float:
        """Points of victory and the strength of both armies."""
        x: Context = engine.context
        assert isinstance(state, Campaign)
        side = x.setting.sides.index(seat)
        points = score(x, state)
        left, whole = [0.0, 0.0], [1.0, 1.0]
        for u, troop in enumerate(state.units):
            whole[x.unit_side[u]] += x.setting.units[u].full
            left[x.unit_side[u]] += troop.strength if troop.at >= WAITING else 0
        blood = left[side] / whole[side] - left[other(side)] / whole[other(side)]
        need = x.setting.scenario.victory
        lead = points[0] - points[1] - (need.french - need.other) / 2
        return 1.0 / (1.0 + math.exp(-(POINT * (lead if side == 0 else -lead) + BLOOD * blood)))


def _filled(x: Context, s: Campaign, side: int, hexes: Sequence[int]) -> Campaign:
    """A drawn position in which something stands in every stack: a single unit, where no force was left for it."""
    for h in hexes:
        stacks = x.layout(s).units[side]
        at = max(stacks, key=lambda there: (len(stacks[there]), -there), default=-1)
        if at < 0 or len(stacks[at]) < 2:
            break
        s = replace(s.unit(stacks[at][-1], at=h, boss=-1), unseen=tuple(one for one in s.unseen if one[0] != h))
    return s


def marshal(rng: Random) -> Searcher[Temper]:
    """A player that plays the plans of a steady one through."""
    return Searcher(rng, CampaignMind(STEADY))
