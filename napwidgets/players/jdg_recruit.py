"""A computer player of jdg that plays from its view alone, move by move: goes for points and for fights that it can
win, screens with what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from napwidgets.kernel.agenda import subject_number
from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.jdg_marches import best_march, score
from napwidgets.players.jdg_situation import RECRUIT, Lie, Past, Situation, Temper
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.combat.battle import ATTACK
from napwidgets.systems.jdg.combat.muster import attackers, defenders
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.germany import cards
from napwidgets.systems.telling import counted, names

#: Cards that are worth playing as soon as they can be.
_AT_ONCE = ("points", "rally", "recruits", "orders lost", "delay", "screen")
_MILD = ("skirmish", "screen", "offensive", "decisive")
#: A player that has made so many moves in one phase has done enough.
PATIENCE = 80

#: The strength points that a dummy in a box counts for where another is placed.
CROWD = 6

#: How many aims are told at once.
MOST_AIMS = 3


class RecruitPlayer:
    """Plays every decision of jdg from what its seat may know, move by move (a `Player`)."""

    kind: str = "recruit"

    def __init__(self, rng: Random, mood: Temper = RECRUIT) -> None:
        self._rng, self.mood = rng, mood
        self._lie: Lie | None = None
        self._phase: tuple[int, int] = (0, 0)
        self._made = 0

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        now = self.now(engine, view, seat)
        decision = engine.decision(view)
        assert decision is not None
        own: Callable[[Engine, Situation], Move | None] | None = getattr(
            self, f"_{decision.kind.replace('-', '_')}", None
        )
        move = own(engine, now) if own is not None else None
        return move if move is not None else self._usual(engine, view)

    def why(self, engine: Engine, view: State, seat: str) -> str:
        """The places it wants most."""
        now, x = self.now(engine, view, seat), engine.context
        best = sorted(now.wanted, key=lambda box: (-now.wanted[box], box))[:MOST_AIMS]
        told = [f"{x.box(box)} ({counted(now.wanted[box], 'point')})" for box in best]
        return f"It wants {names(told)}." if told else ""

    def now(self, engine: Engine, view: State, seat: str) -> Situation:
        """What its side makes of its view, and of what it remembers."""
        x: Context = engine.context
        side = x.setting.seat_side[engine.seats.index(seat)]
        if self._lie is None:
            self._lie = Lie(x)
        stood, past = self._stood(x, view, side, self._lie), self._past(x, view, side)
        return Situation(x, view, side, self._lie, self.mood, stood, past)

    def _stood(self, x: Context, s: State, side: int, lie: Lie) -> frozenset[int]:
        """The places where it remembers the enemy to have stood: none."""
        return frozenset()

    def _past(self, x: Context, s: State, side: int) -> Past:
        """What it remembers of its own doing: nothing."""
        return Past()

    def _usual(self, engine: Engine, view: State) -> Move:
        """Nothing more, where that can be said; else the first thing there is."""
        options = list(engine.options(view))
        if m.Done() in options or not options:
            options = [m.Done()] if options else options
        for subject in () if options else engine.subjects(view):
            options = list(engine.options(view, subject.id))
            if options:
                break
        return options[0]

    # Before the marches

    def _first_player(self, engine: Engine, now: Situation) -> Move:
        return m.Lead(now.side)

    def _dummies(self, engine: Engine, now: Situation) -> Move | None:
        """Dummies go where little stands, so that it looks like more."""
        subjects = engine.subjects(now.s)
        boxes = sorted(subjects, key=lambda s: (self._full(now, s.hex) + 4 * self._rng.random(), s.hex))
        for subject in boxes:
            options = engine.options(now.s, subject.id)
            if options:
                return options[int(self._rng.random() * len(options))]
        return None

    @staticmethod
    def _full(now: Situation, box: int) -> float:
        """The strength in a box, and what speaks against one dummy more."""
        return now.own.get(box, 0) + CROWD * now.mood.apart * now.dummies(box)

    def _recruits(self, engine: Engine, now: Situation) -> Move | None:
        best = max(
            engine.subjects(now.s),
            key=lambda s: self._cohesion(now, subject_number(s.id, "c")),
            default=None,
        )
        options = engine.options(now.s, best.id) if best is not None else ()
        return options[0] if options else None

    @staticmethod
    def _cohesion(now: Situation, i: int) -> int:
        values = now.x.pieces[i].values
        return values.cohesion if values is not None else 0

    def _discard(self, engine: Engine, now: Situation) -> Move | None:
        hand = [card for card in now.s.hands[now.side] if card > 0]
        idle = [card for card in hand if cards.effect(now.x, card) not in _AT_ONCE]
        return m.Discard((idle or hand)[0]) if hand else None

    # Marches

    def _movement(self, engine: Engine, now: Situation) -> Move | None:
        phase = (now.s.turn, now.side)
        self._made = self._made + 1 if phase == self._phase else 0
        self._phase = phase
        if self._made > PATIENCE:
            return m.Done()
        if (card := self._cards(engine, now)) is not None:
            return card
        subjects = [s.id for s in engine.subjects(now.s)]
        return best_march(now, now.s.agenda[-1], subjects, self._rng) or m.Done()

    def _march(self, engine: Engine, now: Situation) -> Move | None:
        """On the way, where a force set out without a goal: the best box it can still reach."""
        force = now.s.agenda[-1]
        options = [o for o in engine.options(now.s) if isinstance(o, m.March) and not o.scout]
        best = max(options, key=lambda o: score(now, force, o.route[-1]), default=None)
        stay = score(now, force, force.at) if force.at >= 0 else -50.0
        if best is not None and score(now, force, best.route[-1]) > stay:
            return best
        return m.Done()

    def _cards(self, engine: Engine, now: Situation) -> Move | None:
        """A card that does good at once; the others are kept for their moment."""
        played = (move for move in engine.options(now.s) if isinstance(move, m.Card))
        return next((move for move in played if cards.effect(now.x, move.card) in _AT_ONCE), None)

    # The enemy's marches

    def _against(self, now: Situation, box: int) -> float:
        return max(1.0, now.enemies.get(box, 0.0))

    def _reaction(self, engine: Engine, now: Situation) -> Move | None:
        """Meet what one can beat; try to leave before what one can't."""
        box = now.s.agenda[-1].box
        theirs = self._against(now, box)
        found: list[tuple[float, Move]] = []
        for subject in engine.subjects(now.s):
            for move in engine.options(now.s, subject.id):
                ratio = now.power(move.pieces) / theirs
                if ratio > now.mood.meet or (ratio < now.mood.leave and now.own.get(subject.hex, 0) < 0.6 * theirs):
                    found.append((ratio, move))
        return max(found, key=lambda pair: pair[0])[1] if found else m.Done()

    def _reacted(self, engine: Engine, now: Situation) -> Move | None:
        step = now.s.agenda[-1]
        if now.power(step.pieces) > now.mood.hold * self._against(now, step.box):
            return m.Accept()
        return self._safest(now, [o for o in engine.options(now.s) if isinstance(o, m.Slip)]) or m.Done()

    def _withdrawal(self, engine: Engine, now: Situation) -> Move | None:
        step = now.s.agenda[-1]
        mine, theirs = now.own.get(step.box, 0), now.threat(step.box)
        slips = [o for o in engine.options(now.s) if isinstance(o, m.Slip)]
        return self._safest(now, slips) if slips and theirs > 1.3 * mine else m.Done()

    def _go_back(self, engine: Engine, now: Situation) -> Move | None:
        return self._safest(now, [o for o in engine.options(now.s) if isinstance(o, m.Slip)])

    @staticmethod
    def _safest(now: Situation, moves: Sequence[Any]) -> Any:
        """The move to the box with the least danger and the most friends; the most counters go, if several may."""
        return max(
            moves,
            key=lambda move: (
                now.friends(move.to) - 1.2 * now.threat(move.to),
                len(getattr(move, "pieces", ())),
                -move.to,
            ),
            default=None,
        )

    def _guns(self, engine: Engine, now: Situation) -> Move | None:
        step = now.s.agenda[-1]
        theirs = self._against(now, step.box)
        best: tuple[float, Move] | None = None
        for subject in engine.subjects(now.s):
            for move in engine.options(now.s, subject.id):
                mine = now.own.get(step.box, 0) + now.power(move.pieces)
                if mine > now.mood.guns * theirs and (best is None or mine > best[0]):
                    best = (mine, move)
        return best[1] if best is not None else m.Done()

    # Battle

    def _tactics(self, engine: Engine, now: Situation) -> Move | None:
        step = now.s.agenda[-1]
        pieces = attackers(now.x, now.s, step.clash) if step.part == ATTACK else defenders(now.x, now.s, step.clash)
        ratio = now.power([i for i in pieces if now.x.sides[i] == now.side]) / self._against(now, step.clash.box)
        options = sorted(engine.options(now.s), key=lambda o: (_MILD.index(o.name), o.card))
        plain = [o for o in options if not o.card]
        if ratio > now.mood.hard:
            return options[-1]
        return plain[0] if ratio < now.mood.mild else plain[len(plain) // 2]

    def _overrun(self, engine: Engine, now: Situation) -> Move:
        return m.Accept()

    def _retreat(self, engine: Engine, now: Situation) -> Move | None:
        return self._safest(now, [o for o in engine.options(now.s) if isinstance(o, m.Retreat)])

    def _victor(self, engine: Engine, now: Situation) -> Move | None:
        box = now.s.agenda[-1].clash.box
        if now.threat(box) > 2 * now.friends(box) and not now.lie.goals.get(box):
            return self._safest(now, [o for o in engine.options(now.s) if isinstance(o, m.Retreat)])
        return m.Done()

    # Cities

    def _shelter(self, engine: Engine, now: Situation) -> Move | None:
        step = now.s.agenda[-1]
        if now.own.get(step.box, 0) > 0.8 * self._against(now, step.box):
            return m.Done()
        inside = [o for o in engine.options(now.s) if isinstance(o, m.Shelter)]
        return max(inside, key=lambda o: (now.x.strength(now.s, o.pieces), -o.to), default=m.Done())

    def _siege(self, engine: Engine, now: Situation) -> Move | None:
        options = list(engine.options(now.s))
        return m.Accept() if m.Accept() in options else m.Done()

    def _sortie(self, engine: Engine, now: Situation) -> Move | None:
        box = now.s.agenda[-1].box
        inside = now.x.strength(now.s, now.x.here(now.s, box, now.side))
        bold = m.Accept() in engine.options(now.s) and inside > 1.4 * self._against(now, box)
        return m.Accept() if bold else m.Done()
