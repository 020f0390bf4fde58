"""11. What an army's losses may come to before it is demoralized or disintegrates."""

from __future__ import annotations

from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.ground.context import Context


def levels(x: Context, s: State, army: int) -> tuple[int, int | None]:
    """An army's demoralization and disintegration levels now, with all that shifts them (11, 19.4, scenario, title)."""
    data = x.setting.armies[army]
    level, last = data.demoralization, data.disintegration
    for rule in x.setting.scenario.levels:
        if rule.army != data.id:
            continue
        holder = x.setting.sides.index(rule.held_by) + 1
        change = rule.amount * sum(1 for h in rule.hexes if s.control[x.board.number(h)] == holder)
        level += change
        if last is not None and rule.disintegration:
            last += change
    for q, hq in enumerate(x.setting.hqs):
        if hq.army == data.id:
            level -= x.tables.limits["hq loss"] * s.hqs[q].lost
    level += sum(rule(x, s, army) for rule in x.rules.level_changes)
    return max(level, 1), None if last is None else max(last, 1)


def fallen(x: Context, s: State, army: int) -> bool:
    """Whether an army is demoralized (11): once it is, it stays so."""
    return any(a == army for a, _ in s.fallen)
