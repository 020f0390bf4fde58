"""The face of NLC."""

from __future__ import annotations

from napwidgets.systems.nlc.engine import Battle
from napwidgets.systems.nlc.options import Options
from napwidgets.systems.nlc.ruleset import NLC
from napwidgets.systems.nlc.tables import standard
from napwidgets.systems.tactical.face.bench import Bench
from napwidgets.systems.tactical.face.debrief import AFTERMATH as AFTERMATH
from napwidgets.systems.tactical.face.presenter import BattlePresenter


def present(engine: Battle) -> BattlePresenter:
    """The face of a battle."""
    return BattlePresenter(engine)


def sandbox() -> Bench:
    """A battle to put together by hand."""
    return Bench(NLC, standard(), Options())
