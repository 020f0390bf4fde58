"""The order pad for the screen (20.4 to 20.7, 20.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from napwidgets.board.display import Dispatch, Draft
from napwidgets.systems.nlc.context import Context
from napwidgets.systems.nlc.present_words import order_words
from napwidgets.systems.nlc.state import Pending, State

if TYPE_CHECKING:
    from napwidgets.systems.nlc.engine import Battle as Engine


def dispatches(x: Context, view: State, seat: str | None) -> Sequence[Dispatch]:
    """Orders under way or waiting, of the seat's own side."""
    if seat not in x.setting.sides:
        return []
    side = x.setting.sides.index(seat)
    found = []
    for c, info in enumerate(x.setting.commands):
        if info.side != side:
            continue
        nation = x.infos[info.units[0]].nation if info.units else ""
        for pending in view.commands[c].pending:
            words = ", then ".join(order_words(x, o) for o in pending.orders)
            found.append(Dispatch(info.name, words, _stage(x, view, pending), nation, "NLC 20.6"))
        for order in view.commands[c].queue:
            found.append(Dispatch(info.name, order_words(x, order), "next in sequence", nation, "NLC 20.5"))
    return found


def _stage(x: Context, view: State, p: Pending) -> str:
    if p.stage == "sent":
        return f"arrives {x.setting.hour(p.due)}"
    if p.stage == "late":
        return f"followed from {x.setting.hour(p.due)}"
    if p.stage == "roll":
        return f"each turn on {p.need} or more"
    return f"read at dawn, {x.setting.hour(p.due)}"


def draft(engine: Engine, view: State, seat: str, values: Mapping[str, str]) -> Draft | None:
    """The pad; None while no orders are given."""
    return None
