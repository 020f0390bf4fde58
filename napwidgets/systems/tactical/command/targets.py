"""20.2, 20.4. Which orders a formation can be given: kinds, targets, and what may not be repeated.

Readings 62, 70 and 71 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

import itertools

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.tactical.core.arms import FOOT
from napwidgets.systems.tactical.core.state import OFF, UNKNOWN, Order, State
from napwidgets.systems.tactical.ground.context import Context, refuse
from napwidgets.systems.tactical.ground.levels import levels
from napwidgets.systems.tactical.ground.masks import any_of

#: Kinds of orders a commander can send, in the order of 20.2.
KINDS = ("attack", "probe", "defend", "delay", "march", "fall_back", "general_retreat", "reserve")
#: Kinds that count as the same type (20.4).
_TYPE = {"probe": "attack", "delay": "defend"}
#: A target this far from the old one makes an order a new one (20.4).
FAR = 10


def same_type(a: str, b: str) -> bool:
    """Whether two kinds count as the same type of order (20.4)."""
    return _TYPE.get(a, a) == _TYPE.get(b, b)


def words(kind: str) -> str:
    """An order's name for people.

    >>> words("fall_back")
    'Fall Back'
    """
    return kind.replace("_", " ").title()


def sent(x: Context, kind: str, target: int) -> str:
    """A choice of an order with where it sends a formation: one attacks a place, and marches to it."""
    if target < 0:
        return words(kind)
    return f"{words(kind)} {'to ' if kind in ('march', 'fall_back') else ''}{x.place(target)}"


def in_reach(x: Context, h: int) -> frozenset[int]:
    """Hexes that orders for a leader in ``h`` may name: within 10 MP, or by a road that starts within 10 MP (20.2)."""
    known = x.target_cache.get(h)
    if known is None:
        targets = x.setting.targets
        most = x.tables.limits["order distance"]
        costs = x.ground.around(h, FOOT, most)
        near = frozenset([t for t in targets if costs[t] <= most])
        # Most roads of a map hang together, so that few networks are looked at.
        left, found = near & x.setting.roads, near
        while left:
            network = x.ground.on_roads_from(next(iter(left)))
            left, found = left - network, found | (network & targets)
        known = x.target_cache[h] = found
    return known


def named_targets(x: Context, h: int) -> list[int]:
    """The targets that lists offer: named places in reach (`in_reach`), looked for from there, since they stay where
    they are.
    """
    if x.options.by_marker:
        return list(x.setting.named)
    known = x.named_cache.get(h)
    if known is None:
        known = x.named_cache[h] = [t for t in x.setting.named if t in x.setting.targets and _heard(x, t)[h]]
    return known


def _heard(x: Context, target: int) -> bytes:
    """From where a leader's orders may name a place: near it, or near a road that leads there (20.2)."""
    known = x.heard_cache.get(target)
    if known is None:
        starts = x.ground.on_roads_from(target) & x.setting.targets & x.setting.roads
        # The places on a network share what is found out about its roads.
        ends = (starts,) if target in starts else (starts, frozenset((target,)))
        most = x.tables.limits["order distance"]
        known = any_of(tuple([x.ground.from_afar(goals, most) for goals in ends]), x.board.size)
        x.heard_cache[target] = known
    return known


def may_name(x: Context, here: int, h: int) -> bool:
    """Whether an order for a leader in ``here`` may name a hex (20.2), or a target marker lie there (25.7.2)."""
    if not 0 <= h < x.board.size:
        return False
    return x.setting.passable[h] if x.options.by_marker else h in in_reach(x, here)


def needs_target(x: Context, kind: str) -> bool:
    """Whether an order names a target hex: all but Reserve (20.2); with markers only March, unless 25.7.7 is chosen."""
    if kind in ("reserve", "general_retreat"):
        return False
    return kind == "march" or not x.options.by_marker


def why_not_order(
    x: Context, s: State, c: int, kind: str, target: int, frm: int | None = None, own: bool = False
) -> IllegalMove | None:
    """Why a command can't be given this order, if so (20.2, 20.4). ``frm`` is where it will be when it starts
    (20.5); ``own`` says that its leader gives it to himself (20.11).
    """
    info = x.setting.commands[c]
    here = x.leader_hex(s, c) if frm is None else frm
    if kind not in KINDS:
        return refuse(
            "kind", f"There is no order {kind!r}; choose one of {', '.join(words(k) for k in KINDS)}.", "20.2"
        )
    if here < 0:
        return refuse("absent", f"{info.name} is not on the map yet.", "20.4")
    if not needs_target(x, kind):
        if target != OFF:
            return refuse("target", f"{words(kind)} orders name no target.", "20.2")
    elif not may_name(x, here, target):
        if x.options.by_marker:
            return refuse("target", "A target marker lies on a hex of the map that units can enter.", "25.7.2")
        return refuse(
            "target",
            "The target must be a place, road, crest or stream within 10 MP, or on a road that starts within 10 MP.",
            "20.2",
        )
    return _kind_problem(x, s, c, kind, target, here) or (
        None if frm is not None else _repeated(x, s, c, kind, target, own)
    )


