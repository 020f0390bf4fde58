"""25.5. Hidden movement: plotted marches, discovery, and marches that meet.

Readings 91, 92 and 93 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.tactical.command.leaders import overrun_hex
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import March, State
from napwidgets.systems.tactical.core.step import OwnChoice, Step, subject_number
from napwidgets.systems.tactical.ground.context import Context, Log, refuse, say
from napwidgets.systems.tactical.ground.layout import NOBODY
from napwidgets.systems.tactical.ground.views import tell_recovered

#: Half MPs that the units of a revealed march may spread out by (25.5.2).
DEPLOYMENT = 4
#: More half MPs than any way over a map takes.
FAR = 400


def march_of(s: State, c: int) -> March | None:
    """The hidden march of a command, if it is on one."""
    return next((k for k in s.marches if k.command == c), None)


def position(x: Context, s: State, c: int) -> int:
    """Where a command is in truth: on a hidden march where it has come to, else where its leader stands."""
    march = march_of(s, c)
    if march is None:
        return x.leader_hex(s, c)
    at = travelled(x, march)
    return march.route[at] if at >= 0 else march.start


def why_not_route(
    x: Context, s: State, c: int, orders: tuple[tuple[str, int], ...], route: tuple[int, ...]
) -> IllegalMove | None:
    """Why a route can't be plotted for a hidden march, if so (25.5.1)."""
    if not x.options.hidden_movement:
        return refuse("hidden", "Hidden movement is not in use in this game.", "25.5")
    if orders[0][0] not in ("march", "fall_back") or x.setting.commands[c].chief:
        return refuse("hidden", "Only March and Fall Back orders can be carried out unseen.", "25.5")
    size = x.board.size
    steps = (position(x, s, c), *route)
    if not all(0 <= h < size for h in steps) or len(set(steps)) != len(steps):
        return refuse("route", "Plot the route hex by hex on the map.", "25.5.1")
    for a, b in itertools.pairwise(steps):
        if b not in x.board.neighbours[a] or not x.setting.passable[b] or x.setting.shut[a][x.board.direction(a, b)]:
            return refuse("route", f"The route can't go on from {x.place(a)} to {x.place(b)}.", "25.5.1")
    if route and orders[0][1] >= 0 and route[-1] != orders[0][1]:
        return refuse("route", "The route must end at the target of the order.", "25.5.1")
    return None


def pace(x: Context, c: int) -> int:
    """Half MPs that a hidden march gathers a turn: 4 MP, 6 for all cavalry (25.5.1)."""
    return x.tables.limits["hidden cavalry march" if x.setting.mounted_command[c] else "hidden march"]


def travelled(x: Context, march: March) -> int:
    """How far along its route a march has come, as an index; -1 is the start."""
    walk = 1 if x.setting.mounted_command[march.command] else 0
    spent, here = 0, march.start
    for i, h in enumerate(march.route):
        spent += x.setting.on_road[walk][here][x.board.direction(here, h)]
        if spent > march.gathered:
            return i - 1
        here = h
    return len(march.route) - 1


class HiddenMarches(Step, frozen=True, tag="hidden-marches"):
    """Each hidden march gathers its movement points; hexes that an enemy sees give it away; marches may meet (25.5)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not x.options.hidden_movement or not s.marches:
            return s
        grown = tuple(replace(k, gathered=k.gathered + pace(x, k.command), turns=k.turns + 1) for k in s.marches)
        s = replace(s, marches=grown)
        found = [i for i in range(len(s.marches)) if self._found(x, s, i)]
        for i in reversed(found):
            s = reveal(x, s, i, log)
        return s

    def _found(self, x: Context, s: State, i: int) -> bool:
        """An enemy sees a hex the leader has passed (25.5.2), or two marches see each other on the way (25.5.4)."""
        march = s.marches[i]
        side = x.setting.commands[march.command].side
        passed = _passed(x, march)
        foes = {s.units[u].hex for u in x.setting.of_side[1 - side] if s.units[u].hex >= 0}
        if any(x.sees(s, foe, h) for h in passed for foe in foes):
            return True
        return any(
            x.setting.commands[other.command].side != side and self._meet(x, s, march, other) for other in s.marches
        )

    @staticmethod
    def _meet(x: Context, s: State, a: March, b: March) -> bool:
        """Both marches are traced in bounds side by side until they see each other (25.5.4)."""
        for turn in range(1, min(a.turns, b.turns) + 1):
            ia = travelled(x, replace(a, gathered=turn * pace(x, a.command)))
            ib = travelled(x, replace(b, gathered=turn * pace(x, b.command)))
            ha = a.route[ia] if ia >= 0 else a.start
            hb = b.route[ib] if ib >= 0 else b.start
            if x.sees(s, ha, hb):
                return True
        return False


def _passed(x: Context, march: March) -> tuple[int, ...]:
    """The hexes that a march has come through since its first move (25.5.2)."""
    first = travelled(x, replace(march, gathered=pace(x, march.command)))
    return march.route[first + 1 : travelled(x, march) + 1] if march.turns > 1 else ()


def spied(x: Context, s: State, side: int, hexes: Collection[int], log: Log) -> State:
    """Units of a side have come to some hexes: enemy marches of which they see a hex there are found at once
    (25.5.2).
    """
    for i in reversed(range(len(s.marches))):
        march = s.marches[i]
        mine = x.setting.commands[march.command].side == side
        if not mine and any(x.sees(s, h, passed) for passed in _passed(x, march) for h in hexes):
            s = reveal(x, s, i, log)
    return s


def _watch(x: Context, march: March, dice: Dice) -> tuple[int, int]:
    """The die for a march, and what it may not exceed if nobody is to find out (25.5.2)."""
    limit = x.tables.hidden[max(0, min(march.turns, 3) - 1)]
    return dice.roll(f"{x.setting.commands[march.command].name} stays hidden"), limit


def hidden_odds(x: Context, march: March) -> Fraction:
    """The exact chance that a march which goes on next turn is not found out by its die (25.5.2)."""
    later = replace(march, turns=march.turns + 1)
    return distribution(lambda dice: _watch(x, later, dice)).chance(lambda found: found[0] <= found[1])


class HiddenCheck(Step, frozen=True, tag="hidden-check"):
    """The owner rolls on the Hidden Movement table for each march (25.5.2)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        for i in reversed(range(len(s.marches))):
            march = s.marches[i]
            info = x.setting.commands[march.command]
            roll, limit = _watch(x, march, dice)
            seat = (x.setting.seat(info.side),)
            text = f"{info.name} {'is discovered' if roll > limit else 'stays hidden'} ({roll})."
            say(log, "hidden", text, "25.5.2", to=() if roll > limit else seat)
            if roll > limit:
                s = reveal(x, s, i, log)
        return s


