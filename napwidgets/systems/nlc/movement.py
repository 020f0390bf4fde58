"""5 and 6. Movement, stacking, zones of control, and leaving the map: the Formation Movement Segment (4.4 III)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from napwidgets.board.hexmap import ROAD, TRAIL
from napwidgets.kernel.dice import Dice
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Decision, Subject
from napwidgets.systems.nlc import moves as m
from napwidgets.systems.nlc.context import Context, Log, names, refuse, say
from napwidgets.systems.nlc.ground import EVERY, Reach
from napwidgets.systems.nlc.leaders import overrun_hex, ride_cost
from napwidgets.systems.nlc.limits import Limit, limit_of, march_over, must_close_in, must_press
from napwidgets.systems.nlc.reinforcements import due, entry_of
from napwidgets.systems.nlc.setting import FOOT, HORSE, NEVER
from napwidgets.systems.nlc.state import (
    BOMBARDED,
    CHARGED,
    ENTERED_ZOC,
    EXITED,
    OFF,
    State,
    Unit,
)
from napwidgets.systems.nlc.step import Choice, Step, subject_number
from napwidgets.systems.nlc.supply import edges_for_exit


class Group(NamedTuple):
    """Units that move together, with what they may do as a group: the strictest of their limits."""

    units: tuple[int, ...]
    start: int
    side: int
    walk: int
    budget: int
    cavalry: bool
    limit: Limit
    limits: tuple[Limit, ...]
    waiting: bool


def allowance(x: Context, s: State, u: int) -> int:
    """Half MPs a unit has for the whole action: printed, less one MP if demoralized (22), times the scenario's
    factor.
    """
    info = x.infos[u]
    mp = info.mp
    if x.demoralized(s, info.formation):
        mp -= 2
    for rule in x.setting.special("movement"):
        if rule.turn == s.turn and rule.side == x.setting.sides[info.side]:
            mp *= rule.factor
    return max(mp, 0)


def movable(x: Context, s: State, u: int) -> bool:
    """Whether a unit of the acting formation can still move at all (5.4, 7.7, 8.1)."""
    unit = s.units[u]
    if unit.hex == OFF:
        return due(x, s, u)
    return unit.hex >= 0 and why_stuck(x, s, u) is None


def why_stuck(x: Context, s: State, u: int) -> IllegalMove | None:
    """Why a unit on the map can't move, if so."""
    unit, info = s.units[u], x.infos[u]
    name = info.name
    if unit.marks & CHARGED:
        return refuse("charged", f"{name} has charged this turn and can't move.", "7.7")
    if unit.marks & BOMBARDED:
        return refuse("bombarded", f"{name} has bombarded and can't move.", "8.1")
    if unit.spent >= allowance(x, s, u):
        return refuse("no-mp", f"{name} has no movement points left.", "5")
    if x.ground.in_zoc(s, u):
        if unit.spent and not (info.cavalry and unit.marks & ENTERED_ZOC == 0):
            return refuse("zoc", f"{name} has entered an enemy ZOC and must stop.", "5.4")
        if not limit_of(x, s, u).leave_zoc:
            return refuse(
                "zoc",
                f"{name} stands in an enemy ZOC; only Fall Back and Reserve orders let it leave by moving.",
                "5.4",
                "20.2",
            )
    return None


def group_of(x: Context, s: State, units: Iterable[int]) -> Group:
    """Units as a group; raises `IllegalMove` if they can't move together."""
    chosen = tuple(sorted(set(units)))
    count = len(s.units)
    if not chosen or not all(0 <= u < count for u in chosen):
        raise refuse("nobody", "Choose units of the acting formation first.", "4.4")
    acting = set(x.acting(s))
    for u in chosen:
        if u not in acting:
            raise refuse("not-acting", f"{x.infos[u].name} is not part of the acting formation.", "4.4")
    first = s.units[chosen[0]].hex
    if any(s.units[u].hex != first for u in chosen):
        raise refuse("apart", f"{x.unit_names(chosen)} don't stand together.", "5")
    waiting = first == OFF
    for u in chosen:
        if waiting and not due(x, s, u):
            raise refuse("not-due", f"{x.infos[u].name} has not arrived yet.", "9")
        problem = None if waiting else why_stuck(x, s, u)
        if problem:
            raise problem
    infos = [x.infos[u] for u in chosen]
    start = entry_of(x, s, chosen[0]) if waiting else first
    if waiting and any(entry_of(x, s, u) != start for u in chosen):
        raise refuse("apart", f"{x.unit_names(chosen)} don't enter at the same hex.", "9")
    limits = tuple(limit_of(x, s, u) for u in chosen)
    limit = limits[0]
    for other in limits[1:]:
        limit = limit.both(other)
    return Group(
        chosen,
        start,
        infos[0].side,
        HORSE if any(i.walk == HORSE for i in infos) else FOOT,
        min(allowance(x, s, u) - s.units[u].spent for u in chosen),
        all(i.cavalry for i in infos),
        limit,
        limits,
        waiting,
    )


