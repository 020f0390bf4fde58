"""5. Units that move together: what they may spend, where they get, where they may end.

Readings 9, 13, 16, 49 and 59 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.tactical.command.limits import Gate, Limit, leaves_zoc, limit_of
from napwidgets.systems.tactical.core.arms import FOOT, HORSE
from napwidgets.systems.tactical.core.ruleset import full as no_room
from napwidgets.systems.tactical.core.state import (
    BOMBARDED,
    CHARGED,
    ENTERED_ZOC,
    OFF,
    State,
    Unit,
)
from napwidgets.systems.tactical.ground.context import Context, refuse
from napwidgets.systems.tactical.ground.country import NEVER
from napwidgets.systems.tactical.ground.reach import Reach
from napwidgets.systems.tactical.moving.reinforcements import entry_of


class Group(NamedTuple):
    """Units that move together, with what they may do as a group: the strictest of their limits.

    ``free_zoc`` is how many enemy ZOC hexes they may still enter without having to stop (5.4).
    """

    units: tuple[int, ...]
    start: int
    side: int
    walk: int
    budget: int
    mounted: bool
    limit: Limit
    limits: tuple[Limit, ...]
    waiting: bool
    free_zoc: int


def movable(x: Context, s: State, u: int) -> bool:
    """Whether a unit of the acting formation can still move at all (5.4, 7.7, 8.1)."""
    unit = s.units[u]
    if unit.hex == OFF:
        return x.due(s, u)
    return unit.hex >= 0 and not stuck(x, s, u)


def movers(x: Context, s: State) -> list[int]:
    """The units of the acting formations that can still move."""
    notes = x.notes(s, x.acting_side(s))
    known: list[int] | None = notes.get(("movers",))
    if known is None:
        known = notes[("movers",)] = _movers(x, s)
    return known


def _movers(x: Context, s: State) -> list[int]:
    acting = x.acting(s)
    if not acting:
        return []
    # What all of them ask is looked up once.
    side = x.acting_side(s)
    units, zoc, allowance = s.units, x.ground.layout(s).zoc[1 - side], x.allowances(s, side).get
    return [
        u
        for u in acting
        if (x.due(s, u) if units[u].hex < 0 else not _stuck(x, s, u, units[u], allowance(u) or x.allowance(s, u), zoc))
    ]


def stuck(x: Context, s: State, u: int) -> str:
    """What holds a unit on the map, as a key of the words for it; empty if it can move."""
    return _stuck(x, s, u, s.units[u], x.allowance(s, u), x.ground.layout(s).zoc[1 - x.infos[u].side])


def _stuck(x: Context, s: State, u: int, unit: Unit, allowance: int, zoc: bytes) -> str:
    if unit.marks & CHARGED:
        return "charged"
    if unit.marks & BOMBARDED:
        return "bombarded"
    if unit.spent >= allowance:
        return "spent"
    if zoc[unit.hex]:
        if unit.spent and not (x.infos[u].mounted and unit.marks & ENTERED_ZOC == 0):
            return "stopped"
        if not leaves_zoc(x, s, u):
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


def group_of(x: Context, s: State, units: Iterable[int]) -> Group:
    """Units as a group; raises `IllegalMove` if they can't move together."""
    chosen = tuple(sorted(set(units)))
    notes = x.notes(s, x.acting_side(s))
    known: Group | None = notes.get(("group", chosen))
    if known is None:
        known = notes["group", chosen] = _group(x, s, chosen)
    return known


