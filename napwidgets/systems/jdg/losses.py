"""8.4. How losses are shared out: equitably, and nobody eliminated while others can bear more (reading 50)."""

from __future__ import annotations

from collections.abc import Sequence

from napwidgets.systems.jdg.context import Context, Log, names, say
from napwidgets.systems.jdg.state import State


def allotted(strengths: Sequence[int], lost: int) -> tuple[int, ...]:
    """Losses shared out in proportion to strength, largest remainders first; the last point of each goes last.

    >>> allotted((10, 5, 1), 4)
    (3, 1, 0)
    >>> allotted((2, 1), 3)
    (2, 1)
    """
    total = sum(strengths)
    lost = min(lost, total)
    if lost == total:
        return tuple(strengths)
    spare = [max(0, n - 1) for n in strengths]
    room = sum(spare)
    first = min(lost, room)
    shares = [first * n // room if room else 0 for n in spare]
    rest = sorted(range(len(spare)), key=lambda k: (-(first * spare[k] % room) if room else 0, -spare[k], k))
    for k in rest[: first - sum(shares)]:
        shares[k] += 1
    for k in sorted(range(len(spare)), key=lambda k: (strengths[k] != 1, k)):
        if sum(shares) < lost and shares[k] < strengths[k]:
            shares[k] += 1
    return tuple(shares)


def bleed(x: Context, s: State, pieces: Sequence[int], lost: int, how: str, cite: str, log: Log) -> State:
    """Units of one side lose strength points for good, marked with X (1.2.3, 8.4)."""
    units = [i for i in x.units(pieces) if s.counters[i].strength]
    if not units or not lost:
        return s
    return borne(x, s, units, allotted([s.counters[i].strength for i in units], lost), how, cite, log)


def borne(x: Context, s: State, units: Sequence[int], shares: Sequence[int], how: str, cite: str, log: Log) -> State:
    """Units of one side lose so many strength points each; no more than they have."""
    shares = [min(share, s.counters[i].strength) for i, share in zip(units, shares, strict=True)]
    whole = sum(shares)
    if not whole:
        return s
    side = x.sides[units[0]]
    seat = x.setting.sides[side]
    for i, share in zip(units, shares, strict=True):
        counter = s.counters[i]
        s = s.counter(i, strength=counter.strength - share, lost=counter.lost + share)
    points = "strength point" if whole == 1 else "strength points"
    say(log, "losses", f"{x.side_name(side)} lose {whole} {points} {how}.", cite, tally={f"strength of {seat}": -whole})
    told = names(f"{x.name(i)} ({share})" for i, share in zip(units, shares, strict=True) if share)
    say(log, "shares", f"Borne by {told}.", "8.4", to=x.owners(side), units=units)
    return s.bled(side, whole)
