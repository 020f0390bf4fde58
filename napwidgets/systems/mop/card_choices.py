"""37.12, Appendices I and III. Cards that point at something: 7, 14, 16, 20, 23 to 26 and 29 to 31."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.mop import arrivals, cards
from napwidgets.systems.mop.bound import tables
from napwidgets.systems.mop.card_effects import FOR_ORDERS, FOR_RANGE
from napwidgets.systems.mop.card_throws import AGAINST, CHANCES, FOR_COMPLIANCE, FOR_FIRE, FOR_OWN, begun
from napwidgets.systems.mop.cards import is_french, ready, title, used
from napwidgets.systems.mop.fires import towns
from napwidgets.systems.mop.state import Play, State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.step import OwnChoice
from napwidgets.systems.tactical.ground.context import Context, Log, counted
from napwidgets.systems.tactical.ground.views import veil
from napwidgets.systems.telling import in_order

_PAPERS = "MoP App. III"


class Indicate(m._Move, tag="indicate", frozen=True):
    """A card is played on something: a town (16), a formation (20, 24), a hex of enemy cavalry (23), a group (25, 29),
    or for one of its uses (7, 14, 30, 31).
    """

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


def attackers(x: Context, s: State, side: int) -> list[int]:
    """The formations of a side that attack, with units on the map (card 24)."""
    mine = [c for c in range(x.setting.formations) if x.setting.commands[c].side == side]
    return [c for c in mine if s.commands[c].order.kind == "attack" and x.governs(s, c)]


def formations_seen(x: Context, s: State, side: int) -> list[int]:
    """The formations of the enemy of which a side sees units (card 24)."""
    under, units = x.ground.layout(s).covered, veil(x, s, side)
    seen = (u for u, unit in enumerate(units) if unit.hex >= 0 and unit.hex not in under)
    return sorted({x.infos[u].formation for u in seen if x.infos[u].side != side})


def abouts(x: Context, s: State, card: int, side: int) -> Sequence[int]:
    """What a card can be played on."""
    if card in CHANCES and not is_french(x, side):
        return FOR_FIRE, FOR_COMPLIANCE
    if card == cards.POPULACE:
        return formations_seen(x, s, side) if is_french(x, side) else attackers(x, s, side)
    uses = {cards.NEY: (FOR_OWN, AGAINST), cards.AIDE: (FOR_ORDERS, FOR_RANGE)}
    return uses[card] if card in uses else _POINTS_AT[card](x, s, side)


_POINTS_AT: dict[int, Callable[[Context, State, int], Sequence[int]]] = {
    cards.AREA_DEFENSE: defenders,
    cards.UNFIT_HORSE: horse_seen,
    cards.ALTERNATES: arrivals.alternates,
    cards.EARLY: arrivals.can_hasten,
    cards.FIRE: lambda x, s, side: towns(x, s),
}
_PROMPTS = {
    cards.FIRE: "choose the town that burns; whoever enters it pays a MP more.",
    cards.NEY: "a point on the throw in every assault and charge of his corps this turn: for his men or off the enemy.",
    cards.AREA_DEFENSE: "choose the formation that stands more firmly this turn.",
    cards.UNFIT_HORSE: "choose enemy cavalry that will not charge this turn.",
    cards.EARLY: "choose the reinforcements that come sooner.",
    cards.ALTERNATES: "choose reinforcements that come for certain; they cost a point for every {} strength points.",
    cards.AIDE: "an order more this turn, or command through zones of control; or keep it for a commander in danger.",
}
_CHANCE = "choose what is thrown for anew this turn: fire that hits nothing, or orders that would be ignored; {}."
_ROBBED = "choose a formation that you see: this turn its train brings it nothing."
_PUSHES = "choose the formation whose assaults have two points more on the throw this turn."


def prompt(x: Context, card: int, side: int) -> str:
    """What is asked of whoever plays a card."""
    if card in CHANCES and not is_french(x, side):
        return _CHANCE.format(f"{counted(begun(x, card, 0)[1], 'time')} in all")
    if card == cards.POPULACE:
        return _ROBBED if is_french(x, side) else _PUSHES
    return _PROMPTS[card].format(tables(x).figures["points a strength"])


class CardChoice(OwnChoice, frozen=True, tag="card-choice"):
    """A card is played on one of several things, or let go."""

    card: int

    def automatic(self, x: Context, s: State) -> bool:
        return not abouts(x, s, self.card, self.who)

    def question(self, x: Context, s: State) -> Question:
        name = title(x, self.card, self.who)
        return Question("card", name, f"{name}: {prompt(x, self.card, self.who)}", (_PAPERS,), secret=True)

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        if subject is not None:
            return []
        return [m.Pass(), *(Indicate(self.card, n) for n in abouts(x, s, self.card, self.who))]

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        play = ready(s, self.who, self.card)
        if not isinstance(move, Indicate) or play is None:
            return s
        return pointed(x, s, play, move.about, dice, log)

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if not isinstance(move, Indicate):
            return Label("Keep it" if self.card == cards.AIDE else "Let the card go", "", (_PAPERS,))
        detail = ""
        if self.card == cards.ALTERNATES:
            detail = f"for {counted(cards.quarter(x, move.about), 'point')}"
        elif self.card == cards.EARLY:
            detail = f"comes at {in_order(arrivals.sooner_odds(x, s, move.about), x.setting.hour)}"
        return Label(about_words(x, self.card, self.who, move.about), detail, (_PAPERS,))


def about_words(x: Context, card: int, side: int, about: int) -> str:
    """What a card is played on, in words."""
    if card in CHANCES and not is_french(x, side):
        return "Fire that hits nothing" if about == FOR_FIRE else "Orders that would be ignored"
    if card == cards.NEY:
        return "A point for his men" if about == FOR_OWN else "A point against the enemy"
    if card == cards.AIDE:
        return "An order more" if about == FOR_ORDERS else "Command through the enemy"
    if card in (cards.AREA_DEFENSE, cards.POPULACE):
        return x.setting.commands[about].name
    if card == cards.FIRE:
        return x.place(about)
    return f"The cavalry at {x.place(about)}" if card == cards.UNFIT_HORSE else arrivals.label(x, about)


def pointed(x: Context, s: State, play: Play, about: int, dice: Dice, log: Log) -> State:
    """A card takes effect on what it was played on."""
    card, side = play.card, play.side
    if card == cards.UNFIT_HORSE:
        return unfit(x, s, play, about, log)
    if card == cards.FIRE:
        say(log, "card", f"{x.place(about)} is on fire.", "App. III", hexes=(about,))
        return used(x, s, play, (about,), seen=True)
    if card == cards.POPULACE and is_french(x, side):
        text = f"The populace falls on the waggons: {x.setting.commands[about].name} gets nothing from its train."
        say(log, "card", text, "App. III")
        return used(x, s, play, (about,), seen=True)
    chance = card in CHANCES and not is_french(x, side)
    s = used(x, s, play, begun(x, card, about) if chance else (about,))
    if card == cards.ALTERNATES:
        return arrivals.called(x, s, side, about, log)
    if card == cards.EARLY:
        return arrivals.hastened(x, s, side, about, arrivals.how_long(x, dice), log)
    return s


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
