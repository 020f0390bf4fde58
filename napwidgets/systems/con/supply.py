"""Administrative points: lines of communication, what an army receives, what a command costs (base rules).

Readings 30 to 35 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections import deque

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.con.context import Context, Force, Log, say
from napwidgets.systems.con.layout import Line, Roads, Where
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import State
from napwidgets.systems.con.tables import Tables
from napwidgets.systems.telling import counted

CITE = "base: administrative points"


def line(x: Context, s: State, army: int) -> tuple[int, ...]:
    """The shortest way by primary roads from an army's centre to a source, its hexes from the centre on; empty where
    there is none. Enemy stacks bar it, and hexes beside them where no friend stands (reading 30).
    """
    center = s.centers[army]
    if center.at < 0:
        return ()
    info, stacks, foe = x.setting.armies[army], x.layout(s).stacks, other(x.setting.armies[army].side)
    key, roads, zone = (army, center.at), x.web(s, True).roads, x.zone(s, foe)
    known = x.lines.get(key)
    if known is not None and roads is known.roads:
        enemy, near, mine = known.where
        if stacks[foe] is enemy and zone is near and stacks[info.side] is mine:
            return known.way
    where = (stacks[foe], zone, stacks[info.side])
    if known is not None and known.holds(roads, where):
        # Asked of these hexes again it is known at once.
        known = Line(roads, where, known.asked, known.way)
    else:
        known = _line(info.sources, center.at, roads, where)
    x.lines[key] = known
    return known.way


def _line(sources: tuple[int, ...], start: int, roads: Roads, where: Where) -> Line:
    enemy, near, mine = where
    before, rest = {start: -1}, deque([start])
    shut: set[int] = set()
    while rest:
        h = rest.popleft()
        if h in sources:
            way = [h]
            while before[way[-1]] >= 0:
                way.append(before[way[-1]])
            return Line(roads, where, frozenset(shut.union(before)), tuple(reversed(way)))
        for n in roads[h]:
            if n in before:
                continue
            if n not in enemy and (n not in near or n in mine):
                before[n] = h
                rest.append(n)
            else:
                shut.add(n)
    return Line(roads, where, frozenset(shut.union(before)), ())


def length(x: Context, s: State, army: int) -> int:
    """Hexes of primary road on an army's line, -1 where it is broken or longer than the table goes."""
    way = line(x, s, army)
    return len(way) - 1 if way and len(way) - 1 <= _longest(x, x.setting.armies[army].receipt) else -1


def _longest(x: Context, row: str) -> int:
    """The longest line over which an army's row of the table still gives points."""
    found = x.longest.get(row)
    if found is None:
        distance = x.tables.all["distance"]
        found = x.longest[row] = max(int(at) for at in distance.columns if distance.cell(row, at))
    return found


def receives(tables: Tables, receipt: str, far: int, spirit: int, dice: Dice) -> int:
    """Points received: a die, worse by the morale number of the side; none without a line."""
    if far < 0:
        return 0
    return tables.receives(receipt, far, min(max(dice.roll("administrative points") + spirit, 1), 6))


def receipt_odds(tables: Tables, receipt: str, far: int, spirit: int = 0) -> Distribution[int]:
    """The exact distribution of the points that an army receives.

    >>> receipt_odds(Tables(), "usual", 15).mean(int)
    Fraction(5, 2)
    """
    return distribution(lambda dice: receives(tables, receipt, far, spirit, dice))


def points_odds(x: Context, s: State, n: int) -> Distribution[int] | None:
    """The exact distribution of the points that an army receives next turn, as things stand; None without a centre."""
    army = x.setting.armies[n]
    if s.centers[n].at < 0 or s.turn >= x.setting.scenario.turns.count:
        return None
    return receipt_odds(x.tables, army.receipt, length(x, s, n), s.spirit[army.side])


def supplied(x: Context, s: State, dice: Dice, log: Log) -> State:
    """Every army receives its points; a centre that was lost comes back at the first source that is free."""
    for n, army in enumerate(x.setting.armies):
        center = s.centers[n]
        if center.at < 0:
            if center.back and s.turn >= center.back:
                s = _returned(x, s, n, log)
            continue
        more = receives(x.tables, army.receipt, length(x, s, n), s.spirit[army.side], dice)
        s = s.paid(n, -more)
        say(
            log,
            "points",
            f"The {army.name} receives {counted(more, 'administrative point')} and has {s.points[n]}.",
            CITE,
            to=x.own(army.side),
        )
    return s


def _returned(x: Context, s: State, n: int, log: Log) -> State:
    army = x.setting.armies[n]
    free = [h for h in army.sources if h not in x.layout(s).stacks[other(army.side)]]
    if not free:
        return s
    say(
        log,
        "center",
        f"A centre of operations of the {army.name} opens again at {x.place(free[0])}.",
        CITE,
        hexes=[free[0]],
    )
    return with_center(s, n, at=free[0], back=0)


def with_center(s: State, n: int, **changes: object) -> State:
    """A state with one centre of operations changed."""
    found = s.centers
    return replace(s, centers=(*found[:n], replace(found[n], **changes), *found[n + 1 :]))


def overrun_centers(x: Context, s: State, log: Log) -> State:
    """A centre in whose hex enemy troops stand is broken up; it comes back some turns later. Riders and leaders alone
    don't break one up (base: centres).
    """
    for n, army in enumerate(x.setting.armies):
        at = s.centers[n].at
        if at >= 0 and x.units_at(s, at, other(army.side)):
            back = s.turn + x.tables.command["center returns after turns"]
            say(
                log,
                "center",
                f"The centre of operations of the {army.name} at {x.place(at)} is taken and broken up.",
                CITE,
                hexes=[at],
            )
            s = with_center(s, n, at=-1, back=back)
    return s


def near(x: Context, s: State, army: int, at: int) -> bool:
    """Whether a hex lies within the dispatch distance of an army's centre (reading 31)."""
    center = s.centers[army].at
    if center < 0:
        return False
    return x.hears(s, center, x.setting.armies[army].side, at)


def price(x: Context, s: State, force: Force, extended: bool) -> int:
    """Administrative points of a movement command for a force (reading 31)."""
    info = x.setting.leaders[force.leader]
    command = x.tables.command
    close = near(x, s, info.army, s.leaders[force.leader].at)
    return command["command" if close else "far command"] + (command["extended march more"] if extended else 0)


def commands(x: Context, s: State, army: int) -> bool:
    """Whether an army can give commands: its centre has a line to a source (reading 32)."""
    return length(x, s, army) >= 0


def forages(x: Context, s: State, army: int) -> bool:
    """Whether an army lives off the land: it has no line of communication (reading 33)."""
    return length(x, s, army) < 0
