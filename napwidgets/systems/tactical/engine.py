"""The engine of a battle: the agenda run, moves checked and made, everything the kernel asks of a system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.board.hexmap import HexMap
from napwidgets.kernel.agenda import AgendaEngine
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import End, Event, Label
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.optional import Options
from napwidgets.systems.tactical.core.ruleset import Ruleset
from napwidgets.systems.tactical.core.scenario import ScenarioData
from napwidgets.systems.tactical.core.state import AFAR, DEAD, OFF, Command, Hq, Leader, State, Unit, as_marked
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.ground.setting import Setting
from napwidgets.systems.tactical.ground.views import redact, veil
from napwidgets.systems.tactical.labels import label_of, roll_call
from napwidgets.systems.tactical.recovering.victory import told
from napwidgets.systems.tactical.sequence import BeginTurn


class Battle(AgendaEngine):
    """A battle: the rules, which a title gives, bound to a scenario, its map, options and tables."""

    move_type: ClassVar[Any] = m.Move
    turn_cite: ClassVar[str] = "NLC 4"
    shares: ClassVar[tuple[str, ...]] = ("napwidgets.systems.tactical",)
    rules: ClassVar[Ruleset]
    system: ClassVar[str]
    rules_version: ClassVar[str]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.system, cls.rules_version = cls.rules.system, cls.rules.version

    def __init__(
        self,
        scenario: ScenarioData,
        board: HexMap,
        options: Options | None = None,
        tables: Tables | None = None,
    ) -> None:
        self.setting = Setting(self.rules, scenario, board, options, tables)
        self.context = Context(self.setting)
        self._bind(scenario.id, scenario.title, self.setting.options, self.setting.sides)

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
            else Unit(AFAR if u.id in setting.doubtful else OFF, u.steps - 2 + u.data.steps)
            for u in setting.units
        )
        leaders = tuple(Leader(board.number(i.hex) if i.hex else OFF) for i in setting.leaders)
        hqs = tuple(Hq(board.number(h.hex) if h.hex else OFF) for h in setting.hqs)
        state = self.rules.state(1, (BeginTurn(),), units, leaders, hqs, (), self._control(units))
        state = replace(state, commands=tuple(self._command(c) for c in range(len(setting.commands))))
        for c in range(setting.formations):
            state = self.context.take_order(state, c, state.commands[c])
        state = self.set_up(state)
        begun: State = self.advance(state, dice, log)
        return begun

    def set_up(self, state: State) -> State:
        """What a title adds to the set-up."""
        return state

    def _command(self, c: int) -> Command:
        first = as_marked(self.setting.first_order(c), self.setting.options.by_marker)
        return Command(first, active=self.setting.commands[c].division is None)

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
        return label_of(self.context_at(state), state, move)

    def verdict(self, ended: End) -> tuple[str, str]:
        """A title for an end, and a sentence or two."""
        return told(self.context, ended)

    # Views, outcome, clock

    def seen_from(self, state: State, seat: int | None) -> State:
        """What a seat may know: the same state without the other side's orders and unseen stacks."""
        x = self.context_at(state)
        view = self.redacted(x, state, seat)
        x.note_view(state, view, seat)
        return view

    def redacted(self, x: Context, state: State, seat: int | None) -> State:
        """A state as a seat knows it."""
        return redact(x, state, seat, state.units if seat is None else veil(x, state, seat))

    def clock(self, state: State) -> tuple[int, str]:
        """The turn and its hour."""
        return state.turn, self.setting.hour(state.turn)

    # Saves and laws

    def rows(self, state: State) -> Sequence[Mapping[str, Any]]:
        """Combat units, leaders and headquarters by name, side, formation, kind, strength, place and condition."""
        return roll_call(self.context_at(state), state)

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
