"""25.7. Orders by markers: aides on the map, their way at crossroads, and those who are caught.

Reading 95 of docs/rules/nlc.md applies here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution, percent
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.tactical.command.targets import sent
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.arms import HORSE
from napwidgets.systems.tactical.core.state import Aide, State
from napwidgets.systems.tactical.core.step import Choice, Step
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.ground.layout import NOBODY


class AidesRide(Step, frozen=True, tag="aides-ride"):
    """Aides ride in the reserve phase (25.7.4)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        return s.push(*(AideRide(i, x.tables.limits["marker aide speed"]) for i in reversed(range(len(s.aides)))))


def catch(x: Context, s: State, h: int, side: int, log: Log) -> State:
    """Units of ``side`` have entered ``h``: enemy aides alone there are caught (25.7.4).

    With 25.7.8 what they carried comes to the other OC as many turns later as a rider needs to him at six MP a turn.
    """
    kept = []
    for aide in s.aides:
        if aide.hex != h or aide.side == side:
            kept.append(aide)
            continue
        say(log, "aide-caught", f"An aide is caught at {x.place(h)}.", "25.7.4", hexes=(h,))
        if x.options.interception:
            s = replace(s, captured=(*s.captured, replace(aide, arrived=s.turn + _news(x, s, h, side))))
    return replace(s, aides=tuple(kept))


