"""2.2. What the men of June 1815 are worth: morale, pursuit, who bears losses, who is the Guard.

Readings 3, 28 and 29 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from napwidgets.systems.tactical.core.arms import FOOT, GUARD, GUNS, LIGHT_GUNS, LINE, MOUNTED, Kind, Quality
from napwidgets.systems.tactical.core.lookup import Tables
from napwidgets.systems.tactical.ground.setting import UnitInfo

KINDS = {
    "infantry": Kind(arm=LINE, walk=FOOT, symbol="infantry"),
    "cavalry": Kind(arm=MOUNTED, symbol="cavalry"),
    "foot_artillery": Kind(arm=GUNS, symbol="artillery"),
    "horse_artillery": Kind(arm=LIGHT_GUNS, symbol="horse_artillery"),
}
NATIONS = {
    "french": "French",
    "british": "British",
    "kgl": "King's German Legion",
    "hanoverian": "Hanoverian",
    "dutch": "Dutch",
    "nassau": "Nassau",
    "brunswick": "Brunswick",
    "prussian": "Prussian",
}
#: Nations whose morale a lost step does not lower.
HARDY = ("british", "kgl")
#: Infantry of this strength or less, of the whole brigade that a counter may be a part of (reading 3).
SMALL = 3
#: The mark of the Old Guard, which has the better morale (2.2); Old and Middle Guard shake the enemy and recoil (7.4,
#: reading 28).
OLD_GUARD = "old guard"


def qualities(tables: Tables, units: Sequence[UnitInfo]) -> list[Quality]:
    """What each unit of a battle is worth (2.2)."""
    brigades: Counter[tuple[int, str]] = Counter()
    for unit in units:
        brigades[_brigade(unit)] += unit.strength
    return [_quality(tables.morale, unit, brigades[_brigade(unit)]) for unit in units]


def _brigade(unit: UnitInfo) -> tuple[int, str]:
    """Prussian brigades stand on the map in two counters (reading 3)."""
    own = unit.data.division if unit.nation == "prussian" and unit.line else None
    return unit.formation, own or unit.id


def _quality(table: Mapping[str, int], unit: UnitInfo, whole: int) -> Quality:
    marks: frozenset[str] = frozenset()
    if unit.line and "old_guard" in unit.data.traits:
        marks = frozenset((OLD_GUARD, GUARD))
    elif unit.line and "middle_guard" in unit.data.traits:
        marks = frozenset((GUARD,))
    small = unit.line and whole <= SMALL
    attacking, defending = (_morale(table, unit, OLD_GUARD in marks, small, side) for side in (False, True))
    return Quality(attacking, defending, _pursuit(table, unit), unit.nation in HARDY, marks)


def _morale(table: Mapping[str, int], unit: UnitInfo, old_guard: bool, small: bool, defending: bool) -> int:
    if old_guard:
        return table["old guard"]
    if unit.nation == "british" and unit.mounted:
        return table["british cavalry"]
    if unit.nation == "british" and unit.line and defending:
        return table["british infantry defending"]
    if unit.nation in ("nassau", "dutch"):
        return table[unit.nation]
    return table["prussian small infantry" if unit.nation == "prussian" and small else "all"]


def _pursuit(table: Mapping[str, int], unit: UnitInfo) -> int:
    if unit.nation == "british":
        return table["pursuit british"]
    return table["pursuit guard cavalry" if "guard_cavalry" in unit.data.traits and unit.mounted else "pursuit"]
