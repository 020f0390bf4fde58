"""The NLC engine: the agenda run, moves checked and made, everything the kernel asks of a system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.board.hexmap import HexMap
from napwidgets.kernel.agenda import AgendaEngine
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Event, Label
from napwidgets.systems.nlc import moves as m
from napwidgets.systems.nlc.context import Context
from napwidgets.systems.nlc.options import Options
from napwidgets.systems.nlc.scenario import ScenarioData
from napwidgets.systems.nlc.sequence import BeginTurn
from napwidgets.systems.nlc.setting import Setting
from napwidgets.systems.nlc.state import DEAD, OFF, Command, Hq, Leader, Order, State, Unit
from napwidgets.systems.nlc.tables import Tables
from napwidgets.systems.nlc.views import redact
from napwidgets.systems.nlc.words import label_of, roll_call


class Battle(AgendaEngine):
    """An NLC battle: the rules bound to a scenario, its map, options and tables."""

    system: ClassVar[str] = "nlc"
    move_type: ClassVar[Any] = m.Move
    turn_cite: ClassVar[str] = "NLC 4"
    rules_version: ClassVar[str] = "nlc-1.1.0/1"

    def __init__(
        self,
        scenario: ScenarioData,
        board: HexMap,
        options: Options | None = None,
        tables: Tables | None = None,
    ) -> None:
        self.setting = Setting(scenario, board, options, tables)
        self.context = Context(self.setting)
        self._bind(scenario.id, scenario.title, self.setting.options, self.setting.sides)
        self.fingerprint = self.setting.fingerprint

    def seat_name(self, seat: str) -> str:
        """A side's name."""
        return next(s.name for s in self.setting.scenario.sides if s.id == seat)

    # Start

    def start(self, dice: Dice, log: list[Event]) -> State:
        """The set-up of the scenario, then the first turn up to the first decision."""
        setting = self.setting
        board = setting.board
        units = tuple(
            Unit(board.number(u.data.hex), u.steps - 2 + u.data.steps, start=board.number(u.data.hex))
            if u.data.hex
            else Unit(OFF, u.steps - 2 + u.data.steps)
            for u in setting.units
        )
        leaders = tuple(Leader(board.number(i.hex) if i.hex else OFF) for i in setting.leaders)
        hqs = tuple(Hq(board.number(h.hex) if h.hex else OFF) for h in setting.hqs)
        state = State(1, (BeginTurn(),), units, leaders, hqs, (), self._control(units))
        state = replace(state, commands=tuple(self._command(state, c) for c in range(len(setting.commands))))
        for c in range(setting.formations):
            state = self.context.take_order(state, c, state.commands[c])
        begun: State = self.advance(state, dice, log)
        return begun

    def _command(self, state: State, c: int) -> Command:
        info = self.setting.commands[c]
        if not info.chit:
            return Command(Order("reserve"), active=False)
        order = info.data.order
        target = self.setting.board.number(order.target) if order.target else OFF
        return Command(Order(order.kind, target, 1))

    def _control(self, units: tuple[Unit, ...]) -> bytes:
        control = bytearray(self.setting.board.size)
        for side, hexes in self.setting.scenario.occupied.items():
            for name in hexes:
                control[self.setting.board.number(name)] = self.setting.sides.index(side) + 1
        for u, unit in enumerate(units):
            if unit.hex >= 0:
                control[unit.hex] = self.setting.units[u].side + 1
        return bytes(control)

    def words(self, state: State, move: m.Move) -> Label:
        """A move in words where its decision has none of its own."""
        return label_of(self.context, state, move)

    # Views, outcome, clock

    def view(self, state: State, seat: str | None) -> State:
        """What a seat may know: the same state without the other side's orders and unseen stacks."""
        return redact(self.context, state, self.setting.sides.index(seat) if seat in self.setting.sides else None)

    def clock(self, state: State) -> tuple[int, str]:
        """The turn and its hour."""
        return state.turn, self.setting.hour(state.turn)

    # Saves and laws

    def rows(self, state: State) -> Sequence[Mapping[str, Any]]:
        """Combat units, leaders and headquarters by name, side, formation, kind, strength, place and condition."""
        return roll_call(self.context, state)

    def tally(self, state: State) -> Mapping[str, int]:
        """Steps and units by fate; every change must have an event."""
        units = state.units
        return {
            "units": len(units),
            "steps": sum(u.steps for u in units),
            "eliminated": sum(u.hex == DEAD for u in units),
            "disrupted": sum(u.disrupted for u in units),
            "leaders": len(state.leaders),
            "hqs": len(state.hqs),
        }
