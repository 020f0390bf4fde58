"""What the panels of War and Peace have in common: where they look, their style sheet, bars, tables, small print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from napwidgets.kernel.game import Game
from napwidgets.kernel.provenance import Provenance
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.systems.tabular import Table as Figures
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.state import State
from napwidgets.systems.wap.tables import Tables
from napwidgets.table.table import Table
from napwidgets.widgets.sheet import STATIC, Sheet, cites, do, echo

if TYPE_CHECKING:
    import pandas as pd

THEME = (STATIC / "theme.css").read_text()
WAP = (STATIC / "wap.css").read_text()
#: What is said of a figure that the rules text does not state.
ORIGINS = {"source": "from a source", "inferred": "inferred", "reconstruction": "reconstructed"}


class WrongGame(NapwidgetsError, TypeError):
    """A widget of War and Peace was given something else."""


def checked(source: object) -> Table | Game | None:
    """A table, a game, or nothing; raises `WrongGame` for everything else, also for games of other rules."""
    game = source.game if isinstance(source, Table) else source
    if game is not None and not isinstance(game, Game):
        raise WrongGame("This widget takes a game or a table of War and Peace, or nothing at all.")
    if game is not None and game.engine.system != "wap":
        raise WrongGame(f"This widget shows War and Peace; {game.engine.title!r} is played by other rules.")
    return source if isinstance(source, (Table, Game)) else None


class WapPanel(Sheet):
    """A panel that looks at a table or a game of War and Peace, or at nothing: then it is a sandbox.

    It shows what a seat may know: at a table the one that looks, of a game ``seat``, or what all know.
    """

    _css = THEME + WAP

    def __init__(self, source: Table | Game | None, look: str, seat: str | None = None) -> None:
        found = checked(source)
        self._alone = found if isinstance(found, Game) else None
        self._seat, self._wrong = seat, ""
        super().__init__(found if isinstance(found, Table) else None, f"nw-wap {look}")
        if not self._css:
            # Among undressed panels the theme is there already, but not this.
            self._css = WAP

    @property
    def game(self) -> Game | None:
        """The game on screen; None in a sandbox."""
        return self.table.shown if self.table is not None else self._alone

    @property
    def veiled(self) -> bool:
        """Whether a curtain hides the table now."""
        return self.table is not None and self.table.curtain is not None

    @property
    def looks(self) -> str | None:
        """The seat whose knowledge is shown; None for what all know."""
        if self.table is None:
            return self._seat
        return self.table.eyes if self.table.private else None

    def seen(self) -> tuple[Context, State] | None:
        """The rules and the view that is shown; None in a sandbox."""
        game = self.game
        return None if game is None else (game.engine.context, game.view(self.looks))  # type: ignore[attr-defined]

    @property
    def tables(self) -> Tables:
        """The tables in force: those of the game, or the shipped ones."""
        seen = self.seen()
        return seen[0].tables if seen is not None else Tables()

    def month(self) -> str:
        """The month on screen as small print for a heading."""
        game = self.game
        words = game.engine.clock(game.state)[1] if game is not None else "a sandbox"
        return f"<small>{escape(words)}</small>"

    def body(self) -> str:
        if self.veiled:
            return ""
        wrong, self._wrong = self._wrong, ""
        told = f'<p class="nw-refusal" role="status">{escape(wrong)}</p>' if wrong else ""
        return (echo(self.table) if self.table is not None else told) + self.content()

    def content(self) -> str:
        """What the panel shows while no curtain hides it."""
        raise NotImplementedError

    def trouble(self, text: str) -> None:
        if self.table is None:
            self._wrong = text
            self.refresh()


# Words and figures


def percent(chance: Fraction | float | None) -> str:
    """A chance for people: never 0 % or 100 % for what may still happen or fail.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 1000)), percent(None)
    ('33 %', '< 1 %', '–')
    """
    if chance is None:
        return "–"
    if 0 < chance < Fraction(1, 200):
        return "< 1 %"
    if Fraction(199, 200) < chance < 1:
        return "> 99 %"
    return f"{100 * float(chance):.0f} %"


def signed(value: float) -> str:
    """A modifier with its sign.

    >>> signed(2), signed(-1.5), signed(0)
    ('+2', '−1½', '0')
    """
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{halves(abs(value))}"


def halves(value: float) -> str:
    """A number with a half written as people write it.

    >>> halves(5.5), halves(0.5), halves(12)
    ('5½', '½', '12')
    """
    whole, half = divmod(round(2 * value), 2)
    return f"{whole or ('' if half else '0')}{'½' if half else ''}"


def bar(chance: Fraction | None, tone: str, sixths: bool = False) -> str:
    """A chance as a small bar, for the eye alone: the figure stands beside it."""
    width = 100 * float(chance or 0)
    kind = " nw-sixths" if sixths else ""
    return f'<span class="nw-wbar{kind}" aria-hidden="true"><i class="nw-{tone}" style="width:{width:.2f}%"></i></span>'


def exactly(chance: Fraction | None, tone: str = "ink", sixths: bool = False) -> str:
    """A chance as a cell's content: bar, per cent and the exact fraction."""
    if chance is None:
        return "–"
    words = f"{chance.numerator}/{chance.denominator}" if chance.denominator < 10_000 else ""
    exact = f' <small class="nw-exact">{words}</small>' if words and 0 < chance < 1 else ""
    return f"{bar(chance, tone, sixths)}<b>{percent(chance)}</b>{exact}"


