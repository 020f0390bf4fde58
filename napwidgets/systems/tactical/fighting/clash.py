"""7.1 to 7.10: fire, hits, morale. What happens between two forces once they are face to face.

A `Clash` is a small frozen value that knows no map. The game's steps build one, push it through the functions of this
module with real dice, and write the losses back; `odds` beside it pushes the same value through the same
functions with the exhaustive source. There is no other implementation of fire, hits or morale.

Readings 1, 2, 18, 19, 23, 24, 37, 43, 96 and 99 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.tactical.core.arms import GUNS, LIGHT_GUNS, LINE, MOUNTED
from napwidgets.systems.tactical.core.causes import ANEW, ON_THROW
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.optional import Options

ATTACK, DEFEND = 0, 1
SIDE_WORDS = ("attacker", "defender")
#: Multipliers are whole numbers over this, so that halves and quarters stay exact.
WHOLE = 10**8
#: The ends of the Fire Table (7.1): no modifier leads beyond them.
LOWEST, HIGHEST = 2, 12


class Fighter(Struct, frozen=True, array_like=True):
    """A unit in a clash.

    ``unit`` is its number in the battle, ``kind`` the letter of its arm, ``ladder`` its strength by steps left.
    ``base`` is the morale before modifiers, ``hardy`` says that a lost step does not lower it. ``factors`` are
    percentages that apply to its fire; ``own`` are morale modifiers of this unit alone.
    """

    unit: int
    kind: str
    ladder: tuple[int, ...]
    steps: int
    base: int
    hardy: bool = False
    disrupted: bool = False
    factors: tuple[tuple[str, int], ...] = ()
    remote: bool = False
    stays: bool = False
    own: tuple[tuple[str, int], ...] = ()

    @property
    def sp(self) -> int:
        """Its strength now."""
        return self.ladder[self.steps]

    @property
    def damaged(self) -> bool:
        """Whether it has lost a step and still stands."""
        return 0 < self.steps < len(self.ladder) - 1

    @property
    def gun(self) -> bool:
        """Artillery."""
        return self.kind in (GUNS, LIGHT_GUNS)


class Force(Struct, frozen=True, array_like=True):
    """One side of a clash.

    ``strength`` is what it fires with and ``bare`` without its guns (25.2). ``mods`` are morale modifiers, key and
    value. ``hits`` it has to take (in halves under 25.9), ``taken`` how many steps it lost so far, ``shaken`` says
    that the enemy's guns disrupted it (25.2). ``gives`` is ``""``, ``voluntary`` or ``involuntary``. ``bound`` says
    what makes it retreat when attacked, a key of `BOUND_WORDS` or ``""``.
    """

    fighters: tuple[Fighter, ...]
    strength: int
    bare: int = 0
    mods: tuple[tuple[str, int], ...] = ()
    bonus: int = 0
    hits: int = 0
    taken: int = 0
    first: bool = True
    shaken: bool = False
    gives: str = ""
    bound: str = ""

    @property
    def guns(self) -> bool:
        """Whether artillery takes part; what the fire has destroyed took part in it."""
        return any(f.gun and not f.remote for f in self.fighters)

    @property
    def steps(self) -> int:
        """Steps left in all."""
        return sum(f.steps for f in self.fighters if not f.remote)


class Clash(Struct, frozen=True, array_like=True):
    """Two forces face to face. ``kind``: ``normal``, ``charge`` or ``bombardment``."""

    kind: str
    forces: tuple[Force, Force]

    def force(self, side: int, **changes: object) -> Clash:
        """This clash with one force changed."""
        new = replace(self.forces[side], **changes)
        return replace(self, forces=(new, self.forces[1]) if side == ATTACK else (self.forces[0], new))


def multiplier(factors: tuple[tuple[str, int], ...]) -> int:
    """The product of percentages, over ``WHOLE``.

    >>> multiplier((("stream", 75), ("disrupted", 50))) * 8 == 3 * WHOLE
    True
    """
    product = WHOLE
    for _, percent in factors:
        product = product * percent // 100
    return product


def round_half_up(total: int, whole: int = WHOLE) -> int:
    """Round normally: 4.5 is 5, 4.25 is 4 (7.6)."""
    return (2 * total + whole) // (2 * whole)


def strength(fighters: tuple[Fighter, ...]) -> int:
    """What the fighters fire with: those with the same reduction are added first, then rounded (7.1, 7.6).

    Shots at three hexes are rounded down (25.6).

    >>> strength((Fighter(0, LINE, (0, 3, 5), 2, 4, factors=(("stream", 75),)), Fighter(1, GUNS, (0, 1, 2), 2, 4)))
    6
    """
    sums: dict[tuple[int, bool], int] = {}
    for f in fighters:
        if f.steps:
            key = multiplier(f.factors), any(name == "long range" for name, _ in f.factors)
            sums[key] = sums.get(key, 0) + f.ladder[f.steps]
    return sum(sp * m // WHOLE if far else round_half_up(sp * m) for (m, far), sp in sums.items())


def force(
    fighters: tuple[Fighter, ...],
    mods: tuple[tuple[str, int], ...] = (),
    times: int = 1,
    bonus: int = 0,
    bound: str = "",
) -> Force:
    """A force ready to fire; ``times`` multiplies its rounded strength (7.10, reading 43)."""
    whole = strength(fighters) * times
    bare = strength(tuple(f for f in fighters if not f.gun)) * times
    return Force(fighters, whole, bare, mods, bonus, bound=bound)


def of_throw(force: Force) -> tuple[tuple[str, int], ...]:
    """The modifiers of a force that are about its throw for fire."""
    return tuple(mod for mod in force.mods if mod[0].startswith((ON_THROW, ANEW)))


def on_throw(force: Force) -> int:
    """Points on a force's throw for fire; with 25.11 dice more or fewer."""
    return sum(value for key, value in force.mods if key.startswith(ON_THROW))


