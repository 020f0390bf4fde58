"""H.4. What is chosen before the first month: where the ships of a state begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context, Log, say
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import State
from napwidgets.systems.wap.step import SeatChoice


class Station(SeatChoice, frozen=True, tag="station"):
    """A seat says in which port of its own a state's ships begin (H.4)."""

    hint: ClassVar[str] = "New here? Leave them where they are."

    nation: int
    place: int

    def about(self, x: Context, s: State) -> int:
        return self.place

    def question(self, x: Context, s: State) -> Question:
        fleet = next(f for f in s.fleets if f.nation == self.nation and f.place == self.place)
        ships = x.fleet_name(replace(fleet, nation=self.nation))
        prompt = f"{ships}. They stay out of the war until their state joins it; you may station them elsewhere."
        return Question("station", f"Ships of {NATIONS[self.nation]}", prompt, ("WAP H.4",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is not None:
            return ()
        ports = [x.setting.city_hex[c] for c in x.setting.ports if x.setting.home[c] == self.nation]
        return [m.ToPort(hex) for hex in sorted(ports, key=lambda hex: (hex != self.place, hex))]

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.ToPort):
            return None
        stay = move.to == self.place
        return Label(f"{'Leave them in' if stay else 'Station them in'} {x.board.title(move.to)}", "", ("WAP H.4",))

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.ToPort)
        s = s.pop()
        if move.to == self.place:
            return s
        say(log, "station", f"The ships of {NATIONS[self.nation]} are stationed in {x.board.title(move.to)}.", "H.4")
        moved = [
            replace(f, place=move.to) if f.nation == self.nation and f.place == self.place else f for f in s.fleets
        ]
        return x.with_fleets(s, moved)
