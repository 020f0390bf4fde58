"""37.13.1 and 37.15 to 37.23. Who may order whom in the battles of 1814.

Readings 13 and 14 of docs/rules/mop.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from msgspec.structs import replace

from napwidgets.systems.mop.card_effects import unlocked
from napwidgets.systems.mop.front import worn_out
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.core.ruleset import Arrangement
from napwidgets.systems.tactical.core.state import Order
from napwidgets.systems.tactical.ground.context import Context, Log

#: The orders for which a leader may be rated otherwise (37.17).
FORWARD = ("attack", "probe", "march")
#: The mark of ground that a formation did not hold when told to defend, and may strike out from (37.20).
STRIKES_OUT = 2
_NO_RETREAT = {
    "general_retreat": ("A general retreat can only be ordered once its card has been played.", "MoP 37.13.1")
}


def arrangements(x: Context, s: State, leader: int, c: int) -> Arrangement:
    """Why a leader can't give a command an order, by the arrangements of the battle; nothing if he can."""
    always = _bound(x, leader, c) or _silent(x, s, leader, c) or _alone(x, s, leader, c) or worn_out(x, s, leader)
    retreats = unlocked(s, x.setting.commands[c].side)
    ties = [rule.amount for rule, own in _rules(x, "tethered") if own == leader]
    return Arrangement(
        {} if retreats else _NO_RETREAT,
        always,
        (lambda target: _tethered(x, s, leader, c, target, min(ties))) if ties else None,
    )


def _rules(x: Context, kind: str) -> Iterator[tuple[Any, int]]:
    """The scenario's arrangements of a kind, each with its leader."""
    for rule in x.setting.special(kind):
        yield rule, x.setting.leader_index.get(rule.leader, -1)


def _bound(x: Context, leader: int, c: int) -> tuple[str, ...]:
    """A wing commander who keeps his order, and whose corps take orders from nobody else (37.22)."""
    info = x.setting.commands[c]
    for _, own in _rules(x, "bound_to"):
        name = x.setting.leaders[own].name
        if info.chief and info.leader == own:
            return f"{name} keeps the order that he has.", "MoP 37.22"
        if info.wing == own and leader != own and leader == info.overall:
            return f"{name} alone gives orders to {info.name}.", "MoP 37.22"
    return ()


def _tethered(x: Context, s: State, leader: int, c: int, target: int, most: int) -> tuple[str, ...]:
    """A corps commander who decides for himself only near his overall commander (37.17)."""
    overall = x.setting.commands[c].overall
    chief = s.leaders[overall].hex
    if target < 0 or (chief >= 0 and x.board.distances[chief][target] <= most):
        return ()
    name, of = x.setting.leaders[leader].name, x.setting.leaders[overall].name
    return f"{name} decides for himself only on places within {most} hexes of {of}.", "MoP 37.17"


def _silent(x: Context, s: State, leader: int, c: int) -> tuple[str, ...]:
    """A leader who waits until his men are attacked (37.19)."""
    info = x.setting.commands[c]
    for rule in x.setting.special("silent_until"):
        struck = any(k.struck for i, k in enumerate(s.commands) if x.setting.commands[i].data.id == rule.formation)
        if info.data.id == rule.formation and leader != info.overall and not struck:
            return f"{x.setting.leaders[leader].name} waits for orders until he is attacked.", "MoP 37.19"
    return ()


def _alone(x: Context, s: State, leader: int, c: int) -> tuple[str, ...]:
    """A wing commander who gives no orders while his overall commander is not there (37.19)."""
    info = x.setting.commands[c]
    for _, own in _rules(x, "offmap"):
        if leader == own and own != info.leader and s.leaders[info.overall].hex < 0:
            name, of = x.setting.leaders[own].name, x.setting.leaders[info.overall].name
            return f"{name} gives no orders before {of} is there.", "MoP 37.19"
    return ()


def stands_in(x: Context, s: State, leader: int) -> bool:
    """A wing commander does not roll for an army whose overall commander is not on the map: it counts 0 (37.15.1)."""
    return any(s.leaders[o].hex >= 0 for o in x.setting.chiefs[leader])


def misleads(x: Context, s: State, c: int, log: Log) -> State | None:
    """What the first Bad Move of a formation means where the battle says so (37.19)."""
    info = x.setting.commands[c]
    for rule in x.setting.special("bad_move"):
        formation = x.setting.home[c]
        if info.chief or info.data.id != rule.formation or formation in s.misled:
            continue
        target = x.board.number(rule.hexes[0])
        text = f"{info.name} holds on to {x.place(target)}."
        say(log, "misled", text, "37.19")
        command = replace(s.commands[c], order=Order("defend", target, s.turn), queue=(), active=True)
        return replace(cast(State, x.take_order(s, c, command)), misled=(*s.misled, formation))
    return None


def rated_for(x: Context, s: State, move: Any) -> int:
    """Columns for a commander who counts more when his men are sent forward: as a sender, and as one who is sent
    (37.17).
    """
    kind = move.orders[0][0]
    return better(x, s, move.sender, kind) + better(x, s, x.leader_of(s, move.to), kind)


def better(x: Context, s: State, leader: int, kind: str) -> int:
    """What a leader counts more for an order than at other times (37.17)."""
    if kind not in FORWARD or leader < 0 or s.leaders[leader].replaced:
        return 0
    return sum(rule.amount - x.setting.leaders[own].rating for rule, own in _rules(x, "rated_for") if own == leader)


def confines(x: Context, s: State, u: int, h: int) -> tuple[str, ...]:
    """Who may strike out round the place that he holds strikes at nobody farther from it (37.20)."""
    c, here = x.command_of(s, u), s.units[u].hex
    command = s.commands[c]
    if here < 0 or command.order.kind != "defend" or not command.ground or command.ground[here] != STRIKES_OUT:
        return ()
    for rule in x.setting.special("counterattack"):
        rows = [x.board.distances[x.board.number(name)] for name in rule.hexes]
        if rule.formation == x.setting.commands[c].data.id and not any(row[h] <= rule.amount for row in rows):
            where = x.place(x.board.number(rule.hexes[0]))
            return f"{x.infos[u].name} strikes out no farther than {rule.amount} hexes round {where}.", "MoP 37.20"
    return ()
