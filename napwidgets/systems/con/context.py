"""The rules' common ground: what stands where, who is under whom, what touches what (base rules, 3.1, 3.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Any

from msgspec import Struct

from napwidgets.kernel.recent import Recent
from napwidgets.kernel.system import Subject
from napwidgets.language.english import third
from napwidgets.systems.con import forces
from napwidgets.systems.con.ground import Ground, Reaches, Ways, Web, Webs, span, spread
from napwidgets.systems.con.layout import Arranged, Front, Layout, Layouts, Line, Stand
from napwidgets.systems.con.moves import Go
from napwidgets.systems.con.setting import Setting, other
from napwidgets.systems.con.state import HIDDEN, Fight, State, Troop
from napwidgets.systems.telling import Log as Log
from napwidgets.systems.telling import Voice
from napwidgets.systems.telling import counted as counted
from napwidgets.systems.telling import names as names

_VOICE = Voice("CON")
refuse, say = _VOICE.refuse, _VOICE.say
_NOBODY: frozenset[int] = frozenset()
_NOWHERE = Stand(Front(_NOBODY), {}, {}, {})


class Force(Struct, frozen=True, array_like=True):
    """A leader, the leaders under him and their units, all in one hex; leader -1: units that nobody leads there."""

    leader: int
    leaders: tuple[int, ...]
    units: tuple[int, ...]


class Heard(Struct, frozen=True, eq=False):
    """To which hexes messages of a centre come (``found``), over a web and with some hexes barred."""

    web: Web
    barred: frozenset[int]
    found: dict[int, bool]


def _runs(sides: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Runs of the same side: the side, where the run begins, where it is over."""
    first = 0
    for side, run in groupby(sides):
        last = first + sum(1 for _ in run)
        yield side, first, last
        first = last


