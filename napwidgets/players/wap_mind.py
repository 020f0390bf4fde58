"""What a searching player of War and Peace knows: its plans, and how Europe stands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.base import Player
from napwidgets.players.search import Plan
from napwidgets.players.trials import Effort, Trier
from napwidgets.players.wap import SteadyPlayer
from napwidgets.players.wap_land import STEADY, Temper
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.markers import MAJORS
from napwidgets.systems.wap.state import ENGLISH, FRENCH
from napwidgets.systems.wap.state import State as Europe
from napwidgets.systems.wap.states.victory import biggest_fleet, points

#: What a city that counts is worth, and a share of all strength points; a point of victory.
CITY, BLOOD, POINT = 0.15, 4.0, 0.1
#: What a squadron at the junction, a per cent of the rate and a major state count in a short scenario.
SQUADRON, PERCENT, ALLY = 0.5, 0.1, 1.0
#: So many moves are drawn from all that are legal when moves are tried.
DRAWN = 4


class EuropeMind:
    """The mind of a player of War and Peace. What is hidden there are fleets beyond Europe, by an option: they are left
    out.
    """

    horizon = 2
    effort = Effort(trials=2000, lines=30, most=5)

    def __init__(self, usual: Temper) -> None:
        self.usual = usual

    def sketched(self, mood: Temper) -> Temper:
        """As it is."""
        return mood

    def alternatives(self, engine: Engine, view: State, seat: str, own: Player, rng: Random) -> Sequence[Move]:
        """The moves of the other plans, and some that are drawn."""
        others = [self.player(rng, plan.mood) for plan in self.plans()[1:]]
        every = [*engine.options(view)]
        for subject in engine.subjects(view):
            every += engine.options(view, subject.id)
        drawn = rng.sample(every, min(DRAWN, len(every)))
        return [*(player.choose(engine, view, seat) for player in others), *drawn]

    def plans(self) -> Sequence[Plan[Temper]]:
        usual = self.usual
        return [
            Plan("usual", "marches on cities and takes fights that it can win", usual),
            Plan("strike", "looks for battle", replace(usual, caution=0.7, fear=1.7, glory=0.9)),
            Plan(
                "wait",
                "keeps its armies together and out of reach",
                replace(usual, caution=1.3, fear=1.0, danger=0.5),
            ),
            Plan("dare", "risks its fleets", replace(usual, dare=0.95, join=0.95)),
            Plan("harbour", "keeps its fleets in port", replace(usual, dare=0.15, join=0.15)),
        ]

    def player(self, rng: Random, mood: Temper) -> SteadyPlayer:
        return SteadyPlayer(rng, mood)

    def imagined(self, engine: Engine, view: State, seat: str, rng: Random) -> State:
        """What the seat sees: but for fleets it is all there is."""
        return view

    def standing(self, engine: Engine, state: State, seat: str) -> float:
        """How near the goal of a short scenario is; in a campaign cities, troops and points of victory."""
        x: Context = engine.context
        assert isinstance(state, Europe)
        me = engine.seats.index(seat)
        side = next((state.status[n] for n, who in x.setting.seat_of_major.items() if who == me), 0)
        foe = x.enemies(side)
        if (ahead := french_lead(x, state)) is not None:
            return 1.0 / (1.0 + math.exp(-ahead if side == FRENCH else ahead))
        held = [x.city_faction(state, city) for city in x.setting.objectives]
        cities = held.count(side) - held.count(foe)
        men = [1.0, 1.0]
        for army in state.armies:
            faction = x.army_faction(state, army)
            if faction in (side, foe):
                men[faction == foe] += sum(army.count)
        counts = dict(points(x, state))
        lead = counts.get(seat, 0) - max((n for who, n in counts.items() if who != seat), default=0)
        share = men[0] / (men[0] + men[1]) - 0.5
        return 1.0 / (1.0 + math.exp(-(CITY * cities + BLOOD * share + POINT * lead)))


def french_lead(x: Context, s: Europe) -> float | None:
    """How far the French are beyond where they need to be by now to win a short scenario; none in a campaign."""
    goal, count = x.setting.scenario.goal, x.setting.scenario.turns.count
    if goal.kind == "junction":
        return SQUADRON * (biggest_fleet(x, s) - goal.target + 0.5)
    if goal.kind == "rate":
        return PERCENT * (s.rate / 2 - goal.target * s.turn / count)
    if goal.kind == "coalition":
        return ALLY * (goal.target - 0.5 - sum(s.status[n] == ENGLISH for n in range(len(MAJORS))))
    return None


def marshal(rng: Random) -> Trier[Temper]:
    """A player that plays the plans of a steady one through, and near the end its moves."""
    return Trier(rng, EuropeMind(STEADY))
