"""What a seat may know: its own side, and of the enemy which hexes he stands in (base: stacks face down; 4, 5, 10.5).

Reading 73 of docs/rules/con.md applies here.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.agenda import seen_agenda
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.state import FRENCH, GONE, HIDDEN, OTHER, Fight, Lead, State, Troop, Vedette

_LEAD = Lead(HIDDEN)


def redact(x: Context, s: State, side: int | None) -> State:
    """A state without what a side can't see; None is a spectator, who sees what both see."""
    hidden = tuple(n for n in (FRENCH, OTHER) if n != side)
    points = tuple([-1 if army.side in hidden else p for army, p in zip(x.setting.armies, s.points, strict=True)])
    wasted = (0 if FRENCH in hidden else s.wasted[0], 0 if OTHER in hidden else s.wasted[1])
    fights = tuple([_chit(fight, hidden) for fight in s.fights])
    reports = tuple([report for report in s.reports if report.side not in hidden])
    agenda = seen_agenda(x, s, side)
    known = {"points": points, "wasted": wasted, "fights": fights, "reports": reports, "agenda": agenda}
    if not x.options.hidden:
        return replace(s, **known)
    layout = x.layout(s).seen(hidden)
    seen = replace(s, **known, **_face_down(x, s, hidden), unseen=layout.named(hidden, s.unseen))
    x.layouts.note(seen, layout)
    return seen


def _face_down(x: Context, s: State, hidden: tuple[int, ...]) -> dict[str, tuple[Any, ...]]:
    """The pieces of some sides are left out."""
    of = x.seen.of
    return {
        "leaders": of(("leaders", hidden), (s.leaders,), lambda: _leaders(x, s, hidden)),
        "units": of(("units", hidden), (s.units,), lambda: _units(x, s, hidden)),
        "vedettes": of(("vedettes", hidden), (s.vedettes,), lambda: _vedettes(x, s, hidden)),
    }


def _leaders(x: Context, s: State, hidden: tuple[int, ...]) -> tuple[Lead, ...]:
    rows = zip(s.leaders, x.leader_side, strict=True)
    return tuple([_LEAD if side in hidden and lead.at != GONE else lead for lead, side in rows])


def _units(x: Context, s: State, hidden: tuple[int, ...]) -> tuple[Troop, ...]:
    # The units of a side stand together in the setting: a few runs of them take the place of a hundred looks.
    return tuple(
        chain.from_iterable(
            [x.blanks[first:last] if side in hidden else s.units[first:last] for side, first, last in x.runs]
        )
    )


def _vedettes(x: Context, s: State, hidden: tuple[int, ...]) -> tuple[Vedette, ...]:
    return tuple([v for v in s.vedettes if x.unit_side[v.unit] not in hidden])


def _chit(fight: Fight, hidden: tuple[int, ...]) -> Fight:
    """A combat with the chits and stakes of some sides covered, until it has been fought."""
    if fight.done:
        return fight
    guesses = tuple(
        "?" if side in hidden and fight.guesses[side] and not fight.kind else fight.guesses[side] for side in (0, 1)
    )
    stakes = tuple(() if side in hidden else fight.stakes[side] for side in (0, 1))
    return replace(fight, guesses=(guesses[0], guesses[1]), stakes=(stakes[0], stakes[1]))
