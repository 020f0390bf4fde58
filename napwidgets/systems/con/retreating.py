"""VI. Retreats on the map: where a beaten group may go, and what it loses on its way (10.3, 10.5.7.4).

Readings 51 to 54 and 74 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.con import moves as m
from napwidgets.systems.con import retreat
from napwidgets.systems.con.bearing import bear_points
from napwidgets.systems.con.combat import Combat
from napwidgets.systems.con.context import Context, Log, counted, refuse, say
from napwidgets.systems.con.forces import SIZES, Way
from napwidgets.systems.con.ground import span
from napwidgets.systems.con.holding import went
from napwidgets.systems.con.muster import parts_at, size_of
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.small import CITES
from napwidgets.systems.con.state import GONE, State
from napwidgets.systems.con.step import SideChoice
from napwidgets.systems.con.vedettes import flee, with_vedette


class End(Struct, frozen=True, array_like=True):
    """Where a retreat may end: the hexes on the way, and how many of them lie beside enemies."""

    path: tuple[int, ...]
    zones: int


class Passed(Struct, frozen=True, array_like=True):
    """Hexes with enemy stacks that bar no retreat: ``idle`` ones without troops, whose zone does not count either (4),
    and ``weak`` ones that the group could repulse, which count as a zone and where it can't end (10.3).
    """

    idle: tuple[int, ...] = ()
    weak: tuple[int, ...] = ()


_NOTHING = Passed()
#: What enemies have lost who have not fought yet.
NOTHING_LOST: Mapping[int, int] = MappingProxyType({})


def base_hex(x: Context, s: State, fight: int, side: int) -> int:
    """Where a group's senior leader stands: his path is the group's (10.5.7.4)."""
    hexes = s.fights[fight].hexes[side]
    parts = parts_at(x, s, side, hexes)
    senior = x.senior(s, (part.leader for part in parts if part.leader >= 0))
    if senior >= 0:
        return s.leaders[senior].at
    return max(hexes, key=lambda h: (x.strength(s, x.units_at(s, h, side)), -h))


def ends(
    x: Context, s: State, fight: int, side: int, length: int, free: bool, passed: Passed = _NOTHING
) -> dict[int, End]:
    """Where a group may end its retreat (readings 51 and 52): no step leads nearer to the enemy it fought; who can
    avoid zones does, and goes towards the army's centre unless he is ``free`` to choose.
    """
    start = base_hex(x, s, fight, side)
    foes = s.fights[fight].hexes[other(side)]
    enemy, zone = _in_the_way(x, s, other(side), passed)

    gaps: dict[int, int] = {}

    def away(h: int) -> int:
        if h not in gaps:
            gaps[h] = min([x.ground.distance(h, n) for n in foes], default=0)
        return gaps[h]

    def closed(h: int, n: int) -> bool:
        """Whether no step leads from a hex to another."""
        return n in enemy or n == start or away(n) < away(h) or (n in passed.weak and x.over_river(h, n))

    layers: list[dict[int, End]] = [{start: End((), 0)}]
    halts: dict[int, End] = {}
    for _ in range(length):
        after: dict[int, End] = {}
        for h, way in layers[-1].items():
            for n in x.touching(s, h):
                if n in way.path or closed(h, n) or (away(n) <= 1 and len(foes) == 0):
                    continue
                step = End((*way.path, n), way.zones + (n in zone or n in passed.weak))
                if n not in after or _toil(step, passed) < _toil(after[n], passed):
                    after[n] = step
        if not after:
            break
        layers.append(after)
        # Whoever reaches shelter stops there; no longer way leads to it.
        halts = {**{n: way for n, way in after.items() if _shelter(x, s, side, fight, n)}, **halts}
    # Nobody ends among enemies through whom he goes.
    last = next((found for layer in reversed(layers[1:]) if (found := _standing(layer, passed))), {})
    if not last:
        return {}
    found = {h: way for h, way in last.items() if away(h) > 1 or length == 1} or last
    found = found if free else _ordered(x, s, fight, side, found)
    return {**found, **_standing(halts, passed)}


def _in_the_way(x: Context, s: State, foe: int, passed: Passed) -> tuple[frozenset[int], frozenset[int]]:
    """The hexes that an enemy's stacks bar to a retreat, and those in their zones."""
    stacks = x.layout(s).stacks[foe]
    if not passed.idle:
        return stacks.difference(passed.weak), x.zone(s, foe)
    there = stacks.difference(passed.idle)
    zone = frozenset(n for h in there for n in x.touching(s, h) if span(h, n) not in s.crossed)
    return there.difference(passed.weak), zone


def _toil(way: End, passed: Passed) -> tuple[int, int, tuple[int, ...]]:
    """What makes a way worse than another: zones, then enemies in the very hexes."""
    return way.zones, sum(h in passed.weak for h in way.path), way.path


def _standing(ways: dict[int, End], passed: Passed) -> dict[int, End]:
    return {h: way for h, way in ways.items() if h not in passed.weak} if passed.weak else ways


