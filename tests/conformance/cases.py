"""What the conformance suite runs over: every scenario of every system, the toy system, and the toy title of battles.

A system joins by having scenarios, and a module ``tests.<system>.disguise`` with one function::

    def disguise(engine, state, seat) -> list[state]

It gives states that differ from ``state`` only in what ``seat`` (None: a spectator) can't know: another
hidden bid, other orders, another place of an unseen stack. Where nothing is hidden the list is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from napwidgets.kernel.dice import SeededDice, Throw
from napwidgets.kernel.system import Engine, Event, Move, State
from napwidgets.players.registry import make_players
from napwidgets.scenarios import load, scenario_files
from tests.kernel import toy
from tests.pickets import title

Disguise = Callable[[Engine, State, str | None], list[State]]


class Case(NamedTuple):
    """One thing to test: a scenario with options."""

    name: str
    scenario: str
    options: Mapping[str, Any]


class Step(NamedTuple):
    """One move of a game played at random."""

    state: State
    seat: str
    move: Move
    after: State
    throws: tuple[Throw, ...]
    events: tuple[Event, ...]


#: Optional rules under which a scenario is tested as well: a name, the scenario and the options that are
#: switched on.
VARIANTS: list[tuple[str, str, tuple[str, ...]]] = [
    ("markers", "nlc/first-steps", ("order_markers", "advanced_targets", "interception")),
    ("turn-about", "nlc/first-steps", ("igo_yougo", "six_to_hit", "tiny_units", "huge_units", "overruns")),
    (
        "guns",
        "nlc/first-steps",
        ("advanced_disruption", "artillery_support", "remote_support", "artillery_detail"),
    ),
    ("hidden", "nlc/quatre-bras", ("hidden_movement", "road_column", "order_force", "command_confusion")),
    ("riders", "mop/champaubert", ("vedette_reports", "historical_weather")),
    ("far", "wap/lloyds", ("hidden_fleets", "prizes", "battle_damage")),
    ("six", "wap/coalitions", ("russian_seat", "austrian_seat", "prussian_seat", "spanish_seat")),
    (
        "generals",
        "wap/coalitions",
        ("bernadotte", "blucher", "schwarzenberg", "expeditionary", "abdication", "prizes", "end_of_turn"),
    ),
    ("open", "jdg/germany-1813-2", ("open_play", "no_supply", "force_markers")),
    ("leaders", "jdg/germany-1813-4", ("leaders_shown", "no_dummies", "hamburg")),
    ("alone", "jdg/germany-1813-3", ("solitaire",)),
    ("armies", "jdg/germany-1813-4", ("army_seats",)),
    ("davout", "jdg/germany-1813-5", ("davout", "no_supply")),
]


#: Campaigns that begin with a battle which is a case of its own; one that begins in the middle stands for them.
REPEATED = ("mop/brienne-la-rothiere", "mop/six-days", "mop/campaign-of-1814")


def cases() -> list[Case]:
    """All cases, in a fixed order."""
    found = [Case(id, id, {}) for id in ("toy/couriers", "pickets/first-steps")]
    found += [Case(id, id, {}) for id in scenario_files() if id not in REPEATED]
    found += [Case(f"{id}+{name}", id, dict.fromkeys(options, True)) for name, id, options in VARIANTS]
    return found


def find_engine(scenario: str, options: Mapping[str, Any], tables: Mapping[str, Any]) -> Engine:
    """The engine of a scenario, those of the tests included (what `saves.load` asks for)."""
    if scenario == "toy/couriers":
        return toy.ToyEngine(**options)
    if scenario == "pickets/first-steps":
        return title.engine()
    return load(scenario, options, tables)


@cache
def engine_of(case_name: str) -> Engine:
    """The engine of a case."""
    case = next(case for case in cases() if case.name == case_name)
    return find_engine(case.scenario, case.options, {})


def disguise_of(engine: Engine) -> Disguise:
    """The system's own way to vary what a seat can't see."""
    module = toy if engine.system == "toy" else import_module(f"tests.{engine.system}.disguise")
    found: Disguise = module.disguise
    return found


def play(engine: Engine, seed: str) -> list[Step]:
    """A whole game played at random."""
    players = make_players(engine, seed, {})
    dice = SeededDice(seed)
    state = engine.start(dice, [])
    steps = []
    while (decision := engine.decision(state)) is not None:
        log: list[Event] = []
        dice.throws.clear()
        move = players[decision.seat].choose(engine, engine.view(state, decision.seat), decision.seat)
        after = engine.apply(state, decision.seat, move, dice, log)
        steps.append(Step(state, decision.seat, move, after, tuple(dice.throws), tuple(log)))
        state = after
    return steps


@cache
def trace(case_name: str, seed: str = "1815") -> list[Step]:
    """A game of the case played at random, shared by all tests of a process."""
    return play(engine_of(case_name), seed)


def sample(steps: list[Step], count: int, seed: str = "sample") -> list[Step]:
    """``count`` steps from a game, the first and the last among them, and one of each kind of move."""
    rng = Random(seed)
    kinds = {type(step.move): step for step in rng.sample(steps, len(steps))}
    picked = [steps[0], steps[-1], *kinds.values(), *rng.sample(steps, min(count, len(steps)))]
    return list({id(step): step for step in picked}.values())


def all_moves(engine: Engine, state: State) -> list[tuple[str | None, Move]]:
    """Every option of a state with the subject under which it is listed."""
    found: list[tuple[str | None, Move]] = [(None, move) for move in engine.options(state)]
    for subject in engine.subjects(state):
        found += [(subject.id, move) for move in engine.options(state, subject.id)]
    return found
