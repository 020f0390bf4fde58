"""The face of March on Paris."""

from __future__ import annotations

from napwidgets.systems.mop.bound import options
from napwidgets.systems.mop.engine import Battle
from napwidgets.systems.mop.face.campaign import LinkedCardPresenter, LinkedPresenter
from napwidgets.systems.mop.face.hand import CardPresenter
from napwidgets.systems.mop.face.presenter import Presenter
from napwidgets.systems.mop.face.stage import Bench
from napwidgets.systems.mop.linked import LinkedBattle
from napwidgets.systems.mop.options import Options
from napwidgets.systems.mop.ruleset import MOP
from napwidgets.systems.mop.tables import standard
from napwidgets.systems.tactical.face.debrief import AFTERMATH as AFTERMATH


def present(engine: Battle) -> Presenter:
    """The face of a battle; where cards are played, with what a seat has of them; in a campaign with its page."""
    cards = options(engine.context).cards
    if isinstance(engine, LinkedBattle):
        return LinkedCardPresenter(engine) if cards else LinkedPresenter(engine)
    return CardPresenter(engine) if cards else Presenter(engine)


def sandbox() -> Bench:
    """A battle to put together by hand."""
    return Bench(MOP, standard(), Options())