def _news(x: Context, s: State, h: int, side: int) -> int:
    """Turns until captured papers reach the nearest OC of a side (25.7.8)."""
    heads = [
        s.leaders[i].hex
        for i, leader in enumerate(x.setting.leaders)
        if leader.role == "overall" and x.setting.leader_side[i] == side and s.leaders[i].hex >= 0
    ]
    costs = x.ground.march_cost(h, heads)
    return -(-min(costs.values(), default=0) // x.tables.limits["aide speed"])


def read_papers(x: Context, s: State, log: Log) -> State:
    """In the command phase the players learn of orders that their troops captured (25.7.8)."""
    for aide in s.captured:
        if aide.arrived <= s.turn:
            name = x.setting.commands[aide.command].name
            told = ", then ".join(sent(x, order.kind, order.target) for order in aide.carries.orders)
            reader = (x.setting.seat(1 - aide.side),)
            say(log, "intercepted", f"A captured aide carried orders for {name}: {told}.", "25.7.8", to=reader)
            if aide.carries.attach >= 0:
                corps = x.setting.commands[aide.carries.attach].name
                say(log, "intercepted", f"By these orders {name} is to act with {corps}.", "25.7.8", to=reader)
    return replace(s, captured=tuple(a for a in s.captured if a.arrived > s.turn))


def falls(dice: Dice) -> bool:
    """Whether an aide with a unit that took a hit is killed: by a 1 (25.7.4)."""
    return dice.roll("an aide under fire") == 1


def strays(dice: Dice) -> int:
    """Branches to the right of the one he is told that an aide takes: mostly none, by a 1 one to either side
    (25.7.4).
    """
    if dice.roll("the aide takes his way") != 1:
        return 0
    return -1 if dice.roll("which way he strays") % 2 else 1


def under_fire(x: Context, s: State, h: int, side: int, dice: Dice, log: Log) -> State:
    """An aide with a unit that took a hit is killed by a 1 (25.7.4)."""
    kept = []
    for aide in s.aides:
        if aide.hex == h and aide.side == side and falls(dice):
            say(log, "aide-killed", f"An aide is killed at {x.place(h)}.", "25.7.4", hexes=(h,))
        else:
            kept.append(aide)
    return replace(s, aides=tuple(kept))


def _lets_in(x: Context, s: State, h: int, side: int) -> bool:
    """Whether an aide may ride into a hex: never to the enemy, nor into a ZOC of his without friends (25.7.4)."""
    layout = x.ground.layout(s)
    return layout.side[h] == side or (layout.side[h] == NOBODY and not layout.zoc[1 - side][h])


def _ride(x: Context, h: int, to: int) -> int:
    """Half MPs of an aide from a hex into the next one."""
    return x.setting.on_road[HORSE][h][x.board.direction(h, to)]


class AideRide(Choice, frozen=True, tag="aide-ride"):
    """One aide rides towards his leader; at a crossroads he may take the wrong branch (25.7.4)."""

    index: int
    left: int
    at_fork: bool = False

    def _aide(self, s: State) -> Aide | None:
        return s.aides[self.index] if self.index < len(s.aides) else None

    def _goal(self, x: Context, s: State) -> int:
        aide = self._aide(s)
        return x.leader_hex(s, aide.command) if aide else -1

    def automatic(self, x: Context, s: State) -> bool:
        return not self.at_fork

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        aide, goal = self._aide(s), self._goal(x, s)
        if aide is None or aide.arrived or goal < 0:
            return s.pop()
        field = x.ground.field(goal)
        h, left = aide.hex, self.left
        while h != goal:
            ways = [n for n in x.setting.linked[h] if _lets_in(x, s, n, aide.side)]
            if len(x.setting.linked[h]) > 2 and ways and not self._sets_out(x, s, aide, h):
                if max(_ride(x, h, n) for n in x.setting.linked[h]) > left:
                    # Where he is told to turn he goes on next turn.
                    break
                s = replace(s, aides=(*s.aides[: self.index], replace(aide, hex=h), *s.aides[self.index + 1 :]))
                return s.pop(AideRide(self.index, left, True))
            best = min(
                (n for n in x.setting.near[h] if _lets_in(x, s, n, aide.side)),
                key=lambda n: (field[n], n),
                default=h,
            )
            cost = _ride(x, h, best) if best != h else left + 1
            if cost > left or field[best] >= field[h]:
                break
            h, left = best, left - cost
        arrived = s.turn if h == goal else 0
        s = s.pop()
        return replace(
            s,
            aides=(*s.aides[: self.index], replace(aide, hex=h, arrived=arrived), *s.aides[self.index + 1 :]),
        )

    def _sets_out(self, x: Context, s: State, aide: Aide, h: int) -> bool:
        """Whether an aide is where his order was written: he has come to no crossroads yet."""
        return h == aide.hex and aide.carries.sent == s.turn and self.left == x.tables.limits["marker aide speed"]

    def side(self, x: Context, s: State) -> int:
        aide = self._aide(s)
        return aide.side if aide else 0

    def question(self, x: Context, s: State) -> Question:
        aide = self._aide(s)
        place = x.place(aide.hex) if aide else ""
        prompt = f"Your aide comes to a crossroads at {place}: which branch is he told to take?"
        return Question("aide", "An aide at a crossroads", prompt, ("NLC 25.7.4",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        aide = self._aide(s)
        if subject or aide is None:
            return []
        return [m.Turning(n) for n in sorted(x.setting.linked[aide.hex]) if _lets_in(x, s, n, aide.side)]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.Turning)
        aide = self._aide(s)
        assert aide is not None
        ways = x.setting.linked[aide.hex]
        to = move.to
        if turn := strays(dice):
            to = ways[(ways.index(to) + turn) % len(ways)]
            say(log, "aide-strays", "The aide takes a wrong turning.", "25.7.4", hexes=(aide.hex, to))
            if not _lets_in(x, s, to, aide.side):
                # The enemy bars that branch: he gets no farther this turn.
                return s.pop()
        cost = _ride(x, aide.hex, to)
        s = replace(s, aides=(*s.aides[: self.index], replace(aide, hex=to), *s.aides[self.index + 1 :]))
        return s.pop(AideRide(self.index, self.left - cost))

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.Turning):
            return None
        detail = f"he takes another branch with {percent(distribution(strays).chance(bool))}"
        return Label(f"Towards {x.place(move.to)}", detail, ("NLC 25.7.4",))


def deliver(x: Context, s: State, log: Log) -> State:
    """Orders whose aide rode in last turn are received in this command phase (25.7.4), captured ones are read
    (25.7.8).
    """
    s = read_papers(x, s, log)
    kept = []
    for aide in s.aides:
        if not aide.arrived or aide.arrived >= s.turn:
            kept.append(aide)
            continue
        command = s.commands[aide.command]
        s = s.command(aide.command, pending=(*command.pending, replace(aide.carries, due=s.turn)))
    return replace(s, aides=tuple(kept))
