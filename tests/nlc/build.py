"""Small battles made to measure: a board of nine by nine hexes, two formations, and whatever a test needs on
it.

Blue is side 0 (formation ``B``), red is side 1 (formation ``R``). Units are written ``kind strength@hex``, as
in ``"infantry 5@0505"``; further words set the nation, ``reduced`` (one step lost), ``disrupted`` or a trait.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from napwidgets.board.hexmap import HexMap, MapFile
from napwidgets.kernel.dice import ScriptedDice
from napwidgets.kernel.system import Event, Move
from napwidgets.systems.nlc import moves as m
from napwidgets.systems.nlc.engine import Battle
from napwidgets.systems.nlc.options import Options
from napwidgets.systems.nlc.scenario import ScenarioData
from napwidgets.systems.nlc.sequence import begin_action
from napwidgets.systems.nlc.state import Command, Leader, Order, State, Unit
from napwidgets.systems.nlc.step import Step

NATIONS = {"french", "british", "kgl", "hanoverian", "dutch", "nassau", "brunswick", "prussian"}
TRAITS = {"old_guard", "middle_guard", "young_guard", "guard_cavalry"}
MP = {"infantry": 4, "cavalry": 7, "foot_artillery": 5, "horse_artillery": 6}
FAR = "0101", "0909"


class Field:
    """A battle under test: the engine, the present state, and what the last move told."""

    def __init__(self, engine: Battle, state: State) -> None:
        self.engine, self.state = engine, state
        self.events: list[Event] = []
        self.x = engine.context

    def h(self, name: str) -> int:
        """A hex by its four digits."""
        return self.x.board.number(name)

    def act(self, *steps: Step, side: int = 0) -> Field:
        """Activate a side's formation and put steps on the agenda, the last one uppermost."""
        self.state = begin_action(self.x, replace(self.state, agenda=()), (side,)).push(*steps)
        self.state = self.engine._advance(self.state, ScriptedDice([]), self.events)
        return self

    def play(self, move: Move, *dice: Sequence[int]) -> Field:
        """Make a move of whoever must choose, with the dice in the order in which they are thrown."""
        decision = self.engine.decision(self.state)
        assert decision is not None
        self.events = []
        source = ScriptedDice([tuple(throw) for throw in dice])
        self.state = self.engine.apply(self.state, decision.seat, move, source, self.events)
        assert source.spent, "dice were left over"
        return self

    def options(self, subject: str | None = None) -> list[Move]:
        """The legal moves."""
        return list(self.engine.options(self.state, subject))

    def reach(self, subject: str) -> set[str]:
        """Where a stack or unit can go."""
        return {self.x.board.label(move.path[-1]) for move in self.options(subject) if isinstance(move, m.Go)}

    def kind(self) -> str:
        """The kind of the present decision, or an empty text."""
        decision = self.engine.decision(self.state)
        return decision.kind if decision else ""

    def unit(self, u: int) -> Unit:
        """A unit as it is now."""
        return self.state.units[u]

    def at(self, u: int) -> str:
        """Where a unit is now."""
        return self.x.board.label(self.state.units[u].hex)


def field(
    blue: Iterable[str],
    red: Iterable[str] = (),
    *,
    orders: tuple[str, str] = ("attack", "defend"),
    targets: tuple[str, str] = ("0505", "0505"),
    leaders: tuple[str, str] | None = None,
    terrain: dict[str, list[str]] | None = None,
    sides: dict[str, list[str]] | None = None,
    options: dict[str, bool] | None = None,
    night: tuple[int, ...] = (),
) -> Field:
    """A battle with these units. Without ``leaders`` each leader stands with his first unit."""
    blue, red = list(blue), list(red)
    units = [_unit(i, text, "B") for i, text in enumerate(blue)]
    units += [_unit(i + len(blue), text, "R") for i, text in enumerate(red)]
    board = HexMap(MapFile(1, "test", "Test", 9, 9, 480, (0.0, 0.0), 10, terrain or {}, {}, sides or {}, []))
    places = leaders or _first(units)
    scenario = msgspec.convert(_scenario(units, places, night), ScenarioData)
    engine = Battle(scenario, board, Options(**(options or {})))
    standing = tuple(_standing(board, text) for text in (*blue, *red))
    commands = tuple(
        Command(Order(kind, board.number(target)), ground=bytes([1]) * board.size if kind == "defend" else b"")
        for kind, target in zip(orders, targets, strict=True)
    )
    where = tuple(Leader(board.number(place)) for place in places)
    control = bytearray(board.size)
    for u, unit in enumerate(standing):
        control[unit.hex] = 1 if u < len(blue) else 2
    state = State(1, (), standing, where, (), commands, bytes(control))
    return Field(engine, state)


def _words(text: str) -> tuple[str, int, str, set[str]]:
    kind, rest, *more = text.split(maxsplit=2)
    strength, _, place = rest.partition("@")
    return kind, int(strength), place, set(more[0].split()) if more else set()


def _unit(i: int, text: str, formation: str) -> dict[str, Any]:
    kind, strength, place, words = _words(text)
    nation = next(iter(words & NATIONS), "french" if formation == "B" else "hanoverian")
    return {
        "id": f"u{i}", "name": f"u{i}", "formation": formation, "kind": kind, "nation": nation, "strength": strength,
        "reduced": max(1, (strength + 1) // 2), "mp": MP[kind], "hex": place, "traits": sorted(words & TRAITS),
    }  # fmt: skip


def _standing(board: HexMap, text: str) -> Unit:
    _, _, place, words = _words(text)
    h = board.number(place)
    return Unit(h, 1 if "reduced" in words else 2, "disrupted" in words, start=h)


def _first(units: list[dict[str, Any]]) -> tuple[str, str]:
    def place(formation: str, otherwise: str) -> str:
        return next((unit["hex"] for unit in units if unit["formation"] == formation), otherwise)

    return place("B", FAR[0]), place("R", FAR[1])


def _scenario(units: list[dict[str, Any]], leaders: tuple[str, str], night: tuple[int, ...]) -> dict[str, Any]:
    both = (("blue", "B", leaders[0]), ("red", "R", leaders[1]))
    return {
        "format": 1, "id": "test", "system": "nlc", "title": "Test", "map": "test", "summary": "", "teaches": "",
        "difficulty": "easy", "minutes": 1,
        "turns": {"date": "1815-06-16", "first": "12:00", "count": 9, "night": list(night)},
        "sides": [{"id": side, "name": side.title()} for side, _, _ in both],
        "armies": [{"id": side, "side": side, "name": side.title(), "demoralization": 999} for side, _, _ in both],
        "leaders": [
            {"id": side, "name": side.title(), "side": side, "role": "overall", "rating": 2, "hex": place}
            for side, _, place in both
        ],
        "formations": [
            {"id": f, "name": f"{side.title()} Corps", "side": side, "army": side, "leader": side, "overall": side}
            for side, f, _ in both
        ],
        "units": units,
        "endings": [
            {"id": "end", "when": [{"kind": "last_turn"}], "winner": "draw", "title": "A draw", "text": "It is over."}
        ],
        "provenance": [],
    }  # fmt: skip
