"""What a beginner would see in a campaign of jdg."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from napwidgets.kernel.system import Engine, Move
from napwidgets.lab.faults.base import Eye
from napwidgets.systems.jdg import moves as m
from napwidgets.systems.jdg.boxes import holder
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.march import groups
from napwidgets.systems.jdg.march.marching import Marching
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.victory import last_word

#: Odds under which nobody attacks who need not.
THIN = 2 / 3
#: Command points that may lapse.
SPARE = 2


class MarchEye(Eye):
    """Looks on at a campaign on roads."""

    KINDS: ClassVar[dict[str, str]] = {
        "place left": "a place worth points left empty beside troops that could have marched there",
        "leader alone": "a leader alone beside the enemy though he could ride elsewhere, or rode there alone",
        "garrison gone": "the last troops leave a place that they could have held against the enemy beside it",
        "to and fro": "a march that ends where it began",
        "thin attack": "marches into an enemy who is half as strong again when they have ended, without need",
        "points lapse": "command points that lapse while troops in command stand still",
    }

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._began: dict[int, tuple[int, int]] = {}
        #: Leaders, by the turn in which they could ride, or have ridden by themselves.
        self._free: set[tuple[int, int]] = set()
        #: Where troops have marched into the enemy, by turn and side, and how strong he was then.
        self._struck: dict[tuple[int, int, int], int] = {}

    def sees(self, before: Any, seat: str, move: Move, after: Any) -> Iterator[tuple[str, object, str]]:
        x: Context = self.engine.context
        side = x.setting.seat_side[self.engine.seats.index(seat)]
        decision = self.engine.decision(before)
        if decision is None or decision.kind != "movement":
            return
        self._free |= {(i, before.turn) for i in _alone(x, before, side) if _may_move(x, before, i, side)}
        if isinstance(move, m.Activate):
            if not x.strength(before, move.pieces):
                self._free |= {(i, before.turn) for i in move.pieces}
            yield from self._marched(x, before, after, side, move)
        elif isinstance(move, m.Done):
            yield from self._thin(x, before, side)
            yield from self._left(x, before, side)

    def _marched(
        self, x: Context, s: Any, after: Any, side: int, move: m.Activate
    ) -> Iterator[tuple[str, object, str]]:
        pieces = move.pieces
        here, to = s.counters[pieces[0]].at, after.counters[pieces[0]].at
        if here < 0 or to < 0 or here == to:
            return
        for i in pieces:
            turn, start = self._began.get(i, (0, -1))
            if turn != s.turn:
                self._began[i] = s.turn, here
            elif start == to:
                yield "to and fro", (i, s.turn), f"{x.name(i)} comes back to {x.box(to)}"
        # Cavalry that reconnoitres may go back.
        theirs = x.strength(s, x.here(s, to, other(side)))
        if theirs and x.strength(s, pieces) and not move.scout:
            self._struck[s.turn, side, to] = theirs
        worth = {box: points for box, points, _ in x.setting.goals}
        beside = [box for box, _ in x.setting.around[here]]
        near = sum(x.strength(s, x.here(s, box, other(side))) for box in beside)
        was, left = (x.strength(one, x.here(one, here, side)) for one in (s, after))
        # Who makes way for a stronger enemy does no wrong, nor who has the last word.
        if last_word(x, s, side):
            return
        if here in worth and to not in worth and 0 < THIN * near < was and not left:
            yield "garrison gone", (here, s.turn), f"{x.called(s, pieces)} left {x.box(here)}"

    def _thin(self, x: Context, s: Any, side: int) -> Iterator[tuple[str, object, str]]:
        """Attacks that are too weak when all have marched: until then others may come up. Enemies who came to meet
        them were not there when they set out.
        """
        for (turn, who, to), then in sorted(self._struck.items()):
            mine, theirs = (x.strength(s, x.here(s, to, one)) for one in (side, other(side)))
            theirs = min(then, theirs)
            if (turn, who) == (s.turn, side) and 0 < mine < THIN * theirs:
                yield "thin attack", (to, s.turn), f"{mine} against {theirs} at {x.box(to)}"

    def _left(self, x: Context, s: Any, side: int) -> Iterator[tuple[str, object, str]]:
        foe = other(side)
        worth = {box for box, _, whose in x.setting.goals if whose in ("", x.setting.sides[side])}
        for i, counter in enumerate(s.counters):
            if x.sides[i] != side or counter.at < 0:
                continue
            beside = [box for box, _ in x.setting.around[counter.at]]
            if counter.strength and not counter.moved and counter.at not in worth:
                for box in beside:
                    empty = box in worth and holder(s, box) != side + 1 and not x.here(s, box, foe)
                    if empty and _may_move(x, s, i, side) and _reaches(x, s, i, side, box):
                        yield "place left", (box, s.turn), f"{x.name(i)} could have taken {x.box(box)}"
        # After the last word nobody comes to take him.
        for i in _alone(x, s, side):
            if (i, s.turn) in self._free and not last_word(x, s, side):
                yield "leader alone", (i, s.turn), f"{x.name(i)} at {x.box(s.counters[i].at)}"
        # What is left to do in the last turn is to take places.
        over = s.turn == x.setting.scenario.turns.count
        for budget, points in enumerate(s.points if not over else ()):
            if x.setting.budget_side[budget] == side and points > SPARE and _idle(x, s, side, budget):
                yield "points lapse", (budget, s.turn), f"{points} command points"


def _foes(x: Context, s: Any, side: int) -> set[int]:
    """The boxes with troops of a side's enemy."""
    return {c.at for i, c in enumerate(s.counters) if x.sides[i] != side and c.at >= 0 and c.strength}


def _alone(x: Context, s: Any, side: int) -> list[int]:
    """The leaders of a side without troops in or beside a box with troops of the enemy."""
    foes = _foes(x, s, side)
    leaders = [
        i for i, c in enumerate(s.counters) if x.sides[i] == side and c.at >= 0 and x.pieces[i].leader is not None
    ]
    return [
        i
        for i in leaders
        if not x.strength(s, x.here(s, at := s.counters[i].at, side))
        and foes.intersection((at, *(box for box, _ in x.setting.around[at])))
    ]


def _may_move(x: Context, s: Any, i: int, side: int) -> bool:
    """Whether a counter can still move, and its army has the points for it."""
    price = groups.cost(x, s, (i,))
    enough = not price or price <= s.points[groups.budget_for(x, s, (i,), side)]
    return enough and i in groups.movable(x, s, s.counters[i].at, side)


def _reaches(x: Context, s: Any, i: int, side: int, box: int) -> bool:
    """Whether a march gets a counter to a box: the bridge may be down."""
    at = s.counters[i].at
    force = Marching(side, (i,), at, at, groups.points(x, s, (i,), False))
    return box in force.ways(x, s)


def _idle(x: Context, s: Any, side: int, budget: int) -> bool:
    """Whether most of the troops of a budget have not moved, though they might have. Whoever keeps a place worth points
    has his task, and who has the enemy before him in his box; who has marched there has moved.
    """
    kept = {box for box, _, _ in x.setting.goals if holder(s, box) == side + 1} | _foes(x, s, side)
    mine = [
        i
        for i, c in enumerate(s.counters)
        if x.sides[i] == side
        and c.at >= 0
        and (c.moved or c.at not in kept)
        and c.strength
        and groups.budget_for(x, s, (i,), side) == budget
    ]
    return sum(not s.counters[i].moved for i in mine) > 2 * len(mine) / 3
