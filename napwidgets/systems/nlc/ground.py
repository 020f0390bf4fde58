"""What the map looks like at a moment: who stands where, zones of control, reach, command range (5, 20.1).

All of it is worked out from a state and never stored in one. The last few results are remembered by the identity of
the tuples they come from, which is safe because those never change.

Reading 14 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from heapq import heappop, heappush
from typing import NamedTuple

from napwidgets.board.hexmap import ROAD, TRAIL
from napwidgets.systems.nlc.setting import NEVER, Setting
from napwidgets.systems.nlc.state import State, Unit


class Layout(NamedTuple):
    """Who stands where: ``at[hex]`` lists the units, ``side[hex]`` is -1 or the side of the units there.

    ``zoc[side]`` says for each hex whether it lies in a zone of control of that side (5.4).
    """

    at: dict[int, list[int]]
    side: bytes
    zoc: tuple[bytes, bytes]
    #: Distances to the nearest enemy, and reaches, as they are asked for.
    far: dict[tuple[int, int], int]
    reaches: dict[tuple[object, ...], Reach]
    #: Bit sets of hexes: units of each side, ZOC of each side.
    bits: tuple[int, int]
    zoc_bits: tuple[int, int]


#: Value of ``Layout.side`` for an empty hex.
NOBODY = 255
_EMPTY_BITS = 0
#: Turns ``Layout.side`` into 1 where a side stands and 0 elsewhere.
_STANDS = tuple(bytes(1 if owner == side else 0 for owner in range(256)) for side in (0, 1))
#: As many free ZOC hexes as one likes: the mover never has to stop.
EVERY = 99


class Reach:
    """Where a move can end: ``cost[hex]`` is the least number of half MPs, `path` a way that takes as many."""

    __slots__ = ("_before", "_cost_of", "_node", "_size", "cost", "start")

    def __init__(self, start: int, size: int, cost_of: dict[int, int], before: dict[int, int], layered: bool) -> None:
        self.start, self._size, self._before, self._cost_of = start, size, before, cost_of
        if not layered:
            self.cost = cost_of
            self._node: dict[int, int] | None = None
            return
        cost: dict[int, int] = {}
        node: dict[int, int] = {}
        for at, spent in cost_of.items():
            h = at % size
            if h not in cost or spent < cost[h]:
                cost[h], node[h] = spent, at
        self.cost, self._node = cost, node

    def _nodes(self, h: int) -> list[int]:
        nodes: list[int] = []
        node = h if self._node is None else self._node[h]
        while node != self.start:
            nodes.append(node)
            node = self._before[node]
        nodes.reverse()
        return nodes

    def path(self, h: int) -> tuple[int, ...]:
        """The hexes of the way to ``h``, without the start."""
        if self._node is None:
            return tuple(self._nodes(h))
        size = self._size
        return tuple(node % size for node in self._nodes(h))

    def costs(self, h: int) -> tuple[int, ...]:
        """Half MPs spent at each hex of `path`."""
        return tuple(self._cost_of[node] for node in self._nodes(h))


class Ground:
    """Looks at states of one battle."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._layouts: list[tuple[tuple[Unit, ...], Layout]] = []
        self._ranges: dict[tuple[int, int, int, int], bytes] = {}
        self._bare: dict[int, tuple[bytes, int]] = {}
        self._zones: dict[tuple[int, ...], tuple[bytes, int]] = {}
        self._networks: dict[int, frozenset[int]] = {}
        self._marches: dict[tuple[int, int], dict[int, int]] = {}
        self._fields: dict[int, tuple[int, ...]] = {}

    def layout(self, state: State) -> Layout:
        """The layout of a state."""
        units = state.units
        for known, layout in self._layouts:
            if known is units:
                return layout
        layout = self._layout(units)
        self._layouts.insert(0, (units, layout))
        del self._layouts[3:]
        return layout

    def _layout(self, units: tuple[Unit, ...]) -> Layout:
        at: dict[int, list[int]] = {}
        side = bytearray(b"\xff" * self.setting.board.size)
        infos = self.setting.units
        for u, unit in enumerate(units):
            h = unit.hex
            if h >= 0:
                if h in at:
                    at[h].append(u)
                else:
                    at[h] = [u]
                    side[h] = infos[u].side
        zoc = (self._zoc(at, side, 0), self._zoc(at, side, 1))
        bits = [0, 0]
        for h in at:
            bits[side[h]] |= 1 << h
        return Layout(at, bytes(side), (zoc[0][0], zoc[1][0]), {}, {}, (bits[0], bits[1]), (zoc[0][1], zoc[1][1]))

    def _zoc(self, at: dict[int, list[int]], sides: bytearray, side: int) -> tuple[bytes, int]:
        """Hexes in ZOC of ``side``, also as a bit set: not across rivers without a bridge, not into a chateau (5.4,
        10).
        """
        key = tuple(h for h in at if sides[h] == side)
        crowded = [h for h in self.setting.chateaux if h in at and len(at[h]) > 1]
        if not crowded and key in self._zones:
            return self._zones[key]
        zoc = bytearray(self.setting.board.size)
        bits = 0
        reaching, masks = self.setting.zoc_from, self.setting.zoc_bits
        for h in key:
            bits |= masks[h]
            for n in reaching[h]:
                zoc[n] = 1
        for h in crowded:
            beside = enumerate(self.setting.board.neighbours[h])
            if any(n >= 0 and sides[n] == side and not self.setting.shut[h][d] for d, n in beside):
                zoc[h] = 1
                bits |= 1 << h
        result = (bytes(zoc), bits)
        if not crowded:
            if len(self._zones) > 512:
                self._zones.clear()
            self._zones[key] = result
        return result

    def friends(self, state: State, side: int) -> bytes:
        """1 for each hex with units of a side."""
        return self.layout(state).side.translate(_STANDS[side])

    def in_zoc(self, state: State, u: int) -> bool:
        """Whether a unit stands in an enemy zone of control."""
        h = state.units[u].hex
        return h >= 0 and bool(self.layout(state).zoc[1 - self.setting.units[u].side][h])

    def enemies_beside(self, state: State, h: int, side: int) -> list[int]:
        """Hexes next to ``h`` with units hostile to ``side``, without those across an unbridged river (7.3)."""
        sides = self.layout(state).side
        foe = 1 - side
        neighbours, shut = self.setting.board.neighbours[h], self.setting.shut[h]
        return [n for d, n in enumerate(neighbours) if n >= 0 and sides[n] == foe and not shut[d]]

    def enemy_distance(self, state: State, h: int, side: int) -> int:
        """Distance to the nearest enemy unit in hexes (99 if there is none)."""
        layout = self.layout(state)
        known = layout.far.get((h, side))
        if known is None:
            row, foe = self.setting.board.distances[h], 1 - side
            known = min((row[e] for e in layout.at if layout.side[e] == foe), default=99)
            layout.far[h, side] = known
        return known

    def reach(
        self,
        state: State,
        start: int,
        side: int,
        walk: int,
        budget: int,
        *,
        road: bool = False,
        free_zoc: int = 0,
        may_enter_zoc: bool = True,
        may_leave_zoc: bool = False,
        allowed: bytes = b"",
        along: tuple[int, ...] = (),
        leaving: int = 0,
        first_cost: int = 0,
    ) -> Reach:
        """Where units can get (5).

        ``road`` allows road and trail rates; ``free_zoc`` is how many enemy ZOC hexes may be entered without having
        to stop (cavalry 1); ``leaving`` is the cost of leaving the ZOC hex the move starts in. Where ZOC may not be
        entered, ``allowed`` marks ZOC hexes that may be all the same. ``along`` holds the move to a route, hex by
        hex.
        """
        layout = self.layout(state)
        key = (
            start,
            side,
            walk,
            budget,
            road,
            free_zoc,
            may_enter_zoc,
            may_leave_zoc,
            allowed,
            along,
            leaving,
            first_cost,
        )
        known = layout.reaches.get(key)
        if known is None:
            known = layout.reaches[key] = self._reach(layout, *key)
        return known

    def _reach(
        self,
        layout: Layout,
        start: int,
        side: int,
        walk: int,
        budget: int,
        road: bool,
        free_zoc: int,
        may_enter_zoc: bool,
        may_leave_zoc: bool,
        allowed: bytes,
        along: tuple[int, ...],
        leaving: int,
        first_cost: int,
    ) -> Reach:
        sides, zoc, at = layout.side, layout.zoc[1 - side], layout.at
        size = self.setting.board.size
        layered = 0 < free_zoc < EVERY
        cost_of, before = {start: first_cost}, {start: start}
        if zoc[start]:
            if not may_leave_zoc:
                return Reach(start, size, cost_of, before, False)
            first_cost += leaving
        foe = 1 - side
        route = dict(itertools.pairwise(along))
        steps = self.setting.steps_road[walk] if road else self.setting.steps[walk]
        column = self.setting.options.road_column
        buckets: list[list[int]] = [[] for _ in range(budget + 1)]
        if first_cost <= budget:
            buckets[first_cost].append(start)
        # A node is a hex; with free ZOCs, plus the size of the map for each ZOC hex entered on the way.
        for cost in range(first_cost, budget + 1):
            left = budget - cost
            for node in buckets[cost]:
                if cost_of[node] < cost and node != start:
                    continue
                if layered:
                    layer, h = divmod(node, size)
                    if layer > free_zoc:
                        continue
                    shift = node - h
                else:
                    h, shift = node, 0
                    if zoc[h] and h != start and not free_zoc:
                        continue
                for n, step, slow in steps[h]:
                    if step > left or sides[n] == foe or n == start:
                        continue
                    to = n + shift
                    if zoc[n]:
                        if not may_enter_zoc and not (allowed and allowed[n]):
                            continue
                        if layered:
                            to += size
                    if route and route.get(h) != n:
                        continue
                    if step != slow and n in at and (len(at[n]) >= 2 or (column and step == 1)):
                        step = slow
                        if step > left:
                            continue
                    total = cost + step
                    if to not in cost_of or total < cost_of[to]:
                        cost_of[to] = total
                        before[to] = node
                        buckets[total].append(to)
        return Reach(start, size, cost_of, before, layered)

    def command_range(self, state: State, center: int, side: int) -> bytes:
        """Which hexes lie within command range of a leader in ``center`` (20.1).

        4 MP at the cheapest rate of any terrain, through enemy ZOC only where friendly units stand.
        """
        layout = self.layout(state)
        bare = self._bare.get(center)
        if bare is None:
            plain = self._flood(_EMPTY_BITS, _EMPTY_BITS, _EMPTY_BITS, center)
            bits = sum(1 << h for h, inside in enumerate(plain) if inside)
            bare = self._bare[center] = (plain, bits)
        foes, zoc = layout.bits[1 - side] & bare[1], layout.zoc_bits[1 - side] & bare[1]
        if not foes and not zoc:
            return bare[0]
        key = (center, foes, zoc, layout.bits[side] & zoc)
        known = self._ranges.get(key)
        if known is None:
            if len(self._ranges) > 4096:
                self._ranges.clear()
            known = self._ranges[key] = self._flood(foes, zoc, key[3], center)
        return known

    def _flood(self, foes: int, zoc: int, friends: int, center: int) -> bytes:
        setting = self.setting
        budget = setting.tables.limits["command range"]
        inside = bytearray(setting.board.size)
        cost_to = {center: 0}
        buckets: list[list[int]] = [[] for _ in range(budget + 1)]
        buckets[0].append(center)
        for cost in range(budget + 1):
            for h in buckets[cost]:
                if inside[h]:
                    continue
                inside[h] = 1
                if zoc >> h & 1 and not friends >> h & 1 and h != center:
                    continue
                for n, step in setting.cheapest[h]:
                    total = cost + step
                    if inside[n] or total > budget or foes >> n & 1:
                        continue
                    if total < cost_to.get(n, NEVER):
                        cost_to[n] = total
                        buckets[total].append(n)
        return bytes(inside)

    def march_cost(self, start: int, goals: Iterable[int], walk: int = 1) -> dict[int, int]:
        """Half MPs over the bare map from ``start`` to each of ``goals``, by the best way, roads included (20.6)."""
        known = self._marches.get((start, walk))
        if known is None:
            known = self._marches[start, walk] = self._march_costs(start, walk)
        return {h: known[h] for h in goals if h in known}

    def _march_costs(self, start: int, walk: int) -> dict[int, int]:
        """Half MPs over the bare map from ``start`` to every hex."""
        neighbours, on_road = self.setting.board.neighbours, self.setting.on_road[walk]
        found = {start: 0}
        heap = [(0, start)]
        while heap:
            cost, h = heappop(heap)
            if cost > found[h]:
                continue
            costs = on_road[h]
            for d, n in enumerate(neighbours[h]):
                if n >= 0 and (total := cost + costs[d]) < found.get(n, NEVER):
                    found[n] = total
                    heappush(heap, (total, n))
        return found

    def field(self, target: int) -> tuple[int, ...]:
        """Half MPs of a march from ``target`` to every hex, roads included: smaller is nearer (20.2)."""
        known = self._fields.get(target)
        if known is None:
            costs = self.march_cost(target, range(self.setting.board.size), walk=0)
            known = self._fields[target] = tuple(costs.get(h, NEVER) for h in range(self.setting.board.size))
        return known

    def on_roads_from(self, start: int) -> frozenset[int]:
        """Hexes on roads and trails connected with ``start`` (20.2, 24)."""
        known = self._networks.get(start)
        if known is None:
            known = self._network(start)
            self._networks.update(dict.fromkeys(known, known))
        return known

    def _network(self, start: int) -> frozenset[int]:
        board = self.setting.board
        seen, todo = {start}, [start]
        while todo:
            h = todo.pop()
            for d, n in enumerate(board.neighbours[h]):
                if n >= 0 and n not in seen and board.sides[h][d] & (ROAD | TRAIL):
                    seen.add(n)
                    todo.append(n)
        return frozenset(seen)
