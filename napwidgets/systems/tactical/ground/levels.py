"""11 and 22. What the losses of an army or a corps may come to before it is demoralized or disintegrates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.ground.context import Context, Log, say

#: A title's own positions stay such.
S = TypeVar("S", bound=State)


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


def note_corps(x: Context, before: State, after: S, units: Iterable[int], log: Log) -> S:
    """The position after units have gone or come back; told is whose corps that demoralizes, or sets up again (22). An
    army that counts as one is told of as an army (11).
    """
    mine = tuple(units)
    for f in sorted({x.infos[u].formation for u in mine}):
        corps, now = x.setting.commands[f], x.broken(after, f)
        if now == x.broken(before, f) or x.setting.armies[corps.army].as_one:
            continue
        fate = "is no longer demoralized"
        if now:
            fate = f"is demoralized: {x.losses(after)[0][f]} SP lost, its limit is {corps.limit}"
        say(log, "corps-broken" if now else "corps-mended", f"{corps.name} {fate}.", "22", units=mine)
    return after
