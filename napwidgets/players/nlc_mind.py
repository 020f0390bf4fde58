"""What a searching player of a battle knows: its plans, what the enemy may have been ordered, and how it stands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.base import Player
from napwidgets.players.nlc import SteadyPlayer
from napwidgets.players.nlc_aims import objective
from napwidgets.players.nlc_situation import STEADY, Situation, Temper, goals
from napwidgets.players.search import Plan
from napwidgets.players.trials import Effort, Trier
from napwidgets.systems.tactical.command.targets import needs_target
from napwidgets.systems.tactical.core.state import LOST, OFF, UNKNOWN, UNSEEN, Order, Unit
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.views import looking

#: How likely a formation still follows its first order; else it does what it would be sent to do, or defends itself.
FIRST, SENT = 0.8, 0.8
#: What places count against losses, in shares of the army.
GROUND, BLOOD = 0.25, 6.0


class BattleMind:
    """The mind of a player of Napoleon's Later Campaigns."""

    horizon = 2
    effort = Effort(trials=800, lines=12, most=6)
    reads = Situation

    def __init__(self, usual: Temper) -> None:
        self.usual = usual

    def sketched(self, mood: Temper) -> Temper:
        """Without attacks that are planned with the march, which take half of the time."""
        return replace(mood, joint=0.0)

    def plans(self) -> Sequence[Plan[Temper]]:
        """One: others do no better."""
        return [Plan("usual", "takes good fights and goes where the battle is decided", self.usual)]

    def alternatives(self, engine: Engine, view: State, seat: str, own: Player, rng: Random) -> Sequence[Move]:
        """The moves that the player weighs most after the one that it would make."""
        assert isinstance(own, SteadyPlayer)
        return own.next_best(engine, view, seat, self.effort.most - 2)

    def player(self, rng: Random, mood: Temper) -> SteadyPlayer:
        return SteadyPlayer(rng, mood)

    def imagined(self, engine: Engine, view: State, seat: str, rng: Random) -> State:
        """The enemy's formations do what they would be sent to do, and who is out of sight stands in his stacks."""
        x: Context = engine.context_at(view)
        foe = 1 - x.setting.sides.index(seat)
        ordered = self._ordered(x, view, foe, rng)
        return replace(ordered, units=self._placed(x, view, foe, rng))

    def _ordered(self, x: Context, s: State, foe: int, rng: Random) -> State:
        """The enemy's formations do what the scenario tells them, or what they would be sent to do."""
        eyes = self.reads(x, s, foe, goals(x, bool(self.usual.both)), self.usual)
        commands = list(s.commands)
        for c, command in enumerate(commands):
            info = x.setting.commands[c]
            if info.side != foe or command.order != UNKNOWN:
                continue
            order = x.setting.first_order(c)
            if info.division is not None or rng.random() >= FIRST:
                kind, h = objective(eyes, max(0, x.leader_hex(s, c))) if rng.random() < SENT else ("defend", OFF)
                order = Order(kind, h if needs_target(x, kind) else OFF, s.turn)
            commands[c] = replace(command, order=order)
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


def marshal(rng: Random) -> Trier[Temper]:
    """A steady player that tries its moves out near the end."""
    return Trier(rng, BattleMind(STEADY))