def reach_of(x: Context, s: State, g: Group, along: tuple[int, ...] = ()) -> Reach:
    """Where a group can get by its movement points alone."""
    layout = x.ground.layout(s)
    leaving = 0
    if layout.zoc[1 - g.side][g.start] and not g.cavalry and not g.waiting:
        last = len(layout.at.get(g.start, ())) <= len(g.units)
        leaving = x.tables.limits["zoc leaving cost"] if last else 0
    first = entry_cost(x, g) if g.waiting else 0
    return x.ground.reach(
        s,
        g.start,
        g.side,
        g.walk,
        g.budget,
        road=g.limit.road,
        free_zoc=1 if g.cavalry else 0,
        may_enter_zoc=g.limit.enter_zoc,
        may_leave_zoc=g.limit.leave_zoc or g.waiting,
        allowed=g.limit.ground,
        along=along,
        leaving=leaving,
        first_cost=first,
    )


def ends_of(x: Context, s: State, g: Group) -> Callable[[int], bool]:
    """Where a group may end its move, of the hexes that it can reach: stacking, orders, command range."""
    layout = x.ground.layout(s)
    at, zoc = layout.at, layout.zoc[1 - g.side]
    gates = [limit.gate(x, s, u) for u, limit in zip(g.units, g.limits, strict=True)]
    room = x.tables.limits["stacking"] - len(g.units)
    quota = _quota_left(x, s, g)

    def fits(to: int) -> bool:
        if to == g.start and not g.waiting:
            return False
        if to in at and len(at[to]) > room:
            return False
        return all(gate(to) for gate in gates) and (quota >= len(g.units) or not zoc[to])

    return fits


def _quota_left(x: Context, s: State, g: Group) -> int:
    """How many more units a probe may bring into enemy ZOC (20.2)."""
    if not g.limit.quota:
        return len(g.units)
    zoc = x.ground.layout(s).zoc[1 - g.side]
    inside = [u for u in x.governs(s, x.command_of(s, g.units[0])) if u not in g.units and zoc[s.units[u].hex]]
    return g.limit.quota - len(inside)


def entry_cost(x: Context, g: Group) -> int:
    """Half MPs to enter the map: at the road or trail rate where one comes in (9)."""
    open_sides = [side for side, n in zip(x.board.sides[g.start], x.board.neighbours[g.start], strict=True) if n < 0]
    if g.limit.road and any(side & ROAD for side in open_sides):
        return 1
    if g.limit.road and any(side & TRAIL for side in open_sides):
        return 2
    return x.setting.base[g.start][g.walk]


def why_not_there(x: Context, s: State, g: Group, to: int) -> IllegalMove | None:
    """Why a group may not end its move in a hex that it can reach, if so."""
    if ends_of(x, s, g)(to):
        return None
    if to == g.start and not g.waiting:
        return refuse("no-move", "That is where they stand.", "5")
    if len(x.ground.layout(s).at.get(to, ())) + len(g.units) > x.tables.limits["stacking"]:
        return refuse("stacking", f"Two units are the most that {x.place(to)} can hold.", "5.3")
    for u, limit in zip(g.units, g.limits, strict=True):
        problem = limit.why_not(x, s, u, to)
        if problem:
            return problem
    return refuse("probe", "A probe has at most two units in enemy ZOC.", "20.2")


