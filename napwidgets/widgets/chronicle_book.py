"""`ChronicleBook`: the whole chronicle at full height, by side and kind, with a search."""

from __future__ import annotations

from html import escape

from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.systems.registry import aftermath_of
from napwidgets.table.table import Table
from napwidgets.widgets.chronicle import GREAT, THROUGH, Lines
from napwidgets.widgets.sheet import BadMessage, button, do, select

#: Lines on the page at first, and how many more each time.
PAGE = 150
#: The longest words that can be searched for.
_LONGEST = 60
_KINDS = (("all", "everything"), ("fights", "fights"), ("great", "great events"))


class ChronicleBook(Lines):
    """Everything that happened, as far as whoever looks may know it."""

    def __init__(self, table: Table | Game) -> None:
        self.kind, self.side, self.words, self.most = "all", "", "", PAGE
        super().__init__(table, "nw-book")

    def body(self) -> str:
        if self.at.curtain is not None:
            return self.veil()
        rows = self.rows(self.most + 1)
        more = button("Earlier", "more") if len(rows) > self.most else ""
        found = "".join(rows[: self.most])
        lines = f'<ol class="nw-lines" aria-label="{THROUGH}">{found}</ol>'
        return f"<section><h2>Chronicle</h2>{self._form()}{lines if rows else self._nothing()}{more}</section>"

    def _form(self) -> str:
        sides = [("", "everybody"), *((team.id, team.name) for team in self.at.game.engine.teams)]
        words = escape(self.words)
        return (
            f'<div class="nw-row nw-form">{select("kind", list(_KINDS), self.kind, "Show")}'
            f'{select("side", sides, self.side, "Moves of")}<label class="nw-f"><span>Search</span>'
            f'<input type="search" maxlength="{_LONGEST}" value="{words}" {do("search", key="search")}></label></div>'
        )

    def _nothing(self) -> str:
        asked = self.words or self.side or self.kind != "all"
        return f"<p>{'Nothing like that is in the chronicle.' if asked else 'Nothing has happened yet.'}</p>"

    def wanted(self, game: Game, events: list[Event]) -> list[Event]:
        """What the form asks for; a fight is shown with what came of it."""
        if self.side and not self._moved(game):
            return []
        if self.kind == "great":
            events = [e for e in events if e.kind in GREAT]
        elif self.kind == "fights":
            kinds = aftermath_of(game.engine.system)
            events = [e for e in events if e.kind in kinds.fights | kinds.came]
        low = self.words.lower()
        return events if not low or any(low in e.text.lower() for e in events) else []

    def _moved(self, game: Game) -> bool:
        """Whether one of the chosen side made the move."""
        return any(team.id == self.side and game.last.seat in team.seats for team in game.engine.teams)

    def do_kind(self, arg: str) -> None:
        if arg not in dict(_KINDS):
            raise BadMessage("The chronicle can't be sorted like that.")
        self.kind, self.most = arg, PAGE
        self.refresh()

    def do_side(self, arg: str) -> None:
        if arg and arg not in {team.id for team in self.at.game.engine.teams}:
            raise BadMessage("There is no such side in this game.")
        self.side, self.most = arg, PAGE
        self.refresh()

    def do_search(self, arg: str) -> None:
        self.words, self.most = arg[:_LONGEST].strip(), PAGE
        self.refresh()

    def do_more(self, _: str) -> None:
        self.most += PAGE
        self.refresh()
