"""What the light and the sky of a turn let armies do."""

from __future__ import annotations

from msgspec import Struct

#: As far as guns reach.
FULL = 99


class Weather(Struct, frozen=True):
    """``sight``: how far extended LOS reaches, in hexes (20.14), and ``far`` from a height; ``contact``: whether ZOCs
    may be entered (5.5, 23), and ``fights``, whether those attack who stand beside each other (23); ``bombards``: how
    far guns bombard, whatever their range; ``charges``: whether cavalry can charge.
    """

    sight: int
    contact: bool = True
    fights: bool = True
    far: int = 0
    bombards: int = FULL
    charges: bool = True
