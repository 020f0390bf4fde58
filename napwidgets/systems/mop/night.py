"""37.8, 37.22 and 37.23. The nights between two battles: who of the fallen comes back, and how strong the others are.

The page docs/rules/mop-campaigns.md says how.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.mop.state import Brought, State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.mop.victory import corps_broken
from napwidgets.systems.tactical.core.state import LOST, OFF
from napwidgets.systems.tactical.core.step import Step
from napwidgets.systems.tactical.ground.context import Context, Log
from napwidgets.systems.tactical.recovering.reorganization import disperses, room_near


class Night(Step, frozen=True, tag="night"):
    """Before the first turn: each unit of ``known`` with the steps it has left, and its fate in its last battle."""

    known: tuple[tuple[int, int, str], ...]

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        say(log, "night", "The nights since the last battle: who was scattered may come back.", "37.8")
        for u, steps, fate in self.known:
            s = self._after(x, s, u, steps, fate, dice, log)
        broken = tuple(f for side in (0, 1) for f in corps_broken(x, s, side))
        return replace(s, brought=Brought(tuple(unit.steps for unit in s.units), broken))

    def _after(self, x: Context, s: State, u: int, steps: int, fate: str, dice: Dice, log: Log) -> State:
        """A unit as the night leaves it: of two steps one is left to whoever rallies (37.8)."""
        unit, info = s.units[u], x.infos[u]
        if fate in ("stands", "away", "left"):
            return s.unit(u, steps=min(unit.steps, max(1, steps)))
        if fate == "gone" or disperses(x, u, dice, log):
            return s.unit(u, hex=LOST, steps=0, start=OFF)
        say(log, "reorganized", f"{info.name} has rallied: it is back at reduced strength.", "37.8", units=(u,))
        s = s.unit(u, steps=1)
        if unit.hex >= 0:
            to = room_near(x, s.unit(u, hex=OFF), unit.hex, u)
            s = s.unit(u, hex=to, start=to)
        return s
