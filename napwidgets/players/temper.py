"""The temper of a computer player: the weights it plays by, under names.

One level plays by one temper, a plan is a temper with some weights changed, and a league finds better ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from msgspec import Struct, structs

T = TypeVar("T", bound="Temper")


class Temper(Struct, frozen=True):
    """Weights of a player, each a number; what one stands for is said beside it. A system adds its own."""

    #: What a study tries of weights that the usual player leaves at 0.
    UNTRIED: ClassVar[Mapping[str, float]] = {}

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
