"""A table for positions of 1814: that of nlc with another engine, units in the open unless the test covers them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from napwidgets.scenarios import load
from napwidgets.systems.mop.engine import Battle
from napwidgets.systems.mop.options import Options
from napwidgets.systems.mop.state import State, Train
from napwidgets.systems.tactical.core.state import OFF
from tests.systems.nlc import table as nlc

#: Where the tests of no battle in particular take place: the plain before Brienne.
PLAIN = "brienne"
SCENARIOS = ("brienne", "la-rothiere", "champaubert", "montmirail", "vauchamps")


@cache
def _loaded(scenario: str) -> Battle:
    engine = load(f"mop/{scenario}")
    assert isinstance(engine, Battle)
    return engine


@cache
def battle(scenario: str = PLAIN, *options: str) -> Battle:
    """The rules of a scenario with some optional rules switched on."""
    known = _loaded(scenario).setting
    return Battle(known.scenario, known.board, Options(**dict.fromkeys(options, True)))


def altered(scenario: str = PLAIN, *, units: Mapping[str, Any] | None = None, **changes: Any) -> Battle:
    """The rules of a scenario of which some data are changed: of single units, or of the whole."""
    known = _loaded(scenario).setting
    made = tuple(replace(u, **(units or {}).get(u.id, {})) for u in known.scenario.units)
    return Battle(replace(known.scenario, units=made, **changes), known.board, Options())


class Table(nlc.Table):
    """A position of 1814 under test."""

    engine: Battle  # type: ignore[assignment]
    state: State

    def t(self, name: str) -> int:
        """The number of a train."""
        return next(t for t, train in enumerate(self.engine.setting.scenario.trains) if train.id == name)  # type: ignore[attr-defined]

    def train_at(self, name: str) -> str | None:
        """The hex of a train, or None off the map."""
        h = self.state.trains[self.t(name)].hex
        return self.engine.setting.board.label(h) if h >= 0 else None


def arrange(engine: Battle, units: Mapping[str, Any], *, trains: Mapping[str, str] | None = None, **more: Any) -> Table:
    """Set a position up: all in the open, no train but those that are named, fair weather unless told otherwise."""
    board = engine.setting.board
    listed: Any = engine.setting.scenario
    known = trains or {}
    assert set(known) <= {train.id for train in listed.trains}, trains
    placed = tuple(Train(board.number(known[t.id]) if t.id in known else OFF) for t in listed.trains)
    calm: dict[str, Any] = {"sky": "fair", "then": "", "hidden": (), "starved": (), "trains": placed}
    plain: Any = nlc.arrange(engine, units, **{**calm, **more})  # type: ignore[arg-type]
    return Table(engine, plain.state)


def at_start(scenario: str) -> Table:
    """A battle at the start."""
    engine = _loaded(scenario)
    state = engine.start(nlc.SeededDice("start"), [])
    assert isinstance(state, State)
    return Table(engine, state)