def _group(x: Context, s: State, chosen: tuple[int, ...]) -> Group:
    able = movers(x, s)
    if not chosen or not set(chosen).issubset(able):
        raise _why_not(x, s, chosen)
    first = s.units[chosen[0]].hex
    if len(chosen) > 1 and any(s.units[u].hex != first for u in chosen):
        raise _apart(x, chosen)
    waiting = first == OFF
    infos = [x.infos[u] for u in chosen]
    start = entry_of(x, s, chosen[0]) if waiting else first
    if waiting and any(entry_of(x, s, u) != start for u in chosen):
        raise refuse("apart", f"{x.unit_names(chosen)} don't enter at the same hex.", "9")
    limits = tuple([limit_of(x, s, u) for u in chosen])
    limit = limits[0]
    for other in limits[1:]:
        limit = limit.both(other)
    mounted = all(i.mounted for i in infos)
    return Group(
        chosen,
        start,
        infos[0].side,
        HORSE if HORSE in [i.walk for i in infos] else FOOT,
        min([x.allowance(s, u) - s.units[u].spent for u in chosen]),
        mounted,
        limit,
        limits,
        waiting,
        int(mounted and not any(s.units[u].marks & ENTERED_ZOC for u in chosen)),
    )


def _why_not(x: Context, s: State, chosen: tuple[int, ...]) -> IllegalMove:
    """Why some units, of whom not all are `movers`, can't move."""
    count, acting = len(s.units), set(x.acting(s))
    if not chosen or not all(0 <= u < count for u in chosen):
        return refuse("nobody", "Choose units of the acting formation first.", "4.4")
    for u in chosen:
        if u not in acting:
            return refuse("not-acting", f"{x.infos[u].name} is not part of the acting formation.", "4.4")
    first = s.units[chosen[0]].hex
    if any(s.units[u].hex != first for u in chosen):
        return _apart(x, chosen)
    if first == OFF:
        late = next(u for u in chosen if not x.due(s, u))
        return refuse("not-due", f"{x.infos[late].name} has not arrived yet.", "9")
    stays = next(u for u in chosen if stuck(x, s, u))
    code, words, cites = _STUCK[stuck(x, s, stays)]
    return refuse(code, f"{x.infos[stays].name} {words}", *cites)


def _apart(x: Context, chosen: tuple[int, ...]) -> IllegalMove:
    return refuse("apart", f"{x.unit_names(chosen)} don't stand together.", "5")


def reach_of(x: Context, s: State, g: Group, along: tuple[int, ...] = ()) -> Reach:
    """Where a group can get by its movement points alone."""
    layout = x.ground.layout(s)
    leaving = 0
    if layout.zoc[1 - g.side][g.start] and not g.mounted and not g.waiting:
        last = len(layout.at.get(g.start, ())) <= len(g.units)
        leaving = x.tables.limits["zoc leaving cost"] if last else 0
    if layout.zoc[1 - g.side][g.start] and not g.waiting and any(x.rules.slips(x, s, u) for u in g.units):
        leaving = x.tables.limits["zoc leaving cost"]
    first = x.setting.entry_rate(g.start, g.walk, g.limit.road) if g.waiting else 0
    return x.ground.reach(
        s,
        g.start,
        g.side,
        g.walk,
        g.budget,
        road=g.limit.road,
        free_zoc=g.free_zoc,
        may_enter_zoc=g.limit.enter_zoc,
        may_leave_zoc=g.limit.leave_zoc or g.waiting,
        allowed=g.limit.ground,
        along=along,
        leaving=leaving,
        first_cost=first,
        filled=x.rules.filled(x, s, g.side),
    )


class Ends(NamedTuple):
    """Where a group may end its move, of the hexes that it can reach: stacking, orders, command range.

    Not in ``start``, in ``closed``, or where there is no ``room`` beside who stands there.
    """

    start: int
    at: dict[int, tuple[int, ...]]
    room: Callable[[Sequence[int]], bool]
    closed: frozenset[int]
    gates: tuple[Gate, ...]

    def among(self, hexes: Iterable[int]) -> list[int]:
        """Those of some hexes in which the move may end, in the same order."""
        start, at, room, closed = self.start, self.at, self.room, self.closed
        found = [h for h in hexes if h != start and h not in closed and (h not in at or room(at[h]))]
        for gate in self.gates:
            found = gate.among(found)
        return found


