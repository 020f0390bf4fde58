"""F.4 to F.8. Meeting at sea: interception, pursuit, running a blockade, combat, transports attacked, Nelson.

Values that know no map: a campaign builds them from its fleets and writes the losses back; exact odds push them
through these same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, absorb, distribution
from napwidgets.systems.wap.tables import Tables, Zone

ATTACK, DEFEND = 0, 1
#: A force that loses this many rounds in a row must retreat (F.7.d).
LAST_STAND = 2
#: The largest force that is put together by hand: of more squadrons exact odds take too long to wait for.
MOST = 12

Parts = tuple[tuple[str, int, str], ...]


class Lot(Struct, frozen=True, array_like=True):
    """The squadrons of a state in a force: how many, whether they are English, under repair, with Nelson."""

    squadrons: int
    english: bool = False
    repairing: bool = False
    nelson: bool = False

    @property
    def kind(self) -> tuple[bool, bool, bool]:
        """All but their number."""
        return self.english, self.repairing, self.nelson


class Fleet(Struct, frozen=True, array_like=True):
    """A force at sea: squadrons and transports, whether it is English, whether Nelson is with it (F.8).

    ``towing`` a prize and ``repairing`` at sea lower its morale (K.6.h, K.7.c); ``sunk`` and ``captured`` count
    squadrons lost. ``lots`` are its squadrons where they are not all of a kind: what it is changes with its losses.
    """

    squadrons: int
    english: bool = False
    nelson: bool = False
    transports: int = 0
    towing: bool = False
    repairing: bool = False
    sunk: int = 0
    captured: int = 0
    lots: tuple[Lot, ...] = ()


def made_of(lots: Sequence[Lot], transports: int = 0, *, towing: bool = False) -> Fleet:
    """Squadrons of several states as one force: English if at least half of them are (F.7.f, reading 29).

    >>> made_of([Lot(2), Lot(2, english=True)]).english, made_of([Lot(3), Lot(2, english=True)]).english
    (True, False)
    """
    squadrons = sum(lot.squadrons for lot in lots)
    english = sum(lot.squadrons for lot in lots if lot.english)
    return Fleet(
        squadrons,
        english=2 * english >= squadrons and english > 0,
        nelson=any(lot.nelson for lot in lots),
        transports=transports,
        towing=towing,
        repairing=any(lot.repairing for lot in lots),
        lots=tuple(lots) if len({lot.kind for lot in lots}) > 1 else (),
    )


def struck(squadrons: Sequence[int]) -> int:
    """Whose squadron a force loses: that of the state with the most, of equals the first one's (F.7.b).

    >>> struck([1, 3, 3])
    1
    """
    return max(range(len(squadrons)), key=lambda n: (squadrons[n], -n))


def weakened(fleet: Fleet) -> Fleet:
    """A force with one squadron less; of squadrons of several kinds those that are left say what it is."""
    if not fleet.lots:
        return replace(fleet, squadrons=fleet.squadrons - 1)
    at = struck([lot.squadrons for lot in fleet.lots])
    lots = [replace(lot, squadrons=lot.squadrons - (n == at)) for n, lot in enumerate(fleet.lots)]
    left = made_of([lot for lot in lots if lot.squadrons], fleet.transports, towing=fleet.towing)
    return replace(left, sunk=fleet.sunk, captured=fleet.captured)


class Battle(Struct, frozen=True, array_like=True):
    """A naval combat: who attacks, who defends, who lost the last round (-1 before the first) and how often in a row.

    ``over`` says that nobody goes on: a force is gone, or it was not pursued, or it lost twice running.
    """

    forces: tuple[Fleet, Fleet]
    beaten: int = -1
    running: int = 0
    over: bool = False


# Interception and pursuit (F.4, F.5)


def interception_parts(tables: Tables, zone: Zone, *, at_sea: bool, second_turn: bool, nelson: bool) -> Parts:
    """What modifies an interception die, with its paragraph (F.4.c, F.4.f, F.8.b)."""
    parts = [(zone.name, zone.interception, "WAP F.4.c")]
    if at_sea:
        parts.append(("already at sea", tables.pursuit["at sea"], "WAP F.4.c"))
    if second_turn:
        parts.append(("second turn in the zone", tables.pursuit["second turn"], "WAP F.4.f"))
    if nelson:
        parts.append(("Nelson", tables.pursuit["nelson"], "WAP F.8.b"))
    return tuple(parts)


def meets(tables: Tables, parts: Parts, dice: Dice, purpose: str = "interception") -> bool:
    """Whether an interception or a pursuit succeeds (Naval Pursuit Table)."""
    return tables.intercepts.at(dice.roll(purpose) + sum(value for _, value, _ in parts))


def meeting_odds(tables: Tables, parts: Parts) -> Distribution[bool]:
    """The exact chance to intercept or to pursue.

    >>> tables = Tables()
    >>> meeting_odds(tables, interception_parts(tables, tables.zones["north-sea"], at_sea=True, second_turn=False,
    ...     nelson=False))[True]
    Fraction(2, 3)
    """
    return distribution(lambda dice: meets(tables, parts, dice))


def search(tables: Tables, parts: Parts, groups: tuple[int, ...], dice: Dice) -> int:
    """How many squadrons meet the enemy: each group throws once and finds him whole, or not at all (F.4.c)."""
    return sum(size for size in groups if meets(tables, parts, dice))


def search_odds(tables: Tables, parts: Parts, groups: tuple[int, ...]) -> Distribution[int]:
    """The exact chances of how many squadrons meet the enemy.

    >>> tables = Tables()
    >>> parts = interception_parts(tables, tables.zones["north-sea"], at_sea=True, second_turn=False, nelson=False)
    >>> [(met, str(chance)) for met, chance in sorted(search_odds(tables, parts, (2, 1)))]
    [(0, '1/9'), (1, '2/9'), (2, '2/9'), (3, '4/9')]
    """

    def throw(size: int) -> Callable[[int, Dice], int]:
        return lambda met, dice: met + search(tables, parts, (size,), dice)

    spread = Distribution.sure(0)
    for size in groups:
        # Group by group: all dice at once would be 6 ** len(groups) ways.
        spread = spread.then(throw(size))
    return spread


def pursuit_parts(tables: Tables, pursuer: Fleet) -> Parts:
    """What modifies a pursuit die: Nelson alone (F.5.b, F.8.b)."""
    return (("Nelson", tables.pursuit["nelson"], "WAP F.8.b"),) if pursuer.nelson else ()


# Blockade (F.6)


def run_blockade(tables: Tables, dice: Dice) -> str:
    """What comes of trying to leave a blockaded port: E, F or F* (F.6.c)."""
    return tables.blockade[dice.roll("running the blockade") - 1]


def blockade_odds(tables: Tables) -> Distribution[str]:
    """The exact chances of running a blockade."""
    return distribution(lambda dice: run_blockade(tables, dice))


def blockades(outside: int, inside: int) -> bool:
    """Whether squadrons before a port blockade it: as many as inside, and at least one (F.6.a, reading 3)."""
    return outside > 0 and outside >= inside


# Combat (F.7, F.8)


def morale(tables: Tables, fleet: Fleet) -> int:
    """A fleet's morale (F.1.b), less for a prize in tow (K.6.h) and for repairs at sea (K.7.c)."""
    value = tables.morale["english squadron" if fleet.english else "squadron"]
    if fleet.towing:
        value += tables.morale["towing"]
    if fleet.repairing:
        value += tables.morale["repairing at sea"]
    return value


