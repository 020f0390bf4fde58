"""37.6. From where a side looks out for covers, how far, and what is seen from there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from napwidgets.board.sight import extended_line
from napwidgets.systems.mop.state import State
from napwidgets.systems.tactical.core.arms import HORSE
from napwidgets.systems.tactical.ground.context import Context

#: Places from where one looks out, each with how far.
Looks = Sequence[tuple[int, int]]


def ranges(x: Context, s: State) -> tuple[int, int]:
    """How far one sees a cover, and how far from a height (37.6)."""
    sky = x.weather(s)
    near = min(x.tables.limits["sight of covers"], sky.sight)
    return near, max(near, sky.far)


def eyes(x: Context, s: State, side: int, vedettes: bool = True) -> list[tuple[int, int]]:
    """From where a side looks out for covers, and how far: units and leaders, from a height, and near a leader on one,
    farther (37.6); ``vedettes`` among them or not.
    """
    near, far = ranges(x, s)
    high = [i.hex for n, i in enumerate(s.leaders) if x.setting.leader_side[n] == side and i.hex >= 0]
    found = [(h, far if x.setting.high[h] else near) for h in high]
    if vedettes:
        found += [(k.hex, near) for k in s.vedettes if k.hex >= 0 and x.infos[k.unit].side == side]
    posts = [h for h in high if x.setting.high[h]]
    for h, units in x.ground.layout(s).at.items():
        if x.infos[units[0]].side == side:
            found.append((h, far if posts and _near_post(x, s, units, posts) else near))
    return found


def _near_post(x: Context, s: State, units: Sequence[int], posts: Iterable[int]) -> bool:
    """Whether a unit stands within its own movement of a leader on a height."""
    h = s.units[units[0]].hex
    most = max(x.infos[u].mp for u in units)
    return any(x.ground.march_cost(post, (h,), HORSE).get(h, most + 1) <= most for post in posts)


def scope(x: Context, looks: Looks) -> set[int]:
    """The hexes that are near enough to somebody who looks out to be seen by him, if nothing stands between."""
    return set().union(*(x.board.disc(a, max(1, far)) for a, far in looks))


def seen(x: Context, h: int, looks: Iterable[tuple[int, int]]) -> bool:
    """Whether a hex is seen: beside somebody who looks out, or in his sight."""
    row = x.board.distances[h]
    return any(row[a] <= 1 or (row[a] <= far and extended_line(x.board, a, h, far)) for a, far in looks)
