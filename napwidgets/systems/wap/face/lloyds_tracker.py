"""K.8. Napoleon versus Lloyd's as plain values: the rate, what it compels, raids planned and what they will do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod

from msgspec import Struct

from napwidgets.board.display import Share, Spread
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.sequence import Segment
from napwidgets.systems.wap.setting import FRANCE
from napwidgets.systems.wap.state import FIT, FRENCH, READY, State, zone_of
from napwidgets.systems.wap.tables import Tables, Zone
from napwidgets.systems.wap.trade.lloyds import (
    Answer,
    Duty,
    Level,
    Part,
    Raid,
    bases_odds,
    duties,
    level,
    raid_parts,
    raid_yield,
    rate_odds,
    settled,
)
from napwidgets.systems.wap.trade.obligations import answer
from napwidgets.systems.wap.trade.raiding import BasesPhase, RateFalls, bases_by_zone

#: The thresholds from the lowest on, as the table names them.
LEVELS: tuple[Level, ...] = ("act", "one point a city", "points compulsory", "points ships and men", "catastrophe")
#: The end of a box that has none.
_OPEN = 10**6


class Position(Struct, frozen=True):
    """What Lloyd's knows: the rate in half per cents, the raids planned, modifiers for bases destroyed by zone, what
    England does about it, whether raids have been made this month, and the rate after each month.

    ``next`` says whether the raids are those of the month to come.
    """

    rate: int
    raids: tuple[Raid, ...] = ()
    bases: tuple[tuple[str, int], ...] = ()
    answer: Answer = Answer()
    raided: bool = False
    rates: tuple[int, ...] = ()
    next: bool = False


class Step(Struct, frozen=True):
    """A threshold in whole per cent: its name, what it compels, whether the rate has reached it."""

    level: Level
    rate: int
    duties: tuple[Duty, ...]
    reached: bool


class Yield(Struct, frozen=True):
    """What raiders in a zone can expect: what counts for each raid there (each player's has dice of its own, reading
    122), the mean rise in per cent, the chance of none at all.
    """

    zone: str
    name: str
    french: int
    allied: int
    bases: int
    traffic: int
    parts: tuple[tuple[Part, ...], ...]
    mean: Fraction
    nothing: Fraction


class Strike(Struct, frozen=True):
    """An Action Against Bases that England could make: where, with what, and the exact chance."""

    zone: str
    squadrons: int
    infantry: int
    points: int
    chance: Fraction


# Where things stand


def example(tables: Tables) -> Position:
    """Something to begin with in a sandbox: three French squadrons in the richest sea beyond Europe."""
    far = [zone for zone in tables.zones.values() if not zone.on_map]
    richest = max(far, key=lambda zone: (zone.traffic, zone.interception))
    return Position(2 * tables.lloyds["start"], (Raid(richest.id, 3),))


def position(x: Context, s: State) -> Position:
    """What a position means to Lloyd's; hidden raiders that a view does not hold are not counted."""
    waiting = still_to_come(s)
    raids = planned(x, s, now=waiting)
    bases = tuple(bases_by_zone(x, s).items())
    return Position(s.rate, raids, bases, answer(x, s), waiting and s.raided, s.rates, not waiting)


def still_to_come(s: State) -> bool:
    """Whether this month's rate is not settled yet."""
    return any(isinstance(step, RateFalls) or step == Segment(FRENCH) for step in s.agenda)


def planned(x: Context, s: State, *, now: bool) -> tuple[Raid, ...]:
    """The raids that ships of the French side can make: this month those that were there before and have not moved,
    next month all that are at sea now, if they stay. Each seat raids for itself.
    """
    found: dict[tuple[int, int], list[int]] = {}
    for f in s.fleets:
        zone = zone_of(f.place)
        if not zone or f.condition != FIT or not f.squadrons or x.faction(s, f.nation) != FRENCH:
            continue
        if now and not (f.moved == READY and f.since < s.turn):
            continue
        both = found.setdefault((zone, x.commander(s, f.nation)), [0, 0])
        both[f.nation != FRANCE] += f.squadrons
    return tuple(Raid(x.setting.zones[zone].id, *both) for (zone, _), both in sorted(found.items()))


def with_raid(raids: Iterable[Raid], zone: str, french: int, allied: int) -> tuple[Raid, ...]:
    """A plan with one zone's raiders changed."""
    others = [raid for raid in raids if raid.zone != zone]
    return tuple([*others, Raid(zone, french, allied)] if french or allied else others)


def raiders(raids: Iterable[Raid], zone: str) -> tuple[int, int]:
    """French and allied squadrons that a plan has in a zone."""
    mine = [raid for raid in raids if raid.zone == zone]
    return sum(raid.french for raid in mine), sum(raid.allied for raid in mine)


# What the rate compels


def steps(tables: Tables, rate: int) -> tuple[Step, ...]:
    """The thresholds with what each compels from a standing start (K.8.e to K.8.k).

    >>> [step.rate for step in steps(Tables(), 33) if step.reached]
    [10, 15]
    """
    found = []
    for name in LEVELS:
        at = tables.lloyds[name]
        found.append(Step(name, at, duties(tables, 2 * at, Answer()), rate >= 2 * at))
    return tuple(found)


def must(tables: Tables, where: Position) -> tuple[Duty, ...]:
    """What England must do now, and what of it is met."""
    return duties(tables, where.rate, where.answer)


# What raids do


