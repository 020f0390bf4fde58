"""From two guesses to the kind of a combat (10.5), and repulses as far as they are combats (7)."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

from napwidgets.systems.con.forces import Size
from napwidgets.systems.con.tables import Tables

Kind = Literal["skirmish", "raid", "ambush", "battle", "wrongfooted", "withdraw", "delay"]
KINDS: tuple[Kind, ...] = get_args(Kind)
#: Kinds that are fought on the table of battles.
PITCHED: tuple[Kind, ...] = ("battle", "wrongfooted", "withdraw", "delay")


class Meeting(Struct, frozen=True, array_like=True):
    """A kind of combat, and which side alone has guessed right, where it matters: raider, ambusher, or whoever was
    not wrongfooted.
    """

    kind: Kind
    right: int | None = None


def guessed_right(guess: Size | None, enemy: Size, foraging: bool = False, failed: bool = False) -> bool:
    """Whether a chit names the enemy's size class; never for a group that forages (10.5) or holds a force whose
    repulse has failed (7).

    >>> guessed_right("corps", "corps"), guessed_right("corps", "corps", foraging=True)
    (True, False)
    """
    return guess == enemy and not foraging and not failed


def kind_of(
    sizes: tuple[Size, Size], right: tuple[bool, bool], besieged: bool = False, delay: bool = False
) -> Meeting:
    """The kind of a combat (10.5). ``delay`` is the choice of a corps that has alone guessed right against an army.

    >>> kind_of(("division", "corps"), (False, True))
    Meeting(kind='ambush', right=1)
    """
    if besieged:
        return Meeting("battle")
    alone = None if right[0] == right[1] else 0 if right[0] else 1
    if "division" in sizes:
        if alone is None:
            return Meeting("skirmish")
        return Meeting("raid" if sizes[alone] == "division" else "ambush", alone)
    if alone is None:
        return Meeting("battle" if sizes[0] == sizes[1] else "withdraw")
    if delay and may_delay(sizes, right):
        return Meeting("delay")
    return Meeting("wrongfooted", alone)


def may_delay(sizes: tuple[Size, Size], right: tuple[bool, bool]) -> bool:
    """Whether one side may choose to delay: a corps that has alone guessed right against an army (10.5)."""
    return any(
        sizes[k] == "corps" and sizes[1 - k] == "army" and right[k] and not right[1 - k] for k in (0, 1)
    )


def may_repulse(tables: Tables, strength: int, vedettes_alone: bool = False) -> bool:
    """Whether a force is strong enough to try a repulse; vedettes never are (7)."""
    return not vedettes_alone and strength >= tables.repulse["least strength"]


def repulsed(tables: Tables, strength: int, enemy: int) -> bool:
    """Whether a repulse succeeds: it needs the odds of the base rules (7, reading 13).

    >>> repulsed(Tables(), 14, 2), repulsed(Tables(), 13, 2)
    (True, False)
    """
    return strength >= tables.repulse["odds"] * enemy
