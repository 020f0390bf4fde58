"""Scouting (5): what light cavalry learns of the group beside it."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from napwidgets.systems.con.forces import Group, rounded
from napwidgets.systems.con.tables import Tables
from napwidgets.systems.telling import counted


class Report(Struct, frozen=True, array_like=True):
    """What a group must tell of itself: whether its leader's name; its size class and strength, where these too."""

    leader: bool = False
    size: str = ""
    strength: int = 0


def told_strength(tables: Tables, strength: int) -> int:
    """A strength as it is told: to the nearest ten, very small ones as 1 (4, 5, reading 10).

    >>> [told_strength(Tables(), n) for n in (5, 6, 14, 15)]
    [1, 10, 10, 20]
    """
    if strength <= tables.scouting["small up to"]:
        return tables.scouting["small is told as"]
    step = tables.scouting["nearest"]
    return step * rounded(Fraction(strength, step))


def about(tables: Tables, told: int) -> str:
    """A strength that was told, in words: the least one stands for any that is so small.

    >>> about(Tables(), 20), about(Tables(), 1)
    ('about 20 strength points', '5 strength points at the most')
    """
    if most := most_of(tables, told):
        return f"{counted(most, 'strength point')} at the most"
    return f"about {counted(told, 'strength point')}"


def most_of(tables: Tables, told: int) -> int:
    """What a strength is at the most that was told as very small; 0 for any other."""
    return tables.scouting["small up to"] if told == tables.scouting["small is told as"] else 0


def light(tables: Tables, group: Group) -> Fraction:
    """A group's light cavalry, vedettes at half a point each (5)."""
    return group.of(lambda unit: unit.light) + Fraction(tables.scouting["vedette, halves"] * group.vedettes, 2)


def report(tables: Tables, group: Group, enemy: Group, across_primary: bool = False) -> Report:
    """What an enemy must tell a group; nothing across a bridged primary river, and nothing to a group without light
    cavalry (5, reading 11).
    """
    mine, theirs = light(tables, group), light(tables, enemy)
    if across_primary or not mine:
        return Report()
    if mine * tables.scouting["part of the enemy's"] < theirs:
        return Report(leader=True)
    return Report(True, enemy.size, told_strength(tables, enemy.strength))
