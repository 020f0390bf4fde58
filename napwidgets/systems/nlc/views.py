"""What a seat may know (5.3, 20.4, 25.5, 25.7.6): a state without the other side's secrets.

A view is a state of the same kind, so that option lists, displays and computer players work from it as it is. Hidden from the other
side: orders in force, sequences and pending orders with their routes, hidden marches, what aides carry, and which target
flags are dummies. Stacks out of sight keep their counters but lose what cannot be seen: see `_veil`.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.systems.nlc.context import Context
from napwidgets.systems.nlc.state import UNKNOWN, Aide, Command, Pending, State

#: A command of which nothing is known but that it stands there.
_SILENT = Command(UNKNOWN)
_SEALED = Pending((UNKNOWN,), -1, 0, 0, 0)


def redact(x: Context, s: State, side: int | None) -> State:
    """The state as a side knows it; None is a spectator who knows what both sides know."""
    commands = x.setting.commands
    hidden = [c for c in range(len(commands)) if commands[c].side != side]
    new = list(s.commands)
    for c in hidden:
        new[c] = _silent(x, s, c)
    return replace(
        s,
        commands=tuple(new),
        marches=tuple(k for k in s.marches if commands[k.command].side == side),
        aides=tuple(a if a.side == side else Aide(a.side, a.hex, -1, _SEALED) for a in s.aides),
        hqs=tuple(h if x.setting.hq_side[q] == side else replace(h, order="", target=-1) for q, h in enumerate(s.hqs)),
        leaders=tuple(i if x.setting.leader_side[n] == side else replace(i, gave=0) for n, i in enumerate(s.leaders)),
        agenda=s.agenda if _mine(x, s, side) else (),
    )


def _silent(x: Context, s: State, c: int) -> Command:
    """What the enemy knows of a command: a Bad Move he ordered himself is no secret while it lasts (20.11)."""
    command = s.commands[c]
    if command.loose == s.turn:
        return replace(_SILENT, order=command.order, loose=command.loose)
    return _SILENT


def _mine(x: Context, s: State, side: int | None) -> bool:
    """Whether the decision on top is this side's; what the other side is about to do stays with it."""
    from napwidgets.systems.nlc.step import Choice

    top = s.agenda[-1] if s.agenda else None
    return side is not None and isinstance(top, Choice) and top.side(x, s) == side
