"""The tables of March on Paris: those that all battles use, the sky and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.tabular import Spent, Table, shipped_in
from napwidgets.systems.tactical.core import lookup

#: Figures that are spent or divided by: those of all battles, points for losses, and how slow the mud is.
SPENT: Spent = {
    "limits": (("aide speed", "marker aide speed", "losses a point"), None),
    "sky-effects": (("*",), 9),
    "card-play": (("hand at most", "units a point", "turns early or late"), None),
}
FOLDER = Path(__file__).parent / "tables"


class Sky(Struct, frozen=True):
    """What a kind of weather does (37.4): sight and the range of bombardments in hexes, whether cavalry charges.

    Then percentages: of bombardments, of guns and infantry in assault, of infantry that fires at infantry, of charges
    and of cavalry against infantry; how many times their cost trains and guns pay; whether pontoons and works are
    built.
    """

    sight: int
    bombards: int
    charges: bool
    bombardment: int
    guns: int
    infantry: int
    at_infantry: int
    charge: int
    riding_down: int
    slow: int
    builds: bool


class Card(Struct, frozen=True):
    """A card (37.12): its name, what the coalition calls it, its class, how many a deck has of it, and the victory
    points of whoever plays it.
    """

    name: str
    coalition: str
    kind: str
    count: int
    points: int


def shipped() -> Mapping[str, Table]:
    """All tables as shipped, by id.

    >>> shipped()["terrain"].cell("slope", "attack")
    25
    """
    return shipped_in(FOLDER)


class Tables(lookup.Tables):
    """The tables of March on Paris; ``changed`` holds tables put in place of shipped ones.

    >>> Tables().sky("mud").guns
    50
    """

    def __init__(self, changed: Mapping[str, Any] | None = None) -> None:
        super().__init__("mop", shipped(), changed, SPENT)
        effects = self.all["sky-effects"]
        self._skies = {row: _sky(effects, row) for row in effects.rows}
        self.play = self.all["card-play"].figures()
        self.figures = self.all["figures"].figures()
        self.late = {int(roll): cells.number(roll) for cells in (self.all["arrivals"],) for roll in cells.rows}
        self.events = tuple(
            {int(roll): events.number(roll) for roll in events.rows}
            for events in (self.all["random-events-a"], self.all["random-events-b"])
        )
        self.cards = {int(number): _card(self.all["cards"], number) for number in self.all["cards"].rows}
        self.weather = {int(roll): tuple(cells) for roll, cells in self.all["weather"].rows.items()}
        for cells in self.weather.values():
            for cell in cells:
                if cell is not None and cell not in self._skies:
                    raise ScenarioError(f"Table weather names {cell!r}, which table sky-effects does not know.")

    def sky(self, kind: str) -> Sky:
        """What a kind of weather does."""
        return self._skies[kind]

    def rolled(self, total: int, noon: bool) -> tuple[str, str]:
        """The sky for 2d6 with their modifier, before noon or from then on, and what the next roll must be.

        >>> Tables().rolled(14, False), Tables().rolled(9, True)
        (('rain', 'mud'), ('cloudy', ''))
        """
        morning, later, then = self.weather[max(2, min(12, total))]
        return str(later if noon else morning), str(then or "")


def _card(table: Table, row: str) -> Card:
    name, other, kind = (str(table.cell(row, column) or "") for column in ("name", "coalition", "class"))
    return Card(name, other or name, kind, table.number(row, 3), table.number(row, 4))


def _sky(table: Table, row: str) -> Sky:
    figures = dict(zip(Sky.__struct_fields__, (table.number(row, i) for i in range(len(table.columns))), strict=True))
    return msgspec.convert(figures, Sky, strict=False)


@cache
def standard() -> Tables:
    """The shipped tables; they never change, so every battle without tables of its own shares them."""
    return Tables()
