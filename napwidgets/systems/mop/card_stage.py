"""37.1, 37.12 and Appendix III. When cards are drawn, whether they are played, and what each one comes to.

Readings are in docs/rules/mop-cards.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from napwidgets.kernel.dice import Dice
from napwidgets.kernel.system import Label, Question
from napwidgets.systems.mop import arrivals, cards
from napwidgets.systems.mop.bound import options, tables
from napwidgets.systems.mop.card_choices import CardChoice, RouteChoice, abouts, defenders, pointed
from napwidgets.systems.mop.card_effects import MARSHAL
from napwidgets.systems.mop.card_orders import CardOrder, GeneralAdvance, SoundOfGuns, corps, probing, told_orders
from napwidgets.systems.mop.card_restores import RestoreChoice
from napwidgets.systems.mop.cards import belongs, figure, is_french, ready, title, used
from napwidgets.systems.mop.front import BLUCHER, NAPOLEON, NEY
from napwidgets.systems.mop.state import Play, State
from napwidgets.systems.mop.telling import say
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.step import OwnChoice, Step
from napwidgets.systems.tactical.ground.context import Context, Log

_PAPERS = "App. III"


class PlayCard(m._Move, tag="play-card", frozen=True):
    """Play a card of one's hand (37.12.1)."""

    card: int


def deals(x: Context, s: State) -> bool:
    """Whether cards are played, and drawn this turn: on every turn of the day, dusk among them (App. III e)."""
    return options(x).cards and not x.setting.night(s.turn)


class SetUpCards(Step, frozen=True, tag="set-up-cards"):
    """Before the first turn: decks, a mode card for each side, bonus cards or the first hand (App. III b, c)."""

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = cards.forgotten(s.pop())
        if s.turn > 1 or options(x).random_events:
            return s
        chosen = options(x)
        s = replace(s, decks=cards.start_decks(x), hands=((), ()) if chosen.full_cards else ())
        for side in (0, 1):
            for _ in range(figure(x, "modes")):
                s = _mode(x, s, side, dice, log)
        if chosen.one_deck:
            return s
        for side in (0, 1):
            for _ in range(figure(x, "first hand") if chosen.full_cards else 0):
                s = take(x, s, side, dice, log)
        bonus = [Bonus(side) for side in (1, 0) for _ in range(figure(x, "bonus cards"))]
        return s if chosen.full_cards else s.push(*bonus)


def _whose(x: Context, side: int) -> str:
    """Who draws, for whoever has the cards on a table of his own."""
    return x.setting.scenario.sides[side].name


def _mode(x: Context, s: State, side: int, dice: Dice, log: Log) -> State:
    """A side draws a mode card, which holds for the first turn."""
    card = cards.MODES[dice.draw(f"{_whose(x, side)}: a mode card", [title(x, card, side) for card in cards.MODES])]
    say(log, "card", f"Your mode card: {title(x, card, side)}.", _PAPERS, to=(x.setting.seat(side),))
    about: tuple[int, ...] = ()
    if card == cards.SCATTERED:
        mine = corps(x, s, side)
        if not mine:
            return s
        about = (picked(x, mine, f"{_whose(x, side)}: who is scattered", dice),)
        text = f"{x.setting.commands[about[0]].name} is scattered and out of command this turn."
        say(log, "card", text, _PAPERS, to=(x.setting.seat(side),))
    play = Play(card, side, s.turn)
    return used(x, replace(s, plays=(*s.plays, play)), play, about)


def picked(x: Context, formations: Sequence[int], purpose: str, dice: Dice) -> int:
    """A formation picked at random (App. III d)."""
    return formations[dice.draw(purpose, [x.setting.commands[c].name for c in formations])]


def drawn(x: Context, s: State, deck: int, side: int, dice: Dice) -> tuple[State, int]:
    """A card off a deck, 0 if none is left."""
    left = s.decks[deck]
    if not left:
        return s, 0
    at = dice.draw(f"{_whose(x, side)}: a card", [title(x, card, side) for card in left])
    decks = tuple((*k[:at], *k[at + 1 :]) if n == deck else k for n, k in enumerate(s.decks))
    return replace(s, decks=decks), left[at]


