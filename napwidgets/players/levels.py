"""How well the computer plays: the kinds of its players by name, with what to say of each."""

from __future__ import annotations

from msgspec import Struct


class Level(Struct, frozen=True):
    """A kind of computer player: its name and a line, in words."""

    name: str
    line: str


#: The level that a seat gets unless somebody asks for another one.
USUAL = "steady"
LEVELS = {
    "marshal": Level(
        "marshal",
        "has studied the field in many games, or plays its plans, near the end its moves, through in its head",
    ),
    "steady": Level("steady", "goes for what decides the game, weighs its fights"),
    "recruit": Level("recruit", "from move to move, by the eye"),
    "random": Level("chance", "anything that is legal"),
}


def words_for(kind: str) -> tuple[str, str]:
    """What a list of players calls a kind, and the line about it; none for one that is not listed.

    >>> words_for("recruit")
    ('computer, recruit', 'from move to move, by the eye')
    """
    level = LEVELS.get(kind, Level(kind, ""))
    return f"computer, {level.name}", level.line
