"""20.2. What each order lets units do when they move; what it makes them do says `obligations`.

Readings 60, 62, 64, 66, 67 and 94 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.tactical.command.targets import sent
from napwidgets.systems.tactical.core.state import RESERVE, Order, State
from napwidgets.systems.tactical.ground.context import Context, Log, refuse, say
from napwidgets.systems.tactical.ground.masks import at_most

#: Orders under which units go away from the enemy.
BACKWARDS = ("fall_back", "general_retreat")
#: Orders under which units go for the enemy.
FORWARDS = ("attack", "probe")
#: Farther than this from the enemy, in hexes, units that fall back go where they like (reading 62).
SAFE = 8


class Gate(NamedTuple):
    """Where a move may end: in all of ``masks``, and where ``onward`` says so."""

    masks: tuple[bytes, ...]
    onward: Callable[[int], bool] | None = None

    def among(self, hexes: Iterable[int]) -> list[int]:
        """Those of some hexes in which a move may end, in the same order."""
        for mask in self.masks:
            hexes = [h for h in hexes if mask[h]]
        onward = self.onward
        return list(hexes) if onward is None else [h for h in hexes if onward(h)]


class Limit(NamedTuple):
    """What a unit may do under its order.

    ``ground`` marks ZOC hexes that may be entered though ZOC may not (Defend). ``quota`` is how many units may be in
    enemy ZOC (Probe), 0 for any. ``why_no_zoc`` completes a refusal.
    """

    kind: str
    target: int
    in_command: bool
    enter_zoc: bool
    leave_zoc: bool
    road: bool
    ground: bytes = b""
    quota: int = 0
    why_no_zoc: str = ""
    cites: tuple[str, ...] = ("20.2",)

    def both(self, other: Limit) -> Limit:
        """The stricter of two limits in what binds a group; where they may end each unit's own limit says (`gate`)."""
        return self._replace(
            in_command=self.in_command and other.in_command,
            enter_zoc=self.enter_zoc and other.enter_zoc,
            leave_zoc=self.leave_zoc and other.leave_zoc,
            road=self.road and other.road,
            ground=self.ground if self.ground == other.ground else b"",
            quota=min(q for q in (self.quota, other.quota) if q) if self.quota or other.quota else 0,
            why_no_zoc=self.why_no_zoc or other.why_no_zoc,
        )

    def gate(self, x: Context, s: State, u: int) -> Gate:
        """Which hexes a unit's order lets it end its move in: command range (20.1) and direction (20.2)."""
        start = s.units[u].start
        if start < 0 or not self.in_command:
            # How units out of range come back is a matter of where they can get (`groups.ends_of`).
            return Gate(())
        inside = x.range_of(s, u)
        gap = self.gap(x, s, u)
        if gap is None:
            return Gate((inside,))
        least = gap(start)
        if self.pressed(x, s, u) and (gap(s.units[u].hex) < least or self.nearer(x, s, u, gap)):
            least -= 1
        masks = (inside, x.setting.ways) if self._keeps_road(x, s, u) else (inside,)
        if self.kind in FORWARDS and self.target >= 0:
            return Gate((*masks, at_most(x.board.distances[self.target], least)))
        return Gate(masks, lambda to: gap(to) <= least)

    def gap(self, x: Context, s: State, u: int) -> Callable[[int], int] | None:
        """How far each hex is from where the order leads a unit: in hexes, for March in half MPs (reading 62)."""
        side, target = x.infos[u].side, self.target
        if self.kind in BACKWARDS:
            far = x.ground.layout(s).held[1 - side].distance
            return None if far(s.units[u].start) > SAFE else lambda h: -far(h)
        if self.kind in FORWARDS:
            if target < 0:
                return x.ground.layout(s).held[1 - side].distance
            return x.board.distances[target].__getitem__
        if self.kind != "march" or target < 0:
            return None
        # Nobody asks about hexes but whether they are nearer than the unit is or was.
        x.ground.toward(target, s.units[u].start)
        return x.ground.toward(target, s.units[u].hex).__getitem__

    def pressed(self, x: Context, s: State, u: int) -> bool:
        """Whether the order makes a unit come nearer if it can: who attacks only until two hexes from the enemy (20.2,
        readings 64, 66 and 67).
        """
        return self.kind not in FORWARDS or not x.close(s, s.units[u].start, x.infos[u].side)

    def nearer(self, x: Context, s: State, u: int, gap: Callable[[int], int]) -> list[int]:
        """The hexes beside a unit that are nearer to where its order leads and open to it."""
        info, unit = x.infos[u], s.units[u]
        layout = x.ground.layout(s)
        zoc = layout.zoc[1 - info.side]
        left = x.allowance(s, u) - unit.spent
        if zoc[unit.hex] and not info.mounted:
            left -= x.tables.limits["zoc leaving cost"]
        costs, now = x.setting.off_road[info.walk][unit.hex], gap(unit.hex)
        room, filled = x.room_for(s, (u,)), x.rules.filled(x, s, info.side)
        return [
            n
            for d, n in enumerate(x.board.neighbours[unit.hex])
            if n >= 0
            and n not in filled
            and costs[d] <= left
            and not zoc[n]
            and layout.side[n] != 1 - info.side
            and room(layout.at.get(n, ()))
            and gap(n) < now
        ]

    def _keeps_road(self, x: Context, s: State, u: int) -> bool:
        """Whether a march has to stay on the road: from its third turn on, where a road leads on (reading 67)."""
        h = s.units[u].hex
        since = s.commands[x.command_of(s, u)].order.since
        if self.kind != "march" or self.target < 0 or h < 0 or s.turn < since + 2:
            return False
        field = x.ground.toward(self.target, h)
        return any(field[n] < field[h] for n in x.setting.linked[h])

    def why_not(self, x: Context, s: State, u: int, to: int) -> IllegalMove | None:
        """Why a unit's order forbids it to end its move in a hex, if so."""
        if self.gate(x, s, u).among((to,)):
            return None
        name = x.infos[u].name
        if not x.in_range(s, u, to):
            return refuse("command", f"{name} would leave the command range of its leader.", "20.1")
        if self.kind in FORWARDS:
            goal = x.place(self.target) if self.target >= 0 else "the enemy"
            return refuse("away", f"{name} must come closer to {goal} if it can, and may never go back.", "20.2")
        if self.kind == "march":
            if self._keeps_road(x, s, u) and not x.setting.ways[to]:
                return refuse("road", f"{name} keeps to the road on its march.", "20.2")
            return refuse("away", f"{name} marches to {x.place(self.target)} and must come nearer if it can.", "20.2")
        return refuse("towards", f"{name} falls back and must get away from the enemy.", "20.2")


