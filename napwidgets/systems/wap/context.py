"""The rules' common ground: who stands with whom, who commands what, who holds a city, where things are (D, G, I).

Readings 9 to 11 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import attrgetter, is_
from typing import Any

from msgspec.structs import replace

from napwidgets.systems.telling import Log as Log
from napwidgets.systems.telling import Voice
from napwidgets.systems.telling import be as be
from napwidgets.systems.telling import counted as counted
from napwidgets.systems.telling import names as names
from napwidgets.systems.wap.markers import GROUPS, MAJORS, STEPS, Politics
from napwidgets.systems.wap.setting import AUSTRIA, ENGLAND, FRANCE, NATIONS, PRUSSIA, Setting
from napwidgets.systems.wap.standing import Standing
from napwidgets.systems.wap.state import (
    DEAD,
    ENGLISH,
    FRENCH,
    NEUTRAL,
    PRIZE,
    Army,
    Edit,
    Fleet,
    State,
    gathered,
    moored,
    mustered,
    put_in,
    zone_of,
)

_hex = attrgetter("hex")
#: For how many of the last positions it is remembered how the states stand.
_LATELY = 4
#: How many names of fleets are remembered.
_NAMES = 2000

#: The segment's number for each marker of the Alliance Display, and back.
FACTION_OF = {"pro-French": FRENCH, "anti-French": ENGLISH, "neutral": NEUTRAL}
#: What each faction is called in a sentence.
SIDES = ("neutral", "French", "English")


_VOICE = Voice("WAP")
refuse, say = _VOICE.refuse, _VOICE.say


class Context:
    """One campaign's rules bound to its setting; holds nothing that changes.

    What was worked out last is remembered by the identity of what it came from, which is safe because that never
    changes.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.board, self.tables, self.options = setting.board, setting.tables, setting.options
        self.phases = frozenset(setting.scenario.phases)
        self._standings: list[Standing] = []
        #: Where fleets can go from each place, as it is asked.
        self.voyages: dict[int, Any] = {}
        self._display: tuple[tuple[object, ...], tuple[bool, int], Politics | None] = ((), (False, 0), None)
        #: What fleets are called: most lie where they lay.
        self._called: dict[Fleet, str] = {}
        self._hexes: tuple[tuple[Army, ...], list[int]] = ((), [])
        #: Armies that are known to stand in their order, each by itself.
        self._gathered: list[tuple[Army, ...]] = []
        self._edits: list[tuple[tuple[Army, ...], tuple[Army, ...], list[Edit]]] = []
        #: The like of fleets.
        self._mustered: list[tuple[Fleet, ...]] = []

    # Who stands with whom (D.1, G.1.f)

    def standing(self, s: State) -> Standing:
        """How all states stand."""
        for known in self._standings:
            if known.still(s):
                return known
        found = Standing(self.setting, s)
        self._standings = [found, *self._standings[: _LATELY - 1]]
        return found

    def faction(self, s: State, nation: int) -> int:
        """The faction of a state: a minor has its master's, and is neutral without one (G.1.f)."""
        master = s.masters[nation]
        return s.status[master] if 0 <= master < 6 else NEUTRAL

    def commander(self, s: State, nation: int) -> int:
        """The seat that commands the units of a state, -1 for none (D.3)."""
        master = s.masters[nation]
        if not 0 <= master < 6:
            return -1
        seat = self.setting.seat_of_major.get(master)
        if seat is not None:
            return seat
        return (-1, 0, 1)[s.status[master]]

    def army_faction(self, s: State, army: Army) -> int:
        """The faction that an army fights for: its state's, or that of the state it is lent to (K.4)."""
        return self.faction(s, army.serves)

    def army_seat(self, s: State, army: Army) -> int:
        """The seat that moves an army."""
        return self.commander(s, army.serves)

    def active_seats(self, s: State) -> tuple[int, ...]:
        """The seats that play in the present segment: those with a major state of its faction (E.1 to E.3)."""
        mine = {self.commander(s, major) for major in range(6) if s.status[major] == s.segment}
        return tuple(seat for seat in range(len(self.setting.seats)) if seat in mine)

    def mine(self, s: State, nation: int, seat: int) -> bool:
        """Whether a seat commands a state that is active in the present segment."""
        return self.standing(s).mine(s.segment, seat)[nation]

    def major_of(self, s: State, nation: int) -> int:
        """The major that a state belongs to: itself, or its master; -1 for a neutral or unformed minor."""
        master = s.masters[nation]
        return master if 0 <= master < 6 else -1

    def same_colour(self, s: State, nation: int, other: int) -> bool:
        """Whether units of two states have one colour: both are of one major, itself or its satellites (F.3, H.4)."""
        return nation == other or self.major_of(s, nation) == self.major_of(s, other) >= 0

    # What stands where

    def hexes(self, s: State) -> list[int]:
        """The hex of each army, in order."""
        armies, found = self._hexes
        if armies is not s.armies:
            found = list(map(_hex, s.armies))
            self._hexes = (s.armies, found)
        return found

    def stand_in(self, armies: tuple[Army, ...], hexes: list[int]) -> None:
        """Remember the hexes of some armies."""
        self._hexes = (armies, hexes)

    def armies_at(self, s: State, hex: int) -> list[Army]:
        """The armies in a hex."""
        hexes = self.hexes(s)
        first = bisect_left(hexes, hex)
        last = bisect_left(hexes, hex + 1, first)
        return list(s.armies[first:last])

    def enemies(self, faction: int) -> int:
        """The faction that a faction is at war with; 0 for the neutrals, who are at war with nobody."""
        return (NEUTRAL, ENGLISH, FRENCH)[faction]

    def leaders_at(self, s: State, place: int, inside: bool = False) -> list[int]:
        """The leaders of troops in a place, best first: not Nelson, who belongs to the ships there (F.8.a, F.8.g)."""
        found = [i for i, leader in enumerate(s.leaders) if leader.place == place and leader.inside == inside]
        return sorted((i for i in found if i != self.setting.nelson), key=lambda i: (-self.rating(s, i), i))

    def leader_faction(self, s: State, i: int) -> int:
        """The faction of a leader."""
        return self.faction(s, self.setting.leader_nation[i])

    def arrived(self, s: State, i: int) -> bool:
        """Whether a leader's month has come (J.2.f), and for Bernadotte of Sweden whether he is played (K.1)."""
        row = self.setting.leaders[i]
        if row.name == "Bernadotte of Sweden" and not self.options.bernadotte:
            return False
        early = {"Blucher": self.options.blucher, "Schwarzenberg": self.options.schwarzenberg}
        if early.get(row.name):
            return True
        return self.setting.first + s.turn - 1 >= row.arrives

    def rating(self, s: State, i: int) -> int:
        """A leader's rating (reference 1.10), that of Blucher and Schwarzenberg as far as it counts yet (K.2, K.3,
        reading 63).
        """
        row = self.setting.leaders[i]
        if row.name == "Blucher" and self.options.blucher and not self._has_come(s, row.name, PRUSSIA):
            place = s.leaders[i].place
            led = sum(sum(a.count) for a in self.armies_at(s, place) if self.same_colour(s, a.serves, PRUSSIA))
            return 0 if led > self.tables.production["young blucher leads"] or self._senior(s, i) else row.rating
        if row.name == "Schwarzenberg" and self.options.schwarzenberg:
            charles = s.leaders[self.setting.leader_number["Charles"]].place
            return row.rating if charles == DEAD or self._has_come(s, row.name, AUSTRIA) else 0
        return row.rating

    def _senior(self, s: State, young: int) -> bool:
        """Whether another Prussian leader with a name is where young Blucher is, and so commands instead (K.2.b)."""
        nations, place = self.setting.leader_nation, s.leaders[young].place
        others = (i for i, leader in enumerate(s.leaders) if leader.place == place >= 0 and i != young)
        return any(nations[i] == PRUSSIA and self.setting.named[i] for i in others)

    def _has_come(self, s: State, name: str, nation: int) -> bool:
        """Whether a leader's full rating counts: his state was conquered, or his month in the table has come."""
        arrives = self.setting.leaders[self.setting.leader_number[name]].arrives
        return nation in s.ever or self.setting.first + s.turn - 1 >= arrives

    # Cities (C.2, G.1.f, I.2.c)

    def holder(self, s: State, city: int) -> int:
        """The state that controls a city."""
        return s.control[city]

    def city_faction(self, s: State, city: int) -> int:
        """The faction that controls a city."""
        return self.faction(s, s.control[city])

    def friendly_city(self, s: State, city: int, faction: int) -> bool:
        """Whether a faction controls a city."""
        return self.faction(s, s.control[city]) == faction

    def foreign(self, s: State, city: int, nation: int) -> bool:
        """Whether units of another side than its owner's hold a city: it is lost to ``nation`` (I.1)."""
        holder = s.control[city]
        return holder != nation and self.faction(s, holder) != self.faction(s, nation)

    def cities_of(self, s: State, nation: int) -> list[int]:
        """The production cities that are a state's as things stand: not those of minors that were made in its land
        (H.1, reading 105), nor what Austria gave up (I.2.i).
        """
        whole = self.setting.production[nation]
        return [c for c in whole if nation >= len(MAJORS) or not (self._made_apart(s, c) or self._ceded(s, c))]

    def _made_apart(self, s: State, city: int) -> bool:
        return any(s.masters[minor] >= 0 for minor in self.setting.ruled_from.get(city, ()))

    def own_cities(self, s: State, nation: int) -> list[int]:
        """The production cities of a state that no enemy controls (J.2.b), France's three of choice among them
        (J.2.g).
        """
        held = [c for c in self.cities_of(s, nation) if not self.foreign(s, c, nation)]
        if nation != FRANCE:
            return held
        choice = [c for c in held if self.setting.cities[c].production == "choice"]
        few = choice[: self.tables.production["french cities of choice"]]
        return [c for c in held if c in few or self.setting.cities[c].production != "choice"]

    def _ceded(self, s: State, city: int) -> bool:
        """Whether a city of Austria was given up at Pressburg and not won back (I.2.i, reading 18)."""
        return s.pressburg and self.setting.cities[city].name == "Venice" and s.control[city] != AUSTRIA

    def production_cities(self, s: State, faction: int) -> int:
        """How many production cities a faction controls (C.2)."""
        seen: set[int] = set()
        for nation in range(len(NATIONS)):
            if s.masters[nation] >= 0:
                seen.update(self.setting.production[nation])
        held = [c for c in sorted(seen) if self.city_faction(s, c) == faction]
        choice = [c for c in held if self.setting.cities[c].production == "choice"]
        return len(held) - max(0, len(choice) - self.tables.production["french cities of choice"])

    def invader_in(self, s: State, nation: int) -> bool:
        """Whether an enemy army stands in the land of a state that is at war (J.4.d)."""
        foe = self.enemies(self.faction(s, nation))
        owner = self.setting.owner
        return any(owner[a.hex] == nation and self.army_faction(s, a) == foe != NEUTRAL for a in s.armies)

    def at_port(self, fleet: Fleet) -> int:
        """The port city a fleet lies in or before, -1 for none."""
        return self.setting.city_at.get(fleet.place, -1) if not zone_of(fleet.place) else -1

    # Ships

    def is_global(self, place: int) -> bool:
        """Whether a place is one of the Global Sea zones, which are off the map (reading 27)."""
        zone = zone_of(place)
        return zone in self.setting.zones and not self.setting.zones[zone].on_map

    def with_nelson(self, s: State, fleet: Fleet) -> bool:
        """Whether Nelson is with a fleet: English ships in his port, off his coast, or in his sea (F.8.b, F.8.c)."""
        nelson = s.leaders[self.setting.nelson]
        same = fleet.place == nelson.place and (fleet.inside == nelson.inside or bool(zone_of(fleet.place)))
        return fleet.nation == ENGLAND and fleet.condition != PRIZE and same

    def place_name(self, place: int, inside: bool) -> str:
        """Where a fleet is: ``in Brest``, ``off Brest``, ``in the North Sea``."""
        if zone_of(place):
            return f"in {self.sea(zone_of(place))}"
        return f"{'in' if inside else 'off'} {self.board.title(place)}"

    def bound_for(self, place: int, inside: bool) -> str:
        """Where a fleet sails: ``into Brest``, ``to stand off Brest``, ``to the North Sea``.

        >>> from napwidgets.scenarios import load
        >>> from napwidgets.systems.wap.state import at_sea
        >>> load("wap/trafalgar").context.bound_for(at_sea(3), False)
        'to the Mediterranean Sea'
        """
        if zone_of(place):
            return f"to {self.sea(zone_of(place))}"
        return f"{'into' if inside else 'to stand off'} {self.board.title(place)}"

    def sea(self, zone: int) -> str:
        """A sea zone within a sentence: ``the North Sea``, ``West Africa``."""
        name = self.setting.zones[zone].name
        return name if name in ("North America", "South America", "West Africa") else f"the {name}"

    def fleet_name(self, fleet: Fleet) -> str:
        """A fleet as a player would say it.

        >>> from napwidgets.scenarios import load
        >>> from napwidgets.systems.wap.state import at_sea
        >>> load("wap/trafalgar").context.fleet_name(Fleet(at_sea(3), 1, 3))
        'England: 3 squadrons in the Mediterranean Sea'
        """
        found = self._called.get(fleet)
        if found is None:
            if len(self._called) >= _NAMES:
                self._called.clear()
            found = self._called[fleet] = self._fleet_name(fleet)
        return found

    def _fleet_name(self, fleet: Fleet) -> str:
        parts = []
        if fleet.squadrons:
            parts.append(f"{fleet.squadrons} squadron{'s' * (fleet.squadrons > 1)}")
        if fleet.transports:
            parts.append(f"{fleet.transports} transport{'s' * (fleet.transports > 1)}")
        return f"{NATIONS[fleet.nation]}: {' and '.join(parts)} {self.place_name(fleet.place, fleet.inside)}"

    def repair_cost(self, fleet: Fleet) -> int:
        """What repairs of the first unit of a fleet cost in half points, or what is still owed for one that has
        begun (K.6.d, K.7.c).
        """
        return fleet.owed or self.tables.costs[fleet.hulk]

    # The Alliance Display (G.1)

    def politics(self, s: State) -> Politics:
        """The Alliance Display of a state: the last one while nothing that it shows has changed."""
        parts = (s.status, s.masters, s.control, s.withdrew)
        shown = (s.pressburg, self.setting.month(s.turn)[0])
        known, at, found = self._display
        if found is None or at != shown or not all(map(is_, known, parts)):
            found = self._politics(s)
            self._display = parts, shown, found
        return found

    def _politics(self, s: State) -> Politics:
        markers = [(name, STEPS[(1, 2, 0)[s.status[n]]]) for n, name in enumerate(MAJORS)]
        groups = [(name, STEPS[(1, 2, 0)[self.group_faction(s, g)]]) for g, name in enumerate(GROUPS)]
        french, english = self.city_points(s)
        loyal = self.tables.loyal(self.setting.month(s.turn)[0])
        return Politics((*markers, *groups), french, english, s.withdrew, loyal)

    def group_faction(self, s: State, group: int) -> int:
        """A minor group is a power of the faction that holds all its production cities (G.1.f), unformed ones aside."""
        members = [n for n, g in self.setting.group_of.items() if g == group and s.masters[n] >= 0]
        found = {self.faction(s, n) for n in members}
        return found.pop() if len(found) == 1 else NEUTRAL

    def city_points(self, s: State) -> tuple[int, int]:
        """City points of the French and of their enemies (G.1.h, G.1.i)."""
        french = english = 0
        for major in range(6):
            for c in self.cities_of(s, major):
                side, holder = s.status[major], self.city_faction(s, c)
                french += side == ENGLISH and holder == FRENCH
                english += side == FRENCH and holder == ENGLISH
        return french, english

    # Changing a state

    def with_armies(self, s: State, armies: Iterable[Army]) -> State:
        """A state with other armies, put in order.

        Where but a few are others, these alone are put among those that stand in order already.
        """
        after = list(armies)
        known = any(s.armies is found for found in self._gathered)
        changed = put_in(s.armies, after) if known else None
        if changed is None:
            made = gathered(after)
        else:
            made = changed[0]
            self._edits = [(made, s.armies, changed[1]), *self._edits[: _LATELY - 1]]
        self._gathered = [made, *self._gathered[: _LATELY - 1]]
        return replace(s, armies=made)

    def edits(self, before: tuple[Army, ...], after: tuple[Army, ...]) -> list[Edit] | None:
        """What led from some armies to others, if that is known."""
        found: list[Edit] = []
        for made, former, edits in self._edits:
            if after is before:
                return found
            if made is after:
                after, found = former, edits + found
        return found if after is before else None

    def with_fleets(self, s: State, fleets: Iterable[Fleet]) -> State:
        """A state with other fleets, put in order, as in `with_armies`."""
        after = list(fleets)
        known = any(s.fleets is found for found in self._mustered)
        made = moored(s.fleets, after) if known else None
        if made is None:
            made = mustered(after)
        self._mustered = [made, *self._mustered[: _LATELY - 1]]
        return replace(s, fleets=made)

    def take(self, s: State, city: int, nation: int) -> State:
        """A city changes hands."""
        control = bytearray(s.control)
        control[city] = nation
        return replace(s, control=bytes(control))
