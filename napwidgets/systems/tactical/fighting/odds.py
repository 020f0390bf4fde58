"""Exact odds: the functions of `clash` and `orders`, run with every die at once."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.optional import Options
from napwidgets.systems.tactical.fighting.clash import (
    ATTACK,
    DEFEND,
    Clash,
    Force,
    Shot,
    charge_won,
    decide,
    loaded,
    shoot,
    stand_tests,
    struck,
    take_all_hits,
    volley,
    who_breaks,
)

if TYPE_CHECKING:
    import pandas as pd


class Result(Struct, frozen=True, array_like=True):
    """How a clash may end: steps and strength points lost, units eliminated, who gives way (``""``, ``voluntary``,
    ``involuntary``).
    """

    attacker_steps: int
    defender_steps: int
    attacker_sp: int
    defender_sp: int
    attacker_gives: str
    defender_gives: str
    attacker_gone: bool
    defender_gone: bool


class Odds:
    """The exact distribution of a clash under a plan: whether each side means to retreat if it is hit.

    Where an owner may choose which unit takes a hit, the cheapest one is taken.
    """

    def __init__(self, results: Distribution[Result]) -> None:
        self.results = results

    def steps(self, side: int) -> Distribution[int]:
        """Steps the attacker (0) or the defender (1) loses."""
        return self.results.map(lambda r: r.attacker_steps if side == ATTACK else r.defender_steps)

    def gives_way(self, side: int) -> Fraction:
        """The chance that a side retreats, of its own will or not; elimination is no retreat (7.4)."""
        return self.results.chance(lambda r: bool(r.attacker_gives if side == ATTACK else r.defender_gives))

    def destroyed(self, side: int) -> Fraction:
        """The chance that nothing of a side is left."""
        return self.results.chance(lambda r: r.attacker_gone if side == ATTACK else r.defender_gone)

    def loses_ground(self, side: int) -> Fraction:
        """The chance that a side does not stay where it is: it retreats, or nothing of it is left."""
        return self.gives_way(side) + self.destroyed(side)

    def expected_sp(self, side: int) -> Fraction:
        """Expected loss of a side in strength points of fire."""
        return self.results.mean(lambda r: r.attacker_sp if side == ATTACK else r.defender_sp)

    def table(self) -> pd.DataFrame:
        """All results with their chances as a data frame, likeliest first."""
        import pandas as pd

        rows = [
            {
                "attacker loses": r.attacker_steps,
                "defender loses": r.defender_steps,
                "attacker gives way": r.attacker_gives,
                "defender gives way": r.defender_gives,
                "exact": str(p),
                "chance": float(p),
            }
            for r, p in self.results
        ]
        return pd.DataFrame(rows).sort_values("chance", ascending=False, ignore_index=True)


def _spent(before: Force, after: Force) -> int:
    return sum(f.sp for f in before.fighters) - sum(f.sp for f in after.fighters)


def fired(tables: Tables, options: Options, clash: Clash) -> Distribution[Clash]:
    """Both sides' fire: the throws of `fire` one by one, so that what they come to is merged after each."""
    shots = Distribution.sure((loaded(clash.forces[ATTACK]), loaded(clash.forces[DEFEND])))
    for which, force in enumerate(clash.forces):

        def throw(now: tuple[Shot, Shot], dice: Dice, which: int = which) -> tuple[Shot, Shot]:
            fresh = shoot(tables, options, clash, which, now[which], dice)
            return (fresh, now[DEFEND]) if which == ATTACK else (now[ATTACK], fresh)

        for _ in range(loaded(force)[2]):
            shots = shots.then(throw)
    return shots.map(lambda now: struck(options, clash, *now))


@lru_cache(maxsize=1024)
def bombard_hits(tables: Tables, options: Options, guns: Force) -> Distribution[int]:
    """The hits of guns that bombard (8.1)."""
    return Distribution.sure(0).then(lambda _, dice: volley(tables, options, guns, "bombardment", dice)[0])


def normal_odds(tables: Tables, options: Options, clash: Clash, retreats: tuple[bool, bool] = (False, False)) -> Odds:
    """Exact odds of a normal combat (7.3, 7.4). ``retreats`` says which side gives way when it is hit and may; who must
    give way does.
    """

    def settle(now: Clash) -> tuple[Result, tuple[tuple[int, int], ...]]:
        now = decide(options, now, retreats)
        attack, defend = (take_all_hits(options, f) for f in now.forces)
        now = replace(now, forces=(attack, defend))
        return _result(clash, now), stand_tests(tables, now)

    def stand(now: tuple[Result, tuple[tuple[int, int], ...]], dice: Dice) -> Result:
        result, tests = now
        side = who_breaks(tests, dice)
        if side is None:
            return result
        changed = "attacker_gives" if side == ATTACK else "defender_gives"
        return replace(result, **{changed: "involuntary"})

    return Odds(fired(tables, options, clash).map(settle).then(stand))


def charge_odds(tables: Tables, options: Options, clash: Clash) -> Odds:
    """Exact odds of a charge (7.7): the loser gives way."""

    def settle(now: Clash) -> Result:
        attack, defend = (take_all_hits(options, f) for f in now.forces)
        now = replace(now, forces=(attack, defend))
        return _result(clash, now.force(DEFEND if charge_won(now) else ATTACK, gives="involuntary"))

    return Odds(fired(tables, options, clash).map(settle))


def _result(before: Clash, end: Clash) -> Result:
    (attack, defend), (a, d) = end.forces, before.forces
    gone_a, gone_d = not attack.steps, not defend.steps
    return Result(
        attack.taken,
        defend.taken,
        _spent(a, attack),
        _spent(d, defend),
        "" if gone_a else attack.gives,
        "" if gone_d else defend.gives,
        gone_a,
        gone_d,
    )
