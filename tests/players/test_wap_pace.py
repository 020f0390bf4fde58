"""Where the steady player of War and Peace forces the pace it marches on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from napwidgets.kernel.dice import SeededDice
from napwidgets.players.registry import make_players
from napwidgets.systems.wap import moves as m
from tests.players.test_front_wap import ENGINE


@lru_cache
def months(most: int) -> list[tuple[Any, str, Any]]:
    """The first months of a campaign of steady players: positions, whose turn it is, moves."""
    players = make_players(ENGINE, "pace", dict.fromkeys(ENGINE.seats, "steady"))
    dice = SeededDice("pace")
    state, found = ENGINE.start(dice, []), []
    while (decision := ENGINE.decision(state)) is not None and state.turn <= most:
        move = players[decision.seat].choose(ENGINE, ENGINE.view(state, decision.seat), decision.seat)
        found.append((state, decision.kind, move))
        state = ENGINE.apply(state, decision.seat, move, dice, [])
    return found


def test_a_force_that_has_forced_the_pace_marches_on() -> None:
    """The throw may cost men, and then it may be wiser to stay; here it costs none."""
    then = [move for _, kind, move in months(4) if kind == "forced-march"]
    assert len(then) > 10
    assert all(isinstance(move, m.March) for move in then)
