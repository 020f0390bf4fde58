"""What stands where, carried on from position to position by the pieces that came or went (base rules, 3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import compress
from operator import is_not
from typing import TypeAlias

from msgspec import Struct

from napwidgets.kernel.system import Subject
from napwidgets.systems.con.ground import Span
from napwidgets.systems.con.state import Lead, State, Troop, Vedette

#: The pieces in each hex by their numbers, in their order.
ByHex: TypeAlias = Mapping[int, tuple[int, ...]]
#: How many arrangements of the pieces are remembered.
LAYOUTS = 12
#: A layout is taken over at once from one with no more pieces elsewhere than these; of others the nearest one is taken.
NEAR = 8
_NONE: ByHex = {}
#: A piece by its number, the hex where it was and the one where it is.
Step: TypeAlias = tuple[int, int, int]
#: The primary roads from each hex; what a line depends on: enemy stacks, hexes beside them, one's own stacks.
Roads: TypeAlias = tuple[tuple[int, ...], ...]
Where: TypeAlias = tuple[frozenset[int], frozenset[int], frozenset[int]]


class Line(Struct, frozen=True, eq=False):
    """An army's line along roads with all hexes that were looked at for it; it holds while nothing there changes."""

    roads: Roads
    where: Where
    asked: frozenset[int]
    way: tuple[int, ...]

    def holds(self, roads: Roads, where: Where) -> bool:
        """Whether the line is the same elsewhere."""
        return roads is self.roads and all(
            now is before or self.asked.isdisjoint(now ^ before) for now, before in zip(where, self.where, strict=True)
        )


class Arranged(Struct, frozen=True, eq=False):
    """The hexes where a side could arrange something, when its pieces were these: where they stood, who was under whom,
    whose vedettes were out, which leaders and units had changed.
    """

    stand: Stand
    bosses: tuple[int, ...]
    units: tuple[Troop, ...]
    out: frozenset[int]
    done_leaders: tuple[int, ...]
    done_units: tuple[int, ...]
    ready: frozenset[int]


class Parts(Struct, frozen=True, eq=False):
    """What of a state a layout is made of, told apart by identity."""

    leaders: tuple[Lead, ...]
    units: tuple[Troop, ...]
    vedettes: tuple[Vedette, ...]
    unseen: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, s: State) -> Parts:
        """Those of a state."""
        return cls(s.leaders, s.units, s.vedettes, s.unseen)


def _key(s: State | Parts) -> tuple[int, int, int, int]:
    """The identities of the parts, good for as long as they are kept."""
    return id(s.leaders), id(s.units), id(s.vedettes), id(s.unseen)


class Front:
    """The hexes where a side has anything, seen or not, and what follows of them alone: its zones by bridges and
    rivers. A position and a view of it share it.
    """

    __slots__ = ("_named", "hexes", "zones")

    def __init__(self, hexes: frozenset[int]) -> None:
        self.hexes = hexes
        self.zones: dict[tuple[tuple[Span, ...], ...], frozenset[int]] = {}
        self._named: tuple[tuple[int, int], ...] | None = None

    def named(self, side: int) -> tuple[tuple[int, int], ...]:
        """The hexes, each with the side, in order."""
        found = self._named
        if found is None:
            found = self._named = tuple([(at, side) for at in sorted(self.hexes)])
        return found


class Stand:
    """Where a side stands: its front, and the leaders, units and vedettes (by their units) that can be told."""

    def __init__(self, front: Front, leaders: ByHex, units: ByHex, vedettes: ByHex) -> None:
        self.front, self.leaders, self.units, self.vedettes = front, leaders, units, vedettes
        #: The stacks in words by their hexes in order, once somebody has asked; and those of a stand before from which
        #: it has taken over all but some hexes.
        self.subjects: dict[int, Subject] | None = None
        self.former: tuple[dict[int, Subject], frozenset[int]] = {}, frozenset()

    @cached_property
    def covered(self) -> Stand:
        """The same as the enemy sees it who can tell nothing."""
        return Stand(self.front, _NONE, _NONE, _NONE)


