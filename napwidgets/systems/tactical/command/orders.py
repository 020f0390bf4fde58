"""20.4 to 20.6, 20.12, 20.13, 20.15, 19.5. Orders given by the overall and wing commanders.

Readings 63, 78, 79, 81, 83 and 84 of docs/rules/nlc.md apply here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.offers import Offers
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.tactical.command.chits import wing_alone
from napwidgets.systems.tactical.command.compliance import column, confuses, shift_for, travel
from napwidgets.systems.tactical.command.hidden import lift, plot, position, why_not_route
from napwidgets.systems.tactical.command.limits import BACKWARDS
from napwidgets.systems.tactical.command.targets import (
    named_targets,
    orders_for,
    same_type,
    sent,
    why_not_sequence,
    words,
)
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import RESERVE, Aide, Order, Pending, State
from napwidgets.systems.tactical.core.step import OwnChoice, subject_number
from napwidgets.systems.tactical.ground.context import Context, Log, refuse, say

__all__ = ["OrdersStage", "senders", "why_not_send"]


def senders(x: Context, s: State, c: int) -> list[int]:
    """Who may send orders to a command: its OC, and its wing commander when out of the OC's sight (20, 20.15)."""
    info = x.setting.commands[c]
    found: list[int] = []
    if info.chief and info.leader == info.overall:
        return found
    if s.leaders[info.overall].hex >= 0 and not s.leaders[info.overall].busy:
        found.append(info.overall)
    between = info.wing >= 0 and info.wing not in (info.overall, info.leader)
    if between and wing_alone(x, s, info.wing) and not s.leaders[info.wing].busy:
        found.append(info.wing)
    return found


def face_to_face(x: Context, s: State, sender: int, c: int) -> bool:
    """Whether an order is given face to face: both leaders in one hex (20.6)."""
    return s.leaders[sender].hex >= 0 and s.leaders[sender].hex == x.leader_hex(s, c)


