"""Every piece of a state as a row for a data frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from napwidgets.systems.con.context import Context
from napwidgets.systems.con.state import State


def roll_call(x: Context, s: State) -> Sequence[Mapping[str, Any]]:
    """Leaders, units and vedettes that a state tells: side, army, kind, hex, strength, who leads them."""
    found = []
    lead = x.setting.leaders
    for i, info in enumerate(lead):
        piece = s.leaders[i]
        found.append(_row(x, info.name, info.side, info.army, "leader", piece.at, 0, piece.boss, False))
    for u, unit in enumerate(x.setting.units):
        troop = s.units[u]
        found.append(
            _row(x, unit.name, unit.side, unit.army, unit.kind.arm, troop.at, troop.strength, troop.boss, troop.shaken)
        )
    for vedette in s.vedettes:
        unit = x.setting.units[vedette.unit]
        found.append(_row(x, unit.name, unit.side, unit.army, "vedette", vedette.at, 1, -1, False))
    return found


def _row(
    x: Context, name: str, side: int, army: int, kind: str, at: int, strength: int, boss: int, shaken: bool
) -> Mapping[str, Any]:
    return {
        "name": name,
        "side": x.setting.sides[side],
        "army": x.setting.armies[army].id,
        "kind": kind,
        "hex": x.board.label(at) if at >= 0 else "",
        "strength": strength,
        "leader": x.setting.leaders[boss].name if boss >= 0 else "",
        "demoralized": shaken,
    }
