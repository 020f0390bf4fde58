"""20.6, 20.7, 22, 23. How orders travel and whether they are obeyed.

Readings 63, 71, 72, 73, 74, 87, 88 and 98 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution
from napwidgets.systems.tactical.command.aides import deliver
from napwidgets.systems.tactical.command.hidden import lift, march_of, position
from napwidgets.systems.tactical.command.targets import sent, words
from napwidgets.systems.tactical.core.state import March, Order, Pending, State
from napwidgets.systems.tactical.core.step import Step
from napwidgets.systems.tactical.ground.context import Context, Log, say

if TYPE_CHECKING:
    from napwidgets.systems.tactical.core import moves as m

#: What each result of the table means, in words (20.7).
RESULTS = {"C": "complied with", "1T": "one turn late", "R4": "held up", "R5": "held up", "I": "ignored"}


def travel(x: Context, s: State, sender: int, c: int) -> int:
    """Turns until an order is received (20.6).

    At once within 3 MP; else the distance in cavalry MP, halved if the sender sees the leader, divided by 6 and
    rounded up.
    """
    here, there = s.leaders[sender].hex, x.leader_hex(s, c)
    if here == there or there < 0:
        return 0
    if x.options.order_markers:
        hexes = x.board.distances[here][there]
        if hexes <= 3 or (hexes <= 5 and x.sees(s, here, there)):
            return 0
        return max(1, -(-x.ground.march_cost(here, (there,)).get(there, 400) // x.tables.limits["marker aide speed"]))
    return ride_time(x, s, here, there, sum(k.gathered for k in s.marches if k.command == c))


def ride_time(x: Context, s: State, here: int, there: int, more: int = 0) -> int:
    """Turns that an aide takes from hex to hex, with ``more`` half MPs to ride (20.6)."""
    cost = x.ground.march_cost(here, (there,)).get(there, 400) + more
    if x.sees(s, here, there):
        cost = (cost + 1) // 2
    limit = x.tables.limits["face to face distance"]
    if cost <= limit:
        return 0
    return -(-cost // x.tables.limits["aide speed"])


def shift_for(x: Context, s: State, move: m.Send) -> int:
    """Columns to the right that an order is shifted on the compliance table when it is sent (20.7).

    A sequence is shifted for an attack wherever it stands in it (reading 71). What depends on the moment of receipt,
    the Reserve status of the formation and its huff, is added in `column`.
    """
    shifts, kinds = x.tables.shifts, [kind for kind, _ in move.orders]
    info = x.setting.commands[move.to]
    total = move.force
    if "attack" in kinds or "probe" in kinds:
        total += shifts["attack or probe"]
    if "general_retreat" in kinds:
        total += shifts["general retreat"]
    if s.leaders[move.sender].hex == x.leader_hex(s, move.to):
        total += shifts["face to face"]
    if info.division is not None or x.setting.mounted_command[move.to]:
        total += shifts["divisional order or cavalry corps"]
    return total + sum(rule(x, s, move) for rule in x.rules.sends)


def column(x: Context, s: State, sender: int, c: int, shift: int) -> int:
    """The column of the compliance table: both ratings and all shifts (20.7)."""
    command = s.commands[c]
    # A division without orders of its own follows those of its corps (20.13).
    followed = command if command.active else s.commands[x.setting.home[c]]
    total = x.rating(s, sender) + x.recipient_rating(s, c) + shift
    if followed.order.kind == "reserve":
        total += x.tables.shifts["reserve"]
    total += sum(rule(x, s, sender, c) for rule in x.rules.shifts)
    return total + x.tables.shifts["past force"] * command.huff


def comply(x: Context, col: int, demoralized: bool, dice: Dice) -> str:
    """Roll on the compliance table; a demoralized formation is one result slower (22)."""
    result = x.tables.complies(col, dice.roll("order compliance", 2))
    if demoralized:
        result = {"C": "1T", "1T": "R4", "R4": "R5"}.get(result, result)
    return result


def heed(x: Context, s: State, c: int, col: int, dice: Dice) -> tuple[str, int]:
    """The result for a command that looks at an order, and how often it was thrown anew: where the order would be
    ignored, as often as the title's own rules allow.
    """
    slow, left, times = x.faint(s, min(c, len(x.setting.commands) - 1)), x.rules.anew(x, s, c), 0
    result = comply(x, col, slow, dice)
    while result == "I" and times < left:
        times += 1
        result = comply(x, col, slow, dice)
    return result, times


def confuses(x: Context, s: State, move: m.Send) -> bool:
    """Whether an order goes over the head of a wing commander who is not in the OC's command range (25.13)."""
    info = x.setting.commands[move.to]
    if not x.options.command_confusion or info.wing < 0 or move.sender == info.wing:
        return False
    here, wing = s.leaders[move.sender].hex, s.leaders[info.wing].hex
    return wing < 0 or not x.ground.command_range(s, here, info.side)[wing]


