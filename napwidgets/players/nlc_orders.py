"""The orders that the steady player wants its formations to have (20.2)."""

from __future__ import annotations

from collections.abc import Iterator

from napwidgets.players.nlc_aims import objective
from napwidgets.players.nlc_situation import FAR, Situation
from napwidgets.systems.tactical.command.chits import is_held
from napwidgets.systems.tactical.command.limits import BACKWARDS
from napwidgets.systems.tactical.command.orders import senders
from napwidgets.systems.tactical.command.targets import in_reach, needs_target, same_type
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import DEAD, OFF
from napwidgets.systems.tactical.recovering.reorganization import watched

#: Nearer to the enemy than this a formation attacks or defends; farther away it marches.
CONTACT = 5
#: With the enemy this near no reserve is held back.
NEAR = 2

#: Leaders rated lower than this do more harm than good on their own; so many places are tried that they see.
ABLE, MOST_SEEN = 3, 5

#: Orders under which a formation holds its ground.
STANDING = ("defend", "delay")
#: The enemy this near to a place is a danger to it, and who stands this near to it helps hold it.
DANGER, BESIDE = 3, 4

#: So many units to gather are worth a formation's time, and so many turns before the end it is begun.
MANY, MENDED = 2, 2

Plan = tuple[tuple[str, int], ...]


def wish(now: Situation, c: int) -> Plan | None:
    """The orders that a formation should have; None when those it has will do."""
    x, s = now.x, now.s
    here = x.leader_hex(s, c)
    if here < 0 or (now.mood.ahead and is_held(x, s, c)):
        return None
    command = s.commands[c]
    have = command.order.kind
    stand, kind, goal = _task(now, c, here)
    sent = [p for p in command.pending if same_type(p.orders[0].kind, kind) or p.orders[0].kind == "march"]
    # What is on its way may be ignored; what is only late will be done.
    if len(sent) > now.mood.insist or any(p.stage == "late" for p in sent):
        return None
    if have == "reserve" and now.mood.press and _last_reserve(now, c):
        return None
    if now.mood.mend and (hurt := _broken_up(now, c)):
        if have == "reserve" and not watched(x, s, here, now.side):
            return None
        if hurt >= MANY and have not in ("reserve", *BACKWARDS) and x.demoralized(s, c):
            return (("reserve", OFF),)
    if have in STANDING and kind == "defend" and now.mood.relieve and _needed(now, c, here, goal):
        return (("march", _reachable(now, here, goal)),)
    if (have == kind and not _in_vain(now, c)) or (kind == "defend" and have in STANDING):
        return None
    far = now.distance[stand] > CONTACT and x.board.distances[stand][goal] > CONTACT
    if have == "march" and far and not _arriving(now, c, here):
        return None
    goal = _reachable(now, here, goal)
    if far or kind == "march":
        if have == "march" and not _arriving(now, c, here):
            return None
        return (("march", goal), *_attacks(now, c, goal)) if kind == "attack" else (("march", goal),)
    return _attacks(now, c, goal) if kind == "attack" else ((kind, goal),)


def _task(now: Situation, c: int, here: int) -> tuple[int, str, int]:
    """From where a formation is to do what. Orders are on their way for an hour or two: who looks ahead writes them for
    the place to which a march leads, unless no enemy would be near there.
    """
    order = now.s.commands[c].order
    if now.mood.press and order.kind == "march" and order.target >= 0:
        kind, goal = objective(now, order.target, c)
        if kind != "defend" or now.distance[goal] <= CONTACT:
            return order.target, kind, goal
    return here, *objective(now, here, c)


def _arriving(now: Situation, c: int, here: int) -> bool:
    """Whether a march is nearly over with nothing to follow: what comes next is sent now, for it takes its time."""
    command = now.s.commands[c]
    left = now.x.board.distances[here][command.order.target] if command.order.target >= 0 else 0
    return bool(now.mood.ahead) and not command.queue and left <= now.mood.ahead


