"""Moves that are played on to the end of a game."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players import trials
from napwidgets.players.registry import make_player, make_players
from napwidgets.players.trials import Trier
from napwidgets.players.wap_land import STEADY
from napwidgets.players.wap_mind import EuropeMind
from napwidgets.scenarios import load
from napwidgets.systems.wap import moves as m


def choices(least: int) -> tuple[Engine, State, str]:
    """A decision in the middle of Trafalgar with several moves."""
    engine = load("wap/trafalgar")
    players, dice = make_players(engine, "t", {}, default="steady"), SeededDice("t")
    state = engine.start(dice, [])
    while (decision := engine.decision(state)) is not None:
        if len(engine.options(state)) >= least and engine.clock(state)[0] > 2:
            return engine, engine.view(state, decision.seat), decision.seat
        move = players[decision.seat].choose(engine, state, decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])
    raise AssertionError("no such decision")


class Told(Trier[Any]):
    """A player who is told how every move ends; ``tried`` counts the lines of each."""

    ends: dict[Move, float]
    tried: Counter[Move]

    def _line(self, engine: Engine, view: Any, seat: str, mood: Any, seed: str, *more: Any) -> tuple[float, int]:
        first = more[1]
        self.tried[first] += 1
        return self.ends[first] + Random(f"{seed}").random() / 10, 20


@pytest.mark.parametrize(
    ("ends", "best"), [((0.5, 0.5, 0.5, 0.5), 0), ((0.5, 0.2, 0.8, 0.3), 2), ((0.9, 0.2, 0.1, 0.0), 0)]
)
def test_the_usual_move_is_left_for_one_that_ends_better_for_certain(ends: tuple[float, ...], best: int) -> None:
    engine, view, seat = choices(2)
    moves: list[Move] = [m.Done(), m.Accept(), m.Court(1), m.Court(2)]
    player = Told(Random(1), EuropeMind(STEADY))
    player.ends, player.tried = dict(zip(moves, ends, strict=True)), Counter()
    assert player._best(engine, view, seat, moves) == best
    if best:
        # Who does badly is dropped, and the time goes to those in question.
        assert player.tried[moves[1]] < player.tried[moves[best]]


def test_near_the_end_moves_are_tried_and_the_same_seed_tries_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "TRIALS", 150)
    engine, view, seat = choices(3)
    asked = []
    whole = Trier._best

    def best(self: Any, engine: Engine, view: Any, seat: str, moves: Any) -> int:
        asked.append(list(moves))
        return whole(self, engine, view, seat, moves)

    monkeypatch.setattr(Trier, "_best", best)
    for lines, tries in ((1, 2), (10_000, 0)):
        monkeypatch.setattr(trials, "LINES", lines)
        asked.clear()
        chosen = [make_player("marshal", engine, seat, "s").choose(engine, view, seat) for _ in range(2)]
        assert chosen[0] == chosen[1]
        engine.check(view, seat, chosen[0])
        assert len(asked) == tries
        for moves in asked:
            assert moves == asked[0]
            assert 1 < len(moves) <= trials.MOST
            for move in moves:
                engine.check(view, seat, move)


def test_told_to_stop_a_player_tries_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, view, seat = choices(3)
    monkeypatch.setattr(trials, "LINES", 1)
    player: Any = make_player("marshal", engine, seat, "s")
    monkeypatch.setattr(player, "_line", lambda *_: (player.stop(), (0.5, 10))[1])
    engine.check(view, seat, player.choose(engine, view, seat))
    assert not player._told.is_set()
    # A line that was cut short does not say that the end is near.
    assert not player._near
    monkeypatch.setattr(player, "_line", lambda *_: (0.5, 10))
    player.choose(engine, view, seat)
    assert player._near
