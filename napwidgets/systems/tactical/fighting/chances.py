"""7.7, 7.9, 7.10. The exact odds of a charge with the check of infantry that may not be ready, and of checks alone."""

from __future__ import annotations

from fractions import Fraction

from napwidgets.kernel.odds import Distribution
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.fighting.clash import Clash, Force, holds
from napwidgets.systems.tactical.fighting.forces import charge_advantages, charge_clash, readiness
from napwidgets.systems.tactical.fighting.odds import Back, Odds, Result, charge_odds
from napwidgets.systems.tactical.ground.context import Context


def charge_chances(
    x: Context,
    view: State,
    chargers: tuple[tuple[int, int], ...],
    target: int,
    here: tuple[int, ...],
    backhand: bool,
    back: Back | None = None,
    silent: tuple[int, ...] = (),
) -> tuple[Odds, Clash, Fraction | None]:
    """The odds of a charge, the clash if infantry is ready, and the chance that it is not, if it must be tested.
    With ``back`` the odds count what the way back of the charged costs; ``silent`` ones are pursued and don't fire.
    """
    sure = charge_advantages(x, view, chargers, target, here, backhand)
    ready = readiness(x, view, [u for u, _ in chargers], here) if "not ready" not in sure else None
    clash = charge_clash(x, view, chargers, target, here, tuple(sure), silent)
    odds = charge_odds(x.tables, x.options, clash, back)
    if ready is None:
        return odds, clash, None
    shaken = charge_clash(x, view, chargers, target, here, (*sure, "not ready"), silent)
    p = 1 - stands(x.tables, ready)
    return mixed(odds, charge_odds(x.tables, x.options, shaken, back), p), clash, p


def stands(tables: Tables, side: Force) -> Fraction:
    """The chance of passing a morale check."""
    return Distribution.sure(0).then(lambda _, dice: holds(tables, side, "morale", dice))[True]


def mixed(first: Odds, second: Odds, p: Fraction) -> Odds:
    """The odds of ``first``, but of ``second`` with probability ``p``."""
    found: dict[Result, Fraction] = {}
    for odds, part in ((first, 1 - p), (second, p)):
        for result, q in odds.results:
            if part:
                found[result] = found.get(result, Fraction(0)) + part * q
    return Odds(Distribution(found))