def _attacks(now: Situation, c: int, goal: int) -> Plan:
    """An attack, and those that follow it: who has taken a place goes for the next one without waiting for orders
    (20.5).
    """
    if not now.mood.onward:
        return (("attack", goal),)
    row = now.x.board.distances[goal]
    rest = sorted((g for g in now.wanted(goal, c) if g.hex != goal), key=lambda g: (row[g.hex], g.hex))
    return (("attack", goal), *(("attack", g.hex) for g in rest[:2]))


def _versions(plan: Plan, ahead: bool) -> Iterator[Plan]:
    """A plan as it was wished, then shorter, then as a mere probe."""
    yield from (plan[:n] for n in range(len(plan), 0, -1))
    if ahead and plan[0][0] == "march" and len(plan) > 1:
        # Another march of a formation that marches already may be no order at all (20.4).
        yield plan[1:]
    milder = tuple(("probe" if kind == "attack" else kind, h) for kind, h in plan)
    yield from (milder[:n] for n in range(min(2, len(milder)), 0, -1))


def _in_vain(now: Situation, c: int) -> bool:
    """Whether a formation is to attack where nothing is to be had and no enemy is near: it would wait for ever."""
    order = now.s.commands[c].order
    if not now.mood.ahead or order.kind != "attack" or order.target < 0:
        return False
    return not now.worth(order.target) and now.distance[order.target] > CONTACT


def _broken_up(now: Situation, c: int) -> int:
    """How many units of a formation its leader could gather in reserve while that still tells (21)."""
    x, s = now.x, now.s
    if x.setting.commands[c].leader < 0 or s.turn + MENDED > x.setting.scenario.turns.count:
        return 0
    return sum(s.units[u].hex == DEAD for u in x.setting.commands[c].units)


def _last_reserve(now: Situation, c: int) -> bool:
    """Whether a formation is the best of those in reserve, in the first third of the battle and with no enemy upon it:
    it is kept for later. A side that begins with a single formation in reserve needs it: orders take so long that what
    is sent for after a third of the battle comes when it is lost.
    """
    x, s = now.x, now.s
    began = (k for k in x.setting.commands[: x.setting.formations] if k.side == now.side)
    if sum(k.data.order.kind == "reserve" for k in began) < 2:
        return False
    if 3 * s.turn > x.setting.scenario.turns.count or now.distance[x.leader_hex(s, c)] <= NEAR:
        return False

    def power(k: int) -> int:
        return sum(now.sp(u) for u in x.setting.commands[k].units if s.units[u].hex >= 0)

    resting = [
        k
        for k in range(x.setting.formations)
        if x.setting.commands[k].side == now.side and s.commands[k].order.kind == "reserve" and x.leader_hex(s, k) >= 0
    ]
    return bool(resting) and c == max(resting, key=lambda k: (power(k), -k))


def _needed(now: Situation, c: int, here: int, goal: int) -> bool:
    """Whether a formation that holds its ground stands where no enemy comes, while a place to be held is in danger."""
    x, s = now.x, now.s
    if now.distance[goal] > DANGER or x.board.distances[here][goal] <= BESIDE:
        return False
    stand = [s.units[u].hex for u in x.setting.commands[c].units if s.units[u].hex >= 0]
    return all(now.distance[h] > now.mood.relieve for h in (here, *stand))


def stray(now: Situation, c: int) -> bool:
    """Whether a division with orders of its own is better taken back into its corps: no enemy is near it, and it holds
    no place that one is near to.
    """
    if not now.mood.rejoin:
        return False
    stand = [now.s.units[u].hex for u in now.x.setting.commands[c].units if now.s.units[u].hex >= 0]
    if any(now.distance[h] <= now.mood.rejoin for h in stand):
        return False
    return not any(now.worth(h) and now.distance[h] <= CONTACT for h in stand)


def _reachable(now: Situation, here: int, goal: int) -> int:
    """The goal, or the place in reach of an order that is nearest to it."""
    reach = in_reach(now.x, here)
    if goal in reach or not reach:
        return goal
    row = now.x.board.distances[goal]
    return min(reach, key=lambda h: (row[h], h))