def larger(battle: Battle) -> int:
    """The larger force, which throws the die; of two equals the one that attacks (F.7.b, reading 1)."""
    attack, defend = battle.forces
    return ATTACK if attack.squadrons >= defend.squadrons else DEFEND


def ratio(big: int, small: int) -> str:
    """The odds of a naval combat (F.7.b).

    >>> [ratio(*pair) for pair in ((4, 3), (3, 2), (5, 3), (4, 2), (9, 1))]
    ['1-1', '3-2', '3-2', '2-1', '2-1']
    """
    if big >= 2 * small:
        return "2-1"
    return "3-2" if 2 * big >= 3 * small else "1-1"


def combat_parts(tables: Tables, battle: Battle) -> Parts:
    """What modifies the combat die: the difference in morale and Nelson, for the larger force (F.7.f, F.8.e)."""
    big = battle.forces[larger(battle)]
    small = battle.forces[1 - larger(battle)]
    parts = []
    edge = morale(tables, big) - morale(tables, small)
    if edge:
        parts.append(("morale", edge, "WAP F.7.f"))
    if big.nelson:
        parts.append(("Nelson with the larger force", tables.morale["nelson"], "WAP F.8.e"))
    if small.nelson:
        parts.append(("Nelson with the smaller force", -tables.morale["nelson"], "WAP F.8.e"))
    return tuple(parts)


