"""Tables whose shape is their owner's: dice that read rows or columns, bands of strength, odds (G, O, Q, F.7).

What the boxed game prints may have more columns or rows than ours, or stand the other way round. Each reader takes any
such table and says with its place what it can't read (`TableError`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from napwidgets.board.realm import Colour, EuropeBoard
from napwidgets.systems.tabular import Cell, Table, TableError

#: Results of the Naval Combat Table: which force, and what happens to it.
CODES = ("LR", "LS", "LC", "SR", "SS", "SC")
#: What production cities may be (C.2.a, J.2.g).
COLOURS: tuple[Colour, ...] = ("red", "black", "white", "choice")
#: The columns of a table of land combat whose odds are modifiers of the die.
PLAIN = ["larger loses", "smaller loses", "gives way"]
_DIE = re.compile(r"(?:<=|>=)?(-?\d+)")
_BAND = re.compile(r"(\d+)(?:-(\d+)|\+| and more)?")
_LOSS = re.compile(r"(\d+)/(\d+)(?: ([LS]))?")

T = TypeVar("T")
#: What a round on land costs the larger and the smaller force, and which of them gives way: ``L``, ``S`` or neither.
Result = tuple[int, int, str]


class Row(Struct, Generic[T], frozen=True):
    """What a modified die gives, from ``first`` on; totals beyond it take its ends."""

    first: int
    results: tuple[T, ...]

    def at(self, total: int) -> T:
        """The result at a modified die.

        >>> Row(2, ("a", "b")).at(1), Row(2, ("a", "b")).at(9)
        ('a', 'b')
        """
        return self.results[max(0, min(len(self.results) - 1, total - self.first))]


def rectangle(table: Table) -> None:
    """Raise `TableError` unless a table has rows and columns, and a cell for each."""
    if not table.rows or not table.columns:
        raise TableError(table.id, "needs at least one row and one column", ("rows",))
    for name, cells in table.rows.items():
        if len(cells) != len(table.columns):
            why = f"has {len(table.columns)} columns, and row {name} has {len(cells)} cells"
            raise TableError(table.id, why, ("rows", name))


def number(table: Table, row: str, at: int, least: int = 0) -> int:
    """A cell that holds a number; raises `TableError` for another one or one below ``least``."""
    value = table.rows[row][at]
    if not isinstance(value, int) or value < least:
        why = f"must hold a number of at least {least} in row {row}, column {table.columns[at]}, not {value!r}"
        raise TableError(table.id, why, ("rows", row, at))
    return value


def _dice(table: Table, labels: Sequence[str], key: str) -> int:
    """The first of some modified dice, which follow each other: ``1``, ``2``, at the ends ``<=0``, ``>=7``."""
    found: list[int] = []
    for i, label in enumerate(labels):
        read = _DIE.fullmatch(label)
        if read is None or (found and int(read[1]) != found[-1] + 1):
            why = f"lists modified dice one after the other; {label!r} does not fit"
            raise TableError(table.id, why, (key, label if key == "rows" else i))
        found.append(int(read[1]))
    return found[0]


def by_rows(table: Table) -> Row[str]:
    """The names of a table's rows by the modified die that reads them, in whatever order they stand."""
    rectangle(table)
    names = sorted(table.rows, key=lambda name: int(read[1]) if (read := _DIE.fullmatch(name)) else 0)
    return Row(_dice(table, names, "rows"), tuple(names))


def bands(table: Table) -> tuple[int, ...]:
    """Where each column begins that stands for a band of strength: ``1-5``, ``6``, ``11 and more``; raises `TableError`
    unless they cover everything from 1 on.
    """
    starts: list[int] = []
    following = 1
    for i, label in enumerate(table.columns):
        read, last = _BAND.fullmatch(label), i == len(table.columns) - 1
        closed = read is not None and not label.endswith(("+", "more"))
        if read is None or int(read[1]) != following or closed is last or int(read[2] or read[1]) < following:
            why = f"lists bands from 1 on without a gap, the last one open ('21 and more'); {label!r} does not fit"
            raise TableError(table.id, why, ("columns", i))
        starts.append(following)
        following = int(read[2] or read[1]) + 1
    return tuple(starts)


class Losses(Struct, frozen=True):
    """Strength points lost by the band that a strength falls in and the modified die."""

    starts: tuple[int, ...]
    rows: Row[tuple[int, ...]]

    def at(self, strength: int, total: int) -> int:
        """What so many strength points lose at a modified die."""
        return self.rows.at(total)[self.column(strength)] if strength > 0 else 0

    def column(self, strength: int) -> int:
        """The number of the column for a strength."""
        return sum(start <= strength for start in self.starts) - 1

    def ever(self, strength: int) -> bool:
        """Whether any die costs so many strength points something."""
        return strength > 0 and any(row[self.column(strength)] for row in self.rows.results)


def losses(table: Table) -> Losses:
    """A table of losses by bands of strength and modified dice, as many of each as it has (G, Q)."""
    names = by_rows(table)
    rows = tuple(tuple(number(table, name, i) for i in range(len(table.columns))) for name in names.results)
    return Losses(bands(table), Row(names.first, rows))


class Odds(Struct, frozen=True):
    """A ratio of two forces: its name, the larger against the smaller one, and what it adds to the die."""

    name: str
    larger: int
    smaller: int
    die: int


