"""The static side of a battle: map, order of battle, tables and options, worked out once for quick rules.

Everything the scenario names by an id has a dense number here; the state's tuples use the same numbers.

Readings 9, 10 and 11 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from napwidgets.board.hexmap import BRIDGE, FORD, RIVER, ROAD, STREAM, TRAIL, HexMap
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.nlc.options import Options
from napwidgets.systems.nlc.scenario import FormationData, HqData, LeaderData, ScenarioData, UnitData
from napwidgets.systems.nlc.tables import Tables, standard

#: Movement classes: index into entry costs.
FOOT, HORSE = 0, 1
#: An entry cost that says no.
NEVER = 1000


class UnitInfo:
    """The printed side of a unit."""

    __slots__ = (
        "british",
        "cavalry",
        "command",
        "data",
        "division",
        "formation",
        "gun",
        "id",
        "infantry",
        "mp",
        "name",
        "nation",
        "old_guard",
        "pursuit",
        "reduced",
        "side",
        "steady",
        "steps",
        "strength",
        "walk",
    )

    def __init__(self, data: UnitData, side: int, formation: int, division: int, options: Options, tables: Tables):
        self.data, self.id, self.name, self.nation = data, data.id, data.name, data.nation
        self.side, self.formation, self.division = side, formation, division
        self.command = formation
        self.infantry = data.kind == "infantry"
        self.cavalry = data.kind == "cavalry"
        self.gun = data.kind in ("foot_artillery", "horse_artillery")
        self.walk = FOOT if self.infantry else HORSE
        self.strength, self.reduced = data.strength, data.reduced
        self.mp = data.mp * 2
        self.old_guard = self.infantry and bool({"old_guard", "middle_guard"} & set(data.traits))
        self.british = data.nation == "british"
        self.steady = data.nation in ("british", "kgl")
        self.steps = 3 if options.huge_units and data.strength >= 8 else 2
        if self.british:
            self.pursuit = tables.morale["pursuit british"]
        elif "guard_cavalry" in data.traits and self.cavalry:
            self.pursuit = tables.morale["pursuit guard cavalry"]
        else:
            self.pursuit = tables.morale["pursuit"]

    @property
    def foot_gun(self) -> bool:
        """Foot artillery."""
        return self.data.kind == "foot_artillery"

    @property
    def horse_gun(self) -> bool:
        """Horse artillery."""
        return self.data.kind == "horse_artillery"

    def sp(self, steps: int) -> int:
        """Strength points with ``steps`` left; a huge unit's last step is half its back (25.10)."""
        if steps == self.steps:
            return self.strength
        if steps == 0:
            return 0
        if self.steps == 3 and steps == 1:
            return (self.reduced + 1) // 2
        return self.reduced


class CommandInfo:
    """Something that can have orders: a formation, or a division of one (20.13)."""

    __slots__ = (
        "army",
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
    ):
        self.data, self.side, self.army, self.limit = data, side, army, data.limit
        self.leader, self.overall, self.wing, self.division = leader, overall, wing, division
        self.id = data.id if division is None else f"{data.id}/{division}"
        self.name = name or data.name
        self.chit = division is None
        self.units: tuple[int, ...] = ()


