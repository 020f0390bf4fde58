"""5. Units that move together: what they may spend, where they get, where they may end.

Readings 8, 12, 15 and 45 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from napwidgets.board.hexmap import ROAD, TRAIL
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.nlc.context import Context, refuse
from napwidgets.systems.nlc.limits import Gate, Limit, limit_of
from napwidgets.systems.nlc.reach import Reach
from napwidgets.systems.nlc.reinforcements import due, entry_of
from napwidgets.systems.nlc.setting import FOOT, HORSE
from napwidgets.systems.nlc.state import (
    BOMBARDED,
    CHARGED,
    ENTERED_ZOC,
    OFF,
    State,
)


class Group(NamedTuple):
    """Units that move together, with what they may do as a group: the strictest of their limits."""

    units: tuple[int, ...]
    start: int
    side: int
    walk: int
    budget: int
    cavalry: bool
    limit: Limit
    limits: tuple[Limit, ...]
    waiting: bool


def allowance(x: Context, s: State, u: int) -> int:
    """Half MPs a unit has for the whole action: printed, less one MP if demoralized (22), times the scenario's
    factor.
    """
    info = x.infos[u]
    mp = info.mp
    if x.demoralized(s, info.formation):
        mp -= 2
    for rule in x.setting.special("movement"):
        if rule.turn == s.turn and rule.side == x.setting.sides[info.side]:
            mp *= rule.factor
    return max(mp, 0)


def movable(x: Context, s: State, u: int) -> bool:
    """Whether a unit of the acting formation can still move at all (5.4, 7.7, 8.1)."""
    unit = s.units[u]
    if unit.hex == OFF:
        return due(x, s, u)
    return unit.hex >= 0 and not stuck(x, s, u)


def stuck(x: Context, s: State, u: int) -> str:
    """What holds a unit on the map, as a key of the words for it; empty if it can move."""
    unit = s.units[u]
    if unit.marks & CHARGED:
        return "charged"
    if unit.marks & BOMBARDED:
        return "bombarded"
    if unit.spent >= allowance(x, s, u):
        return "spent"
    if x.ground.in_zoc(s, u):
        if unit.spent and not (x.infos[u].cavalry and unit.marks & ENTERED_ZOC == 0):
            return "stopped"
        if not limit_of(x, s, u).leave_zoc:
            return "held"
    return ""


#: What a refusal says of a unit that is `stuck`: code, words, paragraphs.
_STUCK: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "charged": ("charged", "has charged this turn and can't move.", ("7.7",)),
    "bombarded": ("bombarded", "has bombarded and can't move.", ("8.1",)),
    "spent": ("no-mp", "has no movement points left.", ("5",)),
    "stopped": ("zoc", "has entered an enemy ZOC and must stop.", ("5.4",)),
    "held": (
        "zoc",
        "stands in an enemy ZOC; only Fall Back and Reserve orders let it leave by moving.",
        ("5.4", "20.2"),
    ),
}


def why_stuck(x: Context, s: State, u: int) -> IllegalMove | None:
    """Why a unit on the map can't move, if so."""
    how = stuck(x, s, u)
    if not how:
        return None
    code, words, cites = _STUCK[how]
    return refuse(code, f"{x.infos[u].name} {words}", *cites)


def group_of(x: Context, s: State, units: Iterable[int]) -> Group:
    """Units as a group; raises `IllegalMove` if they can't move together."""
    chosen = tuple(sorted(set(units)))
    notes = x.notes(s)
    known: Group | None = notes.get(("group", chosen))
    if known is None:
        known = notes["group", chosen] = _group(x, s, chosen)
    return known


def _group(x: Context, s: State, chosen: tuple[int, ...]) -> Group:
    count = len(s.units)
    if not chosen or not all(0 <= u < count for u in chosen):
        raise refuse("nobody", "Choose units of the acting formation first.", "4.4")
    acting = set(x.acting(s))
    for u in chosen:
        if u not in acting:
            raise refuse("not-acting", f"{x.infos[u].name} is not part of the acting formation.", "4.4")
    first = s.units[chosen[0]].hex
    if any(s.units[u].hex != first for u in chosen):
        raise refuse("apart", f"{x.unit_names(chosen)} don't stand together.", "5")
    waiting = first == OFF
    for u in chosen:
        if waiting and not due(x, s, u):
            raise refuse("not-due", f"{x.infos[u].name} has not arrived yet.", "9")
        problem = None if waiting else why_stuck(x, s, u)
        if problem:
            raise problem
    infos = [x.infos[u] for u in chosen]
    start = entry_of(x, s, chosen[0]) if waiting else first
    if waiting and any(entry_of(x, s, u) != start for u in chosen):
        raise refuse("apart", f"{x.unit_names(chosen)} don't enter at the same hex.", "9")
    limits = tuple(limit_of(x, s, u) for u in chosen)
    limit = limits[0]
    for other in limits[1:]:
        limit = limit.both(other)
    return Group(
        chosen,
        start,
        infos[0].side,
        HORSE if any(i.walk == HORSE for i in infos) else FOOT,
        min(allowance(x, s, u) - s.units[u].spent for u in chosen),
        all(i.cavalry for i in infos),
        limit,
        limits,
        waiting,
    )


