"""20.11. Leaders who act on their own initiative, and what comes of it.

Readings 76, 77 and 93 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.odds import Distribution, distribution, percent
from napwidgets.kernel.offers import Offers
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.tactical.command.chits import wing_alone
from napwidgets.systems.tactical.command.hidden import detour, lift, march_of, reroute, travelled, why_not_route
from napwidgets.systems.tactical.command.targets import (
    in_reach,
    named_targets,
    needs_target,
    orders_for,
    sent,
    suited,
    why_not_order,
)
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import OFF, Order, State
from napwidgets.systems.tactical.core.step import OwnChoice, subject_number
from napwidgets.systems.tactical.ground.context import Context, Log, refuse, say


def roll_initiative(x: Context, rating: int, dice: Dice) -> str:
    """``acts``, ``nothing`` or ``bad`` on the Initiative Table (20.11)."""
    bad, nothing = x.tables.initiative[max(0, min(4, rating))]
    total = dice.roll("initiative", 2)
    if total <= bad:
        return "bad"
    return "nothing" if total <= nothing else "acts"


def initiative_odds(x: Context, rating: int) -> Distribution[str]:
    """The exact chances of a leader's attempt (20.11)."""
    return distribution(lambda dice: roll_initiative(x, rating, dice))


def own_rating(x: Context, s: State, leader: int, kind: str) -> int:
    """The rating with which a leader tries an order on his own; attachments to a corps of his count (20.13)."""
    corps = [x.recipient_rating(s, c) for c in x.setting.led_by[leader] if x.leader_of(s, c) == leader]
    return min(corps, default=x.rating(s, leader)) + sum(rule(x, s, leader, kind) for rule in x.rules.bids)


def who_rolls(x: Context, s: State, c: int) -> list[int]:
    """Leaders who may give a command orders by initiative: its own, for divisions the corps commander, a lone wing
    commander.
    """
    info = x.setting.commands[c]
    found = [x.leader_of(s, c)] if x.leader_of(s, c) >= 0 else []
    if info.division is not None:
        found.append(x.setting.commands[x.setting.formation_index[info.data.id]].leader)
    if info.wing >= 0 and info.chit and wing_alone(x, s, info.wing):
        found.append(info.wing)
    return [i for i in dict.fromkeys(found) if s.leaders[i].hex >= 0 and not s.leaders[i].busy]


def why_not_initiative(x: Context, s: State, move: m.TryInitiative, tried: tuple[int, ...]) -> IllegalMove | None:
    """Why an attempt is not possible, if so (20.4, 20.11, 25.5.3)."""
    if move.route:
        return _why_not_reroute(x, s, move, tried)
    return why_not_order(x, s, move.to, move.kind, move.target, own=True) or _why_not_by(x, s, move, tried)


def _why_not_by(x: Context, s: State, move: m.TryInitiative, tried: tuple[int, ...]) -> IllegalMove | None:
    """Why this leader can't try this, if so."""
    order = move.kind, move.target
    if move.by not in tried and in_mind(x, s, move.by, move.target) and _own_matters(x, s, move.by, move.to, [order]):
        return None
    name = x.setting.leaders[move.by].name
    if move.by in tried:
        return refuse("tried", f"{name} has tried this turn.", "20.11")
    if move.kind == "general_retreat":
        return refuse("kind", "Only the overall commander orders a general retreat.", "20.2")
    if why := x.rules.arranged(x, s, move.by, move.to, move.kind, move.target):
        return refuse("arranged", *why)
    return refuse("sight", f"{name} can't see {x.place(move.target)}.", "20.11", "20.14")


def _why_not_reroute(x: Context, s: State, move: m.TryInitiative, tried: tuple[int, ...]) -> IllegalMove | None:
    """Why a hidden march can't take another way, if so: same order, same goal, an open route (25.5.3)."""
    order = s.commands[move.to].order
    if march_of(s, move.to) is None or (move.kind, move.target) != (order.kind, order.target):
        return refuse("route", "Only the way of a hidden march can be changed, not its goal or its order.", "25.5.3")
    if move.by in tried:
        return refuse("tried", f"{x.setting.leaders[move.by].name} has tried this turn.", "20.11")
    return why_not_route(x, s, move.to, ((move.kind, move.target),), move.route)