class Setting:
    """All static things of one battle.

    Raises `ScenarioError` where the scenario's parts don't fit together; `napwidgets check` tells more.
    """

    def __init__(
        self,
        scenario: ScenarioData,
        board: HexMap,
        options: Options | None = None,
        tables: Tables | None = None,
    ) -> None:
        self.scenario, self.board = scenario, board
        self.options = options or Options()
        self.tables = tables or standard()
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
        self._costs()
        self._places()
        self.fingerprint = self._fingerprint()

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
                title = f"{spelled}'{'' if spelled.endswith('s') else 's'} division"
                leader = own.get(name, -1)
                commands.append(
                    CommandInfo(info.data, info.side, info.army, leader, info.overall, info.wing, name, title)
                )
        self.commands = tuple(commands)
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

    def _units(self) -> None:
        infos = []
        for u in self.scenario.units:
            if u.formation not in self.formation_index:
                raise ScenarioError(f"{self.scenario.id}: unit {u.id!r} belongs to no known formation.")
            f = self.formation_index[u.formation]
            division = self.division_index.get((f, u.division or ""), -1)
            infos.append(UnitInfo(u, self.commands[f].side, f, division, self.options, self.tables))
        self.units = tuple(infos)
        self.unit_index = {u.id: n for n, u in enumerate(self.units)}
        for c, command in enumerate(self.commands):
            mine = [n for n, u in enumerate(self.units) if c in (u.formation, u.division)]
            command.units = tuple(mine)
        self.cavalry_command = tuple(all(self.units[u].walk == HORSE for u in c.units) for c in self.commands)
        self.of_side = tuple(tuple(n for n, u in enumerate(self.units) if u.side == s) for s in range(len(self.sides)))

    def _arrivals(self) -> None:
        """Reinforcements by id (9): the turn and the entry hex of each unit, leader and HQ."""
        self.arrival_units: dict[int, tuple[int, int]] = {}
        self.arrival_leaders: dict[int, tuple[int, int]] = {}
        self.arrival_hqs: dict[int, tuple[int, int]] = {}
        for group in self.scenario.reinforcements:
            entry = self.board.number(group.entry)
            for name in group.who:
                if name in self.unit_index:
                    self.arrival_units[self.unit_index[name]] = (group.turn, entry)
                elif name in self.leader_index:
                    self.arrival_leaders[self.leader_index[name]] = (group.turn, entry)
                elif name in self.hq_index:
                    self.arrival_hqs[self.hq_index[name]] = (group.turn, entry)
                else:
                    raise ScenarioError(f"{self.scenario.id}: reinforcement {name!r} is not in the order of battle.")

    def _costs(self) -> None:
        """Half MPs to enter each neighbour (5.2): ``off_road[class][hex]`` and ``on_road[class][hex]`` by direction."""
        board, entry = self.board, self.tables.entry
        self.off_road: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(tuple(self._entry_cost(h, d, walk, False) for d in range(6)) for h in range(board.size))
            for walk in (FOOT, HORSE)
        )
        self.on_road: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(tuple(self._entry_cost(h, d, walk, True) for d in range(6)) for h in range(board.size))
            for walk in (FOOT, HORSE)
        )
        self.cheapest = tuple(
            tuple(
                (n, cost, cost)
                for d, n in enumerate(board.neighbours[h])
                for cost in (min(self.off_road[0][h][d], self.off_road[1][h][d], self.on_road[0][h][d]),)
                if n >= 0 and self.off_road[0][h][d] < NEVER
            )
            for h in range(board.size)
        )
        self.steps, self.steps_road = (
            tuple(self._steps(costs[walk], self.off_road[walk]) for walk in (FOOT, HORSE))
            for costs in (self.off_road, self.on_road)
        )
        self.shut = tuple(
            tuple(bool(side & RIVER and not side & BRIDGE) for side in board.sides[h]) for h in range(board.size)
        )
        self.passable = tuple(kind != "water" for kind in board.terrain)
        self.chateau = tuple(kind == "chateau" for kind in board.terrain)
        self.base = tuple(entry.get(kind, (NEVER, NEVER)) for kind in board.terrain)
        self.chateaux = tuple(h for h in range(board.size) if self.chateau[h])
        self.zoc_from = tuple(
            tuple(
                n for d, n in enumerate(board.neighbours[h]) if n >= 0 and not self.shut[h][d] and not self.chateau[n]
            )
            for h in range(board.size)
        )
        self.near = tuple(tuple(n for n in board.neighbours[h] if n >= 0) for h in range(board.size))

    def _steps(
        self, fast: tuple[tuple[int, ...], ...], slow: tuple[tuple[int, ...], ...]
    ) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each hex the neighbours that can be entered, with the cost on and off the road."""
        return tuple(
            tuple(
                (n, fast[h][d], slow[h][d])
                for d, n in enumerate(self.board.neighbours[h])
                if n >= 0 and fast[h][d] < NEVER
            )
            for h in range(self.board.size)
        )

    def _entry_cost(self, h: int, d: int, walk: int, road: bool) -> int:
        board, entry = self.board, self.tables.entry
        n = board.neighbours[h][d]
        if n < 0 or board.terrain[n] == "water":
            return NEVER
        side = board.sides[h][d]
        if side & RIVER and not side & (BRIDGE | FORD):
            return NEVER
        if road and side & ROAD:
            return 1
        wet = 0
        if not side & BRIDGE and side & (STREAM | FORD):
            wet = entry["stream" if side & STREAM else "ford"][walk]
        if road and side & TRAIL:
            return 2
        return entry[board.terrain[n]][walk] + wet

    def _places(self) -> None:
        """Hexes that an order may name (20.2): places, and hexes on roads, streams and crests."""
        board = self.board
        marked = ROAD | STREAM | RIVER
        self.named = tuple(sorted(board.places))
        self.targets = frozenset(
            h
            for h in range(board.size)
            if self.passable[h] and (h in board.places or any(s & marked or s & 16 for s in board.sides[h]))
        )
        self.roads = frozenset(h for h in range(board.size) if any(s & ROAD for s in board.sides[h]))
        self.visible = {"day": "visibility day", "rain": "visibility rain", "night": "visibility night"}

    def _fingerprint(self) -> str:
        parts = [
            msgspec.json.encode(self.scenario, order="deterministic"),
            msgspec.json.encode(self.board.data, order="deterministic"),
            self.tables.dumps(),
            msgspec.json.encode(self.options, order="deterministic"),
        ]
        return hashlib.sha256(b"\n".join(parts)).hexdigest()[:32]

    def seat(self, side: int) -> str:
        """The seat of a side."""
        return self.sides[side]

    def night(self, turn: int) -> bool:
        """Whether a turn is a night turn (23)."""
        return turn in self.scenario.turns.night

    def rain(self, turn: int) -> bool:
        """Whether it rains on a turn (5.5)."""
        return turn in self.scenario.turns.rain

    def visibility(self, turn: int) -> int:
        """How far extended LOS reaches on a turn, in hexes (20.14)."""
        limits = self.tables.limits
        if self.night(turn):
            return limits["visibility night"]
        return limits["visibility rain"] if self.rain(turn) else limits["visibility day"]

    def hour(self, turn: int) -> str:
        """A turn as a clock shows it: ``3 PM``."""
        first, minutes = (int(x) for x in self.scenario.turns.first.split(":"))
        hour = (first + turn - 1) % 24
        text = f"{(hour - 1) % 12 + 1}{f':{minutes:02d}' if minutes else ''} {'AM' if hour < 12 else 'PM'}"
        return "Noon" if text == "12 PM" else text

    def other(self, side: int) -> int:
        """The other side."""
        return 1 - side

    def special(self, kind: str) -> list[Any]:
        """The scenario's special rules of one kind."""
        return self._special.get(kind, [])
