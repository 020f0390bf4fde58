"""6.2, 7.1, 9. What becomes of a box as forces come and go: flags, entrenchments, sieges, dummies found alone.

Readings 44, 45, 80 and 81 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from napwidgets.systems.jdg.context import Context, Log, say
from napwidgets.systems.jdg.scenario import SetData
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import GONE, SPARE, Counter, State, at_door


def holder(s: State, box: int) -> int:
    """The side that was last in a box, plus 1, as far as the position knows; 0 for nobody (9)."""
    covert = next((side for at, side in reversed(s.covert) if at == box), None)
    return s.control[box] if covert is None else covert + 1


def take_box(x: Context, s: State, box: int, side: int, pieces: Iterable[int]) -> State:
    """Units among ``pieces`` move through a box: their flag goes up there (9), openly if one of them is seen, else in
    secret until a unit is (A, reading 80).
    """
    units = x.units(pieces)
    if not units:
        return s
    if any(x.shown(s, i) for i in units):
        return flag(s, box, side)
    if holder(s, box) == side + 1:
        return s
    return replace(s, covert=(*(taken for taken in s.covert if taken != (box, side)), (box, side)))


def flag(s: State, box: int, side: int) -> State:
    """A side has a box, and everybody knows (9)."""
    control = bytearray(s.control)
    control[box] = side + 1
    return replace(s, control=bytes(control), covert=tuple(taken for taken in s.covert if taken[0] != box))


def flags_seen(x: Context, s: State, sides: Iterable[int]) -> State:
    """The flags of some sides that went up in secret and are no secret any more: where a unit of theirs is seen (A)."""
    at = x.layout(s).at
    secret = {taken for taken in s.covert if taken[1] in sides}
    there = {i for box, side in secret for i in at[side].get(box, ())}
    for i in sorted(there):
        box, side = s.counters[i].at, x.sides[i]
        if x.is_unit(i) and x.shown(s, i) and holder(s, box) == side + 1:
            s = flag(s, box, side)
    return s


def all_flags(s: State) -> State:
    """Every flag that went up in secret is known now, the latest in each box (9)."""
    for box, side in s.covert:
        s = flag(s, box, side)
    return s


def left_behind(x: Context, s: State, box: int, side: int) -> State:
    """What a box loses when its last unit leaves: entrenchments, and the siege it kept up, or might have (6.2, 8.8). A
    counter face down may be one, and keeps its secret (reading 81).
    """
    works = tuple([w for w in s.works if w != (box, side)])
    sieges = tuple([siege for siege in s.sieges if (siege.box, siege.side) != (box, side)])
    # Most boxes have nothing to lose; a garrison may be shut in before a siege begins.
    if works == s.works and sieges == s.sieges and not (box >= 0 and x.network.places[box].fortress):
        return s
    if any(x.is_unit(i) or not x.shown(s, i) for i in x.afield(s, box, side)):
        return s
    freed = x.inside(s, box, other(side))
    return replace(s, works=works, sieges=sieges).each(freed, inside=False)


def free_beside(x: Context, s: State, box: int, side: int) -> list[int]:
    """Boxes beside one that a side can go to without meeting an enemy."""
    foes, barred = x.layout(s).count[other(side)], x.barred(s)
    return sorted(there for there, link in x.setting.around[box] if link not in barred and there not in foes)


def withdrawn(x: Context, s: State, pieces: Sequence[int], here: int, to: int, side: int) -> State:
    """Counters go back one box of their own will."""
    s = s.each(pieces, at=to, idle=False, inside=False)
    s = left_behind(x, s, here, side)
    return take_box(x, s, to, side, pieces)


def clear_dummies(x: Context, s: State, box: int, side: int, log: Log) -> State:
    """Dummies that stand alone where a force of ``side`` comes are revealed and removed (7.1)."""
    theirs = x.here(s, box, other(side))
    return remove_dummies(x, s, box, other(side), log) if theirs and all(x.pieces[i].dummy for i in theirs) else s


def remove_dummies(x: Context, s: State, box: int, side: int, log: Log, most: int | None = None) -> State:
    """All dummies of a side in a box leave it, or as many as ``most`` (7.1, 6.3)."""
    gone = [i for i in x.here(s, box, side) if x.pieces[i].dummy][:most]
    if not gone:
        return s
    what = "a dummy" if len(gone) == 1 else f"{len(gone)} dummies"
    say(log, "dummy", f"{x.side_name(side)} had {what} at {x.box(box)}.", "7.1", hexes=[box])
    counters = list(s.counters)
    for i in gone:
        counters[i] = Counter(SPARE)
    return left_behind(x, replace(s, counters=tuple(counters)), box, side)


def back_in_hand(x: Context, i: int) -> int:
    """Where a counter goes that is used up: a Detachment can be made anew, every other one is out (1.2.2, 6.1)."""
    return SPARE if x.pieces[i].spare else GONE


def eliminated(x: Context, s: State, units: Sequence[int]) -> State:
    """Units leave the game; what their boxes held through them goes with them (1.2.3, 6.2)."""
    for i in units:
        box, empty = s.counters[i].at, Counter(back_in_hand(x, i), lost=s.counters[i].lost)
        s = s.counter(i, **{name: getattr(empty, name) for name in empty.__struct_fields__})
        s = left_behind(x, s, box, x.sides[i])
    return s


def strength_of(x: Context, placed: SetData) -> int:
    """The strength points with which a counter of the set-up begins: its most unless the scenario says less."""
    piece = x.pieces[x.setting.number[placed.id]]
    return piece.most if placed.strength is None else placed.strength


def place_of(x: Context, s: State, placed: SetData) -> int:
    """Where a counter of the set-up stands or arrives: a box, before a connection, or with a leader (3.3).

    Whoever was to come to a leader who is not there comes to his commander-in-chief, else to his army's supply.
    """
    if placed.entry:
        return at_door(x.setting.entry[placed.entry])
    friend = placed.at.removeprefix("with ")
    if friend != placed.at:
        number = x.pieces[x.setting.number[placed.id]].army
        near = (s.counters[i].at for i in (x.setting.number[friend], x.chief(s, number)))
        return next((at for at in near if at >= 0), x.army(number).sources[0])
    boxes = [x.network.index(name) for name in (placed.at, *placed.instead)]
    side = x.sides[x.setting.number[placed.id]]
    return next((box for box in boxes if len(boxes) == 1 or not x.enemy_in(s, box, side)), boxes[0])
