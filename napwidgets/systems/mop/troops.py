"""37.5. What the men of 1814 are worth, and the kinds of units there are.

Reading 6 of docs/rules/mop.md applies here.
"""

from __future__ import annotations

from collections.abc import Sequence

from napwidgets.systems.tactical.core.arms import FOOT, GUARD, GUNS, LIGHT_GUNS, LINE, MOUNTED, Kind, Quality
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.ground.setting import UnitInfo

#: 37.3: guns and cavalry pay the costs of cavalry.
KINDS = {
    "infantry": Kind(arm=LINE, walk=FOOT, symbol="infantry"),
    "cavalry": Kind(arm=MOUNTED, symbol="cavalry"),
    "light_cavalry": Kind(arm=MOUNTED, symbol="cavalry"),
    "foot_artillery": Kind(arm=GUNS, symbol="artillery"),
    "horse_artillery": Kind(arm=LIGHT_GUNS, symbol="horse_artillery"),
}
NATIONS = {
    "french": "French",
    "russian": "Russian",
    "prussian": "Prussian",
    "austrian": "Austrian",
    "bavarian": "Bavarian",
    "wurttemberg": "Württemberg",
}


def qualities(tables: Tables, units: Sequence[UnitInfo]) -> list[Quality]:
    """What each unit of a battle is worth (37.5)."""
    return [_quality(tables, unit) for unit in units]


def _quality(tables: Tables, unit: UnitInfo) -> Quality:
    table, traits = tables.morale, getattr(unit.data, "traits", ())
    attacking = defending = getattr(unit.data, "initiative", 0) + table["above initiative"]
    steady = unit.nation == "russian" and unit.line
    if steady:
        more = min(table["russian infantry at most"], defending + table["russian infantry defending"])
        defending = max(defending, more)
    marks = frozenset((GUARD,)) if "old_guard" in traits and unit.line else frozenset()
    pursuit = table["pursuit guard cavalry" if "guard_cavalry" in traits and unit.mounted else "pursuit"]
    return Quality(attacking, defending, pursuit, steady, marks)
