"""Ways to play and optional rules of CON, chosen at the start of a game."""

from __future__ import annotations

from msgspec import Struct

#: What kind of game it is, for the lobby: a heading and a line.
ABOUT = (
    "Armies on the march",
    "Corps on hexes, by the Campaigns of Napoleon: every order costs, and who stands before you is a guess.",
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How much is hidden, and which optional rules hold.

    >>> Options().hidden, Options(open_play=True).hidden
    (True, False)
    """

    open_play: bool = False
    no_morale: bool = False

    @property
    def hidden(self) -> bool:
        """Whether stacks lie face down."""
        return not self.open_play

    @property
    def morale(self) -> bool:
        """Whether units can become demoralized (8, 10.5.7.3)."""
        return not self.no_morale


#: Each option with its paragraph and a line for the lobby.
OPTIONS: dict[str, tuple[str, str, str]] = {
    "open_play": ("base", "Open play", "All stacks lie face up; points and guesses stay secret."),
    "no_morale": ("8", "No demoralization", "Beaten troops are as good as before on the next day."),
}
