"""Laws of refusal: whatever is asked, the answer is a legal move made or a typed refusal with a reason."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import msgspec
import pytest

from napwidgets.kernel.agenda import AgendaEngine
from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Engine, Move, State
from tests.conformance.cases import sample, trace
from tests.conformance.mutants import mutate


def refused(engine: Engine, state: State, seat: str, move: Move) -> bool:
    """Whether a move is refused, in check and apply alike; any other exception fails the test."""
    before = engine.encode(state)
    refusal: IllegalMove | None = None
    try:
        engine.check(state, seat, move)
    except IllegalMove as error:
        refusal = error
    if refusal is not None:
        assert refusal.code
        assert refusal.why.strip()[-1] in ".:!?)", refusal.why
        with pytest.raises(IllegalMove):
            engine.apply(state, seat, move, SeededDice("refused"), [])
        assert engine.encode(state) == before
        return True
    engine.apply(state, seat, move, SeededDice("accepted"), [])
    return False


def test_nobody_moves_for_another_seat(case: str, engine: Engine) -> None:
    for step in sample(trace(case), 30):
        for seat in [*(s for s in engine.seats if s != step.seat), "nobody", ""]:
            assert refused(engine, step.state, seat, step.move)


def test_absurd_moves_are_refused(case: str, engine: Engine) -> None:
    for step in sample(trace(case), 10):
        for absurd in (None, 0, -1, "move", "", (), {}, object(), [step.move], b"x", 1.5):
            assert refused(engine, step.state, step.seat, absurd)


def test_moves_of_other_decisions_are_made_or_refused(case: str, engine: Engine) -> None:
    rng = Random("others")
    steps = trace(case)
    kinds = list({type(step.move): step.move for step in steps}.values())
    answers = [
        refused(engine, step.state, step.seat, move)
        for step in sample(steps, 60)
        for move in [*kinds, *(other.move for other in rng.sample(steps, min(4, len(steps))))]
    ]
    assert any(answers)


def test_mutated_moves_are_made_or_refused(case: str, engine: Engine) -> None:
    rng = Random("fuzz")
    unread = refusals = 0
    for step in sample(trace(case), 60):
        plain = msgspec.json.decode(engine.encode(step.move))
        for _ in range(6):
            try:
                move = engine.decode_move(msgspec.json.encode(mutate(plain, rng)))
            except msgspec.DecodeError:
                unread += 1
                continue
            refusals += refused(engine, step.state, step.seat, move)
            with suppress(IllegalMove):
                engine.label(step.state, move)
    assert unread
    assert refusals


def test_unreadable_moves_are_no_moves(case: str, engine: Engine) -> None:
    for raw in (b"", b"{", b"null", b"[]", b"{}", b'"x"', b"1e999", b'{"type":"nothing"}', b"\xff"):
        with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
            engine.decode_move(raw)


def test_moves_beyond_the_limits_are_no_moves(case: str, engine: Engine) -> None:
    if isinstance(engine, AgendaEngine):
        for raw in (b'["x",1' + b"0" * 400 + b"]", b"[" * 100_000, b"[" * 60 + b"]" * 60):
            with pytest.raises(msgspec.DecodeError):
                engine.decode_move(raw)


def test_unknown_subjects_have_no_options(case: str, engine: Engine) -> None:
    for step in sample(trace(case), 10):
        for subject in ("nothing", "-1", "99999", "x:y:z"):
            assert list(engine.options(step.state, subject)) == []


def test_a_foreign_move_has_no_label(case: str, engine: Engine) -> None:
    if isinstance(engine, AgendaEngine):
        for foreign in (None, 7, "charge!", object(), (1, 2)):
            with pytest.raises(IllegalMove, match="not a move of this game"):
                engine.label(trace(case)[0].state, foreign)
