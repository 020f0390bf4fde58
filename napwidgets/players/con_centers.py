"""Where the centres of operations of a computer player of con stand: what an army receives there and who hears it, and
whether the enemy may come.
"""

from __future__ import annotations

from napwidgets.players.con_situation import Situation
from napwidgets.systems.con import moves as m
from napwidgets.systems.con import supply

#: Turns that a far command is reckoned for, and how many of the forces that are far off are given one.
AHEAD, GIVEN = 3, 0.5
#: How near the enemy may come in a turn, what it is worth not to lose a centre besides its points, and by how much
#: better another place must be.
COMES, KEPT, BETTER = 9, 6.0, 1.0


def shift(now: Situation, offered: list[m.Shift]) -> m.Shift | None:
    """The move of a centre that pays, if any does."""
    found: list[tuple[float, int, m.Shift]] = []
    for army in sorted({move.army for move in offered}):
        here = standing(now, army, now.s.centers[army].at)
        for move in offered:
            if move.army == army:
                found.append((standing(now, army, move.to) - here, -move.to, move))
    best = max(found, key=lambda one: one[:2], default=None)
    return best[2] if best is not None and best[0] > BETTER else None


def standing(now: Situation, army: int, at: int) -> float:
    """What a centre in a hex is worth, in administrative points until the end: those that come, less what commands to
    far forces cost more, less those that are lost when the enemy comes.
    """
    x, left = now.x, now.left - 1
    s = supply.with_center(now.s, army, at=at)
    far, info = supply.length(x, s, army), x.setting.armies[army]
    comes = float(supply.receipt_odds(x.tables, info.receipt, far, s.spirit[now.side]).mean(int)) * left
    mine = [f for f in now.forces if x.setting.leaders[f.leader].army == army]
    deaf = sum(not supply.near(x, s, army, s.leaders[f.leader].at) for f in mine)
    dear = GIVEN * deaf * min(AHEAD, now.left)
    if far < 0:
        return -dear - KEPT
    return comes - dear - danger(now, at) * (comes + KEPT)


def danger(now: Situation, at: int) -> float:
    """How likely the enemy comes into a hex soon: the nearer he is, and the less of one's own stands there."""
    near = min((now.far(at, h) for h in now.enemies), default=99)
    chance = min(1.0, max(0.0, (COMES + 1 - near) / COMES))
    held, comes = now.around(at, now.own, 1), now.around(at, now.enemies, COMES)
    return chance * min(1.0, comes / max(1.0, comes + 2 * held))
