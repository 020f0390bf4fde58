"""How far something comes over the connections of a map, and how long that holds (4.3, 5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Container, Mapping

from msgspec import Struct

from napwidgets.systems.jdg.layout import Leg
from napwidgets.systems.jdg.setting import Setting

#: The boxes beside each box that can be gone to, with what that costs.
Web = tuple[tuple[Leg, ...], ...]
#: For how many kinds of weather and bridges it is remembered what the links cost.
_WEBS = 16


class Spread(Struct, frozen=True, eq=False):
    """Every box within reach with its distance and the box before it on the way; the boxes ``through`` which ways were
    found, which nobody barred, and those that were ``shut`` and would open others.
    """

    found: dict[int, Leg]
    through: set[int]
    shut: set[int]


def spread(web: Web, start: int, most: int, blocked: Container[int], *, enter: bool) -> Spread:
    """Every box within ``most`` points of ``start``. Boxes in ``blocked`` are not passed, and with ``enter`` can be
    the last of a way.
    """
    found, shut = {start: (0, -1)}, set[int]()
    closed: Container[int] = () if enter else blocked
    # The boxes at each distance that are still to be looked at.
    rings = {0: [start]}
    while rings:
        far = min(rings)
        ring = rings.pop(far)
        if len(ring) > 1:
            ring.sort()
        for box in ring:
            if found[box][0] < far:
                continue
            if box in blocked and box != start:
                if _opens(web[box], far, most, found):
                    shut.add(box)
                continue
            for there, price in web[box]:
                total = far + price
                if total > most or (there in found and found[there][0] <= total):
                    continue
                if there in closed:
                    shut.add(there)
                    continue
                found[there] = (total, box)
                if total in rings:
                    rings[total].append(there)
                else:
                    rings[total] = [there]
    through = set(found) if not enter else {before for _, before in found.values()}
    through.difference_update((start, -1))
    shut.discard(start)
    return Spread(found, through, shut)


def _opens(ways: tuple[Leg, ...], far: int, most: int, found: Mapping[int, Leg]) -> bool:
    """Whether a box that is not passed would lead anywhere for the first time, or by a shorter way."""
    for there, price in ways:
        total = far + price
        if total <= most and (there not in found or total < found[there][0]):
            return True
    return False


class Webs:
    """What the links cost, by those that can't be used and by what a ford costs more. The ways from a box that are the
    same in several are the very same value, so that what led only over these holds in all of them.
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._fords = frozenset(n for n, ford in enumerate(setting.ford) if ford)
        self._known: dict[tuple[frozenset[int], int], Web] = {}
        self._rows: dict[tuple[Leg, ...], tuple[Leg, ...]] = {}
        plain = tuple([self._row(box, frozenset(), 0) for box in range(len(setting.around))])
        self._last: tuple[frozenset[int], int, Web] = frozenset(), 0, plain

    def of(self, barred: frozenset[int], adds: int) -> Web:
        """The ways from each box, made of the last ones where no link has changed."""
        last_barred, last_adds, last = self._last
        if barred is last_barred and adds == last_adds:
            return last
        web = self._known.get((barred, adds))
        if web is None:
            links = (barred ^ last_barred) | (self._fords if adds != last_adds else frozenset())
            ends = [self._setting.network.links[n] for n in links]
            rows = list(last)
            for box in {box for link in ends for box in (link.a, link.b)}:
                rows[box] = self._row(box, barred, adds)
            web = tuple(rows)
            if len(self._known) >= _WEBS:
                self._known = {}
            self._known[barred, adds] = web
        self._last = barred, adds, web
        return web

    def _row(self, box: int, barred: frozenset[int], adds: int) -> tuple[Leg, ...]:
        price, ford = self._setting.cost, self._setting.ford
        ways = [(there, n) for there, n in self._setting.around[box] if n not in barred]
        row = tuple([(there, price[n] + (adds if ford[n] else 0)) for there, n in ways])
        return self._rows.setdefault(row, row)


class Reach:
    """How far something comes from a box, while nobody comes into its ways and nobody leaves those in its way."""

    __slots__ = ("_blocked", "_shut", "_through", "_web", "found")

    def __init__(self, web: Web, blocked: Mapping[int, int], found: Spread) -> None:
        self._web, self._blocked, self.found = web, blocked, found.found
        self._through, self._shut = found.through, found.shut

    def holds(self, web: Web, blocked: Mapping[int, int]) -> bool:
        """Whether it is the same with others in the way, and with other costs elsewhere. Each of both is remembered by
        itself: what is true of the ways found rests on one of them alone.
        """
        if blocked is not self._blocked:
            if not self._through.isdisjoint(blocked) or not self._shut <= blocked.keys():
                return False
            self._blocked = blocked
        last = self._web
        if web is not last:
            for box in self.found:
                if web[box] is not last[box]:
                    return False
            self._web = web
        return True


def way_to(web: Web, start: int, goals: Container[int], blocked: Container[int]) -> tuple[int, ...]:
    """The boxes of a way from ``start`` to one in ``goals``, through none in ``blocked``; none without a way."""
    before, edge = {start: -1}, [start]
    for box in edge:
        if box in goals:
            way = [box]
            while way[-1] != start:
                way.append(before[way[-1]])
            return tuple(reversed(way))
        for there, _ in web[box]:
            if there not in before and there not in blocked:
                before[there] = box
                edge.append(there)
    return ()


class Way(Struct, frozen=True, eq=False):
    """A way that was found, to go again while it is open."""

    web: Web
    boxes: tuple[int, ...]

    def leads(self, web: Web, start: int, blocked: Container[int]) -> bool:
        """Whether it leads on from a box, over links that are what they were, and through none in ``blocked``."""
        if start not in self.boxes:
            return False
        rest = self.boxes[self.boxes.index(start) :]
        return not any(box in blocked for box in rest[1:]) and all(web[box] is self.web[box] for box in rest)
