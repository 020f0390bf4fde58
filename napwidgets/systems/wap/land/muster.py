"""N, O. Who fights in a hex: a battle built from the armies of a state as a value of `field`.

Readings 51, 55, 56, 57 and 58 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from napwidgets.kernel.odds import Distribution
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import CC, GC, GI, L, M, P, minus, of
from napwidgets.systems.wap.ground import enemies_at, largest, layout, troops
from napwidgets.systems.wap.land.columns import leads
from napwidgets.systems.wap.land.field import ATTACK, DEFEND, Engagement, Parts, Side, onward, round_odds, squeezed
from napwidgets.systems.wap.land.losses import in_order, lose, mounted, shares
from napwidgets.systems.wap.land.supply import in_supply
from napwidgets.systems.wap.setting import NATIONS, RUSSIA
from napwidgets.systems.wap.state import Army, State
from napwidgets.systems.wap.tables import Tables

_IRREGULAR = (CC, L, M, P)


def morale_of(x: Context, s: State, nation: int, kind: int, hex: int) -> int:
    """The morale of a strength point in a hex (reference 1.9): by kind, else by its state and the year."""
    return morale(x.tables, nation, kind, x.setting.month(s.turn)[0], at_home=x.setting.owner[hex] == RUSSIA)


def morale(tables: Tables, nation: int, kind: int, year: int, *, at_home: bool) -> int:
    """The morale of a strength point in a year (reference 1.9); ``at_home`` says that it stands in Russia."""
    name = NATIONS[nation]
    if kind in (GI, GC):
        row = "guard"
    elif kind in _IRREGULAR:
        row = "irregular"
    elif nation == RUSSIA and at_home:
        row = "Russia at home"
    else:
        row = name if name in tables.all["land-morale"].rows else "minor"
    return tables.morale_on_land(row, year)


def fighters(
    x: Context, s: State, hex: int, faction: int, rounds: int = 0, assault: bool = False
) -> tuple[list[int], list[int]]:
    """The numbers of the armies that attack and defend in a hex.

    Besieged friends of the attackers come out from the second round on (reading 51); an assault goes against those
    inside.
    """
    now = layout(x, s)
    attack = troops(s, now, hex, faction)
    if rounds and not assault and attack:
        attack += troops(s, now, hex, faction, True)
    return attack, enemies_at(s, now, hex, faction, assault)


def leaders_with(x: Context, s: State, hex: int, chosen: Sequence[int]) -> list[int]:
    """The leaders who fight with some armies in a hex, best first: those who lead troops of one of them (reading
    55).
    """
    now = layout(x, s)
    sides = {now.side[i] for i in chosen}
    places = {s.armies[i].inside for i in chosen}
    found = [i for inside in sorted(places) for i in x.leaders_at(s, hex, inside)]
    mine = [i for i in found if x.leader_faction(s, i) in sides and any(leads(x, s, i, s.armies[a]) for a in chosen)]
    return sorted(mine, key=lambda i: (-x.rating(s, i), i))


def seat_of(x: Context, s: State, chosen: Sequence[int]) -> int:
    """The seat that decides for some armies: that of the largest; -1 if nobody does."""
    army: Army | None = largest(s, chosen)
    return -1 if army is None else x.army_seat(s, army)


def side_of(x: Context, s: State, hex: int, chosen: Sequence[int], *, supplied: bool, walls: bool = False) -> Side:
    """Some armies in a hex as a force."""
    armies = [s.armies[i] for i in chosen]
    points = ((morale_of(x, s, armies[at].nation, kind, hex), mounted(kind)) for at, kind in in_order(armies))

    def rated(left: Sequence[Army]) -> int:
        there = list(s.armies)
        for i, army in zip(chosen, left, strict=True):
            there[i] = army
        # Leaders are those of troops that are left; young Blücher is a better one with few (K.2.b).
        now = replace(s, armies=tuple(there))
        leaders = leaders_with(x, s, hex, [i for i, army in zip(chosen, left, strict=True) if any(army.count)])
        return max((x.rating(now, i) for i in leaders), default=0)

    leaders = leaders_with(x, s, hex, chosen)
    if not leaders:
        return Side(squeezed(points), 0, supplied, walls)
    return Side(
        squeezed(points), x.rating(s, leaders[0]), supplied, walls, heirs=heirs(armies, rated, each=x.options.blucher)
    )


def heirs(
    armies: Sequence[Army], rated: Callable[[Sequence[Army]], int], *, each: bool = False
) -> tuple[tuple[int, int], ...]:
    """The ratings that follow each other while a force of some armies is used up, as ``rated`` says of what is left of
    them: each with the strength points from which on it holds. It is asked when one of them is gone, or after ``each``
    point.
    """
    if len(armies) < 2 and not each:
        return ()
    left, found = list(armies), [(0, rated(armies))]
    order = in_order(armies)
    for few, (at, kind) in zip(range(len(order) - 1, 0, -1), order, strict=False):
        left[at] = replace(left[at], count=minus(left[at].count, of(kind)))
        if (each or not any(left[at].count)) and (rating := rated(left)) != found[-1][1]:
            found.append((few, rating))
    return tuple(found[1:])


def engage(x: Context, s: State, hex: int, faction: int, rounds: int = 0, assault: bool = False) -> Engagement:
    """The battle in a hex as it stands before its next round; ``faction`` attacks."""
    attack, defend = fighters(x, s, hex, faction, rounds, assault)
    ours = side_of(x, s, hex, attack, supplied=in_supply(x, s, hex, faction))
    theirs = side_of(x, s, hex, defend, supplied=_holds_out(x, s, hex, defend, assault), walls=assault)
    return Engagement((ours, theirs), walls(x, hex) if assault else ground(x, s, hex, faction), rounds)


def relieved(x: Context, s: State, hex: int, faction: int, now: Engagement) -> Distribution[Engagement]:
    """The exact ends of a battle that attackers begin before a besieged city of theirs: from the second round on its
    garrison fights with them (reading 51).
    """
    chosen = fighters(x, s, hex, faction)

    def joined(after: Engagement) -> Engagement:
        early = after.sides[ATTACK].lost, after.sides[DEFEND].lost
        there = engage(x, suffered(x, s, chosen, early), hex, faction, after.rounds)
        ours, foes = (replace(there.sides[k], lost=early[k]) for k in (ATTACK, DEFEND))
        return replace(there, sides=(ours, foes), gave=after.gave, over=after.over, early=early)

    return onward(x.tables, round_odds(x.tables, now).map(joined), x.tables.ground["rounds"] - 1)


def suffered(x: Context, s: State, chosen: tuple[list[int], list[int]], lost: tuple[int, int]) -> State:
    """The position when the armies on both sides of a battle have lost so many strength points."""
    mine, theirs = (shares(s, chosen[k], lost[k]) for k in (ATTACK, DEFEND))
    return lose(x, s, mine | theirs)


def _holds_out(x: Context, s: State, hex: int, defend: Sequence[int], assault: bool) -> bool:
    """Whether the defenders are supplied: by a line, by the city they fight for, or from its stores (reading 56)."""
    if assault:
        return dict(s.sieges).get(hex, 0) <= x.tables.siege["safe months"]
    if not defend:
        return True
    side = layout(x, s).side[defend[0]]
    city = x.setting.city_at.get(hex, -1)
    return (city >= 0 and x.friendly_city(s, city, side)) or in_supply(x, s, hex, side)


def ground(x: Context, s: State, hex: int, faction: int) -> Parts:
    """What the ground does for defenders in the open (O, reading 57): the best of terrain and a city of their own,
    and a river if every attacker came across one.
    """
    kinds = [x.board.terrain[hex]]
    city = x.setting.city_at.get(hex, -1)
    if city >= 0 and not x.friendly_city(s, city, faction):
        kinds.append("fortress" if "fortress" in x.setting.cities[city].roles else "city")
    came = [origin for to, origin in s.came if to == hex]
    return shelter(x.tables, kinds, river=bool(came) and all(_over_river(x, origin, hex) for origin in came))


def shelter(tables: Tables, kinds: Sequence[str], *, river: bool) -> Parts:
    """What helps defenders in the open: the best of some kinds of ground, and a river before it (O)."""
    table, found = tables.ground, []
    best = max(kinds, key=lambda kind: table.get(kind, 0))
    if table.get(best, 0):
        found.append((best, table[best], "WAP base rules O"))
    if river:
        found.append(("river", table["river"], "WAP base rules O"))
    return tuple(found)


def _over_river(x: Context, origin: int, hex: int) -> bool:
    return origin >= 0 and any(way.hex == hex and way.river for way in x.setting.ways[origin])


def walls(x: Context, hex: int) -> Parts:
    """What walls do for a garrison under assault (S, reading 58)."""
    city = x.setting.city_at.get(hex, -1)
    return wall_parts(x.tables, city >= 0 and "fortress" in x.setting.cities[city].roles)


def wall_parts(tables: Tables, fortress: bool) -> Parts:
    """What the walls of a city or of a fortress do."""
    table, kind = tables.ground, "fortress" if fortress else "city"
    return ((kind, table[kind], "WAP base rules O"), ("assault", table["assault"], "WAP base rules S"))
