"""What a battle of jdg promises whoever attacks, from the rules' own exact odds, for strengths that are guessed.

A player who plans asks this hundreds of times a turn, so strengths are rounded to steps and every answer is kept.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.systems.jdg.combat.battle import ATTACK, Battle, Ground, Terrain
from napwidgets.systems.jdg.combat.tactics import Contest, contest
from napwidgets.systems.jdg.forces import Force, Leader, Unit
from napwidgets.systems.jdg.tables import Tables
from napwidgets.systems.jdg.throws import may_overrun, overrun_odds

#: Strengths that are told apart: below 10 a force may skirmish, from 15 on it may seek the decision (8.2).
_STEPS = (1, 2, 3, 5, 7, 9, 12, 15, 21, 29, 40, 56, 76)
#: Where one step ends and the next begins.
_BOUNDS = (1.5, 2.5, 4, 6, 8, 9.5, 14.5, 18, 25, 34, 48, 66)
#: How many steps more than the defender an attacker is taken to have at most, and which step is always told apart:
#: beyond, little changes.
_UP, _GREAT = 4, 8
#: A plain unit: its strength, its cohesion; from which strength on a force is taken to have a general.
_CORPS, _PLAIN, _LED = 8, 4, 4

#: The tactical bonus of a general of whom nothing is known; what stands for troops without one.
USUAL, NOBODY = 1, -1


class Outlook(Struct, frozen=True):
    """What a battle is worth to the attacker in victory points, each side choosing the safest tactic, and his chance to
    win it.
    """

    worth: float
    wins: float


def outlook(
    tables: Tables, mine: float, theirs: float, terrain: Terrain = "open", led: tuple[int, int] | None = None
) -> Outlook:
    """The outlook of an attack on a guessed force of plain troops; ``led`` is the tactical bonus of both generals,
    `NOBODY` where there is none. A battle against troops without one lasts a round longer, and scores.

    >>> outlook(Tables(), 30, 10).worth > 1 > 0 > outlook(Tables(), 10, 20).worth
    True
    >>> outlook(Tables(), 20, 5, led=(1, NOBODY)).worth > 2 > outlook(Tables(), 20, 5, led=(1, 1)).worth
    True
    """
    n = _step(theirs)
    at = min(max(n + _UP, _GREAT), _step(mine))
    led = led or (USUAL if mine >= _LED else NOBODY, USUAL if theirs >= _LED else NOBODY)
    found = _outlook(tables, at, n, terrain, *led)
    if may_overrun(tables, round(mine), max(1, round(theirs))):
        # Whoever is overrun is gone or goes.
        return Outlook(max(found.worth, _overrun(tables, max(1, round(theirs)))), 1.0)
    return found


@lru_cache(maxsize=400)
def _overrun(tables: Tables, theirs: int) -> float:
    lost = overrun_odds(tables, theirs, cavalry=False).mean(lambda end: end.lost)
    return float(lost / tables.victory["losses for a point"])


def _step(strength: float) -> int:
    """The step that a strength falls under."""
    return bisect_left(_BOUNDS, strength)


@lru_cache(maxsize=4000)
def _outlook(tables: Tables, attack: int, defend: int, terrain: Terrain, led: int, general: int) -> Outlook:
    forces = (plain(_STEPS[min(len(_STEPS) - 1, attack)], led), plain(_STEPS[defend], general))
    tactics = contest(tables, Battle(forces, Ground(terrain)))
    mine, worth = tactics.safest(ATTACK)
    pair = min((tactics.pairs[mine, theirs] for theirs in tactics.defender), key=lambda pair: pair.worth)
    return Outlook(float(worth), float(pair.odds.chance(lambda end: end.winner == ATTACK)))


def sketched(tables: Tables, battle: Battle) -> Contest:
    """The contest of tactics between plain troops of about these strengths, under the same leaders and on the same
    ground.

    >>> [sketched(Tables(), Battle((plain(20), plain(n)))).safest(ATTACK)[0] for n in (3, 8, 20)]
    ['decisive', 'offensive', 'screen']
    """
    attack, defend = battle.forces
    rough = (_step(attack.strength), attack.leaders, _step(defend.strength), defend.leaders)
    return _sketched(tables, *rough, battle.ground)


@lru_cache(maxsize=4000)
def _sketched(
    tables: Tables,
    attack: int,
    heads: tuple[Leader, ...],
    defend: int,
    foes: tuple[Leader, ...],
    ground: Ground,
) -> Contest:
    forces = (replace(plain(_STEPS[attack]), leaders=heads), replace(plain(_STEPS[defend]), leaders=foes))
    return contest(tables, Battle(forces, ground))


def plain(strength: int, led: int | None = None) -> Force:
    """Plain troops of a strength with a general of a tactical bonus, `NOBODY` for none; if nothing is known, one leads
    them where there are enough. Guns and horse would make the odds slow, and change little.
    """
    full, rest = divmod(strength, _CORPS)
    units = [Unit(n, _PLAIN) for n in [_CORPS] * full + [rest] * bool(rest)]
    led = (USUAL if strength >= _LED else NOBODY) if led is None else led
    return Force(tuple(units), (Leader(3, led),) if led != NOBODY else ())
