"""WAP's files: how a scenario and its board are read, checked and made into an engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from napwidgets.board.realm import EuropeBoard
from napwidgets.kernel.findings import Finding
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.choices import chosen
from napwidgets.systems.wap.checks import check_scenario
from napwidgets.systems.wap.engine import Campaign
from napwidgets.systems.wap.forces import parse
from napwidgets.systems.wap.options import Options
from napwidgets.systems.wap.scenario import ScenarioData
from napwidgets.systems.wap.tables import Tables

#: What a scenario says to people only: a better word in it must not turn saved games away.
_WORDS = ("title", "summary", "teaches", "difficulty", "minutes", "history", "debrief", "provenance")


def form(data: Any) -> type[ScenarioData]:
    """The form of a scenario file."""
    return ScenarioData


def fingerprint(data: ScenarioData, folder: Path, options: Options, tables: Tables) -> str:
    """A hash of everything that decides how a game runs: the scenario without its prose, board, options, tables."""
    plain = {k: v for k, v in msgspec.to_builtins(data).items() if k not in _WORDS}
    maps = [(folder / "maps" / name).read_bytes() for name in ("europe.board.json", "europe.rivers.json")]
    parts = [msgspec.json.encode(part, order="sorted") for part in (plain, msgspec.to_builtins(options))]
    used = msgspec.json.encode(msgspec.to_builtins(tables.all), order="sorted")
    return sha256(b"\n".join([*parts, *maps, used])).hexdigest()[:32]


@lru_cache(maxsize=4)
def _board(folder: Path, changed: int) -> EuropeBoard:
    """The board of a folder; ``changed`` is its time of change, so that an edited map is read anew."""
    return EuropeBoard.load(folder)


def board_of(folder: Path) -> EuropeBoard:
    """The board beside a folder of scenarios; raises `ScenarioError` when it is missing or wrong."""
    maps = folder / "maps"
    try:
        return _board(maps, (maps / "europe.board.json").stat().st_mtime_ns)
    except OSError:
        raise ScenarioError("the map of Europe is missing: there is no file maps/europe.board.json") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise ScenarioError(f"the map of Europe can't be used: {error}") from None


def check(data: ScenarioData, folder: Path) -> list[Finding]:
    """Everything that is wrong in a scenario."""
    return check_scenario(data, board_of(folder))


def engine(data: ScenarioData, folder: Path, options: Mapping[str, Any], tables: Mapping[str, Any]) -> Campaign:
    """The rules bound to a scenario, options and tables put in place of shipped ones."""
    board = board_of(folder)
    picked = chosen(Options, "wap", options, data.options)
    used = Tables(tables, board, first=picked.first_tables)
    campaign = Campaign(data, board, picked, used)
    campaign.scenario_id = f"wap/{data.id}"
    campaign.replaced = dict(tables)
    campaign.fingerprint = fingerprint(data, folder, picked, used)
    return campaign


def facts(data: ScenarioData, folder: Path) -> dict[str, Any]:
    """What a list of scenarios says about this one beyond its title."""
    board = board_of(folder)
    strength = sum(sum(parse(army.force)) for army in data.armies)
    return {
        "sides": {"french": "France", "english": "England"},
        "turns": data.turns.count,
        "units": strength + sum(fleet.squadrons + fleet.transports for fleet in data.fleets),
        "map_size": f"{board.cols} × {board.rows} hexes",
    }
