"""20.2. What orders make a formation do before its movement is over.

None of it is ever impossible: whoever is held to something has a move that does it.

Readings 64, 65, 66, 67 and 68 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.tactical.command.limits import BACKWARDS, FORWARDS, limit_of
from napwidgets.systems.tactical.core.state import BOMBARDED, CHARGED, ENTERED_ZOC, State
from napwidgets.systems.tactical.ground.context import Context, refuse
from napwidgets.systems.tactical.moving.groups import enters_zoc, movable, movers
from napwidgets.systems.tactical.moving.riding import leader_reach, rides_among


def why_not_over(x: Context, s: State, riders: Iterable[int], brief: bool = False) -> IllegalMove | None:
    """Why the acting formations may not end their movement; ``riders`` are the leaders who can still ride. A ``brief``
    answer names but one of those who are behind, for who only asks whether they may.
    """
    lagging = (u for u in movers(x, s) if _lags(x, s, u))
    behind = list(islice(lagging, 1) if brief else lagging)
    if behind:
        kind = x.order(s, behind[0])
        who = x.unit_names(u for u in behind if x.order(s, u) == kind)
        if kind in FORWARDS:
            why = f"{who} must come at least one hex closer to the target of the attack."
        elif kind in BACKWARDS:
            why = f"{who} must get away from the enemy as far as the movement points go."
        else:
            why = f"{who} must come nearer to the goal of the march."
        return refuse("must-close" if kind in FORWARDS else "must-go", why, "20.2")
    return _why_not_pressing(x, s) or _why_not_at_post(x, s, riders)


def _lags(x: Context, s: State, u: int) -> bool:
    """Whether a unit that can still move has to come nearer to where its order leads and can."""
    unit = s.units[u]
    if unit.hex < 0:
        return False
    limit = limit_of(x, s, u)
    gap = limit.gap(x, s, u) if limit.in_command else None
    if gap is None or not limit.pressed(x, s, u):
        return False
    if limit.kind in FORWARDS and x.close(s, unit.hex, x.infos[u].side):
        return False
    if limit.kind not in BACKWARDS and gap(unit.hex) < gap(unit.start):
        return False
    near = limit.nearer(x, s, u, gap)
    return bool(near) and bool(limit.gate(x, s, u).among(near))


def has_attacked(x: Context, s: State, c: int) -> bool:
    """Whether a formation has done this turn what Attack and Probe ask of it: a unit has entered an enemy ZOC; for
    cavalry formations a charge is enough (20.2).
    """
    horse = x.setting.mounted_command[c]
    marks = [s.units[u].marks for u in x.governs(s, c)]
    return any(horse if k & CHARGED else k & ENTERED_ZOC for k in marks)


def _why_not_pressing(x: Context, s: State) -> IllegalMove | None:
    """Within two hexes of the enemy some units must attack (20.2).

    Bombardment is enough for at most two turns, but not once the formation is in enemy ZOC; then some unit must enter
    ZOC until the target is taken. A probe need not grow, but may not stand idle either (reading 65).
    """
    if x.no_contact(s):
        return None
    for c in sorted({x.command_of(s, u) for u in x.acting(s)}):
        command = s.commands[c]
        kind = command.order.kind
        units = x.governs(s, c)
        if kind not in FORWARDS or any(s.units[u].hex == command.order.target for u in units):
            continue
        side = x.setting.commands[c].side
        if has_attacked(x, s, c) or not any(x.close(s, s.units[u].hex, side) for u in units):
            continue
        inside = any(x.ground.in_zoc(s, u) for u in units)
        if inside and kind == "probe":
            continue
        if not inside and command.guns < 2 and any(s.units[u].marks & BOMBARDED for u in units):
            continue
        able = [u for u in units if movable(x, s, u) and enters_zoc(x, s, u)]
        if able:
            return refuse(
                "must-press",
                f"{x.setting.commands[c].name} has {kind.title()} orders and stands close to the enemy: some unit must "
                f"enter an enemy ZOC, for example {x.infos[able[0]].name}.",
                "20.2",
            )
    return None


def _why_not_at_post(x: Context, s: State, riders: Iterable[int]) -> IllegalMove | None:
    """The leader of a formation that defends rides to the place to hold (20.2)."""
    able = set(riders)
    for c in s.active:
        order, i = s.commands[c].order, x.setting.commands[c].leader
        if order.kind != "defend" or order.target < 0 or i not in able:
            continue
        here = s.leaders[i].hex
        field = x.ground.toward(order.target, here)
        if field[here] <= x.tables.limits["command range"]:
            continue
        if rides_among(x, s, i, [h for h in leader_reach(x, s, i).cost if field[h] < field[here]]):
            name = x.setting.leaders[i].name
            return refuse("must-ride", f"{name} must ride to {x.place(order.target)}, the place he defends.", "20.2")
    return None
