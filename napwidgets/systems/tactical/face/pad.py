"""The order pad for the screen (20.4 to 20.7, 20.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from napwidgets.board.display import Dispatch, Draft, Field, Share, Spread
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.systems.tactical.command.compliance import column, compliance_odds, shift_for, travel
from napwidgets.systems.tactical.command.hidden import plot, position
from napwidgets.systems.tactical.command.orders import OrdersStage, senders
from napwidgets.systems.tactical.command.targets import (
    KINDS,
    in_reach,
    may_retreat_generally,
    named_targets,
    needs_target,
    same_type,
)
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import OFF, Pending, State
from napwidgets.systems.tactical.face.wording import ORDER_WORDS, order_words
from napwidgets.systems.tactical.ground.context import Context

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


def draft(engine: Engine, view: State, seat: str, values: Mapping[str, str]) -> Draft | None:
    """The pad; None while no orders are given."""
    if not view.agenda or not isinstance(view.agenda[-1], OrdersStage):
        return None
    subjects = engine.subjects(view)
    if not subjects:
        return None
    pad = _Pad(engine.context_at(view), view, values, tuple(s.id for s in subjects))
    move = m.Send(pad.sender, pad.to, pad.orders, pad.number("force"), pad.number("attach", -1), pad.route)
    way = (pad.start, *pad.route) if pad.route else ()
    draft = Draft(tuple(pad.fields()), left=pad.left(), route=way, plotting=pad.plotting)
    problem = pad.missing()
    if problem:
        return replace(draft, why=problem)
    try:
        engine.check(view, seat, move)
    except IllegalMove as refusal:
        return replace(draft, why=refusal.why, why_cites=refusal.cites)
    return replace(
        draft,
        move=move,
        arrival=pad.arrival(),
        arrival_cite="NLC 20.6",
        chances=_chances(engine.context_at(view), view, move),
    )


def _chances(x: Context, view: State, move: m.Send) -> Spread:
    """What becomes of the order when it arrives, exactly; what happens on the way is not in it."""
    odds = compliance_odds(x, view, move)
    shares = [Share(_RESULTS[key][0], str(odds[key]), float(odds[key]), _RESULTS[key][1]) for key in _RESULTS]
    number = column(x, view, move.sender, move.to, shift_for(x, view, move))
    title = f"What becomes of it when it arrives (column {number})"
    return Spread(title, tuple(s for s in shares if s.chance), "exact", "NLC 20.7")


class _Pad:
    """The form as it is filled in; what is not filled in has a sensible value."""

    def __init__(self, x: Context, view: State, values: Mapping[str, str], subjects: tuple[str, ...]) -> None:
        self.x, self.view, self.values = x, view, values
        self.recipients = [int(s.partition(":")[2]) for s in subjects]
        chosen = values.get("to") or values.get("subject", "").partition(":")[2]
        self.to = int(chosen) if chosen.isdecimal() and int(chosen) in self.recipients else self.recipients[0]
        self.senders = senders(x, view, self.to)
        self.sender = self._of("sender", self.senders, self.senders[0] if self.senders else -1)
        self.kinds = [k for k in KINDS if k != "general_retreat" or may_retreat_generally(x, view, self._army())]
        self.kind = values["kind"] if values.get("kind") in self.kinds else self._kind()
        self.places = self._places()
        here = x.leader_hex(view, self.to)
        target = self._of("target", self.places, self._of("hex", [h for h in self.places if h != here], OFF))
        self.target = target if needs_target(x, self.kind) else OFF
        self.orders = self._sequence()
        hidden = values.get("hidden") == "1" and self.kind in ("march", "fall_back") and self.target >= 0
        hidden = hidden and x.options.hidden_movement and not x.setting.commands[self.to].chief
        self.plotting = hidden and values.get("plot") == "hand"
        self.route = self._route() if hidden else ()

    def _of(self, id: str, known: Sequence[int], other: int) -> int:
        text = self.values.get(id, "")
        return int(text) if text.isdecimal() and int(text) in known else other

    def number(self, id: str, other: int = 0) -> int:
        """A small number of the form."""
        text = self.values.get(id, "")
        return int(text) if text.isdecimal() and len(text) < 3 else other

    def _army(self) -> int:
        return int(self.x.setting.commands[self.to].army)

    def _kind(self) -> str:
        """The first kind that is not a repetition of the order in force (20.4)."""
        standing = self.view.commands[self.to].order.kind
        return next((k for k in self.kinds if not same_type(k, standing)), "attack")

    def _places(self) -> list[int]:
        """Named targets in reach, and the hex chosen on the map if it may be named (20.2)."""
        here = self.x.leader_hex(self.view, self.to)
        found = sorted(named_targets(self.x, here), key=self.x.board.title) if here >= 0 else []
        hex = self.values.get("hex", "")
        for extra in (hex, self.values.get("target", "")):
            h = int(extra) if extra.isdecimal() else OFF
            if here >= 0 and h not in found and h != here and h in in_reach(self.x, here):
                found.append(h)
        return found

    def _sequence(self) -> tuple[tuple[str, int], ...]:
        """The order and what follows it (20.5)."""
        orders = [(self.kind, self.target)]
        for n in ("2", "3"):
            kind = self.values.get(f"then{n}", "")
            if kind not in dict(_THEN) or not kind or self.kind not in ("march", "attack", "probe"):
                break
            orders.append((kind, self._of(f"target{n}", self.places, OFF)))
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
        if self.sender < 0:
            return "Nobody can send orders to this formation now."
        for kind, target in self.orders:
            if needs_target(self.x, kind) and target < 0:
                return "Choose where: a place from the list, or a hex of a road, stream or crest on the map."
        if len(set(self.route)) < len(self.route) or self.start in self.route:
            return "The way crosses itself: take back the last place."
        return ""

    def arrival(self) -> str:
        """When the order is received."""
        wait = travel(self.x, self.view, self.sender, self.to)
        if wait == 0 or self.kind == "general_retreat":
            return "received at once"
        return f"arrives {self.x.setting.hour(self.view.turn + wait)}"

    def left(self) -> str:
        """How many orders the sender may still give (20.12)."""
        if self.sender < 0:
            return ""
        may = self.x.capacity(self.view, self.sender)
        left = max(0, may - self.view.leaders[self.sender].gave)
        return (
            f"{left} of {may} {'order' if may == 1 else 'orders'} left for {self.x.setting.leaders[self.sender].name}"
        )

    def fields(self) -> list[Field]:
        """The form."""
        commands, leaders = self.x.setting.commands, self.x.setting.leaders
        places = (("", "choose"), *((str(h), self.x.board.title(h)) for h in self.places))
        found = [Field("to", "To", tuple((str(c), commands[c].name) for c in self.recipients), str(self.to))]
        if len(self.senders) > 1:
            names = tuple((str(i), leaders[i].name) for i in self.senders)
            found.append(Field("sender", "From", names, str(self.sender)))
        found.append(Field("kind", "Order", tuple((k, ORDER_WORDS[k]) for k in self.kinds), self.kind))
        if needs_target(self.x, self.kind):
            found.append(Field("target", "Where", places, self._text(self.target)))
        for n, (kind, target) in enumerate((*self.orders[1:], ("", OFF))[:2], 2):
            if self.kind in ("march", "attack", "probe"):
                found.append(Field(f"then{n}", "And then", _THEN, kind))
                if kind:
                    found.append(Field(f"target{n}", "Where", places, self._text(target)))
        return found + self._extras()

    @staticmethod
    def _text(hex: int) -> str:
        return str(hex) if hex >= 0 else ""

    def _extras(self) -> list[Field]:
        """Fields of optional rules and of divisions."""
        found = []
        info = self.x.setting.commands[self.to]
        if info.division is not None:
            corps = [(str(c), k.name) for c, k in enumerate(self.x.setting.commands) if k.chit and k.side == info.side]
            choices = (("", "its own corps"), *corps)
            found.append(Field("attach", "Acts with", choices, self.values.get("attach", "")))
        if self.x.options.order_force:
            force = tuple((str(n), f"{n}") for n in range(3))
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
