"""How a scenario and its map are read, checked and made into an engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from napwidgets.board.hexmap import HexMap
from napwidgets.kernel.findings import Finding
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.choices import chosen
from napwidgets.systems.tactical.core.checks import check_scenario
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.core.optional import Options
from napwidgets.systems.tactical.core.ruleset import Ruleset
from napwidgets.systems.tactical.core.scenario import ScenarioData
from napwidgets.systems.tactical.engine import Battle

B = TypeVar("B", bound=Battle)
#: What a scenario says to people only: a better word in it must not turn saved games away.
_WORDS = ("title", "summary", "teaches", "difficulty", "minutes", "history", "debrief", "provenance")


def fingerprint(data: ScenarioData, board: HexMap, options: Options, tables: Tables) -> str:
    """A hash of everything that decides how a game runs: the scenario without its prose, map, options, tables."""
    plain = {k: v for k, v in msgspec.to_builtins(data).items() if k not in _WORDS}
    ground = {k: v for k, v in msgspec.to_builtins(board.data).items() if k not in ("lines", "attribution", "name")}
    parts = [msgspec.json.encode(part, order="sorted") for part in (plain, ground, options.told())]
    return sha256(b"\n".join([*parts, tables.dumps()])).hexdigest()[:32]


def map_path(data: ScenarioData, folder: Path) -> Path:
    """Where the compiled map of a scenario stands, seen from the scenario's folder."""
    return folder / "maps" / f"{data.map}.map.json"


@lru_cache(maxsize=32)
def _board(path: Path, changed: int) -> HexMap:
    """A map; ``changed`` is its time of change, so that an edited map is read anew."""
    return HexMap.load(path)


def board_of(data: ScenarioData, folder: Path) -> HexMap:
    """The map of a scenario; raises `ScenarioError` when it is missing or wrong."""
    path = map_path(data, folder)
    if not path.is_file():
        raise ScenarioError(f"the map {data.map!r} is missing: there is no file maps/{path.name}")
    try:
        return _board(path, path.stat().st_mtime_ns)
    except (msgspec.MsgspecError, ValueError) as error:
        raise ScenarioError(f"the map {data.map!r} can't be used: {error}") from None


def check(rules: Ruleset, data: ScenarioData, folder: Path) -> list[Finding]:
    """Everything that is wrong in a scenario, its map included."""
    try:
        board = board_of(data, folder)
    except ScenarioError as error:
        return [Finding(("map",), str(error)), *check_scenario(rules, data, None)]
    return check_scenario(rules, data, board)


def bind(
    kind: type[B],
    data: ScenarioData,
    folder: Path,
    options: Mapping[str, Any],
    tables: Mapping[str, Any],
    used: Tables,
) -> B:
    """The rules of a title bound to a scenario and options; of the tables ``used`` those in ``tables`` were put in
    place of shipped ones.
    """
    board = board_of(data, folder)
    picked = chosen(kind.rules.options, kind.system, options, data.options)
    battle = kind(data, board, picked, used)
    battle.scenario_id = f"{kind.system}/{data.id}"
    battle.replaced = dict(tables)
    battle.fingerprint = fingerprint(data, board, picked, used)
    return battle


def facts(data: ScenarioData, folder: Path) -> dict[str, Any]:
    """What a list of scenarios says about this one beyond its title."""
    board = board_of(data, folder)
    return {
        "sides": {side.id: side.name for side in data.sides},
        "turns": data.turns.count,
        "units": len(data.units),
        "map_size": f"{board.cols} × {board.rows} hexes",
    }
