"""Battles described in JSON, for every system: read within the limits, answered by the code that resolves them.

What the modules ``described`` of all systems share; `napwidgets.systems.inquiry` asks the one that a description names.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct

from napwidgets.board.display import Battle
from napwidgets.documents import told
from napwidgets.kernel.findings import dotted
from napwidgets.kernel.odds import percent
from napwidgets.kernel.outline import Unreadable, decoded
from napwidgets.kernel.rulings import NapwidgetsError, ScenarioError

T = TypeVar("T")
#: A table to print: its title, the headings, the rows, and which columns are set flush right.
Sheet = tuple[str, list[str], list[list[Any]], tuple[int, ...]]


class Answer(Protocol):
    """Exact odds: a struct that is printed as JSON, or as tables and lines."""

    def sheets(self) -> list[Sheet]:
        """The odds as tables."""
        ...

    def lines(self) -> list[str]:
        """What else is worth knowing, in words."""
        ...


class Told(Struct, frozen=True):
    """What a widget shows of a battle: both sides with all that counts, exact distributions and chances."""

    system: str
    kind: str
    battle: Battle
    exact: bool = True

    def sheets(self) -> list[Sheet]:
        """The chances first, then each distribution, then both sides' choices as a game."""
        found: list[Sheet] = []
        chances = [[share.label, share.exact, percent(share.chance, 2)] for share in self.battle.chances]
        if chances:
            found.append((self.battle.title, ["what happens", "exact", "chance"], chances, (2,)))
        for spread in self.battle.spreads:
            rows = [[share.label, share.exact, percent(share.chance, 2)] for share in spread.shares]
            found.append((f"{spread.title} ({spread.cite})", ["", "exact", "chance"], rows, (2,)))
        grid = self.battle.grid
        if grid is not None:
            cells = [[name, *(text for text, _ in row)] for name, row in zip(grid.rows, grid.cells, strict=True)]
            found.append((f"{grid.title} ({grid.cite})", [grid.corner, *grid.columns], cells, ()))
        return found

    def lines(self) -> list[str]:
        """Both sides, part by part with the paragraphs."""
        found = [
            f"{party.title}: {fact.name}, {fact.value}{f' ({fact.cite})' if fact.cite else ''}"
            for party in self.battle.parties
            for fact in party.lines
        ]
        for fact in self.battle.faces:
            words = "; ".join(fact.value.splitlines())
            found.append(f"Die by die: {fact.name}, {words}{f' ({fact.cite})' if fact.cite else ''}")
        return [*found, *([self.battle.grid.note] if self.battle.grid else [])]


def read(raw: bytes, name: str, form: type[T]) -> T:
    """A description in a system's own form; raises `ScenarioError` with the place of what does not fit."""
    try:
        return msgspec.convert(decoded(raw), form)
    except Unreadable as error:
        raise ScenarioError(f"{name}:{error.line} does not describe a battle: {error.why}.") from None
    except msgspec.ValidationError as error:
        at, what = told(str(error), form)
        where = f"{dotted(at)}: " if at else ""
        raise ScenarioError(f"{name} does not describe a battle: {where}{what}.") from None


def refused(name: str, why: str, *cites: str) -> ScenarioError:
    """The refusal of a battle that the rules don't allow, with the paragraph."""
    joined = ", ".join(cites)
    return ScenarioError(f"{name}: {why.rstrip('.')}{f' ({joined})' if cites else ''}.")


def as_refused(name: str, error: NapwidgetsError) -> ScenarioError:
    """A refusal of the rules under the name of the file that asked."""
    return ScenarioError(f"{name}: {error}")
