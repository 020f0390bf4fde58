"""19.1, 19.5, 20.2. How leaders ride and headquarters move.

Reading 54 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.tactical.command.leaders import ride_cost
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.arms import FOOT, HORSE
from napwidgets.systems.tactical.core.state import (
    State,
)
from napwidgets.systems.tactical.ground.context import Context, refuse
from napwidgets.systems.tactical.ground.reach import EVERY, FAR, Reach
from napwidgets.systems.telling import counted


def leader_reach(x: Context, s: State, i: int, most: int | None = None) -> Reach:
    """Where a leader can ride: at cavalry cost, on roads, never into a ZOC without friends (19.1, reading 54); with
    ``most`` half movement points, by default with those that he has.
    """
    side = x.setting.leader_side[i]
    friends = x.ground.friends(s, side)
    budget = max(ride_cost(x, s.leaders[i], i), 0) if most is None else most
    return x.ground.reach(
        s,
        s.leaders[i].hex,
        side,
        HORSE,
        budget,
        road=True,
        free_zoc=EVERY,
        may_enter_zoc=False,
        may_leave_zoc=True,
        allowed=friends,
    )


def why_not_ridden(x: Context, s: State, i: int, to: int) -> IllegalMove | None:
    """Why a leader can't get to a hex, if so."""
    if to in leader_reach(x, s, i).cost:
        return None
    name, place = x.setting.leaders[i].name, x.place(to)
    takes = leader_reach(x, s, i, FAR).cost.get(to)
    if takes is None:
        return refuse("leader", f"{name} can't get to {place}: no way leads there but through the enemy.", "19.1")
    left = max(ride_cost(x, s.leaders[i], i), 0)
    needed = counted(takes / 2, "movement point")
    return refuse("leader", f"{place} takes {needed}, and {name} has {left / 2:g}.", "19.1")


def bound(x: Context, s: State, c: int) -> bool:
    """Whether the leader of a formation may not ride."""
    order = s.commands[c].order
    posted = x.options.order_markers and not x.options.advanced_targets and order.kind in ("defend", "delay")
    return order.kind == "reserve" or (posted and order.since != s.turn)


def rides_among(x: Context, s: State, i: int, hexes: list[int]) -> list[int]:
    """To which of some hexes the orders let a leader ride: that of a formation that defends keeps near the place, or
    comes nearer (20.2).
    """
    orders = [s.commands[c].order for c in s.active if x.setting.commands[c].leader == i]
    here, limit = s.leaders[i].hex, x.tables.limits["command range"]
    for order in orders:
        if order.kind == "defend" and order.target >= 0:
            field = x.ground.toward(order.target, here, limit)
            most = max(limit, field[here] - 1)
            hexes = [h for h in hexes if field[h] <= most]
    return hexes


def ride(x: Context, s: State, move: m.GoLeader) -> State:
    leader = s.leaders[move.leader]
    cost = leader_reach(x, s, move.leader).cost[move.to]
    return s.leader(move.leader, hex=move.to, spent=leader.spent + cost, moved=True)


def hq_reach(x: Context, s: State, q: int) -> Reach:
    """Where an HQ can move (19.5): at foot pace on roads, never into an enemy ZOC without friends."""
    side = x.setting.hq_side[q]
    friends = x.ground.friends(s, side)
    return x.ground.reach(
        s,
        s.hqs[q].hex,
        side,
        FOOT,
        x.setting.hqs[q].mp * 2,
        road=True,
        free_zoc=EVERY,
        may_enter_zoc=False,
        may_leave_zoc=True,
        allowed=friends,
    )
