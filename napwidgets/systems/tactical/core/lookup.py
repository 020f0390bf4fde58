"""A title's tables in the form that the rules use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.tabular import Cell, Spent, Table, replaced

#: The farthest columns of the compliance table (20.7).
COMPLIANCE_LOW, COMPLIANCE_HIGH = -1, 10
#: Tables that are younger than some saves: their figures stood in the code before, or belong to rules that came later.
LATER = ("fire-factors", "figures")
#: Rolls reach no row that holds this number.
NEVER = 99


def _figure(cell: Cell) -> int | None:
    """A number or nothing."""
    if isinstance(cell, str):
        raise ScenarioError(f"{cell!r} stands where a number is needed.")
    return cell


#: Figures that are spent or divided by.
SPENT: Spent = {"limits": (("aide speed", "marker aide speed"), None)}


class Tables:
    """The tables in the form that the rules use: quick look-ups, nothing but numbers.

    ``shipped`` are those of ``system``, ``changed`` what is put in place of some; raises `ScenarioError` for one that
    does not fit, or has nothing where figures are ``spent``.
    """

    def __init__(
        self,
        system: str,
        shipped: Mapping[str, Table],
        changed: Mapping[str, Any] | None = None,
        spent: Spent = SPENT,
    ) -> None:
        tables = replaced(shipped, changed, system, spent)
        self.all: Mapping[str, Table] = tables
        self._shipped = shipped
        self.fire = ((0,) * 13, *(self._fire_row(tables["fire"], s) for s in range(1, 25)))
        self.compliance = tuple(self._compliance_column(tables["compliance"], i) for i in range(12))
        self.shifts = self.all["compliance-shifts"].figures()
        initiative = tables["initiative"]
        self.initiative = tuple((initiative.number(str(r), 0), initiative.number(str(r), 1)) for r in range(5))
        self.confidence = self.all["confidence"].figures()
        self.hidden = tuple(tables["hidden"].number(str(t)) for t in (1, 2, 3))
        self.morale = self.all["morale"].figures()
        self.modifiers = self.all["morale-modifiers"].figures()
        self.factors = self.all["fire-factors"].figures()
        self.limits = self.all["limits"].figures()
        terrain = tables["terrain"]
        self.cover = {r: tuple(_figure(cell) for cell in cells[:3]) for r, cells in terrain.rows.items()}
        self.entry = {r: (terrain.number(r, 3), terrain.number(r, 4)) for r in terrain.rows}

    @staticmethod
    def _fire_row(table: Table, strength: int) -> tuple[int, ...]:
        return (0, 0, *(table.number(str(strength), i) for i in range(len(table.columns))))

    @staticmethod
    def _compliance_column(table: Table, i: int) -> tuple[int, int, int]:
        r4, late, done = (_figure(table.rows[row][i]) for row in ("R4", "1T", "C"))
        return (NEVER if r4 is None else r4, NEVER if late is None else late, NEVER if done is None else done)

    def hits(self, strength: int, total: int) -> int:
        """Hits of ``strength`` at a 2d6 ``total`` (7.1); above 24 the rest is looked up with the same dice."""
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
        """The tables as canonical JSON, for a fingerprint; those of `LATER` only where they are not as shipped."""
        told = [(name, t) for name, t in sorted(self.all.items()) if name not in LATER or t != self._shipped[name]]
        return msgspec.json.encode(told, order="deterministic")
