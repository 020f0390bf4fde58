"""Bridges: destroyed, repaired, laid by a bridge train (base: bridges).

Readings 58 and 59 of docs/rules/con.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution, percent
from napwidgets.kernel.system import Label
from napwidgets.systems.con.context import Context, Force, Log, say
from napwidgets.systems.con.ground import span
from napwidgets.systems.con.moves import Span
from napwidgets.systems.con.state import State, with_side
from napwidgets.systems.con.tables import Tables


def offered(x: Context, s: State, force: Force) -> Sequence[tuple[int, str]]:
    """What a force can do at the bridges around its hex: infantry breaks, mends, and lays one with a train."""
    if not any(x.setting.units[u].kind.arm == "infantry" for u in force.units):
        return ()
    at, side = s.leaders[force.leader].at, x.leader_side[force.leader]
    found: list[tuple[int, str]] = []
    for edge in x.ground.edges[at]:
        there = span(at, edge.to)
        if edge.bridge:
            found.append((edge.to, "mend" if there in s.cut else "break"))
        elif edge.river and there not in s.pontoons and s.trains[side] and not x.enemy_at(s, edge.to, side):
            found.append((edge.to, "lay"))
        elif there in s.pontoons:
            found.append((edge.to, "break"))
    return found


def works(tables: Tables, nation: str, what: str, opposed: bool, dice: Dice) -> bool:
    """Whether a bridge is destroyed or repaired: a die of at most the nation's figure, worse with enemies at the other
    end.
    """
    row = tables.spans[nation if nation in tables.spans else "other"]
    column = 0 if what == "break" else 1
    added = tables.spans["enemy at the other end, on the die"][column] if opposed else 0
    return dice.roll("bridge") + added <= row[column]


def odds(tables: Tables, nation: str, what: str, opposed: bool = False) -> Distribution[bool]:
    """The exact chance of a work at a bridge.

    >>> odds(Tables(), "france", "break")[True], odds(Tables(), "prussia", "break", True)[True]
    (Fraction(5, 6), Fraction(1, 6))
    """
    return distribution(lambda dice: works(tables, nation, what, opposed, dice))


def work(x: Context, s: State, side: int, force: Force, to: int, what: str, dice: Dice, log: Log) -> State:
    """A force works at a bridge instead of marching."""
    at, info = s.leaders[force.leader].at, x.setting.leaders[force.leader]
    for i in force.leaders:
        s = s.lead(i, moved=True)
    there, name = span(at, to), f"bridge between {x.place(at)} and {x.place(to)}"
    if what == "lay":
        say(
            log,
            "bridge",
            f"{x.does(side, 'lay')} a bridge between {x.place(at)} and "
            f"{x.place(to)}.",
            "base: bridges",
            hexes=[at, to],
        )
        return replace(s, pontoons=tuple(sorted((*s.pontoons, there))), trains=with_side(s.trains, side, -1))
    if there in s.pontoons:
        told = f"{x.does(side, 'take')} up the {name}."
        say(log, "bridge", told, "base: bridges", hexes=[at, to])
        return replace(s, pontoons=tuple(p for p in s.pontoons if p != there), trains=with_side(s.trains, side, 1))
    if not works(x.tables, info.nation, what, x.enemy_at(s, to, side), dice):
        say(log, "bridge", f"Work at the {name} comes to nothing.", "base: bridges", hexes=[at, to])
        return s
    if what == "break":
        say(log, "bridge", f"The {name} is down.", "base: bridges", hexes=[at, to])
        return replace(s, cut=tuple(sorted((*s.cut, there))))
    say(log, "bridge", f"The {name} can be crossed again.", "base: bridges", hexes=[at, to])
    return replace(s, cut=tuple(c for c in s.cut if c != there))


def label(x: Context, s: State, move: Span) -> Label:
    """A work at a bridge in words, with its chance."""
    info = x.setting.leaders[move.leader]
    at = s.leaders[move.leader].at
    verb = {"break": "breaks", "mend": "mends", "lay": "lays"}[move.what]
    told = f"{info.name} {verb} a bridge to {x.place(move.to)}"
    if move.what == "lay" or span(at, move.to) in s.pontoons:
        return Label(told, "instead of marching, without a die", ("CON base: bridges",))
    chance = odds(x.tables, info.nation, move.what, x.enemy_at(s, move.to, info.side))[True]
    return Label(told, f"instead of marching; a chance of {percent(chance)}", ("CON base: bridges",))
