"""A law of computer players: the steady one has a legal answer to every kind of decision that a system can put.

A system joins with a module ``tests.<system>.rare`` with a function ``positions()``: engines and states with decisions
that random play seldom meets. The rest is met in the first moves of random games. ``NEVER`` in that module names
decisions that its rules share with others and never put.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module

import pytest

from napwidgets.kernel.agenda import AgendaEngine, Choice
from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.system import Engine, State
from napwidgets.players.registry import make_player, make_players
from tests.conformance.cases import cases, engine_of

#: Moves of each random game, and answers of each kind that are tried.
MOVES, TRIED = 220, 4
SEEDS = ("answers", "more", "others")


def _explored(engine: Engine, seed: str) -> Iterator[tuple[Engine, State]]:
    """The positions of the beginning of a random game."""
    dice = SeededDice(seed)
    players = make_players(engine, seed, {})
    state = engine.start(dice, [])
    for _ in range(MOVES):
        decision = engine.decision(state)
        if decision is None:
            return
        yield engine, state
        view = engine.view(state, decision.seat)
        state = engine.apply(state, decision.seat, players[decision.seat].choose(engine, view, decision.seat), dice, [])


def _kind(state: State) -> type[Choice]:
    found: type[Choice] = type(state.agenda[-1])  # type: ignore[attr-defined]
    return found


def answer(engine: Engine, state: State) -> None:
    """What the steady player says to a decision is legal."""
    decision = engine.decision(state)
    assert decision is not None
    player = make_player("steady", engine, decision.seat)
    engine.check(state, decision.seat, player.choose(engine, engine.view(state, decision.seat), decision.seat))


@pytest.mark.parametrize("system", ["nlc", "mop", "wap", "jdg", "con"])
def test_the_steady_player_answers_every_kind_of_decision(system: str) -> None:
    met: Counter[type[Choice]] = Counter()
    rare = import_module(f"tests.{system}.rare")
    for engine, state in rare.positions():
        met[_kind(state)] += 1
        answer(engine, state)
    engines = [engine_of(case.name) for case in cases() if case.scenario.startswith(f"{system}/")]
    never = getattr(rare, "NEVER", ())
    known = {kind for engine in engines if isinstance(engine, AgendaEngine) for kind in engine.decisions()}
    wanted = {kind for kind in known if kind.__name__ not in never}
    # Other seeds only if the first games have not met everything.
    for engine, seed in ((engine, seed) for seed in SEEDS for engine in engines):
        if wanted <= set(met):
            break
        for _, state in _explored(engine, seed):
            if met[_kind(state)] < TRIED:
                met[_kind(state)] += 1
                answer(engine, state)
    assert wanted, "a system says which decisions it puts"
    missing = sorted(kind.__name__ for kind in wanted - set(met))
    assert not missing, f"tests.{system}.rare has no position for {', '.join(missing)}"
