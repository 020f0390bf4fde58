"""What the panels of War and Peace have in common: paragraphs, figures in words, where figures come from."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

from napwidgets.board.panels import BadMessage, Glance
from napwidgets.board.report import Cites, Origins
from napwidgets.kernel.provenance import Provenance
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.face.figure_names import figure_name
from napwidgets.systems.wap.state import State
from napwidgets.systems.wap.tables import Tables

Row = TypeVar("Row")


class Reader:
    """What a panel reads: the game it looks at, or the shipped tables where there is none."""

    system, title = "wap", "War and Peace"
    #: No decision is made on it.
    kinds: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._shipped: Tables | None = None

    def seen(self, at: Glance) -> tuple[Context, State] | None:
        """The rules and the view that is shown; None in a sandbox."""
        return None if at.game is None else (at.game.engine.context, at.view)

    def tables(self, at: Glance) -> Tables:
        """The tables in force: those of the game, or the shipped ones."""
        if (seen := self.seen(at)) is not None:
            return seen[0].tables
        self._shipped = self._shipped or Tables()
        return self._shipped

    @staticmethod
    def when(at: Glance) -> str:
        """The month on screen."""
        return "a sandbox" if at.game is None else at.game.engine.clock(at.game.state)[1]


def paragraph(cite: str) -> Cites:
    """A paragraph in small print: ``WAP G.1.g`` as ``§ G.1.g``.

    >>> paragraph("WAP G.1.g").cites
    ('§ G.1.g',)
    """
    return Cites((f"§ {cite.removeprefix('WAP ')}",) if cite else ())


def signed(value: float) -> str:
    """A modifier with its sign; halves count.

    >>> signed(2), signed(-1.5), signed(0)
    ('+2', '−1½', '0')
    """
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{halves(abs(value))}"


def halves(value: float | Fraction) -> str:
    """A number with a half written as people write it.

    >>> halves(5.5), halves(0.5), halves(12)
    ('5½', '½', '12')
    """
    whole, half = divmod(round(2 * float(value)), 2)
    return f"{whole or ('' if half else '0')}{'½' if half else ''}"


def origins_of(tables: Tables, named: Iterable[tuple[str, str]]) -> Origins:
    """The figures of some tables, by their ids and names, that are not in the rules text, by where they come from."""
    notes: dict[Provenance, list[str]] = {}
    for id, words in named:
        table = tables.all[id]
        if table.provenance.kind != "rules":
            notes.setdefault(table.provenance, []).append(words)
        begun = set()
        for place, where in table.cells.items():
            if where.kind != "rules":
                row, _, column = place.rpartition("/")
                name = figure_name(tables, table, row, column)
                notes.setdefault(where, []).append(name if where in begun else f"{words}: {name}")
                begun.add(where)
    return Origins(tuple((where, tuple(names)) for where, names in notes.items()))


def chosen(frames: dict[str, Row], what: str) -> Row:
    """One of a panel's data frames; raises `BadMessage` that names all there are."""
    if what not in frames:
        *most, last = frames
        raise BadMessage(f"frame() gives {', '.join(most)} or {last}.")
    return frames[what]
