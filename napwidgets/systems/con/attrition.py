"""Attrition: what marching, hunger and weather cost a force (base: attrition). Values that know no map.

Readings 36 and 37 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.con.combat import Part
from napwidgets.systems.con.tables import Tables

CITE = "CON base: attrition"
_BAD = "rain, mud or heat"


class Toil(Struct, frozen=True, array_like=True):
    """What wears a force down: its strength, movement points marched (rounded up), whether by a forced march, the
    points of its army (-1: it forages), the weather, whether it is all Guard, whether its leader has a bonus, whether
    the turn is one ``short`` day.
    """

    strength: int
    marched: int = 0
    forced: bool = False
    points: int = 10
    weather: str = "fair"
    guard: bool = False
    bonus: bool = False
    short: bool = False


def _step(tables: Tables, kind: str, value: int) -> int:
    """The figure of the highest row of a kind that a value reaches."""
    return next((figure for least, figure in tables.toil[kind] if least <= value), 0)


def parts(tables: Tables, toil: Toil) -> tuple[Part, ...]:
    """All that counts, with the paragraph."""
    figures = tables.attrition
    hungry = toil.points < 0
    points = figures["points, 0"] if hungry else _step(tables, "points", toil.points)
    sky = {"snow": "snow", "rain": _BAD, "mud": _BAD, "heat": _BAD}.get(toil.weather)
    found = [
        ("size of the force", _step(tables, "size", toil.strength)),
        ("march", _step(tables, "march", toil.marched)),
        ("forced march", figures["forced march"] if toil.forced else 0),
        ("living off the land" if hungry else "administrative points left", points),
        (toil.weather, figures[sky] if sky else 0),
        ("all Guard", figures["all Guard"] if toil.guard else 0),
        ("tactical bonus", figures["tactical bonus"] if toil.bonus else 0),
    ]
    return tuple(Part(name, value, CITE) for name, value in found if value)


def loss(tables: Tables, toil: Toil, die: int) -> int:
    """Strength points lost at a die: a share of what stands above it, never the last point.

    >>> loss(Tables(), Toil(40, 5, points=3), 2), loss(Tables(), Toil(5), 1)
    (2, 0)
    """
    return _lost(tables, toil, sum(part.value for part in parts(tables, toil)), die)


def _lost(tables: Tables, toil: Toil, worn: int, die: int) -> int:
    by = tables.attrition["divided by, turns of a day" if toil.short else "divided by"]
    return min(max(0, (worn - die) // by), max(0, toil.strength - 1))


def wears(tables: Tables, toil: Toil, dice: Dice) -> int:
    """Throw for a force; no die where nothing can be lost."""
    worn = sum([part.value for part in parts(tables, toil)])
    return _lost(tables, toil, worn, dice.roll("attrition")) if _lost(tables, toil, worn, 1) else 0


def odds(tables: Tables, toil: Toil) -> Distribution[int]:
    """The exact distribution of a force's attrition.

    >>> odds(Tables(), Toil(40, 5, points=3))[1]
    Fraction(1, 2)
    """
    return distribution(lambda dice: wears(tables, toil, dice))


def shared(strengths: Sequence[int], lost: int) -> list[int]:
    """Who bears a loss: each point is the strongest unit's, of equals the first one's.

    >>> shared([9, 4, 8], 3)
    [2, 0, 1]
    """
    left = list(strengths)
    for _ in range(min(lost, sum(left))):
        best = max(range(len(left)), key=lambda n: (left[n], -n))
        left[best] -= 1
    return [before - after for before, after in zip(strengths, left, strict=True)]
