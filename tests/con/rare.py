"""Positions of decisions that random play seldom meets."""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.kernel.system import Engine, State
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.fighting import Combats, Open
from napwidgets.systems.con.forced import ForcedMarches
from napwidgets.systems.con.marching import Marching
from napwidgets.systems.con.movement import MovementPhase
from napwidgets.systems.con.organizing import Organization
from napwidgets.systems.con.preparation import Prepare
from napwidgets.systems.con.rallying import MoraleChecks
from napwidgets.systems.con.state import FRENCH
from tests.systems.con.country import decided, field, game, h, leader, play, run, unit
from tests.systems.con.test_04_vedettes import repulsing
from tests.systems.con.test_10_map import ARMY, EVEN, HILL, TWO, engine, lose, ready


def positions() -> Iterator[tuple[Engine, State]]:
    """A bridge over the Rhein, a siege, friends behind the front, chits, combats in their order, a corps that may
    delay, the Guard, a way back, a pursuit, demoralized troops, a march beside the enemy, guns that are heard.
    """
    e = game()
    yield e, run(e, field(e, "ney 1005: f1", "hill 1105: a1", step=Prepare()))
    yield e, run(e, field(e, "reille 0706: f1 f2", "hill 0707: a1 a2", step=Prepare()))
    s = run(e, field(e, "ney 0605: f1", "reille 0505: f2", "hill 0705: a1", "uxbridge 0804: a2", step=Prepare()))
    yield e, s
    while decided(e, s).endswith("gather"):
        s = play(e, s, m.Done())
    yield e, s
    calm = engine()
    yield calm, ready(*TWO)
    yield calm, run(calm, ready(*ARMY, *HILL, guesses=("army", "army")).pop(Combats(0), Open(0)))
    yield calm, run(calm, ready("reille 0605: guard cuirassiers f1", "hill 0705: a1 a2 scots"))
    beaten = lose(*EVEN)
    yield calm, beaten
    yield calm, play(calm, beaten, m.Go(h("0805")))
    yield e, field(e, "reille 0605: f1 f2", step=MoraleChecks(FRENCH)).unit(unit("f1"), shaken=True)
    yield e, repulsing("ney 0505: guard f1", "hill 0705: a1/2")
    yield e, field(e, "ney 0605: f1", "hill 0905: a1", step=Marching(FRENCH, leader("ney"), 10))
    s = run(e, field(e, "ney 0605: f1", "hill 0705: a1", "erlon 0405: f2", step=Prepare()))
    yield e, s.pop(ForcedMarches(FRENCH))
    yield e, field(e, "ney 0605: f1", "hill 0905: a1", step=MovementPhase(FRENCH), riders={"hussars": "0606"})
    yield e, field(e, "ney 0605: f1 hussars", "reille 0605: f2", "hill 0905: a1", step=Organization(FRENCH))