def unmask(x: Context, s: State, h: int, log: Log) -> State:
    """An attack or a charge strikes counters of a hidden march: it is revealed then and there (25.5.1, reading 91)."""
    here = {x.command_of(s, u) for u in x.ground.layout(s).at.get(h, ())}
    for i in reversed(range(len(s.marches))):
        if s.marches[i].command in here:
            s = reveal(x, s, i, log)
    return s


def lift(x: Context, s: State, c: int, log: Log) -> State:
    """Reveal the hidden march of a command, if it is on one."""
    for i in reversed(range(len(s.marches))):
        if s.marches[i].command == c:
            s = reveal(x, s, i, log)
    return s


def plot(x: Context, start: int, target: int) -> tuple[int, ...]:
    """The quickest route over the bare map, hex by hex without the start."""
    field = x.ground.field(target)
    route: list[int] = []
    h = start
    while h != target:
        costs = x.setting.on_road[0][h]
        ways = [(field[n] + costs[d], n) for d, n in enumerate(x.board.neighbours[h]) if n >= 0]
        h = min((way for way in ways if field[way[1]] < field[h]), default=(0, -1))[1]
        if h < 0:
            return ()
        route.append(h)
    return tuple(route)


def blocking(x: Context, s: State, h: int, side: int) -> bool:
    """A hex with an enemy unit or ZOC, or in line of sight of an enemy unit or leader (25.5.2)."""
    layout = x.ground.layout(s)
    if layout.side[h] == 1 - side or layout.zoc[1 - side][h]:
        return True
    foes = {s.units[u].hex for u in x.setting.of_side[1 - side] if s.units[u].hex >= 0}
    foes |= {
        leader.hex for i, leader in enumerate(s.leaders) if leader.hex >= 0 and x.setting.leader_side[i] == 1 - side
    }
    return any(x.sees(s, foe, h) for foe in foes)


def reveal(x: Context, s: State, i: int, log: Log) -> State:
    """A march is revealed: the leader goes along the route to where he is or before a blocking hex; his units follow
    (25.5.2).
    """
    march = s.marches[i]
    info = x.setting.commands[march.command]
    s = replace(s, marches=(*s.marches[:i], *s.marches[i + 1 :]))
    side = info.side
    at = travelled(x, march)
    stop = march.start
    for h in march.route[: at + 1]:
        if blocking(x, s, h, side):
            break
        stop = h
    say(log, "revealed", f"{info.name} is found at {x.place(stop)}.", "25.5.2", hexes=(stop,))
    if info.leader >= 0 and s.leaders[info.leader].hex >= 0:
        s = s.leader(info.leader, hex=stop)
    units = x.governs(s, march.command)
    tell_recovered(x, s, side, units, "{} not disrupted at all.", log, "25.5.1")
    for u in units:
        s = s.unit(u, hex=_spot(x, s, u, stop), start=stop, disrupted=False)
    s = _take_ground(x, s, {s.units[u].hex for u in units if s.units[u].hex >= 0}, side, log)
    left = min(DEPLOYMENT, march.gathered - _spent(x, march, stop))
    return s.push(Deploy(side, tuple(units), stop, left)) if left > 0 and units else s


