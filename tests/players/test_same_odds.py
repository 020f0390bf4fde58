"""Computer players count what a rule counts: where they once had a formula of their own, with a position in which it
was another one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from napwidgets.players.nlc_situation import STEADY, Situation, goals
from napwidgets.systems.tactical.fighting.forces import bombard_clash
from napwidgets.systems.tactical.fighting.odds import bombard_hits
from tests.systems.nlc.table import Table, arrange, battle


def seen(t: Table, side: int) -> Situation:
    return Situation(t.x, t.state, side, goals(t.x, True), STEADY)


@pytest.mark.parametrize(("options", "hits"), [((), Fraction(3, 4)), (("six_to_hit",), Fraction(1))])
def test_25_11_a_bombardment_is_weighed_by_the_dice_that_it_throws(options: Any, hits: Fraction) -> None:
    t = arrange(
        battle("quatre-bras", "artillery_detail", *options), {"ii-foot-art": "0415", "kempt": "0413", "best": "0413"}
    )
    guns, target = t.us("ii-foot-art"), t.hex("0413")
    clash = bombard_clash(t.x, t.state, guns, target)
    assert bombard_hits(t.x.tables, t.x.options, clash.forces[0]).mean(int) == hits
    now = seen(t, 0)
    assert now.bombardment(guns, target) == pytest.approx(float(hits) * (1.0 + 0.1 * now.strength[target]))
