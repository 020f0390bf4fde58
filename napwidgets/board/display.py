"""What a screen shows beside the board: cards, rosters, orders, battles. Plain values, the same for every
system.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from msgspec import Struct

from napwidgets.kernel.system import Move


class Fact(Struct, frozen=True):
    """One line of a card: a name, a value, the paragraph it rests on, and a note (provenance)."""

    name: str
    value: str
    cite: str = ""
    note: str = ""


class Sky(Struct, frozen=True):
    """The weather over a board: ``kinds`` choose its pictures and its tint (``mud``, ``dusk``), a title, a line that
    says what it does, the paragraphs.
    """

    kinds: tuple[str, ...]
    title: str
    text: str
    cites: tuple[str, ...] = ()


class News(Struct, frozen=True):
    """Something that nobody at a table may miss: a headline, what it means for whoever looks, the paragraphs."""

    title: str
    text: str
    cites: tuple[str, ...] = ()


class Aftermath(Struct, frozen=True):
    """Kinds of events: ``fights`` begin the result of a fight, ``came`` is what comes of it. A fight's data may hold
    ``strengths`` (the attacker's and the defender's) and ``parts``, each a label, its value and its paragraph.
    Where a seat moves for ``several`` states, what it does is only its own if the words begin with its name.
    Of what others did, ``routine`` is left to the chronicle, and ``pressing`` is told first.
    """

    fights: frozenset[str] = frozenset()
    came: frozenset[str] = frozenset()
    several: bool = False
    routine: frozenset[str] = frozenset()
    pressing: frozenset[str] = frozenset()


class Card(Struct, frozen=True):
    """A unit, leader, stack or hex for the inspector."""

    id: str
    title: str
    subtitle: str
    nation: str
    facts: tuple[Fact, ...]


class Line(Struct, frozen=True):
    """A line of the roster: a formation with its strength and order, or a unit (``depth`` 1)."""

    id: str
    title: str
    detail: str
    nation: str
    tag: str = ""
    tone: str = ""
    depth: int = 0
    hex: int = -1


class Hour(Struct, frozen=True):
    """A box of the turn track: ``kind`` is ``day``, ``dusk``, ``night`` or ``rain``; ``notes`` are arrivals and
    history. An hour that is told by its figure alone, as on a clock of twelve, is named in ``full``.
    """

    number: int
    label: str
    kind: str = "day"
    notes: tuple[str, ...] = ()
    full: str = ""


class Target(Struct, frozen=True):
    """A hex that the selected subject can go to or act on, with the move that does it; None where there are several
    to choose from. ``way`` is how it goes there, from where it stands, if the move is one.
    """

    hex: int
    move: Move
    note: str = ""
    tone: str = ""
    way: tuple[int, ...] = ()

    @property
    def weighty(self) -> bool:
        """Whether it is a fight: nothing to be done by a slip of the hand."""
        return self.tone.startswith("attack")


class Passing(Struct, frozen=True):
    """Enemies who pass and may be met: how strong they look to whoever is asked, in what, and the move that lets them
    pass. Where that is not ``known`` they count as strong.
    """

    strength: int
    unit: str
    let_pass: Move
    known: bool = True


class Share(Struct, frozen=True):
    """One outcome with its chance: words, the exact fraction as text, the number."""

    label: str
    exact: str
    chance: float
    tone: str = ""


def share(label: str, chance: Fraction, tone: str = "") -> Share:
    """A chance under the name of what it is.

    >>> share("won", Fraction(1, 3)).exact
    '1/3'
    """
    return Share(label, str(chance), float(chance), tone)


class Spread(Struct, frozen=True):
    """A distribution, named for exactly what it is; ``method`` is ``exact`` or says how it was estimated."""

    title: str
    shares: tuple[Share, ...]
    method: str = "exact"
    cite: str = ""


class Party(Struct, frozen=True):
    """One side of a battle: who takes part, what changes its fire and its morale, each with its rule."""

    title: str
    nation: str
    lines: tuple[Fact, ...]
    strength: str


class WhatIf(Struct, frozen=True):
    """The same battle with one thing changed: what it is, its chances under the same labels in every line, and the
    fields of the form that make it so (a sandbox can try it).
    """

    label: str
    shares: tuple[Share, ...]
    fields: tuple[tuple[str, str], ...] = ()


class Grid(Struct, frozen=True):
    """A small table to be read as a game: each cell is a text and a tone (``best``). ``corner`` says what its rows and
    columns are (the attacker's choices and the defender's, unless it says else), ``signs`` what its signs mean.
    """

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[tuple[str, str], ...], ...]
    note: str = ""
    cite: str = ""
    corner: str = "attacker ↓ defender →"
    signs: str = "▲ best reply of the attacker, ▼ of the defender. "


class Battle(Struct, frozen=True):
    """A battle before the dice: both sides, distributions of what may happen, single chances worth
    knowing, what if, the choices of both sides as a game, and what each face of the dice does.
    """

    title: str
    parties: tuple[Party, ...]
    spreads: tuple[Spread, ...]
    chances: tuple[Share, ...] = ()
    what_if: tuple[WhatIf, ...] = ()
    grid: Grid | None = None
    faces: tuple[Fact, ...] = ()


class Field(Struct, frozen=True):
    """A field of a form: ``choices`` are pairs of value and words; a number has ``low`` and ``high`` instead, a line of
    text how many characters it may have at the ``longest``.
    """

    id: str
    label: str
    choices: tuple[tuple[str, str], ...] = ()
    value: str = ""
    low: int = 0
    high: int = 0
    group: str = ""
    longest: int = 0


class Sandbox(Protocol):
    """A battle that is put together by hand, without a game."""

    title: str

    def fields(self, values: Mapping[str, str]) -> Sequence[Field]:
        """The form for the present values."""
        ...

    def battle(self, values: Mapping[str, str]) -> Battle:
        """The battle that the values describe; raises `NapwidgetsError` with a sentence for what can't be."""
        ...


