"""What giving way may cost beyond the fight itself: no way out, a bad way, guns that can't follow (7.4)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.board.display import Fact
from napwidgets.systems.tactical.core.arms import GUNS
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.fighting.clash import DEFEND, Clash
from napwidgets.systems.tactical.fighting.odds import Odds, Result
from napwidgets.systems.tactical.fighting.retreat import open_ways
from napwidgets.systems.tactical.ground.context import Context

_CITE = "NLC 7.4"


def movers(clash: Clash, which: int) -> list[int]:
    """Those of a side who go when it gives way: neither support from afar nor a garrison."""
    return [f.unit for f in clash.forces[which].fighters if f.steps and not f.remote and not f.stays]


def ways_back(x: Context, s: State, clash: Clash, which: int) -> list[Fact]:
    """The ways of those stacks of a side whose going back would cost more, as things stand; and its foot guns."""
    units = movers(clash, which)
    places = sorted({s.units[u].hex for u in units})
    found = [_way(x, s, [u for u in units if s.units[u].hex == h], h, len(places) > 1) for h in places]
    lines = [line for line in found if line is not None]
    if which == DEFEND and any(f.kind == GUNS for f in clash.forces[which].fighters if f.unit in units):
        lines.append(Fact("Foot guns", "overrun if their side fails its morale check", _CITE))
    return lines


def _way(x: Context, s: State, units: Sequence[int], at: int, several: bool) -> Fact | None:
    name, ways = f"Way back from {x.place(at)}" if several else "Way back", open_ways(x, s, units, at)
    if ways:
        return Fact(name, f"costs {ways[0][1]} more step", _CITE) if ways[0][1] else None
    if -1 in x.board.neighbours[at]:
        return Fact(name, "off the map: who gives way is lost", "NLC 6")
    return Fact(name, "none: who gives way is eliminated", _CITE)


def way_of_the_charged(
    x: Context, s: State, units: Sequence[int], at: int, chargers: tuple[int, ...]
) -> tuple[Fact, ...]:
    """The way back of a stack that a charge beats, where it costs anything: who has none loses a step (7.7)."""
    ways = open_ways(x, s, units, at, chargers)
    if not ways and -1 in x.board.neighbours[at]:
        return (Fact("Way back", "off the map: who gives way is lost", "NLC 6"),)
    price = ways[0][1] if ways else 1
    return (Fact("Way back", f"costs {price} more step", "NLC 7.7"),) if price else ()


def shut_in(x: Context, s: State, clash: Clash) -> bool:
    """Whether nothing is left of a defender who gives way: all of it would go, and there is no way out, be it that its
    foot guns stay behind.
    """
    units, fighters = movers(clash, DEFEND), clash.forces[DEFEND].fighters
    if not units or any(f.stays for f in fighters if f.steps):
        return False
    foot = [f.unit for f in fighters if f.unit in units and f.kind != GUNS]
    return all(_eliminated(x, s, group) for group in (units, foot) if group)


def _eliminated(x: Context, s: State, units: Sequence[int]) -> bool:
    at = s.units[units[0]].hex
    return not open_ways(x, s, units, at) and -1 not in x.board.neighbours[at]


def without_way(odds: Odds, clash: Clash) -> Odds:
    """The odds where a defender who gives way is eliminated."""
    mine = [f for f in clash.forces[DEFEND].fighters if not f.remote]
    steps, points = sum(f.steps for f in mine), sum(f.sp for f in mine)

    def end(r: Result) -> Result:
        if not r.defender_gives:
            return r
        return replace(r, defender_steps=steps, defender_sp=points, defender_gives="", defender_gone=True)

    return Odds(odds.results.map(end))
