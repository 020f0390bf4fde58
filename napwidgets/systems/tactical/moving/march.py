"""5 and 7.9. A move along a path: checked hex by hex, made hex by hex, stopped by a reaction charge."""

from __future__ import annotations

import itertools

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.tactical.command.hidden import spied
from napwidgets.systems.tactical.command.leaders import alone, overrun_hex
from napwidgets.systems.tactical.command.limits import march_over
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import (
    ENTERED_ZOC,
    OFF,
    STRIKES,
    State,
    Unit,
)
from napwidgets.systems.tactical.core.step import Underway
from napwidgets.systems.tactical.ground.context import Context, Log, refuse, say
from napwidgets.systems.tactical.ground.country import NEVER
from napwidgets.systems.tactical.ground.reach import EVERY, FAR, Reach
from napwidgets.systems.tactical.ground.views import buried
from napwidgets.systems.tactical.moving.groups import Group, group_of, reach_of, why_not_there
from napwidgets.systems.telling import counted


def check_go(x: Context, s: State, move: m.Go) -> None:
    """Raise `IllegalMove` unless the units may move along the path; the path is checked by `Ground.reach` confined to
    it.
    """
    g = group_of(x, s, move.units)
    _path_costs(x, s, g, move.path)
    problem = why_not_there(x, s, g, move.path[-1])
    if problem:
        raise problem


def _path_costs(x: Context, s: State, g: Group, path: tuple[int, ...]) -> tuple[int, ...]:
    """Half MPs spent at each hex of a path."""
    route = path if g.waiting else (g.start, *path)
    whole = reach_of(x, s, g)
    begin = (whole.cost[g.start],) if g.waiting else ()
    # Most paths are those that the list of moves offers.
    offered = path and route[0] == g.start and whole.cost.get(path[-1], NEVER) <= g.budget
    if offered and whole.path(path[-1]) == route[1:]:
        return begin + whole.costs(path[-1])
    size = x.board.size
    if not path or not all(0 <= h < size for h in path) or len(set(route)) != len(route):
        raise refuse("path", "Give a path of different hexes on the map.", "5")
    if route[0] != g.start:
        raise refuse("entry", f"They enter at {x.place(g.start)}.", "9")
    if any(b not in x.board.neighbours[a] for a, b in itertools.pairwise(route)):
        raise refuse("path", "Each hex of the path must touch the one before.", "5")
    found = reach_of(x, s, g, route).cost
    if found.get(path[-1], NEVER) > g.budget:
        far = next((n for n, h in enumerate(route) if h not in found and h != g.start), len(route) - 1)
        raise _why_blocked(x, s, g, route, far) or _too_far(x, s, g, route)
    return tuple(found[h] for h in path)


def _why_blocked(x: Context, s: State, g: Group, route: tuple[int, ...], far: int) -> IllegalMove | None:
    """What but its cost keeps a group out of a hex of its way, if something does; it can get to the one before."""
    layout = x.ground.layout(s)
    a, b = route[max(far - 1, 0)], route[far]
    where = x.place(b)
    if layout.side[b] == 1 - g.side:
        return refuse("enemy", f"The enemy stands in {where}.", "5")
    if a != b and (not x.setting.passable[b] or x.setting.shut[a][x.board.direction(a, b)]):
        return refuse("terrain", f"There is no way into {where} from there: water without a bridge.", "5.2")
    zoc = layout.zoc[1 - g.side]
    if zoc[b] and not g.limit.enter_zoc and not (g.limit.ground and g.limit.ground[b]):
        return refuse("zoc", f"{where} lies in an enemy ZOC: {g.limit.why_no_zoc}", "5.4", *g.limit.cites)
    entered = [h for h in route[:far] if zoc[h] and h != g.start]
    if len(entered) > g.free_zoc:
        return refuse("zoc", f"They must stop in {x.place(entered[-1])}, in an enemy ZOC.", "5.4")
    return None


def _too_far(x: Context, s: State, g: Group, route: tuple[int, ...]) -> IllegalMove:
    """Why a way that nothing holds up as far as they come is too long: what it takes, and what they have. Where it is
    barred farther on no number of points would do, and that is what they are told.
    """
    cost = _if_free(x, s, g, route).cost
    barred = next((n for n, h in enumerate(route) if h not in cost), None)
    if barred is not None and (why := _why_blocked(x, s, g, route, barred)):
        return why
    where = x.place(route[-1])
    needed = counted(cost.get(route[-1], NEVER) / 2, "movement point")
    return refuse("no-mp", f"{where} takes {needed}, and they have {g.budget / 2:g}.", "5.2", "9")


