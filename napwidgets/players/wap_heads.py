"""Who leads where: how the steady player of War and Peace posts its leaders.

Infantry marches and fights well under a leader alone, and a good one is worth most where most is fought for. So each
army gets one, the best those that face the enemy; who is posted elsewhere lets his army march without him, and rides
when all have marched, month by month where it is far. Nobody waits for the enemy alone.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from itertools import chain, groupby

from msgspec import Struct
from msgspec.structs import replace

from napwidgets.kernel.rulings import IllegalMove
from napwidgets.kernel.system import Move
from napwidgets.players.wap_land import STEADY, Land, Temper, distances
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.ground import layout
from napwidgets.systems.wap.land.columns import checked, column_of, free_leaders, leads, reach_of
from napwidgets.systems.wap.state import NEUTRAL, Army, State

#: How fast troops count less the farther they are, and up to where.
NEARNESS, THEATRE = 0.72, 9
#: An enemy this near threatens a leader.
BESIDE = 4
#: So many strength points want a leader, and so many get one who sits with another before he rides on to his own.
ARMY, BIG = 3, 6
#: So many movement points a leader rides in the end.
RIDES = 120
#: What a part of an army counts that no enemy is near to; how much less an army counts the farther a leader has to
#: ride, and how much more the one where he is.
QUIET, RIDE, HERE = 0.25, 0.96, 1.3
#: How much more an army counts that he rode for last month, it or what stands so near to where it was; for so many
#: months nobody rides back to where he rode off.
BOUND, ABOUT, BACK = 2.0, 4, 2


class Ride(Struct, frozen=True):
    """How a leader rode alone: in which month, from where to where, and where his army stood."""

    turn: int
    start: int
    to: int
    post: int


class Heads(Land):
    """Where leaders go, for one seat in one game."""

    _posted: tuple[tuple[int, int, int], dict[int, int]] = ((0, 0, 0), {})
    _bound: tuple[tuple[int, int, int], tuple[Army, ...], dict[int, int]] = ((0, 0, 0), (), {})

    def __init__(self, mood: Temper = STEADY) -> None:
        super().__init__(mood)
        self._ridden: dict[int, Ride] = {}

    def _posts(self, x: Context, s: State) -> dict[int, int]:
        """For each leader who can march the hex of the army that he is to lead, as it was when the month began."""
        key = (s.turn, s.segment, s.agenda[-1].seat)
        if self._posted[0] != key:
            self._posted = (key, self._allotted(x, s, key[2]))
        return self._posted[1]

    def _bound_for(self, x: Context, s: State) -> dict[int, int]:
        """The same as troops stand now: as long as only leaders move, each rides to where he was sent."""
        key = (s.turn, s.segment, s.agenda[-1].seat)
        if self._bound[0] != key or self._bound[1] is not s.armies:
            self._bound = (key, s.armies, self._allotted(x, s, key[2]))
        return self._bound[2]

    def _allotted(self, x: Context, s: State, seat: int) -> dict[int, int]:
        """The best leaders first, each to the army that has most to do and that nobody has yet; the others stay, and
        so does who has moved.
        """
        mine, free = layout(x, s).field[s.segment], free_leaders(x, s, seat)
        work = {h: self._work(x, s, h, n) for h, n in mine.items() if n >= ARMY}
        taken, found = set[int](), dict[int, int]()
        ours = [i for i, leader in enumerate(s.leaders) if leader.place in mine or i in free]
        for _, equals in groupby(sorted(ours, key=lambda i: -x.rating(s, i)), key=lambda i: x.rating(s, i)):
            wants = {i: self._wants(x, s, i, work, mine, i in free) for i in equals}
            # Of equals whoever an army is worth most to: nobody rides off to where another sits who is as good.
            for _, i, h in sorted((-worth, i, h) for i, posts in wants.items() for h, worth in posts.items()):
                if i not in found and h not in taken:
                    taken.add(h)
                    found[i] = h
            for i in wants:
                start = s.leaders[i].place
                if i not in found and start not in mine:
                    away = self._away(x, s, i, start, False)
                    found[i] = min((h for h in mine if away(h) < RIDES), key=lambda h: (away(h), h), default=start)
                found.setdefault(i, start)
        return found

    def _wants(
        self, x: Context, s: State, i: int, work: Mapping[int, float], mine: Container[int], free: bool
    ) -> dict[int, float]:
        """What each army that a leader can lead and ride to is worth to him."""
        start = s.leaders[i].place
        away = self._away(x, s, i, start, start in mine)
        return {
            h: n * RIDE ** away(h) * (HERE if h == start else self._drawn(x, s, i, h))
            for h, n in work.items()
            if away(h) < RIDES and (h == start or free) and self._heads(x, s, i, h)
        }

    def _drawn(self, x: Context, s: State, i: int, h: int) -> float:
        """How much more an army counts that a leader is on his way to: whoever were posted anew each month while he
        rides would turn round with every march of somebody else, and never come to anybody.
        """
        ride = self._ridden.get(i)
        if ride is None or ride.to != s.leaders[i].place or s.turn > ride.turn + 1:
            return 1.0
        return BOUND if distances(x.setting, ride.post)[h] <= ABOUT else 1.0

    def _back(self, x: Context, s: State, i: int, to: int) -> bool:
        """Whether a ride leads back to where a leader has just come from, and nobody waits for him there."""
        ride = self._ridden.get(i)
        back = ride is not None and (ride.start, ride.to) == (to, s.leaders[i].place) and s.turn <= ride.turn + BACK
        return back and not (self._ours(x, s, to) >= ARMY and not x.leaders_at(s, to))

    def recall(self, x: Context, s: State, move: Move) -> None:
        super().recall(x, s, move)
        if s.segment == NEUTRAL:
            return
        self._posts(x, s)
        if isinstance(move, m.March) and not move.take:
            self.ridden(x, s, move)

    def ridden(self, x: Context, s: State, move: m.March) -> None:
        """Remember who rides alone, and what for."""
        for i in move.leaders:
            self._ridden[i] = Ride(s.turn, move.start, move.to, self._bound_for(x, s).get(i, move.to))

    @staticmethod
    def _away(x: Context, s: State, i: int, start: int, safe: bool) -> Callable[[int], int]:
        """Movement points from a leader to a hex: over the map where he is ``safe`` with troops, else round the
        enemy.
        """
        if safe:
            return distances(x.setting, start).__getitem__
        ways = reach_of(x, s, column_of(x, s, start, (i,), ()), RIDES).cost
        return lambda h: ways.get(h, RIDES)

    def _work(self, x: Context, s: State, hex: int, there: int) -> float:
        """How much an army has to do: as much of it as enemies are near, and a part of the rest."""
        return min(float(there), self._near(x, s, hex, x.enemies(s.segment), 1)) + QUIET * there

    @staticmethod
    def _near(x: Context, s: State, hex: int, faction: int, ahead: int = 0) -> float:
        """The strength of a faction about a hex, less the farther it is; ``ahead`` movement points count as none, for
        whoever marches first.
        """
        away = distances(x.setting, hex)
        field = layout(x, s).field[faction].items()
        return sum(n * NEARNESS ** max(0, away[h] - ahead) for h, n in field if away[h] <= THEATRE)

    @staticmethod
    def _heads(x: Context, s: State, i: int, hex: int) -> bool:
        """Whether a leader leads some of the troops in a hex."""
        return any(leads(x, s, i, army) for army in x.armies_at(s, hex) if x.army_faction(s, army) == s.segment)

    def _without(self, x: Context, s: State, move: m.March) -> m.March:
        """A march without the leaders who are posted elsewhere, if the troops need none of them."""
        posts = self._posts(x, s)
        stay = tuple(i for i in move.leaders if posts.get(i, move.start) == move.start)
        if not move.take or move.forced or stay == move.leaders:
            return move
        less = replace(move, leaders=stay)
        try:
            checked(x, s, s.agenda[-1].seat, less)
        except IllegalMove:
            return move
        off = all(self._stage(x, s, i, move.start, posts[i]) is not None for i in move.leaders if i not in stay)
        return less if off or not self._strands(x, s, less) else move

    def _strands(self, x: Context, s: State, move: m.March) -> bool:
        """Whether a march takes all troops away from leaders who stay, with the enemy near them."""
        stay = [i for i in x.leaders_at(s, move.start) if i not in move.leaders and x.leader_faction(s, i) == s.segment]
        if not stay:
            return False
        return self._leaves_none(x, s, move) and self._foe_near(x, s, move.start, BESIDE)

    @staticmethod
    def _ours(x: Context, s: State, hex: int) -> int:
        """Our strength in a hex, besieged or not."""
        return sum(sum(a.count) for a in x.armies_at(s, hex) if x.army_faction(s, a) == s.segment)

    def _leaves_none(self, x: Context, s: State, move: m.March) -> bool:
        """Whether a march takes away all troops of ours."""
        return 0 < self._ours(x, s, move.start) <= sum(sum(count) for _, count in move.take)

    def _sent(self, x: Context, s: State) -> Iterator[m.March]:
        """Where an army has nobody yet, one of those who sit together in its reach goes, wherever he was posted."""
        mine, free = layout(x, s).field[s.segment], free_leaders(x, s, s.agenda[-1].seat)
        led = {leader.place for i, leader in enumerate(s.leaders) if x.leader_faction(s, i) == s.segment}
        for h in sorted((h for h, n in mine.items() if n >= BIG and h not in led), key=lambda h: (-mine[h], h)):
            able = [i for i in free if self._heads(x, s, i, h)]
            for i in sorted(able, key=lambda i: (x.rating(s, i), i)):
                if free[i] not in mine or len(x.leaders_at(s, free[i])) > 1:
                    yield m.March(free[i], h, (i,), ())

    def _rides(self, x: Context, s: State) -> Iterator[m.March]:
        """Who is posted elsewhere rides there, or a stage of the way: to troops, or where no enemy is near."""
        posts = self._bound_for(x, s)
        for i, start in free_leaders(x, s, s.agenda[-1].seat).items():
            to = self._stage(x, s, i, start, posts.get(i, start))
            if to is not None and not self._back(x, s, i, to):
                yield m.March(start, to, (i,), ())

    def _stage(self, x: Context, s: State, i: int, start: int, post: int) -> int | None:
        """How far a leader rides in a month to a post elsewhere: on the way there as far as it is safe, else to where
        it is safe and nearer.
        """
        if start == post:
            return None
        mine, column = layout(x, s).field[s.segment], column_of(x, s, start, (i,), ())
        ways, away = reach_of(x, s, column, RIDES), distances(x.setting, post)

        def safe(h: int) -> bool:
            return h in mine or not self._foe_near(x, s, h, BESIDE)

        month = [h for h, cost in ways.cost.items() if cost <= column.pace]
        way = ways.way(post) if post in ways.cost else []
        on = (h for h in reversed(way) if ways.cost[h] <= column.pace)
        nearer = sorted((h for h in month if away[h] < away[start]), key=lambda h: (away[h], h))
        return next(filter(safe, chain(on, nearer)), None)

    @staticmethod
    def _foes(x: Context, s: State) -> Iterator[int]:
        """Where enemies are, besieged or not."""
        foe = x.enemies(s.segment)
        return (army.hex for army, side in zip(s.armies, layout(x, s).side, strict=True) if side == foe)

    def _foe_near(self, x: Context, s: State, hex: int, most: int) -> bool:
        """Whether an enemy is so near."""
        away = distances(x.setting, hex)
        return any(away[h] <= most for h in self._foes(x, s))
