"""What a beginner would see in a campaign of wap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from napwidgets.kernel.system import Engine, Move
from napwidgets.lab.faults.base import Eye
from napwidgets.players.wap_land import capitals, distances
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.ground import attacks_neutral, strength
from napwidgets.systems.wap.land.columns import column_of, reach_of, why_not_leader
from napwidgets.systems.wap.land.combat import contested
from napwidgets.systems.wap.land.muster import fighters
from napwidgets.systems.wap.state import NEUTRAL

#: Movement points within which an enemy is near, and can take a leader alone.
NEAR, CLOSE = 6, 3
#: Who is so many times as strong beside a city keeps others from stepping into it.
STRONGER = 1.5
#: So many strength points want a leader.
ARMY = 8


class EuropeEye(Eye):
    """Looks on at the wars of Europe."""

    KINDS: ClassVar[dict[str, str]] = {
        "place left": "an empty city of the enemy's that counts, left though an army beside it could march in",
        "leader alone": "a leader alone with the enemy near, who could be with troops or farther off",
        "capital empty": "a capital without a strength point, the enemy near, though troops were in reach",
        "garrison gone": "the last troops leave a city that counts to an enemy near it whom they could have held up",
        "thin attack": "marches into an enemy who is half as strong again when they have ended, not to save a city",
        "army unled": "an army without a leader while two sit together within its reach",
    }

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        #: Whose marches go on, and how things stood when they began.
        self._whose: tuple[object, ...] = ()
        self._began: Any = None

    def sees(self, before: Any, seat: str, move: Move, after: Any) -> Iterator[tuple[str, object, str]]:
        x: Context = self.engine.context
        decision, faction = self.engine.decision(before), before.segment
        if decision is None or faction == NEUTRAL:
            return
        if isinstance(move, m.Fight):
            yield from self._thin(x, before, move.hex)
        if decision.kind != "movement":
            return
        if self._whose != (before.turn, faction, seat):
            self._whose, self._began = (before.turn, faction, seat), before
        if not isinstance(move, m.Done):
            return
        theirs: dict[int, int] = {}
        for army in before.armies:
            if x.army_faction(before, army) == x.enemies(faction):
                theirs[army.hex] = theirs.get(army.hex, 0) + sum(army.count)
        yield from self._left(x, before, theirs)
        yield from self._bare(x, before, theirs)
        yield from self._gone(x, before, theirs)
        yield from self._leaders(x, before, theirs)

    def _left(self, x: Context, s: Any, theirs: Mapping[int, int]) -> Iterator[tuple[str, object, str]]:
        """Cities of the enemy's that nobody holds, and that troops beside them could still march into."""
        for march in self._marches(s):
            city = x.setting.city_at.get(march.to, -1)
            if city not in x.setting.objectives or x.city_faction(s, city) != x.enemies(s.segment):
                continue
            near = distances(x.setting, march.to)[march.start] <= 2 and not x.armies_at(s, march.to)
            if near and _spare(x, s, march.start) and _safe(x, s, march, theirs):
                yield "place left", (city, s.turn), f"{x.setting.cities[city].name}, from {x.board.title(march.start)}"

    def _bare(self, x: Context, s: Any, theirs: Mapping[int, int]) -> Iterator[tuple[str, object, str]]:
        """Capitals of our side that nobody holds, with the enemy near."""
        for city in capitals(x):
            h, away = x.setting.city_hex[city], distances(x.setting, x.setting.city_hex[city])
            ours = x.city_faction(s, city) == s.segment and not x.armies_at(s, h)
            if ours and any(away[e] <= NEAR for e in theirs) and self._need_not_be_bare(h):
                yield "capital empty", (city, s.turn), x.setting.cities[city].name

    def _gone(self, x: Context, s: Any, theirs: Mapping[int, int]) -> Iterator[tuple[str, object, str]]:
        """Cities of our side that its troops have left to enemies near them, who will not be fought."""
        mine = {a.hex for a in s.armies if x.army_faction(s, a) == s.segment}
        for city in x.setting.objectives:
            h = x.setting.city_hex[city]
            there = (a for a in self._began.armies if a.hex == h and x.army_faction(self._began, a) == s.segment)
            stood = sum(sum(a.count) for a in there)
            if not stood or x.city_faction(s, city) != s.segment or x.armies_at(s, h):
                continue
            away = distances(x.setting, h)
            near = max((n for e, n in theirs.items() if away[e] <= CLOSE and e not in mine), default=0)
            if 0 < near <= STRONGER * stood:
                yield "garrison gone", (city, s.turn), f"{stood} from {x.setting.cities[city].name}, the enemy {near}"

    def _thin(self, x: Context, s: Any, hex: int) -> Iterator[tuple[str, object, str]]:
        """Battles with enemies who were there before us and are much stronger, but for those in a city of ours."""
        if self._whose[:2] != (s.turn, s.segment) or hex not in contested(x, s):
            return
        if any(a.hex == hex and x.army_faction(s, a) == s.segment for a in self._began.armies):
            return
        city = x.setting.city_at.get(hex, -1)
        if city in x.setting.objectives and x.city_faction(s, city) == s.segment:
            return
        mine, theirs = (strength(s, side) for side in fighters(x, s, hex, s.segment, 0, False))
        if STRONGER * mine < theirs:
            yield "thin attack", (hex, s.turn), f"{mine} against {theirs} at {x.board.title(hex)}"

    def _need_not_be_bare(self, hex: int) -> bool:
        """Whether troops left a hex in these marches, or could have come to it."""
        if any(a.hex == hex for a in self._began.armies):
            return True
        return any(march.to == hex for march in self._marches(self._began))

    def _marches(self, s: Any) -> Iterator[m.March]:
        """The marches of troops that somebody can make now, none of them forced."""
        for subject in self.engine.subjects(s):
            for move in self.engine.options(s, subject.id):
                if isinstance(move, m.March) and move.take and not move.forced:
                    yield move

    def _need_not_be_alone(self, x: Context, s: Any, leader: int, theirs: Mapping[int, int]) -> bool:
        """Whether a leader who is alone was with troops when these marches began, or could have ridden to some, or away
        from the enemy.
        """
        mine = {a.hex for a in s.armies if x.army_faction(s, a) == s.segment and not a.inside}
        start = self._began.leaders[leader].place
        if not 0 <= start < x.board.size or any(a.hex == start for a in self._began.armies):
            return True
        ways = reach_of(x, self._began, column_of(x, self._began, start, (leader,), ())).cost
        return any(h in mine or not any(distances(x.setting, h)[e] <= CLOSE for e in theirs) for h in ways)

    def _leaders(self, x: Context, s: Any, theirs: Mapping[int, int]) -> Iterator[tuple[str, object, str]]:
        mine = [a for a in s.armies if x.army_faction(s, a) == s.segment and not a.inside]
        strength: dict[int, int] = {}
        for a in mine:
            strength[a.hex] = strength.get(a.hex, 0) + sum(a.count)
        leaders: dict[int, list[int]] = {}
        for i, leader in enumerate(s.leaders):
            if leader.place >= 0 and i != x.setting.nelson and x.leader_faction(s, i) == s.segment:
                leaders.setdefault(leader.place, []).append(i)
        for h, who in leaders.items():
            inside = any(a.hex == h for a in s.armies)
            near = h < x.board.size and not inside and any(distances(x.setting, h)[e] <= CLOSE for e in theirs)
            if near and self._need_not_be_alone(x, s, who[0], theirs):
                yield "leader alone", (who[0], s.turn), f"{x.setting.leaders[who[0]].called} at {x.board.title(h)}"
        for h, points in strength.items():
            if points < ARMY or leaders.get(h):
                continue
            nations = {a.nation for a in mine if a.hex == h}
            for at, who in leaders.items():
                if len(who) > 1 and any(_reaches(x, s, i, at, h) for i in who if x.setting.leader_nation[i] in nations):
                    yield "army unled", (h, s.turn), f"{points} strength points at {x.board.title(h)}"
                    break


