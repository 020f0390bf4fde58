"""`CampaignPage`: the battles of a campaign, what they have cost, and the way on to the next one."""

from __future__ import annotations

from napwidgets.kernel.game import Game
from napwidgets.table.presenter import Campaigner
from napwidgets.table.table import Table
from napwidgets.widgets.report import drawn
from napwidgets.widgets.sheet import TablePanel, button


class CampaignPage(TablePanel):
    """Between two battles, and in the midst of one.

    >>> from napwidgets.scenarios import new_game
    >>> CampaignPage(new_game("nlc/first-steps")).body()
    '<p>This game is no part of a campaign of several battles.</p>'
    """

    def __init__(self, table: Table | Game) -> None:
        super().__init__(table, "nw-campaign nw-wap")

    def body(self) -> str:
        face, state = self.at.presenter, self.at.game.state
        if not isinstance(face, Campaigner):
            return "<p>This game is no part of a campaign of several battles.</p>"
        title, battles, *rest = face.campaign(state)
        return drawn((title, battles), self.fold) + self.onward(self.at) + drawn(tuple(rest), self.fold)

    @staticmethod
    def onward(table: Table) -> str:
        """The button that leads to the next battle, once there is one."""
        face = table.presenter
        name = face.follows(table.game.state) if isinstance(face, Campaigner) and table.leads_on else None
        return f'<div class="nw-row">{button(f"Go on to {name}", "follow", kind="main")}</div>' if name else ""

    def do_follow(self, _: str) -> None:
        """The next battle begins."""
        self.at.follow()
