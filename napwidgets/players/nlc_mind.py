"""What a searching player of a battle knows: its plans, what the enemy may have been ordered, and how it stands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from napwidgets.kernel.system import Engine, State
from napwidgets.players.nlc import SteadyPlayer
from napwidgets.players.nlc_aims import objective
from napwidgets.players.nlc_situation import STEADY, Situation, Temper, goals
from napwidgets.players.search import Plan, Searcher
from napwidgets.systems.tactical.command.targets import needs_target
from napwidgets.systems.tactical.core.state import LOST, OFF, UNKNOWN, UNSEEN, Order, Unit
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.views import looking

#: What places count against losses, in shares of the army.
GROUND, BLOOD = 0.25, 6.0


class BattleMind:
    """The mind of a player of Napoleon's Later Campaigns."""

    horizon = 2
    reads = Situation

    def __init__(self, usual: Temper) -> None:
        self.usual = usual

    def plans(self) -> Sequence[Plan[Temper]]:
        usual = self.usual
        return [
            Plan("usual", "takes good fights and goes where the battle is decided", usual),
            Plan("press", "presses on at all cost", replace(usual, worth_it=-0.6, losses=0.6, near=1.5, exposed=0.2)),
            Plan("spare", "spares its men", replace(usual, worth_it=0.6, losses=1.4, exposed=1.0, aim=1.5)),
            Plan("hold", "holds what it has", replace(usual, attack_worth=9.0, hold_worth=3.0, worth_it=0.3, near=0.6)),
            Plan("seize", "goes for the places that count", replace(usual, aim=8.0, prize=3.0, near=1.5, far=0.05)),
        ]

    def player(self, rng: Random, mood: Temper) -> SteadyPlayer:
        return SteadyPlayer(rng, mood)

    def imagined(self, engine: Engine, view: State, seat: str, rng: Random) -> State:
        """The enemy's formations do what they would be sent to do, and who is out of sight stands in his stacks."""
        x: Context = engine.context_at(view)
        foe = 1 - x.setting.sides.index(seat)
        ordered = self._ordered(x, view, foe, rng)
        return replace(ordered, units=self._placed(x, view, foe, rng))

    def _ordered(self, x: Context, s: State, foe: int, rng: Random) -> State:
        """The enemy's formations do what they would be sent to do."""
        eyes = self.reads(x, s, foe, goals(x, bool(self.usual.both)), self.usual)
        commands = list(s.commands)
        for c, command in enumerate(commands):
            if x.setting.commands[c].side == foe and command.order == UNKNOWN:
                kind, h = objective(eyes, max(0, x.leader_hex(s, c))) if rng.random() < 0.8 else ("defend", OFF)
                target = h if needs_target(x, kind) else OFF
                commands[c] = replace(command, order=Order(kind, target, s.turn))
        return replace(s, commands=tuple(commands))

    @staticmethod
    def _placed(x: Context, view: State, foe: int, rng: Random) -> tuple[Unit, ...]:
        """Each under a counter that nobody sees beneath, and that would lie on top of it."""
        sees, layout = looking(x, view, 1 - foe), x.ground.layout(view)
        tops = {h: at[0] for h, at in layout.at.items() if layout.side[h] == foe and len(at) == 1 and not sees(h)}
        units = list(view.units)
        for u, unit in enumerate(units):
            if unit.hex == UNSEEN:
                under = [h for h, top in tops.items() if (x.infos[top].gun, top) < (x.infos[u].gun, u)]
                units[u] = replace(unit, hex=rng.choice(under or list(tops) or [LOST]))
        return tuple(units)

    def standing(self, engine: Engine, state: State, seat: str) -> float:
        """Places held and men left, of both."""
        x: Context = engine.context_at(state)
        side = x.setting.sides.index(seat)
        now = self.reads(x, state, side, goals(x), self.usual)
        ground = sum(goal.worth if now.mine(goal.hex) else -goal.worth for goal in now.goals)
        lost = [0.0, 0.0]
        whole = [1.0, 1.0]
        for u, unit in enumerate(state.units):
            info = x.infos[u]
            whole[info.side] += info.strength
            lost[info.side] += info.strength - (info.sp(unit.steps) if unit.hex > -2 or unit.hex == UNSEEN else 0)
        blood = lost[1 - side] / whole[1 - side] - lost[side] / whole[side]
        return 1.0 / (1.0 + math.exp(-(GROUND * ground + BLOOD * blood)))


def marshal(rng: Random) -> Searcher[Temper]:
    """A player that plays the plans of a steady one through."""
    return Searcher(rng, BattleMind(STEADY))
