"""The NLC engine: the agenda run, moves checked and made, everything the kernel asks of a system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from napwidgets.board.hexmap import HexMap
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import GameOver, IllegalMove
from napwidgets.kernel.system import Decision, Event, Label, Outcome, Subject
from napwidgets.systems.nlc import moves as m
from napwidgets.systems.nlc.context import Context, refuse
from napwidgets.systems.nlc.options import Options
from napwidgets.systems.nlc.scenario import ScenarioData
from napwidgets.systems.nlc.sequence import BeginTurn
from napwidgets.systems.nlc.setting import Setting
from napwidgets.systems.nlc.state import DEAD, OFF, Command, Hq, Leader, Order, State, Unit
from napwidgets.systems.nlc.step import Choice
from napwidgets.systems.nlc.tables import Tables
from napwidgets.systems.nlc.views import redact
from napwidgets.systems.nlc.words import label_of, roll_call


class Battle:
    """An NLC battle: the rules bound to a scenario, its map, options and tables."""

    system: ClassVar[str] = "nlc"
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
        self.scenario_id, self.title = scenario.id, scenario.title
        self.fingerprint = self.setting.fingerprint
        self.chosen: Mapping[str, Any] = {
            name: value for name, value in msgspec.structs.asdict(self.setting.options).items() if value
        }
        self.seats = self.setting.sides
        self._encoder = msgspec.json.Encoder(order="deterministic")
        self._decoder: msgspec.json.Decoder[m.Move] = msgspec.json.Decoder(m.Move)

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
        return self._advance(state, dice, log)

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

    def _advance(self, state: State, dice: Dice, log: list[Event]) -> State:
        """Run automatic steps until somebody must choose or the game is over."""
        x = self.context
        while state.agenda and state.ended is None:
            top = state.agenda[-1]
            if isinstance(top, Choice) and not top.automatic(x, state):
                break
            state = top.run(x, state, dice, log)
        return state

    # Decisions

    def _top(self, state: State) -> Choice | None:
        if state.ended is not None or not state.agenda:
            return None
        top = state.agenda[-1]
        return top if isinstance(top, Choice) else None

    def decision(self, state: State) -> Decision | None:
        """Who must choose now, and what."""
        top = self._top(state)
        return None if top is None else top.decision(self.context, state)

    def subjects(self, state: State) -> Sequence[Subject]:
        """Stacks, leaders or formations that the decision can be about."""
        top = self._top(state)
        return () if top is None else top.subjects(self.context, state)

    def options(self, state: State, subject: str | None = None) -> Sequence[m.Move]:
        """The legal moves about a subject or about none."""
        top = self._top(state)
        return () if top is None else top.options(self.context, state, subject)

    def check(self, state: State, seat: str, move: m.Move) -> None:
        """Raise `IllegalMove` unless ``seat`` may make ``move`` now."""
        self._checked(state, seat, move)

    def _checked(self, state: State, seat: str, move: m.Move) -> Choice:
        top = self._top(state)
        if top is None:
            raise GameOver(state.ended.title if state.ended else "nothing is left to decide")
        mine = self.setting.sides[top.side(self.context, state)]
        if seat != mine:
            raise refuse("not-your-turn", f"It is for {self.seat_name(mine)} to choose now.", "4")
        if not isinstance(move, m.Move):
            raise IllegalMove("not-a-move", "That is not a move of this game.")
        top.check(self.context, state, move)
        return top

    def apply(self, state: State, seat: str, move: m.Move, dice: Dice, log: list[Event]) -> State:
        """Check a move, make it, and run on to the next decision."""
        top = self._checked(state, seat, move)
        return self._advance(top.play(self.context, state, move, dice, log), dice, log)

    def label(self, state: State, move: m.Move) -> Label:
        """A move in words."""
        top = self._top(state)
        own = top.label(self.context, state, move) if top is not None else None
        return own or label_of(self.context, state, move)

    # Views, outcome, clock

    def view(self, state: State, seat: str | None) -> State:
        """What a seat may know: the same state without the other side's orders and unseen stacks."""
        return redact(self.context, state, self.setting.sides.index(seat) if seat in self.setting.sides else None)

    def outcome(self, state: State) -> Outcome | None:
        """How the battle ended."""
        return state.ended

    def clock(self, state: State) -> tuple[int, str]:
        """The turn and its hour."""
        return state.turn, self.setting.hour(state.turn)

    # Saves and laws

    def encode(self, value: Any) -> bytes:
        """Canonical JSON."""
        return self._encoder.encode(value)

    def decode_move(self, raw: bytes) -> m.Move:
        """A move from JSON."""
        return self._decoder.decode(raw)

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
