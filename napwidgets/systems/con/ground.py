"""Movement over the board: what every hexside costs, where a force can go, where two stacks touch (base: movement).

Costs are counted in half movement points, as roads take half a point.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, KeysView, Mapping, MutableSequence, Sequence

from msgspec import Struct

from napwidgets.board.hexmap import BRIDGE, RIVER, ROAD, STREAM, TRAIL, HexMap
from napwidgets.systems.con.tables import Tables

Span = tuple[int, int]
#: More half movement points than any way on a map takes.
FAR = 100_000
#: How many answers of how far something comes are remembered.
REACHES = 128
#: The greatest number that a byte holds.
BYTE = 255


class Edge(Struct, frozen=True, array_like=True):
    """A hexside as it is crossed: the hex behind it, its cost for infantry and cavalry as it is and without its road,
    whether a primary river runs there, with a bridge or without, and whether a bridge carries the road.
    """

    to: int
    foot: int
    horse: int
    wild_foot: int
    wild_horse: int
    river: bool
    bridge: bool
    primary: bool


def span(a: int, b: int) -> Span:
    """A hexside as two hexes, the smaller number first."""
    return (a, b) if a < b else (b, a)


class Ground:
    """The costs of a board under some tables, worked out once."""

    def __init__(self, board: HexMap, tables: Tables) -> None:
        self.board, self.costs = board, tables.ground
        self.edges = tuple(tuple(self._edges(h)) for h in range(board.size))
        self.muddy = tables.ground["mud, road"]
        self.leaving = tables.ground["leave a zone of control"][0]

    def _edges(self, h: int) -> list[Edge]:
        board, costs, found = self.board, self.costs, []
        for d, n in enumerate(board.neighbours[h]):
            if n < 0 or board.terrain[n] == "water":
                continue
            bits = board.sides[h][d]
            foot, horse = costs[board.terrain[n] if board.terrain[n] in costs else "clear"]
            if bits & STREAM:
                wet = costs["secondary river"]
                foot, horse = foot + wet[0], horse + wet[1]
            road = "primary road" if bits & ROAD else "secondary road" if bits & TRAIL else ""
            easy = costs[road] if road else (foot, horse)
            found.append(
                Edge(
                    n,
                    min(foot, easy[0]),
                    min(horse, easy[1]),
                    foot,
                    horse,
                    bool(bits & RIVER),
                    bool(bits & BRIDGE),
                    bool(bits & ROAD),
                )
            )
        return found

    def distance(self, a: int, b: int) -> int:
        """Distance in hexes."""
        p, q = self.board.cube(a), self.board.cube(b)
        return max(abs(p[0] - q[0]), abs(p[1] - q[1]), abs(p[2] - q[2]))


def price(
    edge: Edge, here: int, horse: bool, mud: tuple[int, int] | None, cut: Collection[Span], pontoons: Collection[Span]
) -> int:
    """What crossing a hexside costs, 0 where it can't be crossed: a primary river only at a bridge."""
    if cut or pontoons:
        there = span(here, edge.to)
        broken = edge.bridge and there in cut
        if edge.river and (broken or not edge.bridge) and there not in pontoons:
            return 0
        if broken:
            return edge.wild_horse if horse else edge.wild_foot
    elif edge.river and not edge.bridge:
        return 0
    if edge.primary and mud is not None:
        return min(max(edge.horse, mud[1]), edge.wild_horse) if horse else min(max(edge.foot, mud[0]), edge.wild_foot)
    return edge.horse if horse else edge.foot


class Web(Struct, frozen=True):
    """The hexsides of a board as they are at a time: for each hex the hexes that can be entered from it with what that
    costs, the least of these costs, those that primary roads lead to, and those that touch it (3.1).
    """

    ways: tuple[tuple[tuple[int, int], ...], ...]
    least: tuple[int, ...]
    roads: tuple[tuple[int, ...], ...]
    touch: tuple[tuple[int, ...], ...]