def seconds(force: Force) -> int:
    """How often a throw of a force that hits nothing is made anew."""
    return sum(value for key, value in force.mods if key.startswith(ANEW))


def volley(tables: Tables, options: Options, force: Force, purpose: str, dice: Dice) -> tuple[int, int]:
    """The hits a force scores, and those it would have scored without its guns (7.1, 25.2, 25.11).

    With 25.11 the dice for the strength without guns and those of the guns are thrown apart, and two hits by guns
    count as support.
    """
    if force.strength <= 0:
        return 0, 0
    if options.six_to_hit:
        return _sixes(force, purpose, dice)
    total = max(LOWEST, min(HIGHEST, dice.roll(purpose, 2) + on_throw(force)))
    hits = tables.hits(force.strength, total)
    return hits, tables.hits(force.bare, total) if force.bare < force.strength else hits


def _sixes(force: Force, purpose: str, dice: Dice) -> tuple[int, int]:
    """Roll six to hit (25.11): each advantage of a charge is +1 on all dice."""
    at_least, more = 6 - force.bonus, on_throw(force)
    bare = min(force.bare, force.strength)
    loud = force.strength - bare
    if more:
        bare, loud = (max(1, bare + more), loud) if bare else (0, max(1, loud + more))
    foot = dice.count(purpose, bare, at_least) if bare else 0
    guns = dice.count(f"{purpose}, guns", loud, at_least) if loud else 0
    return foot + guns, foot + guns - (guns if guns >= 2 else 0)


#: What a force has scored: hits, hits without its guns, throws that it may still make while it has hit nothing.
Shot = tuple[int, int, int]


def loaded(force: Force) -> Shot:
    """A force before its throw."""
    return 0, 0, 1 + seconds(force)


def shoot(tables: Tables, options: Options, clash: Clash, which: int, shot: Shot, dice: Dice) -> Shot:
    """One throw of a side for its fire, or another where the last one hit nothing and it may; else nothing changes."""
    force, (hits, _, left) = clash.forces[which], shot
    if hits or not left or force.strength <= 0:
        return shot
    return (*volley(tables, options, force, f"{SIDE_WORDS[which]}s' fire", dice), left - 1)


