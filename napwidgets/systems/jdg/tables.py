"""The tables of Jours de Gloire Campagne: read from the JSON files beside this module, in the form the rules use."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct

from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.tabular import Spent, Table, TableError, replaced, shipped_in

FOLDER = Path(__file__).parent / "tables"
#: Figures that are spent or divided by.
SPENT: Spent = {"connections": (("*",), None), "victory": (("losses for a point",), None), "supply": (("*",), 1)}

#: The four tactics from the mildest to the hardest (8.2).
TACTICS = ("skirmish", "screen", "offensive", "decisive")


def shipped() -> Mapping[str, Table]:
    """All tables as shipped, by id.

    >>> shipped()["combat"].cell("8", "30-40")
    '3*'
    """
    return shipped_in(FOLDER)


class Hit(Struct, frozen=True, array_like=True):
    """A cell of a table of losses: strength points lost, and whether a morale test follows at once."""

    lost: int
    test: bool = False


class Grid(Struct, frozen=True):
    """A table of losses: the die of its first row, and the rows."""

    first: int
    rows: tuple[tuple[Hit, ...], ...]

    def at(self, total: int, column: int) -> Hit:
        """A cell at a modified die; totals beyond the rows take the first or the last one.

        >>> Tables().combat.at(14, 9)
        Hit(lost=5, test=False)
        """
        row = total - self.first
        return self.rows[0 if row < 0 else row if row < len(self.rows) else -1][column]


class TacticRow(Struct, frozen=True):
    """What a tactic asks for (8.2): its value; the least and the most strength points (none: no limit); whether a
    leader must be in the box, and of which rank.
    """

    value: int
    least: int
    most: int | None
    leader: bool
    rank: int


class WeatherRow(Struct, frozen=True):
    """What the weather does to a battle (3.1): rounds more, what is added to the dice, whether there is pursuit."""

    rounds: int
    artillery: int
    pursuit: int
    pursues: bool


class Tables:
    """The tables for quick look-ups; ``changed`` holds some put in place of shipped ones.

    Raises `ScenarioError` for a table that does not fit.
    """

    def __init__(self, changed: Mapping[str, Any] | None = None) -> None:
        self.all: Mapping[str, Table] = replaced(shipped(), changed, "jdg", SPENT)
        self.combat = self._hits("combat")
        self.artillery = self._hits("artillery")
        self.chase = self._hits("pursuit")
        self.stragglers = self._hits("forced-march")
        self.seen = self._hits("reconnaissance")
        self.columns = tuple(self._number("combat-columns", row) for row in self.all["combat-columns"].rows)
        self.tactics = {name: self._tactic(name) for name in TACTICS}
        self.rounds = {
            (a, b): (self._number("rounds", f"{a}, {b}"), self._number("rounds", f"{a}, {b}", 1))
            for a in TACTICS
            for b in TACTICS
        }
        self.quarters = self.all["combat-strength"].figures()
        self.shifts = self.all["combat-shifts"].pairs()
        self.dice = self.all["combat-dice"].pairs()
        self.weathers = {name: self._weather(name) for name in self.all["combat-weather"].rows}
        self.morale = self.all["morale"].figures()
        self.cohesion = self.all["cohesion"].figures()
        self.retreat = self.all["retreat"].figures()
        self.victory = self.all["victory"].figures()
        self.march = self.all["forced-march-modifiers"].figures()
        self.withdrawal = self.all["withdrawal"].figures()
        self.reaction = self.all["reaction"].figures()
        self.guns = {int(row): self._number("guns", row) for row in self.all["guns"].rows}
        self.siege_modifiers = self.all["siege-modifiers"].figures()
        self.overrun = self.all["overrun-modifiers"].figures()
        self._skies()
        self.months = self.all["weather-modifiers"].figures()
        self.recovery = self.all["recovery"].figures()
        self.roads = self.all["connections"].figures()
        self.engineers = self.all["engineering"].figures()
        #: How many units of infantry and of cavalry march together at most, by kind of force (5.4).
        self.stacking = tuple(self.all["stacking"].pairs().values())

    def _skies(self) -> None:
        """Raise `TableError` for a weather that has no row in the tables of what weather does."""
        known = [name for name in self.weathers if name in self.all["weather-movement"].rows]
        for row, cells in self.all["weather"].rows.items():
            for i, cell in enumerate(cells):
                if str(cell).removesuffix("*") not in known:
                    why = f"has the weather {cell!r} in row {row}; there are {', '.join(known)}"
                    raise TableError("weather", why, ("rows", row, i))

    def _number(self, name: str, row: str, at: int = 0) -> int:
        return self.all[name].number(row, at)

    def _hits(self, name: str) -> Grid:
        rows = self.all[name].rows
        found = {int(row): tuple(_hit(name, row, cell) for cell in cells) for row, cells in rows.items()}
        if sorted(found) != list(range(min(found), max(found) + 1)):
            raise ScenarioError(f"The rows of table {name} must follow each other without a gap.")
        return Grid(min(found), tuple(found[row] for row in sorted(found)))

    def _tactic(self, name: str) -> TacticRow:
        value, least, most, leader, rank = self.all["tactics"].rows[name]
        top = most if isinstance(most, int) else None
        return TacticRow(int(value or 0), int(least or 0), top, bool(leader), int(rank or 0))

    def _weather(self, name: str) -> WeatherRow:
        rounds, artillery, pursuit, pursues = (self._number("combat-weather", name, at) for at in range(4))
        return WeatherRow(rounds, artillery, pursuit, bool(pursues))

    def column(self, strength: int) -> int:
        """The column of the Combat Table for a strength, from 0; a strength below the first one takes it (reading 5).

        >>> Tables().column(15), Tables().column(16), Tables().column(0)
        (3, 4, 0)
        """
        return max(0, sum(strength >= least for least in self.columns) - 1)

    def share(self, name: str, whole: int) -> int:
        """The command points left of ``whole`` under a row of the supply table, rounded up (4.4).

        >>> Tables().share("cut", 7), Tables().share("cut by a dummy", 7)
        (4, 5)
        """
        kept = whole * Fraction(self._number("supply", name), self._number("supply", name, 1))
        return -(-kept.numerator // kept.denominator)

    def command_cost(self, what: str, in_contact: bool) -> int:
        """Command points that activating something costs (4.5).

        >>> Tables().command_cost("force without a general", False)
        2
        """
        return self._number("command-costs", what, 0 if in_contact else 1)


def _hit(name: str, row: str, cell: int | str | None) -> Hit:
    text = str(cell or 0)
    if not text.removesuffix("*").isdigit():
        raise ScenarioError(f"Table {name} must hold losses such as 2 or 2* in row {row}, not {cell!r}.")
    return Hit(int(text.removesuffix("*")), text.endswith("*"))


def band(points: int) -> int | None:
    """The column for a bonus of 1 to 4, 5 to 8, 9 and more; none without any (Artillery, Pursuit Table).

    >>> [band(points) for points in (0, 4, 5, 9)]
    [None, 0, 1, 2]
    """
    return None if points < 1 else sum(points >= least for least in (5, 9))