def _own_matters(x: Context, s: State, by: int, c: int, orders: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those of some orders, all of them with a target that he has in mind, that a leader can give himself: no General
    Retreat (20.2), nothing that the title's command arrangements forbid.
    """
    arranged = x.rules.arrangements(x, s, by, c).among(orders)
    return [order for order in arranged if order[0] != "general_retreat"]


def in_mind(x: Context, s: State, by: int, target: int) -> bool:
    """Whether a leader can think of a target, if there is one: it must be in his extended LOS (20.11)."""
    return target < 0 or x.sees(s, s.leaders[by].hex, target)


def _thoughts(x: Context, s: State, by: int, c: int) -> list[tuple[str, int]]:
    """The orders that lists offer a leader who acts on his own for a command."""
    # A line of sight is looked along once for each place, not for each kind of order.
    places = [target for target in named_targets(x, x.leader_hex(s, c)) if in_mind(x, s, by, target)]
    return _own_matters(x, s, by, c, orders_for(x, s, c, places, own=True))


class InitiativeStage(OwnChoice, frozen=True, tag="initiative"):
    """Leaders of one side may try to give themselves orders, each once a turn (20.3, 20.11)."""

    tried: tuple[int, ...] = ()

    def _able(self, x: Context, s: State) -> list[int]:
        """Whom a leader may act for; at night nobody does (reading 77)."""
        if x.setting.night(s.turn):
            return []
        notes, asked = x.notes(s, self.who), ("initiative", self.who, self.tried)
        known: list[int] | None = notes.get(asked)
        if known is None:
            mine = [c for c, info in enumerate(x.setting.commands) if info.side == self.who and x.leader_hex(s, c) >= 0]
            known = notes[asked] = [c for c in mine if any(i not in self.tried for i in who_rolls(x, s, c))]
        return known

    def left(self, x: Context, s: State, c: int) -> list[int]:
        """The leaders who may still try to give a command orders."""
        return [by for by in who_rolls(x, s, c) if by not in self.tried] if c in self._able(x, s) else []

    def unnamed(self, x: Context, s: State, c: int) -> bool:
        """Whether somebody may try an order for a command about a place that he sees, though it has no name."""
        free = self.left(x, s, c)
        places = in_reach(x, x.leader_hex(s, c)) if free else ()
        return any(
            in_mind(x, s, by, h) and _own_matters(x, s, by, c, orders_for(x, s, c, [h], own=True))
            for by in free
            for h in places
        )

    def automatic(self, x: Context, s: State) -> bool:
        return not self._able(x, s)

    def question(self, x: Context, s: State) -> Question:
        prompt = "A leader may try to give himself an order he needs now. A bad roll lets the enemy choose it."
        return Question("initiative", "Initiative", prompt, ("NLC 20.11",))

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"c:{c}", x.setting.commands[c].name, x.leader_hex(s, c)) for c in self._able(x, s)]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            return [m.Pass()]
        c = subject_number(subject, "c")
        free = self.left(x, s, c)
        if not free:
            return []
        march = march_of(s, c)
        other = detour(x, s, march) if march is not None else ()
        order = s.commands[c].order
        around: list[m.Move] = [m.TryInitiative(c, order.kind, order.target, by, other) for by in free if other]
        about = [(by, order) for by in free for order in _thoughts(x, s, by, c)]
        thoughts = Offers(about, lambda of: m.TryInitiative(c, *of[1], of[0]))
        return [*around, *thoughts] if around else thoughts

    def check(self, x: Context, s: State, move: m.Move) -> None:
        if isinstance(move, m.Pass):
            return
        if not isinstance(move, m.TryInitiative):
            raise self.not_offered(x, s, move)
        if not 0 <= move.to < len(x.setting.commands) or x.setting.commands[move.to].side != self.who:
            raise refuse("command", "That formation is not yours.", "20.11")
        if move.by not in who_rolls(x, s, move.to):
            raise refuse("leader", "That leader can't act for this formation.", "20.11")
        problem = why_not_initiative(x, s, move, self.tried)
        if problem:
            raise problem

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        if not isinstance(move, m.TryInitiative):
            return s.pop()
        s = s.pop(replace(self, tried=(*self.tried, move.by)))
        rating = own_rating(x, s, move.by, move.kind)
        result = roll_initiative(x, rating, dice)
        name = x.setting.leaders[move.by].name
        text = {
            "acts": f"{name} acts on his initiative.",
            "nothing": f"{name} looks for a chance of his own and finds none.",
            "bad": f"{name} misjudges the situation: the enemy decides what he does.",
        }[result]
        say(log, "initiative", text, "20.11")
        if result == "bad":
            s = lift(x, s, move.to, log)
            if (known := x.rules.misleads(x, s, move.to, log)) is not None:
                misled: State = known
                return misled
            return s.push(BadMove(1 - self.who, move.to, x.leader_hex(s, move.to)))
        if result == "nothing":
            return s
        march = march_of(s, move.to)
        if move.route and march is not None:
            seat = (x.setting.seat(self.who),)
            say(log, "rerouted", f"{x.setting.commands[move.to].name} takes another way.", "25.5.3", to=seat)
            return reroute(s, march, move.route, travelled(x, march))
        order = Order(move.kind, move.target, s.turn)
        command = replace(s.commands[move.to], order=order, queue=(), pending=(), active=True)
        seat = (x.setting.seat(self.who),)
        info = x.setting.commands[move.to]
        say(log, "complied", f"{info.name} now follows {sent(x, move.kind, move.target)}.", "20.11", to=seat)
        return x.take_order(lift(x, s, move.to, log), move.to, command)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.TryInitiative):
            return None
        chances = initiative_odds(x, own_rating(x, s, move.by, move.kind))
        detail = f"{percent(chances['acts'])} acts, {percent(chances['bad'])} bad move"
        who = x.setting.leaders[move.by].name
        if move.route:
            return Label(f"{who}: another way, round the enemy", detail, ("NLC 20.11", "NLC 25.5.3"))
        return Label(f"{who}: {sent(x, move.kind, move.target)}", detail, ("NLC 20.11",))


class BadMove(OwnChoice, frozen=True, tag="bad-move"):
    """The other player gives the misguided leader an order for this turn (20.11)."""

    command: int
    #: Where the misled leader is: he has given himself away.
    here: int

    def question(self, x: Context, s: State) -> Question:
        name = x.setting.commands[self.command].name
        prompt = f"{name} of the enemy is misled: choose its order for this turn. It rests in reserve afterwards."
        return Question("bad-move", "Bad move", prompt, ("NLC 20.11",))

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject:
            return []
        found: list[m.Move] = [m.Pass()]
        for kind in ("attack", "probe", "defend", "delay", "march", "fall_back"):
            places = named_targets(x, self.here) if needs_target(x, kind) else [OFF]
            fit = suited(x, s, self.command, kind, self.here, places)
            found += [m.Misdirect(self.command, kind, t) for t in fit]
        return [*found, m.Misdirect(self.command, "reserve", OFF)]

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, m.Misdirect):
            return s
        order = Order(move.kind, move.target, s.turn)
        name = x.setting.commands[self.command].name
        say(log, "misled", f"{name} is misled into {sent(x, move.kind, move.target)}.", "20.11")
        s = lift(x, s, move.to, log)
        s = x.take_order(s, move.to, replace(s.commands[move.to], order=order, queue=(), active=True))
        return s.command(move.to, loose=s.turn)

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if isinstance(move, m.Misdirect):
            return Label(sent(x, move.kind, move.target), "", ("NLC 20.11",))
        return Label("Leave its orders as they are", "", ("NLC 20.11",))
