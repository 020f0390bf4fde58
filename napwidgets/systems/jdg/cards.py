"""1813, Cards: drawn each turn, kept up to two, played for what the table of events says.

Readings 3 and 38 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Decision, Label
from napwidgets.systems.jdg import armistice, teams
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.context import Context, Log, refuse, room, say
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import FRENCH, LED, OTHER, State
from napwidgets.systems.jdg.step import Choice, Step

#: Effects that outlast a player turn until something uses them up.
LASTING = ("screen", "delay", "orders lost")
#: Cards that are played with a tactic, in a battle (8.2).
IN_BATTLE = ("no pursuit", "surprise")


def effect(x: Context, card: int) -> str:
    """What a card does, by the name that the table gives it."""
    return str(x.tables.all["events"].cell(str(card), "effect"))


def amount(x: Context, what: str) -> int:
    """How many points the card with an effect gives or takes."""
    table = x.tables.all["events"]
    return next(table.number(row, 4) for row in table.rows if table.cell(row, "effect") == what)


def words(x: Context, card: int) -> str:
    """A card's event in words."""
    return str(x.tables.all["events"].cell(str(card), "event"))


def turns(x: Context, card: int) -> int:
    """By how many turns a card moves the armistice or its end."""
    table = x.tables.all["events"]
    return table.number(str(card), 1) or table.number(str(card), 2)


class Draw(Step, frozen=True, tag="draw"):
    """The French draw a card, then their enemies (1813, A)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not x.setting.scenario.cards:
            return s
        for side in (FRENCH, OTHER):
            s = self._one(x, s, side, dice, log)
        return s

    @staticmethod
    def _one(x: Context, s: State, side: int, dice: Dice, log: Log) -> State:
        if not s.deck:
            s = replace(s, deck=tuple(sorted(s.aside)), aside=())
        if not s.deck:
            return s
        card = s.deck[dice.draw(f"event card for the {x.setting.side_names[side]}", [f"card {n}" for n in s.deck])]
        say(log, "draw", f"{x.side_name(side)} draw an event card.", "1813 A")
        say(log, "card", f"You drew card {card}: {words(x, card)}.", "1813 A", to=x.setting.table(side))
        deck = tuple(n for n in s.deck if n != card)
        return with_hand(replace(s, deck=deck), side, (*s.hands[side], card))


def with_hand(s: State, side: int, cards: tuple[int, ...]) -> State:
    """A state with other cards in a side's hand."""
    hand = tuple(sorted(cards))
    return replace(s, hands=(hand, s.hands[1]) if side == FRENCH else (s.hands[0], hand))


def spend(x: Context, s: State, side: int, card: int, log: Log) -> State:
    """A card leaves a hand: put aside, or out of the game if it can be used only once (1813, Cards)."""
    s = with_hand(s, side, tuple(n for n in s.hands[side] if n != card))
    say(log, "card", f"{x.side_name(side)} play card {card}: {words(x, card)}.", "1813 Cards")
    once = effect(x, card) in ("truce", "restart")
    return s if once else replace(s, aside=tuple(sorted((*s.aside, card))))


# Playing a card in the Movement Phase


def playable(x: Context, s: State, side: int) -> list[m.Card]:
    """The cards that a side can play now in its Movement Phase, with what each is played on."""
    found = []
    for card in s.hands[side]:
        if card > 0:
            found += [m.Card(card, on) for on in _targets(x, s, side, effect(x, card))]
    return found


def _targets(x: Context, s: State, side: int, what: str) -> list[int]:
    if what in IN_BATTLE:
        return []
    if what in ("truce", "restart"):
        fits = s.truce and (armistice.truce(x, s) if what == "restart" else not armistice.declared(s))
        return [-1] if fits else []
    if armistice.truce(x, s):
        return []
    if what == "points":
        return [b for b in teams.payers(x, s, side) if _used(x, s, side, b)]
    if what == "rally":
        return [i for i in _mine(x, s, side) if s.counters[i].lost and room(x, s, i) > 0]
    if what == "recruits":
        return [i for i in _mine(x, s, side) if room(x, s, i) > 0 and s.counters[i].contact == LED]
    if what == "bridge":
        return _fords(x, s, side)
    return [-1]


def _used(x: Context, s: State, side: int, budget: int) -> bool:
    return any(x.army(n).budget == budget for n in x.live_armies(s, side))


def _mine(x: Context, s: State, side: int) -> list[int]:
    """The units on the map that the side's player who is to act can play a card on (10)."""
    found = [i for i, c in enumerate(s.counters) if x.sides[i] == side and c.at >= 0 and x.is_unit(i)]
    return teams.own(x, s, side, found)


