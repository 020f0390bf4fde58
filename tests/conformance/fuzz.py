"""Looks for broken laws in random games under random options, among moves with something changed, and among files of
every kind with something changed: ``python -m tests.conformance.fuzz SEED SECONDS``.

The suite plays each case with fixed seeds, so that it is quick and the same for everybody. This goes on where
it stops: it plays as many games as the time allows and prints the first example of each kind of breach, with
what is needed to play it again. Exit code 1 if there is any.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from napwidgets.kernel.dice import SeededDice
from napwidgets.kernel.rulings import IllegalMove, ScenarioError
from napwidgets.kernel.system import Engine
from napwidgets.scenarios import load, scenario_files
from tests.conformance.cases import Step, all_moves, disguise_of, play, sample
from tests.conformance.conserved import mingled, unexplained
from tests.conformance.files import Folder
from tests.conformance.mutants import mutate
from tests.conformance.twins import compared


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
    moves = [step.move, *(move for _, move in rng.sample(found, min(2, len(found))))]
    for seat, move, why in compared(engine, step, list(dict.fromkeys(moves))):
        if why:
            yield f"{what}: {seat} tells {type(move).__name__} apart: {why}"


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


def typed(engine: Engine, step: Step, rng: Random) -> Iterator[str]:
    """What a move that somebody typed with a slip does but be made, or refused with a reason."""
    plain = msgspec.json.decode(engine.encode(step.move))
    for _ in range(6):
        raw = json.dumps(mutate(plain, rng)).encode()
        try:
            move = engine.decode_move(raw)
            with suppress(IllegalMove):
                engine.label(step.state, move)
            with suppress(IllegalMove):
                engine.apply(step.state, step.seat, move, SeededDice("typed"), [])
        except msgspec.DecodeError:
            continue
        except Exception as error:
            yield f"{type(step.move).__name__}: {raw.decode()[:200]} ends in {type(error).__name__}: {error}"


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
        if mingled(engine, step):
            yield f"{type(step.move).__name__}: troops of both sides in one hex"
    for step in sample(steps, 25, seed):
        yield from breaches(engine, step, rng)
        yield from typed(engine, step, rng)


def _files(rng: Random, seconds: float) -> Counter[str]:
    """Spoil files until the time is up; games are played with the shipped ones again."""
    seen: Counter[str] = Counter()
    before, end, tried = os.environ.get("NAPWIDGETS_SCENARIOS", ""), time.monotonic() + seconds, 0
    with TemporaryDirectory() as own:
        folder = Folder(Path(own))
        while time.monotonic() < end:
            tried += 1
            for breach in folder.trial(rng):
                seen[breach] += 1
                print(breach, flush=True)
    os.environ["NAPWIDGETS_SCENARIOS"] = before
    print(f"{tried} files, {len(seen)} of them answered wrongly.", flush=True)
    return seen


def main() -> int:
    """Play until the time is up."""
    name, seconds = sys.argv[1], float(sys.argv[2])
    rng, end, games = Random(name), time.monotonic() + seconds, 0
    seen = _files(rng, seconds / 3)
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
