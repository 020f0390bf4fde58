"""What a seat of nlc can't see, varied: the enemy's orders, what his aides carry, where his headquarters is sent."""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.kernel.system import Engine
from napwidgets.systems.nlc.context import Context
from napwidgets.systems.nlc.state import Command, Order, Pending, State

#: Orders that are put in place of the true ones.
OTHERS = ("attack", "march", "defend", "fall_back", "reserve")


def disguise(engine: Engine, state: State, seat: str | None) -> list[State]:
    """States that differ from ``state`` only in what ``seat`` (None: a spectator) can't know."""
    x: Context = engine.context  # type: ignore[attr-defined]
    foreign = [side for side, name in enumerate(x.setting.sides) if name != seat]
    found = [_orders(x, state, foreign, kind) for kind in OTHERS]
    found.append(_pending(x, state, foreign))
    found.append(_headquarters(x, state, foreign))
    return [other for other in found if other != state]


def _orders(x: Context, s: State, foreign: list[int], kind: str) -> State:
    """Every command of the other sides under another order."""
    commands = list(s.commands)
    for c, command in enumerate(commands):
        if x.setting.commands[c].side in foreign and not _open(s, command):
            target = -1 if kind == "reserve" else x.setting.named[c % len(x.setting.named)]
            commands[c] = replace(command, order=Order(kind, target, s.turn))
    return replace(s, commands=tuple(commands))


def _pending(x: Context, s: State, foreign: list[int]) -> State:
    """Every command of the other sides with one more order on its way."""
    more = Pending((Order("march", x.setting.named[0]),), 0, s.turn, s.turn + 2, 1)
    commands = list(s.commands)
    for c, command in enumerate(commands):
        if x.setting.commands[c].side in foreign and not _open(s, command):
            commands[c] = replace(command, pending=(*command.pending, more))
    return replace(s, commands=tuple(commands))


def _open(s: State, command: Command) -> bool:
    """A Bad Move is no secret: the enemy has ordered it (20.11)."""
    return command.loose == s.turn


def _headquarters(x: Context, s: State, foreign: list[int]) -> State:
    """The headquarters of the other sides sent elsewhere."""
    hqs = list(s.hqs)
    for q, hq in enumerate(hqs):
        if x.setting.hq_side[q] in foreign:
            hqs[q] = replace(hq, order="march", target=x.setting.named[-1])
    return replace(s, hqs=tuple(hqs))