class MovementSegment(Choice, frozen=True, tag="movement"):
    """Units, leaders and, in the reserve stage, HQs of the acting formations move (4.4 III)."""

    who: int
    reserve: bool = False

    def automatic(self, x: Context, s: State) -> bool:
        return (not s.active and not self._hqs(x, s)) or not self.subjects(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return march_over(x, s.pop(), log)

    def side(self, x: Context, s: State) -> int:
        return self.who

    def decision(self, x: Context, s: State) -> Decision:
        who = names(x.setting.commands[c].name for c in s.active)
        title = "Reserves move" if self.reserve else "Movement"
        prompt = f"Move {who or 'the headquarters'}: pick a stack or a leader, then a hex; end the segment when done."
        return Decision(x.setting.seat(self.who), "movement", title, prompt, ("NLC 4.4", "NLC 5"))

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        found: list[Subject] = []
        stacks: dict[int, list[int]] = {}
        waiting: list[int] = []
        for u in x.acting(s):
            if movable(x, s, u):
                h = s.units[u].hex
                if h >= 0:
                    stacks.setdefault(h, []).append(u)
                else:
                    waiting.append(u)
        for h, units in stacks.items():
            if len(units) > 1:
                found.append(Subject(f"s:{h}", x.unit_names(units), h))
            found += [Subject(f"u:{u}", x.infos[u].name, h) for u in units]
        found += [Subject(f"u:{u}", f"{x.infos[u].name} (arriving)", entry_of(x, s, u)) for u in waiting]
        found += [Subject(f"l:{i}", x.setting.leaders[i].name, s.leaders[i].hex) for i in self._leaders(x, s)]
        found += [Subject(f"q:{q}", x.setting.hqs[q].name, s.hqs[q].hex) for q in self._hqs(x, s)]
        return found

    def _leaders(self, x: Context, s: State) -> list[int]:
        """Leaders who may ride now: those of the acting formations, wing commanders and OCs once a turn (4.3)."""
        if not s.active:
            return []
        mine = {x.setting.commands[c].leader for c in s.active}
        found = []
        for i, leader in enumerate(s.leaders):
            if x.setting.leader_side[i] != self.who or leader.hex < 0 or leader.busy:
                continue
            free = not leader.moved if x.setting.leaders[i].role in ("overall", "wing") else i in mine
            if free and ride_cost(x, leader, i) > 1 and not self._rests(x, s, i):
                found.append(i)
        return found

    def _rests(self, x: Context, s: State, i: int) -> bool:
        """A leader whose formation is in Reserve or marches unseen stays where he is (20.2, 25.5.1), and with order
        markers one who defends once the turn is over in which he took up the order (25.7.2).
        """
        return any(
            info.leader == i and (x.unseen(s, c) or (c in s.active and _bound(x, s, c)))
            for c, info in enumerate(x.setting.commands)
        )

    def _hqs(self, x: Context, s: State) -> list[int]:
        if not self.reserve:
            return []
        return [
            q
            for q, hq in enumerate(s.hqs)
            if x.setting.hq_side[q] == self.who and hq.hex >= 0 and hq.order and not hq.moved and hq.hex != hq.target
        ]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            return [m.Pass()] if self._why_not_done(x, s) is None else []
        kind, _, _ = subject.partition(":")
        number = subject_number(subject, kind)
        if number < 0:
            return []
        if kind == "l":
            return self._rides(x, s, number) if number in self._leaders(x, s) else []
        if kind == "q":
            return self._hq_moves(x, s, number) if number in self._hqs(x, s) else []
        return self._goes(x, s, kind, number)

    def _goes(self, x: Context, s: State, kind: str, number: int) -> list[m.Move]:
        if kind == "s":
            acting = set(x.acting(s))
            at = x.ground.layout(s).at.get(number, ())
            units: Sequence[int] = [u for u in at if u in acting and why_stuck(x, s, u) is None]
        else:
            units = [number]
        try:
            g = group_of(x, s, units)
        except IllegalMove:
            return []
        reach = reach_of(x, s, g)
        lead = (g.start,) if g.waiting else ()
        fits = ends_of(x, s, g)
        moves: list[m.Move] = [
            m.Go(g.units, lead + reach.path(h))
            for h, cost in sorted(reach.cost.items())
            if cost <= g.budget and fits(h)
        ]
        if not g.waiting:
            moves += [m.Leave(g.units, edge) for edge in edges_for_exit(x, s, g.units, g.start)]
        return moves

    def _rides(self, x: Context, s: State, i: int) -> list[m.Move]:
        found = leader_reach(x, s, i).cost
        return [m.GoLeader(i, h) for h in sorted(found) if h != s.leaders[i].hex and _ride_ok(x, s, i, h)]

    def _hq_moves(self, x: Context, s: State, q: int) -> list[m.Move]:
        hq = s.hqs[q]
        field = x.ground.field(hq.target)
        found = hq_reach(x, s, q).cost
        return [m.GoHq(q, h) for h in sorted(found) if field[h] < field[hq.hex]]

    def _why_not_done(self, x: Context, s: State) -> IllegalMove | None:
        if self.reserve:
            return None
        stragglers = must_close_in(x, s, lambda u: movable(x, s, u))
        if stragglers:
            return refuse(
                "must-close",
                f"{x.unit_names(stragglers)} must come at least one hex closer to the target of the attack.",
                "20.2",
            )
        return must_press(x, s, lambda u: movable(x, s, u), lambda u: enters_zoc(x, s, u))

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Go):
            check_go(x, s, move)
        elif isinstance(move, m.Pass):
            problem = self._why_not_done(x, s)
            if problem:
                raise problem
        elif isinstance(move, m.GoLeader):
            self._check_ride(x, s, move)
        elif isinstance(move, m.GoHq):
            if move.hq not in self._hqs(x, s) or move not in self._hq_moves(x, s, move.hq):
                raise refuse("hq", "A headquarters moves towards its target, by March or Fall Back only.", "19.5")
        elif isinstance(move, m.Leave):
            g = group_of(x, s, move.units)
            if move.edge not in edges_for_exit(x, s, g.units, g.start):
                raise refuse("exit", "These units can't leave the map here.", "6")
        else:
            raise self.not_offered(x, s, move)

    def _check_ride(self, x: Context, s: State, move: m.GoLeader) -> None:
        if move.leader not in self._leaders(x, s):
            raise refuse("leader", "That leader can't ride now.", "4.3", "19.1", "20.2")
        if move.to not in leader_reach(x, s, move.leader).cost:
            raise refuse("leader", f"{x.setting.leaders[move.leader].name} can't get there.", "19.1")
        if move.to == s.leaders[move.leader].hex:
            raise refuse("no-move", "That is where he is.", "19.1")
        if not _ride_ok(x, s, move.leader, move.to):
            raise refuse("defend", "Under Defend orders the leader keeps within 4 MP of the place to hold.", "20.2")

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Go):
            return go(x, s, move)
        if isinstance(move, m.GoLeader):
            return _ride(x, s, move)
        if isinstance(move, m.GoHq):
            name = x.setting.hqs[move.hq].name
            say(log, "hq-moved", f"{name} moves to {x.place(move.to)}.", "19.5", hexes=(s.hqs[move.hq].hex, move.to))
            s = s.hq(move.hq, hex=move.to, moved=True)
            return s.hq(move.hq, order="", target=OFF) if move.to == s.hqs[move.hq].target else s
        if isinstance(move, m.Leave):
            return _leave(x, s, move, log)
        return march_over(x, s.pop(), log)


