"""The order pad for the screen: orders that are sent (20.4 to 20.7, 20.12) and those a leader gives himself (20.11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.board.display import Dispatch, Draft, Field, Share, Spread
from napwidgets.kernel.agenda import subject_number
from napwidgets.kernel.odds import percent
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.tactical.command.compliance import huff_odds, receipt_odds
from napwidgets.systems.tactical.command.hidden import plot, position
from napwidgets.systems.tactical.command.initiative import InitiativeStage, in_mind, initiative_odds, own_rating
from napwidgets.systems.tactical.command.orders import OrdersStage, senders, turns_under_way
from napwidgets.systems.tactical.command.targets import (
    KINDS,
    may_name,
    may_retreat_generally,
    named_targets,
    needs_target,
    same_type,
)
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import OFF, Pending, State
from napwidgets.systems.tactical.face.wording import ORDER_WORDS, order_words
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.telling import signed

if TYPE_CHECKING:
    from napwidgets.systems.tactical.engine import Battle as Engine


def dispatches(x: Context, view: State, seat: str | None) -> Sequence[Dispatch]:
    """Orders under way or waiting, of the seat's own side."""
    if seat not in x.setting.sides:
        return []
    side = x.setting.sides.index(seat)
    found = []
    for c, info in enumerate(x.setting.commands):
        if info.side != side:
            continue
        nation = x.infos[info.units[0]].nation if info.units else ""
        for pending in view.commands[c].pending:
            words = ", then ".join(order_words(x, o) for o in pending.orders)
            found.append(Dispatch(info.name, words, _stage(x, view, pending), nation, "NLC 20.6"))
        for order in view.commands[c].queue:
            found.append(Dispatch(info.name, order_words(x, order), "next in sequence", nation, "NLC 20.5"))
    return found


def _stage(x: Context, view: State, p: Pending) -> str:
    if p.stage == "sent":
        return f"arrives {x.setting.hour(p.due)}"
    if p.stage == "late":
        return f"followed from {x.setting.hour(p.due)}"
    if p.stage == "roll":
        return f"held up until a {p.need} or more is thrown"
    return f"read at dawn, {x.setting.hour(p.due)}"


#: What becomes of an order, in words and with a tone for the bar.
_RESULTS = {
    "C": ("complied with", "good"),
    "1T": ("one turn late", "late"),
    "R4": ("held up until a 4 or more is thrown", "held"),
    "R5": ("held up until a 5 or more is thrown", "held"),
    "I": ("ignored", "bad"),
}
_THEN = (("", "nothing"), ("march", "March"), ("attack", "Attack"), ("probe", "Probe"))


#: What becomes of an attempt, in words and with a tone for the bar.
_ATTEMPTS = {
    "acts": ("he acts", "good"),
    "nothing": ("nothing comes of it", "held"),
    "bad": ("the enemy chooses his order", "bad"),
}


def draft(engine: Engine, view: State, seat: str, values: Mapping[str, str]) -> Draft | None:
    """The pad; None while no orders are given."""
    step = view.agenda[-1] if view.agenda else None
    if not isinstance(step, OrdersStage | InitiativeStage):
        return None
    subjects = engine.subjects(view)
    if not subjects:
        return None
    x, recipients = engine.context_at(view), [int(s.id.partition(":")[2]) for s in subjects]
    pad = (_Pad if isinstance(step, OrdersStage) else _OwnPad)(x, view, values, recipients)
    draft = pad.blank()
    problem = pad.missing()
    if problem:
        return replace(draft, why=problem)
    try:
        engine.check(view, seat, pad.move())
    except IllegalMove as refusal:
        return replace(draft, why=refusal.why, why_cites=refusal.cites)
    return pad.ready(draft)


def unnamed(x: Context, view: State, subject: str) -> str:
    """How a leader whose list names no place can give himself an order about one (20.11); empty where he can't."""
    step, c = view.agenda[-1] if view.agenda else None, subject_number(subject, "c")
    if not isinstance(step, InitiativeStage) or c < 0 or not step.unnamed(x, view, c):
        return ""
    if any(isinstance(move, m.TryInitiative) and move.target >= 0 for move in step.options(x, view, subject)):
        return ""
    return "He sees no place with a name. Click a road, stream or crest that he sees: the pad has the order."


