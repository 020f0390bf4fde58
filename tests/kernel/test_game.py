"""Games as handles on positions: playing, going back, branching, telling what happened."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import DiceNeeded, SeededDice, Throw, WrongDice
from napwidgets.kernel.game import Game, Played
from napwidgets.kernel.rulings import GameOver, IllegalMove, UndoRefused
from napwidgets.kernel.system import Event
from tests.conformance.child import played
from tests.kernel.toy import Answer, Bid, March, ToyEngine


def test_playing_gives_a_new_game_and_leaves_the_old_one() -> None:
    game = Game.new(ToyEngine())
    after = game.play(Bid(3))
    assert (game.number, after.number) == (0, 1)
    assert after.parent is game
    assert after.last.seat == "red"
    assert game.state.bids == (-1, -1, -1)


def test_a_refusal_names_code_reason_and_paragraph() -> None:
    game = Game.new(ToyEngine())
    with pytest.raises(IllegalMove) as refused:
        game.play(Bid(99))
    assert refused.value.code == "not-offered"
    assert refused.value.cites == ("TOY 2",)
    with pytest.raises(IllegalMove, match="red's turn"):
        game.play(Bid(1), seat="blue")


def test_options_have_words() -> None:
    game = Game.new(ToyEngine(purse=2))
    assert [option.label.text for option in game.options()] == ["Bid 0", "Bid 1", "Bid 2"]
    assert not game.subjects()


def test_undo_is_refused_once_another_seat_has_to_choose() -> None:
    game = Game.new(ToyEngine())
    with pytest.raises(UndoRefused, match="nothing to take back"):
        game.undo()
    with pytest.raises(UndoRefused, match="branch"):
        game.play(Bid(1)).undo()


def test_at_goes_to_any_earlier_moment() -> None:
    game = played(ToyEngine(), "1", 12)
    assert game.at(5).number == 5
    assert game.at(game.number) is game
    for number in (-1, 13):
        with pytest.raises(ValueError, match=f"{number} is not one of them"):
            game.at(number)


def test_dice_are_hidden_for_a_secret_that_they_decided_and_for_no_other() -> None:
    engine, throw = ToyEngine(), Throw("the weather", "roll", 3, (3,))

    def seen(*events: Event) -> tuple[Throw, ...]:
        played = Played(1, "red", Bid(1), (throw,), events)
        return Game(engine, engine.start(SeededDice("1"), []), None, 0, None, played).dice_for("blue")

    secret = Event("rallied", "Your guards have rallied.", to=("red",))
    assert seen() == (throw,)
    assert seen(secret) == ()
    known = replace(secret, data={"dieless": True})
    assert seen(known) == (throw,)
    assert seen(known, secret) == ()


def test_a_branch_with_another_seed_throws_other_dice() -> None:
    def fight(seed: str) -> tuple[int, ...]:
        game = Game.new(ToyEngine(), "1").branch(0, seed=seed)
        for _ in range(3):
            game = game.play(Bid(0))
        return tuple(throw.value for throw in game.last.throws)

    assert len({fight(str(seed)) for seed in range(12)}) == 3


def test_typed_dice_are_asked_for_one_after_the_other() -> None:
    with pytest.raises(DiceNeeded, match="draw one of red, green, blue"):
        Game.new(ToyEngine(), seed=None)
    game = Game.new(ToyEngine(), seed=None, typed=[(1,)])
    assert game.state.couriers[1] == (1, 0)
    game = game.play(Bid(2)).play(Bid(2))
    with pytest.raises(DiceNeeded, match="equal bids"):
        game.play(Bid(2))
    with pytest.raises(WrongDice):
        game.play(Bid(2), typed=[(3,)])
    assert game.play(Bid(2), typed=[(2,)]).decision.seat == "blue"  # type: ignore[union-attr]


def test_an_interrupt_inside_an_interrupt_comes_back_to_the_march() -> None:
    game = Game.new(ToyEngine(), seed=None, typed=[(1,)])
    for bid in (3, 0, 0):
        game = game.play(Bid(bid))
    game = game.play(March(0, 3))
    assert game.decision is not None
    assert (game.decision.kind, game.decision.seat) == ("ambush", "green")
    game = game.play(Answer(True))
    assert game.decision is not None
    assert (game.decision.kind, game.decision.seat) == ("help", "blue")
    game = game.play(Answer(True), typed=[(2,)])
    assert game.state.couriers[0] == (3, 0), "the march went on after the ambush failed"
    assert game.state.bank == 5


def test_a_finished_game_takes_no_more_moves() -> None:
    game = played(ToyEngine(), "2", 10_000)
    assert game.decision is None
    assert game.outcome is not None
    with pytest.raises(GameOver, match="has ended"):
        game.play(Bid(0))


def test_the_log_holds_what_a_seat_may_know() -> None:
    game = Game.new(ToyEngine()).play(Bid(3)).play(Bid(1))
    assert "You bid 3." in set(game.log("red")["text"])
    assert "You bid 3." not in set(game.log("green")["text"])
    assert set(game.log()["text"]) & {"You bid 3.", "You bid 1."} == set()
    assert len(game.log(everything=True)) == 3


def test_what_is_told_before_a_turn_begins_belongs_to_the_one_that_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Game.new(ToyEngine())
    after = first.play(Bid(3))
    told = replace(after.last, events=tuple(Event(kind, kind) for kind in ("recovered", "turn", "arrived")))
    game = Game(after.engine, after.state, after.seed, after.position, first, told)
    monkeypatch.setattr(ToyEngine, "clock", lambda _, state: (2, "March") if state is after.state else (1, "February"))
    assert game.hours() == [(1, "February"), (2, "March"), (2, "March")]
    assert [row["hour"] for row in game.entries()][-3:] == ["February", "March", "March"]
