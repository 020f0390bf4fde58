"""`HeraldCard`: what nobody may miss stands over the map until the next click, and is read out."""

from __future__ import annotations

from html import escape

from napwidgets.table.table import Table
from napwidgets.widgets.sheet import TablePanel, button, cites


class HeraldCard(TablePanel):
    """Whole states that fall, make peace or change sides, since the last click of the person who looks."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, "nw-news")

    def body(self) -> str:
        news = self.at.news
        if not news or self.at.scrubbing or self.at.curtain is not None:
            return ""
        told = "".join(f"<h2>{escape(n.title)}</h2><p>{escape(n.text)}{cites(n.cites)}</p>" for n in news)
        return f"<div>{told}{button('Go on', 'hear', kind='main', shuts=True)}</div>"

    def do_hear(self, _: str) -> None:
        """It has been read."""
        self.at.hear()