class Context:
    """One campaign's rules bound to its setting. Remembers the last layouts; nothing it holds changes a rule."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.board, self.tables, self.options = setting.board, setting.tables, setting.options
        self.ground = Ground(setting.board, setting.tables)
        self.leader_side = tuple(leader.side for leader in setting.leaders)
        self.unit_side = tuple(unit.side for unit in setting.units)
        #: The units in runs of one side: the side, the first of them, the one behind them; and units nobody can tell.
        self.runs = tuple(_runs(self.unit_side))
        self.blanks = (Troop(HIDDEN),) * len(setting.units)
        #: What each unit and each leader takes of the span of whoever he is under, and each leader's span, all doubled.
        self.halves = tuple(unit.halves for unit in setting.units)
        self.ranks = tuple(2 * leader.subordination for leader in setting.leaders)
        self.spans = tuple(2 * leader.values.span for leader in setting.leaders)
        #: The leaders of each side.
        self.heads = tuple(tuple(i for i, of in enumerate(self.leader_side) if of == side) for side in (0, 1))
        self.webs = Webs(self.ground)
        #: Moves to each hex.
        self.goes = tuple(Go(h) for h in range(setting.board.size))
        self.goals = frozenset(goal.at for goal in setting.goals)
        #: Marches; and messages, which are few and come far.
        self._reaches, self._messages = Reaches(), Reaches()
        #: The last line of each army from each of its centres.
        self.lines: dict[tuple[int, int], Line] = {}
        #: Where each side could last arrange something.
        self.arranged: dict[int, Arranged] = {}
        self._far = 2 * self.tables.command["dispatch distance, movement points"]
        self._woven: tuple[Any, Any, str, tuple[Web, ...]] = ((), (), "", ())
        self._heard: dict[tuple[int, int], Heard] = {}
        self._topped: dict[tuple[int, int], tuple[Any, list[Force]]] = {}
        self.recent = Recent()
        #: The longest lines of communication by rows of the table of distances.
        self.longest: dict[str, int] = {}
        #: What each side sees of the parts of the last positions.
        self.seen: dict[tuple[str, tuple[int, ...]], tuple[Any, Any]] = {}
        self.named: dict[tuple[int, tuple[int, ...], tuple[int, ...]], Subject] = {}
        self._titles = tuple(self._title(h) for h in range(self.board.size))
        self.layouts = Layouts(self.leader_side, self.unit_side)
        self._last: tuple[State | None, Layout] = None, Layout((_NOWHERE, _NOWHERE))

    def layout(self, s: State) -> Layout:
        """What stands where; kept for the last states, and while everybody stays where he is."""
        last, found = self._last
        if last is s:
            return found
        known = self.layouts.of(s)
        self._last = s, known
        return known

    def _title(self, h: int) -> str:
        """A hex by its place, or by the nearest one within two hexes; else by its number alone."""
        if h in self.board.places:
            return self.board.places[h].name
        rim = [h]
        for _ in range(2):
            rim = sorted({n for at in rim for n in self.board.neighbours[at] if n >= 0})
            near = next((self.board.places[n].name for n in rim if n in self.board.places), "")
            if near:
                return f"{self.board.label(h)} by {near}"
        return self.board.label(h)

    # Names and seats

    def place(self, h: int) -> str:
        """A hex in words: its place, or one near it with its number."""
        return self._titles[h] if 0 <= h < self.board.size else "nowhere"

    def side_name(self, side: int) -> str:
        """A side with its article."""
        return f"the {self.setting.side_names[side]}"

    def side_begins(self, side: int) -> str:
        """A side with its article at the beginning of a sentence."""
        return f"The {self.setting.side_names[side]}"

    def does(self, side: int, verb: str) -> str:
        """A side with what it does, at the beginning of a sentence: ``The Coalition wins``, ``The French win``."""
        return f"{self.side_begins(side)} {third(verb) if self.one(side) else verb}"

    def one(self, side: int) -> bool:
        """Whether a side is spoken of as one: the Coalition, not the French."""
        return self.setting.side_names[side] == "Coalition"

    def owners(self, side: int) -> tuple[str, ...]:
        """Who may know what happens to stacks face down: their side; everybody in open play."""
        return (self.setting.sides[side],) if self.options.hidden else ()

    def own(self, side: int) -> tuple[str, ...]:
        """The seat that alone may know something at all times: points, guesses."""
        return (self.setting.sides[side],)

    # What stands where

    def units_at(self, s: State, h: int, side: int) -> Sequence[int]:
        """The units of a side in a hex that can be told."""
        return self.layout(s).units[side].get(h, ())

    def leaders_at(self, s: State, h: int, side: int) -> Sequence[int]:
        """The leaders of a side in a hex that can be told."""
        return self.layout(s).leaders[side].get(h, ())

    def vedettes_at(self, s: State, h: int, side: int) -> Sequence[int]:
        """The vedettes of a side in a hex that can be told, by the numbers of their units."""
        return self.layout(s).vedettes[side].get(h, ())

    def strength(self, s: State, units: Iterable[int]) -> int:
        """Strength points of units."""
        return sum(s.units[u].strength for u in units)

    def enemy_at(self, s: State, h: int, side: int) -> bool:
        """Whether the enemy of a side has anything in a hex, seen or not."""
        return h in self.layout(s).stacks[other(side)]

    # Who is under whom (base: forces)

    def force(self, s: State, leader: int) -> Force:
        """A leader with all under him in his hex, as far as his span reaches."""
        return self._force(s, leader, s.leaders[leader].at)

    def _force(self, s: State, leader: int, at: int) -> Force:
        room, side, halves = self.spans[leader], self.leader_side[leader], self.halves
        leaders, units = [leader], []
        for u in self.units_at(s, at, side):
            if s.units[u].boss == leader and halves[u] <= room:
                room -= halves[u]
                units.append(u)
        for i in self.leaders_at(s, at, side):
            takes = self.ranks[i]
            if s.leaders[i].boss == leader and i != leader and takes <= room:
                room -= takes
                below = self._force(s, i, at)
                leaders += below.leaders
                units += below.units
        return Force(leader, tuple(leaders), tuple(sorted(units)))

    def tops(self, s: State, h: int, side: int) -> list[Force]:
        """The forces of a side in a hex, and last its units that nobody leads there; the same while the same pieces
        stand there under the same leaders.
        """
        mine, units = self.leaders_at(s, h, side), self.units_at(s, h, side)
        who = (mine, units, [s.leaders[i].boss for i in mine], [s.units[u].boss for u in units])
        known = self._topped.get((h, side))
        if known is None or known[0] != who:
            known = self._topped[h, side] = who, self._tops(s, h, side)
        return known[1]

    def _tops(self, s: State, h: int, side: int) -> list[Force]:
        mine = self.leaders_at(s, h, side)
        found = {i: self.force(s, i) for i in mine}
        led = {i for force in found.values() for i in force.leaders if i != force.leader}
        tops = [found[i] for i in mine if i not in led]
        taken = {u for force in tops for u in force.units}
        rest = tuple(u for u in self.units_at(s, h, side) if u not in taken)
        return [*tops, Force(-1, (), rest)] if rest else tops

    def title(self, s: State, force: Force) -> str:
        """A force in words."""
        if force.leader >= 0:
            return self.setting.leaders[force.leader].name
        return names(self.setting.units[u].name for u in force.units)

    def allowance(self, s: State, force: Force, extended: bool = False) -> int:
        """Half movement points of a force (base: movement allowance)."""
        march = self.tables.march
        kinds = [self.setting.units[u].kind for u in force.units]
        points = march["leader alone"]
        for kind in kinds:
            if kind.arm != "cavalry":
                points = min(points, march["infantry"])
            elif not kind.light:
                points = min(points, march["heavy cavalry"])
            else:
                points = min(points, march["light cavalry"])
        if kinds and all(kind.guard for kind in kinds):
            points += march["guard more"]
        return 2 * (points + (march["extended march more"] if extended else 0))

    def mounted(self, force: Force) -> bool:
        """Whether a force pays the cost of cavalry: it has some."""
        return any(self.setting.units[u].kind.arm == "cavalry" for u in force.units)

    def all_cavalry(self, force: Force) -> bool:
        """Whether a force is cavalry alone."""
        return bool(force.units) and all(self.setting.units[u].kind.arm == "cavalry" for u in force.units)

    # What touches what

    def web(self, s: State, horse: bool) -> Web:
        """The hexsides as they are now, with what they cost cavalry or infantry."""
        cut, pontoons, weather, webs = self._woven
        if s.cut is not cut or s.pontoons is not pontoons or s.weather != weather:
            mud = s.weather == "mud"
            webs = tuple(self.webs.web(arm, mud, s.cut, s.pontoons) for arm in (False, True))
            self._woven = s.cut, s.pontoons, s.weather, webs
        return webs[horse]

    def touching(self, s: State, h: int) -> tuple[int, ...]:
        """The hexes beside a hex that no impassable ground parts from it (3.1)."""
        return self.web(s, True).touch[h]

    def zone(self, s: State, side: int) -> frozenset[int]:
        """The hexes beside a side's stacks, whatever they are made of: seen from outside they are all alike."""
        front = self.layout(s).sides[side].front
        key = (s.cut, s.pontoons, s.crossed)
        found = front.zones.get(key)
        if found is None:
            touch, apart = self.web(s, True).touch, s.crossed
            if apart:
                found = frozenset(n for h in front.hexes for n in touch[h] if span(h, n) not in apart)
            else:
                found = frozenset(chain.from_iterable([touch[h] for h in front.hexes]))
            front.zones[key] = found
        return found

    def foes(self, s: State, h: int, side: int) -> list[int]:
        """The hexes with enemies of a side that touch a hex."""
        enemy, apart = self.layout(s).stacks[other(side)], s.crossed
        return [n for n in self.web(s, True).touch[h] if n in enemy and (not apart or span(h, n) not in apart)]

    def over_river(self, h: int, n: int) -> bool:
        """Whether a primary river runs between two hexes beside each other."""
        return any(edge.to == n and edge.river for edge in self.ground.edges[h])

    def reach(self, s: State, side: int, start: int, most: int, horse: bool, free: bool = False) -> Ways:
        """Where something of a side can go, with costs; ``free`` leaves an enemy's zone at no cost (cavalry)."""
        foe = other(side)
        enemy, leaving = self.layout(s).stacks[foe], 0 if free else self.ground.leaving
        return self._reaches.of(self.web(s, horse), start, most, horse, enemy, self.zone(s, foe), leaving)

    def ride(self, s: State, start: int, most: int, barred: Collection[int] = ()) -> Ways:
        """How far a rider or a message comes, with cavalry's costs."""
        return spread(self.web(s, True), start, most, barred, ())

    def roads(self, s: State, start: int, horse: bool) -> Ways:
        """How far it is to every hex, with nobody in the way, in half movement points."""
        return spread(self.web(s, horse), start, 4 * self.board.size, (), ())

    def dispatched(self, s: State, start: int, side: int) -> Ways:
        """How far the messages of a side's centre come (reading 31)."""
        return self._sent(s, start, side, self._far)

    def hears(self, s: State, start: int, side: int, at: int) -> bool:
        """Whether messages of a side's centre come to a hex: on the way that they took last, or on another. Most are
        near, so that it is looked for round the centre first.
        """
        web, barred = self.web(s, True), self.layout(s).stacks[other(side)]
        known = self._heard.get((start, side))
        if known is None or known.web is not web or known.barred is not barred:
            known = self._heard[start, side] = Heard(web, barred, {})
        found = known.found.get(at)
        if found is None:
            found = known.found[at] = self._comes(s, start, side, at, web, barred)
        return found

    def _comes(self, s: State, start: int, side: int, at: int, web: Web, barred: frozenset[int]) -> bool:
        for part in (1, 2, 3):
            most = self._far * part // 3
            last = self._messages.last(start, most, True, 0)
            if (last is not None and last.leads(web, at, barred)) or at in self._sent(s, start, side, most):
                return True
        return False

    def _sent(self, s: State, start: int, side: int, most: int) -> Ways:
        barred = self.layout(s).stacks[other(side)]
        return self._messages.of(self.web(s, True), start, most, True, barred, _NOBODY, 0)

    # Groups

    def group_units(self, s: State, fight: Fight, side: int) -> list[int]:
        """The units of a side's combat group."""
        return [u for h in fight.hexes[side] for u in self.units_at(s, h, side)]

    def senior(self, s: State, leaders: Iterable[int]) -> int:
        """The senior leader (3.2), of men of the same worth the first by the order of battle; -1 for none."""
        return max(leaders, key=lambda i: (self.setting.leaders[i].values.rank, -i), default=-1)

    def value(self, i: int) -> forces.Leader:
        """A leader's values, for one who commands nobody -1."""
        return self.setting.leaders[i].values if i >= 0 else forces.Leader()
