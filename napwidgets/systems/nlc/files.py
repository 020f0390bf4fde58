"""NLC's files: how a scenario and its map are read, checked and made into an engine."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from napwidgets.kernel.findings import Finding
from napwidgets.systems.nlc.engine import Battle
from napwidgets.systems.nlc.ruleset import NLC
from napwidgets.systems.nlc.scenario import ScenarioData
from napwidgets.systems.nlc.tables import Tables
from napwidgets.systems.tactical import loading
from napwidgets.systems.tactical.loading import facts as facts


def form(data: Any) -> type[ScenarioData]:
    """The form of a scenario file."""
    return ScenarioData


def check(data: ScenarioData, folder: Path) -> list[Finding]:
    """Everything that is wrong in a scenario, its map included."""
    return loading.check(NLC, data, folder)


def engine(data: ScenarioData, folder: Path, options: Mapping[str, Any], tables: Mapping[str, Any]) -> Battle:
    """The rules bound to a scenario, options and tables put in place of shipped ones."""
    return loading.bind(Battle, data, folder, options, tables, Tables(tables))
