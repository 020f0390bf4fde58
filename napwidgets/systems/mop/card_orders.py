"""37.12, Appendices I and III. Cards that send formations off: 8, 11, 12, 15 and 28."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question, Subject
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.cards import figure, title, used
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.command.compliance import obey
from napwidgets.systems.tactical.command.hidden import lift
from napwidgets.systems.tactical.command.initiative import (
    InitiativeStage,
    own_rating,
    roll_initiative,
    who_rolls,
)
from napwidgets.systems.tactical.command.orders import may_send, send, senders
from napwidgets.systems.tactical.command.targets import named_targets, orders_for, sent, words
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import OFF, Order, Pending
from napwidgets.systems.tactical.core.state import State as Position
from napwidgets.systems.tactical.core.step import OwnChoice, subject_number
from napwidgets.systems.tactical.ground.context import Context, Log

_PAPERS = "MoP App. III"


class Direct(m._Move, tag="card-order", frozen=True):
    """A formation gets the order that a card gives; ``sender`` sends it, -1 where it is followed at once."""

    card: int
    to: int
    kind: str
    target: int
    sender: int = -1


class Hear(m._Move, tag="sound-of-guns", frozen=True):
    """A leader wants to march to the sound of the guns."""

    to: int
    target: int


def corps(x: Context, s: State, side: int) -> list[int]:
    """The formations of a side that are on the map with their leaders."""
    mine = [c for c in range(x.setting.formations) if x.setting.commands[c].side == side]
    return [c for c in mine if x.leader_hex(s, c) >= 0 and x.governs(s, c)]


def clear(x: Context, s: State, c: int) -> bool:
    """Whether no unit of a formation stands in an enemy zone of control."""
    return not any(x.ground.in_zoc(s, u) for u in x.governs(s, c))


#: The kind of order that each card gives.
GIVES = {cards.APPROACH_MARCH: "march", cards.PROBE: "probe", cards.FORCED_MARCH: "march"}


def directions(x: Context, s: State, card: int, c: int) -> list[Direct]:
    """The orders that a card can give to a formation."""
    kind, info = GIVES[card], x.setting.commands[c]
    orders = [order for order in orders_for(x, s, c, named_targets(x, x.leader_hex(s, c))) if order[0] == kind]
    if card == cards.FORCED_MARCH:
        by = [(i, s.leader(i, gave=0)) for i in senders(x, s, c)]
        return [Direct(card, c, *order, i) for i, free in by for order in may_send(x, free, i, c, orders)]
    if card == cards.APPROACH_MARCH and not clear(x, s, c):
        return []
    return [Direct(card, c, *order) for order in x.rules.arrangements(x, s, info.overall, c).among(orders)]


class FormationChoice(OwnChoice, frozen=True):
    """A card sends one formation off: which, and where to."""

    def _able(self, x: Context, s: State) -> list[int]:
        """The formations that it can send."""
        raise NotImplementedError

    def _moves(self, x: Context, s: State, c: int) -> Sequence[Direct | Hear]:
        """Where it can send one of them."""
        raise NotImplementedError

    def automatic(self, x: Context, s: State) -> bool:
        return not self._able(x, s)

    def subjects(self, x: Context, s: State) -> Sequence[Subject]:
        return [Subject(f"c:{c}", x.setting.commands[c].name, x.leader_hex(s, c)) for c in self._able(x, s)]

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        if subject is None:
            return [m.Pass()]
        c = subject_number(subject, "c")
        return self._moves(x, s, c) if c in self._able(x, s) else []

    def check(self, x: Context, s: State, move: m._Move) -> None:
        if isinstance(move, m.Pass):
            return
        if not isinstance(move, Direct | Hear) or move not in self.options(x, s, f"c:{move.to}"):
            raise self.not_offered(x, s, move)


class CardOrder(FormationChoice, frozen=True, tag="card-order-choice"):
    """A card gives a formation an order: at once (8, 12) or sent with more weight (28). ``among`` limits to whom."""

    card: int
    among: tuple[int, ...] = ()

    def _able(self, x: Context, s: State) -> list[int]:
        found = [c for c in corps(x, s, self.who) if not self.among or c in self.among]
        return [c for c in found if directions(x, s, self.card, c)]

    def _moves(self, x: Context, s: State, c: int) -> Sequence[Direct]:
        return directions(x, s, self.card, c)

    def question(self, x: Context, s: State) -> Question:
        name = title(x, self.card, self.who)
        how = "It is sent at once, with more weight" if self.card == cards.FORCED_MARCH else "It is followed at once"
        prompt = f"{name}: choose a formation and its {words(GIVES[self.card])} order. {how}. Or let the card go."
        return Question("card", name, prompt, (_PAPERS,), secret=True)

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        play = cards.ready(s, self.who, self.card)
        if not isinstance(move, Direct) or play is None:
            return s
        s = used(x, s, play, (move.to,))
        if move.sender >= 0:
            return self._send(x, s, move, log)
        pending = Pending((Order(move.kind, move.target),), x.setting.commands[move.to].overall, s.turn, s.turn, 0)
        obeyed = obey(x, s, move.to, pending, log)
        assert isinstance(obeyed, State)
        return obeyed.command(move.to, pending=())

    @staticmethod
    def _send(x: Context, s: State, move: Direct, log: Log) -> State:
        """An order beyond the sender's capacity, with columns more on the compliance table (28)."""
        gave, shift = s.leaders[move.sender].gave, figure(x, "compliance shift")
        told = send(x, s, m.Send(move.sender, move.to, ((move.kind, move.target),)), log)
        assert isinstance(told, State)
        s = told.leader(move.sender, gave=gave)
        if not x.options.order_markers or len(s.commands[move.to].pending):
            waiting = s.commands[move.to].pending
            last = replace(waiting[-1], shift=waiting[-1].shift + shift)
            return s.command(move.to, pending=(*waiting[:-1], last))
        aide = s.aides[-1]
        carried = replace(aide, carries=replace(aide.carries, shift=aide.carries.shift + shift))
        return replace(s, aides=(*s.aides[:-1], carried))

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if isinstance(move, Direct):
            by = f"by {x.setting.leaders[move.sender].name}" if move.sender >= 0 else "at once"
            return Label(sent(x, move.kind, move.target), by, (_PAPERS,))
        return Label("Let the card go", "", (_PAPERS,)) if isinstance(move, m.Pass) else None


