"""What a person sees: each widget stands alone in any notebook, and all of them together make the table."""

from __future__ import annotations

from typing import Any

from napwidgets.kernel.game import Game
from napwidgets.table.table import Table
from napwidgets.widgets.actions import ActionPanel
from napwidgets.widgets.alliance_display import AllianceDisplay
from napwidgets.widgets.battle_resolver import BattleResolver
from napwidgets.widgets.boards import still
from napwidgets.widgets.campaign_map import CampaignMap
from napwidgets.widgets.campaign_page import CampaignPage
from napwidgets.widgets.chronicle import Chronicle
from napwidgets.widgets.chronicle_book import ChronicleBook
from napwidgets.widgets.command_desk import CommandDesk
from napwidgets.widgets.debrief import Debrief
from napwidgets.widgets.event_hand import EventHand
from napwidgets.widgets.front import Front
from napwidgets.widgets.hexmap import HexMap
from napwidgets.widgets.lloyds_tracker import LloydsTracker
from napwidgets.widgets.lobby import Lobby
from napwidgets.widgets.naval_display import NavalDisplay
from napwidgets.widgets.order_pad import OrderPad
from napwidgets.widgets.panels import Header, Roster, StatusLine, TurnTrack
from napwidgets.widgets.production_desk import ProductionDesk
from napwidgets.widgets.review import Review
from napwidgets.widgets.svg import board_svg
from napwidgets.widgets.table_app import TableApp

__all__ = [
    "ActionPanel",
    "AllianceDisplay",
    "BattleResolver",
    "CampaignMap",
    "CampaignPage",
    "Chronicle",
    "ChronicleBook",
    "CommandDesk",
    "Debrief",
    "EventHand",
    "Front",
    "Header",
    "HexMap",
    "LloydsTracker",
    "Lobby",
    "NavalDisplay",
    "OrderPad",
    "ProductionDesk",
    "Review",
    "Roster",
    "StatusLine",
    "Table",
    "TableApp",
    "TurnTrack",
    "board_svg",
]


def _game_mimebundle(game: Game, **kwargs: Any) -> dict[str, str]:
    """A game as a still picture and a line of text: what all may see, for GitHub and nbviewer too."""
    from napwidgets.table.presenter import presenter_for

    decision = game.decision
    _, hour = game.engine.clock(game.state)
    text = f"{game.engine.title}, {hour}, after {'1 move' if game.number == 1 else f'{game.number} moves'}: "
    text += f"{game.engine.seat_name(decision.seat)} · {decision.title}" if decision else "the game has ended"
    try:
        presenter = presenter_for(game)
    except (ImportError, AttributeError):
        return {"text/plain": text}
    if presenter.board is None:
        return {"text/plain": text}
    return {
        "text/plain": text,
        "image/svg+xml": still(presenter.board, presenter.scene(game.view(None), None)),
    }


# The kernel knows no screen, so a game learns here how to show itself.
Game._repr_mimebundle_ = _game_mimebundle  # type: ignore[attr-defined]
