"""The moves of a CON campaign: what a seat can do, as small frozen values that save as JSON."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from napwidgets.kernel.system import Label
from napwidgets.systems.telling import sentence

How = Literal["command", "extended", "initiative", "provisional"]
Chit = Literal["division", "corps", "army"]


class _Move(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="m"):
    """A move: the hex it is about, and under what it stands in a list of many, if not by itself."""

    @property
    def aim(self) -> int:
        """The hex that the move is about, -1 for none."""
        return -1

    @property
    def group(self) -> str:
        """Under what such moves stand where there are many; empty: by themselves."""
        return ""

    def label(self) -> Label:
        """The move in words, where its decision has none of its own."""
        return Label(sentence(str(type(self).__struct_config__.tag).replace("-", " ")))


class Done(_Move, frozen=True, tag="done"):
    """Nothing more here, or no to what is offered."""

    def label(self) -> Label:
        return Label("Go on")


class Accept(_Move, frozen=True, tag="yes"):
    """Yes to what is offered."""

    def label(self) -> Label:
        return Label("Yes")


class Attach(_Move, frozen=True, tag="attach"):
    """Put a leader under another one in his hex (base: organization)."""

    leader: int
    boss: int

    @property
    def group(self) -> str:
        return "Who is under whom"


class Assign(_Move, frozen=True, tag="assign"):
    """Put a unit under a leader in its hex, or leave it as a garrison (-1)."""

    unit: int
    boss: int = -1

    @property
    def group(self) -> str:
        return "Units"


class Screen(_Move, frozen=True, tag="screen"):
    """Send out a vedette from a unit of light cavalry (4)."""

    unit: int

    @property
    def group(self) -> str:
        return "Vedettes"


class Gather(_Move, frozen=True, tag="gather"):
    """Take the vedette of a unit back."""

    unit: int

    @property
    def group(self) -> str:
        return "Vedettes"


class Shift(_Move, frozen=True, tag="shift"):
    """Move a centre of operations along the roads."""

    army: int
    to: int

    @property
    def aim(self) -> int:
        return self.to

    @property
    def group(self) -> str:
        return "Centre of operations"


class Activate(_Move, frozen=True, tag="activate"):
    """Let a force set out: its leader, and how (by a command, an extended one, his own initiative, ...). ``alone``
    leaves his units behind.
    """

    leader: int
    how: How = "command"
    alone: bool = False


class Ride(_Move, frozen=True, tag="ride"):
    """Move the vedette of a unit to a hex."""

    unit: int
    to: int

    @property
    def aim(self) -> int:
        return self.to

    @property
    def group(self) -> str:
        return "Vedettes"


class Go(_Move, frozen=True, tag="go"):
    """March or retreat to a hex."""

    to: int

    @property
    def aim(self) -> int:
        return self.to

    @property
    def group(self) -> str:
        return "Where to"


class Repulse(_Move, frozen=True, tag="repulse"):
    """Try to push an enemy stack aside (7)."""

    hex: int

    @property
    def aim(self) -> int:
        return self.hex


class Span(_Move, frozen=True, tag="span"):
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


class Cross(_Move, frozen=True, tag="cross"):
    """Attack over a bridged primary river (3.1), or assault a town, in a combat."""

    fight: int


class Join(_Move, frozen=True, tag="join"):
    """Take the stack of a hex into a combat group (3.1)."""

    fight: int
    hex: int

    @property
    def aim(self) -> int:
        return self.hex


class Guess(_Move, frozen=True, tag="guess"):
    """Choose the chit of a combat (10.5)."""

    fight: int
    chit: Chit


class Rally(_Move, frozen=True, tag="rally"):
    """Check the morale of a force, with administrative points beyond the first (8)."""

    leader: int
    points: int = 0


class ToGuns(_Move, frozen=True, tag="to-guns"):
    """March to the guns: a force joins a combat, moving to a hex (9.2)."""

    leader: int
    fight: int
    to: int

    @property
    def aim(self) -> int:
        return self.to


class Force(_Move, frozen=True, tag="force"):
    """A plain forced march of a force to a hex (9.1)."""

    leader: int
    to: int

    @property
    def aim(self) -> int:
        return self.to


class Take(_Move, frozen=True, tag="take"):
    """Resolve this combat next (10)."""

    fight: int


class Stake(_Move, frozen=True, tag="stake"):
    """Stake the Guard, the heavy cavalry, or both (10.5.7.1)."""

    what: tuple[Literal["guard", "heavy"], ...]


class Pursue(_Move, frozen=True, tag="pursue"):
    """Pursue with a force through a vacated hex (10.3)."""

    leader: int
    hex: int

    @property
    def aim(self) -> int:
        return self.hex


class Advance(_Move, frozen=True, tag="advance"):
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
