"""Words for numbers and orders, as the screen says them."""

from __future__ import annotations

from napwidgets.kernel.provenance import ORIGINS
from napwidgets.kernel.system import Move
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.state import Order
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.telling import signed as signed

ORDER_WORDS = {
    "attack": "Attack",
    "probe": "Probe",
    "defend": "Defend",
    "delay": "Delay",
    "march": "March",
    "fall_back": "Fall Back",
    "general_retreat": "General Retreat",
    "reserve": "Reserve",
    "unknown": "unknown",
}


def half(points: int) -> str:
    """Half movement points as people write them.

    >>> half(7), half(8), half(1)
    ('3½', '4', '½')
    """
    whole, rest = divmod(points, 2)
    return f"{whole or '' if rest else whole}{'½' if rest else ''}"


def order_words(x: Context, order: Order) -> str:
    """An order in words: its kind and where."""
    words = ORDER_WORDS.get(order.kind, order.kind)
    return words if order.target < 0 else f"{words}, {x.place(order.target)}"


#: Figures that are marked where they are shown.
_DOUBTFUL = ("reconstruction", "inferred")


def doubt(tables: Tables, table: str, row: str, column: str) -> tuple[str, str]:
    """A mark for a cell that does not stand in the rules text, and where it comes from; two empty texts for others."""
    found = tables.all[table]
    if row not in found.rows or column not in found.columns:
        return "", ""
    origin = found.origin(row, column)
    return (f" ({ORIGINS[origin.kind]})", origin.note) if origin.kind in _DOUBTFUL else ("", "")


def hex_of(move: Move) -> int:
    """The hex that a move points at; -1 if it points at none.

    >>> hex_of(m.Go((1,), (4, 5))), hex_of(m.Pass())
    (5, -1)
    """
    if isinstance(move, m.Go | m.Charge | m.React):
        return move.path[-1] if move.path else -1
    if isinstance(move, m.GoLeader | m.GoHq | m.Withdraw | m.Evade | m.Turning):
        return move.to
    if isinstance(move, m.Bombard | m.Attack | m.Resolve | m.Pursue):
        return move.target
    return move.hex if isinstance(move, m.Flag) else -1
