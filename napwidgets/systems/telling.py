"""How every system refuses and tells: sentences with the paragraphs of its rulebook, words for numbers and dates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from napwidgets.kernel.odds import Distribution, percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event

Log = list[Event]
#: A paragraph with the sign of its rulebook before it.
_NAMED = re.compile(r"[A-Z]\w?[A-Z] ")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


@lru_cache(1024)
def _cited(system: str, cites: tuple[str, ...]) -> tuple[str, ...]:
    # The paragraphs of a rulebook are few, and each is named over and over.
    return tuple(cite if _NAMED.match(cite) else f"{system} {cite}" for cite in cites)


class Voice:
    """A system's refusals and events; ``system`` stands before every paragraph: ``WAP F.6.c``.

    >>> Voice("NLC").refuse("zoc", "Stop beside the enemy.", "5.4").cites
    ('NLC 5.4',)
    """

    def __init__(self, system: str) -> None:
        self.system = system

    def cited(self, cites: Iterable[str]) -> tuple[str, ...]:
        """Paragraphs as refusals and events name them; those of another rulebook name it themselves (``NLC 20.2``)."""
        return _cited(self.system, tuple(cites))

    def refuse(self, code: str, why: str, *cites: str) -> IllegalMove:
        """A refusal with its paragraphs."""
        return IllegalMove(code, why, self.cited(cites))

    def say(
        self,
        log: Log,
        kind: str,
        text: str,
        *cites: str,
        to: tuple[str, ...] = (),
        hexes: Iterable[int] = (),
        units: Iterable[int] = (),
        **data: object,
    ) -> None:
        """Write an event to the log."""
        log.append(Event(kind, text, self.cited(cites), to, tuple(hexes), tuple(units), data))


def names(words: Iterable[str]) -> str:
    """A list as people write it.

    >>> names(["Foy", "Bachelu", "Piré"])
    'Foy, Bachelu and Piré'
    """
    parts = list(words)
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""


def sentence(words: str) -> str:
    """Words with a capital at their beginning; names in them keep theirs.

    >>> sentence("second half of August 1813")
    'Second half of August 1813'
    """
    return words[:1].upper() + words[1:]


def be(count: float) -> str:
    """What so many of a thing do.

    >>> be(1), be(2)
    ('is', 'are')
    """
    return "is" if count == 1 else "are"


def counted(count: float, thing: str) -> str:
    """A number of things: ``1 hit``, ``2.5 hits``.

    >>> counted(1, "hit"), counted(0, "hit"), counted(2, "hex"), counted(-1, "point")
    ('1 hit', '0 hits', '2 hexes', '−1 point')
    """
    several = "es" if thing.endswith("x") else "s"
    return f"{number(count)} {thing}{'' if abs(count) == 1 else several}"


def signed(value: int) -> str:
    """A modifier with its sign.

    >>> signed(-2), signed(1)
    ('−2', '+1')
    """
    return f"−{-value}" if value < 0 else f"+{value}"


def with_added(die: int, added: int) -> str:
    """A die and what is added to it.

    >>> with_added(4, 1), with_added(4, -2), with_added(4, 0)
    ('4 + 1', '4 − 2', '4')
    """
    return f"{die} {signed(added)[0]} {abs(added)}" if added else f"{die}"


def number(value: float) -> str:
    """A number; one below nought with a minus sign, not a hyphen.

    >>> number(-1), number(4)
    ('−1', '4')
    """
    return f"−{-value:g}" if value < 0 else f"{value:g}"


def weighed(odds: Distribution[str]) -> str:
    """What may come, the likeliest first, with its chances; what is sure without.

    >>> from fractions import Fraction
    >>> weighed(Distribution({"rain": Fraction(1, 3), "fair": Fraction(2, 3)})), weighed(Distribution.sure("mud"))
    ('fair: 67 %, rain: 33 %', 'mud')
    """
    found = sorted(odds, key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name}: {percent(chance)}" if chance < 1 else name for name, chance in found)


def in_order(odds: Distribution[int], word: Callable[[int], str] = str) -> str:
    """Numbers that may come, from the lowest on, each with its chance; ``word`` says what one is.

    >>> from fractions import Fraction
    >>> in_order(Distribution({1: Fraction(1, 3), 0: Fraction(2, 3)})), in_order(Distribution.sure(2))
    ('0 (67 %), 1 (33 %)', '2')
    """
    return ", ".join(f"{word(n)} ({percent(chance)})" if chance < 1 else word(n) for n, chance in sorted(odds))
