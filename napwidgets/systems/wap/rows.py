"""A campaign as rows for a data frame: armies, ships, leaders, force pools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import KINDS
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.state import DEAD, EXILE, FACTIONS, OFF, PRISONER, WOUNDED, State

_KINDS = tuple(KINDS.values())
_AWAY = {OFF: "force pool", DEAD: "out of the war", WOUNDED: "wounded", EXILE: "in exile", PRISONER: "a prisoner"}


def roll_call(x: Context, s: State) -> Sequence[dict[str, Any]]:
    """Armies, fleets, leaders and force pools, one row each."""
    rows = []
    for army in s.armies:
        for kind, number in enumerate(army.count):
            if number:
                rows.append(_row(x, s, _KINDS[kind], army.nation, number, x.board.title(army.hex), army.inside))
    for fleet in s.fleets:
        for word, number in (("squadron", fleet.squadrons), ("transport", fleet.transports)):
            if number:
                where = x.place_name(fleet.place, fleet.inside)
                rows.append(_row(x, s, word, fleet.nation, number, where, fleet.inside))
    for i, leader in enumerate(s.leaders):
        where = x.board.title(leader.place) if leader.place >= 0 else _AWAY.get(leader.place, "at sea")
        row = _row(x, s, "leader", x.setting.leader_nation[i], x.rating(s, i), where, leader.inside)
        rows.append(row | {"name": x.setting.leaders[i].called})
    for nation, pool in enumerate(s.pools):
        for kind, number in enumerate(pool):
            if number:
                rows.append(_row(x, s, _KINDS[kind], nation, number, "force pool", False))
    return rows


def _row(x: Context, s: State, kind: str, nation: int, number: int, where: str, inside: bool) -> dict[str, Any]:
    return {
        "state": NATIONS[nation],
        "faction": FACTIONS[x.faction(s, nation)],
        "kind": kind,
        "name": "",
        "number": number,
        "where": where,
        "inside": inside,
    }
