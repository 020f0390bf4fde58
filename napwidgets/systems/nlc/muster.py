"""2.2, 7.3, 7.6, 7.10, 8, 10. From units on a map to a `Clash`: strengths, reductions, morale and its modifiers.

Readings 1, 10, 29, 30, 31, 39, 44, 46, 47 and 82 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec.structs import replace

from napwidgets.board.hexmap import BRIDGE, CREST, FORD, RIVER, ROAD, STREAM, TRAIL
from napwidgets.systems.nlc.clash import Clash, Fighter, Force, force
from napwidgets.systems.nlc.context import Context
from napwidgets.systems.nlc.limits import BACKWARDS
from napwidgets.systems.nlc.state import State

_KIND = {"infantry": "i", "cavalry": "c", "foot_artillery": "f", "horse_artillery": "h"}
Factors: TypeAlias = tuple[tuple[str, int], ...]
Mods: TypeAlias = tuple[tuple[str, int], ...]


def base_morale(x: Context, u: int, defending: bool) -> int:
    """A unit's morale before modifiers (2.2)."""
    table, info = x.tables.morale, x.infos[u]
    if info.old_guard:
        return table["old guard"]
    if info.british and ((info.infantry and defending) or info.cavalry):
        return table["british infantry defending" if info.infantry else "british cavalry"]
    if info.nation in ("nassau", "dutch"):
        return table[info.nation]
    if info.nation == "prussian" and info.infantry and info.strength <= 3:
        return table["prussian small infantry"]
    return table["all"]


def fighter(x: Context, s: State, u: int, defending: bool, factors: Factors = ()) -> Fighter:
    """A unit as a fighter."""
    info, unit = x.infos[u], s.units[u]
    ladder = tuple(info.sp(n) for n in range(info.steps + 1))
    return Fighter(
        u,
        _KIND[info.data.kind],
        ladder,
        unit.steps,
        base_morale(x, u, defending),
        info.steady,
        unit.disrupted,
        tuple(f for f in factors if f[1] != 100),
        False,
        in_chateau(x, s, u),
        unit_mods(x, s, u),
    )


def in_chateau(x: Context, s: State, u: int) -> bool:
    """Whether a unit is the single infantry garrison of a chateau (10)."""
    h = s.units[u].hex
    if h < 0 or not x.setting.chateau[h] or not x.infos[u].infantry:
        return False
    return len(x.ground.layout(s).at.get(h, ())) == 1


def terrain_of(x: Context, s: State, h: int) -> str:
    """The terrain that counts in combat: a chateau with two units is clear (10)."""
    if x.setting.chateau[h] and len(x.ground.layout(s).at.get(h, ())) > 1:
        return "clear"
    return x.board.terrain[h]


def unit_mods(x: Context, s: State, u: int) -> Mods:
    """Morale modifiers that a unit has from its losses and orders (2.2, 7.4, 20.2)."""
    table = x.tables.modifiers
    mods: list[tuple[str, int]] = []
    if x.demoralized(s, x.infos[u].formation):
        mods.append(("demoralized", table["demoralized"]))
    if x.order(s, u) == "reserve":
        mods.append(("reserve", table["reserve"]))
    if s.broken and x.infos[u].nation == "french":
        mods.append(("guard recoiled", table["guard recoiled"]))
    return tuple(mods)


# Normal combat (7.3 to 7.6)


def hexside_factor(x: Context, origin: int, target: int, column: int) -> Factors:
    """The reduction for fire across the hexside between two neighbours: the strongest one counts."""
    side = x.board.sides[origin][x.board.direction(origin, target)]
    found = []
    if side & BRIDGE and side & (RIVER | STREAM):
        found.append("bridge" if side & RIVER else "stream")
    elif side & STREAM:
        found.append("stream")
    elif side & FORD:
        found.append("ford")
    if side & CREST and x.board.level[target] >= x.board.level[origin]:
        found.append("crest")
    cuts = [(100 - (x.tables.cover[name][column] or 0), name) for name in found]
    if not cuts:
        return ()
    percent, name = min(cuts)
    return ((name, percent),) if percent < 100 else ()


def terrain_factor(x: Context, s: State, h: int, column: int) -> Factors:
    """The reduction for fire into a hex; ``column`` is 0 attack, 1 bombardment, 2 charge."""
    kind = terrain_of(x, s, h)
    cut = x.tables.cover.get(kind, (0, 0, 0))[column] or 0
    return ((kind, 100 - cut),) if cut else ()


