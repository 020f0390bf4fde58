"""The static side of a campaign: map, armies, counters, tables and options, worked out once for quick rules.

Readings 21 to 24 and 76 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.board.network import Network
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.choices import chosen
from napwidgets.systems.jdg.forces import Kind, Leader, Unit
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.scenario import RosterData, ScenarioData, SetData, UnitData
from napwidgets.systems.jdg.state import FRENCH, GONE, OTHER, SPARE
from napwidgets.systems.jdg.tables import Tables
from napwidgets.systems.telling import MONTHS

#: What the weeks of a month are called.
WEEKS = ("1st", "2nd", "3rd", "4th")
#: Leaders who replace Ney at the armistice under an option (O1, O2).
_FOR_NEY = {"davout": "davout", "soult": "soult"}
#: Arrivals that only an option brings (O3).
_FROM_HAMBURG = ("davout-hamburg", "xiii-corps", "walmoden-leader", "walmoden")


class Army(Struct, frozen=True):
    """An army: its side, the counters of its commander-in-chief and of those who command in his absence, its sources of
    supply, its budget of command points.
    """

    id: str
    name: str
    side: int
    chief: int
    sources: tuple[int, ...]
    budget: int
    deputies: tuple[int, ...] = ()


class Piece(Struct, frozen=True):
    """A counter as printed. ``army`` is -1 for dummies and for Detachments, which belong where they come from.

    ``most`` are the strength points it may have at most; ``values`` what it fights with; ``leader`` a leader's values;
    ``since`` the turn from which a Detachment can be made, ``takes`` the most strength points for it (0: any number).
    """

    id: str
    name: str
    side: int
    kind: Kind | str
    army: int = -1
    most: int = 0
    values: Unit | None = None
    leader: Leader | None = None
    chief: bool = False
    nation: str = ""
    guard: bool = False
    independent: bool = False
    later: bool = False
    since: int = 1
    takes: int = 0

    @property
    def dummy(self) -> bool:
        """Whether it only pretends (1.3)."""
        return self.values is None and self.leader is None

    @property
    def spare(self) -> bool:
        """Whether it is a Detachment counter to be brought into play (6.1)."""
        return self.values is not None and self.values.detachment and not self.independent

    @property
    def horse(self) -> bool:
        """Whether it marches as cavalry."""
        return self.kind == "cavalry"


class Setting:
    """One scenario's static side. Raises `ScenarioError` for what does not fit."""

    def __init__(
        self,
        scenario: ScenarioData,
        network: Network,
        rosters: Mapping[str, RosterData],
        options: Options | None = None,
        tables: Tables | None = None,
    ) -> None:
        self.scenario, self.network = scenario, network
        self.options = options or chosen(Options, "jdg", {}, scenario.options)
        self.tables = tables or Tables()
        if self.options.davout and (self.options.soult or self.options.hamburg):
            raise ScenarioError("Davout can't be in Saxony with Soult, nor come from Hamburg too (JDG O1 to O3)")
        if len(scenario.sides) != 2:
            raise ScenarioError("a campaign has two sides, the French first")
        self.sides, self.side_names = tuple(scenario.sides), tuple(scenario.sides.values())
        self.armies: tuple[Army, ...] = ()
        self.budgets: tuple[str, ...] = ()
        self.budget_side: tuple[int, ...] = ()
        self.pieces = _NO_PIECES
        self._take(rosters[scenario.roster], later=False)
        truce = scenario.armistice
        if truce is not None and truce.roster:
            self._take(rosters[truce.roster], later=True)
        self._dummies()
        self.number: dict[str, int] = {piece.id: i for i, piece in enumerate(self.pieces)}
        #: The strength points that each counter may have at most: in the series those with which a unit begins (1.2.2,
        #: 3.3), in 1813 those on its roster, whatever it begins with (Germany 3.3, C).
        begins = {s.id: s.strength for s in self.set_up()} if scenario.recruits_most == "series" else {}
        self.full = tuple(begins.get(piece.id) or piece.most for piece in self.pieces)
        self._sit()
        self._ground()
        #: Napoleon's counters, one in each roster.
        self.napoleon = tuple(self.number[id] for id in ("napoleon", "napoleon+") if id in self.number)
        self.goals = tuple((network.index(g.at), g.points, g.side) for g in scenario.goals)

    # Armies and counters (1, 4.1)

    def side(self, name: str) -> int:
        """A side's number."""
        if name not in self.sides:
            raise ScenarioError(f"there is no side {name!r}; there are {' and '.join(self.sides)}")
        return self.sides.index(name)

    def _take(self, roster: RosterData, *, later: bool) -> None:
        base, at = len(self.pieces), len(self.armies)
        army_of = {army.id: at + n for n, army in enumerate(roster.armies)}
        place = {leader.id: base + n for n, leader in enumerate(roster.leaders)}
        for army in roster.armies:
            side, budget = self.side(army.side), army.budget or army.name
            if budget not in self.budgets:
                self.budgets += (budget,)
                self.budget_side += (side,)
            sources = tuple(self.network.index(name) for name in army.sources)
            chief, *deputies = (_known(place, name) for name in (army.chief, *army.deputies))
            self.armies += (
                Army(army.id, army.name, side, chief, sources, self.budgets.index(budget), tuple(deputies)),
            )
        self.pieces += tuple(self._counters(roster, army_of, later=later))

    def _counters(self, roster: RosterData, army_of: Mapping[str, int], *, later: bool) -> Iterator[Piece]:
        end = "+" if later else ""
        for leader in roster.leaders:
            army = _known(army_of, leader.army)
            yield Piece(
                leader.id + end,
                leader.name,
                self.armies[army].side,
                "leader",
                army,
                leader=Leader(leader.rank, leader.tactical, leader.command),
                nation=leader.nation,
                chief=any(a.chief == leader.id for a in roster.armies),
                later=later,
            )
        for unit in roster.units:
            yield self._unit(unit, _known(army_of, unit.army), end)
        for spare in roster.detachments:
            values = Unit(0, spare.cohesion, spare.kind, 0, spare.cavalry, True)
            side = self.side(spare.side)
            yield Piece(spare.id + end, spare.name, side, spare.kind, values=values, later=later, since=spare.turn,
                        takes=spare.most)  # fmt: skip

    def _unit(self, unit: UnitData, army: int, end: str) -> Piece:
        return Piece(
            unit.id + end,
            unit.name,
            self.armies[army].side,
            unit.kind,
            army,
            unit.strength,
            Unit(0, unit.cohesion, unit.kind, unit.artillery, unit.cavalry, unit.independent),
            nation=unit.nation,
            guard=unit.guard,
            independent=unit.independent,
            later=bool(end),
        )

    def dummies_after(self) -> Mapping[str, tuple[int, int]]:
        """How many dummies each side may have when hostilities begin again; as many as before unless it is said."""
        truce = self.scenario.armistice
        return {**self.scenario.dummies, **(truce.dummies if truce is not None else {})}

    def _dummies(self) -> None:
        if not self.options.dummies:
            return
        later = self.dummies_after()
        for side, name in enumerate(self.sides):
            first, then = self.scenario.dummies.get(name, (0, 0)), later.get(name, (0, 0))
            for kind, count in zip(("infantry", "cavalry"), map(max, first, then), strict=True):
                self.pieces += tuple(
                    Piece(f"dummy-{name}-{kind}-{n}", f"Dummy {kind} {n}", side, kind) for n in range(1, count + 1)
                )

    def set_up(self) -> tuple[SetData, ...]:
        """What the scenario places, as far as the options let it come (O3)."""
        return tuple(
            s for s in self.scenario.set_up if self.options.hamburg or s.id.removesuffix("+") not in _FROM_HAMBURG
        )

    def in_truce(self) -> tuple[SetData, ...]:
        """What comes in during the armistice, under the names of the new roster's counters."""
        truce = self.scenario.armistice
        if truce is None:
            return ()
        with_whom = (s.at + "+" if s.at.startswith("with ") else s.at for s in truce.arrive)
        return tuple(replace(s, id=f"{s.id}+", at=at) for s, at in zip(truce.arrive, with_whom, strict=True))

    def instead_of_ney(self) -> str:
        """The leader who takes Ney's place at the armistice, empty for none (O1, O2)."""
        return next((id for option, id in _FOR_NEY.items() if getattr(self.options, option)), "")

    # Players (10)

    def _sit(self) -> None:
        """Who sits at the table: a player for each side, or for each budget of its armies (10, reading 76)."""
        seats: list[tuple[str, str, int, tuple[int, ...]]] = []
        for side, id in enumerate(self.sides):
            played = self._played(side) if self.options.army_seats else ()
            if len(played) < 2:
                every = tuple(b for b, of in enumerate(self.budget_side) if of == side)
                seats.append((id, self.side_names[side], side, every))
                continue
            for b in played:
                army = next(army.id for army in self.armies if army.budget == b)
                own = army if army.startswith(f"{id}-") else f"{id}-{army}"
                twice = "-2" if own in [seat[0] for seat in seats] else ""
                seats.append((own + twice, self.budgets[b], side, (b,)))
        self.seats, self.seat_names = tuple(seat[0] for seat in seats), tuple(seat[1] for seat in seats)
        self.seat_side = tuple(seat[2] for seat in seats)
        self.seat_budgets = tuple(seat[3] for seat in seats)
        self.seat_of_budget = {b: n for n, seat in enumerate(seats) for b in seat[3]}
        #: The players of each side, by number and by id: asked with every event.
        self._seats_of = tuple(tuple(n for n, of in enumerate(self.seat_side) if of == side) for side in (0, 1))
        self._tables = tuple(tuple(self.seats[n] for n in mine) for mine in self._seats_of)
        #: Whether any side has several players.
        self.teams = len(self.seats) > len(self.sides)

    def _played(self, side: int) -> tuple[int, ...]:
        """The budgets of a side of whose armies the scenario brings anybody, now or after the armistice."""
        comes = {placed.id.removesuffix("+") for placed in (*self.set_up(), *self.in_truce())}
        armies = {piece.army for piece in self.pieces if piece.army >= 0 and piece.id.removesuffix("+") in comes}
        return tuple(sorted({self.armies[n].budget for n in armies if self.armies[n].side == side}))

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The numbers of a side's players."""
        return self._seats_of[side]

    def table(self, side: int) -> tuple[str, ...]:
        """The players of a side by id: they see the same counters, and are told the same."""
        return self._tables[side]

    # The map (0.1, 5.2)

    def _ground(self) -> None:
        network, tables = self.network, self.tables
        self.cost = tuple(tables.roads[link.road] for link in network.links)
        self.entry_cost = tuple(tables.roads[entry.road] for entry in network.entries)
        self.ford = tuple(link.water == "minor" and link.crossing != "bridge" for link in network.links)
        self.broad = network.broad
        self.bridge = tuple(link.crossing == "bridge" for link in network.links)
        self.around = network.around
        self.entry = {entry.id: n for n, entry in enumerate(network.entries)}
        weather = tables.all["weather-movement"]
        self.ford_adds = {row: weather.number(row, 4) for row in weather.rows}

    def turn_date(self, turn: int) -> tuple[int, int, int]:
        """Year, month and part of the month of a turn (0.2)."""
        first, parts = self.scenario.turns, 2 if self.scenario.turns.span == "fortnight" else 4
        whole = (first.year * 12 + first.month - 1) * parts + first.part - 1 + turn - 1
        months, part = divmod(whole, parts)
        return months // 12, months % 12 + 1, part + 1

    def month(self, turn: int) -> str:
        """The month of a turn, as the weather table names it."""
        return MONTHS[self.turn_date(turn)[1] - 1]

    def turn_name(self, turn: int) -> str:
        """A turn for people: ``first half of May 1813``, ``2nd week of February 1814``."""
        year, month, part = self.turn_date(turn)
        if self.scenario.turns.span == "fortnight":
            return f"{('first', 'second')[part - 1]} half of {MONTHS[month - 1]} {year}"
        return f"{WEEKS[part - 1]} week of {MONTHS[month - 1]} {year}"

    def rooms(self, box: int) -> tuple[int, int]:
        """How many identified units and Detachments a fortified city shelters (8.8)."""
        table = self.tables.all["fortified-cities"]
        row = self.network.places[box].row
        row = row if row in table.rows else "any"
        return table.number(row), table.number(row, 1)


def dummies_for(setting: Setting, allowed: Mapping[str, tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each dummy, and where it goes when a side has so many of infantry and of cavalry: to hand, or out (7.1)."""
    left = {
        (side, kind): count
        for side, name in enumerate(setting.sides)
        for kind, count in zip(("infantry", "cavalry"), allowed.get(name, (0, 0)), strict=True)
    }
    for i, piece in enumerate(setting.pieces):
        if piece.dummy:
            left[piece.side, str(piece.kind)] -= 1
            yield i, SPARE if left[piece.side, str(piece.kind)] >= 0 else GONE


_NO_PIECES: tuple[Piece, ...] = ()


def _known(found: Mapping[str, int], id: str) -> int:
    if id not in found:
        raise ScenarioError(f"the roster has no {id!r}; it has {', '.join(found)}")
    return found[id]


def other(side: int) -> int:
    """The enemy of a side."""
    return OTHER if side == FRENCH else FRENCH