def fight_round(tables: Tables, battle: Battle, dice: Dice) -> Battle:
    """One round (F.7.b): a force gives way, and may lose a squadron sunk or captured (readings 2, 4)."""
    big = larger(battle)
    odds = ratio(battle.forces[big].squadrons, battle.forces[1 - big].squadrons)
    total = dice.roll("naval combat") + sum(value for _, value, _ in combat_parts(tables, battle))
    code = tables.result(odds, total)
    force, fate = code[0], code[1]
    loser = big if force == "L" else 1 - big
    fleet = battle.forces[loser]
    if fate != "R":
        lost = {"sunk": fleet.sunk + 1} if fate == "S" else {"captured": fleet.captured + 1}
        fleet = replace(weakened(fleet), **lost)
    forces = (fleet, battle.forces[1]) if loser == ATTACK else (battle.forces[0], fleet)
    running = battle.running + 1 if battle.beaten == loser else 1
    over = fleet.squadrons == 0 or running >= LAST_STAND
    return replace(battle, forces=forces, beaten=loser, running=running, over=over)


def pursue(tables: Tables, battle: Battle, dice: Dice) -> Battle:
    """The winner tries to pursue (F.5.b, F.7.c); without success the combat is over."""
    if battle.over:
        return battle
    parts = pursuit_parts(tables, battle.forces[1 - battle.beaten])
    return battle if meets(tables, parts, dice, "pursuit") else replace(battle, over=True)


def battle_odds(tables: Tables, battle: Battle, chases: tuple[bool, bool] = (True, True)) -> Distribution[Battle]:
    """The exact distribution of a combat's end; ``chases`` says whether the attacker and the defender pursue when
    they win.

    >>> tables = Tables()
    >>> villeneuve, nelson = Fleet(3), Fleet(3, english=True, nelson=True)
    >>> ends = battle_odds(tables, Battle((nelson, villeneuve)))
    >>> ends.chance(lambda end: end.beaten == DEFEND) > ends.chance(lambda end: end.beaten == ATTACK)
    True
    """

    def go_on(now: Battle, dice: Dice) -> Battle:
        if now.beaten >= 0:
            now = pursue(tables, now, dice) if chases[1 - now.beaten] else replace(now, over=True)
        return now if now.over else fight_round(tables, now, dice)

    return absorb(battle, go_on, lambda now: now.over)


def caught(end: Battle) -> Battle:
    """A fight whose beaten force has no port to go to: its ships are caught one by one, and none gets away (F.7.d).

    They are counted as sunk; the die of F.7.e says which of them are taken.
    """
    beaten = end.forces[end.beaten]
    beaten = replace(beaten, squadrons=0, lots=(), sunk=beaten.sunk + beaten.squadrons)
    return replace(end, forces=(beaten, end.forces[1]) if end.beaten == ATTACK else (end.forces[0], beaten))


def with_ports(ends: Distribution[Battle], ports: tuple[bool, bool]) -> Distribution[Battle]:
    """The ends of a combat, where ``ports`` says which of attacker and defender has a port to go to (F.7.d)."""
    return ends if all(ports) else ends.map(lambda end: end if ports[end.beaten] else caught(end))


# Transports (F.7.e) and Nelson (F.8.d)


def attack_transport(tables: Tables, dice: Dice) -> str:
    """What becomes of an unescorted transport: S sunk, C captured, E escapes (F.7.e)."""
    return tables.transport[dice.roll("transport attacked") - 1]


def transport_odds(tables: Tables) -> Distribution[str]:
    """The exact chances of an unescorted transport."""
    return distribution(lambda dice: attack_transport(tables, dice))


def nelson_hit(tables: Tables, dice: Dice) -> int:
    """The months that Nelson is out for after a combat phase, by what killed him if they are few; 0 unhurt, on less
    than 11 on two dice (F.8.d).
    """
    hit = dice.roll("Nelson under fire", 2) >= tables.casualty["nelson hit from"]
    return dice.roll("how badly Nelson is hit") if hit else 0


def nelson_odds(tables: Tables) -> tuple[Fraction, Fraction]:
    """The exact chances that Nelson is killed and that he is wounded in each Naval Phase in which he fights (F.8.d).

    >>> nelson_odds(Tables())
    (Fraction(1, 72), Fraction(5, 72))
    """
    found, most = distribution(lambda dice: nelson_hit(tables, dice)), tables.casualty["killed up to"]
    return found.chance(lambda months: 0 < months <= most), found.chance(lambda months: months > most)
