"""What searching players know of fields beforehand: data that fit, and who plays by them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from napwidgets.kernel.dice import SeededDice
from napwidgets.lab.study import mind_of
from napwidgets.players import search
from napwidgets.players.nlc_mind import BattleMind
from napwidgets.players.nlc_temper import STEADY
from napwidgets.players.registry import make_player
from napwidgets.players.search import Searcher
from napwidgets.players.studies import FOLDER, Study, studied, studies
from napwidgets.scenarios import find, load

STUDIED = sorted(path.stem for path in FOLDER.glob("*.json"))


@pytest.mark.parametrize("system", STUDIED)
def test_every_study_is_of_a_side_of_a_scenario_and_of_weights_that_its_player_has(system: str) -> None:
    found = studies(system)
    assert found
    for id, sides in found.items():
        assert find(id)
        engine = load(id)
        assert engine.system == system
        usual = mind_of(engine).usual
        for seat, study in sides.items():
            assert seat in engine.seats
            assert set(study.weights) <= set(usual.weights())
            assert study.games > 0
            assert 0 <= study.usual <= 100
            assert 0 <= study.points <= 100
            best = studied(engine, seat, usual)
            assert best is not None
            assert best.weights() == usual.weights() | (study.weights if study.pays else {})


def test_only_a_study_that_did_better_for_certain_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, (seat, other) = load("nlc/first-steps"), load("nlc/first-steps").seats
    for points, near in ((57.0, STEADY.near), (57.2, 0.25)):
        known = {"nlc/first-steps": {seat: Study({"near": 0.25}, points, 50.0, 100, "s")}}
        monkeypatch.setattr("napwidgets.players.studies.studies", lambda system, known=known: known)
        best = studied(engine, seat, STEADY)
        assert best is not None
        assert best.near == near
        assert studied(engine, other, STEADY) is None
        assert studied(load("nlc/wavre"), seat, STEADY) is None


def at_the_start(player: Any) -> Any:
    """The first decision of First Steps for a player."""
    engine = load("nlc/first-steps")
    state = engine.start(SeededDice("s"), [])
    seat = engine.decision(state).seat  # type: ignore[union-attr]
    return player.choose(engine, engine.view(state, seat), seat)


def test_on_a_field_that_it_has_studied_a_marshal_keeps_to_what_did_best_there(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = []
    monkeypatch.setattr(search.Searcher, "_line", lambda *asked: lines.append(asked) or (0.5, 100))  # type: ignore[func-returns-value]
    best = STEADY.changed(near=0.5)
    usual = [plan.name for plan in BattleMind(STEADY).plans()]
    for known, plans in ((best, ["studied"]), (STEADY, ["studied"]), (None, usual)):
        monkeypatch.setattr(search, "studied", lambda engine, seat, usual, known=known: known)
        lines.clear()
        player = Searcher(Random(1), BattleMind(STEADY))
        at_the_start(player)
        assert [plan.name for plan in player._plans] == plans
        assert bool(lines) == (len(plans) > 1)
    assert player.plan.mood == STEADY


def test_the_marshal_of_a_studied_field_plays_by_its_weights() -> None:
    followed = []
    for id in ("mop/montmirail", "con/belgium-1815"):
        engine = load(id)
        for seat in engine.seats:
            player: Any = make_player("marshal", engine, seat, "s")
            player._study(engine, seat)
            usual = player.mind.usual
            assert player.plan.mood == studied(engine, seat, usual)
            assert (player.plan.mood != usual) == studies(engine.system)[id][seat].pays
            followed.append(player.plan.mood != usual)
    assert {True, False} <= set(followed)
