"""The face of JDG: what the widgets show of a campaign comes from here, out of a view.

Its parts are in `face`: the map in `pieces`, cards and roster in `inspector`, the command desk in `command`, the march
pad in `march`, battles in `battle`, what decides in `goals`, the look back in `debrief`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from napwidgets.board.display import (
    Aftermath,
    Battle,
    Card,
    Debrief,
    Dispatch,
    Draft,
    Fact,
    Hour,
    Line,
    Passing,
    Target,
)
from napwidgets.board.network import Network
from napwidgets.board.scene import Overlay, Scene
from napwidgets.kernel.agenda import subject_number
from napwidgets.kernel.game import Game
from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Move
from napwidgets.systems.choices import by_place
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg import teams
from napwidgets.systems.jdg.combat.phase import Tactics
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.face import attempts, battle, command, debrief, goals, inspector, letters, march, pieces
from napwidgets.systems.jdg.face.bench import Bench
from napwidgets.systems.jdg.face.words import side_colour, spot
from napwidgets.systems.jdg.germany import cards
from napwidgets.systems.jdg.march.marching import Marching, aimed
from napwidgets.systems.jdg.march.movement import MovementPhase, place_of
from napwidgets.systems.jdg.march.reaction import Reaction
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import State
from napwidgets.systems.jdg.step import Choice

#: Fights, and what comes of them.
AFTERMATH = Aftermath(
    frozenset({"reveal", "siege", "overrun"}),
    frozenset(
        {
            "rounds", "round", "guns", "losses", "shares", "victory", "retreat", "shelter", "captive", "gone", "leader",
            "pursuit", "stragglers",
        }
    ),
)  # fmt: skip

if TYPE_CHECKING:
    from napwidgets.systems.jdg.engine import Campaign as Engine


def present(engine: Engine) -> JdgPresenter:
    """The face of a campaign; where cards are drawn, with what a seat holds of them."""
    return CardPresenter(engine) if engine.context.setting.scenario.cards else JdgPresenter(engine)


def sandbox() -> Bench:
    """A battle to put together by hand, for `BattleResolver.sandbox`."""
    return Bench()


class JdgPresenter:
    """Shows views of one campaign (a `Presenter`). A connection off the map counts as the box it leads to."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.x: Context = engine.context
        self.board: Network = self.x.network

    # The map

    def scene(self, view: State, seat: str | None) -> Scene:
        """Counters face up or down, flags, works, sieges, bridges."""
        acting = [id for s in self.engine.subjects(view) for id in self.members(view, s.id)]
        return pieces.scene(self.x, view, acting)

    def overlay(self, view: State, seat: str | None, kind: str, hex: int) -> Overlay:
        """``command``, ``supply``, or the ``reach`` of what stands in ``hex``."""
        return pieces.overlay(self.x, view, seat, kind, hex)

    def sides(self) -> Mapping[str, tuple[str, str]]:
        """For each side, and each of its players, the name and the colours of its counters face down."""
        setting = self.x.setting
        whole = zip(setting.sides, setting.side_names, (0, 1), strict=True)
        players = zip(setting.seats, setting.seat_names, setting.seat_side, strict=True)
        return {id: (name, side_colour(self.x, side)) for id, name, side in (*whole, *players)}

    # Choosing

    def targets(self, view: State, subject: str) -> Sequence[Target]:
        """Boxes that a click acts on: destinations, retreats, places for dummies."""
        decision = self.engine.decision(view)
        if decision is None:
            return []
        draft = march.draft(self.engine, view, decision.seat, {"focus": subject})
        if draft is not None and draft.targets is not None:
            return draft.targets
        moves = (o for o in self.engine.options(view, subject or None) if not isinstance(o, m.Entrench))
        found = by_place(moves, lambda move: move.aim)
        return [self._target(view, hex, moves) for hex, moves in found.items()]

    def _target(self, view: State, hex: int, moves: list[Move]) -> Target:
        """One move where there is one, or a march rather than a reconnaissance."""
        plain = [move for move in moves if not getattr(move, "scout", False)]
        move = plain[0] if len(plain) == 1 else None
        step = view.agenda[-1]
        if isinstance(step, Marching) and isinstance(move, m.March):
            far, fight = aimed(self.x, view, step, move)
            return Target(hex, move, str(far), "attack" if fight else "", (step.at, *move.route))
        return Target(hex, move, "", "attack" if isinstance(moves[0], m.Fight) else "")

    def attempts(self, view: State, subject: str, hex: int) -> Sequence[Move]:
        """What a click on a box would mean, legal or not."""
        return list(attempts.attempts(self.x, view, subject, hex))

    def members(self, view: State, subject: str) -> Sequence[str]:
        """The counters of a subject: one's own in a box or before a connection."""
        decision = self.engine.decision(view)
        if decision is None:
            return []
        side = pieces.seat_side(self.x, decision.seat)
        single = subject_number(subject, "c")
        if 0 <= single < len(view.counters):
            return [f"c{single}"]
        at = place_of(subject)
        if at is None:
            return []
        here = [i for i, c in enumerate(view.counters) if c.at == at and self.x.sides[i] == side]
        in_turn = self.x.setting.teams and getattr(view.agenda[-1], "in_turn", False)
        return [f"c{i}" for i in (teams.own(self.x, view, side, here) if in_turn else here)]

    def subject_at(self, view: State, hex: int) -> Sequence[str]:
        """The subjects of the decision in a box."""
        found = []
        for s in self.engine.subjects(view):
            at = place_of(s.id)
            if (spot(self.x, at) if at is not None else s.hex) == hex:
                found.append(s.id)
        return found

    def passing(self, view: State) -> Passing | None:
        """A force that marches by: as many counters as are seen (6.5.1)."""
        step = view.agenda[-1] if view.agenda else None
        if not isinstance(step, Reaction):
            return None
        return Passing(self.x.layout(view).count[other(step.who)].get(step.box, 0), "counter", m.Done())

    def owes(self, view: State, seat: str) -> IllegalMove | None:
        """Nothing must be done before a decision can be ended."""
        return None

    def advice(self, view: State, seat: str) -> str:
        """A hint for newcomers in the first turn."""
        top = view.agenda[-1] if view.agenda else None
        return top.hint if isinstance(top, Choice) and view.turn == 1 else ""

    def heading(self, view: State, move: Move) -> tuple[str, int]:
        """Under what a move stands where there are many, and the place it is about."""
        return move.group, move.aim

    # Words

    def inspect(self, view: State, seat: str | None, hex: int) -> Sequence[Card]:
        """Cards for a box and what stands in it."""
        return inspector.inspect(self.x, view, seat, hex)

    def roster(self, view: State, seat: str | None) -> Sequence[Line]:
        """Armies with their leaders and units, losses and stragglers as the rules mark them."""
        return inspector.roster(self.x, view, seat)

    def desk(self, view: State, seat: str | None) -> Sequence[Line]:
        """The command desk: points by army, who is in command and why not."""
        return command.desk(self.x, view, seat)

    def about_desk(self) -> tuple[str, tuple[str, ...]]:
        """What command is."""
        text = (
            "A stack is in command if a line of at most 4 movement points, free of enemies, joins it to its "
            "commander-in-chief, or to a general who has such a line himself. A general needs a line of his own to the "
            "commander-in-chief; then he and his force set out at no cost."
        )
        return text, ("JDG 4.3", "JDG 4.5")

    def track(self, view: State) -> Sequence[Hour]:
        """The turns."""
        return goals.track(self.x, view)

    def standing(self, view: State) -> Sequence[Fact]:
        """Victory points, and what else decides."""
        return goals.standing(self.x, view)

    def draft(self, view: State, seat: str, values: Mapping[str, str]) -> Draft | None:
        """A march being put together, or a note to the others of one's side."""
        found = march.draft(self.engine, view, seat, values)
        return found or letters.draft(self.engine, view, seat, values)

    def dispatches(self, view: State, seat: str | None) -> Sequence[Dispatch]:
        """Nothing: orders arrive within the turn."""
        return []

    def battle(self, view: State, seat: str | None, subject: str | None, hex: int) -> Battle | None:
        """The battle at hand, exactly where both sides are seen."""
        return battle.battle(self.x, view, subject, hex)

    def debrief(self, game: Game) -> Debrief:
        """The whole campaign, with all that was hidden."""
        return debrief.debrief(self.x, game)


