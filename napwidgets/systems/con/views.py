"""What a seat may know: its own side, and of the enemy which hexes he stands in (base: stacks face down; 4, 5, 10.5).

Reading 73 of docs/rules/con.md applies here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.agenda import seen_agenda
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.state import FRENCH, GONE, HIDDEN, OTHER, Fight, Lead, State, Troop

_LEAD, _TROOP = Lead(HIDDEN), Troop(HIDDEN)


def redact(x: Context, s: State, side: int | None) -> State:
    """A state without what a side can't see; None is a spectator, who sees what both see."""
    hidden = tuple(n for n in (FRENCH, OTHER) if n != side)
    if x.options.hidden:
        s = _face_down(x, s, hidden)
    points = tuple(-1 if x.setting.armies[n].side in hidden else p for n, p in enumerate(s.points))
    wasted = (0 if FRENCH in hidden else s.wasted[0], 0 if OTHER in hidden else s.wasted[1])
    fights = tuple(_chit(fight, hidden) for fight in s.fights)
    reports = tuple(report for report in s.reports if report.side not in hidden)
    agenda = seen_agenda(x, s, side)
    return replace(s, points=points, wasted=wasted, fights=fights, reports=reports, agenda=agenda)


def _face_down(x: Context, s: State, hidden: tuple[int, ...]) -> State:
    """The pieces of some sides are left out; the hexes they stand in are named."""
    of, led, in_line = x.seen.of, x.leader_side, x.unit_side
    return replace(
        s,
        leaders=of(
            ("leaders", hidden),
            (s.leaders,),
            lambda: tuple(
                _LEAD if led[i] in hidden and lead.at != GONE else lead for i, lead in enumerate(s.leaders)
            ),
        ),
        units=of(
            ("units", hidden),
            (s.units,),
            lambda: tuple(_TROOP if in_line[u] in hidden else troop for u, troop in enumerate(s.units)),
        ),
        vedettes=of(
            ("vedettes", hidden),
            (s.vedettes,),
            lambda: tuple(v for v in s.vedettes if in_line[v.unit] not in hidden),
        ),
        unseen=of(
            ("unseen", hidden),
            (x.layout(s).stacks, s.unseen),
            lambda: tuple(sorted(_stacks(x, s, hidden).union(s.unseen))),
        ),
    )


def _stacks(x: Context, s: State, sides: tuple[int, ...]) -> set[tuple[int, int]]:
    """The hexes where some sides stand, with the side."""
    return {(at, side) for side in sides for at in x.layout(s).stacks[side]}


def _chit(fight: Fight, hidden: tuple[int, ...]) -> Fight:
    """A combat with the chits and stakes of some sides covered, until it has been fought."""
    if fight.done:
        return fight
    guesses = tuple(
        "?" if side in hidden and fight.guesses[side] and not fight.kind else fight.guesses[side] for side in (0, 1)
    )
    stakes = tuple(() if side in hidden else fight.stakes[side] for side in (0, 1))
    return replace(fight, guesses=(guesses[0], guesses[1]), stakes=(stakes[0], stakes[1]))
