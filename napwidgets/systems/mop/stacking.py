"""37.2. Who may stand together: two units, or all of a division, and no more than so many strength points.

Reading 1 of docs/rules/mop.md applies here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from napwidgets.systems.mop.state import State
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.scenario import UnitData
from napwidgets.systems.tactical.ground.context import Context

#: A unit as it counts for stacking: strength points, and what it stacks with as one.
Stacked = tuple[int, tuple[str, str]]


def division(unit: UnitData) -> tuple[str, str]:
    """What a unit stacks with as one: its division, or the whole corps of Russian foot and guns (37.2.1)."""
    if unit.nation == "russian" and unit.kind in ("infantry", "foot_artillery"):
        return unit.formation, ""
    return unit.formation, unit.division or unit.id


def find_room(tables: Tables, units: Iterable[Stacked]) -> bool:
    """Whether units find room in one hex: two, or one division, of twelve strength points at the most (37.2)."""
    together = tuple(units)
    limits = tables.limits
    if sum(points for points, _ in together) > limits["stacking points"]:
        return False
    return len(together) <= limits["stacking"] or len({of for _, of in together}) == 1


def fits(tables: Tables, units: Sequence[UnitData]) -> bool:
    """Whether units may be set up in one hex (37.2)."""
    return find_room(tables, ((u.strength if u.steps == 2 else u.reduced, division(u)) for u in units))


def by_points(x: Context, s: State, units: Sequence[int]) -> Callable[[Sequence[int]], bool]:
    """A test of whether units find room beside those who stand in a hex (37.2)."""

    def stacked(u: int) -> Stacked:
        info = x.infos[u]
        return info.sp(s.units[u].steps), division(info.data)

    mine = [stacked(u) for u in units]
    return lambda there: find_room(x.tables, (*mine, *map(stacked, there)))
