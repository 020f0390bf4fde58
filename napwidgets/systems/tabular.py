"""Tables as files: rows of cells with the provenance of the whole and of single cells, the same for every system.

A person who owns the boxed games can put other figures in their place: ``napwidgets tables export SYSTEM``, edit, and
start a game with the edited file.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from napwidgets.kernel.findings import Place
from napwidgets.kernel.limits import FIGURE
from napwidgets.kernel.provenance import Provenance
from napwidgets.kernel.rulings import ScenarioError

Cell = int | str | None

#: Rows of a table (``*``: all) and the column, where it is one, whose figures are spent or divided by: none may be
#: nothing.
Spent = Mapping[str, tuple[tuple[str, ...], int | None]]


class TableError(ScenarioError):
    """A table that can't be used: which one, and where in it the mistake stands (``at``, keys of its file)."""

    def __init__(self, table: str, why: str, at: Place = ()) -> None:
        super().__init__(f"Table {table} {why}.")
        self.table, self.at = table, at


class Table(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One table; ``cells`` names the provenance of cells that differ from the rest, by ``row/column``."""

    format: Literal[1]
    system: str
    id: str
    title: str
    cite: str
    columns: list[str]
    rows: dict[str, list[Cell]]
    provenance: Provenance
    cells: dict[str, Provenance] = {}
    note: str = ""

    def cell(self, row: str, column: str) -> Cell:
        """One cell; raises ``KeyError`` or ``ValueError`` if there is none."""
        return self.rows[row][self.columns.index(column)]

    def number(self, row: str, at: int = 0) -> int:
        """A cell that holds a number; an empty one counts as 0.

        >>> Table(1, "nlc", "t", "T", "NLC 1", ["a"], {"r": [3]}, Provenance("rules")).number("r")
        3
        """
        value = self.rows[row][at]
        if isinstance(value, str):
            raise TableError(self.id, f"must hold a number in row {row}, not {value!r}", ("rows", row, at))
        return value or 0

    def figures(self) -> dict[str, int]:
        """The first number of each row."""
        return {row: self.number(row) for row in self.rows}

    def pairs(self) -> dict[str, tuple[int, int]]:
        """The first two numbers of each row."""
        return {row: (self.number(row), self.number(row, 1)) for row in self.rows}

    def origin(self, row: str, column: str) -> Provenance:
        """Where a cell's figure comes from."""
        return self.cells.get(f"{row}/{column}", self.provenance)


@cache
def shipped_in(folder: Path) -> Mapping[str, Table]:
    """All tables of a folder, by id."""
    return {p.stem: msgspec.json.decode(p.read_bytes(), type=Table) for p in sorted(folder.glob("*.json"))}


def replaced(
    tables: Mapping[str, Table],
    changed: Mapping[str, Any] | None,
    system: str,
    spent: Spent,
    free: Collection[str] = (),
) -> dict[str, Table]:
    """The tables of a system with some put in place of shipped ones; raises `ScenarioError` for one that does not
    fit, or where figures that are ``spent`` are nothing. Those named in ``free`` may have rows and columns of their
    own: the system that reads them says what it can't read.
    """
    found = dict(tables)
    for name, raw in sorted((changed or {}).items()):
        if name not in found:
            raise ScenarioError(f"{system.upper()} has no table {name}; it has {', '.join(sorted(found))}.")
        try:
            table = raw if isinstance(raw, Table) else msgspec.convert(raw, Table)
        except msgspec.ValidationError as error:
            raise TableError(name, f"can't be read: {error}") from None
        _labelled(table, name, system)
        _figures(table, found[name], spent)
        if name not in free:
            _same_shape(table, found[name])
        found[name] = table
    return found


def _labelled(table: Table, name: str, system: str) -> None:
    """A table says itself what it is: one of another system, or under another's name, is a slip."""
    if table.system != system:
        raise TableError(name, f"is a table of {table.system}, not of {system}", ("system",))
    if table.id != name:
        raise TableError(name, f"says that it is the table {table.id}", ("id",))


def _figures(table: Table, like: Table, spent: Spent) -> None:
    """Figures are of the size of the shipped ones, below nothing only where those are, too, and at least 1 where
    something is spent or divided by them.
    """
    known = [cell for cells in like.rows.values() for cell in cells if isinstance(cell, int)]
    high = max(FIGURE, 10 * max(known, default=0))
    low = -high if min(known, default=0) < 0 else 0
    rows, column = spent.get(like.id, ((), None))
    for row, cells in table.rows.items():
        for i, cell in enumerate(cells):
            counts = ("*" in rows or row in rows) and column in (None, i)
            least = 1 if counts else low
            if isinstance(cell, int) and not least <= cell <= high:
                why = f"has {cell} in row {row}: figures run from {least} to {high} there"
                raise TableError(table.id, why, ("rows", row, i))


def _same_shape(table: Table, like: Table) -> None:
    same_rows = {r: len(c) for r, c in table.rows.items()} == {r: len(c) for r, c in like.rows.items()}
    if table.columns != like.columns or not same_rows:
        shape = f"{', '.join(like.columns)} by {', '.join(like.rows)}"
        raise TableError(table.id, f"must have the rows and columns of the shipped one: {shape}")
