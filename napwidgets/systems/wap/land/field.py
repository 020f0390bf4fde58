"""N to Q. Two forces face to face: rounds, who gives way, pursuit.

Values that know no map: a campaign builds them from its armies and writes the losses back; exact odds and a sandbox
push them through these same functions.

Readings 40, 41, 42 and 43 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.wap.tables import Tables

ATTACK, DEFEND = 0, 1

#: What modifies a die: a label, the value, the paragraph.
Parts = tuple[tuple[str, int, str], ...]
#: Strength points in the order in which they are lost: morale, whether they ride (1 or 0), how many.
Ranks = tuple[tuple[int, int, int], ...]


class Side(Struct, frozen=True, array_like=True):
    """A force: its strength points in the order of their loss, its leader's rating, whether it is supplied.

    ``walls`` says that it never gives way (a garrison under assault); ``lost`` counts what the battle cost it.
    ``heirs`` are the ratings that take the place of its leader's once no more than so many points are left: those whom
    he led may be gone before the others (reading 55).
    """

    ranks: Ranks
    rating: int = 0
    supplied: bool = True
    walls: bool = False
    lost: int = 0
    heirs: tuple[tuple[int, int], ...] = ()

    @property
    def points(self) -> int:
        """Strength points left."""
        return sum(n for _, _, n in self.ranks)

    @property
    def cavalry(self) -> int:
        """Strength points of cavalry left."""
        return sum(n for _, rides, n in self.ranks if rides)

    @property
    def morale(self) -> int:
        """The morale of most of the force, the lower one of equals (reference 1.9)."""
        sums: dict[int, int] = {}
        for morale, _, n in self.ranks:
            sums[morale] = sums.get(morale, 0) + n
        return max(sorted(sums), key=sums.__getitem__, default=0)


class Engagement(Struct, frozen=True, array_like=True):
    """A battle: attacker and defender, what the ground does for the defender, how many rounds were fought.

    ``gave`` is the side that gave way or is gone (-1: neither); ``over`` says that no round follows. ``early`` is what
    both sides had lost when besieged friends of the attackers came out to them.
    """

    sides: tuple[Side, Side]
    ground: Parts = ()
    rounds: int = 0
    gave: int = -1
    over: bool = False
    early: tuple[int, int] = (0, 0)


def force(foot: int, horse: int = 0, *, morale: int = 1, rating: int = 0, supplied: bool = True) -> Side:
    """A plain force, as a sandbox wants it.

    >>> force(14, 3, morale=2, rating=3).points
    17
    """
    return Side(squeezed([(morale, 0)] * foot + [(morale, 1)] * horse), rating, supplied)


def squeezed(points: Iterable[tuple[int, int]]) -> Ranks:
    """Strength points one by one as ranks: equal neighbours are counted together.

    >>> squeezed([(1, 0), (1, 0), (2, 1)])
    ((1, 0, 2), (2, 1, 1))
    """
    found: list[tuple[int, int, int]] = []
    for morale, rides in points:
        if found and found[-1][:2] == (morale, rides):
            found[-1] = (morale, rides, found[-1][2] + 1)
        else:
            found.append((morale, rides, 1))
    return tuple(found)


def weakened(side: Side, points: int) -> Side:
    """A force that lost strength points, no more than it has."""
    left, ranks = points, []
    for morale, rides, n in side.ranks:
        gone = min(left, n)
        left -= gone
        if n > gone:
            ranks.append((morale, rides, n - gone))
    weaker = replace(side, ranks=tuple(ranks), lost=side.lost + points - left)
    if not side.heirs:
        return weaker
    there = weaker.points
    rating = next((rating for few, rating in reversed(side.heirs) if there <= few), side.rating)
    return replace(weaker, rating=rating, heirs=tuple(heir for heir in side.heirs if heir[0] < there))


# The die (O)


def larger(battle: Engagement) -> int:
    """The larger force, which throws the die; of two equals the one that attacks (F.7.b, reading 1)."""
    attack, defend = battle.sides
    return ATTACK if attack.points >= defend.points else DEFEND


def ratio(tables: Tables, big: int, small: int) -> tuple[str, int]:
    """The odds of a battle on land and what they add to the die (O, F.7.b).

    >>> [ratio(Tables(), *pair)[0] for pair in ((4, 3), (3, 2), (7, 2), (30, 4))]
    ['1-1', '3-2', '3-1', '5-1']
    """
    held = [odds for odds in tables.odds if big * odds.smaller >= small * odds.larger]
    return held[-1].name, held[-1].die


def parts(tables: Tables, battle: Engagement) -> Parts:
    """What modifies the die of the next round, seen from the larger force, each with its paragraph (O)."""
    big = larger(battle)
    us, them = battle.sides[big], battle.sides[1 - big]
    name, shift = ratio(tables, us.points, them.points)
    told = shift or not tables.land_combat.plain
    found = [(f"odds {name}", shift, "WAP base rules O")] if told else []
    if us.rating != them.rating:
        found.append(("leaders", us.rating - them.rating, "WAP base rules O"))
    if us.morale != them.morale:
        found.append(("morale", us.morale - them.morale, "WAP base rules O"))
    sign = -1 if big == ATTACK else 1
    found += [(label, sign * value, cite) for label, value, cite in battle.ground]
    hunger = tables.supply["unsupplied combat"]
    if not us.supplied:
        found.append(("larger force not supplied", hunger, "WAP base rules M"))
    if not them.supplied:
        found.append(("smaller force not supplied", -hunger, "WAP base rules M"))
    return tuple(found)


def fight_round(tables: Tables, battle: Engagement, dice: Dice) -> Engagement:
    """One round (O, P): both sides lose strength points, one may give way; after the last round nobody goes on."""
    big = larger(battle)
    total = dice.roll("land combat") + sum(value for _, value, _ in parts(tables, battle))
    name, _ = ratio(tables, battle.sides[big].points, battle.sides[1 - big].points)
    *lost, who = tables.land_combat.at(name, total)
    size = min(side.points for side in battle.sides)
    found = [weakened(battle.sides[side], tables.lost_in_battle(size, lost[side != big])) for side in (ATTACK, DEFEND)]
    gave = {"L": big, "S": 1 - big}.get(who, -1)
    if gave >= 0 and found[gave].walls:
        gave = -1
    for side in (DEFEND, ATTACK):
        if not found[side].points:
            gave = side
    rounds = battle.rounds + 1
    over = gave >= 0 or rounds >= tables.ground["rounds"]
    return replace(battle, sides=(found[0], found[1]), rounds=rounds, gave=gave, over=over)


def may_break_off(battle: Engagement) -> int:
    """The side with more cavalry, which may leave the field between rounds (reference 1.8); -1 for neither."""
    attack, defend = battle.sides
    if battle.over or not battle.rounds or attack.cavalry == defend.cavalry:
        return -1
    side = ATTACK if attack.cavalry > defend.cavalry else DEFEND
    return -1 if battle.sides[side].walls else side


# Pursuit (Q)


def surplus(battle: Engagement) -> int:
    """By how much the cavalry of the side that holds the field outnumbers that of the side that gave way; from before
    walls nobody is pursued (reading 42).
    """
    walls = any(side.walls for side in battle.sides)
    if battle.gave < 0 or walls or not battle.sides[battle.gave].points:
        return 0
    return battle.sides[1 - battle.gave].cavalry - battle.sides[battle.gave].cavalry


def pursuit(tables: Tables, battle: Engagement, dice: Dice) -> Engagement:
    """The winner's surplus cavalry pursues (Q, reading 42): its table says what a die costs who gave way."""
    more = surplus(battle)
    if not tables.land_pursuit.ever(more):
        return battle
    lost = tables.land_pursuit.at(more, dice.roll("pursuit"))
    if not lost:
        return battle
    beaten = weakened(battle.sides[battle.gave], lost)
    return replace(battle, sides=(beaten, battle.sides[1]) if battle.gave == ATTACK else (battle.sides[0], beaten))


# Odds


def round_odds(tables: Tables, battle: Engagement) -> Distribution[Engagement]:
    """The exact distribution of what the next round leads to."""
    return Distribution.sure(battle).then(lambda now, dice: fight_round(tables, now, dice))


def battle_odds(tables: Tables, battle: Engagement, rounds: int = 0) -> Distribution[Engagement]:
    """The exact distribution of a whole battle with its pursuit, if nobody breaks off; ``rounds`` limits it.

    >>> even = battle_odds(Tables(), Engagement((force(15), force(15))))
    >>> even.chance(lambda end: end.gave == ATTACK) == even.chance(lambda end: end.gave == DEFEND)
    True
    """
    return onward(tables, Distribution.sure(battle), rounds or tables.ground["rounds"])


def onward(tables: Tables, odds: Distribution[Engagement], rounds: int) -> Distribution[Engagement]:
    """The exact distribution of battles that go on for so many rounds at most, with their pursuit."""
    for _ in range(rounds):
        odds = odds.then(lambda now, dice: now if now.over else fight_round(tables, now, dice))
    return odds.then(lambda now, dice: pursuit(tables, now, dice))
