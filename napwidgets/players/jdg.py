"""A computer player of jdg that plays from its view alone and with aims: what decides the campaign, who does which part
of it, and the marches and battles that serve it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.jdg_odds import plain
from napwidgets.players.jdg_orders import Campaign
from napwidgets.players.jdg_recruit import _MILD, MOST_AIMS, PATIENCE
from napwidgets.players.jdg_recruit import RecruitPlayer as RecruitPlayer
from napwidgets.players.jdg_situation import STEADY, Lie, Situation, Temper
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.combat.battle import ATTACK, Battle
from napwidgets.systems.jdg.combat.muster import attackers, defenders, ground
from napwidgets.systems.jdg.combat.tactics import contest
from napwidgets.systems.jdg.context import Context


class SteadyPlayer(RecruitPlayer):
    """Plays every decision of jdg from what its seat may know, by aims (a `Player`)."""

    kind: str = "steady"

    def __init__(self, rng: Random, mood: Temper = STEADY) -> None:
        super().__init__(rng, mood)

    def why(self, engine: Engine, view: State, seat: str) -> str:
        """What its strongest forces are after."""
        x: Context = engine.context
        now = Situation(x, view, x.setting.seat_side[engine.seats.index(seat)], self._lie or Lie(x), self.mood)
        aims = sorted(Campaign(now).aims, key=lambda aim: (-aim.net, aim.task.box))[:MOST_AIMS]
        told = "; ".join(f"{aim.task.kind} {x.box(aim.task.box)} with {x.called(now.s, aim.units)}" for aim in aims)
        return f"Its aims: {told}." if told else ""

    def _first_player(self, engine: Engine, now: Situation) -> Move:
        """First as long as there is time; at the end the last word is worth more."""
        return m.Lead(now.side if now.left > 1 else now.foe)

    def _movement(self, engine: Engine, now: Situation) -> Move | None:
        phase = (now.s.turn, now.side)
        self._made = self._made + 1 if phase == self._phase else 0
        self._phase = phase
        if self._made > PATIENCE:
            return m.Done()
        if (card := self._cards(engine, now)) is not None:
            return card
        subjects = [s.id for s in engine.subjects(now.s)]
        march = Campaign(now).best_march(now.s.agenda[-1], subjects, self._rng)
        return march or self._dig(engine, now, subjects) or m.Done()

    @staticmethod
    def _dig(engine: Engine, now: Situation, subjects: Sequence[str]) -> Move | None:
        """Whoever stays where the enemy may strike digs in, as long as there are points that would lapse."""
        found = [o for subject in subjects for o in engine.options(now.s, subject) if isinstance(o, m.Entrench)]
        struck = [o for o in found if sum(n for _, n in now.comers(o.box)) > now.mood.alone * now.own.get(o.box, 0)]
        return max(struck, key=lambda o: (now.own.get(o.box, 0), -o.box), default=None)

    def _tactics(self, engine: Engine, now: Situation) -> Move | None:
        """The tactic whose worst case is best by the exact odds, what the box itself is worth counted in."""
        step = now.s.agenda[-1]
        clash, attacks = step.clash, step.part == ATTACK
        mine = attackers(now.x, now.s, clash) if attacks else defenders(now.x, now.s, clash)
        options = [o for o in engine.options(now.s) if not o.card]
        force = now.x.force(now.s, [i for i in mine if now.x.sides[i] == now.side])
        theirs = now.enemies.get(clash.box, 0.0)
        if force.strength < 1 or theirs < 1 or len(options) < 2:
            return super()._tactics(engine, now)
        guess = plain(round(theirs))
        sides = (force, guess) if attacks else (guess, force)
        game = contest(now.x.tables, Battle(sides, ground(now.x, now.s, clash)))
        prize = 0
        if clash.box in now.lie.goals:
            prize = now.gain(clash.box) if attacks else now.stake(clash.box)

        def worst(name: str) -> float:
            pairs = [pair for (a, d), pair in game.pairs.items() if name == (a if attacks else d)]
            worths = [float(p.worth + prize * p.odds.chance(lambda end: end.winner == ATTACK)) for p in pairs]
            return min(worths) if attacks else -max(worths)

        return max(options, key=lambda o: (worst(o.name), -_MILD.index(o.name)))