class Layout:
    """What stands where, for each side."""

    def __init__(self, sides: tuple[Stand, Stand]) -> None:
        self.sides = sides
        self.stacks = (sides[0].front.hexes, sides[1].front.hexes)
        self.leaders = (sides[0].leaders, sides[1].leaders)
        self.units = (sides[0].units, sides[1].units)
        self.vedettes = (sides[0].vedettes, sides[1].vedettes)
        self._views: dict[tuple[int, ...], Layout] = {}
        self._named: tuple[tuple[int, int], ...] | None = None

    def seen(self, hidden: tuple[int, ...]) -> Layout:
        """The same with the pieces of some sides covered."""
        found = self._views.get(hidden)
        if found is None:
            one, two = (stand.covered if n in hidden else stand for n, stand in enumerate(self.sides))
            found = self._views[hidden] = Layout((one, two))
        return found

    def named(self, hidden: tuple[int, ...], unseen: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        """The hexes where the covered sides stand, with the side, among those of a state where some lie so already."""
        found = self._named
        if found is None:
            if len(hidden) == 1 and not unseen:
                found = self.sides[hidden[0]].front.named(hidden[0])
            else:
                own = {(at, side) for side in hidden for at in self.stacks[side]}
                found = tuple(sorted(own.union(unseen)))
            self._named = found
        return found


class Layouts:
    """The last layouts of a campaign; ``leaders`` and ``units`` are the sides of these."""

    def __init__(self, leaders: Sequence[int], units: Sequence[int]) -> None:
        self._leaders, self._units = leaders, units
        self._known: dict[tuple[int, ...], tuple[Parts, Layout]] = {}

    def of(self, s: State) -> Layout:
        """That of a state: the one known of the same parts, or one taken over from the nearest."""
        kept = self._known.get(_key(s))
        if kept is not None:
            return kept[1]
        parts = Parts.of(s)
        found = self._carried(parts)
        self._keep(parts, found)
        return found

    def note(self, s: State, layout: Layout) -> None:
        """Remember the layout of a state, such as a view, that somebody knows already."""
        if _key(s) not in self._known:
            self._keep(Parts.of(s), layout)

    def _keep(self, parts: Parts, layout: Layout) -> None:
        known = self._known
        if len(known) >= 2 * LAYOUTS:
            # A new one, since a computer player may ask from another thread.
            known = dict(list(known.items())[-LAYOUTS:])
        # The parts are kept with it, so that nothing else can come by their identities.
        known[_key(parts)] = parts, layout
        self._known = known

    def _carried(self, parts: Parts) -> Layout:
        best: tuple[list[Step], list[Step], Layout, bool] | None = None
        for known, layout in reversed(list(self._known.values())[-LAYOUTS // 2 :]):
            if known.unseen is not parts.unseen and known.unseen != parts.unseen:
                continue
            leaders, units = _steps(known.leaders, parts.leaders), _steps(known.units, parts.units)
            if best is None or len(leaders) + len(units) < len(best[0]) + len(best[1]):
                best = leaders, units, layout, _rides(known.vedettes, parts.vedettes)
            if len(best[0]) + len(best[1]) <= NEAR:
                break
        if best is None:
            return self._anew(parts)
        leaders, units, layout, ridden = best
        if not leaders and not units and not ridden:
            return layout
        return self._shifted(layout, leaders, units, parts)

    def _shifted(self, old: Layout, leaders: list[Step], units: list[Step], parts: Parts) -> Layout:
        """A layout with some pieces elsewhere; vedettes are few, and looked at anew."""
        riders, made = self._vedettes(parts), []
        for side, stand in enumerate(old.sides):
            lead = [step for step in leaders if self._leaders[step[0]] == side]
            troop = [step for step in units if self._units[step[0]] == side]
            if not lead and not troop and stand.vedettes == riders[side]:
                made.append(stand)
                continue
            by_leader, by_unit = _shift(stand.leaders, lead), _shift(stand.units, troop)
            hexes = _hexes(by_leader, by_unit, riders[side], parts, side)
            front = stand.front if hexes == stand.front.hexes else Front(hexes)
            found = Stand(front, by_leader, by_unit, riders[side])
            if stand.subjects is not None and stand.vedettes == riders[side]:
                found.former = stand.subjects, frozenset(h for step in (*lead, *troop) for h in step[1:])
            made.append(found)
        return Layout((made[0], made[1]))

    def _vedettes(self, parts: Parts) -> tuple[ByHex, ByHex]:
        return _by_hex([(v.unit, v.at) for v in parts.vedettes], self._units)

    def _anew(self, parts: Parts) -> Layout:
        leaders = _by_hex([(i, lead.at) for i, lead in enumerate(parts.leaders)], self._leaders)
        units = _by_hex([(u, troop.at) for u, troop in enumerate(parts.units)], self._units)
        vedettes = self._vedettes(parts)
        made = []
        for side in (0, 1):
            hexes = _hexes(leaders[side], units[side], vedettes[side], parts, side)
            made.append(Stand(Front(hexes), leaders[side], units[side], vedettes[side]))
        return Layout((made[0], made[1]))


def _steps(old: Sequence[Lead | Troop], new: Sequence[Lead | Troop]) -> list[Step]:
    """The pieces that stand elsewhere."""
    return [(n, old[n].at, new[n].at) for n in differing(old, new) if old[n].at != new[n].at]


def differing(old: Sequence[object], new: Sequence[object]) -> list[int]:
    """The numbers of the pieces that are not the very same values.

    >>> a, b = (1,), (2,)
    >>> differing([a, b, a], [a, a, a])
    [1]
    """
    return [] if old is new else list(compress(range(len(new)), map(is_not, old, new)))


def _rides(old: tuple[Vedette, ...], new: tuple[Vedette, ...]) -> bool:
    """Whether vedettes stand elsewhere, or others are out."""
    return old is not new and [(v.unit, v.at) for v in old] != [(v.unit, v.at) for v in new]


def _shift(where: ByHex, steps: list[Step]) -> ByHex:
    """Pieces by hex after some of them have gone elsewhere."""
    if not steps:
        return where
    found = dict(where)
    for n, before, now in steps:
        if before >= 0:
            left = tuple(k for k in found[before] if k != n)
            if left:
                found[before] = left
            else:
                del found[before]
        if now >= 0:
            found[now] = tuple(sorted((*found.get(now, ()), n)))
    return found


def _hexes(leaders: ByHex, units: ByHex, vedettes: ByHex, parts: Parts, side: int) -> frozenset[int]:
    return frozenset((*leaders, *units, *vedettes, *(at for at, whose in parts.unseen if whose == side)))


def _by_hex(pieces: Iterable[tuple[int, int]], sides: Sequence[int]) -> tuple[ByHex, ByHex]:
    """For each side its pieces by hex, without those off the map."""
    found: tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]] = ({}, {})
    for piece, at in pieces:
        if at >= 0:
            mine = found[sides[piece]]
            mine[at] = (*mine.get(at, ()), piece)
    return found
