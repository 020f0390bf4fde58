"""The temper of a computer player: the weights it plays by, under names.

One level plays by one temper, a plan is a temper with some weights changed, and a league finds better ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from random import Random
from typing import TypeVar

from msgspec import Struct, structs

T = TypeVar("T", bound="Temper")


class Temper(Struct, frozen=True):
    """Weights of a player, each a number; what one stands for is said beside it. A system adds its own."""

    def changed(self: T, **factors: float) -> T:
        """The temper with some weights multiplied; a weight of 0 takes the figure itself.

        >>> class Mood(Temper, frozen=True):
        ...     rage: float = 2.0
        ...     fear: float = 0.0
        >>> Mood().changed(rage=1.5, fear=0.5)
        Mood(rage=3.0, fear=0.5)
        """
        now = self.weights()
        return structs.replace(self, **{k: now[k] * by if now[k] else by for k, by in factors.items()})

    def weights(self) -> dict[str, float]:
        """All weights by their names."""
        return structs.asdict(self)

    def varied(self: T, rng: Random, part: float, far: float, about_zero: Mapping[str, float]) -> T:
        """A temper near this one: a ``part`` of its weights, drawn, is moved by a factor whose logarithm is a normal
        throw of ``far``, those ``about_zero`` by a normal throw of their own size; what is switched off stays so.
        """
        found = {}
        for name, weight in self.weights().items():
            if rng.random() >= part:
                continue
            if name in about_zero:
                found[name] = weight + rng.gauss(0, about_zero[name])
            elif weight:
                found[name] = weight * math.exp(rng.gauss(0, far))
        return structs.replace(self, **found)
