"""Two batteries that fire at each other: a rule system so small that its luck can be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Decision, Event, Label, Outcome, Subject, Team


class Shot(Struct, frozen=True):
    """A move: how many shots are fired."""

    shots: int


class Field(Struct, frozen=True):
    """How strong both are, the turn, and in secret how many of the blue ones are made of straw."""

    red: int = 10
    blue: int = 10
    turn: int = 1
    straw: int = 0
    agenda: tuple[Any, ...] = ()


class Duel:
    """Red fires: on a six blue loses 3. Blue answers with two dice for each shot: each 5 or 6 costs red 1."""

    system: ClassVar[str] = "toy"
    rules_version: ClassVar[str] = "1"
    covert_dice: ClassVar[frozenset[str] | None] = None
    linked: ClassVar[bool] = False
    scenario_id, title, fingerprint = "toy/duel", "A Duel", "duel-1"
    seats = ("red", "blue")
    teams = (Team("red", "Red", ("red",)), Team("blue", "Blue", ("blue",)))
    context = None

    def __init__(self, turns: int = 2, secret: bool = False) -> None:
        self.turns, self.secret = turns, secret
        self.chosen: Mapping[str, Any] = {}
        self.replaced: Mapping[str, Any] = {}

    def seat_name(self, seat: str) -> str:
        return seat.title()

    def start(self, dice: Dice, log: list[Event]) -> Field:
        return Field(straw=3)

    def decision(self, state: Field) -> Decision | None:
        return None if self.outcome(state) else Decision("fire", "Fire", "How often?", seat=self.seats[0])

    def subjects(self, state: Field) -> Sequence[Subject]:
        return ()

    def options(self, state: Field, subject: str | None = None) -> Sequence[Shot]:
        return () if self.outcome(state) else (Shot(0), Shot(1), Shot(9))

    def check(self, state: Field, seat: str, move: Shot) -> None:
        assert move in self.options(state)

    def apply(self, state: Field, seat: str, move: Shot, dice: Dice, log: list[Event]) -> Field:
        red, blue = state.red, state.blue
        for _ in range(move.shots):
            blue -= 3 * (dice.roll("red fires") == 6)
            red -= dice.count("blue answers", 2, 5)
        if move.shots:
            log.append(Event("fire", f"Blue has {blue}.", to=("red",) if self.secret else (), units=(0,)))
        return Field(red, blue, state.turn + 1, state.straw)

    def label(self, state: Field, move: Shot) -> Label:
        return Label(f"Fire {move.shots}")

    def view(self, state: Field, seat: str | None) -> Field:
        hidden = self.secret and seat != "blue"
        return msgspec.structs.replace(state, straw=-1) if hidden else state

    def outcome(self, state: Field) -> Outcome | None:
        if state.turn <= self.turns:
            return None
        best = max(self.seats, key=lambda seat: getattr(state, seat))
        return Outcome("over", None if state.red == state.blue else best, title="Over", text="It is over.")

    def sequel(self, state: Field) -> None:
        return None

    def clock(self, state: Field) -> tuple[int, str]:
        return min(state.turn, self.turns), f"{min(state.turn, self.turns)} o'clock"

    def encode(self, value: Any) -> bytes:
        return msgspec.json.encode(value, order="sorted")

    def rows(self, state: Field) -> Sequence[Mapping[str, Any]]:
        return [{"side": seat, "strength": getattr(state, seat), "kind": "guns"} for seat in self.seats]
