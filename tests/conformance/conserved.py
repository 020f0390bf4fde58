"""What holds in every position: each system's events account for what changed (`unexplained`), and on a battlefield no
hex holds troops of both sides (`mingled`).
"""

from __future__ import annotations

from collections import Counter

from napwidgets.kernel.system import Engine
from napwidgets.systems.tactical.engine import Battle
from tests.conformance.cases import Step


def unexplained(engine: Engine, step: Step) -> list[str]:
    """What changed in a move without an event that says so."""
    before, after = engine.tally(step.state), engine.tally(step.after)
    changed = {name: after.get(name, 0) - before.get(name, 0) for name in {*before, *after}}
    changed = {name: amount for name, amount in changed.items() if amount}
    if isinstance(engine, Battle):
        return _by_units(step, changed)
    told: Counter[str] = Counter()
    for event in step.events:
        told.update(event.data.get("tally", {}))
    return sorted(name for name in {*changed, *told} if changed.get(name, 0) != told.get(name, 0))


def _by_units(step: Step, changed: dict[str, int]) -> list[str]:
    """In a battle each unit whose steps, fate or disruption changed is named by an event, and nothing else changes
    the tally.
    """
    told = {u for event in step.events for u in event.units}
    fates = (-2, -3, -4)
    missing, sums = [], Counter[str]()
    for u, (old, new) in enumerate(zip(step.state.units, step.after.units, strict=True)):
        sums["steps"] += new.steps - old.steps
        sums["disrupted"] += new.disrupted - old.disrupted
        fate = (old.hex if old.hex in fates else 0) != (new.hex if new.hex in fates else 0)
        if (fate or new.steps != old.steps or (new.disrupted and not old.disrupted)) and u not in told:
            missing.append(f"unit {u}: {old} -> {new}")
    for name in ("units", "leaders", "hqs"):
        if changed.get(name):
            missing.append(f"{name}: {changed[name]:+d}")
    return missing + [f"{name} by the units" for name in ("steps", "disrupted") if sums[name] != changed.get(name, 0)]


def mingled(engine: Engine, step: Step) -> list[int]:
    """The hexes of a battlefield that hold troops of both sides after a move; those of screens count."""
    if not isinstance(engine, Battle):
        return []
    infos, sides = engine.setting.units, dict[int, set[int]]()
    for u, unit in enumerate(step.after.units):
        sides.setdefault(unit.hex, set()).add(infos[u].side)
    for vedette in getattr(step.after, "vedettes", ()):
        sides.setdefault(vedette.hex, set()).add(infos[vedette.unit].side)
    return [h for h, who in sides.items() if h >= 0 and len(who) > 1]