def enters_zoc(x: Context, s: State, u: int) -> bool:
    """Whether a unit could move into an enemy ZOC now."""
    try:
        g = group_of(x, s, (u,))
    except IllegalMove:
        return False
    zoc = x.ground.layout(s).zoc[1 - g.side]
    fits = ends_of(x, s, g)
    return any(zoc[h] and fits(h) for h in reach_of(x, s, g).cost)


def check_go(x: Context, s: State, move: m.Go) -> None:
    """Raise `IllegalMove` unless the units may move along the path; the path is checked by `Ground.reach` confined to
    it.
    """
    g = group_of(x, s, move.units)
    _path_costs(x, s, g, move.path)
    problem = why_not_there(x, s, g, move.path[-1])
    if problem:
        raise problem


def _path_costs(x: Context, s: State, g: Group, path: tuple[int, ...]) -> tuple[int, ...]:
    """Half MPs spent at each hex of a path."""
    route = path if g.waiting else (g.start, *path)
    size = x.board.size
    if not path or not all(0 <= h < size for h in path) or len(set(route)) != len(route):
        raise refuse("path", "Give a path of different hexes on the map.", "5")
    if route[0] != g.start:
        raise refuse("entry", f"They enter at {x.place(g.start)}.", "9")
    if any(b not in x.board.neighbours[a] for a, b in itertools.pairwise(route)):
        raise refuse("path", "Each hex of the path must touch the one before.", "5")
    whole = reach_of(x, s, g)
    end = path[-1]
    best = whole.cost.get(end, NEVER)
    if best <= g.budget and whole.path(end) == route[1:]:
        return ((whole.cost[g.start],) if g.waiting else ()) + whole.costs(end)
    found = reach_of(x, s, g, route).cost
    for a, b in itertools.pairwise(route):
        if b not in found:
            raise _why_blocked(x, s, g, a, b)
    if found[end] > g.budget:
        raise refuse("no-mp", "They have too few movement points to enter.", "5", "9")
    return tuple(found[h] for h in path)


