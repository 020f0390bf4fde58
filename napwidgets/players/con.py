"""A computer player of con that plays from its view alone and with aims: which places decide the campaign, who takes
and who holds them, whom to strike.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players import con_bridges, con_harvest
from napwidgets.players.con_aims import allot
from napwidgets.players.con_centers import shift
from napwidgets.players.con_recruit import RecruitPlayer as RecruitPlayer
from napwidgets.players.con_situation import GUARDED, NEAR, STEADY, Situation, Temper
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.context import Context, Force
from napwidgets.systems.con.forced import force_of
from napwidgets.systems.con.marching import Marching
from napwidgets.systems.con.movement import MovementPhase
from napwidgets.systems.con.organizing import Organization
from napwidgets.systems.con.setting import other

#: In so many turns at the end nobody spares his men for the fights to come.
LAST = 3
#: What part of a force may stay in a place that it leaves.
SPARED = 0.25


class SteadyPlayer(RecruitPlayer):
    """Plays every decision of con from what its seat may know, by aims (a `Player`)."""

    kind: str = "steady"
    back = 0

    def __init__(self, rng: Random, mood: Temper = STEADY) -> None:
        super().__init__(rng, mood)
        #: The turn that is planned, and whether as its side set out.
        self._planned = (0, False)
        self._gleaners: set[int] = set()
        self._plan: dict[int, tuple[int, float, bool]] = {}
        #: The last order of this turn that somebody told of, and the view that it was given from.
        self._order: tuple[State, m.Activate] | None = None

    def _situation(self, x: Context, view: State, seat: str) -> Situation:
        """The view as its side sees it, with who is to do what: settled as the turn begins, and once more when the side
        sets out, for an enemy may have moved before it.
        """
        now = super()._situation(x, view, seat)
        step = view.agenda[-1] if view.agenda else None
        stage = (view.turn, isinstance(step, MovementPhase))
        if isinstance(step, MovementPhase | Organization) and stage > self._planned:
            self._planned, self._plan, self._gleaners = stage, planned(now), set()
        now.plan = self._plan
        return now

    def _intended(self, now: Situation) -> Iterator[tuple[int, int]]:
        """The leaders who were the strongest when it was settled who does what, each with his place: whose force has
        grown or shrunk on the way has no other aim for it.
        """
        still = ((i, at) for i, (at, _, _) in self._plan.items() if now.s.leaders[i].at >= 0)
        return still if self._plan else super()._intended(now)

    def recall(self, engine: Engine, view: State, seat: str, move: Move) -> None:
        """Who was to do what in this turn, and where somebody was to go who got an order then: a force that is on the
        march for something would not know what for, and halt. And from where: it would march back there.
        """
        self._situation(engine.context, view, seat)
        self._sets_out(view)
        self._order = (view, move) if isinstance(move, m.Activate) else None

    def _march(self, engine: Engine, now: Situation) -> Move | None:
        """To where the order was given for."""
        if self._order is not None:
            (view, order), self._order = self._order, None
            asked = type(self)(self._rng, self.mood)
            asked._planned, asked._plan = self._planned, self._plan
            if asked.choose(engine, view, now.x.setting.sides[now.side]) == order:
                self._aims.update(asked._aims)
        return super()._march(engine, now)

    def _shift(self, engine: Engine, now: Situation) -> Move | None:
        """A centre of operations goes where it is worth more."""
        return shift(now, [o for o in engine.options(now.s) if isinstance(o, m.Shift)])

    def _organization(self, engine: Engine, now: Situation) -> Move | None:
        """As ever; and who will leave a place that the enemy is near to leaves a garrison there."""
        return self._detached(engine, now) or super()._organization(engine, now)

    def _detached(self, engine: Engine, now: Situation) -> Move | None:
        goes = planned(now)
        for force in now.forces:
            at = now.s.leaders[force.leader].at
            if goes.get(force.leader, (at,))[0] == at or not now.stake(at):
                continue
            small = min(force.units, key=lambda u: (now.s.units[u].strength, u))
            mine = now.strength(force)
            alone = now.own.get(at, 0) <= mine
            if alone and now.around(at, now.enemies, GUARDED) and now.s.units[small].strength <= SPARED * mine:
                move = m.Assign(small, -1)
                if move in engine.options(now.s, f"h:{at}"):
                    return move
        return None

    def _set_out(self, engine: Engine, now: Situation, force: Force) -> Move | None:
        """Nobody leaves a place that he alone holds, and can hold."""
        at = now.s.leaders[force.leader].at
        kept = now.stake(at) and now.guarded(at, now.strength(force))
        return None if kept else super()._set_out(engine, now, force)

    def _movement(self, engine: Engine, now: Situation) -> Move | None:
        """Who has no better task takes an empty place that he can reach."""
        move = self._harvested(engine, now) if now.left == 1 else None
        move = move or super()._movement(engine, now)
        if move is not None and move != m.Done():
            return move
        return self._gleaned(engine, now) or con_bridges.work(now, engine) or m.Done()

    def _guess(self, engine: Engine, now: Situation) -> Move | None:
        """Of whom nothing is known, and who has friends near to come to the guns, an army is expected."""
        n = now.s.agenda[-1].first(now.s)
        hexes = now.s.fights[n].hexes[other(now.side)]
        told = any(r.side == now.side and r.at in hexes and r.turn == now.s.turn and r.size for r in now.s.reports)
        helped = any(h not in hexes and now.far(h, at) <= NEAR for h in now.enemies for at in hexes)
        return m.Guess(n, "army") if helped and not told else super()._guess(engine, now)

    def _forced(self, engine: Engine, now: Situation) -> Move | None:
        """To the guns as ever; near the end a forced march into an empty place that turns points, too."""
        if now.left == 1 and (last := con_harvest.forced(now, engine)) is not None:
            return last
        guns = super()._forced(engine, now)
        if isinstance(guns, m.ToGuns) or now.left > LAST:
            return guns
        found: list[tuple[float, int, m.Force]] = []
        places, step = con_harvest.wanted(now).difference(now.enemies), now.s.agenda[-1]
        for subject in engine.subjects(now.s) if places else ():
            if step.fights(now.s, subject.hex):
                continue
            kept = now.stake(subject.hex)
            for move in engine.options(now.s, subject.id):
                if isinstance(move, m.Force) and move.to in places and now.gain(move.to) > kept:
                    mine = now.strength(force_of(now.x, now.s, move.leader))
                    if now.around(move.to, now.enemies) <= mine:
                        found.append((now.gain(move.to), -move.leader, move))
        return max(found, key=lambda one: one[:2])[2] if found else guns

    def _follow(self, engine: Engine, now: Situation) -> Move | None:
        """Into a place that counts before all else; who alone holds one stays there."""
        goes: list[Any] = [o for o in engine.options(now.s) if isinstance(o, m.Pursue | m.Advance)]
        gains = [(now.gain(o.aim) - self._leaves(now, o.leader), -o.leader, o) for o in goes]
        best = max(gains, key=lambda one: one[:2], default=None)
        if best is not None and best[0] > 0:
            follows: Move = best[2]
            return follows
        usual = super()._follow(engine, now)
        stays = isinstance(usual, m.Pursue | m.Advance) and self._leaves(now, usual.leader) > 0
        return m.Done() if stays else usual

    @staticmethod
    def _leaves(now: Situation, leader: int) -> float:
        """The points of a place that a leader's force alone holds."""
        at, force = now.s.leaders[leader].at, now.x.force(now.s, leader)
        return 0.0 if now.own.get(at, 0) > now.strength(force) else now.stake(at)

    def _harvested(self, engine: Engine, now: Situation) -> Move | None:
        """In the last turn every place that can still be had."""
        while (sheaf := con_harvest.best(now, self._done)) is not None:
            self._done.add(sheaf.leader)
            here = now.s.leaders[sheaf.leader].at
            options = engine.options(now.s, f"h:{here}")
            hows: tuple[m.How, ...] = ("extended",) if sheaf.extended else ("command", "initiative", "provisional")
            for how in hows:
                move = m.Activate(sheaf.leader, how)
                if move in options:
                    self._aims[sheaf.leader] = sheaf.to
                    return move
        return None

    def _gleaned(self, engine: Engine, now: Situation) -> Move | None:
        places = con_harvest.wanted(now).difference(now.enemies)
        for force in now.forces:
            lead = now.s.leaders[force.leader]
            if lead.moved or force.leader in self._gleaners or now.stake(lead.at):
                continue
            ways = Marching(now.side, force.leader, now.x.allowance(now.s, force)).ways(now.x, now.s)
            best = max(places.intersection(ways), key=lambda at: (now.gain(at), -at), default=-1)
            options = engine.options(now.s, f"h:{lead.at}") if best >= 0 else ()
            hows = {o.how: o for o in options if isinstance(o, m.Activate) and o.leader == force.leader and not o.alone}
            self._gleaners.add(force.leader)
            if hows:
                self._aims[force.leader] = best
                return hows.get("command") or next(iter(hows.values()))
        return None


def planned(now: Situation) -> dict[int, tuple[int, float, bool]]:
    """Where each leader is to go, what it is worth, and whether he has a task or follows the others; the strongest
    first.
    """
    aims = allot(now, now.forces)
    found = {i: (aim.task.at, aim.task.worth, True) for aim in aims for i in aim.leaders}
    main = max(aims, key=lambda aim: (aim.task.need, aim.net), default=None)
    if main is not None:
        found.update({f.leader: (main.task.at, 0.0, False) for f in now.forces if f.leader not in found})
    return {f.leader: found[f.leader] for f in now.forces if f.leader in found}
