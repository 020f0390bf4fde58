"""What is said as a scenario of a coalition ends."""

from __future__ import annotations

import pytest
from msgspec import structs

import napwidgets
from napwidgets.kernel.system import Event
from napwidgets.systems.wap.state import ENGLISH
from napwidgets.systems.wap.states import victory


@pytest.mark.parametrize(("powers", "said"), [((1,), "stands England;"), ((1, 2), "stand England, Austria;")])
def test_one_power_stands_and_several_stand(powers: tuple[int, ...], said: str) -> None:
    game = napwidgets.new_game("wap/coalitions", seed="1815")
    status = tuple(ENGLISH if n in powers else 0 for n in range(len(game.state.status)))
    log: list[Event] = []
    victory._last(game.engine.context, structs.replace(game.state, status=status), log)
    assert f"Against France {said}" in " ".join(event.text for event in log)
