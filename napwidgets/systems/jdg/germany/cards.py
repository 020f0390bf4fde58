"""1813, Cards: drawn each turn, kept up to two, played for what the table of events says.

Readings 3 and 38 of docs/rules/jdg.md apply here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg import teams
from napwidgets.systems.jdg.context import Context, Log, doing, refuse, room, say
from napwidgets.systems.jdg.germany import armistice
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import FRENCH, LED, OTHER, State
from napwidgets.systems.jdg.step import SideChoice, Step
from napwidgets.systems.telling import counted, sentence

#: When a card is played: in a Movement Phase, before the marches to the guns and the battles that follow, when the
#: enemy's cavalry reconnoitres, with a tactic.
Stage: TypeAlias = Literal["own movement", "enemy movement", "battles near", "reconnaissance", "battle"]
#: Stages at which only cards made for them can be played.
_SPECIAL = ("reconnaissance", "battle")
#: Effects that outlast a player turn until something uses them up.
LASTING = ("delay",)


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


# Playing a card


def fitting(x: Context, s: State, side: int, stage: Stage) -> list[int]:
    """The cards in a side's hand that are made for a stage (reading 38)."""
    table = x.tables.all["events"]
    anywhere = "" if stage in _SPECIAL else "any"
    return [card for card in s.hands[side] if card > 0 and table.cell(str(card), "when") in (stage, anywhere)]


def playable(x: Context, s: State, side: int, stage: Stage = "own movement") -> list[m.Card]:
    """The cards that a side can play now, with what each is played on."""
    return [m.Card(card, on) for card in fitting(x, s, side, stage) for on in _targets(x, s, side, effect(x, card))]


def _targets(x: Context, s: State, side: int, what: str) -> list[int]:
    if what in ("truce", "restart"):
        fits = s.truce and (s.in_truce if what == "restart" else not armistice.declared(s))
        return [-1] if fits else []
    if s.in_truce:
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
    """Play a card."""
    s = spend(x, s, side, move.card, log)
    what, seat = effect(x, move.card), x.setting.sides[side]
    if what in ("truce", "restart"):
        return armistice.shifted(x, s, turns(x, move.card), log)
    if what == "points":
        more = dice.roll("command points from a card")
        points = tuple(p + more if b == move.on else p for b, p in enumerate(s.points))
        say(log, "points", f"{x.setting.budgets[move.on]}: {counted(more, 'command point')} more.", "1813 Cards")
        return replace(s, points=points)
    if what == "orders lost":
        return _orders_lost(x, s, other(side), log)
    if what in ("rally", "recruits"):
        return _strengthened(x, s, side, move.on, what == "rally", log)
    if what == "bridge":
        say(log, "pontoon", f"{x.side_name(side)} lay a pontoon bridge {between(x, move.on)}.", "6.4")
        return replace(s, pontoons=(*s.pontoons, (move.on, side)))
    whose = other(side) if what == "delay" else side
    say(log, "effect", f"The card holds for {seat}.", "1813 Cards", to=x.setting.table(side))
    return replace(s, played=(*s.played, (whose, what)))


def _orders_lost(x: Context, s: State, foe: int, log: Log) -> State:
    """The fullest budget of the enemy has fewer points left; only he sees which one."""
    mine = [b for b, side in enumerate(x.setting.budget_side) if side == foe]
    full = max(mine, key=lambda b: (s.points[b], -b))
    less = min(s.points[full], amount(x, "orders lost"))
    points = "a command point" if less == 1 else f"{less} command points"
    say(log, "points", f"{x.setting.budgets[full]}: {points} less.", "1813 Cards", to=x.setting.table(foe))
    return replace(s, points=tuple(p - less if b == full else p for b, p in enumerate(s.points)))


def _strengthened(x: Context, s: State, side: int, i: int, rallied: bool, log: Log) -> State:
    counter, seat = s.counters[i], x.setting.sides[side]
    more = min(amount(x, "rally" if rallied else "recruits"), room(x, s, i))
    s = s.counter(i, strength=counter.strength + more, lost=max(0, counter.lost - more))
    to = () if x.shown(s, i) else x.owners(side)
    points = "a strength point" if more == 1 else f"{more} strength points"
    say(log, "recruits", f"{doing(x, x.name(i), f'gain {points}')}.", "1813 Cards", to=to, units=[i],
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
    return Label(f"Play card {move.card}{on}", f"{sentence(words(x, move.card))}.", ("JDG 1813 Cards",))


_PROMPTS: dict[Stage, str] = {
    "enemy movement": "The enemy's Movement Phase begins. You may play event cards before he marches.",
    "battles near": "Battles are near. You may play event cards before anybody marches to the guns.",
    "reconnaissance": "Enemy cavalry reconnoitres. You may answer with an event card.",
}


class CardPlay(SideChoice, frozen=True, tag="cards"):
    """Whoever holds event cards is asked whether to play some at a stage of either player turn (reading 38)."""

    in_turn: ClassVar[bool] = True
    stage: Stage

    def automatic(self, x: Context, s: State) -> bool:
        calm = self.stage == "battles near" and not x.contested(s)
        return not s.hands[self.who] or calm or teams.absent(x, s, self.who)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return teams.passed(x, s, self.who)

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "cards",
            "Play a card?",
            _PROMPTS[self.stage],
            ("JDG 1813 Cards",),
            secret=True,
            formal=True,
        )

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[Any]:
        return () if subject else (m.Done(), *playable(x, s, self.who, self.stage))

    def play(self, x: Context, s: State, move: Any, dice: Dice, log: Log) -> State:
        if isinstance(move, m.Done):
            return teams.passed(x, s, self.who)
        return play_card(x, s, self.who, move, dice, log)

    def label(self, x: Context, s: State, move: Any) -> Label | None:
        if isinstance(move, m.Card):
            return label(x, s, move)
        return Label("Keep your cards", "", ("JDG 1813 Cards",)) if isinstance(move, m.Done) else None


# The end of a turn (1813, D)


def _kept(x: Context) -> int:
    """How many cards a side keeps at most."""
    return x.tables.all["cards"].number("kept a turn")


class Discards(SideChoice, frozen=True, tag="discards"):
    """A side keeps two cards at most (1813, D)."""

    def automatic(self, x: Context, s: State) -> bool:
        return len(s.hands[self.who]) <= _kept(x)

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        return s.pop()

    def question(self, x: Context, s: State) -> Question:
        return Question(
            "discard",
            "Put a card aside",
            f"You may keep {counted(_kept(x), 'event card')}. Choose one to put aside.",
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
        return Label(f"Card {move.card}", f"{sentence(words(x, move.card))}.", ("JDG 1813 D",))
