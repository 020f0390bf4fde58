"""March on Paris: how a scenario and its map are read, checked and made into an engine; and a campaign, whose battles
are scenarios beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from napwidgets.documents import kept
from napwidgets.kernel.findings import Finding
from napwidgets.kernel.rulings import ScenarioError
from napwidgets.systems.mop.campaign_file import CampaignData, FoughtData
from napwidgets.systems.mop.composing import composed
from napwidgets.systems.mop.engine import Battle
from napwidgets.systems.mop.linked import CARRIED, LinkedBattle, link
from napwidgets.systems.mop.ruleset import MOP
from napwidgets.systems.mop.scenario import ScenarioData
from napwidgets.systems.mop.tables import Tables
from napwidgets.systems.origins import uncovered
from napwidgets.systems.tactical import loading

#: What a campaign says to people; it needs no provenance.
_WORDS = {"format", "id", "system", "title", "text", "name", "label", "provenance"}


def form(data: Any) -> type[ScenarioData] | type[CampaignData]:
    """The form of a scenario file: that of a battle, or of a campaign, which lists battles."""
    return CampaignData if isinstance(data, Mapping) and "battles" in data else ScenarioData


def check(data: ScenarioData | CampaignData, folder: Path) -> list[Finding]:
    """Everything that is wrong in a scenario, its map included; in a campaign, in each of its battles."""
    if isinstance(data, ScenarioData):
        return loading.check(MOP, data, folder)
    return [*uncovered(data, _WORDS), *_check_campaign(data, folder)]


def _check_campaign(data: CampaignData, folder: Path) -> Iterator[Finding]:
    """Every battle as it would be if nobody had been lost before."""
    if not data.battles:
        yield Finding(("battles",), "a campaign has battles")
    for i, stage in enumerate(data.battles):
        try:
            whole = composed(data, i, (), partial(battle, folder))
        except ScenarioError as error:
            yield Finding(("battles", i), str(error))
            continue
        for finding in loading.check(MOP, whole, folder):
            yield Finding(("battles", i), f"{stage.scenario}: {finding.what}")


def engine(
    data: ScenarioData | CampaignData, folder: Path, options: Mapping[str, Any], tables: Mapping[str, Any]
) -> Battle:
    """The rules bound to a scenario, options and tables put in place of shipped ones. Of a campaign it is the battle
    that follows those carried along (``tables["carried"]``).
    """
    own = {id: table for id, table in tables.items() if id != CARRIED}
    if isinstance(data, ScenarioData):
        if CARRIED in tables:
            raise ScenarioError("This battle belongs to no campaign; no battles come before it.")
        return loading.bind(Battle, data, folder, options, tables, Tables(own))
    place, read = link(data, tables.get(CARRIED)), partial(battle, folder)
    whole = composed(data, place.stage, place.fought, read)
    bound = loading.bind(LinkedBattle, whole, folder, options, tables, Tables(own))
    names = (*(told.scenario for told in data.fought), *(stage.scenario for stage in data.battles))
    bound.joined(place, {name: read(name) for name in names})
    bound.fingerprint = _fingerprint(bound.fingerprint, place.fought)
    return bound


def _fingerprint(plain: str, fought: tuple[FoughtData, ...]) -> str:
    """The hash of a battle and of what it starts from."""
    return sha256(plain.encode() + msgspec.json.encode(fought, order="deterministic")).hexdigest()[:32]


def battle(folder: Path, name: str) -> ScenarioData:
    """The file of a battle beside that of its campaign; raises `ScenarioError` where there is none."""
    path = folder / f"{name}.yaml"
    if not path.is_file():
        raise ScenarioError(f"there is no battle {name!r}: no file {path.name} stands beside this one")
    found: Any = kept(path, lambda document: document.convert(form(document.data)))
    if not isinstance(found, ScenarioData):
        raise ScenarioError(f"{name!r} is no battle of March on Paris")
    return found


def facts(data: ScenarioData | CampaignData, folder: Path) -> dict[str, Any]:
    """What a list of scenarios says about this one beyond its title; of a campaign, about its battles together."""
    if isinstance(data, ScenarioData):
        return loading.facts(data, folder)
    told = [battle(folder, stage.scenario) for stage in data.battles]
    each = [loading.facts(one, folder) for one in told]
    sizes = list(dict.fromkeys(fact["map_size"] for fact in each))
    return {
        "sides": each[0]["sides"],
        "battles": len(told),
        "turns": sum(fact["turns"] for fact in each),
        "units": len({unit.id for one in told for unit in one.units}),
        "map_size": " and ".join(sizes),
    }
