"""1. Units, leaders, forces, and the average cohesion. Values that know no map.

Strength is counted in strength points of about 3,000 men (0.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from napwidgets.systems.jdg.tables import TACTICS, Tables

Kind = Literal["infantry", "cavalry", "artillery"]


class Unit(Struct, frozen=True, array_like=True):
    """A combat unit (1.2): strength points; cohesion; kind; artillery and cavalry bonus; whether it is a Detachment;
    whether it is ``weary`` from a forced march (8.5), and whether it is ``inside`` a city, into which it goes back
    when its side is beaten (8.8).

    A reserve of artillery has a bonus and no strength.
    """

    strength: int
    cohesion: int
    kind: Kind = "infantry"
    artillery: int = 0
    cavalry: int = 0
    detachment: bool = False
    weary: bool = False
    inside: bool = False


class Leader(Struct, frozen=True, array_like=True):
    """A leader (1.1): rank in stars, tactical bonus, command value."""

    rank: int
    tactical: int = 0
    command: int = 1


class Force(Struct, frozen=True, array_like=True):
    """Units and leaders of one side in one box."""

    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...] = ()

    @property
    def strength(self) -> int:
        """Strength points of all units."""
        return sum(unit.strength for unit in self.units)

    @property
    def cavalry_strength(self) -> int:
        """Strength points of cavalry units alone."""
        return sum(unit.strength for unit in self.units if unit.kind == "cavalry")

    @property
    def artillery(self) -> int:
        """The artillery bonus of all units."""
        return sum(unit.artillery for unit in self.units)

    @property
    def cavalry(self) -> int:
        """The cavalry bonus of all units."""
        return sum(unit.cavalry for unit in self.units)

    @property
    def tactical(self) -> int:
        """The tactical bonus of the highest leader, of equals the better one (8.5); 0 without any."""
        return max(((leader.rank, leader.tactical) for leader in self.leaders), default=(0, 0))[1]

    def joined(self, other: Force) -> Force:
        """Both together."""
        return Force(self.units + other.units, self.leaders + other.leaders)


def average_cohesion(tables: Tables, units: Iterable[Unit]) -> int:
    """The cohesion of the greatest strength, of equals the better one, and one more where an infantry unit is better
    by two (1.2.2); 0 for none. Reserve artillery has no strength and so no say.

    >>> average_cohesion(Tables(), [Unit(5, 6), Unit(10, 4), Unit(3, 3), Unit(3, 3)])
    5
    """
    fighting = [unit for unit in units if unit.strength > 0]
    by_value: dict[int, int] = {}
    for unit in fighting:
        by_value[unit.cohesion] = by_value.get(unit.cohesion, 0) + unit.strength
    if not by_value:
        return 0
    average = max((strength, cohesion) for cohesion, strength in by_value.items())[1]
    best = max((unit.cohesion for unit in fighting if unit.kind == "infantry"), default=0)
    return average + (tables.cohesion["adds"] if best - average >= tables.cohesion["better infantry by"] else 0)


def allotted(strengths: Sequence[int], lost: int) -> tuple[int, ...]:
    """Losses shared out in proportion to strength, largest remainders first; the last point of each goes last (8.4,
    reading 50).

    >>> allotted((10, 5, 1), 4)
    (3, 1, 0)
    >>> allotted((2, 1), 3)
    (2, 1)
    """
    total = sum(strengths)
    lost = min(lost, total)
    if lost == total:
        return tuple(strengths)
    spare = [max(0, n - 1) for n in strengths]
    room = sum(spare)
    first = min(lost, room)
    shares = [first * n // room if room else 0 for n in spare]
    rest = sorted(range(len(spare)), key=lambda k: (-(first * spare[k] % room) if room else 0, -spare[k], k))
    for k in rest[: first - sum(shares)]:
        shares[k] += 1
    for k in sorted(range(len(spare)), key=lambda k: (strengths[k] != 1, k)):
        if sum(shares) < lost and shares[k] < strengths[k]:
            shares[k] += 1
    return tuple(shares)


def allowed(tables: Tables, force: Force) -> tuple[str, ...]:
    """The tactics a force may choose (8.2), from the mildest; a Detachment without a leader only skirmishes
    (reading 6).

    >>> allowed(Tables(), Force((Unit(12, 4),), (Leader(2),)))
    ('screen', 'offensive')
    """
    if force.units and not force.leaders and all(unit.detachment for unit in force.units):
        return (TACTICS[0],)
    rank = max((leader.rank for leader in force.leaders), default=0)
    found = []
    for name in TACTICS:
        row = tables.tactics[name]
        fits = force.strength >= row.least and (row.most is None or force.strength <= row.most)
        if fits and rank >= row.rank and (force.leaders or not row.leader):
            found.append(name)
    return tuple(found)