def _why_blocked(x: Context, s: State, g: Group, a: int, b: int) -> IllegalMove:
    """Why the step from ``a`` to ``b`` is not possible."""
    layout = x.ground.layout(s)
    where = x.place(b)
    if layout.side[b] == 1 - g.side:
        return refuse("enemy", f"The enemy stands in {where}.", "5")
    if not x.setting.passable[b] or x.setting.shut[a][x.board.direction(a, b)]:
        return refuse("terrain", f"There is no way into {where} from there: water without a bridge.", "5.2")
    zoc = layout.zoc[1 - g.side]
    if zoc[b] and not g.limit.enter_zoc and not (g.limit.ground and g.limit.ground[b]):
        return refuse("zoc", f"{where} lies in an enemy ZOC: {g.limit.why_no_zoc}", "5.4", *g.limit.cites)
    if zoc[a] and a != g.start:
        return refuse("zoc", f"They must stop in {x.place(a)}, in an enemy ZOC.", "5.4")
    return refuse("no-mp", f"They have too few movement points to get to {where}.", "5.2")


def go(x: Context, s: State, move: m.Go) -> State:
    """Start a checked move along its path."""
    g = group_of(x, s, move.units)
    costs = _path_costs(x, s, g, move.path)
    base = tuple(s.units[u].spent for u in g.units)
    return s.push(MoveAlong(g.units, move.path, costs, base, 0, ()))


class MoveAlong(Step, frozen=True, tag="move-along"):
    """Units move hex by hex, so that a reaction charge can interrupt them anywhere (5, 7.9)."""

    units: tuple[int, ...]
    path: tuple[int, ...]
    costs: tuple[int, ...]
    base: tuple[int, ...]
    at: int
    checked: tuple[int, ...]

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        from napwidgets.systems.nlc.reaction import ReactionOffer, reactors

        s = s.pop()
        alive = tuple(u for u in self.units if s.units[u].hex >= 0 or (self.at == 0 and s.units[u].hex == OFF))
        if alive != self.units:
            base = tuple(b for u, b in zip(self.units, self.base, strict=True) if u in alive)
            return s.push(replace(self, units=alive, base=base)) if alive else s
        side = x.infos[self.units[0]].side
        backhand = any(
            2 * (base + self.costs[-1]) > allowance(x, s, u) and not x.infos[u].cavalry
            for u, base in zip(self.units, self.base, strict=True)
        )
        for i in range(self.at, len(self.path)):
            h = self.path[i]
            s = self._enter(x, s, i, log)
            if reactors(x, s, h, side, self.checked):
                going = replace(self, at=i + 1)
                return s.push(going, ReactionOffer(1 - side, self.units, h, "move", backhand, self.checked))
        return self._finish(x, s, log)

    def _enter(self, x: Context, s: State, i: int, log: Log) -> State:
        h = self.path[i]
        side = x.infos[self.units[0]].side
        zoc = x.ground.layout(s).zoc[1 - side][h]
        changes: dict[int, Unit] = {}
        for u, base in zip(self.units, self.base, strict=True):
            unit = s.units[u]
            marks = unit.marks | ENTERED_ZOC if zoc else unit.marks
            changes[u] = replace(unit, hex=h, spent=base + self.costs[i], marks=marks)
        s = s.many(changes)
        if s.control[h] != side + 1:
            control = bytearray(s.control)
            control[h] = side + 1
            s = replace(s, control=bytes(control))
        return overrun_hex(x, s, h, side, log)

    def _finish(self, x: Context, s: State, log: Log) -> State:
        end = s.units[self.units[0]].hex
        start = s.units[self.units[0]].start
        who = x.unit_names(self.units)
        hexes = ((start,) if start >= 0 else ()) + self.path
        say(log, "moved", f"{who} to {x.place(end)}.", "5", hexes=hexes, units=self.units)
        return march_over(x, s, log, only_quick=True)


