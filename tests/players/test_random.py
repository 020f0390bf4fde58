"""The random player: legal, repeatable, blind."""

from __future__ import annotations

from collections import Counter

from napwidgets.players.base import seeded
from napwidgets.players.random_player import RandomPlayer
from tests.conformance.cases import play
from tests.kernel.toy import Bid, ToyEngine


def test_the_same_seed_makes_the_same_choices() -> None:
    engine = ToyEngine()
    assert [step.move for step in play(engine, "a")] == [step.move for step in play(engine, "a")]
    assert [step.move for step in play(engine, "a")] != [step.move for step in play(engine, "b")]


def test_every_option_is_chosen_now_and_then() -> None:
    engine = ToyEngine(purse=3)
    state = play(engine, "a")[0].state
    player = RandomPlayer(seeded("x", "red"))
    chosen = Counter(player.choose(engine, state, "red") for _ in range(400))
    assert set(chosen) == {Bid(n) for n in range(4)}
    assert min(chosen.values()) > 60
