"""What a computer player of con makes of a view: its own forces, what the enemy's stacks may be worth, where to go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from napwidgets.players import temper
from napwidgets.systems.con.context import Context, Force
from napwidgets.systems.con.setting import other
from napwidgets.systems.con.state import RIDERS, State

#: A report is good for so many turns.
FRESH = 2
#: How near troops are that fight together, in hexes, and how near to a place an enemy is that it is guarded from.
NEAR, GUARDED = 3, 6
#: How far off the enemy is seen from a place whose fall ends the campaign.
WATCH = 24


class Temper(temper.Temper, frozen=True):
    """The weights of a player of the Campaigns of Napoleon."""

    #: A march must be so much better than staying, and so much to be worth a point when few are left.
    stir: float = 0.15
    precious: float = 0.8
    #: Points that are kept: the fewer an army has, the more it starves.
    kept: float = 2.0
    #: What a hex nearer to the aim is worth, and a place that is wanted.
    pull: float = 0.3
    taken: float = 4.0
    #: What a place of one's own counts that the enemy comes near, one whose fall ends the campaign and any other.
    saved: float = 3.0
    kept_safe: float = 0.8
    #: How strong an enemy near a place must be against one's own to be a danger.
    danger: float = 1.2
    #: A hex farther than a few from the army's heart, for whoever is weaker than a big force.
    astray: float = 0.08
    small: float = 40.0
    #: From which odds on an enemy is welcome, how much, and how much he is feared below that.
    bold: float = 1.15
    eager: float = 3.0
    fear: float = 5.0
    #: How much more it counts to touch him.
    touch: float = 2.0
    #: The army's heart against a force's own way to an aim.
    heart: float = 0.6
    #: Odds that are enough for an assault on a place, for a push, and to follow a beaten enemy.
    assault: float = 2.2
    follow: float = 1.5
    #: The chance that is enough to march to the guns.
    guns: float = 1 / 3
    #: Below which odds a beaten force holds its ground only for a while.
    delay: float = 0.6
    #: What an enemy near the end of a retreat counts against a friend.
    threat: float = 1.2
    #: What it is worth, for each point, that the last troops stay in a place they can hold.
    garrison: float = 0.0
    #: How many times as strong he may be whom the last troops of a place can hold it against, at most.
    bare: float = 2.0
    #: Of who plans: how much a hex nearer to an aim counts for each point, and a place's points where a march ends.
    drive: float = 0.0
    prize: float = 0.0
    #: Odds that are brought to a fight; what of a place's stake each of two posts is worth, and how strong the second
    #: is against the strongest enemy near; what a strength point of a beaten enemy is worth; what is left of the worth
    #: of a place, and of an enemy, for each turn until one is there; what a strength point is worth elsewhere a turn.
    odds: float = 1.25
    post: float = 0.45
    parry: float = 0.8
    ruin: float = 0.08
    later: float = 0.85
    fleeting: float = 0.6
    busy: float = 0.01
    #: What a road counts that an army lives on, in points.
    road: float = 4.0
    #: What counts a place whose fall ends the campaign.
    sudden: float = 12.0
    #: How many times one's own strength at a great river's bridge comes over it, if that is broken; with 0 none is.
    breaks: float = 0.0


#: The tempers of a recruit and of a steady player.
RECRUIT = Temper()
STEADY = Temper(garrison=8.0, drive=0.15, prize=2.0, taken=0.0, breaks=0.5)


def riders_of(view: State, side: int) -> frozenset[int]:
    """Where a side sees enemy vedettes that lie face up."""
    return frozenset([r.at for r in view.reports if (r.side, r.turn, r.size) == (side, view.turn, RIDERS)])


class Situation:
    """A position as one side sees it."""

    def __init__(
        self, x: Context, s: State, side: int, mood: Temper, plan: Mapping[int, tuple[int, float, bool]] | None = None
    ) -> None:
        self.x, self.s, self.side, self.mood = x, s, side, mood
        #: Where each leader is to go, what for in points, and whether he has a task there or follows.
        self.plan = plan or {}
        self.far = x.ground.distance

    @cached_property
    def forces(self) -> list[Force]:
        """One's own forces with troops and a leader, the strongest first."""
        hexes = sorted(self.x.layout(self.s).stacks[self.side])
        found = [f for h in hexes for f in self.x.tops(self.s, h, self.side) if f.leader >= 0 and f.units]
        return sorted(found, key=lambda f: (-self.strength(f), f.leader))

    @cached_property
    def own(self) -> dict[int, int]:
        """Strength points of one's own in each hex."""
        x, s = self.x, self.s
        found = {h: x.strength(s, x.units_at(s, h, self.side)) for h in x.layout(s).stacks[self.side]}
        return {h: n for h, n in found.items() if n}

    @cached_property
    def riders(self) -> frozenset[int]:
        """Where enemy vedettes lie face up: they take no place and hold nobody, but cut the roads that armies live
        on.
        """
        return riders_of(self.s, self.side)

    @cached_property
    def enemies(self) -> dict[int, float]:
        """What each enemy stack with troops may be worth: as reported, else an even share of what has not been seen."""
        x, s, foe = self.x, self.s, other(self.side)
        known: dict[int, float] = {}
        unknown = []
        reports = {r.at: r for r in s.reports if r.side == self.side and r.turn > s.turn - FRESH}
        for h in sorted(x.layout(s).stacks[foe] - self.riders):
            seen = x.strength(s, x.units_at(s, h, foe))
            if seen:
                known[h] = float(seen)
            elif h in reports and reports[h].strength:
                known[h] = float(reports[h].strength)
            else:
                unknown.append(h)
        share = max(2.0, self._left - sum(known.values())) / max(1, len(unknown))
        return {**known, **{h: min(30.0, share) for h in unknown}}

    @cached_property
    def _left(self) -> float:
        """What the enemy may have on the map: all that should have come, without what he has lost in combats."""
        x, s, foe = self.x, self.s, other(self.side)
        come = sum(
            x.setting.units[x.setting.unit_index[u]].full
            for data in x.setting.scenario.set_up
            if data.turn <= s.turn
            for u in data.units
            if x.unit_side[x.setting.unit_index[u]] == foe
        )
        return float(come - s.lost[foe])

    def strength(self, force: Force) -> int:
        """Strength points of a force."""
        return self.x.strength(self.s, force.units)

    def around(self, at: int, of: dict[int, float] | dict[int, int], within: int = NEAR) -> float:
        """Strength near a hex."""
        return float(sum(n for h, n in of.items() if self.far(h, at) <= within))

    @cached_property
    def left(self) -> int:
        """Turns left, this one included."""
        return max(1, self.x.setting.scenario.turns.count - self.s.turn + 1)

    def gain(self, at: int) -> float:
        """Points by which places in a hex that one does not hold would change the difference."""
        return self._counts(at, mine=False)

    def stake(self, at: int) -> float:
        """Points by which the difference would change if the enemy took what one holds in a hex."""
        return self._counts(at, mine=True)

    def _counts(self, at: int, *, mine: bool) -> float:
        total, side, foe = 0.0, self.side, other(self.side)
        for goal, held in zip(self.x.setting.goals, self.s.holds, strict=True):
            if goal.at != at or (held == side + 1) != mine:
                continue
            total += goal.points * (goal.side in (-1, side))
            total += goal.points * (goal.side in (-1, foe) and held in (side + 1, foe + 1))
            total += self.mood.sudden * (goal.sudden and goal.holder == (side if mine else foe) + 1)
        return total

    @cached_property
    def wanted(self) -> list[tuple[int, float]]:
        """Places worth going to: those the enemy holds or nobody, and one's own that he comes near."""
        found = []
        for goal, held in zip(self.x.setting.goals, self.s.holds, strict=True):
            points = goal.points + (8 if goal.sudden else 0)
            if goal.side not in (-1, self.side) and held != other(self.side) + 1:
                continue
            if held != self.side + 1:
                found.append((goal.at, float(points)))
            elif goal.sudden and self.around(goal.at, self.enemies, WATCH) > self.around(goal.at, self.own, NEAR):
                found.append((goal.at, self.mood.saved * points))
            elif self.around(goal.at, self.enemies, 6) > self.mood.danger * self.around(goal.at, self.own, NEAR):
                # Who is strong enough there already need not be helped.
                found.append((goal.at, points * self.mood.kept_safe))
        return found

    @cached_property
    def heart(self) -> int:
        """The hex of one's strongest force, round which the army gathers; -1 for none."""
        return self.s.leaders[self.forces[0].leader].at if self.forces else -1

    def aim(self, force: Force) -> int:
        """The place that a force goes for: worth much, near to it and to its army; -1 for none."""
        if force.leader in self.plan:
            return self.plan[force.leader][0]
        at = self.s.leaders[force.leader].at
        heart = self.heart if self.heart >= 0 else at

        def pull(goal: tuple[int, float]) -> float:
            near, central = self.far(at, goal[0]) + 8.0, self.far(heart, goal[0]) + 8.0
            return goal[1] / near + self.mood.heart * goal[1] / central

        if self.wanted:
            return max(self.wanted, key=lambda goal: (pull(goal), -goal[0]))[0]
        return min(self.enemies, key=lambda e: (self.far(at, e), e), default=-1)

    def score(self, force: Force, h: int, aim: int) -> float:
        """How good a hex is for a force: towards its aim, strong enough for whom it meets, among friends."""
        by, mine = self.mood, float(self.strength(force))
        at = self.s.leaders[force.leader].at
        friends = self.around(h, self.own) + (mine if self.far(at, h) > NEAR else 0.0)
        threat = self.around(h, self.enemies)
        _, points, tasked = self.plan.get(force.leader, (-1, 0.0, False))
        value = -(by.pull + by.drive * min(6.0, max(0.0, points))) * self.far(h, aim) if aim >= 0 else 0.0
        if tasked and h == aim:
            value += by.prize * points
        value += sum(by.taken for goal, _ in self.wanted if goal == h)
        if by.prize and h in self._places:
            value += by.prize * self.gain(h)
        if h == at and by.garrison:
            value += by.garrison * self.guarded(at, mine)
        if self.heart >= 0 and mine < by.small:
            value -= by.astray * max(0, self.far(h, self.heart) - 6)
        if threat:
            touches = min(self.far(h, e) for e in self.enemies) <= 1
            edge = friends / threat
            good = by.eager * min(edge - 1.0, 1.5) if edge >= by.bold else by.fear * (edge - by.bold)
            value += good * (by.touch if touches else 1.0)
        return value

    @cached_property
    def _places(self) -> set[int]:
        """The hexes of places that count."""
        return {goal.at for goal in self.x.setting.goals}

    def guarded(self, at: int, mine: float) -> float:
        """The points of a place that a force alone holds, and can hold, against an enemy near it."""
        near = self.around(at, self.enemies, GUARDED)
        if self.own.get(at, 0) > mine or not 0 < near < self.mood.bare * mine:
            return 0.0
        held = (goal for goal in self.x.setting.goals if goal.at == at and goal.side in (-1, self.side))
        return float(sum(goal.points for goal in held))

    def best(self, force: Force, hexes: Iterable[int]) -> tuple[float, int]:
        """The best of some hexes for a force, with how much better it is than where it stands."""
        at, aim = self.s.leaders[force.leader].at, self.aim(force)
        stay = self.score(force, at, aim)
        found = max(((self.score(force, h, aim) - stay, -h) for h in hexes), default=(0.0, -at))
        return found[0], -found[1]