def rested(force: Force, shot: Shot) -> Force:
    """A force after its throws: with the second ones that are left."""
    left = min(seconds(force), shot[2])
    if left == seconds(force):
        return force
    kept = tuple(mod for mod in force.mods if not mod[0].startswith(ANEW))
    key = next(key for key, _ in force.mods if key.startswith(ANEW))
    return replace(force, mods=(*kept, (key, left)) if left else kept)


def parts_of_a_hit(options: Options) -> int:
    """In how many parts hits are counted: in halves where tiny units take half of one (25.9)."""
    return 2 if options.tiny_units else 1


def fire(tables: Tables, options: Options, clash: Clash, dice: Dice) -> Clash:
    """Both sides fire at once; hits are set but not yet taken (7.1, 7.3)."""
    shots = [loaded(force) for force in clash.forces]
    for which, force in enumerate(clash.forces):
        for _ in range(loaded(force)[2]):
            shots[which] = shoot(tables, options, clash, which, shots[which], dice)
    return struck(options, clash, shots[ATTACK], shots[DEFEND])


def struck(options: Options, clash: Clash, attackers: Shot, defenders: Shot) -> Clash:
    """What both sides have scored: artillery support (25.2) and overruns (25.14) change the hits here."""
    attack, defend = rested(clash.forces[ATTACK], attackers), rested(clash.forces[DEFEND], defenders)
    (by_attack, bare_attack, _), (by_defend, bare_defend, _) = attackers, defenders
    shaken_a = shaken_d = False
    if clash.kind == "normal" and options.artillery_support:
        shaken_d = _supported(attack, by_attack, bare_attack, defend)
        shaken_a = _supported(defend, by_defend, bare_defend, attack)
        # Nothing is halved if both end up disrupted, by this fire or before.
        if shaken_d and not shaken_a and _fresh(attack):
            by_defend = (by_defend + 1) // 2
        elif shaken_a and not shaken_d and _fresh(defend):
            by_attack = (by_attack + 1) // 2
    if clash.kind == "normal" and options.overruns:
        twice_a, twice_d = _overruns(options, by_attack, defend), _overruns(options, by_defend, attack)
        by_attack, by_defend = (
            (by_attack + 1) // 2 if twice_d else by_attack,
            (by_defend + 1) // 2 if twice_a else by_defend,
        )
    unit = parts_of_a_hit(options)
    return replace(
        clash,
        forces=(
            replace(attack, hits=by_defend * unit, shaken=shaken_a),
            replace(defend, hits=by_attack * unit, shaken=shaken_d),
        ),
    )


def _supported(shooter: Force, hits: int, bare: int, target: Force) -> bool:
    """Whether guns in support made the difference against undisrupted units (25.2)."""
    others = any(not f.gun and f.steps for f in shooter.fighters)
    return others and hits > bare and _fresh(target)


def _fresh(force: Force) -> bool:
    """Whether a force has undisrupted units (25.2)."""
    return any(not f.disrupted and f.steps and not f.remote for f in force.fighters)


def _overruns(options: Options, hits: int, target: Force) -> bool:
    """Whether hits are enough to eliminate a force twice over (25.14), of which tiny steps take half a hit (25.9)."""
    steps = (replace(f, steps=left) for f in target.fighters if not f.remote for left in range(1, f.steps + 1))
    return hits * parts_of_a_hit(options) >= 2 * sum(worth(step, options) for step in steps) > 0


