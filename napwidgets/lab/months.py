"""War and Peace month by month as data frames: raids on trade and the courting of states, exact and sampled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice, SeededDice
from napwidgets.kernel.odds import Distribution
from napwidgets.systems.wap.markers import MAJORS, Politics
from napwidgets.systems.wap.states.alliances import Faction, opening, turned, turning_odds, why_not_court
from napwidgets.systems.wap.tables import Tables
from napwidgets.systems.wap.trade.lloyds import Raid, next_rate, rate_odds

if TYPE_CHECKING:
    import pandas as pd

#: A rate in half per cents so high that the floor can't be felt: from there a month's change can be read off.
_HIGH = 10**6


def raid_months(
    raids: Iterable[Raid],
    months: int = 12,
    rate: float | None = None,
    bases: Mapping[str, int] | None = None,
    tables: Tables | None = None,
) -> pd.DataFrame:
    """Lloyd's rate month after month while the same raids go on: each rate with its chance, worked out exactly.

    ``rate`` is where it starts, in per cent. Month 0 is the start.

    >>> raid_months([Raid("caribbean", 3)], 1).query("rate >= 10").chance.sum().round(6)
    np.float64(0.083333)
    """
    tables, plan = tables or Tables(), tuple(raids)
    least = 2 * tables.lloyds["least rate"]
    moved = rate_odds(tables, _HIGH, plan, dict(bases or {})).map(lambda now: now - _HIGH)
    now = Distribution.sure(_start(tables, rate))
    rows = _rated(0, now)
    for month in range(1, months + 1):
        sums: dict[int, Fraction] = {}
        for before, chance in now:
            for change, odds in moved:
                after = max(least, before + change)
                sums[after] = sums.get(after, Fraction(0)) + chance * odds
        now = Distribution(sums)
        rows += _rated(month, now)
    return _frame(rows, ("month", "rate", "chance"))


def _start(tables: Tables, rate: float | None) -> int:
    return 2 * tables.lloyds["start"] if rate is None else round(2 * rate)


def _rated(month: int, spread: Distribution[int]) -> list[dict[str, float]]:
    return [{"month": month, "rate": rate / 2, "chance": float(chance)} for rate, chance in sorted(spread)]


def sampled_raids(
    raids: Iterable[Raid],
    months: int = 12,
    games: int = 200,
    rate: float | None = None,
    bases: Mapping[str, int] | None = None,
    tables: Tables | None = None,
    seed: str = "1805",
) -> pd.DataFrame:
    """The same as `raid_months` with dice: one row for each month of each of many games; a seed gives the same ones."""
    tables, plan, broken = tables or Tables(), tuple(raids), dict(bases or {})
    rows = []
    for game in range(games):
        dice, now = SeededDice(f"{seed}/{game}"), _start(tables, rate)
        rows.append({"game": game, "month": 0, "rate": now / 2})
        for month in range(1, months + 1):
            now = next_rate(tables, now, plan, broken, dice)
            rows.append({"game": game, "month": month, "rate": now / 2})
    return _frame(rows, ("game", "month", "rate"))


def courted_months(
    months: int = 24, lent: int = 0, start: Politics | None = None, tables: Tables | None = None
) -> pd.DataFrame:
    """How many majors stand against France month after month if both sides court whom they can win best, worked out
    exactly; England lends that state ``lent`` points each month. Nobody takes a city meanwhile.

    >>> round(courted_months(1).query("against == 4").chance.sum(), 6)
    np.float64(0.5)
    """
    tables = tables or Tables()
    now = Distribution.sure(start or replace(opening(), loyal=tables.loyal(1805)))
    rows, suits = _counted(0, now), _Suits(tables)
    for month in range(1, months + 1):
        # First France's envoys, then England's (E.2, E.3).
        now = now.then(lambda politics, dice: suits.pressed(politics, "french", dice))
        now = now.then(lambda politics, dice: suits.pressed(politics, "english", dice, lent))
        rows += _counted(month, now)
    return _frame(rows, ("month", "against", "for", "chance"))


def _counted(month: int, spread: Distribution[Politics]) -> list[dict[str, float]]:
    """How many majors are on each side, with the chance."""
    counts: dict[tuple[int, int], Fraction] = {}
    for politics, chance in spread:
        stands = [politics.status(name) for name in MAJORS]
        key = (stands.count("anti-French"), stands.count("pro-French"))
        counts[key] = counts.get(key, Fraction(0)) + chance
    return [{"month": month, "against": a, "for": p, "chance": float(c)} for (a, p), c in sorted(counts.items())]


class _Suits:
    """Whom each side courts: worked out once for each display."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._best: dict[tuple[Politics, Faction, int], str | None] = {}

    def pressed(self, politics: Politics, faction: Faction, dice: Dice, lent: int = 0) -> Politics:
        """A side's envoys go where they can hope for most."""
        key = (politics, faction, lent)
        if key not in self._best:
            self._best[key] = best_suit(self._tables, *key)
        state = self._best[key]
        return politics if state is None else turned(self._tables, politics, faction, state, dice, lent)


def best_suit(tables: Tables, politics: Politics, faction: Faction, lent: int = 0) -> str | None:
    """The major that a faction can win most easily, in doubt the first of the list; None where no roll can help."""
    able = [name for name in MAJORS if why_not_court(politics, faction, name) is None]
    odds = {name: turning_odds(tables, politics, faction, name, lent) for name in able}
    best = max(able, key=lambda name: odds[name], default=None)
    return best if best is not None and odds[best] else None


def _frame(rows: list[dict[str, float]], columns: tuple[str, ...]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows, columns=list(columns))
