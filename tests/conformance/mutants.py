"""Plain data with one thing changed, and what is hostile in a file of any kind."""

from __future__ import annotations

from random import Random
from typing import Any

#: Numbers that no figure should be.
NUMBERS = (0, -1, 1, 2, 99, 100, 10**6, -(10**6), 2**40, 10**400)
#: Texts that no name should be.
TEXTS = ("", "nobody", "\x00", "9999", "-1", "../../etc", "1815-02-31", "25:61", "0000", "é" * 300)
#: Values of kinds that don't belong.
VALUES = (None, 0, -1, "x", [], {}, True, 1.5, [[]], {"x": 1})


def mutate(value: Any, rng: Random) -> Any:
    """A plain value with one thing changed: a number, a text, the length of a list, a key lost or too many."""
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value, key=str))
        turn = rng.random()
        if turn < 0.04:
            return {k: v for k, v in value.items() if k != key}
        if turn < 0.06:
            return {**value, rng.choice(TEXTS): value[key]}
        return {**value, key: mutate(value[key], rng)}
    if isinstance(value, list):
        turn = rng.random()
        if not value or turn < 0.1:
            return [*value, rng.choice([*value, 0, -1])]
        at = rng.randrange(len(value))
        if turn < 0.2:
            return value[:at] + value[at + 1 :]
        return [*value[:at], mutate(value[at], rng), *value[at + 1 :]]
    if rng.random() < 0.1:
        return rng.choice(VALUES)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, -value - 1, *NUMBERS])
    if isinstance(value, float):
        return rng.choice([-value, value * 10, 0.0, 1e300])
    if isinstance(value, str):
        return rng.choice([value + "x", value[::-1], *TEXTS])
    return rng.choice(VALUES)


def scratched(raw: bytes, rng: Random) -> bytes:
    """A file with some of its bytes gone, doubled or changed."""
    at, length = rng.randrange(len(raw) + 1), rng.choice((1, 1, 2, 10, 500))
    middle = rng.choice((b"", raw[at : at + length] * 2, bytes(rng.randrange(256) for _ in range(3)), b"[" * 9, b'"'))
    return raw[:at] + middle + raw[at + length :]
