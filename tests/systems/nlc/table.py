"""A table to set positions up on: units of a real scenario on chosen hexes, one step of the rules on top of the agenda.

Units that are not named have left the map, leaders that are not named stand a hex away from the first unit of
their formation. Every formation has Defend orders that let it do anything, commanders have Attack orders, unless the
test gives others.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from napwidgets.kernel.dice import ScriptedDice, SeededDice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Event
from napwidgets.scenarios import load
from napwidgets.systems.nlc.engine import Battle
from napwidgets.systems.nlc.options import Options
from napwidgets.systems.tactical.core.state import EXITED, OFF, Command, Hq, Leader, Order, State, Unit
from napwidgets.systems.tactical.sequence import begin_action

Faces = int | tuple[int, ...]


@cache
def _loaded(scenario: str) -> Battle:
    engine = load(f"nlc/{scenario}")
    assert isinstance(engine, Battle)
    return engine


@cache
def battle(scenario: str = "quatre-bras", *options: str) -> Battle:
    """The rules of a scenario with some optional rules switched on."""
    known = _loaded(scenario).setting
    return Battle(known.scenario, known.board, Options(**dict.fromkeys(options, True)))


def altered(scenario: str, *options: str, units: Mapping[str, Any] | None = None, **changes: Any) -> Battle:
    """The rules of a scenario of which some data are changed: of single units, or of the whole."""
    known = _loaded(scenario).setting
    made = tuple(replace(u, **(units or {}).get(u.id, {})) for u in known.scenario.units)
    data = replace(known.scenario, units=made, **changes)
    return Battle(data, known.board, Options(**dict.fromkeys(options, True)))


class Table:
    """A position under test with what has happened since it was set up."""

    def __init__(self, engine: Battle, state: State) -> None:
        self.engine, self.state = engine, state
        self.events: list[Event] = []
        self.x = engine.context

    # Names

    def hex(self, name: str) -> int:
        return self.engine.setting.board.number(name)

    def u(self, name: str) -> int:
        return self.engine.setting.unit_index[name]

    def us(self, *names: str) -> tuple[int, ...]:
        return tuple(self.u(name) for name in names)

    def i(self, name: str) -> int:
        return self.engine.setting.leader_index[name]

    def c(self, name: str) -> int:
        found = next((n for n, k in enumerate(self.engine.setting.commands) if k.id == name), None)
        assert found is not None, name
        return found

    def q(self, name: str) -> int:
        return self.engine.setting.hq_index[name]

    def path(self, *names: str) -> tuple[int, ...]:
        return tuple(self.hex(name) for name in names)

    # What is

    def unit(self, name: str) -> Unit:
        return self.state.units[self.u(name)]

    def where(self, name: str) -> str | None:
        """The hex of a unit in four digits, or None off the map."""
        h = self.unit(name).hex
        return self.engine.setting.board.label(h) if h >= 0 else None

    def leader(self, name: str) -> Leader:
        return self.state.leaders[self.i(name)]

    def leader_at(self, name: str) -> str | None:
        h = self.leader(name).hex
        return self.engine.setting.board.label(h) if h >= 0 else None

    def command(self, name: str) -> Command:
        return self.state.commands[self.c(name)]

    @property
    def kind(self) -> str | None:
        """The kind of the decision on top."""
        decision = self.engine.decision(self.state)
        return decision.kind if decision else None

    @property
    def seat(self) -> str | None:
        decision = self.engine.decision(self.state)
        return decision.seat if decision else None

    def options(self, subject: str | None = None) -> list[Any]:
        return list(self.engine.options(self.state, subject))

    def subjects(self) -> list[str]:
        return [subject.id for subject in self.engine.subjects(self.state)]

    def said(self, kind: str) -> list[Event]:
        """The events of a kind since the position was set up."""
        return [event for event in self.events if event.kind == kind]

    # What is done

    def run(self, *faces: Faces) -> Table:
        """Run automatic steps with these dice."""
        dice = _dice(faces)
        self.state = self.engine.advance(self.state, dice, self.events)
        assert dice.spent, f"{len(dice.throws)} of {len(dice.record)} dice were thrown: {dice.throws}"
        return self

    def play(self, move: Any, *faces: Faces) -> Table:
        """Make a move with these dice, by the seat that must choose."""
        dice = _dice(faces)
        seat = self.seat
        assert seat is not None, "nobody has anything to decide"
        self.state = self.engine.apply(self.state, seat, move, dice, self.events)
        assert dice.spent, f"{len(dice.throws)} of {len(dice.record)} dice were thrown: {dice.throws}"
        return self

    def refused(self, move: Any) -> str:
        """The code with which a move is refused; fails if it is legal."""
        assert self.seat is not None
        with pytest.raises(IllegalMove) as caught:
            self.engine.check(self.state, self.seat, move)
        assert caught.value.cites, "a refusal names its paragraph"
        return caught.value.code

    def push(self, *steps: Any) -> Table:
        self.state = self.state.push(*steps)
        return self

    def change(self, **changes: Any) -> Table:
        self.state = replace(self.state, **changes)
        return self


def _dice(faces: tuple[Faces, ...]) -> ScriptedDice:
    return ScriptedDice([(f,) if isinstance(f, int) else f for f in faces])


def arrange(
    engine: Battle,
    units: Mapping[str, str | tuple[str, Mapping[str, Any]]],
    *,
    leaders: Mapping[str, str | tuple[str, Mapping[str, Any]] | None] | None = None,
    orders: Mapping[str, Any] | None = None,
    hqs: Mapping[str, str] | None = None,
    active: tuple[str, ...] = (),
    turn: int = 1,
    **changes: Any,
) -> Table:
    """Set a position up. ``orders`` maps commands to a kind, a kind and a hex, or a kind, a hex and further fields."""
    setting, board = engine.setting, engine.setting.board
    start = engine.start(SeededDice("table"), [])
    placed: list[Unit] = []
    for info in setting.units:
        spot = units.get(info.id)
        if spot is None:
            placed.append(Unit(EXITED, info.steps))
            continue
        name, more = (spot, {}) if isinstance(spot, str) else spot
        h = board.number(name) if name else OFF
        placed.append(replace(Unit(h, info.steps, start=h), **more))
    assert all(name in setting.unit_index for name in units), units
    state = replace(
        start,
        turn=turn,
        agenda=(),
        units=tuple(placed),
        leaders=tuple(Leader(OFF) for _ in setting.leaders),
        hqs=tuple(Hq(board.number((hqs or {})[h.id]) if h.id in (hqs or {}) else OFF) for h in setting.hqs),
        cup=(),
        rollers=(-1, -1),
        control=_control(engine, tuple(placed), start.control),
    )
    state = replace(state, commands=tuple(_command(engine, k.id, orders or {}) for k in setting.commands))
    state = replace(state, leaders=tuple(_leader(engine, state, i.id, leaders or {}) for i in setting.leaders))
    state = replace(state, **changes)
    table = Table(engine, state)
    if active:
        table.state = begin_action(table.x, state, tuple(table.c(name) for name in active))
    return table


def _control(engine: Battle, units: tuple[Unit, ...], before: bytes) -> bytes:
    control = bytearray(before)
    for info, unit in zip(engine.setting.units, units, strict=True):
        if unit.hex >= 0:
            control[unit.hex] = info.side + 1
    return bytes(control)


def _command(engine: Battle, name: str, orders: Mapping[str, Any]) -> Command:
    board = engine.setting.board
    given = orders.get(name)
    info = next(k for k in engine.setting.commands if k.id == name)
    if given is None and info.chief:
        return Command(Order("attack"))
    if given is None:
        return Command(Order("defend"), active=info.chit, ground=b"\x01" * board.size)
    kind, target, more = (*((given,) if isinstance(given, str) else given), None, {})[:3]
    h = board.number(target) if target else OFF
    return replace(Command(Order(kind, h, 1)), **(more or {}))


def _leader(engine: Battle, state: State, name: str, leaders: Mapping[str, Any]) -> Leader:
    setting, board = engine.setting, engine.setting.board
    if name in leaders:
        spot = leaders[name]
        if spot is None:
            return Leader(OFF)
        hex_name, more = (spot, {}) if isinstance(spot, str) else spot
        return replace(Leader(board.number(hex_name)), **more)
    i = setting.leader_index[name]
    mine = [c for c in setting.commands if c.chit and c.leader == i]
    layout = engine.context.ground.layout(state)
    foe = 1 - setting.leader_side[i]
    for c in mine:
        here = [state.units[u].hex for u in c.units if state.units[u].hex >= 0]
        for n in setting.near[here[0]] if here else ():
            if layout.side[n] == 255 and not layout.zoc[foe][n] and setting.passable[n]:
                return Leader(n)
    return Leader(OFF)