def may_send(x: Context, s: State, sender: int, c: int, orders: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those of some orders (kind and target) that a commander can send to a command now: capacity (20.12), wing
    (20.15), aides (25.7.4).
    """
    gave = s.leaders[sender].gave
    if gave >= x.capacity(s, sender) or (x.options.order_markers and any(a.command == c for a in s.aides)):
        return []
    orders = x.rules.arrangements(x, s, sender, c).among(orders)
    alone = sees_to_it(x, s, sender)
    if alone and not face_to_face(x, s, sender, c):
        return []
    if alone:
        # Several kinds of orders share a target.
        seen = {target: in_view(x, s, sender, target) for target in {target for _, target in orders}}
        orders = [order for order in orders if seen[order[1]]]
    return consistent(x, s, sender, orders) if sender in x.setting.own_orders else orders


def sees_to_it(x: Context, s: State, sender: int) -> bool:
    """Whether a commander sees to all further orders himself: away from his headquarters he has given one (20.12)."""
    return s.leaders[sender].gave >= 1 and not x.with_hq(s, sender)


def away(x: Context, sender: int) -> IllegalMove:
    """Why a commander who is not at his headquarters gives no further order of that kind (20.12)."""
    return refuse(
        "away",
        f"{x.setting.leaders[sender].name} is away from his headquarters: after one order he can only speak face to "
        "face, about what he can see.",
        "20.12",
    )


def in_view(x: Context, s: State, sender: int, target: int) -> bool:
    """Whether a target is in a commander's extended LOS, or on a road that starts in it (20.12)."""
    here = s.leaders[sender].hex
    if target < 0 or x.sees(s, here, target):
        return True
    return any(x.sees(s, here, r) for r in x.ground.on_roads_from(target))


def why_not_send(x: Context, s: State, move: m.Send, side: int) -> IllegalMove | None:
    """Why an order can't be sent, if so."""
    if not 0 <= move.to < len(x.setting.commands) or x.setting.commands[move.to].side != side:
        return refuse("command", "That formation is not yours.", "20")
    if move.sender not in senders(x, s, move.to):
        return refuse("sender", "Orders come from the overall commander, or a wing commander out of his sight.", "20")
    problem = why_not_sequence(x, s, move.to, move.orders) or _why_not_by(x, s, move)
    if problem:
        return problem
    if move.force and not (x.options.order_force and 0 <= move.force <= 2):
        return refuse("force", "Force goes from 0 to 2, and only with the option for it.", "25.8")
    if move.attach != -1:
        problem = _why_not_attach(x, s, move)
        if problem:
            return problem
    return why_not_route(x, s, move.to, move.orders, move.route) if move.route else None


def _why_not_by(x: Context, s: State, move: m.Send) -> IllegalMove | None:
    """Why this commander can't send this order, if so."""
    if may_send(x, s, move.sender, move.to, [move.orders[0]]):
        return None
    if why := x.rules.arranged(x, s, move.sender, move.to, *move.orders[0]):
        return refuse("arranged", *why)
    name = x.setting.leaders[move.sender].name
    most = x.capacity(s, move.sender)
    if s.leaders[move.sender].gave >= most:
        return refuse("capacity", f"{name} has given all the orders he can this turn ({most}).", "20.12")
    if x.options.order_markers and any(a.command == move.to for a in s.aides):
        return refuse("aide", f"An aide is on his way to {x.setting.commands[move.to].name} already.", "25.7.4")
    if sees_to_it(x, s, move.sender):
        return away(x, move.sender)
    own = s.commands[x.setting.own_orders[move.sender]].order
    told = sent(x, own.kind, own.target)
    if move.orders[0][0] == "attack" and own.kind != "attack":
        text = f"{name} can only give orders that fit his own ({told}): an attack once he is told to attack himself."
    else:
        text = f"{name} can only give orders that fit his own ({told}): of the same type, or with the same target."
    return refuse("wing", text, "20.15")


def _why_not_attach(x: Context, s: State, move: m.Send) -> IllegalMove | None:
    info = x.setting.commands[move.to]
    if info.division is None:
        return refuse("attach", "Only a division can be given to another corps.", "20.13")
    own = x.setting.formation_index[info.data.id] == move.attach
    if own or not 0 <= move.attach < x.setting.formations or x.setting.commands[move.attach].side != info.side:
        return refuse("attach", "Choose another one of your corps to attach the division to.", "20.13")
    return None


def consistent(x: Context, s: State, sender: int, orders: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those of a commander's orders that fit his own: an attack only if he has been told to attack, and from a wing
    commander nothing but the same type or the same target (20.15, reading 84).
    """
    own = s.commands[x.setting.own_orders[sender]].order
    free = x.setting.leaders[sender].role == "overall"
    return [
        (kind, target)
        for kind, target in orders
        if (kind != "attack" or own.kind == "attack")
        and (free or same_type(own.kind, kind) or (target >= 0 and own.target == target))
    ]


def why_not_lead(x: Context, s: State, leader: int, c: int) -> IllegalMove | None:
    """Why a wing commander can't take a formation over, if so (20.15): his own wing's, in its stack, near the OC."""
    info = x.setting.commands[c]
    if leader != info.wing or not _in_a_wing(x, c):
        return refuse("lead", "Only a wing commander takes over formations, and only those of his wing.", "20.15")
    here, chief = s.leaders[leader].hex, s.leaders[info.overall].hex
    if here < 0 or chief < 0 or not x.ground.command_range(s, chief, info.side)[here]:
        return refuse("lead", "He must be in command range of the overall commander to take a formation over.", "20.15")
    if not any(s.units[u].hex == here for u in x.governs(s, c)):
        return refuse("lead", f"He must stand with troops of {info.name}.", "20.15")
    return None


def _in_a_wing(x: Context, c: int) -> bool:
    """Whether a command is a formation of a wing whose commander is not its own leader."""
    info = x.setting.commands[c]
    return info.chit and info.wing >= 0 and info.leader != info.wing


def _falls_back(s: State, c: int) -> bool:
    return s.commands[c].active and s.commands[c].order.kind in BACKWARDS


def _on_its_own(x: Context, s: State, c: int) -> bool:
    """Whether a command is a division that has orders of its own (20.13)."""
    return x.setting.commands[c].division is not None and s.commands[c].active


def _heard(x: Context, s: State, sender: int, c: int) -> bool:
    """Whether a commander can give a command any order at all, by the command arrangements of the battle."""
    return not x.rules.arrangements(x, s, sender, c).always


class OrdersStage(OwnChoice, frozen=True, tag="orders"):
    """One side writes its orders; the other does not see them (20.3, 20.4). What is left to order depends on who stands
    where out of the enemy's sight, so that whoever has nothing left is asked like everybody (5.3): a formality.
    """

    def question(self, x: Context, s: State) -> Question:
        left = []
        for i, leader in enumerate(x.setting.leaders):
            if x.setting.leader_side[i] != self.who or s.leaders[i].hex < 0:
                continue
            gives = leader.role == "overall" or (leader.role == "wing" and wing_alone(x, s, i))
            if gives and not self._mute(x, s, i):
                left.append(f"{leader.name} {max(0, x.capacity(s, i) - s.leaders[i].gave)}")
        prompt = f"Write orders; choose Done when there are no more. Orders left: {', '.join(left) or 'none'}."
        return Question("orders", "Orders", prompt, ("NLC 20.4", "NLC 20.12"), secret=True, formal=True)

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"c:{c}", x.setting.commands[c].name, x.leader_hex(s, c)) for c in self._able(x, s)]

    def _able(self, x: Context, s: State) -> list[int]:
        """Whom somebody can still send an order."""
        notes, asked = x.notes(s, self.who), ("can be ordered",)
        known: list[int] | None = notes.get(asked)
        if known is None:
            free = {i for i in x.setting.leaders_of[self.who] if s.leaders[i].gave < x.capacity(s, i)}
            mine = x.setting.commands_of[self.who] if free else ()
            known = notes[asked] = [
                c
                for c in mine
                if x.leader_hex(s, c) >= 0 and any(by in free and _heard(x, s, by, c) for by in senders(x, s, c))
            ]
        return known

    def _mute(self, x: Context, s: State, leader: int) -> bool:
        """Whether a commander can order nobody now whom he could order at other times, by the command arrangements."""
        whom = [c for c in x.setting.commands_of[self.who] if leader in senders(x, s, c)]
        return bool(whom) and not any(_heard(x, s, leader, c) for c in whom)

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m.Move]:
        if subject is None:
            return [m.Pass(), *self._free(x, s)]
        c = subject_number(subject, "c")
        if not 0 <= c < len(x.setting.commands) or x.setting.commands[c].side != self.who:
            return []
        here = x.leader_hex(s, c)
        if here < 0:
            return []
        orders = orders_for(x, s, c, named_targets(x, here))
        about = [(by, order) for by in senders(x, s, c) for order in may_send(x, s, by, c, orders)]
        plain = Offers(about, lambda of: m.Send(of[0], c, (of[1],)))
        hidden = x.options.hidden_movement and not x.setting.commands[c].chief
        return plain.and_also(self._unseen(x, position(x, s, c), plain)) if hidden else plain

    @staticmethod
    def _unseen(x: Context, here: int, plain: Iterable[m.Send]) -> list[m.Send]:
        """March and Fall Back orders carried out unseen, by the quickest route (25.5.1)."""
        found = []
        for move in plain:
            kind, target = move.orders[0]
            route = plot(x, here, target) if kind in ("march", "fall_back") and target >= 0 else ()
            if route:
                found.append(replace(move, route=route))
        return found

    def _free(self, x: Context, s: State) -> list[m.Move]:
        """What needs no aide: rest, divisions taken back, HQs, dummies, hidden marches revealed."""
        notes, asked = x.notes(s, self.who), ("needs no aide",)
        known: list[m.Move] | None = notes.get(asked)
        if known is None:
            known = notes[asked] = self._by_itself(x, s)
        return known

    def _by_itself(self, x: Context, s: State) -> list[m.Move]:
        found: list[m.Move] = []
        # Most can do none of it, which is told by a glance; a refusal has many words.
        for c in x.setting.commands_of[self.who]:
            if _falls_back(s, c) and self._why_not_rest(x, s, c) is None:
                found.append(m.Rest(c))
            if _on_its_own(x, s, c) and self._why_not_rejoin(x, s, c) is None:
                found.append(m.Rejoin(c))
            wing = x.setting.commands[c].wing
            if s.commands[c].led >= 0:
                found.append(m.LeaveLead(c))
            elif _in_a_wing(x, c) and why_not_lead(x, s, wing, c) is None:
                found.append(m.TakeLead(wing, c))
        for q, hq in enumerate(s.hqs):
            if x.setting.hq_side[q] == self.who and hq.hex >= 0 and self._why_not_ordering_hq(x, s, q) is None:
                found += [m.SendHq(q, "march", t) for t in named_targets(x, hq.hex) if t not in (hq.target, hq.hex)]
        found += [m.Reveal(k.command) for k in s.marches if x.setting.commands[k.command].side == self.who]
        return found + self._dummies(x, s)

    def _dummies(self, x: Context, s: State) -> list[m.Move]:
        """Dummy target markers on named places; they may lie anywhere on the map (25.7.3)."""
        return [m.Flag(h) for h in x.setting.named] if self._dummy_left(x, s) else []

    def _dummy_left(self, x: Context, s: State) -> bool:
        """Whether the side has a dummy target marker left: one for each four corps (25.7.3)."""
        if not x.options.order_markers:
            return False
        corps = sum(1 for c in range(x.setting.formations) if x.setting.commands[c].side == self.who)
        placed = sum(1 for side, _ in s.dummies if side == self.who)
        return placed < (corps + 3) // 4

    def _why_not_led(self, x: Context, s: State, move: m.TakeLead) -> IllegalMove | None:
        if not 0 <= move.to < len(x.setting.commands) or x.setting.commands[move.to].side != self.who:
            return refuse("command", "That formation is not yours.", "20")
        return why_not_lead(x, s, move.leader, move.to)

    def _why_not_rest(self, x: Context, s: State, c: int) -> IllegalMove | None:
        """Why a formation that falls back can't go into Reserve now, if so (20.2)."""
        order = s.commands[c].order
        if not _falls_back(s, c):
            return refuse("rest", "Only a formation that falls back can be rested.", "20.2")
        if order.kind == "general_retreat" and not any(x.setting.night(t) for t in range(order.since, s.turn + 1)):
            return refuse("rest", "A general retreat goes on until night.", "20.2")
        if any(x.close(s, s.units[u].hex, x.setting.commands[c].side) for u in x.governs(s, c)):
            return refuse("rest", "An enemy is within two hexes.", "20.2")
        return None

    def _why_not_rejoin(self, x: Context, s: State, c: int) -> IllegalMove | None:
        """Why a division can't be taken back into its corps, if so (20.13)."""
        info = x.setting.commands[c]
        if not _on_its_own(x, s, c):
            return refuse("rejoin", "That division has no orders of its own.", "20.13")
        home = x.setting.commands[x.setting.formation_index[info.data.id]]
        center = s.leaders[home.leader].hex
        if center < 0:
            return refuse("rejoin", "Its corps commander is not on the map.", "20.13")
        field = x.ground.command_range(s, center, info.side)
        if not all(field[s.units[u].hex] for u in info.units if s.units[u].hex >= 0):
            return refuse("rejoin", f"{info.name} is out of its corps commander's range.", "20.13")
        return None

    def check(self, x: Context, s: State, move: m.Move) -> None:
        problem: IllegalMove | None = None
        if isinstance(move, m.Send):
            problem = why_not_send(x, s, move, self.who)
        elif isinstance(move, (m.Rest, m.Rejoin)):
            if not 0 <= move.to < len(x.setting.commands) or x.setting.commands[move.to].side != self.who:
                problem = refuse("command", "That formation is not yours.", "20")
            elif isinstance(move, m.Rest):
                problem = self._why_not_rest(x, s, move.to)
            else:
                problem = self._why_not_rejoin(x, s, move.to)
        elif isinstance(move, m.SendHq):
            problem = self._why_not_hq(x, s, move)
        elif isinstance(move, m.TakeLead):
            problem = self._why_not_led(x, s, move)
        elif isinstance(move, m.Flag) and self._dummy_left(x, s) and 0 <= move.hex < x.board.size:
            return
        elif move not in self._free(x, s) and not isinstance(move, m.Pass):
            raise self.not_offered(x, s, move)
        if problem:
            raise problem

    def _why_not_hq(self, x: Context, s: State, move: m.SendHq) -> IllegalMove | None:
        if not 0 <= move.hq < len(s.hqs) or x.setting.hq_side[move.hq] != self.who or s.hqs[move.hq].hex < 0:
            return refuse("hq", "That headquarters is not yours or not on the map.", "19.5")
        if move.kind not in ("march", "fall_back") or not 0 <= move.target < x.board.size:
            return refuse("hq", "A headquarters takes March and Fall Back orders, to a hex on the map.", "19.5")
        problem = self._why_not_ordering_hq(x, s, move.hq)
        if problem:
            return problem
        if not x.setting.passable[move.target] or move.target == s.hqs[move.hq].hex:
            return refuse("hq", "Choose another hex for the headquarters to go to.", "19.5")
        return None

    @staticmethod
    def _why_not_ordering_hq(x: Context, s: State, q: int) -> IllegalMove | None:
        """An order to the HQ counts like any other order of its OC (20.12, reading 79)."""
        overall = x.setting.hq_overall[q]
        if s.leaders[overall].gave >= x.capacity(s, overall):
            return refuse("capacity", f"{x.setting.leaders[overall].name} has given all his orders.", "20.12")
        return None

    def play(self, x: Context, s: State, move: m.Move, dice: Dice, log: Log) -> State:
        seat = (x.setting.seat(self.who),)
        if isinstance(move, m.Send):
            s = send(x, s, move, log)
            for rule in x.rules.sent:
                s = rule(x, s, move, log)
            return s
        if isinstance(move, m.Rest):
            say(log, "rest", f"{x.setting.commands[move.to].name} goes into reserve.", "20.2", to=seat)
            return x.to_reserve(s, move.to)
        if isinstance(move, m.TakeLead):
            text = f"{x.setting.leaders[move.leader].name} takes over {x.setting.commands[move.to].name}."
            say(log, "take-lead", text, "20.15", to=seat)
            return s.command(move.to, led=move.leader)
        if isinstance(move, m.LeaveLead):
            say(log, "leave-lead", f"{x.setting.commands[move.to].name} has its own leader again.", "20.15", to=seat)
            return s.command(move.to, led=-1)
        if isinstance(move, m.Rejoin):
            say(log, "rejoin", f"{x.setting.commands[move.to].name} is back in its corps.", "20.13", to=seat)
            return s.command(move.to, order=RESERVE, active=False, attached=-1, queue=(), pending=())
        if isinstance(move, m.SendHq):
            name = x.setting.hqs[move.hq].name
            say(log, "hq-order", f"{name} will move to {x.place(move.target)}.", "19.5", to=seat)
            overall = x.setting.hq_overall[move.hq]
            s = s.leader(overall, gave=s.leaders[overall].gave + 1)
            return s.hq(move.hq, order=move.kind, target=move.target)
        if isinstance(move, m.Flag):
            say(log, "flag", f"A target flag is set at {x.place(move.hex)}.", "25.7.3", hexes=(move.hex,))
            return replace(s, dummies=(*s.dummies, (self.who, move.hex)))
        if isinstance(move, m.Reveal):
            return lift(x, s, move.to, log)
        return s.pop()

    def label(self, x: Context, s: State, move: m.Move) -> Label | None:
        if not isinstance(move, m.Send):
            return None
        kind, target = move.orders[0]
        wait = turns_under_way(x, s, move)
        when = "at once" if wait == 0 else f"in {wait} {'turn' if wait == 1 else 'turns'}"
        col = column(x, s, move.sender, move.to, shift_for(x, s, move))
        text = f"{sent(x, kind, target)}{' unseen' if move.route else ''}"
        return Label(text, f"by {x.setting.leaders[move.sender].name}, {when}, column {col}", ("NLC 20.4", "NLC 20.7"))


def turns_under_way(x: Context, s: State, move: m.Send) -> int:
    """Turns until an order is received (20.6); all have a General Retreat at once (20.2, reading 63)."""
    return 0 if move.orders[0][0] == "general_retreat" else travel(x, s, move.sender, move.to)


def send(x: Context, s: State, move: m.Send, log: Log) -> State:
    """Send a checked order: it is on its way, or received at once (20.6)."""
    info = x.setting.commands[move.to]
    gave = s.leaders[move.sender].gave
    s = s.leader(move.sender, gave=gave + 1)
    orders = tuple(Order(kind, target) for kind, target in move.orders)
    wait = turns_under_way(x, s, move)
    pending = Pending(
        orders,
        move.sender,
        s.turn,
        s.turn + wait,
        shift_for(x, s, move),
        force=move.force,
        confused=confuses(x, s, move),
        route=move.route,
        attach=move.attach,
    )
    name = x.setting.leaders[move.sender].name
    kind = words(orders[0].kind)
    where = f" {x.place(orders[0].target)}" if orders[0].target >= 0 else ""
    when = "received at once" if wait == 0 else f"expected at {x.setting.hour(s.turn + wait)}"
    seat = (x.setting.seat(info.side),)
    say(log, "order-sent", f"{name} to {info.name}: {kind}{where}, {when}.", "20.4", "20.6", to=seat)
    if x.options.order_markers and wait:
        return replace(s, aides=(*s.aides, Aide(info.side, s.leaders[move.sender].hex, move.to, pending)))
    if orders[0].kind == "general_retreat":
        for c, other in enumerate(x.setting.commands):
            if other.army == info.army and s.commands[c].active and x.leader_hex(s, c) >= 0:
                own = replace(pending, shift=shift_for(x, s, replace(move, to=c)))
                s = s.command(c, pending=(*s.commands[c].pending, own))
        return _retreat_hqs(x, s, info.army)
    return s.command(move.to, pending=(*s.commands[move.to].pending, pending))


def _retreat_hqs(x: Context, s: State, army: int) -> State:
    """A General Retreat also goes to the HQ (20.2): it falls back to its own supply edge."""
    for q, hq in enumerate(x.setting.hqs):
        if hq.army != x.setting.armies[army].id or s.hqs[q].hex < 0:
            continue
        field = x.ground.field(s.hqs[q].hex)
        goals = x.setting.roads_home[x.setting.hq_side[q]]
        if goals:
            s = s.hq(q, order="fall_back", target=min(goals, key=lambda h: (field[h], h)))
    return s