def reach_of(x: Context, s: State, g: Group, along: tuple[int, ...] = ()) -> Reach:
    """Where a group can get by its movement points alone."""
    layout = x.ground.layout(s)
    leaving = 0
    if layout.zoc[1 - g.side][g.start] and not g.cavalry and not g.waiting:
        last = len(layout.at.get(g.start, ())) <= len(g.units)
        leaving = x.tables.limits["zoc leaving cost"] if last else 0
    first = entry_cost(x, g) if g.waiting else 0
    return x.ground.reach(
        s,
        g.start,
        g.side,
        g.walk,
        g.budget,
        road=g.limit.road,
        free_zoc=1 if g.cavalry else 0,
        may_enter_zoc=g.limit.enter_zoc,
        may_leave_zoc=g.limit.leave_zoc or g.waiting,
        allowed=g.limit.ground,
        along=along,
        leaving=leaving,
        first_cost=first,
    )


class Ends(NamedTuple):
    """Where a group may end its move, of the hexes that it can reach: stacking, orders, command range.

    Not in ``start``, in ``closed``, or where more than ``room`` units stand.
    """

    start: int
    at: dict[int, list[int]]
    room: int
    closed: frozenset[int]
    gates: tuple[Gate, ...]

    def among(self, hexes: Iterable[int]) -> list[int]:
        """Those of some hexes in which the move may end, in the same order."""
        start, at, room, closed = self.start, self.at, self.room, self.closed
        found = [h for h in hexes if h != start and h not in closed and (h not in at or len(at[h]) <= room)]
        for gate in self.gates:
            found = gate.among(found)
        return found


def ends_of(x: Context, s: State, g: Group) -> Ends:
    """Where a group may end its move."""
    layout = x.ground.layout(s)
    return Ends(
        OFF if g.waiting else g.start,
        layout.at,
        x.tables.limits["stacking"] - len(g.units),
        layout.held[1 - g.side].zoc_hexes if _quota_left(x, s, g) < len(g.units) else frozenset(),
        tuple([limit.gate(x, s, u) for u, limit in zip(g.units, g.limits, strict=True)]),
    )


def _quota_left(x: Context, s: State, g: Group) -> int:
    """How many more units a probe may bring into enemy ZOC (20.2)."""
    if not g.limit.quota:
        return len(g.units)
    zoc = x.ground.layout(s).zoc[1 - g.side]
    inside = [u for u in x.governs(s, x.command_of(s, g.units[0])) if u not in g.units and zoc[s.units[u].hex]]
    return g.limit.quota - len(inside)


def entry_cost(x: Context, g: Group) -> int:
    """Half MPs to enter the map: at the road or trail rate where one comes in (9)."""
    open_sides = [side for side, n in zip(x.board.sides[g.start], x.board.neighbours[g.start], strict=True) if n < 0]
    if g.limit.road and any(side & ROAD for side in open_sides):
        return 1
    if g.limit.road and any(side & TRAIL for side in open_sides):
        return 2
    return x.setting.base[g.start][g.walk]


def why_not_there(x: Context, s: State, g: Group, to: int) -> IllegalMove | None:
    """Why a group may not end its move in a hex that it can reach, if so."""
    if ends_of(x, s, g).among((to,)):
        return None
    if to == g.start and not g.waiting:
        return refuse("no-move", "That is where they stand.", "5")
    if len(x.ground.layout(s).at.get(to, ())) + len(g.units) > x.tables.limits["stacking"]:
        return refuse("stacking", f"Two units are the most that {x.place(to)} can hold.", "5.3")
    for u, limit in zip(g.units, g.limits, strict=True):
        problem = limit.why_not(x, s, u, to)
        if problem:
            return problem
    return refuse("probe", "A probe has at most two units in enemy ZOC.", "20.2")


def enters_zoc(x: Context, s: State, u: int) -> bool:
    """Whether a unit could move into an enemy ZOC now."""
    try:
        g = group_of(x, s, (u,))
    except IllegalMove:
        return False
    zoc = x.ground.layout(s).zoc[1 - g.side]
    return bool(ends_of(x, s, g).among(h for h in reach_of(x, s, g).cost if zoc[h]))