def odds(table: Table) -> tuple[Odds, ...]:
    """The odds on land, the lowest first, as many as the table has; even ones must be among them (O)."""
    rectangle(table)
    found = []
    for name in table.rows:
        more, fewer = number(table, name, 0, 1), number(table, name, 1, 1)
        if more < fewer:
            raise TableError(table.id, f"has odds below even in row {name}", ("rows", name))
        found.append(Odds(name, more, fewer, number(table, name, 2, -99)))
    found.sort(key=lambda ratio: (ratio.larger / ratio.smaller, ratio.die))
    if found[0].larger != found[0].smaller:
        raise TableError(table.id, "needs a row for even odds, 1 against 1", ("rows",))
    return tuple(found)


class LandCombat(Struct, frozen=True):
    """Results of a round on land by odds; one row serves all where odds modify the die only."""

    rows: dict[str, Row[Result]]
    plain: bool

    def at(self, ratio: str, total: int) -> Result:
        """The result at odds and a modified die."""
        return self.rows[ratio].at(total)


def land_combat(table: Table, ratios: Sequence[Odds]) -> LandCombat:
    """The results of land combat: in our three columns, or with a column for each of the odds and results like
    ``2/1 L`` (the larger force loses two, the smaller one, the larger gives way).
    """
    names = by_rows(table)
    if table.columns == PLAIN:
        shared = Row(names.first, tuple(_plain(table, name) for name in names.results))
        return LandCombat({ratio.name: shared for ratio in ratios}, True)
    if sorted(table.columns) != sorted(ratio.name for ratio in ratios):
        why = f"has the columns {', '.join(PLAIN)}, or one for each of the odds: {', '.join(r.name for r in ratios)}"
        raise TableError(table.id, why, ("columns",))
    columns = {name: tuple(_loss(table, row, i) for row in names.results) for i, name in enumerate(table.columns)}
    return LandCombat({name: Row(names.first, column) for name, column in columns.items()}, False)


def _plain(table: Table, row: str) -> Result:
    who = table.rows[row][2] or ""
    if who not in ("", "L", "S"):
        raise TableError(table.id, f"says L, S or nothing for who gives way, not {who!r}", ("rows", row, 2))
    return number(table, row, 0), number(table, row, 1), str(who)


def _loss(table: Table, row: str, at: int) -> Result:
    read = _LOSS.fullmatch(str(table.rows[row][at]))
    if read is None:
        why = f"has results like '2/1 L' under odds; {table.rows[row][at]!r} in row {row} is none"
        raise TableError(table.id, why, ("rows", row, at))
    return int(read[1]), int(read[2]), read[3] or ""


def naval_combat(table: Table, ratios: Sequence[str]) -> dict[str, Row[str]]:
    """The Naval Combat Table by its three odds (F.7.b), with as many columns of modified dice as it has."""
    rectangle(table)
    first = _dice(table, table.columns, "columns")
    if sorted(table.rows) != sorted(ratios):
        raise TableError(table.id, f"has the rows {', '.join(ratios)} (F.7.b)", ("rows",))
    for name, cells in table.rows.items():
        for i, code in enumerate(cells):
            if code not in CODES:
                why = f"has the results {', '.join(CODES)}; {code!r} in row {name} is none of them"
                raise TableError(table.id, why, ("rows", name, i))
    return {name: Row(first, tuple(map(str, cells))) for name, cells in table.rows.items()}


def pursuit(table: Table) -> Row[bool]:
    """The Naval Pursuit Table (F.4.c): the die from which it succeeds, or ``I`` and nothing by modified dice in rows or
    in columns.
    """
    rectangle(table)
    if list(table.rows) == ["die"] and len(table.columns) == 1:
        return Row(number(table, "die", 0, -99) - 1, (False, True))
    if len(table.columns) == 1:
        names = by_rows(table)
        return Row(names.first, tuple(_hit(table, row, 0) for row in names.results))
    if len(table.rows) == 1:
        row, first = next(iter(table.rows)), _dice(table, table.columns, "columns")
        return Row(first, tuple(_hit(table, row, i) for i in range(len(table.columns))))
    raise TableError(table.id, "lists modified dice in one row or in one column", ("rows",))


def _hit(table: Table, row: str, at: int) -> bool:
    value: Cell = table.rows[row][at]
    if value not in ("I", "", None):
        raise TableError(table.id, f"says I or nothing, not {value!r} in row {row}", ("rows", row, at))
    return value == "I"


def marches(table: Table) -> Row[tuple[int, int]]:
    """The Forced March Table by modified dice: movement points gained, strength points lost (K)."""
    names = by_rows(table)
    if len(table.columns) != 2:
        raise TableError(table.id, "has two columns: movement points gained, strength points lost", ("columns",))
    return Row(names.first, tuple((number(table, row, 0), number(table, row, 1)) for row in names.results))


def cities(table: Table, board: EuropeBoard) -> dict[str, Colour]:
    """The production cities of a map with their colours: any of its cities, and at least one for each state (C.2.a)."""
    rectangle(table)
    found: dict[str, Colour] = {}
    for name in table.rows:
        colour = next((colour for colour in COLOURS if colour == table.rows[name][0]), None)
        if colour is None:
            why = f"has the colours {', '.join(COLOURS)}; {table.rows[name][0]!r} of {name} is none of them"
            raise TableError(table.id, why, ("rows", name, 0))
        try:
            found[board.city(name).name] = colour
        except KeyError:
            raise TableError(table.id, f"names {name}, and the map has no such city", ("rows", name)) from None
    served = {n for c in board.cities if c.name in found for n in (board.counts_with(c.state), *c.later)}
    for state in board.states.values():
        if state.kind != "land" and state.name not in served:
            raise TableError(table.id, f"leaves {state.name} without a production city", ("rows",))
    return found
