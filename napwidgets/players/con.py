"""A computer player of con that plays from its view alone and with aims: which places decide the campaign, who takes
and who holds them, whom to strike.
"""

from __future__ import annotations

from random import Random

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.con_aims import allot
from napwidgets.players.con_recruit import RecruitPlayer as RecruitPlayer
from napwidgets.players.con_situation import STEADY, Situation, Temper
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.context import Context
from napwidgets.systems.con.marching import Marching
from napwidgets.systems.con.movement import MovementPhase


class SteadyPlayer(RecruitPlayer):
    """Plays every decision of con from what its seat may know, by aims (a `Player`)."""

    kind: str = "steady"

    def __init__(self, rng: Random, mood: Temper = STEADY) -> None:
        super().__init__(rng, mood)
        self._planned = 0
        self._gleaners: set[int] = set()
        self._plan: dict[int, tuple[int, float, bool]] = {}

    def _situation(self, x: Context, view: State, seat: str) -> Situation:
        """The view as its side sees it, with who is to do what: settled once a turn, before anybody moves."""
        now = super()._situation(x, view, seat)
        sets_out = bool(view.agenda) and isinstance(view.agenda[-1], MovementPhase)
        if sets_out and view.turn != self._planned:
            self._planned, self._plan, self._gleaners = view.turn, planned(now), set()
        now.plan = self._plan
        return now

    def _movement(self, engine: Engine, now: Situation) -> Move | None:
        """Who has no better task takes an empty place that he can reach."""
        move = super()._movement(engine, now)
        return move if move is not None and move != m.Done() else self._gleaned(engine, now) or m.Done()

    def _gleaned(self, engine: Engine, now: Situation) -> Move | None:
        places = {at for at in {goal.at for goal in now.x.setting.goals} if now.gain(at) and at not in now.enemies}
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
    """Where each leader is to go, what it is worth, and whether he has a task or follows the others."""
    aims = allot(now, now.forces)
    found = {i: (aim.task.at, aim.task.worth, True) for aim in aims for i in aim.leaders}
    main = max(aims, key=lambda aim: (aim.task.need, aim.net), default=None)
    if main is not None:
        found.update({f.leader: (main.task.at, 0.0, False) for f in now.forces if f.leader not in found})
    return found
