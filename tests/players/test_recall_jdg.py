"""A player of jdg that is made in the middle of a campaign, as for advice, knows what one who was there knows."""

from __future__ import annotations

from typing import Any

import napwidgets
from napwidgets.players.jdg_memory import TURNS
from napwidgets.players.registry import informed, make_player
from napwidgets.table.table import Table


def knows(player: Any, game: napwidgets.Game, seat: str) -> Any:
    """What a player remembers of its own doing and of the enemy's, at its decision in a game."""
    now = player.now(game.engine, game.view(seat), seat)
    return now.past, now._stood


def test_it_remembers_what_a_player_remembers_who_was_there() -> None:
    game = napwidgets.new_game("jdg/danube-1805", seed="recall")
    stays = {seat: make_player("steady", game.engine, seat, "recall") for seat in game.engine.seats}
    looked, ridden, stood = 0, 0, 0
    while (decision := game.decision) is not None and game.engine.clock(game.state)[0] <= TURNS + 1:
        seat = decision.seat
        if decision.kind == "movement":
            fresh, there = knows(informed(game, seat, "steady", "recall"), game, seat), knows(stays[seat], game, seat)
            assert fresh == there
            looked, ridden, stood = looked + 1, ridden + len(there[0].ridden), stood + len(there[1])
        game = game.play(stays[seat].choose(game.engine, game.view(seat), seat))
    assert looked > 40
    assert ridden
    assert stood


def test_who_knows_nothing_of_the_turns_before_would_remember_otherwise() -> None:
    game = napwidgets.new_game("jdg/danube-1805", seed="recall")
    stays = {seat: make_player("steady", game.engine, seat, "recall") for seat in game.engine.seats}
    while (decision := game.decision) is not None and game.engine.clock(game.state)[0] < 3:
        game = game.play(stays[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    assert decision is not None
    there = knows(stays[decision.seat], game, decision.seat)
    assert knows(make_player("steady", game.engine, decision.seat, "recall"), game, decision.seat) != there
    # A computer player of a game that is opened again is told.
    table = Table(game, dict.fromkeys(game.engine.seats, "steady"))
    assert knows(table._player("steady", decision.seat), game, decision.seat) == there
