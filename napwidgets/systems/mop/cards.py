"""37.12. What cards there are in a battle, which of them hold now, and what they are worth.

A deck has no order: it is the cards that are left in it, and a die picks the next one, which is the same as a shuffled
deck. Readings are in docs/rules/mop-cards.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from napwidgets.systems.mop.bound import options, tables
from napwidgets.systems.mop.state import Play, State
from napwidgets.systems.tactical.core.scenario import ReinforcementData
from napwidgets.systems.tactical.ground.context import Context

# The cards by number, with the names of the French ones where the coalition has another of that number.
ROAD_COLUMN, LATE_START, COVER_FIRE, EARLY_ARRIVAL, SCATTERED = 1, 2, 3, 5, 6
EMPEROR, APPROACH_MARCH, GENERAL_RETREAT, SPIES, GENERAL_ADVANCE, PROBE = 7, 8, 9, 10, 11, 12
INFILTRATION, NEY, SOUND_OF_GUNS, FIRE, PURSUIT, COUNTER_CHARGE = 13, 14, 15, 16, 17, 18
MOBILE_DEFENSE, AREA_DEFENSE, TURNING_MOVEMENT, JAWS_OF_DEATH, UNFIT_HORSE, POPULACE = 19, 20, 21, 22, 23, 24
EARLY, OTHER_ROUTE, DELAY, FORCED_MARCH, ALTERNATES, MARMONT, AIDE = 25, 26, 27, 28, 29, 30, 31
#: The mode cards that a side can draw, and all others that are in the decks; what is left out stands in
#: docs/rules/mop-cards.md with the reason.
MODES = (ROAD_COLUMN, LATE_START, EARLY_ARRIVAL, SCATTERED)
BUILT = (
    COVER_FIRE, EMPEROR, APPROACH_MARCH, GENERAL_RETREAT, SPIES, GENERAL_ADVANCE, PROBE, INFILTRATION, NEY,
    SOUND_OF_GUNS, FIRE, PURSUIT, COUNTER_CHARGE, MOBILE_DEFENSE, AREA_DEFENSE, TURNING_MOVEMENT, JAWS_OF_DEATH,
    UNFIT_HORSE, POPULACE, EARLY, OTHER_ROUTE, DELAY, FORCED_MARCH, ALTERNATES, MARMONT, AIDE,
)  # fmt: skip
FRENCH = "french"
#: In a view: a card that the other side holds or has still to draw.
FACE_DOWN = 0


def figure(x: Context, key: str) -> int:
    """A figure of card play, by its row of the table."""
    return tables(x).play[key]


def is_french(x: Context, side: int) -> bool:
    """Whether a side is the French one; some cards are others in the coalition's deck."""
    return x.setting.sides[side] == FRENCH


def title(x: Context, card: int, side: int) -> str:
    """The name of a card in a side's deck."""
    data = tables(x).cards[card]
    return data.name if is_french(x, side) else data.coalition


def belongs(x: Context, card: int, side: int) -> bool:
    """Whether a side can play a card at all: alternates come where the scenario has some, and infiltration is no event
    of full card play (App. I).
    """
    if card == ALTERNATES:
        return any(k.chance is not None and group_side(x, g) == side for g, k in _groups(x))
    return card in BUILT and (card != INFILTRATION or not options(x).full_cards)


def full_deck(x: Context, side: int | None) -> tuple[int, ...]:
    """The cards of a side's deck, or of one for both, before any is drawn."""
    known = tables(x).cards
    sides = (0, 1) if side is None else (side,)
    mine = [card for card in BUILT if any(belongs(x, card, n) for n in sides)]
    return tuple(card for card in mine for _ in range(known[card].count))


def start_decks(x: Context) -> tuple[tuple[int, ...], ...]:
    """The decks at the start: one for each side, a single one (App. III g), or none where tables take their place."""
    chosen = options(x)
    if not chosen.cards or chosen.random_events:
        return ()
    return (full_deck(x, None),) if chosen.one_deck else tuple(full_deck(x, side) for side in (0, 1))


# What was played


def price(x: Context, play: Play) -> int:
    """The victory points that a side has for a card it has played; a delay that it suffers is made good (App. III)."""
    if play.card == ALTERNATES:
        return -quarter(x, play.about[0]) if play.about else 0
    points = tables(x).cards[play.card].points
    return -points if play.card == DELAY else points


def quarter(x: Context, group: int) -> int:
    """The points that an alternate group costs: a quarter of its strength, rounded normally (App. III f)."""
    who = (x.setting.unit_index.get(name) for name in x.setting.scenario.reinforcements[group].who)
    whole, strength = tables(x).figures["points a strength"], sum(x.infos[u].strength for u in who if u is not None)
    return (2 * strength + whole) // (2 * whole)


def live(s: State, side: int, card: int) -> Play | None:
    """A card of this turn that holds for a side, or may still be used by it."""
    for play in s.plays:
        if play.card == card and play.side == side and play.turn == s.turn:
            return play
    return None


def holds(s: State, side: int, card: int) -> bool:
    """Whether a card that lasts for the turn holds for a side."""
    return live(s, side, card) is not None


def ready(s: State, side: int, card: int) -> Play | None:
    """A card that a side holds this turn and has not used yet."""
    today = (play for play in s.plays if play.card == card and play.side == side and play.turn == s.turn)
    return next((play for play in today if not play.used), None)


def used(x: Context, s: State, play: Play, about: tuple[int, ...] | None = None, seen: bool = False) -> State:
    """A card takes effect: its points count now (37.13)."""
    told = play if about is None else replace(play, about=about)
    changed = replace(
        told,
        used=play.used + 1,
        points=price(x, told),
        seen=int(seen or bool(play.seen)),
    )
    at = s.plays.index(play)
    return replace(s, plays=(*s.plays[:at], changed, *s.plays[at + 1 :]))


def points(s: State, side: int) -> int:
    """Victory points of a side for the cards it has played (37.13)."""
    return sum(play.points for play in s.plays if play.side == side)


def forgotten(s: State) -> State:
    """Cards that were held in an earlier turn and not used are discarded (App. III e)."""
    return replace(s, plays=tuple(play for play in s.plays if play.used or play.turn == s.turn))


def face_down(x: Context, full: State, view: State, side: int | None) -> State:
    """A view without the other side's cards: what it has still to draw, what it holds, what it has played unseen."""
    if not options(x).cards and not full.coming:
        return view
    both = len(full.decks) == 1

    def hidden(groups: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(cards if n == side else (FACE_DOWN,) * len(cards) for n, cards in enumerate(groups))

    return replace(
        view,
        decks=full.decks if both else hidden(full.decks),
        hands=hidden(full.hands),
        plays=tuple(play for play in full.plays if play.side == side or play.seen),
        coming=tuple(k for k in full.coming if group_side(x, k.group) == side),
    )


def _groups(x: Context) -> Iterator[tuple[int, ReinforcementData]]:
    """The groups of reinforcements with their numbers."""
    return enumerate(x.setting.scenario.reinforcements)


def group_side(x: Context, group: int) -> int:
    """The side of a group of reinforcements."""
    name = x.setting.scenario.reinforcements[group].who[0]
    if name in x.setting.unit_index:
        return x.infos[x.setting.unit_index[name]].side
    if name in x.setting.leader_index:
        return x.setting.leader_side[x.setting.leader_index[name]]
    return x.setting.hq_side[x.setting.hq_index[name]]