def stop_move(x: Context, s: State, movers: tuple[int, ...]) -> State:
    """A reaction charge has beaten the movers: the rest of their move is dropped (7.9)."""
    agenda = tuple(step for step in s.agenda if not (isinstance(step, MoveAlong) and set(movers) & set(step.units)))
    spent = {u: replace(s.units[u], spent=allowance(x, s, u)) for u in movers if s.units[u].hex >= 0}
    return replace(s, agenda=agenda).many(spent)


# Leaders and HQs


def leader_reach(x: Context, s: State, i: int) -> Reach:
    """Where a leader can ride: at cavalry cost, on roads, never into a ZOC without friends (19.1, reading 14)."""
    side = x.setting.leader_side[i]
    friends = x.ground.friends(s, side)
    budget = max(ride_cost(x, s.leaders[i], i), 0)
    return x.ground.reach(
        s,
        s.leaders[i].hex,
        side,
        HORSE,
        budget,
        road=True,
        free_zoc=EVERY,
        may_enter_zoc=False,
        may_leave_zoc=True,
        allowed=friends,
    )


def _bound(x: Context, s: State, c: int) -> bool:
    """Whether the leader of a formation may not ride."""
    order = s.commands[c].order
    posted = x.options.order_markers and not x.options.advanced_targets and order.kind in ("defend", "delay")
    return order.kind == "reserve" or (posted and order.since != s.turn)


def _ride_ok(x: Context, s: State, i: int, to: int) -> bool:
    """The leader of a formation that defends keeps near the place, or comes nearer (20.2)."""
    for c in s.active:
        if x.setting.commands[c].leader != i:
            continue
        order = s.commands[c].order
        if order.kind == "defend" and order.target >= 0:
            field = x.ground.field(order.target)
            limit = x.tables.limits["command range"]
            if field[to] > limit and field[to] >= field[s.leaders[i].hex]:
                return False
    return True


def _ride(x: Context, s: State, move: m.GoLeader) -> State:
    leader = s.leaders[move.leader]
    cost = leader_reach(x, s, move.leader).cost[move.to]
    return s.leader(move.leader, hex=move.to, spent=leader.spent + cost, moved=True)


def hq_reach(x: Context, s: State, q: int) -> Reach:
    """Where an HQ can move (19.5): at foot pace on roads, never into an enemy ZOC without friends."""
    side = x.setting.hq_side[q]
    friends = x.ground.friends(s, side)
    return x.ground.reach(
        s,
        s.hqs[q].hex,
        side,
        FOOT,
        x.setting.hqs[q].mp * 2,
        road=True,
        free_zoc=EVERY,
        may_enter_zoc=False,
        may_leave_zoc=True,
        allowed=friends,
    )


# 6. Leaving the map


def _leave(x: Context, s: State, move: m.Leave, log: Log) -> State:
    changes = {u: replace(s.units[u], hex=EXITED) for u in move.units}
    out = tuple((u, move.edge, s.turn) for u in move.units)
    say(log, "exited", f"{x.unit_names(move.units)} leave the map by the {move.edge}.", "6", units=move.units)
    return replace(s.many(changes), out=s.out + out)