def take(x: Context, s: State, side: int, dice: Dice, log: Log) -> State:
    """A side takes a card into its hand; of too many the one held longest goes (37.12.1)."""
    s, card = drawn(x, s, side, side, dice)
    if not card:
        return s
    say(log, "card", f"You draw {title(x, card, side)}.", "37.12.1", to=(x.setting.seat(side),))
    hand = (*s.hands[side], card)[-figure(x, "hand at most") :]
    return replace(s, hands=tuple(hand if n == side else held for n, held in enumerate(s.hands)))


class Bonus(Step, frozen=True, tag="bonus-card"):
    """A bonus card: played if it is about arrivals, a delay on the enemy's (App. III c)."""

    side: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s, card = drawn(x, s.pop(), self.side, self.side, dice)
        if not card:
            return s
        plays = tables(x).cards[card].kind == "arrival"
        what = "it is played" if plays else "it is put away"
        text = f"Your bonus card is {title(x, card, self.side)}: {what}."
        say(log, "card", text, _PAPERS, to=(x.setting.seat(self.side),))
        to = 1 - self.side if card == cards.DELAY else self.side
        return s.push(TakesEffect(card, to)) if plays else s


class TurnCard(Step, frozen=True, tag="turn-card"):
    """A side's card of the turn (App. III e); with one deck or the tables of events one for both (g, j)."""

    side: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s, chosen = s.pop(), options(x)
        if chosen.full_cards:
            return take(x, s, self.side, dice, log).push(HandChoice(self.side))
        if chosen.one_deck or chosen.random_events:
            return self._common(x, s, dice, log) if self.side == 0 else s
        s, card = drawn(x, s, self.side, self.side, dice)
        if not card:
            return s
        roll = dice.roll("whether the card is played")
        text = f"You draw {title(x, card, self.side)} ({roll}): {'it is played' if roll % 2 else 'it is put away'}."
        say(log, "card", text, _PAPERS, to=(x.setting.seat(self.side),))
        return s.push(TakesEffect(card, self.side)) if roll % 2 else s

    @staticmethod
    def _common(x: Context, s: State, dice: Dice, log: Log) -> State:
        """One card or event for whichever side a die says: openly, for both know it."""
        if options(x).random_events:
            card = event(x, dice)
        else:
            s, card = drawn(x, s, 0, 0, dice)
        if not card:
            say(log, "card", "No event this turn.", _PAPERS)
            return s
        side = 1 - dice.roll("whom the event is about") % 2
        side = side if cards.is_french(x, 0) else 1 - side
        name = x.setting.scenario.sides[side].name
        if not belongs(x, card, side):
            say(log, "card", f"No event this turn for the {name} side.", _PAPERS)
            return s
        say(log, "card", f"{title(x, card, side)}, for the {name} side.", _PAPERS)
        return s.push(TakesEffect(card, side))


