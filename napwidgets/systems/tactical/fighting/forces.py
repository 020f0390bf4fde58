"""2.2, 7.3, 7.6, 7.10, 8, 10. From units on a map to a `Clash`: strengths, reductions, morale and its modifiers.

Readings 1, 11, 31, 32, 33, 42, 48, 51, 52 and 96 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from napwidgets.systems.tactical.command.limits import BACKWARDS
from napwidgets.systems.tactical.core.causes import Factors, Mods
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.fighting.clash import Clash, Fighter, Force, bound_by, force, seconds
from napwidgets.systems.tactical.ground.context import Context, Log


def _factor(x: Context, key: str) -> Factors:
    """A percentage of fire, by its row of the table."""
    return ((key, x.tables.factors[key]),)


def _condition(x: Context, s: State, u: int) -> Factors:
    """What a unit's arm and disruption do to its fire in normal combat (7.3, 7.6)."""
    factors: Factors = _factor(x, "cavalry") if x.infos[u].mounted else ()
    return (*factors, *_factor(x, "disrupted")) if s.units[u].disrupted else factors


def _own_factors(x: Context, s: State, u: int, kind: str, defending: bool, foes: Sequence[int]) -> Factors:
    """What the title's own rules do to a unit's fire."""
    return tuple(factor for rule in x.rules.factors for factor in rule(x, s, u, kind, defending, foes))


def fighter(x: Context, s: State, u: int, defending: bool, factors: Factors = ()) -> Fighter:
    """A unit as a fighter."""
    info, unit = x.infos[u], s.units[u]
    return Fighter(
        u,
        info.kind.arm,
        info.ladder,
        unit.steps,
        info.morale[defending],
        info.hardy,
        unit.disrupted,
        tuple(f for f in factors if f[1] != 100),
        False,
        garrisons(x, s, u),
        unit_mods(x, s, u),
    )


def garrisons(x: Context, s: State, u: int) -> bool:
    """Whether a unit is the single garrison of a stronghold (10)."""
    h = s.units[u].hex
    if h < 0 or not x.setting.stronghold[h] or not x.infos[u].line:
        return False
    return len(x.ground.layout(s).at.get(h, ())) == 1


def terrain_of(x: Context, s: State, h: int) -> str:
    """The terrain that counts in combat: a stronghold is none with two units in it (10)."""
    if x.setting.stronghold[h] and len(x.ground.layout(s).at.get(h, ())) > 1:
        return x.rules.terrain[x.board.terrain[h]].crowded
    return x.board.terrain[h]


def unit_mods(x: Context, s: State, u: int) -> Mods:
    """Morale modifiers that a unit has from its losses and orders (2.2, 20.2), and by the title's own rules."""
    table = x.tables.modifiers
    mods: list[tuple[str, int]] = []
    if x.demoralized(s, x.infos[u].formation):
        mods.append(("demoralized", table["demoralized"]))
    if x.order(s, u) == "reserve":
        mods.append(("reserve", table["reserve"]))
    for rule in x.rules.unit_mods:
        mods += rule(x, s, u)
    return tuple(mods)


# Normal combat (7.3 to 7.6)


def hexside_factor(x: Context, origin: int, target: int, column: int) -> Factors:
    """The reduction for fire across the hexside between two neighbours: the strongest one counts."""
    cuts = [(100 - (x.tables.cover[name][column] or 0), name) for name in x.setting.across(origin, target)]
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
    """Whether the units in a hex are surrounded by enemy units or their ZOCs (7.6); some ground covers the flanks."""
    if x.rules.terrain[terrain_of(x, s, h)].covers_flanks:
        return False
    layout = x.ground.layout(s)
    foe, zoc = 1 - side, layout.zoc[1 - side]
    return all(layout.side[n] == foe or zoc[n] for n in x.setting.near[h])


def _attackers(
    x: Context, s: State, stacks: Iterable[tuple[int, tuple[int, ...]]], target: int, foes: Sequence[int]
) -> list[Fighter]:
    fighters = []
    for origin, units in stacks:
        ground = ground_between(x, s, origin, target, 0)
        for u in units:
            own = _own_factors(x, s, u, "normal", False, foes)
            fighters.append(fighter(x, s, u, False, (*ground, *_condition(x, s, u), *own)))
    return fighters


def ground_between(x: Context, s: State, origin: int, target: int, column: int) -> Factors:
    """The reductions for fire into a hex from a neighbour: of the hex and of the hexside, or the better of the two."""
    into, across = terrain_factor(x, s, target, column), hexside_factor(x, origin, target, column)
    if into and across and any(row.row == across[0][0] and row.alone for row in x.rules.hexsides):
        return min(into, across, key=lambda factors: factors[0][1])
    return (*into, *across)


