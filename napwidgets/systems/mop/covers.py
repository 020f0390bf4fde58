"""37.6. Hidden forces: stacks under cover, and when they come to light.

A unit is under cover until somebody of the other side sees it when a segment begins. A hex is covered while all who
stand in it are; the other side sees a cover there and no more. What is covered has no zone of control, is no target,
and strikes at nobody who passes.

Readings 15 to 19 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Event
from napwidgets.systems.mop import reports
from napwidgets.systems.mop.bound import options
from napwidgets.systems.mop.front import blucher_side
from napwidgets.systems.mop.lookout import Looks, eyes, seen
from napwidgets.systems.mop.state import Pontoon, State, Vedette
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.core.ruleset import Covers
from napwidgets.systems.tactical.core.state import (
    AFAR,
    AWAY,
    DEAD,
    EXITED,
    LOST,
    OFF,
    UNKNOWN,
    UNSEEN,
    Command,
    Leader,
    Unit,
)
from napwidgets.systems.tactical.core.step import Step
from napwidgets.systems.tactical.ground.context import Context, Log
from napwidgets.systems.tactical.ground.setting import Setting

#: A cover as everybody sees it: the side and the hex.
Cover = tuple[int, int]
#: Places off the map.
_NOWHERE = (OFF, DEAD, EXITED, LOST, UNSEEN, AFAR, AWAY)


def hides(s: State) -> tuple[object, ...]:
    """What of a position says who is under cover."""
    return s.hidden, s.decoys, s.vedettes


def covers(setting: Setting, s: State) -> Covers:
    """The hexes of all covers by side, those of dummies among them: what `Layout.covered` is made of."""
    at = [unit.hex for unit in s.units].__getitem__
    seen, unseen = _parted(setting.of_side, s.hidden)
    # Where somebody stands in the open there is nothing left to guess.
    open_ = {*map(at, seen), *_NOWHERE}
    found = [set(map(at, units)).difference(open_) for units in unseen]
    screens = [k for k in s.vedettes if k.hex >= 0 and not k.seen]
    if screens:
        under = found[0].union(found[1], open_)
        for k in screens:
            if k.hex not in under:
                found[setting.units[k.unit].side].add(k.hex)
    for side, h in s.decoys:
        if h not in open_:
            found[side].add(h)
    return tuple(sorted(found[0])), tuple(sorted(found[1]))


@lru_cache(maxsize=32)
def _parted(
    of_side: tuple[tuple[int, ...], ...], hidden: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The units in the open, and those of each side under cover: between two looks they are always the same."""
    under = set(hidden)
    apart = [tuple([u for u in units if u in under]) for units in of_side]
    return tuple([u for units in of_side for u in units if u not in under]), tuple(apart)


