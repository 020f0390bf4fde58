"""F.1, J.2.d. What armies and fleets consist of: strength points by kind, counted in tuples.

A *count* is a tuple of eight numbers, one for each kind of land unit in the order of `KINDS`. One strength point of
infantry is 5,000 men; one naval unit six ships (reference 1.2).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import add, sub

#: Kinds of strength points with the abbreviation that set-ups use.
KINDS: dict[str, str] = {
    "I": "infantry",
    "C": "cavalry",
    "CC": "Cossacks",
    "GI": "Guard infantry",
    "GC": "Guard cavalry",
    "L": "landwehr",
    "M": "militia",
    "P": "partisans",
}
SHORT = tuple(KINDS)
#: What a single point is called, where a kind's name is that of several.
_ONE = {"Cossacks": "Cossack", "partisans": "partisan"}
#: All that a state can buy or call up, as scenarios write it.
GOODS = (*KINDS.values(), "leaders", "squadrons", "transports")
I, C, CC, GI, GC, L, M, P = range(8)  # noqa: E741
#: Kinds that ride; kinds that go without a leader.
MOUNTED = (C, CC, GC)
FREE = (C, CC, GC, P)
#: Kinds that rise against an invader (J.4.d).
RISING = (M, P)
#: The order in which a force loses strength points: the ones easiest to replace first (reading 12).
LOSS_ORDER = (P, M, L, I, CC, C, GI, GC)

Count = tuple[int, ...]
NONE: Count = (0,) * 8

_PART = re.compile(r"(\d+)(CC|GI|GC|[ICLMP])")


def parse(text: str) -> Count:
    """Read a force as set-ups write it; raises ``ValueError`` for anything else.

    >>> parse("4I 1C 2GI")
    (4, 1, 0, 2, 0, 0, 0, 0)
    """
    found = [0] * 8
    for part in text.split():
        match = _PART.fullmatch(part)
        if not match:
            raise ValueError(f"{part!r} is no strength: write a number and one of {', '.join(SHORT)}, as in 4I")
        found[SHORT.index(match[2])] += int(match[1])
    return tuple(found)


def several(n: int, kind: int) -> str:
    """Some points of a kind in words.

    >>> several(1, CC), several(2, CC), several(1, L)
    ('1 Cossack', '2 Cossacks', '1 landwehr')
    """
    name = KINDS[SHORT[kind]]
    return f"{n} {_ONE.get(name, name) if n == 1 else name}"


def spelled(count: Count) -> str:
    """A force in words.

    >>> spelled(parse("4I 1GC"))
    '4 infantry and 1 Guard cavalry'
    """
    parts = [several(n, kind) for kind, n in enumerate(count) if n]
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else "nothing"


def plus(a: Count, b: Count) -> Count:
    """Both forces together."""
    return tuple(map(add, a, b))


def minus(a: Count, b: Count) -> Count:
    """What is left of ``a``; raises ``ValueError`` if ``b`` isn't part of it."""
    left = tuple(map(sub, a, b))
    if min(left) < 0:
        raise ValueError("more is taken than is there")
    return left


def within(a: Count, b: Count) -> bool:
    """Whether force ``a`` is part of force ``b``."""
    return all(m <= n for m, n in zip(a, b, strict=True))


def of(kind: int, n: int = 1) -> Count:
    """Some strength points of one kind.

    >>> spelled(of(GC, 2))
    '2 Guard cavalry'
    """
    return (*NONE[:kind], n, *NONE[kind + 1 :])


def riders(count: Count) -> int:
    """Strength points of cavalry of every kind."""
    return count[C] + count[CC] + count[GC]


def on_foot(count: Count) -> Count:
    """The part that can't move without a leader."""
    return tuple(0 if kind in FREE else n for kind, n in enumerate(count))


def worst(count: Count, n: int) -> Count:
    """The ``n`` strength points that a force loses first (reading 12).

    >>> spelled(worst(parse("2I 1C 3L"), 4))
    '1 infantry and 3 landwehr'
    """
    taken = [0] * 8
    for kind in LOSS_ORDER:
        taken[kind] = min(count[kind], n)
        n -= taken[kind]
    return tuple(taken)


def total(counts: Sequence[Count]) -> Count:
    """Several forces together."""
    found = NONE
    for count in counts:
        found = plus(found, count)
    return found