def _spent(x: Context, march: March, stop: int) -> int:
    """Half MPs that a march has used up to a hex of its route."""
    walk = 1 if x.setting.mounted_command[march.command] else 0
    spent, here = 0, march.start
    for h in march.route[: march.route.index(stop) + 1] if stop in march.route else ():
        spent += x.setting.on_road[walk][here][x.board.direction(here, h)]
        here = h
    return spent


def _take_ground(x: Context, s: State, hexes: set[int], side: int, log: Log) -> State:
    """Units stand in hexes now: enemy leaders and HQs alone there make way, and the hexes are theirs."""
    for h in sorted(hexes):
        s = overrun_hex(x, s, h, side, log)
    return s.taken(side, *hexes)


class Deploy(OwnChoice, frozen=True, tag="deploy"):
    """The units of a revealed march spread out from its head, by 2 MP or what is left of the march (25.5.2)."""

    units: tuple[int, ...]
    head: int
    left: int

    def _ways(self, x: Context, s: State, u: int) -> list[int]:
        info, h = x.infos[u], s.units[u].hex
        if h < 0:
            return []
        reach = x.ground.reach(
            s, self.head, self.who, info.walk, self.left, road=True, may_enter_zoc=False, may_leave_zoc=True
        )
        layout = x.ground.layout(s)
        room = x.room_for(s, (u,))
        return sorted(n for n in reach.cost if n != h and room(layout.at.get(n, ())))

    def automatic(self, x: Context, s: State) -> bool:
        return not any(self._ways(x, s, u) for u in self.units)

    def question(self, x: Context, s: State) -> Question:
        prompt = f"Your march is found at {x.place(self.head)}: spread its units out, then go on."
        return Question("deploy", "A march is found", prompt, ("NLC 25.5.2",))

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"u:{u}", x.infos[u].name, s.units[u].hex) for u in self.units if self._ways(x, s, u)]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            return [m.Pass()]
        u = subject_number(subject, "u")
        return [m.Go((u,), (to,)) for to in self._ways(x, s, u)] if u in self.units else []

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Pass):
            return
        if not isinstance(move, m.Go):
            raise self.not_offered(x, s, move)
        one = len(move.units) == 1 and move.units[0] in self.units and len(move.path) == 1
        if not one or move.path[0] not in self._ways(x, s, move.units[0]):
            raise refuse("deploy", "A unit goes at most 2 MP from the head of the march, to a hex with room.", "25.5.2")

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if not isinstance(move, m.Go):
            return s.pop()
        u, to = move.units[0], move.path[0]
        say(log, "moved", f"{x.infos[u].name} to {x.place(to)}.", "25.5.2", hexes=(self.head, to), units=(u,))
        rest = tuple(v for v in self.units if v != u)
        s = s.pop(replace(self, units=rest)).unit(u, hex=to, start=to)
        return _take_ground(x, s, {to}, self.who, log)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.Go):
            return Label(f"{x.unit_names(move.units)} to {x.place(move.path[-1])}", "", ("NLC 25.5.2",))
        return None


def _spot(x: Context, s: State, u: int, stop: int) -> int:
    """The hex nearest to the head of the column where a unit finds room, off the enemy's ZOC."""
    side = x.infos[u].side
    s = s.unit(u, hex=-5)
    layout = x.ground.layout(s)
    row, room = x.board.distances[stop], x.room_for(s, (u,))
    free = [
        h
        for h in range(x.board.size)
        if layout.side[h] in (side, NOBODY)
        and room(layout.at.get(h, ()))
        and not layout.zoc[1 - side][h]
        and x.setting.passable[h]
    ]
    return min(free, key=lambda h: (row[h], h))


def detour(x: Context, s: State, march: March) -> tuple[int, ...]:
    """The quickest other way on from where a march is to its goal, round hexes that enemies hold or control (25.5.3).

    Empty if the way ahead is free or there is no other.
    """
    side = x.setting.commands[march.command].side
    layout = x.ground.layout(s)
    at = travelled(x, march)

    def barred(h: int) -> bool:
        return layout.side[h] == 1 - side or bool(layout.zoc[1 - side][h])

    if not any(barred(h) for h in march.route[at + 1 :]):
        return ()
    start = march.route[at] if at >= 0 else march.start
    walk = 1 if x.setting.mounted_command[march.command] else 0
    reach = x.ground.reach(s, start, side, walk, FAR, road=True, may_enter_zoc=False, may_leave_zoc=True)
    goal = march.route[-1]
    return reach.path(goal) if goal in reach.cost else ()


def reroute(s: State, march: March, onward: tuple[int, ...], at: int) -> State:
    """Put another way on in place of the rest of a march's route."""
    changed = replace(march, route=(*march.route[: at + 1], *onward))
    return replace(s, marches=tuple(changed if k.command == march.command else k for k in s.marches))
