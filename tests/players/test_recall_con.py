"""A player of con that is made in the middle of a turn, as for advice, knows what one who was there knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Move
from napwidgets.players.con import SteadyPlayer
from napwidgets.players.registry import informed, make_player
from napwidgets.systems.con import moves as m
from tests.players.test_steady_con import at_decision

#: In these a player that forgets orders a force to march and lets it halt.
SEEDS = ("vain/18", "vain/24")


def _asked(seed: str) -> Iterator[tuple[Game, str, Move]]:
    """A game in which both sides do what they are advised to, with what each is told to be after."""
    game = napwidgets.new_game("con/learning", seed=seed)
    while (decision := game.decision) is not None:
        player, view = informed(game, decision.seat, "steady", seed), game.view(decision.seat)
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


def test_it_plays_as_one_who_was_there() -> None:
    """Until a force that was passed over is looked at again, the advice is the game of a player that stays."""
    game = napwidgets.new_game("con/belgium-1815", seed="there")
    stays = {seat: make_player("steady", game.engine, seat, "there") for seat in game.engine.seats}
    same = 0
    while (decision := game.decision) is not None and game.number < 150:
        view = game.view(decision.seat)
        move = stays[decision.seat].choose(game.engine, view, decision.seat)
        if decision.kind == "march":
            assert informed(game, decision.seat, "steady", "there").choose(game.engine, view, decision.seat) == move
            same += 1
        game = game.play(move)
    assert same > 10


def told(steps: Iterable[tuple[Game, str, Move]], kinds: set[str]) -> list[set[str]]:
    """What is said to be after in each turn by each side at decisions of some kinds."""
    found: dict[tuple[int, str], set[str]] = {}
    for game, why, _ in steps:
        decision = game.decision
        if decision is not None and decision.kind in kinds:
            found.setdefault((game.engine.clock(game.state)[0], decision.seat), set()).add(why)
    return list(found.values())


def test_its_aims_are_told_alike_whoever_is_asked_about() -> None:
    """From one question of a phase to the next nothing else is said, though forces march, gather and wear out."""
    for seed in SEEDS:
        said = told(asked(seed), {"movement", "march"})
        assert said
        assert all(len(one) == 1 for one in said), said


@pytest.mark.parametrize("kind", ["organization", "movement"])
def test_a_force_that_came_up_on_the_way_changes_no_aim(kind: str) -> None:
    """The strongest is named first, as it was when the turn began, and when the side set out."""
    engine, state, seat = at_decision(kind, "con/belgium-1815")
    view: Any = engine.view(state, seat)
    player = SteadyPlayer(Random(1))
    before = player.why(engine, view, seat)
    assert before.startswith("Its aims: ")
    side = engine.seats.index(seat)
    mine = [u for u, troop in enumerate(view.units) if engine.context.unit_side[u] == side and troop.strength > 1]
    worn = view.weakened({u: view.units[u].strength - 1 for u in mine if u % 2})
    assert player.why(engine, worn, seat) == before
    assert SteadyPlayer(Random(1)).why(engine, worn, seat) != before