def _chances(x: Context, view: State, move: m.Send) -> Spread:
    """What becomes of the order when it arrives, exactly; what happens on the way is not in it."""
    found = receipt_odds(x, view, move)
    odds, columns = found.map(lambda end: end[0]), sorted({number for (_, number), _ in found})
    shares = [Share(_RESULTS[key][0], str(odds[key]), float(odds[key]), _RESULTS[key][1]) for key in _RESULTS]
    gives, takes = x.rating(view, move.sender), x.recipient_rating(view, move.to)
    ratings = f"{x.setting.leaders[move.sender].name} {gives}, {x.setting.commands[move.to].name} {takes}"
    shifts = [number - gives - takes for number in columns]
    shifted = f", shifted by {_either(map(signed, shifts))}" if any(shifts) else ""
    title = f"What becomes of it when it arrives: column {_either(map(str, columns))} ({ratings}{shifted})"
    return Spread(title, tuple(s for s in shares if s.chance), "exact", "NLC 20.7")


def _either(words: Iterable[str]) -> str:
    """One thing or another.

    >>> _either(["4", "5"]), _either(["5"])
    ('4 or 5', '5')
    """
    first, *others = words
    return f"{first} or {others[0]}" if others else first


class _Form:
    """The form as it is filled in; what is not filled in has a sensible value."""

    def __init__(self, x: Context, view: State, values: Mapping[str, str], recipients: list[int]) -> None:
        self.x, self.view, self.values, self.recipients = x, view, values, recipients
        chosen = values.get("to") or values.get("subject", "").partition(":")[2]
        self.to = int(chosen) if chosen.isdecimal() and int(chosen) in recipients else recipients[0]
        self.givers = self.who()
        self.giver = self.of("sender", self.givers, self.givers[0] if self.givers else -1)
        self.kinds = [kind for kind in KINDS if self.may_order(kind)]
        self.kind = values["kind"] if values.get("kind") in self.kinds else self._kind()
        self.places = self._places()
        here = x.leader_hex(view, self.to)
        target = self.of("target", self.places, self.of("hex", [h for h in self.places if h != here], OFF))
        self.target = target if needs_target(x, self.kind) else OFF

    def who(self) -> list[int]:
        """Those who may give the order."""
        raise NotImplementedError

    def may_order(self, kind: str) -> bool:
        """Whether a kind of order stands in the list."""
        raise NotImplementedError

    def thinks_of(self, h: int) -> bool:
        """Whether whoever gives the order can have a place in mind."""
        raise NotImplementedError

    def of(self, id: str, known: Sequence[int], other: int) -> int:
        """A number that was filled in, if it is one of those known."""
        text = self.values.get(id, "")
        return int(text) if text.isdecimal() and int(text) in known else other

    def _kind(self) -> str:
        """The first kind that is not a repetition of the order in force (20.4)."""
        standing = self.view.commands[self.to].order.kind
        return next((k for k in self.kinds if not same_type(k, standing)), "attack")

    def _places(self) -> list[int]:
        """Named targets, where the formation stands, and the hex chosen on the map, if they may be named (20.2)."""
        here = self.x.leader_hex(self.view, self.to)
        if here < 0:
            return []
        named = [h for h in named_targets(self.x, here) if self.thinks_of(h)]
        chosen = [int(text) for id in ("hex", "target") if (text := self.values.get(id, "")).isdecimal()]
        unnamed = [h for h in (here, *chosen) if may_name(self.x, here, h) and self.thinks_of(h)]
        return list(dict.fromkeys((*sorted(named, key=self.x.board.title), *unnamed)))

    def fields(self, to: str, giver: str) -> list[Field]:
        """For whom, by whom, what and where; ``to`` and ``giver`` are what those two are called."""
        commands, leaders = self.x.setting.commands, self.x.setting.leaders
        found = [Field("to", to, tuple((str(c), commands[c].name) for c in self.recipients), str(self.to))]
        if len(self.givers) > 1:
            names = tuple((str(i), leaders[i].name) for i in self.givers)
            found.append(Field("sender", giver, names, str(self.giver)))
        found.append(Field("kind", "Order", tuple((k, ORDER_WORDS[k]) for k in self.kinds), self.kind))
        if needs_target(self.x, self.kind):
            found.append(self.where("target", self.target))
        return found

    def where(self, id: str, hex: int) -> Field:
        """The field of a place."""
        here = self.x.leader_hex(self.view, self.to)
        titles = {h: self.x.board.title(h) + (" · stands here" if h == here else "") for h in self.places}
        places = (("", "choose"), *((str(h), title) for h, title in titles.items()))
        return Field(id, "Where", places, str(hex) if hex >= 0 else "")


