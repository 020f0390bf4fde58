"""Exact odds: a probability distribution pushed through the very functions that resolve."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm, sqrt
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct

from napwidgets.kernel.dice import Dice, Fork, ForkingDice, SeededDice
from napwidgets.kernel.rulings import NapwidgetsError

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

#: More outcomes than this in one distribution are not worked out exactly.
LIMIT = 200_000


class TooLarge(NapwidgetsError):
    """The tree of outcomes is too large for exact odds; sample it instead and give the standard error."""


class Distribution(Generic[T]):
    """Outcomes with their exact probabilities, which sum to 1; outcomes are in order of first appearance.

    >>> coin = Distribution({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})
    >>> coin.chance(lambda side: side == "heads")
    Fraction(1, 2)
    """

    # Whole-number weights over one denominator: sums of fractions would be reduced at every step.
    __slots__ = ("_weights", "_whole")

    def __init__(self, chances: Mapping[T, Fraction]) -> None:
        self._whole = lcm(*(p.denominator for p in chances.values()))
        self._weights = {x: p.numerator * (self._whole // p.denominator) for x, p in chances.items()}
        self._check()

    def _check(self) -> None:
        if sum(self._weights.values()) != self._whole:
            raise ValueError("the probabilities of a distribution must sum to exactly 1")

    @classmethod
    def _weighted(cls, weights: dict[T, int], whole: int) -> Distribution[T]:
        """The distribution of outcomes with ``weights`` that sum to ``whole``."""
        common = gcd(whole, *weights.values())
        new = cls.__new__(cls)
        new._whole = whole // common
        new._weights = {x: weight // common for x, weight in weights.items()}
        new._check()
        return new

    @classmethod
    def sure(cls, outcome: T) -> Distribution[T]:
        """The distribution with one outcome."""
        return cls({outcome: Fraction(1)})

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        return ((x, Fraction(weight, self._whole)) for x, weight in self._weights.items())

    def __len__(self) -> int:
        return len(self._weights)

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self._weights.get(outcome, 0), self._whole)

    def chance(self, event: Callable[[T], bool]) -> Fraction:
        """The probability that ``event`` holds."""
        return Fraction(sum(weight for x, weight in self._weights.items() if event(x)), self._whole)

    def map(self, f: Callable[[T], U]) -> Distribution[U]:
        """The distribution of ``f(outcome)``; equal values are merged."""
        merged: dict[U, int] = {}
        for x, weight in self._weights.items():
            y = f(x)
            merged[y] = merged.get(y, 0) + weight
        return Distribution._weighted(merged, self._whole)

    def then(self, step: Callable[[T, Dice], U]) -> Distribution[U]:
        """Push the distribution through ``step``, which may throw dice; equal outcomes are merged."""
        merged: dict[U, int] = {}
        whole = 1
        for x, weight in self._weights.items():
            for y, ways, of in _runs(step, x):
                if whole % of:
                    finer = of // gcd(whole, of)
                    merged = {z: share * finer for z, share in merged.items()}
                    whole *= finer
                merged[y] = merged.get(y, 0) + weight * ways * (whole // of)
            if len(merged) > LIMIT:
                raise TooLarge(f"More than {LIMIT:,} different outcomes: too many to work out exactly.")
        return Distribution._weighted(merged, self._whole * whole)

    def mean(self, value: Callable[[T], float | int | Fraction]) -> Fraction:
        """The expected value of ``value(outcome)``."""
        return sum((Fraction(value(x)) * weight for x, weight in self._weights.items()), Fraction(0)) / self._whole

    def table(self, name: str = "outcome") -> pd.DataFrame:
        """A data frame: outcome, exact probability as text, and as a number."""
        import pandas as pd

        rows = sorted(self, key=lambda item: repr(item[0]))
        if all(isinstance(x, (int, float)) for x, _ in rows):
            rows.sort(key=lambda item: item[0])  # type: ignore[arg-type,return-value]
        return pd.DataFrame(
            {name: [x for x, _ in rows], "exact": [str(p) for _, p in rows], "chance": [float(p) for _, p in rows]}
        )


def _runs(step: Callable[[T, Dice], U], start: T) -> Iterator[tuple[U, int, int]]:
    """Every run of ``step``, in how many ways of how many: it is run again for each answer of each die it asks for."""
    todo: list[tuple[tuple[int, ...], int, int]] = [((), 1, 1)]
    while todo:
        given, ways, of = todo.pop()
        try:
            yield step(start, ForkingDice(given)), ways, of
        except Fork as fork:
            todo.extend(((*given, value), ways * p.numerator, of * p.denominator) for value, p in fork.outcomes)


def absorb(start: T, step: Callable[[T, Dice], T], over: Callable[[T], bool]) -> Distribution[T]:
    """The exact distribution of where ``step``, run again and again from ``start``, comes to an end.

    For processes that may go round in circles before they are ``over``, such as fleets that beat and pursue each
    other in turn: the circles are summed up exactly, by taking one unfinished state after the other out of the chain.
    Raises `TooLarge` for too many states and ``ValueError`` if the process can go on for ever.

    >>> throw_again = absorb(0, lambda _, dice: dice.roll("until no six") % 6, lambda face: face != 0)
    >>> throw_again[3]
    Fraction(1, 5)
    """
    if over(start):
        return Distribution.sure(start)
    ways: dict[T, dict[T, Fraction]] = {}
    todo = [start]
    while todo:
        here = todo.pop()
        if here in ways:
            continue
        ways[here] = _ways(step, here)
        todo.extend(there for there in ways[here] if there not in ways and not over(there))
        if len(ways) > LIMIT:
            raise TooLarge(f"More than {LIMIT:,} different positions: too many to work out exactly.")
    for here in [state for state in ways if state != start]:
        _take_out(ways, here)
    again = ways[start].pop(start, Fraction(0))
    if again == 1:
        raise ValueError("this never comes to an end")
    return Distribution({end: p / (1 - again) for end, p in ways[start].items()})


def _ways(step: Callable[[T, Dice], T], here: T) -> dict[T, Fraction]:
    """Where a step leads from a state, with exact probabilities."""
    ways: dict[T, Fraction] = {}
    for there, times, of in _runs(step, here):
        ways[there] = ways.get(there, 0) + Fraction(times, of)
    return ways


def _take_out(ways: dict[T, dict[T, Fraction]], here: T) -> None:
    """Lead every way through a state past it."""
    onward = ways.pop(here)
    again = onward.pop(here, Fraction(0))
    if again == 1:
        raise ValueError("this never comes to an end")
    for there in ways.values():
        into = there.pop(here, None)
        if into is not None:
            for end, p in onward.items():
                there[end] = there.get(end, Fraction(0)) + into * p / (1 - again)


def distribution(step: Callable[[Dice], T]) -> Distribution[T]:
    """The exact distribution of what ``step`` returns.

    >>> distribution(lambda dice: dice.roll("morale") <= 4)[True]
    Fraction(2, 3)
    """
    return Distribution.sure(0).then(lambda _, dice: step(dice))


def percent(chance: Fraction | float, places: int = 0) -> str:
    """A chance as a percentage; never 0 or 100 while it is neither.

    >>> percent(Fraction(5, 12)), percent(Fraction(1, 300)), percent(Fraction(1)), percent(0.41666, 2)
    ('42 %', 'under 1 %', '100 %', '41.67 %')
    """
    share, least = 100 * float(chance), 10**-places
    if 0 < share < least:
        return f"under {least:.{places}f} %"
    return f"over {100 - least:.{places}f} %" if 100 - least < share < 100 else f"{share:.{places}f} %"


class Estimate(Struct, frozen=True):
    """A chance found by sampling, where exact odds are out of reach: it always comes with its standard error."""

    chance: float
    error: float
    samples: int

    def __str__(self) -> str:
        return f"about {percent(self.chance, 1)} (± {100 * self.error:.1f} %, {self.samples} samples)"


def estimate(event: Callable[[Dice], bool], seed: str, samples: int = 2_000) -> Estimate:
    """The chance of ``event`` by sampling with seeded dice; for trees that are `TooLarge`.

    >>> abs(estimate(lambda dice: dice.roll("morale") <= 4, "1815").chance - 2 / 3) < 0.05
    True
    """
    dice = SeededDice(seed)
    hits = sum(event(dice) for _ in range(samples))
    chance = hits / samples
    return Estimate(chance, sqrt(chance * (1 - chance) / samples), samples)
