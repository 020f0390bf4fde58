"""What a beginner would see in a campaign of con."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from napwidgets.kernel.system import Engine, Move
from napwidgets.lab.faults.base import Eye
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.marching import Marching
from napwidgets.systems.con.setting import other

#: An enemy this near can take a leader alone, or walk into a place that is left.
CLOSE, NEAR = 2, 6
#: Odds under which nobody attacks who need not.
THIN = 2 / 3


class CampaignEye(Eye):
    """Looks on at a campaign on hexes."""

    KINDS: ClassVar[dict[str, str]] = {
        "place left": "a place that counts left empty though a force could march in",
        "leader alone": "a leader who marches alone beside the enemy",
        "garrison gone": "the last troops march out of a place that they could have held against the enemy near it",
        "to and fro": "a march that ends where it began",
        "thin attack": "an assault at under two to three without need",
    }

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._began: dict[int, tuple[int, int]] = {}

    def sees(self, before: Any, seat: str, move: Move, after: Any) -> Iterator[tuple[str, object, str]]:
        x: Context = self.engine.context
        side = x.setting.sides.index(seat)
        step = before.agenda[-1]
        if isinstance(move, m.Go) and isinstance(step, Marching):
            yield from self._marched(x, before, after, side, step.leader)
        decision = self.engine.decision(before)
        if decision is None:
            return
        if decision.kind == "movement" and isinstance(move, m.Done):
            yield from self._left(x, before, side)
        if decision.kind == "assault" and isinstance(move, m.Accept):
            fight = before.fights[step.fight]
            mine, theirs = (
                x.strength(before, x.group_units(before, fight, who)) for who in (side, other(side))
            )
            if mine < THIN * theirs:
                yield "thin attack", (before.turn, step.fight), f"{mine} against {theirs}"

    def _marched(self, x: Context, s: Any, after: Any, side: int, leader: int) -> Iterator[tuple[str, object, str]]:
        here, to = s.leaders[leader].at, after.leaders[leader].at
        name = x.setting.leaders[leader].name
        turn, start = self._began.get(leader, (0, -1))
        if turn != s.turn:
            start = here
            self._began[leader] = (s.turn, here)
        if to == start and to >= 0:
            yield "to and fro", (leader, s.turn), f"{name} comes back to {x.place(to)}"
        foes = x.layout(after).stacks[other(side)]
        if to >= 0 and not x.units_at(after, to, side) and any(x.ground.distance(to, h) <= CLOSE for h in foes):
            yield "leader alone", (leader, s.turn), f"{name} at {x.place(to)}"
        counts = any(goal.at == here and goal.side in (-1, side) for goal in x.setting.goals)
        near = sum(x.strength(s, x.units_at(s, h, other(side))) for h in foes if x.ground.distance(here, h) <= NEAR)
        mine = x.strength(s, x.units_at(s, here, side))
        # Who makes way for a stronger enemy does no wrong.
        if counts and 0 < THIN * near < mine and not x.units_at(after, here, side):
            yield "garrison gone", (here, s.turn), f"{name} leaves {x.place(here)}"

    @staticmethod
    def _left(x: Context, s: Any, side: int) -> Iterator[tuple[str, object, str]]:
        """Places that somebody who has not moved and could be commanded might have taken."""
        wanted = {
            goal.at
            for goal, held in zip(x.setting.goals, s.holds, strict=True)
            if held != side + 1 and goal.side in (-1, side) and not x.enemy_at(s, goal.at, side)
        }
        # Whoever keeps another place has his task.
        kept = {goal.at for goal, held in zip(x.setting.goals, s.holds, strict=True) if held == side + 1}
        for h in sorted(x.layout(s).stacks[side] - kept):
            for force in x.tops(s, h, side):
                i = force.leader
                if i < 0 or not force.units or s.leaders[i].moved:
                    continue
                if s.points[x.setting.leaders[i].army] < 2:
                    continue
                ways = Marching(side, i, x.allowance(s, force)).ways(x, s)
                for at in wanted.intersection(ways):
                    yield "place left", (at, s.turn), f"{x.title(s, force)} could have taken {x.place(at)}"
