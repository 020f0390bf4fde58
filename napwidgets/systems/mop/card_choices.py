"""37.12, Appendices I and III. Cards that point at something: 20, 23, 25, 26, 29 and 31."""

from __future__ import annotations

from collections.abc import Sequence

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.mop import arrivals, cards
from napwidgets.systems.mop.card_effects import FOR_ORDERS, FOR_RANGE
from napwidgets.systems.mop.cards import is_french, ready, title, used
from napwidgets.systems.mop.state import Play, State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.step import OwnChoice
from napwidgets.systems.tactical.ground.context import Context, Log, counted
from napwidgets.systems.tactical.ground.views import veil

_PAPERS = "MoP App. III"


class Indicate(m._Move, tag="indicate", frozen=True):
    """A card is played on something: a formation (20), a hex of enemy cavalry (23), a group (25, 29), a use (31)."""

    card: int
    about: int


class Reroute(m._Move, tag="reroute", frozen=True):
    """A group of reinforcements comes by another road (26)."""

    group: int
    entry: int


def defenders(x: Context, s: State, side: int) -> list[int]:
    """The formations of a side that defend, with units on the map (card 20)."""
    mine = [c for c in range(x.setting.formations) if x.setting.commands[c].side == side]
    return [c for c in mine if s.commands[c].order.kind == "defend" and x.governs(s, c)]


def horse_seen(x: Context, s: State, side: int) -> list[int]:
    """The hexes in which a side sees enemy cavalry, for the French such with Cossacks (card 23)."""
    under = x.ground.layout(s).covered
    found = set()
    for u, unit in enumerate(veil(x, s, side)):
        if unit.hex >= 0 and unit.hex not in under and x.infos[u].side != side and _unfit(x, side, u):
            found.add(unit.hex)
    return sorted(found)


def _unfit(x: Context, side: int, u: int) -> bool:
    """Whether card 23 of a side can be meant for a unit."""
    return x.infos[u].mounted and (not is_french(x, side) or "cossack" in getattr(x.infos[u].data, "traits", ()))


def abouts(x: Context, s: State, card: int, side: int) -> list[int]:
    """What a card can be played on."""
    if card == cards.AREA_DEFENSE:
        return defenders(x, s, side)
    if card == cards.UNFIT_HORSE:
        return horse_seen(x, s, side)
    if card == cards.ALTERNATES:
        return arrivals.alternates(x, s, side)
    return arrivals.can_hasten(x, s, side) if card == cards.EARLY else [FOR_ORDERS, FOR_RANGE]


_PROMPTS = {
    cards.AREA_DEFENSE: "choose the formation that stands more firmly this turn.",
    cards.UNFIT_HORSE: "choose enemy cavalry that will not charge this turn.",
    cards.EARLY: "choose the reinforcements that come sooner.",
    cards.ALTERNATES: "choose reinforcements that come for certain; a quarter of their strength is what they cost.",
    cards.AIDE: "an order more this turn, or command through zones of control; or keep it for a commander in danger.",
}


class CardChoice(OwnChoice, frozen=True, tag="card-choice"):
    """A card is played on one of several things, or let go."""

    card: int

    def automatic(self, x: Context, s: State) -> bool:
        return not abouts(x, s, self.card, self.who)

    def question(self, x: Context, s: State) -> Question:
        name = title(x, self.card, self.who)
        return Question("card", name, f"{name}: {_PROMPTS[self.card]}", (_PAPERS,), secret=True)

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        if subject is not None:
            return []
        return [m.Pass(), *(Indicate(self.card, n) for n in abouts(x, s, self.card, self.who))]

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        play = ready(s, self.who, self.card)
        if not isinstance(move, Indicate) or play is None:
            return s
        if self.card == cards.UNFIT_HORSE:
            return unfit(x, s, play, move.about, log)
        s = used(x, s, play, (move.about,))
        if self.card == cards.ALTERNATES:
            return arrivals.called(x, s, self.who, move.about, log)
        if self.card == cards.EARLY:
            return arrivals.hastened(x, s, self.who, move.about, arrivals.how_long(x, dice), log)
        return s

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if not isinstance(move, Indicate):
            return Label("Keep it" if self.card == cards.AIDE else "Let the card go", "", (_PAPERS,))
        if self.card == cards.AREA_DEFENSE:
            return Label(x.setting.commands[move.about].name, "", (_PAPERS,))
        if self.card == cards.UNFIT_HORSE:
            return Label(f"The cavalry at {x.place(move.about)}", "", (_PAPERS,))
        if self.card == cards.ALTERNATES:
            price = cards.quarter(x, move.about)
            return Label(arrivals.label(x, move.about), f"for {counted(price, 'point')}", (_PAPERS,))
        if self.card == cards.EARLY:
            return Label(arrivals.label(x, move.about), "", (_PAPERS,))
        return Label("An order more" if move.about == FOR_ORDERS else "Command through the enemy", "", (_PAPERS,))


def unfit(x: Context, s: State, play: Play, h: int, log: Log) -> State:
    """Card 23: the cavalry of a hex, of the French card its Cossacks, does not charge this turn."""
    here = [u for u, unit in enumerate(s.units) if unit.hex == h and x.infos[u].side != play.side]
    units = tuple(u for u in here if _unfit(x, play.side, u))
    text = f"{title(x, play.card, play.side)}: no charges this turn by the horse at {x.place(h)}."
    say(log, "card", text, "App. III", hexes=(h,))
    return used(x, s, play, units, seen=True)


class RouteChoice(OwnChoice, frozen=True, tag="route-choice"):
    """Card 26: which group comes by which other road."""

    def _ways(self, x: Context, s: State) -> list[Reroute]:
        groups = arrivals.expected(x, s, self.who)
        return [Reroute(g, h) for g in groups for h in arrivals.other_entries(x, s, g)]

    def automatic(self, x: Context, s: State) -> bool:
        return not self._ways(x, s)

    def question(self, x: Context, s: State) -> Question:
        prompt = "Choose reinforcements and another road by which they come, or let the card go."
        return Question("card", title(x, cards.OTHER_ROUTE, self.who), prompt, (_PAPERS,), secret=True)

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        return [] if subject is not None else [m.Pass(), *self._ways(x, s)]

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        play = ready(s, self.who, cards.OTHER_ROUTE)
        if not isinstance(move, Reroute) or play is None:
            return s
        return arrivals.rerouted(x, used(x, s, play, (move.group,)), self.who, move.group, move.entry, log)

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if isinstance(move, Reroute):
            return Label(f"{arrivals.label(x, move.group)} by {x.place(move.entry)}", "", (_PAPERS,))
        return Label("Let the card go", "", (_PAPERS,))
