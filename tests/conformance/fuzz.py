"""Looks for broken laws in random games under random options: ``python -m tests.conformance.fuzz SEED
SECONDS``.

The suite plays each case with fixed seeds, so that it is quick and the same for everybody. This goes on where
it stops: it plays as many games as the time allows and prints the first example of each kind of breach, with
what is needed to play it again. Exit code 1 if there is any.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from napwidgets.kernel.rulings import IllegalMove, ScenarioError
from napwidgets.kernel.system import Engine
from napwidgets.scenarios import load, scenario_files
from tests.conformance.cases import Step, all_moves, disguise_of, play, sample
from tests.conformance.conserved import unexplained


def random_engine(rng: Random) -> tuple[Engine, str, dict[str, bool]]:
    """A scenario, the short ones more often, under options that go together."""
    files = list(scenario_files())
    while True:
        id = rng.choice([*files, *files[:2] * 2])
        engine = load(id)
        names = list(engine.setting.options.__struct_fields__)  # type: ignore[attr-defined]
        options = {name: True for name in names if rng.random() < 0.3}
        try:
            return load(id, options), id, options
        except ScenarioError:
            continue


def breaches(engine: Engine, step: Step, rng: Random) -> Iterator[str]:
    """The laws that a position breaks."""
    what = type(step.state.agenda[-1]).__name__
    found = all_moves(engine, step.state)
    if not found:
        yield f"{what}: a dead end"
        return
    if max(Counter(found).values()) > 1:
        yield f"{what}: a move stands twice in one list"
    for _, move in rng.sample(found, min(6, len(found))):
        try:
            engine.check(step.state, step.seat, move)
        except IllegalMove as refusal:
            yield f"{what}: {type(move).__name__} is offered but refused ({refusal.code})"
    if all_moves(engine, engine.view(step.state, step.seat)) != found:
        yield f"{what}: the options from the view are others"
    for seat in (*engine.seats, None):
        yield from _leaks(engine, step, seat, found, what)


def _leaks(engine: Engine, step: Step, seat: str | None, found: list[Any], what: str) -> Iterator[str]:
    view = engine.view(step.state, seat)
    for other in disguise_of(engine)(engine, step.state, seat):
        if engine.view(other, seat) != view:
            yield f"{what}: the view shows what the seat can't see"
        elif seat == step.seat and all_moves(engine, other) != found:
            yield f"{what}: the options depend on what the seat can't see"
        elif seat == step.seat:
            labels = ((engine.label(other, move), engine.label(step.state, move)) for _, move in found[:15])
            if any(a != b for a, b in labels):
                yield f"{what}: the labels depend on what the seat can't see"


def game(engine: Engine, seed: str, rng: Random) -> Iterator[str]:
    """The laws that a random game breaks."""
    try:
        steps = play(engine, seed)
    except Exception as error:
        yield f"play stops with {type(error).__name__}: {error}"
        return
    for step in steps:
        if unexplained(engine, step):
            yield f"{type(step.move).__name__}: something changed without an event"
    for step in sample(steps, 25, seed):
        yield from breaches(engine, step, rng)


def main() -> int:
    """Play until the time is up."""
    name, seconds = sys.argv[1], float(sys.argv[2])
    rng, end, games = Random(name), time.monotonic() + seconds, 0
    seen: Counter[str] = Counter()
    while time.monotonic() < end:
        games += 1
        engine, id, options = random_engine(rng)
        for breach in game(engine, f"{name}/{games}", rng):
            seen[breach] += 1
            if seen[breach] == 1:
                print(f"{breach}\n    play(load({id!r}, {options}), {name + '/' + str(games)!r})", flush=True)
    print(f"{games} games, {len(seen)} kinds of breaches.")
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
