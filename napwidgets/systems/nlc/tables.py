"""The NLC tables: read from the JSON files beside this module, with the provenance of every cell.

A person who owns the boxed games can put other figures in their place: ``napwidgets tables export nlc``, edit, and
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

FOLDER = Path(__file__).parent / "tables"

#: The farthest columns of the compliance table (20.7).
COMPLIANCE_LOW, COMPLIANCE_HIGH = -1, 10
#: Rolls reach no row that holds this number.
NEVER = 99


class Table(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One table: rows of cells, the provenance of the whole and of single cells (``row/column``)."""

    format: Literal[1]
    system: Literal["nlc"]
    id: str
    title: str
    cite: str
    columns: list[str]
    rows: dict[str, list[int | None]]
    provenance: Provenance
    cells: dict[str, Provenance] = {}
    note: str = ""

    def cell(self, row: str, column: str) -> int | None:
        """One cell; raises ``KeyError`` or ``ValueError`` if there is none."""
        return self.rows[row][self.columns.index(column)]

    def origin(self, row: str, column: str) -> Provenance:
        """Where a cell's figure comes from."""
        return self.cells.get(f"{row}/{column}", self.provenance)


@cache
def shipped() -> Mapping[str, Table]:
    """All tables as shipped, by id.

    >>> shipped()["fire"].cell("12", "7")
    2
    """
    return {p.stem: msgspec.json.decode(p.read_bytes(), type=Table) for p in sorted(FOLDER.glob("*.json"))}


def _same_shape(table: Table, like: Table) -> None:
    if table.columns != like.columns or {r: len(c) for r, c in table.rows.items()} != {
        r: len(c) for r, c in like.rows.items()
    }:
        raise ScenarioError(
            f"Table {table.id} must have the rows and columns of the shipped one: "
            f"{', '.join(like.columns)} by {', '.join(like.rows)}."
        )


class Tables:
    """The tables in the form that the rules use: quick look-ups, nothing but numbers.

    ``changed`` holds tables put in place of shipped ones; raises `ScenarioError` for one that does not fit.
    """

    def __init__(self, changed: Mapping[str, Any] | None = None) -> None:
        tables = dict(shipped())
        for name, raw in sorted((changed or {}).items()):
            if name not in tables:
                raise ScenarioError(f"NLC has no table {name}; it has {', '.join(sorted(tables))}.")
            try:
                table = raw if isinstance(raw, Table) else msgspec.convert(raw, Table)
            except msgspec.ValidationError as error:
                raise ScenarioError(f"Table {name} can't be read: {error}") from None
            _same_shape(table, tables[name])
            tables[name] = table
        self.all: Mapping[str, Table] = tables
        self.fire = ((0,) * 13, *(self._fire_row(tables["fire"], s) for s in range(1, 25)))
        self.compliance = tuple(self._compliance_column(tables["compliance"], i) for i in range(12))
        self.shifts = self._values("compliance-shifts")
        self.initiative = tuple(tuple(v or 0 for v in tables["initiative"].rows[str(r)]) for r in range(5))
        self.confidence = self._values("confidence")
        self.hidden = tuple(tables["hidden"].rows[str(t)][0] or 0 for t in (1, 2, 3))
        self.morale = self._values("morale")
        self.modifiers = self._values("morale-modifiers")
        self.limits = self._values("limits")
        self.cover = {r: tuple(c[:3]) for r, c in tables["terrain"].rows.items()}
        self.entry = {r: (c[3] or 0, c[4] or 0) for r, c in tables["terrain"].rows.items()}

    def _values(self, name: str) -> dict[str, int]:
        return {row: cells[0] or 0 for row, cells in self.all[name].rows.items()}

    @staticmethod
    def _fire_row(table: Table, strength: int) -> tuple[int, ...]:
        return (0, 0, *(cell or 0 for cell in table.rows[str(strength)]))

    @staticmethod
    def _compliance_column(table: Table, i: int) -> tuple[int, int, int]:
        r4, late, done = (table.rows[row][i] for row in ("R4", "1T", "C"))
        return (NEVER if r4 is None else r4, NEVER if late is None else late, NEVER if done is None else done)

    def hits(self, strength: int, total: int) -> int:
        """Hits of ``strength`` at a 2d6 ``total`` (7.1); above 24 the rest is looked up with the same dice.

        >>> Tables().hits(30, 12)
        12
        """
        hits = 0
        while strength > 24:
            hits += self.fire[24][total]
            strength -= 24
        return hits + self.fire[max(strength, 0)][total]

    def complies(self, column: int, total: int) -> str:
        """What a 2d6 ``total`` gives in a column of the compliance table (20.7): C, 1T, R4 or I."""
        r4, late, done = self.compliance[max(COMPLIANCE_LOW, min(COMPLIANCE_HIGH, column)) - COMPLIANCE_LOW]
        if total >= done:
            return "C"
        if total >= late:
            return "1T"
        return "R4" if total >= r4 else "I"

    def dumps(self) -> bytes:
        """All tables as canonical JSON, for a fingerprint."""
        return msgspec.json.encode(sorted(self.all.items()), order="deterministic")
