"""The NLC tables: read from the JSON files beside this module, in the form that the rules use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.tabular import Cell, Table, replaced, shipped_in

FOLDER = Path(__file__).parent / "tables"

#: The farthest columns of the compliance table (20.7).
COMPLIANCE_LOW, COMPLIANCE_HIGH = -1, 10
#: Rolls reach no row that holds this number.
NEVER = 99


def shipped() -> Mapping[str, Table]:
    """All tables as shipped, by id.

    >>> shipped()["fire"].cell("12", "7")
    2
    """
    return shipped_in(FOLDER)


def _figure(cell: Cell) -> int | None:
    """A number or nothing."""
    if isinstance(cell, str):
        raise ScenarioError(f"{cell!r} stands where a number is needed.")
    return cell


class Tables:
    """The tables in the form that the rules use: quick look-ups, nothing but numbers.

    ``changed`` holds tables put in place of shipped ones; raises `ScenarioError` for one that does not fit.
    """

    def __init__(self, changed: Mapping[str, Any] | None = None) -> None:
        tables = replaced(shipped(), changed, "nlc")
        self.all: Mapping[str, Table] = tables
        self.fire = ((0,) * 13, *(self._fire_row(tables["fire"], s) for s in range(1, 25)))
        self.compliance = tuple(self._compliance_column(tables["compliance"], i) for i in range(12))
        self.shifts = self._values("compliance-shifts")
        initiative = tables["initiative"]
        self.initiative = tuple((initiative.number(str(r), 0), initiative.number(str(r), 1)) for r in range(5))
        self.confidence = self._values("confidence")
        self.hidden = tuple(tables["hidden"].number(str(t)) for t in (1, 2, 3))
        self.morale = self._values("morale")
        self.modifiers = self._values("morale-modifiers")
        self.limits = self._values("limits")
        terrain = tables["terrain"]
        self.cover = {r: tuple(_figure(cell) for cell in cells[:3]) for r, cells in terrain.rows.items()}
        self.entry = {r: (terrain.number(r, 3), terrain.number(r, 4)) for r in terrain.rows}

    def _values(self, name: str) -> dict[str, int]:
        return {row: self.all[name].number(row) for row in self.all[name].rows}

    @staticmethod
    def _fire_row(table: Table, strength: int) -> tuple[int, ...]:
        return (0, 0, *(table.number(str(strength), i) for i in range(len(table.columns))))

    @staticmethod
    def _compliance_column(table: Table, i: int) -> tuple[int, int, int]:
        r4, late, done = (_figure(table.rows[row][i]) for row in ("R4", "1T", "C"))
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


@cache
def standard() -> Tables:
    """The shipped tables; they never change, so every battle without tables of its own shares them."""
    return Tables()
