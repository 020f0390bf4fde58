"""K.9: where fleets are hidden a phase is asked alike, whether its ships that nobody sees can do anything or not; ships
that meet beyond the map sight each other.
"""

from __future__ import annotations

from typing import Any

import pytest

from napwidgets.kernel.system import Event
from napwidgets.scenarios import load, new_game
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.sea.encounters import InterceptOffer
from napwidgets.systems.wap.sea.fleets import NavalPhase
from napwidgets.systems.wap.setting import ENGLAND, FRANCE
from napwidgets.systems.wap.state import SAILING
from napwidgets.systems.wap.trade.raiding import BasesPhase
from napwidgets.systems.wap.views import redact
from tests.systems.wap.campaign import ENGLISH_SEAT, FRENCH_SEAT, context, play, thrown
from tests.systems.wap.navy import fleet, sail, sea


@pytest.mark.parametrize("phase", [NavalPhase(ENGLISH_SEAT), BasesPhase(ENGLISH_SEAT)])
@pytest.mark.parametrize("hidden", [False, True])
def test_k_9_a_phase_without_ships_is_asked_only_where_fleets_are_hidden(phase: Any, hidden: bool) -> None:
    engine: Any = load("wap/trafalgar", {"hidden_fleets": hidden})
    x = engine.context
    assert x.setting.seats[ENGLISH_SEAT] == "english"
    state: Any = new_game("wap/trafalgar").state
    empty = x.with_fleets(state, [])
    assert phase.automatic(x, empty) is not hidden
    if hidden:
        assert phase.question(x, empty).formal
        assert len(phase.options(x, empty, None)) == 1


@pytest.mark.parametrize(
    ("hidden", "enemy", "told"),
    [
        (True, "West Africa", True),
        (True, "South America", False),
        (False, "West Africa", False),
    ],
)
def test_k_9_ships_that_meet_beyond_the_map_sight_each_other(hidden: bool, enemy: str, told: bool) -> None:
    x = context(options=Options(lloyds=True, hidden_fleets=hidden))
    s = sea(x, fleet(x, "Brest", FRANCE, 2), fleet(x, enemy, ENGLAND, 3), seat=FRENCH_SEAT)
    log: list[Event] = []
    s = play(x, s, sail(x, s, "Brest", FRANCE, "West Africa", 2), thrown(), log)
    sighted = [event for event in log if event.kind == "sighted"]
    assert bool(sighted) is told
    assert all(event.to == () and "West Africa" in event.text for event in sighted)
    asked = any(isinstance(step, InterceptOffer) for step in s.agenda)
    assert asked is (enemy == "West Africa")
    if told:
        seen = redact(x, s, ENGLISH_SEAT).fleets
        assert any(f.moved == SAILING and f.squadrons == 2 for f in seen), "who is asked sees who comes"
        assert not any(f.nation == ENGLAND for f in redact(x, s, FRENCH_SEAT).fleets), "but not the other way round"
