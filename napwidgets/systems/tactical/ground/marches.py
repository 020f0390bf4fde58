"""Marches over the bare map, whoever stands on it: what they cost, and where roads lead (20.2, 20.6, 24).

They are worked out as far as somebody asks, and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from threading import Lock

from napwidgets.systems.tactical.core.arms import FOOT, HORSE
from napwidgets.systems.tactical.ground.country import NEVER
from napwidgets.systems.tactical.ground.reach import Way
from napwidgets.systems.tactical.ground.setting import Setting

#: Of how many positions it is remembered how far everything is from those who stand there.
_OFF = 64


class Tide:
    """Costs that spread from some hexes over a map; nothing goes on from hexes that are ``shut``. They rise as far as
    somebody asks, and go on from there when another asks for more.

    >>> tide = Tide([0], [[(1, 2, 2)], [(0, 1, 1), (2, 3, 3)], [(3, 1, 1)], []])
    >>> tide.until(1)[:], tide.until(0, 4)[:], tide.until(3)[3]
    ([0, 2, 1000, 1000], [0, 2, 5, 1000], 6)
    """

    def __init__(self, first: Sequence[int], ways: Sequence[Sequence[Way]], shut: frozenset[int] = frozenset()) -> None:
        self._ways, self._shut = ways, shut
        self._cost = [NEVER] * len(ways)
        for h in first:
            self._cost[h] = 0
        # Costs are small whole numbers: a list for each that is still to come takes the place of a heap.
        self._rims: dict[int, list[int]] = {0: list(first)}
        self._level = 0
        # A computer player may ask from another thread.
        self._lock = Lock()

    def until(self, h: int, most: int = 0) -> list[int]:
        """Costs by hex: exact wherever they are no more than that of ``h``, or than ``most``, and nowhere else less."""
        if self._cost[h] > self._level:
            with self._lock:
                self._rise(NEVER, h)
        return self.up_to(most) if most >= self._level else self._cost

    def up_to(self, most: int) -> list[int]:
        """Costs by hex: exact wherever they are at most so much, and nowhere else less."""
        with self._lock:
            self._rise(most)
        return self._cost

    def whole(self) -> tuple[int, ...]:
        """The costs of all hexes."""
        with self._lock:
            self._rise(NEVER)
        return tuple(self._cost)

    def _rise(self, most: int, goal: int = -1) -> None:
        """Go on from the hexes of the next costs up to ``most``, or until the cost of ``goal`` is known."""
        level, found, rims, ways, shut = self._level, self._cost, self._rims, self._ways, self._shut
        while rims and level <= most and (goal < 0 or found[goal] > level):
            for h in rims.pop(level, ()):
                if found[h] < level or h in shut:
                    continue
                for n, step, _ in ways[h]:
                    total = level + step
                    if total < found[n]:
                        found[n] = total
                        if total in rims:
                            rims[total].append(n)
                        else:
                            rims[total] = [n]
            level += 1
            self._level = level


class Marches:
    """Marches over the map of one battle; ``before`` knows those over the printed map, where this one was redrawn."""

    def __init__(self, setting: Setting, before: Marches | None = None) -> None:
        self.setting, self._before = setting, before
        self._tides: dict[tuple[int, int], Tide] = {}
        self._fields: dict[tuple[int, int], tuple[int, ...]] = {}
        self._heard: dict[tuple[frozenset[int], int], bytes] = {}
        self._off: dict[frozenset[int], Sequence[int]] = {}
        self._networks: dict[int, frozenset[int]] = {}

    def tide(self, start: int, walk: int) -> Tide:
        """Half MPs of marches from a hex, roads included, as far as they are asked for."""
        known = self._tides.get((start, walk))
        if known is None:
            known = self._tides[start, walk] = Tide([start], self.setting.steps_road[walk])
        return known

    def march_cost(self, start: int, goals: Iterable[int], walk: int = 1) -> dict[int, int]:
        """Half MPs over the bare map from ``start`` to each of ``goals``, by the best way, roads included (20.6)."""
        tide = self.tide(start, walk)
        costs = {h: tide.until(h)[h] for h in goals if h >= 0}
        return {h: cost for h, cost in costs.items() if cost < NEVER}

    def field(self, start: int, walk: int = FOOT) -> tuple[int, ...]:
        """Half MPs of a march from ``start`` to every hex, roads included: smaller is nearer (20.2)."""
        known = self._fields.get((start, walk))
        if known is None:
            known = self._before.field(start, walk) if self._before is not None else None
            if known is None or self._rerouted(known.__getitem__, walk):
                known = self.tide(start, walk).whole()
            self._fields[start, walk] = known
        return known

    def toward(self, goal: int, here: int, most: int = 0) -> Sequence[int]:
        """The same where nobody asks about hexes that are farther than ``here`` and than ``most``: of those it says no
        more than that.
        """
        return self._fields.get((goal, FOOT)) or self.tide(goal, FOOT).until(here, most)

    def around(self, start: int, walk: int, most: int) -> Sequence[int]:
        """The same for hexes that are no farther than ``most``."""
        return self._fields.get((start, walk)) or self.tide(start, walk).up_to(most)

    def from_afar(self, goals: frozenset[int], most: int) -> bytes:
        """1 for each hex from which a march on foot to the nearest of ``goals`` takes ``most`` half MPs at the most."""
        known = self._heard.get((goals, most))
        if known is None:
            costs = Tide(sorted(goals), self.setting.into[True][FOOT]).up_to(most)
            known = self._heard[goals, most] = bytes([cost <= most for cost in costs])
        return known

    def off_from(self, starts: frozenset[int]) -> Sequence[int]:
        """Half MPs of a march on foot to every hex from the nearest of ``starts``, roads included."""
        known = self._off.get(starts)
        if known is None:
            if len(self._off) >= _OFF:
                self._off.clear()
            known = self._off[starts] = Tide(sorted(starts), self.setting.steps_road[FOOT]).whole()
        return known

    def _rerouted(self, cost: Callable[[int], int], walk: int) -> bool:
        """Whether marches over the printed map led over what has become dearer, or are shorter over what is cheaper."""
        return any(
            cost(a) + new < cost(b) or (new > old and cost(a) + old == cost(b))
            for a, b, old, new in self._redrawn[walk]
        )

    @cached_property
    def _redrawn(self) -> tuple[tuple[tuple[int, int, int, int], ...], ...]:
        """The ways that cost something else than on the printed map, for foot and horse: from where, where, what it was
        and what it is.
        """
        printed = self._before.setting if self._before is not None else self.setting
        return tuple(
            tuple(
                (h, n, old, new)
                for h, (before, after) in enumerate(zip(printed.on_road[walk], self.setting.on_road[walk], strict=True))
                for n, old, new in zip(self.setting.board.neighbours[h], before, after, strict=True)
                if old != new
            )
            for walk in (FOOT, HORSE)
        )

    def on_roads_from(self, start: int) -> frozenset[int]:
        """Hexes on roads and trails connected with ``start`` (20.2, 24)."""
        known = self._networks.get(start)
        if known is None:
            known = self._network(start)
            self._networks.update(dict.fromkeys(known, known))
        return known

    def _network(self, start: int) -> frozenset[int]:
        seen, todo = {start}, [start]
        while todo:
            h = todo.pop()
            for n in self.setting.linked[h]:
                if n not in seen:
                    seen.add(n)
                    todo.append(n)
        return frozenset(seen)