def _if_free(x: Context, s: State, g: Group, along: tuple[int, ...] = ()) -> Reach:
    """Where a group could get if neither its movement points nor the enemy's zones held it up."""
    first = x.setting.entry_rate(g.start, g.walk, g.limit.road) if g.waiting else 0
    return x.ground.reach(
        s, g.start, g.side, g.walk, FAR, road=g.limit.road, free_zoc=EVERY, may_leave_zoc=True, first_cost=first,
        along=along,
    )  # fmt: skip


def way_if_free(x: Context, s: State, g: Group, to: int) -> tuple[int, ...]:
    """The way on which a group would go to a hex if neither its movement points nor the enemy's zones held it up: who
    wants to know why it can't get there learns it on this way. Where none leads in, it ends beside the hex and in it.
    """
    free = _if_free(x, s, g)
    lead = (g.start,) if g.waiting else ()
    if to in free.cost:
        return lead + free.path(to)
    beside = [n for n in x.board.neighbours[to] if n in free.cost]
    before = min(beside, key=lambda n: free.cost[n], default=-1)
    return (*lead, *(free.path(before) if before >= 0 else ()), to)


def go(x: Context, s: State, move: m.Go) -> State:
    """Start a checked move along its path."""
    g = group_of(x, s, move.units)
    costs = _path_costs(x, s, g, move.path)
    base = tuple(s.units[u].spent for u in g.units)
    return s.push(MoveAlong(g.units, move.path, costs, base, 0, ()))


class MoveAlong(Underway, frozen=True, tag="move-along"):
    """Units move hex by hex, so that a reaction charge can interrupt them anywhere (5, 7.9)."""

    path: tuple[int, ...]
    costs: tuple[int, ...]
    base: tuple[int, ...]
    at: int
    checked: tuple[int, ...]

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        from napwidgets.systems.tactical.fighting.reaction import ReactionOffer, horse_at_hand, may_react

        s = s.pop()
        alive = tuple(u for u in self.units if s.units[u].hex >= 0 or (self.at == 0 and s.units[u].hex == OFF))
        if alive != self.units:
            base = tuple(b for u, b in zip(self.units, self.base, strict=True) if u in alive)
            return s.push(replace(self, units=alive, base=base)) if alive else s
        side = x.infos[self.units[0]].side
        backhand = any(
            2 * (base + self.costs[-1]) > x.allowance(s, u) and not x.infos[u].mounted
            for u, base in zip(self.units, self.base, strict=True)
        )
        # The enemy stands still meanwhile, and his zones depend on nobody else.
        zoc = x.ground.layout(s).zoc[1 - side]
        horse, met, first = horse_at_hand(x, s, 1 - side, self.checked), alone(x, s, 1 - side), self.at
        # Nobody may know whether there is horse in a stack that he can't look into.
        strikers = {s.units[u].hex for u in (*horse, *buried(x, s, 1 - side))}
        for i in range(self.at, len(self.path)):
            h = self.path[i]
            row = x.board.distances[h]
            if h not in met and min([row[at] for at in strikers], default=FAR) > STRIKES:
                # They only pass.
                continue
            s = overrun_hex(x, self._enter(x, s, first, i, zoc), h, side, log)
            # Whoever is put to flight may be met again.
            met, first = alone(x, s, 1 - side), i + 1
            strikers = {s.units[u].hex for u in (*horse, *buried(x, s, 1 - side))}
            if may_react(x, s, h, side, self.checked):
                going = replace(self, at=first)
                return s.push(going, ReactionOffer(1 - side, self.units, h, "move", backhand, self.checked))
        if first < len(self.path):
            s = self._enter(x, s, first, len(self.path) - 1, zoc)
        return self._finish(x, s, log)

    def _enter(self, x: Context, s: State, first: int, last: int, zoc: bytes) -> State:
        """The units in a hex of their way, through which they have come from that with number ``first`` on."""
        through, side = self.path[first : last + 1], x.infos[self.units[0]].side
        marks = ENTERED_ZOC if any(zoc[h] for h in through) else 0
        changes: dict[int, Unit] = {}
        for u, base in zip(self.units, self.base, strict=True):
            unit = s.units[u]
            changes[u] = replace(unit, hex=through[-1], spent=base + self.costs[last], marks=unit.marks | marks)
        s, new = s.many(changes), [h for h in through if s.control[h] != side + 1]
        return s.taken(side, *new) if new else s

    def _finish(self, x: Context, s: State, log: Log) -> State:
        end = s.units[self.units[0]].hex
        start = s.units[self.units[0]].start
        who = x.unit_names(self.units)
        hexes = ((start,) if start >= 0 else ()) + self.path
        say(log, "moved", f"{who} to {x.place(end)}.", "5", hexes=hexes, units=self.units)
        s = march_over(x, s, log, only_quick=True)
        return spied(x, s, x.infos[self.units[0]].side, self.path, log) if s.marches else s
