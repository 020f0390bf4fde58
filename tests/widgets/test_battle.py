"""The battle resolver: what if, countercharges, and where a figure is not from the rules text."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.systems.tactical.core.causes import FIRE_WORDS, MORALE_WORDS
from napwidgets.table.table import Table
from napwidgets.widgets import BattleResolver
from napwidgets.widgets.battle_resolver import SandboxResolver


def bench(**values: object) -> SandboxResolver:
    found = BattleResolver.sandbox("nlc")
    found.set(**values)
    return found


def lines(found: SandboxResolver) -> dict[str, dict[str, Fraction]]:
    assert found.battle is not None
    return {w.label: {s.label: Fraction(s.exact) for s in w.shares} for w in found.battle.what_if}


def test_a_what_if_is_the_battle_that_one_gets_by_trying_it() -> None:
    found = bench()
    asked = lines(found)
    assert asked["Defender in woods"] != asked["As it is"]
    assert found.battle is not None
    for i, line in enumerate(found.battle.what_if[1:], 1):
        tried = bench()
        tried.form._handle_custom_msg({"do": "try", "arg": str(i), "serial": tried.form.serial}, [])
        assert lines(tried)["As it is"] == asked[line.label], line.label


def test_more_strength_never_makes_the_attacker_worse() -> None:
    asked = lines(bench(across="stream"))
    assert asked["Attacker +1 SP"]["Defender loses a step"] >= asked["As it is"]["Defender loses a step"]
    assert asked["Fire goes across nothing"]["Defender loses a step"] >= asked["As it is"]["Defender loses a step"]


def test_the_garrison_of_a_chateau_is_never_asked_to_retreat() -> None:
    assert "Defender retreats when hit" not in lines(bench(ground="chateau"))
    found = bench(ground="chateau", retreat=1)
    assert found.battle is None
    assert "NLC 10" in found.form.html


def test_what_can_not_be_is_refused_with_its_paragraph() -> None:
    found = bench(**{"a:i": 0, "a:f": 4, "kind": "bombardment", "ground": "chateau"})
    assert found.battle is None
    assert "10" in found.form.html
    assert "Defender in a chateau" not in lines(bench(**{"a:i": 0, "a:f": 4, "kind": "bombardment"}))


def test_infantry_that_may_not_be_ready_is_part_of_a_charge() -> None:
    found = bench(**{"kind": "charge", "a:i": 0, "a:f": 0, "a:c": 4})
    assert found.battle is not None
    assert "Infantry is not ready to receive (counted in)" in {c.label for c in found.battle.chances}
    shaken = bench(**{"kind": "charge", "a:i": 0, "a:f": 0, "a:c": 4, "d:disrupted": 1})
    assert shaken.battle is not None
    assert shaken.battle.parties[0].strength == "fires with 8"
    assert any(f.value == "× 2" and "7.10" in f.cite for f in shaken.battle.parties[0].lines)


def test_every_modifier_has_words_and_a_paragraph() -> None:
    for text, cite in (*FIRE_WORDS.values(), *MORALE_WORDS.values()):
        assert text
        assert cite.startswith("NLC ")


def test_a_figure_that_is_reconstructed_says_so() -> None:
    found = bench(ground="marsh")
    assert "into a marsh 75 % (reconstructed)" in found.form.html
    assert "the text has no marsh" in found.form.html
    assert "reconstructed" not in bench(ground="woods").form.html


@pytest.fixture(scope="module")
def reaction() -> Game:
    """A game in which somebody may countercharge, found by playing at random."""
    for seed in range(40):
        game, rng = napwidgets.new_game("nlc/quatre-bras", seed=str(seed)), Random(seed)
        while (decision := game.decision) is not None and game.number < 400:
            if decision.kind == "reaction" and len(game.options()) > 1:
                return game
            moves = list(game.options())
            for subject in game.subjects():
                moves += game.options(subject.id)
            game = game.play(rng.choice(moves).move)
    raise AssertionError("nobody ever came near enough to countercharge")


def test_a_countercharge_shows_its_odds_to_who_decides_and_to_nobody_else(reaction: Game) -> None:
    assert reaction.decision is not None
    seat = reaction.decision.seat
    table = Table(reaction)
    battle = table.presenter.battle(reaction.view(seat), seat, None, -1)
    assert battle is not None
    assert battle.title.startswith("Countercharge at ")
    assert "passes its check and strikes" in battle.chances[0].label
    for spread in battle.spreads:
        assert sum(Fraction(s.exact) for s in spread.shares) == 1
    other = next(s for s in reaction.engine.seats if s != seat)
    assert table.presenter.battle(reaction.view(other), other, None, -1) is None
