"""10. Games with more than two players: a player for each budget of a side, and who of them has to decide.

The players of a side share their counters' faces, the event cards and the dummies; each has his own armies and command
points. Where a side is one player nothing here changes anything. Readings 76 to 78 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.state import FRENCH, State, TeamState, door_of
from napwidgets.systems.jdg.step import Choice


def seat_of(x: Context, s: State, i: int) -> int:
    """The player of a counter: of its army; dummies and what belongs nowhere are the first player's (reading 77)."""
    found = _of_army(x, s, i)
    return found if found >= 0 else first(x, s, x.sides[i])


def _of_army(x: Context, s: State, i: int) -> int:
    army = x.army_of(s, i)
    return x.setting.seat_of_budget.get(x.army(army).budget, -1) if army >= 0 else -1


def first(x: Context, s: State, side: int) -> int:
    """The first of a side's players who has any of his army in play: he speaks for the side (reading 77)."""
    seats = x.setting.seats_of(side)
    if len(seats) == 1:
        return seats[0]
    there = [i for i, c in enumerate(s.counters) if (c.at >= 0 or door_of(c.at) >= 0) and x.sides[i] == side]
    return next((seat for seat in seats if any(_of_army(x, s, i) == seat for i in there)), seats[0])


def seat_for(x: Context, s: State, side: int, pieces: Sequence[int]) -> int:
    """The player who decides for counters: the highest leader's, else the first unit's, else the side's first."""
    mine = [i for i in pieces if x.sides[i] == side]
    armed = [i for i in mine if x.army_of(s, i) >= 0]
    lead = [*x.leaders(mine), *armed][:1]
    return seat_of(x, s, lead[0]) if lead else first(x, s, side)


def own(x: Context, s: State, side: int, pieces: Iterable[int]) -> list[int]:
    """Those of a side's counters that belong to its player who is to act."""
    if not isinstance(s, TeamState):
        return list(pieces)
    return [i for i in pieces if seat_of(x, s, i) == s.floor[side]]


def held_by(x: Context, s: State, side: int, boxes: Iterable[int]) -> list[int]:
    """Those of a side's boxes where its player who is to act has counters in the field."""
    if not isinstance(s, TeamState):
        return list(boxes)
    return [box for box in boxes if own(x, s, side, x.afield(s, box, side))]


def payers(x: Context, s: State, side: int) -> tuple[int, ...]:
    """The budgets that a side's player who is to act can draw on."""
    if not isinstance(s, TeamState):
        return tuple(b for b, of in enumerate(x.setting.budget_side) if of == side)
    return x.setting.seat_budgets[s.floor[side]]


def absent(x: Context, s: State, side: int) -> bool:
    """Whether the side's player who is to act has nothing on the map or before it, so that his turn is passed over."""
    return isinstance(s, TeamState) and not in_play(x, s, s.floor[side])


def in_play(x: Context, s: State, seat: int) -> bool:
    """Whether a player has anything on the map or before it."""
    return any((c.at >= 0 or door_of(c.at) >= 0) and seat_of(x, s, i) == seat for i, c in enumerate(s.counters))


def opened(x: Context, s: State) -> State:
    """A first position with the first player of each side to act, where any side has several (10)."""
    if not x.setting.teams:
        return s
    values = {name: getattr(s, name) for name in s.__struct_fields__}
    floor = (x.setting.seats_of(0)[0], x.setting.seats_of(1)[0])
    return TeamState(**values, floor=floor)


def passed(x: Context, s: State, side: int) -> State:
    """A player of a side is done: the next one has the same decision; after the last it leaves the agenda."""
    if not isinstance(s, TeamState):
        return s.pop()
    seats = x.setting.seats_of(side)
    after = seats.index(s.floor[side]) + 1
    then = seats[after % len(seats)]
    floor = (then, s.floor[1]) if side == FRENCH else (s.floor[0], then)
    s = replace(s, floor=floor)
    return s if after < len(seats) else s.pop()


def asked(x: Context, s: TeamState, step: Choice) -> int:
    """The player who must decide a step of the agenda (reading 77)."""
    if step.writer >= 0:
        return step.writer
    side = step.side(x, s)
    return s.floor[side] if step.in_turn else seat_for(x, s, side, step.troops(x, s, side))


def private(x: Context, s: State, seat: int | None) -> State:
    """A side's view as one of its players has it: the others' points and their notes are left out (10)."""
    if not isinstance(s, TeamState):
        return s
    mine = x.setting.seat_budgets[seat] if seat is not None else ()
    points = tuple(p if b in mine else -1 for b, p in enumerate(s.points))
    return replace(s, points=points, notes=tuple(n for n in s.notes if seat is not None and readable(x, n, seat)))


def readable(x: Context, note: Any, seat: int) -> bool:
    """Whether a player may read a note: his own, or one of his side that has come (10)."""
    friends = x.setting.seat_side[note.seat] == x.setting.seat_side[seat]
    return note.seat == seat or (bool(note.read) and friends)
