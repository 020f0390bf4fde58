"""What a seat of mop can't see, varied: what a battle of 1815 hides, too, under covers as well as in stacks (37.6)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.system import Engine, State
from napwidgets.systems.mop.state import Report
from napwidgets.systems.mop.state import State as Position
from tests.nlc import disguise as nlc
from tests.nlc.disguise import by_sight as by_sight
from tests.nlc.disguise import shows as shows

#: As in 1815, and when somebody sees what lies under a cover, or that nothing does (37.6).
REVEALS = nlc.REVEALS | {"revealed", "dummy", "covered", "report"}


def all_open(engine: Engine, state: State) -> bool:
    """The count of points at the end tells what both sides have lost, under cover or not."""
    return engine.outcome(state) is not None


def disguise(engine: Engine, state: State, seat: str | None) -> list[State]:
    """States that differ from ``state`` only in what ``seat`` (None: a spectator) can't know."""
    return [_under_cover(state, other) for other in nlc.disguise(engine, state, seat)]


def twins(engine: Engine, state: State, seat: str | None, move: Any) -> list[tuple[State, Any]]:
    """As in 1815, with covers that stay where they are. Who moves is himself: his cover is seen to go. Aides that ride
    over the map and flags that are taken off it show where a formation stands (NLC 25.7): nobody's place is taken then.
    """
    found = [(_under_cover(state, other), same) for other, same in nlc.twins(engine, state, seat, move)]
    fixed = range(len(state.units)) if engine.context.options.order_markers else getattr(move, "units", ())  # type: ignore[attr-defined]
    return [(other, same) for other, same in found if not set(fixed).intersection(_exchanged(state, other))]


def _exchanged(state: State, other: State) -> list[int]:
    """The units that stand elsewhere."""
    assert isinstance(state, Position)
    assert isinstance(other, Position)
    return [u for u, unit in enumerate(other.units) if unit.hex != state.units[u].hex]


def _under_cover(state: State, other: State) -> State:
    """Units in another's place are under cover there if he was."""
    assert isinstance(state, Position)
    assert isinstance(other, Position)
    moved = _exchanged(state, other)
    if not moved:
        return other
    hidden = set(state.hidden)
    covered = {state.units[u].hex for u in moved if u in hidden}
    now = (hidden - set(moved)) | {u for u in moved if other.units[u].hex in covered}
    return replace(other, hidden=tuple(sorted(now)), reports=_reported(state, other, now))


def _reported(state: Position, other: Position, hidden: set[int]) -> tuple[Report, ...]:
    """Reports of covers are about whoever is under them (37.7.2): who has taken another's place is reported in his."""
    moved = _exchanged(state, other)
    instead = {u: v for u in moved for v in moved if other.units[v].hex == state.units[u].hex}
    about = {replace(k, unit=instead.get(k.unit, k.unit)) for k in state.reports}
    kept = {k for k in about if k.unit < 0 or k.unit in hidden or k in state.reports}
    return tuple(sorted(kept, key=lambda k: (k.side, k.unit, k.hex)))
