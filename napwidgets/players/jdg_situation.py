"""What a side of jdg makes of its view: how strong the enemy is likely to be where, what is worth having, what is near.

Everything comes from a view: of counters face down it takes the average of all that the enemy's roster has not shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random

from msgspec import Struct

from napwidgets.board.network import ways
from napwidgets.players import temper
from napwidgets.players.jdg_odds import NOBODY, USUAL
from napwidgets.systems.jdg.boxes import holder
from napwidgets.systems.jdg.context import Context
from napwidgets.systems.jdg.forces import average_cohesion
from napwidgets.systems.jdg.setting import other
from napwidgets.systems.jdg.state import HIDDEN, State
from napwidgets.systems.jdg.victory import last_word, scored

#: Movement points of a march or so: what is nearer can be here next turn.
NEAR = 6
#: The same for an enemy of whom one does not know whether he has horse.
REACH = 7
FAR = 10_000
#: How far a fancy goes: the standard deviation of the logarithm of how many times as dear as it scores a place is.
FANCY = 0.6
#: To take a place, and to keep it.
TAKE, KEEP = 0, 1


class Temper(temper.Temper, frozen=True):
    """The weights of a player of Jours de Gloire."""

    #: What a march must gain to be worth making, and what a command point is worth.
    gain: float = 0.35
    point: float = 0.25
    #: How much more danger weighs for whoever must not be taken.
    emperor: float = 2.5
    #: A force below this strength that alone holds a place worth points stays there; so much is a point of it.
    small: float = 4.0
    guard: float = 0.7
    #: From which odds on an attack is welcome; how much, with each tenth more, at most, and how it is feared below.
    bold: float = 1.15
    welcome: float = 3.0
    eager: float = 2.5
    most: float = 9.0
    fear: float = 6.0
    prize: float = 0.5
    #: What a place's worth counts for who goes there, and for who keeps it.
    worth: float = 0.8
    keep: float = 0.6
    #: How a threat stronger than one's own counts, from which ratio, and at most.
    threat: float = 0.35
    feared: float = 1.1
    worst: float = 8.0
    #: Friends beside.
    company: float = 0.04
    #: Out of touch with the commander-in-chief.
    astray: float = 0.8
    #: How a place draws from afar, against the strength that comes.
    pull: float = 1.0
    mass: float = 5.0
    #: Strength points taken for a counter face down, against the average.
    guess: float = 0.8
    #: By how many counters a stack face down is taken to be weaker than it looks.
    lone: float = 0.0
    #: Odds from which on one meets a march, holds, and below which one leaves.
    meet: float = 1.3
    hold: float = 1.15
    leave: float = 0.5
    #: Odds that are enough to march to the guns, to fight on the hard way, and to fight mildly below.
    guns: float = 0.8
    hard: float = 1.25
    mild: float = 0.85
    #: Of who plans: what of a place's stake each of two posts is worth, and how strong the second must be against the
    #: strongest enemy near; how much of the enemies beside a box is taken to come to its guns.
    post: float = 0.4
    parry: float = 0.8
    helpers: float = 0.4
    #: Strength that goes to take an empty place for each point that it brings.
    escort: float = 0.4
    #: What is left of the worth of a place, and of an enemy, for each turn until one is there.
    later: float = 0.85
    fleeting: float = 0.55
    #: What a strength point is worth elsewhere for a turn; what one of the enemy's is worth who is beaten; the least
    #: chance to win that is tried.
    busy: float = 0.025
    ruin: float = 0.12
    sure: float = 0.45
    #: Who comes first to a fight has so much of the enemy's strength by himself.
    alone: float = 0.75
    #: What a box is worth where the enemy's Emperor is known to be.
    captive: float = 12.0
    #: What a turn nearer to its aim is worth to a force, and the danger of being struck where it ends.
    nearer: float = 0.6
    danger: float = 0.6
    #: How much of the enemies near is taken to join a battle in which somebody has been met on the march.
    joins: float = 0.9
    #: How likely an enemy who could take a place is to come for it.
    comes: float = 0.8
    #: How likely an enemy beside the way meets a weaker march, and what that costs beside the battle.
    meeting: float = 0.2
    stopped: float = 0.3
    #: How many times stronger a stack face down may be than it is taken to be.
    doubt: float = 1.5
    #: How many times as strong he may be whom the last troops of a place can hold it against, at most.
    bare: float = 1.3
    #: How strong he is at least who comes, against oneself.
    comer: float = 1.5
    #: What a way takes longer, in movement points, over which a bridge has to be made first; with 0 nobody plans to.
    engineers: float = 0.0
    #: What the enemy must lose by a bridge that is gone, in points; with 0 bridges are left alone.
    breaks: float = 0.0
    #: What of the points of one's own places that an enemy army may come for it is worth to beat it; how much of an aim
    #: is lost where all enemies would be left behind.
    menace: float = 0.0
    behind: float = 0.0
    #: How much more an aim is worth to those who had it in the turn before; what it costs to go back without
    #: need to where one was.
    steadfast: float = 0.0
    undo: float = 0.0
    #: Whether those who have set out to take or to hold a place are counted for it (1), and others need not come in
    #: their stead.
    counted: float = 0.0
    #: What it costs to put a dummy where there is one already.
    apart: float = 0.0
    #: Which of the many ways of seeing places it has: dearer or cheaper than what they score; with 0 as they score.
    fancy: float = 0.0


#: The tempers of a recruit and of a steady player.
RECRUIT = Temper()
STEADY = Temper(
    gain=0.2, guess=0.9, lone=0.4, nearer=1.8, danger=1.2, engineers=7.0, breaks=0.5, bare=2.6,
    menace=0.15, behind=0.3, steadfast=0.4, undo=4.0, counted=1.0, apart=1.0,
)  # fmt: skip


class Past(Struct, frozen=True):
    """What a side remembers of its own doing: what each counter was after in the turn before, what those are after who
    have set out in this one, the boxes that each has left of late, and the enemies that somebody has ridden to already.
    """

    aims: Mapping[int, tuple[str, int]] = {}
    sent: Mapping[int, tuple[str, int]] = {}
    left: Mapping[int, frozenset[int]] = {}
    ridden: frozenset[int] = frozenset()


class Lie:
    """How a map lies, whatever stands on it: the way from every place worth points to every box."""

    def __init__(self, x: Context) -> None:
        self.goals = {box: points for box, points, _ in x.setting.goals}
        self.only = {box: x.setting.sides.index(whose) for box, _, whose in x.setting.goals if whose}
        self._network, self._roads = x.network, x.tables.roads
        self._broad = frozenset(n for n, broad in enumerate(x.setting.broad) if broad)
        self._trains = [x.setting.scenario.pontoons.get(side, 0) for side in x.setting.sides]
        self._known: tuple[object, ...] = ()
        self._shut: frozenset[int] = self._broad
        #: The links where a crossing can be made, and what that takes in movement points.
        self.works: dict[int, int] = {}
        self._price = 0
        self._far: dict[tuple[int, int], Mapping[int, int]] = {}
        self._fancies: dict[float, Mapping[int, tuple[float, float]]] = {}

    def fancies(self, number: float) -> Mapping[int, tuple[float, float]]:
        """How many times as dear as it scores each place is to take, and to keep, to somebody with a fancy."""
        if number not in self._fancies:
            rng = Random(f"fancy/{number}")
            self._fancies[number] = {
                box: (math.exp(FANCY * rng.gauss(0, 1)), math.exp(FANCY * rng.gauss(0, 1)))
                for box in (self.goals if number else ())
            }
        return self._fancies[number]

    def survey(self, s: State, side: int, price: float) -> None:
        """Look which crossings there are now; where one can be made by engineers, the way takes ``price`` movement
        points more, and with 0 is none (JDG 6.4).
        """
        known = (s.cut, s.pontoons, side, price)
        if known == self._known:
            return
        self._known, self._far, self._price = known, {}, round(price)
        fords = self._broad.difference(link for link, _ in s.pontoons)
        trains = self._trains[side] > sum(whose == side for _, whose in s.pontoons)
        made = {*s.cut, *(fords if trains else ())} if price else set[int]()
        self.works = dict.fromkeys(made, self._price)
        self._shut = fords.union(s.cut).difference(made)

    def far(self, box: int, gone: int = -1) -> Mapping[int, int]:
        """Movement points from a box to every other one, over all links that can be used now or made to be; ``gone`` is
        a bridge that is taken for broken.
        """
        if (box, gone) not in self._far:
            shut, works = self._shut, self.works
            if gone >= 0:
                shut, works = (shut, {**works, gone: self._price}) if self._price else (shut | {gone}, works)
            self._far[box, gone] = ways(self._network, box, self._roads, shut, works)
        return self._far[box, gone]


class Situation:
    """One view, as one side sees it."""

    def __init__(
        self,
        x: Context,
        s: State,
        side: int,
        lie: Lie,
        mood: Temper,
        stood: frozenset[int] = frozenset(),
        past: Past | None = None,
    ) -> None:
        self.x, self.s, self.side, self.lie, self.mood = x, s, side, lie, mood
        self.past = past or Past()
        self.foe = other(side)
        #: Places where the enemy is remembered to have stood, so that they are taken for his.
        self._stood = stood
        lie.survey(s, side, mood.engineers)
        self._comers: dict[int, list[tuple[int, float]]] = {}
        self._powers: dict[tuple[int, ...], float] = {}

    @cached_property
    def average(self) -> float:
        """Strength points that a counter face down stands for, on the average."""
        hidden: float = sum(self._weight(number) for _, who, number in self.s.unseen if who == self.foe)
        pieces = self.x.pieces
        strength = sum(
            piece.most
            for piece, counter in zip(pieces, self.s.counters, strict=True)
            if piece.side == self.foe and counter.at == HIDDEN and not piece.later
        )
        return self.mood.guess * strength / hidden if hidden else 0.0

    def _weight(self, number: int) -> float:
        """How many counters a stack face down counts for: what lies alone is often a dummy."""
        return max(0.0, number - self.mood.lone)

    @cached_property
    def enemies(self) -> Mapping[int, float]:
        """The likely strength of the enemy in each box where he has counters."""
        found: dict[int, float] = {}
        for box, who, number in self.s.unseen:
            if who == self.foe and box >= 0:
                found[box] = found.get(box, 0.0) + self._weight(number) * self.average
        for i, counter in enumerate(self.s.counters):
            if self.x.sides[i] == self.foe and counter.at >= 0:
                found[counter.at] = found.get(counter.at, 0.0) + counter.strength
        return found

    @cached_property
    def own(self) -> Mapping[int, int]:
        """One's own strength in each box."""
        found: dict[int, int] = {}
        for i, counter in enumerate(self.s.counters):
            if self.x.sides[i] == self.side and counter.at >= 0:
                found[counter.at] = found.get(counter.at, 0) + counter.strength
        return found

    def dummies(self, box: int, besides: Iterable[int] = ()) -> int:
        """How many dummies of one's own are in a box, beside those who are counted already."""
        here = self.x.here(self.s, box, self.side)
        return sum(self.x.pieces[i].dummy for i in here) - sum(self.s.counters[i].at == box for i in besides)

    @cached_property
    def leaders(self) -> Mapping[int, int]:
        """How many of one's own leaders are in each box."""
        found: dict[int, int] = {}
        for i, counter in enumerate(self.s.counters):
            if self.x.sides[i] == self.side and counter.at >= 0 and self.x.pieces[i].leader is not None:
                found[counter.at] = found.get(counter.at, 0) + 1
        return found

    def general(self, pieces: Iterable[int], box: int = -1, gone: Iterable[int] = ()) -> int:
        """The tactical bonus of the highest leader of one's own among counters and in a box, without those who are to
        leave it; `NOBODY` for none.
        """
        heads = set(self.x.leaders(pieces))
        if box in self.leaders:
            heads.update(self.x.leaders(self.x.here(self.s, box, self.side)))
        return self._highest(heads.difference(gone))

    def head(self, pieces: Iterable[int]) -> int:
        """The tactical bonus that counters can be led with: of the best of one's own leaders where one of them stands,
        `USUAL` at least, for others may come.
        """
        return max((USUAL, *(self.general((), box) for box in {self.s.counters[i].at for i in pieces})))

    def _highest(self, heads: Iterable[int]) -> int:
        leaders = (self.x.pieces[i].leader for i in heads)
        return max(((one.rank, one.tactical) for one in leaders if one is not None), default=(0, NOBODY))[1]

    def general_at(self, box: int, besides: Iterable[int] = ()) -> bool:
        """Whether a leader of one's own is in a box, beside those who are counted there already."""
        gone = sum(self.x.pieces[i].leader is not None and self.s.counters[i].at == box for i in besides)
        return self.leaders.get(box, 0) > gone

    @cached_property
    def _shown(self) -> Mapping[int, tuple[int, ...]]:
        """The enemy's counters that are seen in each box."""
        found: dict[int, list[int]] = {}
        for i, counter in enumerate(self.s.counters):
            if self.x.sides[i] == self.foe and counter.at >= 0:
                found.setdefault(counter.at, []).append(i)
        return {box: tuple(pieces) for box, pieces in found.items()}

    @cached_property
    def _dark(self) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for box, who, number in self.s.unseen:
            if who == self.foe and box >= 0:
                found[box] = found.get(box, 0) + number
        return found

    def their_general(self, box: int) -> int:
        """The tactical bonus of whoever may lead the enemy in a box; `NOBODY` where there can be none, for a single
        counter face down is not both, a general and his troops.
        """
        shown = self._shown.get(box, ())
        heads = self.x.leaders(shown)
        if heads:
            return self._highest(heads)
        least = 1 if self.x.strength(self.s, shown) else 2
        return NOBODY if self.dark(box) < least else self.best_general if box == self.mass else USUAL

    @cached_property
    def mass(self) -> int:
        """The box where the enemy's strongest stack is, as far as one can tell; -1 for none."""
        return max(self.enemies, key=lambda box: (self.enemies[box], -box), default=-1)

    @cached_property
    def best_general(self) -> int:
        """The tactical bonus of the best of the enemy's generals who are not seen anywhere."""
        pieces = self.x.pieces
        hidden = [
            piece.leader.tactical
            for piece, counter in zip(pieces, self.s.counters, strict=True)
            if piece.side == self.foe and piece.leader is not None and counter.at == HIDDEN and not piece.later
        ]
        return max(hidden, default=USUAL)

    def comer(self, box: int) -> int:
        """The tactical bonus of the general who would lead the enemy to a box."""
        near = self.lie.far(box).get(self.mass, FAR) <= REACH
        return max(USUAL, self.their_general(self.mass)) if self.mass >= 0 and near else USUAL

    def dark(self, box: int) -> int:
        """How many counters of the enemy in a box one knows nothing of."""
        return self._dark.get(box, 0)

    def threat(self, box: int) -> float:
        """The likely strength of enemies in a box and beside it."""
        return self.enemies.get(box, 0.0) + sum(strength for _, strength in self.beside(box))

    def beside(self, box: int) -> list[tuple[int, float]]:
        """The boxes beside one where enemies are, with their likely strength."""
        enemies = self.enemies
        return [(there, enemies[there]) for there, _ in self.x.setting.around[box] if there in enemies]

    def friends(self, box: int) -> int:
        """One's own strength in a box and beside it."""
        around = (there for there, _ in self.x.setting.around[box])
        return self.own.get(box, 0) + sum(self.own.get(there, 0) for there in around)

    def holder(self, box: int) -> int:
        """The side that is taken to hold a place, plus 1; 0 for nobody (9)."""
        return self.foe + 1 if box in self._stood else holder(self.s, box)

    def _scored(self, box: int) -> tuple[int, int]:
        """The points that both sides have now for a place, one's own first."""
        if box in self._stood:
            return 0, self.could(box, self.foe)
        points = self.lie.goals[box]
        found = (scored(self.x, self.s, side, box, points) for side in (self.side, self.foe))
        mine, theirs = (
            now * has * bool(self.could(box, side))
            for (now, has), side in zip(found, (self.side, self.foe), strict=True)
        )
        return mine, theirs

    def could(self, box: int, side: int) -> int:
        """The points that a place brings a side that has it and is not besieged there."""
        return self.lie.goals[box] if self.lie.only.get(box) in (None, side) else 0

    def worth(self, box: int) -> float:
        """What a place would bring that one does not hold: twice its points if the enemy has it."""
        return self.gain(box) if box in self.lie.goals else 0

    @cached_property
    def left(self) -> int:
        """Turns left, this one included."""
        return max(1, self.x.setting.scenario.turns.count - self.s.turn + 1)

    @property
    def last_word(self) -> bool:
        """Whether no enemy marches any more after this Movement Phase."""
        return last_word(self.x, self.s, self.side)

    def gain(self, box: int) -> float:
        """Points by which a place that one does not hold would change the difference."""
        if self.holder(box) == self.side + 1:
            return 0
        mine, theirs = self._scored(box)
        return self._fancied(box)[TAKE] * (self.could(box, self.side) - mine + theirs)

    def stake(self, box: int) -> float:
        """Points by which the difference would change if the enemy took a place that one holds."""
        if self.holder(box) != self.side + 1:
            return 0
        mine, theirs = self._scored(box)
        return self._fancied(box)[KEEP] * (mine + self.could(box, self.foe) - theirs)

    def _fancied(self, box: int) -> tuple[float, float]:
        """How many times as dear as it scores a place is to take, and to keep."""
        return self.lie.fancies(self.mood.fancy).get(box, (1, 1))

    def shut(self, box: int) -> int:
        """Points by which the difference changes if the enemy shuts one in there."""
        if not self.x.setting.scenario.besieged_counts or self.holder(box) != self.side + 1:
            return 0
        mine, theirs = self._scored(box)
        besieged = self.x.tables.victory["besieged city"] if self.lie.only.get(box) in (None, self.foe) else 0
        return mine + besieged - theirs

    def comers(self, box: int) -> list[tuple[int, float]]:
        """Enemies who could be in a box with their next march: how far off each stack is, and its likely strength."""
        if box not in self._comers:
            self._comers[box] = self.comers_by(self.lie.far(box))
        return self._comers[box]

    def comers_by(self, far: Mapping[int, int]) -> list[tuple[int, float]]:
        """The same by the ways from a box."""
        near = ((far.get(at, FAR), n) for at, n in self.enemies.items() if n and far.get(at, FAR) <= REACH)
        return [] if self.last_word else sorted(near)

    def strongest_near(self, box: int) -> float:
        """The strongest single stack of them."""
        return max((n for _, n in self.comers(box)), default=0.0)

    @cached_property
    def wanted(self) -> Mapping[int, float]:
        """Places worth taking, with what they bring."""
        return {box: worth for box in self.lie.goals if (worth := self.worth(box))}

    def pull(self, box: int) -> float:
        """How much a box is on the way to what is worth having."""
        far = self.lie.far
        return max((worth / (1 + far(at).get(box, FAR) / NEAR) for at, worth in self.wanted.items()), default=0.0)

    def quality(self, pieces: Iterable[int]) -> float:
        """How much better than plain troops counters fight: their cohesion and the leader with them."""
        force = self.x.force(self.s, pieces)
        return 1 + 0.08 * (average_cohesion(self.x.tables, force.units) - 3) + 0.08 * force.tactical

    def ranks(self, pieces: Iterable[int]) -> float:
        """The power of the units among counters alone, for whoever says beside it who leads them."""
        return self.power(self.x.units(pieces))

    def power(self, pieces: Iterable[int]) -> float:
        """Strength points of counters, weighed by their quality."""
        taken = tuple(pieces)
        if taken not in self._powers:
            self._powers[taken] = self.x.strength(self.s, taken) * self.quality(taken)
        return self._powers[taken]
