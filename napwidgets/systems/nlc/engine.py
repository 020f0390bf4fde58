"""The NLC engine: the rules of grand-tactical battles as NLC has them."""

from __future__ import annotations

from typing import ClassVar

from napwidgets.systems.nlc.ruleset import NLC
from napwidgets.systems.tactical import engine
from napwidgets.systems.tactical.core.ruleset import Ruleset


class Battle(engine.Battle):
    """An NLC battle: the rules bound to a scenario, its map, options and tables."""

    rules: ClassVar[Ruleset] = NLC
