"""20.8, 20.10. Orders achieved, and formations that lose heart.

Readings 14, 60, 61 and 75 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import distribution
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.tactical.command.leaders import overrun_hex
from napwidgets.systems.tactical.command.limits import next_order
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import OFF, Order, State
from napwidgets.systems.tactical.core.step import Choice, Step
from napwidgets.systems.tactical.fighting.forces import garrisons
from napwidgets.systems.tactical.fighting.retreat import disorder, moved_back
from napwidgets.systems.tactical.ground.context import Context, Log, say
from napwidgets.systems.tactical.ground.country import NEVER

#: How far a formation runs that fails its check, in hexes (20.10).
FLIGHT = 3


class AchievementCheck(Step, frozen=True, tag="achievement"):
    """March and Attack orders are fulfilled once the target is reached and the formation has peace (20.8).

    Defend orders fail where the leader was driven from his post (20.2).
    """

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        for c, command in enumerate(s.commands):
            if x.setting.commands[c].chief:
                continue
            if command.active and command.order.kind in ("march", "attack", "probe") and achieved(x, s, c):
                s = next_order(x, s, c, log, done=True)
            elif command.active and command.order.kind == "defend":
                s = _keep_post(x, s, c, log)
        return s


def _keep_post(x: Context, s: State, c: int, log: Log) -> State:
    """A leader who once came within 4 MP of the place he defends must stay there, or the order fails (20.2)."""
    command, leader = (
        s.commands[c],
        s.leaders[x.setting.commands[c].leader].hex if x.setting.commands[c].leader >= 0 else OFF,
    )
    if command.order.target < 0 or leader < 0:
        return s
    if x.ground.toward(command.order.target, leader)[leader] <= x.tables.limits["command range"]:
        return s if command.posted else s.command(c, posted=True)
    if not command.posted:
        return s
    name = x.setting.commands[c].name
    say(log, "order-failed", f"{name} was driven from the place it defends and falls back.", "20.2")
    return flee(x, s, c, 0)


def achieved(x: Context, s: State, c: int) -> bool:
    """Whether the target is reached, no unit is in enemy ZOC and none was attacked last turn (20.8)."""
    command = s.commands[c]
    target = command.order.target
    if target < 0 or (command.struck and command.struck >= s.turn - 1):
        return False
    units, leader = x.governs(s, c), x.setting.commands[c].leader
    # By markers a formation is where its leader is, a division where any of it is (25.7.2).
    here = [] if x.options.by_marker and leader >= 0 else [s.units[u].hex for u in units]
    if leader >= 0:
        here.append(s.leaders[leader].hex)
    return target in here and not any(x.ground.in_zoc(s, u) for u in units)


def confidence_modifier(x: Context, s: State, c: int) -> int:
    """What is added to the leader's rating for a confidence check (20.10)."""
    command, table = s.commands[c], x.tables.confidence
    weak = x.faint(s, c)
    kind = command.order.kind
    if kind in ("attack", "probe"):
        total = table["demoralized attack or probe" if weak else "undemoralized attack or probe"]
        side = x.setting.commands[c].side
        held = command.order.target >= 0 and s.control[command.order.target] == side + 1
        return total + (table["objective held on attack"] if kind == "attack" and held else 0)
    return table["demoralized defend or delay"] if kind in ("defend", "delay") else table["other"]


def shaken(x: Context, s: State, c: int, dice: Dice) -> tuple[bool, int, int]:
    """Throw for a formation's confidence: whether it loses that, the die, and up to what it keeps it (20.10)."""
    needed = x.recipient_rating(s, c) + confidence_modifier(x, s, c)
    needed += sum(rule(x, s, c) for rule in x.rules.heart)
    roll = dice.roll(f"{x.setting.commands[c].name}: confidence")
    return roll > needed, roll, needed


def confidence_odds(x: Context, s: State, c: int) -> Fraction:
    """The exact chance that a formation keeps its confidence at the end of the turn, as things stand (20.10, 20.2)."""
    if not must_check(x, s, c):
        return Fraction(1)
    if s.commands[c].order.kind == "reserve":
        return Fraction(0)
    return distribution(lambda dice: shaken(x, s, c, dice)[0])[False]


def must_check(x: Context, s: State, c: int) -> bool:
    """Whether a formation checks its confidence now: it lost a step under its present order (20.10)."""
    command = s.commands[c]
    kind = command.order.kind
    if not command.active or not command.hurt or not x.governs(s, c):
        return False
    if kind in ("fall_back", "general_retreat"):
        return False
    if kind == "reserve":
        return command.retreating
    return not (kind in ("defend", "delay") and not x.faint(s, c))


