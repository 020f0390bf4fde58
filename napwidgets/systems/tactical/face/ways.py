"""What giving way may cost beyond the fight itself, in words: no way out, a bad way, guns that can't follow (7.4, 7.7).

The odds count it: they and these words have it from one `WayBack`, on a map and in a battle put together by hand.
"""

from __future__ import annotations

from napwidgets.board.display import Fact
from napwidgets.systems.tactical.core.arms import GUNS
from napwidgets.systems.tactical.fighting.clash import DEFEND, Clash
from napwidgets.systems.tactical.fighting.way_back import AS_THEY_STAND, BAD, OFF_MAP, SHUT, WayBack

#: The ways back that a battle without a map may be said to have.
SAID = ((AS_THEY_STAND, "open, but for those who fight"), (BAD, "bad: costs a step more"), (SHUT, "none at all"))


def ways_back(back: WayBack, clash: Clash, which: int) -> list[Fact]:
    """The ways of those stacks of a side whose going back would cost more, as things stand; and its foot guns."""
    stacks = back.stacks(clash, which)
    found = [_way(back, clash, cost, h, len(stacks) > 1) for h, _, cost in stacks]
    lines = [line for line in found if line is not None]
    units = {u for _, there, _ in stacks for u in there}
    guns = any(f.kind == GUNS for f in clash.forces[which].fighters if f.unit in units)
    if guns and clash.kind == "normal" and which == DEFEND:
        lines.append(Fact("Foot guns", "overrun if their side fails its morale check", "NLC 7.4"))
    return lines


def _way(back: WayBack, clash: Clash, cost: int, at: int, several: bool) -> Fact | None:
    name = f"Way back from {back.x.place(at)}" if several else "Way back"
    cite = "NLC 7.7" if clash.kind == "charge" else "NLC 7.4"
    if cost == OFF_MAP:
        return Fact(name, "off the map: who gives way is lost", "NLC 6")
    if cost < 0:
        return Fact(name, "none: who gives way is eliminated", cite)
    return Fact(name, f"costs {cost} more step", cite) if cost else None