def limit_of(x: Context, s: State, u: int) -> Limit:
    """What a unit may do now."""
    notes = x.notes(s, x.infos[u].side)
    known: Limit | None = notes.get(("limit", u))
    if known is None:
        known = notes["limit", u] = _limit(x, s, u)
    return known


def leaves_zoc(x: Context, s: State, u: int) -> bool:
    """Whether a unit may leave an enemy ZOC by moving (5.4): by its order, for what it costs, or because nobody has to
    stop there at all.
    """
    kind = s.commands[x.command_of(s, u)].order.kind
    if x.no_contact(s) or kind in BACKWARDS:
        return True
    return kind not in FORWARDS and (kind == "reserve" or x.rules.slips(x, s, u))


def _limit(x: Context, s: State, u: int) -> Limit:
    c = x.command_of(s, u)
    command = s.commands[c]
    kind, target = command.order.kind, command.order.target
    unit = s.units[u]
    in_command = unit.hex < 0 or x.in_command(s, u)
    road = command.marching or kind in ("march", *BACKWARDS)
    leave = leaves_zoc(x, s, u)
    if x.no_contact(s):
        return Limit(
            kind, target, in_command, False, leave, road, why_no_zoc="not at night or in rain.", cites=("5.5", "23")
        )
    if kind in FORWARDS:
        if not in_command:
            why = "units out of command range stay out of it."
            return Limit(kind, target, False, False, leave, road, why_no_zoc=why, cites=("20.1",))
        return Limit(kind, target, True, True, leave, road, quota=2 if kind == "probe" else 0)
    if kind in BACKWARDS:
        escapes = unit.hex >= 0 and x.ground.in_zoc(s, u)
        why = "a formation that falls back enters one only to escape."
        return Limit(kind, target, in_command, escapes, leave, road, why_no_zoc=why)
    why = {
        "defend": "under Defend orders only ground held before may be entered.",
        "delay": "under Delay orders none may be entered.",
        "march": "a march stops before it.",
        "reserve": "reserves may leave but not enter one.",
    }.get(kind, "the order forbids it.")
    ground = command.ground if kind == "defend" and in_command else b""
    return Limit(kind, target, in_command, False, leave, road, ground, why_no_zoc=why)


