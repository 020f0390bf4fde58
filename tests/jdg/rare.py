"""Positions of decisions that random play seldom meets."""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.kernel.system import Engine, State
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.combat.retreat import Burn
from napwidgets.systems.jdg.leaders import ComesBack, Haven
from napwidgets.systems.jdg.scenario import SetData
from napwidgets.systems.jdg.sequence import BeginTurn
from napwidgets.systems.jdg.state import FRENCH, OTHER
from tests.systems.jdg.field import AUE, BERN, EICH, FELS, GAU, ILM, JENA, entered, field, game, ids, link, play, run
from tests.systems.jdg.test_01_to_04 import _start
from tests.systems.jdg.test_07_to_08 import OPEN, combat, overrunning


def positions() -> Iterator[tuple[Engine, State]]:
    """A bridge behind the beaten, leaders who got away, room for reinforcements, an overrun and what follows it."""
    e = game()
    yield e, field(e, {"i": "fels", "corps": "gau"}, step=Burn(FRENCH, ids(e, "i"), link(FELS, GAU)))
    napoleon, ney = ids(e, "napoleon"), ids(e, "ney")
    yield e, field(e, {"i": "bern", "v": "eich"}, step=Haven(FRENCH, napoleon[0], (BERN, EICH)))
    yield e, field(e, {"i": "aue", "corps": "gau"}, step=ComesBack(FRENCH, ney[0], (AUE, ILM)))
    e = game(OPEN, (("set_up", (*_start(), SetData(id="brigade", at="gau", turn=2))),))
    s = field(e, {"napoleon": "fels", "i": "gau", "blucher": "jena", "corps": "jena"}, step=BeginTurn(), sieges=())
    yield e, play(e, run(e, s, 1), m.Lead(FRENCH))
    e = game(OPEN)
    places = {"blucher": "gau", "corps": "gau", "brigade": "gau", "division": "gau 2"}
    s = combat(places, entered(GAU, JENA, OTHER, 15), options=OPEN)
    yield e, play(e, play(e, s, m.Tactic("screen")), m.Tactic("skirmish"))
    yield e, overrunning(4)
