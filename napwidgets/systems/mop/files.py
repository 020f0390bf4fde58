"""March on Paris: how a scenario and its map are read, checked and made into an engine."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from napwidgets.kernel.findings import Finding
from napwidgets.systems.mop.engine import Battle
from napwidgets.systems.mop.ruleset import MOP
from napwidgets.systems.mop.scenario import ScenarioData
from napwidgets.systems.mop.tables import Tables
from napwidgets.systems.tactical import loading
from napwidgets.systems.tactical.loading import facts as facts

#: The form of a scenario file.
FORM = MOP.form


def check(data: ScenarioData, folder: Path) -> list[Finding]:
    """Everything that is wrong in a scenario, its map included."""
    return loading.check(MOP, data, folder)


def engine(data: ScenarioData, folder: Path, options: Mapping[str, Any], tables: Mapping[str, Any]) -> Battle:
    """The rules bound to a scenario, options and tables put in place of shipped ones."""
    return loading.bind(Battle, data, folder, options, tables, Tables(tables))
