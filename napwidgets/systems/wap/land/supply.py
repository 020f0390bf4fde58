"""M, F.3.f. Supply: lines to cities of one's own, and what ships put ashore.

Readings 33 and 34 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.ground import Layout, layout, spread
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import NEUTRAL, State

_known: list[tuple[tuple[tuple[int, int, int], ...], Layout, int, frozenset[int]]] = []


def supplied(x: Context, s: State, faction: int) -> frozenset[int]:
    """The hexes in which a force of a faction is supplied (M): by a line, or by supplies landed near it (F.3.f)."""
    now = layout(x, s)
    for landed, then, side, found in _known:
        if then is now and side == faction and landed is s.landed:
            return found
    reached = spread(x.setting.steps, sources(x, s, faction), x.tables.supply["line"], now.foes[faction], now.land)
    found = frozenset(reached) | fed(x, s, faction, reached) if s.landed else frozenset(reached)
    _known.insert(0, (s.landed, now, faction, found))
    del _known[4:]
    return found


def sources(x: Context, s: State, faction: int) -> list[int]:
    """The hexes of the cities that supply a faction: its own, and those it took from a state it conquered, without an
    enemy before them (M, I.2.c, reading 33).
    """
    foes, setting = layout(x, s).foes[faction], x.setting
    standing = [x.faction(s, nation) for nation in range(len(NATIONS))]
    theirs = [
        standing[n] == faction or (n < 6 and s.conquered[n] == faction and standing[n] == NEUTRAL)
        for n in range(len(NATIONS))
    ]
    return [
        h
        for c, h in enumerate(setting.city_hex)
        if standing[s.control[c]] == faction
        and (theirs[setting.home[c]] or s.control[c] in setting.heirs[c])
        and h not in foes
    ]


def fed(x: Context, s: State, faction: int, reached: dict[int, int]) -> frozenset[int]:
    """The hexes beyond every line whose forces live on supplies landed (F.3.f, reading 34).

    A point feeds one strength point of its own colour within three movement points; the nearest forces come first,
    and one strength point too many leaves its whole force unsupplied.
    """
    now, most = layout(x, s), x.tables.supply["line from supplies landed"]
    left = [points for _, _, points in s.landed]
    lines = [spread(x.setting.steps, [h], most, now.foes[faction], now.land) for h, _, _ in s.landed]
    found = []
    waiting = [h for h in now.field[faction] if h not in reached and any(h in line for line in lines)]
    for h in sorted(waiting, key=lambda h: (min(line.get(h, most + 1) for line in lines), h)):
        need: dict[int, int] = {}
        for i in now.at[h]:
            army = s.armies[i]
            if now.side[i] == faction and not army.inside:
                need[army.nation] = need.get(army.nation, 0) + sum(army.count)
        used = [0] * len(left)
        for nation, number in need.items():
            for k, (_, colour, _) in enumerate(s.landed):
                if colour == nation and h in lines[k]:
                    used[k] = min(left[k], number)
                    number -= used[k]
            need[nation] = number
        if not any(need.values()):
            found.append(h)
            left = [points - gone for points, gone in zip(left, used, strict=True)]
    return frozenset(found)


def in_supply(x: Context, s: State, hex: int, faction: int) -> bool:
    """Whether a force of a faction in the open is supplied in a hex; neutrals at home always are."""
    return faction == NEUTRAL or hex in supplied(x, s, faction)