def ends_of(x: Context, s: State, g: Group) -> Ends:
    """Where a group may end its move."""
    notes = x.notes(s, g.side)
    known: Ends | None = notes.get(("ends", g.units))
    if known is None:
        known = notes["ends", g.units] = _ends(x, s, g)
    return known


def _ends(x: Context, s: State, g: Group) -> Ends:
    layout = x.ground.layout(s)
    ends = Ends(
        OFF if g.waiting else g.start,
        layout.at,
        x.room_for(s, g.units),
        _closed(x, s, g),
        tuple([limit.gate(x, s, u) for u, limit in zip(g.units, g.limits, strict=True)]),
    )
    if g.limit.in_command or g.waiting:
        return ends
    back = [_way_back(x, s, g, u, ends) for u, limit in zip(g.units, g.limits, strict=True) if not limit.in_command]
    return ends._replace(gates=(*ends.gates, *back))


def _closed(x: Context, s: State, g: Group) -> frozenset[int]:
    """Hexes in which a group ends no move: those that are filled, and ZOC once a probe has brought up enough (20.2)."""
    filled = x.rules.filled(x, s, g.side)
    if _quota_left(x, s, g) >= len(g.units):
        return filled
    return x.ground.layout(s).held[1 - g.side].zoc_hexes | filled


def _way_back(x: Context, s: State, g: Group, u: int, ends: Ends) -> Gate:
    """Where a unit out of command range may end: as near to the range as it can get now (20.1, reading 59)."""
    inside = x.range_of(s, u)
    if any(inside):
        gap: Sequence[int] = x.ground.way_to(s, inside, g.start, g.side, g.walk, g.limit.road)
    elif (leader := x.leader_hex(s, x.command_of(s, u))) >= 0:
        gap = x.board.distances[leader]
    else:
        return Gate((inside,))
    cost = reach_of(x, s, g).cost
    least = min((gap[h] for h in ends.among(cost) if cost[h] <= g.budget), default=NEVER)
    return Gate((), lambda to: gap[to] == least < gap[g.start])


def _quota_left(x: Context, s: State, g: Group) -> int:
    """How many more units a probe may bring into enemy ZOC (20.2)."""
    if not g.limit.quota:
        return len(g.units)
    zoc = x.ground.layout(s).zoc[1 - g.side]
    inside = [u for u in x.governs(s, x.command_of(s, g.units[0])) if u not in g.units and zoc[s.units[u].hex]]
    return g.limit.quota - len(inside)


def why_not_there(x: Context, s: State, g: Group, to: int) -> IllegalMove | None:
    """Why a group may not end its move in a hex that it can reach, if so."""
    if ends_of(x, s, g).among((to,)):
        return None
    if to == g.start and not g.waiting:
        return refuse("no-move", "That is where they stand.", "5")
    full = to in x.rules.filled(x, s, g.side)
    if full or not x.room_for(s, g.units)(x.ground.layout(s).at.get(to, ())):
        return refuse("stacking", no_room(x.rules, x.tables, x.place(to)), x.rules.room_cite)
    for u, limit in zip(g.units, g.limits, strict=True):
        problem = limit.why_not(x, s, u, to)
        if problem:
            return problem
    if not g.limit.in_command:
        why = f"{x.unit_names(g.units)} must come back into command range as quickly as possible."
        return refuse("command", why, "20.1")
    return refuse("probe", "A probe has at most two units in enemy ZOC.", "20.2")


def enters_zoc(x: Context, s: State, u: int) -> bool:
    """Whether a unit could move into an enemy ZOC now."""
    try:
        g = group_of(x, s, (u,))
    except IllegalMove:
        return False
    zoc = x.ground.layout(s).zoc[1 - g.side]
    return bool(ends_of(x, s, g).among(h for h in reach_of(x, s, g).cost if zoc[h]))