def flanked(x: Context, s: State, h: int, side: int) -> bool:
    """Whether the units in a hex are surrounded by enemy units or their ZOCs (7.6); not in towns and chateaux."""
    if terrain_of(x, s, h) in ("town", "chateau"):
        return False
    layout = x.ground.layout(s)
    foe, zoc = 1 - side, layout.zoc[1 - side]
    return all(layout.side[n] == foe or zoc[n] for n in x.setting.near[h])


def on_road(x: Context, h: int) -> bool:
    """Whether a hex has a road or trail (Fall Back units there count as flanked by cavalry, 20.2)."""
    return any(side & (ROAD | TRAIL) for side in x.board.sides[h])


def _attackers(x: Context, s: State, stacks: Iterable[tuple[int, tuple[int, ...]]], target: int) -> list[Fighter]:
    fighters = []
    into = terrain_factor(x, s, target, 0)
    for origin, units in stacks:
        across = hexside_factor(x, origin, target, 0)
        for u in units:
            factors: Factors = (*into, *across)
            if x.infos[u].cavalry:
                factors = (*factors, ("cavalry", 50))
            if s.units[u].disrupted:
                factors = (*factors, ("disrupted", 50))
            fighters.append(fighter(x, s, u, False, factors))
    return fighters


def _least_cover(x: Context, s: State, hexes: list[int]) -> dict[str, int]:
    """The reduction for one fire into several hexes at once: the least one among them (reading 31)."""
    cuts = [terrain_factor(x, s, h, 0) for h in hexes]
    if not cuts or not all(cuts):
        return {}
    return dict([max((cut[0] for cut in cuts), key=lambda factor: factor[1])])


def _defenders(
    x: Context, s: State, units: list[int], origins: list[int], target: int, silent: Iterable[int]
) -> list[Fighter]:
    """Defenders fire at all attackers at once; out of woods too their fire is reduced (7.3, 7.6)."""
    shared = _least_cover(x, s, origins)
    if terrain_of(x, s, target) == "woods" and "woods" not in shared:
        shared["woods"] = 100 - (x.tables.cover["woods"][0] or 0)
    alone = all(x.infos[u].gun for u in units)
    quiet = set(silent)
    fighters = []
    for u in units:
        info = x.infos[u]
        factors: Factors = tuple(shared.items())
        if info.cavalry:
            factors = (*factors, ("cavalry", 50))
        if s.units[u].disrupted:
            factors = (*factors, ("disrupted", 50))
        if info.gun and alone:
            factors = (*factors, ("alone", 50))
        if info.gun and x.options.artillery_detail:
            factors = (*factors, ("detail", 125))
        if u in quiet:
            factors = (*factors, ("facing", 0))
        fighters.append(fighter(x, s, u, True, factors))
    return fighters


def turned_away(x: Context, s: State, guns: Iterable[int], origins: Iterable[int]) -> list[int]:
    """Guns that were next to an enemy when the stage began and are attacked from other hexes only (8.4)."""
    faced = dict(s.faced)
    where = set(origins)
    return [u for u in guns if u in faced and not where & set(faced[u])]


def normal_clash(
    x: Context,
    s: State,
    stacks: tuple[tuple[int, tuple[int, ...]], ...],
    target: int,
    remote: tuple[int, ...] = (),
) -> Clash:
    """A normal combat: attacking stacks (hex, units), the hex attacked, and guns that support the defence (25.3)."""
    here = list(x.ground.layout(s).at.get(target, ()))
    origins = [h for h, _ in stacks]
    guns = [u for u in here if x.infos[u].gun]
    attackers = _attackers(x, s, stacks, target)
    defenders = _defenders(x, s, here, origins, target, turned_away(x, s, guns, origins))
    attack_units = [f.unit for f in attackers]
    a_mods: Mods = ()
    d_mods: Mods = ()
    table = x.tables.modifiers
    if any(x.infos[u].gun for u in attack_units):
        d_mods = (*d_mods, ("artillery fire", table["artillery fire"]))
    if any(f.gun and ("facing", 0) not in f.factors for f in defenders):
        a_mods = (*a_mods, ("artillery fire", table["artillery fire"]))
    side = x.infos[here[0]].side
    road_trap = any(x.order(s, u) in BACKWARDS for u in here) and on_road(x, target)
    if flanked(x, s, target, side) or (road_trap and any(x.infos[u].cavalry for u in attack_units)):
        d_mods = (*d_mods, ("flanked", table["flanked"]))
    if any(x.infos[u].old_guard for u in attack_units):
        d_mods = (*d_mods, ("attacked by old guard", table["attacked by old guard"]))
    if any(x.infos[u].old_guard for u in here):
        a_mods = (*a_mods, ("attacked by old guard", table["attacked by old guard"]))
    defenders += [_remote(x, s, u, tuple(_least_cover(x, s, origins).items())) for u in remote]
    return Clash("normal", (force(tuple(attackers), a_mods), force(tuple(defenders), d_mods)))


