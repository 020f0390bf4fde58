"""What draws charts: bqplot, or where it is missing (as in a page without a server) a plain stand-in of our own."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def kit() -> Any:
    """The module whose marks, scales, axes and figures make a chart. It is fetched when it is first wanted, for bqplot
    brings pandas along.
    """
    try:
        return import_module("bqplot")
    except ImportError:
        return import_module("napwidgets.widgets.plain_charts")
