"""8.4. How losses are shared out: equitably, and nobody eliminated while others can bear more (reading 50)."""

from __future__ import annotations

from collections.abc import Sequence

from napwidgets.systems.jdg.context import Context, Log, names, say
from napwidgets.systems.jdg.forces import allotted
from napwidgets.systems.jdg.state import State


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
