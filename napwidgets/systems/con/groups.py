"""III a. Combat groups: which stacks fight each other, and how they meet (3.1, 10.1, 10.2).

Readings 46 to 49 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from msgspec.structs import replace

from napwidgets.board.hexmap import BRIDGE, RIVER, STREAM
from napwidgets.systems.con import forces
from napwidgets.systems.con.combat import Combat, Contact
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.forces import Size
from napwidgets.systems.con.ground import span
from napwidgets.systems.con.guesses import KINDS, PITCHED, Meeting, guessed_right, kind_of
from napwidgets.systems.con.muster import group, parts_at, size_of
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import FRENCH, OTHER, Fight, State
from napwidgets.systems.con.supply import forages

#: Ground that helps a defender against infantry (10.2, reference 3.1), and what helps in small combats besides.
AFFECTING = frozenset({"hills", "hillwoods", "mountain"})
SMALL_TOO = AFFECTING | {"woods"}


def manned(x: Context, s: State, side: int) -> set[int]:
    """The hexes with units of a side, as the true state knows them."""
    return set(x.layout(s).units[side])


def bridges(x: Context, s: State) -> list[tuple[int, int]]:
    """Pairs of a French and an enemy hex that a bridged primary river parts (3.1)."""
    mine, theirs = manned(x, s, FRENCH), manned(x, s, OTHER)
    return sorted(
        (h, n)
        for h in mine
        for n in x.touching(s, h)
        if n in theirs and x.over_river(h, n) and span(h, n) not in s.crossed
    )


def meetings(x: Context, s: State) -> Iterator[tuple[set[int], set[int]]]:
    """The hexes of both sides that fight each other: all that hangs together by contact (3.1)."""
    mine, theirs = manned(x, s, FRENCH), manned(x, s, OTHER)
    sides = (mine, theirs)
    rest = {h for h in mine if any(n in theirs for n in _near(x, s, h))}
    while rest:
        found: tuple[set[int], set[int]] = ({min(rest)}, set())
        todo = [(min(rest), FRENCH)]
        while todo:
            h, side = todo.pop()
            for n in _near(x, s, h):
                if n in sides[other(side)] and n not in found[other(side)]:
                    found[other(side)].add(n)
                    todo.append((n, other(side)))
        rest -= found[0]
        yield found


def _near(x: Context, s: State, h: int) -> list[int]:
    return [n for n in x.touching(s, h) if span(h, n) not in s.crossed]


def in_town(x: Context, hexes: tuple[int, ...]) -> bool:
    """Whether a group stands in one fortified town and nowhere else (10.5)."""
    place = x.board.places.get(hexes[0]) if len(hexes) == 1 else None
    return place is not None and place.kind == "fortress"


def fights(x: Context, s: State) -> tuple[Fight, ...]:
    """All combats of the turn, before anybody joins."""
    found = []
    for mine, theirs in meetings(x, s):
        hexes = tuple(sorted(mine)), tuple(sorted(theirs))
        towns = [in_town(x, own) for own in hexes]
        besieged = FRENCH if towns[0] else OTHER if towns[1] else -1
        failed = tuple(any(side == who and h in hexes[who] for side, h in s.failed) for who in (0, 1))
        attacker = _attacker(s, hexes, besieged)
        found.append(Fight(hexes, attacker, failed=(failed[0], failed[1]), besieged=besieged))
    return tuple(found)


def _attacker(s: State, hexes: tuple[tuple[int, ...], tuple[int, ...]], besieged: int) -> int:
    """Who moved last into the other's zone; else whoever besieges, else the first player (10.1)."""
    for side, h in reversed(s.contacts):
        if h in hexes[side]:
            return side
    return other(besieged) if besieged >= 0 else s.first


def joinable(x: Context, s: State, n: int, side: int) -> list[int]:
    """Hexes whose stack a side may take into a combat: beside one of its hexes in it, and in no combat yet (3.1)."""
    return behind(x, s, n, side, manned(x, s, side))


def behind(x: Context, s: State, n: int, side: int, among: Set[int]) -> list[int]:
    """Those of some hexes of a side that lie beside its front in a combat, and in no combat themselves."""
    taken = {h for fight in s.fights for h in fight.hexes[side]}
    near = {k for h in contact_hexes(x, s, s.fights[n], side) for k in x.touching(s, h)}
    return sorted(h for h in near & among if h not in taken)


def contact_hexes(x: Context, s: State, fight: Fight, side: int) -> list[int]:
    """Those hexes of a group that touch the enemy's."""
    foes = set(fight.hexes[other(side)])
    return [h for h in fight.hexes[side] if foes.intersection(_near(x, s, h))]


