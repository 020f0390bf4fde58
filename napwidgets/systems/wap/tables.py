"""The tables of War and Peace: read from the JSON files beside this module, in the form that the rules use."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.tabular import Table, replaced, shipped_in

FOLDER = Path(__file__).parent / "tables"

#: Results of the Naval Combat Table: which force, and what happens to it.
CODES = ("LR", "LS", "LC", "SR", "SS", "SC")


def shipped() -> Mapping[str, Table]:
    """All tables as shipped, by id.

    >>> shipped()["zones"].cell("caribbean", "maritime traffic")
    4
    """
    return shipped_in(FOLDER)


class Zone(Struct, frozen=True):
    """A sea zone (F.2.d): cost to enter, interception modifier, maritime traffic, the zones it joins."""

    id: str
    name: str
    on_map: bool
    cost: int
    interception: int
    traffic: int
    joins: tuple[str, ...]


class Tables:
    """The tables for quick look-ups; ``changed`` holds some put in place of shipped ones.

    Raises `ScenarioError` for a table that does not fit.
    """

    def __init__(self, changed: Mapping[str, Any] | None = None) -> None:
        self.all: Mapping[str, Table] = replaced(shipped(), changed, "wap")
        self.intercepts_from = self.all["pursuit"].number("die")
        self.pursuit = self._values("pursuit-modifiers")
        self.blockade = self._dice("blockade", ("E", "F", "F*"))
        self.transport = self._dice("transport", ("S", "C", "E"))
        self.morale = self._values("naval-morale")
        self.lloyds = self._values("lloyds")
        self.alliance = self._values("alliance")
        self.combat = {odds: self._codes(odds) for odds in self.all["naval-combat"].rows}
        self.zones = {name: self._zone(name) for name in self.all["zones"].rows}

    def _values(self, name: str) -> dict[str, int]:
        table = self.all[name]
        return {row: table.number(row) for row in table.rows}

    def _dice(self, name: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
        """What each face of a die gives, from 1."""
        found = tuple(str(self.all[name].rows[str(face)][0]) for face in range(1, 7))
        for result in found:
            if result not in allowed:
                raise ScenarioError(f"Table {name} has the results {', '.join(allowed)}; {result!r} is none of them.")
        return found

    def _codes(self, odds: str) -> tuple[str, ...]:
        found = tuple(str(cell) for cell in self.all["naval-combat"].rows[odds])
        for code in found:
            if code not in CODES:
                raise ScenarioError(f"Table naval-combat has the results {', '.join(CODES)}; {code!r} is none of them.")
        return found

    def _zone(self, name: str) -> Zone:
        table = self.all["zones"]
        title, *_, joins = table.rows[name]
        cost, interception, traffic = (table.number(name, i) for i in (2, 3, 4))
        return Zone(
            name, str(title), bool(table.number(name, 1)), cost, interception, traffic, tuple(str(joins).split())
        )

    def result(self, odds: str, total: int) -> str:
        """The result of a naval combat at a modified die (F.7.b); totals beyond the table take its ends.

        >>> Tables().result("2-1", 9)
        'SC'
        """
        row = self.combat[odds]
        return row[max(0, min(len(row) - 1, total))]
