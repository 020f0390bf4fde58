"""Positions of decisions that random play seldom meets."""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.kernel.system import Engine, State
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core.moves import Bombard, Reveal, Stand
from napwidgets.systems.tactical.recovering.confidence import ConfidenceCheck
from tests.systems.nlc.table import Table, arrange, battle
from tests.systems.nlc.test_07_charges import charging
from tests.systems.nlc.test_07_combat import fight
from tests.systems.nlc.test_08_artillery import guns
from tests.systems.nlc.test_21_to_24 import resting
from tests.systems.nlc.test_25_hidden import marching
from tests.systems.nlc.test_25_options import fight as fight_with


def positions() -> Iterator[tuple[Engine, State]]:
    """Charges, hits to share out, units to disrupt, supporting guns, reorganization, a hidden march that is found, a
    formation that loses confidence.
    """
    yield from ((table.engine, table.state) for table in _tables())


def _tables() -> Iterator[Table]:
    yield charging({"pire": "0415", "kempt": "0413", "foy": "0315"})
    table = guns({"ii-foot-art": "0415", "kempt": "0413", "best": "0413"})
    yield table.play(Bombard(table.us("ii-foot-art"), table.hex("0413")), (4, 4))
    table = fight({"foy": "0414", "kempt": "0413", "brunswick-line": "0413"}, (6, 4), (1, 1))
    yield table.play(Stand())
    yield fight_with(battle("quatre-bras", "remote_support"), {"foy": "0414", "kempt": "0413", "picton-art": "0513"})
    yield resting({"foy": "0417"}, {"bachelu": 1, "soye": 2})
    table = marching({"bachelu": "0918"}, gathered=8).push(OrdersStage(0)).run()
    yield table.play(Reveal(table.c("II")))
    orders = {"II": ("attack", "0909", {"hurt": True})}
    units = {"soye": "0913", "kempt": "0909"}
    yield arrange(battle(), units, orders=orders, turn=2).push(ConfidenceCheck()).run(6)
