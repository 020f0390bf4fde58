"""From the pieces on the map to a combat group as combats know it: units, leaders, size class, forces (3.1, 3.2).

Readings 5, 8, 9 and 38 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from napwidgets.systems.con import forces
from napwidgets.systems.con.context import Context, Force
from napwidgets.systems.con.forces import Size, size_class, subordination
from napwidgets.systems.con.scouting import told_strength
from napwidgets.systems.con.state import Report, State


def unit(x: Context, s: State, u: int) -> forces.Unit:
    """A unit as it is now."""
    troop = s.units[u]
    column = troop.boss >= 0 and s.leaders[troop.boss].at == troop.at and s.leaders[troop.boss].column
    return replace(x.setting.units[u].kind, strength=troop.strength, demoralized=troop.shaken, column=column)


def leaders_of(x: Context, s: State, parts: Iterable[Force]) -> list[forces.Leader]:
    """The leaders of some forces by the order of battle, so that of men of the same worth the first is senior; those
    without employment don't command (3.2, reading 8).
    """
    found = []
    for i, part in sorted((i, own) for own in parts for i in own.leaders):
        below = x.force(s, i) if i != part.leader else part
        found.append(replace(x.setting.leaders[i].values, commands=bool(below.units)))
    return found


def size_of(x: Context, s: State, parts: Sequence[Force]) -> Size:
    """The size class of forces together (3.2)."""
    arms = [x.setting.units[u].kind.arm for part in parts for u in part.units]
    return size_class(x.tables, leaders_of(x, s, parts), subordination(x.tables, arms))


def together(x: Context, s: State, parts: Sequence[Force]) -> int:
    """How many forces a group is made of that nobody commands together: the senior leader takes those of his army in as
    far as his span reaches (10.5.7.1, reading 38).
    """
    led = [part for part in parts if part.leader >= 0 and part.units]
    senior = x.senior(s, (part.leader for part in led))
    if senior < 0:
        return max(1, len(parts))
    info = x.setting.leaders[senior]
    room = 2 * info.values.span - _taken(x, s, x.force(s, senior))
    count = 1
    rest = [part for part in parts if part.leader != senior and part.units]
    for part in sorted(rest, key=lambda part: _weight(x, part)):
        army = x.setting.leaders[part.leader].army if part.leader >= 0 else x.setting.units[part.units[0]].army
        takes = _weight(x, part)
        if army == info.army and takes <= room:
            room -= takes
        else:
            count += 1
    return count


def _weight(x: Context, part: Force) -> int:
    """What a force takes of the span of whoever commands it, doubled."""
    if part.leader >= 0:
        return 2 * x.setting.leaders[part.leader].subordination
    return sum(x.setting.units[u].halves for u in part.units)


def _taken(x: Context, s: State, part: Force) -> int:
    """What a leader's span has taken already, doubled."""
    own = [u for u in part.units if s.units[u].boss == part.leader]
    below = [i for i in part.leaders if i != part.leader and s.leaders[i].boss == part.leader]
    return sum(x.setting.units[u].halves for u in own) + sum(2 * x.setting.leaders[i].subordination for i in below)


def parts_at(x: Context, s: State, side: int, hexes: Iterable[int]) -> list[Force]:
    """All forces of a side in some hexes that have units."""
    return [part for h in hexes for part in x.tops(s, h, side) if part.units]


def group(x: Context, s: State, side: int, hexes: Sequence[int]) -> tuple[forces.Group, list[int]]:
    """A side's combat group in some hexes, and the numbers of its units in the group's order."""
    parts = parts_at(x, s, side, hexes)
    units = [u for part in parts for u in part.units]
    vedettes = sum(len(x.vedettes_at(s, h, side)) for h in hexes)
    made = forces.Group(
        size_of(x, s, parts) if units else "division",
        tuple(unit(x, s, u) for u in units),
        tuple(leaders_of(x, s, parts)),
        together(x, s, parts),
        vedettes=vedettes,
    )
    return made, units


def reported(x: Context, s: State, part: Force, side: int, at: int) -> Report:
    """What a side learns of a force: its leader, size class, strength to the nearest ten (4)."""
    strength = told_strength(x.tables, x.strength(s, part.units))
    return Report(s.turn, side, at, part.leader, size_of(x, s, [part]) if part.units else "", strength)


def known(s: State, report: Report) -> State:
    """A state in which a side has learnt something of a hex: the last report of a hex replaces earlier ones."""
    kept = tuple(old for old in s.reports if (old.side, old.at) != (report.side, report.at))
    return replace(s, reports=(*kept, report))
