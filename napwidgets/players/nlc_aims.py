"""The aim of the steady player, and what a formation does for it: takes a place, or holds one.

The aim comes from the endings: what would be the end if the battle were over now? Who wins so holds what he has; who
does not has to change it.
"""

from __future__ import annotations

from collections.abc import Sequence

from napwidgets.players.nlc_situation import Goal, Situation, exit_edge

#: Farther away than this an enemy is no danger to a place.
REMOTE = 30


def wins_by_waiting(now: Situation) -> bool:
    """Whether the battle is won if nothing changes until the last turn; who does not look at the places that are held
    goes by what the scenario says of the last turn.
    """
    if now.mood.verdict:
        return now.verdict > 0
    last = now.x.setting.scenario.endings[-1]
    return last.winner == now.x.setting.sides[now.side]


def _calm(now: Situation, h: int) -> float:
    """What a place counts less for whoever holds it because the enemy is far."""
    far = now.distance[h]
    return now.mood.calm * min(far, REMOTE) if now.mood.calm else 0.1 * min(far, 10)


def _beside(now: Situation, goal: Goal, wanted: Sequence[Goal]) -> float:
    """What the places that are wanted beside one are worth."""
    near = now.x.setting.near[goal.hex] if now.mood.cluster else ()
    return sum(other.worth for other in wanted if other.hex in near)


def objective(now: Situation, here: int, c: int | None = None) -> tuple[str, int]:
    """What a formation near ``here`` should do, ``attack`` or ``defend``, and where.

    ``c`` is its command: some places are for some kinds of troops alone.
    """
    waiting = wins_by_waiting(now)
    edge = exit_edge(now.x, now.side)
    if edge is not None and not waiting:
        field = now.x.ground.field(here)
        gates = [h for h in now.x.setting.roads if now.x.board.on_edge(h, edge)]
        if gates:
            return "march", min(gates, key=lambda h: (field[h], h))
    row = now.x.board.distances[here]
    # Who stands nearer to a place of the enemy's than to any of his own is of no use in holding that.
    near = min((row[g.hex] for g in now.held_goals()), default=0) * now.mood.press if waiting else 0.0
    wanted = [g for g in now.wanted(here, c) if not waiting or g.worth >= now.mood.attack_worth or row[g.hex] < near]
    if wanted:
        draw = {g.hex: g.worth + now.mood.cluster * _beside(now, g, wanted) for g in wanted}
        return "attack", max(draw, key=lambda h: (draw[h] - now.mood.far * row[h], -h))
    held = now.held_goals()
    if held:
        best = max(held, key=lambda g: (g.worth - 0.1 * row[g.hex] - _calm(now, g.hex), -g.hex))
        return "defend", best.hex
    if now.enemies:
        return "attack", min(now.enemies, key=lambda h: (row[h], h))
    return "defend", here
