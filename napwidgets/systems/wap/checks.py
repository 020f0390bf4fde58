"""What must hold in a WAP scenario beyond its form: states, cities and seas that exist, forces that can be read.

Nothing here is a rule of play; it finds the slips of whoever writes a scenario, each with its place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from napwidgets.board.realm import EuropeBoard
from napwidgets.kernel.findings import Finding, Place
from napwidgets.kernel.limits import YEAR_MONTH
from napwidgets.systems.origins import uncovered
from napwidgets.systems.wap.forces import GOODS, parse
from napwidgets.systems.wap.markers import MAJORS
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.scenario import ScenarioData
from napwidgets.systems.wap.setting import NATIONS
from napwidgets.systems.wap.tables import Tables

#: Keys that only name or describe; they need no provenance.
_NAMES = {
    "id", "title", "format", "system", "summary", "teaches", "difficulty", "minutes", "options", "debrief",
    "provenance", "history",
}  # fmt: skip


def check_scenario(data: ScenarioData, board: EuropeBoard) -> list[Finding]:
    """Everything that is wrong in a scenario."""
    return [
        *_turns(data),
        *_states(data),
        *_armies(data, board),
        *_fleets(data, board),
        *_leaders(data, board),
        *_buys(data),
        *_rest(data),
    ]


def _tried(at: Place, what: Callable[[], Any]) -> Iterator[Finding]:
    """A finding if something can't be read."""
    try:
        what()
    except ValueError as error:
        yield Finding(at, str(error))


def _turns(data: ScenarioData) -> Iterator[Finding]:
    if re.fullmatch(YEAR_MONTH, data.turns.first) is None:
        yield Finding(("turns", "first"), f"{data.turns.first!r} is no month: write it as 1805-09")
    if data.turns.count < 1:
        yield Finding(("turns", "count"), "at least one month must be played")


def _states(data: ScenarioData) -> Iterator[Finding]:
    for name in MAJORS:
        if name not in data.status:
            yield Finding(("status",), f"the status of {name} is missing")
    for name in data.status:
        if name not in MAJORS:
            yield Finding(("status", name), f"{name} is no major state; there are {', '.join(MAJORS)}")
    for minor, master in data.masters.items():
        if minor not in NATIONS or minor in MAJORS:
            yield Finding(("masters", minor), f"{minor} is no minor state")
        if master not in MAJORS:
            yield Finding(("masters", minor), f"{master} is no major state")
    for name, force in data.pools.items():
        if name not in NATIONS:
            yield Finding(("pools", name), f"there is no state {name}")
        yield from _tried(("pools", name), lambda force=force: parse(force))  # type: ignore[misc]


def _place(board: EuropeBoard, at: Place, name: str, *, sea: bool = False) -> Iterator[Finding]:
    if sea and name in board.zone_ids:
        return
    try:
        hex = board.number(name) if name.isdecimal() else board.hex_of(name)
    except (ValueError, KeyError):
        yield Finding(at, f"there is no place {name!r} on this board" + (" and no such sea" if sea else ""))
        return
    if not board.is_land(hex):
        yield Finding(at, f"{name} is not land in play")


def _armies(data: ScenarioData, board: EuropeBoard) -> Iterator[Finding]:
    for i, army in enumerate(data.armies):
        yield from _place(board, ("armies", i, "at"), army.at)
        yield from _tried(("armies", i, "force"), lambda army=army: parse(army.force))  # type: ignore[misc]
        for name in army.state.split(" under "):
            if name not in NATIONS:
                yield Finding(("armies", i, "state"), f"there is no state {name!r}")


def _fleets(data: ScenarioData, board: EuropeBoard) -> Iterator[Finding]:
    for i, fleet in enumerate(data.fleets):
        yield from _place(board, ("fleets", i, "at"), fleet.at, sea=True)
        if fleet.state not in NATIONS:
            yield Finding(("fleets", i, "state"), f"there is no state {fleet.state!r}")
        if fleet.squadrons < 0 or fleet.transports < 0 or not fleet.squadrons + fleet.transports:
            yield Finding(("fleets", i), "a fleet needs at least one squadron or transport")
        if fleet.chosen_by not in ("", "french", "english"):
            yield Finding(("fleets", i, "chosen_by"), f"{fleet.chosen_by!r} is no seat: write french or english")
        at_coast = fleet.at not in board.zone_ids and not fleet.at.isdecimal()
        known = at_coast and any(fleet.at in (city.name, *city.also) for city in board.cities)
        if known and not board.city(fleet.at).is_port:
            yield Finding(("fleets", i, "at"), f"{fleet.at} is no port")


def _leaders(data: ScenarioData, board: EuropeBoard) -> Iterator[Finding]:
    known = {row.name for row in Tables().leaders}
    for name, at in data.leaders.items():
        if name not in known:
            yield Finding(("leaders", name), f"there is no leader {name!r} in the table of leaders")
        yield from _place(board, ("leaders", name), at, sea=True)


def _buys(data: ScenarioData) -> Iterator[Finding]:
    for name, goods in data.buys.items():
        if name != "all" and name not in NATIONS:
            yield Finding(("buys", name), f"there is no state {name}; write all for every state that is not named")
        for i, what in enumerate(goods):
            if what not in GOODS:
                yield Finding(("buys", name, i), f"nobody can buy {what!r}; there are {', '.join(GOODS)}")
    if data.buys and "reinforcement" not in data.phases:
        yield Finding(("buys",), "nothing is bought here: the phases have no reinforcement")


def _rest(data: ScenarioData) -> Iterator[Finding]:
    for i, name in enumerate(data.options):
        if name not in Options.__struct_fields__:
            yield Finding(
                ("options", i), f"there is no option {name}; there are {', '.join(Options.__struct_fields__)}"
            )
    yield from uncovered(data, _NAMES)
