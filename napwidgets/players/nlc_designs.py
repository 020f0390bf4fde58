"""Who goes up to which enemy together: movement and attack of the acting formations planned as one (5, 7.3).

For each enemy stack in reach the best attack is put together, one after the other of all who can still come beside it,
by the exact odds of the fight that would follow; the best of these attacks is set down, then the best that the others
can still make, and so on. Who has a place in an attack goes there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from napwidgets.players.nlc_situation import Situation
from napwidgets.systems.tactical.fighting.attacks import left_out, why_not_fighting
from napwidgets.systems.tactical.fighting.combat import Stacks

#: Most stacks of the enemy that are weighed, the nearest to the aim first, and most units put against one.
MOST_TARGETS, MOST_UNITS = 8, 6
#: A unit tries so many places beside an enemy.
PLACES = 3


class Assault(NamedTuple):
    """An attack on a stack of the enemy: who stands where for it, and what it is worth."""

    target: int
    places: tuple[tuple[int, int], ...]
    worth: float


class Designer:
    """Plans the attacks of one activation. ``reach`` has where each unit can go, ``post`` what a hex is worth to it."""

    def __init__(self, now: Situation, reach: Mapping[int, Collection[int]], post: Callable[[int, int], float]) -> None:
        self.now, self.x, self.reach, self.post = now, now.x, reach, post
        self.near = now.x.setting.near
        acting = now.x.acting(now.s)
        able = [u for u in acting if now.s.units[u].hex >= 0 and why_not_fighting(now.x, now.s, u) is None]
        self.stand = {u: now.s.units[u].hex for u in able}
        #: The enemies for whom there is an attack already.
        self.struck: set[int] = set()

    def assaults(self) -> list[Assault]:
        """The attacks, the best first; nobody has a place in two."""
        found: list[Assault] = []
        free = {u for u in self.stand if u in self.reach}
        open_to = self._targets(free)
        while open_to:
            weighed = [self._best(t, free) for t in open_to]
            best = max(weighed, key=lambda a: a.worth)
            if best.worth <= self.now.mood.worth_it or not best.places:
                break
            found.append(best)
            self.struck.add(best.target)
            free -= {u for u, _ in best.places}
            open_to = [a.target for a in weighed if a.target != best.target and a.worth > self.now.mood.worth_it]
        return found

    def _targets(self, free: set[int]) -> list[int]:
        hexes = {h for u in free for h in (*self.reach[u], self.stand[u])}
        layout = self.now.layout
        seen = [t for t in self.now.enemies if layout.at.get(t) and any(n in hexes for n in self.near[t])]
        return sorted(seen, key=lambda t: (-self.now.worth(t), -self.now.support[t], t))[:MOST_TARGETS]

    def _best(self, target: int, free: set[int]) -> Assault:
        """The best attack on a target, put together from the strongest on."""
        held = [u for u, h in self.stand.items() if u not in free and h in self.near[target]]
        places: tuple[tuple[int, int], ...] = ()
        worth = self._worth(target, held, places) if held else 0.0
        base = worth
        for u in sorted(free, key=lambda u: (-self.now.sp(u), u)):
            if len(places) == MOST_UNITS:
                break
            tried = [(self._worth(target, held, (*places, (u, h))), (u, h)) for h in self._places(u, target, places)]
            if not tried:
                continue
            more, place = max(tried)
            # A first unit may be too weak alone: it stays for who comes to help.
            if more > worth or not places:
                places, worth = (*places, place), more
        return Assault(target, places, worth - base)

    def _places(self, u: int, target: int, places: tuple[tuple[int, int], ...]) -> list[int]:
        """The best hexes beside a target for a unit, where it still finds room."""
        s, layout = self.now.s, self.now.layout
        fits = self.x.room_for(s, (u,))
        leaving = {v for v, _ in places}
        found = []
        for h in self.near[target]:
            if h != self.stand[u] and h not in self.reach[u]:
                continue
            there = [v for v in layout.at.get(h, ()) if v != u and v not in leaving]
            if fits([*there, *(v for v, to in places if to == h)]):
                found.append(h)
        return sorted(found, key=lambda h: (-self.post(u, h), h))[:PLACES]

    def _worth(self, target: int, held: list[int], places: tuple[tuple[int, int], ...]) -> float:
        """What the fight would be worth with these units in their places, less what they give up for it."""
        now = self.now
        moved = now.s.many({u: replace(now.s.units[u], hex=h) for u, h in places})
        then = type(now)(self.x, moved, now.side, now.known, now.mood)
        hexes = dict.fromkeys([*(h for _, h in places), *(self.stand[u] for u in held)])
        mine = {u for u, _ in places} | set(held)
        stacks = tuple((h, us) for h in hexes if (us := tuple(u for u in then.layout.at.get(h, ()) if u in mine)))
        given_up = now.given_up([u for u, h in places if h != self.stand[u]])
        # The line is there to fight; what horse and guns are worth elsewhere, they give up.
        apart = [(u, h) for u, h in places if not self.x.infos[u].line]
        given_up += sum(max(0.0, self.post(u, self.stand[u]) - self.post(u, h)) for u, h in apart)
        return self._fought(then, stacks, target) - given_up

    def _fought(self, then: Situation, stacks: Stacks, target: int) -> float:
        """What the attack is worth. Who is bound to attack and shares the target while he leaves out another enemy
        beside him is turned against that one (7.3).
        """
        worths = []
        for h, units in stacks if len(stacks) > 1 else ():
            rest = tuple(stack for stack in stacks if stack[0] != h)
            others = left_out(self.x, then.s, h, units, {target, *self.struck})
            worths += [then.fight(rest, target) + then.fight(((h, units),), other) for other in others]
        if worths:
            return max(worths)
        return then.fight(stacks, target) if stacks else 0.0
