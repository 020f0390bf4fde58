"""What the map looks like at a moment: who stands where, zones of control, reach, command range (5, 20.1).

All of it is worked out from a state and never stored in one. The last few results are remembered by the identity of
the tuples they come from, which is safe because those never change.

Reading 15 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cached_property
from itertools import compress
from typing import NamedTuple, TypeAlias

from napwidgets.systems.tactical.core.ruleset import Covers
from napwidgets.systems.tactical.core.state import DEAD, LOST, UNSEEN, State, Unit
from napwidgets.systems.tactical.ground.marches import Marches, Tide
from napwidgets.systems.tactical.ground.reach import (
    CLOSED,
    EVERY,
    Reach,
    Way,
    confined,
    least_of,
    spread,
    spread_in_layers,
)
from napwidgets.systems.tactical.ground.setting import Setting


class Held:
    """What the hexes of one side command: the hexes as a set and as a number with a byte for each; its ZOC as flags, as
    such a number and, where somebody asks for it, as a set (5.4).

    A ground has one of them for all positions in which a side stands in the same hexes and commands the same, so that
    what rests on it can be told apart by it.
    """

    def __init__(
        self, hexes: tuple[int, ...], bits: int, zoc: bytes, zoc_bits: int, distances: Sequence[bytes]
    ) -> None:
        self.stands, self.bits, self.zoc, self.zoc_bits = frozenset(hexes), bits, zoc, zoc_bits
        self._distances = distances
        self._far: dict[int, int] = {}

    def distance(self, h: int) -> int:
        """Distance to the nearest of the hexes (99 if there is none)."""
        known = self._far.get(h)
        if known is None:
            row = self._distances[h]
            known = self._far[h] = min([row[e] for e in self.stands], default=99)
        return known

    @cached_property
    def zoc_hexes(self) -> frozenset[int]:
        return frozenset(compress(range(len(self.zoc)), self.zoc))


#: The units in each hex in which some stand.
Stacks: TypeAlias = dict[int, tuple[int, ...]]


class Layout(NamedTuple):
    """Who stands where: ``at[hex]`` lists the units, ``side[hex]`` is ``NOBODY`` or the side of the units there.

    ``zoc[side]`` says for each hex whether it lies in a zone of control of that side (5.4).
    """

    at: Stacks
    side: bytes
    zoc: tuple[bytes, bytes]
    #: For each side that asks the reaches, as they are asked for.
    asked: dict[int, Reaches]
    #: The hexes of each side, those with two units or more, and what the sides' hexes command.
    hexes: tuple[tuple[int, ...], tuple[int, ...]]
    full: frozenset[int]
    held: tuple[Held, Held]
    #: The units that were eliminated.
    gone: tuple[int, ...]
    #: Hexes of which the enemy sees no more than that somebody may be there.
    covered: frozenset[int]
    #: Where each unit is.
    places: tuple[int, ...]
    #: Those of the covered hexes of which each side sees no more.
    theirs: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())

    def under(self, side: int | None) -> frozenset[int]:
        """The hexes of which a side, or a spectator (None), sees no more than that somebody may be there."""
        return self.covered if side is None else self.theirs[side]


#: What one side has asked of the ground. A position and what a seat sees of it share it, where they differ in nothing
#: that a march of that side depends on.
Reaches: TypeAlias = dict[tuple[object, ...], Reach]
#: Value of ``Layout.side`` for an empty hex.
NOBODY = 255
#: Turns ``Layout.side`` into 1 where a side stands and 0 elsewhere.
_STANDS = tuple(bytes(1 if owner == side else 0 for owner in range(256)) for side in (0, 1))
_NO_HEXES: frozenset[int] = frozenset()
_NOTHING = _NO_HEXES, _NO_HEXES
_ELIMINATED = frozenset((DEAD, LOST))
#: How many results are remembered at most: layouts by position, zones by the hexes held, command ranges.
_LAYOUTS, _ZONES, _RANGES = 32, 512, 4096
#: For how many lists of units it is remembered which layout is theirs: a position, its views, and those just before.
_KEPT = 6


class Ground(Marches):
    """Looks at states of one battle; ``before`` looks at them on the map as printed, where this one was redrawn."""

    def __init__(self, setting: Setting, before: Ground | None = None) -> None:
        super().__init__(setting, before)
        self._printed = before
        self._last: tuple[State | None, Layout | None] = None, None
        self._layouts: list[tuple[tuple[Unit, ...], tuple[object, ...], Layout]] = []
        self._views: list[tuple[State, State]] = []
        self._ranges: dict[tuple[int, int, int, int], bytes] = {}
        self._ways: dict[tuple[bytes, Held, int, bool], Tide] = {}
        self._bare: dict[int, tuple[bytes, int]] = {}
        self._placed: dict[tuple[object, ...], Layout] = {}
        self._asked: dict[tuple[object, ...], Reaches] = {}
        self._zones: dict[tuple[tuple[int, ...], ...], Held] = {}
        self._held_by: dict[tuple[int, int], Held] = {}
        self._masks: dict[int, int] = {}
        self._leasts: dict[tuple[bool, int], tuple[int, ...]] = {}
        self._owners = [info.side for info in setting.units]
        # Most stand alone in their hexes: layouts share that.
        self._alone = tuple((u,) for u in range(len(setting.units)))
        self._cheapest = least_of(setting.cheapest)

    def layout(self, state: State) -> Layout:
        """The layout of a state."""
        last, found = self._last
        if last is state and found is not None:
            return found
        found = self._known(state)
        self._last = state, found
        return found

    def _known(self, state: State) -> Layout:
        """The layout of a state, if need be that of another in which everybody stands where he stands now."""
        units, hides = state.units, self.setting.rules.hides(state)
        for known, hidden, layout in self._layouts:
            if known is units and hidden == hides:
                return layout
        # Marks, steps and the like change oftener than places.
        places = tuple([unit.hex for unit in units])
        for view, whole in self._views:
            if view is state:
                return self._keep(units, hides, self._veiled(self.layout(whole), places))
        covers = self.setting.rules.covers(self.setting, state)
        key = (places, covers)
        placed = self._placed.get(key)
        if placed is None:
            if len(self._placed) >= _LAYOUTS:
                self._placed.clear()
            placed = self._placed[key] = self._layout(places, covers)
        return self._keep(units, hides, placed)

    def _keep(self, units: tuple[Unit, ...], hides: tuple[object, ...], layout: Layout) -> Layout:
        # A new list, since a computer player may ask from another thread.
        self._layouts = [(units, hides, layout), *self._layouts[: _KEPT - 1]]
        return layout

    def note_view(self, state: State, view: State) -> None:
        """Say that a view is what a side sees of a position: the same but for units that are out of its sight."""
        # Where not all units command hexes, what a stack commands may be a secret.
        if self.setting.all_control and view.units is not state.units:
            self._views = [(view, state), *self._views[:1]]

    def _veiled(self, layout: Layout, places: tuple[int, ...]) -> Layout:
        """The layout of a view, made of that of its position. In a hex of units that are out of sight either another
        one is seen or a cover, so that the hex is its side's in both.
        """
        at = layout.at.copy()
        for h in set(compress(layout.places, map(UNSEEN.__eq__, places))):
            if h >= 0:
                seen = tuple([u for u in at[h] if places[u] == h])
                if seen:
                    at[h] = seen
                else:
                    del at[h]
        full = frozenset([h for h in layout.full if len(at.get(h, ())) > 1])
        return layout._replace(at=at, asked={}, full=full, places=places)

    def _layout(self, places: tuple[int, ...], covers: Covers) -> Layout:
        at: Stacks = {}
        owners, alone = self._owners, self._alone
        side = bytearray(b"\xff" * self.setting.board.size)
        full, gone = set[int](), list[int]()
        hexes: tuple[list[int], list[int]] = ([], [])
        for u, h in enumerate(places):
            if h >= 0:
                if h in at:
                    at[h] += alone[u]
                    full.add(h)
                else:
                    at[h] = alone[u]
                    side[h] = owner = owners[u]
                    hexes[owner].append(h)
            elif h in _ELIMINATED:
                gone.append(u)
        covered, theirs = _NO_HEXES, _NOTHING
        if covers[0] or covers[1]:
            under = frozenset(covers[0]), frozenset(covers[1])
            covered, theirs = under[0] | under[1], (under[1], under[0])
            for owner in (0, 1):
                for h in sorted(under[owner].difference(at)):
                    if side[h] == NOBODY:
                        side[h] = owner
                        hexes[owner].append(h)
            if len(covered) < len(under[0]) + len(under[1]):
                # Dummies of both sides may lie in one hex.
                theirs = frozenset(h for h in covered if side[h]), frozenset(h for h in covered if side[h] != 1)
        mine, yours = tuple(hexes[0]), tuple(hexes[1])
        crowded = full - covered if covered else full
        held = (
            self._held(mine, at, side, crowded, covered, 0),
            self._held(yours, at, side, crowded, covered, 1),
        )
        zoc = held[0].zoc, held[1].zoc
        return Layout(
            at, bytes(side), zoc, {}, (mine, yours), frozenset(full), held, tuple(gone), covered, places, theirs
        )

    def _strong(self, hexes: tuple[int, ...], at: Stacks, covered: frozenset[int]) -> tuple[int, ...]:
        """The hexes with units that have a ZOC; none of those under cover."""
        if self.setting.all_control:
            return tuple([h for h in hexes if h not in covered]) if covered else hexes
        infos = self.setting.units
        return tuple(h for h in hexes if h not in covered and any(infos[u].kind.zoc for u in at[h]))

    def _held(
        self,
        hexes: tuple[int, ...],
        at: Stacks,
        sides: bytearray,
        full: set[int],
        covered: frozenset[int],
        side: int,
    ) -> Held:
        """What the hexes of ``side`` command. ZOC does not reach across rivers without a bridge, nor into a stronghold,
        unless two units crowd it (5.4, 10).
        """
        crowded = tuple([h for h in self.setting.strongholds if h in full]) if full else ()
        strong = self._strong(hexes, at, covered)
        key = (hexes, strong, crowded)
        held = self._zones.get(key)
        if held is None:
            if len(self._zones) >= _ZONES:
                self._zones, self._held_by = {}, {}
            bits = int.from_bytes(sides.translate(_STANDS[side]), "big")
            held = self._zones[key] = self._zone(hexes, strong, crowded, bits)
        return held

    def _zone(self, hexes: tuple[int, ...], strong: tuple[int, ...], crowded: tuple[int, ...], bits: int) -> Held:
        setting, masks, zoc = self.setting, self._masks, 0
        for h in strong:
            mask = masks.get(h)
            if mask is None:
                mask = masks[h] = self._mask(setting.zoc_from[h])
            zoc |= mask
        for h in crowded:
            beside = enumerate(setting.board.neighbours[h])
            if any(n in strong and not setting.shut[h][d] for d, n in beside):
                zoc |= self._mask((h,))
        known = self._held_by.get((bits, zoc))
        if known is None:
            known = self._held_by[bits, zoc] = Held(
                hexes, bits, zoc.to_bytes(setting.board.size, "big"), zoc, setting.board.distances
            )
        return known

    def _mask(self, hexes: Iterable[int]) -> int:
        """Some hexes as a number with a byte for each hex of the map."""
        last = self.setting.board.size - 1
        return sum(1 << 8 * (last - h) for h in hexes)

    def friends(self, state: State, side: int) -> bytes:
        """1 for each hex with units of a side."""
        return self.layout(state).side.translate(_STANDS[side])

    def in_zoc(self, state: State, u: int) -> bool:
        """Whether a unit stands in an enemy zone of control."""
        h = state.units[u].hex
        return h >= 0 and bool(self.layout(state).zoc[1 - self.setting.units[u].side][h])

    def enemies_beside(self, state: State, h: int, side: int) -> list[int]:
        """Hexes next to ``h`` with units hostile to ``side``, without those across an unbridged river (7.3) and those
        under cover.
        """
        layout, foe = self.layout(state), 1 - side
        sides, covered = layout.side, layout.covered
        neighbours, shut = self.setting.board.neighbours[h], self.setting.shut[h]
        return [n for d, n in enumerate(neighbours) if n >= 0 and sides[n] == foe and not shut[d] and n not in covered]

    def enemy_distance(self, state: State, h: int, side: int) -> int:
        """Distance to the nearest enemy unit in hexes (99 if there is none)."""
        return self.layout(state).held[1 - side].distance(h)

    def _asking(self, layout: Layout, side: int) -> Reaches:
        """What a side has asked so far of a layout, or of another that is the same to its marches."""
        enemy, theirs = layout.held[1 - side], layout.hexes[1 - side]
        stands = layout.at.keys() - set(theirs) if self.setting.options.road_column else ()
        key = (side, enemy, layout.full.difference(theirs), frozenset(stands))
        known = self._asked.get(key)
        if known is None:
            if len(self._asked) >= _LAYOUTS:
                self._asked = {}
            known = self._asked[key] = {}
        layout.asked[side] = known
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
        filled: frozenset[int] = frozenset(),
    ) -> Reach:
        """Where units can get (5).

        ``road`` allows road and trail rates; ``free_zoc`` is how many enemy ZOC hexes may be entered without having
        to stop (cavalry 1); ``leaving`` is the cost of leaving the ZOC hex the move starts in. Where ZOC may not be
        entered, ``allowed`` marks ZOC hexes that may be all the same. ``along`` holds the move to a route, hex by
        hex. Into ``filled`` hexes roads don't help, as into full ones.
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
            filled,
        )
        if along:
            # Of routes there is no end, and each is asked for once or twice.
            return self._reach(layout, *key)
        reaches = layout.asked.get(side)
        if reaches is None:
            reaches = self._asking(layout, side)
        known = reaches.get(key)
        if known is None:
            known = reaches[key] = self._reach(layout, *key)
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
        filled: frozenset[int],
    ) -> Reach:
        enemy = layout.held[1 - side]
        size = self.setting.board.size
        begin = first_cost
        if enemy.zoc[start]:
            if not may_leave_zoc:
                return Reach(start, size, {start: begin}, {start: start}, False)
            first_cost += leaving
        best = [budget + 1] * size
        for h in layout.hexes[1 - side]:
            best[h] = CLOSED
        if not may_enter_zoc:
            for h in enemy.zoc_hexes:
                if not (allowed and allowed[h]):
                    best[h] = CLOSED
        best[start] = CLOSED
        ways = self.steps_of(road, walk)
        least = () if along else self.least(road, walk)
        if along:
            ways = confined(ways, along)
        full = layout.full | filled if filled else layout.full
        slowed: Container[int] = full
        if self.setting.options.road_column:
            slowed = layout.at.keys() | filled if filled else layout.at
        layers = 0 < free_zoc < EVERY
        if layers:
            best *= free_zoc + 2
            zoc = enemy.zoc_hexes
            before = spread_in_layers(best, ways, zoc, slowed, full, start, first_cost, budget, free_zoc, least)
        else:
            stops = () if free_zoc else enemy.zoc_hexes
            before = spread(best, ways, stops, slowed, full, start, first_cost, budget, least)
        best[start] = begin
        return Reach(start, size, {node: best[node] for node in before}, before, layers)

    def steps_of(self, road: bool, walk: int) -> Sequence[Sequence[Way]]:
        """The ways out of each hex for foot or horse, on roads or off them."""
        return self.setting.steps_road[walk] if road else self.setting.steps[walk]

    def least(self, road: bool, walk: int) -> tuple[int, ...]:
        """What leaving each hex costs at the least."""
        found = self._leasts.get((road, walk))
        if found is None:
            ways = self.steps_of(road, walk)
            if self._printed is None:
                found = least_of(ways)
            else:
                before, known = self._printed.steps_of(road, walk), list(self._printed.least(road, walk))
                # Few rows are others than on the map as printed.
                for h in [h for h, row in enumerate(ways) if row is not before[h]]:
                    known[h] = least_of((ways[h],))[0]
                found = tuple(known)
            self._leasts[road, walk] = found
        return found

    def command_range(self, state: State, center: int, side: int, through: bool = False) -> bytes:
        """Which hexes lie within command range of a leader in ``center`` (20.1).

        4 MP at the cheapest rate of any terrain, through enemy ZOC only where friendly units stand, or ``through`` all.
        """
        layout = self.layout(state)
        bare = self._bare.get(center)
        if bare is None:
            plain = self._flood((), (), center)
            bare = self._bare[center] = (plain, int.from_bytes(plain, "big"))
        enemy = layout.held[1 - side]
        foes, zoc = enemy.bits & bare[1], enemy.zoc_bits & bare[1]
        if through:
            zoc = 0
        if not foes and not zoc:
            return bare[0]
        key = (center, foes, zoc, layout.held[side].bits & zoc)
        known = self._ranges.get(key)
        if known is None:
            if len(self._ranges) >= _RANGES:
                self._ranges.clear()
            stops = frozenset() if through else enemy.zoc_hexes.difference(layout.hexes[side])
            known = self._ranges[key] = self._flood(layout.hexes[1 - side], stops, center)
        return known

    def _flood(self, foes: Iterable[int], stops: Container[int], center: int) -> bytes:
        budget, size = self.setting.tables.limits["command range"], self.setting.board.size
        best = [budget + 1] * size
        for h in foes:
            best[h] = CLOSED
        inside = bytearray(size)
        for h in spread(best, self.setting.cheapest, stops, (), (), center, 0, budget, self._cheapest):
            inside[h] = 1
        return bytes(inside)

    def way_to(self, state: State, goals: bytes, start: int, side: int, walk: int, road: bool) -> list[int]:
        """Half MPs to the nearest of the hexes flagged in ``goals``, round the enemy and his zones: exact for every hex
        from which it is less than from ``start``, and nowhere else less than that.
        """
        enemy = self.layout(state).held[1 - side]
        key = (goals, enemy, walk, road)
        known = self._ways.get(key)
        if known is None:
            if len(self._ways) >= _RANGES:
                self._ways.clear()
            shut = enemy.zoc_hexes | enemy.stands
            open_to = [h for h in compress(range(len(goals)), goals) if h not in shut]
            known = self._ways[key] = Tide(open_to, self.setting.into[road][walk], shut)
        return known.until(start)
