"""M, F.3.f. Supply: lines to cities of one's own, and what ships put ashore.

Readings 33 and 34 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.ground import Layout, layout, spread
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.standing import Standing
from napwidgets.systems.wap.state import NEUTRAL, State

_cities: list[tuple[bytes, Standing, int, dict[int, int]]] = []
_known: list[tuple[tuple[tuple[int, int, int], ...], Layout, int, frozenset[int]]] = []


def supplied_at(x: Context, s: State, hex: int, faction: int) -> bool:
    """Whether a force of a faction is supplied in a hex: the same as `supplied` says of it, and worked out for that hex
    alone where no supplies were landed.
    """
    if s.landed:
        return hex in supplied(x, s, faction)
    now = layout(x, s)
    found = now.lines.get((hex, faction))
    if found is None:
        found = now.lines[hex, faction] = _line(x, s, now, hex, faction)
    return found


def _line(x: Context, s: State, now: Layout, hex: int, faction: int) -> bool:
    """Whether a line leads to a hex, looked for from there backwards: the nearest city ends it."""
    foes, land, back = now.foes[faction], now.land, x.setting.back
    cities, most = feeding(x, s, faction), x.tables.supply["line"]
    if hex in cities and hex not in foes:
        return True
    cost = {hex: 0}
    buckets: list[list[int]] = [[] for _ in range(most + 1)]
    buckets[0].append(hex)
    for spent, bucket in enumerate(buckets):
        for h in bucket:
            if cost[h] < spent or land[h]:
                continue
            for n, price in back[h]:
                total = spent + price
                if total <= most and n not in foes and total < cost.get(n, total + 1):
                    if n in cities:
                        return True
                    cost[n] = total
                    buckets[total].append(n)
    return False


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
    foes = layout(x, s).foes[faction]
    return [h for h in feeding(x, s, faction) if h not in foes]


def feeding(x: Context, s: State, faction: int) -> dict[int, int]:
    """The cities that supply a faction as long as no enemy is before them, by their hexes."""
    global _cities
    now = x.standing(s)
    for control, standing, side, found in _cities:
        if control is s.control and standing is now and side == faction:
            return found
    setting, stands = x.setting, now.faction
    theirs = [
        stands[n] == faction or (n < 6 and s.conquered[n] == faction and stands[n] == NEUTRAL)
        for n in range(len(NATIONS))
    ]
    found = {
        h: c
        for c, h in enumerate(setting.city_hex)
        if stands[s.control[c]] == faction and (theirs[setting.home[c]] or s.control[c] in setting.heirs[c])
    }
    _cities = [(s.control, now, faction, found), *_cities[:3]]
    return found


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
                need[army.serves] = need.get(army.serves, 0) + sum(army.count)
        used = [0] * len(left)
        for nation, number in need.items():
            for k, (_, colour, _) in enumerate(s.landed):
                if h in lines[k] and x.same_colour(s, nation, colour):
                    taken = min(left[k] - used[k], number)
                    used[k] += taken
                    number -= taken
            need[nation] = number
        if not any(need.values()):
            found.append(h)
            left = [points - gone for points, gone in zip(left, used, strict=True)]
    return frozenset(found)


def in_supply(x: Context, s: State, hex: int, faction: int) -> bool:
    """Whether a force of a faction in the open is supplied in a hex; neutrals at home always are."""
    return faction == NEUTRAL or supplied_at(x, s, hex, faction)
