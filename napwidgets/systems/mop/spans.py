"""37.11. Spans: bridges over rivers and trestles over streams, how they are damaged and repaired.

A damaged span ceases to exist. The ground of a position is the printed map without its damaged spans.

Readings 28 and 29 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.board.hexmap import BRIDGE, RIVER, HexMap, hex_name
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution, percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.telling import refuse, say
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.ground.context import Context, Log

#: A span: the two hexes that it joins, the lower number first.
Span = tuple[int, int]
#: What goes with a damaged span, whatever crosses it.
_GONE = ("bridge", "road", "trail")


class Damage(m._Move, tag="damage", frozen=True):
    """A unit damages the span from its hex to another."""

    unit: int
    to: int


class Repair(m._Move, tag="repair", frozen=True):
    """A unit tries to repair the span from its hex to another."""

    unit: int
    to: int


def span(a: int, b: int) -> Span:
    """The span between two hexes."""
    return min(a, b), max(a, b)


def crossed(board: HexMap, h: int) -> list[int]:
    """The other ends of the spans of a printed map that start in a hex."""
    return [n for n, side in zip(board.neighbours[h], board.sides[h], strict=True) if n >= 0 and side & BRIDGE]


def is_bridge(board: HexMap, a: int, b: int) -> bool:
    """Whether a span is a bridge over a river; else it is a trestle over a stream."""
    return bool(board.sides[a][board.direction(a, b)] & RIVER)


def without(board: HexMap, damaged: Sequence[Span]) -> HexMap:
    """A map without some of its spans, and without the roads over them."""
    names = set()
    for a, b in damaged:
        for h, n in ((a, b), (b, a)):
            label = hex_name(h // board.rows, h % board.rows, board.data.sheets)
            names.add(f"{label}/{board.direction(h, n)}")
    sides = {
        kind: [side for side in found if kind not in _GONE or side not in names]
        for kind, found in board.data.sides.items()
    }
    return board.redrawn(sides)


def works(x: Context, s: State, u: int, printed: HexMap) -> list[m._Move]:
    """What a unit of the acting formation can do to the spans of its hex."""
    h = s.units[u].hex
    found: list[m._Move] = []
    for n in crossed(printed, h) if h >= 0 else ():
        for move in (Damage(u, n), Repair(u, n)):
            if why_not(x, s, move, printed) is None:
                found.append(move)
    return found


def price(x: Context, bridge: bool) -> int:
    """Half MPs for work at a bridge or at a trestle (37.11)."""
    return x.tables.limits["bridge work" if bridge else "trestle work"]


def why_not(x: Context, s: State, move: Damage | Repair, printed: HexMap) -> IllegalMove | None:
    """Why a unit can't damage or repair a span, if so (37.11.1, 37.11.2)."""
    info, unit = x.infos[move.unit], s.units[move.unit]
    if unit.hex < 0 or move.to not in crossed(printed, unit.hex):
        return refuse("span", "There is no bridge or trestle to work at.", "37.11")
    bridge, gone = is_bridge(printed, unit.hex, move.to), span(unit.hex, move.to) in s.spans
    mends = isinstance(move, Repair)
    if gone != mends:
        why = "It stands already." if mends else "It is damaged already."
        return refuse("span", why, "37.11")
    if not info.line and (bridge or mends):
        return refuse("span", "Only infantry can do that.", "37.11.1" if not mends else "37.11.2")
    if not mends and x.ground.in_zoc(s, move.unit):
        return refuse("span", f"{info.name} is too near the enemy to damage it.", "37.11.1")
    if x.allowance(s, move.unit) - unit.spent < price(x, bridge):
        return refuse("no-mp", f"{info.name} has too few movement points left for it.", "37.11")
    return None


def needed(x: Context, s: State, a: int, b: int, side: int) -> int:
    """The highest roll that repairs a span: less with an end in an enemy zone of control, less with the enemy at one
    (37.11.2).
    """
    limits, layout = x.tables.limits, x.ground.layout(s)
    if any(layout.side[h] == 1 - side for h in (a, b)):
        return limits["repair under attack"]
    if any(layout.zoc[1 - side][h] for h in (a, b)):
        return limits["repair near the enemy"]
    return limits["repair"]


def mended(most: int, dice: Dice, purpose: str = "the repair") -> tuple[bool, int]:
    """The throw for a repair (37.11.2)."""
    roll = dice.roll(purpose)
    return roll <= most, roll


def repair_odds(most: int) -> Distribution[bool]:
    """The exact chances of a repair (37.11.2)."""
    return distribution(lambda dice: mended(most, dice)[0])


def label(x: Context, s: State, move: Damage | Repair) -> Label:
    """Work at a span in words."""
    h = s.units[move.unit].hex
    bridge, name = is_bridge(x.printed, h, move.to), x.infos[move.unit].name
    where, cost = f"the {_kind(bridge)} to {x.place(move.to)}", f"{price(x, bridge) / 2:g} MP"
    if isinstance(move, Damage):
        return Label(f"{name} destroys {where}", f"{cost}; it can be repaired", ("MoP 37.11.1",))
    chance = repair_odds(needed(x, s, h, move.to, x.infos[move.unit].side))[True]
    return Label(f"{name} repairs {where}", f"{cost}; {percent(chance)} succeeds", ("MoP 37.11.2",))


def _kind(bridge: bool) -> str:
    """What a span is called (37.11)."""
    return "bridge" if bridge else "trestle"


def work(x: Context, s: State, move: Damage | Repair, printed: HexMap, dice: Dice, log: Log) -> State:
    """A unit damages a span, or tries to repair it."""
    info, h = x.infos[move.unit], s.units[move.unit].hex
    bridge = is_bridge(printed, h, move.to)
    what, at = _kind(bridge), span(h, move.to)
    s = s.unit(move.unit, spent=s.units[move.unit].spent + price(x, bridge))
    where = f"between {x.place(h)} and {x.place(move.to)}"
    if isinstance(move, Damage):
        text = f"{info.name} destroys the {what} {where}."
        say(log, "span-damaged", text, "37.11.1", hexes=at)
        return replace(s, spans=tuple(sorted((*s.spans, at))))
    most = needed(x, s, h, move.to, info.side)
    done, roll = mended(most, dice, f"{info.name} repairs the {what}")
    text = f"{info.name} {'repairs' if done else 'fails to repair'} the {what} {where}: {roll} against {most}."
    say(log, "span-repaired" if done else "span-work", text, "37.11.2", hexes=at)
    return replace(s, spans=tuple(k for k in s.spans if k != at)) if done else s
