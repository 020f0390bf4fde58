"""Who holds what is worth points: the side that was last there."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.systems.con.context import Context
from napwidgets.systems.con.state import State


def taken(x: Context, s: State, side: int, h: int) -> State:
    """Goals in a hex are held by the side that was last there."""
    if h not in x.goals:
        return s
    holds = tuple(side + 1 if goal.at == h else held for goal, held in zip(x.setting.goals, s.holds, strict=True))
    return s if holds == s.holds else replace(s, holds=holds)


def went(x: Context, s: State, side: int, leaders: Sequence[int], units: Sequence[int], way: Sequence[int]) -> State:
    """Leaders and units go a way, by a march or a retreat; what is worth points there is their side's now."""
    s = s.moved(leaders, units, way[-1])
    for h in way if units else ():
        s = taken(x, s, side, h)
    return s
