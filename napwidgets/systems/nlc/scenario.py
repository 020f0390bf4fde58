"""The NLC scenario file: the form of every battle's, with the names that June 1815 knows."""

from __future__ import annotations

from typing import Literal

from napwidgets.systems.tactical.core import scenario


class UnitData(scenario.UnitData, frozen=True, kw_only=True):
    """A combat unit. ``traits`` as in 2.2 and 7.4."""

    kind: Literal["infantry", "cavalry", "foot_artillery", "horse_artillery"]
    nation: Literal["french", "british", "kgl", "hanoverian", "dutch", "nassau", "brunswick", "prussian"]
    traits: tuple[
        Literal["old_guard", "middle_guard", "young_guard", "guard_cavalry", "guard_artillery", "heavy", "light"], ...
    ] = ()


class SpecialData(scenario.SpecialData, frozen=True, kw_only=True):
    """A special rule. ``old_guard``: the loss of ``army``'s level when the Old Guard recoils (7.4) is ``amount``."""

    kind: Literal["initial_action", "movement", "held", "old_guard"]


class ScenarioData(scenario.ScenarioData, frozen=True, kw_only=True):
    """A whole NLC scenario file."""

    system: Literal["nlc"]
    units: tuple[UnitData, ...]
    special: tuple[SpecialData, ...] = ()
