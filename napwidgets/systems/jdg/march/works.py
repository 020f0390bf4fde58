"""6.1, 6.2. Detachments made and taken back, entrenchments.

Readings 29, 43 and 51 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.rulings import legal
from napwidgets.kernel.system import Label
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.context import Context, Log, doing, names, refuse, room, say
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.state import GONE, LED, SPARE, Counter, State
from napwidgets.systems.telling import counted

#: Strengths of a new Detachment that are listed; others can be asked for.
_LISTED = 3


def offered(x: Context, s: State, at: int, side: int) -> list[Any]:
    """What the units of a box can do instead of marching, or before it."""
    units = x.units(groups.movable(x, s, at, side)) if at >= 0 else []
    # With enemies there nothing of it goes; else each of these units is able to.
    if not units or x.enemy_in(s, at, side):
        return []
    found: list[Any] = []
    for unit in units:
        found += [move for move in _detachments(x, s, unit, side) if legal(_check_part, x, s, move, side)]
        parts = [m.Reattach(other, unit) for other in units if _takes_back(x, s, unit, other)]
        found += [move for move in parts if legal(_check_return, x, s, move)]
    dig = m.Entrench(at)
    return [*found, dig] if legal(_check_dig, x, s, dig, side, _diggers(x, s, units)) else found


def _detachments(x: Context, s: State, unit: int, side: int) -> list[m.Detach]:
    if not _detaches(x, s, unit):
        return []
    spare = [i for i in x.spares(s, side) if x.pieces[i].kind == x.pieces[unit].kind]
    able = [i for i in spare if _cohesion(x, i) <= _cohesion(x, unit)]
    fit = [i for i in able if not x.pieces[i].takes][:1] + [i for i in able if x.pieces[i].takes]
    most = min(_LISTED, s.counters[unit].strength - 1)
    return [m.Detach(unit, i, n) for i in fit for n in range(1, min(most, x.pieces[i].takes or most) + 1)]


def _detaches(x: Context, s: State, unit: int) -> bool:
    """Whether a unit makes Detachments: in command, and none itself (4.6, 6.1)."""
    piece = x.pieces[unit]
    return not (s.counters[unit].contact < LED or piece.independent or piece.spare)


def _takes_back(x: Context, s: State, unit: int, counter: int) -> bool:
    """Whether a Detachment is a unit's own, or an independent one that may join it (6.1, 1.2.2)."""
    small, whole = x.pieces[counter], x.pieces[unit]
    if small.spare and s.counters[counter].origin == unit:
        return True
    single = whole.guard or whole.spare or whole.independent
    return small.independent and not single and small.kind == whole.kind


def _cohesion(x: Context, i: int) -> int:
    values = x.pieces[i].values
    return values.cohesion if values is not None else 0


def check(x: Context, s: State, move: Any, side: int) -> None:
    """Raise `IllegalMove` unless a Detachment can be made or taken back, or a box entrenched."""
    if isinstance(move, m.Detach):
        _able(x, s, move.unit, side, "6.1")
        _check_part(x, s, move, side)
    elif isinstance(move, m.Reattach):
        for i in (move.counter, move.unit):
            _able(x, s, i, side, "6.1")
        _check_return(x, s, move)
    else:
        _check_entrench(x, s, move, side)


def _able(x: Context, s: State, i: int, side: int, cite: str) -> None:
    """A unit of the side that has not marched, with no enemy in its box."""
    known = 0 <= i < len(s.counters) and x.is_unit(i) and x.sides[i] == side and s.counters[i].at >= 0
    if not known or i not in groups.movable(x, s, s.counters[i].at, side):
        raise refuse("not-able", "That takes a unit on the map that has not marched yet.", cite)
    if x.enemy_in(s, s.counters[i].at, side):
        raise refuse("enemy", "Not with enemies in the box.", cite)


def _check_part(x: Context, s: State, move: m.Detach, side: int) -> None:
    """Raise `IllegalMove` unless a unit that is able to can make a Detachment."""
    piece = x.pieces[move.unit]
    if not _detaches(x, s, move.unit):
        raise refuse("command", "Only a unit in command makes Detachments.", "4.6", "6.1")
    if move.counter not in x.spares(s, side) or x.pieces[move.counter].kind != piece.kind:
        raise refuse("counter", "There is no such Detachment counter of that arm at hand.", "6.1")
    if _cohesion(x, move.counter) > _cohesion(x, move.unit):
        raise refuse("cohesion", "The unit's cohesion must be as good as the Detachment's.", "6.1")
    if not 1 <= move.strength < s.counters[move.unit].strength:
        raise refuse("strength", "Detach at least one strength point, and keep one.", "6.1")
    if 0 < x.pieces[move.counter].takes < move.strength:
        why = f"{x.name(move.counter)} takes {x.pieces[move.counter].takes} strength points at most."
        raise refuse("strength", why, "6.1", "Danube errata")


