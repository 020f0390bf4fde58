"""37.6. From where a side looks out for covers, how far, and what is seen from there."""

from __future__ import annotations

from collections.abc import Mapping, Set
from weakref import WeakKeyDictionary

from napwidgets.board.hexmap import HexMap
from napwidgets.board.sight import extended_line
from napwidgets.systems.mop.state import State
from napwidgets.systems.tactical.core.arms import HORSE
from napwidgets.systems.tactical.ground.context import Context


class Looks:
    """Places from where one looks out, by how far, and what has been found to be seen from them or not."""

    __slots__ = ("found", "places", "sights")

    def __init__(self, places: Mapping[int, Set[int]], sights: dict[tuple[int, int], Sight]) -> None:
        self.places, self.sights = places, sights
        self.found: dict[int, bool] = {}


class Sight:
    """From where a hex was seen last, and from where it can't be: neither changes while the map is the same."""

    __slots__ = ("blind", "spotter")

    def __init__(self) -> None:
        self.spotter = -1
        self.blind: set[int] = set()


_SIGHTS: WeakKeyDictionary[HexMap, dict[tuple[int, int], Sight]] = WeakKeyDictionary()
#: From where each side looked out last: what it sees from there stays true.
_LAST: WeakKeyDictionary[Context, dict[tuple[int, bool], Looks]] = WeakKeyDictionary()


def ranges(x: Context, s: State) -> tuple[int, int]:
    """How far one sees a cover, and how far from a height (37.6)."""
    sky = x.weather(s)
    near = min(x.tables.limits["sight of covers"], sky.sight)
    return near, max(near, sky.far)


def eyes(x: Context, s: State, side: int, vedettes: bool = True) -> Looks:
    """From where a side looks out for covers, and how far: units and leaders, from a height, and near a leader on one,
    farther (37.6); ``vedettes`` among them or not.
    """
    near, far = ranges(x, s)
    found: dict[int, set[int]] = {near: set(), far: set()}
    led = [i.hex for i, owner in zip(s.leaders, x.setting.leader_side, strict=True) if owner == side and i.hex >= 0]
    posts = [h for h in led if x.setting.high[h]]
    found[near].update(led)
    found[far].update(posts)
    if vedettes:
        found[near].update(k.hex for k in s.vedettes if k.hex >= 0 and x.infos[k.unit].side == side)
    layout, longest = x.ground.layout(s), max(info.mp for info in x.infos) if posts else 0
    rides = [x.ground.around(post, HORSE, longest) for post in posts]
    for h, units in layout.at.items():
        if layout.side[h] == side:
            # Within its own movement of a leader on a height.
            posted = bool(rides) and min([ride[h] for ride in rides]) <= max([x.infos[u].mp for u in units])
            found[far if posted else near].add(h)
    last = _LAST.setdefault(x, {})
    if (known := last.get((side, vedettes))) is None or known.places != found:
        known = last[side, vedettes] = looks_from(x, found)
    return known


def looks_from(x: Context, places: Mapping[int, Set[int]]) -> Looks:
    """What is seen from some places, by how far one looks out from them."""
    return Looks(places, _SIGHTS.setdefault(x.printed, {}))


def seen(x: Context, h: int, looks: Looks) -> bool:
    """Whether a hex is seen: beside somebody who looks out, or in his sight."""
    known = looks.found.get(h)
    if known is None:
        known = looks.found[h] = _seen(x, h, looks)
    return known


def _seen(x: Context, h: int, looks: Looks) -> bool:
    board, sights = x.printed, looks.sights
    for far, places in looks.places.items():
        sight = sights.get((h, far))
        if sight is None:
            sight = sights[h, far] = Sight()
        if sight.spotter in places:
            return True
        near = (board.disc(h, max(1, far)) & places) - sight.blind
        if not near:
            continue
        row = board.distances[h]
        for a in near:
            if row[a] <= 1 or extended_line(board, a, h, far):
                sight.spotter = a
                return True
        sight.blind |= near
    return False
