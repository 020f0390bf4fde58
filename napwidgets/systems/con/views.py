"""What a seat may know: its own side, and of the enemy which hexes he stands in (base: stacks face down; 4, 5, 10.5).

Readings 73 and 79 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from napwidgets.kernel.agenda import seen_agenda
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import (
    FRENCH,
    GONE,
    HIDDEN,
    OTHER,
    RIDERS,
    Fight,
    Lead,
    Report,
    State,
    Troop,
    Vedette,
)
from napwidgets.systems.con.vedettes import found_out

T = TypeVar("T")
#: Sides by number.
Sides: TypeAlias = tuple[int, ...]
#: What is seen of a part of a position with the pieces of some sides face down.
Look: TypeAlias = Callable[[Context, tuple[T, ...], Sides], tuple[T, ...]]
_LEAD = Lead(HIDDEN)
#: A leader of the enemy who is a prisoner; whom he was under nobody learns.
_TAKEN = Lead(GONE)
#: Whose pieces lie face down for each side and for a spectator.
_HIDDEN: dict[int | None, Sides] = {FRENCH: (OTHER,), OTHER: (FRENCH,), None: (FRENCH, OTHER)}


def redact(x: Context, s: State, side: int | None) -> State:
    """A state without what a side can't see; None is a spectator, who sees what both see."""
    hidden = _HIDDEN[side]
    known: dict[str, Any] = {
        "points": _part(x, "points", hidden, s.points, _points),
        "wasted": (0 if FRENCH in hidden else s.wasted[0], 0 if OTHER in hidden else s.wasted[1]),
        "agenda": seen_agenda(x, s, side),
    }
    if s.fights:
        known["fights"] = tuple([_chit(fight, hidden) for fight in s.fights])
    known["reports"] = tuple([report for report in s.reports if report.side not in hidden])
    if not x.options.hidden:
        return replace(s, **known)
    if side is not None:
        riders = found_out(x, s, other(side))
        known["reports"] += tuple([Report(s.turn, side, h, -1, RIDERS, riders[h]) for h in sorted(riders)])
    layout = x.layout(s).seen(hidden)
    seen = replace(
        s,
        **known,
        leaders=_part(x, "leaders", hidden, s.leaders, _leaders),
        units=_part(x, "units", hidden, s.units, _units),
        vedettes=_part(x, "vedettes", hidden, s.vedettes, _vedettes),
        unseen=layout.named(hidden, s.unseen),
    )
    x.layouts.note(seen, layout)
    return seen


def _part(x: Context, name: str, hidden: Sides, part: tuple[T, ...], look: Look[T]) -> tuple[T, ...]:
    """What is seen of a part of a position: what was seen of the very same one before, or what is seen now, which is
    the very same value as before if it is equal, so that what rests on it holds on.
    """
    known = x.seen.get((name, hidden))
    if known is not None and known[0] is part:
        kept: tuple[T, ...] = known[1]
        return kept
    found = look(x, part, hidden)
    if known is not None and known[1] == found:
        found = known[1]
    x.seen[name, hidden] = part, found
    return found


def _points(x: Context, points: tuple[int, ...], hidden: Sides) -> tuple[int, ...]:
    return tuple([-1 if army.side in hidden else p for army, p in zip(x.setting.armies, points, strict=True)])


def _leaders(x: Context, leaders: tuple[Lead, ...], hidden: Sides) -> tuple[Lead, ...]:
    rows = zip(leaders, x.leader_side, strict=True)
    return tuple([(_TAKEN if lead.at == GONE else _LEAD) if side in hidden else lead for lead, side in rows])


def _units(x: Context, units: tuple[Troop, ...], hidden: Sides) -> tuple[Troop, ...]:
    # The units of a side stand together in the setting: a few runs of them take the place of a hundred looks.
    runs = [x.blanks[first:last] if side in hidden else units[first:last] for side, first, last in x.runs]
    return tuple(chain.from_iterable(runs))


def _vedettes(x: Context, vedettes: tuple[Vedette, ...], hidden: Sides) -> tuple[Vedette, ...]:
    return tuple([v for v in vedettes if x.unit_side[v.unit] not in hidden])


def _chit(fight: Fight, hidden: tuple[int, ...]) -> Fight:
    """A combat with the chits and stakes of some sides covered, until it has been fought."""
    if fight.done:
        return fight
    guesses = tuple(
        "?" if side in hidden and fight.guesses[side] and not fight.kind else fight.guesses[side] for side in (0, 1)
    )
    stakes = tuple(() if side in hidden else fight.stakes[side] for side in (0, 1))
    return replace(fight, guesses=(guesses[0], guesses[1]), stakes=(stakes[0], stakes[1]))
