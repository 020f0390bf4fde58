"""What a beginner would see in a battle on tactical ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, ClassVar

from msgspec.structs import replace

from napwidgets.kernel.system import Engine, Move
from napwidgets.lab.faults.base import Eye
from napwidgets.players.nlc import must_press
from napwidgets.players.nlc_marches import sent_for
from napwidgets.players.nlc_situation import Goal, Situation, goals
from napwidgets.players.nlc_temper import CAREFUL
from napwidgets.systems.tactical.command.chits import is_held
from napwidgets.systems.tactical.core import moves as m
from napwidgets.systems.tactical.core.state import ATTACKED, CHARGED, OFF
from napwidgets.systems.tactical.fighting.attacks import fighters_in
from napwidgets.systems.tactical.ground.context import Context

#: A leader this near to the enemy can be taken; a fight this near is in reach.
CLOSE, REACH = 2, 3
#: A reserve gives way to an enemy who is as near as this.
WATCHED = 4
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
        "held": "an order that comes to a formation while the scenario still holds it back",
        "idle": "a formation that is to fight and stands in reach of the enemy for three turns",
        "reserve astray": "a reserve that marches away from where an order that is late will send it",
        "wrong flight": "who has lost heart runs farther from the roads home though a way as safe leads nearer",
    }

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        x: Context = engine.context
        self._goals: list[Goal] = goals(x)
        self._began: dict[tuple[int, int], int] = {}
        self._reserve: tuple[set[int], set[int]] | None = None
        self._stood: dict[int, tuple[int, tuple[int, ...]]] = {}
        #: Reserves whose orders are late: where these will send them, and where they stood as the turn began.
        self._waits: dict[int, tuple[int, list[int]]] = {}
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
        elif isinstance(move, m.Go) and kind == "flight":
            yield from self._flees(now, move)
        elif kind == "movement" and isinstance(move, m.Pass):
            yield from self._at_rest(now)
        elif isinstance(move, m.Attack):
            yield from self._thin(now, move)
        elif isinstance(move, m.Send | m.TryInitiative):
            yield from self._again(now, move)
            yield from self._held(x, after, move)
        yield from self._reserves(now, before)
        if before.turn != after.turn:
            yield from self._idle(x, before, after)
            yield from self._late(x, before, after)

    def _to_and_fro(self, now: Situation, move: m.Go) -> Iterator[tuple[str, object, str]]:
        for u in move.units:
            start = self._began.setdefault((u, now.s.turn), now.s.units[u].hex)
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

    @staticmethod
    def _held(x: Context, s: Any, move: m.Send | m.TryInitiative) -> Iterator[tuple[str, object, str]]:
        due = [p.due for p in s.commands[move.to].pending] if isinstance(move, m.Send) else []
        if due and is_held(x, replace(s, turn=due[-1]), move.to):
            yield "held", (move.to, s.turn), x.setting.commands[move.to].name

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

    def _flees(self, now: Situation, move: m.Go) -> Iterator[tuple[str, object, str]]:
        """Whoever flees from the roads home (20.10)."""
        start, to, home = now.s.units[move.units[0]].hex, move.path[-1], now.homeward
        ways = (o.path[-1] for o in self.engine.options(now.s, f"s:{start}") if isinstance(o, m.Go))
        if home[to] > home[start] and any(home[h] < home[start] and self._as_good(now, h, to) for h in ways):
            yield "wrong flight", (move.units, now.s.turn), f"{now.x.unit_names(move.units)} to {now.x.place(to)}"

    @staticmethod
    def _as_good(now: Situation, h: int, to: int) -> bool:
        """Whether whoever is driven back is as safe in one hex as in another, and gives up no place that counts."""
        far = min(now.distance[h], REACH) >= min(now.distance[to], REACH)
        return far and all(
            (now.threat[h] <= now.threat[to], now.cover(h) >= now.cover(to), now.worth(h) >= now.worth(to))
        )

    def _late(self, x: Context, before: Any, s: Any) -> Iterator[tuple[str, object, str]]:
        """Reserves at the end of a turn whose orders are late still; nobody asks them to wait for the enemy."""
        for c, (target, stood) in self._waits.items():
            now = Situation(x, before, x.setting.commands[c].side, self._goals, CAREFUL)
            if self._waiting(x, before, c) != target or any(now.distance[h] <= WATCHED for h in stood):
                continue
            row = x.board.distances[target]
            if fmean(row[h] for h in self._places(x, before, c)) >= 1 + fmean(row[h] for h in stood):
                yield "reserve astray", (c, before.turn), f"{x.setting.commands[c].name} from {x.place(target)}"
        waiting = {c: self._waiting(x, s, c) for c in range(x.setting.formations)}
        self._waits = {c: (target, self._places(x, s, c)) for c, target in waiting.items() if target >= 0}

    @staticmethod
    def _waiting(x: Context, s: Any, c: int) -> int:
        """Where the order that a reserve waits for will send it, -1 if it waits for none."""
        waits = s.commands[c].order.kind == "reserve" and BattleEye._places(x, s, c)
        return sent_for(s, c) if waits else OFF

    @staticmethod
    def _places(x: Context, s: Any, c: int) -> list[int]:
        return [s.units[u].hex for u in x.setting.commands[c].units if s.units[u].hex >= 0]

    @staticmethod
    def _rests(x: Context, s: Any, c: int, side: int) -> bool:
        info = x.setting.commands[c]
        return info.side == side and info.chit and s.commands[c].order.kind == "reserve"

    def _idle(self, x: Context, before: Any, s: Any) -> Iterator[tuple[str, object, str]]:
        """Formations at the end of a turn; who has charged in it and come back, or was attacked, is not idle."""
        for side in (0, 1):
            now = Situation(x, s, side, self._goals, CAREFUL)
            for c in range(x.setting.formations):
                places = tuple(self._places(x, s, c))
                if x.setting.commands[c].side != side or not places or s.commands[c].order.kind in _STAND:
                    continue
                since, stood = self._stood.get(c, (s.turn, ()))
                near = min(now.distance[h] for h in places)
                fought = any(before.units[u].marks & _FIGHTS for u in x.setting.commands[c].units)
                stands = places == stood and 1 < near <= REACH and not fought
                self._stood[c] = (since if stands else s.turn, places)
                if s.turn - self._stood[c][0] >= TURNS:
                    yield "idle", c, f"{x.setting.commands[c].name}, {near} hexes from the enemy"