def may_fight(x: Context, s: State, u: int) -> IllegalMove | None:
    """Why a unit may not attack or charge, if so (20.1, 20.2); reaction charges don't ask (20.2)."""
    name = x.infos[u].name
    if why := x.rules.resting(x, s, u):
        return refuse("resting", *why)
    if not x.in_command(s, u):
        return refuse("command", f"{name} is out of command range and may not attack.", "20.1")
    command = s.commands[x.command_of(s, u)]
    kind = command.order.kind
    if kind in FORWARDS:
        return None
    if kind == "defend":
        if command.ground and command.ground[s.units[u].hex]:
            return None
        return refuse("defend", f"{name} may counterattack only from ground it held when told to defend.", "20.2")
    return refuse("order", f"{name} may not attack under {kind.replace('_', ' ').title()} orders.", "20.2")


def march_over(x: Context, s: State, log: Log, only_quick: bool = False, late: bool = False) -> State:
    """End March orders that the enemy stops, and go on to the next order of a sequence (20.2, 20.5).

    In a sequence at once for leaders rated 3 or more (``only_quick``), for the others when the action ends (``late``),
    so that they wait for the next turn to attack; without one when the segment ends.
    """
    for c in range(len(s.commands)):
        command = s.commands[c]
        if command.order.kind != "march" or not (command.active and _acts(x, s, c)):
            continue
        slow = bool(command.queue) and x.recipient_rating(s, c) < 3
        if slow is not late or (only_quick and not command.queue):
            continue
        if any(_stopped(x, s, u, command.order.target) for u in x.governs(s, c)):
            s = next_order(x, s, c, log)
    return s


def _acts(x: Context, s: State, c: int) -> bool:
    if c in s.active:
        return True
    info = x.setting.commands[c]
    return c >= x.setting.formations and x.setting.formation_index[info.data.id] in s.active


def _stopped(x: Context, s: State, u: int, target: int) -> bool:
    """Whether the way on to the target leads into an enemy ZOC."""
    h = s.units[u].hex
    if target < 0:
        return False
    zoc = x.ground.layout(s).zoc[1 - x.infos[u].side]
    field = x.ground.toward(target, h)
    return bool(zoc[h]) or any(zoc[n] and field[n] < field[h] for n in x.setting.near[h])


def next_order(x: Context, s: State, c: int, log: Log, done: bool = False) -> State:
    """The next order of a sequence, or Defend where the formation stands (20.2, 20.8); with markers Reserve
    (25.7.1).
    """
    command = s.commands[c]
    name = x.setting.commands[c].name
    seat = (x.setting.seat(x.setting.commands[c].side),)
    if command.queue:
        order, queue = command.queue[0], command.queue[1:]
    elif done and x.options.order_markers:
        order, queue = RESERVE, ()
    else:
        here = command.order.target if done else x.leader_hex(s, c)
        order, queue = Order("defend", here), ()
    order = replace(order, since=s.turn)
    what = "has done what it was ordered" if done else "is stopped on its march"
    text = f"{name} {what}; it now follows {sent(x, order.kind, order.target)}."
    say(log, "order-changed", text, "20.8" if done else "20.2", to=seat, dieless=True)
    return x.take_order(s, c, replace(command, order=order, queue=queue))