class Webs:
    """The webs of a board, made once for each kind of force, weather and set of bridges."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._known: dict[tuple[bool, bool, tuple[Span, ...], tuple[Span, ...]], Web] = {}

    def web(self, horse: bool, mud: bool, cut: tuple[Span, ...], pontoons: tuple[Span, ...]) -> Web:
        """The web for cavalry or infantry."""
        key = (horse, mud, cut, pontoons)
        found = self._known.get(key)
        if found is None:
            found = self._made(horse, mud, cut, pontoons)
            if len(self._known) > 40:
                # Bridges break and are mended; old maps of them are not asked for again.
                self._known.clear()
            self._known[key] = found
        return found

    def _made(self, horse: bool, mud: bool, cut: tuple[Span, ...], pontoons: tuple[Span, ...]) -> Web:
        if not cut and not pontoons:
            hexes = [self._hex(h, horse, mud, cut, pontoons) for h in range(self._ground.board.size)]
            ways, roads, touch = zip(*hexes, strict=True)
            return Web(ways, _least(ways), roads, touch)
        whole = self.web(horse, mud, (), ())
        all_ways, all_roads, all_touch = list(whole.ways), list(whole.roads), list(whole.touch)
        least = list(whole.least)
        for h in {h for pair in (*cut, *pontoons) for h in pair}:
            all_ways[h], all_roads[h], all_touch[h] = self._hex(h, horse, mud, cut, pontoons)
            least[h] = _least((all_ways[h],))[0]
        return Web(tuple(all_ways), tuple(least), tuple(all_roads), tuple(all_touch))

    def _hex(
        self, h: int, horse: bool, mud: bool, cut: tuple[Span, ...], pontoons: tuple[Span, ...]
    ) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...]]:
        slow = self._ground.muddy if mud else None
        ways, roads, touch = [], [], []
        for edge in self._ground.edges[h]:
            cost = price(edge, h, horse, slow, cut, pontoons)
            there = span(h, edge.to)
            if cost:
                ways.append((edge.to, cost))
                if edge.primary:
                    roads.append(edge.to)
            if not edge.river or there in pontoons or (edge.bridge and there not in cut):
                touch.append(edge.to)
        return tuple(ways), tuple(roads), tuple(touch)


def _least(ways: Iterable[tuple[tuple[int, int], ...]]) -> tuple[int, ...]:
    """The least cost of leaving each hex."""
    return tuple([min([cost for _, cost in of], default=FAR) for of in ways])


class Ways(Mapping[int, tuple[int, int]]):
    """Every hex within reach with what it takes and the hex before it. The pairs are made when they are asked for: of
    hundreds of hexes one is gone to.
    """

    __slots__ = ("_before", "_spent")

    def __init__(self, spent: Sequence[int], before: dict[int, int]) -> None:
        self._spent, self._before = spent, before

    def __getitem__(self, h: int) -> tuple[int, int]:
        before = self._before[h]
        return self._spent[h], before

    def __contains__(self, h: object) -> bool:
        return h in self._before

    def __iter__(self) -> Iterator[int]:
        return iter(self._before)

    def __len__(self) -> int:
        return len(self._before)

    def keys(self) -> KeysView[int]:
        """The hexes."""
        return self._before.keys()

    def leads(self, web: Web, to: int, barred: Collection[int]) -> bool:
        """Whether the way to a hex can still be gone over a web, with others in the way."""
        if to not in self._before:
            return False
        while (before := self._before[to]) >= 0:
            if to in barred or (to, self._spent[to] - self._spent[before]) not in web.ways[before]:
                return False
            to = before
        return True

    def without(self, hexes: Collection[int], start: int) -> Ways:
        """The same without some hexes; the start stays."""
        left = dict(self._before)
        for h in left.keys() & hexes:
            if h != start:
                del left[h]
        return Ways(self._spent, left)


def spread(
    web: Web, start: int, most: int, barred: Collection[int], stops: Collection[int], leaving: int = 0
) -> Ways:
    """Every hex within reach with what it takes and the hex before it: nothing goes into ``barred`` hexes nor on from
    ``stops``; ``leaving`` is what it costs to leave the start, if that is one.
    """
    ways, least = web.ways, web.least
    # A hex counts while it can be had for less than what stands here: barred ones can't.
    # Answers are kept, so that they are bytes where these will do.
    best: MutableSequence[int] = bytearray([most + 1]) * len(ways) if most < BYTE else [most + 1] * len(ways)
    for h in barred:
        best[h] = 0
    best[start] = 0
    before = {start: -1}
    # Costs are small whole numbers: a list for each takes the place of a heap.
    rims: list[list[int]] = [[] for _ in range(most + 1)]
    first = leaving if start in stops else 0
    for n, step in ways[start]:
        far = first + step
        if far < best[n]:
            best[n] = far
            before[n] = start
            rims[far].append(n)
    for spent, rim in enumerate(rims):
        left = most - spent
        for h in rim:
            if best[h] < spent or least[h] > left or h in stops:
                continue
            for n, step in ways[h]:
                far = spent + step
                if far < best[n]:
                    best[n] = far
                    before[n] = h
                    rims[far].append(n)
    return Ways(best, before)


class Reach(Struct, frozen=True, eq=False):
    """How far something came over a web, with what was in its way; see `spread`."""

    web: Web
    barred: frozenset[int]
    stops: frozenset[int]
    found: Ways

    def holds(self, web: Web, barred: frozenset[int], stops: frozenset[int]) -> bool:
        """Whether it is the same with others in the way: nobody has come into its hexes or beside them who counts
        there, nor gone.
        """
        found = self.found.keys()
        if web is not self.web or not (barred is self.barred or self._free(barred)):
            return False
        return stops is self.stops or found.isdisjoint(stops ^ self.stops)

    def _free(self, barred: frozenset[int]) -> bool:
        found, beside = self.found, self.web.ways
        if not found.keys().isdisjoint(barred):
            return False
        return all(n not in found for h in self.barred - barred for n, _ in beside[h])


class Reaches:
    """The last answers of how far something comes, by where it starts; they hold while nothing in their way changes."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, bool, int], Reach] = {}

    def last(self, start: int, most: int, horse: bool, leaving: int) -> Ways | None:
        """The last answer, which may not hold any more."""
        known = self._known.get((start, most, horse, leaving))
        return known.found if known is not None else None

    def of(
        self, web: Web, start: int, most: int, horse: bool, barred: frozenset[int], stops: frozenset[int], leaving: int
    ) -> Ways:
        """As `spread` finds it."""
        key = (start, most, horse, leaving)
        known = self._known.get(key)
        if known is not None and known.holds(web, barred, stops):
            if barred is not known.barred or stops is not known.stops:
                # Asked of these hexes again it is known at once.
                self._known[key] = Reach(web, barred, stops, known.found)
            return known.found
        found = spread(web, start, most, barred, stops, leaving)
        if len(self._known) >= REACHES:
            # A new one, since a computer player may ask from another thread.
            self._known = dict(list(self._known.items())[REACHES // 2 :])
        self._known[key] = Reach(web, barred, stops, found)
        return found


def route(found: Mapping[int, tuple[int, int]], to: int) -> tuple[int, ...]:
    """The hexes of a way, without its start."""
    way = []
    while found[to][1] >= 0:
        way.append(to)
        to = found[to][1]
    return tuple(reversed(way))
