"""Exact odds: a probability distribution pushed through the very functions that resolve."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
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

    def __init__(self, chances: Mapping[T, Fraction]) -> None:
        self._chances = dict(chances)
        if sum(self._chances.values()) != 1:
            raise ValueError("the probabilities of a distribution must sum to exactly 1")

    @classmethod
    def sure(cls, outcome: T) -> Distribution[T]:
        """The distribution with one outcome."""
        return cls({outcome: Fraction(1)})

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        return iter(self._chances.items())

    def __len__(self) -> int:
        return len(self._chances)

    def __getitem__(self, outcome: T) -> Fraction:
        return self._chances.get(outcome, Fraction(0))

    def chance(self, event: Callable[[T], bool]) -> Fraction:
        """The probability that ``event`` holds."""
        return sum((p for x, p in self._chances.items() if event(x)), Fraction(0))

    def map(self, f: Callable[[T], U]) -> Distribution[U]:
        """The distribution of ``f(outcome)``; equal values are merged."""
        return Distribution(_merge((f(x), p) for x, p in self._chances.items()))

    def then(self, step: Callable[[T, Dice], U]) -> Distribution[U]:
        """Push the distribution through ``step``, which may throw dice; equal outcomes are merged."""
        merged: dict[U, Fraction] = {}
        for x, p in self._chances.items():
            for y, q in _runs(step, x):
                merged[y] = merged.get(y, 0) + p * q
            if len(merged) > LIMIT:
                raise TooLarge(f"More than {LIMIT:,} different outcomes: too many to work out exactly.")
        return Distribution(merged)

    def mean(self, value: Callable[[T], float | int | Fraction]) -> Fraction:
        """The expected value of ``value(outcome)``."""
        return sum((Fraction(value(x)) * p for x, p in self._chances.items()), Fraction(0))

    def table(self, name: str = "outcome") -> pd.DataFrame:
        """A data frame: outcome, exact probability as text, and as a number."""
        import pandas as pd

        rows = sorted(self._chances.items(), key=lambda item: repr(item[0]))
        if all(isinstance(x, (int, float)) for x, _ in rows):
            rows.sort(key=lambda item: item[0])  # type: ignore[arg-type,return-value]
        return pd.DataFrame(
            {name: [x for x, _ in rows], "exact": [str(p) for _, p in rows], "chance": [float(p) for _, p in rows]}
        )


def _merge(pairs: Iterable[tuple[U, Fraction]]) -> dict[U, Fraction]:
    merged: dict[U, Fraction] = {}
    for x, p in pairs:
        merged[x] = merged.get(x, 0) + p
    return merged


def _runs(step: Callable[[T, Dice], U], start: T) -> Iterator[tuple[U, Fraction]]:
    """Every run of ``step``: it is run again for each answer of each die it asks for."""
    todo: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        given, p = todo.pop()
        try:
            yield step(start, ForkingDice(given)), p
        except Fork as fork:
            todo.extend(((*given, value), p * q) for value, q in fork.outcomes)


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
        ways[here] = _merge(_runs(step, here))
        todo.extend(there for there in ways[here] if there not in ways and not over(there))
        if len(ways) > LIMIT:
            raise TooLarge(f"More than {LIMIT:,} different positions: too many to work out exactly.")
    for here in [state for state in ways if state != start]:
        _take_out(ways, here)
    again = ways[start].pop(start, Fraction(0))
    if again == 1:
        raise ValueError("this never comes to an end")
    return Distribution({end: p / (1 - again) for end, p in ways[start].items()})


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


class Estimate(Struct, frozen=True):
    """A chance found by sampling, where exact odds are out of reach: it always comes with its standard error."""

    chance: float
    error: float
    samples: int

    def __str__(self) -> str:
        return f"about {self.chance:.1%} (± {self.error:.1%}, {self.samples} samples)"


def estimate(event: Callable[[Dice], bool], seed: str, samples: int = 2_000) -> Estimate:
    """The chance of ``event`` by sampling with seeded dice; for trees that are `TooLarge`.

    >>> abs(estimate(lambda dice: dice.roll("morale") <= 4, "1815").chance - 2 / 3) < 0.05
    True
    """
    dice = SeededDice(seed)
    hits = sum(event(dice) for _ in range(samples))
    chance = hits / samples
    return Estimate(chance, sqrt(chance * (1 - chance) / samples), samples)
