"""Which player is better, and how sure we are."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from napwidgets.lab.playouts import playouts

if TYPE_CHECKING:
    import pandas as pd


def wilson(wins: float, games: float, confidence: float = 0.95) -> tuple[float, float]:
    """The Wilson score interval of a win rate: sound also for few games and for rates near 0 and 1. Points may be
    halves, and games a number that stands for dependent ones (`napwidgets.lab.standings`).

    >>> low, high = wilson(90, 100)
    >>> round(low, 3), round(high, 3)
    (0.826, 0.945)
    """
    if games == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    p = wins / games
    middle = p + z * z / (2 * games)
    spread = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def win_rates(games: pd.DataFrame) -> pd.DataFrame:
    """Wins of each seat in the games of `playouts`, with the limits of the 95 % interval; draws count as no
    win.
    """
    import pandas as pd

    seats = [name.removeprefix("bot ") for name in games.columns if name.startswith("bot ")]
    rows = []
    for seat in seats:
        wins = sum(seat in won for won in games["winners"])
        low, high = wilson(wins, len(games))
        rows.append(
            {
                "seat": seat,
                "bot": ", ".join(sorted(set(games[f"bot {seat}"]))),
                "games": len(games),
                "wins": wins,
                "rate": wins / len(games) if len(games) else 0.0,
                "low": low,
                "high": high,
            }
        )
    return pd.DataFrame(rows, columns=["seat", "bot", "games", "wins", "rate", "low", "high"])


def duel(
    scenario: str,
    seats: tuple[str, str],
    kinds: tuple[str, str],
    games: int = 100,
    seed: str = "1815",
    workers: int | None = None,
) -> pd.DataFrame:
    """Two kinds of players against each other, once from each side: the win rates of both pairings.

    `napwidgets.lab.league.league` compares them more closely.
    """
    import pandas as pd

    pairings: list[Mapping[str, str]] = [
        dict(zip(seats, kinds, strict=True)),
        dict(zip(seats, kinds[::-1], strict=True)),
    ]
    tables = [win_rates(playouts(scenario, games, bots, seed, workers=workers)) for bots in pairings]
    return pd.concat(tables, ignore_index=True)
