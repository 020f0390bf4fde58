"""Where chance comes from: seeded, typed in, scripted or exhaustive.

Rules ask for chance in three ways only: the sum of some dice (``roll``), how many of some dice show at least a number
(``count``), and one of several things out of a cup (``draw``). Every answer has a purpose in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from math import comb
from typing import Protocol

from msgspec import Struct

from napwidgets.kernel.rulings import NapwidgetsError


class Throw(Struct, frozen=True, array_like=True):
    """One answer of a dice source.

    ``kind`` is ``roll``, ``count`` or ``draw``; ``value`` the answer; ``faces`` the single dice, where known.
    """

    purpose: str
    kind: str
    value: int
    faces: tuple[int, ...] = ()


class Dice(Protocol):
    """A source of chance. ``throws`` holds what was thrown since the source was made."""

    throws: list[Throw]

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> int:
        """The sum of ``count`` dice with ``sides`` sides."""
        ...

    def count(self, purpose: str, count: int, at_least: int, sides: int = 6) -> int:
        """How many of ``count`` dice show ``at_least`` or more."""
        ...

    def draw(self, purpose: str, items: Sequence[str]) -> int:
        """The index of one of ``items``, each as likely as the others."""
        ...


class SeededDice:
    """Dice that follow from a seed and a position: the same in every process and on every platform.

    >>> SeededDice("1815").roll("morale") == SeededDice("1815").roll("morale")
    True
    """

    def __init__(self, seed: str, position: int = 0) -> None:
        self.seed, self.position = seed, position
        self.throws: list[Throw] = []
        self._key = seed.encode()[:64]

    def _below(self, n: int) -> int:
        """A number from 0 to n - 1, exactly uniform: values in the incomplete last block are thrown away."""
        limit = (1 << 64) // n * n
        while True:
            digest = blake2b(self.position.to_bytes(8, "big"), key=self._key, digest_size=8).digest()
            self.position += 1
            value = int.from_bytes(digest, "big")
            if value < limit:
                return value % n

    def _faces(self, count: int, sides: int) -> tuple[int, ...]:
        value = self._below(sides**count)
        faces = []
        for _ in range(count):
            value, face = divmod(value, sides)
            faces.append(face + 1)
        return tuple(faces)

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> int:
        faces = self._faces(count, sides)
        value = sum(faces)
        self.throws.append(Throw(purpose, "roll", value, faces))
        return value

    def count(self, purpose: str, count: int, at_least: int, sides: int = 6) -> int:
        faces = self._faces(count, sides)
        value = sum(face >= at_least for face in faces)
        self.throws.append(Throw(purpose, "count", value, faces))
        return value

    def draw(self, purpose: str, items: Sequence[str]) -> int:
        value = self._below(len(items))
        self.throws.append(Throw(purpose, "draw", value))
        return value


class DiceNeeded(NapwidgetsError):
    """The dice typed in so far do not suffice; the next one is described here.

    For ``roll`` and ``count`` the people at the table throw ``count`` dice and type their faces; for ``draw`` they
    draw one of ``items``.
    """

    def __init__(self, purpose: str, kind: str, count: int, sides: int, items: tuple[str, ...] = ()) -> None:
        self.purpose, self.kind, self.count, self.sides, self.items = purpose, kind, count, sides, items
        what = f"draw one of {', '.join(items)}" if kind == "draw" else f"throw {count}d{sides}"
        super().__init__(f"Please {what}: {purpose}.")


class WrongDice(NapwidgetsError, ValueError):
    """A typed-in die that can't be: wrong number of dice or a face that the die does not have."""


class TypedDice:
    """Dice thrown on a real table and typed in.

    ``typed`` holds one tuple for each throw: the faces, or for a draw the index drawn. When it runs out,
    ``DiceNeeded`` says what to throw next; the caller asks for it and applies the same move again with one throw
    more.

    >>> TypedDice([(3, 4)]).roll("fire", 2)
    7
    """

    def __init__(self, typed: Iterable[tuple[int, ...]]) -> None:
        self.typed = list(typed)
        self.throws: list[Throw] = []

    def _next(self, purpose: str, kind: str, count: int, sides: int, items: tuple[str, ...] = ()) -> tuple[int, ...]:
        if len(self.throws) >= len(self.typed):
            raise DiceNeeded(purpose, kind, count, sides, items)
        return self.typed[len(self.throws)]

    def _faces(self, purpose: str, kind: str, count: int, sides: int) -> tuple[int, ...]:
        faces = self._next(purpose, kind, count, sides)
        if len(faces) != count or not all(1 <= face <= sides for face in faces):
            numbers = "number" if count == 1 else "numbers"
            raise WrongDice(f"Type {count} {numbers} from 1 to {sides} for {purpose}.")
        return faces

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> int:
        faces = self._faces(purpose, "roll", count, sides)
        self.throws.append(Throw(purpose, "roll", sum(faces), faces))
        return sum(faces)

    def count(self, purpose: str, count: int, at_least: int, sides: int = 6) -> int:
        faces = self._faces(purpose, "count", count, sides)
        value = sum(face >= at_least for face in faces)
        self.throws.append(Throw(purpose, "count", value, faces))
        return value

    def draw(self, purpose: str, items: Sequence[str]) -> int:
        typed = self._next(purpose, "draw", 1, len(items), tuple(items))
        if len(typed) != 1 or not 0 <= typed[0] < len(items):
            raise WrongDice(f"Choose one of {', '.join(items)}.")
        self.throws.append(Throw(purpose, "draw", typed[0]))
        return typed[0]


