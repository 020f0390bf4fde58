"""19.1, 19.5, 20.2. How leaders ride and headquarters move.

Reading 54 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from collections.abc import Callable

from napwidgets.systems.tactical.command.leaders import ride_cost
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.arms import FOOT, HORSE
from napwidgets.systems.tactical.core.state import (
    State,
)
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.reach import EVERY, Reach


def leader_reach(x: Context, s: State, i: int) -> Reach:
    """Where a leader can ride: at cavalry cost, on roads, never into a ZOC without friends (19.1, reading 54)."""
    side = x.setting.leader_side[i]
    friends = x.ground.friends(s, side)
    budget = max(ride_cost(x, s.leaders[i], i), 0)
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


def bound(x: Context, s: State, c: int) -> bool:
    """Whether the leader of a formation may not ride."""
    order = s.commands[c].order
    posted = x.options.order_markers and not x.options.advanced_targets and order.kind in ("defend", "delay")
    return order.kind == "reserve" or (posted and order.since != s.turn)


def may_ride(x: Context, s: State, i: int) -> Callable[[int], bool]:
    """Where the orders let a leader ride: that of a formation that defends keeps near the place, or comes nearer
    (20.2).
    """
    orders = [s.commands[c].order for c in s.active if x.setting.commands[c].leader == i]
    fields = [x.ground.field(o.target) for o in orders if o.kind == "defend" and o.target >= 0]
    if not fields:
        return lambda to: True
    here, limit = s.leaders[i].hex, x.tables.limits["command range"]
    return lambda to: all(field[to] <= limit or field[to] < field[here] for field in fields)


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
