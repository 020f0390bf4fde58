"""JDG's files: how a scenario, its roster and its map are read, checked and made into an engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from napwidgets.board.network import Network
from napwidgets.documents import BadFile, Document
from napwidgets.kernel.findings import Finding
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.choices import chosen
from napwidgets.systems.jdg.checks import check_scenario
from napwidgets.systems.jdg.engine import Campaign
from napwidgets.systems.jdg.options import Options
from napwidgets.systems.jdg.scenario import RosterData, ScenarioData
from napwidgets.systems.jdg.tables import Tables

#: Options that came later: where they are off, a game is as it was, and so is its hash.
_LATER = ("army_seats",)
#: What a scenario says to people only: a better word in it must not turn saved games away.
_WORDS = ("title", "summary", "teaches", "difficulty", "minutes", "history", "debrief", "provenance")


def form(data: Any) -> type[ScenarioData]:
    """The form of a scenario file."""
    return ScenarioData


def roster_files(data: ScenarioData, folder: Path) -> dict[str, Path]:
    """The roster files that a scenario needs, by id."""
    names = [data.roster, *([data.armistice.roster] if data.armistice and data.armistice.roster else [])]
    return {name: folder / "rosters" / f"{name}.yaml" for name in names}


@lru_cache(maxsize=16)
def _roster(path: Path, changed: int) -> RosterData:
    found: RosterData = Document(path).convert(RosterData)
    return found


def rosters_of(data: ScenarioData, folder: Path) -> dict[str, RosterData]:
    """A scenario's rosters; raises `ScenarioError` for one that is missing or wrong."""
    found = {}
    for name, path in roster_files(data, folder).items():
        try:
            found[name] = _roster(path, path.stat().st_mtime_ns)
        except OSError:
            raise ScenarioError(f"the roster {name} is missing: there is no file rosters/{name}.yaml") from None
        except BadFile as error:
            raise ScenarioError(f"the roster {name} can't be used: {error}") from None
    return found


@lru_cache(maxsize=8)
def _network(path: Path, changed: int) -> Network:
    """A map; ``changed`` is its time of change, so that an edited map is read anew."""
    return Network.load(path)


def network_of(data: ScenarioData, folder: Path) -> Network:
    """A scenario's map; raises `ScenarioError` when it is missing or wrong."""
    path = folder / "maps" / f"{data.map}.network.json"
    if not path.is_file():
        raise ScenarioError(f"the map {data.map} is missing: there is no file maps/{path.name}")
    return _network(path, path.stat().st_mtime_ns)


def fingerprint(data: ScenarioData, folder: Path, options: Options, tables: Tables) -> str:
    """A hash of everything that decides how a game runs: scenario and rosters without prose, map, options, tables."""
    plain = {k: v for k, v in msgspec.to_builtins(data).items() if k not in _WORDS}
    lists = [msgspec.to_builtins(roster) for roster in rosters_of(data, folder).values()]
    bare = [{k: v for k, v in roster.items() if k not in _WORDS} for roster in lists]
    taken = {k: v for k, v in msgspec.to_builtins(options).items() if v or k not in _LATER}
    parts = [msgspec.json.encode(part, order="sorted") for part in (plain, bare, taken)]
    used = msgspec.json.encode(msgspec.to_builtins(tables.all), order="sorted")
    network = (folder / "maps" / f"{data.map}.network.json").read_bytes()
    return sha256(b"\n".join([*parts, network, used])).hexdigest()[:32]


def check(data: ScenarioData, folder: Path) -> list[Finding]:
    """Everything that is wrong in a scenario."""
    return check_scenario(data, network_of(data, folder), rosters_of(data, folder))


def engine(data: ScenarioData, folder: Path, options: Mapping[str, Any], tables: Mapping[str, Any]) -> Campaign:
    """The rules bound to a scenario, options and tables put in place of shipped ones."""
    used, picked = Tables(tables), chosen(Options, "jdg", options, data.options)
    campaign = Campaign(data, network_of(data, folder), rosters_of(data, folder), picked, used)
    campaign.scenario_id = f"jdg/{data.id}"
    campaign.replaced = dict(tables)
    campaign.fingerprint = fingerprint(data, folder, picked, used)
    return campaign


def facts(data: ScenarioData, folder: Path) -> dict[str, Any]:
    """What a list of scenarios says about this one beyond its title."""
    known = {unit.id for roster in rosters_of(data, folder).values() for unit in roster.units}
    return {
        "sides": dict(data.sides),
        "turns": data.turns.count,
        "units": len({placed.id for placed in data.set_up} & known),
        "map_size": f"{network_of(data, folder).size} places",
    }
