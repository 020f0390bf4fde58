"""Who stands where on land, where one may go, and how far (J, L, M): worked out from a state, never stored in one.

The last few results are remembered by the identity of the tuples that they come from, which is safe because those never
change.

Readings 31, 32 and 119 of docs/rules/wap.md apply here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Sequence

from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.setting import Setting
from napwidgets.systems.wap.state import ENGLISH, FRENCH, NEUTRAL, Army, State

#: What a hex of land is to those who would enter it: open, of a neutral state, or the capital of a conquered one.
OPEN, HOSTILE, SHUT = range(3)

#: The faction that each faction is at war with; the neutrals are with nobody.
AT_WAR = (NEUTRAL, ENGLISH, FRENCH)

#: A step by land: the hex and what it costs.
Steps = Sequence[Sequence[tuple[int, int]]]


class Places:
    """The numbers of the armies by hex: those in a hex follow each other."""

    __slots__ = ("hexes",)

    def __init__(self, hexes: list[int]) -> None:
        #: The hex of each army.
        self.hexes = hexes

    def __getitem__(self, hex: int) -> range:
        first = bisect_left(self.hexes, hex)
        return range(first, bisect_left(self.hexes, hex + 1, first))


class Layout:
    """Who stands where at a moment.

    ``at`` gives the numbers of the armies in a hex; ``side`` is each army's faction. ``field`` holds for each faction
    the strength it has in the open, by hex; ``foes`` that of everybody who stands in its way there: the enemy, and
    neutrals who would be attacked by whoever entered, but none of a conquered neutral, whom nobody may attack
    (I.2.d). ``war`` is the enemy alone, who must be fought (G.1.m). ``land`` says of every hex whether it is open.
    ``besieged`` holds who is shut up in a city. ``reaches``, ``lines``, ``open``, ``tied`` and ``led`` remember what
    was asked about it.

    ``unsettled`` are the hexes where somebody came or went since it was settled who holds what under this ``control``
    of the cities (`states.conquest.settle`); None before that.

    It takes over from a ``former`` one, of the same standing and land, what stands in hexes where nobody came or went.
    """

    __slots__ = (
        "armies", "at", "besieged", "control", "field", "foes", "land", "led", "lines", "open", "reaches", "side",
        "standing", "tied", "unsettled", "war",
    )  # fmt: skip

    def __init__(self, x: Context, s: State, land: bytes, former: Layout | None = None) -> None:
        now = x.standing(s)
        self.armies, self.standing, self.land = s.armies, now, land
        changed = self._number(x, s, former)
        self.reaches: dict[tuple[object, ...], Reach] = {}
        self.lines: dict[tuple[int, int], bool] = {}
        self.open: dict[tuple[int, bool], tuple[int, ...]] = {}
        self.tied: dict[int, tuple[bool, ...]] = {}
        self.led: tuple[tuple[object, ...], dict[int, int]] = ((), {})
        self.field: tuple[dict[int, int], ...] = ({}, {}, {})
        self.foes: tuple[dict[int, int], ...] = ({}, {}, {})
        self.besieged: dict[int, int] = {}
        self.unsettled: frozenset[int] | None = None
        self.control: bytes | None = None
        if former is None:
            self._stand(range(len(s.armies)))
        else:
            self._take_over(former, changed)
        self.war: tuple[dict[int, int], ...] = ({}, self.field[ENGLISH], self.field[FRENCH])

    def _number(self, x: Context, s: State, former: Layout | None) -> set[int]:
        """Where the armies stand and for whom, by their numbers; gives the hexes where somebody came or went."""
        factions = self.standing.faction
        edits = x.edits(former.armies, s.armies) if former is not None else None
        if former is None or edits is None:
            self.at = Places(x.hexes(s))
            self.side = [factions[a.nation if a.under < 0 else a.under] for a in s.armies]
            return _changed(former.armies, s.armies) if former is not None else set()
        hexes, side, changed = former.at.hexes.copy(), former.side.copy(), set()
        for at, gone, come in edits:
            if gone is not None:
                changed.add(gone.hex)
            if come is None:
                del hexes[at], side[at]
                continue
            changed.add(come.hex)
            if gone is None:
                hexes.insert(at, come.hex)
                side.insert(at, factions[come.serves])
        self.at, self.side = Places(hexes), side
        x.stand_in(s.armies, hexes)
        return changed

    def _take_over(self, former: Layout, changed: set[int]) -> None:
        """Begin with a former layout, and look again at the hexes where somebody came or went."""
        self._stand([i for hex in changed for i in self.at[hex]])
        self.field = tuple([_merged(old, new, changed) for old, new in zip(former.field, self.field, strict=True)])
        self.foes = tuple([_merged(old, new, changed) for old, new in zip(former.foes, self.foes, strict=True)])
        self.besieged = _merged(former.besieged, self.besieged, changed)
        if former.unsettled is not None:
            self.unsettled, self.control = former.unsettled | changed, former.control

    def _stand(self, chosen: Iterable[int]) -> None:
        """Note where some armies stand."""
        spared = self.standing.spared
        for i in chosen:
            army, side = self.armies[i], self.side[i]
            hex = army.hex
            if army.inside:
                self.besieged[hex] = side
                continue
            strength, field = sum(army.count), self.field[side]
            field[hex] = field.get(hex, 0) + strength
            if spared[army.serves] or (side == NEUTRAL and self.land[hex] != HOSTILE):
                continue
            for other, foes in enumerate(self.foes):
                if other != side:
                    foes[hex] = foes.get(hex, 0) + strength

    def host(self, setting: Setting, hex: int) -> int:
        """The neutral in whose land a hex lies, as its master's number; -1 if it lies in nobody's who is neutral."""
        owner, now = setting.owner[hex], self.standing
        if owner < 0 or now.masters[owner] < 0 or now.faction[owner] != NEUTRAL or now.spared[owner]:
            return -1
        return now.masters[owner]

    def lets_pass(self, setting: Setting, host: int, faction: int, hex: int) -> bool:
        """Whether a faction may come to a hex in peace that lies in the land of a neutral, its ``host``: round its
        troops and cities (reading 119).
        """
        owner = setting.owner[hex]
        free = hex not in self.foes[faction] and hex not in setting.city_at
        return free and owner >= 0 and self.standing.masters[owner] == host >= 0

    def idle(self, i: int) -> bool:
        """Whether an army belongs to a conquered neutral, whom nobody may attack (I.2.d)."""
        return self.standing.spared[self.armies[i].serves]


def _changed(before: tuple[Army, ...], after: tuple[Army, ...]) -> set[int]:
    """The hexes where somebody came or went, by the very armies."""
    old, new = {id(army): army for army in before}, {id(army): army for army in after}
    return {old[one].hex for one in old.keys() - new.keys()}.union([new[one].hex for one in new.keys() - old.keys()])


def _merged(old: dict[int, int], new: dict[int, int], changed: set[int]) -> dict[int, int]:
    """What was found by hex, with what is new in those that changed, in the order of the board."""
    gone = [hex for hex in changed if hex in old and hex not in new]
    if not new and not gone:
        return old
    found = old | new
    for hex in gone:
        del found[hex]
    return found if new.keys() <= old.keys() else {hex: found[hex] for hex in sorted(found)}


def spared(x: Context, s: State, nation: int) -> bool:
    """Whether a state is conquered and neutral, so that nobody may attack it (I.2.d)."""
    major = x.major_of(s, nation)
    return major >= 0 and s.conquered[major] != NEUTRAL and s.status[major] == NEUTRAL


_layouts: list[tuple[Context, Layout]] = []
#: The last position that was asked about, since most questions are about one and the same.
_last: tuple[Context | None, State | None, Layout | None] = (None, None, None)
_lands: list[tuple[Context, State, bytes]] = []


def _same_lands(a: State, b: State) -> bool:
    return a.status is b.status and a.masters is b.masters and a.control is b.control and a.conquered is b.conquered


def layout(x: Context, s: State) -> Layout:
    """Who stands where in a state."""
    global _last
    context, state, last = _last
    if state is s and context is x and last is not None:
        return last
    found = _layout(x, s, lands(x, s))
    _last = (x, s, found)
    return found


def _layout(x: Context, s: State, land: bytes) -> Layout:
    global _layouts
    former = None
    for known, old in _layouts:
        if known is x and old.standing.still(s):
            if old.armies is s.armies and old.land is land:
                return old
            former = former or (old if old.land == land else None)
    found = Layout(x, s, land, former)
    _layouts = [(x, found), *_layouts[:3]]
    return found


def lands(x: Context, s: State) -> bytes:
    """For every hex whether it is open, of a neutral state, or shut (reading 31)."""
    for known, state, found in _lands:
        if known is x and _same_lands(state, s):
            return found
    setting = x.setting
    of_state = [
        HOSTILE if s.masters[n] >= 0 and x.faction(s, n) == NEUTRAL and not spared(x, s, n) else OPEN
        for n in range(len(s.masters))
    ]
    codes = bytearray(of_state[n] if n >= 0 else OPEN for n in setting.owner)
    for c, h in enumerate(setting.city_hex):
        if codes[h] == HOSTILE and x.city_faction(s, c) != NEUTRAL:
            codes[h] = OPEN
    for major in range(6):
        if spared(x, s, major):
            codes[setting.city_hex[setting.capital[major]]] = SHUT
    made = bytes(codes)
    _lands.insert(0, (x, s, made))
    del _lands[4:]
    return made


def attacks_neutral(x: Context, s: State, start: int, hex: int) -> bool:
    """Whether a march from ``start`` attacks a neutral in a hex: its land is neutral, and the march does not begin in
    the land of the same one (G.1.m, reading 119).
    """
    now = layout(x, s)
    if s.segment == NEUTRAL or now.land[hex] != HOSTILE:
        return False
    return not now.lets_pass(x.setting, now.host(x.setting, start), s.segment, hex)


def spread(steps: Steps, starts: Iterable[int], most: int, stops: Container[int], land: bytes) -> dict[int, int]:
    """The hexes within ``most`` movement points of ``starts`` with what they cost, over open ground; nothing goes on
    beyond a hex in ``stops``.

    >>> spread([[(1, 1)], [(0, 1), (2, 2)], [(1, 1)]], [0], 3, (), bytes(3))
    {0: 0, 1: 1, 2: 3}
    """
    cost = dict.fromkeys(starts, 0)
    buckets: list[list[int]] = [list(cost), *([] for _ in range(most))]
    for spent, bucket in enumerate(buckets):
        for h in bucket:
            if cost[h] < spent or h in stops:
                continue
            for n, price in steps[h]:
                total = spent + price
                if total <= most and not land[n] and total < cost.get(n, total + 1):
                    cost[n] = total
                    buckets[total].append(n)
    return cost


class Reach:
    """Where a march can end: ``cost`` by hex.

    ``open`` and ``rough`` hold the hex before each on the way by open ground, and on the way that shuns nothing.
    """

    __slots__ = ("cost", "open", "rough", "start")

    def __init__(self, start: int, cost: dict[int, int], before: dict[int, int]) -> None:
        self.start, self.cost, self.open = start, cost, before
        self.rough: dict[int, int] = {}

    def way(self, to: int) -> tuple[int, ...]:
        """The hexes of the march to ``to``, without its start."""
        before = self.open if to in self.open else self.rough
        found = []
        while to != self.start:
            found.append(to)
            to = before[to]
        return tuple(reversed(found))


def reach(
    x: Context,
    s: State,
    start: int,
    points: int,
    faction: int,
    homes: frozenset[int] | None = None,
    *,
    over: Container[int] = (),
    armed: bool = True,
) -> Reach:
    """Where a force of a faction can march with so many points (J, reading 32).

    It stops where it meets an enemy in the field, unless the hex is in ``over`` (overrun). It goes by open ground
    where that leads to a hex at all, and through neutral land only if that is the one way; who begins in the land of a
    neutral passes through it in peace (reading 119). ``homes`` are the states whose land it may not leave. Leaders
    alone are not ``armed``: they keep away from enemies and neutrals.
    """
    now = layout(x, s)
    armed = armed and faction != NEUTRAL
    key = (start, points, faction, homes, over, armed)
    found = now.reaches.get(key)
    if found is None:
        found = now.reaches[key] = _reach(x.setting, now, start, points, faction, homes, over, armed)
    return found


def _reach(
    setting: Setting,
    now: Layout,
    start: int,
    points: int,
    faction: int,
    homes: frozenset[int] | None,
    over: Container[int],
    armed: bool,
) -> Reach:
    cost, before, met = _march(setting, now, start, points, faction, homes, (), OPEN, armed)
    found = Reach(start, cost, before)
    if met and armed:
        rough, found.rough, _ = _march(setting, now, start, points, faction, homes, over, HOSTILE, armed)
        found.cost = rough | cost
    return found


def _march(
    setting: Setting,
    now: Layout,
    start: int,
    points: int,
    faction: int,
    homes: frozenset[int] | None,
    over: Container[int],
    worst: int,
    armed: bool,
) -> tuple[dict[int, int], dict[int, int], bool]:
    """Costs, the hex before each, and whether something stood in the way that a bolder march would go through."""
    foes, owner, land, steps = now.foes[faction], setting.owner, now.land, setting.steps
    host = now.host(setting, start)
    cost, before, met = {start: 0}, {}, False
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        left = points - spent
        for h in bucket:
            if cost[h] < spent or (h in foes and h != start and h not in over):
                continue
            for n, price in steps[h]:
                if price > left:
                    continue
                total, known = spent + price, cost.get(n)
                if (known is not None and known <= total) or (homes is not None and owner[n] not in homes):
                    continue
                if not armed and n in foes:
                    continue
                if land[n] > worst and faction != NEUTRAL and not now.lets_pass(setting, host, faction, n):
                    met = met or land[n] == HOSTILE
                    continue
                met = met or n in foes
                cost[n] = total
                before[n] = h
                buckets[total].append(n)
    return cost, before, met


# Forces


def troops(s: State, now: Layout, hex: int, faction: int, inside: bool = False) -> list[int]:
    """The numbers of a faction's armies in a hex, in the open or ``inside`` the city."""
    return [i for i in now.at[hex] if now.side[i] == faction and s.armies[i].inside == inside]


def enemies_at(s: State, now: Layout, hex: int, faction: int, inside: bool = False) -> list[int]:
    """The numbers of the armies in a hex that a faction is at war with and has to fight (G.1.m, I.2.d)."""
    return troops(s, now, hex, AT_WAR[faction], inside) if faction != NEUTRAL else []


def strength(s: State, armies: Iterable[int]) -> int:
    """Strength points of some armies."""
    return sum(sum(s.armies[i].count) for i in armies)


def largest(s: State, armies: Iterable[int]) -> Army | None:
    """The largest of some armies, the first of equals; None if there is none."""
    return max((s.armies[i] for i in armies), key=lambda army: sum(army.count), default=None)
