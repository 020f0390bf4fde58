"""A combat as a value: two groups, where they meet, and of which kind it is; what comes out of it (10).

Whatever a map would tell stands in it as a value, so that the same functions serve a table without a map.
"""

from __future__ import annotations

from msgspec import Struct

from napwidgets.systems.con.forces import Group, Size
from napwidgets.systems.con.guesses import PITCHED, Kind
from napwidgets.systems.con.tables import Arm


class Contact(Struct, frozen=True, array_like=True):
    """Where two groups meet (10.2, 10.5.7.1): how many hexsides; over how many of them runs a secondary river, a
    bridge of one or a crest (``streams``), over how many a primary river with a bridge; whether any contact hex of
    either side is clear (6).
    """

    hexsides: int = 1
    streams: int = 0
    bridged: int = 0
    clear: bool = True


class Combat(Struct, frozen=True, array_like=True):
    """A combat of a known kind. ``right`` is who alone guessed right, ``besieged`` who is besieged; with ``morale``
    the optional rule 10.5.7.3 is played.
    """

    kind: Kind
    groups: tuple[Group, Group]
    attacker: int = 0
    right: int | None = None
    contact: Contact = Contact()
    snow: bool = False
    besieged: int | None = None
    morale: bool = False

    def __post_init__(self) -> None:
        if any(group.strength < 1 for group in self.groups):
            raise ValueError("both groups of a combat need strength points")
        if self.kind in ("raid", "ambush", "wrongfooted") and self.right is None:
            raise ValueError(f"a combat of kind {self.kind} needs to know who guessed right")

    @property
    def defender(self) -> int:
        """The side that did not move last into the other's zone (10.1)."""
        return 1 - self.attacker

    @property
    def pitched(self) -> bool:
        """Whether the table of battles decides."""
        return self.kind in PITCHED

    @property
    def sizes(self) -> tuple[Size, Size]:
        """Both size classes."""
        return self.groups[0].size, self.groups[1].size


class Part(Struct, frozen=True):
    """One modifier: its name, its value, the paragraph."""

    name: str
    value: int
    cite: str


class Loss(Struct, frozen=True, array_like=True):
    """Strength points lost by arm, and how many of them by the staked Guard and heavy cavalry."""

    infantry: int = 0
    cavalry: int = 0
    artillery: int = 0
    guard: int = 0
    heavy: int = 0

    @property
    def total(self) -> int:
        """All strength points lost."""
        return self.infantry + self.cavalry + self.artillery

    def of(self, arm: Arm) -> int:
        """Strength points lost by an arm."""
        found: int = getattr(self, arm)
        return found


class End(Struct, frozen=True, array_like=True):
    """How a combat ended: the winner (none where there is none), losses, hexes of retreat, who is free to choose his
    way back (10.3), who has become demoralized by it.
    """

    winner: int | None
    lost: tuple[Loss, Loss]
    hexes: tuple[int, int]
    free: tuple[bool, bool] = (False, False)
    shaken: tuple[bool, bool] = (False, False)