def event(x: Context, dice: Dice) -> int:
    """A random event: a die for the table, two for the line; 0 for none (App. III j)."""
    table = tables(x).events[(dice.roll("which table of events") - 1) // 3]
    line = 10 * dice.roll("event, first die") + dice.roll("event, second die")
    return table[line]


class HandChoice(OwnChoice, frozen=True, tag="hand-choice"):
    """37.12.1: a side plays a card of its hand before the first chit is drawn, or keeps them all."""

    def automatic(self, x: Context, s: State) -> bool:
        return not any(card > 0 for card in s.hands[self.who])

    def question(self, x: Context, s: State) -> Question:
        return Question("card", "Cards", "Play a card of your hand, or keep them all.", ("MoP 37.12.1",), secret=True)

    def options(self, x: Context, s: State, subject: str | None) -> Sequence[m._Move]:
        if subject is not None:
            return []
        return [m.Pass(), *(PlayCard(card) for card in dict.fromkeys(s.hands[self.who]) if card > 0)]

    def play(self, x: Context, s: State, move: m._Move, dice: Dice, log: Log) -> State:
        s = s.pop()
        if not isinstance(move, PlayCard):
            return s
        hand = list(s.hands[self.who])
        hand.remove(move.card)
        hands = tuple(tuple(hand) if n == self.who else held for n, held in enumerate(s.hands))
        text = f"You play {title(x, move.card, self.who)}."
        say(log, "card", text, "37.12.1", to=(x.setting.seat(self.who),))
        return replace(s, hands=hands).push(TakesEffect(move.card, self.who))

    def label(self, x: Context, s: State, move: m._Move) -> Label | None:
        if isinstance(move, PlayCard):
            return Label(f"Play {title(x, move.card, self.who)}", "", ("MoP 37.12.1",))
        return Label("Keep them all", "", ("MoP 37.12.1",))


class TakesEffect(Step, frozen=True, tag="card-takes-effect"):
    """A card that a side plays takes effect, asks what it is played on, or is held for use this turn."""

    card: int
    side: int

    def run(self, x: Context, s: State, dice: Dice, log: Log) -> State:
        s = s.pop()
        s = replace(s, plays=(*s.plays, Play(self.card, self.side, s.turn)))
        return EFFECTS[self.card](x, s, self.card, self.side, dice, log)


def _lasting(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """A card that holds by itself until the turn ends, or for good (9, 13, 17, 18, 19)."""
    play = ready(s, side, card)
    return s if play is None else used(x, s, play)


def _held(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """A card that is held until its moment comes this turn (3, 21, 22)."""
    return s


def _in_vain(x: Context, s: State, card: int, side: int, log: Log) -> State:
    """A card that can do nothing now."""
    text = f"{title(x, card, side)} comes to nothing."
    say(log, "card", text, _PAPERS, to=(x.setting.seat(side),))
    return replace(s, plays=s.plays[:-1])


def _there(x: Context, s: State, side: int, name: str) -> bool:
    """Whether a leader of a side is on the map himself."""
    i = x.setting.leader_index.get(name, -1)
    return i >= 0 and x.setting.leader_side[i] == side and s.leaders[i].hex >= 0 and not s.leaders[i].replaced


def _chief(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """The Emperor is everywhere, and Blücher drives his men on, if they are there (7)."""
    french = is_french(x, side)
    if not _there(x, s, side, NAPOLEON if french else BLUCHER):
        return _in_vain(x, s, card, side, log)
    return (_lasting if french else _points_at)(x, s, card, side, dice, log)


def _second(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """Ney leads his corps, if he is there; the coalition has another chance (14)."""
    if is_french(x, side) and not _there(x, s, side, NEY):
        return _in_vain(x, s, card, side, log)
    return _points_at(x, s, card, side, dice, log)


def _marshal(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """Marmont is with his corps, and Gneisenau with Blücher's staff, if they are there (30)."""
    french = is_french(x, side)
    if not _there(x, s, side, MARSHAL if french else BLUCHER):
        return _in_vain(x, s, card, side, log)
    if french:
        return _lasting(x, s, card, side, dice, log)
    return s.push(RestoreChoice(side), CardChoice(side, card))


def _populace(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """A formation of the enemy is robbed, or one's own makes the last push: one picked at random, in full card play any
    (24).
    """
    able, play = abouts(x, s, card, side), ready(s, side, card)
    if not able or play is None:
        return _in_vain(x, s, card, side, log)
    if options(x).full_cards:
        return s.push(CardChoice(side, card))
    purpose = "who is robbed by the populace" if is_french(x, side) else "who makes the last push"
    return pointed(x, s, play, picked(x, able, purpose, dice), dice, log)


def _alternates(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """A group that might never come does: one that a die picks, in full card play any (29, App. III d)."""
    able, play = arrivals.alternates(x, s, side), ready(s, side, card)
    if not able or play is None:
        return _in_vain(x, s, card, side, log)
    if options(x).full_cards:
        return s.push(CardChoice(side, card))
    group = able[dice.draw("which reinforcements", [arrivals.label(x, g) for g in able])]
    return arrivals.called(x, used(x, s, play, (group,)), side, group, log)


def _spies(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """A side learns the enemy's orders in force (10)."""
    told = told_orders(x, s, 1 - side)
    if not told:
        return _in_vain(x, s, card, side, log)
    say(log, "spies", f"Spies bring news of the enemy's orders: {told}.", _PAPERS, to=(x.setting.seat(side),))
    return _lasting(x, s, card, side, dice, log)


def _gives_orders(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """A formation of the player's choice gets an order (8, 28)."""
    return s.push(CardOrder(side, card))


def _probe(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """A formation may probe at once: one picked at random, in full card play any (12, App. III d)."""
    able = probing(x, s, side)
    if not able:
        return _in_vain(x, s, card, side, log)
    if options(x).full_cards:
        return s.push(CardOrder(side, card))
    return s.push(CardOrder(side, card, (picked(x, able, "who may probe", dice),)))


def _advance(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """A leader tries an order of his own (11)."""
    return s.push(GeneralAdvance(side))


def _guns(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """A leader marches to the guns (15)."""
    return s.push(SoundOfGuns(side))


def _area(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """A formation that defends stands more firmly: one picked at random, in full card play any (20)."""
    able, play = defenders(x, s, side), ready(s, side, card)
    if not able or play is None:
        return _in_vain(x, s, card, side, log)
    if options(x).full_cards:
        return s.push(CardChoice(side, card))
    return used(x, s, play, (picked(x, able, "who stands firm", dice),))


def _points_at(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """The player says what a card is played on (7, 14, 16, 23, 30, 31)."""
    return s.push(CardChoice(side, card))


def _early(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """The next reinforcements come sooner, those of the player's choice in full card play (25)."""
    able, play = arrivals.can_hasten(x, s, side), ready(s, side, card)
    if not able or play is None:
        return _in_vain(x, s, card, side, log)
    if options(x).full_cards:
        return s.push(CardChoice(side, card))
    return arrivals.hastened(x, used(x, s, play, (able[0],)), side, able[0], arrivals.how_long(x, dice), log)


def _route(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """Reinforcements come by another road (26)."""
    return s.push(RouteChoice(side))


def _delay(x: Context, s: State, card: int, side: int, dice: Dice, log: Log) -> State:
    """The side's own next reinforcements come later (27)."""
    able, play = arrivals.expected(x, s, side), ready(s, side, card)
    if not able or play is None:
        return _in_vain(x, s, card, side, log)
    return arrivals.delayed(x, used(x, s, play, (able[0],)), side, able[0], arrivals.how_long(x, dice), log)


#: What each card comes to.
EFFECTS: dict[int, Callable[[Context, State, int, int, Dice, Log], State]] = {
    cards.COVER_FIRE: _held,
    cards.EMPEROR: _chief,
    cards.APPROACH_MARCH: _gives_orders,
    cards.GENERAL_RETREAT: _lasting,
    cards.SPIES: _spies,
    cards.GENERAL_ADVANCE: _advance,
    cards.PROBE: _probe,
    cards.INFILTRATION: _lasting,
    cards.NEY: _second,
    cards.SOUND_OF_GUNS: _guns,
    cards.FIRE: _points_at,
    cards.PURSUIT: _lasting,
    cards.COUNTER_CHARGE: _lasting,
    cards.MOBILE_DEFENSE: _lasting,
    cards.AREA_DEFENSE: _area,
    cards.TURNING_MOVEMENT: _held,
    cards.JAWS_OF_DEATH: _held,
    cards.UNFIT_HORSE: _points_at,
    cards.POPULACE: _populace,
    cards.EARLY: _early,
    cards.OTHER_ROUTE: _route,
    cards.DELAY: _delay,
    cards.FORCED_MARCH: _gives_orders,
    cards.ALTERNATES: _alternates,
    cards.MARMONT: _marshal,
    cards.AIDE: _points_at,
}
