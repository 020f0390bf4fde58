"""S. Fortresses and sieges: who shuts himself up, months of siege, relief, ports taken.

Readings 39, 50, 51 and 52 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.forces import LOSS_ORDER, Count, on_foot, spelled
from napwidgets.systems.wap.ground import enemies_at, layout, strength, troops
from napwidgets.systems.wap.land.losses import Losses, in_order
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import Army, State
from napwidgets.systems.wap.step import Step


def capacity(x: Context, city: int) -> int:
    """Strength points that find room in a city (S, reading 50): most in a capital, more in a fortress than
    elsewhere.
    """
    roles = x.setting.cities[city].roles
    kind = "capital" if "capital" in roles else "fortress" if "fortress" in roles else "city"
    return x.tables.siege[kind]


def room(x: Context, s: State, hex: int, faction: int) -> int:
    """How many more strength points of a faction find room in the city of a hex, 0 if it has none of its own there."""
    city = x.setting.city_at.get(hex, -1)
    if city < 0 or not x.friendly_city(s, city, faction):
        return 0
    return max(0, capacity(x, city) - strength(s, troops(s, layout(x, s), hex, faction, True)))


def garrison_of(s: State, chosen: list[int], places: int) -> Losses:
    """Who goes inside if there are so many places: infantry before cavalry, the ones easiest to replace first
    (reading 50); by army number.
    """
    order = in_order([s.armies[i] for i in chosen])
    order.sort(key=lambda point: (not _walks(point[1]), LOSS_ORDER.index(point[1])))
    found: dict[int, list[int]] = {}
    for at, kind in order[:places]:
        found.setdefault(chosen[at], [0] * 8)[kind] += 1
    return {i: tuple(count) for i, count in found.items()}


def _walks(kind: int) -> bool:
    one: Count = tuple(int(k == kind) for k in range(8))
    return any(on_foot(one))


def go_inside(x: Context, s: State, hex: int, chosen: list[int], log: Log) -> State:
    """As many of the defenders as find room shut themselves up in their city (S); their leaders go with them if
    nobody stays outside.
    """
    side = layout(x, s).side[chosen[0]]
    armies, shut = list(s.armies), []
    for i, count in garrison_of(s, chosen, room(x, s, hex, side)).items():
        army = armies[i]
        armies[i] = replace(army, count=tuple(a - b for a, b in zip(army.count, count, strict=True)))
        armies.append(replace(army, count=count, inside=True))
        shut.append(f"{spelled(count)} of {NATIONS[army.nation]}")
    if not shut:
        return s
    alone = len(shut) == 1 and shut[0].startswith("1 ") and " and " not in shut[0]
    verb = "shuts itself" if alone else "shut themselves"
    text = f"{', '.join(shut)} {verb} up in {x.board.title(hex)}."
    say(log, "inside", text, "base rules S", hexes=(hex,))
    s = x.with_armies(s, armies)
    if not troops(s, layout(x, s), hex, side):
        for i in x.leaders_at(s, hex):
            if x.leader_faction(s, i) == side:
                s = s.leader(i, inside=True)
    return s


def relieved(x: Context, s: State, log: Log) -> State:
    """Garrisons without an enemy before their city are free again; their siege is over (S)."""
    now = layout(x, s)
    free = {h for h, side in now.besieged.items() if not enemies_at(s, now, h, side)}
    # Nelson in a port is with his ships, not shut up (F.8.a).
    shut = [i for i, leader in enumerate(s.leaders) if leader.inside and leader.place >= 0 and i != x.setting.nelson]
    alone = {s.leaders[i].place for i in shut if s.leaders[i].place not in now.besieged}
    if not free and not alone:
        return s
    for h in sorted(free):
        say(log, "relieved", f"{x.board.title(h)} is no longer besieged.", "base rules S", hexes=(h,))
    armies: list[Army] = [replace(army, inside=False) if army.hex in free else army for army in s.armies]
    for i in shut:
        if s.leaders[i].place in free | alone:
            s = s.leader(i, inside=False)
    sieges = tuple((h, months) for h, months in s.sieges if h not in free)
    return replace(x.with_armies(s, armies), sieges=sieges)


class SiegePhase(Step, frozen=True, tag="sieges"):
    """The end of a Combat Phase: every city that the active faction besieges has been so for one month more (S), and
    what was noted for the combats of the segment is cleared.
    """

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = relieved(x, replace(s.pop(), fought=(), came=()), log)
        now, months = layout(x, s), dict(s.sieges)
        for hex, side in sorted(now.besieged.items()):
            if hex in now.field[s.segment] and side == x.enemies(s.segment):
                months[hex] = months.get(hex, 0) + 1
                text = f"{x.board.title(hex)} has been besieged for {_months(months[hex])}."
                say(log, "siege", text, "base rules S", hexes=(hex,), months=months[hex])
        kept = tuple((h, n) for h, n in sorted(months.items()) if h in now.besieged)
        return replace(s, sieges=kept)


def _months(n: int) -> str:
    return "a month" if n == 1 else f"{n} months"