def receipt_odds(x: Context, s: State, move: m.Send) -> Distribution[tuple[str, int]]:
    """The exact chances of C, 1T, R4 (or R5) and I if the order were received now, each with its column of the table
    (20.7): the order's own force and its way over a wing commander's head tell on whoever receives it (25.8, 25.13).
    """
    shift, confused = shift_for(x, s, move), confuses(x, s, move)
    orders = tuple(Order(kind, target) for kind, target in move.orders)
    p = Pending(orders, move.sender, s.turn, s.turn, shift, force=move.force, confused=confused)
    return distribution(lambda dice: _looked_at(x, s, move.to, p, dice, [])[1:3])


class ComplianceCheck(Step, frozen=True, tag="compliance"):
    """Orders that have arrived are tested; those that were late or held up are looked at again (20.7)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = _release(x, deliver(x, s.pop(), log), dice, log)
        for c in range(len(s.commands)):
            pending = s.commands[c].pending
            kept: list[Pending] = []
            for p in pending:
                if p.due > s.turn or x.rules.deaf(x, s, c):
                    kept.append(p)
                    continue
                s, left = self._one(x, s, c, p, dice, log)
                if left == "done":
                    kept = []
                elif left is not None and not isinstance(left, str):
                    kept.append(left)
            if pending:
                s = s.command(c, pending=tuple(kept))
        return s

    def _one(
        self, x: Context, s: State, c: int, p: Pending, dice: Dice, log: Log
    ) -> tuple[State, Pending | str | None]:
        """One order: what is left of it, ``done`` when it is complied with, None when it is gone."""
        kind = p.orders[0].kind
        if x.setting.night(s.turn) and kind != "general_retreat" and p.stage in ("sent", "dawn"):
            # It is received all the same, with what its force and its way round a wing commander bring.
            s = _received(x, s, c, p, dice, log) if p.stage == "sent" else s
            return s, replace(p, stage="dawn", due=s.turn + 1)
        if p.stage == "dawn":
            if not released(x, s, c):
                return s, replace(p, due=s.turn + 1)
            return obey(x, s, c, p, log), "done"
        if p.stage == "late":
            return obey(x, s, c, p, log), "done"
        if p.stage == "roll":
            roll = dice.roll(f"{x.setting.commands[c].name} gets going")
            if roll >= p.need:
                return obey(x, s, c, p, log), "done"
            _tell(x, c, p, f"still held up ({roll}, needs {p.need})", log)
            return s, replace(p, due=s.turn + 1)
        return self._receive(x, s, c, p, dice, log)

    def _receive(
        self, x: Context, s: State, c: int, p: Pending, dice: Dice, log: Log
    ) -> tuple[State, Pending | str | None]:
        s, result, col, times = _looked_at(x, s, c, p, dice, log)
        rolled = dice.throws[-1].value
        if times:
            s = x.rules.thrown(x, s, x.setting.commands[c].side, "order", times, log)
        _tell(x, c, p, f"{RESULTS[result]} ({rolled} in column {col})", log)
        if result == "C":
            return obey(x, s, c, p, log), "done"
        if result == "1T":
            return s, replace(p, stage="late", due=s.turn + 1)
        if result in ("R4", "R5"):
            return s, replace(p, stage="roll", due=s.turn + 1, need=int(result[1]))
        return s, None


def _looked_at(x: Context, s: State, c: int, p: Pending, dice: Dice, log: Log) -> tuple[State, str, int, int]:
    """An order is received and tested: the position after it, the result, its column, how often it was thrown anew."""
    s = _received(x, s, c, p, dice, log)
    col = column(x, s, p.sender, c, p.shift)
    result, times = heed(x, s, c, col, dice)
    return s, result, col, times


def _received(x: Context, s: State, c: int, p: Pending, dice: Dice, log: Log) -> State:
    """What comes of an order by its being received, whether it is obeyed or not (25.8, 25.13)."""
    if p.force:
        s = _press(x, s, c, p, dice, log)
    return _confuse(x, s, c, log) if p.confused else s


def _tell(x: Context, c: int, p: Pending, what: str, log: Log) -> None:
    info = x.setting.commands[c]
    text = f"{info.name}, {words(p.orders[0].kind)}: {what}."
    say(log, "compliance", text, "20.7", to=(x.setting.seat(info.side),))


def obey(x: Context, s: State, c: int, p: Pending, log: Log) -> State:
    """A formation complies with an order; all older ones are cancelled (20.7, 20.9)."""
    first = replace(p.orders[0], since=s.turn)
    info = x.setting.commands[c]
    text = f"{info.name} now follows {sent(x, first.kind, first.target)}."
    say(log, "complied", text, "20.7", "20.9", to=(x.setting.seat(info.side),))
    march = march_of(s, c)
    onward = bool(p.route) and march is not None and position(x, s, c) in x.board.neighbours[p.route[0]]
    if onward and march is not None:
        # The march goes on unseen by the new way, and is as easily found as an old one (25.5.3).
        on = March(c, p.route, turns=max(march.turns, 2), start=position(x, s, c))
        s = replace(s, marches=tuple(on if k.command == c else k for k in s.marches))
    else:
        s = lift(x, s, c, log)
    s = x.take_order(s, c, replace(s.commands[c], order=first, queue=p.orders[1:], active=True, attached=p.attach))
    if p.route and not onward and x.leader_hex(s, c) in x.board.neighbours[p.route[0]]:
        s = replace(s, marches=(*s.marches, March(c, p.route, start=x.leader_hex(s, c))))
    return s


def _press(x: Context, s: State, c: int, p: Pending, dice: Dice, log: Log) -> State:
    """A forceful order may put the leader into a huff (25.8)."""
    command = s.commands[c]
    forces = command.forces + p.force
    roll = _force_die(x, c, dice)
    huff = command.huff + (1 if roll <= forces else 0)
    if roll <= forces:
        say(log, "huff", f"The commander of {x.setting.commands[c].name} is in a huff ({roll}).", "25.8")
    return s.command(c, forces=forces, huff=huff)


def _force_die(x: Context, c: int, dice: Dice) -> int:
    return dice.roll(f"{x.setting.commands[c].name}: a forceful order")


def huff_odds(x: Context, s: State, c: int, force: int) -> Fraction:
    """The exact chance that an order with ``force`` puts the leader into a huff: all force that has been put into
    orders to him counts (25.8).
    """
    limit = s.commands[c].forces + force
    return distribution(lambda dice: _force_die(x, c, dice)).chance(lambda roll: roll <= limit)


def _confuse(x: Context, s: State, c: int, log: Log) -> State:
    """The wing commander's rating falls by 1 on the turn of receipt and the next (25.13)."""
    wing = x.setting.commands[c].wing
    name = x.setting.leaders[wing].name
    say(log, "confusion", f"Orders over the head of {name} cause confusion.", "25.13")
    return s.leader(wing, confused=s.turn + 1)


