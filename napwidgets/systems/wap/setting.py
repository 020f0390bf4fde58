"""The static side of a campaign: board, states, cities, leaders, tables and options, worked out once for quick rules.

Readings 9 to 11 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from functools import cache
from itertools import count

from napwidgets.board.geometry import axial
from napwidgets.board.realm import RIVER, STRAIT, City, EuropeBoard
from napwidgets.systems.choices import chosen
from napwidgets.systems.telling import MONTHS
from napwidgets.systems.wap.forces import GOODS, Count, parse
from napwidgets.systems.wap.markers import GROUPS, MAJORS
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.scenario import ScenarioData
from napwidgets.systems.wap.tables import LeaderRow, Tables, Zone

FRANCE, ENGLAND, AUSTRIA, PRUSSIA, RUSSIA, SPAIN = range(6)
MINORS = tuple(name for group in GROUPS.values() for name in group)
#: All states by number: the majors first.
NATIONS = (*MAJORS, *MINORS)
PORTUGAL, HANOVER = NATIONS.index("Portugal"), NATIONS.index("Hanover")
#: Hanoverians in English service (J.3.d).
LEGION = "the King's German Legion"

#: Seats with the option that makes them one, and their names (D.3).
_SEATS = (
    ("french", "", "France", FRANCE),
    ("english", "", "England", ENGLAND),
    ("russian", "russian_seat", "Russia", RUSSIA),
    ("austrian", "austrian_seat", "Austria", AUSTRIA),
    ("prussian", "prussian_seat", "Prussia", PRUSSIA),
    ("spanish", "spanish_seat", "Spain", SPAIN),
)


class Way:
    """A step by land from one hex to a neighbour: the hex, its cost in movement points, whether over a river."""

    __slots__ = ("cost", "hex", "river")

    def __init__(self, hex: int, cost: int, river: bool) -> None:
        self.hex, self.cost, self.river = hex, cost, river


class Setting:
    """One scenario's static side. Raises `ScenarioError` or ``ValueError`` for what does not fit."""

    def __init__(
        self,
        scenario: ScenarioData,
        board: EuropeBoard,
        options: Options | None = None,
        tables: Tables | None = None,
    ) -> None:
        self.options = options or chosen(Options, "wap", {}, scenario.options)
        self.tables = tables or Tables()
        self.scenario, self.board = scenario, board.producing(self.tables.cities)
        board = self.board
        year, month = (int(part) for part in scenario.turns.first.split("-"))
        self.first = year * 12 + month - 1
        self._cities()
        self.ways = tuple(tuple(self._ways(h)) for h in range(board.size))
        self.steps = tuple(tuple((way.hex, way.cost) for way in ways) for ways in self.ways)
        #: The same steps by the hex that they lead to: where from, and the cost.
        self.back = _backwards(self.steps)
        self.leaders: tuple[LeaderRow, ...] = tuple(self.tables.leaders)
        self.leader_number = {row.name: i for i, row in enumerate(self.leaders)}
        self.leader_nation = tuple(NATIONS.index(row.state) for row in self.leaders)
        #: Whether a leader has a name of his own; the others have no rating and are not hit in combat (R).
        self.named = tuple("leader" not in row.name.split() for row in self.leaders)
        self.napoleon = self.leader_number["Napoleon"]
        self.nelson = self.leader_number["Nelson"]
        self.zones: dict[int, Zone] = {n: self.tables.zones[zone.key] for n, zone in board.zones.items()}
        taken = [seat for seat in _SEATS if not seat[1] or getattr(self.options, seat[1])]
        self.seats = tuple(seat[0] for seat in taken)
        self.seat_names = tuple(seat[2] for seat in taken)
        self.seat_of_major = {seat[3]: i for i, seat in enumerate(taken)}

    def _cities(self) -> None:
        board = self.board
        self._near: dict[int, int] = {}
        #: The first city in each hex that has any, by its axial coordinates.
        self._axial: dict[tuple[int, int], int] = {}
        for c, city in enumerate(board.cities):
            self._axial.setdefault(axial(*divmod(board.number(city.hex), board.rows)), c)
        self.cities: tuple[City, ...] = board.cities
        self.city_hex = tuple(board.number(city.hex) for city in self.cities)
        self.city_at = {h: c for c, h in enumerate(self.city_hex)}
        self.city_number = {city.name: c for c, city in enumerate(self.cities)}
        self.home = tuple(self._nation(city.state) for city in self.cities)
        self.owner = tuple(-1 if name is None else self._nation(name) for name in board.owner)
        self.heirs = tuple(frozenset(NATIONS.index(name) for name in city.later) for city in self.cities)
        made: list[list[int]] = [[] for _ in NATIONS]
        kept = {row.city for row in self.tables.made if not row.counts}
        for c, city in enumerate(self.cities):
            if city.production and (city.name not in kept or self.home[c] >= 6):
                made[self.home[c]].append(c)
            for name in city.later:
                if city.production and NATIONS.index(name) != self.home[c]:
                    made[NATIONS.index(name)].append(c)
        self.production = tuple(tuple(found) for found in made)
        self.capital = tuple(self._capital(n) for n in range(len(NATIONS)))
        self.objectives = tuple(sorted({*self.capital[:6], *(c for found in made for c in found)}))
        self.ruled_from: dict[int, tuple[int, ...]] = {
            c: tuple(n for n in range(6, len(NATIONS)) if self.capital[n] == c) for c in self.capital[6:]
        }
        self.made_at = {self.city_number[row.city]: row for row in self.tables.made}
        self.ports = tuple(c for c, city in enumerate(self.cities) if city.is_port)
        self.port_zones = {c: board.shores[self.city_hex[c]] for c in self.ports}
        self.zone_ports: dict[int, list[int]] = {zone: [] for zone in board.zones}
        for c, zones in self.port_zones.items():
            for zone in zones:
                self.zone_ports[zone].append(c)
        self.group_of = {NATIONS.index(name): g for g, names in enumerate(GROUPS.values()) for name in names}

    def spot(self, hex: int) -> str:
        """A hex for people: its title, and where it has no city the city nearest to it."""
        if hex in self.city_at or not self.cities:
            return self.board.title(hex)
        if hex not in self._near:
            self._near[hex] = self._nearest(hex)
        return f"{self.board.title(hex)} near {self.cities[self._near[hex]].name}"

    def _nearest(self, hex: int) -> int:
        """The city nearest to a hex, the first of equals."""
        q, r = axial(*divmod(hex, self.board.rows))
        found: list[int] = []
        for far in count():
            found = [self._axial[at] for dq, dr in _ring(far) if (at := (q + dq, r + dr)) in self._axial]
            if found:
                break
        return min(found)

    def goods(self, nation: int) -> tuple[str, ...]:
        """What a state can buy in this scenario."""
        buys = self.scenario.buys
        return buys.get(NATIONS[nation], buys.get("all", GOODS))

    def _nation(self, name: str) -> int:
        return NATIONS.index(self.board.states[name].joins or name)

    def _capital(self, nation: int) -> int:
        """A major's capital; a minor's production city, by which it stands and falls (G.1.f)."""
        named = self.city_number[self.board.city(self.board.states[NATIONS[nation]].capital).name]
        made = self.production[nation]
        return named if nation < 6 or named in made else made[0]

    def _ways(self, h: int) -> list[Way]:
        """The steps that an army can take from a hex, with what they cost (J)."""
        board, cost = self.board, self.tables.terrain
        if not board.is_land(h):
            return []
        found = []
        for d, n in enumerate(board.neighbours[h]):
            if n >= 0 and board.is_land(n) and not board.sides[h][d] & STRAIT:
                river = bool(board.sides[h][d] & RIVER)
                found.append(Way(n, cost[board.terrain[n]] + (cost["river"] if river else 0), river))
        return found

    def month(self, turn: int) -> tuple[int, int]:
        """Year and month (1 to 12) of a turn.

        >>> from napwidgets.scenarios import load
        >>> load("wap/grand-campaign").setting.month(5)
        (1806, 1)
        """
        year, month = divmod(self.first + turn - 1, 12)
        return year, month + 1

    def month_name(self, turn: int) -> str:
        """``September 1805``."""
        year, month = self.month(turn)
        return f"{MONTHS[month - 1]} {year}"

    def place(self, name: str) -> int:
        """The hex of a city's name or of four digits; raises ``ValueError`` if there is none."""
        try:
            return self.board.number(name) if name.isdecimal() else self.board.hex_of(name)
        except KeyError:
            raise ValueError(f"there is no city {name!r} on this board") from None

    def zone_number(self, name: str) -> int:
        """The number of a sea zone; raises ``ValueError`` if there is none."""
        try:
            return self.board.zone_ids[name]
        except KeyError:
            raise ValueError(f"there is no sea zone {name!r}") from None

    def additions(self, year: int, nation: int) -> Count:
        """What a January adds to a state's force pool (J.1.f)."""
        return parse(self.tables.additions.get((year, NATIONS[nation]), ""))


def _backwards(steps: tuple[tuple[tuple[int, int], ...], ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    found: list[list[tuple[int, int]]] = [[] for _ in steps]
    for h, ways in enumerate(steps):
        for n, cost in ways:
            found[n].append((h, cost))
    return tuple(map(tuple, found))


def nation_number(name: str) -> int:
    """The number of a state; raises ``ValueError`` if there is none.

    >>> nation_number("Austria")
    2
    """
    try:
        return NATIONS.index(name)
    except ValueError:
        raise ValueError(f"there is no state {name!r}; there are {', '.join(NATIONS)}") from None


@cache
def _ring(far: int) -> tuple[tuple[int, int], ...]:
    """The hexes so far away from one, as axial steps from it.

    >>> len(_ring(0)), len(_ring(1)), len(_ring(5))
    (1, 6, 30)
    """
    steps = range(-far, far + 1)
    return tuple((q, r) for q in steps for r in steps if max(abs(q), abs(r), abs(q + r)) == far)
