"""What a check finds wrong in a data file: the place as a path of keys and indices, and a sentence."""

from __future__ import annotations

from msgspec import Struct

#: Keys and indices from the top of a file: ``("units", 3, "hex")``.
Place = tuple[str | int, ...]


class Finding(Struct, frozen=True):
    """One thing that is wrong at a place of a file.

    >>> Finding(("units", 3, "hex"), "hex 9999 is off the map").place
    'units[3].hex'
    """

    at: Place
    what: str

    @property
    def place(self) -> str:
        """The place in words, as it is written in error messages."""
        return dotted(self.at)


def dotted(at: Place) -> str:
    """A place as text.

    >>> dotted(("units", 3, "hex"))
    'units[3].hex'
    """
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in at).lstrip(".")
