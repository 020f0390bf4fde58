"""The static side of a battle: map, order of battle, tables and options, worked out once for quick rules.

Everything the scenario names by an id has a dense number here; the state's tuples use the same numbers.
"""

from __future__ import annotations

from typing import Any

from napwidgets.board.hexmap import HexMap
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.tactical.core.arms import GUARD, GUNS, HORSE, LIGHT_GUNS, LINE, MOUNTED, Kind, Quality
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.optional import Options
from napwidgets.systems.tactical.core.ruleset import Ruleset
from napwidgets.systems.tactical.core.scenario import (
    FormationData,
    HqData,
    LeaderData,
    OrderData,
    ScenarioData,
    UnitData,
)
from napwidgets.systems.tactical.core.state import OFF, RESERVE, Order
from napwidgets.systems.tactical.core.weather import Weather
from napwidgets.systems.tactical.ground.country import Country


def ladder(strength: int, reduced: int, options: Options) -> tuple[int, ...]:
    """A unit's strength with 0, 1, 2 ... steps; a huge unit's last step is half its back (25.10).

    >>> ladder(9, 5, Options(huge_units=True))
    (0, 3, 5, 9)
    """
    if options.huge_units and strength >= 8:
        return (0, (reduced + 1) // 2, reduced, strength)
    return (0, reduced, strength)


class UnitInfo:
    """The printed side of a unit."""

    __slots__ = (
        "command",
        "data",
        "division",
        "formation",
        "gun",
        "hardy",
        "id",
        "kind",
        "ladder",
        "light",
        "line",
        "marks",
        "morale",
        "mounted",
        "mp",
        "name",
        "nation",
        "pursuit",
        "reduced",
        "side",
        "steps",
        "strength",
        "walk",
    )

    def __init__(self, data: UnitData, kind: Kind, side: int, formation: int, division: int, options: Options) -> None:
        self.data, self.id, self.name, self.nation, self.kind = data, data.id, data.name, data.nation, kind
        self.side, self.formation, self.division = side, formation, division
        self.command = formation
        self.line, self.mounted = kind.arm == LINE, kind.arm == MOUNTED
        self.gun, self.light = kind.arm in (GUNS, LIGHT_GUNS), kind.arm == LIGHT_GUNS
        self.walk = kind.walk
        self.strength, self.reduced = data.strength, data.reduced
        self.mp = data.mp * 2
        #: Strength with 0, 1, 2 ... steps.
        self.ladder = ladder(data.strength, data.reduced, options)
        self.steps = len(self.ladder) - 1
        self.rate(Quality(0, 0, 0))

    def rate(self, quality: Quality) -> None:
        """Say what the men are worth (2.2); morale by whether they defend."""
        self.morale = quality.attacking, quality.defending
        self.pursuit, self.hardy, self.marks = quality.pursuit, quality.hardy, quality.marks

    def sp(self, steps: int) -> int:
        """Strength points with ``steps`` left."""
        return self.ladder[steps]


class CommandInfo:
    """Something that can have orders: a formation, a division of one (20.13), or a commander himself (20.15)."""

    __slots__ = (
        "army",
        "chief",
        "chit",
        "data",
        "division",
        "id",
        "leader",
        "limit",
        "name",
        "overall",
        "side",
        "units",
        "wing",
    )

    def __init__(
        self,
        data: FormationData,
        side: int,
        army: int,
        leader: int,
        overall: int,
        wing: int,
        division: str | None = None,
        name: str | None = None,
        chief: str | None = None,
    ):
        self.data, self.side, self.army, self.limit = data, side, army, data.limit
        self.leader, self.overall, self.wing, self.division = leader, overall, wing, division
        self.id = chief or (data.id if division is None else f"{data.id}/{division}")
        self.name = name or data.name
        self.chief = chief is not None
        self.chit = division is None and not self.chief
        self.units: tuple[int, ...] = ()


class Setting(Country):
    """All static things of one battle.

    Raises `ScenarioError` where the scenario's parts don't fit together; `napwidgets check` tells more.
    """

    def __init__(
        self,
        rules: Ruleset,
        scenario: ScenarioData,
        board: HexMap,
        options: Options | None = None,
        tables: Tables | None = None,
    ) -> None:
        super().__init__(rules, board, tables or rules.tables())
        self.scenario = scenario
        self.options = options or rules.options()
        self.sides = tuple(s.id for s in scenario.sides)
        self.armies = scenario.armies
        self.army_side = tuple(self.sides.index(a.side) for a in scenario.armies)
        self.leaders: tuple[LeaderData, ...] = scenario.leaders
        self.leader_side = tuple(self.sides.index(i.side) for i in scenario.leaders)
        self.leaders_of = tuple(
            tuple(n for n, side in enumerate(self.leader_side) if side == s) for s in range(len(self.sides))
        )
        self.hqs: tuple[HqData, ...] = scenario.hqs
        self.hq_side = tuple(self.sides.index(h.side) for h in scenario.hqs)
        self.leader_index = {i.id: n for n, i in enumerate(scenario.leaders)}
        self.hq_index = {h.id: n for n, h in enumerate(scenario.hqs)}
        self.hq_overall = tuple(self._leader(h.overall) for h in scenario.hqs)
        self.hq_of = {self._leader(h.overall): n for n, h in enumerate(scenario.hqs)}
        self._special: dict[str, list[Any]] = {}
        for rule in scenario.special:
            self._special.setdefault(rule.kind, []).append(rule)
        self._commands()
        self._units()
        self._arrivals()
        #: The weather of each turn as the scenario says beforehand (5.5, 20.14, 23).
        self.skies = tuple(self._sky(turn) for turn in range(scenario.turns.count + 2))
        #: Where the roads home of each side leave the map, by its edges of supply (20.2, 24).
        self.roads_home = tuple(
            tuple(sorted(h for h in self.roads if any(board.on_edge(h, edge) for edge in side.supply_edges)))
            for side in scenario.sides
        )

    def _leader(self, name: str) -> int:
        if name not in self.leader_index:
            raise ScenarioError(f"{self.scenario.id}: there is no leader {name!r}.")
        return self.leader_index[name]

    def _commands(self) -> None:
        army = {a.id: n for n, a in enumerate(self.scenario.armies)}
        self.formation_index = {f.id: n for n, f in enumerate(self.scenario.formations)}
        commands = []
        for f in self.scenario.formations:
            if f.army not in army or f.side not in self.sides:
                raise ScenarioError(f"{self.scenario.id}: formation {f.id!r} belongs to no known army or side.")
            wing = self._leader(f.wing) if f.wing else -1
            side = self.sides.index(f.side)
            commands.append(CommandInfo(f, side, army[f.army], self._leader(f.leader), self._leader(f.overall), wing))
        self.formations = len(commands)
        self.division_index: dict[tuple[int, str], int] = {}
        own = {(i.division or ""): n for n, i in enumerate(self.leaders) if i.role == "division"}
        for n, info in enumerate(list(commands)):
            names = sorted({u.division for u in self.scenario.units if u.division and u.formation == info.data.id})
            if len(names) < 2:
                continue
            for name in names:
                self.division_index[n, name] = len(commands)
                spelled = self.scenario.divisions.get(name, name.title())
                # A division goes by its commander, or by a name that says what it is.
                named = "Division" in spelled
                title = spelled if named else f"{spelled}'{'' if spelled.endswith('s') else 's'} division"
                leader = own.get(name, -1)
                commands.append(
                    CommandInfo(info.data, info.side, info.army, leader, info.overall, info.wing, name, title)
                )
        commands += self._chiefs(commands)
        self.commands = tuple(commands)
        #: The commands of each side.
        self.commands_of = tuple(
            tuple(c for c, info in enumerate(commands) if info.side == side) for side in range(len(self.sides))
        )
        #: The commands that are divisions (20.13).
        self.divisions = tuple(c for c, info in enumerate(commands) if info.division is not None)
        #: The orders of a commander's own, where he has some (20.15).
        self.own_orders = {info.leader: c for c, info in enumerate(commands) if info.chief}
        #: The commands that each leader leads.
        self.led_by = tuple(
            tuple(c for c, info in enumerate(commands) if info.leader == i) for i in range(len(self.leaders))
        )
        #: The overall commanders of each leader's wing.
        self.chiefs = tuple(
            tuple(dict.fromkeys(info.overall for info in commands if info.wing == i)) for i in range(len(self.leaders))
        )
        #: The formation whose losses count for each command (22).
        self.home = tuple(self.formation_index[info.data.id] for info in commands)

    def _chiefs(self, commands: list[CommandInfo]) -> list[CommandInfo]:
        """Commanders who have orders of their own: wing commanders, and whom the scenario gives one (20.15)."""
        found = []
        for i, leader in enumerate(self.leaders):
            below = [info for info in commands if info.chit and i in (info.wing, info.overall)]
            if below and (leader.role == "wing" or leader.order is not None):
                k = below[0]
                info = CommandInfo(k.data, k.side, k.army, i, k.overall, -1, None, leader.name, leader.id)
                info.limit = None
                found.append(info)
        return found

    def _units(self) -> None:
        infos = []
        for u in self.scenario.units:
            if u.formation not in self.formation_index:
                raise ScenarioError(f"{self.scenario.id}: unit {u.id!r} belongs to no known formation.")
            f = self.formation_index[u.formation]
            division = self.division_index.get((f, u.division or ""), -1)
            infos.append(UnitInfo(u, self._kind(u), self.commands[f].side, f, division, self.options))
        for info, quality in zip(infos, self.rules.qualities(self.tables, infos), strict=True):
            info.rate(quality)
        self.units = tuple(infos)
        self.nations = frozenset(info.nation for info in infos)
        #: The nations that have a Guard (7.4).
        self.guarded = frozenset(info.nation for info in infos if GUARD in info.marks)
        #: Whether every unit has a zone of control (5.4).
        self.all_control = all(info.kind.zoc for info in infos)
        self.unit_index = {u.id: n for n, u in enumerate(self.units)}
        for c, command in enumerate(self.commands):
            mine = [n for n, u in enumerate(self.units) if c in (u.formation, u.division)]
            command.units = tuple(mine)
        self.mounted_command = tuple(
            bool(c.units) and all(self.units[u].walk == HORSE for u in c.units) for c in self.commands
        )
        self.of_side = tuple(tuple(n for n, u in enumerate(self.units) if u.side == s) for s in range(len(self.sides)))

    def _kind(self, unit: UnitData) -> Kind:
        if unit.kind not in self.rules.kinds:
            raise ScenarioError(f"{self.scenario.id}: unit {unit.id!r} is of no known kind.")
        return self.rules.kinds[unit.kind]

    def _arrivals(self) -> None:
        """Reinforcements by id (9): the turn and the entry hex of each unit, leader and HQ."""
        self.arrival_units: dict[int, tuple[int, int]] = {}
        self.arrival_leaders: dict[int, tuple[int, int]] = {}
        self.arrival_hqs: dict[int, tuple[int, int]] = {}
        #: Units that may never come (9, reading 50).
        self.doubtful = frozenset(name for g in self.scenario.reinforcements if g.chance for name in g.who)
        #: Turn, entry hex and first target of each group of reinforcements (9).
        self.arrivals = tuple(
            (g.turn, self.board.number(g.entry), self.board.number(g.order.target) if g.order.target else OFF)
            for g in self.scenario.reinforcements
        )
        #: The group that each unit comes with.
        self.arrival_group: dict[int, int] = {}
        for n, group in enumerate(self.scenario.reinforcements):
            entry = self.board.number(group.entry)
            for name in group.who:
                if name in self.unit_index:
                    self.arrival_group[self.unit_index[name]] = n
                    self.arrival_units[self.unit_index[name]] = (group.turn, entry)
                elif name in self.leader_index:
                    self.arrival_leaders[self.leader_index[name]] = (group.turn, entry)
                elif name in self.hq_index:
                    self.arrival_hqs[self.hq_index[name]] = (group.turn, entry)
                else:
                    raise ScenarioError(f"{self.scenario.id}: reinforcement {name!r} is not in the order of battle.")

    def first_order(self, c: int) -> Order:
        """The order that the scenario gives a command; a division is in reserve until it stands on its own (20.13)."""
        info = self.commands[c]
        if info.division is not None:
            return RESERVE
        order = (self.leaders[info.leader].order or OrderData(kind="reserve")) if info.chief else info.data.order
        return Order(order.kind, self.board.number(order.target) if order.target else OFF, 1)

    def seat(self, side: int) -> str:
        """The seat of a side."""
        return self.sides[side]

    def night(self, turn: int) -> bool:
        """Whether a turn is a night turn (23)."""
        return turn in self.scenario.turns.night

    def rain(self, turn: int) -> bool:
        """Whether it rains on a turn (5.5)."""
        return turn in self.scenario.turns.rain

    def _sky(self, turn: int) -> Weather:
        limits = self.tables.limits
        if self.night(turn):
            return Weather(limits["visibility night"], contact=False, fights=False)
        if self.rain(turn):
            return Weather(limits["visibility rain"], contact=False)
        return Weather(limits["visibility day"])

    def hour(self, turn: int) -> str:
        """A turn as a clock shows it: ``3 PM``."""
        first, minutes = (int(x) for x in self.scenario.turns.first.split(":"))
        hour = (first + turn - 1) % 24
        text = f"{(hour - 1) % 12 + 1}{f':{minutes:02d}' if minutes else ''} {'AM' if hour < 12 else 'PM'}"
        return "Noon" if text == "12 PM" else text

    def special(self, kind: str) -> list[Any]:
        """The scenario's special rules of one kind."""
        return self._special.get(kind, [])