def _ordered(x: Context, s: State, fight: int, side: int, found: dict[int, End]) -> dict[int, End]:
    """Those ends that meet the fewest zones, and of them those nearest to the army's centre, within a hex."""
    least = min(way.zones for way in found.values())
    calm = {h: way for h, way in found.items() if way.zones == least}
    home = _home(x, s, fight, side)
    if home < 0:
        return calm
    best = min(x.ground.distance(h, home) for h in calm)
    return {h: way for h, way in calm.items() if x.ground.distance(h, home) <= best + 1}


def _home(x: Context, s: State, fight: int, side: int) -> int:
    """The centre or the source that a group falls back on."""
    parts = parts_at(x, s, side, s.fights[fight].hexes[side])
    senior = x.senior(s, (part.leader for part in parts if part.leader >= 0))
    units = [u for part in parts for u in part.units]
    army = x.setting.leaders[senior].army if senior >= 0 else x.setting.units[units[0]].army if units else -1
    if army < 0:
        return -1
    center = s.centers[army].at
    return center if center >= 0 else x.setting.armies[army].sources[0]


def _shelter(x: Context, s: State, side: int, fight: int, h: int) -> bool:
    """Whether a retreat may stop in a hex: a fortified town that no enemy holds, or a larger force (10.3)."""
    place = x.board.places.get(h)
    if place is not None and place.kind == "fortress":
        return True
    mine = parts_at(x, s, side, s.fights[fight].hexes[side])
    there = parts_at(x, s, side, [h]) if h not in s.fights[fight].hexes[side] else []
    if not mine or not there:
        return False
    return SIZES.index(size_of(x, s, there)) > SIZES.index(size_of(x, s, mine))


class Retreating(SideChoice, frozen=True, tag="retreat"):
    """A beaten group goes back so many hexes; its owner says where to (10.3, 10.5.7.4)."""

    hint: ClassVar[str] = "Click a lit hex: your troops end their retreat there."

    fight: int
    combat: Combat
    length: int
    free: bool = False
    passed: Passed = Passed()

    def seen_by(self, x: Context, s: State, side: int | None) -> Retreating:
        return self if side == self.who or not x.options.hidden else replace(self, passed=Passed())

    def about(self, x: Context, s: State) -> int:
        return base_hex(x, s, self.fight, self.who)

    def _ends(self, x: Context, s: State) -> dict[int, End]:
        known: dict[int, End] = x.recent.answer(
            s,
            ("retreat", self.who),
            lambda: ends(x, s, self.fight, self.who, self.length, self.free, self.passed),
        )
        return known

    def pressed(self, x: Context, s: State, h: int) -> bool:
        """Whether the way to a hex lies beside enemies."""
        way = self._ends(x, s).get(h)
        return way is not None and way.zones > 0

    def automatic(self, x: Context, s: State) -> bool:
        return not parts_at(x, s, self.who, s.fights[self.fight].hexes[self.who]) or len(self._ends(x, s)) < 2

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        if not parts_at(x, s, self.who, s.fights[self.fight].hexes[self.who]):
            return s.pop()
        found = self._ends(x, s)
        return self._back(x, s, next(iter(found)), log) if found else self._surrender(x, s, log)

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "retreat",
            "Retreat",
            f"Your troops go back {counted(self.length, 'hex')}. Where to?",
            ("CON 10.3", "CON 10.5.7.4"),
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [m.Go(h) for h in sorted(self._ends(x, s))]

    def check(self, x: Context, s: State, move: Any) -> None:
        if not isinstance(move, m.Go):
            raise self.not_offered(x, s, move)
        if move.to not in self._ends(x, s):
            raise refuse(
                "retreat",
                f"The retreat is {counted(self.length, 'hex')} long, away from the enemy, and keeps out of his "
                "reach where it can.",
                "10.3",
            )

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        return self._back(x, s, move.to, log)

    def _back(self, x: Context, s: State, to: int, log: Log) -> State:
        way = self._ends(x, s)[to]
        start = base_hex(x, s, self.fight, self.who)
        hexes = s.fights[self.fight].hexes[self.who]
        units = [u for h in hexes for u in x.units_at(s, h, self.who)]
        told = met(x, s, self.who, (start, *way.path))
        say(
            log,
            "retreat",
            f"{x.does(self.who, 'retreat')} from {x.place(start)} to "
            f"{x.place(to)}.",
            "10.3",
            hexes=[start, *way.path],
        )
        combat = with_way(self.combat, self.who, told)
        lost = retreat.on_the_way(x.tables, combat, self.who, x.strength(s, units))
        s = s.pop()
        if lost:
            cite = "10.5.7.4" if combat.pitched else CITES[combat.kind]
            say(log, "pressed", "Enemies beside the way, or a bridge, cost more men.", cite)
            s = bear_points(x, s, self.who, units, lost, log, cite)
        s = _scattered(x, s, other(self.who), way.path, log)
        leaders = [i for h in hexes for i in x.leaders_at(s, h, self.who)]
        vedettes = [v for h in hexes for v in x.vedettes_at(s, h, self.who)]
        s = went(x, s, self.who, leaders, [u for u in units if s.units[u].at >= 0], way.path)
        for v in vedettes:
            s = with_vedette(s, v, at=to)
        for i in leaders:
            s = s.lead(i, column=False)
        fight = s.fights[self.fight]
        ways, paths = list(fight.ways), list(fight.paths)
        ways[self.who], paths[self.who] = told, (start, *way.path)
        return s.fight(self.fight, ways=(ways[0], ways[1]), paths=(paths[0], paths[1]))

    def _surrender(self, x: Context, s: State, log: Log) -> State:
        """Nowhere to go: the group is lost (reading 53)."""
        hexes = s.fights[self.fight].hexes[self.who]
        units = [u for h in hexes for u in x.units_at(s, h, self.who)]
        leaders = [i for h in hexes for i in x.leaders_at(s, h, self.who)]
        say(
            log,
            "surrender",
            f"{x.side_begins(self.who)} "
            + ("has nowhere to go and lays down its" if x.one(self.who) else "have nowhere to go and lay down their")
            + " arms.",
            "10.3",
            hexes=hexes,
        )
        s = bear_points(x, s.pop(), self.who, units, x.strength(s, units), log, "10.3")
        for i in leaders:
            s = s.lead(i, at=GONE)
        return s

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if not isinstance(move, m.Go) or not 0 <= move.to < x.board.size:
            return None
        way = self._ends(x, s).get(move.to)
        price = "" if way is None else self._price(x, s, (base_hex(x, s, self.fight, self.who), *way.path))
        return Label(f"Retreat to {x.place(move.to)}", price, ("CON 10.3", "CON 10.5.7.4"))

    def _price(self, x: Context, s: State, path: Sequence[int]) -> str:
        """What a way costs, as far as its owner can tell."""
        left = x.strength(s, x.group_units(s, s.fights[self.fight], self.who))
        lost = foreseen(x, s, self.combat, self.who, path, left, NOTHING_LOST)
        if in_the_dark(x, s, self.who, path):
            least = f" It costs {counted(lost, 'strength point')} at least." if lost else ""
            return f"Enemies lie face down beside the way: they may cost men.{least}"
        return f"The way costs {counted(lost, 'strength point')} more." if lost else "The way costs nothing more."


