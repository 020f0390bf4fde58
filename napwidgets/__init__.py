"""Napoleonic campaigns as interactive Jupyter widgets, playable from a plain Python prompt too.

>>> import napwidgets
>>> game = napwidgets.new_game("nlc/quatre-bras", seed="1815")
>>> game.outcome is None
True
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import IllegalMove, NapwidgetsError, SaveError, ScenarioError, UndoRefused
from napwidgets.kernel.saves import dump as save_game
from napwidgets.scenarios import load_game, new_game
from napwidgets.scenarios import scenarios as list_scenarios

__version__ = "0.1.0"

__all__ = [
    "Game",
    "IllegalMove",
    "NapwidgetsError",
    "SaveError",
    "ScenarioError",
    "UndoRefused",
    "__version__",
    "list_scenarios",
    "load_game",
    "new_game",
    "save_game",
]


def __getattr__(name: str) -> Any:
    """A widget by its name, as ``napwidgets.AllianceDisplay``: brought in when it is first asked for, for the engine
    alone needs no notebook.
    """
    if name[:1].isupper():
        widgets = import_module("napwidgets.widgets")
        if name in widgets.__all__:
            return getattr(widgets, name)
    raise AttributeError(f"module 'napwidgets' has no attribute {name!r}")
