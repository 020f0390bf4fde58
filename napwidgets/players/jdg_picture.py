"""Who of the enemy may lie face down where in jdg: from where each counter was set up or last seen, and how far it can
have come since.
"""

from __future__ import annotations

import math
from collections import Counter as Counted
from collections.abc import Mapping, Sequence
from random import Random

from napwidgets.players.jdg_situation import FAR, Lie
from napwidgets.players.jdg_trail import Trail
from napwidgets.systems.jdg.boxes import holder, place_of, strength_of
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.state import GONE, HIDDEN, SPARE, WAITING, Counter, State, door_of

#: How fast it grows unlikely that a counter is farther off: within its reach, and beyond.
NEAR, BEYOND, MOST = 9.0, 1.5, 50.0
#: The strongest choose their place first, more or less.
SPREAD = (0.5, 1.5)
#: What a box without troops draws a general, against the strength points of others.
EMPTY = 0.2
#: The least share of its strength that a counter out of sight has.
LEAST = 0.4
#: How likely the enemy's flag has gone up in secret where he has stood, and within so many movement points of there.
STOOD, PASSED, CLOSE = 0.92, 0.3, 3


class Picture:
    """What one side remembers of the other."""

    def __init__(self, x: Context, foe: int) -> None:
        self.x, self.foe = x, foe
        #: When and in which box each counter was seen, and its strength then.
        self._seen: dict[int, tuple[int, int, int]] = {}
        self._whole: dict[int, int] = {}
        self.trail = Trail(x, foe)

    def look(self, s: State, lie: Lie) -> None:
        """Remember what is face up, and which places he came near; at first, where the scenario sets everybody up."""
        x = self.x
        if not self._seen:
            for placed in x.setting.set_up():
                i = x.setting.number[placed.id]
                if x.sides[i] == self.foe:
                    at = place_of(x, s, placed)
                    box = at if at >= 0 else x.network.entries[door_of(at)].place
                    self._seen[i] = placed.turn, box, strength_of(x, placed)
                    self._whole[i] = strength_of(x, placed)
        for i, counter in enumerate(s.counters):
            if x.sides[i] == self.foe and counter.at >= 0:
                self._seen[i] = s.turn, counter.at, counter.strength
        self.trail.look(s, lie)

    def flags(self, s: State, rng: Random) -> tuple[tuple[int, int], ...]:
        """The flags that went up in secret, his drawn."""
        if not self.x.options.blind:
            return s.covert
        chance = {goal: STOOD if not near else PASSED for goal, near in self.trail.near.items() if near <= CLOSE}
        taken = [goal for goal, likely in chance.items() if holder(s, goal) != self.foe + 1 and rng.random() < likely]
        return (*s.covert, *((goal, self.foe) for goal in taken))

    def drawn(self, s: State, lie: Lie, rng: Random) -> tuple[Counter, ...]:
        """All counters, those that are hidden drawn where some lie face down: troops first, then generals, most likely
        where there are troops; what is left over pretends.
        """
        x, pieces = self.x, self.x.pieces
        room = {box: n for box, who, n in s.unseen if who == self.foe}
        away = [i for i, c in enumerate(s.counters) if c.at == HIDDEN and x.sides[i] == self.foe]
        troops = [i for i in away if x.is_unit(i) and not pieces[i].spare and not pieces[i].later]
        heads = [i for i in away if pieces[i].leader is not None and not pieces[i].later]
        troops.sort(key=lambda i: -self._strength(i) * rng.uniform(*SPREAD))
        rng.shuffle(heads)
        found: dict[int, int] = {}

        def put(i: int, drawing: Mapping[int, float]) -> None:
            if drawing:
                found[i] = self._box(s, lie, i, drawing, rng)
                room[found[i]] -= 1

        for box in self._fought(s):
            # Who fights has strength.
            if room.get(box) and (open_ := [i for i in troops if i not in found]):
                put(max(open_, key=lambda i: self._likely(s, lie, i, box)), {box: 1.0})
        for i in troops:
            if i not in found:
                put(i, {box: float(n) for box, n in room.items() if n})
        left, mine = self._left(s, troops), Counted[int]()
        strength = {i: max(1, round(left * self._strength(i))) for i in troops}
        for i, box in found.items():
            mine[box] += strength[i]
        for i in heads:
            put(i, {box: mine[box] + EMPTY for box, n in room.items() if n})
        rest = [box for box, n in room.items() for _ in range(n)]
        rng.shuffle(rest)
        found.update(zip((i for i in away if pieces[i].dummy), rest, strict=False))
        counters = list(s.counters)
        for i in away:
            counters[i] = Counter(found[i], strength.get(i, 0)) if i in found else self._away(i)
        return tuple(counters)

    def _fought(self, s: State) -> set[int]:
        """The boxes of the fights under way in which one sees none of his troops."""
        boxes = {step.clash.box for step in s.agenda if hasattr(step, "clash")}
        return {box for box in boxes if not self.x.strength(s, self.x.here(s, box, self.foe))}

    def _away(self, i: int) -> Counter:
        piece = self.x.pieces[i]
        return Counter(SPARE if piece.spare or piece.dummy else WAITING if piece.later else GONE)

    def _strength(self, i: int) -> int:
        return self._seen[i][2] if i in self._seen else self.x.pieces[i].most

    def _left(self, s: State, hidden: Sequence[int]) -> float:
        """The share of their strength that those out of sight have left, after all losses that are known of."""
        told = sum(n - self._seen[i][2] for i, n in self._whole.items())
        told += sum(self._seen[i][2] for i in self._whole if s.counters[i].at == GONE)
        whole = sum(map(self._strength, hidden))
        return min(1.0, max(LEAST, 1.0 - (s.lost[self.foe] - told) / whole)) if whole else 1.0

    def _box(self, s: State, lie: Lie, i: int, drawing: Mapping[int, float], rng: Random) -> int:
        """Where a counter may be, by how much each box draws it and how far that is from where it was."""
        boxes = sorted(drawing)
        return rng.choices(boxes, [drawing[box] * self._likely(s, lie, i, box) for box in boxes])[0]

    def _likely(self, s: State, lie: Lie, i: int, box: int) -> float:
        """How likely a counter has come to a box since it was seen: less where it can hardly have come."""
        turn, at, _ = self._seen.get(i, (s.turn, -1, 0))
        if at < 0 or box < 0:
            return 1.0
        pace = self.x.pace_of(str(self.x.pieces[i].kind))
        far, reach = lie.far(box).get(at, FAR), pace * (max(0, s.turn - turn) + 1)
        return math.exp(-min(far, reach) / NEAR - min(MOST, max(0, far - reach) / BEYOND))