def _least_cover(x: Context, s: State, hexes: list[int]) -> dict[str, int]:
    """The reduction for one fire into several hexes at once: the least one among them (reading 33)."""
    cuts = [terrain_factor(x, s, h, 0) for h in hexes]
    if not cuts or not all(cuts):
        return {}
    return dict([max((cut[0] for cut in cuts), key=lambda factor: factor[1])])


def ground_behind(x: Context, s: State, origins: list[int], target: int) -> dict[str, int]:
    """The reductions for fire out of a hex at attackers in others; some ground cuts the fire out of it, too (7.6)."""
    shared = _least_cover(x, s, origins)
    kind = terrain_of(x, s, target)
    if x.rules.terrain[kind].screens and kind not in shared:
        shared[kind] = 100 - (x.tables.cover[kind][0] or 0)
    return shared


def _defenders(
    x: Context, s: State, units: list[int], origins: list[int], target: int, silent: Iterable[int], foes: Sequence[int]
) -> list[Fighter]:
    """Defenders fire at all attackers at once (7.3)."""
    shared = ground_behind(x, s, origins, target)
    alone = all(x.infos[u].gun for u in units)
    quiet = set(silent)
    fighters = []
    for u in units:
        factors: Factors = (*shared.items(), *_condition(x, s, u))
        if x.infos[u].gun and alone:
            factors = (*factors, *_factor(x, "alone"))
        if x.infos[u].gun and x.options.artillery_detail:
            factors = (*factors, *_factor(x, "detail"))
        if u in quiet:
            factors = (*factors, ("facing", 0))
        fighters.append(fighter(x, s, u, True, (*factors, *_own_factors(x, s, u, "normal", True, foes))))
    return fighters


def turned_away(x: Context, s: State, guns: Iterable[int], origins: Iterable[int]) -> list[int]:
    """Guns that were next to an enemy when the stage began and are attacked from other hexes only (8.4)."""
    faced = dict(s.faced)
    where = set(origins)
    return [u for u in guns if u in faced and not where & set(faced[u])]


def throw_mods(x: Context, s: State, kind: str, units: tuple[Sequence[int], Sequence[int]]) -> tuple[Mods, Mods]:
    """What the title's own rules do to the throws of both sides: the attackers' and the defenders' units."""
    attack, defend = units
    return (
        tuple(mod for rule in x.rules.throws for mod in rule(x, s, kind, True, attack, defend)),
        tuple(mod for rule in x.rules.throws for mod in rule(x, s, kind, False, defend, attack)),
    )


def told_parts(x: Context, *forces: Force) -> list[list[str]]:
    """Who fires with what, and what reduces it, as an event's ``parts``."""
    words = x.rules.fire_words()
    shown = []
    for fighter in (f for side in forces for f in side.fighters if f.steps):
        known = [(words[key], percent) for key, percent in fighter.factors if key in words]
        why = "".join(f", {text} {percent} %" for (text, _), percent in known)
        cite = ", ".join(dict.fromkeys(cite for (_, cite), _ in known))
        shown.append([f"{x.infos[fighter.unit].name}{why}", f"{fighter.sp} SP", cite])
    return shown


def note_throws(x: Context, s: State, before: Clash, after: Clash, log: Log) -> State:
    """What follows where throws of a clash were made anew."""
    for was, now in zip(before.forces, after.forces, strict=True):
        times = seconds(was) - seconds(now)
        if times:
            s = x.rules.thrown(x, s, x.infos[was.fighters[0].unit].side, "fire", times, log)
    return s


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
    attack_units = [u for _, units in stacks for u in units]
    attackers = _attackers(x, s, stacks, target, here)
    defenders = _defenders(x, s, here, origins, target, turned_away(x, s, guns, origins), attack_units)
    a_mods: Mods = ()
    d_mods: Mods = ()
    table = x.tables.modifiers
    if any(x.infos[u].gun for u in attack_units):
        d_mods = (*d_mods, ("artillery fire", table["artillery fire"]))
    if any(f.gun and ("facing", 0) not in f.factors for f in defenders):
        a_mods = (*a_mods, ("artillery fire", table["artillery fire"]))
    side = x.infos[here[0]].side
    falls_back = any(x.order(s, u) in BACKWARDS for u in here)
    road_trap = falls_back and x.setting.ways[target]
    if flanked(x, s, target, side) or (road_trap and any(x.infos[u].mounted for u in attack_units)):
        d_mods = (*d_mods, ("flanked", table["flanked"]))
    for rule in x.rules.line_mods:
        a_mods, d_mods = (*a_mods, *rule(x, s, attack_units)), (*d_mods, *rule(x, s, here))
    for rule in x.rules.foe_mods:
        a_mods, d_mods = (*a_mods, *rule(x, s, here)), (*d_mods, *rule(x, s, attack_units))
    a_throw, d_throw = throw_mods(x, s, "normal", (attack_units, here))
    a_mods, d_mods = (*a_mods, *a_throw), (*d_mods, *d_throw)
    defenders += [_remote(x, s, u, origins, attack_units) for u in remote]
    bound = bound_by(tuple(defenders), falls_back)
    return Clash("normal", (force(tuple(attackers), a_mods), force(tuple(defenders), d_mods, bound=bound)))


