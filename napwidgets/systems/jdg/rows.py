"""A JDG position as rows for a data frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.state import GONE, HIDDEN, SPARE, WAITING, State

_NOWHERE = {WAITING: "to come", GONE: "out of the game", SPARE: "at hand", HIDDEN: "unseen"}
_CONTACT = ("alone", "with a general", "in command")


def roll_call(x: Context, s: State) -> list[Mapping[str, Any]]:
    """Every counter as a row; of those that the seat can't see it says at most whose they are and where."""
    rows: list[Mapping[str, Any]] = [_row(x, s, i) for i, c in enumerate(s.counters) if c.at != HIDDEN]
    for box, side, number in s.unseen:
        rows += [{**_empty(), "side": x.setting.side_names[side], "kind": "unseen", "place": x.box(box)}] * number
    return rows + [{**_empty(), "kind": "unseen"}] * (len(s.counters) - len(rows))


def _empty() -> dict[str, Any]:
    return {
        "name": "", "side": "", "army": "", "kind": "", "place": "", "strength": None, "most": None, "lost": None,
        "stragglers": None, "cohesion": None, "command": "", "inside": False,
    }  # fmt: skip


def _row(x: Context, s: State, i: int) -> dict[str, Any]:
    piece, counter, army = x.pieces[i], s.counters[i], x.army_of(s, i)
    row = {
        **_empty(),
        "name": piece.name,
        "side": x.setting.side_names[piece.side],
        "army": x.army(army).name if army >= 0 else "",
        "kind": "dummy" if piece.dummy else str(piece.kind),
        "place": _NOWHERE.get(counter.at) or x.box(counter.at),
        "inside": counter.inside,
    }
    if piece.values is not None:
        row |= {
            "strength": counter.strength,
            "most": piece.most,
            "lost": counter.lost,
            "stragglers": counter.strayed,
            "cohesion": piece.values.cohesion,
            "command": _CONTACT[counter.contact],
        }
    return row
