"""The steady player of March on Paris: that of every battle, with vedettes, baggage, dummies and cards.

It works from its view alone, as the other does; covers of the enemy it takes for weak stacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from napwidgets.kernel.system import Engine, Move
from napwidgets.players import nlc
from napwidgets.players.mop_situation import STEADY, CoveredSituation
from napwidgets.players.nlc_aims import objective
from napwidgets.players.nlc_marches import Posts
from napwidgets.players.nlc_orders import CONTACT, wish
from napwidgets.players.nlc_situation import FAR, Situation, Temper
from napwidgets.systems.mop import cards
from napwidgets.systems.mop.approach import Feel
from napwidgets.systems.mop.arrivals import alternates
from napwidgets.systems.mop.bound import tables
from napwidgets.systems.mop.card_choices import Indicate
from napwidgets.systems.mop.card_effects import FOR_ORDERS
from napwidgets.systems.mop.card_orders import Direct, GeneralAdvance, Hear
from napwidgets.systems.mop.card_restores import Restore, eliminated
from napwidgets.systems.mop.card_stage import PlayCard
from napwidgets.systems.mop.dummies import GoDummy, SetDummy
from napwidgets.systems.mop.front import Lead
from napwidgets.systems.mop.outposts import Regroup, Skirmish, chances, facing, strikers
from napwidgets.systems.mop.pontoons import GoPontoon, Lay
from napwidgets.systems.mop.state import State
from napwidgets.systems.mop.trains import GoTrain, LeaveTrain, command_of, side_of
from napwidgets.systems.mop.vedettes import Deploy, Gather, GoVedette, of_unit, stays
from napwidgets.systems.mop.works import Dig
from napwidgets.systems.tactical.command.targets import needs_target
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import OFF
from napwidgets.systems.tactical.fighting.clash import ATTACK, DEFEND

#: Vedettes look out from so many hexes away; none are sent out with the enemy within the second figure, and they gather
#: before they ride when he is within the third.
LOOKOUT, NEAR, CLOSE = 3, 4, 2
#: So many cavalry units at the most are out as vedettes, and so many are left in the line at the least.
OUT, LEFT = 1, 2
#: Nobody digs in who is farther from the enemy than this.
REACHED = 8
#: So many dummies are set.
DUMMIES = 2
#: What a card of the hand is worth to play, in victory points; what is not named waits (37.12.1).
WORTH = {
    cards.EMPEROR: 2.5,
    cards.GENERAL_ADVANCE: 1.1,
    cards.FORCED_MARCH: 1.1,
    cards.APPROACH_MARCH: 1.1,
    cards.PROBE: 0.1,
    cards.AREA_DEFENSE: 0.2,
    cards.COUNTER_CHARGE: 1.05,
    cards.UNFIT_HORSE: 1.05,
    cards.EARLY: 2.1,
    cards.ALTERNATES: 0.5,
    cards.COVER_FIRE: 1.05,
    cards.MARMONT: 1.05,
    cards.NEY: 1.05,
    cards.POPULACE: 1.05,
}


class SteadyPlayer(nlc.SteadyPlayer):
    """A computer player for either side of any battle of 1814."""

    reads = CoveredSituation

    def __init__(self, rng: Random, mood: Temper = STEADY) -> None:
        super().__init__(rng, mood)
        self._handlers |= {
            "vedettes": self._vedettes,
            "outposts": self._outposts,
            "reorganize": self._reorganize,
            "trains": self._trains,
            "pontoons": self._pontoons,
            "dummies": self._dummies,
            "front": self._front,
            "card": self._card,
        }

    def _initiative(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        """By General Advance even a middling leader tries what he should do (card 11)."""
        if isinstance(now.s.agenda[-1], GeneralAdvance):
            tries = (self._try(now, c) for c, info in enumerate(now.x.setting.commands) if info.side == now.side)
            move = self._first_legal(engine, now, seat, [k for k in tries if k is not None])
            return move or super()._initiative(engine, now, seat)
        return super()._initiative(engine, now, seat)

    @staticmethod
    def _try(now: Situation, c: int) -> m.TryInitiative | None:
        info = now.x.setting.commands[c]
        plan = wish(now, c) if info.chit and info.leader >= 0 else None
        if plan is None or now.x.rating(now.s, info.leader) < 1:
            return None
        kind, h = plan[0]
        return m.TryInitiative(c, kind, h if needs_target(now.x, kind) else OFF, info.leader)

    def _gain(self, now: Situation, posts: Posts, move: Move) -> float:
        """As in every battle; going into a cover is like going to the hex, at the risk of a repulse (37.7.1)."""
        if isinstance(move, Feel):
            here = now.s.units[move.units[0]].hex
            if any(now.x.infos[u].gun for u in move.units):
                return -100.0
            gain = sum(posts.value(u, move.hex) - posts.value(u, here) for u in move.units) - 0.5 * len(move.units)
            return gain - now.mood.escort * len(self._left(now, move.units))
        if isinstance(move, Dig):
            return self._dug(now, now.s.units[move.units[0]].hex)
        booty = now.mood.booty * self._taken(now, move) if now.mood.booty and isinstance(move, m.Go) else 0.0
        return super()._gain(now, posts, move) + booty

    @staticmethod
    def _taken(now: Situation, move: m.Go) -> int:
        """How many enemy trains a march comes upon: each is lost to them for good (37.10)."""
        assert isinstance(now.s, State)
        return sum(train.hex in move.path and side_of(now.x, t) != now.side for t, train in enumerate(now.s.trains))

    @staticmethod
    def _dug(now: Situation, h: int) -> float:
        """What it is worth to dig in where the enemy may come, for those who do no better elsewhere (37.3.3)."""
        by = now.mood.works
        return by * (1.0 + now.worth(h)) if by and now.distance[h] <= REACHED else -100.0

    # Vedettes

    def _vedettes(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        return self._pick(engine, now, lambda move: self._screen(now, move), 0.0)

    def _screen(self, now: Situation, move: Move) -> float:
        s = now.s
        assert isinstance(s, State)
        if isinstance(move, Deploy):
            return self._sends_out(now, s, move.unit)
        if isinstance(move, Gather):
            first = s.vedettes[of_unit(s, move.unit)[0]]
            return 5.0 if now.distance[first.hex] <= CLOSE and not first.spent else -1.0
        if isinstance(move, GoVedette):
            here = s.vedettes[move.vedette].hex
            return self._post(now, s, move.vedette, move.to) - self._post(now, s, move.vedette, here)
        return -1.0

    @staticmethod
    def _sends_out(now: Situation, s: State, u: int) -> float:
        """Whether a unit sends out vedettes: with the enemy out of sight, and horse enough left to fight."""
        if now.distance[s.units[u].hex] <= NEAR or now.distance[s.units[u].hex] >= FAR:
            return -1.0
        if stays(now.x, u):
            return 1.0
        mine = now.x.mounted_of[now.side]
        out = {k.unit for k in s.vedettes if k.hex >= 0 and k.unit in mine and not stays(now.x, k.unit)}
        left = [v for v in mine if s.units[v].hex >= 0 and v != u]
        return 1.0 - 0.01 * now.sp(u) if len(out) < OUT and len(left) >= LEFT else -1.0

    @staticmethod
    def _post(now: Situation, s: State, v: int, h: int) -> float:
        """What a hex is worth to a vedette: in sight of the enemy; with its fellows once he is near."""
        fellows = [s.vedettes[k].hex for k in of_unit(s, s.vedettes[v].unit)]
        if min(now.distance[k] for k in fellows) <= CLOSE:
            return -float(now.x.board.distances[h][fellows[0]])
        return -abs(now.distance[h] - LOOKOUT) - 0.01 * now.x.board.distances[h][fellows[0]]

    def _outposts(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        """Vedettes strike where they hit more often than they are hit."""
        s = now.s
        assert isinstance(s, State)

        def value(move: Move) -> float:
            if not isinstance(move, Skirmish):
                return 0.0
            odds = chances(now.x, facing(now.x, s, strikers(now.x, s, now.side)[move.start], move.target)[0])
            gain, price = (float(odds.steps(side).mean(float)) for side in (DEFEND, ATTACK))
            return gain - price

        return self._pick(engine, now, value, 0.0)

    def _reorganize(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        """Units come before vedettes, and for these a leader steps aside only where his corps rests anyway."""
        corps = zip(now.x.setting.commands, now.s.commands, strict=True)
        resters = {info.leader for info, command in corps if command.order.kind == "reserve"}

        def value(move: Move) -> float:
            if isinstance(move, m.Reorganize):
                return self._score(now, move)
            return 0.5 * len(move.vedettes) if isinstance(move, Regroup) and move.leader in resters else -1.0

        return self._pick(engine, now, value, 0.0)

    # Baggage, dummies, leaders

    def _trains(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        def value(move: Move) -> float:
            if isinstance(move, LeaveTrain):
                # It feeds nobody from there: it goes when there is nothing left to fight for.
                return 1.0 if now.s.turn >= now.x.setting.scenario.turns.count - 1 else -1.0
            if not isinstance(move, GoTrain):
                return -1.0
            s = now.s
            assert isinstance(s, State)
            here = s.trains[move.train].hex
            return self._depot(now, move.train, move.to) - self._depot(now, move.train, here)

        return self._pick(engine, now, value, 0.5)

    def _pontoons(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        """They go where they were sent, and lay their bridge there while the enemy is far."""
        s = now.s
        assert isinstance(s, State)

        def value(move: Move) -> float:
            if isinstance(move, GoPontoon):
                return 1.0 - 0.01 * now.x.board.distances[move.to][s.pontoons[move.pontoon].target]
            idle = isinstance(move, Lay) and s.pontoons[move.pontoon].target < 0
            return 0.1 * now.distance[move.to] if idle and isinstance(move, Lay) else -1.0

        return self._pick(engine, now, value, 0.3)

    @staticmethod
    def _depot(now: Situation, t: int, h: int) -> float:
        """What a hex is worth to a train: on a road, behind its corps, away from the enemy."""
        leader = now.x.leader_hex(now.s, command_of(now.x, t))
        gap = now.x.board.distances[leader][h] if leader >= 0 else 0
        away = 0.8 * min(now.distance[h], 7)
        return away - 0.4 * max(0, gap - 5) + (2.0 if now.x.setting.ways[h] else 0.0)

    def _dummies(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        s = now.s
        assert isinstance(s, State)
        mine = sum(side == now.side for side, _ in s.decoys)

        def value(move: Move) -> float:
            if isinstance(move, SetDummy):
                return 1.0 + 0.1 * self._bait(now, move.hex) if mine < DUMMIES else -1.0
            if isinstance(move, GoDummy):
                return self._bait(now, move.to) - self._bait(now, move.start) - 2.0
            return -1.0

        return self._pick(engine, now, value, 0.0)

    @staticmethod
    def _bait(now: Situation, h: int) -> float:
        """What a hex is worth to a dummy: towards the enemy, just out of his sight."""
        return -float(abs(now.distance[h] - NEAR))

    def _front(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        def value(move: Move) -> float:
            if not isinstance(move, Lead):
                return 0.0
            h = now.s.leaders[move.leader].hex
            return float(now.strength.get(h, 0)) / 4 - 1.0 if now.distance[h] <= 1 else -1.0

        return self._pick(engine, now, value, 0.0)

    # Cards

    def _card(self, engine: Engine, now: Situation, seat: str) -> Move | None:
        return self._pick(engine, now, lambda move: self._played(now, move), 0.0)

    def _played(self, now: Situation, move: Any) -> float:
        """What it is worth to play a card so, in victory points."""
        if isinstance(move, PlayCard):
            s = now.s
            assert isinstance(s, State)
            if move.card == cards.ALTERNATES and not alternates(now.x, s, now.side):
                return -1.0
            return WORTH.get(move.card, -1.0) + tables(now.x).cards[move.card].points
        if isinstance(move, Direct):
            return self._directed(now, move)
        if isinstance(move, Hear):
            return 1.0 if objective(now, now.x.leader_hex(now.s, move.to), move.to)[0] == "attack" else -1.0
        if isinstance(move, Indicate):
            return self._indicated(now, move)
        return self._restored(now, move) if isinstance(move, Restore) else -1.0

    @staticmethod
    def _restored(now: Situation, move: Restore) -> float:
        """Units that come back are welcome, many of them more so."""
        s = now.s
        assert isinstance(s, State)
        return float(len(eliminated(now.x, s, move.formation)))

    @staticmethod
    def _directed(now: Situation, move: Direct) -> float:
        """An order by card: worth it where it is what the formation should do."""
        here = now.x.leader_hex(now.s, move.to)
        kind, goal = objective(now, here, move.to)
        row = now.x.board.distances[goal]
        gain = row[here] - row[move.target]
        have = now.s.commands[move.to].order
        if kind != "attack" or gain <= 0 or (have.kind in ("march", "attack") and row[here] > row[max(have.target, 0)]):
            return -1.0
        close = now.distance[here] <= CONTACT
        fits = close if move.kind == "probe" else not close
        return 0.1 * float(gain) if fits else -1.0

    @staticmethod
    def _indicated(now: Situation, move: Indicate) -> float:
        """What a card is best played on."""
        x, s = now.x, now.s
        if move.card == cards.AREA_DEFENSE:
            return 10.0 - 0.1 * now.distance[x.leader_hex(s, move.about)] if x.leader_hex(s, move.about) >= 0 else 0.0
        if move.card == cards.UNFIT_HORSE:
            near = min((x.board.distances[h][move.about] for h in now.friends), default=FAR)
            return float(now.strength[move.about] - 2 - near)
        if move.card == cards.AIDE:
            corps = [c for c in range(x.setting.formations) if x.setting.commands[c].side == now.side]
            wanting = sum(wish(now, c) is not None for c in corps)
            chief = max((x.capacity(s, x.setting.commands[c].overall) for c in corps), default=0)
            return 0.5 if move.about == FOR_ORDERS and wanting > chief else -1.0
        if move.card == cards.FIRE:
            # A fire is in the way of whoever is nearer to it.
            near = now.distance[move.about]
            far = min((x.board.distances[h][move.about] for h in now.friends), default=0)
            return 1.0 - 0.1 * near if near <= CONTACT < far else -1.0
        return 1.0

    @staticmethod
    def _pick(engine: Engine, now: Situation, value: Callable[[Move], float], least: float) -> Move | None:
        """The best move, about a subject or about none, if it is worth more than ``least``; else to go on."""
        found: list[Move] = list(engine.options(now.s))
        done = _going_on(found)
        for subject in engine.subjects(now.s):
            found += engine.options(now.s, subject.id)
        best = max((move for move in found if move is not done), key=value, default=None)
        return best if best is not None and (done is None or value(best) > least) else done


class RecruitPlayer(SteadyPlayer):
    """The same from move to move, without what a steady player looks after."""

    kind = "recruit"

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, Temper(again=STEADY.again))


def _going_on(moves: Sequence[Move]) -> Move | None:
    """The move that ends a decision, if it is offered."""
    return next((move for move in moves if isinstance(move, m.Pass)), None)