class GeneralAdvance(InitiativeStage, frozen=True, tag="general-advance"):
    """Card 11: one leader tries an order on his own initiative with columns more."""

    def question(self, x: Context, s: Position) -> Question:
        prompt = "General Advance: one leader may try to give himself an order, with two columns more. Or let it go."
        return Question("initiative", "General Advance", prompt, (_PAPERS, "NLC 20.11"))

    def play(self, x: Context, s: Position, move: m._Move, dice: Dice, log: Log) -> State:
        assert isinstance(s, State)
        play = cards.ready(s, self.who, cards.GENERAL_ADVANCE)
        after = super().play(x, s, move, dice, log)  # type: ignore[arg-type]
        assert isinstance(after, State)
        if isinstance(move, m.TryInitiative) and play is not None:
            after = used(x, after, play, (move.to,), seen=True)
        return replace(after, agenda=tuple(k for k in after.agenda if not isinstance(k, GeneralAdvance)))


def bolder(x: Context, s: State, leader: int, kind: str) -> int:
    """Columns more on the Initiative Table for the leader who tries by card 11."""
    by_card = bool(s.agenda) and isinstance(s.agenda[-1], GeneralAdvance)
    return figure(x, "initiative shift") if by_card else 0


class SoundOfGuns(FormationChoice, frozen=True, tag="sound-of-guns-choice"):
    """Card 15: a leader may march to where there was fighting last turn, and attack there."""

    def _able(self, x: Context, s: State) -> list[int]:
        mine = [c for c in corps(x, s, self.who) if clear(x, s, c) and who_rolls(x, s, c)]
        return [c for c in mine if self._targets(x, s, c)]

    def _targets(self, x: Context, s: State, c: int) -> list[int]:
        """Hexes near its leader that were attacked or bombarded last turn, and that he may go for."""
        row, by, far = x.board.distances[x.leader_hex(s, c)], who_rolls(x, s, c)[0], figure(x, "gun sound")
        near = sorted({h for h, turn in s.rumbles if turn == s.turn - 1 and row[h] <= far})
        why = x.rules.arrangements(x, s, by, c).why
        return [h for h in near if not any(why(kind, h) for kind in ("march", "attack"))]

    def _moves(self, x: Context, s: State, c: int) -> Sequence[Hear]:
        return [Hear(c, h) for h in self._targets(x, s, c)]

    def question(self, x: Context, s: State) -> Question:
        prompt = "Sound of Guns: choose a formation that tries to march to the fighting and attack. Or let the card go."
        return Question("card", "Sound of Guns", prompt, (_PAPERS,), secret=True)

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        play = cards.ready(s, self.who, cards.SOUND_OF_GUNS)
        if not isinstance(move, Hear) or play is None:
            return s
        s = used(x, s, play, (move.to,))
        leader = who_rolls(x, s, move.to)[0]
        result = roll_initiative(x, self._rating(x, s, leader), dice)
        name, seat = x.setting.leaders[leader].name, (x.setting.seat(self.who),)
        if result != "acts":
            say(log, "initiative", f"{name} hears the guns and stays where he is.", "App. III", to=seat)
            return s
        text = f"{name} marches to the guns at {x.place(move.target)}."
        say(log, "complied", text, "App. III", to=seat, hexes=(move.target,))
        orders = Order("march", move.target, s.turn), Order("attack", move.target)
        shown = lift(x, s, move.to, log)
        told = replace(shown.commands[move.to], order=orders[0], queue=orders[1:], pending=(), active=True)
        taken = x.take_order(shown, move.to, told)
        assert isinstance(taken, State)
        return taken

    @staticmethod
    def _rating(x: Context, s: State, leader: int) -> int:
        return own_rating(x, s, leader, "attack") + figure(x, "initiative shift")

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if isinstance(move, Hear):
            return Label(f"To the guns at {x.place(move.target)}", "march, then attack", (_PAPERS,))
        return Label("Let the card go", "", (_PAPERS,)) if isinstance(move, m.Pass) else None


def probing(x: Context, s: State, side: int) -> list[int]:
    """The formations that card 12 could send to probe."""
    return [c for c in corps(x, s, side) if directions(x, s, cards.PROBE, c)]


def told_orders(x: Context, s: State, side: int) -> str:
    """The orders in force of a side's formations, in words (card 10)."""
    found = []
    for c in corps(x, s, side):
        order = s.commands[c].order
        where = f" {x.place(order.target)}" if order.target != OFF else ""
        found.append(f"{x.setting.commands[c].name} {words(order.kind)}{where}")
    return "; ".join(found)
