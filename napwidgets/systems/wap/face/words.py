"""Words, colours and places as the screen knows them: states as names of colours, seas as places beyond the hexes."""

from __future__ import annotations

from napwidgets.systems.telling import counted as counted
from napwidgets.systems.telling import signed as signed
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import FRENCH, State, zone_of

#: What a side is called on counters, for the stripe that says whose they are.
SIDE_WORDS = ("neutral", "french", "english")
#: The sides in a heading.
SIDE_TITLES = ("Neutrals", "The French side", "The English side")


def colour(nation: int) -> str:
    """A state as the name of its colours.

    >>> colour(2), colour(8)
    ('austria', 'north-italy')
    """
    return NATIONS[nation].lower().replace(" ", "-") if nation >= 0 else ""


def points(halves: int) -> str:
    """Half points as people write them.

    >>> points(7), points(4), points(1)
    ('3½', '2', '½')
    """
    whole, rest = divmod(halves, 2)
    return f"{whole or '' if rest else whole}{'½' if rest else ''}"


# Places


def spot(x: Context, place: int) -> int:
    """A place on the screen: a hex, or for a sea zone the number of hexes and the zone's; -1 for neither."""
    zone = zone_of(place)
    return x.board.size + zone if zone else max(place, -1)


def zone_at(x: Context, hex: int) -> int:
    """The sea zone of a place on the screen, 0 for a hex of land."""
    if hex > x.board.size:
        return hex - x.board.size if hex - x.board.size in x.board.zones else 0
    return x.board.sea[hex] if 0 <= hex < x.board.size else 0


def place_title(x: Context, hex: int) -> str:
    """A place on the screen in words."""
    zone = zone_at(x, hex)
    return x.setting.zones[zone].name if zone else x.board.title(hex) if 0 <= hex < x.board.size else ""


def side_of_seat(x: Context, s: State, seat: str | None) -> int:
    """The faction that a seat looks after; a spectator looks with France."""
    if seat not in x.setting.seats:
        return FRENCH
    number = x.setting.seats.index(seat)
    major = next((n for n, k in x.setting.seat_of_major.items() if k == number), 0)
    return s.status[major]
