"""For playing on in the head in jdg: a quick player who weighs the marches of a phase at once, and which moves are
worth trying beside the usual one.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.jdg import SteadyPlayer
from napwidgets.players.jdg_odds import sketched
from napwidgets.players.jdg_orders import Campaign
from napwidgets.players.jdg_situation import Lie, Past, Situation, Temper
from napwidgets.players.jdg_trail import Trail
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.context import Context

#: How often the marches of a phase are weighed.
ROUNDS = 2
#: Decisions of which the first move is as good as any.
_PLAIN = ("dummies", "recruits", "discard")


class Haste(Temper, frozen=True):
    """The weights of whoever has no time."""


class QuickPlayer(SteadyPlayer):
    """Plays as a steady player does, but weighs all marches of a phase at once, not anew before each of them, and
    tactics by what about such troops would do. It sees its view even where it is shown all.
    """

    _contest = staticmethod(sketched)

    def __init__(self, rng: Random, mood: Temper, lies: dict[int, Lie], trail: Trail | None) -> None:
        super().__init__(rng, mood)
        #: What the searching side remembers of the other.
        self._known = trail
        #: How the map lies for each side, which all lines share.
        self._lies = lies
        self._ahead: list[m.Activate] = []
        self._rounds = 0

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        x: Context = engine.context
        side = x.setting.seat_side[engine.seats.index(seat)]
        self._lie = self._lies.get(side) or self._lies.setdefault(side, Lie(x))
        if self._trail is None and self._known is not None and side != self._known.foe:
            self._trail = self._known.copy()
        return super().choose(engine, engine.view(view, seat), seat)

    def _past(self, x: Context, s: State, side: int) -> Past:
        """Nothing: a line is too short to go to and fro."""
        return Past()

    def _movement(self, engine: Engine, now: Situation) -> Move | None:
        if (now.s.turn, now.side) != self._phase:
            self._phase, self._ahead, self._rounds = (now.s.turn, now.side), [], 0
        if (card := self._cards(engine, now)) is not None:
            return card
        while self._ahead or self._rounds < ROUNDS:
            if not self._ahead:
                self._rounds += 1
                subjects = [subject.id for subject in engine.subjects(now.s)]
                self._ahead = Campaign(now).all_marches(now.s.agenda[-1], subjects)
            while self._ahead:
                march = self._ahead.pop(0)
                if self._still(now, march):
                    return march
        return m.Done()

    @staticmethod
    def _still(now: Situation, march: m.Activate) -> bool:
        """Whether a march that was weighed before can still be made."""
        try:
            now.s.agenda[-1].check(now.x, now.s, march)
        except NapwidgetsError:
            return False
        return True


def next_best(player: SteadyPlayer, engine: Engine, view: State, seat: str, most: int) -> Sequence[Move]:
    """Moves worth trying beside the usual one: in a Movement Phase its end, and marches that would not be made anyway;
    of other decisions all, who goes where it is safest first.
    """
    now = player.now(engine, view, seat)
    decision = engine.decision(view)
    kind, free = decision.kind if decision is not None else "", list(engine.options(view))
    if kind in _PLAIN:
        return []
    subjects = [subject.id for subject in engine.subjects(view)]
    if kind == "movement":
        return [*free, *Campaign(now).other_marches(now.s.agenda[-1], subjects)][:most]
    offered = [move for subject in subjects for move in engine.options(view, subject)]
    return [*free, *sorted(offered, key=lambda move: -_safety(now, move))][:most]


def _safety(now: Situation, move: Move) -> float:
    """How safe it is where a move leads."""
    box: int = getattr(move, "to", -1)
    return now.friends(box) - 1.2 * now.threat(box) if box >= 0 else 0.0