def yields(tables: Tables, where: Position) -> tuple[Yield, ...]:
    """Every zone with the raiders planned there, the richest trade first."""
    bases = dict(where.bases)
    zones = sorted(tables.zones.values(), key=lambda z: (-z.traffic, z.name))
    return tuple(_yield(tables, zone, [raid for raid in where.raids if raid.zone == zone.id], bases) for zone in zones)


def _yield(tables: Tables, zone: Zone, raids: Sequence[Raid], bases: Mapping[str, int]) -> Yield:
    french, allied = raiders(raids, zone.id)
    spreads = [distribution(lambda dice, raid=raid: raid_yield(tables, raid, bases, dice)) for raid in raids]  # type: ignore[misc]
    parts = tuple(raid_parts(tables, raid, bases) for raid in raids)
    mean = sum((spread.mean(lambda gained: gained) / 2 for spread in spreads), Fraction(0))
    nothing = prod((spread.chance(lambda gained: gained <= 0) for spread in spreads), start=Fraction(1))
    return Yield(zone.id, zone.name, french, allied, bases.get(zone.id, 0), zone.traffic, parts, mean, nothing)


def coming(tables: Tables, where: Position) -> Distribution[int]:
    """The exact distribution of the rate after this month's raids, in half per cents.

    Raids already made this month are in the rate; the slow fall then holds, whatever is still planned.
    """
    if where.raided and not where.raids:
        return Distribution.sure(settled(tables, where.rate, True))
    return rate_odds(tables, where.rate, where.raids, dict(where.bases))


def reaching(tables: Tables, spread: Distribution[int]) -> tuple[tuple[Step, Fraction], ...]:
    """The chance that the next rate is at each threshold or above."""
    found = []
    for step in steps(tables, 0):
        found.append((step, spread.chance(lambda rate, at=2 * step.rate: rate >= at)))  # type: ignore[misc]
    return tuple(found)


def likely(spread: Distribution[int], share: Fraction = Fraction(8, 10)) -> tuple[float, float]:
    """The narrowest band of rates in per cent that holds at least a share of all outcomes.

    >>> likely(Distribution({10: Fraction(1, 10), 20: Fraction(4, 5), 30: Fraction(1, 10)}))
    (10.0, 10.0)
    """
    rates = sorted(spread)
    best = (rates[0][0], rates[-1][0])
    for i, (low, _) in enumerate(rates):
        total = Fraction(0)
        for high, chance in rates[i:]:
            total += chance
            if total >= share:
                best = min(best, (low, high), key=lambda ends: ends[1] - ends[0])
                break
    return best[0] / 2, best[1] / 2


def bars(tables: Tables, spread: Distribution[int], most: int = 14) -> Spread:
    """The next rate as a bar chart: rates are put together in equal steps that never run across a threshold."""
    rates = sorted(rate for rate, _ in spread)
    edges = [0, *(2 * step.rate for step in steps(tables, 0)), _OPEN]
    width = next(w for w in (1, 2, 4, 10, 20, 50, 100, _OPEN) if (rates[-1] - rates[0]) / w < most)
    boxes: dict[tuple[int, int], Fraction] = {}
    for rate, chance in sorted(spread):
        low = max(edge for edge in edges if edge <= rate)
        high = next(edge for edge in edges if edge > rate)
        first = low + (rate - low) // width * width
        box = (max(first, rates[0]), min(first + width, high) - 1)
        boxes[box] = boxes.get(box, Fraction(0)) + chance
    whole = all(rate % 2 == 0 for rate in rates)
    found = _without_tail([(low, high, chance) for (low, high), chance in boxes.items()])
    shares = tuple(
        Share(_label(low, high, whole), str(chance), float(chance), level(tables, low)) for low, high, chance in found
    )
    return Spread("Lloyd's rate next month, per cent", shares, "exact", "WAP K.8.b")


def _without_tail(boxes: list[tuple[int, int, Fraction]]) -> list[tuple[int, int, Fraction]]:
    """Boxes from the lowest on; those at the upper end that hardly ever come are one, without an end."""
    while len(boxes) > 3 and boxes[-1][2] < Fraction(1, 200):
        (low, _, chance), (_, _, more) = boxes[-2], boxes[-1]
        boxes = [*boxes[:-2], (low, _OPEN, chance + more)]
    return boxes


def _label(low: int, high: int, whole: bool) -> str:
    """A box of half per cents in words; where there are halves a whole per cent stands for its half, too.

    >>> _label(22, 25, True), _label(23, 23, False), _label(24, 25, False), _label(60, _OPEN, True)
    ('11–12', '11½', '12', '30 +')
    """
    if whole:
        low, high = low + low % 2, high - high % 2
    first, last = f"{low / 2:g}".replace(".5", "½"), str(high // 2)
    if high >= _OPEN - 1:
        return f"{first} +"
    return first if low == high or first == last else f"{first}–{last}"


# Action Against Bases


def strikes(x: Context, s: State) -> tuple[Strike, ...]:
    """The attacks on bases that England could make now: by ships and men at sea, with and without the points paid, and
    by these points alone, which are worth the same in every sea (K.8.e).
    """
    phase = next((step for step in s.agenda if isinstance(step, BasesPhase)), BasesPhase(0))
    found, alone = list[Strike](), list[Strike]()
    for a in phase.attacks(x, s):
        manned, odds = a.squadrons or a.infantry, bases_odds(x.tables, a.squadrons, a.infantry, a.points)
        zone = x.setting.zones[a.zone].name if manned else "Any sea but the Baltic"
        (found if manned else alone).append(Strike(zone, a.squadrons, a.infantry, a.points, odds))
    return (*found, *alone[:1])
