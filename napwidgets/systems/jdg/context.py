"""The rules' common ground: what stands where, who can cross what, lines of communication and command (4, 5.2, 5.3).

Readings 21 to 26 and 82 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

import re
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from typing import Any

from napwidgets.board.network import Entry, Place
from napwidgets.systems.jdg.forces import Force, Leader, Unit
from napwidgets.systems.jdg.layout import Layout, differing
from napwidgets.systems.jdg.reaching import Reach, Way, Web, Webs, spread, way_to
from napwidgets.systems.jdg.setting import Army, Setting, other
from napwidgets.systems.jdg.state import HIDDEN, LED, SPARE, Counter, State, door_of
from napwidgets.systems.telling import Log as Log
from napwidgets.systems.telling import Voice
from napwidgets.systems.telling import names as names

_VOICE = Voice("JDG")
refuse, say = _VOICE.refuse, _VOICE.say

#: The weather that changes nothing (3.1).
_FAIR = "Clear"
#: More movement points than any way on a map takes.
FAR = 10_000
#: How many layouts are remembered besides the last one.
_KNOWN = 3
#: Whose a layout is that is no side's view of a position: the position's own, or one that somebody has made up.
_POSITION, _UNKNOWN = -2, -3
#: How many answers of how far something comes are remembered.
_REACHES = 256


class Context:
    """One campaign's rules bound to its setting. Remembers the last layouts; nothing it holds changes a rule."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.tables, self.options, self.network = setting.tables, setting.options, setting.network
        self.pieces = setting.pieces
        self._blind = setting.options.blind
        self.sides = tuple(piece.side for piece in setting.pieces)
        self._fights = tuple(piece.values is not None for piece in setting.pieces)
        self._armies = tuple(piece.army for piece in setting.pieces)
        #: By what leaders come before others; empty for whoever is none.
        heads = [(i, piece.leader) for i, piece in enumerate(setting.pieces)]
        self._ranks = tuple((-of.rank, -of.command, i) if of is not None else () for i, of in heads)
        self._places, self._doors = _named(self.network.places), _named(self.network.entries)
        #: The counters of each side.
        self.of_side = tuple(tuple(i for i, of in enumerate(self.sides) if of == side) for side in (0, 1))
        self._autumn = tuple(i for i, piece in enumerate(setting.pieces) if piece.later)
        self._asked: tuple[State | None, Layout | None] = None, None
        self._layouts: list[Layout] = []
        self._last: dict[int, Layout] = {}
        self._forced: list[Mapping[int, int]] = [{}, {}]
        self._differing: list[tuple[object, object, list[int]]] = []
        self._views: list[tuple[object, object, tuple[Layout, int]]] = []
        self._joined: dict[tuple[int, ...], Way] = {}
        self._reaches: dict[tuple[int, int, bool], tuple[Reach, ...]] = {}
        self._marching, self._line = self._allowances(), self.tables.all["movement"].number("line of communication")
        self._barred: tuple[object, frozenset[int]] = (None, frozenset())
        self._webs = Webs(setting)
        spare = [[i for i, p in enumerate(setting.pieces) if p.spare and p.side == side] for side in (0, 1)]
        self._spare = tuple(map(tuple, spare))
        #: The leaders of each side.
        self.heads = tuple(tuple(i for i in of if self._ranks[i]) for of in self.of_side)
        #: What others worked out from the last positions, by whom.
        self.remembered: dict[Hashable, Any] = {}

    def layout(self, s: State) -> Layout:
        """What stands where."""
        # Most questions are about one and the same position.
        asked, of = self._asked
        if asked is s and of is not None:
            return of
        for known in self._layouts:
            if known.counters is s.counters and known.unseen is s.unseen:
                self._asked = s, known
                return known
        found = self._laid_out(s)
        self._asked = s, found
        return found

    def _laid_out(self, s: State) -> Layout:
        true = next((of for counters, unseen, of in self._views if counters is s.counters and unseen is s.unseen), None)
        whose = _POSITION if not s.unseen else true[1] if true is not None else _UNKNOWN
        found = Layout(s.counters, s.unseen, self.sides, *self._nearest(s, whose), true)
        self._layouts = [found, *self._layouts[:_KNOWN]]
        self._last[whose] = found
        return found

    def seen(self, s: State, view: State, side: int) -> None:
        """Remember of which position a view is, and whose (-1: a spectator's): as many counters stand in each box of
        both, and those of the side that looks are the same ones.
        """
        self._views = [(view.counters, view.unseen, (self.layout(s), side)), *self._views[:_KNOWN]]

    def _nearest(self, s: State, whose: int) -> tuple[Layout | None, list[int]]:
        """The layout from which a new one is taken over, and the counters that have changed since: the last one of a
        position, or of what the same side saw.
        """
        last = self._last.get(whose)
        return last, self.differing(last.counters, s.counters) if last is not None else []

    def differing(self, before: Sequence[object], after: Sequence[object]) -> list[int]:
        """The numbers of the counters that are not the very same values; a move is asked several times."""
        for one, two, known in self._differing:
            if one is before and two is after:
                return known
        found = differing(before, after)
        self._differing = [(before, after, found), *self._differing[:5]]
        return found

    def owners(self, side: int) -> tuple[str, ...]:
        """Who may know what happens to counters face down: the seats of their side; everybody in open play (A)."""
        return self.setting.table(side) if self.options.blind else ()

    # What stands where

    def here(self, s: State, box: int, side: int) -> list[int]:
        """The counters of a side in a box that can be told, those inside a city too."""
        return list(self.layout(s).at[side].get(box, ()))

    def afield(self, s: State, box: int, side: int) -> list[int]:
        """The counters of a side in a box that are not inside its city."""
        counters = s.counters
        return [i for i in self.layout(s).at[side].get(box, ()) if not counters[i].inside]

    def inside(self, s: State, box: int, side: int) -> list[int]:
        """The counters of a side inside a box's city (8.8)."""
        return [i for i in self.here(s, box, side) if s.counters[i].inside]

    def enemy_in(self, s: State, box: int, side: int) -> bool:
        """Whether the enemy has counters in a box, real or not, in the field or inside (5.3, 7.1)."""
        return box in self.layout(s).count[other(side)]

    def forces(self, s: State, side: int) -> Mapping[int, int]:
        """The boxes that a side bars: where it has counters, but not where everybody sees that leaders are alone. A
        leader is no force: he cuts no line and bars no way (4.3, 4.4, 6.5.2, 8.7); face down nobody can tell him
        (reading 82).
        """
        layout = self.layout(s)
        found = layout.forces[side]
        if found is None:
            count = layout.count[side]
            heads = {s.counters[i].at for i in self.heads[side]}
            alone = {box for box in heads if box in count and self._alone(s, box, side, count[box])}
            found = {box: number for box, number in count.items() if box not in alone} if alone else count
            if found == self._forced[side]:
                # The very same value, by which what rests on it is known again.
                found = self._forced[side]
            layout.forces[side] = self._forced[side] = found
        return found

    def _alone(self, s: State, box: int, side: int, number: int) -> bool:
        here = self.layout(s).at[side].get(box, ())
        return len(here) == number and all(self.pieces[i].leader is not None and self.shown(s, i) for i in here)

    def contested(self, s: State) -> list[int]:
        """The boxes where both sides have counters, in the field or inside (8)."""
        count = self.layout(s).count
        return sorted(set(count[0]) & set(count[1]))

    def real(self, i: int) -> bool:
        """Whether a counter is a unit or a leader, no dummy."""
        return not self.pieces[i].dummy

    def is_unit(self, i: int) -> bool:
        """Whether a counter is a combat unit."""
        return self._fights[i]

    def units(self, pieces: Iterable[int]) -> list[int]:
        """The combat units among counters."""
        fights = self._fights
        return [i for i in pieces if fights[i]]

    def leaders(self, pieces: Iterable[int]) -> list[int]:
        """The leaders among counters, the highest first (8.5)."""
        ranks = self._ranks
        found = [i for i in pieces if ranks[i]]
        return sorted(found, key=ranks.__getitem__) if len(found) > 1 else found

    def leader(self, i: int) -> Leader:
        """A leader's values."""
        leader = self.pieces[i].leader
        assert leader is not None
        return leader

    def strength(self, s: State, pieces: Iterable[int]) -> int:
        """Strength points of counters."""
        return sum(s.counters[i].strength for i in pieces)

    def unit(self, s: State, i: int) -> Unit:
        """A unit with its present strength."""
        values = self.pieces[i].values
        assert values is not None
        return Unit(
            s.counters[i].strength,
            values.cohesion,
            values.kind,
            values.artillery,
            values.cavalry,
            values.detachment,
            s.counters[i].weary,
            s.counters[i].inside,
        )

    def force(self, s: State, pieces: Iterable[int]) -> Force:
        """Counters as a force that fights (1)."""
        taken = list(pieces)
        units = tuple(self.unit(s, i) for i in taken if self.pieces[i].values is not None)
        return Force(units, tuple(self.leader(i) for i in self.leaders(taken)))

    # Armies (4.1, 4.5)

    def army_of(self, s: State, i: int) -> int:
        """The army of a counter, -1 for a dummy; a Detachment's is that of its unit of origin (6.1)."""
        army = self._armies[i]
        if army >= 0:
            return army
        origin = s.counters[i].origin
        return self._armies[origin] if origin >= 0 else army

    def army(self, number: int) -> Army:
        """An army."""
        return self.setting.armies[number]

    def standing(self, s: State, army: int) -> tuple[int, int]:
        """The rank and the command value of whoever commands an army, by which commanders are compared (3.2)."""
        chief = self.leader(self.chief(s, army))
        return chief.rank, chief.command

    def chief(self, s: State, army: int) -> int:
        """Who commands an army: its commander-in-chief, or the first of his deputies who is there in his absence."""
        named = self.setting.armies[army]
        present = (i for i in (named.chief, *named.deputies) if _there(s.counters[i].at))
        return next(present, named.chief) if named.deputies else named.chief

    def chief_of(self, s: State, i: int) -> int:
        """The commander-in-chief of a counter's army, -1 for none."""
        army = self.army_of(s, i)
        return self.chief(s, army) if army >= 0 else -1

    def live_armies(self, s: State, side: int) -> list[int]:
        """The armies of a side whose commander-in-chief is in a box or before one."""
        return [
            n
            for n, army in enumerate(self.setting.armies)
            if army.side == side and _there(s.counters[self.chief(s, n)].at)
        ]

    # Crossing and cost (5.2, 5.3, 3.1)

    def barred(self, s: State) -> frozenset[int]:
        """The links that cannot be used: over a major river without a bridge or pontoon, with the bridge destroyed, or
        over a frontier that is closed (5.3, 6.4; 1813, Armistice).
        """
        shut = self.setting.scenario.frontier_closed and not s.resumed
        key = (s.cut, s.pontoons, shut)
        if key != self._barred[0]:
            floats = {link for link, _ in s.pontoons}
            links = {n for n, broad in enumerate(self.setting.broad) if broad and n not in floats}
            closed = {n for n, link in enumerate(self.network.links) if link.frontier} if shut else set()
            self._barred = (key, frozenset(links | closed | set(s.cut)))
        return self._barred[1]

    def cost(self, s: State, link: int) -> int:
        """Movement points of a link in the present weather (5.2, 3.1)."""
        return self.setting.cost[link] + (self.setting.ford_adds[s.weather.name] if self.setting.ford[link] else 0)

    def spread(
        self, s: State, start: int, most: int, blocked: Container[int], *, enter: bool = False
    ) -> dict[int, tuple[int, int]]:
        """Every box within ``most`` points of ``start``: its distance and the box before it on the way.

        Boxes in ``blocked`` are not passed, and with ``enter`` can be the last of a way.
        """
        return spread(self.web(s), start, most, blocked, enter=enter).found

    def reach(
        self, s: State, start: int, most: int, blocked: Mapping[int, int], *, enter: bool = False
    ) -> dict[int, tuple[int, int]]:
        """As `spread`; a position and its views are asked the same, and most moves lie out of the way."""
        key, web = (start, most, enter), self.web(s)
        former = self._reaches.get(key, ())
        for known in former:
            if known.holds(web, blocked):
                return known.found
        found = spread(web, start, most, blocked, enter=enter)
        if len(self._reaches) >= _REACHES:
            # Anew, since a computer player may ask from another thread.
            self._reaches = dict(list(self._reaches.items())[_REACHES // 2 :])
        self._reaches[key] = (Reach(web, blocked, found), *former[:1])
        return found.found

    def joined(self, s: State, start: int, goals: tuple[int, ...], blocked: Container[int]) -> bool:
        """Whether any way leads from ``start`` to a box in ``goals``, through none in ``blocked``: that of the last
        time while it is open, else another.
        """
        web, known = self.web(s), self._joined.get(goals)
        if known is not None and known.leads(web, start, blocked):
            return True
        boxes = way_to(web, start, goals, blocked)
        if boxes:
            self._joined[goals] = Way(web, boxes)
        return bool(boxes)

    def web(self, s: State) -> Web:
        """What the links cost in the present weather, without those that can't be used."""
        return self._webs.of(self.barred(s), self.setting.ford_adds[s.weather.name])

    # Lines of communication (4.3)

    def lines_from(self, s: State, box: int, side: int) -> Mapping[int, tuple[int, int]]:
        """The boxes to which a line of communication of a side can be drawn from a box (4.3).

        An enemy in the box at either end does not break it (reading 22).
        """
        known, key = self.layout(s).lines, (box, side, self.barred(s), s.weather.name)
        found = known.get(key)
        if found is None:
            found = known[key] = self.reach(s, box, self._line, self.forces(s, other(side)), enter=True)
        return found

    # What counters are called

    def name(self, i: int) -> str:
        """A counter's name."""
        return self.pieces[i].name

    def box(self, box: int) -> str:
        """A box's name, or that of a connection off the map."""
        door = door_of(box)
        return self._places[box] if door < 0 else self._doors[door]

    def called(self, s: State, pieces: Iterable[int]) -> str:
        """Counters as their enemy may hear of them: by name if all lie face up, else by their number."""
        taken = list(pieces)
        if all(s.counters[i].at != HIDDEN and self.shown(s, i) for i in taken):
            return names(self.name(i) for i in taken)
        return f"{len(taken)} {'counter' if len(taken) == 1 else 'counters'}"

    def shown(self, s: State, i: int) -> bool:
        """Whether a counter is known to everybody (A): turned up, shut up in a city, or never hidden in this game.

        Whoever besieges a city knows how many hold it: the siege die asks for it (8.8, reading 63).
        """
        return self.shows(s, i, s.counters[i])

    def shows(self, s: State, i: int, counter: Counter) -> bool:
        """The same of a counter as it stands in a position or stood before."""
        if not self._blind or counter.up or counter.inside or s.in_truce:
            return True
        return self.options.leaders_shown and self.pieces[i].leader is not None

    def side_name(self, side: int) -> str:
        """A side at the head of a sentence; it takes the plural: ``The French``."""
        return f"The {self.setting.side_names[side]}"

    def spares(self, s: State, side: int) -> list[int]:
        """Detachment counters of a side that can be brought into play (6.1)."""
        later = self.later(s)
        at_hand = [i for i in self._spare[side] if s.counters[i].at == SPARE]
        return [i for i in at_hand if self.pieces[i].since <= s.turn and self.pieces[i].later == later]

    def later(self, s: State) -> bool:
        """Whether the roster of the autumn holds (1813, Armistice)."""
        return s.resume > 0 and any(s.counters[i].at >= 0 for i in self._autumn)

    # Movement allowances (5.1, 3.1, 4.6)

    def _allowances(self) -> dict[tuple[str, str], int]:
        base, weather = self.tables.all["movement"], self.tables.all["weather-movement"]
        rows = {"leader": ("leader", 2), "cavalry": ("cavalry", 1), "infantry": ("infantry", 0)}
        rows["artillery"] = ("reserve artillery", 3)
        return {
            (kind, sky): base.number(row) + weather.number(sky, at)
            for kind, (row, at) in rows.items()
            for sky in weather.rows
        }

    def pace_of(self, kind: str) -> int:
        """The movement points of a kind of counters in fair weather (5.1)."""
        return self._marching[kind, _FAIR]

    def weather_adds(self, s: State, i: int) -> int:
        """What the weather adds to a counter's movement points (3.1)."""
        kind = str(self.pieces[i].kind)
        return self._marching[kind, s.weather.name] - self.pace_of(kind)

    def allowance(self, s: State, i: int) -> int:
        """A counter's movement points in this turn (5.1)."""
        piece, counter = self.pieces[i], s.counters[i]
        points = self._marching[str(piece.kind), s.weather.name] - counter.spent
        if piece.leader is None and counter.contact < LED and counter.at >= 0:
            points += self.tables.all["movement"].number("out of command")
        return points


def _named(places: Iterable[Place | Entry]) -> tuple[str, ...]:
    """What places are called; the rules' index writes one town in capitals."""
    return tuple(place.name.title() if place.name.isupper() else place.name for place in places)


def room(x: Context, s: State, i: int) -> int:
    """Strength points that a unit can still take in: the free squares of its roster, in the series as far as it began
    with them; stragglers keep theirs (1.2.2, 1.2.3).
    """
    counter = s.counters[i]
    return x.setting.full[i] - counter.strength - counter.strayed


def _there(at: int) -> bool:
    """Whether a counter is in a box or before a connection."""
    return at >= 0 or door_of(at) >= 0


# How a force is told


def plural(name: str) -> bool:
    """Whether the name of a unit is a plural; those of leaders are none, whatever they end in.

    >>> plural("Cuirassiers"), plural("Lestocq's Prussians"), plural("Italians of Baraguey d'Hilliers")
    (True, True, True)
    >>> plural("VII Corps (Bavarians)"), plural("Yorck's corps"), plural("Sens garrison")
    (False, False, False)
    """
    head = re.split(" of | before ", name)[0]
    return head.endswith("s") and not head.lower().endswith("corps")


def several(x: Context, told: str) -> bool:
    """Whether words for a force take the plural: of two, of several counters, or of a unit whose name is a plural."""
    if " and " in told or (told[:1].isdigit() and not told.startswith("1 ")):
        return True
    name = told.partition(" with ")[0]
    return plural(name) and any(piece.name == name and piece.leader is None for piece in x.pieces)


def doing(x: Context, told: str, deed: str) -> str:
    """Words for a force with what it does, the verb agreeing: ``1 counter tries``, ``Ney and III Corps go back``."""
    verb, _, rest = deed.partition(" ")
    if not several(x, told):
        verb = f"{verb[:-1]}ies" if verb == "try" else f"{verb}es" if verb.endswith(("h", "o")) else f"{verb}s"
    return f"{told} {verb} {rest}" if rest else f"{told} {verb}"