def _check_return(x: Context, s: State, move: m.Reattach) -> None:
    """Raise `IllegalMove` unless a Detachment can go back into a unit that is able to take it."""
    unit = x.pieces[move.unit]
    if s.counters[move.counter].at != s.counters[move.unit].at:
        raise refuse("apart", "Both must stand in one box.", "6.1")
    if not _takes_back(x, s, move.unit, move.counter):
        raise refuse(
            "origin", "A Detachment goes back to its own unit; an independent one to any but Guards.", "6.1", "1.2.2"
        )
    if s.counters[move.counter].strength + s.counters[move.counter].strayed > room(x, s, move.unit):
        most = x.setting.full[move.unit]
        raise refuse("strength", f"{unit.name} has room for {most} strength points.", "1.2.2")


def _diggers(x: Context, s: State, units: Iterable[int]) -> list[int]:
    """Those of the units of a box that can still set out who can dig in instead."""
    return [i for i in units if not x.pieces[i].horse and not s.counters[i].spent]


def _diggers_in(x: Context, s: State, box: int, side: int) -> list[int]:
    here = groups.movable(x, s, box, side) if 0 <= box < x.network.size else []
    return _diggers(x, s, x.units(here))


def _check_entrench(x: Context, s: State, move: Any, side: int) -> None:
    _check_dig(x, s, move, side, _diggers_in(x, s, move.box, side) if isinstance(move, m.Entrench) else [])


def _check_dig(x: Context, s: State, move: m.Entrench, side: int, diggers: list[int]) -> None:
    """Raise `IllegalMove` unless those who can dig in at a box may."""
    if not any(x.pieces[i].kind == "infantry" for i in diggers):
        raise refuse("no-infantry", "Infantry that does not march digs in.", "6.2")
    if x.network.places[move.box].fortress or x.enemy_in(s, move.box, side):
        raise refuse("no-room", "Not in a fortified city, and not with enemies in the box.", "6.2")
    if (move.box, side) in s.works:
        raise refuse("done", "It is entrenched already.", "6.2")
    price = x.tables.command_cost("entrenchment", True)
    if price > s.points[groups.budget_for(x, s, diggers, side)]:
        raise refuse("points", f"Digging in costs {counted(price, 'command point')}.", "6.2", "4.5")


def play(x: Context, s: State, move: Any, side: int, log: Log) -> State:
    """Make a checked Detachment, take one back, or entrench."""
    to = x.owners(side)
    if isinstance(move, m.Detach):
        unit = s.counters[move.unit]
        deed = f"detach {counted(move.strength, 'strength point')} as {x.name(move.counter)}"
        say(log, "detach", f"{doing(x, x.name(move.unit), deed)}.",
            "6.1", to=to, units=(move.unit, move.counter))  # fmt: skip
        s = s.counter(move.unit, strength=unit.strength - move.strength, spent=unit.spent + 1, idle=False)
        fresh = Counter(unit.at, move.strength, idle=False, contact=unit.contact, spent=1, origin=move.unit)
        return s.counter(move.counter, **{name: getattr(fresh, name) for name in fresh.__struct_fields__})
    if isinstance(move, m.Reattach):
        small, unit = s.counters[move.counter], s.counters[move.unit]
        say(log, "detach", f"{x.name(move.counter)} goes back into {x.name(move.unit)}.", "6.1", to=to,
            units=(move.unit, move.counter))  # fmt: skip
        gone = SPARE if x.pieces[move.counter].spare else GONE
        s = s.counter(
            move.unit,
            strength=unit.strength + small.strength,
            lost=max(0, unit.lost + small.lost - (small.strength if gone == GONE else 0)),
            strayed=unit.strayed + small.strayed,
            spent=unit.spent + 1,
            idle=False,
        )
        empty = Counter(gone)
        return s.counter(move.counter, **{name: getattr(empty, name) for name in empty.__struct_fields__})
    diggers = _diggers_in(x, s, move.box, side)
    price = x.tables.command_cost("entrenchment", True)
    say(log, "entrench", f"{x.side_name(side)} dig in at {x.box(move.box)}.", "6.2", hexes=[move.box])
    s = groups.pay(x, s, groups.budget_for(x, s, diggers, side), price)
    s = replace(s, works=tuple(sorted((*s.works, (move.box, side)))))
    return s.each(diggers, moved=True, spent=groups.ALL, idle=False)


def label(x: Context, s: State, move: Any) -> Label | None:
    """A move of this module in words."""
    known = range(len(s.counters))
    if isinstance(move, m.Detach) and move.unit in known and move.counter in known:
        what = f"Detach {move.strength} from {x.name(move.unit)} as {x.name(move.counter)}"
        return Label(what, "Costs both a movement point.", ("JDG 6.1",))
    if isinstance(move, m.Reattach) and move.unit in known and move.counter in known:
        return Label(
            f"{x.name(move.counter)} back into {x.name(move.unit)}", "Costs both a movement point.", ("JDG 6.1",)
        )
    if isinstance(move, m.Entrench) and 0 <= move.box < x.network.size:
        price = counted(x.tables.command_cost("entrenchment", True), "command point")
        return Label(f"Dig in at {x.box(move.box)}", f"{_told(x, s, move)} stay; costs {price}.", ("JDG 6.2",))
    return None


def _told(x: Context, s: State, move: m.Entrench) -> str:
    here = s.counters
    side = s.active
    units = _diggers_in(x, s, move.box, side) if here else []
    return names(x.name(i) for i in units)
