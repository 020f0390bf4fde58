"""What is static in a campaign: the board, sides, armies, leaders and units by number, the calendar."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from functools import cached_property

from msgspec import Struct

from napwidgets.board.hexmap import HexMap
from napwidgets.board.network import slug
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.con import forces
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.scenario import ForceData, LeaderData, ScenarioData, UnitData
from napwidgets.systems.con.tables import Tables
from napwidgets.systems.telling import MONTHS


def other(side: int) -> int:
    """The other side."""
    return 1 - side


class LeaderInfo(Struct, frozen=True):
    """A leader's side, army, and the values of his counter."""

    id: str
    name: str
    nation: str
    army: int
    side: int
    values: forces.Leader
    subordination: int
    cavalry: bool


class UnitInfo(Struct, frozen=True):
    """A unit's side, army and kind; ``full`` is the strength at the start, for the counter."""

    id: str
    name: str
    nation: str
    army: int
    side: int
    kind: forces.Unit
    full: int

    @property
    def halves(self) -> int:
        """Its subordination value, doubled."""
        return 1 if self.kind.arm == "cavalry" else 2


class Army(Struct, frozen=True):
    """An army: its side, where its supply comes from, by which row distance gives it points."""

    id: str
    name: str
    side: int
    sources: tuple[int, ...]
    receipt: str


class Goal(Struct, frozen=True):
    """A place that counts at the end: its hex, points, the side it counts for alone (-1: any), who holds it at first
    (0: nobody, or the side plus 1), whether its fall shakes an army, and whether it ends the campaign.
    """

    at: int
    points: int
    side: int
    holder: int
    morale: bool
    sudden: bool


class Setting:
    """One scenario with its board, options and tables."""

    def __init__(
        self, scenario: ScenarioData, board: HexMap, options: Options | None = None, tables: Tables | None = None
    ) -> None:
        self.scenario, self.board = scenario, board
        self.options, self.tables = options or Options(), tables or Tables()
        self.sides = tuple(scenario.sides)
        self.side_names = tuple(scenario.sides.values())
        self.colours = tuple(scenario.colours.get(id, "") for id in self.sides)
        number = {army.id: n for n, army in enumerate(scenario.armies)}
        self.armies = tuple(
            Army(a.id, a.name, self.side(a.side), tuple(map(self.hex, a.sources)), a.receipt) for a in scenario.armies
        )
        self.leaders = tuple(self._leader(data, number) for data in scenario.leaders)
        self.units = tuple(self._unit(data, number) for data in scenario.units)
        self.leader_index = {leader.id: i for i, leader in enumerate(self.leaders)}
        self.unit_index = {unit.id: u for u, unit in enumerate(self.units)}
        sudden = {self.hex(at) for at in scenario.victory.sudden}
        self.goals = tuple(
            Goal(
                self.hex(g.at),
                g.points,
                self.side(g.side) if g.side else -1,
                self.side(g.holder) + 1 if g.holder else 0,
                g.morale,
                self.hex(g.at) in sudden,
            )
            for g in scenario.goals
        )
        self.first_day = date.fromisoformat(scenario.turns.start)

    def side(self, id: str) -> int:
        """A side by its id."""
        if id not in self.sides:
            raise ScenarioError(f"there is no side {id!r}; there are {', '.join(self.sides)}")
        return self.sides.index(id)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The named places of the board by the words of a scenario."""
        return {slug(place.name): h for h, place in self.board.places.items()}

    def hex(self, name: str) -> int:
        """A hex by the name of its place or its number; raises `ScenarioError` for none."""
        if name in self.places:
            return self.places[name]
        try:
            return self.board.number(name)
        except ValueError:
            raise ScenarioError(f"{name!r} is no place of the map {self.board.id}, and no hex of it") from None

    def _leader(self, data: LeaderData, armies: Mapping[str, int]) -> LeaderInfo:
        army = self._army(data.army, armies)
        values = forces.Leader(data.initiative, data.span, data.bonus, data.major)
        side = self.armies[army].side
        return LeaderInfo(data.id, data.name, data.nation, army, side, values, data.subordination, data.cavalry)

    def _unit(self, data: UnitData, armies: Mapping[str, int]) -> UnitInfo:
        army = self._army(data.army, armies)
        kind = forces.Unit(data.kind, data.strength, data.guard, data.light, data.heavy)
        return UnitInfo(data.id, data.name, data.nation, army, self.armies[army].side, kind, data.strength)

    @staticmethod
    def _army(id: str, armies: Mapping[str, int]) -> int:
        if id not in armies:
            raise ScenarioError(f"there is no army {id!r}; there are {', '.join(armies)}")
        return armies[id]

    def arriving(self, turn: int) -> tuple[ForceData, ...]:
        """The forces that come in a turn."""
        return tuple(force for force in self.scenario.set_up if force.turn == turn)

    # The calendar

    def day(self, turn: int) -> date:
        """The first day of a turn."""
        turns = self.scenario.turns
        return self.first_day + timedelta(days=turns.days * (turn - 1))

    def turn_name(self, turn: int) -> str:
        """The days of a turn: ``15 June 1815``, ``25-26 April 1813``."""
        first, days = self.day(turn), self.scenario.turns.days
        last = first + timedelta(days=days - 1)
        month = MONTHS[last.month - 1]
        if first == last:
            return f"{first.day} {month} {first.year}"
        begins = str(first.day) if first.month == last.month else f"{first.day} {MONTHS[first.month - 1]}"
        return f"{begins}-{last.day} {month} {first.year}"

    def season(self, turn: int) -> str:
        """The season whose row the weather of a turn is thrown on."""
        today = self.day(turn).isoformat()
        begun = [name for since, name in sorted(self.scenario.weather.items()) if since <= today]
        return begun[-1] if begun else "summer"
