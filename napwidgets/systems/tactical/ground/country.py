"""The map as movement, zones of control and fire see it: worked out once, hex by hex (5.2, 5.4, 7.6, 10).

Of what battles share this is the only module that looks at the bits of a hexside.

Readings 10, 11 and 12 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Self, TypeVar

from napwidgets.board.hexmap import BRIDGE, CREST, FORD, RIVER, ROAD, SLOPE, STREAM, TRAIL, HexMap
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.tactical.core.arms import FOOT, HORSE
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.ruleset import Ruleset

#: An entry cost that says no.
NEVER = 1000
#: Half MPs by road and by trail (5.2).
ON_ROAD, ON_TRAIL = 1, 2
#: Entry costs of each hex by direction.
Costs = tuple[tuple[int, ...], ...]
#: Ways out of each hex: the neighbour, the cost, and the cost off the road.
Ways = tuple[tuple[tuple[int, int, int], ...], ...]
R = TypeVar("R")


def _carries(side: int) -> bool:
    """Whether a hexside lets wheels across: streams and rivers by a bridge, slopes by a road or trail."""
    if side & (STREAM | RIVER) and not side & BRIDGE:
        return False
    return not side & SLOPE or bool(side & (ROAD | TRAIL))


class Country:
    """What a map is to a title's rules."""

    def __init__(self, rules: Ruleset, board: HexMap, tables: Tables) -> None:
        self.rules, self.board, self.tables = rules, board, tables
        #: Hexes into which no zone of control reaches and no charge goes, beyond what the map has.
        self.sheltered: frozenset[int] = frozenset()
        #: Half MPs that single bridges cost off the road, by the two hexes, where that is not what others cost.
        self.dear: Mapping[tuple[int, int], int] = {}
        #: Half MPs that single hexes cost more to enter, by whatever way.
        self.toll: Mapping[int, int] = {}
        self._before: Country | None = None
        self._changed: tuple[int, ...] = ()
        self._grounds()
        self._sides()
        self._costs()
        self._places()

    def _grounds(self) -> None:
        unknown = sorted(set(self.board.terrain) - set(self.rules.terrain))
        if unknown:
            raise ScenarioError(f"The map has ground that the rules don't know: {', '.join(unknown)}.")
        kinds = [self.rules.terrain[kind] for kind in self.board.terrain]
        self.passable = tuple(kind.passable for kind in kinds)
        self.open = tuple(kind.open for kind in kinds)
        self.stronghold = tuple(kind.stronghold for kind in kinds)
        self.strongholds = tuple(h for h, kind in enumerate(kinds) if kind.stronghold)
        #: Hexes from which one sees far: those above a slope.
        self.high = tuple(h in self.board.brows for h in range(self.board.size))
        #: What a stronghold is called.
        self.fortress = next((kind.name.lower() for kind in self.rules.terrain.values() if kind.stronghold), "")
        self.base = tuple(self.tables.entry.get(kind, (NEVER, NEVER)) for kind in self.board.terrain)
        #: Percent of a charge's strength lost to a hex's terrain; None where none is possible (7.7).
        self.cover_for_charge = tuple(self.cover(kind, 2) for kind in self.board.terrain)

    def cover(self, kind: str, column: int) -> int | None:
        """Percent lost by fire into a kind of terrain: for an attack (0), a bombardment (1), a charge (2); None where
        none is possible.
        """
        return self.tables.cover.get(kind, (0, 0, None))[column]

    def redrawn(
        self,
        board: HexMap,
        hexes: Iterable[int],
        sheltered: Iterable[int] = (),
        dear: Mapping[tuple[int, int], int] | None = None,
        toll: Mapping[int, int] | None = None,
    ) -> Self:
        """The same with another map, which differs in the hexsides of some ``hexes`` only, with hexes into which no
        zone of control reaches and no charge goes, with bridges that are ``dear`` to cross, and with hexes that take a
        ``toll`` of whole MPs.
        """
        new = copy(self)
        new.sheltered, new.dear, new.toll = frozenset(sheltered), dear or {}, toll or {}
        beside = {n for h in (*new.sheltered, *new.toll) for n in board.neighbours[h] if n >= 0}
        new.board, new._before, new._changed = board, self, tuple({*hexes, *beside, *new.toll})
        new.cover_for_charge = tuple(None if h in new.sheltered else c for h, c in enumerate(self.cover_for_charge))
        new._sides()
        new._costs()
        new._places()
        return new

    def _each(self, name: str, row: Callable[[int], R]) -> tuple[R, ...]:
        """A row for each hex; those of a map that was redrawn stay where nothing changed."""
        if self._before is None:
            return tuple(row(h) for h in range(self.board.size))
        rows: list[R] = list(getattr(self._before, name))
        for h in self._changed:
            rows[h] = row(h)
        return tuple(rows)

    def _sides(self) -> None:
        board = self.board
        self.near = self._each("near", lambda h: tuple(n for n in board.neighbours[h] if n >= 0))
        #: Hexsides by direction: those of a river, and those that nothing crosses: no attack, no ZOC (5.4, 7.3).
        self.river = self._each("river", lambda h: tuple([bool(side & RIVER) for side in board.sides[h]]))
        self.shut = self._each(
            "shut", lambda h: tuple([side & (RIVER | BRIDGE) == RIVER for side in board.sides[h]])
        )
        self.zoc_from = self._each(
            "zoc_from",
            lambda h: tuple(
                n
                for d, n in enumerate(board.neighbours[h])
                if n >= 0 and not self.shut[h][d] and not self.stronghold[n] and n not in self.sheltered
            ),
        )
        self._rows = self._each(
            "_rows",
            lambda h: tuple([self._across(h, d) if side else () for d, side in enumerate(board.sides[h])]),
        )
        #: Where a road or trail leads from each hex, clockwise.
        self.linked = self._each(
            "linked",
            lambda h: tuple(
                n
                for n, side in zip(board.neighbours[h], board.sides[h], strict=True)
                if n >= 0 and side & (ROAD | TRAIL)
            ),
        )

    def across(self, a: int, b: int) -> tuple[str, ...]:
        """The rows of the terrain table that count for fire and movement over the hexside from ``a`` to ``b``."""
        return self._rows[a][self.board.direction(a, b)]

    def _across(self, h: int, d: int) -> tuple[str, ...]:
        board, n = self.board, self.board.neighbours[h][d]
        side = board.sides[h][d]
        if n < 0:
            return ()
        level = [row.row for row in self.rules.hexsides if not row.uphill and row.fits(side)][:1]
        uphill = board.level[n] >= board.level[h]
        return (*level, *(row.row for row in self.rules.hexsides if row.uphill and uphill and row.fits(side)))

    def _costs(self) -> None:
        """Half MPs to enter each neighbour (5.2): ``off_road[class][hex]`` and ``on_road[class][hex]`` by direction."""
        spans = [row.row for row in self.rules.hexsides if row.bits & BRIDGE]
        #: Half MPs for a bridge off the road, by class.
        self.span = self.tables.entry[spans[0]] if spans else (0, 0)
        self._off_foot, self._off_horse = (self._entries("off", walk, False) for walk in (FOOT, HORSE))
        self._on_foot, self._on_horse = (self._entries("on", walk, True) for walk in (FOOT, HORSE))
        self.off_road: tuple[Costs, ...] = (self._off_foot, self._off_horse)
        self.on_road: tuple[Costs, ...] = (self._on_foot, self._on_horse)
        board, off, on = self.board, self.off_road, self.on_road
        self.cheapest = self._each(
            "cheapest",
            lambda h: tuple(
                (n, cost, cost)
                for d, n in enumerate(self.board.neighbours[h])
                for cost in (min(off[0][h][d], off[1][h][d], on[0][h][d]),)
                if n >= 0 and off[0][h][d] < NEVER
            ),
        )
        self._steps_foot, self._steps_horse = (self._steps("steps", walk, off) for walk in (FOOT, HORSE))
        self._road_foot, self._road_horse = (self._steps("road", walk, on) for walk in (FOOT, HORSE))
        self.steps = (self._steps_foot, self._steps_horse)
        self.steps_road = (self._road_foot, self._road_horse)
        #: Those of baggage, which is heavy.
        self.wheeled = self._each(
            "wheeled",
            lambda h: tuple(
                (n, cost, cost)
                for n, cost, side in zip(board.neighbours[h], on[HORSE][h], board.sides[h], strict=True)
                if n >= 0 and cost < NEVER and _carries(side)
            ),
        )
        #: The same from the other end, off and on the road: from where a hex can be entered, and at what cost.
        self._into_off_foot, self._into_off_horse = (self._into("off", walk, self.steps) for walk in (FOOT, HORSE))
        self._into_on_foot, self._into_on_horse = (self._into("on", walk, self.steps_road) for walk in (FOOT, HORSE))
        self.into = (self._into_off_foot, self._into_off_horse), (self._into_on_foot, self._into_on_horse)

    def _entries(self, name: str, walk: int, road: bool) -> Costs:
        """Half MPs to enter the neighbours of each hex, by direction."""
        name = f"_{name}_{'horse' if walk else 'foot'}"
        return self._each(name, lambda h: tuple(self._entry_cost(h, d, walk, road) for d in range(6)))

    def _steps(self, name: str, walk: int, fast: tuple[Costs, ...]) -> Ways:
        """For each hex the neighbours that can be entered, with the cost on and off the road."""
        slow = self.off_road
        return self._each(
            f"_{name}_{'horse' if walk else 'foot'}",
            lambda h: tuple(
                (n, fast[walk][h][d], slow[walk][h][d])
                for d, n in enumerate(self.board.neighbours[h])
                if n >= 0 and fast[walk][h][d] < NEVER
            ),
        )

    def _into(self, name: str, walk: int, ways: tuple[Ways, ...]) -> Ways:
        """Ways out of each hex as ways into each hex, without their cost off the road."""
        out = ways[walk]
        return self._each(
            f"_into_{name}_{'horse' if walk else 'foot'}",
            lambda h: tuple((n, cost, cost) for n in self.near[h] for to, cost, _ in out[n] if to == h),
        )

    def _entry_cost(self, h: int, d: int, walk: int, road: bool) -> int:
        board, entry = self.board, self.tables.entry
        n = board.neighbours[h][d]
        if n < 0 or not self.passable[n]:
            return NEVER
        side, toll = board.sides[h][d], self.toll.get(n, 0)
        if side & RIVER and not side & (BRIDGE | FORD):
            return NEVER
        if road and side & (ROAD | TRAIL):
            return toll + (ON_ROAD if side & ROAD else ON_TRAIL)
        cost = entry[board.terrain[n]][walk] + toll
        if side & BRIDGE:
            return cost + self.dear.get((h, n), self.span[walk])
        for row in self._rows[h][d]:
            cost += entry[row][walk]
        return cost

    def entry_rate(self, h: int, walk: int, road: bool) -> int:
        """Half MPs to enter the map at a hex: at the road or trail rate where one comes in (9)."""
        outside = [side for side, n in zip(self.board.sides[h], self.board.neighbours[h], strict=True) if n < 0]
        toll = self.toll.get(h, 0)
        if road and any(side & ROAD for side in outside):
            return toll + ON_ROAD
        if road and any(side & TRAIL for side in outside):
            return toll + ON_TRAIL
        return toll + self.base[h][walk]

    def _places(self) -> None:
        """Hexes that an order may name (20.2): places, and hexes on roads, streams and crests."""
        places, marked = self.board.places, ROAD | STREAM | RIVER | CREST
        self.named = tuple(sorted(places))
        self._met = self._each("_met", lambda h: functools.reduce(operator.or_, self.board.sides[h]))
        self.targets = frozenset(
            h for h, met in enumerate(self._met) if self.passable[h] and (met & marked or h in places)
        )
        #: 1 for each hex with a road or trail.
        self.ways = bytes([bool(met & (ROAD | TRAIL)) for met in self._met])
        self.roads = frozenset(h for h, met in enumerate(self._met) if met & ROAD)
