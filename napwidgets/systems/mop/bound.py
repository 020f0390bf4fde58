"""The scenario, the tables and the options of a battle of 1814, of their own types."""

from __future__ import annotations

from napwidgets.systems.mop.options import Options
from napwidgets.systems.mop.scenario import ScenarioData
from napwidgets.systems.mop.tables import Tables
from napwidgets.systems.tactical.ground.context import Context


def scenario(x: Context) -> ScenarioData:
    """The scenario."""
    data = x.setting.scenario
    assert isinstance(data, ScenarioData)
    return data


def tables(x: Context) -> Tables:
    """The tables."""
    found = x.tables
    assert isinstance(found, Tables)
    return found


def options(x: Context) -> Options:
    """The optional rules."""
    chosen = x.options
    assert isinstance(chosen, Options)
    return chosen
