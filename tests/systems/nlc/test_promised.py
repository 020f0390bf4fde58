"""What the odds shown before a decision promise is what comes of it."""

from __future__ import annotations

import pytest

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.systems.tactical.command.compliance import ComplianceCheck, compliance_odds, shift_for
from napwidgets.systems.tactical.core.moves import Send
from napwidgets.systems.tactical.core.state import Order, Pending
from napwidgets.systems.tactical.face.pad import _chances
from tests.systems.nlc.table import Table, arrange, battle


def side_by_side() -> Table:
    """Ney and Reille in one hex, where orders may be sent with force."""
    return arrange(
        battle("quatre-bras", "order_force"),
        {"foy": "0915"},
        leaders={"ney": "0916", "reille": "0916"},
        hqs={"french-hq": "0916"},
    )


@pytest.mark.parametrize(("force", "before"), [(0, 0), (1, 0), (2, 0), (2, 4)])
def test_25_8_the_chances_of_a_forceful_order_count_the_huff_that_it_may_bring(force: int, before: int) -> None:
    t = side_by_side()
    t.state = here = t.state.command(t.c("II"), forces=before)
    move = Send(t.i("ney"), t.c("II"), (("march", t.hex("0909")),), force=force)
    order = Pending((Order("march", t.hex("0909")),), t.i("ney"), 1, 1, shift_for(t.x, t.state, move), force=force)
    t.state = t.state.command(t.c("II"), pending=(order,))
    sent = t.push(ComplianceCheck()).state

    def received(dice: Dice) -> str:
        command = t.engine.advance(sent, dice, []).commands[t.c("II")]
        if command.order.kind == "march":
            return "C"
        left = command.pending[0] if command.pending else None
        return "I" if left is None else "1T" if left.stage == "late" else "R4"

    promised = compliance_odds(t.x, here, move)
    assert dict(promised) == dict(distribution(received))


@pytest.mark.parametrize(("force", "words"), [(0, "column 6 (Ney 3"), (1, "column 5 or 7 (Ney 3")])
def test_25_8_the_pad_names_every_column_in_which_an_order_may_be_looked_at(force: int, words: str) -> None:
    t = side_by_side()
    move = Send(t.i("ney"), t.c("II"), (("march", t.hex("0909")),), force=force)
    assert words in _chances(t.x, t.state, move).title
