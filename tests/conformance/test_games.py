"""Laws of games: undo, branches, saves and replays lead to equal positions, in every process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256

import msgspec
import pytest

from napwidgets.kernel import saves
from napwidgets.kernel.dice import DiceNeeded, record
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import SaveError, UndoRefused
from napwidgets.kernel.system import Engine
from tests.conformance.cases import all_moves, find_engine, trace
from tests.conformance.child import played

MOVES = 250


def test_undo_gives_back_the_position_before(case: str, engine: Engine) -> None:
    undone = refused = 0
    for game in list(played(engine, "undo", MOVES).line())[:-1]:
        assert game.parent is not None
        asked = [(g.decision.seat if g.decision is not None else None) for g in (game.parent, game)]
        # A die has fallen, or somebody else has seen it.
        assert not (game.can_undo() and (game.last.throws or asked[0] != asked[1]))
        if game.can_undo():
            assert game.undo().state == game.parent.state
            assert engine.encode(game.undo().state) == engine.encode(game.parent.state)
            undone += 1
        else:
            with pytest.raises(UndoRefused):
                game.undo()
            refused += 1
    assert undone + refused > 0
    assert refused


def test_playing_on_from_an_earlier_moment_is_a_branch_that_leaves_the_line_alone(case: str, engine: Engine) -> None:
    game = played(engine, "branch", 60)
    hashes = [saves.state_hash(g) for g in game.line()]
    again = game.at(game.number // 2)
    for step in game.history()[game.number // 2 + 1 :]:
        again = again.play(step.move, step.seat)
    assert again.state == game.state
    other = game.branch(game.number // 2, seed="another")
    assert other.state == game.at(game.number // 2).state
    assert [saves.state_hash(g) for g in game.line()] == hashes


def test_a_save_loads_to_an_equal_game_and_is_small(case: str, engine: Engine) -> None:
    game = played(engine, "save", MOVES)
    raw = saves.dump(game)
    again = saves.load(raw, find_engine)
    assert again.state == game.state
    assert saves.dump(again) == raw
    assert [g.state for g in again.line()] == [g.state for g in game.line()]
    assert len(raw) - len(saves.dump(game.at(0))) <= 400 * game.number


def test_a_branch_with_another_seed_is_saved_and_plays_on_alike(case: str, engine: Engine) -> None:
    first = played(engine, "one", 40)
    game = first.branch(20, seed="two")
    for _ in range(10):
        if engine.outcome(game.state) is not None:
            break
        game = game.play(all_moves(engine, game.state)[0][1])
    again = saves.load(saves.dump(game), find_engine)
    assert again.state == game.state
    assert (again.seed, again.position) == (game.seed, game.position)


@pytest.fixture(scope="session")
def elsewhere() -> Iterator[subprocess.Popen[str]]:
    """A process that plays games too, whose sets have another order than those of this one."""
    hash_seed = "4711" if os.environ.get("PYTHONHASHSEED") != "4711" else "1"
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.conformance.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        encoding="utf-8",
    )
    with child:
        yield child


def test_saves_and_play_agree_between_processes_with_other_hash_seeds(
    case: str, engine: Engine, elsewhere: subprocess.Popen[str]
) -> None:
    game = played(engine, "process", MOVES)
    raw = saves.dump(game)
    asked = {"case": case, "seed": "process", "moves": MOVES, "save": raw.decode()}
    assert elsewhere.stdin is not None
    assert elsewhere.stdout is not None
    elsewhere.stdin.write(json.dumps(asked) + "\n")
    elsewhere.stdin.flush()
    assert json.loads(elsewhere.stdout.readline()) == {
        "loaded": saves.state_hash(game),
        "played": saves.state_hash(game),
        "save": sha256(raw).hexdigest(),
    }


def test_a_save_with_other_dice_or_moves_is_refused(case: str, engine: Engine) -> None:
    game = played(engine, "edit", 80)
    plain = msgspec.json.decode(saves.dump(game))
    at = next(i for i, (_, _, dice) in enumerate(plain["moves"]) if dice)
    dice = plain["moves"][at][2]
    dice[0] = [dice[0][0] % 6 + 1, *dice[0][1:]] if dice[0][0] else [1]
    with pytest.raises(SaveError, match=f"move {at + 1},"):
        saves.load(msgspec.json.encode(plain), find_engine)


def test_the_game_goes_the_same_way_with_dice_typed_in(case: str, engine: Engine) -> None:
    steps = trace(case)[:120]
    setup = Game.new(engine, "1815").last.throws
    with_dice = Game.new(engine, None, record(setup)) if setup else Game.new(engine, None)
    for step in steps:
        if step.throws:
            with pytest.raises(DiceNeeded):
                with_dice.play(step.move)
        with_dice = with_dice.play(step.move, typed=record(step.throws))
    assert with_dice.state == steps[-1].after


def test_encoding_a_move_and_reading_it_gives_it_back(case: str, engine: Engine) -> None:
    for step in trace(case):
        raw = engine.encode(step.move)
        assert engine.decode_move(raw) == step.move
        assert engine.encode(engine.decode_move(raw)) == raw


def test_units_come_as_a_data_frame_of_one_shape(case: str, engine: Engine) -> None:
    game = Game.new(engine)
    known = game.units(engine.seats[0])
    assert len(known) == len(game.units(everything=True)) > 0
    assert list(known.columns) == list(game.units().columns)
