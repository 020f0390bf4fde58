"""Words and colours as the screen knows them, and the place that a move or a decision is about."""

from __future__ import annotations

from typing import Any

from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.scouting import GoBack
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


def aim_of(x: Context, s: State, move: Any) -> int:
    """The box that a move is about, -1 for none."""
    if isinstance(move, (m.March, m.Activate)):
        return move.route[-1] if move.route else -1
    if isinstance(move, (m.Place, m.Fight, m.Entrench)):
        return move.box
    if isinstance(move, (m.Retreat, m.Slip)):
        return move.to
    if isinstance(move, m.Shelter):
        return move.to
    return -1


def stake(x: Context, s: State) -> int:
    """The box that the decision on top is about, -1 for none in particular."""
    top = s.agenda[-1] if s.agenda else None
    clash = getattr(top, "clash", None)
    if clash is not None:
        return int(clash.box)
    if isinstance(top, GoBack):
        return spot(x, top.force.at)
    box = getattr(top, "box", None)
    return int(box) if box is not None else spot(x, getattr(top, "at", -1))