def _scattered(x: Context, s: State, foe: int, path: Sequence[int], log: Log) -> State:
    """Vedettes and leaders without troops beside whom a retreat leads make room for it, as for every force (4)."""
    for h in path:
        for n in (h, *x.foes(s, h, other(foe))):
            s = flee(x, s, foe, n, log)
    return s


def met(x: Context, s: State, side: int, path: Sequence[int], lost: Mapping[int, int] = NOTHING_LOST) -> Way:
    """What a retreat meets: enemies beside each hex of it, and at each bridged primary river (10.5.7.4); less what some
    of them have ``lost`` by then.
    """
    zones, rivers = _reached(x, s, side, path)

    def there(hexes: Sequence[int]) -> int:
        units = [u for n in hexes for u in x.units_at(s, n, other(side))]
        return x.strength(s, units) - sum(lost.get(u, 0) for u in units)

    return Way(tuple(enemy for hexes in zones if (enemy := there(hexes))), tuple(there(hexes) for hexes in rivers))


def in_the_dark(x: Context, s: State, side: int, path: Sequence[int]) -> bool:
    """Whether a retreat comes by enemies of whom its owner can't tell how strong they are, for they lie face down."""
    zones, rivers = _reached(x, s, side, path)
    foes = x.layout(s).stacks[other(side)]
    return x.options.hidden and any(n in foes for hexes in (*zones, *rivers) for n in hexes)


def _reached(
    x: Context, s: State, side: int, path: Sequence[int]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The hexes from which enemies press each step of a retreat, and each crossing of a bridged primary river. Whoever
    goes through enemies has them in the hex itself (10.3).
    """
    # No zone reaches over a bridge over which nobody attacks in this turn (3.1).
    zones = [(h, *x.foes(s, h, side)) for h in path[1:]]
    return zones, [(a, *x.touching(s, a)) for a, b in pairwise(path) if x.over_river(a, b)]


def foreseen(
    x: Context, s: State, combat: Combat, side: int, path: Sequence[int], left: int, lost: Mapping[int, int]
) -> int:
    """Strength points that a way back will cost a group that has so many left, as far as its owner can tell: whoever
    lies face down beside it costs nothing here (10.5.7.4).
    """
    way = met(x, s, side, path, lost)
    way = Way((), (0,) * len(way.rivers)) if x.options.hidden else way
    return retreat.on_the_way(x.tables, with_way(combat, side, way), side, left)


def with_way(combat: Combat, side: int, way: Way) -> Combat:
    """A combat in which a side has met something on its way back."""
    groups = list(combat.groups)
    groups[side] = replace(groups[side], way=way)
    return replace(combat, groups=(groups[0], groups[1]))
