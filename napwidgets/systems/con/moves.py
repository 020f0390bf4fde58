"""The moves of a CON campaign: what a seat can do, as small frozen values that save as JSON."""

from __future__ import annotations

from typing import Literal, TypeAlias

from napwidgets.systems.moves import Accept as Accept
from napwidgets.systems.moves import Done as Done
from napwidgets.systems.moves import PlacedMove

How = Literal["command", "extended", "initiative", "provisional"]
Chit = Literal["division", "corps", "army"]


class Attach(PlacedMove, frozen=True, tag="attach"):
    """Put a leader under another one in his hex (base: organization)."""

    leader: int
    boss: int

    @property
    def group(self) -> str:
        return "Who is under whom"


class Assign(PlacedMove, frozen=True, tag="assign"):
    """Put a unit under a leader in its hex, or leave it as a garrison (-1)."""

    unit: int
    boss: int = -1

    @property
    def group(self) -> str:
        return "Units"


class Screen(PlacedMove, frozen=True, tag="screen"):
    """Send out a vedette from a unit of light cavalry (4)."""

    unit: int

    @property
    def group(self) -> str:
        return "Vedettes"


class Gather(PlacedMove, frozen=True, tag="gather"):
    """Take the vedette of a unit back."""

    unit: int

    @property
    def group(self) -> str:
        return "Vedettes"


class Shift(PlacedMove, frozen=True, tag="shift"):
    """Move a centre of operations along the roads."""

    army: int
    to: int

    @property
    def aim(self) -> int:
        return self.to

    @property
    def group(self) -> str:
        return "Centre of operations"


class Activate(PlacedMove, frozen=True, tag="activate"):
    """Let a force set out: its leader, and how (by a command, an extended one, his own initiative, ...). ``alone``
    leaves his units behind.
    """

    leader: int
    how: How = "command"
    alone: bool = False


class Ride(PlacedMove, frozen=True, tag="ride"):
    """Move the vedette of a unit to a hex."""

    unit: int
    to: int

    @property
    def aim(self) -> int:
        return self.to

    @property
    def group(self) -> str:
        return "Vedettes"


class Go(PlacedMove, frozen=True, tag="go"):
    """March or retreat to a hex."""

    to: int

    @property
    def aim(self) -> int:
        return self.to

    @property
    def group(self) -> str:
        return "Where to"


class Repulse(PlacedMove, frozen=True, tag="repulse"):
    """Try to push an enemy stack aside (7)."""

    hex: int

    @property
    def aim(self) -> int:
        return self.hex


class Span(PlacedMove, frozen=True, tag="span"):
    """Break, mend or lay a bridge between a force's hex and another one."""

    leader: int
    to: int
    what: Literal["break", "mend", "lay"] = "break"

    @property
    def aim(self) -> int:
        return self.to

    @property
    def group(self) -> str:
        return "Bridges"


class Cross(PlacedMove, frozen=True, tag="cross"):
    """Attack over a bridged primary river (3.1), or assault a town, in a combat."""

    fight: int


class Join(PlacedMove, frozen=True, tag="join"):
    """Take the stack of a hex into a combat group (3.1)."""

    fight: int
    hex: int

    @property
    def aim(self) -> int:
        return self.hex


class Guess(PlacedMove, frozen=True, tag="guess"):
    """Choose the chit of a combat (10.5)."""

    fight: int
    chit: Chit


class Rally(PlacedMove, frozen=True, tag="rally"):
    """Check the morale of a force, with administrative points beyond the first (8)."""

    leader: int
    points: int = 0


class ToGuns(PlacedMove, frozen=True, tag="to-guns"):
    """March to the guns: a force joins a combat, moving to a hex (9.2)."""

    leader: int
    fight: int
    to: int

    @property
    def aim(self) -> int:
        return self.to


class Force(PlacedMove, frozen=True, tag="force"):
    """A plain forced march of a force to a hex (9.1)."""

    leader: int
    to: int

    @property
    def aim(self) -> int:
        return self.to


class Take(PlacedMove, frozen=True, tag="take"):
    """Resolve this combat next (10)."""

    fight: int


class Stake(PlacedMove, frozen=True, tag="stake"):
    """Stake the Guard, the heavy cavalry, or both (10.5.7.1)."""

    what: tuple[Literal["guard", "heavy"], ...]


class Pursue(PlacedMove, frozen=True, tag="pursue"):
    """Pursue with a force through a vacated hex (10.3)."""

    leader: int
    hex: int

    @property
    def aim(self) -> int:
        return self.hex


class Advance(PlacedMove, frozen=True, tag="advance"):
    """Advance with a force into a vacated hex (10.3)."""

    leader: int
    to: int

    @property
    def aim(self) -> int:
        return self.to


Move: TypeAlias = (
    Done
    | Accept
    | Attach
    | Assign
    | Screen
    | Gather
    | Shift
    | Activate
    | Ride
    | Go
    | Repulse
    | Span
    | Cross
    | Join
    | Guess
    | Rally
    | ToGuns
    | Force
    | Take
    | Stake
    | Pursue
    | Advance
)
