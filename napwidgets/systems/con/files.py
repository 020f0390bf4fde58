"""CON's files: how a scenario and its board are read, checked and made into an engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from napwidgets.board.hexmap import HexMap
from napwidgets.kernel.findings import Finding
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.choices import chosen
from napwidgets.systems.con.checks import check_scenario
from napwidgets.systems.con.engine import Campaign
from napwidgets.systems.con.options import Options
from napwidgets.systems.con.scenario import ScenarioData
from napwidgets.systems.con.tables import Tables

#: What a scenario says to people only: a better word in it must not turn saved games away.
_WORDS = ("title", "summary", "teaches", "difficulty", "minutes", "history", "debrief", "provenance")


def form(data: Any) -> type[ScenarioData]:
    """The form of a scenario file."""
    return ScenarioData


@lru_cache(maxsize=8)
def _board(path: Path, changed: int) -> HexMap:
    """A board; ``changed`` is its time of change, so that an edited one is read anew."""
    return HexMap.load(path)


def board_of(data: ScenarioData, folder: Path) -> HexMap:
    """A scenario's board; raises `ScenarioError` when it is missing."""
    path = folder / "maps" / f"{data.map}.map.json"
    if not path.is_file():
        raise ScenarioError(f"the map {data.map} is missing: there is no file maps/{path.name}")
    return _board(path, path.stat().st_mtime_ns)


def fingerprint(data: ScenarioData, folder: Path, options: Options, tables: Tables) -> str:
    """A hash of everything that decides how a game runs: the scenario without prose, board, options, tables."""
    plain = {k: v for k, v in msgspec.to_builtins(data).items() if k not in _WORDS}
    parts = [msgspec.json.encode(part, order="sorted") for part in (plain, msgspec.to_builtins(options))]
    used = msgspec.json.encode(msgspec.to_builtins(tables.all), order="sorted")
    board = (folder / "maps" / f"{data.map}.map.json").read_bytes()
    return sha256(b"\n".join([*parts, board, used])).hexdigest()[:32]


def check(data: ScenarioData, folder: Path) -> list[Finding]:
    """Everything that is wrong in a scenario."""
    return check_scenario(data, board_of(data, folder))


def engine(data: ScenarioData, folder: Path, options: Mapping[str, Any], tables: Mapping[str, Any]) -> Campaign:
    """The rules bound to a scenario, options and tables put in place of shipped ones."""
    used, picked = Tables(tables), chosen(Options, "con", options, data.options)
    campaign = Campaign(data, board_of(data, folder), picked, used)
    campaign.scenario_id = f"con/{data.id}"
    campaign.replaced = dict(tables)
    campaign.fingerprint = fingerprint(data, folder, picked, used)
    return campaign


def facts(data: ScenarioData, folder: Path) -> dict[str, Any]:
    """What a list of scenarios says about this one beyond its title."""
    board = board_of(data, folder)
    return {
        "sides": dict(data.sides),
        "turns": data.turns.count,
        "units": len(data.units),
        "map_size": f"{board.cols} × {board.rows} hexes",
    }
