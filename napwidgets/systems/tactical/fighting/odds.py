"""Exact odds: the functions of `clash` and `orders`, run with every die at once."""

from __future__ import annotations

from collections.abc import Callable
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

#: A side of a clash after it has gone back.
Back = Callable[[Clash, int], Force]


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


def normal_odds(
    tables: Tables,
    options: Options,
    clash: Clash,
    retreats: tuple[bool, bool] = (False, False),
    back: Back | None = None,
) -> Odds:
    """Exact odds of a normal combat (7.3, 7.4). ``retreats`` says which side gives way when it is hit and may; who must
    give way does. With ``back`` they count what going back costs, too.
    """

    def settle(now: Clash) -> tuple[tuple[tuple[int, int], ...], Result, tuple[Result, ...]]:
        """Who tests whether he stands, how it ends if all do, and if one after the other does not."""
        now = decide(options, now, retreats)
        attack, defend = (take_all_hits(options, f) for f in now.forces)
        now = replace(now, forces=(attack, defend))
        tests = stand_tests(tables, now)
        broken = tuple(_result(clash, now.force(side, gives="involuntary"), back) for side, _ in tests)
        return tests, _result(clash, now, back), broken

    def stand(now: tuple[tuple[tuple[int, int], ...], Result, tuple[Result, ...]], dice: Dice) -> Result:
        tests, stood, broken = now
        side = who_breaks(tests, dice)
        return stood if side is None else broken[[who for who, _ in tests].index(side)]

    return Odds(fired(tables, options, clash).map(settle).then(stand))


def charge_odds(tables: Tables, options: Options, clash: Clash, back: Back | None = None) -> Odds:
    """Exact odds of a charge (7.7): the loser gives way; with ``back`` they count what that costs, too."""

    def settle(now: Clash) -> Result:
        attack, defend = (take_all_hits(options, f) for f in now.forces)
        now = replace(now, forces=(attack, defend))
        return _result(clash, now.force(DEFEND if charge_won(now) else ATTACK, gives="involuntary"), back)

    return Odds(fired(tables, options, clash).map(settle))


def _result(before: Clash, end: Clash, back: Back | None) -> Result:
    """How a clash ends. Who is lost on the way back has not given way: nothing is left of him."""
    after = tuple(back(end, which) if back and f.gives and f.steps else f for which, f in enumerate(end.forces))
    on_the_way = [was.steps - now.steps for was, now in zip(end.forces, after, strict=True)]
    (attack, defend), (a, d) = after, before.forces
    gone_a, gone_d = not attack.steps, not defend.steps
    return Result(
        attack.taken + on_the_way[ATTACK],
        defend.taken + on_the_way[DEFEND],
        _spent(a, attack),
        _spent(d, defend),
        "" if gone_a else attack.gives,
        "" if gone_d else defend.gives,
        gone_a,
        gone_d,
    )
