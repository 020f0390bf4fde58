"""Fleets in small: ships where a test wants them, voyages by names."""

from __future__ import annotations

from typing import Any

from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.sea.encounters import SeaFight
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.sea.seaways import lanes
from napwidgets.systems.wap.setting import ENGLAND, FRANCE
from napwidgets.systems.wap.state import ATTACKING, SAILING, Fleet, State, at_sea, fleet_number
from tests.systems.wap.campaign import ENGLISH_SEAT, campaign, place, run, thrown

#: Zones by their numbers.
ATLANTIC, NORTH, MIDDLE, BALTIC = 1, 2, 3, 4


def fleet(x: Context, where: str, nation: int, squadrons: int, transports: int = 0, *, inside: bool = True) -> Fleet:
    """Ships in a port, off it, or at sea."""
    there = place(x, where)
    return Fleet(there, nation, squadrons, transports, inside=inside and there >= 0)


def sea(x: Context, *fleets: Fleet, seat: int = ENGLISH_SEAT, **more: object) -> State:
    """A Naval Phase with some fleets."""
    segment = more.pop("segment", "anti-French" if seat == ENGLISH_SEAT else "pro-French")
    return campaign(x, segment=segment, fleets=list(fleets), agenda=(NavalPhase(seat),), **more)  # type: ignore[arg-type]


def number(x: Context, s: State, where: str, nation: int) -> int:
    """The number of a state's fleet in a place."""
    there = place(x, where)
    return next(fleet_number(s, i) for i, f in enumerate(s.fleets) if f.place == there and f.nation == nation)


def sail(
    x: Context, s: State, start: str, nation: int, to: str, squadrons: int, transports: int = 0, **more: object
) -> m.Sail:
    """A voyage by names, on the cheapest route."""
    i = number(x, s, start, nation)
    ways, end = lanes(x, place(x, start)), place(x, to)
    if end < 0:
        route = ways[x.setting.zone_number(to)].route
    else:
        route = max((ways[z] for z in x.board.shores[end] if z in ways), key=lambda lane: lane.left).route
    return m.Sail(i, squadrons, transports, route, end, **more)  # type: ignore[arg-type]


def ships(x: Context, s: State, where: str, nation: int) -> list[tuple[int, int, bool]]:
    """Squadrons, transports and whether in port, of a state in a place."""
    return [
        (f.squadrons, f.transports, f.inside) for f in s.fleets if f.place == place(x, where) and f.nation == nation
    ]


def lying(s: State, zone: int, nation: int) -> list[int]:
    """The squadrons of a state's fleets at sea in a zone."""
    return [f.squadrons for f in s.fleets if f.place == at_sea(zone) and f.nation == nation]


def call(x: Context, after: int, where: str, *, inside: bool = False, **more: Any) -> m.Call:
    """A stop by the name of its place."""
    return m.Call(after, place(x, where), inside, **more)


def home_port(x: Context, s: State, *stops: m.Call, **more: Any) -> m.Sail:
    """From Plymouth by way of a port to the open Atlantic."""
    ships = more.pop("ships", (3, 0))
    return m.Sail(
        number(x, s, "Plymouth", ENGLAND), *ships, (ATLANTIC, ATLANTIC), at_sea(ATLANTIC), calls=stops, **more
    )


def west(x: Context, *others: Fleet, transports: int = 0, **more: Any) -> State:
    """Ships in Plymouth, and others where they are."""
    return sea(x, fleet(x, "Plymouth", ENGLAND, 3, transports), *others, **more)


def surprise(x: Context, die: int) -> State:
    """Two English squadrons fall upon a French one at sea, where there is no port."""
    fleets = [
        Fleet(place(x, "North Atlantic"), ENGLAND, 2, moved=ATTACKING),
        Fleet(place(x, "North Atlantic"), FRANCE, 1, moved=SAILING),
    ]
    return run(x, campaign(x, fleets=fleets, agenda=(SeaFight(ATTACKING, SAILING),)), thrown(die))