def contact_of(x: Context, s: State, fight: Fight) -> Contact:
    """Hexsides between the groups, and what runs along them (10.2, 10.5.7.1)."""
    theirs, sides, streams, bridged, clear = set(fight.hexes[OTHER]), 0, 0, 0, False
    for h in fight.hexes[FRENCH]:
        for d, n in enumerate(x.board.neighbours[h]):
            if n not in theirs or n not in _near(x, s, h):
                continue
            bits = x.board.sides[h][d]
            sides += 1
            bridged += bool(bits & RIVER)
            streams += bool(bits & (STREAM | BRIDGE)) and not bits & RIVER
            clear = clear or "clear" in (x.board.terrain[h], x.board.terrain[n])
    return Contact(max(sides, 1), streams, bridged, clear)


def side_group(x: Context, s: State, fight: Fight, side: int, pitched: bool = True) -> tuple[forces.Group, list[int]]:
    """A side's group with all that the map tells of it, and the numbers of its units."""
    made, units = group(x, s, side, fight.hexes[side])
    contact = contact_hexes(x, s, fight, side)
    helps = AFFECTING if pitched else SMALL_TOO
    cover = sum(x.board.terrain[h] in helps for h in contact)
    turned = tuple(outflanks(x, s, side, h) for h in fight.outflanking[side])
    stakes = tuple(stake for stake in fight.stakes[side])
    made = replace(
        made,
        outflanking=turned,
        stakes=stakes,
        hexes=max(1, len(contact)),
        cover=cover,
        fortified=fight.besieged == side or in_town(x, fight.hexes[side]),
    )
    return made, units


def outflanks(x: Context, s: State, side: int, h: int) -> Size:
    """The size class of what stands in an outflanking hex."""
    return size_of(x, s, parts_at(x, s, side, [h]))


def in_forage(x: Context, s: State, fight: Fight, side: int) -> bool:
    """Whether a group lives off the land, so that its guess is wrong (10.5, reading 33)."""
    parts = parts_at(x, s, side, fight.hexes[side])
    senior = x.senior(s, (i for part in parts for i in part.leaders))
    if senior >= 0:
        return forages(x, s, x.setting.leaders[senior].army)
    return all(forages(x, s, x.setting.units[u].army) for part in parts for u in part.units)


def hopeless(x: Context, s: State, fight: Fight, side: int) -> bool:
    """Whether a group guesses wrong whatever its chit says: it forages, or its repulse has failed (10.5, 7)."""
    return not guessed_right("corps", "corps", in_forage(x, s, fight, side), fight.failed[side])


def right(x: Context, s: State, fight: Fight, sizes: tuple[Size, Size]) -> tuple[bool, bool]:
    """Which sides have guessed right (10.5)."""
    found = []
    for side in (0, 1):
        guess = fight.guesses[side]
        chit: Size | None = next((size for size in forces.SIZES if size == guess), None)
        found.append(guessed_right(chit, sizes[other(side)], in_forage(x, s, fight, side), fight.failed[side]))
    return found[0], found[1]


def kind(x: Context, s: State, fight: Fight, delay: bool = False) -> Meeting:
    """The kind of a combat by both chits, and who alone has guessed right (10.5)."""
    sizes = side_group(x, s, fight, FRENCH)[0].size, side_group(x, s, fight, OTHER)[0].size
    return kind_of(sizes, right(x, s, fight, sizes), fight.besieged >= 0, delay)


def laid_open(x: Context, s: State, fight: Fight, delay: bool = False) -> Fight:
    """A combat with its chits turned up and both groups seen (10.5)."""
    met = kind(x, s, fight, delay)
    pitched = met.kind in PITCHED
    both = side_group(x, s, fight, FRENCH, pitched)[0], side_group(x, s, fight, OTHER, pitched)[0]
    return replace(fight, kind=met.kind, right=-1 if met.right is None else met.right, shown=both)


def seen(x: Context, s: State, fight: Fight) -> Combat | None:
    """A combat as everybody sees it once the chits are up, with the stakes that one knows; None before."""
    if fight.shown is None:
        return None
    one, two = (replace(group, stakes=fight.stakes[k]) for k, group in enumerate(fight.shown))
    kind = next(kind for kind in KINDS if kind == fight.kind)
    besieged = fight.besieged if fight.besieged >= 0 else None
    right = fight.right if fight.right >= 0 else None
    contact, snow = contact_of(x, s, fight), s.weather == "snow"
    return Combat(kind, (one, two), fight.attacker, right, contact, snow, besieged, x.options.morale)


def units(x: Context, s: State, fight: Fight) -> tuple[list[int], list[int]]:
    """The numbers of the units of both groups, in the order of the groups."""
    return side_group(x, s, fight, FRENCH)[1], side_group(x, s, fight, OTHER)[1]
