"""What widgets show of the Campaigns of Napoleon variant: its combats, put together by hand."""

from __future__ import annotations

from napwidgets.board.display import Sandbox
from napwidgets.systems.con.bench import Bench


def sandbox() -> Sandbox:
    """A combat to put together by hand.

    >>> sandbox().battle({}).title
    'Battle'
    """
    return Bench()