class Look(Step, frozen=True, tag="look"):
    """Everybody looks out: what is seen is turned over, what is seen no more goes under cover (37.6)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return look(x, s.pop(), log)


#: Whether a side sees a hex, or has had news of the units there.
Spotted = Callable[[int, int, Iterable[int]], bool]


def look(x: Context, s: State, log: Log) -> State:
    """The position once both sides have looked out; with 37.7.2 their vedettes report what only they see."""
    if options(x).vedette_reports:
        return _look(x, s, log, slow=True)
    if _LOOKED.get(x) == _sights(x, s):
        return s
    s = _look(x, s, log, slow=False)
    _LOOKED[x] = _sights(x, s)
    return s


#: All that the last look of a battle depended on, as it left it: while that stays, looking again finds nothing new.
_LOOKED: WeakKeyDictionary[Context, tuple[object, ...]] = WeakKeyDictionary()


def _sights(x: Context, s: State) -> tuple[object, ...]:
    """What a look depends on: who stands where, what is known of him, and the sky."""
    where = [unit.hex for unit in s.units], [i.hex for i in s.leaders]
    return *where, s.vedettes, s.decoys, s.hidden, x.weather(s)


def _look(x: Context, s: State, log: Log, slow: bool) -> State:
    before = set(s.hidden)
    wide = [eyes(x, s, side) for side in (0, 1)]
    looks = [eyes(x, s, side, False) for side in (0, 1)] if slow else wide
    s = reports.gathered(x, s, looks, log) if slow else s

    def spotted(side: int, h: int, units: Iterable[int] = ()) -> bool:
        return seen(x, h, looks[side]) or (slow and reports.arrived(s, side, h, units))

    shown = _found(x, s, spotted, log)
    vedettes = tuple([k if k.hex < 0 and not k.seen else _screen(x, s, k, spotted, wide) for k in s.vedettes])
    _found_screens(x, s.vedettes, vedettes, log)
    open_ = {s.units[u].hex for u in shown}.union(k.hex for k in vedettes if k.seen)
    decoys = tuple(_unmasked(x, s, spotted, open_, log))
    for side in (0, 1):
        lost = [u for u in x.setting.of_side[side] if s.units[u].hex >= 0 and u not in before and u not in shown]
        if lost:
            text = f"Out of sight again: {x.unit_names(lost).rstrip('.')}."
            say(log, "covered", text, "37.6", units=lost)
    left = tuple(k for k in s.reports if k.unit >= 0 or (1 - k.side, k.hex) in decoys)
    hidden = tuple([u for u in range(len(s.units)) if u not in shown])
    return replace(s, hidden=hidden, decoys=decoys, vedettes=vedettes, reports=left)


def _found(x: Context, s: State, spotted: Spotted, log: Log) -> set[int]:
    """The units that are seen."""
    before, found = set(s.hidden), set[int]()
    for h, units in x.ground.layout(s).at.items():
        if spotted(1 - x.infos[units[0]].side, h, units):
            found.update(units)
            if before.issuperset(units):
                say(log, "revealed", found_at(x, h, units), "37.6", hexes=(h,), units=units)
    return found


def _screen(x: Context, s: State, k: Vedette, spotted: Spotted, wide: Sequence[Looks]) -> Vedette:
    """A vedette as it is seen or not: alone by whoever looks out, with others as they are."""
    foe, here = 1 - x.infos[k.unit].side, x.ground.layout(s).at.get(k.hex, ())
    sighted = k.hex >= 0 and (spotted(foe, k.hex, here) if here else seen(x, k.hex, wide[foe]))
    return replace(k, seen=int(sighted))


def _found_screens(x: Context, before: Sequence[Vedette], after: Sequence[Vedette], log: Log) -> None:
    """Tell of the vedettes that have come to light, those of one unit in one hex in one sentence."""
    pairs = zip(before, after, strict=True)
    for (h, u), n in Counter((k.hex, k.unit) for old, k in pairs if k.seen and not old.seen).items():
        who = "a vedette" if n == 1 else f"{n} vedettes"
        say(log, "revealed", f"At {x.place(h)}: {who} of {x.infos[u].name.rstrip('.')}.", "37.7", hexes=(h,))


def _unmasked(x: Context, s: State, spotted: Spotted, open_: Container[int], log: Log) -> Iterator[Cover]:
    """The dummies that nobody has seen through; in some hexes others have come into the ``open_`` beside them."""
    for side, h in s.decoys:
        if spotted(1 - side, h, ()):
            what = "a dummy as well" if h in open_ else "nobody, only a dummy"
            say(log, "dummy", f"At {x.place(h)}: {what}.", "37.6", hexes=(h,))
        else:
            yield side, h


def found_at(x: Context, h: int, units: Sequence[int]) -> str:
    """Who comes to light in a hex; some names end with a full stop of their own."""
    return f"At {x.place(h)}: {x.unit_names(units).rstrip('.')}."


def shown(x: Context, s: State, units: Sequence[int], log: Log) -> State:
    """Units that fire or charge show themselves, and who stands with them."""
    at, told = x.ground.layout(s).at, set[int]()
    for h in sorted({s.units[u].hex for u in units}):
        there = at.get(h, ())
        if there and set(s.hidden).issuperset(there):
            say(log, "revealed", found_at(x, h, there), "37.6", hexes=(h,), units=there)
        told.update(there)
    return replace(s, hidden=tuple(u for u in s.hidden if u not in told))


class _Masked(NamedTuple):
    """What a seat knows of what covers may hide, but for the units."""

    leaders: tuple[Leader, ...]
    hidden: tuple[int, ...]
    vedettes: tuple[Vedette, ...]
    decoys: tuple[Cover, ...]
    pontoons: tuple[Pontoon, ...]
    #: Commands of the enemy that are seen on a Bad Move; few ever are.
    loose: tuple[int, ...]


def masked(x: Context, full: State, view: State, side: int | None) -> State:
    """A view of the rest with what covers hide taken out: units, their leaders, and which covers are dummies. Each part
    is made again only when what it is made of has changed.
    """
    layout, infos, of = x.ground.layout(full), x.infos, x.seen.of
    theirs = layout.under(side)
    units: tuple[Unit, ...] = of(("masked units", side), (full.units, theirs), lambda: _masked(x, full, theirs, side))
    # A spectator's covers are of both sides.
    whose = layout if side is None else None
    known: _Masked = of(
        ("masked", side),
        (theirs, view.leaders, view.commands, full.hidden, full.vedettes, full.decoys, full.pontoons, whose),
        lambda: _rest(x, full, view, side),
    )
    return replace(
        view,
        units=units,
        leaders=known.leaders,
        commands=_untold(x, full, view, known.loose) if known.loose else view.commands,
        hidden=known.hidden,
        vedettes=known.vedettes,
        decoys=known.decoys,
        starved=full.starved and tuple(u for u in full.starved if infos[u].side == side),
        pontoons=known.pontoons,
        reports=full.reports and reports.masked(full, side),
        tied=full.tied and side == blucher_side(x),
        hollow=full.hollow and tuple(h for h in full.hollow if side is not None and full.control[h] == side + 1),
        ridden=full.ridden and tuple((v, turn) for v, turn in full.ridden if infos[full.vedettes[v].unit].side == side),
        weary=full.weary and tuple(w for w in full.weary if x.setting.commands[w[0]].side == side),
        faced=view.faced and tuple((u, beside) for u, beside in view.faced if units[u].hex != UNSEEN),
    )


def _rest(x: Context, full: State, view: State, side: int | None) -> _Masked:
    layout, infos, of, commands = x.ground.layout(full), x.infos, x.seen.of, x.setting.commands
    theirs, sides = layout.under(side), x.setting.leader_side
    return _Masked(
        of(
            ("masked leaders", side),
            (view.leaders, theirs),
            lambda: tuple(
                [
                    replace(i, hex=OFF, spent=0, moved=False) if i.hex in theirs and sides[n] != side else i
                    for n, i in enumerate(view.leaders)
                ]
            ),
        ),
        of(
            ("masked hidden", side),
            (full.hidden,),
            lambda: tuple([u for u in full.hidden if infos[u].side == side]),
        ),
        of(
            ("masked vedettes", side),
            (full.vedettes,),
            lambda: tuple([k if k.seen or infos[k.unit].side == side else Vedette(k.unit) for k in full.vedettes]),
        ),
        of(
            ("masked decoys", side),
            (full.decoys, theirs, layout if side is None else None),
            lambda: (*(d for d in full.decoys if d[0] == side), *sorted([(layout.side[h], h) for h in theirs])),
        ),
        full.pontoons and of(("masked pontoons", side), (full.pontoons,), lambda: _led(full, side)),
        of(
            ("loose", side),
            (view.commands,),
            lambda: tuple([c for c, k in enumerate(view.commands) if k.loose and commands[c].side != side]),
        ),
    )


def _masked(x: Context, s: State, theirs: frozenset[int], side: int | None) -> tuple[Unit, ...]:
    units, layout, unseen = list(s.units), x.ground.layout(s), x.unseen_units
    for h in theirs:
        for u in layout.at.get(h, ()):
            units[u] = unseen[u]
    if AWAY in layout.places:
        for u, h in enumerate(layout.places):
            if h == AWAY and x.infos[u].side != side:
                units[u] = unseen[u]
    return tuple(units)


def _led(s: State, side: int | None) -> tuple[Pontoon, ...]:
    """The pontoon trains as a side knows them, the same as long as they are, for the ground follows from them."""
    return tuple([p if p.side == side else replace(p, target=OFF, next=OFF, due=0) for p in s.pontoons])


def _untold(x: Context, s: State, view: State, loose: Sequence[int]) -> tuple[Command, ...]:
    """The commands of a view in which some of the enemy's are on a Bad Move: of those whose men are under cover nobody
    sees how far they have come on it (20.11).
    """
    commands, hidden = list(view.commands), set(s.hidden)
    for c in loose:
        if not hidden.isdisjoint(x.governs(s, c)):
            commands[c] = replace(commands[c], order=UNKNOWN, loose=0)
    return tuple(commands)


def quiet(x: Context, before: State, after: State, log: Log, start: int) -> None:
    """Keep to their own side what is told from ``start`` on of units that are under cover and stay there."""
    told = [n for n in range(start, len(log)) if log[n].units and not log[n].to]
    if not told:
        return
    hidden = set(before.hidden).intersection(after.hidden)
    for n in told:
        event: Event = log[n]
        if hidden.issuperset(event.units):
            sides = {x.infos[u].side for u in event.units}
            log[n] = replace(event, to=tuple(x.setting.seat(side) for side in sorted(sides)))
