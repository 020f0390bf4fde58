"""37.9. Supply: lines from the map's edge by road to the trains of the corps, and from there to the men.

Readings 7 and 8 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.bound import scenario
from napwidgets.systems.mop.cards import is_french, live
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.mop.weather import weather_turn
from napwidgets.systems.tactical.core.arms import HORSE
from napwidgets.systems.tactical.core.causes import Mods, Words
from napwidgets.systems.tactical.core.state import OFF
from napwidgets.systems.tactical.core.step import Step
from napwidgets.systems.tactical.ground.context import Context, Log

WORDS: dict[str, Words] = {"out of supply": ("out of supply", "MoP 37.9")}


class CheckSupply(Step, frozen=True, tag="supply"):
    """Who is out of supply, looked at whenever the sky is (37.9)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not weather_turn(x, s.turn):
            return s
        starved = tuple(u for side in (0, 1) for u in unsupplied(x, s, side))
        for side in (0, 1):
            mine = [u for u in starved if x.infos[u].side == side]
            if mine:
                text = f"Out of supply: {x.unit_names(mine).rstrip('.')}."
                say(log, "unsupplied", text, "37.9", units=mine, to=(x.setting.seat(side),), dieless=True)
        return replace(s, starved=starved)


def enemies(x: Context, s: State, side: int) -> set[int]:
    """The hexes in which enemy units stand: they block supply, covers that may be dummies don't (37.9)."""
    return {h for h, units in x.ground.layout(s).at.items() if x.infos[units[0]].side != side}


def sources(x: Context, s: State, side: int) -> list[int]:
    """The supply sources of a side that the enemy does not hold (37.9)."""
    foes = enemies(x, s, side)
    found = [x.board.number(name) for name in scenario(x).sides[side].sources]
    return [h for h in found if h not in foes and s.control[h] != 2 - side]


def roads(x: Context, s: State, side: int) -> set[int]:
    """The hexes of roads and trails that lead to a supply source, with no enemy on the way."""
    foes, seen = enemies(x, s, side), set(sources(x, s, side))
    todo = list(seen)
    while todo:
        for n in x.setting.linked[todo.pop()]:
            if n not in seen and n not in foes:
                seen.add(n)
                todo.append(n)
    return seen


def within(x: Context, s: State, starts: Iterable[int], side: int) -> set[int]:
    """The hexes that a supply line from some hexes reaches: round the enemy, over no river without bridge or ford."""
    foes, ways = enemies(x, s, side), x.setting.steps[HORSE]
    seen = set(starts) - foes
    edge = seen.copy()
    for _ in range(x.tables.limits["supply line"]):
        edge = {n for h in edge for n, _, _ in ways[h]}.difference(seen, foes)
        seen |= edge
    return seen


def unsupplied(x: Context, s: State, side: int) -> list[int]:
    """The units of a side on the map that are out of supply (37.9)."""
    notes = x.notes(s, side)
    known: list[int] | None = notes.get(("unsupplied", side))
    if known is None:
        known = notes["unsupplied", side] = _unsupplied(x, s, side)
    return known


def _unsupplied(x: Context, s: State, side: int) -> list[int]:
    direct = within(x, s, sources(x, s, side), side)
    fed = {t: within(x, s, [stop], side) for t, stop in depots(x, s, side).items()}
    wanting: list[tuple[int, list[int], set[int]]] = []
    guests: list[int] = []
    for f in range(x.setting.formations):
        info = x.setting.commands[f]
        here = [u for u in info.units if s.units[u].hex >= 0]
        if info.side != side or not here:
            continue
        robbed = f in plundered(x, s, side)
        own = [t for t, train in enumerate(scenario(x).trains) if train.formation == info.data.id]
        near = set(direct).union(*(fed[t] for t in own if t in fed and not robbed))
        far = [u for u in here if s.units[u].hex not in near]
        wanting += [(u, here, near) for u in far]
        if not any(s.trains[t].hex >= 0 for t in own):
            guests += far
    hosts = {t: fed[t] for t in fed if s.trains[t].hex >= 0}
    hosted = _hosted(x, s, guests, hosts)
    return [u for u, here, near in wanting if u not in hosted and not _in_column(x, s, u, here, near)]


