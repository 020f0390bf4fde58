"""What a beginner would see in a battle on tactical ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from napwidgets.kernel.system import Engine, Move
from napwidgets.lab.faults.base import Eye
from napwidgets.players.nlc import must_press
from napwidgets.players.nlc_situation import Goal, Situation, goals
from napwidgets.players.nlc_temper import CAREFUL
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import ATTACKED, CHARGED
from napwidgets.systems.tactical.fighting.attacks import fighters_in
from napwidgets.systems.tactical.ground.context import Context

#: A leader this near to the enemy can be taken; a fight this near is in reach.
CLOSE, REACH = 2, 3
#: Odds under which nobody attacks who need not.
THIN = 2 / 3
#: So many turns a formation may stand about.
TURNS = 3
#: Orders under which a formation is to stand where it is.
_STAND = ("defend", "delay", "reserve")
#: Marks of a unit that has been in a fight in this turn.
_FIGHTS = CHARGED | ATTACKED


class BattleEye(Eye):
    """Looks on at a battle."""

    KINDS: ClassVar[dict[str, str]] = {
        "place left": "a place that counts left empty though somebody could step in",
        "leader alone": "a leader alone beside the enemy though he could ride to his men",
        "to and fro": "a march that ends where it began",
        "guns alone": "guns that go alone into an enemy zone",
        "thin attack": "an attack at under two to three without need",
        "reserve early": "the whole reserve sent in within the first third",
        "order again": "an order to do what the formation does already",
        "idle": "a formation that is to fight and stands in reach of the enemy for three turns",
    }

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        x: Context = engine.context
        self._goals: list[Goal] = goals(x)
        self._began: dict[int, int] = {}
        self._reserve: tuple[set[int], set[int]] | None = None
        self._stood: dict[int, tuple[int, tuple[int, ...]]] = {}
        #: Guns that had to go into an enemy zone, and the turn.
        self._driven: set[tuple[int, int]] = set()

    def sees(self, before: Any, seat: str, move: Move, after: Any) -> Iterator[tuple[str, object, str]]:
        x: Context = self.engine.context_at(before)
        now = Situation(x, before, x.setting.sides.index(seat), self._goals, CAREFUL)
        decision = self.engine.decision(before)
        kind = decision.kind if decision is not None else ""
        if isinstance(move, m.Go) and kind == "movement":
            self._driven |= self._drives(now, seat, move)
            yield from self._to_and_fro(now, move)
        elif kind == "movement" and isinstance(move, m.Pass):
            self._began.clear()
            yield from self._at_rest(now)
        elif isinstance(move, m.Attack):
            yield from self._thin(now, move)
        elif isinstance(move, m.Send | m.TryInitiative):
            yield from self._again(now, move)
        yield from self._reserves(now, before)
        if before.turn != after.turn:
            yield from self._idle(x, before, after)

    def _to_and_fro(self, now: Situation, move: m.Go) -> Iterator[tuple[str, object, str]]:
        for u in move.units:
            start = self._began.setdefault(u, now.s.units[u].hex)
            if start == move.path[-1]:
                told = f"{now.x.infos[u].name} comes back to {now.x.place(start)}"
                yield "to and fro", (u, now.s.turn), told

    def _drives(self, now: Situation, seat: str, move: m.Go) -> set[tuple[int, int]]:
        """The guns that a march leads into an enemy zone because somebody has to go in and no troops can (20.2)."""
        x, s = now.x, now.s

        def presses(units: Sequence[int], h: int) -> bool:
            return now.zone(h) and any(not x.infos[u].gun for u in units)

        if not now.zone(move.path[-1]) or presses(move.units, move.path[-1]) or not must_press(self.engine, now, seat):
            return set()
        options = (option for subject in self.engine.subjects(s) for option in self.engine.options(s, subject.id))
        troops = any(isinstance(option, m.Go) and presses(option.units, option.path[-1]) for option in options)
        return set() if troops else {(u, s.turn) for u in move.units}

    def _at_rest(self, now: Situation) -> Iterator[tuple[str, object, str]]:
        """What is left undone at the end of a formation's movement."""
        x, s = now.x, now.s
        empty = {g.hex for g in now.goals if not now.mine(g.hex) and g.hex not in now.layout.at}
        for subject in self.engine.subjects(s):
            for option in self.engine.options(s, subject.id):
                if isinstance(option, m.Go) and option.path[-1] in empty and s.units[option.units[0]].hex >= 0:
                    h = option.path[-1]
                    if now.distance[h] <= CLOSE and all(x.infos[u].gun for u in option.units):
                        # A battery before the enemy is no garrison.
                        continue
                    yield "place left", (h, s.turn), f"{subject.label} could have gone to {x.place(h)}"
                if isinstance(option, m.GoLeader) and self._deserted(now, option):
                    told = f"{x.setting.leaders[option.leader].name} at {x.place(s.leaders[option.leader].hex)}"
                    yield "leader alone", (option.leader, s.turn), told
        for u in x.acting(s):
            h = s.units[u].hex
            alone = h >= 0 and s.units[u].spent and now.forlorn(h, now.layout.at[h])
            if alone and (u, s.turn) not in self._driven:
                yield "guns alone", (u, s.turn), f"{x.infos[u].name} at {x.place(h)}"

    @staticmethod
    def _deserted(now: Situation, option: m.GoLeader) -> bool:
        here = now.s.leaders[option.leader].hex
        alone = now.layout.side[here] != now.side and now.distance[here] <= CLOSE
        return alone and now.layout.side[option.to] == now.side

    def _thin(self, now: Situation, move: m.Attack) -> Iterator[tuple[str, object, str]]:
        if not any(isinstance(option, m.Pass) for option in self.engine.options(now.s)):
            return
        plan = getattr(now.s.agenda[-1], "plan", ())
        stacks = {move.stack, *(h for h, target in plan if target == move.target)}
        mine = sum(now.sp(u) for h in stacks for u in fighters_in(now.x, now.s, h))
        theirs = now.strength.get(move.target, 0)
        supported = any(mine + now.strength.get(h, 0) >= THIN * theirs for h in now.x.setting.near[move.target])
        if mine < THIN * theirs and not supported:
            yield "thin attack", (move.target, now.s.turn), f"{mine} against {theirs} at {now.x.place(move.target)}"

    @staticmethod
    def _again(now: Situation, move: m.Send | m.TryInitiative) -> Iterator[tuple[str, object, str]]:
        have = now.s.commands[move.to].order
        kind, target = (move.kind, move.target) if isinstance(move, m.TryInitiative) else move.orders[0]
        if (kind, target) == (have.kind, have.target):
            yield "order again", (move.to, now.s.turn), f"{now.x.setting.commands[move.to].name}: {kind}"

    def _reserves(self, now: Situation, s: Any) -> Iterator[tuple[str, object, str]]:
        corps = range(now.x.setting.formations)
        if self._reserve is None:
            resting = [{c for c in corps if self._rests(now.x, s, c, side)} for side in (0, 1)]
            self._reserve = resting[0], resting[1]
        if 3 * s.turn > now.x.setting.scenario.turns.count:
            return
        for side, kept in enumerate(self._reserve):
            if len(kept) > 1 and not any(s.commands[c].order.kind == "reserve" for c in kept):
                yield "reserve early", side, f"all {len(kept)} formations of the reserve of side {side}"

    @staticmethod
    def _rests(x: Context, s: Any, c: int, side: int) -> bool:
        info = x.setting.commands[c]
        return info.side == side and info.chit and s.commands[c].order.kind == "reserve"

    def _idle(self, x: Context, before: Any, s: Any) -> Iterator[tuple[str, object, str]]:
        """Formations at the end of a turn; who has charged in it and come back, or was attacked, is not idle."""
        for side in (0, 1):
            now = Situation(x, s, side, self._goals, CAREFUL)
            for c in range(x.setting.formations):
                units = [u for u in x.setting.commands[c].units if s.units[u].hex >= 0]
                if x.setting.commands[c].side != side or not units or s.commands[c].order.kind in _STAND:
                    continue
                places = tuple(s.units[u].hex for u in units)
                since, stood = self._stood.get(c, (s.turn, ()))
                near = min(now.distance[h] for h in places)
                fought = any(before.units[u].marks & _FIGHTS for u in units)
                stands = places == stood and 1 < near <= REACH and not fought
                self._stood[c] = (since if stands else s.turn, places)
                if s.turn - self._stood[c][0] >= TURNS:
                    yield "idle", c, f"{x.setting.commands[c].name}, {near} hexes from the enemy"
