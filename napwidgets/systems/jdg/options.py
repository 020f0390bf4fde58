"""Ways to play and optional rules of JDG, chosen at the start of a game."""

from __future__ import annotations

from msgspec import Struct

#: What kind of game it is, for the lobby: a heading and a line.
ABOUT = (
    "Campaigns",
    "Armies on roads from town to town, by Jours de Gloire Campagne. The enemy lies face down.",
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How blind the game is, and which optional rules hold. Without any it is played completely blind.

    >>> Options(open_play=True).blind
    False
    """

    open_play: bool = False
    leaders_shown: bool = False
    no_dummies: bool = False
    no_supply: bool = False
    solitaire: bool = False
    davout: bool = False
    soult: bool = False
    hamburg: bool = False
    army_seats: bool = False
    force_markers: bool = False

    @property
    def blind(self) -> bool:
        """Whether counters lie face down at all (A, options 2 and 3; not alone: 10)."""
        return not (self.open_play or self.solitaire)

    @property
    def dummies(self) -> bool:
        """Whether there are dummies: only where something is hidden (A, 10)."""
        return self.blind and not self.no_dummies


#: Each option with its paragraph and a line for the lobby.
OPTIONS: dict[str, tuple[str, str, str]] = {
    "open_play": (
        "A option 1",
        "Open play",
        "All counters lie face up; nothing is hidden but tactics, cards and points.",
    ),
    "leaders_shown": ("A option 2", "Leaders face up", "Leaders are seen, units are not."),
    "no_dummies": ("A", "No dummies", "Counters lie face down, but every one of them is real."),
    "no_supply": ("4.4", "No supply", "Armies live off the land and are always in supply."),
    "solitaire": ("10", "Alone", "Nothing is hidden; how far a force can march is thrown for when it sets out."),
    "davout": ("O1", "Davout in Saxony", "Davout takes Ney's place at the armistice."),
    "soult": ("O2", "Soult stays", "Soult takes Ney's place at the armistice."),
    "hamburg": ("O3", "Troops from Hamburg", "Davout's XIII Corps and Walmoden arrive late in September 1813."),
    "army_seats": (
        "10",
        "A player for each army",
        "Each moves his own army with its own command points; players of a side write each other notes between turns, "
        "and win together.",
    ),
    "force_markers": (
        "7.2",
        "Force markers",
        "A stack of more than ten counters stands on the map as one marker with their number.",
    ),
}
