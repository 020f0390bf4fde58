"""The tables of War and Peace: read from the JSON files beside this module, in the form that the rules use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from napwidgets.board import realm
from napwidgets.kernel.provenance import Provenance
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.tabular import Spent, Table, replaced, shipped_in
from napwidgets.systems.wap import shapes
from napwidgets.systems.wap.forces import Count, parse

FOLDER = Path(__file__).parent / "tables"
#: The tables as they were before they were fitted to history (docs/rules/wap.md); the others are the same in both sets.
FIRST = FOLDER / "first"
#: What leaders without a name are called, and how some names are spelled.
CALLED = Path(__file__).parent / "called.json"

#: Tables whose rows and columns are their owner's; `napwidgets.systems.wap.shapes` reads them.
FREE = (
    "attrition", "cities", "forced-march", "land-combat", "land-losses", "land-odds", "land-pursuit", "naval-combat",
    "pursuit",
)  # fmt: skip
#: Figures that are spent or divided by.
SPENT: Spent = {
    "costs": (("*",), None),
    "movement": (("clear", "forest", "marsh", "mountain", "port", "coast"), None),
    "land-modifiers": (("rounds", "overrun"), None),
}
#: The odds of a fight at sea (F.7.b).
RATIOS = ("1-1", "3-2", "2-1")


def shipped(first: bool = False) -> Mapping[str, Table]:
    """All tables as shipped, by id; with ``first`` the set of that name.

    >>> shipped()["zones"].cell("caribbean", "maritime traffic")
    4
    """
    return {**shipped_in(FOLDER), **shipped_in(FIRST)} if first else shipped_in(FOLDER)


@cache
def called() -> Mapping[str, tuple[str, str]]:
    """What leaders without a name are called at the table, and who that was.

    >>> called()["Prussian leader"][0]
    'Lestocq'
    """
    return _names().called


def shown_name(name: str) -> str:
    """A leader's name as the table shows it.

    >>> shown_name("Massena"), shown_name("Davout"), shown_name("Prussian leader")
    ('Masséna', 'Davout', 'Lestocq')
    """
    return called()[name][0] if name in called() else _names().spelled.get(name, name)


@cache
def _names() -> _Called:
    return msgspec.json.decode(CALLED.read_bytes(), type=_Called)


class _Called(Struct, frozen=True):
    """The file of those names."""

    format: int
    note: str
    provenance: Provenance
    called: dict[str, tuple[str, str]]
    spelled: dict[str, str]


@cache
def _shipped_board() -> realm.EuropeBoard:
    return realm.EuropeBoard.load(realm.EuropeBoard.HOME)


class Zone(Struct, frozen=True):
    """A sea zone (F.2.d): cost to enter, interception modifier, maritime traffic, as the table has them; its name and
    the zones it joins, as the map has them, and where the map has them from.
    """

    id: str
    name: str
    on_map: bool
    cost: int
    interception: int
    traffic: int
    joins: tuple[str, ...]
    drawn: Provenance


class LeaderRow(Struct, frozen=True):
    """A leader as the table has him: state, rating, the month from which he may come (months since the year 0; 0: at
    the start); and what he is called at the table, where the game gives him no name.
    """

    name: str
    state: str
    rating: int
    arrives: int
    called: str


class MadeRow(Struct, frozen=True):
    """A minor that French troops make by holding a city (H.1): whether the city counts for its owner until then, and
    which minors it ends.
    """

    name: str
    city: str
    counts: bool
    ends: tuple[str, ...]


class WarRow(Struct, frozen=True):
    """A foreign war (G.2): dice that begin and end it, and the force it takes away."""

    begins: int
    begins_raided: int
    count: Count
    squadrons: int
    transports: int
    ends: int
    ends_later: int


class Tables:
    """The tables for quick look-ups; ``changed`` holds some put in place of shipped ones, ``board`` is the map whose
    seas and cities they speak of, by default the shipped one; with ``first`` the set of that name is shipped.

    Raises `ScenarioError` for a table that does not fit.
    """

    def __init__(
        self,
        changed: Mapping[str, Any] | None = None,
        board: realm.EuropeBoard | None = None,
        *,
        first: bool = False,
    ) -> None:
        board = board or _shipped_board()
        self.all: Mapping[str, Table] = replaced(shipped(first), changed, "wap", SPENT, FREE)
        self.intercepts = shapes.pursuit(self.all["pursuit"])
        self.pursuit = self.all["pursuit-modifiers"].figures()
        self.blockade = self._dice("blockade", ("E", "F", "F*"))
        self.transport = self._dice("transport", ("S", "C", "E"))
        self.morale = self.all["naval-morale"].figures()
        self.lloyds = self.all["lloyds"].figures()
        self.alliance = self.all["alliance"].figures()
        self.courted = self.all["courting"].figures()
        self.combat = shapes.naval_combat(self.all["naval-combat"], RATIOS)
        seas = tuple(board.zones.values())
        self.cities = shapes.cities(self.all["cities"], board)
        keys = {sea.id: sea.key for sea in seas}
        self.zones = {sea.key: self._zone(sea, tuple(keys[n] for n in sea.joins)) for sea in seas}
        self.movement = self.all["movement"].figures()
        self.terrain = self.movement
        self.supply = self.all["supply"].figures()
        self.weather = self.all["attrition-modifiers"].figures()
        self.ground = self.all["land-modifiers"].figures()
        self.siege = self.all["siege"].figures()
        self.costs = self.all["costs"].figures()
        self.production = self.all["production"].figures()
        self.victory = self.all["victory"].figures()
        self.casualty = self.all["leader-casualty"].figures()
        self.odds = shapes.odds(self.all["land-odds"])
        self.land_combat = shapes.land_combat(self.all["land-combat"], self.odds)
        # Whoever has a combat table of his own has its losses as they stand.
        mine = "land-combat" in (changed or {}) and "land-losses" not in (changed or {})
        self._by_size = None if mine else shapes.losses(self.all["land-losses"])
        self.attrition = shapes.losses(self.all["attrition"])
        self.land_pursuit = shapes.losses(self.all["land-pursuit"])
        self.forced_march = shapes.marches(self.all["forced-march"])
        self.leaders = tuple(self._leader(name) for name in self.all["leaders"].rows)
        self.additions = {
            (int(year), state): str(cells[i] or "")
            for state, cells in self.all["force-pools"].rows.items()
            for i, year in enumerate(self.all["force-pools"].columns)
        }
        self.made = tuple(self._made(name) for name in self.all["minors-made"].rows)
        self.wars = tuple(self._war(i) for i in range(2))

    def lost_in_battle(self, size: int, result: int) -> int:
        """The strength points that a result of the combat table costs in a battle whose smaller force has so many
        (O); results beyond the table of losses add what they are more.

        >>> Tables().lost_in_battle(5, 2), Tables().lost_in_battle(5, 0)
        (2, 0)
        """
        if self._by_size is None or not result:
            return result
        last = self._by_size.rows.first + len(self._by_size.rows.results) - 1
        return self._by_size.at(size, result) + max(0, result - last)

    def _number(self, name: str, row: str, at: int) -> int:
        return self.all[name].number(row, at)

    def _leader(self, name: str) -> LeaderRow:
        state, _, arrives = self.all["leaders"].rows[name]
        year, _, month = str(arrives or "").partition("-")
        when = int(year) * 12 + int(month) - 1 if year else 0
        return LeaderRow(name, str(state), self._number("leaders", name, 1), when, shown_name(name))

    def _made(self, name: str) -> MadeRow:
        city, counts, ends = self.all["minors-made"].rows[name]
        return MadeRow(name, str(city), bool(counts), tuple(str(ends or "").split()))

    def _war(self, at: int) -> WarRow:
        table = self.all["foreign-wars"]
        rows = (
            "breaks out up to",
            "after raids on North America",
            "squadrons",
            "transports",
            "ends from",
            "ends from, after a year",
        )
        begins, raided, squadrons, transports, ends, later = (table.number(row, at) for row in rows)
        return WarRow(begins, raided, parse(str(table.rows["force"][at])), squadrons, transports, ends, later)

    def morale_on_land(self, row: str, year: int) -> int:
        """The morale of a row of its table in a year.

        >>> Tables().morale_on_land("Prussia", 1813)
        2
        """
        table = self.all["land-morale"]
        _, since, _ = table.rows[row]
        return table.number(row, 2 if isinstance(since, int) and year >= since else 0)

    def loyal(self, year: int) -> tuple[str, ...]:
        """The majors that England may not court yet in a year (G.1.l, reading 8).

        >>> Tables().loyal(1805), Tables().loyal(1808)
        (('Spain',), ())
        """
        return tuple(name for name, since in self.courted.items() if year < since)

    def _dice(self, name: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
        """What each face of a die gives, from 1."""
        found = tuple(str(self.all[name].rows[str(face)][0]) for face in range(1, 7))
        for result in found:
            if result not in allowed:
                raise ScenarioError(f"Table {name} has the results {', '.join(allowed)}; {result!r} is none of them.")
        return found

    def _zone(self, sea: realm.Zone, joins: tuple[str, ...]) -> Zone:
        table = self.all["zones"]
        if sea.key not in table.rows:
            raise ScenarioError(f"Table zones has no figures for {sea.name}: it needs a row {sea.key!r}.")
        cost, interception, traffic = (table.number(sea.key, i) for i in range(3))
        return Zone(sea.key, sea.name, sea.on_map, cost, interception, traffic, joins, sea.provenance)

    def result(self, odds: str, total: int) -> str:
        """The result of a naval combat at a modified die (F.7.b); totals beyond the table take its ends.

        >>> Tables().result("2-1", 9)
        'SC'
        """
        return self.combat[odds].at(total)
