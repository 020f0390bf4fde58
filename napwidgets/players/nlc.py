"""The steady player of Napoleon's Later Campaigns: sends its corps where the battle is decided and takes good
fights.

It works from its view alone, looks at every option of the decision on top, and weighs fights with the rules'
own exact odds. It plays either side of any scenario: what counts it reads out of the scenario's endings and
points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Engine, Move, State
from napwidgets.players.nlc_aims import objective
from napwidgets.players.nlc_attacks import attack
from napwidgets.players.nlc_designs import Designer
from napwidgets.players.nlc_marches import Place, Posts
from napwidgets.players.nlc_orders import harm, own_attack, sendings, stray, tries
from napwidgets.players.nlc_situation import STEADY, Goal, Situation, Temper, exit_edge, goals
from napwidgets.systems.tactical.command.initiative import InitiativeStage
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.fighting.attacks import fighters_in
from napwidgets.systems.tactical.fighting.charges import ChargeSegment, entry_of, riders_on
from napwidgets.systems.tactical.fighting.clash import Clash, halved
from napwidgets.systems.tactical.fighting.losses import TakeHits
from napwidgets.systems.tactical.fighting.retreat import retreat_price
from napwidgets.systems.tactical.ground.context import Context
from napwidgets.systems.telling import names

#: How many aims are told at once.
MOST_AIMS = 3
#: How much more stepping into an empty place is worth in the last turn, when nobody pays for it any more.
STEP_IN_LATE = 2.0


class SteadyPlayer:
    """A computer player for either side of any NLC scenario."""

    kind: str = "steady"
    #: How it reads a view; a title with secrets of its own reads more.
    reads: type[Situation] = Situation

    def __init__(self, rng: Random, mood: Temper = STEADY) -> None:
        self._rng, self.mood = rng, mood
        self._goals: list[Goal] | None = None
        self._action: tuple[int, tuple[int, ...]] = (0, ())
        self._trodden: set[tuple[int, int]] = set()
        self._joint: tuple[object, dict[int, Place]] = (None, {})
        self._handlers: dict[str, Callable[[Engine, Situation, str], Move | None]] = {
            "orders": self._orders,
            "initiative": self._initiative,
            "movement": self._movement,
            "bombard": self._bombard,
            "charge": self._charge,
            "attack": self._attack,
        }

    def _read(self, engine: Engine, view: State, seat: str) -> Situation:
        x: Context = engine.context_at(view)
        if self._goals is None:
            self._goals = goals(x, bool(self.mood.both))
        return self.reads(x, view, x.setting.sides.index(seat), self._goals, self.mood)

    def choose(self, engine: Engine, view: State, seat: str) -> Move:
        """The move for the decision on top of the view."""
        now = self._read(engine, view, seat)
        decision = engine.decision(view)
        kind = decision.kind if decision else ""
        handler = self._handlers.get(kind)
        if handler is not None and (move := handler(engine, now, seat)) is not None:
            return move
        return self._best_of(engine, now, kind)

    def next_best(self, engine: Engine, view: State, seat: str, most: int) -> list[Move]:
        """So many of the moves of a decision, the best first as far as a look at them tells, and the one that ends it;
        of a decision that a title weighs in its own way none.
        """
        now = self._read(engine, view, seat)
        decision = engine.decision(view)
        kind, free = decision.kind if decision else "", list(engine.options(view))
        done = [move for move in free if isinstance(move, m.Pass)]
        if kind in ("orders", "initiative"):
            legal = self._legal(engine, now, seat, sendings(now) if kind == "orders" else tries(now))
            return [*islice(legal, most), *done]
        found = [move for subject in engine.subjects(view) for move in engine.options(view, subject.id)]
        value = self._value_of(now, kind, found)
        if value is None:
            return []
        return [*sorted([*found, *free], key=value, reverse=True)[:most], *done]

    def _value_of(self, now: Situation, kind: str, found: Sequence[Move]) -> Callable[[Move], float] | None:
        """How the moves of a kind of decision are weighed."""
        if kind == "movement":
            return self._gains(now, found, Posts(now))
        if kind in self._handlers:
            how = {"bombard": self._fired, "charge": self._ridden, "attack": self._fought}.get(kind)
            return (lambda move: how(now, move)) if how is not None else None
        return lambda move: self._score(now, move)

    def why(self, engine: Engine, view: State, seat: str) -> str:
        """What the formations that act, or else all of the side, are to attack or defend."""
        x: Context = engine.context_at(view)
        now = self.reads(x, view, x.setting.sides.index(seat), goals(x, bool(self.mood.both)), self.mood)
        mine = [c for c in range(x.setting.formations) if x.setting.commands[c].side == now.side]
        mine = [c for c in mine if x.leader_hex(now.s, c) >= 0]
        aims: dict[tuple[str, int], list[str]] = {}
        for c in [c for c in now.s.active if c in mine] or mine:
            aims.setdefault(objective(now, x.leader_hex(now.s, c), c), []).append(x.setting.commands[c].name)
        does = {"march": "march to"}
        first = list(aims.items())[:MOST_AIMS]
        told = "; ".join(f"{names(who)} to {does.get(kind, kind)} {x.place(h)}" for (kind, h), who in first)
        return " ".join(part for part in (f"Its aims: {told}." if told else "", self._bound(now)) if part)

    @staticmethod
    def _bound(now: Situation) -> str:
        """Why a commander tries for an attack on whatever he sees: until he has one he may send none (20.15)."""
        step = now.s.agenda[-1] if now.s.agenda else None
        if not isinstance(step, InitiativeStage):
            return ""
        bid = next(own_attack(now), None)
        if bid is None or bid.by in step.tried:
            return ""
        name = now.x.setting.leaders[bid.by].name
        return f"{name} may send orders to attack only once he has decided on an attack himself, wherever that is."

    # Orders

    def _orders(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        free = engine.options(now.s)
        rest = next((move for move in free if isinstance(move, m.Rest)), None)
        back = next((move for move in free if isinstance(move, m.Rejoin) and stray(now, move.to)), None)
        return rest or back or self._first_legal(engine, now, seat, sendings(now)) or _passing(free)

    def _initiative(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        return self._first_legal(engine, now, seat, tries(now)) or _passing(engine.options(now.s))

    def _first_legal(self, engine: Engine, now: Situation, seat: str, moves: Iterable[Move]) -> Move | None:
        return next(self._legal(engine, now, seat, moves), None)

    @staticmethod
    def _legal(engine: Engine, now: Situation, seat: str, moves: Iterable[Move]) -> Iterator[Move]:
        for move in moves:
            try:
                engine.check(now.s, seat, move)
            except IllegalMove:
                continue
            yield move

    # Movement

    def _movement(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        s = now.s
        done = _passing(engine.options(s))
        posts = Posts(now)
        found = [
            move
            for subject in engine.subjects(s)
            for move in posts.rides.best(subject.id, engine.options(s, subject.id))
        ]
        gains = [*map(self._gains(now, found, posts), found)]
        among: Sequence[int] = range(len(found))
        if max(gains, default=now.mood.stir) <= now.mood.stir:
            if done is not None or not found:
                return done
            if now.mood.escort and must_press(engine, now, seat):
                # Some unit has to go in though none gains by it: troops do, not a battery that happens to lose least.
                among = [n for n in among if self._presses(now, found[n])] or among
        chosen = found[max(among, key=lambda n: (gains[n], -n))]
        self._note(now, chosen)
        return chosen

    def _gains(self, now: Situation, found: Sequence[Move], posts: Posts) -> Callable[[Move], float]:
        """What each of the moves found makes better."""
        if now.mood.joint:
            posts.places = self._design(now, posts, found)
        return lambda move: self._gain(now, posts, move)

    def _design(self, now: Situation, posts: Posts, found: Sequence[Move]) -> dict[int, Place]:
        """Where units go to attack together; it holds in this action as long as they can and the enemy stands still."""
        reach: dict[int, set[int]] = {}
        for move in found:
            if isinstance(move, m.Go) and len(move.units) == 1:
                reach.setdefault(move.units[0], set()).add(move.path[-1])
        key = (now.s.turn, now.s.active, tuple(now.enemies))
        stands = all(now.s.units[u].hex == at.hex or at.hex in reach.get(u, ()) for u, at in self._joint[1].items())
        if key != self._joint[0] or not stands:
            planned = Designer(now, reach, posts.value).assaults()
            self._joint = key, {u: Place(h, assault.worth) for assault in planned for u, h in assault.places}
        return self._joint[1]

    def _note(self, now: Situation, move: Move) -> None:
        """Remember where units have been in this action: what comes in sight on the way makes them change their minds,
        but not for ever.
        """
        s = now.s
        if (s.turn, s.active) != self._action:
            self._action, self._trodden = (s.turn, s.active), set()
        if isinstance(move, m.Go):
            self._trodden |= {(u, s.units[u].hex) for u in move.units}

    def _gain(self, now: Situation, posts: Posts, move: Move) -> float:
        """How much better a move makes the places of those who move."""
        x, s = now.x, now.s
        if isinstance(move, m.Go):
            h = move.path[-1]
            if s.units[move.units[0]].hex < 0:
                return 50.0 + sum(posts.value(u, h) for u in move.units) / 10
            gain = sum(posts.value(u, h) - posts.value(u, s.units[u].hex) for u in move.units)
            gain += self._company(now, move) + self._step_in(now, h) - self._again(now, move)
            return gain - (now.mood.escort * len(self._forsaken(now, move)) if now.mood.escort else 0.0)
        if isinstance(move, m.GoLeader):
            return posts.rides.gain(move.leader, move.to)
        if isinstance(move, m.Leave):
            return 20.0 if exit_edge(x, now.side) == move.edge else -100.0
        if isinstance(move, m.GoHq):
            return 1.0
        return -100.0

    @staticmethod
    def _step_in(now: Situation, h: int) -> float:
        """What it adds that a place which counts is nobody's and empty: the more, the nearer the end is."""
        if h in now.layout.at or now.mine(h):
            return 0.0
        return now.mood.step_in * now.worth(h) * (1.0 + STEP_IN_LATE * now.near_end)

    def _again(self, now: Situation, move: m.Go) -> float:
        """What marching on in the same action costs; to where he has been in it nobody marches who looks to that at
        all.
        """
        s, to = now.s, move.path[-1]
        begun = [u for u in move.units if s.units[u].spent]
        if not now.mood.again or not begun:
            return 0.0
        trodden = self._trodden if (s.turn, s.active) == self._action else set()
        return 100.0 if any(s.units[u].start == to or (u, to) in trodden for u in begun) else now.mood.again

    @classmethod
    def _forsaken(cls, now: Situation, move: m.Go) -> list[int]:
        """The guns that a march leaves alone in an enemy zone: those that go there, and those that stay."""
        to = move.path[-1]
        gone = [*move.units, *now.layout.at.get(to, ())]
        return [*(gone if now.forlorn(to, gone) else ()), *cls._left(now, move.units)]

    @staticmethod
    def _left(now: Situation, gone: Sequence[int]) -> list[int]:
        """The guns that units leave alone in an enemy zone where they have been led in this action."""
        here = now.s.units[gone[0]].hex
        left = [u for u in now.layout.at.get(here, ()) if u not in gone]
        return left if any(now.s.units[u].spent for u in left) and now.forlorn(here, left) else []

    def _presses(self, now: Situation, move: Move) -> bool:
        """Whether a march leads troops into an enemy zone."""
        return isinstance(move, m.Go) and now.zone(move.path[-1]) and not self._forsaken(now, move)

    @staticmethod
    def _company(now: Situation, move: m.Go) -> float:
        """A stack of guns and infantry is better moved as one."""
        guns = sum(now.x.infos[u].gun for u in move.units)
        return 0.2 if 0 < guns < len(move.units) else 0.0

    # Fire and shock

    def _bombard(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        return self._best(engine, now, lambda move: self._fired(now, move), 0.05)

    @staticmethod
    def _fired(now: Situation, move: Move) -> float:
        """What a bombardment is worth, less what the guns could do in a fight."""
        if not isinstance(move, m.Bombard):
            return 0.0
        busy = 0.0
        for u in move.units:
            h = now.s.units[u].hex
            if now.distance[h] <= 1 and any(now.x.infos[v].line for v in now.layout.at[h]):
                busy += 0.8
        return now.bombardment(move.units, move.target) - busy

    def _charge(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        return self._best(engine, now, lambda move: self._ridden(now, move), now.mood.worth_it)

    @staticmethod
    def _ridden(now: Situation, move: Move) -> float:
        """What a charge adds to those that have been declared on the same target, less the place that it leaves."""
        if not isinstance(move, m.Charge):
            return 0.0
        target, step = move.path[-1], now.s.agenda[-1]
        declared = riders_on(now.s, step.plan, target) if isinstance(step, ChargeSegment) else ()
        riders = (*declared, *riders_on(now.s, ((move.units, move.path),), target))
        alone = now.charge(declared, target, (), False) if declared else 0.0
        return now.charge(riders, target, (), False) - alone - now.given_up(move.units)

    def _attack(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        if now.mood.together:
            return attack(engine, now)
        return self._best(engine, now, lambda move: self._fought(now, move), now.mood.worth_it)

    @staticmethod
    def _fought(now: Situation, move: Move) -> float:
        """What an attack is worth together with those on the same target that have been declared."""
        if not isinstance(move, m.Attack):
            return 0.0
        plan: tuple[tuple[int, int], ...] = getattr(now.s.agenda[-1], "plan", ())
        stacks = [h for h, t in plan if t == move.target]
        force = tuple((h, fighters_in(now.x, now.s, h)) for h in (*stacks, move.stack))
        return now.fight(force, move.target)

    @staticmethod
    def _best(engine: Engine, now: Situation, value: Callable[[Move], float], least: float) -> Move | None:
        """The best move about any subject, if it is worth at least ``least`` or there is no way around it."""
        found = [move for subject in engine.subjects(now.s) for move in engine.options(now.s, subject.id)]
        done = _passing(engine.options(now.s))
        best = max(found, key=value, default=None)
        if best is not None and (done is None or value(best) > least):
            return best
        return done

    # Everything else

    def _best_of(self, engine: Engine, now: Situation, kind: str) -> Move:
        """The best of a short list of options; any subject's if the decision has subjects."""
        found: list[Move] = list(engine.options(now.s))
        if kind == "reorganize":
            found = []
        for subject in engine.subjects(now.s):
            found += engine.options(now.s, subject.id)
        if not found:
            found = list(engine.options(now.s))
        scored = [(self._score(now, move), -i) for i, move in enumerate(found)]
        return found[-max(scored)[1]]

    def _score(self, now: Situation, move: Any) -> float:
        """The value of a move of a small decision; doing nothing is worth 0."""
        x, s = now.x, now.s
        if isinstance(move, m.TakeHit):
            info, unit, step = x.infos[move.unit], s.units[move.unit], s.agenda[-1]
            if now.mood.gone and isinstance(step, TakeHits):
                return -now.stakes.next_hit(step, move.unit)
            if now.mood.gone:
                return -now.stakes.price(move.unit, unit.steps, unit.steps - 1)
            return -float(info.sp(unit.steps) - info.sp(unit.steps - 1)) - 0.5 * ("old guard" in info.marks)
        if isinstance(move, m.GiveWay):
            return self._retreat_gain(now, s.agenda[-1])
        if isinstance(move, m.Withdraw):
            return self._withdrawal(now, s.agenda[-1], move.to)
        if isinstance(move, m.Go):
            return self._flight(now, move.path[-1])
        if isinstance(move, m.Advance):
            return self._advance(now, s.agenda[-1], move.units) - now.given_up(move.units)
        if isinstance(move, m.React):
            return self._reaction(now, s.agenda[-1], move) - now.mood.worth_it - now.given_up((move.unit,))
        if isinstance(move, m.Pursue):
            return 0.6 if any(s.units[u].hex == move.target for u in getattr(s.agenda[-1], "beaten", ())) else -0.5
        if isinstance(move, m.Stand):
            return 0.5 * now.worth(getattr(s.agenda[-1], "target", 0)) - 0.1 if hasattr(s.agenda[-1], "beaten") else 0.0
        if isinstance(move, m.Evade):
            return 0.5 - 0.1 * now.threat[move.to] - now.given_up(s.agenda[-1].evaders(x, s))
        if isinstance(move, m.Misdirect):
            return harm(now, move)
        if isinstance(move, m.Commander):
            return float(x.rating(s, move.leader))
        if isinstance(move, m.Begin | m.Pair):
            return self._first_to_act(now, move)
        if isinstance(move, m.Reorganize):
            return 1.0 + sum(x.infos[u].reduced for u in move.units)
        if isinstance(move, m.Support | m.Resolve):
            return 0.5
        return 0.0

    def _retreat_gain(self, now: Situation, step: Any) -> float:
        """Retreating against standing: hits that both sides are spared, against ground and the morale check
        (7.4).
        """
        clash: Clash = step.clash
        which: int = step.which
        if now.mood.gone:
            return 1.0 if now.joined(clash, step.stacks, step.target).retreats(clash, which) else -1.0
        own, other = clash.forces[which], clash.forces[1 - which]
        spared = own.hits - halved(own.hits, now.x.options)
        given = other.hits - halved(other.hits, now.x.options)
        lost = own.hits >= own.steps and own.hits > 0
        defending = which == 1
        by = now.mood
        ground = (by.stand + now.worth(step.target)) if defending else 0.3
        return by.spared * spared - by.given * given + (1.0 if lost else 0.0) - ground

    @classmethod
    def _withdrawal(cls, now: Situation, step: Any, to: int) -> float:
        """What a stack that retreats by a hex finds there, less the steps that it costs (7.4)."""
        if to < 0:
            return -50.0
        units = [u for u in step.units if now.s.units[u].hex == step.origin]
        price = retreat_price(now.x, now.s, units, to) if units else 0
        return cls._refuge(now, to) - 3.0 * price

    @staticmethod
    def _refuge(now: Situation, to: int) -> float:
        """What a hex is worth to those who are driven there by the enemy."""
        return 0.4 * min(now.distance[to], 3) - 0.15 * now.threat[to] + 0.5 * now.worth(to) + now.cover(to)

    @classmethod
    def _flight(cls, now: Situation, to: int) -> float:
        """Where those run who have lost heart and are done with their orders: homeward (20.10)."""
        by = now.mood
        return cls._refuge(now, to) - by.homeward * now.homeward[to] if by.homeward else 0.0

    @staticmethod
    def _advance(now: Situation, step: Any, units: Sequence[int]) -> float:
        """Whether to go into the vacated hex: for ground that counts, or if the enemy around is weak."""
        target: int = step.target
        power = sum(now.sp(u) for u in units)
        threat = now.threat[target]
        value = 0.4 + now.worth(target) + now.cover(target) + 0.05 * power
        return value - now.mood.risk * max(0.0, threat / max(1, power) - 1.5)

    @staticmethod
    def _reaction(now: Situation, step: Any, move: m.React) -> float:
        """What a countercharge adds to those of whom it is known already that they strike."""
        joined = tuple((u, entry_of(now.s, (u,), path)) for u, path in step.joined)
        against = tuple(u for u in step.units if now.s.units[u].hex >= 0)
        riders = (*joined, (move.unit, entry_of(now.s, (move.unit,), move.path)))
        alone = now.charge(joined, step.hex, against, step.backhand) if joined else 0.0
        return now.charge(riders, step.hex, against, step.backhand) - alone

    @staticmethod
    def _first_to_act(now: Situation, move: m.Begin | m.Pair) -> float:
        """The strongest formations, nearest to the enemy, act first."""
        chosen = (move.formation,) if isinstance(move, m.Begin) else (move.first, move.second)
        value = 0.0
        for c in chosen:
            units = [u for u in now.x.setting.commands[c].units if now.s.units[u].hex >= 0]
            near = sum(now.sp(u) for u in units if now.distance[now.s.units[u].hex] <= 3)
            value += 0.1 + near
        return value


class RecruitPlayer(SteadyPlayer):
    """The same from move to move, without what a steady player looks after."""

    kind = "recruit"

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, Temper())


def must_press(engine: Engine, now: Situation, seat: str) -> bool:
    """Whether the movement can't end before some unit has entered an enemy zone (20.2)."""
    try:
        engine.check(now.s, seat, m.Pass())
    except IllegalMove as problem:
        return problem.code == "must-press"
    return False


def _passing(moves: Sequence[Move]) -> Move | None:
    """The move that ends a segment, if it is offered."""
    return next((move for move in moves if isinstance(move, m.Pass)), None)
