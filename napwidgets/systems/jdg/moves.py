"""The moves of a JDG campaign: what a seat can do, as small frozen values that save as JSON."""

from __future__ import annotations

from typing import TypeAlias

from napwidgets.systems.moves import Accept as Accept
from napwidgets.systems.moves import Done as Done
from napwidgets.systems.moves import PlacedMove


class Lead(PlacedMove, frozen=True, tag="lead"):
    """Who plays first in this turn (3.2): its side's number."""

    side: int


class Place(PlacedMove, frozen=True, tag="place"):
    """Put a dummy into a box (7.1)."""

    piece: int
    box: int

    @property
    def aim(self) -> int:
        return self.box


class Recruit(PlacedMove, frozen=True, tag="recruit"):
    """A strength point of reinforcements for a unit (3.3)."""

    piece: int


class Activate(PlacedMove, frozen=True, tag="activate"):
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


class March(PlacedMove, frozen=True, tag="march"):
    """The force under way goes from box to box; ``scout``: it reconnoitres in the last one (5.3, 6.3)."""

    route: tuple[int, ...]
    scout: bool = False

    @property
    def aim(self) -> int:
        return self.route[-1] if self.route else -1

    @property
    def group(self) -> str:
        return "Reconnoitre" if self.scout else "Go on to"


class Detach(PlacedMove, frozen=True, tag="detach"):
    """Strength points of a unit become a Detachment (6.1)."""

    unit: int
    counter: int
    strength: int

    @property
    def group(self) -> str:
        return "Detachments"


class Reattach(PlacedMove, frozen=True, tag="reattach"):
    """A Detachment goes back into a unit (6.1, 1.2.2)."""

    counter: int
    unit: int

    @property
    def group(self) -> str:
        return "Detachments"


class Entrench(PlacedMove, frozen=True, tag="entrench"):
    """Units that do not march dig in (6.2)."""

    box: int

    @property
    def aim(self) -> int:
        return self.box


class Bridge(PlacedMove, frozen=True, tag="bridge"):
    """Engineers at a link of the force's box (6.4): destroy or repair its bridge, build or remove a pontoon."""

    link: int
    work: str

    @property
    def group(self) -> str:
        return "Engineers"


class Card(PlacedMove, frozen=True, tag="card"):
    """Play an event card, on a counter, an army or a link where it needs one."""

    card: int
    on: int = -1

    @property
    def group(self) -> str:
        return "Event cards"


class React(PlacedMove, frozen=True, tag="react"):
    """Counters of a box try to intercept the force under way, or to leave before it comes (6.5.1)."""

    pieces: tuple[int, ...]


class Slip(PlacedMove, frozen=True, tag="slip"):
    """Counters draw back one box: after a successful reaction, or cavalry before combat (6.3, 6.5.1)."""

    pieces: tuple[int, ...]
    to: int

    @property
    def aim(self) -> int:
        return self.to


class ToGuns(PlacedMove, frozen=True, tag="to-guns"):
    """Counters of a box try to march to the guns (6.5.2)."""

    pieces: tuple[int, ...]


class Fight(PlacedMove, frozen=True, tag="fight"):
    """The box whose combat comes next (8)."""

    box: int

    @property
    def aim(self) -> int:
        return self.box


class Shelter(PlacedMove, frozen=True, tag="shelter"):
    """Units go into the fortified city; the others leave for a box beside it (8.8)."""

    pieces: tuple[int, ...]
    to: int = -1

    @property
    def aim(self) -> int:
        return self.to


class Tactic(PlacedMove, frozen=True, tag="tactic"):
    """A tactic for the battle, chosen in secret, with an event card if one is played (8.2)."""

    name: str
    card: int = 0


class Retreat(PlacedMove, frozen=True, tag="retreat"):
    """The box a force goes back to (8.7)."""

    to: int

    @property
    def aim(self) -> int:
        return self.to


class Discard(PlacedMove, frozen=True, tag="discard"):
    """An event card put aside (Germany 1813 D)."""

    card: int


class Note(PlacedMove, frozen=True, tag="note"):
    """A note to the other players of one's side (10): one line of at most 200 characters."""

    text: str


Move: TypeAlias = (
    Done | Accept | Lead | Place | Recruit | Activate | March | Detach | Reattach | Entrench | Bridge | Card
    | React | Slip | ToGuns | Fight | Shelter | Tactic | Retreat | Discard | Note
)  # fmt: skip
