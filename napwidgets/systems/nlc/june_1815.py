"""7.4, 11 and 23. What only June 1815 has: the price of the Guard, Prussians in the French flank, who sleeps late.

Reading 28 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from msgspec.structs import replace

from napwidgets.systems.tactical.core.state import State
from napwidgets.systems.tactical.fighting.forces import flanked
from napwidgets.systems.tactical.ground.context import Context, Log, say

#: Who fights beside the Prussians.
ALLIES = {"british", "dutch", "hanoverian"}


def level_change(x: Context, s: State, army: int) -> int:
    """What the flank and the Guard cost the French level (7.4)."""
    change = 0
    if s.flanked and x.setting.sides[x.setting.army_side[army]] == "french":
        change -= x.tables.limits["prussian flank"]
    if s.recoil:
        name = x.setting.armies[army].id
        change -= sum(rule.amount for rule in x.setting.special("old_guard") if rule.army == name)
    return change


def watch_flank(x: Context, s: State, log: Log) -> State:
    """Note that Prussians have turned the French flank (7.4)."""
    if s.flanked or not outflanked(x, s):
        return s
    less = x.tables.limits["prussian flank"]
    text = f"Prussians stand in the flank of the French line: its level falls by {less} for good."
    say(log, "outflanked", text, "7.4")
    return replace(s, flanked=True)


def outflanked(x: Context, s: State) -> bool:
    """Whether a French unit next to an Anglo-Allied one is surrounded, with a Prussian unit beside it (7.4, reading
    28).
    """
    if "prussian" not in x.setting.nations or not x.setting.nations & ALLIES:
        return False
    layout = x.ground.layout(s)
    for h, units in layout.at.items():
        if x.infos[units[0]].nation != "french":
            continue
        beside = {x.infos[u].nation for n in x.setting.near[h] for u in layout.at.get(n, ())} - {"french"}
        if "prussian" in beside and len(beside) > 1 and flanked(x, s, h, x.infos[units[0]].side):
            return True
    return False


def sleeps_late(x: Context, side: int) -> bool:
    """French commanders must be released after a night before they act (23)."""
    return any(x.infos[u].nation == "french" for u in x.setting.of_side[side])
