"""The tables of the Campaigns of Napoleon variant: the JSON files beside this module, in the form the rules use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, get_args

from msgspec import Struct

from napwidgets.systems.tabular import Spent, Table, TableError, replaced, shipped_in

FOLDER = Path(__file__).parent / "tables"
#: Figures that something is divided by.
SPENT: Spent = {
    "scouting": (("nearest", "part of the enemy's"), None),
    "small-modifiers": (("cavalry ratio",), None),
    "attrition": (("divided by", "divided by, turns of a day"), None),
    "command": (("points for one initiative",), None),
}

Arm = Literal["infantry", "cavalry", "artillery"]
ARMS: tuple[Arm, ...] = get_args(Arm)
Winner = Literal["advantaged", "disadvantaged", "draw"]

#: The row for cavalry that meets none.
_ALONE = "the other has none, at most"
_RESULT = re.compile(r"(advantaged|disadvantaged|draw) R(\d) (\d+(?:\.\d)?)/(\d+(?:\.\d)?)", re.ASCII)


def shipped() -> Mapping[str, Table]:
    """All tables as shipped, by id.

    >>> shipped()["battle"].cell("9", "1")
    'advantaged R5 5/30'
    """
    return shipped_in(FOLDER)


class Result(Struct, frozen=True, array_like=True):
    """A cell of the table of battles: the winner, the retreat in hexes, and what the advantaged and the disadvantaged
    side lose, in percent.
    """

    winner: Winner
    hexes: int
    lost: tuple[Fraction, Fraction]


class Tables:
    """The tables for quick look-ups; ``changed`` holds some put in place of shipped ones.

    Raises `ScenarioError` for a table that does not fit.
    """

    def __init__(self, changed: Mapping[str, Any] | None = None) -> None:
        self.all: Mapping[str, Table] = replaced(shipped(), changed, "con", SPENT)
        self.raid = self.all["raid"].pairs()
        self.skirmish = self.all["skirmish"].pairs()
        self.small = self.all["small-modifiers"].figures()
        self.guns_from = self._ascending("artillery", "from")
        self.guns_losses = self._row("artillery", "losses")
        self.bombardment = self.all["bombardment"].figures()
        self.battle = tuple(self._results(str(n + 1)) for n in range(len(self.all["battle"].rows)))
        self.odds = tuple(sorted(self.all["odds"].pairs().values()))
        self.modifiers = self.all["modifiers"].figures()
        self.sizes = self.all["sizes"].figures()
        self.scouting = self.all["scouting"].figures()
        self.repulse = self.all["repulse"].figures()
        self.strength = self.all["strength"].figures()
        self.retreat = self.all["retreat"].figures()
        self.morale = self.all["morale"].figures()
        self.losses = {row: Fraction(tenths, 10) for row, tenths in self.all["losses"].figures().items()}
        self.order = {row: self._arms(row) for row in self.all["loss-order"].rows}
        self.command = self.all["command"].figures()
        self.march = self.all["march"].figures()
        self.ground = self.all["ground"].pairs()
        self.attrition = self.all["attrition"].figures()
        #: What wears a force down by steps: for each kind the least value of a row with its figure, the highest first.
        self.toil = {kind: self._steps("attrition", kind) for kind in ("size", "march", "points")}
        self.spans = self.all["spans"].pairs()
        self.resistance = self.all["resistance"].figures()
        self.guns = self.all["guns"].figures()
        self.vedettes = self.all["vedettes"].figures()
        self.spirit = self.all["spirit"].figures()

    def differential(self, more: Fraction, less: Fraction) -> int:
        """The cavalry differential of two strengths, the larger one first (6, 10.5.7 step 1).

        >>> tables = Tables()
        >>> tables.differential(Fraction(3), Fraction(2)), tables.differential(Fraction(2), Fraction(0))
        (1, 2)
        """
        if not less:
            return min(int(more), self.all["cavalry"].number(_ALONE, 2))
        found = 0
        for row in self.all["cavalry"].rows.keys() - {_ALONE}:
            over, exactly, value = (self.all["cavalry"].number(row, at) for at in range(3))
            if 10 * more > over * less or (exactly and 10 * more == over * less):
                found = max(found, value)
        return found

    def small_row(self, name: Literal["raid", "skirmish"], die: int) -> tuple[int, int]:
        """A row of a small combat's table at a modified die; beyond the table it is the first or last (reading 12).

        >>> Tables().small_row("raid", 9), Tables().small_row("skirmish", -2)
        ((0, 100), (0, 2))
        """
        rows = self.raid if name == "raid" else self.skirmish
        return rows[str(min(max(die, 0), len(rows) - 1))]

    def result(self, advantaged: int, disadvantaged: int) -> Result:
        """A cell at the modified die of the advantaged and the plain die of the other (10.5.7, reading 2).

        >>> Tables().result(11, 1).hexes
        5
        """
        return self.battle[min(max(advantaged, 1), len(self.battle)) - 1][disadvantaged - 1]

    def sky(self, season: str, die: int) -> str:
        """The weather of a season at a die.

        >>> Tables().sky("summer", 5)
        'heat'
        """
        return str(self.all["weather"].cell(season, str(die)))

    def receives(self, receipt: str, far: int, die: int) -> int:
        """Administrative points at a die, by hexes of primary road from the centre to its source; none where the line
        is too long.

        >>> Tables().receives("usual", 15, 1), Tables().receives("north", 70, 1), Tables().receives("usual", 99, 1)
        (5, 0, 0)
        """
        distance = self.all["distance"]
        column = next((distance.cell(receipt, at) for at in distance.columns if far <= int(at)), None)
        row = str(min(max(die, 1), 6))
        return self.all["receipt"].number(row, self.all["receipt"].columns.index(str(column))) if column else 0

    def pursues(self, initiative: int, length: int, die: int) -> int:
        """Hexes of a pursuit by the leader's initiative, the length of the retreat and a die.

        >>> Tables().pursues(4, 3, 1), Tables().pursues(0, 1, 6)
        (3, 0)
        """
        rows = self.all["pursuit-columns"]
        row = max((row for row in rows.rows if int(row) <= initiative), key=int)
        column = rows.number(row, rows.columns.index(str(min(max(length, 1), 8))))
        table = self.all["pursuit"]
        last = min(max(die, 0), 8)
        line = next(line for line in table.rows if str(last) in line.split("-"))
        return table.number(line, column - 1)

    def _row(self, name: str, row: str) -> tuple[int, ...]:
        table = self.all[name]
        return tuple(table.number(row, at) for at in range(len(table.columns)))

    def _ascending(self, name: str, row: str) -> tuple[int, ...]:
        found = self._row(name, row)
        if found[0] < 1 or list(found) != sorted(set(found)):
            raise TableError(name, f"must have growing numbers from 1 on in row {row}", ("rows", row))
        return found

    def _steps(self, name: str, kind: str) -> tuple[tuple[int, int], ...]:
        """The rows of a kind such as ``march, 5 MP``: the value from which each counts, and its figure."""
        figures = self.all[name].figures()
        rows = [(int(row.split()[1]), figure) for row, figure in figures.items() if row.startswith(f"{kind}, ")]
        return tuple(sorted(rows, reverse=True))

    def _results(self, row: str) -> tuple[Result, ...]:
        return tuple(_result(row, at, cell) for at, cell in enumerate(self.all["battle"].rows[row]))

    def _arms(self, row: str) -> tuple[Arm, ...]:
        cells = self.all["loss-order"].rows[row]
        for at, cell in enumerate(cells):
            if cell not in ARMS:
                why = f"has {cell!r} in row {row}; there are {', '.join(ARMS)}"
                raise TableError("loss-order", why, ("rows", row, at))
        return tuple(arm for cell in cells for arm in ARMS if arm == cell)


def _result(row: str, at: int, cell: int | str | None) -> Result:
    found = _RESULT.fullmatch(str(cell))
    if found is None:
        why = f"must hold results such as 'advantaged R1 2.5/5' in row {row}, not {cell!r}"
        raise TableError("battle", why, ("rows", row, at))
    winner: Winner = "draw" if found[1] == "draw" else "advantaged" if found[1] == "advantaged" else "disadvantaged"
    lost = (Fraction(found[3]), Fraction(found[4]))
    if max(lost) > 100:
        raise TableError("battle", f"has a loss of more than 100 percent in row {row}", ("rows", row, at))
    return Result(winner, int(found[2]), lost)
