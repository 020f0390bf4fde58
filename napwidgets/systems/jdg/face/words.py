"""Words and colours as the screen knows them."""

from __future__ import annotations

from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.state import FRENCH, State, door_of
from napwidgets.systems.telling import counted as counted
from napwidgets.systems.telling import percent as percent
from napwidgets.systems.telling import signed as signed

#: Signs that stand for ranks, from one star.
STARS = "★"


def side_colour(x: Context, side: int) -> str:
    """The colours of a side's counters face down."""
    default = "france" if side == FRENCH else "russia"
    return x.setting.scenario.colours.get(x.setting.sides[side], default)


def colour(x: Context, i: int) -> str:
    """The colours of a counter: its nation's, or its side's."""
    return x.pieces[i].nation or side_colour(x, x.sides[i])


def commanded(s: State, side: int) -> bool:
    """Whether a side's command has been looked at: it is its turn, and points have been thrown for (4.3, 4.5)."""
    return side == s.active and any(points > 0 for points in s.points)


def symbol(x: Context, i: int) -> str:
    """The symbol on a counter."""
    return str(x.pieces[i].kind)


def values(x: Context, s: State, i: int) -> str:
    """The figures on a counter: strength and cohesion, or a leader's values, or the guns of a reserve."""
    piece = x.pieces[i]
    if piece.leader is not None:
        return f"{piece.leader.command}"
    if piece.values is None:
        return "?"
    if piece.kind == "artillery":
        return f"+{piece.values.artillery}"
    return f"{s.counters[i].strength}-{piece.values.cohesion}"


def spot(x: Context, place: int) -> int:
    """A place on the screen: a box, the box behind a connection off the map, or -1."""
    door = door_of(place)
    return x.network.entries[door].place if door >= 0 else max(place, -1)
