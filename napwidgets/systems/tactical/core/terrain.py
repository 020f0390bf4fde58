"""What a title's hexes and hexsides are, beyond their rows of the terrain table."""

from __future__ import annotations

from msgspec import Struct

from napwidgets.systems.tactical.core.causes import Words


class Terrain(Struct, frozen=True, kw_only=True):
    """A kind of hex.

    ``name`` heads a card, ``where`` says where somebody stands, ``into`` of fire that it goes into it. Charges pass
    through ``open`` ground (7.7); ``screens`` cuts fire out of the hex as well as into it (7.6); in ground that
    ``covers_flanks`` nobody is surrounded (7.6); a ``stronghold`` is held by a single unit of the line, and two make it
    into the kind named in ``crowded`` (10). Nobody enters what is not ``passable``.
    """

    name: str
    where: str
    into: Words | None = None
    open: bool = False
    screens: bool = False
    covers_flanks: bool = False
    stronghold: bool = False
    crowded: str = ""
    passable: bool = True


class Hexside(Struct, frozen=True, kw_only=True):
    """A kind of hexside: its row of the terrain table, its name, the bits of the map that it must have, words for fire
    across it.

    An ``uphill`` one counts for who fires or goes up or along; of the others the first that fits. ``alone``: its cover
    does not add to that of the ground behind it, the better one counts.
    """

    row: str
    name: str
    bits: int
    across: Words
    uphill: bool = False
    alone: bool = False

    def fits(self, side: int) -> bool:
        """Whether a hexside of the map is of this kind."""
        return side & self.bits == self.bits
