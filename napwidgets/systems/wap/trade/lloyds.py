"""K.8. Napoleon versus Lloyd's of London: raids on trade, the insurance rate, what it compels, attacks on bases.

Rates are counted in halves of a per cent, because allied squadrons count one half.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Literal

from msgspec import Struct

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.wap.tables import Tables


class Raid(Struct, frozen=True, array_like=True):
    """Squadrons that stayed in a zone for a whole phase to raid its trade (K.8.a): French ones and allied ones."""

    zone: str
    french: int
    allied: int = 0


class Part(Struct, frozen=True):
    """One figure of a sum with its paragraph; ``halves`` is twice the value."""

    name: str
    halves: int
    cite: str


def raid_parts(tables: Tables, raid: Raid, bases: Mapping[str, int]) -> tuple[Part, ...]:
    """What is added to two dice for a raid (K.8.a, K.8.b, K.8.m); ``bases`` are the zones' Action Against Bases
    modifiers.
    """
    zone = tables.zones[raid.zone]
    parts = []
    if raid.french:
        parts.append(Part("French squadrons", 2 * raid.french, "WAP K.8.a"))
    if raid.allied:
        parts.append(Part("allied squadrons, half each", raid.allied, "WAP K.8.a"))
    parts.append(Part(f"traffic in {zone.name}", 2 * zone.traffic, "WAP K.8.b"))
    if bases.get(raid.zone):
        parts.append(Part("bases destroyed", -2 * bases[raid.zone], "WAP K.8.m"))
    parts.append(Part("base", 2 * tables.lloyds["raid base"], "WAP K.8.b"))
    return tuple(parts)


def raid_yield(tables: Tables, raid: Raid, bases: Mapping[str, int], dice: Dice) -> int:
    """Half per cents that a raid adds to the rate; a poor one adds nothing (reading 5)."""
    extra = sum(part.halves for part in raid_parts(tables, raid, bases))
    total = 2 * dice.roll(f"raid in {tables.zones[raid.zone].name}", 2) + extra
    return max(2 * tables.lloyds["least yield"], total)


def fall(tables: Tables, raided: bool) -> int:
    """Half per cents by which the rate falls each turn, twice as fast without any raid (K.8.d)."""
    return -2 * tables.lloyds["decay" if raided else "decay without raids"]


def settled(tables: Tables, risen: int, raided: bool) -> int:
    """The rate at the end of a month, in half per cents: fallen, but never below the privateers' five (K.8.d)."""
    return max(2 * tables.lloyds["least rate"], risen - fall(tables, raided))


def next_rate(tables: Tables, rate: int, raids: Iterable[Raid], bases: Mapping[str, int], dice: Dice) -> int:
    """The rate after a turn's raids, in half per cents (K.8.b, K.8.d)."""
    plan = tuple(raids)
    risen = rate + sum(raid_yield(tables, raid, bases, dice) for raid in plan)
    return settled(tables, risen, bool(plan))


def rate_odds(tables: Tables, rate: int, raids: Iterable[Raid], bases: Mapping[str, int]) -> Distribution[int]:
    """The exact distribution of the next rate in half per cents.

    >>> tables = Tables()
    >>> spread = rate_odds(tables, 10, [Raid("caribbean", 3)], {})
    >>> spread.chance(lambda rate: rate >= 20)
    Fraction(1, 12)
    """
    plan = tuple(raids)
    # Raids are independent: each is worked out once and they are added up.
    risen = _sum(distribution(lambda dice, raid=raid: raid_yield(tables, raid, bases, dice)) for raid in plan)  # type: ignore[misc]
    return risen.map(lambda gained: settled(tables, rate + gained, bool(plan)))


def _sum(spreads: Iterable[Distribution[int]]) -> Distribution[int]:
    """The distribution of a sum of independent numbers."""
    sums, whole = {0: 1}, 1
    for spread in spreads:
        common = lcm(*(chance.denominator for _, chance in spread))
        weights = [(number, int(chance * common)) for number, chance in spread]
        whole *= common
        found: dict[int, int] = {}
        for total, weight in sums.items():
            for number, more in weights:
                found[total + number] = found.get(total + number, 0) + weight * more
        sums = found
    return Distribution({total: Fraction(weight, whole) for total, weight in sums.items()})


# What the rate compels (K.8.e to K.8.k)


