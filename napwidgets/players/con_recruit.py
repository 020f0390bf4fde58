"""A computer player of con that plays from its view alone, move by move: gathers its corps, scouts, goes for places and
for fights that it can win, and spends its points on those who matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.con_situation import RECRUIT, Situation, Temper
from napwidgets.systems.con import moves as m
from napwidgets.systems.con.context import Context, Force
from napwidgets.systems.con.marching import Marching, force_of
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import RIDERS, Fight
from napwidgets.systems.telling import names

#: Vedettes that are kept out, and how near an enemy is worth them.
SCREEN, NEAR = 3, 9

#: How many aims are told at once.
MOST_AIMS = 3


class RecruitPlayer:
    """Plays every decision of con from what its seat may know, move by move (a `Player`)."""

    kind: str = "recruit"

    def __init__(self, rng: Random, mood: Temper = RECRUIT) -> None:
        self._rng, self.mood = rng, mood
        self._phase: tuple[int, str] = (0, "")
        self._done: set[int] = set()
        self._aims: dict[int, int] = {}
        #: Where each leader's last march began.
        self._began: dict[int, int] = {}

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        x: Context = engine.context
        now = self._situation(x, view, seat)
        decision = engine.decision(view)
        assert decision is not None
        if (view.turn, decision.kind) != self._phase and decision.kind != "march":
            self._phase, self._done = (view.turn, decision.kind), set()
        own: Callable[[Engine, Situation], Move | None] | None = getattr(self, f"_{decision.kind}", None)
        move = own(engine, now) if own is not None else None
        return move if move is not None else self._usual(engine, view)

    def _situation(self, x: Context, view: State, seat: str) -> Situation:
        """The view as its side sees it."""
        return Situation(x, view, x.setting.sides.index(seat), self.mood)

    def why(self, engine: Engine, view: State, seat: str) -> str:
        """Where the strongest forces want to go."""
        x: Context = engine.context
        now = self._situation(x, view, seat)
        aims: dict[int, list[str]] = {}
        for leader, at in self._intended(now):
            aims.setdefault(at, []).append(x.setting.leaders[leader].name)
        told = [f"{names(who[:3])} for {x.place(at)}" for at, who in aims.items() if at >= 0][:MOST_AIMS]
        return f"Its aims: {'; '.join(told)}." if told else ""

    def _intended(self, now: Situation) -> Iterator[tuple[int, int]]:
        """The leaders of the forces, the strongest first, each with the place that he goes for."""
        return ((force.leader, now.aim(force)) for force in now.forces)

    @staticmethod
    def _usual(engine: Engine, view: State) -> Move:
        """Nothing more, where that can be said; else the first thing there is."""
        options = list(engine.options(view))
        return m.Done() if m.Done() in options else options[0]

    # Organization

    def _organization(self, engine: Engine, now: Situation) -> Move | None:
        for subject in engine.subjects(now.s):
            for move in engine.options(now.s, subject.id):
                if isinstance(move, m.Assign) and self._unled(now, move):
                    return move
                if isinstance(move, m.Screen) and self._wants_eyes(now, subject.hex):
                    return move
        return self._shift(engine, now)

    @staticmethod
    def _unled(now: Situation, move: m.Assign) -> bool:
        """Whether a unit that nobody leads gets a leader; garrisons of fortresses stay."""
        troop = now.s.units[move.unit]
        place = now.x.board.places.get(troop.at)
        led = troop.boss >= 0 and now.s.leaders[troop.boss].at == troop.at
        return move.boss >= 0 and not led and not (place is not None and place.kind == "fortress")

    def _wants_eyes(self, now: Situation, h: int) -> bool:
        out = sum(now.x.unit_side[v.unit] == now.side for v in now.s.vedettes)
        near = any(now.far(h, e) <= NEAR for e in now.enemies)
        return near and out < SCREEN

    def _shift(self, engine: Engine, now: Situation) -> Move | None:
        """A centre of operations follows its army when that has got far away, not too near to the enemy."""
        moves = [o for o in engine.options(now.s) if isinstance(o, m.Shift)]
        best: tuple[float, Move] | None = None
        for move in moves:
            mine = [f for f in now.forces if now.x.setting.leaders[f.leader].army == move.army]
            if not mine or any(now.far(move.to, e) < 6 for e in now.enemies):
                continue
            here = now.s.centers[move.army].at
            gain = sum(
                (now.far(here, now.s.leaders[f.leader].at) - now.far(move.to, now.s.leaders[f.leader].at))
                * now.strength(f)
                for f in mine
            ) / max(1, sum(now.strength(f) for f in mine))
            if gain > 4 and now.s.points[move.army] > 3 and (best is None or gain > best[0]):
                best = (gain, move)
        return best[1] if best else None

    # Movement

    def _movement(self, engine: Engine, now: Situation) -> Move | None:
        ride = self._ride(engine, now)
        if ride is not None:
            return ride
        for force in now.forces:
            lead = now.s.leaders[force.leader]
            if lead.moved or force.leader in self._done:
                continue
            self._done.add(force.leader)
            move = self._set_out(engine, now, force)
            if move is not None:
                return move
        return m.Done()

    def _set_out(self, engine: Engine, now: Situation, force: Force) -> Move | None:
        at = now.s.leaders[force.leader].at
        ways = Marching(now.side, force.leader, now.x.allowance(now.s, force)).ways(now.x, now.s)
        gain, to = now.best(force, (h for h in ways if h != at))
        if gain <= now.mood.stir:
            return None
        options = [
            o
            for o in engine.options(now.s, f"h:{at}")
            if isinstance(o, m.Activate) and o.leader == force.leader and not o.alone
        ]
        hows = {o.how: o for o in options}
        self._aims[force.leader] = to
        army = now.x.setting.leaders[force.leader].army
        waiting = sum(now.x.setting.leaders[f.leader].army == army and f.leader not in self._done for f in now.forces)
        left = now.s.points[army] - now.mood.kept
        pays = left > 0 and (gain > now.mood.precious or left > waiting)
        if pays and "command" in hows:
            return hows["command"]
        return hows.get("initiative") or next(iter(options), None)

    def _ride(self, engine: Engine, now: Situation) -> Move | None:
        """A vedette rides beside an enemy of whom nothing is known."""
        reported = {r.at for r in now.s.reports if r.side == now.side and r.turn >= now.s.turn - 1}
        out = [v.at for v in now.s.vedettes if now.x.unit_side[v.unit] == now.side and v.at >= 0]
        dark = [e for e in now.enemies if e not in reported and not any(now.far(e, at) <= 1 for at in out)]
        for vedette in now.s.vedettes:
            v = vedette.unit
            if now.x.unit_side[v] != now.side or vedette.moved or vedette.at < 0 or not dark:
                continue
            moves = [o for o in engine.options(now.s, f"h:{vedette.at}") if isinstance(o, m.Ride) and o.unit == v]
            best = min(moves, key=lambda o: (min(now.far(o.to, e) for e in dark), o.to), default=None)
            if best is not None:
                return best
        return None

    def _march(self, engine: Engine, now: Situation) -> Move | None:
        step = now.s.agenda[-1]
        force, at = force_of(now.x, now.s, step.leader), now.s.leaders[step.leader].at
        options = list(engine.options(now.s))
        pushes = [o for o in options if isinstance(o, m.Repulse)]
        for push in pushes:
            if now.strength(force) >= now.x.tables.repulse["odds"] * now.enemies.get(push.hex, 99.0):
                return push
        aim = self._aims.pop(step.leader, -1)
        self._sets_out(now.s)
        # Who has come where he wanted to be does not march back to where he set out from.
        goes = [o for o in options if isinstance(o, m.Go) and o.to != self._began.get(step.leader)]
        if aim >= 0 and m.Go(aim) in goes:
            return m.Go(aim)
        if not force.units or not goes:
            return m.Done()
        gain, to = now.best(force, (o.to for o in goes))
        return m.Go(to) if gain > now.mood.stir and to != at else m.Done()

    def _sets_out(self, s: State) -> None:
        """Keep in mind where a march begins."""
        step = s.agenda[-1] if s.agenda else None
        if isinstance(step, Marching) and not step.spent:
            self._began[step.leader] = s.leaders[step.leader].at

    # Before the combats

    def _ratio(self, now: Situation, fight: Fight) -> float:
        mine = sum(now.own.get(h, 0) for h in fight.hexes[now.side])
        theirs = sum(now.enemies.get(h, 0.0) for h in fight.hexes[other(now.side)])
        return mine / max(1.0, theirs)

    def _bridge(self, engine: Engine, now: Situation) -> Move | None:
        step = now.s.agenda[-1]
        mine, theirs = (step.a, step.b) if now.side == 0 else (step.b, step.a)
        edge = now.around(mine, now.own, 1) / max(1.0, now.around(theirs, now.enemies, 1))
        return m.Accept() if edge > 2.0 else m.Done()

    def _assault(self, engine: Engine, now: Situation) -> Move | None:
        fight = now.s.fights[now.s.agenda[-1].fight]
        return m.Accept() if self._ratio(now, fight) > now.mood.assault else m.Done()

    def _gather(self, engine: Engine, now: Situation) -> Move | None:
        return next((o for o in engine.options(now.s) if isinstance(o, m.Join)), m.Done())

    def _guess(self, engine: Engine, now: Situation) -> Move | None:
        n = now.s.agenda[-1].first(now.s)
        fight = now.s.fights[n]
        hexes = fight.hexes[other(now.side)]
        fresh = (r for r in now.s.reports if r.side == now.side and r.at in hexes and r.turn == now.s.turn)
        told = next((r.size for r in fresh if r.size != RIDERS), "")
        if told:
            return m.Guess(n, next(o.chit for o in engine.options(now.s) if o.chit == told))
        size = sum(now.enemies.get(h, 0.0) for h in hexes) / max(1, len(hexes))
        if len(hexes) > 2 or size > 35:
            return m.Guess(n, "army")
        return m.Guess(n, "corps" if size > 7 or self._rng.random() < 0.5 else "division")

    def _morale(self, engine: Engine, now: Situation) -> Move | None:
        found = [o for o in engine.options(now.s) if isinstance(o, m.Rally) and o.points <= 1]
        rich = max((p for n, p in enumerate(now.s.points) if now.x.setting.armies[n].side == now.side), default=0)
        return max(found, key=lambda o: (o.points if rich > 6 else -o.points, -o.leader), default=None)

    def _forced(self, engine: Engine, now: Situation) -> Move | None:
        """To the guns where the chance is fair; nobody marches his men to death for nothing."""
        best: tuple[float, Move] | None = None
        step: Any = now.s.agenda[-1]
        for subject in engine.subjects(now.s):
            for move in engine.options(now.s, subject.id):
                if isinstance(move, m.ToGuns):
                    chance = float(step.chance(now.x, now.s, move))
                    if chance >= now.mood.guns and (best is None or chance > best[0]):
                        best = (chance, move)
        return best[1] if best else m.Done()

    # Combats

    def _combat(self, engine: Engine, now: Situation) -> Move | None:
        takes = [o for o in engine.options(now.s) if isinstance(o, m.Take)]
        return max(takes, key=lambda o: (self._ratio(now, now.s.fights[o.fight]), -o.fight))

    def _odds(self, now: Situation) -> float:
        """Strength against strength in the combat at hand, as both lie open."""
        shown = now.s.fights[now.s.agenda[-1].fight].shown
        return float(shown[now.side].strength / max(1, shown[other(now.side)].strength))

    def _delay(self, engine: Engine, now: Situation) -> Move | None:
        return m.Accept() if self._odds(now) < now.mood.delay else m.Done()

    def _stakes(self, engine: Engine, now: Situation) -> Move | None:
        found = [o for o in engine.options(now.s) if isinstance(o, m.Stake)]
        if not found or not 0.8 <= self._odds(now) <= 1.7:
            return m.Done()
        heavy = [o for o in found if o.what == ("heavy",)]
        return heavy[0] if heavy else max(found, key=lambda o: len(o.what))

    def _retreat(self, engine: Engine, now: Situation) -> Move | None:
        goes = [o for o in engine.options(now.s) if isinstance(o, m.Go)]
        danger = now.mood.threat

        def safety(h: int) -> float:
            return now.around(h, now.own, 2) - danger * now.around(h, now.enemies, 2)

        return max(goes, key=lambda o: (safety(o.to), -o.to))

    def _follow(self, engine: Engine, now: Situation) -> Move | None:
        """Follow with what is strong enough to stand there."""
        for kind in (m.Pursue, m.Advance):
            moves: list[Any] = [o for o in engine.options(now.s) if isinstance(o, kind)]
            for move in sorted(moves, key=lambda o: (-now.strength(now.x.force(now.s, o.leader)), o.leader)):
                h = move.aim
                strength = now.strength(now.x.force(now.s, move.leader))
                if now.mood.follow * strength + now.around(h, now.own, 1) > now.around(h, now.enemies, 2):
                    return move
        return m.Done()
