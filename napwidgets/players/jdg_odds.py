"""What a battle of jdg promises whoever attacks, from the rules' own exact odds, for strengths that are guessed.

A player who plans asks this hundreds of times a turn, so strengths are rounded to steps and every answer is kept.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from msgspec import Struct

from napwidgets.systems.jdg.combat.battle import ATTACK, Battle, Ground, Terrain
from napwidgets.systems.jdg.combat.tactics import contest
from napwidgets.systems.jdg.forces import Force, Leader, Unit
from napwidgets.systems.jdg.tables import Tables

#: Strengths that are told apart, each about two fifths more than the one before.
_STEPS = (1, 2, 3, 5, 7, 10, 15, 21, 29, 40, 56)
#: How many steps more or less than the defender an attacker is taken to have at most: beyond, little changes.
_UP, _DOWN = 4, 2
#: A plain unit: its strength, its cohesion; from which strength on a force has a general.
_CORPS, _PLAIN, _LED = 8, 4, 4


class Outlook(Struct, frozen=True):
    """What a battle is worth to the attacker in victory points, each side choosing the safest tactic, and his chance to
    win it.
    """

    worth: float
    wins: float


def outlook(tables: Tables, mine: float, theirs: float, terrain: Terrain = "open") -> Outlook:
    """The outlook of an attack on a guessed force of plain troops.

    >>> outlook(Tables(), 20, 10).worth > 1 > 0 > outlook(Tables(), 10, 20).worth
    True
    """
    n = _step(theirs)
    return _outlook(tables, max(n - _DOWN, min(n + _UP, _step(mine))), n, terrain)


def _step(strength: float) -> int:
    """The step that a strength falls under."""
    return min(len(_STEPS) - 1, max(0, bisect_left(_STEPS, strength * 0.85)))


@lru_cache(maxsize=2000)
def _outlook(tables: Tables, attack: int, defend: int, terrain: Terrain) -> Outlook:
    at = max(0, min(len(_STEPS) - 1, attack))
    tactics = contest(tables, Battle((plain(_STEPS[at]), plain(_STEPS[defend])), Ground(terrain)))
    mine, worth = tactics.safest(ATTACK)
    pair = min((tactics.pairs[mine, theirs] for theirs in tactics.defender), key=lambda pair: pair.worth)
    return Outlook(float(worth), float(pair.odds.chance(lambda end: end.winner == ATTACK)))


def plain(strength: int) -> Force:
    """Plain troops of a strength, led by a general where there are enough of them; guns and horse would make the odds
    slow, and change little.
    """
    full, rest = divmod(strength, _CORPS)
    units = [Unit(n, _PLAIN) for n in [_CORPS] * full + [rest] * bool(rest)]
    return Force(tuple(units), (Leader(3, 1),) if strength >= _LED else ())