class Answer(Struct, frozen=True, array_like=True):
    """What England does about it this turn: squadrons and infantry (with a transport) in the Global zones, points
    spent.
    """

    squadrons: int = 0
    infantry: int = 0
    transports: int = 0
    points: int = 0


Means = Literal["points", "ships", "men"]


class Duty(Struct, frozen=True):
    """Something the rate compels, with its paragraph, whether it is met, and by which ``means`` it can be."""

    text: str
    cite: str
    met: bool
    means: tuple[Means, ...] = ()


Level = Literal["quiet", "act", "one point a city", "points compulsory", "points ships and men", "catastrophe"]
#: What each level compels, in words.
LEVEL_WORDS: dict[Level, str] = {
    "quiet": "England is free in what it does",
    "act": "England must act",
    "one point a city": "one point a city",
    "points compulsory": "points are compulsory",
    "points ships and men": "points, ships and men",
    "catastrophe": "catastrophe",
}
_LEVELS: tuple[Level, ...] = ("act", "one point a city", "points compulsory", "points ships and men", "catastrophe")


def level(tables: Tables, rate: int) -> Level:
    """The highest threshold that a rate in half per cents has reached.

    >>> level(Tables(), 43)
    'points compulsory'
    """
    reached: Level = "quiet"
    for name in _LEVELS:
        if rate >= 2 * tables.lloyds[name]:
            reached = name
    return reached


def _words(tables: Tables) -> tuple[str, str, str]:
    need = tables.lloyds
    return (
        f"{need['points a turn']} points spent each turn",
        f"{need['squadrons away']} squadrons in the Global zones",
        f"{need['infantry away']} infantry with a transport in the Global zones",
    )


def _means(tables: Tables, answer: Answer) -> tuple[bool, bool, bool]:
    """Which of the three means an answer provides: points, ships, men."""
    need = tables.lloyds
    return (
        answer.points >= need["points a turn"],
        answer.squadrons >= need["squadrons away"],
        answer.infantry >= need["infantry away"] and answer.transports > 0,
    )


def duties(tables: Tables, rate: int, answer: Answer) -> tuple[Duty, ...]:
    """What a rate compels now, and what of it an answer meets (K.8.e, h, i, j, k, reading 6).

    >>> [duty.met for duty in duties(Tables(), 44, Answer(points=3))]
    [True, False, True]
    """
    reached = level(tables, rate)
    points, ships, men = _means(tables, answer)
    say_points, say_ships, say_men = _words(tables)
    found: list[Duty] = []
    if reached in ("act", "one point a city"):
        any_of = f"{say_ships}, or {say_men}, or {say_points}"
        found.append(Duty(any_of, "WAP K.8.e", points or ships or men, ("points", "ships", "men")))
    elif reached == "points compulsory":
        found.append(Duty(say_points, "WAP K.8.i", points, ("points",)))
        found.append(Duty(f"{say_ships}, or {say_men}", "WAP K.8.i", ships or men, ("ships", "men")))
    elif reached in ("points ships and men", "catastrophe"):
        found.append(Duty(say_points, "WAP K.8.j", points, ("points",)))
        found.append(Duty(say_ships, "WAP K.8.j", ships, ("ships",)))
        found.append(Duty(say_men, "WAP K.8.j", men, ("men",)))
    if reached not in ("quiet", "act"):
        found.append(Duty("no more than one point drawn from each city", "WAP K.8.h", True))
    if reached == "catastrophe":
        found.append(
            Duty("no points lent, no troops leave England but for the Global zones, no attacks", "WAP K.8.k", True)
        )
    return tuple(found)


# Action Against Bases (K.8.l to K.8.o)


def bases_destroyed(tables: Tables, squadrons: int, infantry: int, points: int, dice: Dice) -> bool:
    """Whether an attack on a zone's bases succeeds: two dice less ten, with squadrons, infantry and points, above 0
    (K.8.m).
    """
    return dice.roll("action against bases", 2) + tables.lloyds["bases base"] + squadrons + infantry + points > 0


def bases_odds(tables: Tables, squadrons: int, infantry: int, points: int) -> Fraction:
    """The exact chance of an Action Against Bases.

    >>> bases_odds(Tables(), 3, 0, 0)
    Fraction(5, 12)
    """
    return distribution(lambda dice: bases_destroyed(tables, squadrons, infantry, points, dice))[True]
