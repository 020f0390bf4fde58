"""What the games of a league say: points with their intervals, Elo differences, ratings.

**The interval.** Two games of one seed share their dice, so they may well end alike and are worth less than two games
that have nothing to do with each other. How much less, the *design effect* says: how far the points of a seed stray
from the mean, over how far they would if all games were independent. The interval is Wilson's for the number of games
divided by that effect, at least 1 (seeds that even out never make it narrower). Wilson's, because it is sound for few
games and for shares near 0 and 1, where a bootstrap has nothing to draw from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from math import inf, log10
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from napwidgets.lab.compare import wilson

if TYPE_CHECKING:
    import pandas as pd

#: Elo beyond which nobody looks for the end of an interval.
_FAR = 8000.0


class Share(Struct, frozen=True):
    """The share of the points that were to be had (0 to 1), with the limits of its 95 % interval."""

    games: int
    points: float
    low: float
    high: float


def design_effect(points: Sequence[float], seeds: Sequence[Hashable]) -> float:
    """By how much games of the same seed count for less than independent ones; 1 where they don't.

    Where nothing can be told (one seed alone, or every game the same) a seed counts as one game.

    >>> design_effect([1, 0, 0, 1], "aabb"), design_effect([1, 0, 1, 0], "abcd")
    (1.0, 1.0)
    """
    sums: dict[Hashable, list[float]] = defaultdict(list)
    for seed, point in zip(seeds, points, strict=True):
        sums[seed].append(point)
    games, groups = len(points), len(sums)
    if games == groups:
        return 1.0
    mean = sum(points) / games
    if groups == 1 or mean in (0, 1):
        return games / groups
    strays = sum((sum(group) - len(group) * mean) ** 2 for group in sums.values())
    return max(1.0, strays / (games * mean * (1 - mean)) * groups / (groups - 1))


def share(points: Sequence[float], seeds: Sequence[Hashable]) -> Share:
    """The share of points (1, ½, 0 a game) with its interval; ``seeds`` says which games belong together.

    >>> found = share([1, 1, 0.5, 0], [1, 1, 2, 2])
    >>> found.games, found.points, found.low < 0.625 < found.high
    (4, 0.625, True)
    """
    if not points:
        return Share(0, 0.5, 0.0, 1.0)
    games = len(points)
    worth = games / design_effect(points, seeds)
    mean = sum(points) / games
    low, high = wilson(mean * worth, worth)
    return Share(games, mean, low, high)


def elo(share: float) -> float:
    """The Elo difference at which a share of points is to be expected; without end for all or nothing.

    >>> round(elo(0.75), 1), elo(0.5), elo(1)
    (190.8, 0.0, inf)
    """
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share / (1 - share))


def expected(difference: float) -> float:
    """The share of points to be expected of an Elo difference.

    >>> expected(0), round(expected(400), 3)
    (0.5, 0.909)
    """
    return float(1 / (1 + 10 ** (-difference / 400)))


def summary(games: pd.DataFrame) -> pd.DataFrame:
    """A row for all games of two kinds, for each system, each scenario, and each side of a scenario that ``a`` played.

    ``points``, ``low`` and ``high`` are those of ``a`` in per cent with the 95 % interval (see above), ``elo`` and its
    limits how far ``a`` stands above ``b``; without end where all points or none were won. Empty words mean all.
    """
    import pandas as pd

    rows = [row for pair in _pairs(games) for row in _rows(games, *pair)]
    columns = ["a", "b", "system", "scenario", "side", "games", "points", "low", "high", "elo", "elo_low", "elo_high"]
    return pd.DataFrame(rows, columns=columns)


def _pairs(games: pd.DataFrame) -> list[tuple[str, str]]:
    return list(dict.fromkeys(zip(games["a"], games["b"], strict=True)))


def _rows(games: pd.DataFrame, a: str, b: str) -> Iterable[dict[str, Any]]:
    theirs = games[(games["a"] == a) & (games["b"] == b)]
    names = {"a": a, "b": b, "system": "", "scenario": "", "side": ""}
    yield names | _figures(theirs)
    for system, of_system in theirs.groupby("system", sort=False):
        yield names | {"system": system} | _figures(of_system)
        for scenario, of_scenario in of_system.groupby("scenario", sort=False):
            yield names | {"system": system, "scenario": scenario} | _figures(of_scenario)
            for side, of_side in of_scenario.groupby("side", sort=False):
                yield names | {"system": system, "scenario": scenario, "side": side} | _figures(of_side)


def _figures(games: pd.DataFrame) -> dict[str, float]:
    found = share(list(games["points"]), list(zip(games["scenario"], games["seed"], strict=True)))
    return {
        "games": found.games,
        "points": 100 * found.points,
        "low": 100 * found.low,
        "high": 100 * found.high,
        "elo": elo(found.points),
        "elo_low": elo(found.low),
        "elo_high": elo(found.high),
    }


def bradley_terry(won: dict[tuple[str, str], float], drawn: float = 1.0) -> dict[str, float]:
    """Elo ratings that explain best who won how many points from whom, their mean 0 (Bradley and Terry).

    ``won[a, b]`` are points of a against b. ``drawn`` games more are thought drawn between any two that met, so that
    who never lost has a rating, too.

    >>> {kind: round(rating) for kind, rating in bradley_terry({("a", "b"): 3, ("b", "a"): 1}, drawn=0).items()}
    {'a': 95, 'b': -95}
    """
    kinds = sorted({kind for pair in won for kind in pair})
    points = {
        (a, b): won.get((a, b), 0.0) + (drawn / 2 if (a, b) in won or (b, a) in won else 0.0)
        for a in kinds
        for b in kinds
        if a != b
    }
    strength = dict.fromkeys(kinds, 1.0)
    for _ in range(10_000):
        before = dict(strength)
        for a in kinds:
            met = sum((points[a, b] + points[b, a]) / (strength[a] + strength[b]) for b in kinds if b != a)
            strength[a] = sum(points[a, b] for b in kinds if b != a) / met
        if all(abs(strength[kind] / before[kind] - 1) < 1e-10 for kind in kinds):
            break
    found = {kind: 400 * log10(strength[kind]) for kind in kinds}
    mean = sum(found.values()) / len(found)
    return {kind: rating - mean for kind, rating in found.items()}


def ratings(games: pd.DataFrame) -> pd.DataFrame:
    """The kinds by their Elo rating (`bradley_terry`), the best first, with their share of points in per cent.

    The limits of the 95 % interval are the ratings at which the limits of the share would be expected against the
    others as they are rated.
    """
    import pandas as pd

    columns = ["kind", "games", "points", "elo", "elo_low", "elo_high"]
    won: dict[tuple[str, str], float] = defaultdict(float)
    mine: dict[str, list[tuple[float, Hashable, str]]] = defaultdict(list)
    for row in games.itertuples(index=False):
        game: Any = row
        seed = (game.scenario, game.seed)
        won[game.a, game.b] += game.points
        won[game.b, game.a] += 1 - game.points
        mine[game.a].append((game.points, seed, game.b))
        mine[game.b].append((1 - game.points, seed, game.a))
    if not mine:
        return pd.DataFrame(columns=columns)
    rated = bradley_terry(won)
    rows = []
    for kind, played in mine.items():
        found = share([points for points, _, _ in played], [seed for _, seed, _ in played])
        foes = [rated[foe] for _, _, foe in played]
        low, high = _rated(found.low, foes), _rated(found.high, foes)
        rows.append([kind, found.games, 100 * found.points, rated[kind], low, high])
    return pd.DataFrame(rows, columns=columns).sort_values("elo", ascending=False, ignore_index=True)


def _rated(share: float, foes: Sequence[float]) -> float:
    """The rating at which a share of points is to be expected against opponents.

    >>> round(_rated(0.75, [0, 0])), _rated(1, [0])
    (191, inf)
    """
    if share <= 0 or share >= 1:
        return elo(share)
    counts = {foe: foes.count(foe) for foe in set(foes)}
    low, high = -_FAR, _FAR
    while high - low > 1e-6:
        middle = (low + high) / 2
        if sum(expected(middle - foe) * games for foe, games in counts.items()) < share * len(foes):
            low = middle
        else:
            high = middle
    return (low + high) / 2
