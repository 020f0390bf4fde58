"""Moves that are played on to the end of a game."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine, Move, State, winners
from napwidgets.lab.playouts import last_position
from napwidgets.players.registry import make_player, make_players
from napwidgets.players.search import worth_of
from napwidgets.players.trials import Effort, Trier
from napwidgets.players.wap_land import STEADY
from napwidgets.players.wap_mind import EuropeMind
from napwidgets.scenarios import load
from napwidgets.systems.tactical.core import moves as tactical
from napwidgets.systems.wap import moves as m

MOST = 5


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


def test_a_line_that_is_over_is_worth_its_result_first_and_then_by_how_much() -> None:
    engine = load("nlc/first-steps")
    end, _, _ = last_position(engine, make_players(engine, "w", {}, default="steady"), "w")
    outcome = engine.outcome(end)
    assert outcome is not None
    won = winners(engine, outcome)
    assert len(won) == 1
    for seat in engine.seats:
        wide, narrow = (worth_of(engine, end, seat, lambda *_, stands=stands: stands) for stands in (0.2, 0.4))
        assert wide < narrow
        # No lost end is worth as much as a won one.
        best, least = (worth_of(engine, end, seat, lambda *_, stands=stands: stands) for stands in (1.0, 0.0))
        assert least > 0.5 if seat in won else best < 0.5
    begun = engine.start(SeededDice("w"), [])
    assert worth_of(engine, begun, engine.seats[0], lambda *_: 0.7) == 0.7


def test_near_the_end_moves_are_tried_and_the_same_seed_tries_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, view, seat = choices(3)
    asked = []
    whole = Trier._best

    def best(self: Any, engine: Engine, view: Any, seat: str, moves: Any) -> int:
        asked.append(list(moves))
        return whole(self, engine, view, seat, moves)

    monkeypatch.setattr(Trier, "_best", best)
    for lines, tries in ((1, 2), (10_000, 0)):
        monkeypatch.setattr(EuropeMind, "effort", Effort(150, lines, MOST))
        asked.clear()
        chosen = [make_player("marshal", engine, seat, "s").choose(engine, view, seat) for _ in range(2)]
        assert chosen[0] == chosen[1]
        engine.check(view, seat, chosen[0])
        assert len(asked) == tries
        for moves in asked:
            assert moves == asked[0]
            assert 1 < len(moves) <= MOST
            for move in moves:
                engine.check(view, seat, move)


def test_told_to_stop_a_player_tries_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, view, seat = choices(3)
    monkeypatch.setattr(EuropeMind, "effort", Effort(2000, 1, MOST))
    player: Any = make_player("marshal", engine, seat, "s")
    monkeypatch.setattr(player, "_line", lambda *_: (player.stop(), (0.5, 10))[1])
    engine.check(view, seat, player.choose(engine, view, seat))
    assert not player._told.is_set()
    # A line that was cut short does not say that the end is near.
    assert not player._near
    monkeypatch.setattr(player, "_line", lambda *_: (0.5, 10))
    player.choose(engine, view, seat)
    assert player._near


def test_where_moves_are_tried_the_usual_plan_is_followed_whatever_was_followed_before() -> None:
    engine, view, seat = choices(3)
    player: Any = make_player("marshal", engine, seat, "s")
    player._plan, player._looked, player._near = 1, engine.clock(view)[0], True
    player._best = lambda *_: 0
    player.choose(engine, view, seat)
    assert player.plan.name == "usual"
    assert player._own.mood == player._plans[0].mood != player._plans[1].mood


BATTLES = ("nlc/first-steps", "mop/champaubert")


@pytest.mark.parametrize("id", BATTLES)
def test_in_a_battle_the_best_moves_by_a_look_are_tried_and_no_others(id: str) -> None:
    """Each is legal, the move that ends the segment is among them, and of two the better one comes first."""
    engine: Any = load(id)
    players, dice = make_players(engine, "b", {}, default="steady"), SeededDice("b")
    state, seen = engine.start(dice, []), Counter[str]()
    while (decision := engine.decision(state)) is not None and engine.clock(state)[0] < 3:
        own: Any = players[decision.seat]
        view = engine.view(state, decision.seat)
        moves = own.next_best(engine, view, decision.seat, 3)
        for move in moves:
            engine.check(view, decision.seat, move)
        seen[decision.kind] += len(moves)
        assert len(moves) <= 4
        if moves and any(isinstance(move, tactical.Pass) for move in engine.options(view)):
            assert any(isinstance(move, tactical.Pass) for move in moves)
        chosen = own.choose(engine, view, decision.seat)
        if decision.kind == "movement" and not isinstance(chosen, tactical.Pass):
            assert moves[0] == chosen
        state = engine.apply(state, decision.seat, chosen, dice, [])
    assert seen["movement"] > 20
    assert {kind for kind, n in seen.items() if n} >= {"movement", "orders"}
    # What a title weighs in its own way stays as it is.
    assert not seen["trains"] + seen["dummies"]


def test_a_battle_is_tried_to_the_end_only_where_that_is_near() -> None:
    engine = load("nlc/quatre-bras")
    state = engine.start(SeededDice("n"), [])
    seat = engine.seats[0]
    player: Any = make_player("marshal", engine, seat, "n")
    player.choose(engine, engine.view(state, seat), seat)
    assert not player._near
    near = player.mind.effort.trials // player.mind.effort.lines
    for length in (near, near + 1):
        player = make_player("marshal", engine, seat, "n")
        asked: list[int] = []
        player._line = lambda *line, asked=asked, length=length: (asked.append(line[-1]), (0.5, length))[1]
        player.choose(engine, engine.view(state, seat), seat)
        assert player._near is (length == near)
        # The line is played no farther than it takes to know that.
        assert asked[0] == near + 1


def test_both_sides_are_sketched_on_the_way_to_the_end() -> None:
    engine: Any = load("nlc/first-steps")
    state = engine.start(SeededDice("k"), [])
    seat = engine.decision(state).seat
    player: Any = make_player("marshal", engine, seat, "k")
    moods: list[Any] = []
    whole = player.mind.player
    player.mind.player = lambda rng, mood: (moods.append(mood), whole(rng, mood))[1]
    moves = player._candidates(engine, engine.view(state, seat), seat)
    assert not moods
    player.mind.effort = Effort(5, 1, MOST)
    player._best(engine, engine.view(state, seat), seat, moves)
    sketch = player.mind.sketched(player.mind.usual)
    assert set(moods) == {sketch}
    assert sketch != player.mind.usual
