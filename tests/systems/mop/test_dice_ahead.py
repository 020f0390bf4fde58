"""37.7, 37.12.2, Appendix III: the dice of vedettes and of reinforcements are told before they are thrown."""

from __future__ import annotations

import re
from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.odds import percent
from napwidgets.systems.mop import arrivals, cards
from napwidgets.systems.mop.card_choices import CardChoice, Indicate
from napwidgets.systems.mop.state import Coming
from napwidgets.systems.tactical.core.state import OFF
from napwidgets.systems.tactical.face.arrivals import due as due_words
from tests.systems.mop.table import battle
from tests.systems.mop.test_37_07_outposts import back, ridden_down
from tests.systems.mop.test_37_12_cards import field, rolls
from tests.systems.mop.test_37_12_effects import FRENCH, now
from tests.systems.mop.test_37_12_effects import field as with_cards


def test_37_7_the_button_tells_how_likely_vedettes_come_back() -> None:
    t = ridden_down(3).run()
    assert t.engine.label(t.state, back(t)).detail == "comes back with 67 %"
    one = back(t)
    two = type(one)(one.leader, (*one.vedettes, one.vedettes[0] + 1))
    assert t.engine.label(t.state, two).detail == "each comes back with 67 %"


def test_37_12_2_the_roster_tells_when_a_group_may_come_until_the_die_is_thrown() -> None:
    setting = battle("champaubert").setting
    t = field("rolled_reinforcements", turn=2, coming=(Coming(1, 1, *setting.arrivals[1][1:]),))
    due = setting.arrivals[2][0]
    chances = sorted(rolls(t, 2).items())
    words = ", ".join(f"{setting.hour(due + late)} ({percent(chance)})" for late, chance in chances)
    unit = next(u for u, group in t.x.setting.arrival_group.items() if group == 2)
    t.state = t.state.unit(unit, hex=OFF)

    def told(turn: int) -> str:
        return due_words(t.x, replace(t.state, turn=turn), (unit,))

    assert told(due - 3).startswith(f"off map · due at {words}, at ")
    assert re.fullmatch(r"off map · due \d+ [AP]M at .*", told(due - 2)), "the die has been thrown"
    plain = field(turn=due - 3)
    assert arrivals.when_odds(plain.x, plain.state, 2) is None, "no die without the option"


def test_app_iii_the_button_tells_when_a_group_comes_that_is_hastened() -> None:
    t = with_cards(now(cards.EARLY, FRENCH, used=0), options="full_cards")
    group = arrivals.can_hasten(t.x, t.state, FRENCH)[-1]
    due = arrivals.schedule(t.x, t.state, group)[0]
    came = [max(2, due - die) for die in (1, 2, 3)]
    chances = {turn: Fraction(came.count(turn), 3) for turn in sorted(came)}
    words = ", ".join(f"{t.x.setting.hour(turn)} ({percent(chance)})" for turn, chance in chances.items())
    assert len(chances) > 1
    t.push(CardChoice(FRENCH, cards.EARLY)).run()
    assert t.engine.label(t.state, Indicate(cards.EARLY, group)).detail == f"comes at {words}"
