"""A report: what a panel shows beside a board, as headings, tables, odds, forms and charts. Plain values, the same for
every system: its face fills them in (`napwidgets.board.panels`), a widget draws them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from napwidgets.kernel.provenance import Provenance

# Words: what stands in a line


class Bold(Struct, frozen=True):
    """Words that count."""

    words: Words


class Small(Struct, frozen=True):
    """Words that count less."""

    words: Words


class Cites(Struct, frozen=True):
    """Paragraphs in small print."""

    cites: tuple[str, ...]


class Origin(Struct, frozen=True):
    """Where a ``figure`` comes from; nothing is shown of one that the rules text states."""

    where: Provenance
    figure: str = ""


class Percent(Struct, frozen=True):
    """A chance in per cent; a dash for None."""

    chance: Fraction | None


class Odds(Struct, frozen=True):
    """A chance as a bar, in per cent and exactly; ``sixths`` marks the faces of a die on the bar."""

    chance: Fraction | None
    tone: str = "ink"
    sixths: bool = False


class Bar(Struct, frozen=True):
    """A share as a bar, for the eye alone."""

    share: Fraction
    tone: str


class Why(Struct, frozen=True):
    """Words whose reason is given to whoever points at them."""

    words: str
    why: str


class Barred(Struct, frozen=True):
    """In place of a chance: a word why there is none, and the whole reason for whoever asks."""

    word: str
    why: str


class Chip(Struct, frozen=True):
    """A letter on a coloured ground, with what it means."""

    letter: str
    tone: str
    meaning: str


class Dot(Struct, frozen=True):
    """A dot in the colours of a side, for the eye alone."""

    side: str


class Pill(Struct, frozen=True):
    """A number on the colours of a side, as on a chart; ``look`` says whether it is hollow or a star."""

    words: str
    side: str = ""
    look: str = ""


class Tag(Struct, frozen=True):
    """A word that says how something stands."""

    word: str


class Press(Struct, frozen=True):
    """A button: it sends ``name`` and ``arg``. ``kind`` is ``main``, ``quiet`` or nothing, ``on`` whether it is pressed
    where it stays so; ``label`` is read out in place of its words, ``key`` tells buttons apart that send the same.
    """

    words: Words
    name: str
    arg: str = ""
    kind: str = ""
    on: bool | None = None
    label: str = ""
    title: str = ""
    key: str = ""


class Step(Struct, frozen=True):
    """A number with a button below and above it; it sends ``name`` and ``id=number``."""

    name: str
    id: str
    value: int
    low: int
    high: int
    label: str


class Slide(Struct, frozen=True):
    """A number on a slider, which sends ``name`` and ``id=number``."""

    name: str
    id: str
    value: int
    low: int
    high: int
    label: str


class Pick(Struct, frozen=True):
    """A list to choose from, pairs of value and words; it sends ``name`` and the value, after ``arg=`` if there is
    one.
    """

    name: str
    choices: tuple[tuple[str, str], ...]
    label: str
    arg: str = ""


class Tick(Struct, frozen=True):
    """Something that is so or not; it sends ``name`` and 1 or 0."""

    name: str
    on: bool
    words: Words


class Owes(Struct, frozen=True):
    """What must be done before a phase can be ended."""

    words: str


class Labelled(Struct, frozen=True):
    """A field of a form with its name."""

    words: Words
    field: Step


Word: TypeAlias = (
    str | Bold | Small | Cites | Origin | Percent | Odds | Bar | Why | Barred | Chip | Dot | Pill | Tag | Press | Step
    | Slide | Pick | Tick | Owes | Labelled
)  # fmt: skip
#: What stands in a line or a cell, one after the other.
Words: TypeAlias = str | tuple[Word, ...]


# Blocks: what stands one below the other


class Title(Struct, frozen=True):
    """What the report is about, and of when it is."""

    words: str
    when: str | None = None


class Text(Struct, frozen=True):
    """A paragraph; ``look`` is ``small``, ``must`` or nothing. A ``live`` one is read out when it changes."""

    words: Words
    look: str = ""
    live: bool = False


class Table(Struct, frozen=True):
    """A table; the first cell of each row is its head, the caption is for screen readers. ``look`` names a kind of
    table, as the style sheet knows it.
    """

    heads: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    caption: str
    look: str = ""


class Row(Struct, frozen=True):
    """Fields and buttons side by side."""

    words: Words
    look: str = ""


class Field(Struct, frozen=True):
    """A field of a form by itself."""

    word: Tick


class Tabs(Struct, frozen=True):
    """Buttons of which one is pressed."""

    label: str
    presses: tuple[Press, ...]
    look: str = ""


class Bullets(Struct, frozen=True):
    """A list of remarks."""

    items: tuple[Words, ...]


class Checklist(Struct, frozen=True):
    """What must be done, and what of it is done."""

    title: str
    items: tuple[tuple[bool, Words], ...]


class Notice(Struct, frozen=True):
    """That something is not as it really stands, and the way back."""

    words: str
    back: Press


class Section(Struct, frozen=True):
    """A part with its own heading, or without one."""

    blocks: tuple[Block, ...]
    title: Words = ""
    look: str = ""
    live: bool = False


class Halves(Struct, frozen=True):
    """Two columns where there is room."""

    left: tuple[Block, ...]
    right: tuple[Block, ...]


class Fold(Struct, frozen=True):
    """Something long behind its heading: empty while it is shut (`Glance.opened` says whether it is)."""

    key: str
    head: Words
    blocks: tuple[Block, ...] = ()


class Details(Struct, frozen=True):
    """Something behind its heading that stands open at first and is always there."""

    key: str
    head: Words
    blocks: tuple[Block, ...]


class Origins(Struct, frozen=True):
    """Figures that are not in the rules text, by where they come from."""

    groups: tuple[tuple[Provenance, tuple[str, ...]], ...]


class Face(Struct, frozen=True):
    """A face of a die: its number, what it comes to, for whom it is."""

    number: int
    words: str
    tone: str


class Die(Struct, frozen=True):
    """The faces of a die and what each would do."""

    faces: tuple[Face, ...]
    label: str


class Marker(Struct, frozen=True):
    """A marker on a display: ``note`` is shown in ``brief``; ``group`` says that it stands for several, ``moved`` that
    it is not where it really stands.
    """

    name: str
    note: str = ""
    brief: str = ""
    group: bool = False
    moved: bool = False
    presses: tuple[Press, ...] = ()


class Column(Struct, frozen=True):
    """A column of a display with its markers."""

    title: str
    tone: str
    markers: tuple[Marker, ...]


class Columns(Struct, frozen=True):
    """A display of markers in columns."""

    columns: tuple[Column, ...]


# Charts


class Span(Struct, frozen=True):
    """How something stood from the beginning of a turn to the end of another one."""

    first: int
    last: int
    status: str


class History(Struct, frozen=True):
    """How something stood, turn by turn."""

    name: str
    spans: tuple[Span, ...]


class Timeline(Struct, frozen=True):
    """Histories one below the other: ``months`` are the names of all turns that are drawn, ``last`` the present one."""

    histories: tuple[History, ...]
    last: int
    months: tuple[str, ...]


class Key(Struct, frozen=True):
    """What the colours of a timeline mean."""

    statuses: tuple[str, ...]


class Gauge(Struct, frozen=True):
    """A figure on a scale with its thresholds; ``band`` is where it will likely be, ``words`` say all that."""

    value: float
    thresholds: tuple[int, ...]
    floor: float
    band: tuple[float, float] | None
    words: str


class Pin(Struct, frozen=True):
    """A place on a chart: where it is (of 100 by 50), what it joins, who is there, on which side its name stands."""

    id: str
    name: str
    x: float
    y: float
    joins: tuple[str, ...]
    pills: tuple[tuple[str, str, str, bool], ...] = ()
    star: str = ""
    beside: str = "below"


class Chart(Struct, frozen=True):
    """A chart of the world; a pin sends ``zone`` and its id. Pills are letter with number, words, side, whether in
    port.
    """

    pins: tuple[Pin, ...]
    chosen: str


class Curve(Struct, frozen=True):
    """A figure turn by turn, with thresholds and their names."""

    thresholds: tuple[tuple[int, str], ...]
    values: tuple[float, ...]
    names: tuple[str, ...]


Block: TypeAlias = (
    Title | Text | Table | Row | Field | Tabs | Bullets | Checklist | Notice | Section | Halves | Fold | Details
    | Origins | Die | Columns | Timeline | Key | Gauge | Chart
)  # fmt: skip
Report: TypeAlias = tuple[Block, ...]