class _Pad(_Form):
    """The form of an order that is sent, with what follows it and what optional rules add."""

    def __init__(self, x: Context, view: State, values: Mapping[str, str], recipients: list[int]) -> None:
        super().__init__(x, view, values, recipients)
        self.orders = self._sequence()
        hidden = values.get("hidden") == "1" and self.kind in ("march", "fall_back") and self.target >= 0
        hidden = hidden and x.options.hidden_movement and not x.setting.commands[self.to].chief
        self.plotting = hidden and values.get("plot") == "hand"
        self.route = self._route() if hidden else ()

    def who(self) -> list[int]:
        return senders(self.x, self.view, self.to)

    def may_order(self, kind: str) -> bool:
        army = int(self.x.setting.commands[self.to].army)
        return kind != "general_retreat" or may_retreat_generally(self.x, self.view, army)

    def thinks_of(self, h: int) -> bool:
        """A commander has the map of all of it."""
        return True

    def blank(self) -> Draft:
        """The pad before it is known whether the order can be given."""
        way = (self.start, *self.route) if self.route else ()
        fields = (*self.fields("To", "From"), *self._sequels(), *self._extras())
        return Draft(fields, left=self._left(), route=way, plotting=self.plotting)

    def move(self) -> m.Send:
        """The order as it is filled in."""
        force, attach = self._number("force"), self._number("attach", -1)
        return m.Send(self.giver, self.to, self.orders, force, attach, self.route)

    def _number(self, id: str, other: int = 0) -> int:
        """A small number of the form."""
        text = self.values.get(id, "")
        return int(text) if text.isdecimal() and len(text) < 3 else other

    def _sequence(self) -> tuple[tuple[str, int], ...]:
        """The order and what follows it (20.5)."""
        orders = [(self.kind, self.target)]
        for n in ("2", "3"):
            kind = self.values.get(f"then{n}", "")
            if kind not in dict(_THEN) or not kind or self.kind not in ("march", "attack", "probe"):
                break
            orders.append((kind, self.of(f"target{n}", self.places, OFF)))
        return tuple(orders)

    @property
    def start(self) -> int:
        """Where a hidden march begins: by now it may be on its way unseen (25.5.3)."""
        return position(self.x, self.view, self.to)

    def _route(self) -> tuple[int, ...]:
        """The way to the target hex by hex, by the quickest road or by places named on the way (25.5.1)."""
        words = self.values.get("way", "").split(",") if self.plotting else []
        named = [int(w) for w in words if w.isdecimal() and int(w) < self.x.board.size]
        route: list[int] = []
        here = self.start
        for h in (*named, self.target):
            if h != here:
                route += plot(self.x, here, h)
                here = h
        return tuple(route)

    def missing(self) -> str:
        """What must still be filled in."""
        if self.giver < 0:
            return "Nobody can send orders to this formation now."
        for kind, target in self.orders:
            if needs_target(self.x, kind) and target < 0:
                return "Choose where: a place from the list, or a hex of a road, stream or crest on the map."
        if len(set(self.route)) < len(self.route) or self.start in self.route:
            return "The way crosses itself: take back the last place."
        return ""

    def ready(self, draft: Draft) -> Draft:
        """The pad with an order that can be given: when it is received and what becomes of it."""
        chances = _chances(self.x, self.view, self.move())
        return replace(draft, move=self.move(), arrival=self._arrival(), arrival_cite="NLC 20.6", chances=chances)

    def _arrival(self) -> str:
        """When the order is received."""
        wait = turns_under_way(self.x, self.view, self.move())
        if wait == 0:
            return "received at once"
        return f"arrives {self.x.setting.hour(self.view.turn + wait)}"

    def _left(self) -> str:
        """How many orders the sender may still give (20.12)."""
        if self.giver < 0:
            return ""
        may = self.x.capacity(self.view, self.giver)
        left = max(0, may - self.view.leaders[self.giver].gave)
        return f"{left} of {may} {'order' if may == 1 else 'orders'} left for {self.x.setting.leaders[self.giver].name}"

    def _sequels(self) -> list[Field]:
        """Fields of the orders that follow (20.5)."""
        found = []
        for n, (kind, target) in enumerate((*self.orders[1:], ("", OFF))[:2], 2):
            if self.kind in ("march", "attack", "probe"):
                found.append(Field(f"then{n}", "And then", _THEN, kind))
                if kind:
                    found.append(self.where(f"target{n}", target))
        return found

    def _extras(self) -> list[Field]:
        """Fields of optional rules and of divisions."""
        found = []
        info = self.x.setting.commands[self.to]
        if info.division is not None:
            corps = [(str(c), k.name) for c, k in enumerate(self.x.setting.commands) if k.chit and k.side == info.side]
            choices = (("", "its own corps"), *corps)
            found.append(Field("attach", "Acts with", choices, self.values.get("attach", "")))
        if self.x.options.order_force:
            force = tuple((str(n), f"{n}{self._huff(n)}") for n in range(3))
            found.append(Field("force", "Force", force, self.values.get("force", "0")))
        if self.x.options.hidden_movement and self.kind in ("march", "fall_back"):
            yes = (("0", "no"), ("1", "yes"))
            found.append(Field("hidden", "March hidden", yes, self.values.get("hidden", "0")))
        if self.route:
            ways = (("quick", "by the quickest way"), ("hand", "plotted by hand"))
            found.append(Field("plot", "Its way", ways, self.values.get("plot", "quick")))
        if self.plotting:
            named = sorted(named_targets(self.x, self.start), key=self.x.board.title)
            places = (("", "add a place"), *((str(h), self.x.board.title(h)) for h in named))
            found.append(Field("via", "By way of", places))
        return found

    def _huff(self, force: int) -> str:
        """What force may cost (25.8)."""
        return f" · a huff with {percent(huff_odds(self.x, self.view, self.to, force))}" if force else ""