def grid(
    heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str, *, look: str = "", shown: bool = False
) -> str:
    """A table of ready HTML cells; the first of each row is its head. The caption is for screen readers."""
    top = "".join(f'<th scope="col">{head}</th>' for head in heads)
    body = "".join(
        f'<tr><th scope="row">{cells[0]}</th>{"".join(f"<td>{cell}</td>" for cell in cells[1:])}</tr>' for cells in rows
    )
    hidden = "" if shown else ' class="nw-sr"'
    return (
        f'<table class="nw-grid {escape(look)}"><caption{hidden}>{escape(caption)}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )


def paragraph(cite: str) -> str:
    """A paragraph in small print: ``WAP G.1.g`` as ``§ G.1.g``.

    >>> paragraph("WAP G.1.g")
    ' <small class="nw-cite">§ G.1.g</small>'
    """
    return cites((f"§ {cite.removeprefix('WAP ')}",)) if cite else ""


def origin(where: Provenance, figure: str = "") -> str:
    """Where a figure comes from, if the rules do not state it: in words beside it, the whole note on pointing."""
    if where.kind == "rules":
        return ""
    words = f"{figure} {ORIGINS[where.kind]}".strip()
    return f' <small class="nw-origin" title="{escape(where.note)}" tabindex="0">{escape(words)}</small>'


def origins_of(figures: Iterable[tuple[Figures, str]]) -> str:
    """A fold with the figures of some tables that are not in the rules text, and where they come from."""
    notes: dict[str, list[str]] = {}
    for table, words in figures:
        whole = table.provenance
        if whole.kind != "rules":
            notes.setdefault(f"{ORIGINS[whole.kind]}: {whole.note}", []).append(words)
        for place, where in table.cells.items():
            if where.kind != "rules":
                row = place.partition("/")[0]
                notes.setdefault(f"{ORIGINS[where.kind]}: {where.note}", []).append(f"{words}, {row}")
    if not notes:
        return ""
    items = "".join(f"<li><b>{escape('; '.join(names))}</b> {escape(note)}.</li>" for note, names in notes.items())
    return (
        '<details class="nw-origins" data-key="origins"><summary>Where the figures come from</summary>'
        f"<p>These are not in the rules text; all others are.</p><ul>{items}</ul></details>"
    )


def stepper(name: str, id: str, value: int, low: int, high: int, label: str) -> str:
    """A number with a button below and above it."""
    less = f'<button type="button" class="nw-b" {do(name, f"{id}={value - 1}", f"{name}-{id}-less")}'
    more = f'<button type="button" class="nw-b" {do(name, f"{id}={value + 1}", f"{name}-{id}-more")}'
    return (
        f'<span class="nw-step" role="group" aria-label="{escape(label)}">'
        f'{less} aria-label="{escape(label)}: one less"{" disabled" if value <= low else ""}>−</button>'
        f"<output>{value}</output>"
        f'{more} aria-label="{escape(label)}: one more"{" disabled" if value >= high else ""}>+</button></span>'
    )


def frame_of(rows: Iterable[dict[str, Any]], columns: Sequence[str]) -> pd.DataFrame:
    """Rows as a data frame whose columns are there even when no row is."""
    import pandas as pd

    return pd.DataFrame(list(rows), columns=list(columns))
