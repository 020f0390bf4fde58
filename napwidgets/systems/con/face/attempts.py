"""What a click on the map of a campaign would mean, legal or not: the engine's check says why it is not."""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.systems.con import moves as m
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.forced import ForcedMarches
from napwidgets.systems.con.marching import Marching
from napwidgets.systems.con.movement import MovementPhase, hex_of
from napwidgets.systems.con.state import State


def attempts(x: Context, s: State, subject: str, hex: int) -> Iterator[object]:
    """The march of the force under way; before one sets out, the commands of whoever stands in the hex, and how the
    chosen vedettes would ride; in forced marches how far the chosen would come, and to which guns.
    """
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, Marching):
        yield m.Go(hex)
    elif isinstance(step, ForcedMarches):
        for i in x.leaders_at(s, hex_of(subject) if subject else hex, step.who):
            yield from (m.ToGuns(i, n, hex) for n in range(len(s.fights)))
            yield m.Force(i, hex)
    elif isinstance(step, MovementPhase):
        at = hex_of(subject) if subject else hex
        if subject:
            yield from (m.Ride(v, hex) for v in x.vedettes_at(s, at, step.who))
        yield from (m.Activate(i, "command") for i in x.leaders_at(s, at, step.who))
