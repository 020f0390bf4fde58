"""4. Vedettes beside the enemy: who is revealed, who disperses and where to, what the enemy must tell; leaders caught
alone.

Readings 40, 41 and 79 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from napwidgets.systems.con import scouting
from napwidgets.systems.con.context import Context, Force, Log, say
from napwidgets.systems.con.muster import known, reported
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import FRENCH, GONE, OTHER, State, with_side
from napwidgets.systems.telling import sentence


def refuge(x: Context, s: State, side: int, at: int) -> int:
    """The nearest hex with friendly units that a rider can reach, -1 if none is near enough (4)."""
    most = 2 * x.tables.vedettes["falls back at most, movement points"]
    found = x.ride(s, at, most, x.layout(s).stacks[other(side)])
    mine = [h for h in found if h != at and x.units_at(s, h, side)]
    mine += [at] if x.units_at(s, at, side) else []
    return min(mine, key=lambda h: (found[h][0], h), default=-1)


def disperse(x: Context, s: State, vedettes: Iterable[int], log: Log) -> State:
    """Vedettes fall back on the nearest friendly force; without one they are lost (4)."""
    for u in vedettes:
        vedette = s.vedette(u)
        if vedette is None:
            continue
        side = x.unit_side[u]
        to = refuge(x, s, side, vedette.at)
        name = x.setting.units[u].name
        if to < 0:
            say(
                log,
                "vedettes",
                f"Vedettes of {name} are ridden down at {x.place(vedette.at)}.",
                "4",
                hexes=[vedette.at],
                tally={f"strength of {x.setting.sides[side]}": -1},
            )
        else:
            say(
                log,
                "vedettes",
                f"Vedettes of {name} fall back {_whither(x, vedette.at, to)}.",
                "4",
                hexes=[vedette.at, to],
            )
            s = with_vedette(s, u, at=to, up=False, moved=True)
            continue
        s = replace(without(s, u), lost=with_side(s.lost, side, 1))
    return s


def _whither(x: Context, at: int, to: int) -> str:
    return f"among the troops at {x.place(to)}" if at == to else f"from {x.place(at)} to {x.place(to)}"


def without(s: State, u: int) -> State:
    """A state without the vedette of a unit."""
    return replace(s, vedettes=tuple(v for v in s.vedettes if v.unit != u))


def with_vedette(s: State, u: int, **changes: object) -> State:
    """A state with the vedette of a unit changed."""
    return replace(s, vedettes=tuple(replace(v, **changes) if v.unit == u else v for v in s.vedettes))


def found_out(x: Context, s: State, side: int) -> dict[int, int]:
    """The hexes in which vedettes of a side lie face up, with how many do: by themselves, or they are part of a stack
    that lies face down (4, reading 79).
    """
    layout, known = x.layout(s), {}
    up = {v.unit for v in s.vedettes if v.up and x.unit_side[v.unit] == side}
    for h, riders in layout.vedettes[side].items() if up else ():
        if up.issuperset(riders) and h not in layout.units[side] and h not in layout.leaders[side]:
            known[h] = len(riders)
    return known


def turned_down(x: Context, s: State) -> State:
    """A state in which vedettes that have others with them lie face down once more (reading 79)."""
    if not any(v.up for v in s.vedettes):
        return s
    alone = [found_out(x, s, side) for side in (FRENCH, OTHER)]
    riders = tuple([replace(v, up=False) if v.up and v.at not in alone[x.unit_side[v.unit]] else v for v in s.vedettes])
    return replace(s, vedettes=riders) if riders != s.vedettes else s


def contact(x: Context, s: State, side: int, at: int, force: Force | None, log: Log) -> tuple[State, list[int]]:
    """A force (none: vedettes) comes beside enemy stacks: vedettes alone are found out and disperse, leaders alone ride
    off. The hexes where real troops stand are left (4).
    """
    held = []
    for h in x.foes(s, at, side):
        foe = other(side)
        if x.units_at(s, h, foe):
            held.append(h)
            continue
        watch = x.vedettes_at(s, h, foe)
        if watch:
            s = _found_out(x, s, side, at, h, watch, force, log)
        s = flee(x, s, foe, h, log)
    return s, held


def _found_out(
    x: Context, s: State, side: int, at: int, h: int, watch: Sequence[int], force: Force | None, log: Log
) -> State:
    who = "a force" if force is not None else "vedettes"
    say(
        log,
        "vedettes",
        f"{sentence(who)} of {x.side_name(side)} {'comes' if force is not None else 'come'} upon "
        f"vedettes at {x.place(h)}.",
        "4",
        hexes=[at, h],
    )
    if force is not None and force.units and not x.over_river(at, h):
        told = reported(x, s, force, other(side), at)
        s = known(s, told)
        name = x.setting.leaders[told.leader].name if told.leader >= 0 else "a garrison"
        say(
            log,
            "report",
            f"Vedettes report {name} at {x.place(at)}: {'an' if told.size == 'army' else 'a'} {told.size} of "
            f"{scouting.about(x.tables, told.strength)}.",
            "4",
            to=x.own(other(side)),
            hexes=[at],
        )
    return disperse(x, s, watch, log)


def flee(x: Context, s: State, side: int, h: int, log: Log) -> State:
    """Vedettes and leaders whom no troops shield ride to the nearest friendly force, or are lost (reading 41)."""
    if x.units_at(s, h, side):
        return s
    s = disperse(x, s, x.vedettes_at(s, h, side), log)
    alone = x.leaders_at(s, h, side)
    if not alone:
        return s
    to = refuge(x, s, side, h)
    told = ", ".join(x.setting.leaders[i].name for i in alone)
    if to < 0:
        say(log, "leader", f"{told}: taken at {x.place(h)}.", "base: leaders", hexes=[h])
        for i in alone:
            s = s.lead(i, at=GONE)
        return s
    off = f"{told}: found alone at {x.place(h)}, off to {x.place(to)}."
    say(log, "leader", off, "base: leaders", hexes=[h, to])
    return s.moved(alone, (), to)