def _remote(x: Context, s: State, u: int, origins: list[int], foes: Sequence[int]) -> Fighter:
    """A gun that supports the defence (25.3): it fires out of its own hex at those of the attackers whom it sees."""
    here = s.units[u].hex
    seen = [h for h in origins if x.fire_line(s, here, h)]
    factors = tuple(ground_behind(x, s, seen, here).items())
    extra: Factors = _factor(x, "disrupted") if s.units[u].disrupted else ()
    own = _own_factors(x, s, u, "normal", True, foes)
    return replace(fighter(x, s, u, True, (*factors, *extra, *own)), remote=True)


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
        ground = ground_between(x, s, origin, target, 2) if target in x.board.neighbours[origin] else into
        own = _own_factors(x, s, u, "charge", False, defenders)
        attack.append(fighter(x, s, u, False, (*ground, *own)))
    defend, riders = [], [u for u, _ in chargers]
    for u in defenders:
        info = x.infos[u]
        factors: Factors = ()
        if u in silent:
            factors = (("silent", 0),)
        elif not info.mounted:
            factors = (("flank charge", 0),) if "flank charge" in advantages else _factor(x, "charged")
        defend.append(fighter(x, s, u, True, (*factors, *_own_factors(x, s, u, "charge", True, riders))))
    a_throw, d_throw = throw_mods(x, s, "charge", (riders, defenders))
    if x.options.six_to_hit:
        attack_force: Force = force(tuple(attack), a_throw, 1, len(advantages))
    else:
        attack_force = force(tuple(attack), a_throw, times)
    return Clash("charge", (attack_force, force(tuple(defend), d_throw)))


def readiness(x: Context, s: State, riders: Sequence[int], defenders: tuple[int, ...]) -> Force | None:
    """The undisrupted infantry that must pass a morale check to be ready for a charge (7.10), if any."""
    foot = tuple(u for u in defenders if x.infos[u].line and not s.units[u].disrupted)
    if not foot:
        return None
    mods = tuple(mod for rule in x.rules.square_mods for mod in rule(x, s, riders))
    return force(tuple(fighter(x, s, u, True) for u in foot), mods)


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
    if friends and not x.rules.terrain[terrain_of(x, s, target)].stronghold:
        through = {origin for _, origin in chargers}
        near = x.setting.near
        if any(o not in friends and not any(o in near[f] for f in friends) for o in through):
            found.append("flank charge")
    if "flank charge" not in found and any(x.order(s, u) in BACKWARDS for u in defenders) and x.setting.ways[target]:
        found.append("flank charge")
    if any(s.units[u].disrupted for u in defenders):
        found.append("not ready")
    if backhand:
        found.append("backhand")
    return found


# Bombardment (8.1)


def bombard_clash(x: Context, s: State, guns: tuple[int, ...], target: int) -> Clash:
    """A bombardment: nobody fires back (8.1, 25.6). Disruption weakens fire in normal combat only (7.6)."""
    here = tuple(x.ground.layout(s).at.get(target, ()))
    into = terrain_factor(x, s, target, 1)
    massed = x.options.artillery_detail and sum(not x.infos[u].gun for u in here) > 1
    sixes = x.options.six_to_hit
    attack = []
    for u in guns:
        factors: Factors = into
        if massed and not sixes:
            factors = (*factors, *_factor(x, "massed"))
        if x.board.distances[s.units[u].hex][target] == 3:
            factors = (*factors, *_factor(x, "long range"))
        attack.append(fighter(x, s, u, False, (*factors, *_own_factors(x, s, u, "bombardment", False, here))))
    defend = tuple(fighter(x, s, u, True, (("silent", 0),)) for u in here)
    return Clash("bombardment", (force(tuple(attack), bonus=1 if massed and sixes else 0), force(defend)))