def sendings(now: Situation) -> Iterator[m.Send]:
    """Orders worth sending, the most urgent first; the engine still has to agree."""
    x, s = now.x, now.s
    urgent = []
    for c, info in enumerate(x.setting.commands):
        if info.side != now.side or not info.chit:
            continue
        plan = wish(now, c)
        if plan is not None:
            power = sum(now.sp(u) for u in info.units if s.units[u].hex >= 0)
            urgent.append((-power, c, plan))
    for _, c, plan in sorted(urgent):
        for sender in senders(x, s, c):
            for orders in _versions(plan, bool(now.mood.ahead)):
                yield m.Send(sender, c, tuple((kind, h if needs_target(x, kind) else OFF) for kind, h in orders))


def tries(now: Situation) -> Iterator[m.TryInitiative]:
    """Leaders who should try to act on their own: good ones, for a bad move costs more than is won, and those for whom
    the battle itself says what a bad move means, so that the enemy has no say in it (20.11).
    """
    x, s = now.x, now.s
    yield from own_attack(now)
    for c, info in enumerate(x.setting.commands):
        if info.side != now.side or not info.chit or info.leader < 0 or x.leader_hex(s, c) < 0:
            continue
        safe = _if_misled(now, c)
        plan = wish(now, c) if x.rating(s, info.leader) >= ABLE else safe
        if plan is None:
            continue
        kind, goal = plan[0]
        aimed = needs_target(x, kind)
        yield m.TryInitiative(c, kind, goal if aimed else OFF, info.leader)
        if now.mood.own and aimed and (safe or not senders(x, s, c)):
            yield from (m.TryInitiative(c, kind, h, info.leader) for h in _towards(now, x.leader_hex(s, c), goal))


def _if_misled(now: Situation, c: int) -> Plan | None:
    """The march to where a formation would go by a Bad Move of its leader, where the battle itself says so."""
    x, s = now.x, now.s
    after = x.rules.misleads(x, s, c, []) if now.mood.own else None
    if after is None:
        return None
    target = after.commands[c].order.target
    return (("march", target),) if x.board.distances[x.leader_hex(s, c)][target] > 1 else None


def _towards(now: Situation, here: int, goal: int) -> list[int]:
    """What a leader can think of on his own on the way to a goal: places that he sees, the nearest to it first."""
    row = now.x.board.distances[goal]
    near = sorted((h for h in in_reach(now.x, here) if row[h] < row[here]), key=lambda h: (row[h], h))
    return [h for h in near if now.x.sees(now.s, here, h)][:MOST_SEEN]


def own_attack(now: Situation) -> Iterator[m.TryInitiative]:
    """A commander who has not been told to attack, while an attack is wanted, looks for one himself (20.15): whatever
    he sees that is nearest to the goal.
    """
    x, s = now.x, now.s
    for i, c in x.setting.own_orders.items():
        here = s.leaders[i].hex
        if x.setting.leader_side[i] != now.side or here < 0 or s.commands[c].order.kind == "attack":
            continue
        kind, goal = objective(now, here)
        if kind != "attack" or x.rating(s, i) < ABLE:
            continue
        if now.mood.onward and _just_probing(now, i):
            continue
        for h in _towards(now, here, goal) if needs_target(x, kind) else [OFF]:
            yield m.TryInitiative(c, kind, h, i)


def _just_probing(now: Situation, i: int) -> bool:
    """Whether a formation under a commander has been probing since this very turn: it can be told to attack only if he
    decides on that later (reading 70).
    """
    under = (c for c, info in enumerate(now.x.setting.commands) if info.overall == i and not info.chief)
    orders = (now.s.commands[c].order for c in under)
    return any(order.kind == "probe" and order.since == now.s.turn for order in orders)


def harm(now: Situation, move: m.Misdirect) -> float:
    """How much an order given to an enemy formation after a Bad Move hurts it (20.11)."""
    away = {
        "general_retreat": 3.0,
        "fall_back": 3.0,
        "reserve": 2.0,
        "delay": 1.5,
        "march": 1.0,
        "defend": 0.5,
    }
    gap = min((now.x.board.distances[move.target][g.hex] for g in now.goals), default=0) if move.target >= 0 else 0
    return away.get(move.kind, 0.0) + 0.05 * min(gap, FAR)
