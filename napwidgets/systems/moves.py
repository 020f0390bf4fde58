"""What the moves of campaigns on hexes and on roads have in common: where they point, and how they stand in lists."""

from __future__ import annotations

from msgspec import Struct

from napwidgets.kernel.system import Label
from napwidgets.systems.telling import sentence


class PlacedMove(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="m"):
    """A move: the hex or box it is about, and under what it stands in a list of many, if not by itself.

    >>> Done().aim, Done().group, Done().label().text
    (-1, '', 'Go on')
    """

    @property
    def aim(self) -> int:
        """The hex or box that the move is about, -1 for none."""
        return -1

    @property
    def group(self) -> str:
        """Under what such moves stand where there are many; empty: by themselves."""
        return ""

    def label(self) -> Label:
        """The move in words, where its decision has none of its own."""
        return Label(sentence(str(type(self).__struct_config__.tag).replace("-", " ")))


class Done(PlacedMove, frozen=True, tag="done"):
    """Nothing more here, or no to what is offered."""

    def label(self) -> Label:
        return Label("Go on")


class Accept(PlacedMove, frozen=True, tag="yes"):
    """Yes to what is offered."""

    def label(self) -> Label:
        return Label("Yes")