def _spare(x: Context, s: Any, hex: int) -> bool:
    """Whether troops may leave a hex: the last strength point in a city that counts stays there."""
    there = sum(sum(a.count) for a in x.armies_at(s, hex) if x.army_faction(s, a) == s.segment)
    return there > 1 or x.setting.city_at.get(hex, -1) not in x.setting.objectives


def _safe(x: Context, s: Any, march: m.March, theirs: Mapping[int, int]) -> bool:
    """Whether a march leads away from no enemy and to none who is much stronger, and attacks no neutral on its way."""
    taken = sum(sum(count) for _, count in march.take)
    if any(w.hex in theirs for w in x.setting.ways[march.start]):
        return False
    if max((theirs.get(w.hex, 0) for w in x.setting.ways[march.to]), default=0) > STRONGER * taken:
        return False
    way = reach_of(x, s, column_of(x, s, march.start, march.leaders, march.take)).way(march.to)
    return not any(attacks_neutral(x, s, march.start, h) for h in way)


def _reaches(x: Context, s: Any, leader: int, start: int, to: int) -> bool:
    """Whether a leader could still go from a hex to another one that is near."""
    if not start < x.board.size or distances(x.setting, start)[to] > NEAR:
        return False
    if why_not_leader(x, s, s.agenda[-1].seat, leader) is not None:
        return False
    return to in reach_of(x, s, column_of(x, s, start, (leader,), ())).cost
