"""Tables as files: rows of cells with the provenance of the whole and of single cells, the same for every system.

A person who owns the boxed games can put other figures in their place: ``napwidgets tables export SYSTEM``, edit, and
start a game with the edited file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from napwidgets.kernel.provenance import Provenance
from napwidgets.kernel.rulings import ScenarioError

Cell = int | str | None


class Table(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One table; ``cells`` names the provenance of cells that differ from the rest, by ``row/column``."""

    format: Literal[1]
    system: Literal["nlc", "wap", "jdg"]
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
            raise ScenarioError(f"Table {self.id} must hold a number in row {row}, not {value!r}.")
        return value or 0

    def origin(self, row: str, column: str) -> Provenance:
        """Where a cell's figure comes from."""
        return self.cells.get(f"{row}/{column}", self.provenance)


@cache
def shipped_in(folder: Path) -> Mapping[str, Table]:
    """All tables of a folder, by id."""
    return {p.stem: msgspec.json.decode(p.read_bytes(), type=Table) for p in sorted(folder.glob("*.json"))}


def replaced(tables: Mapping[str, Table], changed: Mapping[str, Any] | None, system: str) -> dict[str, Table]:
    """The tables of a system with some put in place of shipped ones; raises `ScenarioError` for one that does not
    fit.
    """
    found = dict(tables)
    for name, raw in sorted((changed or {}).items()):
        if name not in found:
            raise ScenarioError(f"{system.upper()} has no table {name}; it has {', '.join(sorted(found))}.")
        try:
            table = raw if isinstance(raw, Table) else msgspec.convert(raw, Table)
        except msgspec.ValidationError as error:
            raise ScenarioError(f"Table {name} can't be read: {error}") from None
        _same_shape(table, found[name])
        found[name] = table
    return found


def _same_shape(table: Table, like: Table) -> None:
    same_rows = {r: len(c) for r, c in table.rows.items()} == {r: len(c) for r, c in like.rows.items()}
    if table.columns != like.columns or not same_rows:
        raise ScenarioError(
            f"Table {table.id} must have the rows and columns of the shipped one: "
            f"{', '.join(like.columns)} by {', '.join(like.rows)}."
        )
