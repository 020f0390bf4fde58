"""Combat groups: units, leaders, size classes, and what is counted of them (3.1, 3.2, 8).

Values that know no map. Side 0 is French, side 1 the Coalition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Literal, get_args

from msgspec import Struct

from napwidgets.systems.con.tables import Arm, Tables

FRENCH, COALITION = 0, 1
SIDES = ("French", "Coalition")

Size = Literal["division", "corps", "army"]
SIZES: tuple[Size, ...] = get_args(Size)
Stake = Literal["guard", "heavy"]


class Unit(Struct, frozen=True, array_like=True):
    """A combat unit with its strength points. Which cavalry is ``light`` or ``heavy`` its owner says (reading 7);
    ``column`` says that it meets the enemy in column of march (reading 39).
    """

    arm: Arm
    strength: int
    guard: bool = False
    light: bool = False
    heavy: bool = False
    demoralized: bool = False
    column: bool = False


class Leader(Struct, frozen=True, array_like=True):
    """A leader: his ratings, whether he is a Major General, and whether he commands units, be it through others."""

    initiative: int = 0
    span: int = 0
    bonus: bool = False
    major: bool = False
    commands: bool = True

    @property
    def rank(self) -> tuple[int, int, bool]:
        """By what a leader is senior: the larger span; of equals the owner takes the better man (3.2, reading 80)."""
        return self.span, self.initiative, self.bonus


class Way(Struct, frozen=True, array_like=True):
    """What happens to a group that retreats: enemy strength beside each hex in a zone of control, and at each bridged
    primary river, that it passes; whether it is pursued further than it goes; whether some of it stands in a zone when
    all that is over.
    """

    zones: tuple[int, ...] = ()
    rivers: tuple[int, ...] = ()
    pursued: bool = False
    in_zone: bool = False

    @property
    def barred(self) -> bool:
        """Whether some of the way leads through a zone of control or over a primary river (10.5.7.3)."""
        return bool(self.zones or self.rivers)


class Group(Struct, frozen=True, array_like=True):
    """A combat group as it goes into combat (3.1).

    ``forces`` is how many forces it is made of that nobody commands together; ``outflanking`` has the size class of
    what stands in each outflanking hex; ``cover`` says how many of its contact ``hexes`` help a defender. ``vedettes``
    count for scouting alone, since they disperse before the combat (5).
    """

    size: Size
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...] = ()
    forces: int = 1
    outflanking: tuple[Size, ...] = ()
    stakes: tuple[Stake, ...] = ()
    hexes: int = 1
    cover: int = 0
    fortified: bool = False
    way: Way = Way()
    vedettes: int = 0

    @property
    def strength(self) -> int:
        """All strength points, artillery included."""
        return self.of(lambda _: True)

    @property
    def cavalry(self) -> int:
        """Strength points of cavalry, which can't be held back (10.5.7 step 1)."""
        return self.of(lambda unit: unit.arm == "cavalry")

    @property
    def guns(self) -> int:
        """Artillery points."""
        return self.of(lambda unit: unit.arm == "artillery")

    @property
    def guard(self) -> int:
        """Strength points of the Guard."""
        return self.of(lambda unit: unit.guard)

    @property
    def all_cavalry(self) -> bool:
        """Whether there is nothing but cavalry."""
        return self.cavalry == self.strength

    def of(self, which: Callable[[Unit], bool]) -> int:
        """Strength points of the units that are of a kind."""
        return sum(unit.strength for unit in self.units if which(unit))

    def heavy(self, beside_guard: bool = False) -> int:
        """Strength points of heavy cavalry (10.4); where the Guard is staked as well, its own counts as Guard
        (reading 21).
        """
        return self.of(lambda unit: unit.heavy and not (beside_guard and unit.guard))

    @property
    def senior(self) -> Leader | None:
        """The senior leader (3.2), of men of the same worth the first one."""
        return max(self.leaders, key=lambda leader: leader.rank, default=None)


def subordination(tables: Tables, arms: Iterable[Arm]) -> Fraction:
    """The total subordination value of units (3.2).

    >>> subordination(Tables(), ["infantry", "cavalry"])
    Fraction(3, 2)
    """
    return Fraction(sum(tables.sizes[f"{arm}, halves"] for arm in arms), 2)


def size_class(tables: Tables, leaders: Iterable[Leader], value: Fraction) -> Size:
    """The size class of a group with such leaders and such a total subordination value (3.2, readings 8 and 9).

    >>> size_class(Tables(), [Leader(major=True)], Fraction(2))
    'division'
    """
    in_command = [leader for leader in leaders if leader.commands]
    alone = len(in_command) == 1 and in_command[0].major
    if alone or 2 * value <= tables.sizes["division up to, halves"]:
        return "division"
    others = sum(not leader.major for leader in in_command)
    return "corps" if others <= tables.sizes["corps up to leaders"] else "army"


def demoralized(tables: Tables, group: Group) -> bool:
    """Whether a group counts as demoralized: half of its strength or more belongs to such units (8)."""
    shaken = group.of(lambda unit: unit.demoralized)
    return bool(shaken) and 100 * shaken >= tables.morale["demoralized from, percent"] * group.strength


def rounded(value: Fraction) -> int:
    """A fraction to the nearest whole number, a half upwards (10.5.7 step 2).

    >>> [rounded(Fraction(n, 4)) for n in (1, 2, 3)]
    [0, 1, 1]
    """
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def hundredths(share: Fraction, whole: int) -> int:
    """So many hundredths of a strength, rounded.

    >>> hundredths(Fraction("2.5"), 20), hundredths(Fraction("2.5"), 19)
    (1, 0)
    """
    return rounded(share * whole / 100)
