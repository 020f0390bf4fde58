"""The player that does anything that is allowed: the yardstick for all others, and the suite's explorer."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from napwidgets.kernel.system import Engine, Move, State


class RandomPlayer:
    """Chooses blindly.

    It takes one of the decision's subjects, or none of them where the decision has moves of its own; each of
    these is equally likely. Then it takes one of the moves found there, each equally likely. So a stack with
    many destinations is not chosen more often than one with few.
    """

    kind = "random"

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        subjects: list[str | None] = [subject.id for subject in engine.subjects(view)]
        subjects.append(None)
        while True:
            pick = int(self._random() * len(subjects))
            moves = engine.options(view, subjects[pick])
            if moves:
                return self._one(moves)
            # A subject that turns out to be blocked is forgotten, and another one chosen.
            del subjects[pick]

    def why(self, engine: Engine, view: State, seat: str) -> str:
        """It is after nothing."""
        return ""

    def _one(self, moves: Sequence[Move]) -> Move:
        return moves[int(self._random() * len(moves))]
