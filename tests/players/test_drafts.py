"""Drafts of a turn that are played on to the end of a game."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine
from napwidgets.players import search
from napwidgets.players.jdg_mind import MarchMind
from napwidgets.players.jdg_situation import STEADY, Lie, Situation
from napwidgets.players.registry import make_player, make_players
from napwidgets.players.search import FEWEST
from napwidgets.players.trials import Drafter, Effort, race
from napwidgets.scenarios import load

SHORT = "jdg/germany-1813-1"


def before_a_march(turn: int) -> tuple[Engine, Any, str]:
    """The first march of a turn in a game of steady players: the engine, the view and the seat."""
    engine = load(SHORT)
    players, dice = make_players(engine, "d", {}, default="steady"), SeededDice("d")
    state: Any = engine.start(dice, [])
    while (decision := engine.decision(state)) is not None:
        view = engine.view(state, decision.seat)
        if state.turn == turn and decision.kind == MarchMind.opening:
            return engine, view, decision.seat
        state = engine.apply(state, decision.seat, players[decision.seat].choose(engine, view, decision.seat), dice, [])
    raise AssertionError("no such march")


class Sure(Drafter[Any]):
    """A player who knows how every draft ends: ``best`` is the fancy that ends well; ``far`` is how far the end is."""

    best, far = -1, 50

    def __init__(self) -> None:
        super().__init__(Random(1), MarchMind(STEADY))
        self.fancies: Counter[float] = Counter()

    def _line(self, engine: Engine, view: Any, seat: str, mood: Any, seed: str, *more: Any) -> tuple[float, int]:
        if len(more) > 1:
            # It looks how far the end is.
            return 0.5, self.far
        self.fancies[mood.fancy] += 1
        drawn = [*self.fancies]
        return (0.9 if len(drawn) > self.best >= 0 and mood.fancy == drawn[self.best] else 0.5), self.far

    def _best(self, *_: Any) -> int:
        return 0


def test_a_race_goes_to_who_ends_best_and_the_usual_one_wins_a_tie() -> None:
    played: Counter[int] = Counter()

    def line(n: int, k: int) -> tuple[float, int]:
        played[n] += 1
        return (0.5, 0.4, 0.8, 0.3, 0.2)[n] + Random(f"{n}/{k}").random() / 10, 10

    assert race(5, line, 1000, lambda: False) == 2
    # Those that do badly are dropped, and the time goes to those in question.
    assert played[2] + 1 == played[0] == max(played.values())
    assert played[2] > 2 * played[1] > 2 * played[4] > 2 * FEWEST
    assert sum(played.values()) == 100
    assert race(3, lambda n, k: (0.5, 10), 300, lambda: False) == 0
    # Too few lines say nothing.
    assert race(2, lambda n, k: ((0.1, 0.9)[n], 10), 10 * 2 * (FEWEST - 1), lambda: False) == 0
    assert race(2, lambda n, k: ((0.1, 0.9)[n], 10), 10 * 2 * FEWEST, lambda: False) == 1


def test_a_race_that_is_stopped_counts_no_line_that_was_cut_short() -> None:
    made: list[int] = []

    def line(n: int, k: int) -> tuple[float, int]:
        made.append(n)
        return (0.1, 0.9)[n], 10

    assert race(2, line, 1000, lambda: len(made) >= 2 * FEWEST) == 0
    made.clear()
    assert race(2, line, 1000, lambda: len(made) > 2 * FEWEST) == 1


def test_who_has_a_fancy_finds_some_places_dearer_and_others_cheaper_than_they_score() -> None:
    engine, view, seat = before_a_march(2)
    x: Any = engine.context
    side = x.setting.seat_side[engine.seats.index(seat)]
    lie = Lie(x)
    plain, fond, same, other = (
        Situation(x, view, side, lie, replace(STEADY, fancy=fancy)) for fancy in (0.0, 7.0, 7.0, 8.0)
    )
    dearer = Counter[bool]()
    for box in lie.goals:
        # To take and to keep it are two things.
        take, keep = lie.fancies(7.0)[box]
        assert take != keep
        for ask, by in ((Situation.gain, take), (Situation.stake, keep)):
            worth = ask(plain, box)
            assert isinstance(worth, int), "without a fancy it is what the place scores"
            assert ask(fond, box) == ask(same, box) == by * worth
            assert (ask(other, box) != ask(fond, box)) is bool(worth)
            dearer[by > 1] += bool(worth)
    assert dearer[True]
    assert dearer[False]


@pytest.mark.parametrize("best", [-1, 0, 3])
def test_the_draft_that_ends_best_is_followed_for_the_turn(best: int) -> None:
    engine, view, seat = before_a_march(3)
    player = Sure()
    player.best = best
    engine.check(view, seat, player.choose(engine, view, seat))
    drawn = [*player.fancies]
    assert len(drawn) == MarchMind.drafting.most
    assert drawn[0] == 0.0, "the usual way is among them"
    assert player.plan.mood == replace(STEADY, fancy=drawn[max(best, 0)])
    assert player._own.mood == player.plan.mood
    assert (player.plan.name == "draft") is (best > 0)
    assert player.plan.words in player.why(engine, view, seat)
    # It is drafted once a turn.
    before = player.fancies.total()
    player.choose(engine, view, seat)
    assert player.fancies.total() == before
    # The next turn begins with the usual one again.
    player._drafted -= 1
    player.best = -1
    player.choose(engine, view, seat)
    assert player.fancies.total() > before
    assert player.plan.mood == STEADY


def test_a_turn_is_drafted_only_where_the_end_is_near_enough() -> None:
    engine, view, seat = before_a_march(3)
    by = MarchMind.drafting
    near = by.trials // by.lines
    for far in (near, near + 1):
        player = Sure()
        player.far = far
        player.choose(engine, view, seat)
        assert bool(player.fancies) is (far == near)
    # That is time enough for every draft to be told from the usual one.
    assert by.trials / near >= by.most * FEWEST


def test_nothing_is_drafted_before_the_march() -> None:
    engine, state, player = load(SHORT), None, Sure()
    players, dice = make_players(engine, "d", {}, default="steady"), SeededDice("d")
    state = engine.start(dice, [])
    kinds = Counter[str]()
    while (decision := engine.decision(state)) is not None and engine.clock(state)[0] < 3:
        view, before = engine.view(state, decision.seat), player.fancies.total()
        if decision.seat == engine.seats[0]:
            player.choose(engine, view, decision.seat)
            kinds[decision.kind] += player.fancies.total() > before
        move = players[decision.seat].choose(engine, view, decision.seat)
        state = engine.apply(state, decision.seat, move, dice, [])
    assert {kind: n for kind, n in kinds.items() if n} == {MarchMind.opening: 2}
    assert len(kinds) > 1


def test_a_draft_that_was_cut_short_is_begun_anew_and_what_was_studied_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, view, seat = before_a_march(3)
    fond = replace(STEADY, gain=0.3)
    monkeypatch.setattr(search, "studied", lambda *_: fond)
    player = Sure()
    whole = player._line
    player._line = lambda *asked: (player.stop(), whole(*asked))[1]  # type: ignore[method-assign]
    engine.check(view, seat, player.choose(engine, view, seat))
    assert player.plan.mood == fond
    assert player._drafted != engine.clock(view)[0]
    player._line, player.best = whole, 2  # type: ignore[method-assign]
    player.choose(engine, view, seat)
    assert player.plan.name == "draft"
    assert replace(player.plan.mood, fancy=0.0) == fond
    assert player._drafted == engine.clock(view)[0]


def test_by_the_same_seed_a_marshal_drafts_the_same_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, view, seat = before_a_march(4)
    monkeypatch.setattr(MarchMind, "drafting", Effort(600, 1, 3))
    monkeypatch.setattr(MarchMind, "effort", Effort(200, 1, 2))
    plans = []
    for _ in range(2):
        player: Any = make_player("marshal", engine, seat, "same")
        move = player.choose(engine, view, seat)
        engine.check(view, seat, move)
        plans.append((move, player.plan))
    assert plans[0] == plans[1]