class _OwnPad(_Form):
    """The form for a leader who gives himself an order: one, and about what he sees (20.11)."""

    @property
    def _step(self) -> InitiativeStage:
        step = self.view.agenda[-1]
        assert isinstance(step, InitiativeStage)
        return step

    def who(self) -> list[int]:
        return self._step.left(self.x, self.view, self.to)

    def may_order(self, kind: str) -> bool:
        return kind != "general_retreat"

    def thinks_of(self, h: int) -> bool:
        return in_mind(self.x, self.view, self.giver, h)

    def blank(self) -> Draft:
        """The pad before it is known whether he may try."""
        fields = tuple(self.fields("For", "Who tries"))
        return Draft(fields, left="each leader tries once a turn", title="His own order", verb="Try it")

    def move(self) -> m.TryInitiative:
        """What he tries as it is filled in."""
        return m.TryInitiative(self.to, self.kind, self.target, self.giver)

    def missing(self) -> str:
        """What must still be filled in."""
        if needs_target(self.x, self.kind) and self.target < 0:
            return "Choose where: a place that he sees from the list, or a hex of a road, stream or crest on the map."
        return ""

    def ready(self, draft: Draft) -> Draft:
        """The pad with what he may try, and the exact chances."""
        odds = initiative_odds(self.x, own_rating(self.x, self.view, self.giver, self.kind))
        shares = tuple(
            Share(words, str(odds[key]), float(odds[key]), tone)
            for key, (words, tone) in _ATTEMPTS.items()
            if odds[key]
        )
        chances = Spread("What comes of it", shares, "exact", "NLC 20.11")
        return replace(draft, move=self.move(), chances=chances)
