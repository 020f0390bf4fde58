"""The ledger of luck: worked out by hand, adding up, and silent about what is hidden."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import napwidgets
from napwidgets.kernel.game import Game
from napwidgets.kernel.system import Event
from napwidgets.lab import luck
from napwidgets.lab.luck import hopes, ledger, revealed, strengths, told
from napwidgets.players.registry import make_players, usual
from napwidgets.systems.registry import aftermath_of
from tests.lab.duel import Duel, Shot


def duel(*faces: tuple[int, ...], **more: Any) -> Game:
    """A duel in which the dice fell so."""
    engine: Any = Duel(**more)
    return Game.new(engine, None).play(Shot(len(faces) // 2), typed=faces)


def play(scenario: str, moves: int = 10_000, seed: str = "1815") -> Game:
    """A game between the usual computer players."""
    game = napwidgets.new_game(scenario, seed=seed)
    players = make_players(game.engine, seed, {}, default=usual(game.engine.system))
    while (decision := game.decision) is not None and game.number < moves:
        game = game.play(players[decision.seat].choose(game.engine, game.view(decision.seat), decision.seat))
    return game


def test_a_duel_by_hand() -> None:
    # Blue has to expect 3 x 1/6, red 2 x 1/3. Red threw its six, blue one hit of two dice.
    (fight,) = ledger(duel((6,), (5, 1))).fights
    assert fight.lost == {"red": 1, "blue": 3}
    assert fight.mean == {"red": Fraction(2, 3), "blue": Fraction(1, 2)}
    assert (fight.exact, fight.runs) == (True, 18)
    assert fight.luck("red") == (3 - Fraction(1, 2)) - (1 - Fraction(2, 3))
    assert fight.dice == (3 - Fraction(1, 2), Fraction(2, 3) - 1)
    assert fight.doubt("red") == 0


def test_pips_by_hand() -> None:
    first, second = ledger(duel((6,), (5, 1))).throws
    assert (first.pips, first.mean, first.deviation) == (6, Fraction(7, 2), Fraction(5, 2))
    assert first.normal == pytest.approx(2.5 / (35 / 12) ** 0.5)
    assert (second.pips, second.mean, second.deviation) == (6, 7, -1)
    assert second.normal == pytest.approx(-1 / (35 / 6) ** 0.5)
    assert {first.seat, second.seat} == {"red"}


def test_luck_adds_up_over_dice_sides_and_turns() -> None:
    game = duel((6,), (5, 1)).play(Shot(1), typed=((1,), (6, 6)))
    found = ledger(game)
    assert [fight.turn for fight in found.fights] == [1, 2]
    for fight in found.fights:
        assert sum(fight.dice) == fight.luck("red") == -fight.luck("blue")
    assert found.luck("red") == found.luck("red", 1) + found.luck("red", 2)
    assert found.pips("red") == Fraction(5, 2) - 1 - Fraction(5, 2) + 5
    assert found.pips("blue") == 0


def test_too_many_ways_are_sampled_and_said_to_be() -> None:
    game = duel(*((3,), (5, 5)) * 9)
    (fight,) = ledger(game, samples=300).fights
    assert (fight.exact, fight.runs, fight.dice) == (False, 300, ())
    assert abs(float(fight.mean["blue"]) - 4.5) < 4 * fight.error["blue"] < 2
    assert fight.doubt("red") == pytest.approx((fight.error["red"] ** 2 + fight.error["blue"] ** 2) ** 0.5)
    (again,) = ledger(game, samples=300).fights
    assert again == fight


def test_a_move_whose_dice_change_nothing_is_no_fight() -> None:
    assert ledger(duel()).fights == ()
    assert ledger(duel()).throws == ()


@pytest.mark.parametrize("end", [False, True])
def test_what_is_hidden_is_told_when_the_game_is_over(end: bool) -> None:
    game = duel((6,), (5, 1), secret=True)
    game = game.play(Shot(0), typed=()) if end else game
    assert revealed(game, "red") is revealed(game, None) is end
    found = ledger(game, "blue")
    assert found.whole is end
    assert len(found.fights) == len(found.throws) // 2 == int(end)
    assert len(ledger(game, "blue", everything=True).fights) == 1


def test_before_the_end_a_seat_is_shown_the_dice_it_may_see_and_no_fight() -> None:
    game = play("jdg/germany-1813-1", 120)
    assert game.outcome is None
    for seat in (*game.engine.seats, None):
        found = ledger(game, seat)
        assert found.fights == ()
        assert not found.whole
        covert = [t for t in found.throws if t.purpose in (game.engine.covert_dice or ())]
        assert all(t.seat == seat for t in covert)
        shown = {(g.number, t.purpose, t.faces) for g in game.line() for t in g.dice_for(seat)}
        assert {(t.move, t.purpose, t.faces) for t in found.throws} <= shown
    everything = ledger(game, everything=True, limit=20, samples=2)
    assert len(everything.throws) > len(ledger(game).throws) > 0


def test_hits_that_must_still_be_taken_count_as_taken() -> None:
    game = play("nlc/quatre-bras", 120, seed="1")
    asked = [g for g in game.line() if (d := g.decision) is not None and d.kind == "retreat"]
    assert asked
    for g in asked:
        plain = dict.fromkeys(g.engine.seats, 0)
        for row in g.engine.rows(g.state):
            plain[row["side"]] += row["strength"]
        assert sum(strengths(g.engine, g.state).values()) < sum(plain.values())


@pytest.mark.parametrize("scenario", ["nlc/first-steps", "con/learning", "wap/trafalgar"])
def test_real_games_add_up(scenario: str) -> None:
    game = play(scenario)
    found = ledger(game, limit=150, samples=20)
    assert found.whole
    assert len(found.throws) == sum(bool(t.faces) for p in game.history() for t in p.throws)
    for fight in found.fights:
        total = sum(fight.luck(side) for side in fight.lost)
        assert total == 0
        assert not fight.exact or sum(fight.dice) == fight.luck(fight.seat)
        before, after = (strengths(game.engine, game.at(n).state) for n in (fight.move - 1, fight.move))
        assert fight.lost == {side: before[side] - after[side] for side in before}
    assert len(found.thrown()) == len(found.throws)
    assert len(found.fought()) == len(found.fights)


def test_every_side_has_strength() -> None:
    for scenario in ("nlc/first-steps", "mop/vauchamps", "jdg/germany-1813-1", "con/learning", "wap/coalitions"):
        game = napwidgets.new_game(scenario)
        assert all(n > 0 for n in strengths(game.engine, game.state).values()), scenario


def test_dice_that_do_not_matter_are_told_from_dice_that_do() -> None:
    game = duel((6,), (5, 1))
    engine, before = game.engine, game.at(0).state
    assert hopes(engine, before, "red", Shot(0), ()) is None
    assert hopes(engine, before, "red", Shot(1), game.last.throws) is not None
    assert luck.side_of(engine, "blue") == "blue"
    assert luck.side_of(engine, "") is None


def test_a_fight_is_told_by_what_was_fought_and_a_march_by_who_marched() -> None:
    fight = Event("battle", "A against B.", hexes=(3,), data={"strengths": [2, 1]})
    lost = Event("losses", "Lost by Simmer 1.", units=(2, 3))
    won, kinds = Event("victory", "A wins."), aftermath_of("con")
    assert told([fight, won, lost], kinds=kinds) == "A against B."
    assert told([fight, won, lost], 2, kinds) == "A against B. A wins. Lost by Simmer 1."
    veiled = Event("march", "A force goes to Mellet.", units=(4,), hexes=(3,), data={"again": True})
    assert told([veiled, Event("march", "Reille goes to Mellet.", units=(4,))]) == "Reille goes to Mellet."
    game = play("con/learning")
    words = {f.move: f.words for f in ledger(game, limit=150, samples=20).fights}
    fought = [n for n in words if any(e.kind in kinds.fights for e in game.at(n).last.events)]
    assert fought
    for n in fought:
        assert words[n] in {e.text for e in game.at(n).last.events if e.kind in kinds.fights}
