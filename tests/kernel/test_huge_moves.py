"""Moves that Python can make and no file or page can send: numbers without end are refused like any other slip."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.scenarios import new_game

HUGE = 10**30


@pytest.mark.parametrize("id", ["nlc/first-steps", "wap/trafalgar", "jdg/germany-1813-1"])
def test_a_move_with_a_number_without_end_is_refused(id: str) -> None:
    game, rng, tried = new_game(id), Random(id), 0
    while game.decision is not None and tried < 40:
        moves = list(game.moves()) or [move for s in game.subjects() for move in game.moves(s.id)]
        move = rng.choice(moves + [other for s in game.subjects() for other in game.moves(s.id)])
        for field in move.__struct_fields__:
            if type(getattr(move, field)) is int:
                tried += 1
                wrong = msgspec.structs.replace(move, **{field: HUGE})
                with pytest.raises(IllegalMove):
                    game.engine.check(game.state, game.decision.seat, wrong)
        game = game.play(move)
    assert tried
