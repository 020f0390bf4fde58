"""What a click on the map of a battle would mean, legal or not: the engine's check says why it is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napwidgets.kernel.agenda import subject_number
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.tactical.command.initiative import InitiativeStage, who_rolls
from napwidgets.systems.tactical.command.orders import OrdersStage, senders
from napwidgets.systems.tactical.command.targets import KINDS, needs_target
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.fighting.artillery import BombardmentSegment
from napwidgets.systems.tactical.fighting.attacks import CombatSegment
from napwidgets.systems.tactical.fighting.charges import ChargeSegment
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.tactical.moving.groups import group_of
from napwidgets.systems.tactical.moving.march import way_if_free
from napwidgets.systems.tactical.moving.movement import MovementSegment


def attempts(x: Context, view: State, subject: str, units: Sequence[int], hex: int) -> Iterator[m.Move]:
    """The moves that whoever is chosen would make to a hex; ``units`` are the units that are chosen."""
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, OrdersStage | InitiativeStage) and (c := subject_number(subject, "c")) >= 0:
        yield from _orders(x, view, step, c, hex)
    elif isinstance(step, MovementSegment):
        yield from _marches(x, view, subject, units, hex)
    elif isinstance(step, CombatSegment) and (stack := subject_number(subject, "s")) >= 0:
        yield m.Attack(stack, hex)
    elif isinstance(step, BombardmentSegment) and units:
        yield m.Bombard(tuple(units), hex)
    elif isinstance(step, ChargeSegment) and units:
        yield m.Charge(tuple(units), (hex,))


def _orders(x: Context, view: State, step: OrdersStage | InitiativeStage, c: int, hex: int) -> Iterator[m.Move]:
    """Every kind of order about a place, from whoever might give it."""
    for kind in (kind for kind in KINDS if needs_target(x, kind)):
        if isinstance(step, OrdersStage):
            yield from (m.Send(sender, c, ((kind, hex),)) for sender in senders(x, view, c))
        else:
            yield from (m.TryInitiative(c, kind, hex, by) for by in who_rolls(x, view, c))


def _marches(x: Context, view: State, subject: str, units: Sequence[int], hex: int) -> Iterator[m.Move]:
    if (i := subject_number(subject, "l")) >= 0:
        yield m.GoLeader(i, hex)
    elif (q := subject_number(subject, "q")) >= 0:
        yield m.GoHq(q, hex)
    elif units:
        yield m.Go(tuple(units), _way(x, view, units, hex))


def _way(x: Context, view: State, units: Sequence[int], hex: int) -> tuple[int, ...]:
    try:
        g = group_of(x, view, units)
    except IllegalMove:
        return (hex,)
    return way_if_free(x, view, g, hex)


def idle(x: Context, view: State, hex: int) -> Iterator[m.Move]:
    """What the units of the side whose turn it is would do in a hex where nobody can be chosen now."""
    step = view.agenda[-1] if view.agenda else None
    if not isinstance(step, CombatSegment | BombardmentSegment | ChargeSegment | MovementSegment):
        return
    here = [u for u in x.ground.layout(view).at.get(hex, ()) if x.infos[u].side == step.who]
    if here and isinstance(step, CombatSegment):
        yield m.Attack(hex, hex)
    elif here:
        yield from attempts(x, view, f"u:{here[-1]}", here[-1:], hex)
