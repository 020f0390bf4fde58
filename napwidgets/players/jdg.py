"""A computer player of jdg that plays from its view alone and with aims: what decides the campaign, who does which part
of it, and the marches and battles that serve it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.jdg_engineers import crossing, demolition
from napwidgets.players.jdg_memory import TURNS, Memory
from napwidgets.players.jdg_odds import USUAL, plain
from napwidgets.players.jdg_orders import Campaign
from napwidgets.players.jdg_recruit import _MILD, MOST_AIMS, PATIENCE
from napwidgets.players.jdg_recruit import RecruitPlayer as RecruitPlayer
from napwidgets.players.jdg_scouts import patrol
from napwidgets.players.jdg_situation import STEADY, Lie, Past, Situation, Temper
from napwidgets.players.jdg_stands import before_walls, behind_walls, meets
from napwidgets.players.jdg_trail import Trail
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.combat.battle import ATTACK, LONGEST, Battle, battle_odds, rounds
from napwidgets.systems.jdg.combat.muster import attackers, battle_of, defenders, ground
from napwidgets.systems.jdg.combat.retreat import overrun_losses
from napwidgets.systems.jdg.combat.tactics import contest, worth
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.setting import other

#: Of how many parts of a force the smallest unit is one at most that stays behind.
PART = 3


class SteadyPlayer(RecruitPlayer):
    """Plays every decision of jdg from what its seat may know, by aims (a `Player`)."""

    kind: str = "steady"
    back = TURNS
    #: How a battle is laid out by pairs of tactics.
    _contest = staticmethod(contest)

    def __init__(self, rng: Random, mood: Temper = STEADY) -> None:
        super().__init__(rng, mood)
        #: What the engineers who have set out are to do.
        self._work: m.Bridge | None = None
        self._trail: Trail | None = None
        self._memory = Memory()

    def why(self, engine: Engine, view: State, seat: str) -> str:
        """What its strongest forces are after."""
        now, x = self.now(engine, view, seat), engine.context
        aims: dict[tuple[str, int], set[int]] = {}
        # A place may be two tasks for two forces, which is one aim to whoever asks.
        for aim in sorted(Campaign(now).aims, key=lambda aim: (-aim.net, aim.task.box)):
            aims.setdefault((aim.task.kind, aim.task.box), set()).update(aim.units)
        first = list(aims.items())[:MOST_AIMS]
        told = "; ".join(f"{kind} {x.box(box)} with {x.called(now.s, sorted(units))}" for (kind, box), units in first)
        return f"Its aims: {told}." if told else ""

    def _stood(self, x: Context, s: State, side: int, lie: Lie) -> frozenset[int]:
        """Where the enemy has stood since its own troops were there."""
        if self._trail is None:
            self._trail = Trail(x, other(side))
        self._trail.look(s, lie)
        return self._trail.stood

    def _past(self, x: Context, s: State, side: int) -> Past:
        """What its counters were after, and where they have been."""
        return self._memory.look(x, s, side)

    def _remember(self, campaign: Campaign) -> None:
        self._memory.note({i: (aim.task.kind, aim.task.box) for i, aim in campaign.of.items()})

    def recall(self, engine: Engine, view: State, seat: str, move: Move) -> None:
        """Where everybody stood, what its counters were after, and where somebody has ridden."""
        now, decision = self.now(engine, view, seat), engine.decision(view)
        if decision is not None and decision.kind == "movement":
            self._remember(Campaign(now))
            if isinstance(move, m.Activate) and move.scout:
                self._memory.rides(move.aim)

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
        campaign, step = Campaign(now), now.s.agenda[-1]
        self._remember(campaign)
        work = crossing(campaign, step, subjects) or demolition(campaign, step, subjects)
        if work is not None:
            self._work = work.bridge
            return work.out
        if (ride := patrol(campaign, step, subjects)) is not None:
            self._memory.rides(ride.aim)
            return ride
        march = campaign.best_march(step, subjects, self._rng)
        if campaign.barred is not None and (guard := self._guard(engine, now, campaign.barred)) is not None:
            return guard
        return march or self._dig(engine, now, subjects) or m.Done()

    def _march(self, engine: Engine, now: Situation) -> Move | None:
        """Engineers work where they are, and stay there."""
        work, self._work = self._work, None
        if work in engine.options(now.s):
            return work
        return m.Done() if now.s.agenda[-1].worked else super()._march(engine, now)

    @staticmethod
    def _guard(engine: Engine, now: Situation, march: m.Activate) -> Move | None:
        """As few as can be stay behind in a place that would be laid bare: a Detachment, or the smallest unit."""
        units = sorted(now.x.units(march.pieces), key=lambda i: (now.s.counters[i].strength, i))
        options = engine.options(now.s, f"b:{now.s.counters[march.pieces[0]].at}")
        found = [o for o in options if isinstance(o, m.Detach) and o.unit in units and o.strength == 1]
        if found:
            return max(found, key=lambda o: (now.s.counters[o.unit].strength, -o.counter))
        small = now.s.counters[units[0]].strength if units else 0
        if not small or PART * small > now.x.strength(now.s, march.pieces):
            return None
        return replace(march, pieces=tuple(i for i in march.pieces if i != units[0]))

    @staticmethod
    def _dig(engine: Engine, now: Situation, subjects: Sequence[str]) -> Move | None:
        """Whoever stays where the enemy may strike digs in, as long as there are points that would lapse."""
        found = [o for subject in subjects for o in engine.options(now.s, subject) if isinstance(o, m.Entrench)]
        struck = [o for o in found if sum(n for _, n in now.comers(o.box)) > now.mood.alone * now.own.get(o.box, 0)]
        return max(struck, key=lambda o: (now.own.get(o.box, 0), -o.box), default=None)

    def _shelter(self, engine: Engine, now: Situation) -> Move | None:
        """Behind the walls only where that costs less than a battle before them: who is shut in is lost in the end."""
        box = now.s.agenda[-1].box
        here = [i for i in now.x.here(now.s, box, now.side) if now.x.real(i) and not now.s.counters[i].inside]
        theirs = max(self._against(now, box), now.mood.comer * now.x.strength(now.s, here))
        found = [
            (behind_walls(now, o, box, theirs), now.x.strength(now.s, o.pieces), -o.to, o)
            for o in engine.options(now.s)
            if isinstance(o, m.Shelter)
        ]
        best = max(found, key=lambda one: one[:3], default=None)
        return best[3] if best is not None and best[0] > before_walls(now, here, box, theirs) else m.Done()

    def _reaction(self, engine: Engine, now: Situation) -> Move | None:
        """Meet a march where the battle is worth it, whoever may still join in counted."""
        box = now.s.agenda[-1].box
        theirs = self._against(now, box)
        found: list[tuple[float, Move]] = []
        for subject in engine.subjects(now.s):
            for move in engine.options(now.s, subject.id):
                worth = meets(now, move.pieces, box)
                flees = now.power(move.pieces) < now.mood.leave * theirs and now.own.get(subject.hex, 0) < 0.6 * theirs
                if worth > 0.0 or flees:
                    found.append((worth, move))
        return max(found, key=lambda pair: pair[0])[1] if found else m.Done()

    def _reacted(self, engine: Engine, now: Situation) -> Move | None:
        step = now.s.agenda[-1]
        if meets(now, step.pieces, step.box) > 0.0:
            return m.Accept()
        if now.power(step.pieces) > now.mood.hold * self._against(now, step.box):
            return m.Done()
        return self._safest(now, [o for o in engine.options(now.s) if isinstance(o, m.Slip)]) or m.Done()

    def _overrun(self, engine: Engine, now: Situation) -> Move:
        """An overrun scores nothing: a battle against troops that cannot fight short may be worth more."""
        x, s, clash = now.x, now.s, now.s.agenda[-1].clash
        theirs, mine = (x.strength(s, them(x, s, clash)) for them in (defenders, attackers))
        if not theirs or not mine:
            return m.Accept()
        # Whoever is known to march to the guns comes in (6.5.2).
        battle = battle_of(x, s, clash, LONGEST)
        kind = rounds(x.tables, battle, clash.tactics)[1]
        fought = worth(x.tables, kind, battle_odds(x.tables, battle, clash.tactics))
        lost = overrun_losses(x, s, clash).mean(lambda gone: gone)
        return m.Done() if fought > lost / x.tables.victory["losses for a point"] else m.Accept()

    def _tactics(self, engine: Engine, now: Situation) -> Move | None:
        """The tactic whose worst case is best by the exact odds, what the box itself is worth counted in."""
        step = now.s.agenda[-1]
        clash, attacks = step.clash, step.part == ATTACK
        mine = attackers(now.x, now.s, clash) if attacks else defenders(now.x, now.s, clash)
        options = [o for o in engine.options(now.s) if not o.card]
        force = now.x.force(now.s, [i for i in mine if now.x.sides[i] == now.side])
        theirs = now.enemies.get(clash.box, 0.0)
        if not attacks:
            # Nobody comes who does not think that he is stronger.
            theirs = max(theirs, now.mood.comer * force.strength)
        if force.strength < 1 or theirs < 1 or len(options) < 2:
            return super()._tactics(engine, now)
        general = now.their_general(clash.box)
        guess = plain(round(theirs), general if attacks else max(USUAL, general))
        sides = (force, guess) if attacks else (guess, force)
        game = self._contest(now.x.tables, Battle(sides, ground(now.x, now.s, clash)))
        prize = 0.0
        if clash.box in now.lie.goals:
            prize = now.gain(clash.box) if attacks else now.stake(clash.box)

        def worst(name: str) -> float:
            pairs = [pair for (a, d), pair in game.pairs.items() if name == (a if attacks else d)]
            worths = [float(p.worth + prize * p.odds.chance(lambda end: end.winner == ATTACK)) for p in pairs]
            return min(worths) if attacks else -max(worths)

        return max(options, key=lambda o: (worst(o.name), -_MILD.index(o.name)))
