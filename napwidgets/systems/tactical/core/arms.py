"""How units fight and move: what the rules of fire, charges and guns ask of a kind of unit (5.2, 7, 8).

A title's kinds of units each belong to an arm; its letter stands for it in a clash.
"""

from __future__ import annotations

from msgspec import Struct

#: The line takes the first hit, is tested for a charge and holds strongholds (7.1, 7.10, 10); the mounted charge,
#: pursue and give way alone (7.3, 7.7, 7.8); guns bombard (8), the light ones go with the mounted (7.11).
LINE, MOUNTED, GUNS, LIGHT_GUNS = "i", "c", "f", "h"
#: The columns of the terrain table that movement costs are taken from: indices into entry costs.
FOOT, HORSE = 0, 1
#: The mark of units that La Garde recule is about (7.4).
GUARD = "guard"


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of unit: its arm, the movement costs it pays, the symbol on its counter, whether it has a ZOC (5.4)."""

    arm: str
    walk: int = HORSE
    symbol: str
    zoc: bool = True


class Quality(Struct, frozen=True):
    """What the men are worth (2.2): morale when they attack and when they defend, pursuit value, whether a lost step
    leaves their morale as it is, and the marks by which the title's own rules know them.
    """

    attacking: int
    defending: int
    pursuit: int
    hardy: bool = False
    marks: frozenset[str] = frozenset()
