"""A player of con that is made in the middle of a turn, as for advice, knows what one who was there knows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Move
from napwidgets.players.registry import make_player
from napwidgets.systems.con import moves as m
from napwidgets.table.hints import informed

#: In these a player that forgets orders a force to march and lets it halt.
SEEDS = ("vain/18", "vain/24")


def _asked(seed: str) -> Iterator[tuple[Game, str, Move]]:
    """A game in which both sides do what they are advised to, with what each is told to be after."""
    game = napwidgets.new_game("con/learning", seed=seed)
    while (decision := game.decision) is not None:
        player, view = informed(game, decision.seat), game.view(decision.seat)
        move = player.choose(game.engine, view, decision.seat)
        yield game, player.why(game.engine, view, decision.seat), move
        game = game.play(move)


@lru_cache
def asked(seed: str) -> list[tuple[Game, str, Move]]:
    return list(_asked(seed))


def test_a_force_that_is_ordered_to_march_marches() -> None:
    for seed in SEEDS:
        steps = asked(seed)
        for (_, _, order), (game, _, then) in pairwise(steps):
            decision = game.decision
            if isinstance(order, m.Activate) and decision is not None and decision.kind == "march":
                assert isinstance(then, m.Go | m.Repulse), (seed, game.number)


def test_it_plays_as_one_who_wasinformed() -> None:
    """Until a force that was passed over is looked at again, the advice is the game of a player that stays."""
    game = napwidgets.new_game("con/belgium-1815", seed="there")
    stays = {seat: make_player("steady", game.engine, seat, "there") for seat in game.engine.seats}
    same = 0
    while (decision := game.decision) is not None and game.number < 150:
        view = game.view(decision.seat)
        move = stays[decision.seat].choose(game.engine, view, decision.seat)
        if decision.kind == "march":
            assert informed(game, decision.seat).choose(game.engine, view, decision.seat) == move
            same += 1
        game = game.play(move)
    assert same > 10
