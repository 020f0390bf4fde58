"""Words and colours as the screen knows them."""

from __future__ import annotations

from napwidgets.systems.jdg.command.administration import Administration, CommandPoints
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.sequence import BeginTurn, PlayerTurns
from napwidgets.systems.jdg.state import FRENCH, State, door_of
from napwidgets.systems.telling import counted as counted
from napwidgets.systems.telling import signed as signed

#: What is still to come as long as no side's command has been looked at for the turn.
_UNFOUND = (BeginTurn, PlayerTurns, Administration, CommandPoints)

#: Signs that stand for ranks, from one star.
STARS = "★"


def side_colour(x: Context, side: int) -> str:
    """The colours of a side's counters face down."""
    default = "france" if side == FRENCH else "russia"
    return x.setting.scenario.colours.get(x.setting.sides[side], default)


def colour(x: Context, i: int) -> str:
    """The colours of a counter: its nation's, or its side's."""
    return x.pieces[i].nation or side_colour(x, x.sides[i])


def commanded(x: Context, s: State, side: int) -> bool:
    """Whether a side's command has been looked at for its turn, and is not hidden from who looks (4.3, 4.5)."""
    seen = any(points >= 0 for points, whose in zip(s.points, x.setting.budget_side, strict=False) if whose == side)
    return side == s.active and seen and not any(isinstance(step, _UNFOUND) for step in s.agenda)


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