class ConfidenceCheck(Step, frozen=True, tag="confidence"):
    """Every formation that was hurt rolls (20.10); a Reserve whose leader was driven off has failed already (20.2)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        for c in range(len(s.commands)):
            if not must_check(x, s, c):
                continue
            name = x.setting.commands[c].name
            if s.commands[c].order.kind == "reserve":
                say(log, "order-failed", f"{name} was driven from its place in reserve and falls back.", "20.2")
                s = flee(x, s, c, 0)
                continue
            fails, roll, needed = shaken(x, s, c, dice)
            text = f"{name} {'loses' if fails else 'keeps'} confidence: {roll} against {needed}."
            say(log, "confidence", text, "20.10")
            if fails:
                s = flee(x, s, c, FLIGHT)
        return s


def flee(x: Context, s: State, c: int, hexes: int) -> State:
    """A formation switches to Fall Back; with ``hexes`` it retreats that far at once (20.10)."""
    command = s.commands[c]
    s = x.take_order(s, c, replace(command, order=Order("fall_back", OFF, s.turn), queue=()))
    return s.push(Flight(c, hexes)) if hexes else s


class Flight(Choice, frozen=True, tag="flight"):
    """The stacks of a formation retreat three hexes, each where its owner likes (20.10); garrisons stay (10)."""

    command: int
    hexes: int
    moved: tuple[int, ...] = ()

    def _stacks(self, x: Context, s: State) -> dict[int, tuple[int, ...]]:
        stacks: dict[int, list[int]] = {}
        for u in x.governs(s, self.command):
            if u not in self.moved and not garrisons(x, s, u):
                stacks.setdefault(s.units[u].hex, []).append(u)
        found = {h: tuple(units) for h, units in sorted(stacks.items())}
        return {h: units for h, units in found.items() if self._ways(x, s, h, units)}

    def _ways(self, x: Context, s: State, origin: int, units: tuple[int, ...]) -> list[int]:
        """Where a stack can flee: the farthest hexes, up to three away, reached without entering enemy ZOC."""
        side = x.setting.commands[self.command].side
        layout = x.ground.layout(s)
        zoc, row = layout.zoc[1 - side], x.board.distances[origin]
        walks = {x.infos[u].walk for u in units}
        reached, edge = {origin}, [origin]
        for _ in range(self.hexes):
            fresh = []
            for h in edge:
                for d, n in enumerate(x.board.neighbours[h]):
                    if n < 0 or n in reached or layout.side[n] == 1 - side or zoc[n] or row[n] <= row[h]:
                        continue
                    if all(x.setting.off_road[w][h][d] < NEVER for w in walks):
                        reached.add(n)
                        fresh.append(n)
            edge = fresh
        room = x.room_for(s, units)
        # Whoever is too many for any hex finds one that is empty no worse than where he stands (reading 14).
        crowd = not room(())
        before = x.ground.enemy_distance(s, origin, side)
        fits = [
            h
            for h in reached - {origin}
            if x.ground.enemy_distance(s, h, side) >= before
            and (not layout.at.get(h) if crowd else room(layout.at.get(h, ())))
        ]
        far = max((row[h] for h in fits), default=0)
        return sorted(h for h in fits if row[h] == far)

    def automatic(self, x: Context, s: State) -> bool:
        return not self._stacks(x, s)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        """The leader goes with the last of his units (19.3)."""
        s = s.pop()
        info = x.setting.commands[self.command]
        if info.leader < 0 or s.leaders[info.leader].hex < 0 or not self.moved:
            return s
        here = s.leaders[info.leader].hex
        if x.ground.layout(s).side[here] == info.side:
            return s
        near = [s.units[u].hex for u in self.moved if s.units[u].hex >= 0]
        return s.leader(info.leader, hex=min(near, key=lambda h: (x.board.distances[here][h], h))) if near else s

    def side(self, x: Context, s: State) -> int:
        return x.setting.commands[self.command].side

    def question(self, x: Context, s: State) -> Question:
        name = x.setting.commands[self.command].name
        prompt = f"{name} has lost confidence and retreats three hexes: pick a stack, then where it goes."
        return Question("flight", "Loss of confidence", prompt, ("NLC 20.10",))

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"s:{h}", x.unit_names(units), h) for h, units in self._stacks(x, s).items()]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            return []
        return [
            m.Go(units, (to,))
            for h, units in self._stacks(x, s).items()
            if subject == f"s:{h}"
            for to in self._ways(x, s, h, units)
        ]

    def check(self, x: Context, s: State, move: m.Move) -> None:
        legal = (o for subject in self.subjects(x, s) for o in self.options(x, s, subject.id))
        if move not in list(legal):
            raise self.not_offered(x, s, move)

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        assert isinstance(move, m.Go)
        to = move.path[-1]
        origin = s.units[move.units[0]].hex
        text = f"{x.they(move.units, 'fall')} back to {x.place(to)}."
        say(log, "retreated", text, "20.10", hexes=(origin, to), units=move.units)
        s = moved_back(x, s.pop(replace(self, moved=(*self.moved, *move.units))), move.units, to)
        s = disorder(x, s, move.units, False, dice, log)
        return overrun_hex(x, s, to, self.side(x, s), log)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        return Label(f"Fall back to {x.place(move.path[-1])}", "", ("NLC 20.10",)) if isinstance(move, m.Go) else None