def _fords(x: Context, s: State, side: int) -> list[int]:
    """Major fords beside a unit of the side where a pontoon fits (6.4)."""
    if sum(of == side for _, of in s.pontoons) >= x.setting.scenario.pontoons.get(x.setting.sides[side], 0):
        return []
    built = {link for link, _ in s.pontoons}
    boxes = {s.counters[i].at for i in _mine(x, s, side)}
    found = {link for box in boxes for _, link in x.setting.around[box] if x.setting.broad[link] and link not in built}
    return sorted(link for link in found if x.network.links[link].crossing == "ford")


def play_card(x: Context, s: State, side: int, move: m.Card, dice: Dice, log: Log) -> State:
    """Play a card in the Movement Phase."""
    s = spend(x, s, side, move.card, log)
    what, seat = effect(x, move.card), x.setting.sides[side]
    if what in ("truce", "restart"):
        return armistice.shifted(x, s, turns(x, move.card), log)
    if what == "points":
        more = dice.roll("command points from a card")
        points = tuple(p + more if b == move.on else p for b, p in enumerate(s.points))
        say(log, "points", f"{x.setting.budgets[move.on]}: {more} command points more.", "1813 Cards")
        return replace(s, points=points)
    if what in ("rally", "recruits"):
        return _strengthened(x, s, side, move.on, what == "rally", log)
    if what == "bridge":
        say(log, "pontoon", f"{x.side_name(side)} lay a pontoon bridge {between(x, move.on)}.", "6.4")
        return replace(s, pontoons=(*s.pontoons, (move.on, side)))
    whose = other(side) if what == "delay" else side
    say(log, "effect", f"The card holds for {seat}.", "1813 Cards", to=x.setting.table(side))
    return replace(s, played=(*s.played, (whose, what)))


def _strengthened(x: Context, s: State, side: int, i: int, rallied: bool, log: Log) -> State:
    counter, seat = s.counters[i], x.setting.sides[side]
    more = min(amount(x, "rally" if rallied else "recruits"), room(x, s, i))
    s = s.counter(i, strength=counter.strength + more, lost=max(0, counter.lost - more))
    to = x.setting.table(side) if x.options.blind and not x.shown(s, i) else ()
    points = "a strength point" if more == 1 else f"{more} strength points"
    say(log, "recruits", f"{x.name(i)} gains {points}.", "1813 Cards", to=to, units=[i],
        tally={f"strength of {seat}": more})  # fmt: skip
    return s.bled(side, -more) if rallied else s


def between(x: Context, link: int) -> str:
    """A link for a sentence."""
    data = x.network.links[link]
    return f"between {x.box(data.a)} and {x.box(data.b)}"


def label(x: Context, s: State, move: m.Card) -> Label:
    """A card in words, with what it is played on."""
    what = effect(x, move.card)
    on = ""
    if what == "points":
        on = f" for the {x.setting.budgets[move.on]}"
    elif what in ("rally", "recruits"):
        on = f" for {x.name(move.on)}"
    elif what == "bridge":
        on = f" {between(x, move.on)}"
    return Label(f"Play card {move.card}{on}", f"{words(x, move.card).capitalize()}.", ("JDG 1813 Cards",))


# The end of a turn (1813, D)


class Discards(Choice, frozen=True, tag="discards"):
    """A side keeps two cards at most (1813, D)."""

    who: int

    def side(self, x: Context, s: State) -> int:
        return self.who

    def automatic(self, x: Context, s: State) -> bool:
        return len(s.hands[self.who]) <= x.tables.all["cards"].number("kept a turn")

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def decision(self, x: Context, s: State) -> Decision:
        return Decision(
            x.setting.sides[self.who],
            "discard",
            "Put a card aside",
            "You may keep two event cards. Choose one to put aside.",
            ("JDG 1813 D",),
            secret=True,
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else [m.Discard(card) for card in s.hands[self.who]]

    def check(self, x: Context, s: State, move: Any) -> None:
        if not isinstance(move, m.Discard) or move.card not in s.hands[self.who]:
            raise refuse("not-offered", "Choose one of the cards in your hand.", "1813 D")

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        s = with_hand(s, self.who, tuple(n for n in s.hands[self.who] if n != move.card))
        say(log, "card", f"{x.side_name(self.who)} put card {move.card} aside.", "1813 D")
        return replace(s, aside=tuple(sorted((*s.aside, move.card))))

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        return Label(f"Card {move.card}", f"{words(x, move.card).capitalize()}.", ("JDG 1813 D",))
