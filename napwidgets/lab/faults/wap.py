"""What a beginner would see in a campaign of wap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from napwidgets.kernel.system import Move
from napwidgets.lab.faults.base import Eye
from napwidgets.players.wap_land import distances
from napwidgets.systems.wap import moves as m
from napwidgets.systems.wap.context import Context
from napwidgets.systems.wap.forces import riders
from napwidgets.systems.wap.ground import HOSTILE, layout
from napwidgets.systems.wap.land.columns import column_of, reach_of, why_not_leader
from napwidgets.systems.wap.state import NEUTRAL

#: Movement points within which an enemy is near, and can take a leader alone.
NEAR, CLOSE = 6, 3
#: How many states are majors.
MAJORS = 6
#: So many strength points want a leader.
ARMY = 8


class EuropeEye(Eye):
    """Looks on at the wars of Europe."""

    KINDS: ClassVar[dict[str, str]] = {
        "place left": "an empty city of the enemy's that counts, left though an army stands beside it",
        "leader alone": "a leader alone with the enemy near",
        "capital empty": "a capital without a strength point with the enemy near",
        "army unled": "an army without a leader while two sit together within its reach",
    }

    def sees(self, before: Any, seat: str, move: Move, after: Any) -> Iterator[tuple[str, object, str]]:
        x: Context = self.engine.context
        decision = self.engine.decision(before)
        if decision is None or decision.kind != "movement" or not isinstance(move, m.Done):
            return
        faction = before.segment
        if faction == NEUTRAL:
            return
        foe = x.enemies(faction)
        mine = [a for a in before.armies if x.army_faction(before, a) == faction and not a.inside]
        theirs = {a.hex for a in before.armies if x.army_faction(before, a) == foe and sum(a.count)}
        yield from self._cities(x, before, faction, foe, mine, theirs)
        yield from self._leaders(x, before, faction, mine, theirs)

    @staticmethod
    def _cities(
        x: Context, s: Any, faction: int, foe: int, mine: list[Any], theirs: set[int]
    ) -> Iterator[tuple[str, object, str]]:
        for city in x.setting.objectives:
            h = x.setting.city_hex[city]
            name, away = x.setting.cities[city].name, distances(x.setting, h)
            holder = x.city_faction(s, city)
            here = any(a.hex == h for a in s.armies)
            if holder == foe and not here:
                for a in mine:
                    near = away[a.hex] <= 2 and _spare(x, s, a) and _way_in_peace(x, s, a.hex, h)
                    if near and not any(w.hex in theirs for w in x.setting.ways[a.hex]):
                        yield "place left", (city, s.turn), f"{name}, from {x.board.title(a.hex)}"
                        break
            major = x.setting.home[city] < MAJORS and x.setting.capital[x.setting.home[city]] == city
            if major and holder == faction and not here and any(away[e] <= NEAR for e in theirs):
                yield "capital empty", (city, s.turn), name

    @staticmethod
    def _leaders(
        x: Context, s: Any, faction: int, mine: list[Any], theirs: set[int]
    ) -> Iterator[tuple[str, object, str]]:
        strength: dict[int, int] = {}
        for a in mine:
            strength[a.hex] = strength.get(a.hex, 0) + sum(a.count)
        leaders: dict[int, list[int]] = {}
        for i, leader in enumerate(s.leaders):
            if leader.place >= 0 and i != x.setting.nelson and x.leader_faction(s, i) == faction:
                leaders.setdefault(leader.place, []).append(i)
        for h, who in leaders.items():
            inside = any(a.hex == h for a in s.armies)
            if h < x.board.size and not inside and any(distances(x.setting, h)[e] <= CLOSE for e in theirs):
                yield "leader alone", (who[0], s.turn), f"{x.setting.leaders[who[0]].called} at {x.board.title(h)}"
        for h, points in strength.items():
            if points < ARMY or leaders.get(h):
                continue
            nations = {a.nation for a in mine if a.hex == h}
            for at, who in leaders.items():
                if len(who) > 1 and any(_reaches(x, s, i, at, h) for i in who if x.setting.leader_nation[i] in nations):
                    yield "army unled", (h, s.turn), f"{points} strength points at {x.board.title(h)}"
                    break


def _spare(x: Context, s: Any, army: Any) -> bool:
    """Whether an army could still march: it has not, and it rides or a leader who has not either is with it. The last
    strength point in a city that counts stays there.
    """
    led = any(not s.leaders[i].moved for i in x.leaders_at(s, army.hex))
    last = sum(army.count) == 1 and x.setting.city_at.get(army.hex, -1) in x.setting.objectives
    return not army.moved and not last and (bool(riders(army.count)) or led)


def _reaches(x: Context, s: Any, leader: int, start: int, to: int) -> bool:
    """Whether a leader could still go from a hex to another one that is near."""
    if not start < x.board.size or distances(x.setting, start)[to] > NEAR:
        return False
    if why_not_leader(x, s, s.agenda[-1].seat, leader) is not None:
        return False
    return to in reach_of(x, s, column_of(x, s, start, (leader,), ())).cost


def _way_in_peace(x: Context, s: Any, start: int, end: int) -> bool:
    """Whether a hex beside another one, or two from it, can be reached without war with a neutral."""
    land = layout(x, s).land
    if land[end] == HOSTILE:
        return False
    first = {way.hex for way in x.setting.ways[start]}
    return end in first or any(land[h] != HOSTILE and end in {w.hex for w in x.setting.ways[h]} for h in first)