def halved(hits: int, options: Options) -> int:
    """Hits after a voluntary retreat: half, rounded normally, but 1 becomes 0 (7.4); with tiny units (25.9) in halves.

    >>> [halved(n, Options()) for n in (0, 1, 2, 3, 4)], [halved(n, Options(tiny_units=True)) for n in (2, 4, 6)]
    ([0, 0, 1, 2, 2], [0, 2, 4])
    """
    if options.tiny_units:
        whole = halved(hits // 2, Options())
        return whole * 2
    return 0 if hits == 1 else (hits + 1) // 2


def give_way(options: Options, clash: Clash, side: int) -> Clash:
    """One side retreats of its own will: both sides' hits are halved (7.4)."""
    first, second = clash.forces
    clash = replace(
        clash,
        forces=(
            replace(first, hits=halved(first.hits, options)),
            replace(second, hits=halved(second.hits, options)),
        ),
    )
    return clash.force(side, gives="voluntary")


def order_of_choice(clash: Clash) -> tuple[int, int]:
    """Who decides on a retreat first: the side without guns if just one has none, else the attacker (7.4)."""
    attack, defend = (f.guns for f in clash.forces)
    return (DEFEND, ATTACK) if attack and not defend else (ATTACK, DEFEND)


def bound_by(fighters: tuple[Fighter, ...], falls_back: bool) -> str:
    """What makes attacked units retreat: cavalry alone always does (7.3), and so do units that fall back (20.2)."""
    if falls_back:
        return "falls back"
    here = [f for f in fighters if f.steps and not f.remote]
    return "cavalry alone" if here and all(f.kind == MOUNTED for f in here) else ""


def must_give_way(clash: Clash, side: int) -> bool:
    """Whether a side has to retreat now, hit or not (reading 23): bound to, able to, and the other side stands."""
    return bool(clash.forces[side].bound) and _undecided(clash, side)


def may_give_way(clash: Clash, side: int) -> bool:
    """Whether a side may retreat of its own will: it is hit and able to, and the other side stands (7.4)."""
    return clash.forces[side].hits > 0 and _undecided(clash, side)


def _undecided(clash: Clash, side: int) -> bool:
    return not any(f.gives for f in clash.forces) and can_give_way(clash.forces[side])


def decide(options: Options, clash: Clash, plan: tuple[bool, bool]) -> Clash:
    """Who retreats after the fire, if ``plan`` says which sides want to when they are hit, in the order of 7.4."""
    for side in order_of_choice(clash):
        if must_give_way(clash, side) or (plan[side] and may_give_way(clash, side)):
            return give_way(options, clash, side)
    return clash


def worth(f: Fighter, options: Options) -> int:
    """How many hits (in halves under 25.9) the next step of a fighter takes up."""
    if not options.tiny_units:
        return 1
    tiny = f.kind == LINE and f.ladder[f.steps] - f.ladder[f.steps - 1] <= 1
    return 1 if tiny else 2


def candidates(force: Force) -> tuple[int, ...]:
    """Which fighters may take the next hit, cheapest first (7.1).

    The first hit comes from infantry if there is any; damaged units go before whole ones.
    """
    live = [i for i, f in enumerate(force.fighters) if f.steps and not f.remote]
    if force.first:
        live = [i for i in live if force.fighters[i].kind == LINE] or live
    live = [i for i in live if force.fighters[i].damaged] or live

    def price(i: int) -> tuple[int, bool, int]:
        f = force.fighters[i]
        return f.ladder[f.steps] - f.ladder[f.steps - 1], f.gun, f.unit

    return tuple(sorted(live, key=price))


def must_choose(force: Force) -> bool:
    """Whether the owner has a real choice for the next hit: candidates that differ."""
    if force.hits <= 0:
        return False
    kinds = {
        (f.kind, f.ladder, f.steps, f.base, f.disrupted, f.hardy, f.own)
        for f in (force.fighters[i] for i in candidates(force))
    }
    return len(kinds) > 1


def take_hit(options: Options, force: Force, index: int) -> Force:
    """One step lost by the fighter at ``index`` (7.2)."""
    f = force.fighters[index]
    fighters = (*force.fighters[:index], replace(f, steps=f.steps - 1), *force.fighters[index + 1 :])
    return replace(
        force,
        fighters=fighters,
        hits=max(0, force.hits - worth(f, options)),
        taken=force.taken + 1,
        first=False,
    )


def take_plain_hits(options: Options, force: Force) -> Force:
    """Take hits as long as the owner has no real choice; hits that nobody is left to take are dropped."""
    while force.hits > 0:
        who = candidates(force)
        if not who:
            return replace(force, hits=0)
        if must_choose(force):
            return force
        force = take_hit(options, force, who[0])
    return force


def take_all_hits(options: Options, force: Force) -> Force:
    """Take all hits, the cheapest candidate first where there is a choice."""
    while force.hits > 0:
        who = candidates(force)
        if not who:
            return replace(force, hits=0)
        force = take_hit(options, force, who[0])
    return force


def morale_parts(tables: Tables, force: Force) -> tuple[tuple[str, int], ...]:
    """The morale of a force with its parts: first ``base``, then modifiers (2.2, 2.3).

    The highest value of its infantry counts, else of its cavalry, else of its guns.
    """
    loss = tables.modifiers["step loss"]
    best: tuple[int, int, Fighter] | None = None
    for f in force.fighters:
        if not f.steps or f.remote:
            continue
        rank = {LINE: 2, MOUNTED: 1}.get(f.kind, 0)
        value = f.base + (loss if f.steps < len(f.ladder) - 1 and not f.hardy else 0) + sum(v for _, v in f.own)
        if best is None or (rank, value) > best[:2]:
            best = (rank, value, f)
    if best is None:
        return ()
    who = best[2]
    parts: list[tuple[str, int]] = [("base", who.base)]
    if who.steps < len(who.ladder) - 1 and not who.hardy:
        parts.append(("step loss", loss))
    return (*parts, *who.own, *(mod for mod in force.mods if not mod[0].startswith((ON_THROW, ANEW))))


def morale(tables: Tables, force: Force) -> int:
    """The number that a die must not exceed (2.3); never below the lowest value of 2.2."""
    return max(tables.morale["lowest"], sum(value for _, value in morale_parts(tables, force)))


def nerves(tables: Tables, force: Force) -> tuple[tuple[int, int], ...]:
    """Each unit's own morale as it leaves a normal combat (25.1): gunfire and a flank tell (2.2), the Guard opposite
    only where one stands (7.4).
    """
    mods = tuple(mod for mod in force.mods if mod[0] in ("artillery fire", "flanked"))
    return tuple((f.unit, morale(tables, replace(force, fighters=(f,), mods=mods))) for f in force.fighters)


def holds(tables: Tables, force: Force, purpose: str, dice: Dice) -> bool:
    """A morale check (2.3)."""
    return dice.roll(purpose) <= morale(tables, force)


def can_give_way(force: Force) -> bool:
    """Whether anyone in a force can retreat: not a stronghold's garrison (10) and not a force that is gone."""
    return any(f.steps and not f.remote and not f.stays for f in force.fighters)


def can_break(clash: Clash, side: int) -> bool:
    """Whether a side can retreat against its will: foot guns ignore that when they attack (7.4)."""
    alive = [f for f in clash.forces[side].fighters if f.steps and not f.remote and not f.stays]
    return any(side == DEFEND or f.kind != GUNS for f in alive)


def stand_tests(tables: Tables, clash: Clash) -> tuple[tuple[int, int], ...]:
    """The sides that test whether they stand, in the order of 7.4, each with its morale: those that lost steps."""
    if any(f.gives for f in clash.forces):
        return ()
    return tuple(
        (side, morale(tables, clash.forces[side]))
        for side in order_of_choice(clash)
        if clash.forces[side].taken and can_break(clash, side)
    )


def who_breaks(tests: tuple[tuple[int, int], ...], dice: Dice) -> int | None:
    """The side that fails its test and retreats, if one does; once one fails the other need not test (7.4)."""
    for side, value in tests:
        if dice.roll(f"{SIDE_WORDS[side]} stands") > value:
            return side
    return None


def check_stand(tables: Tables, clash: Clash, dice: Dice) -> Clash:
    """Involuntary retreat (7.4)."""
    side = who_breaks(stand_tests(tables, clash), dice)
    return clash if side is None else clash.force(side, gives="involuntary")


def charge_won(clash: Clash) -> bool:
    """Whether chargers win: who lost more steps loses, in a tie too while a defender is left (7.7, reading 37)."""
    attack, defend = clash.forces
    if not any(f.steps for f in attack.fighters):
        return False
    return defend.taken > attack.taken or not any(f.steps for f in defend.fighters)
