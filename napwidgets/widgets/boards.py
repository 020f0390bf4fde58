"""Which widget, still picture and thumbnail a board has: the one place that knows that there are several kinds."""

from __future__ import annotations

from napwidgets.board.hexmap import HexMap as Hexes
from napwidgets.board.network import Network
from napwidgets.board.realm import EuropeBoard
from napwidgets.board.scene import Scene
from napwidgets.table.presenter import Board
from napwidgets.table.table import Table
from napwidgets.widgets.campaign_map import CampaignMap, campaign_svg, campaign_thumbnail
from napwidgets.widgets.europe_base import europe_sketch
from napwidgets.widgets.hexmap import HexMap
from napwidgets.widgets.network_map import network_svg, network_thumbnail
from napwidgets.widgets.svg import backdrop, board_svg, thumbnail
from napwidgets.widgets.theatre_map import is_theatre, theatre_backdrop, theatre_still, theatre_thumbnail


def board_widget(table: Table) -> HexMap | CampaignMap:
    """The board of a table as a widget."""
    board = table.presenter.board
    far = isinstance(board, (EuropeBoard, Network)) or is_theatre(board)
    return CampaignMap(table) if far else HexMap(table)


def still(board: Board, scene: Scene) -> str:
    """A board with its counters as a standalone SVG picture."""
    if isinstance(board, Network):
        return network_svg(board, scene)
    if isinstance(board, Hexes) and is_theatre(board):
        return theatre_still(board, scene)
    return campaign_svg(board, scene) if isinstance(board, EuropeBoard) else board_svg(board, scene)


def small(board: Board, scene: Scene | None) -> str:
    """A board as a thumbnail; a page that shows one needs `shapes` of the board, too."""
    if isinstance(board, Network):
        return network_thumbnail(board, scene)
    if isinstance(board, Hexes) and is_theatre(board):
        return theatre_thumbnail(board, scene)
    return campaign_thumbnail(board, scene) if isinstance(board, EuropeBoard) else thumbnail(board, scene)


def shapes(board: Board) -> str:
    """What thumbnails of a board share, to stand once on a page."""
    if isinstance(board, Hexes):
        return theatre_backdrop(board) if is_theatre(board) else backdrop(board)
    if not isinstance(board, EuropeBoard):
        return ""
    return f'<symbol id="nw-europe" overflow="visible">{europe_sketch(board)}</symbol>'