def _remote(x: Context, s: State, u: int, factors: Factors) -> Fighter:
    extra: Factors = (("disrupted", 50),) if s.units[u].disrupted else ()
    return replace(fighter(x, s, u, True, (*factors, *extra)), remote=True)


# Charges (7.7, 7.10)


def charge_clash(
    x: Context,
    s: State,
    chargers: tuple[tuple[int, int], ...],
    target: int,
    defenders: tuple[int, ...],
    advantages: tuple[str, ...],
    silent: tuple[int, ...],
) -> Clash:
    """A charge: chargers with the hex each comes from, the units charged, and what counts for the cavalry (7.10).

    ``silent`` are units that just retreated and are pursued: they don't fire (7.8).
    """
    times = 1 + min(len(advantages), 2)
    into = terrain_factor(x, s, target, 2)
    attack = []
    for u, origin in chargers:
        across = hexside_factor(x, origin, target, 2) if target in x.board.neighbours[origin] else ()
        attack.append(fighter(x, s, u, False, (*into, *across)))
    defend = []
    for u in defenders:
        info = x.infos[u]
        factors: Factors = ()
        if u in silent:
            factors = (("silent", 0),)
        elif not info.cavalry:
            factors = (("flank charge", 0),) if "flank charge" in advantages else (("charged", 50),)
        defend.append(fighter(x, s, u, True, factors))
    if x.options.six_to_hit:
        attack_force: Force = force(tuple(attack), (), 1, len(advantages))
    else:
        attack_force = force(tuple(attack), (), times)
    return Clash("charge", (attack_force, force(tuple(defend))))


def readiness(x: Context, s: State, defenders: tuple[int, ...]) -> Force | None:
    """The undisrupted infantry that must pass a morale check to be ready for a charge (7.10), if any."""
    foot = tuple(u for u in defenders if x.infos[u].infantry and not s.units[u].disrupted)
    if not foot:
        return None
    return force(tuple(fighter(x, s, u, True) for u in foot))


def charge_advantages(
    x: Context, s: State, chargers: tuple[tuple[int, int], ...], target: int, defenders: tuple[int, ...], backhand: bool
) -> list[str]:
    """What multiplies the charge before any die is thrown: flank and backhand (7.10)."""
    side = x.infos[chargers[0][0]].side
    layout = x.ground.layout(s)
    riders = {u for u, _ in chargers}
    friends = [
        n
        for n in x.setting.near[target]
        if layout.side[n] == side and any(u not in riders for u in layout.at.get(n, ()))
    ]
    found = []
    if terrain_of(x, s, target) != "chateau" and friends:
        through = {origin for _, origin in chargers}
        near = x.setting.near
        if any(o not in friends and not any(o in near[f] for f in friends) for o in through):
            found.append("flank charge")
    if "flank charge" not in found and any(x.order(s, u) in BACKWARDS for u in defenders) and on_road(x, target):
        found.append("flank charge")
    if any(s.units[u].disrupted for u in defenders):
        found.append("not ready")
    if backhand:
        found.append("backhand")
    return found


# Bombardment (8.1)


def bombard_clash(x: Context, s: State, guns: tuple[int, ...], target: int) -> Clash:
    """A bombardment: nobody fires back (8.1, 25.6)."""
    here = tuple(x.ground.layout(s).at.get(target, ()))
    into = terrain_factor(x, s, target, 1)
    massed = x.options.artillery_detail and sum(not x.infos[u].gun for u in here) > 1
    sixes = x.options.six_to_hit
    attack = []
    for u in guns:
        factors: Factors = into
        if s.units[u].disrupted:
            factors = (*factors, ("disrupted", 50))
        if massed and not sixes:
            factors = (*factors, ("massed", 125))
        if x.board.distances[s.units[u].hex][target] == 3:
            factors = (*factors, ("long range", 50))
        attack.append(fighter(x, s, u, False, factors))
    defend = tuple(fighter(x, s, u, True, (("silent", 0),)) for u in here)
    return Clash("bombardment", (force(tuple(attack), bonus=1 if massed and sixes else 0), force(defend)))