# 23. Release in the morning


def dawn_turn(x: Context, turn: int) -> bool:
    """Whether a turn is the first of daylight after a night."""
    return turn > 1 and x.setting.night(turn - 1) and not x.setting.night(turn)


def released(x: Context, s: State, c: int) -> bool:
    """Whether orders received at night are obeyed now: some commanders must be released first (23)."""
    info = x.setting.commands[c]
    return not x.rules.sleeps_late(x, info.side) or (info.wing if info.wing >= 0 else info.overall) in s.released


def _release(x: Context, s: State, dice: Dice, log: Log) -> State:
    """OCs and WCs who sleep late roll for release in daylight after a night: 1, then 2 or less, and so on (23)."""
    if x.setting.night(s.turn):
        return replace(s, released=(), dawn=0)
    if dawn_turn(x, s.turn):
        s = replace(s, dawn=s.turn)
    if not s.dawn:
        return s
    before = s
    for i, leader in enumerate(x.setting.leaders):
        side = x.setting.leader_side[i]
        here = leader.role in ("overall", "wing") and i not in s.released and s.leaders[i].hex >= 0
        if not here or not x.rules.sleeps_late(x, side):
            continue
        needed = s.turn - s.dawn + 1
        if _up(x, before, i, needed, dice):
            say(log, "released", f"{leader.name} is up and acting.", "23")
            s = replace(s, released=(*s.released, i))
    return s


def _up(x: Context, s: State, i: int, needed: int, dice: Dice) -> bool:
    """Whether a commander is released: a die of ``needed`` or less, none where the enemy is near (23)."""
    return (
        _contact(x, s, i, x.setting.leader_side[i]) or dice.roll(f"{x.setting.leaders[i].name} is released") <= needed
    )


def release_odds(x: Context, s: State, i: int) -> Fraction:
    """The exact chance that a commander who sleeps late is up and acting next turn, as things stand; 1 for whoever is
    not kept by that rule (23).
    """
    leader, turn = x.setting.leaders[i], s.turn + 1
    sleeps = leader.role in ("overall", "wing") and x.rules.sleeps_late(x, x.setting.leader_side[i])
    dawn = turn if dawn_turn(x, turn) else s.dawn
    if not sleeps or not dawn or x.setting.night(turn) or (i in s.released and dawn < turn):
        return Fraction(1)
    return distribution(lambda dice: _up(x, s, i, turn - dawn + 1, dice))[True]


def _contact(x: Context, s: State, i: int, side: int) -> bool:
    """Whether an enemy unit has entered a ZOC within ten hexes, or another commander who is up is with him (23)."""
    row = x.board.distances[s.leaders[i].hex]
    layout = x.ground.layout(s)
    foes = any(
        layout.zoc[side][s.units[u].hex] and row[s.units[u].hex] <= 10
        for u in x.setting.of_side[1 - side]
        if s.units[u].hex >= 0
    )
    mates = any(
        j != i and j in s.released and other.hex == s.leaders[i].hex
        for j, other in enumerate(s.leaders)
        if x.setting.leader_side[j] == side
    )
    return foes or mates
