"""`CommandDesk`: what each army can still command, who is in command, what it costs, and why."""

from __future__ import annotations

from html import escape

from napwidgets.kernel.game import Game
from napwidgets.table.presenter import Commander, Line, places
from napwidgets.table.table import Table
from napwidgets.widgets.sheet import TablePanel, cites, do, number_of


class CommandDesk(TablePanel):
    """The command points of each army, its supply, and every stack with its cost and its line of command.

    It stands in a table, or alone in a notebook with a game.

    >>> from napwidgets.scenarios import new_game
    >>> CommandDesk(new_game("nlc/first-steps")).body()
    '<p>This game has no command points.</p>'
    """

    def __init__(self, table: Table | Game) -> None:
        super().__init__(table, "nw-command")

    def body(self) -> str:
        table = self.at
        face = table.presenter
        if not isinstance(face, Commander):
            return "<p>This game has no command points.</p>"
        if table.curtain is not None:
            return self.veil()
        lines = face.desk(table.view(), table.eyes)
        rows = "".join(_row(line) for line in lines)
        about, rules = face.about_desk()
        return (
            f'<section><h2>Command{cites(rules)}</h2><p class="nw-small">{escape(about)}</p>'
            f'<table class="nw-facts nw-desk-lines"><tbody>{rows}</tbody></table></section>'
        )

    def do_line(self, arg: str) -> None:
        """Look at a stack on the map."""
        table = self.at
        hex = number_of(arg, 0, max(0, places(table.presenter.board) - 1))
        here = list(table.presenter.subject_at(table.view(), hex)) if table.mine else []
        table.pick(hex, here[0] if here else None)


def _row(line: Line) -> str:
    tag = f'<em class="nw-tag nw-{escape(line.tone)}">{escape(line.tag)}</em>' if line.tag else ""
    if not line.depth:
        return (
            f'<tr class="nw-main"><th><i class="nw-n-{escape(line.nation)}"></i>{escape(line.title)}</th>'
            f"<td>{escape(line.detail)} {tag}</td></tr>"
        )
    name = f'<button type="button" class="nw-b quiet" {do("line", line.hex)}>{escape(line.title)}</button>'
    return f"<tr><th>{name}</th><td>{escape(line.detail)} {tag}</td></tr>"
