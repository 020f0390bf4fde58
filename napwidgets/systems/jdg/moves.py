"""The moves of a JDG campaign: what a seat can do, as small frozen values that save as JSON."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from napwidgets.kernel.system import Label
from napwidgets.systems.telling import sentence


class _Move(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="m"):
    """A move: the box it is about, and under what it stands in a list of many, if not by itself."""

    @property
    def aim(self) -> int:
        """The box that the move is about, -1 for none."""
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


class Lead(_Move, frozen=True, tag="lead"):
    """Who plays first in this turn (3.2): its side's number."""

    side: int


class Place(_Move, frozen=True, tag="place"):
    """Put a dummy into a box (7.1)."""

    piece: int
    box: int

    @property
    def aim(self) -> int:
        return self.box


class Recruit(_Move, frozen=True, tag="recruit"):
    """A strength point of reinforcements for a unit (3.3)."""

    piece: int


class Activate(_Move, frozen=True, tag="activate"):
    """Counters of one box set out together, by a forced march if ``forced`` (4.5, 5.4, 5.5).

    With a ``route`` they go there at once and halt, and reconnoitre in its last box if ``scout``.
    """

    pieces: tuple[int, ...]
    forced: bool = False
    route: tuple[int, ...] = ()
    scout: bool = False

    @property
    def aim(self) -> int:
        return self.route[-1] if self.route else -1

    @property
    def group(self) -> str:
        return "March"


class March(_Move, frozen=True, tag="march"):
    """The force under way goes from box to box; ``scout``: it reconnoitres in the last one (5.3, 6.3)."""

    route: tuple[int, ...]
    scout: bool = False

    @property
    def aim(self) -> int:
        return self.route[-1] if self.route else -1

    @property
    def group(self) -> str:
        return "Reconnoitre" if self.scout else "Go on to"


class Detach(_Move, frozen=True, tag="detach"):
    """Strength points of a unit become a Detachment (6.1)."""

    unit: int
    counter: int
    strength: int

    @property
    def group(self) -> str:
        return "Detachments"


class Reattach(_Move, frozen=True, tag="reattach"):
    """A Detachment goes back into a unit (6.1, 1.2.2)."""

    counter: int
    unit: int

    @property
    def group(self) -> str:
        return "Detachments"


class Entrench(_Move, frozen=True, tag="entrench"):
    """Units that do not march dig in (6.2)."""

    box: int

    @property
    def aim(self) -> int:
        return self.box


class Bridge(_Move, frozen=True, tag="bridge"):
    """Engineers at a link of the force's box (6.4): destroy or repair its bridge, build or remove a pontoon."""

    link: int
    work: str

    @property
    def group(self) -> str:
        return "Engineers"


class Card(_Move, frozen=True, tag="card"):
    """Play an event card, on a counter, an army or a link where it needs one."""

    card: int
    on: int = -1

    @property
    def group(self) -> str:
        return "Event cards"


class React(_Move, frozen=True, tag="react"):
    """Counters of a box try to intercept the force under way, or to leave before it comes (6.5.1)."""

    pieces: tuple[int, ...]


class Slip(_Move, frozen=True, tag="slip"):
    """Counters draw back one box: after a successful reaction, or cavalry before combat (6.3, 6.5.1)."""

    pieces: tuple[int, ...]
    to: int

    @property
    def aim(self) -> int:
        return self.to


class ToGuns(_Move, frozen=True, tag="to-guns"):
    """Counters of a box try to march to the guns (6.5.2)."""

    pieces: tuple[int, ...]


class Fight(_Move, frozen=True, tag="fight"):
    """The box whose combat comes next (8)."""

    box: int

    @property
    def aim(self) -> int:
        return self.box


class Shelter(_Move, frozen=True, tag="shelter"):
    """Units go into the fortified city; the others leave for a box beside it (8.8)."""

    pieces: tuple[int, ...]
    to: int = -1

    @property
    def aim(self) -> int:
        return self.to


class Tactic(_Move, frozen=True, tag="tactic"):
    """A tactic for the battle, chosen in secret, with an event card if one is played (8.2)."""

    name: str
    card: int = 0


class Retreat(_Move, frozen=True, tag="retreat"):
    """The box a force goes back to (8.7)."""

    to: int

    @property
    def aim(self) -> int:
        return self.to


class Discard(_Move, frozen=True, tag="discard"):
    """An event card put aside (Germany 1813 D)."""

    card: int


class Note(_Move, frozen=True, tag="note"):
    """A note to the other players of one's side (10): one line of at most 200 characters."""

    text: str


Move: TypeAlias = (
    Done | Accept | Lead | Place | Recruit | Activate | March | Detach | Reattach | Entrench | Bridge | Card
    | React | Slip | ToGuns | Fight | Shelter | Tactic | Retreat | Discard | Note
)  # fmt: skip