def depots(x: Context, s: State, side: int) -> dict[int, int]:
    """Where each baggage train of a side feeds its corps: its own hex on a road to a source, or where it will enter."""
    lines, found = roads(x, s, side), {}
    for t, train in enumerate(scenario(x).trains):
        h = s.trains[t].hex
        if train.side != x.setting.sides[side]:
            continue
        if h in lines:
            found[t] = h
        elif h == OFF and train.entry:
            found[t] = x.board.number(train.entry)
    return found


def _hosted(x: Context, s: State, guests: Iterable[int], hosts: dict[int, set[int]]) -> set[int]:
    """Which units without a train of their own on the map find room at those of others: as many as can, two at each."""
    tables: dict[int, list[int]] = {t: [] for t in hosts}

    def seat(u: int, asked: set[int]) -> bool:
        for t in hosts:
            if t in asked or s.units[u].hex not in hosts[t]:
                continue
            asked.add(t)
            if len(tables[t]) < x.tables.limits["supply guests"]:
                tables[t].append(u)
                return True
            for other in tuple(tables[t]):
                if seat(other, asked):
                    tables[t].remove(other)
                    tables[t].append(u)
                    return True
        return False

    return {u for u in guests if seat(u, set())}


def _in_column(x: Context, s: State, u: int, here: list[int], near: set[int]) -> bool:
    """Whether a marching unit hangs on to one in supply by units of its corps: each beside the next, or on the road
    with a hex between.
    """
    if x.order(s, u) != "march":
        return False
    seen, todo = {u}, [u]
    foes = enemies(x, s, x.infos[u].side)
    while todo:
        h = s.units[todo.pop()].hex
        if h in near:
            return True
        for v in here:
            if v not in seen and _joined(x, h, s.units[v].hex, foes):
                seen.add(v)
                todo.append(v)
    return False


def _joined(x: Context, a: int, b: int, foes: set[int]) -> bool:
    """Whether units in two hexes hang together: side by side, or on one road with a hex between them in which no enemy
    stands (37.9).
    """
    linked = x.setting.linked
    return x.board.distances[a][b] <= 1 or any(b in linked[n] for n in linked[a] if n not in foes)


def plundered(x: Context, s: State, side: int) -> tuple[int, ...]:
    """The formations of a side that the populace robs of what their trains bring, this turn (card 24)."""
    play = live(s, 1 - side, cards.POPULACE) if is_french(x, 1 - side) else None
    return play.about if play is not None else ()


def wants(x: Context, s: State, u: int) -> bool:
    """Whether a unit is out of supply: since the last check, or robbed this turn of what its train would bring."""
    if u in s.starved:
        return True
    info = x.infos[u]
    return info.formation in plundered(x, s, info.side) and u in unsupplied(x, s, info.side)


def starving(x: Context, s: State, c: int) -> bool:
    """Whether most of those on the map who follow a command's orders are out of supply: it obeys like a demoralized one
    (37.9).
    """
    mine = x.governs(s, c)
    return 2 * sum(wants(x, s, u) for u in mine) > len(mine)


def hungry(x: Context, s: State, u: int) -> Mods:
    """Out of supply is like corps demoralization, and does not add to it (37.9)."""
    if not wants(x, s, u) or x.demoralized(s, x.infos[u].formation):
        return ()
    return (("out of supply", x.tables.modifiers["out of supply"]),)


def paced(s: State) -> tuple[object, ...]:
    """What of a position says how far units come: who is hungry or worn out, the sky, and the whole of it where a card
    may have to do with it.
    """
    return (s,) if s.plays else (s.starved, s.weary, s.sky)


def weary(x: Context, s: State, u: int, mp: int) -> int:
    """A MP less for units out of supply that are not slow already as a demoralized corps (37.9, NLC 22)."""
    return mp - 2 if wants(x, s, u) and not x.demoralized(s, x.infos[u].formation) else mp
