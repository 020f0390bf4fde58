"""4.3, 4.6. Who is in command: lines of communication from the leaders of an army to its counters.

Readings 21 and 24 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.layout import Leg
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import ALONE, LED, LOOSE, Counter, State


class Chain(Struct, frozen=True, eq=False):
    """How the counters of an army stand to its commander-in-chief (``found``), and the boxes that lines from its
    leaders reach, of those in command and of the others. It rests on where its ``counters`` stand, and on the ``lines``
    of its leaders, which are the same as long as the ``ground`` is: who bars it, and what its links cost.
    """

    counters: tuple[Counter, ...]
    ground: tuple[object, object]
    lines: tuple[tuple[int, Mapping[int, Leg]], ...]
    found: Mapping[int, int]
    reach: Mapping[int, set[int]]


def contacts_of(x: Context, s: State, side: int) -> Mapping[int, int]:
    """How every counter of a side on the map stands to its commander-in-chief (4.3, 4.6)."""
    known, key = x.layout(s).contacts, (side, x.barred(s), s.weather.name)
    found = known.get(key)
    if found is None:
        found = known[key] = _contacts(x, s, side)
    return found


def _contacts(x: Context, s: State, side: int) -> dict[int, int]:
    found: dict[int, int] = {}
    chains = [_chain(x, s, n) for n, army in enumerate(x.setting.armies) if army.side == side]
    for chain in chains:
        found.update(chain.found)
    for i in x.of_side[side]:
        at = s.counters[i].at
        if at >= 0 and x.army_of(s, i) < 0:
            # A dummy passes for a unit of whichever army has a line to it (7.1).
            able = not x.pieces[i].independent
            reaches = ((state, boxes) for chain in chains if able for state, boxes in chain.reach.items())
            found[i] = max((state for state, boxes in reaches if at in boxes), default=ALONE)
    return found


def hears(x: Context, s: State, i: int) -> bool:
    """Whether a counter has a line to its commander-in-chief, or to a general who has one (6.5.1, 6.5.2). Only its own
    army is asked.
    """
    army, at = x.army_of(s, i), s.counters[i].at
    if army < 0:
        return contacts_of(x, s, x.sides[i]).get(i, ALONE) == LED
    chain = _chain(x, s, army)
    led = chain.found.get(i, ALONE) == LED
    if led or x.pieces[i].leader is None:
        return led
    return any(at in line for n, line in chain.lines if chain.found[n] == LED)


def _chain(x: Context, s: State, army: int) -> Chain:
    """An army's chain: that of a position before, if its counters stand where they stood and the lines of its leaders
    reach as far.
    """
    side = x.setting.armies[army].side
    ground, last = (x.forces(s, other(side)), x.web(s)), x.remembered.get(("chain", army))
    if last is not None:
        same = last.ground[0] is ground[0] and last.ground[1] is ground[1]
        if same and last.counters is s.counters:
            kept: Chain = last
            return kept
        if _stands(x, s, army, side, last.counters) and (
            same or all(x.lines_from(s, s.counters[i].at, side) is line for i, line in last.lines)
        ):
            found = Chain(s.counters, ground, last.lines, last.found, last.reach)
            x.remembered["chain", army] = found
            return found
    found = _made(x, s, army, side, ground)
    x.remembered["chain", army] = found
    return found


def _stands(x: Context, s: State, army: int, side: int, before: Sequence[Counter]) -> bool:
    """Whether all counters of an army stand where they stood, and it has no others."""
    sides, now = x.sides, s.counters
    moved = [i for i in x.differing(before, now) if sides[i] == side]
    moved = [i for i in moved if before[i].at != now[i].at or before[i].origin != now[i].origin]
    # A Detachment belongs where its unit of origin does, which may be another one now.
    return not any(x.pieces[i].spare or x.army_of(s, i) == army for i in moved)


def _made(x: Context, s: State, army: int, side: int, ground: tuple[object, object]) -> Chain:
    """How the counters of an army stand to its commander-in-chief."""
    counters = s.counters
    members = [i for i in x.of_side[side] if counters[i].at >= 0 and x.army_of(s, i) == army]
    heads = [i for i in members if x.pieces[i].leader is not None]
    lines = {i: x.lines_from(s, counters[i].at, side) for i in heads}
    chief = x.chief(s, army)
    found: dict[int, int] = {}
    direct = set(lines.get(chief, ()))
    reach: dict[int, set[int]] = {LED: set(direct), LOOSE: set()}
    for i in heads:
        led = i == chief or counters[i].at in direct
        found[i] = LED if led else ALONE
        if i != chief:
            reach[LED if led else LOOSE].update(lines[i])
    for i in members:
        if x.pieces[i].leader is None:
            at = counters[i].at
            state = LED if at in reach[LED] else LOOSE if at in reach[LOOSE] else ALONE
            found[i] = ALONE if x.pieces[i].independent else state
    return Chain(counters, ground, tuple(lines.items()), found, reach)
