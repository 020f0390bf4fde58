"""6.4. Engineers: bridges destroyed and repaired, pontoons built and taken up.

Readings 52 and 53 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.kernel.rulings import legal
from napwidgets.kernel.system import Label
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import remove_dummies
from napwidgets.systems.jdg.context import Context, Log, refuse, say
from napwidgets.systems.jdg.losses import bleed
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import State

if TYPE_CHECKING:
    from napwidgets.systems.jdg.march.marching import Marching

#: The works of engineers: what each is called, and the row of the table of engineering that it follows.
WORKS = {
    "destroy": ("Destroy the bridge", "destroy a bridge"),
    "repair": ("Repair the bridge", "repair a bridge"),
    "build": ("Build a pontoon bridge", "build a pontoon"),
    "remove": ("Take up the pontoon bridge", "destroy a bridge"),
}
#: Why a work can't be done where there is nothing for it.
_UNFIT = {
    "destroy": ("no-bridge", "No bridge stands there."),
    "repair": ("no-ruin", "No destroyed bridge is there."),
    "build": ("no-ford", "Pontoons are laid at the ford of a major river."),
    "remove": ("no-pontoon", "There is no pontoon bridge."),
}
#: Works that take all movement points of a force.
_WHOLE = ("repair", "build")


def offered(x: Context, s: State, force: Marching) -> list[m.Bridge]:
    """What the engineers of a force under way can do in its box."""
    # Most forces are too weak for any work.
    if force.at < 0 or x.strength(s, force.pieces) < min(x.tables.engineers.values()):
        return []
    return [
        move
        for _, link in x.setting.around[force.at]
        for work in _fitting(x, s, link)
        if legal(check, x, s, force, move := m.Bridge(link, work))
    ]


def check(x: Context, s: State, force: Marching, move: m.Bridge) -> None:
    """Raise `IllegalMove` unless the force can do a work at a link of its box (6.4)."""
    links = {link for _, link in x.setting.around[force.at]} if force.at >= 0 else set()
    if move.link not in links or move.work not in WORKS:
        raise refuse("no-link", "Engineers work at a connection of their own box.", "6.4")
    if x.enemy_in(s, force.at, force.who):
        raise refuse("enemy", "No engineers at work with enemies in the box.", "6.4")
    if move.link in force.vain:
        raise refuse("enemy", "The enemy on the other bank makes that impossible.", "6.4")
    needed = x.tables.engineers[WORKS[move.work][1]]
    if x.strength(s, force.pieces) < needed:
        raise refuse("strength", f"Too few for that: it takes a strength of {needed}.", "6.4")
    _check_link(x, s, force, move)
    if move.work in _WHOLE and not force.fresh:
        raise refuse("points", "That takes all movement points of a force that has not marched.", "6.4")
    if force.left < _points(x, force, move, _seen(x, s, force, move)):
        raise refuse("points", "The force has too few movement points left for that.", "6.4")


def _fitting(x: Context, s: State, link: int) -> Iterator[str]:
    """The works for which there is something at a link, in their order."""
    if x.setting.bridge[link] and link not in s.cut:
        yield "destroy"
    if link in s.cut:
        yield "repair"
    built = any(n == link for n, _ in s.pontoons)
    if x.setting.broad[link] and x.network.links[link].crossing == "ford" and not built:
        yield "build"
    if built:
        yield "remove"


def _check_link(x: Context, s: State, force: Marching, move: m.Bridge) -> None:
    if move.work not in _fitting(x, s, move.link):
        code, why = _UNFIT[move.work]
        raise refuse(code, why, "6.4")
    if move.work == "repair" and _seen(x, s, force, move):
        raise refuse("enemy", "Not with enemies on the other bank.", "6.4")
    if move.work == "build":
        mine = sum(side == force.who for _, side in s.pontoons)
        if mine >= x.setting.scenario.pontoons.get(x.setting.sides[force.who], 0):
            raise refuse("no-train", "All your pontoons are in use: take one up first.", "6.4")


def _far(x: Context, force: Marching, move: m.Bridge) -> int:
    link = x.network.links[move.link]
    return link.b if link.a == force.at else link.a


def _seen(x: Context, s: State, force: Marching, move: m.Bridge) -> bool:
    """Whether everybody sees an enemy unit on the other bank."""
    theirs = x.units(x.here(s, _far(x, force, move), other(force.who)))
    return any(x.shown(s, i) for i in theirs)


def _faced(x: Context, s: State, force: Marching, move: m.Bridge) -> bool:
    """Whether an enemy unit is on the other bank, no dummy and no leader alone (6.4)."""
    return bool(x.units(x.here(s, _far(x, force, move), other(force.who))))


def _points(x: Context, force: Marching, move: m.Bridge, faced: bool) -> int:
    """Movement points of a work: 2, or 3 with enemies opposite, or all that the force has (6.4)."""
    if move.work in _WHOLE:
        return force.left
    row = x.tables.all["engineering"].rows["destroy a bridge"]
    return int(str(row[2]).split()[0]) if faced else int(row[1] or 0)


def play(x: Context, s: State, force: Marching, move: m.Bridge, log: Log) -> State:
    """Do a checked work; dummies that would stand in its way are revealed, units undo it (6.4, 7.1, reading 53)."""
    side, far = force.who, _far(x, force, move)
    theirs = x.here(s, far, other(side))
    if theirs and all(x.pieces[i].dummy for i in theirs):
        s = remove_dummies(x, s, far, other(side), log)
    faced = _faced(x, s, force, move)
    price = _points(x, force, move, faced)
    if (faced and move.work == "repair") or price > force.left:
        told = f"The enemy at {x.box(far)} keeps the engineers of {x.box(force.at)} from the bridge."
        say(log, "bridge", told, "6.4", hexes=(force.at, far))
        return s.pop(replace(force, vain=(*force.vain, move.link)))
    words = {
        "destroy": "destroy the bridge",
        "repair": "repair the bridge",
        "build": "lay a pontoon bridge",
        "remove": "take up the pontoon bridge",
    }
    say(log, "bridge", f"{x.side_name(side)} {words[move.work]} between {x.box(force.at)} and {x.box(far)}.", "6.4",
        hexes=(force.at, far))  # fmt: skip
    s = _done(s, side, move)
    if move.work == "build" and faced:
        s = bleed(x, s, force.pieces, 1, "under fire at the bridge", "6.4", log)
    return s.pop(replace(force, left=force.left - price, worked=True))


def _done(s: State, side: int, move: m.Bridge) -> State:
    if move.work == "destroy":
        return replace(s, cut=tuple(sorted((*s.cut, move.link))))
    if move.work == "repair":
        return replace(s, cut=tuple(n for n in s.cut if n != move.link))
    if move.work == "build":
        return replace(s, pontoons=tuple(sorted((*s.pontoons, (move.link, side)))))
    return replace(s, pontoons=tuple(p for p in s.pontoons if p[0] != move.link))


def label(x: Context, s: State, force: Marching, move: m.Bridge) -> Label | None:
    """A work in words, and what it takes."""
    if move.work not in WORKS or not 0 <= move.link < len(x.network.links):
        return None
    link = x.network.links[move.link]
    river = f" over the {link.river}" if link.river else ""
    where = f"{x.box(link.a)} - {x.box(link.b)}{river}"
    return Label(f"{WORKS[move.work][0]}: {where}", _price(x, s, force, move), ("JDG 6.4",))


def _price(x: Context, s: State, force: Marching, move: m.Bridge) -> str:
    """What a work takes, as far as its side sees who stands on the other bank (6.4, reading 53)."""
    far, foe, seen = _far(x, force, move), other(force.who), _seen(x, s, force, move)
    known = [i for i in x.here(s, far, foe) if x.shown(s, i)]
    doubtful = not seen and x.layout(s).count[foe].get(far, 0) > len(known)
    if move.work in _WHOLE:
        if doubtful and move.work == "repair":
            return "Takes all movement points; an enemy unit on the other bank would stop it."
        if doubtful:
            return "Takes all movement points, and a strength point if an enemy unit is on the other bank."
        if seen:
            return "Takes all movement points, and a strength point under fire."
        return "Takes all movement points."
    calm, pressed = (_points(x, force, move, faced) for faced in (False, True))
    if doubtful and pressed > force.left:
        return f"Costs {calm} movement points; an enemy unit on the other bank would stop it."
    if doubtful:
        return f"Costs {calm} movement points, {pressed} with an enemy unit on the other bank."
    return f"Costs {pressed if seen else calm} movement points."