class Dispatch(Struct, frozen=True):
    """An order on its way or waiting: to whom, what, where it is, when it acts."""

    to: str
    order: str
    stage: str
    nation: str
    cite: str = ""


class Draft(Struct, frozen=True):
    """The order pad for the seat that gives orders now.

    ``route`` is a way over the map, hex by hex from its start, if the order has one; while ``plotting`` it is put
    together by hand from places and hexes that are clicked.

    ``fields`` is the form; ``arrival`` and ``chances`` describe the order as it is filled in; ``move`` sends
    it, or ``why`` says
    why it can't be sent. ``left`` counts the orders that may still be given.
    """

    fields: tuple[Field, ...]
    arrival: str = ""
    arrival_cite: str = ""
    chances: Spread | None = None
    move: Move = None
    why: str = ""
    why_cites: tuple[str, ...] = ()
    left: str = ""
    route: tuple[int, ...] = ()
    plotting: bool = False
    targets: tuple[Target, ...] | None = None
    title: str = "Order pad"
    verb: str = "Send order"


class Chapter(Struct, frozen=True):
    """An hour or a month of the debrief: what happened, what history tells (of ``past``), losses so far by side."""

    turn: int
    label: str
    happened: tuple[str, ...]
    history: tuple[str, ...]
    losses: tuple[tuple[str, int], ...]
    past: str


class Contrast(Struct, frozen=True):
    """What a seat believed at a moment against what was true."""

    when: str
    who: str
    believed: str
    true: str


class Debrief(Struct, frozen=True):
    """The game looked back upon; ``heads`` stand over the losses and over the chapters."""

    text: str
    chapters: tuple[Chapter, ...]
    contrasts: tuple[Contrast, ...]
    heads: tuple[str, str]
