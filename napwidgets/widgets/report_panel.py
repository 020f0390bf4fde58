"""A panel that draws the reports of a system's face, and tells the face what is pressed on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from napwidgets.board.panels import BadMessage, Fill, Glance, Panel, Play
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Decision
from napwidgets.table.table import Table
from napwidgets.widgets.report import drawn
from napwidgets.widgets.sheet import Sheet, echo, style

if TYPE_CHECKING:
    import pandas as pd

THEME = style("theme.css")
WAP = style("wap.css")


class WrongGame(NapwidgetsError, TypeError):
    """A widget of one system was given something else."""


def checked(source: object, panel: Panel) -> Table | Game | None:
    """A table, a game, or nothing; raises `WrongGame` for everything else, also for games of other rules."""
    game = source.game if isinstance(source, Table) else source
    if game is not None and not isinstance(game, Game):
        raise WrongGame(f"This widget takes a game or a table of {panel.title}, or nothing at all.")
    if game is not None and game.engine.system != panel.system:
        raise WrongGame(f"This widget shows {panel.title}; {game.engine.title!r} is played by other rules.")
    return source if isinstance(source, (Table, Game)) else None


class Book:
    """What the sheets of one widget share: the face's panel, what is asked of it, and who draws it anew."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.asked = panel.start()
        self.redraw: Callable[[], None] = lambda: None
        self.fill: Callable[[Mapping[str, str]], None] = lambda values: None


def pressed(name: str) -> Callable[[ReportPanel, str], None]:
    """A method for a press of that name: the face says what follows."""

    def handler(self: ReportPanel, arg: str) -> None:
        self.press(name, arg)

    handler.__doc__ = f"What follows when ``{name}`` is pressed."
    return handler


class ReportPanel(Sheet):
    """A panel that looks at a table or a game of one system, or at nothing: then it is a sandbox.

    It shows what a seat may know: at a table the one that looks, of a game ``seat``, or what all know.
    """

    _css = THEME + WAP

    def __init__(
        self, source: Table | Game | None, look: str, book: Book, seat: str | None = None, part: str = ""
    ) -> None:
        self.book, self._part = book, part
        self._alone = source if isinstance(source, Game) else None
        self._seat, self._wrong = seat, ""
        super().__init__(source if isinstance(source, Table) else None, f"nw-wap {look}")
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

    def glance(self) -> Glance:
        """What the face's panel looks at."""
        game, opened = self.game, frozenset(self._open)
        if game is None:
            return Glance(opened=opened)
        decision = self.table.decision if self.table is not None else None
        return Glance(game, game.view(self.looks), opened, decision, self._options(decision))

    def _options(self, decision: Decision | None) -> tuple[Any, ...]:
        """The moves that can be made from here."""
        table, kinds = self.table, self.book.panel.kinds
        mine = table is not None and table.mine and decision is not None and decision.kind in kinds
        return tuple(table.options()) if mine and table is not None else ()

    def body(self) -> str:
        if self.veiled:
            return ""
        wrong, self._wrong = self._wrong, ""
        told = f'<p class="nw-refusal" role="status">{escape(wrong)}</p>' if wrong else ""
        return (echo(self.table) if self.table is not None else told) + self.content()

    def content(self) -> str:
        """What the panel shows while no curtain hides it."""
        return drawn(self.book.panel.report(self.glance(), self.book.asked, self._part), self.fold)

    def trouble(self, text: str) -> None:
        if self.table is None:
            self._wrong = text
            self.refresh()

    def press(self, name: str, arg: str) -> None:
        """Do what the face says that follows: ask for something else, make a move, fill in the form beside."""
        found = self.book.panel.press(self.glance(), self.book.asked, name, arg)
        if isinstance(found, Play):
            if self.table is None:
                raise BadMessage("This panel belongs to no table.")
            self.table.play(found.move)
        elif isinstance(found, Fill):
            self.book.fill(found.values)
        else:
            self.book.asked = found
            self.book.redraw()

    def frame_of(self, what: str) -> pd.DataFrame:
        """What is shown as a data frame, whose columns are there even when no row is."""
        import pandas as pd

        columns, rows = self.book.panel.rows(self.glance(), self.book.asked, what)
        return pd.DataFrame(list(rows), columns=list(columns))
