"""F.9. Fleets that a voyage picks up, and squadrons that it leaves, in the seas it passes.

Readings 76 and 80 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.cargo import same_colour
from napwidgets.systems.wap.context import Context, Log, names, say
from napwidgets.systems.wap.fates import with_nelson
from napwidgets.systems.wap.forces import NONE
from napwidgets.systems.wap.seaways import able, fleet_name
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import MOVED, PRIZE, READY, SAILING, Fleet, State, at_sea, zone_of


def company(x: Context, s: State, seat: int, nation: int, zone: int) -> list[Fleet]:
    """The fleets at sea in a zone that a voyage of a state's ships could pick up: of their colour, not moved yet."""
    return [
        f
        for f in s.fleets
        if f.place == at_sea(zone)
        and f.moved == READY
        and f.condition != PRIZE
        and able(f)
        and x.mine(s, f.nation, seat)
        and same_colour(x, s, f.nation, nation)
    ]


def passed(move: m.Sail) -> tuple[int, ...]:
    """The seas that a voyage comes through before it ends."""
    return move.route[:-1] if zone_of(move.to) else move.route


def why_not_company(x: Context, s: State, seat: int, nation: int, move: m.Sail) -> tuple[str, str] | None:
    """Why a voyage can't pick up or leave ships so."""
    seas = (*move.joins, *(zone for zone, _ in move.leaves))
    if len(set(move.joins)) < len(move.joins) or len({zone for zone, _ in move.leaves}) < len(move.leaves):
        return "Name each sea once.", "F.9"
    if any(zone not in passed(move) for zone in seas):
        return "Ships are picked up and left in the seas that the voyage passes.", "F.9"
    for zone in move.joins:
        if not company(x, s, seat, nation, zone):
            return f"No ships that could come along lie in {x.setting.zones[zone].name}.", "F.9"
    left = sum(number for _, number in move.leaves)
    if any(number < 1 for _, number in move.leaves) or left > move.squadrons:
        return f"Leave one squadron or more, and no more than the {move.squadrons} that sail.", "F.9"
    if left == move.squadrons and not move.transports and not move.joins:
        return "Somebody must sail on: sail there, and no farther, with those that stay.", "F.9"
    return None


def part_company(
    x: Context, s: State, seat: int, joins: Iterable[int], leaves: Iterable[tuple[int, int]], log: Log
) -> tuple[State, tuple[int, ...]]:
    """The ships under way pick up who waits where they are, and leave who is to stay (F.9); and who leads these."""
    mine = [f for f in s.fleets if f.moved == SAILING]
    zone = zone_of(mine[0].place)
    leaders: tuple[int, ...] = ()
    if zone in joins:
        s, leaders = _joined(x, s, company(x, s, seat, mine[0].nation, zone), log)
    return _left(x, s, dict(leaves).get(zone, 0), log), leaders


def _joined(x: Context, s: State, found: list[Fleet], log: Log) -> tuple[State, tuple[int, ...]]:
    """Fleets sail on with those that have come for them; Nelson comes with his (F.8.h)."""
    if not found:
        return s, ()
    nelson = x.setting.nelson
    aboard = (nelson,) if any(with_nelson(x, s, f) for f in found) and not s.leaders[nelson].moved else ()
    say(log, "picked-up", f"They are joined by {names(fleet_name(x, f) for f in found)}.", "F.9")
    return x.with_fleets(s, [replace(f, moved=SAILING) if f in found else f for f in s.fleets]), aboard


def _left(x: Context, s: State, number: int, log: Log) -> State:
    """Some squadrons go no farther this month; whoever sails on has one naval unit at least."""
    mine = [f for f in s.fleets if f.moved == SAILING and f.condition != PRIZE]
    number = min(number, sum(f.squadrons + f.transports for f in mine) - 1)
    fleets = []
    for f in s.fleets:
        stay = min(number, f.squadrons) if f in mine else 0
        number -= stay
        fleets.append(replace(f, squadrons=f.squadrons - stay))
        if stay:
            there = replace(f, squadrons=stay, transports=0, moved=MOVED, aboard=NONE, troops_of=-1)
            fleets.append(there)
            say(log, "left", f"{NATIONS[f.nation]} leaves {fleet_name(x, there).partition(': ')[2]}.", "F.9")
    return x.with_fleets(s, fleets)
