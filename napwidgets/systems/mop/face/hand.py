"""37.12. A seat's cards on screen: those it holds, and those that hold for it this turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from napwidgets.kernel.system import Move
from napwidgets.systems.mop import arrivals, cards
from napwidgets.systems.mop.bound import options, tables
from napwidgets.systems.mop.card_choices import Indicate, Reroute, about_words
from napwidgets.systems.mop.card_restores import Restore
from napwidgets.systems.mop.card_stage import PlayCard
from napwidgets.systems.mop.face.presenter import Presenter
from napwidgets.systems.mop.state import Play, State
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.telling import counted, sentence

#: What each card does, in a few words.
WORDS = {
    cards.ROAD_COLUMN: "whoever begins on a road comes 3 MP farther and attacks nobody",
    cards.LATE_START: "no initial action on the first turn",
    cards.EARLY_ARRIVAL: "the initial action of the first turn",
    cards.SCATTERED: "a formation is out of command on the first turn",
    cards.COVER_FIRE: "guns keep enemy cavalry from pursuing, once",
    cards.EMPEROR: "Napoleon counts 5; a coordinated action and the initial one are yours",
    cards.INFILTRATION: "your cavalry need not attack what it stands beside",
    cards.NEY: "a point on the throw in every assault and charge of Ney's corps",
    cards.FIRE: "a town burns: whoever enters it pays a MP more",
    cards.POPULACE: "a formation of the enemy gets nothing from its train",
    cards.APPROACH_MARCH: "a formation clear of the enemy marches at once",
    cards.GENERAL_RETREAT: "a general retreat can be ordered from now on",
    cards.SPIES: "you learn the enemy's orders",
    cards.GENERAL_ADVANCE: "a leader tries an order of his own with two columns more",
    cards.PROBE: "a formation probes at once",
    cards.SOUND_OF_GUNS: "a leader may march to the guns of last turn",
    cards.PURSUIT: "your cavalry is held back without a check",
    cards.COUNTER_CHARGE: "your cavalry countercharges without a check",
    cards.MOBILE_DEFENSE: "defenders leave a zone of control for a MP",
    cards.AREA_DEFENSE: "a formation that defends has a point of morale more",
    cards.TURNING_MOVEMENT: "one sequence of March and Attack has two columns more",
    cards.JAWS_OF_DEATH: "one stack retreats without loss for a zone of control",
    cards.UNFIT_HORSE: "enemy cavalry that you point at does not charge",
    cards.EARLY: "reinforcements come sooner",
    cards.OTHER_ROUTE: "reinforcements come by another road",
    cards.DELAY: "your own next reinforcements come later",
    cards.FORCED_MARCH: "a March order more, with two columns",
    cards.ALTERNATES: "reinforcements that might never come do, for a point for every {} strength points",
    cards.MARMONT: "Marmont's corps never gives way but by choice, and who faces it has a point less",
    cards.AIDE: "an order more, command through the enemy, or a commander saved",
}
#: What those of the coalition do that are others.
THEIRS = {
    cards.EMPEROR: "Blücher's men give way only by choice, and three bad throws are made anew",
    cards.NEY: "a bad throw is made anew",
    cards.POPULACE: "the assaults of a formation have two points more on the throw",
    cards.MARMONT: "three bad throws are made anew, and a formation's eliminated units come back",
}


def words(x: Context, card: int, side: int) -> str:
    """What a card of a side does."""
    told = WORDS[card] if cards.is_french(x, side) else THEIRS.get(card, WORDS[card])
    return told.format(tables(x).figures["points a strength"])


#: Cards that are played on a formation, and on a group that is still to come.
_FORMATIONS = (
    cards.SCATTERED, cards.APPROACH_MARCH, cards.FORCED_MARCH, cards.PROBE, cards.GENERAL_ADVANCE, cards.SOUND_OF_GUNS,
)  # fmt: skip
_GROUPS = (cards.EARLY, cards.OTHER_ROUTE, cards.DELAY, cards.ALTERNATES)


def on_what(x: Context, play: Play) -> str:
    """What a card was played on, in words; nothing where it is about the whole army."""
    if not play.about:
        return ""
    about = play.about[0]
    if play.card in _FORMATIONS:
        return x.setting.commands[about].name
    if play.card in _GROUPS:
        return arrivals.label(x, about)
    return x.unit_names(play.about) if play.card == cards.UNFIT_HORSE else about_words(x, play.card, play.side, about)


class CardPresenter(Presenter):
    """Shows views of a battle with cards."""

    def hand(self, view: Any, seat: str | None) -> Sequence[tuple[int, str, bool]]:
        """The cards of a seat: number, what it does, whether it holds now."""
        assert isinstance(view, State)
        if seat not in self.engine.seats:
            return []
        side = self.x.setting.sides.index(seat)
        held = view.hands[side] if view.hands else ()
        lasting = [play.card for play in view.plays if play.side == side and self._holds(view, play)]
        found = [(card, False) for card in held if card != cards.FACE_DOWN] + [(card, True) for card in lasting]
        return [(card, f"{cards.title(self.x, card, side)}: {words(self.x, card, side)}", now) for card, now in found]

    def laid(self, view: Any, seat: str | None) -> Sequence[tuple[str, str, str]]:
        """Cards that were played and that a seat knows of, last first: name, when and by whom, what it did."""
        assert isinstance(view, State)
        known = [play for play in reversed(view.plays) if play.used and not self._in_hand(view, play, seat)]
        return [(cards.title(self.x, play.card, play.side), self._when(play), self._did(play)) for play in known]

    def _in_hand(self, view: State, play: Play, seat: str | None) -> bool:
        return self.x.setting.seat(play.side) == seat and self._holds(view, play)

    def _when(self, play: Play) -> str:
        side = self.x.setting.scenario.sides[play.side].name
        return f"{self.x.setting.hour(play.turn)}, {side}"

    def _did(self, play: Play) -> str:
        what, does = on_what(self.x, play), words(self.x, play.card, play.side)
        points = f" ({counted(play.points, 'point')})" if play.points else ""
        return f"{f'{what}: {does}' if what else sentence(does)}{points}."

    @staticmethod
    def _holds(view: State, play: Play) -> bool:
        return bool(play.turn == view.turn or play.card == cards.GENERAL_RETREAT)

    def played(self, move: Move) -> int:
        """The card that a move plays by itself, 0 for none."""
        if isinstance(move, PlayCard | Indicate):
            return move.card
        if isinstance(move, Restore):
            return cards.MARMONT
        return cards.OTHER_ROUTE if isinstance(move, Reroute) else 0

    def about_hand(self) -> tuple[str, str, str]:
        """The paragraph of the cards, and words for no card and for one that holds."""
        full = options(self.x).full_cards
        empty = "You hold no card." if full else "No card holds for you this turn: one is drawn every turn of the day."
        return "MoP 37.12", empty, "It holds this turn."
