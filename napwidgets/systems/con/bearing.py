"""Losses of a combat on the pieces: which units bear what a group has lost (10.5.7.2, reading 50)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.systems.con.attrition import shared
from napwidgets.systems.con.combat import Loss
from napwidgets.systems.con.context import Context, Log, counted, say
from napwidgets.systems.con.state import State, with_side
from napwidgets.systems.con.tables import ARMS


def by_unit(x: Context, s: State, units: Sequence[int], lost: Loss) -> dict[int, int]:
    """Strength points that each unit loses: the Guard and heavy cavalry what they staked, then each arm its share, the
    strongest unit first; the Guard after the others.
    """
    left = {u: s.units[u].strength for u in units}
    took = dict.fromkeys(units, 0)

    def take(among: Sequence[int], points: int) -> int:
        """Take points from some units; how many they could not bear."""
        shares = shared([left[u] for u in among], points) if among else []
        for u, share in zip(among, shares, strict=True):
            left[u] -= share
            took[u] += share
        return points - sum(shares)

    kinds = {u: x.setting.units[u].kind for u in units}
    rest = {arm: lost.of(arm) for arm in ARMS}
    guard = [u for u in units if kinds[u].guard]
    staked = lost.guard
    for arm in ARMS:
        mine = [u for u in guard if kinds[u].arm == arm]
        part = min(staked, rest[arm])
        done = part - take(mine, part)
        rest[arm] -= done
        staked -= done
    heavy = min(lost.heavy, rest["cavalry"])
    rest["cavalry"] -= heavy - take([u for u in units if kinds[u].heavy], heavy)
    for arm in ARMS:
        over = take([u for u in units if kinds[u].arm == arm and not kinds[u].guard], rest[arm])
        take([u for u in guard if kinds[u].arm == arm], over)
    return {u: points for u, points in took.items() if points}


def bear(x: Context, s: State, side: int, units: Sequence[int], lost: Loss, log: Log, cite: str) -> State:
    """Take a loss off a side's units, and say so to all."""
    return _taken(x, s, side, by_unit(x, s, units, lost), log, cite)


def bear_points(x: Context, s: State, side: int, units: Sequence[int], points: int, log: Log, cite: str) -> State:
    """Take strength points off a side's units, the strongest first."""
    shares = shared([s.units[u].strength for u in units], points)
    return _taken(x, s, side, {u: n for u, n in zip(units, shares, strict=True) if n}, log, cite)


def _taken(x: Context, s: State, side: int, took: dict[int, int], log: Log, cite: str) -> State:
    total = sum(took.values())
    if not total:
        return s
    say(
        log,
        "losses",
        f"{x.does(side, 'lose')} {counted(total, 'strength point')}.",
        cite,
        tally={f"strength of {x.setting.sides[side]}": -total},
    )
    told = ", ".join(f"{x.setting.units[u].name} {n}" for u, n in took.items())
    say(log, "losses", f"Lost by {told}.", cite, to=x.owners(side), units=list(took))
    return replace(s.weakened(took), lost=with_side(s.lost, side, total))