def _kind_problem(x: Context, s: State, c: int, kind: str, target: int, here: int) -> IllegalMove | None:
    if suited(x, s, c, kind, here, [target]):
        return None
    if kind == "delay":
        return refuse("delay", "The target of a Delay order lies away from the enemy.", "20.2")
    return refuse("general-retreat", "A general retreat needs losses of 80 % of the demoralization level.", "20.2")


def suited(x: Context, s: State, c: int, kind: str, here: int, targets: list[int]) -> list[int]:
    """The targets that suit a kind of order: Delay goes away from the enemy in MPs, General Retreat needs heavy losses
    (20.2).
    """
    info = x.setting.commands[c]
    if kind == "delay":
        far = x.ground.off_from(x.ground.layout(s).held[1 - info.side].stands)
        return [target for target in targets if target < 0 or far[target] >= far[here]]
    return [] if kind == "general_retreat" and not may_retreat_generally(x, s, info.army) else targets


def may_retreat_generally(x: Context, s: State, army: int) -> bool:
    """Whether an army has lost enough for a General Retreat (20.2)."""
    return 5 * x.losses(s)[1][army] >= 4 * levels(x, s, army)[0]


def _standing(x: Context, s: State, c: int, kind: str, own: bool) -> list[Order]:
    """The order that a command was given last, if it is of the same type: one that it waits for, or the one that it
    follows (20.4). What came before another order may be given again, and a division has none of its own while it
    follows its corps (20.13).

    By initiative Attack may follow Probe, and then his subordinates may be told to attack too (reading 70).
    """
    command = s.commands[c]
    if not command.pending and not command.active:
        return []
    last = command.pending[-1].orders[0] if command.pending else command.order
    if last == UNKNOWN or (own and last.kind != kind) or not same_type(last.kind, kind):
        return []
    return [] if not own and not command.pending and kind == "attack" and _roused(x, s, c) else [last]


def _roused(x: Context, s: State, c: int) -> bool:
    """Whether a command probes, and its commander has been told to attack since (20.15)."""
    info, order = x.setting.commands[c], s.commands[c].order
    above = [s.commands[x.setting.own_orders[i]].order for i in (info.wing, info.overall) if i in x.setting.own_orders]
    told = any(mine.kind == "attack" and mine.since > order.since for mine in above)
    return told and not info.chief and order.kind == "probe"


def _fresh(x: Context, standing: list[Order], kind: str, targets: list[int]) -> list[int]:
    """The targets for which an order does not only repeat one of the same type: ten hexes from the old one (20.4)."""
    if not standing:
        return targets
    if kind == "reserve" or any(order.target < 0 for order in standing):
        return []
    for order in standing:
        row = x.board.distances[order.target]
        targets = [target for target in targets if target >= 0 and row[target] >= FAR]
    return targets


def _repeated(x: Context, s: State, c: int, kind: str, target: int, own: bool) -> IllegalMove | None:
    standing = _standing(x, s, c, kind, own)
    if _fresh(x, standing, kind, [target]):
        return None
    name, old = x.setting.commands[c].name, standing[0].kind
    if kind != old:
        text = (
            f"{name} has {words(old)} orders already, and {words(kind)} is of the same type; "
            "give another type, or a target at least ten hexes from the old one."
        )
        return refuse("repeated", text, "20.4")
    return refuse(
        "repeated",
        f"{name} has {words(old)} orders already; give another type, or a target at least ten hexes from the old one.",
        "20.4",
    )


def why_not_sequence(x: Context, s: State, c: int, orders: tuple[tuple[str, int], ...]) -> IllegalMove | None:
    """Why a sequence of orders can't be given, if so (20.5): Attack, Probe and March, the nearest target next."""
    if not orders:
        return refuse("empty", "Write an order first.", "20.4")
    problem = why_not_order(x, s, c, *orders[0])
    if problem or len(orders) == 1:
        return problem
    if len(orders) > 4:
        return refuse("sequence", "Four orders in sequence are enough.", "20.5")
    if any(kind not in ("attack", "probe", "march") for kind, _ in orders):
        return refuse("sequence", "Only Attack, Probe and March orders can follow each other.", "20.5")
    for (_, a), (kind, b) in itertools.pairwise(orders):
        problem = why_not_order(x, s, c, kind, b, frm=a if a >= 0 else x.leader_hex(s, c))
        if problem:
            return problem
    targets = [target for _, target in orders]
    for i, here in enumerate([x.leader_hex(s, c), *targets[:-1]]):
        if here < 0 or any(target < 0 for target in targets):
            return refuse("sequence", "Every order of a sequence names its target.", "20.5")
        row = x.board.distances[here]
        if any(row[later] < row[targets[i]] for later in targets[i + 1 :]):
            where = x.place(targets[i])
            return refuse("sequence", f"{where} must be nearer than all targets that follow in the sequence.", "20.5")
    return None


def orders_for(x: Context, s: State, c: int, places: list[int], own: bool = False) -> list[tuple[str, int]]:
    """The orders that lists offer for a command, by its commander or its ``own`` leader: every kind with every one of
    some named places in reach that may be given.
    """
    here = x.leader_hex(s, c)
    found: list[tuple[str, int]] = []
    for kind in KINDS:
        targets = places if needs_target(x, kind) else [OFF]
        if targets:
            fresh = _fresh(x, _standing(x, s, c, kind, own), kind, targets)
            found += [(kind, target) for target in suited(x, s, c, kind, here, fresh)]
    return found
