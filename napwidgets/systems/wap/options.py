"""The optional rules of section K and the seats of D.3, chosen at the start of a game."""

from __future__ import annotations

from msgspec import Struct

#: What kind of game it is, for the lobby: a heading and a line.
ABOUT = (
    "Europe",
    "1805 to 1815 on land, at sea and in the cabinets, by War and Peace. One to six can play.",
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Which optional rules hold, and which states have a player of their own. All are off unless chosen.

    >>> Options(lloyds=True).lloyds
    True
    """

    russian_seat: bool = False
    austrian_seat: bool = False
    prussian_seat: bool = False
    spanish_seat: bool = False
    bernadotte: bool = False
    blucher: bool = False
    schwarzenberg: bool = False
    expeditionary: bool = False
    abdication: bool = False
    prizes: bool = False
    battle_damage: bool = False
    lloyds: bool = False
    hidden_fleets: bool = False
    end_of_turn: bool = False
    first_tables: bool = False


#: Each option with its paragraph and a line for the lobby.
OPTIONS: dict[str, tuple[str, str, str]] = {
    "russian_seat": ("D.3.c", "A Russian player", "Russia has a seat of its own."),
    "austrian_seat": ("D.3.d", "An Austrian player", "Austria has a seat of its own."),
    "prussian_seat": ("D.3.e", "A Prussian player", "Prussia has a seat of its own, and may stay neutral."),
    "spanish_seat": ("D.3.f", "A Spanish player", "Spain has a seat of its own."),
    "bernadotte": ("K.1", "Bernadotte", "In August 1810 the marshal becomes crown prince of Sweden."),
    "blucher": ("K.2", "Blücher", "He is there from the start, with Rüchel, and comes into his own later."),
    "schwarzenberg": ("K.3", "Schwarzenberg", "He is there from the start, with Mack, and comes into his own later."),
    "expeditionary": ("K.4", "Expeditionary forces", "A state that joins France without a player sends troops."),
    "abdication": ("K.5", "Abdication and exile", "Napoleon may abdicate, and return."),
    "prizes": ("K.6", "Naval prizes", "Captured ships are towed home and repaired."),
    "battle_damage": ("K.7", "Battle damage", "Squadrons that retreat must be repaired."),
    "lloyds": ("K.8", "Napoleon versus Lloyd's", "Raids drive up the price of insurance and tie England's hands."),
    "hidden_fleets": ("K.9", "Hidden fleets", "Fleets beyond Europe are unseen until they are met or raid."),
    "end_of_turn": ("C.1", "Victory at the end of a turn", "A conquest wins at the end of the turn, not at once."),
    "first_tables": ("G", "The first tables", "Hunger takes nearly all, battles cost little, alliances freeze early."),
}