class DiceMismatch(NapwidgetsError, ValueError):
    """Recorded dice that do not fit what the rules ask for: the record is not of this game."""


class ScriptedDice:
    """Dice as they were recorded: faces for ``roll`` and ``count``, the index for ``draw``."""

    def __init__(self, record: Sequence[tuple[int, ...]]) -> None:
        self.record = record
        self.throws: list[Throw] = []

    def _next(self, purpose: str, count: int, low: int, high: int) -> tuple[int, ...]:
        at = len(self.throws)
        if at >= len(self.record):
            raise DiceMismatch(f"The record has no die left for {purpose}.")
        faces = self.record[at]
        if len(faces) != count or not all(low <= face <= high for face in faces):
            raise DiceMismatch(f"The record gives {list(faces)} for {purpose}, which can't be thrown.")
        return faces

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> int:
        faces = self._next(purpose, count, 1, sides)
        self.throws.append(Throw(purpose, "roll", sum(faces), faces))
        return sum(faces)

    def count(self, purpose: str, count: int, at_least: int, sides: int = 6) -> int:
        faces = self._next(purpose, count, 1, sides)
        value = sum(face >= at_least for face in faces)
        self.throws.append(Throw(purpose, "count", value, faces))
        return value

    def draw(self, purpose: str, items: Sequence[str]) -> int:
        faces = self._next(purpose, 1, 0, len(items) - 1)
        self.throws.append(Throw(purpose, "draw", faces[0]))
        return faces[0]

    @property
    def spent(self) -> bool:
        """Whether the whole record was used."""
        return len(self.throws) == len(self.record)


def record(throws: Iterable[Throw]) -> tuple[tuple[int, ...], ...]:
    """Throws in the short form that ``ScriptedDice`` and saves use."""
    return tuple(t.faces if t.kind != "draw" else (t.value,) for t in throws)


@lru_cache(maxsize=256)
def sums(count: int, sides: int = 6) -> tuple[tuple[int, Fraction], ...]:
    """Each sum of ``count`` dice with its exact probability.

    >>> sums(2)[5]
    (7, Fraction(1, 6))
    """
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, n in ways.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + n
        ways = more
    return tuple((total, Fraction(n, sides**count)) for total, n in sorted(ways.items()))


@lru_cache(maxsize=256)
def successes(count: int, at_least: int, sides: int = 6) -> tuple[tuple[int, Fraction], ...]:
    """How many of ``count`` dice show ``at_least`` or more, with exact probabilities."""
    p = Fraction(max(0, min(sides, sides + 1 - at_least)), sides)
    chances = ((k, comb(count, k) * p**k * (1 - p) ** (count - k)) for k in range(count + 1))
    return tuple((k, chance) for k, chance in chances if chance)


class Fork(Exception):
    """Raised inside an exhaustive run when an answer is wanted that the run was not given."""

    def __init__(self, outcomes: Sequence[tuple[int, Fraction]]) -> None:
        self.outcomes = outcomes


class ForkingDice:
    """Dice for exact odds: answers what it was given and forks the run when more is asked.

    It draws no random number. See `napwidgets.kernel.odds.distribution`.
    """

    def __init__(self, given: tuple[int, ...]) -> None:
        self.given = given
        self.throws: list[Throw] = []
        self._at = 0

    def _answer(self, purpose: str, kind: str, outcomes: Sequence[tuple[int, Fraction]]) -> int:
        if self._at >= len(self.given):
            raise Fork(outcomes)
        value = self.given[self._at]
        self._at += 1
        self.throws.append(Throw(purpose, kind, value))
        return value

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> int:
        return self._answer(purpose, "roll", sums(count, sides))

    def count(self, purpose: str, count: int, at_least: int, sides: int = 6) -> int:
        return self._answer(purpose, "count", successes(count, at_least, sides))

    def draw(self, purpose: str, items: Sequence[str]) -> int:
        return self._answer(purpose, "draw", [(i, Fraction(1, len(items))) for i in range(len(items))])