class CardPresenter(JdgPresenter):
    """Shows views of a campaign with event cards (a `Cardholder`)."""

    def hand(self, view: State, seat: str | None) -> Sequence[tuple[int, str, bool]]:
        """The event cards of a seat: number, what it does, whether it can be played now."""
        if seat not in self.engine.seats:
            return []
        side = pieces.seat_side(self.x, seat)
        step = view.agenda[-1] if view.agenda and self._waits_for(view, seat, side) else None
        now: set[int] = set()
        if isinstance(step, MovementPhase):
            now = {move.card for move in cards.playable(self.x, view, side)}
        elif isinstance(step, cards.CardPlay):
            now = {move.card for move in cards.playable(self.x, view, side, step.stage)}
        elif isinstance(step, Tactics):
            now = set(cards.fitting(self.x, view, side, "battle"))
        return [(card, cards.words(self.x, card), card in now) for card in view.hands[side] if card > 0]

    def laid(self, view: State, seat: str | None) -> Sequence[tuple[str, str, str]]:
        """None: what a card of this game did is on the map, and the chronicle tells it."""
        return ()

    def about_hand(self) -> tuple[str, str, str]:
        """The paragraph of the cards, and words for an empty hand and for a card that goes with a tactic."""
        empty = "You hold no card. Each side draws one at the beginning of a turn, and keeps two."
        return "JDG 1813 Cards", empty, "Choose it with your tactic."

    def played(self, move: Move) -> int:
        """The event card that a move plays by itself, 0 for none."""
        return move.card if isinstance(move, m.Card) else 0

    def _waits_for(self, view: State, seat: str, side: int) -> bool:
        """Whether no other player of the seat's side is to act (10)."""
        decision = self.engine.decision(view)
        return decision is None or decision.seat == seat or pieces.seat_side(self.x, decision.seat) != side
