"""37.6, 37.8 and 37.10. What else a turn of 1814 asks: orders, of pontoons too, baggage that comes up, men who come
back or don't.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Subject
from napwidgets.systems.mop import pontoons
from napwidgets.systems.mop.arrivals import label, rolled, uncertain
from napwidgets.systems.mop.bound import scenario
from napwidgets.systems.mop.cards import group_side
from napwidgets.systems.mop.front import tied
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.supply import unsupplied
from napwidgets.systems.mop.telling import say
from napwidgets.systems.mop.trains import bring_up_trains
from napwidgets.systems.tactical.command.orders import OrdersStage
from napwidgets.systems.tactical.core.scenario import OrderData
from napwidgets.systems.tactical.core.state import OFF, Order, as_marked
from napwidgets.systems.tactical.core.state import State as Position
from napwidgets.systems.tactical.core.step import Step, subject_number
from napwidgets.systems.tactical.ground.context import Context, Log
from napwidgets.systems.tactical.moving.reinforcements import afar, on_schedule


class Orders(OrdersStage, frozen=True, tag="orders-1814"):
    """Orders as in every battle, and those to pontoons (37.10)."""

    def subjects(self, x: Context, s: Position) -> Sequence[Subject]:
        assert isinstance(s, State)
        own = [p for p in pontoons.mine(s, self.who) if pontoons.sendings(x, s, p, self.who)]
        trains = (Subject(f"o:{p}", pontoons.name_of(x, p), s.pontoons[p].hex) for p in own)
        return [*super().subjects(x, s), *trains]

    def options(self, x: Context, s: Position, subject: str | None) -> Sequence[Any]:
        assert isinstance(s, State)
        p = subject_number(subject or "", "o")
        return pontoons.sendings(x, s, p, self.who) if p >= 0 else super().options(x, s, subject)

    def check(self, x: Context, s: Position, move: Any) -> None:
        assert isinstance(s, State)
        if not isinstance(move, pontoons.SendPontoon):
            super().check(x, s, move)
        elif problem := pontoons.why_not_sending(x, s, move, self.who):
            raise problem

    def play(self, x: Context, s: Position, move: Any, dice: Dice, log: Log) -> Position:
        assert isinstance(s, State)
        if isinstance(move, pontoons.SendPontoon):
            return pontoons.sent(x, s, move, log)
        return super().play(x, s, move, dice, log)

    def label(self, x: Context, s: Position, move: Any) -> Label | None:
        assert isinstance(s, State)
        return pontoons.label(x, s, move) or super().label(x, s, move)


class BringUp(Step, frozen=True, tag="bring-up"):
    """Trains may move anew, and those that follow their corps enter the map (37.10); whether Blücher keeps with the
    attack is looked at (37.16).
    """

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = replace(s.pop(), trains=tuple(replace(train, spent=0) for train in s.trains))
        s = replace(s, vedettes=tuple(replace(k, spent=0) for k in s.vedettes))
        return replace(bring_up_trains(x, s, log), tied=tied(x, s))


def arrivals(x: Context, s: State, dice: Dice, log: Log) -> State:
    """Groups that are due, with the orders that follow their first ones (NLC 9, 20.5)."""
    s = rolled(x, s, dice, log)
    before, doubtful = s, uncertain(x, s)
    arrived = on_schedule(x, s, dice, log)
    assert isinstance(arrived, State)
    s = arrived
    for g in doubtful:
        # The die is the owner's: what is told to him alone keeps it from the enemy whatever else is told (37.6).
        words = "not yet" if afar(x, s, scenario(x).reinforcements[g].who) else "they come"
        seat = x.setting.seat(group_side(x, g))
        say(log, "expected", f"{label(x, g)}: {words}, says the die.", "37.23.2", to=(seat,))
    for group in scenario(x).reinforcements:
        formations = {x.setting.units[u].formation for u in map(x.setting.unit_index.get, group.who) if u is not None}
        for c in formations:
            if group.then and s.commands[c].order != before.commands[c].order:
                s = s.command(c, queue=orders(x, group.then))
    return s


def orders(x: Context, data: Sequence[OrderData]) -> tuple[Order, ...]:
    """Orders of a scenario file."""
    told = (Order(o.kind, x.board.number(o.target) if o.target else OFF) for o in data)
    return tuple(as_marked(order, x.options.by_marker) for order in told)


def always_rallies(x: Context, s: State, u: int) -> bool:
    """Every unit that comes back throws a die for it (37.8)."""
    return True


def cut_off(x: Context, s: State, u: int) -> bool:
    """A unit that is eliminated out of supply is lost for good (37.8)."""
    return u in unsupplied(x, s, x.infos[u].side)


def nobody_sleeps(x: Context, side: int) -> bool:
    """No commander of 1814 must be released after a night."""
    return False


def rest(x: Context, s: State, log: Log) -> State:
    """Formations that are worn out rest in Reserve, hour after hour; any other order begins the count anew (37.20)."""
    left = []
    for c, hours in s.weary:
        more = hours - 1 if s.commands[c].order.kind == "reserve" else full_rest(x, c)
        if more:
            left.append((c, more))
        else:
            seat = x.setting.seat(x.setting.commands[c].side)
            say(log, "rested", f"{x.setting.commands[c].name} has rested.", "37.20", to=(seat,), dieless=True)
    return replace(s, weary=tuple(left))


def full_rest(x: Context, c: int) -> int:
    """The hours of rest that an exhausted formation needs; none for one that is not (37.20)."""
    rules = x.setting.special("exhausted")
    return sum(rule.amount for rule in rules if rule.formation == x.setting.commands[c].data.id)


def worn(x: Context, s: State, formation: int) -> bool:
    """Whether a formation is still worn out (37.20)."""
    if not s.weary or x.setting.commands[formation].chief:
        return False
    return any(c == x.setting.home[formation] for c, _ in s.weary)
