"""7.4. La Garde: who fights it is shaken, and its own side when it recoils.

A title says by the mark `GUARD` which units these are. Reading 28 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.systems.tactical.core.arms import GUARD
from napwidgets.systems.tactical.core.causes import Mods
from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.ground.context import Context, Log, say

#: What the morale modifiers are called.
WORDS = {
    "attacked by old guard": ("faces the Guard", "NLC 7.4"),
    "guard recoiled": ("the Guard has recoiled", "NLC 7.4"),
}


def shaken(x: Context, s: State, u: int) -> Mods:
    """Morale of the Guard's own countrymen is a point lower for good once it has recoiled (7.4)."""
    if not s.broken or x.infos[u].nation not in x.setting.guarded:
        return ()
    return (("guard recoiled", x.tables.modifiers["guard recoiled"]),)


def faces_guard(x: Context, s: State, foes: Sequence[int]) -> Mods:
    """Whoever fights the Guard tests with a point less (7.4)."""
    if not any(GUARD in x.infos[u].marks for u in foes):
        return ()
    return (("attacked by old guard", x.tables.modifiers["attacked by old guard"]),)


def guard_recoils(x: Context, s: State, units: Sequence[int], how: str, log: Log) -> State:
    """La Garde recule: its countrymen's morale falls for good when the Guard retreats involuntarily from an attack
    (7.4); what is eliminated does not retreat.
    """
    guards = [u for u in units if GUARD in x.infos[u].marks]
    if how != "recoil" or s.broken or not guards:
        return s
    less = -x.tables.modifiers["guard recoiled"]
    whose = x.rules.nations[x.infos[guards[0]].nation]
    say(log, "guard-recoils", f"La Garde recule! {whose} morale falls by {less} for the rest of the day.", "7.4")
    foe = 1 - x.infos[guards[0]].side
    fallen = any(x.setting.army_side[a] == foe for a, _ in s.fallen)
    return replace(s, broken=True, recoil=not fallen)
